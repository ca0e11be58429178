"""Gestures of seats, outside the match: an emote, a ping of a place, or a wish for a rematch (PROTOCOL 12.4).

A gesture is a soft message: signed, in no feed, and binding nobody. No record contains it. Only the latest one of each
seat is kept and repeated.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.codec import BadEncodingError, Plain, fields
from net.match.readiness import SoftMessages
from net.replication.messages import Soft

GESTURE = 3
REMATCH, PING = 1, 2
EMOTES = {3: "Well played!", 4: "Thanks!", 5: "Sorry!", 6: "Wow!", 7: "Let me think.", 8: "Your turn!"}
"""Texts of the emotes, by the number of the gesture."""
KNOWN = frozenset((REMATCH, PING, *EMOTES))
MAX_PLACE = 64
"""Bytes: maximum length of the name of a pinged place."""


class Gesture(NamedTuple):
    """Gesture of a seat in step t; `place` names the pinged place in the client's terms, and is "" otherwise."""

    t: int
    number: int
    what: int
    place: str


class Gestures(SoftMessages[Gesture]):
    """The latest gesture of each seat of a match."""

    kind = GESTURE
    lasting = True

    def read(self, t: int, number: int, rest: list[Plain]) -> Gesture | None:
        """Return the gesture with the fields [what, place], or None if they are invalid or unknown."""
        try:
            what, place = fields(rest, int, str)
        except BadEncodingError:
            return None
        if what not in KNOWN or len(place.encode()) > MAX_PLACE or (place and what != PING):
            return None
        return Gesture(t, number, what, place)

    def make_message(self, t: int, what: int, place: str = "") -> Soft:
        """Return a new signed gesture of our seat; raise `ValueError` if the gesture or its place is invalid."""
        return self._sign_message(t, what, place)

    def current_messages(self, t: int) -> list[Soft]:
        """Return the gestures of step t, which are repeated with the heads."""
        return [self._softs[seat] for seat, shown in sorted(self.latest.items()) if shown.t == t]


def describe_gesture(name: str, what: int) -> str:
    """Return a sentence about a gesture of a player with this name; it is in the third person."""
    if what == REMATCH:
        return f"{name} wants a rematch."
    return f"{name} points at a place." if what == PING else f"{name}: {EMOTES[what]}"
