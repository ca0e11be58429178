"""How much each card is worth: each chair may not use a random part of all cards, and one regression over all of them
says what that costs. Who gained a card and won says less: whoever is ahead gains more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import special

from lab import bans
from lab.design import Arm, Design
from lab.lots import KINDS
from lab.measures import Found, read
from lab.playing import Match, seat_of
from lab.statistics import Column
from lab.statistics.many import benjamini_hochberg
from lab.statistics.means import ALPHA

if TYPE_CHECKING:
    from lab.store import Run, Store

HELPS, HARMS = "worth having", "nobody should pay for it"
DISPUTED = "the rungs do not agree"
RIDGE = 1e-6
"""Keeps the equations solvable where a seat or faction never came up."""


class CardStrength(NamedTuple):
    """A card: by how much a chair wins more often if it may use it, others being as they are; half of the interval, the
    chance after correction for all cards (1 where it was never played), how often it was gained and played, its price
    in words.
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
        """Whether these bots have a verdict on it."""
        return self.chance <= ALPHA

    @property
    def sign(self) -> int:
        """1 if it helps for sure, -1 if it harms, else 0."""
        return 0 if not self.sure else 1 if self.effect > 0 else -1

    @property
    def plays(self) -> float | None:
        """How often it was played for each time that it was gained; None if it never was."""
        return self.played / self.gained if self.gained else None


class Fitted(NamedTuple):
    """A regression: what each column is worth, the error of that, and how many free observations are left."""

    effects: Column
    errors: Column
    free: int


def of_run(store: Store, run: Run) -> list[CardStrength]:
    """The strengths of the cards of a run."""
    return strengths(run.design.arms[0], run.design.seed, store.matches(run))


def like(store: Store, run: Run) -> list[Run]:
    """All runs by these rules that differ from a run of cards in seed and bots alone, it too, as they were begun."""
    return [each for each in store.runs() if each.by_these_rules and _kind(each.design) == _kind(run.design)]


def _kind(design: Design) -> tuple[str, Arm]:
    return design.purpose, design.arms[0]._replace(bots=())


def agreed(rungs: Mapping[str, Sequence[CardStrength]]) -> dict[str, str]:
    """What may be said of each card, by the strengths that each rung has found: it is worth its price or harms whoever
    pays for it where two rungs are sure of that, and none of the opposite.
    """
    signs: dict[str, dict[str, int]] = {}
    for rung, cards in rungs.items():
        for card in cards:
            signs.setdefault(card.name, {})[rung] = card.sign
    return {name: _verdict(found) for name, found in signs.items()}


def _verdict(signs: Mapping[str, int]) -> str:
    sure = {rung: sign for rung, sign in signs.items() if sign and "random" not in rung}
    if not sure:
        return ""
    if len(set(sure.values())) > 1:
        return DISPUTED
    if len(sure) == 1:
        [(rung, sign)] = sure.items()
        return f"{'helps' if sign > 0 else 'harms'} by {rung} alone"
    return HELPS if sum(sure.values()) > 0 else HARMS


def strengths(arm: Arm, seed: str, matches: Iterable[Match]) -> list[CardStrength]:
    """All cards, the strongest first; [] while there are fewer observations than cards."""
    names = bans.cards(arm.game)
    gained: Counter[str] = Counter()
    played: Counter[str] = Counter()
    rows, shares = [], []
    for match in matches:
        found = read(match, arm.seats)
        for seat in found.seats:
            for name, (times_gained, times_played) in seat["cards"].items():
                gained[name] += times_gained
                played[name] += times_played
        for chair in range(arm.seats):
            rows.append(_row(arm, seed, found, chair, names))
            shares.append(found.shares[seat_of(chair, match.rotation, arm.seats) - 1])
    fitted = regression(np.array(rows), np.array(shares), arm.seats) if rows else None
    if fitted is None:
        return []
    chances = [
        float(2 * special.stdtr(fitted.free, -abs(effect) / error)) if played[name] else 1.0
        for name, effect, error in zip(names, fitted.effects, fitted.errors)
    ]
    adjusted = benjamini_hochberg(chances)
    width = float(special.stdtrit(fitted.free, 1 - ALPHA / 2))
    # The regression tells who may use a card from who may not at the same table; of that difference a chair that alone
    # may use it wins this part, and the others lose the rest.
    own = (arm.seats - 1) / arm.seats
    cards = [
        CardStrength(name, round(own * float(fitted.effects[i]), 5), round(own * width * float(fitted.errors[i]), 5),
                     round(adjusted[i], 5), gained[name], played[name], bans.price(arm.game, name))
        for i, name in enumerate(names)
    ]  # fmt: skip
    return sorted(cards, key=lambda each: (-each.effect, each.name))


def _row(arm: Arm, seed: str, match: Found, chair: int, names: tuple[str, ...]) -> list[float]:
    """What a chair might use in a match, its seat and its faction."""
    banned = bans.banned(arm.game, arm.bans, seed, match.block, match.rotation, chair)
    seat = seat_of(chair, match.rotation, arm.seats)
    faction = match.seats[seat - 1]["faction"]
    return [
        *(float(name not in banned) for name in names),
        *(float(seat == other) for other in range(2, arm.seats + 1)),
        *(float(faction == kind) for kind in KINDS.get(arm.game, ())[1:]),
    ]


def regression(rows: Column, shares: Column, seats: int) -> Fitted | None:
    """Least squares of what each chair won on its columns, both less the mean of their match, of which each has `seats`
    rows; None while too few are there (Frisch, Waugh, "Partial time regressions as compared with individual trends",
    Econometrica 1, 1933).
    """
    matches, width = len(rows) // seats, rows.shape[1]
    free = matches * (seats - 1) - width
    if free < width:
        return None
    x = rows.reshape(matches, seats, width)
    y = shares.reshape(matches, seats)
    x = (x - x.mean(axis=1, keepdims=True)).reshape(-1, width)
    y = (y - y.mean(axis=1, keepdims=True)).ravel()
    inverse = np.linalg.inv(x.T @ x + RIDGE * np.eye(width))
    effects = inverse @ (x.T @ y)
    rest = y - x @ effects
    return Fitted(effects, np.sqrt(np.diag(inverse) * float(rest @ rest) / free), free)


def dead(found: Iterable[CardStrength]) -> list[CardStrength]:
    """The cards that nobody ever played."""
    return sorted((each for each in found if not each.played), key=lambda each: each.name)
