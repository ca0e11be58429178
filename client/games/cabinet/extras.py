"""Widgets beside Cabinet's board: the forecast, and the buttons for the discard piles and the achievements."""

from __future__ import annotations

from client.games.cabinet.art import lasting_note
from client.games.cabinet.board import Board
from client.games.cabinet.tooltips import deck_size, full_wall_text, time_left
from client.table.pick.table import TableExtras
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Row
from client.ui.controls.panel import Panel
from client.ui.richtext import escape
from core.engine.text.words import format_count
from core.games.cabinet import cards, payment, standing
from core.games.cabinet.cards import CHALLENGE, FLEETING, MILESTONE, NO_CALM
from core.games.cabinet.decisions import Pledge
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.catalogue import LOSER_DESCRIPTIONS
from core.games.cabinet.text.words import cost_text

FORECAST_HEIGHT = 134.0
"""Design pixels: height of the forecast panel."""


class CabinetExtras(TableExtras):
    """Widgets that only Cabinet has."""

    def build(self) -> None:
        """Add the buttons for the discard piles and the achievements, and the forecast at the upper right."""
        ui = self.table.screen.ui
        self.spent = Button("Discards", self.open_discards, "discard", size="small", grow=1, height=30)
        self.done = Button("Achieved", self.open_achieved, "milestone", size="small", grow=1, height=30)
        ui.put(Row(self.spent, self.done, gap=6), (6, 8, 268, 30), "low", "low")
        self.forecast = Label("", size="small", markup=True, wrap=True, name="Forecast")
        panel = Panel(self.forecast, "Forecast", 9)
        ui.put(panel, (1024, 676 - FORECAST_HEIGHT, 250, FORECAST_HEIGHT), "high", "high")

    def adapt_to_replay(self) -> None:
        """Hide the buttons, because the hands of all seats are shown there."""
        self.spent.visible = self.done.visible = False

    def prepare_board(self, state: Cabinet) -> None:
        """Set the full size of the clock from the deck of crises."""
        board = self.table.board
        assert isinstance(board, Board)
        board.most = deck_size(state, CHALLENGE) + len(state.challenges)

    def refresh(self, state: Cabinet) -> None:
        """Update the forecast."""
        who = self.table.names.plain_name(state.current) if state.current else ""
        self.table.order.name = f"{who} governs" if who else "Turn order"
        self.forecast.text = "\n".join(self._forecast_lines(state))

    # Outcomes ---------------------------------------------------------------------------------------------------------

    def _forecast_lines(self, state: Cabinet) -> list[str]:
        """Return the effects of the current payment, or the state of the match if there is no payment."""
        if not state.at_stake:
            return self._standing(state)
        lines = []
        inquiry = self.table.board.inquiry
        if inquiry is not None and isinstance(inquiry.decision, Pledge):
            pledges = list(state.pledges)
            pledges[inquiry.seat] = inquiry.decision.cards
            assist = inquiry.decision.assist if inquiry.seat == state.current else state.assist
            giving = [(seat, pledges[seat]) for seat in state.clockwise(state.current)]
            filled = payment.fill_cost(
                standing.cost(state, state.at_stake), giving, payment.assist_places(state, assist)
            )
            if filled.missing:
                lines.append(f"{{warn}}:warning: The others must give {escape(cost_text(filled.missing))}.{{/}}")
            else:
                lines.append("{good}:tick: Your pledge completes the payment.{/}")
        if cards.deck_of(state.at_stake) == MILESTONE:
            milestone = state.rules.milestone(state.at_stake)
            lines.append(f":score: Score {state.score} → *{state.score + milestone.points}* of {state.target}")
            if milestone.calm != NO_CALM:
                lines.append(
                    f":calm: Calm {milestone.calm}: {format_count(len(state.challenges), 'Challenge')} in play"
                )
            lines.append("{muted}If unpaid: it goes under its deck, and all keep their cards.{/}")
            if hours := state.rules.numbers.failed_hours:
                leave = format_count(hours, "Challenge")
                lines.append(f"{{bad}}Time passes too: {leave} {'leaves' if hours == 1 else 'leave'} the deck.{{/}}")
        else:
            challenge = state.rules.challenge(state.at_stake)
            lost = format_count(standing.penalty(state, state.at_stake), "card")
            loses = f"{LOSER_DESCRIPTIONS[challenge.who]} loses {lost}"
            stays = "" if challenge.lasting == FLEETING else "it stays, and "
            lines.append(f"{{bad}}If unpaid: {stays}{loses}.{{/}}")
            if note := lasting_note(challenge):
                lines.append(f"{{bad}}{escape(note)}{{/}}")
        return lines

    def _standing(self, state: Cabinet) -> list[str]:
        """Return the state of the match, as lines of text."""
        many = len(state.challenges)
        lines = [f":score: *{state.score}* of {state.target} points", f":hourglass: {time_left(state)}"]
        if many >= state.limit:
            lines.append(f"{{warn}}:warning: {full_wall_text(state)}{{/}}")
        if notes := [note for copy in state.challenges if (note := lasting_note(state.rules.challenge(copy)))]:
            lines.append(f"{{warn}}:challenge: {escape('; '.join(notes))}{{/}}")
        return lines

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_discards(self) -> None:
        """Show the two discard piles, which are public."""
        state = self.table.model.state_of(Cabinet)
        if state is None:
            return
        lines = []
        for title, copies in (("Resources", state.spent_resources), ("Ministries", state.spent_ministries)):
            named = [f"{len(group)} {cards.name_of(group[0])}" for group in cards.group_by_face(copies).values()]
            lines.append(f"*{title}*\n" + (escape(", ".join(named)) if named else "{muted}nothing{/}"))
        self.table.dialogs.open_words(
            "Discards", "\n".join([*lines, "{muted}When a deck runs out, its discards become the new deck.{/}"])
        )

    def open_achieved(self) -> None:
        """Show the team's Milestones, and the Challenges that the team has paid for."""
        state = self.table.model.state_of(Cabinet)
        if state is None:
            return
        won = [f"*+{state.rules.milestone(copy).points}*  {escape(cards.name_of(copy))}" for copy in state.achieved]
        solved = [escape(cards.name_of(copy)) for copy in state.solved]
        lines = won or ["{muted}No Milestone yet.{/}"]
        lines.append(f"{{muted}}Challenges paid or removed: {', '.join(solved) or 'none'}{{/}}")
        self.table.dialogs.open_words("Achieved", "\n".join(lines))
