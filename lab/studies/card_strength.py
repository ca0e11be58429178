"""How much each card is worth: each chair may not use a random part of all cards, and one regression over all of them
says what that costs. Who gained a card and won says less: whoever is ahead gains more.
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
from lab.run.metrics import Found, read
from lab.run.simulation import Match, seat_of
from lab.stats.column import Column
from lab.stats.means import ALPHA
from lab.stats.multiple import benjamini_hochberg

if TYPE_CHECKING:
    from lab.run.store import Run, Store

HELPS, HARMS = "worth having", "better left alone"
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
    """What may be said of each card, by the strengths that each rung has found: it is worth having or better left alone
    where two rungs are sure of that, and none of the opposite.
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
    gained: Counter[str] = Counter()
    played: Counter[str] = Counter()
    rows, shares = [], []
    for match in matches:
        found = read(match, arm.seats)
        for seat in found.seats:
            for name, (times_gained, times_played) in seat["cards"].items():
                gained[name] += times_gained
                played[name] += times_played
        for row, share in _observed(arm, seed, found):
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
    width = float(special.stdtrit(fitted.free, 1 - ALPHA / 2))
    # The regression tells who may use a card from who may not at the same table; of that difference a chair that alone
    # may use it wins this part, and the others lose the rest. A team has it all.
    strong = [
        CardStrength(card.name, round(own * float(effect), 5), round(own * width * float(error), 5), round(chance, 5),
                     gained[card.name], played[card.name], card.price)
        for card, effect, error, chance in zip(cards, fitted.effects, fitted.errors, adjusted)
    ]  # fmt: skip
    return sorted(strong, key=lambda each: (-each.effect, each.name))


def _observed(arm: Arm, seed: str, match: Found) -> Iterator[tuple[list[float], float]]:
    """For each chair of a match, or the team that they are: what it might use and where it sat, and what it won."""
    for chair in range(1 if arm.together else arm.seats):
        seat = seat_of(chair, match.rotation, arm.seats)
        banned = card_bans.banned(arm, seed, match.block, match.rotation, chair)
        may = (float(card.name not in banned) for card in cards_of(arm.game))
        kinds = sides_of(arm.game)[1:]
        if arm.together:
            factions = [each["faction"] for each in match.seats]
            yield [*may, *(float(factions.count(kind)) for kind in kinds)], float(any(match.shares))
        else:
            seats = (float(seat == other) for other in range(2, arm.seats + 1))
            faction = match.seats[seat - 1]["faction"]
            yield [*may, *seats, *(float(faction == kind) for kind in kinds)], match.shares[seat - 1]


def regression(rows: Column, shares: Column, among: int) -> Fitted | None:
    """Least squares of what each chair or team won on its columns, both less the mean of those `among` which it is
    seen, which stand together; None while too few are there (Frisch, Waugh, "Partial time regressions as compared with
    individual trends", Econometrica 1, 1933).
    """
    tables, width = len(rows) // among, rows.shape[1]
    free = tables * (among - 1) - width
    if free < width:
        return None
    x = rows.reshape(tables, among, width)
    y = shares.reshape(tables, among)
    x = (x - x.mean(axis=1, keepdims=True)).reshape(-1, width)
    y = (y - y.mean(axis=1, keepdims=True)).ravel()
    inverse = np.linalg.inv(x.T @ x + RIDGE * np.eye(width))
    effects = inverse @ (x.T @ y)
    rest = y - x @ effects
    return Fitted(effects, np.sqrt(np.diag(inverse) * float(rest @ rest) / free), free)


def dead(found: Iterable[CardStrength]) -> list[CardStrength]:
    """The cards that nobody ever played."""
    return sorted((each for each in found if not each.played), key=lambda each: each.name)
