"""Who has been let into a tournament, and by whom: nobody is, but by somebody who is.

The opener lets in as many as it likes and says of each how many guests that one may let in, 8 at most; those may let
in nobody. So all that newcomers can fill is charged to whoever let them in: a *source* is somebody whom the opener let
in, with the guests of that one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

MOST_GUESTS = 8


class Guests:
    """What follows from all welcomes that are held; in which order they were heard does not matter to who is in."""

    def __init__(self, opener: bytes, most: int) -> None:
        self.opener = opener
        self._most = most
        self._via: dict[bytes, bytes] = {opener: b""}
        self._may: dict[bytes, int] = {opener: most}
        self._said: dict[bytes, dict[bytes, int]] = {}

    def __contains__(self, identity: object) -> bool:
        """Whether somebody has been let in."""
        return identity in self._via

    def __len__(self) -> int:
        return len(self._via)

    def welcome(self, via: bytes, guest: bytes, guests: int) -> list[bytes] | None:
        """Somebody lets in somebody else; who is in by that, or None if it lets in more than it may."""
        said = self._said.setdefault(via, {})
        if guest in said or len(said) >= (self._most if via == self.opener else MOST_GUESTS):
            return [] if guest in said else None
        said[guest] = guests if via == self.opener else 0
        return self._count(via) if via in self._via else []

    def _count(self, via: bytes) -> list[bytes]:
        """Takes in what somebody who is in has signed; who is in by that."""
        new: list[bytes] = []
        for guest, guests in list(self._said.get(via, {}).items())[: self._may.get(via, 0)]:
            more = guests > self._may.get(guest, 0) and guest != self.opener
            if guest not in self._via:
                self._via[guest] = via
                new.append(guest)
            if more:
                self._may[guest] = guests
                new += self._count(guest)
        return new

    def left(self, identity: bytes) -> int:
        """How many more somebody may let in."""
        return max(0, self._may.get(identity, 0) - len(self._said.get(identity, ())))

    def source(self, identity: bytes) -> bytes:
        """To whom somebody is charged."""
        via = self._via.get(identity, b"")
        return identity if via in (b"", self.opener) else via

    def shares(self, identities: Collection[bytes]) -> list[bytes]:
        """These, so that each source has one before any has two, and so on."""
        rows: dict[bytes, list[bytes]] = {}
        for identity in sorted(identities):
            rows.setdefault(self.source(identity), []).append(identity)
        return [
            identity for _, _, identity in sorted((i, row[i], row[i]) for row in rows.values() for i in range(len(row)))
        ]

    def latest(self, identities: Sequence[bytes], source: bytes) -> bytes | None:
        """Who gives way, of these in the order in which they came, to one more of a source: the latest of the source
        that has most; None if that is the newcomer itself.
        """
        rows: dict[bytes, list[bytes]] = {}
        for identity in identities:
            rows.setdefault(self.source(identity), []).append(identity)
        most = max(rows.values(), key=len, default=[])
        return most[-1] if len(most) > len(rows.get(source, ())) + 1 else None
