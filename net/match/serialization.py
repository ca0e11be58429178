"""Conversion of decisions and standings to plain data for entries, and back."""

from __future__ import annotations

from core.engine.codec import Plain, dec, enc
from core.engine.game import Decision, Game, IllegalDecision, Standing, State
from net.match.feed_reader import ProtocolFault


def read_decision(game: Game, state: State, seat: int, plain: Plain, t: int) -> Decision:
    """Return the decision in a peer's plain data; raise `ProtocolFault` if the data is invalid."""
    try:
        return game.read(state, seat, plain)
    except IllegalDecision as illegal:
        raise ProtocolFault(seat, t, illegal.kind, illegal.reason) from None
    except Exception as error:
        raise ProtocolFault(seat, t, "decision", f"its decision does not read ({type(error).__name__})") from None


def plain_standing(standing: list[Standing]) -> Plain:
    """Return a standing as nested lists, for an entry."""
    return [[place.rank, place.seat, [list(part) for part in place.score]] for place in standing]


def plain_decision(decision: Decision) -> Plain:
    """Return a decision as nested lists, for an entry: an array of its fields."""
    return dec(enc(decision))
