"""Replay of a step, for the table at each of its events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from core.engine.game import Decision, Event, Game, State, shared_of


def moments(
    game: Game, before: State, events: Sequence[Event], decisions: Mapping[int, Decision], beacon: bytes,
    lost: Collection[int] = (), after: State | None = None,
) -> list[State]:  # fmt: skip
    """Return the table just after each event of a step from `before`, which stays unchanged.

    No seat is asked anything in these tables. Where a game has no such states the table stays as it was. Keys of shared
    decks, which appear on a table that has been seen already, come from the table `after` the step.

    `game` may be the base of a forked match (PROTOCOL 14.10), whose first step is a deal.
    """
    if not events:  # nothing happens in a step with which all end the match
        return []
    state, states = before.clone(), list[State]()
    shared = shared_of(game)
    if shared is not None and after is not None and _key_points(after) and not _key_points(state):
        shared.lay_keys(state, _key_points(after)[1:])
    if not decisions and not lost and game.asks(state):
        game.deal_anew(state, [each.seat for each in game.standing(state)], beacon, states)
    else:
        game.step(state, decisions, beacon, frozenset(lost), states)
    for table in states:
        if hasattr(table, "asking"):
            table.asking = ()
    return states if len(states) == len(events) else [before] * len(events)


def _key_points(state: State) -> tuple[tuple[bytes, ...], ...]:
    """Return the public keys of a shared deck by seat; () before they are there, or in a game without one."""
    return tuple(getattr(getattr(state, "shared", None), "points", ()))
