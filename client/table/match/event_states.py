"""A replay of one step, which gives the table as it is at each event of the step."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from core.engine.game import Decision, Event, Game, State, shared_of


def replay_event_states(
    game: Game, before: State, events: Sequence[Event], decisions: Mapping[int, Decision], beacon: bytes,
    lost: Collection[int] = (), after: State | None = None,
) -> list[State]:  # fmt: skip
    """Return the table just after each event of a step from `before`, which stays unchanged.

    No seat is asked anything in these tables. In a game without such states, the table stays as it was. If the keys of
    shared decks first appear in this step, they are taken from `after`, the table after the step.

    `game` may be the base of a forked match (PROTOCOL 14.10), whose first step is a deal.
    """
    if not events:  # nothing happens in a step with which all end the match
        return []
    state, states = before.clone(), list[State]()
    shared = shared_of(game)
    if shared is not None and after is not None and _key_points(after) and not _key_points(state):
        shared.store_keys(state, _key_points(after)[1:])
    if not decisions and not lost and game.pending_asks(state):
        game.redeal_all(state, [each.seat for each in game.standing(state)], beacon, states)
    else:
        game.step(state, decisions, beacon, frozenset(lost), states)
    for table in states:
        if hasattr(table, "asking"):
            table.asking = ()
    return states if len(states) == len(events) else [before] * len(events)


def _key_points(state: State) -> tuple[tuple[bytes, ...], ...]:
    """Return the public keys of a shared deck, by seat.

    Return () before the keys are there, or in a game without a shared deck.
    """
    return tuple(getattr(getattr(state, "shared", None), "points", ()))
