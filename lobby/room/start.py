"""Start of a match: all seated members are READY for the same state, and each of them sends GO.

A member that has received GO from all others sends WENT. A member does not withdraw its GO for a state, with two
exceptions: another seated member that has not sent GO withdraws its READY, or has gone.
"""

from __future__ import annotations

from collections.abc import Callable

from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.seating import RoomTable
from lobby.room.signed_records import Record, Status, match_id

MOST_GOS = 32
"""Maximum number of states that are remembered for which this member has sent GO."""
RecordLookup = Callable[[bytes], Record | None]
"""Function that returns the record of a member, or None if it is not present."""


class MatchStart:
    """Progress of one member towards the match."""

    def __init__(self, room: bytes, identity: bytes) -> None:
        self.keen = b""
        """Hash of the state for which the player is ready, or empty."""
        self.table: RoomTable | None = None
        """The room as it was when the match began; None before that."""
        self.playing: set[bytes] = set()
        """Identities of the members that are known to be playing already."""
        self._room, self._own = room, identity
        self._gos: dict[bytes, RoomTable] = {}
        """Tables for which our seat sent GO, by the hash of the table's state."""
        self._went, self._went_at = b"", 0.0
        """Hash of the state for which our WENT was sent, and the time at which it was sent."""

    def ready_state(self, table: RoomTable | None) -> bytes:
        """Return the hash of the room's current state, or b"" if this member cannot be ready for that state."""
        seated = table is not None and table.is_full and table.seat_of(self._own)
        return table.state_hash(self._room) if table is not None and seated else b""

    def next_status(self, me: Record, table: RoomTable | None, of: RecordLookup, now: float) -> tuple[Status, bytes]:
        """Return this member's next status and its state, as the records of the others determine them."""
        for state, went in self._gos.items():
            if any(_status_of(of, place.identity, state) == Status.WENT for place in went.seated_members):
                return self._go_off(state, now)
        if me.status == Status.GO:
            gone = self._gos[me.state]
            if self._have_all_reached(of, gone, me.state, Status.GO):
                return self._go_off(me.state, now)
            if self._have_all_reached(of, gone, me.state, Status.READY):
                return Status.GO, me.state
        return self._own_readiness(me, table, of)

    def is_known(self, linked: Callable[[bytes], bool], of: RecordLookup, now: float) -> bool:
        """Return True if the match begins here and the linked members know it.

        The result is also True once they have had enough time to learn it. The linked members inform the others.
        """
        if self.table is None:
            return False
        near = [place.identity for place in self.table.seated_members if linked(place.identity)]
        known = all(one in self.playing or _status_of(of, one, self._went) == Status.WENT for one in near)
        return (known and bool(near)) or now - self._went_at >= SILENCE_TIMEOUT

    def _have_all_reached(self, of: RecordLookup, table: RoomTable, state: bytes, least: Status) -> bool:
        others = (place.identity for place in table.seated_members if place.identity != self._own)
        return all(least <= _status_of(of, one, state) <= Status.WENT for one in others)

    def _own_readiness(self, me: Record, table: RoomTable | None, of: RecordLookup) -> tuple[Status, bytes]:
        state = self.ready_state(table)
        if me.bot:
            self.keen = state
        elif self.keen != state:
            self.keen = b""
        if not self.keen or table is None:
            return Status.HERE, b""
        if not self._have_all_reached(of, table, state, Status.READY):
            return Status.READY, state
        self._gos[state] = table
        while len(self._gos) > MOST_GOS:
            del self._gos[next(iter(self._gos))]
        return Status.GO, state

    def _go_off(self, state: bytes, now: float) -> tuple[Status, bytes]:
        table = self._gos[state]
        self._went, self._went_at = state, now
        places = tuple(place and place._replace(ready=True) for place in table.places)
        self.table = table._replace(places=places, standing=(), match=match_id(self._room, state))
        return Status.WENT, state


def _status_of(of: RecordLookup, identity: bytes, state: bytes) -> Status:
    """Return a member's status for a certain state."""
    known = of(identity)
    return known.status if known is not None and known.state == state else Status.HERE
