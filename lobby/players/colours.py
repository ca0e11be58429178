"""The colours of a table, which players pick apart from their seats."""

from __future__ import annotations

COLOURS = ("sky", "pink", "green", "yellow", "blue", "orange")
"""1 to 6, as the usual palette has them: one for each seat, safe for colour-blind eyes."""
NO_COLOUR = 0
"""The wish for no certain colour."""
