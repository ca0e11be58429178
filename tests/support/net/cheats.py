"""Clients that were tampered with: each breaks one rule at one step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, cast

from core.engine.codec import Plain, enc
from net.crypto import match_keys, primitives
from net.match.quorum import Counted
from net.match.state_machine import Table
from net.replication.entries import ID_SHORT, Kind
from net.replication.outbox import parts_of, parts_of_stored
from net.replication.sync import Sync
from net.seat.driver import Driver
from net.seat.protocol import Play
from net.seat.signer import Signatory

AT = 3
"""The step at which they cheat."""


def named(table: Table, commits: Mapping[int, bytes]) -> list[Plain]:
    """What an honest seal names: the commits that count, nothing for a seat without one."""
    return [commits[seat][:ID_SHORT] if seat in commits else None for seat in table.seats]


class SealsAnother(Signatory):
    """Its seal holds another E than its commit promised."""

    def seal(self, table: Table, commits: Mapping[int, bytes]) -> None:
        if table.step.t == AT:
            self.sealed[AT] = self.sealed[AT][:-1] + bytes([self.sealed[AT][-1] ^ 1])
        super().seal(table, commits)


class SealsRubbish(Signatory):
    """Its sealed opening opens under no key."""

    def commit(self, table: Table, decision: Plain) -> None:
        if table.step.t == AT:
            self.sealed = {AT: bytes(60)}
        super().commit(table, decision)


class FalseProof(Signatory):
    """Its proof is that of another step."""

    def reveal(self, table: Table, counting: Counted) -> None:
        t = table.step.t
        if t != AT:
            return super().reveal(table, counting)
        key = self.keys.step(t)
        false = primitives.prove(bytes(32), [self.genesis.match, t, self.seat, self.seat], key.key, *[key.Q] * 3)
        self.publish(Kind.REVEAL, [t, 0, key.Q, list(false), []])
        return None


class OtherPoint(Signatory):
    """It reveals a seal point that is not a_0 P[t]."""

    def reveal(self, table: Table, counting: Counted) -> None:
        t = table.step.t
        if t != AT:
            return super().reveal(table, counting)
        key = self.keys.step(t)
        self.publish(Kind.REVEAL, [t, 0, match_keys.step_point(self.genesis.match, t), list(key.proof), []])
        return None


class TwoCommits(Signatory):
    """It commits to two different openings, and shows one to half of its peers."""

    def commit(self, table: Table, decision: Plain) -> None:
        if table.step.t != AT:
            return super().commit(table, decision)
        sync = cast(Sync, getattr(self._push, "__self__"))  # noqa: B009
        E = primitives.aead(bytes(32), bytes(50), [])
        c = match_keys.commitment(self.genesis.match, AT, self.seat, table.step.digest, E)
        other = self.sign(Kind.COMMIT, [AT, c, table.step.digest, []])
        before = {key: list(peer.out) for key, peer in sync.peers.items()}
        super().commit(table, decision)
        for key, peer in list(sync.peers.items())[::2]:
            peer.out = before[key] + parts_of(other)
        return None


class CommitsTwice(Signatory):
    """It publishes a second commit after its first."""

    def commit(self, table: Table, decision: Plain) -> None:
        super().commit(table, decision)
        if table.step.t == AT:
            self.publish(Kind.COMMIT, [AT, bytes(32), table.step.digest, []])


class NamesAnother(Signatory):
    """Its seal names a commit that the next seat never made."""

    def seal(self, table: Table, commits: Mapping[int, bytes]) -> None:
        if table.step.t != AT:
            return super().seal(table, commits)
        names = named(table, commits)
        names[self.seat % len(names)] = bytes(ID_SHORT)
        self.publish(Kind.SEAL, [AT, names, self.sealed[AT]])
        return None


class NamesItselfWrong(Signatory):
    """Its seal stands under another commit than its own."""

    def seal(self, table: Table, commits: Mapping[int, bytes]) -> None:
        if table.step.t != AT:
            return super().seal(table, commits)
        names = named(table, commits)
        names[self.seat - 1] = bytes(ID_SHORT)
        self.publish(Kind.SEAL, [AT, names, self.sealed[AT]])
        return None


class WrongShares(Signatory):
    """The shares that it deals do not fit its points."""

    def shares(self) -> None:
        wrong = match_keys.MatchKeys(bytes(32), self.genesis.match, self.seat, self.genesis.seats)
        right, self.keys = self.keys, wrong
        data, _, boxes = cast(Any, _shares_body(self))
        self.keys = right
        self.publish(Kind.GENESIS, [data, right.points, boxes])


def _shares_body(own: Signatory) -> Plain:
    from net.match.genesis import make_shares

    return make_shares(own.genesis, own.keys, own._seed)


class WrongResult(Signatory):
    """It signs a standing in which it is first."""

    def result(self, table: Table) -> None:
        outcome = [[1, self.seat, []]]
        self.publish(Kind.RESULT, [table.last, table.step.digest, outcome])


class Decides(Signatory, ABC):
    """It opens something else than its decision."""

    def opening(self, t: int, decision: Plain) -> bytes:
        return super().opening(t, self.instead(t, decision) if t == AT else decision)

    @abstractmethod
    def instead(self, t: int, decision: Plain) -> Plain: ...


class TakesTooMuch(Decides):
    """It takes more than there is (Pot)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [99]


class DecidesNothing(Decides):
    """It was asked and opens no decision."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return None


class DecidesRubbish(Decides):
    """It opens what no decision looks like."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [["ä", 7]] * 5


class DecidesUnasked(Decides):
    """It decides where another is asked (Pot)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [1]


class PlaysWhatItLacks(Decides):
    """It plays a card that it has played before (Tricks)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        first = 1024
        card = self.secrets.faces[first]
        return [decision[0], card, self.secrets.salt(first)]


class PlaysAFalseFace(Decides):
    """It claims another face for its slot (Tricks)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        slot, card, salt = decision
        others = set(self.secrets.faces.values()) - {card, self.secrets.faces[1024]}
        return [slot, min(others), salt]


CHOICES = ("Bid", "Play", "Take")
"""What a player decides in these games. Duties, which lay and open cards, a cheat fulfils: they bring it new ones."""


class Mulligan(Signatory):
    """It decides what no rule allows whenever it has a choice, to be dealt other cards."""

    def opening(self, t: int, decision: Plain) -> bytes:
        return super().opening(t, ["mulligan"] if type(decision).__name__ in CHOICES else decision)


class NoCanon(Signatory):
    """Its opening is not in canonical form."""

    def opening(self, t: int, decision: Plain) -> bytes:
        right = super().opening(t, decision)
        size = int.from_bytes(right[32:34], "big") + 1
        return right[:32] + size.to_bytes(2, "big") + right[34:] if t == AT else right


class PadsTooMuch(Signatory):
    """Its opening is a block longer than it has to be."""

    def opening(self, t: int, decision: Plain) -> bytes:
        right = super().opening(t, decision)
        return right + bytes(match_keys.BLOCK) if t == AT else right


class PadsTooLittle(Signatory):
    """Its opening ends with its decision, so that its length shows what was decided."""

    def opening(self, t: int, decision: Plain) -> bytes:
        right = super().opening(t, decision)
        return right[: match_keys.HEAD + int.from_bytes(right[32:34], "big")] if t == AT else right


class PadsWithOnes(Signatory):
    """Its opening is padded with something else than zero bytes."""

    def opening(self, t: int, decision: Plain) -> bytes:
        right = super().opening(t, decision)
        return right[:-1] + b"\x01" if t == AT else right


class WrongPoints(Signatory):
    """One of its points is of small order, under which a proof would say nothing."""

    def shares(self) -> None:
        data, points, boxes = cast(Any, _shares_body(self))
        self.publish(Kind.GENESIS, [data, [bytes(32), *points[1:]], boxes])


class OtherGenesis(Signatory):
    """Its first entry holds another genesis than the cards make."""

    def shares(self) -> None:
        data, points, boxes = cast(Any, _shares_body(self))
        self.publish(Kind.GENESIS, [data + b"\x00", points, boxes])


class ShortOpening(Signatory):
    """Its opening has no room for a nonce."""

    def opening(self, t: int, decision: Plain) -> bytes:
        return enc(["no"]) if t == AT else super().opening(t, decision)


class RicherPlay(Play):
    """Gives itself gold before step AT, or its team a point."""

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


def signing(kind: type[Signatory]) -> type[Driver]:
    """A driver whose entries are made by this signatory."""
    return type(f"Driver{kind.__name__}", (Driver,), {"signatory": kind})


class RicherAtTheEnd(Play):
    """Gives itself gold after the last step."""

    def _resolve(self) -> bool:
        done = super()._resolve()
        if self.table.over:
            self.table.state.gold[self.seat] += 100
            self.table.step = self.table._next_step(self.table.present)
        return done


class FalseLink(Signatory):
    """Its commit names a predecessor that it never made."""

    def commit(self, table: Table, decision: Plain) -> None:
        if table.step.t == AT:
            feed = self.feeds.of(self.seat)
            feed[-1] = feed[-1]._replace(id=bytes(32))
        super().commit(table, decision)


class Chatters(Signatory):
    """It says more than a step allows."""

    def commit(self, table: Table, decision: Plain) -> None:
        if table.step.t == AT:
            for line in range(400):
                self.chat(f"line {line}")
        super().commit(table, decision)


class VotesTwice(Signatory):
    """It votes for one round both with a lost seat and without it, so that two halves might go on."""

    def vote(self, table: Table, number: int, W: tuple[int, ...]) -> None:
        super().vote(table, number, W)
        self.publish(Kind.VOTE, [table.step.t, number, [1, 2, 3], [], None])


class WritesLongHand(Signatory):
    """Its commit ends in an empty list of three bytes where one will do: signed, and in no canonical form."""

    def commit(self, table: Table, decision: Plain) -> None:
        super().commit(table, decision)
        if table.step.t == AT:
            right = self.feeds.of(self.seat)[-1]
            raw = right.raw[:-1] + bytes.fromhex("dc0000")
            stored = enc([raw, self._signer.sign(primitives.ENTRY, raw)])
            said = parts_of_stored(right.match, right.seat, right.seq + 1, stored)
            next(iter(cast(Sync, getattr(self._push, "__self__")).peers.values())).out += said  # noqa: B009


class FalseShare(Signatory):
    """Its share of a lost seat's key is that of another step."""

    def share(self, t: int, x: int, points: tuple[bytes, ...]) -> Plain:
        return super().share(t + 1, x, points)


class CrashesTheCheck(Decides):
    """Its decision is one that the game's check cannot bear (Pot)."""

    def instead(self, t: int, decision: Plain) -> Plain:
        return [2**63]


class Richer(Driver):
    """Plays on in another state than the others."""

    conduct = RicherPlay
