"""Worth: gains, losses, recovery from Ruin, and the end of the match (rules parts 1, 4.1 and 8)."""

from __future__ import annotations

from core.games.midnight import events
from core.games.midnight.escalations import SANCTUARY
from core.games.midnight.rules import Step, match_decided
from core.games.midnight.state import Midnight

ECONOMY, DEVASTATION, LAST_WAR, DUEL = "economy", "devastation", "last war", "duel"
"""Names of the ways to win a match."""


def recovery_worth(state: Midnight) -> int:
    """Return the Worth at which a nation comes back from Ruin (ES17)."""
    return state.amount(SANCTUARY, state.rules.numbers.recovery_worth)


def gain_worth(step: Step, seat: int, amount: int, why: str) -> None:
    """Add Worth to a nation.

    A nation in Ruin may recover by it; any other nation may win by it.
    """
    gain_together(step, (seat,), (amount,), why)


def gain_together(step: Step, seats: tuple[int, ...], amounts: tuple[int, ...], why: str) -> None:
    """Add Worth to several nations at the same moment.

    If several of them pass 60, the current player wins, or otherwise the closest nation clockwise (part 8).
    """
    state = step.state
    for seat, amount in zip(seats, amounts):
        if amount:
            state.worth[seat] += amount
            step.emit(events.WorthGained(seat, amount, why))
            check_recovery(step, seat)
    if state.clock:
        winning = state.rules.numbers.winning_worth
        for seat in state.clockwise(state.current):
            if state.worth[seat] >= winning and not state.ruined[seat] and not state.eliminated[seat]:
                raise match_decided((seat,), ECONOMY)


def check_recovery(step: Step, seat: int) -> None:
    """Let a nation recover from Ruin as soon as its Worth is sufficient (4.6)."""
    state = step.state
    if state.ruined[seat] and not state.eliminated[seat] and state.worth[seat] >= recovery_worth(state):
        state.ruined[seat] = 0
        step.emit(events.Recovered(seat))


def lose_worth(step: Step, seat: int, amount: int, why: str) -> bool:
    """Subtract Worth, but not below 0 (R7); return True if no Worth is left."""
    lost = min(amount, step.state.worth[seat])
    step.state.worth[seat] -= lost
    if lost:
        step.emit(events.WorthLost(seat, lost, why))
    return not step.state.worth[seat]


def end_if_last(step: Step) -> None:
    """End the match if only one nation is neither in Ruin nor eliminated; that nation wins (RU4, R29)."""
    upright = step.state.seats_not_ruined()
    if len(upright) == 1:
        raise match_decided((upright[0],), DEVASTATION)
