"""Positions for tests: seats, factions, units on hexes, and scripted dice.

A position begins with Capitals in their slots and nothing else on the board.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeVar

import core.games.bridgefront.game  # noqa: F401 - fills the catalogue
from core.engine.game import Setup
from core.games.bridgefront.board import capital_slots
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.combat.siege import begin_fight
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases.setup import new_state
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Champion, Mark

T = TypeVar("T")
PLAIN = ("cipher", "vapourborn", "gatewright", "refiner", "virtuous", "leadbound")
"""Default factions by seat; the first two have no effect in battles."""
MATCH = b"\x07" * 32


def position(*factions: str, seats: int = 0, gold: int = 10, mana: int = 5, **options: object) -> Bridgefront:
    """Return an empty board in the Action Phase of round 1, with at least two seats."""
    seats = seats or max(2, len(factions))
    state = new_state(Setup(seats, options, MATCH, sealed=False))  # type: ignore[arg-type]
    named = (factions + tuple(code for code in PLAIN if code not in factions))[:seats]
    slots = capital_slots(seats, str(state.option("board_size")))
    state.round = 1
    state.phase = "action phase"
    state.agenda = []
    state.asking = ()
    for seat in state.seats:
        state.faction[seat] = CODES.index(named[seat - 1])
        state.capital[seat] = slots[seat - 1]
        state.gold[seat] = gold
        state.mana[seat] = mana
    return state


def hex_at(state: Bridgefront, q: int, r: int) -> int:
    """Return the number of the hex at axial (q, r)."""
    return state.grid.index[q, r]


def forces(state: Bridgefront, seat: int, hex_: int, count: int) -> None:
    """Put Forces of the seat into a hex; in a Capital the first seat placed counts as first to arrive."""
    if hex_ in state.capital and not state.players_at(hex_):
        state.first_in[hex_] = seat
    state.forces[seat][hex_] = count


def new_copy(state: Bridgefront, name: str) -> int:
    """Return a copy of the card that is in no zone."""
    copy = len(state.card)
    state.card.append(find(name))
    state.number.append(CARDS[state.card[copy]].initiative[0])
    return copy


def champion(state: Bridgefront, seat: int, name: str, hex_: int, hp: int = 0) -> int:
    """Put a Champion of the seat on the board and its card into the Burn pile; return its copy.

    `hp` 0 stands for the maximum.
    """
    copy = new_copy(state, name)
    stats = CARDS[state.card[copy]].stats
    assert stats is not None
    if hex_ in state.capital and not state.players_at(hex_):
        state.first_in[hex_] = seat
    state.arrivals += 1
    state.champions[copy] = Champion(copy, seat, hex_, hp or stats.hp, stats.hp, state.arrivals)
    state.burnt[seat] += (copy,)
    return copy


def mark(state: Bridgefront, kind: str, seat: int, what: int = 0, more: int = 0) -> None:
    """Add a lasting effect; `more` is its amount."""
    state.marks.append(Mark(kind, seat, what, more))


class ScriptEnds(Exception):
    """Raised when no more dice or draws are scripted."""


class ScriptedStream:
    """A stream of scripted dice and draws, which does not shuffle; `asked` lists the sizes of the draws."""

    def __init__(self, dice: Iterable[int], draws: Iterable[int]) -> None:
        self.dice = list(dice)
        self.draws = list(draws)
        self.asked: list[int] = []

    def die(self) -> int:
        if not self.dice:
            raise ScriptEnds
        return self.dice.pop(0)

    def uniform(self, n: int) -> int:
        self.asked.append(n)
        if not self.draws:
            raise ScriptEnds
        return self.draws.pop(0)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.uniform(len(items))]

    def shuffle(self, items: Iterable[T]) -> list[T]:
        return list(items)


class ScriptedChance:
    """Randomness of a step that is scripted for all uses."""

    def __init__(self, dice: Iterable[int] = (), draws: Iterable[int] = ()) -> None:
        self.script = ScriptedStream(dice, draws)

    def stream(self, use: str, *which: int) -> ScriptedStream:
        return self.script

    numbered_stream = stream


def step_of(state: Bridgefront, beacon: int = 1) -> Step:
    """Return a step of the position with real randomness."""
    return Step(state, bytes([beacon]) * 32)


def scripted(state: Bridgefront, *rounds: Iterable[int], draws: Iterable[int] = ()) -> Step:
    """Return a step of the position with scripted dice for each combat round, and scripted draws."""
    step = Step(state, bytes(32))
    step.chance = ScriptedChance(chain.from_iterable(rounds), draws)  # type: ignore[assignment]
    return step


def happened(step: Step, kind: type[T]) -> list[T]:
    """Return the step's events of a kind, in order."""
    return [event for event in step.events if isinstance(event, kind)]


def fight_while_dice_last(step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> None:
    """Fight the battle until the script has no more dice."""
    with contextlib.suppress(ScriptEnds):
        begin_fight(step, hex_, attacker, defender, siege)
