"""Colours of a table's players, which each player picks independently of the seat."""

from __future__ import annotations

COLOURS = ("sky", "pink", "green", "yellow", "blue", "orange")
"""Names of the colours 1 to 6 in the default palette, which colour-blind people can distinguish.

There is one colour for each seat.
"""
NO_COLOUR = 0
"""Number that stands for no preferred colour."""
