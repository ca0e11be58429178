"""Replay of a step, for the table at each of its events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from client.session.source import TableState
from core.engine.game import Decision, Event, Game


def moments(
    game: Game, before: TableState, events: Sequence[Event], decisions: Mapping[int, Decision], beacon: bytes,
    lost: Collection[int] = (), after: TableState = None,
) -> list[TableState]:  # fmt: skip
    """Return the table just after each event of a step from `before`, which stays unchanged.

    No seat is asked anything in these tables. Where a game has no such states the table stays as it was. Keys of shared
    decks, which appear on a table that has been seen already, come from the table `after` the step.

    `game` may be the base of a forked match (PROTOCOL 14.10), whose first step is a deal.
    """
    if not events:  # nothing happens in a step with which all end the match
        return []
    state, states = before.clone(), list[TableState]()
    shared = getattr(game, "shared", None)
    if shared is not None and after is not None and after.shared.points and not state.shared.points:
        shared.lay_keys(state, after.shared.points[1:])
    if not decisions and not lost and game.asks(state):
        game.deal_anew(state, [each.seat for each in game.standing(state)], beacon, states)
    else:
        game.step(state, decisions, beacon, frozenset(lost), states)
    for table in states:
        table.asking = ()
    return states if len(states) == len(events) else [before] * len(events)
