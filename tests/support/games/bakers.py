"""Bakers, for 2 to 4 players: all draw in secret from one deck. For tests of the kit."""

from __future__ import annotations

from typing import NamedTuple

from core.kit import Cards, Kit, Step, Table, hand, table


class Loaf(NamedTuple):
    flour: str
    worth: int


kit = Kit("bakers", "Bakers", seats=(2, 3, 4))
LOAVES = kit.deck(
    "{flour} {worth}", [Loaf(flour, n) for flour in ("rye", "oat", "bran") for n in range(1, 11)], batch=4
)


@table
class Shop(Table):
    window: Cards
    points: list[int]


@kit.phase
def morning(step: Step, s: Shop) -> None:
    if s.round == 4:
        step.open_hands()
        step.then(evening)
        return
    s.round += 1
    s.window = step.turn_up(LOAVES)
    step.tell("morning", round=s.round, cards=s.window)
    step.fill_hands(3)
    step.ask_all(bake)


@kit.together("bake", hand)
def bake(step: Step, s: Shop, baked: dict[int, int]) -> None:
    step.tell("baked", cards=tuple(baked.values()))
    best = max(LOAVES[copy].worth for copy in baked.values())
    for seat, copy in baked.items():
        s.points[seat] += LOAVES[copy].worth == best
    step.then(morning)


@kit.phase
def evening(step: Step, s: Shop) -> None:
    step.end()


kit.says(morning="Day {round}: {cards}.", baked="Baked: {cards:cards by seat}.")


@kit.bot(bake, spread=3)
def best(s: Shop, seat: int, copy: int) -> int:
    return LOAVES[copy].worth


GAME = kit.game(Shop, morning)
