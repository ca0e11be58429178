"""Admission to a tournament: only admitted members admit others.

The opener may admit any number of members. It grants each of them a number of guests, 8 at most, and those guests may
admit nobody. Therefore all space that newcomers can fill is charged to the member that admitted them. A *source* is a
member that the opener admitted, together with the guests of that member.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

MOST_GUESTS = 8


class Guests:
    """Admissions that follow from the received welcomes, in whatever order these have arrived."""

    def __init__(self, opener: bytes, most: int) -> None:
        self.opener = opener
        self._most = most
        self._admitted_by: dict[bytes, bytes] = {opener: b""}
        self._quotas: dict[bytes, int] = {opener: most}
        self._welcomes: dict[bytes, dict[bytes, int]] = {}

    def __contains__(self, identity: object) -> bool:
        """Return True if a member has been admitted."""
        return identity in self._admitted_by

    def __len__(self) -> int:
        return len(self._admitted_by)

    def apply_welcome(self, via: bytes, guest: bytes, guests: int) -> list[bytes] | None:
        """Apply a welcome; return the members that it admits, or None if its author has no quota left."""
        said = self._welcomes.setdefault(via, {})
        if guest in said or len(said) >= (self._most if via == self.opener else MOST_GUESTS):
            return [] if guest in said else None
        said[guest] = guests if via == self.opener else 0
        return self._apply_welcomes(via) if via in self._admitted_by else []

    def _apply_welcomes(self, via: bytes) -> list[bytes]:
        """Apply the welcomes that a newly admitted member has signed, and return the members that they admit."""
        new: list[bytes] = []
        for guest, guests in list(self._welcomes.get(via, {}).items())[: self._quotas.get(via, 0)]:
            more = guests > self._quotas.get(guest, 0) and guest != self.opener
            if guest not in self._admitted_by:
                self._admitted_by[guest] = via
                new.append(guest)
            if more:
                self._quotas[guest] = guests
                new += self._apply_welcomes(guest)
        return new

    def remaining_quota(self, identity: bytes) -> int:
        """Return how many more guests a member may admit."""
        return max(0, self._quotas.get(identity, 0) - len(self._welcomes.get(identity, ())))

    def source_of(self, identity: bytes) -> bytes:
        """Return the source that is charged for a member."""
        via = self._admitted_by.get(identity, b"")
        return identity if via in (b"", self.opener) else via

    def order_by_share(self, identities: Collection[bytes]) -> list[bytes]:
        """Return these members in an order that gives each source one member before any source has two."""
        rows: dict[bytes, list[bytes]] = {}
        for identity in sorted(identities):
            rows.setdefault(self.source_of(identity), []).append(identity)
        return [
            identity for _, _, identity in sorted((i, row[i], row[i]) for row in rows.values() for i in range(len(row)))
        ]

    def member_to_drop(self, identities: Sequence[bytes], source: bytes) -> bytes | None:
        """Return the member that must be dropped to make room for one more member of a source.

        It is the latest member of the source with the most members; `identities` are in the order of arrival. The
        result is None if the newcomer itself must be rejected.
        """
        rows: dict[bytes, list[bytes]] = {}
        for identity in identities:
            rows.setdefault(self.source_of(identity), []).append(identity)
        most = max(rows.values(), key=len, default=[])
        return most[-1] if len(most) > len(rows.get(source, ())) + 1 else None
