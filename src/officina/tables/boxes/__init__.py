"""Boxes of owners: how a figure is changed, and where boxes are kept."""
