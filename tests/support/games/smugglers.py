"""Smugglers, for 2 to 5 players: cards are laid face down and turned up later. For tests of the kit."""

from __future__ import annotations

from typing import NamedTuple

from core.kit import Kit, Step, Table, hand_down, seats, table


class Crate(NamedTuple):
    worth: int


kit = Kit("smugglers", "Smugglers", seats=(2, 3, 4, 5))
CRATES = kit.hands("crate {worth}", [Crate(worth) for worth in range(1, 9)])


@table
class Harbour(Table):
    suspected: list[int]
    points: list[int]


@kit.phase
def night(step: Step, s: Harbour) -> None:
    if s.round == 3:
        step.open_hands()
        step.then(count_rest)
        return
    s.round += 1
    step.tell("night", round=s.round)
    step.fill_hands(3)
    step.ask_all(ship)


@kit.together("ship", hand_down)
def ship(step: Step, s: Harbour, shipped: dict[int, int]) -> None:
    step.tell("shipped", counts=tuple(shipped.values()))
    if s.round % 2:
        step.ask_all(suspect)
    else:
        step.then(night)


@kit.together("suspect", seats(lambda s, seat: s.seats))
def suspect(step: Step, s: Harbour, named: dict[int, int]) -> None:
    votes = [sum(other == seat for other in named.values()) for seat in s.seats]
    caught = 1 + votes.index(max(votes))
    step.tell("caught", seat=caught)
    step.turn_over(caught)
    step.then((seize, caught), night)


@kit.phase
def seize(step: Step, s: Harbour, caught: int) -> None:
    for copy in step.put_away(caught):
        s.suspected[caught] += 1
        s.points[caught] -= CRATES[copy].worth


@kit.phase
def count_rest(step: Step, s: Harbour) -> None:
    for seat in s.seats:
        s.points[seat] += 2 * sum(CRATES[copy].worth for copy in s.turned_up(seat))
    step.end()


kit.says(night="Night {round}.", shipped="Face down: {counts:by seat}.", caught="The patrol comes to {seat}.")


@kit.bot(ship, spread=3)
def value(s: Harbour, seat: int, copy: int) -> int:
    return CRATES[copy].worth


GAME = kit.game(Harbour, night)
