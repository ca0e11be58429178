"""Replays of stored matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.engine.game import Decision, Event, Game, State
from core.engine.options import Value
from lab.run.players import check as check_bot
from lab.run.rulesets import check as check_changes
from lab.run.simulation import new_match, play_match, seat_of
from lab.run.store import Store


class NoSuchMatch(Exception):
    """Raised for a match that cannot be replayed; the message gives the reason."""


class ReplayedMatch(NamedTuple):
    """A stored match that was played again.

    `states[i]` is the state after i steps. `decisions[i]`, `beacons[i]` and `events[i]` belong to the step from
    `states[i]` to the next state.
    """

    game: Game
    match: bytes
    names: tuple[str, ...]
    options: Mapping[str, Value]
    states: list[State]
    events: list[list[Event]]
    decisions: list[Mapping[int, Decision]]
    beacons: list[bytes]
    digests: list[bytes]

    @property
    def event_texts(self) -> Iterator[list[str]]:
        """Descriptions of the events of each step, one line per event."""
        for state, events in zip(self.states[1:], self.events):
            yield [self.game.narrate(state, event) for event in events]


def replay_match(store: Store, name: str) -> ReplayedMatch:
    """Return the replay of the match with the name "run.block.arm.rotation".

    Raise `NoSuchMatch` if there is no such match, or if it does not end as the stored match did.
    """
    parts = name.split(".")
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() and len(part) < 9 for part in parts):
        raise NoSuchMatch(f"{name!r} names no match: one is called run.block.arm.rotation, as in 1.12.0.3")
    number, block, arm, rotation = map(int, parts)
    run = next((run for run in store.runs() if run.id == number), None)
    kept = None if run is None else store.match(run, block, arm, rotation)
    if run is None or kept is None:
        raise NoSuchMatch(f"there is no match {name} in {store.path.parent}")
    if not run.by_these_rules:
        raise NoSuchMatch(f"match {name} was played by other rules or bots than those of this program")
    way = run.design.arms[arm]
    try:
        for bot in way.bots:
            check_bot(bot)
        check_changes(way.game, way.changes)
        first = new_match(way, run.design.seed, block, rotation)
    except ValueError as wrong:
        raise NoSuchMatch(f"match {name} cannot be played again: {wrong}") from None
    states: list[State] = [first.state.clone()]
    events: list[list[Event]] = []
    decisions: list[Mapping[int, Decision]] = []

    def watch(state: State, decided: Mapping[int, Decision], happened: list[Event]) -> None:
        states.append(state.clone())
        events.append(happened)
        decisions.append(dict(decided))

    result = play_match(run.design, block, arm, rotation, watch)
    if result != kept:
        raise NoSuchMatch(f"match {name} comes to another end than the one that is stored: the store was changed")
    bots = {seat_of(chair, rotation, way.seats): bot for chair, bot in enumerate(way.chairs)}
    names = tuple(f"{bots[seat].capitalize()} {seat}" for seat in range(1, way.seats + 1))
    return ReplayedMatch(
        way.rules, first.match, names,
        first.game.options.values_by_name(first.game.options.complete_values(dict(way.options))),
        states, events, decisions, [state.beacon for state in states[1:]], [state.digest() for state in states],
    )  # fmt: skip
