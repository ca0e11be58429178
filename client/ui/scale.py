"""The automatic scale: window pixels for a design pixel, if the player has chosen no figure."""

from __future__ import annotations

from math import floor

AUTOMATIC = 0.0
"""Value for a scale that follows the window."""
STEPS_PER_UNIT = 20
"""Number of steps for each whole scale.

A window that is dragged larger does not redraw everything at each pixel.
"""
MAX_AUTOMATIC_SCALE = 2.0
"""Largest automatic scale, times the density of the display."""


def stepped(scale: float) -> float:
    """Return the step at or below a scale."""
    return floor(scale * STEPS_PER_UNIT + 1e-6) / STEPS_PER_UNIT


def automatic(fit: float, density: float = 1.0) -> float:
    """Return the mean of the plain scale and the largest that fits, or less if the plain one does not fit.

    The plain scale is the `density` of the display (1 or more). Half of a window's extra size makes everything larger.
    The other half is room.
    """
    return min(fit, stepped((density + fit) / 2), MAX_AUTOMATIC_SCALE * density)
