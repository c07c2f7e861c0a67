"""Measurements, side by side with something everybody knows."""
