"""Statistics of a match of Cabinet: what each minister gave, and how hard the Challenges were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.engine.game import Event, State
from core.engine.text.statistics import StatisticsRow, count_row
from core.games.cabinet import events as e
from core.games.cabinet.state import Cabinet


def statistics(state: State, events: Sequence[Event]) -> list[StatisticsRow]:
    """Return the statistics of a match."""
    assert isinstance(state, Cabinet)
    paid, played, assists, removed, points, lost, shared = (Counter[int]() for _ in range(7))
    challenges: list[int] = []
    for event in events:
        if isinstance(event, e.CardsPaid):
            paid[event.seat] += len(event.copies)
        elif isinstance(event, e.MinistryPlayed):
            played[event.seat] += 1
        elif isinstance(event, e.AssistUsed):
            assists[event.seat] += 1
        elif isinstance(event, e.ChallengeRemoved):
            removed[event.seat] += 1
            paid[event.seat] += len(event.paid)
        elif isinstance(event, e.MilestoneAchieved):
            points[event.seat] += event.points
        elif isinstance(event, e.CardsDiscarded):
            lost[event.seat] += len(event.copies)
        elif isinstance(event, e.CardShared):
            shared[event.seat] += 1
        elif isinstance(event, e.ChallengeFlipped):
            challenges.append(event.copy)
    seats = list(state.seats)
    rows = [
        count_row("Cards paid", paid, seats, "For Milestones and Challenges."),
        count_row("Points while in office", points, seats, "Points of Milestones achieved in their turns."),
        count_row("Challenges removed alone", removed, seats),
        count_row("Ministries played", played, seats),
        count_row("Assists", assists, seats),
        count_row("Cards shared", shared, seats),
        count_row("Cards discarded", lost, seats),
    ]
    if challenges:
        every = state.rules.challenges
        came = 10 * sum(len(state.rules.cost(copy)) for copy in challenges) // len(challenges)
        usual = 10 * sum(len(card.cost) for card in every) // len(every)
        text = f"{came // 10}.{came % 10} (expected {usual // 10}.{usual % 10})"
        about = "The mean cost of the Challenges that were turned up, against the mean of all."
        rows.append(StatisticsRow("Cost of Challenges", {seats[0]: text}, about, is_luck=True))
    return rows
