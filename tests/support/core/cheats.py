"""Tampered clients that give the engine false batches, openings or decisions."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from core.engine.game import Ask, Game, IllegalDecision
from core.engine.hidden.secrets import SLOTS_PER_STEP, Secrets
from core.engine.local_match import LocalMatch
from tests.support.core.mutations import places, plainly, replaced
from tests.support.core.trial import players, stir

Tamper = Callable[[Any, int, Ask, Any], Any]
"""Function from (state, seat, question, honest decision) to the decision that the seat sends."""


class Layer(Secrets, ABC):
    """Secrets that falsify one batch of three or more cards, in step `since` or later."""

    def __init__(self, own: Secrets, since: int) -> None:
        self.__dict__.update(copy.deepcopy(own.__dict__))
        self.since = since
        self.at = 0

    def draft_batch(self, t: int, copies: Sequence[int]) -> bytes:
        """Return an honest batch, except for a single false one."""
        if not self.at and t >= self.since and len(copies) > 2:
            self.at = t
        return super().draft_batch(t, self.falsify(list(copies)) if t == self.at else copies)

    @abstractmethod
    def falsify(self, copies: list[int]) -> list[int]:
        """Return the falsified batch."""

    def published(self) -> bool:
        """Return True if the false batch was published and not merely considered."""
        return bool(self.at) and self.at * SLOTS_PER_STEP in self.faces


class Twin(Layer):
    """A client that lays one card twice and another not at all."""

    def falsify(self, copies: list[int]) -> list[int]:
        return [copies[1], *copies[1:]]


class Repentant(Twin):
    """A client that lays a twin, but later replaces the twin by the missing card."""

    twice = missing = 0

    def draft_batch(self, t: int, copies: Sequence[int]) -> bytes:
        """Return a batch in which the missing card replaces the remaining twin."""
        if self.at and t > self.at and list(copies).count(self.twice) == 2:
            mended = list(copies)
            mended[mended.index(self.twice)] = self.missing
            return super().draft_batch(t, mended)
        return super().draft_batch(t, copies)

    def falsify(self, copies: list[int]) -> list[int]:
        self.missing, self.twice = copies[:2]
        return super().falsify(copies)


class AllTheSame(Layer):
    """A client that lays the same card in every slot."""

    def falsify(self, copies: list[int]) -> list[int]:
        return [max(copies)] * len(copies)


class Inventor(Layer):
    """A client that lays a card it does not have."""

    def __init__(self, own: Secrets, since: int, foreign: int) -> None:
        super().__init__(own, since)
        self.foreign = foreign

    def falsify(self, copies: list[int]) -> list[int]:
        if copies[-1] == self.foreign:
            return [self.foreign, *copies[1:]]
        return [*copies[:-1], self.foreign]


class Spoiled:
    """A match with one tampered client, which cheats through its secrets or its messages."""

    def __init__(self, game: Game, seats: int, seed: str, cheater: int = 0, **options: Any) -> None:
        self.game: Any = game
        self.table = LocalMatch(game, players(game, seats, seed), seed, options, sealed=True)
        self.state = self.table.state
        self.cheater = cheater
        self.stirred = 0

    def play(self, tamper: Tamper | None = None) -> IllegalDecision | None:
        """Play until a decision is refused; return the error, or None if no decision is refused."""
        table, game = self.table, self.game
        while not self.state.over:
            self.stirred += stir(game, self.state, table.players[1].dice)  # type: ignore[attr-defined]
            decisions = {}
            for seat, ask in game.pending_asks(self.state).items():
                own = table.secrets[seat]
                decision = game.automatic_decision(self.state, seat, own)
                if decision is None:
                    decision = table.players[seat].decide(game, self.state, seat, own)
                decisions[seat] = tamper(self.state, seat, ask, decision) if tamper is not None else decision
            before = self.state.digest()
            try:
                game.step(self.state, decisions, table.beacon())
            except IllegalDecision as illegal:
                assert self.state.digest() == before, "a refused step has changed the state"
                return illegal
        return None


def false_openings(plain: Any, others: Sequence[int], strangers: Sequence[list[Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the decision with one opening falsified, as pairs (description, plain data).

    `others` are other closed cards of the seat, and `strangers` openings of other seats.
    """
    results = [(path, part) for path, part in places(plain) if is_opening(part)]
    for path, (slot, card, salt) in results:
        for other in others:
            if other != card:
                yield "another card of one's own", replaced(plain, path, [slot, other, salt])
        yield "a card that does not exist", replaced(plain, path, [slot, 10**6, salt])
        yield "another salt", replaced(plain, path, [slot, card, bytes([salt[0] ^ 1]) + salt[1:]])
        yield "no salt", replaced(plain, path, [slot, card, b""])
        yield "a slot that does not exist", replaced(plain, path, [slot + 500, card, salt])
        for stranger in strangers:
            yield "the card of another seat", replaced(plain, path, stranger)
            if stranger[1] != card:  # a card that was handed over may stand among the giver's and the taker's
                yield "another seat's card in one's own slot", replaced(plain, path, [slot, stranger[1], salt])
    for (path, item), (_, two) in pairwise(results):
        yield "the same card twice", replaced(plain, path, two)
        yield "the right card in the wrong slot", replaced(plain, path, [two[0], *item[1:]])


def is_opening(part: Any) -> bool:
    """Return True if the plain data is [slot, card, salt] with a salt."""
    return isinstance(part, list) and [type(x) for x in part] == [int, int, bytes] and len(part[2]) == 16


def opened(decision: Any) -> list[list[Any]]:
    """Return all openings in a decision."""
    return [part for _, part in places(plainly(decision)) if is_opening(part)]
