"""Decisions and standings as plain data, as they travel in entries, and back."""

from __future__ import annotations

from typing import Any

from core.engine.codec import Plain, dec, enc
from core.engine.game import Decision, Game, IllegalDecision, Standing, State
from net.match.feed_reader import Wrong


def read_decision(game: Game, state: State, seat: int, plain: Plain, t: int) -> Any:
    """A peer's plain data as a decision; raises `Wrong`, whatever the data is."""
    try:
        return game.read(state, seat, plain)
    except IllegalDecision as illegal:
        raise Wrong(seat, t, illegal.kind, illegal.why) from None
    except Exception as error:
        raise Wrong(seat, t, "decision", f"its decision does not read ({type(error).__name__})") from None


def plain_standing(standing: list[Standing]) -> Plain:
    """A standing as nested lists."""
    return [[place.rank, place.seat, [list(part) for part in place.score]] for place in standing]


def plain_decision(decision: Decision) -> Plain:
    """A decision as it travels: the array of its fields, as nested lists."""
    return dec(enc(decision))
