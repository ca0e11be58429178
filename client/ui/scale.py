"""The automatic scale, in window pixels per design pixel.

It is used if the player has chosen no scale.
"""

from __future__ import annotations

from math import floor

AUTOMATIC = 0.0
"""The value of a scale that follows the window."""
STEPS_PER_UNIT = 20
"""The number of steps in which the scale grows by 1.

Because of the steps, a window that is dragged larger does not redraw everything at each pixel.
"""
MAX_AUTOMATIC_SCALE = 2.0
"""The largest automatic scale, before it is multiplied by the density of the display."""


def floor_to_step(scale: float) -> float:
    """Return the nearest step that is not larger than a scale."""
    return floor(scale * STEPS_PER_UNIT + 1e-6) / STEPS_PER_UNIT


def automatic_scale(fit: float, density: float = 1.0) -> float:
    """Return the mean of the plain scale and the largest scale that fits.

    Return less if the plain scale does not fit. The plain scale is the `density` of the display (1 or more). Half of a
    window's extra size makes everything larger. The other half is extra room.
    """
    return min(fit, floor_to_step((density + fit) / 2), MAX_AUTOMATIC_SCALE * density)
