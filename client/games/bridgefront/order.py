"""Resolve order of an action step, derived from its events: the revealed actions and the progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from client.games.bridgefront.view_model import Turn
from core.engine.game import Event
from core.games.bridgefront import events as e

CLOSED = ("hidden", "plan")
"""States of a turn that is not revealed yet."""


def order_after(turns: Sequence[Turn], event: Event) -> list[Turn]:
    """Return the resolve order after an event; the given list does not change."""
    if isinstance(event, e.ActionStepBegan):
        return [Turn(seat) for seat in event.active]
    if isinstance(event, (e.PhaseBegan, e.RoundBegan)):
        return []
    if isinstance(event, e.ActionRevealed):
        others = [turn for turn in turns if turn.seat != event.seat]
        state = "done" if event.kind == "done" else "waiting"
        revealed = Turn(event.seat, event.kind, event.copy, event.number, state)
        return [*_of(others, True), revealed, *_of(others, False)]
    if isinstance(event, e.InitiativeDice):
        return _sort_by_dice(turns, event)
    if isinstance(event, e.ActionResolves):
        return [_advance_turn(turn, event.seat) for turn in turns]
    if isinstance(event, e.Fizzled):
        return [replace(turn, state="fizzled") if turn.seat == event.seat else turn for turn in turns]
    return list(turns)


def _of(turns: Sequence[Turn], revealed: bool) -> list[Turn]:
    return [turn for turn in turns if (turn.state not in CLOSED) == revealed]


def _advance_turn(turn: Turn, seat: int) -> Turn:
    """Return a turn as it is after a seat's turn has begun to resolve."""
    if turn.state == "now" and turn.seat != seat:
        return replace(turn, state="done")
    return replace(turn, state="now") if turn.seat == seat and turn.state == "waiting" else turn


def _sort_by_dice(turns: Sequence[Turn], event: e.InitiativeDice) -> list[Turn]:
    """Return the turns with the tied ones sorted by their dice, within their places in the order."""
    die = dict(event.rolls)
    tied = sorted((turn for turn in turns if turn.seat in die), key=lambda turn: die[turn.seat])
    rolled = iter([replace(turn, dice=(*turn.dice, die[turn.seat])) for turn in tied])
    return [next(rolled) if turn.seat in die else turn for turn in turns]
