"""A check that public data does not depend on one seat's secrets.

A match is played up to some step and forked. In the fork, one seat, the *hider*, has other secrets: its closed cards
are swapped, or it commits later cards with another key. All seats then decide alike in both matches, with the same
beacons. Until a slot with different cards is opened, all public data must be equal, except for commitments.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.bots.random_bot import Dice
from core.engine.codec import H, enc
from core.engine.game import Ask, Game
from core.engine.hidden.secrets import HASH, SLOTS_PER_STEP, Secrets
from core.engine.local_match import LocalMatch
from tests.support.core.mutations import plainly
from tests.support.core.trial import conserved, players

TRIES = 12


class Difference(AssertionError):
    """Raised when public data differs although nothing was opened."""


class OtherFaces(Secrets):
    """Secrets of a seat in whose closed slots cards are swapped."""

    def __init__(self, own: Secrets, swapped: dict[int, int]) -> None:
        self.__dict__.update(copy.deepcopy(own.__dict__))
        self.swapped = frozenset(slot for slot, face in swapped.items() if own.faces[slot] != face)
        self.faces.update(swapped)

    def differs(self, slot: int, own: Secrets) -> bool:
        """Return True if opening the slot would tell the two matches apart."""
        return self.faces.get(slot) != own.faces.get(slot)


class OtherKey(Secrets):
    """Secrets of a seat that uses another key for cards from step `since` on."""

    def __init__(self, own: Secrets, since: int) -> None:
        self.__dict__.update(copy.deepcopy(own.__dict__))
        self.since = since
        self.before = own
        self.after = Secrets(own.match, own.seat, H("tether.localseat", [own.seed, since]), own.sealed)

    def salt(self, slot: int) -> bytes:
        """Return the salt for the step in which the slot was committed."""
        return (self.after if slot >= self.since * SLOTS_PER_STEP else self.before).salt(slot)

    def secret_order(self, t: int, zone: int, copies: Sequence[int]) -> list[int]:
        """Return the order that follows from the key of the step."""
        return (self.after if t >= self.since else self.before).secret_order(t, zone, copies)

    def differs(self, slot: int, own: Secrets) -> bool:
        """Return True if opening the slot would tell the two matches apart, at least by the salt."""
        return slot >= self.since * SLOTS_PER_STEP


class Seen(NamedTuple):
    """The length of the comparison, and the slots that the hider has filled in both matches."""

    steps: int
    laid: tuple[int, ...]


class Twins:
    """A match and its fork, which are compared until a difference is allowed."""

    def __init__(self, game: Game, seats: int, seed: str, sealed: bool, options: dict[str, Any] | None = None) -> None:
        self.game: Any = game
        self.dice = Dice(H("tether.bot", ["twins", seed]))
        self.table = LocalMatch(game, players(game, seats, seed), seed, options, sealed)
        self.hider = 1 + self.dice.uniform(seats)

    def play_to(self, step: int) -> bool:
        """Play up to the step; return True if the match is still running."""
        while not self.table.state.over and self.table.state.t < step:
            self.table.step()
        return not self.table.state.over

    def closed(self) -> tuple[int, ...]:
        """Return the hider's closed slots."""
        slots: tuple[int, ...] = conserved(self.game, self.table.state).closed_slots(self.table.state, self.hider)
        return slots

    def fork(self, other: OtherFaces | OtherKey) -> Seen:
        """Compare the match with a fork in which the hider has these secrets."""
        self.state, self.own, self.other = self.table.state.clone(), self.table.secrets[self.hider], other
        steps, first = 0, self.state.t * SLOTS_PER_STEP
        while not self.table.state.over:
            decisions = self.decide()
            self.compare_states()
            if decisions is None:
                break
            self.step(*decisions)
            steps += 1
        laid = tuple(slot for slot in self.own.faces if slot >= first and slot in other.faces)
        return Seen(steps, laid)

    def swap_faces(self) -> OtherFaces | None:
        """Return secrets with the hider's closed cards in other slots.

        All of the cards are rotated, or two are exchanged. Return None if there are fewer than two.
        """
        slots, faces = list(self.closed()), self.table.secrets[self.hider].faces
        if len(slots) < 2:
            return None
        if self.dice.uniform(2):
            slots = [slots.pop(self.dice.uniform(len(slots))) for _ in range(2)]
        cards = [faces[slot] for slot in slots]
        turn = 1 + self.dice.uniform(len(cards) - 1)
        return OtherFaces(self.table.secrets[self.hider], dict(zip(slots, cards[turn:] + cards[:turn])))

    # Deciding ---------------------------------------------------------------------------------------------------------

    def decide(self) -> tuple[dict[int, Any], dict[int, Any]] | None:
        """Return all decisions in both matches, or None if the hider must open a slot that differs."""
        here: dict[int, Any] = {}
        there: dict[int, Any] = {}
        for seat, ask in self.game.pending_asks(self.table.state).items():
            if seat == self.hider:
                both = self.hiders_decision(ask)
                if both is None:
                    return None
                here[seat], there[seat] = both
            else:
                own = self.table.secrets[seat]
                decision = self.game.automatic_decision(self.table.state, seat, own)
                if decision != self.game.automatic_decision(self.state, seat, own):
                    raise Difference(f"seat {seat} answers {ask.kind!r} in another way")
                if decision is None:
                    decision = self.table.players[seat].decide(self.game, self.table.state, seat, own)
                here[seat] = there[seat] = decision
        return here, there

    def hiders_decision(self, ask: Ask) -> tuple[Any, Any] | None:
        """Return the hider's decision in both matches, or None if the decision shows cards."""
        game, seat = self.game, self.hider
        if game.questions[ask.kind].shows_one:
            return None
        here = game.automatic_decision(self.table.state, seat, self.own)
        there = game.automatic_decision(self.state, seat, self.other)
        if (here is None) != (there is None):
            raise Difference(f"{ask.kind!r} is answered without the player in one match and not in the other")
        if here is not None:
            if self.tells(here) or self.tells(there):
                return None
            self.compare_decisions(ask, here, there)
            return here, there
        for _ in range(TRIES):
            here = self.table.players[seat].decide(game, self.table.state, seat, self.own)
            if not self.tells(here) and (there := self.the_same(here)) is not None:
                return here, there
        here, there = (
            game.default_decision(self.table.state, seat, self.own),
            game.default_decision(self.state, seat, self.other),
        )
        if self.tells(here) or self.tells(there):
            return None
        self.compare_decisions(ask, here, there)
        return here, there

    def tells(self, decision: Any) -> bool:
        """Return True if the decision opens a slot whose card differs."""
        return any(self.other.differs(slot, self.own) for slot in openings(plainly(decision)))

    def the_same(self, decision: Any) -> Any:
        """Return the decision with the hider's commitments in the fork, or None if there are none to use."""
        self.game.sample(self.state, self.hider, self.other, self.dice)  # under the null scheme this lays its cards
        default = plainly(self.game.default_decision(self.state, self.hider, self.other))
        mine = [part for part in leaves(default) if isinstance(part, bytes)]
        plain = plainly(decision)
        if not any(isinstance(part, bytes) and part for part in leaves(plain)):
            return decision
        if openings(plain) or len(mine) != sum(isinstance(part, bytes) for part in leaves(plain)):
            return None
        return self.game.read(self.state, self.hider, with_bytes(plain, iter(mine)))

    # Comparing --------------------------------------------------------------------------------------------------------

    def step(self, here: dict[int, Any], there: dict[int, Any]) -> None:
        """Play one step in both matches, and compare the decisions and events."""
        for seat, ask in self.game.pending_asks(self.table.state).items():
            self.compare_decisions(ask, here[seat], there[seat])
        beacon = self.table.beacon()
        events = self.game.step(self.table.state, here, beacon)
        told = self.game.step(self.state, there, beacon)
        if events != told:
            raise Difference(f"other events: {[pair for pair in zip(events, told) if pair[0] != pair[1]][:2]}")
        for event in events:
            if self.game.narrate(self.table.state, event) != self.game.narrate(self.state, event):
                raise Difference(f"{event} is told in other words")

    def compare_decisions(self, ask: Ask, here: Any, there: Any) -> None:
        """Check that the sent decisions differ only in commitments and salts, and not in length."""
        for path in differing(plainly(here), plainly(there)):
            raise Difference(f"the answer to {ask.kind!r} differs at {path}: {here} and {there}")
        if len(enc(here)) != len(enc(there)):
            raise Difference(f"the answer to {ask.kind!r} differs in length")

    def compare_states(self) -> None:
        """Compare the questions, the texts and the states of both matches."""
        game, a, b = self.game, self.table.state, self.state
        if not self.table.sealed and a.digest() != b.digest():
            raise Difference(f"other digests before step {a.t}")
        for path in differing(a.lower(), b.lower()):
            raise Difference(f"the states differ in {a.field_names[path[0]]} at {path[1:]}")
        if game.pending_asks(a) != game.pending_asks(b):
            raise Difference(f"other asks: {game.pending_asks(a)} and {game.pending_asks(b)}")
        for words in (game.describe, game.progress, game.standing):
            if words(a) != words(b):
                raise Difference(f"{words.__name__} differs")


# Plain data -----------------------------------------------------------------------------------------------------------


def leaves(plain: Any) -> Iterator[Any]:
    """Yield every part of the plain data that is not a list."""
    if isinstance(plain, list):
        for part in plain:
            yield from leaves(part)
    else:
        yield plain


def with_bytes(plain: Any, others: Iterator[bytes]) -> Any:
    """Return the plain data with its bytes replaced by the other bytes."""
    if isinstance(plain, list):
        return [with_bytes(part, others) for part in plain]
    return next(others) if isinstance(plain, bytes) else plain


def openings(plain: Any) -> dict[int, int]:
    """Return every [slot, card, salt] in the plain data, as card by slot."""
    if not isinstance(plain, list):
        return {}
    if len(plain) == 3 and [type(part) for part in plain] == [int, int, bytes]:
        return {plain[0]: plain[1]}
    result: dict[int, int] = {}
    for part in plain:
        result.update(openings(part))
    return result


def differing(a: Any, b: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the paths of all parts that differ, except commitments."""
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differing(x, y, (*path, i))
    elif a != b:
        commitments = type(a) is bytes and type(b) is bytes and len(a) == len(b) and len(a) % HASH == 0
        if not commitments:
            yield path
