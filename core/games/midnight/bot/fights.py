"""Good fights among the ideas of a bot: the gun that ruins a nation behind a border that nothing defends."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition
from core.engine.game import Decision
from core.games.midnight import action
from core.games.midnight.cards import MIGHT, kind_of
from core.games.midnight.decisions import Act
from core.games.midnight.pacts import pact_between
from core.games.midnight.state import Midnight


def is_open_border(state: Midnight, seat: int, other: int) -> bool:
    """Return True if the other side has no card on the border, and no Pact protects it."""
    return not state.border(other, seat) and pact_between(state, seat, other) is None


def ruins(position: DecisionPosition[Midnight], act: Act) -> bool:
    """Return True if an action adds the gun whose fire over an open border ruins the nation behind it."""
    state, seat, cards = position.state, position.seat, position.state.rules.cards
    if act.kind != action.BORDER or not is_open_border(state, seat, act.to):
        return False
    added = cards[_kind(position, act.entries[0])].attack
    laid = sum(cards[_kind(position, entry)].attack for entry in state.border(seat, act.to))
    might, worth = state.dial_value(seat, MIGHT), state.worth[act.to]
    return added > 0 and laid * might < worth <= (laid + added) * might


def good_fight(position: DecisionPosition[Midnight], ideas: Sequence[Decision]) -> Decision | None:
    """Return the first idea that lays the gun that ruins a nation if a conflict comes now, or None."""
    return next((idea for idea in ideas if isinstance(idea, Act) and ruins(position, idea)), None)


def _kind(position: DecisionPosition[Midnight], entry: int) -> int:
    """Return the kind of the card of one of the seat's entries."""
    return kind_of(position.secrets.faces[entry] if entry > 0 else -entry)
