"""Counterweight, for 1 to 5 players who lift loads together without a word about their cards. Ten minutes.

Each player has weights from 1 to 10, and 4 of them in the hand. Every round a load is turned up. First all say at once
how much they can give, from 1 for the lightest to 5 for the heaviest weights. Then all lay one weight in secret. If the
weights are lighter than the load, a rope snaps, and also if they are heavier by more than 3 and the number of players.
Otherwise the lift goes up a floor, and two floors if it is exact. The players win together on floor 7. They lose with
the third rope, or when ten loads are through.
"""

from __future__ import annotations

from typing import NamedTuple

from core.kit import Cards, Kit, Step, Table, hand, numbers, table

FLOORS, LOADS, SPARE = 7, 10, 3


class Weight(NamedTuple):
    weight: int


class Load(NamedTuple):
    each: int
    more: int


kit = Kit("counterweight", "Counterweight", seats=(1, 2, 3, 4, 5), team=True)
ROPES = kit.option("ropes", (2, 3, 4), 3, "how many ropes snap before the lift falls")
WEIGHTS = kit.hands("weight {weight}", [Weight(weight) for weight in range(1, 11)])
CARGO = kit.deck("load {each} each and {more}", [Load(each, more) for each in range(3, 8) for more in range(-1, 3)])


@table
class Lift(Table):
    load: Cards
    said: list[int]
    floor: int
    snapped: int


def weight_of(s: Lift) -> int:
    return sum(CARGO[copy].each * len(s.seats) + CARGO[copy].more for copy in s.load)


@kit.phase
def next_load(step: Step, s: Lift) -> None:
    if s.floor >= FLOORS or s.snapped == s[ROPES] or s.round == LOADS:
        step.end(won=s.floor >= FLOORS)
        return
    s.round += 1
    s.load = step.turn_up(CARGO)
    step.tell("load", round=s.round, cards=s.load, weight=weight_of(s))
    step.fill_hands(4)
    step.ask_all(announce)


@kit.together("say", numbers(lambda s, seat: (3, 1, 2, 4, 5)))
def announce(step: Step, s: Lift, said: dict[int, int]) -> None:
    for seat, number in said.items():
        s.said[seat] = number
    step.tell("said", numbers=tuple(said.values()))
    step.ask_all(lay)


@kit.together("lay", hand)
def lay(step: Step, s: Lift, laid: dict[int, int]) -> None:
    total = sum(WEIGHTS[copy].weight for copy in laid.values())
    over = total - weight_of(s)
    step.tell("laid", cards=tuple(laid.values()), total=total)
    if 0 <= over <= SPARE + len(s.seats):
        s.floor += 2 if over == 0 else 1
        step.tell("up", floor=s.floor)
    else:
        s.snapped += 1
        step.tell("snap", snapped=s.snapped)
    step.then(next_load)


kit.says(
    load="Round {round}: {cards}, which makes {weight}.",
    said="What all can give: {numbers:by seat}.",
    laid="The weights: {cards:cards by seat}, together {total}.",
    up="The lift goes up to floor {floor}.",
    snap="A rope snaps; so far {snapped}.",
)


@kit.bot(announce)
def honest(s: Lift, seat: int, number: int, own: Cards) -> int:
    """Return how near the number comes to the best weight for the seat's share of the load."""
    share = (weight_of(s) + 1) // len(s.seats)
    best = min((WEIGHTS[copy].weight for copy in own), key=lambda weight: abs(weight - share))
    return -abs(number - (best + 1) // 2)


@kit.bot(lay, spread=3)
def fitting(s: Lift, seat: int, copy: int) -> int:
    """Return how well a weight keeps the seat's word, and makes up for its part of what is lacking."""
    lacking = 2 * weight_of(s) + 3 - sum(4 * s.said[other] - 1 for other in s.seats)
    return -abs(2 * WEIGHTS[copy].weight - 4 * s.said[seat] + 1 - lacking // len(s.seats))


GAME = kit.game(Lift, next_load, points="floor")
