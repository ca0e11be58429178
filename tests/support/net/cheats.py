"""Tampered clients, each of which breaks one rule in one step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, cast

from core.engine.codec import Plain, enc
from net.crypto import match_keys, primitives
from net.match.quorum import CountedSet
from net.match.state_machine import StateMachine
from net.replication.entries import ID_SHORT, Kind
from net.replication.outbox import pack_parts, pack_parts_of_stored
from net.replication.sync import Sync
from net.seat.driver import Driver
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner

AT = 3
"""Step in which the clients cheat."""


def named(table: StateMachine, commits: Mapping[int, bytes]) -> list[Plain]:
    """Return the commits named in an honest seal: those that count, or None for a seat without one."""
    return [commits[seat][:ID_SHORT] if seat in commits else None for seat in table.seats]


class SealsAnother(SeatSigner):
    """A client that seals another opening than it committed to."""

    def publish_seal(self, table: StateMachine, commits: Mapping[int, bytes]) -> None:
        if table.step.t == AT:
            self.sealed[AT] = self.sealed[AT][:-1] + bytes([self.sealed[AT][-1] ^ 1])
        super().publish_seal(table, commits)


class SealsRubbish(SeatSigner):
    """A client whose sealed opening cannot be decrypted."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        if table.step.t == AT:
            self.sealed = {AT: bytes(60)}
        super().publish_commit(table, decision)


class FalseProof(SeatSigner):
    """A client that sends the proof of another step."""

    def publish_reveal(self, table: StateMachine, counting: CountedSet) -> None:
        t = table.step.t
        if t != AT:
            return super().publish_reveal(table, counting)
        key = self.keys.step_key(t)
        false = primitives.prove(bytes(32), [self.genesis.match, t, self.seat, self.seat], key.key, *[key.Q] * 3)
        self.publish(Kind.REVEAL, [t, 0, key.Q, list(false), []])
        return None


class OtherPoint(SeatSigner):
    """A client that reveals a wrong seal point."""

    def publish_reveal(self, table: StateMachine, counting: CountedSet) -> None:
        t = table.step.t
        if t != AT:
            return super().publish_reveal(table, counting)
        key = self.keys.step_key(t)
        self.publish(Kind.REVEAL, [t, 0, match_keys.step_point(self.genesis.match, t), list(key.proof), []])
        return None


class TwoCommits(SeatSigner):
    """A client that sends different commits to different peers."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        if table.step.t != AT:
            return super().publish_commit(table, decision)
        sync = cast(Sync, getattr(self._push, "__self__"))  # noqa: B009
        E = primitives.encrypt(bytes(32), bytes(50), [])
        c = match_keys.commitment(self.genesis.match, AT, self.seat, table.step.digest, E)
        other = self.sign(Kind.COMMIT, [AT, c, table.step.digest, []])
        before = {key: list(peer.out) for key, peer in sync.peers.items()}
        super().publish_commit(table, decision)
        for key, peer in list(sync.peers.items())[::2]:
            peer.out = before[key] + pack_parts(other)
        return None


class CommitsTwice(SeatSigner):
    """A client that sends a second commit."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        super().publish_commit(table, decision)
        if table.step.t == AT:
            self.publish(Kind.COMMIT, [AT, bytes(32), table.step.digest, []])


class NamesAnother(SeatSigner):
    """A client whose seal names a commit that the next seat never made."""

    def publish_seal(self, table: StateMachine, commits: Mapping[int, bytes]) -> None:
        if table.step.t != AT:
            return super().publish_seal(table, commits)
        names = named(table, commits)
        names[self.seat % len(names)] = bytes(ID_SHORT)
        self.publish(Kind.SEAL, [AT, names, self.sealed[AT]])
        return None


class NamesItselfWrong(SeatSigner):
    """A client whose seal names another commit than its own."""

    def publish_seal(self, table: StateMachine, commits: Mapping[int, bytes]) -> None:
        if table.step.t != AT:
            return super().publish_seal(table, commits)
        names = named(table, commits)
        names[self.seat - 1] = bytes(ID_SHORT)
        self.publish(Kind.SEAL, [AT, names, self.sealed[AT]])
        return None


class WrongShares(SeatSigner):
    """A client that gives shares which do not match its points."""

    def publish_shares(self) -> None:
        wrong = match_keys.MatchKeys(bytes(32), self.genesis.match, self.seat, self.genesis.seats)
        right, self.keys = self.keys, wrong
        data, _, boxes = cast(Any, _shares_body(self))
        self.keys = right
        self.publish(Kind.GENESIS, [data, right.points, boxes])


def _shares_body(own: SeatSigner) -> Plain:
    from net.match.genesis import make_shares

    return make_shares(own.genesis, own.keys, own._seed)


class WrongResult(SeatSigner):
    """A client that signs a result in which its own seat is first."""

    def publish_result(self, table: StateMachine) -> None:
        outcome: Plain = [[1, self.seat, []]]
        self.publish(Kind.RESULT, [table.last, table.step.digest, outcome])


class Decides(SeatSigner, ABC):
    """A client that opens another decision than its own."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        return super().make_opening(t, self.instead(t, decision) if t == AT else decision)

    @abstractmethod
    def instead(self, t: int, decision: Plain) -> Plain: ...


class TakesTooMuch(Decides):
    """A client that takes more than there is (Pot)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [99]


class DecidesNothing(Decides):
    """A client that opens no decision although it was asked."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return None


class DecidesRubbish(Decides):
    """A client that opens something that is no decision."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [["ä", 7]] * 5


class DecidesUnasked(Decides):
    """A client that decides although another seat was asked (Pot)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [1]


class PlaysWhatItLacks(Decides):
    """A client that plays a card it has played before (Tricks)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        assert isinstance(decision, tuple)
        first = 1024
        card = self.secrets.faces[first]
        return [decision[0], card, self.secrets.salt(first)]


class PlaysAFalseFace(Decides):
    """A client that claims another face for a slot (Tricks)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        assert isinstance(decision, tuple)
        slot, card, salt = decision
        others = set(self.secrets.faces.values()) - {card, self.secrets.faces[1024]}
        return [slot, min(others), salt]


CHOICES = ("Bid", "Play", "Take")
"""Decisions of a player in these games."""


class Mulligan(SeatSigner):
    """A client that decides illegally at every choice, in order to be dealt other cards."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        return super().make_opening(t, ["mulligan"] if type(decision).__name__ in CHOICES else decision)


class NoCanon(SeatSigner):
    """A client whose opening is not in canonical form."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        right = super().make_opening(t, decision)
        size = int.from_bytes(right[32:34], "big") + 1
        return right[:32] + size.to_bytes(2, "big") + right[34:] if t == AT else right


class PadsTooMuch(SeatSigner):
    """A client whose opening is one block too long."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        right = super().make_opening(t, decision)
        return right + bytes(match_keys.BLOCK) if t == AT else right


class PadsTooLittle(SeatSigner):
    """A client whose opening has no padding, so that its length reveals the decision."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        right = super().make_opening(t, decision)
        return right[: match_keys.HEAD + int.from_bytes(right[32:34], "big")] if t == AT else right


class PadsWithOnes(SeatSigner):
    """A client whose opening is not padded with zero bytes."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        right = super().make_opening(t, decision)
        return right[:-1] + b"\x01" if t == AT else right


class WrongPoints(SeatSigner):
    """A client whose key contains a point of small order."""

    def publish_shares(self) -> None:
        data, points, boxes = cast(Any, _shares_body(self))
        self.publish(Kind.GENESIS, [data, [bytes(32), *points[1:]], boxes])


class OtherGenesis(SeatSigner):
    """A client whose first entry names another genesis."""

    def publish_shares(self) -> None:
        data, points, boxes = cast(Any, _shares_body(self))
        self.publish(Kind.GENESIS, [data + b"\x00", points, boxes])


class ShortOpening(SeatSigner):
    """A client whose opening has no room for a nonce."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        return enc(["no"]) if t == AT else super().make_opening(t, decision)


class RicherPlay(MatchProtocol):
    """A client that gives itself gold, or its team a point, before step AT."""

    def _resolve(self) -> bool:
        done = super()._resolve()
        state: Any = self.table.state
        if self.table.last == AT - 1:
            if hasattr(state, "gold"):
                state.gold[self.seat] += 100
            else:
                state.score += 1
            self.table.step = self.table._next_step(self.table.present)
        return done


class RicherPotPlay(MatchProtocol):
    """A client of a league that gives seat 4 gold before step AT."""

    def _resolve(self) -> bool:
        done = super()._resolve()
        if self.table.last == AT - 1:
            state: Any = self.table.state
            state.gold[4] += 100
            self.table.step = self.table._next_step(self.table.present)
        return done


def signing(kind: type[SeatSigner]) -> type[Driver]:
    """Return a driver whose entries are signed by a signer of this class."""
    return type(f"Driver{kind.__name__}", (Driver,), {"signer_class": kind})


class RicherAtTheEnd(MatchProtocol):
    """A client that gives itself gold after the last step."""

    def _resolve(self) -> bool:
        done = super()._resolve()
        if self.table.over:
            state: Any = self.table.state
            state.gold[self.seat] += 100
            self.table.step = self.table._next_step(self.table.present)
        return done


class FalseLink(SeatSigner):
    """A client whose commit names a predecessor that does not exist."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        if table.step.t == AT:
            feed = self.feeds.feed_of(self.seat)
            feed[-1] = feed[-1]._replace(id=bytes(32))
        super().publish_commit(table, decision)


class Chatters(SeatSigner):
    """A client that makes more entries than a step allows."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        if table.step.t == AT:
            for line in range(400):
                self.publish_chat(f"line {line}")
        super().publish_commit(table, decision)


class VotesTwice(SeatSigner):
    """A client that votes both with and without a lost seat, so that two groups might continue."""

    def publish_vote(self, table: StateMachine, number: int, W: tuple[int, ...]) -> None:
        super().publish_vote(table, number, W)
        self.publish(Kind.VOTE, [table.step.t, number, [1, 2, 3], [], None])


class WritesLongHand(SeatSigner):
    """A client whose commit is signed but not in canonical form."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        super().publish_commit(table, decision)
        if table.step.t == AT:
            right = self.feeds.feed_of(self.seat)[-1]
            raw = right.raw[:-1] + bytes.fromhex("dc0000")
            stored = enc([raw, self._signer.sign(primitives.ENTRY, raw)])
            said = pack_parts_of_stored(right.match, right.seat, right.seq + 1, stored)
            next(iter(cast(Sync, getattr(self._push, "__self__")).peers.values())).out += said  # noqa: B009


class FalseShare(SeatSigner):
    """A client that gives the share of a lost seat's key for another step."""

    def make_share(self, t: int, x: int, points: tuple[bytes, ...]) -> Plain:
        return super().make_share(t + 1, x, points)


class CrashesTheCheck(Decides):
    """A client whose decision crashes the game's check (Pot)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [2**63]


class Richer(Driver):
    """A driver whose state differs from that of the others."""

    protocol_class = RicherPlay


class RicherPot(Driver):
    """A driver of a league whose members continue in one other state."""

    protocol_class = RicherPotPlay


class RicherAfterTheEnd(Driver):
    """A driver that signs another state than the others as the result."""

    protocol_class = RicherAtTheEnd
