"""Byzantine peers: each attack of the catalogue (docs/internals/fairness.md) as a driver that plays one seat.

Those in `tests.support.net.cheats` sign one wrong entry. Those here withhold, copy, rewrite, forge or replay entries,
lie about the entries they have, or need a game with cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, cast

from core.engine.codec import BadEncodingError, Plain, enc
from net.crypto import match_keys, primitives
from net.match.feed_reader import step_of
from net.match.state_machine import StateMachine
from net.replication import entries, messages
from net.replication.entries import Entry, Kind, Place
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner
from tests.support.core.cheats import AllTheSame, Inventor, Layer, Repentant, Twin, is_opening
from tests.support.core.mutations import places, plainly, replaced
from tests.support.net import cheats
from tests.support.net.cheats import AT, signing
from tests.support.net.tables import BRIDGEFRONT, CABINET, MIDNIGHT, drivers, play
from tests.support.net.toys import POT, TRICKS

# -- what a peer sends, tampered with on its way out --


class Tampering(Driver):
    """A peer that sends tampered messages with valid signatures."""

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        sent: dict[PeerKey, list[bytes]] = {}
        for to, datagram in super().take_datagrams():
            sent.setdefault(to, []).extend(map(messages.pack_message, self.tampered(to, messages.read(datagram))))
        for to in self.sync.peers:
            sent.setdefault(to, []).extend(map(messages.pack_message, self.more(to)))
        return [(to, datagram) for to, said in sent.items() for datagram in messages.pack_datagrams(said)]

    def tampered(self, to: PeerKey, said: list[messages.Message]) -> list[messages.Message]:
        """Return the messages that the peer sends instead of these."""
        return said

    def more(self, to: PeerKey) -> list[messages.Message]:
        """Return the messages that the peer sends in addition."""
        return []


class Withholds(Tampering):
    """A peer that withholds its entries from step `AT` on, beginning with one of a certain kind."""

    withheld = Kind.REVEAL

    @property
    def limit(self) -> int:
        """Number of the peer's own entries that it sends."""
        own = self.feeds.feed_of(self.seat) if self.protocol else []
        return next((e.seq for e in own if e.kind == self.withheld and step_of(e) >= AT), len(own))

    def tampered(self, to: PeerKey, said: list[messages.Message]) -> list[messages.Message]:
        limit = self.limit
        shown = []
        for one in said:
            if isinstance(one, messages.Part) and one.seat == self.seat and one.seq >= limit:
                continue
            if isinstance(one, messages.Heads) and one.heads[self.seat - 1][0] > limit:
                own = (limit, self.feeds.feed_of(self.seat)[limit - 1].id[:8] if limit else b"")
                one = one._replace(heads=(*one.heads[: self.seat - 1], own, *one.heads[self.seat :]))
            shown.append(one)
        return shown


class NeverCommits(Withholds):
    withheld = Kind.COMMIT


class WithholdsItsSeal(Withholds):
    """A peer that withholds its seal after seeing all commits."""

    withheld = Kind.SEAL


class WithholdsItsReveal(Withholds):
    """A peer that withholds its reveal, and so the beacon, after seeing all other reveals."""


class WithholdsItsResult(Withholds):
    """A peer that does not sign the result of the match."""

    withheld = Kind.RESULT


class IsLate(WithholdsItsReveal):
    """A peer that sends its reveal only after a delay."""

    LATE = 0.7

    def __init__(self, *args: Any, **more: Any) -> None:
        self._since = float("inf")
        super().__init__(*args, **more)

    @property
    def limit(self) -> int:
        limit = super().limit
        if self.protocol and limit < len(self.feeds.feed_of(self.seat)):
            self._since = min(self._since, self.sync.now)
        return len(self.feeds.feed_of(self.seat)) if self.sync.now - self._since > self.LATE else limit


class IsGone(Tampering):
    """A peer that neither receives nor sends from step `AT` on."""

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        if not self._dead():
            super().receive(datagram, peer)

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        sent = super().take_datagrams()
        return [] if self._dead() else sent

    def _dead(self) -> bool:
        return self.protocol is not None and self.protocol.table.step.t >= AT


class Replays(Tampering):
    """A peer that sends old entries again, in any order, including those of an earlier match."""

    MOST = 400

    def __init__(self, *args: Any, **more: Any) -> None:
        self._heard: list[bytes] = []
        self._again = 0
        super().__init__(*args, **more)

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        if len(self._heard) < self.MOST:
            self._heard.append(datagram)
        super().receive(datagram, peer)

    def more(self, to: PeerKey) -> list[messages.Message]:
        if not self.protocol or not self._heard or self._again >= self.MOST:
            return []
        self._again += 1
        chance = random.Random(self._again)
        again = self._read_again(chance.choice(self._heard))
        old = chance.choice(earlier_entries(self.at.seats))
        if (
            self._again % 50 or len(old.stored) > messages.PART
        ):  # more often, and its own entries would not be read either
            return again
        return [*again, messages.Part(self.feeds.match, old.seat, old.seq, 0, 1, old.stored)]

    @staticmethod
    def _read_again(datagram: bytes) -> list[messages.Message]:
        try:
            return messages.read(datagram)[:4]
        except BadEncodingError:  # it has heard garbage as well
            return []


@cache
def earlier_entries(seats: int) -> list[Entry]:
    """Return the entries that the same players signed in another match in the same room."""
    net = play(drivers(POT, seats, goal=3))
    return [entry for seat in range(1, seats + 1) for entry in net.drivers[1].feeds.feed_of(seat)]


class Forges(Tampering):
    """A peer that makes entries of other seats, with its own key or with copied signatures."""

    def more(self, to: PeerKey) -> list[messages.Message]:
        if (
            not self.protocol
            or self.protocol.stopped
            or not self.feeds.feed_of(self.seat)
            or self.protocol.table.step.t > 2 * AT
        ):
            return []
        chance = random.Random(self.sync.now * 1000 + len(self.feeds.feed_of(self.seat)))
        if chance.random() > 0.2:
            return []
        seat = chance.choice([seat for seat in self.feeds.seats if seat != self.seat])
        feed = self.feeds.feed_of(seat)
        place = Place(self.feeds.match, seat, len(feed), self.feeds.last_id(seat))
        body: Plain = [self.protocol.table.step.t, bytes(32), bytes(32), []]
        forged = entries.make(self.setup.signer, place, Kind.COMMIT, self.feeds.lengths(), body)
        if feed and chance.random() < 0.5:
            forged = forged._replace(signature=feed[-1].signature)
        ready = enc([0, self.feeds.match, seat, self.protocol.table.step.t, 10**6, True, bytes(32)])
        soft = messages.Soft(ready, self.setup.signer.sign(primitives.SOFT, ready))
        part = messages.Part(forged.match, seat, forged.seq, 0, 1, forged.stored)
        return [part, soft]


class Boasts(Tampering):
    """A peer that announces more entries than exist."""

    def tampered(self, to: PeerKey, said: list[messages.Message]) -> list[messages.Message]:
        return [self._more(item) if isinstance(item, messages.Heads) else item for item in said]

    @staticmethod
    def _more(heads: messages.Heads) -> messages.Heads:
        return heads._replace(heads=tuple((length + 3, short or bytes(8)) for length, short in heads.heads))


class Floods(Tampering):
    """A peer that sends garbage: noise, parts of entries that do not exist, and huge lists."""

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        chance = random.Random(self.sync.now * 1000)
        garbage = [(to, item) for to in self.sync.peers for item in self._garbage(chance)]
        return super().take_datagrams() + (garbage if self.sync.now < 1.0 else [])

    def _garbage(self, chance: random.Random) -> Iterator[bytes]:
        yield chance.randbytes(chance.randrange(1300))
        yield bytes([messages.PLAIN]) + b"\x91" * chance.randrange(1, 1190)
        yield bytes([messages.PLAIN]) + b"\xdd\xff\xff\xff\xff" + chance.randbytes(100)
        for _ in range(6 if self.protocol else 0):
            seat, seq = chance.randrange(1, 7), chance.randrange(100)
            part = messages.Part(self.feeds.match, seat, seq, chance.randrange(39), 40, chance.randbytes(900))
            yield next(messages.pack_datagrams([messages.pack_message(part)]))


class TellsBothVersions(Tampering):
    """A peer that shows one seat another version of its last step (equivocation)."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self._told = False
        super().__init__(*args, **more)

    def more(self, to: PeerKey) -> list[messages.Message]:
        if not self.protocol or self.protocol.table.step.t < AT or self._told:
            return []
        own = self.feeds.feed_of(self.seat)
        old = next((entry for entry in own if entry.kind == Kind.COMMIT and step_of(entry) == AT - 1), None)
        if old is None:  # it was away in that step
            return []
        place = Place(old.match, self.seat, old.seq, old.prev)
        assert isinstance(old.body, list)
        body: Plain = [old.body[0], bytes(32), *old.body[2:]]
        other = entries.make(self.setup.signer, place, Kind.COMMIT, old.seen, body)
        self._told = True
        return [messages.Part(other.match, other.seat, other.seq, 0, 1, other.stored)]


# -- what a peer signs --


class CopiesACommit(SeatSigner):
    """A peer that copies the commit of another seat, hoping to copy the opening too."""

    def others_commit(self) -> Entry | None:
        """Return the commit to copy, or None before it has arrived."""
        entries = (entry for seat in self.feeds.seats if seat != self.seat for entry in self.feeds.feed_of(seat))
        return next((entry for entry in entries if entry.kind == Kind.COMMIT and step_of(entry) == AT), None)

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        there = self.others_commit()
        if table.step.t != AT or there is None:
            return super().publish_commit(table, decision)
        assert isinstance(there.body, list)
        self.sealed = {AT: self.keys.seal(AT, self.make_opening(AT, decision))}
        self.publish(Kind.COMMIT, [AT, there.body[1], table.step.digest, []])
        return None


class Waiting(MatchProtocol):
    """A protocol that commits only after another seat."""

    def _commit(self, *args: Any, **more: Any) -> bool:
        own = cast(CopiesACommit, self.own)
        return (self.table.step.t != AT or own.others_commit() is not None) and super()._commit(*args, **more)


class ChangesItsMind(SeatSigner):
    """A peer that seals another opening than it committed to, after seeing all commits."""

    def publish_seal(self, table: StateMachine, *rest: Any) -> None:
        if table.step.t == AT:
            self.sealed[AT] = self.keys.seal(AT, match_keys.pack_opening(self.secrets.nonce(AT)[::-1], None))
        super().publish_seal(table, *rest)


class AnswersInOthersNames(SeatSigner):
    """A peer that also answers for a seat that was not asked (Tricks)."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        right = super().make_opening(t, decision)
        return match_keys.pack_opening(right[:32], [decision, decision]) if t == AT else right


# -- with cards --


class Unchecked:
    """A game that checks no decision, as in a tampered client."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def check(self, *args: Any) -> None:
        """Accept anything."""


class Shameless(MatchProtocol):
    """A protocol that sends decisions which the rules of the game forbid."""

    def _take_decision(self) -> bool:
        real, self.game = self.game, Unchecked(self.game)
        try:
            return super()._take_decision()
        finally:
            self.game = real


class Lays(SeatSigner):
    """A peer that commits false cards to fresh slots, from step `since` on."""

    layer: type[Layer] = Twin
    since = 1

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        own = self.secrets
        own_card = 2 if self.seat > 1 else 3
        self.secrets = Inventor(own, self.since, own_card) if self.layer is Inventor else self.layer(own, self.since)


class LaysTwins(Lays):
    """A peer that lays one card twice, and another not at all."""


class LaysTheBest(Lays):
    """A peer whose pile consists of copies of one card."""

    layer = AllTheSame


class LaysAnothers(Lays):
    """A peer that lays a card it never had."""

    layer = Inventor


class LaysTwinsForAWhile(Lays):
    """A peer that lays a twin as long as its pile lasts."""

    layer = Repentant


class OpensAnother(SeatSigner):
    """A peer that plays a card it does not have, by opening another face."""

    done = 0

    def make_opening(self, t: int, decision: Plain) -> bytes:
        plain = plainly(decision)
        where = next((path for path, part in places(plain) if is_opening(part)), None)
        if where is None or (self.done and self.done != t):
            return SeatSigner.make_opening(self, t, decision)
        self.done = t
        slot, card, salt = next(part for path, part in places(plain) if path == where)
        return match_keys.pack_opening(self.secrets.nonce(t), replaced(plain, where, [slot, card + 1, salt]))


class HidesADuty(SeatSigner):
    """A peer that opens none of the cards that it must show."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        if isinstance(decision, tuple) and type(decision).__name__ in ("Show", "Clear", "Reveal"):
            decision = type(decision)(*(() for _ in decision))
        return SeatSigner.make_opening(self, t, decision)


class ShowsNothing(SeatSigner):
    """A peer that sends invalid boxes when it must show a card in private (Midnight)."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        if boxes := getattr(decision, "boxes", b""):
            sent: Any = decision
            decision = sent._replace(boxes=bytes(len(boxes)))
        return super().make_opening(t, decision)


class DeniesWhatItSaw(SeatSigner):
    """A peer that reports every box as invalid, so that others must show their cards to all (Midnight)."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.secrets.decrypt_opening = lambda *_: None  # type: ignore[method-assign, assignment]


# -- the catalogue --


class Adversary(NamedTuple):
    """An attack: the driver of the seat, the games, and the kinds of faults for which the seat is blamed.

    `kinds` is empty if nobody can blame the seat, because it only delays the others.
    """

    kind: type[Driver]
    games: tuple[Any, ...]
    kinds: frozenset[str] = frozenset()
    waits: bool = False
    """True if the others must wait for it or continue without it."""
    slow: bool = False
    """True if the attack takes too long for thousands of matches."""
    text: str = "catalogue"
    """Seed text of a match in which the attack applies."""
    seen: str = ""
    """Kind of event that shows that the attack took place."""

    @property
    def name(self) -> str:
        """Name in the table of attacks."""
        return self.kind.__name__.removeprefix("Driver")


BOTH = (TRICKS, POT)
OPEN = (*BOTH, CABINET)
"""Games without closed cards, in which only entries can be wrong."""
CARDED = (BRIDGEFRONT, MIDNIGHT)
FORM, FORK, DIGEST = frozenset({"form"}), frozenset({"fork", "form"}), frozenset({"digest"})
OPENING = frozenset({"decision", "slot", "duty"})
CARDS = frozenset({"slot", "audit", "claim", "duty", "decision"})


def _signs(kind: type[SeatSigner], games: tuple[Any, ...], kinds: frozenset[str], waits: bool = False) -> Adversary:
    driver = signing(kind)
    if issubclass(kind, (Lays, HidesADuty)):
        driver.protocol_class = Shameless
    elif kind is CopiesACommit:
        driver.protocol_class = Waiting
    return Adversary(driver, games, kinds, waits)


ADVERSARIES = [
    _signs(cheats.SealsAnother, OPEN, FORM),
    _signs(cheats.SealsRubbish, OPEN, frozenset({"seal"})),
    _signs(cheats.FalseProof, OPEN, FORM),
    _signs(cheats.TwoCommits, OPEN, FORK),
    _signs(cheats.CommitsTwice, OPEN, FORM),
    _signs(cheats.NamesAnother, OPEN, frozenset(), waits=True),
    _signs(cheats.NamesItselfWrong, OPEN, FORM),
    _signs(cheats.NoCanon, OPEN, OPENING),
    _signs(cheats.ShortOpening, OPEN, OPENING),
    _signs(cheats.DecidesRubbish, (TRICKS,), OPENING),
    _signs(cheats.DecidesNothing, (TRICKS,), OPENING),
    _signs(cheats.PlaysWhatItLacks, (TRICKS,), OPENING),
    _signs(cheats.PlaysAFalseFace, (TRICKS,), OPENING),
    _signs(cheats.FalseLink, OPEN, FORK),
    _signs(cheats.Chatters, OPEN, FORM)._replace(slow=True),
    _signs(cheats.WrongResult, OPEN, FORM),
    _signs(CopiesACommit, OPEN, FORM),
    _signs(ChangesItsMind, OPEN, FORM),
    _signs(AnswersInOthersNames, (TRICKS,), OPENING),
    Adversary(cheats.Richer, OPEN, DIGEST),
    Adversary(NeverCommits, OPEN, waits=True),
    Adversary(WithholdsItsSeal, OPEN, waits=True),
    Adversary(WithholdsItsReveal, OPEN, waits=True),
    Adversary(WithholdsItsResult, OPEN, waits=True),
    Adversary(IsGone, OPEN, waits=True),
    Adversary(IsLate, OPEN, waits=True),
    Adversary(TellsBothVersions, OPEN, FORK),
    Adversary(Replays, OPEN),
    Adversary(Forges, OPEN),
    Adversary(Boasts, OPEN, waits=True),
    Adversary(Floods, OPEN),
    _signs(LaysTwins, CARDED, CARDS),
    _signs(LaysTheBest, CARDED, CARDS),
    _signs(LaysAnothers, CARDED, CARDS),
    _signs(LaysTwinsForAWhile, CARDED, CARDS),
    _signs(OpensAnother, CARDED, CARDS),
    _signs(HidesADuty, CARDED, CARDS),
    _signs(ShowsNothing, (MIDNIGHT,), frozenset())._replace(seen="LookDisputed"),
    _signs(DeniesWhatItSaw, (MIDNIGHT,), frozenset())._replace(seen="LookDisputed"),
    Adversary(Replays, CARDED),
    Adversary(Forges, CARDED),
    _signs(cheats.TwoCommits, CARDED, FORK),
    Adversary(WithholdsItsReveal, CARDED, waits=True),
]
LOST = [Adversary(kind, BOTH, waits=True) for kind in (NeverCommits, WithholdsItsSeal, WithholdsItsReveal, IsGone)]
"""Attacks after which the others continue without the seat."""
BESIDE_A_LOST_SEAT = [
    _signs(cheats.VotesTwice, BOTH, frozenset({"vote"})),
    _signs(cheats.FalseShare, BOTH, FORM),
    _signs(cheats.WritesLongHand, BOTH, FORM),
]
"""Attacks that are tested mainly in matches with a lost seat."""
