"""Colours of a table, which players pick independently of their seats."""

from __future__ import annotations

COLOURS = ("sky", "pink", "green", "yellow", "blue", "orange")
"""Names of the colours 1 to 6 in the usual palette: one for each seat, safe for colour-blind eyes."""
NO_COLOUR = 0
"""Wish for no particular colour."""
