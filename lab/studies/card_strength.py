"""Strength of each card, from a regression over matches with random bans.

The regression covers all cards together. Counting the winners among players who gained a card would mislead, because
leaders gain more cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import special

from lab.games.cards import cards_of
from lab.games.registry import sides_of
from lab.run import card_bans
from lab.run.design import Arm, Design
from lab.run.metrics import MatchValues, read
from lab.run.simulation import Match, seat_of
from lab.stats.column import Column
from lab.stats.means import DEFAULT_ALPHA
from lab.stats.multiple import benjamini_hochberg

if TYPE_CHECKING:
    from lab.run.store import Run, Store

HELPS, HARMS = "worth having", "better left alone"
DISPUTED_VERDICT = "the rungs do not agree"
RIDGE_TERM = 1e-6
"""Small term that keeps the regression solvable if a seat or faction never occurred."""


class CardStrength(NamedTuple):
    """The strength of a card.

    `effect` is the additional share of victories of a chair that may use it, `half` half the width of its interval, and
    `chance` its p-value, corrected for all cards. `price` is in words.
    """

    name: str
    effect: float
    half: float
    chance: float
    gained: int
    played: int
    price: str

    @property
    def sure(self) -> bool:
        """True if the effect of the card is significant in the matches of these bots."""
        return self.chance <= DEFAULT_ALPHA

    @property
    def sign(self) -> int:
        """1 if the card certainly helps, -1 if it certainly harms, otherwise 0."""
        return 0 if not self.sure else 1 if self.effect > 0 else -1

    @property
    def plays(self) -> float | None:
        """Average number of plays for each gain of the card, or None if nobody ever gained it."""
        return self.played / self.gained if self.gained else None


class Regression(NamedTuple):
    """Result of a regression: the effect of each column, its standard error, and the degrees of freedom."""

    effects: Column
    errors: Column
    free: int


def strengths_of_run(store: Store, run: Run) -> list[CardStrength]:
    """Return the strengths of all cards in a run."""
    return card_strengths(run.design.arms[0], run.design.seed, store.matches(run))


def similar_runs(store: Store, run: Run) -> list[Run]:
    """Return all runs, including `run`, that differ from it only in seed and bots, in order of their creation."""
    return [item for item in store.runs() if item.by_these_rules and _kind(item.design) == _kind(run.design)]


def _kind(design: Design) -> tuple[str, Arm]:
    return design.purpose, design.arms[0]._replace(bots=())


def card_verdicts(rungs: Mapping[str, Sequence[CardStrength]]) -> dict[str, str]:
    """Return the verdict on each card, from its strength in the matches of several bots.

    A card is worth having, or better left alone, if the matches of two bots show that and none show the opposite.
    """
    signs: dict[str, dict[str, int]] = {}
    for rung, cards in rungs.items():
        for card in cards:
            signs.setdefault(card.name, {})[rung] = card.sign
    return {name: _verdict_text(item) for name, item in signs.items()}


def _verdict_text(signs: Mapping[str, int]) -> str:
    sure = {rung: sign for rung, sign in signs.items() if sign and "random" not in rung}
    if not sure:
        return ""
    if len(set(sure.values())) > 1:
        return DISPUTED_VERDICT
    if len(sure) == 1:
        [(rung, sign)] = sure.items()
        return f"{'helps' if sign > 0 else 'harms'} by {rung} alone"
    return HELPS if sum(sure.values()) > 0 else HARMS


def card_strengths(arm: Arm, seed: str, matches: Iterable[Match]) -> list[CardStrength]:
    """Return the strengths of all cards, the strongest first.

    The result is empty while there are fewer observations than cards.
    """
    gained: Counter[str] = Counter()
    played: Counter[str] = Counter()
    rows, shares = [], []
    for match in matches:
        result = read(match, arm.seats)
        for seat in result.seats:
            for name, (times_gained, times_played) in seat["cards"].items():
                gained[name] += times_gained
                played[name] += times_played
        for row, share in _observations(arm, seed, result):
            rows.append(row)
            shares.append(share)
    # Chairs are compared with those at their table, teams with all others.
    among, own = (len(rows), 1.0) if arm.together else (arm.seats, (arm.seats - 1) / arm.seats)
    fitted = regression(np.array(rows), np.array(shares), among) if rows else None
    if fitted is None:
        return []
    cards = cards_of(arm.game)
    chances = [
        float(2 * special.stdtr(fitted.free, -abs(effect) / error)) if played[card.name] else 1.0
        for card, effect, error in zip(cards, fitted.effects, fitted.errors)
    ]
    adjusted = benjamini_hochberg(chances)
    width = float(special.stdtrit(fitted.free, 1 - DEFAULT_ALPHA / 2))
    # The regression compares seats that may use a card with others at the same table. A chair that alone may use it
    # wins this part of the difference, and the others lose the rest. A team has all of it.
    strong = [
        CardStrength(card.name, round(own * float(effect), 5), round(own * width * float(error), 5), round(chance, 5),
                     gained[card.name], played[card.name], card.price)
        for card, effect, error, chance in zip(cards, fitted.effects, fitted.errors, adjusted)
    ]  # fmt: skip
    return sorted(strong, key=lambda item: (-item.effect, item.name))


def _observations(arm: Arm, seed: str, match: MatchValues) -> Iterator[tuple[list[float], float]]:
    """Yield the values of the regression and the share of the victory, for each chair or team of a match.

    The values are the permitted cards, the seat and the faction.
    """
    for chair in range(1 if arm.together else arm.seats):
        seat = seat_of(chair, match.rotation, arm.seats)
        banned = card_bans.banned_cards(arm, seed, match.block, match.rotation, chair)
        may = (float(card.name not in banned) for card in cards_of(arm.game))
        kinds = sides_of(arm.game)[1:]
        if arm.together:
            factions = [item["faction"] for item in match.seats]
            yield [*may, *(float(factions.count(kind)) for kind in kinds)], float(any(match.shares))
        else:
            seats = (float(seat == other) for other in range(2, arm.seats + 1))
            faction = match.seats[seat - 1]["faction"]
            yield [*may, *seats, *(float(faction == kind) for kind in kinds)], match.shares[seat - 1]


def regression(rows: Column, shares: Column, among: int) -> Regression | None:
    """Return the least-squares regression of wins on the columns of `rows`, or None if there are too few rows.

    Each group of `among` consecutive rows belongs to one table, whose mean is subtracted from rows and wins. Frisch,
    Waugh, "Partial time regressions as compared with individual trends", Econometrica 1 (1933).
    """
    tables, width = len(rows) // among, rows.shape[1]
    free = tables * (among - 1) - width
    if free < width:
        return None
    x = rows.reshape(tables, among, width)
    y = shares.reshape(tables, among)
    x = (x - x.mean(axis=1, keepdims=True)).reshape(-1, width)
    y = (y - y.mean(axis=1, keepdims=True)).ravel()
    inverse = np.linalg.inv(x.T @ x + RIDGE_TERM * np.eye(width))
    effects = inverse @ (x.T @ y)
    rest = y - x @ effects
    return Regression(effects, np.sqrt(np.diag(inverse) * float(rest @ rest) / free), free)


def unplayed_cards(found: Iterable[CardStrength]) -> list[CardStrength]:
    """Return the cards that nobody ever played, sorted by name."""
    return sorted((item for item in found if not item.played), key=lambda item: item.name)
