"""Fuori di Rotella (Out of Gears) by Andrea Nani, Red Glove 2012."""
