"""Telling people that it is their turn: by webhook and by mail."""
