"""The look of Officina: the parts that all boards are drawn with.

Enamel, brass, paper and tin; one visual language for five games. ``parts.svg`` holds the drawings, ``parts.py`` places them,
``web/static/style.css`` paints them.
"""

from officina.looks.parts import (
    SEAT_MARKS,
    SEAT_PAINTS,
    ghost,
    mark,
    moved,
    number,
    paint,
    part,
    ring,
    sheet,
    sheet_for,
    spot,
    words,
)

__all__ = [
    "SEAT_MARKS",
    "SEAT_PAINTS",
    "ghost",
    "mark",
    "moved",
    "number",
    "paint",
    "part",
    "ring",
    "sheet",
    "sheet_for",
    "spot",
    "words",
]
