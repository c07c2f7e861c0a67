"""Automobiles by David Short, AEG 2016."""
