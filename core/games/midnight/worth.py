"""Worth (rules parts 1, 4.1 and 8): gained, lost, Ruin left behind, and the match decided."""

from __future__ import annotations

from core.games.midnight import events
from core.games.midnight.cards import RECOVERY, WINNING_WORTH
from core.games.midnight.escalations import SANCTUARY
from core.games.midnight.rules import Step, decided
from core.games.midnight.state import Midnight

ECONOMY, DEVASTATION, LAST_WAR, DUEL = "economy", "devastation", "last war", "duel"
"""Ways to win."""


def recovery(state: Midnight) -> int:
    """The Worth at which a nation comes back from Ruin (ES17)."""
    return 4 if state.in_play(SANCTUARY) else RECOVERY


def gain(step: Step, seat: int, amount: int, why: str) -> None:
    """Worth is gained; a nation in Ruin may recover, one that is not may win."""
    gain_together(step, (seat,), (amount,), why)


def gain_together(step: Step, seats: tuple[int, ...], amounts: tuple[int, ...], why: str) -> None:
    """Several gain at the same moment: of those who pass 60 the one at turn wins, else the closest clockwise (8)."""
    state = step.state
    for seat, amount in zip(seats, amounts):
        if amount:
            state.worth[seat] += amount
            step.say(events.WorthGained(seat, amount, why))
            check_recovery(step, seat)
    if state.clock:
        for seat in state.clockwise(state.current):
            if state.worth[seat] >= WINNING_WORTH and not state.ruined[seat] and not state.eliminated[seat]:
                raise decided((seat,), ECONOMY)


def check_recovery(step: Step, seat: int) -> None:
    """The instant its Worth is enough, the tile goes back (4.6)."""
    state = step.state
    if state.ruined[seat] and not state.eliminated[seat] and state.worth[seat] >= recovery(state):
        state.ruined[seat] = 0
        step.say(events.Recovered(seat))


def lose(step: Step, seat: int, amount: int, why: str) -> bool:
    """Worth is lost, never below 0 (R7); whether nothing is left."""
    lost = min(amount, step.state.worth[seat])
    step.state.worth[seat] -= lost
    if lost:
        step.say(events.WorthLost(seat, lost, why))
    return not step.state.worth[seat]


def check_last(step: Step) -> None:
    """Only one nation is left that is neither in Ruin nor eliminated: it wins (RU4, R29)."""
    upright = step.state.upright()
    if len(upright) == 1:
        raise decided((upright[0],), DEVASTATION)
