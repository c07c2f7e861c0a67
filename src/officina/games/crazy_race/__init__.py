"""Crazy Race by Michael Schacht, Spiele aus Timbuktu 2002."""
