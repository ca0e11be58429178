"""Statistics of a match of Midnight: Worth by source, disputes, and the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.engine.game import Event, State
from core.engine.text.statistics import StatisticsRow, chance_row, count_row, pair_row
from core.games.midnight import events as e
from core.games.midnight.cards import TICK
from core.games.midnight.state import Midnight

DIE = 6


def statistics(state: State, events: Sequence[Event]) -> list[StatisticsRow]:
    """Return the statistics of a match."""
    assert isinstance(state, Midnight)
    faces = state.rules.red.count(TICK)
    tense, tone, ticks, red, dealt, taken, ruins, upgrades = (Counter[int]() for _ in range(8))
    gained: dict[str, Counter[int]] = {}
    for event in events:
        if isinstance(event, e.ToneRolled):
            tense[event.seat] += event.tense
            tone[event.seat] += DIE - state.rules.numbers.calm_faces
        elif isinstance(event, e.TensionRolled):
            ticks[event.seat] += event.face == TICK
            red[event.seat] += faces
        elif isinstance(event, e.Attacked):
            dealt[event.attacker] += event.damage
            taken[event.defender] += event.damage
        elif isinstance(event, e.WorthGained):
            gained.setdefault(event.why, Counter())[event.seat] += event.amount
        elif isinstance(event, e.Fell):
            ruins[event.seat] += 1
        elif isinstance(event, e.DialTurned):
            upgrades[event.seat] += max(0, event.by)
    seats = list(state.seats)
    return [
        *(count_row(f"Worth from: {why}", counts, seats) for why, counts in sorted(gained.items())),
        pair_row("Worth shot : lost in disputes", dealt, taken, seats),
        count_row("Dials turned up", upgrades, seats),
        count_row("Falls into Ruin", ruins, seats),
        chance_row("Tense turns", tense, tone, seats, "The black die decides, unless a nation is in Ruin."),
        chance_row(
            "Ticks of the red die", ticks, red, seats, f"The clock ticks on {faces} of the {DIE} faces of the red die."
        ),
    ]
