"""The pointer at rest, for which no tooltip opens."""

from __future__ import annotations

from math import dist

QUIET_DISTANCE = 4.0
"""Design pixels by which the pointer must move before a tooltip may open again."""


class RestingPointer:
    """The position of the pointer, and the place at which it asks for no tooltip."""

    def __init__(self) -> None:
        self.at = (-1.0, -1.0)
        self.seconds = 0.0
        """Seconds since the pointer moved."""
        self._quiet_at: tuple[float, float] | None = None

    @property
    def is_quiet(self) -> bool:
        """True until the pointer moves away from the place where it was silenced."""
        return self._quiet_at is not None

    def move(self, x: float, y: float) -> None:
        """Note where the pointer is."""
        if (x, y) != self.at:
            self.at, self.seconds = (x, y), 0.0

    def advance(self, dt: float) -> None:
        """Let time pass, in seconds; a pointer that has moved far enough is no longer silenced."""
        self.seconds += dt
        if self._quiet_at is not None and dist(self._quiet_at, self.at) > QUIET_DISTANCE:
            self._quiet_at = None

    def silence(self) -> None:
        """Open no tooltip before the pointer moves away, since the player has pressed something or the screen changed.

        >>> pointer = RestingPointer()
        >>> pointer.silence(), pointer.move(1.0, 1.0), pointer.advance(0.1), pointer.is_quiet
        (None, None, None, True)
        >>> pointer.move(9.0, 1.0), pointer.advance(0.1), pointer.is_quiet
        (None, None, False)
        """
        self._quiet_at = self.at

    def allow(self) -> None:
        """Let a tooltip open without a move of the pointer, for the reason of a refusal."""
        self._quiet_at, self.seconds = None, 0.0
