"""Colours of a table, which players pick independently of their seats."""

from __future__ import annotations

COLOURS = ("sky", "pink", "green", "yellow", "blue", "orange")
"""Names of the colours 1 to 6 in the usual palette, which colour-blind people can distinguish.

There is one colour for each seat.
"""
NO_COLOUR = 0
"""Number that means no wish for a particular colour."""
