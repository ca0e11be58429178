"""Agreement on one decision: the Synod protocol, with one proposer for each ballot.

The rule is the one of L. Lamport, "The Part-Time Parliament" (1998), with proposers that take turns. In the terms of
"Paxos Made Simple" (2001): `Move` is a promise, `Propose` is an accept request, `Back` is an acceptance. Each member
signs one hash-linked feed. So a promise comes after everything that its member backed before, and proves it.

Quorums are weighted majorities (D. K. Gifford, "Weighted Voting for Replicated Data", 1979). Any two share a member.

docs/internals/tournaments.md has the proof. It assumes that members may stop, return from their disk, and lose
messages, but do not sign what this module refuses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lobby.tournament.model.entries import Back, Move, Propose, Signed

CHAIR_VOTES = 2
"""Votes of the chair, where the electors have one. With three others, the chair and any one of them decide."""


class Electors(NamedTuple):
    """The members that make one decision, in the order in which they propose."""

    members: tuple[bytes, ...]
    chair: bytes = b""
    """The member with more than one vote; empty if there is none."""

    def proposer(self, b: int) -> bytes:
        """Return the only member that may propose in a ballot."""
        return self.members[b % len(self.members)]

    def quorum(self, members: Collection[bytes]) -> bool:
        """Return True if these members have more than half of all votes."""
        return 2 * self._votes(set(members) & set(self.members)) > self._votes(self.members)

    def _votes(self, members: Collection[bytes]) -> int:
        return len(members) + (CHAIR_VOTES - 1) * (self.chair in members)

    def pack(self, members: Collection[bytes]) -> bytes:
        """Return a set of electors as a bitmap; the first elector is the lowest bit of the first byte."""
        bits = sum(1 << i for i, member in enumerate(self.members) if member in members)
        return bits.to_bytes((len(self.members) + 7) // 8, "little")

    def unpack(self, bitmap: bytes) -> set[bytes] | None:
        """Return the electors in a bitmap; None if it does not fit these electors."""
        bits = int.from_bytes(bitmap, "little")
        if len(bitmap) != (len(self.members) + 7) // 8 or bits >> len(self.members):
            return None
        return {member for i, member in enumerate(self.members) if bits >> i & 1}


@dataclass(slots=True)
class Ballots:
    """The signed votes on one decision."""

    moved: dict[bytes, int] = field(default_factory=dict)
    """The latest ballot that each member has moved to: it backs nothing in an earlier one any more."""
    backs: dict[tuple[int, bytes], set[bytes]] = field(default_factory=lambda: defaultdict(set))
    last: dict[bytes, tuple[int, bytes]] = field(default_factory=dict)
    """The latest ballot in which each member has backed something, and the content."""
    proposals: dict[int, dict[tuple[bytes, bytes], Signed]] = field(default_factory=lambda: defaultdict(dict))
    """By ballot, then by proposer and content."""

    # -- adding votes --

    def add(self, signed: Signed, forked: bool = False) -> str:
        """Add a vote, and return why it does not count; empty if it does. Votes of one member come in feed order.

        Both versions of a `forked` feed bind their member, so what they contradict each other in is kept.
        """
        identity, said = signed.identity, signed.said
        assert isinstance(said, (Move, Propose, Back))
        latest = self.moved.get(identity, 0)
        if isinstance(said, Move):
            if said.b <= latest:
                return f"it goes back to ballot {said.b}"
            self.moved[identity] = said.b
        elif said.b < latest:
            return f"ballot {said.b} after it had left it"
        elif isinstance(said, Propose):
            if not forked and self.has_proposed(identity, said.b):
                return f"two proposals in ballot {said.b}"
            self.proposals[said.b].setdefault((identity, said.hash), signed)
        else:
            last = self.last.get(identity)
            if last is not None and last[0] >= said.b and last != (said.b, said.hash) and not forked:
                return f"it agrees to two contents in ballot {said.b}"
            self.last[identity] = max(last or (said.b, said.hash), (said.b, said.hash))
            self.backs[said.b, said.hash].add(identity)
        return ""

    def forget(self, identity: bytes) -> None:
        """Remove all votes of a member."""
        self.moved.pop(identity, None)
        self.last.pop(identity, None)
        for proposed in self.proposals.values():
            for key in [key for key in proposed if key[0] == identity]:
                del proposed[key]
        for members in self.backs.values():
            members.discard(identity)

    # -- rule --

    def has_proposed(self, identity: bytes, b: int) -> bool:
        """Return True if a member has proposed something in a ballot."""
        return any(by == identity for by, _ in self.proposals.get(b, ()))

    def promised(self, b: int, electors: Electors) -> set[bytes]:
        """Return the electors that have moved to a ballot or beyond."""
        return {member for member in electors.members if self.moved.get(member, 0) >= b}

    def choice(self, b: int, promised: set[bytes], electors: Electors) -> tuple[bool, bytes | None]:
        """Return whether these promises allow a proposal in a ballot, and the only content it may have; None for any.

        A content may have won an earlier ballot if a quorum could have backed it: those of `promised` that did, and all
        others. The latest such ballot binds. Promises of less than a quorum allow nothing. Neither do promises after
        which two contents of one ballot may have won, which takes a proposer with two versions of its feed.
        """
        if not electors.quorum(promised):
            return False, None
        unknown = set(electors.members) - promised
        won = [
            key for key, members in self.backs.items() if key[0] < b and electors.quorum(members & promised | unknown)
        ]
        latest = max((ballot for ballot, _ in won), default=0)
        contents = [hash for ballot, hash in won if ballot == latest]
        return len(contents) < 2, contents[0] if len(contents) == 1 else None

    def justified(self, propose: Propose, by: bytes, electors: Electors) -> bool | None:
        """Return whether a proposal is allowed; None while promises that it names have not arrived.

        The answer depends on the proposal and the promises alone, so it is the same for every member and offline.
        """
        if by != electors.proposer(propose.b):
            return False
        if propose.b == 0:
            return not propose.promised
        promised = electors.unpack(propose.promised)
        if promised is None or not electors.quorum(promised):
            return False
        if not promised <= self.promised(propose.b, electors):
            return None
        allowed, only = self.choice(propose.b, promised, electors)
        return allowed and only in (None, propose.hash)

    def decided(self, electors: Electors) -> Iterator[tuple[int, bytes]]:
        """Yield each ballot in which a quorum has backed a justified proposal, and its content, the earliest first.

        There is one content at most unless members have signed two versions of their feed.
        """
        for (b, hash), members in sorted(self.backs.items()):
            signed = self.proposals.get(b, {}).get((electors.proposer(b), hash))
            if signed is None or not electors.quorum(members):
                continue
            assert isinstance(signed.said, Propose)
            if self.justified(signed.said, signed.identity, electors):
                yield b, hash

    # -- tournaments of earlier versions --

    def backed(self, hash: bytes, electors: set[bytes]) -> Iterator[set[bytes]]:
        """Yield each majority that has backed a content in one ballot, by the rule before opening version 3."""
        for (_, named), members in sorted(self.backs.items()):
            if named == hash and 2 * len(members & electors) > len(electors):
                yield members & electors
