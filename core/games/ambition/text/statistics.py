"""Statistics of a match of Ambition: claims, lies, challenges, alliances, strikes, and the die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.engine.game import Event, State
from core.engine.text.statistics import StatisticsRow, chance_row, count_row, pair_row
from core.games.ambition import events as e
from core.games.ambition.state import Ambition

SOURCES = {"claim": "claims", "true": "challenged claims", "exposed": "exposed lies"}
"""Sources of Influence with a row of their own, by the word of the event."""
ALLIANCE_FACES = 2
"""Number of faces of the die that allow an alliance: 5 and 6."""


def statistics(state: State, events: Sequence[Event]) -> list[StatisticsRow]:
    """Return the statistics of a match."""
    assert isinstance(state, Ambition)
    claims, believed, lies, true, right, wrong = (Counter[int]() for _ in range(6))
    allied, kept, strikes, hit, high, rolls = (Counter[int]() for _ in range(6))
    gained: dict[str, Counter[int]] = {}
    for event in events:
        if isinstance(event, e.Claimed):
            claims[event.seat] += 1
        elif isinstance(event, e.ClaimHeld):
            believed[event.seat] += 1
        elif isinstance(event, e.ClaimJudged):
            (true if event.true else lies)[event.seat] += 1
            (wrong if event.true else right).update(event.challengers)
        elif isinstance(event, e.ClaimCaught):
            lies[event.seat] += 1
            right.update(event.challengers)
        elif isinstance(event, e.ClaimCleared):
            wrong.update(event.challengers)
        elif isinstance(event, (e.Forged, e.ForgedInSecret)):
            allied.update((event.a, event.b))
        elif isinstance(event, e.AllianceCompleted):
            kept.update((event.a, event.b))
        elif isinstance(event, e.Struck):
            strikes[event.attacker] += 1
            hit.update(event.hit)
        elif isinstance(event, e.DieRolled):
            high[event.seat] += event.die > 6 - ALLIANCE_FACES
            rolls[event.seat] += ALLIANCE_FACES
        elif isinstance(event, e.InfluenceGained):
            gained.setdefault(SOURCES.get(event.why, "cards and alliances"), Counter())[event.seat] += event.amount
    seats = list(state.seats)
    return [
        count_row("Claims", claims, seats),
        count_row("Claims that nobody challenged", believed, seats),
        pair_row("Challenged claims true : caught lies", true, lies, seats),
        pair_row("Own challenges right : wrong", right, wrong, seats),
        pair_row("Alliances formed : completed", allied, kept, seats),
        pair_row("Strikes : times hit", strikes, hit, seats),
        *(count_row(f"Influence from: {why}", counts, seats) for why, counts in sorted(gained.items())),
        chance_row("Rolls of 5 and 6", high, rolls, seats, "Two of the six faces allow an alliance."),
    ]
