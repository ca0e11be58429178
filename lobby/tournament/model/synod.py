"""Agreement on one decision: the Synod protocol, with one proposer for each ballot.

The rule is that of L. Lamport, "The Part-Time Parliament" (1998), with proposers that take turns. In the terms of
"Paxos Made Simple" (2001), `Move` is a promise, `Propose` is an accept request, and `Back` is an acceptance. Each
member signs one hash-linked feed. Therefore a promise comes after everything that its member backed before, and proves
what that was.

Quorums are weighted majorities (D. K. Gifford, "Weighted Voting for Replicated Data", 1979). Any two quorums share a
member.

docs/internals/tournaments.md contains the proof. It assumes that members may stop, restart with the data on their disk,
and lose messages, but that they do not sign what this module refuses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lobby.tournament.model.entries import Back, Move, Propose, Signed

CHAIR_VOTES = 2
"""Number of votes of the chair, if the electors have a chair.

With three other electors, the chair and any one of them can decide.
"""


class Electors(NamedTuple):
    """Members that make one decision, in the order in which they propose."""

    members: tuple[bytes, ...]
    chair: bytes = b""
    """Member with more than one vote, or empty if there is none."""

    def proposer(self, b: int) -> bytes:
        """Return the only member that may propose in a ballot."""
        return self.members[b % len(self.members)]

    def is_quorum(self, members: Collection[bytes]) -> bool:
        """Return True if these members have more than half of all votes."""
        return 2 * self._vote_count(set(members) & set(self.members)) > self._vote_count(self.members)

    def _vote_count(self, members: Collection[bytes]) -> int:
        return len(members) + (CHAIR_VOTES - 1) * (self.chair in members)

    def pack(self, members: Collection[bytes]) -> bytes:
        """Return a bitmap of some electors; the first elector is the lowest bit of the first byte."""
        bits = sum(1 << i for i, member in enumerate(self.members) if member in members)
        return bits.to_bytes((len(self.members) + 7) // 8, "little")

    def unpack(self, bitmap: bytes) -> set[bytes] | None:
        """Return the electors in a bitmap, or None if the bitmap is malformed."""
        bits = int.from_bytes(bitmap, "little")
        if len(bitmap) != (len(self.members) + 7) // 8 or bits >> len(self.members):
            return None
        return {member for i, member in enumerate(self.members) if bits >> i & 1}


@dataclass(slots=True)
class Ballots:
    """Signed votes on one decision."""

    moved: dict[bytes, int] = field(default_factory=dict)
    """Latest ballot to which each member has moved; it no longer backs anything in earlier ballots."""
    backs: dict[tuple[int, bytes], set[bytes]] = field(default_factory=lambda: defaultdict(set))
    last: dict[bytes, tuple[int, bytes]] = field(default_factory=dict)
    """Latest ballot in which each member has backed a content, and that content."""
    proposals: dict[int, dict[tuple[bytes, bytes], Signed]] = field(default_factory=lambda: defaultdict(dict))
    """Proposals by ballot, then by proposer and content."""

    # -- adding votes --

    def add(self, signed: Signed, forked: bool = False) -> str:
        """Add a vote; return the reason why it does not count, or "" if it does.

        Votes of one member arrive in the order of its feed. Both versions of a `forked` feed bind their member.
        Therefore votes that contradict each other are both kept.
        """
        identity, said = signed.identity, signed.body
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
        """Return True if a member has proposed a content in a ballot."""
        return any(by == identity for by, _ in self.proposals.get(b, ()))

    def promising_members(self, b: int, electors: Electors) -> set[bytes]:
        """Return the electors that have moved to this ballot or a later one."""
        return {member for member in electors.members if self.moved.get(member, 0) >= b}

    def choice(self, b: int, promised: set[bytes], electors: Electors) -> tuple[bool, bytes | None]:
        """Return True if these promises allow a proposal in a ballot, and the only content that it may have.

        The content is None if any content is allowed. A content may have won an earlier ballot if a quorum could have
        backed it. Such a quorum consists of the members of `promised` that did back it, and all electors outside
        `promised`. The latest ballot of this kind binds the proposal. Promises of less than a quorum allow nothing.
        Promises after which two contents of one ballot may have won also allow nothing; that requires a proposer with
        two versions of its feed.
        """
        if not electors.is_quorum(promised):
            return False, None
        unknown = set(electors.members) - promised
        won = [
            key
            for key, members in self.backs.items()
            if key[0] < b and electors.is_quorum(members & promised | unknown)
        ]
        latest = max((ballot for ballot, _ in won), default=0)
        contents = [hash for ballot, hash in won if ballot == latest]
        return len(contents) < 2, contents[0] if len(contents) == 1 else None

    def is_justified(self, propose: Propose, by: bytes, electors: Electors) -> bool | None:
        """Return True if a proposal is allowed, or None while promises to which it refers have not arrived.

        The result depends only on the proposal and the promises. Therefore it is the same for every member, and
        offline.
        """
        if by != electors.proposer(propose.b):
            return False
        if propose.b == 0:
            return not propose.promised
        promised = electors.unpack(propose.promised)
        if promised is None or not electors.is_quorum(promised):
            return False
        if not promised <= self.promising_members(propose.b, electors):
            return None
        allowed, only = self.choice(propose.b, promised, electors)
        return allowed and only in (None, propose.hash)

    def decided_contents(self, electors: Electors) -> Iterator[tuple[int, bytes]]:
        """Yield each ballot in which a quorum has backed a justified proposal, with its content.

        The earliest ballot comes first. There is at most one content, unless members have signed two versions of their
        feed.
        """
        for (b, hash), members in sorted(self.backs.items()):
            signed = self.proposals.get(b, {}).get((electors.proposer(b), hash))
            if signed is None or not electors.is_quorum(members):
                continue
            assert isinstance(signed.body, Propose)
            if self.is_justified(signed.body, signed.identity, electors):
                yield b, hash

    # -- tournaments of earlier versions --

    def backing_majorities(self, hash: bytes, electors: set[bytes]) -> Iterator[set[bytes]]:
        """Yield each majority that has backed a content in one ballot, by the rule before opening version 3."""
        for (_, named), members in sorted(self.backs.items()):
            if named == hash and 2 * len(members & electors) > len(electors):
                yield members & electors
