"""How many pixels of the window one pixel of the design has, for whoever has chosen no figure."""

from __future__ import annotations

from math import floor

AUTOMATIC = 0.0
"""Instead of a figure: the scale follows the window."""
STEPS = 20
"""To a whole: a window that is being dragged larger does not have everything drawn anew at each pixel."""
LARGEST = 2.0
"""Of the automatic scales, times the density of the display."""


def stepped(scale: float) -> float:
    """The step at or below it."""
    return floor(scale * STEPS + 1e-6) / STEPS


def automatic(fit: float, density: float = 1.0) -> float:
    """Half way from the plain scale, which is the `density` of the display (1 or more), to the largest that fits: half
    of what a window is larger makes everything larger, half is room. Less where the plain scale does not fit.
    """
    return min(fit, stepped((density + fit) / 2), LARGEST * density)
