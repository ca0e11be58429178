"""Common parts of match and replay of Cabinet: the table, its panels, the log, the animation."""

from __future__ import annotations

from client.games.cabinet.animation import CabinetAnimation, CabinetFlights
from client.games.cabinet.board import Board
from client.games.cabinet.hand import Hand
from client.games.cabinet.tooltips import (
    FULL_WALL,
    PHASE_OF_QUESTION,
    PHASES,
    card_tip,
    deck_size,
    phase_word,
    time_left,
)
from client.table.pick.scene import PickScene
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Row
from client.ui.controls.panel import Panel
from client.ui.richtext import escape
from client.ui.widget import Widget
from core.engine.game import Event
from core.engine.text.words import count
from core.games.cabinet import cards, payment
from core.games.cabinet.cards import CHALLENGE, MILESTONE, NO_CALM
from core.games.cabinet.decisions import Pledge
from core.games.cabinet.events import MatchEnded
from core.games.cabinet.game import GAME
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.catalogue import LOSER_DESCRIPTIONS
from core.games.cabinet.text.words import places

FORECAST_HEIGHT = 134.0
"""Design pixels: height of the forecast panel."""


class Scene(PickScene):
    """Common base of Cabinet's match screen and replay screen, which shows one table.

    Lengths are design pixels of a window of 1280x720.
    """

    game_name = GAME.name
    asked_in, phase_words, heading = PHASE_OF_QUESTION, PHASES, ("Cabinet", "Turn")
    banner_at, prompt_at, below = (216, 360, 712, 74), (216, 645, 712, 30), FORECAST_HEIGHT
    board_kind, flights_kind, reveal_kind = Board, CabinetFlights, CabinetAnimation
    board: Board
    hand: Hand

    # Regions ----------------------------------------------------------------------------------------------------------

    def build_beside(self) -> None:
        """Add the buttons for the discard piles and the achievements, and the forecast at the upper right."""
        ui = self.ui
        self.spent = Button("Discards", self.open_discards, "discard", size="small", grow=1, height=30)
        self.done = Button("Achieved", self.open_achieved, "milestone", size="small", grow=1, height=30)
        ui.put(Row(self.spent, self.done, gap=6), (6, 8, 268, 30), "low", "low")
        self.forecast = Label("", size="small", markup=True, wrap=True, name="Forecast")
        panel = Panel(self.forecast, "Forecast", 9)
        ui.put(panel, (1024, 676 - FORECAST_HEIGHT, 250, FORECAST_HEIGHT), "high", "high")

    def seat_board(self, state: Cabinet) -> None:
        """Set up the board, and set the full size of the clock from the deck of crises."""
        self.board.most = deck_size(state, CHALLENGE) + len(state.challenges)
        super().seat_board(state)

    def won_by(self, event: Event) -> tuple[int, ...]:
        """Return all seats if the team has won, and none otherwise."""
        assert isinstance(event, MatchEnded)
        return tuple(self.model.seats) if event.won else ()

    def refresh(self) -> None:
        """Update all parts after a change of the displayed table."""
        super().refresh()
        state = self.model.state_of(Cabinet)
        if state is not None:
            self.phases.now = phase_word(state)
            who = self.names.who(state.current) if state.current else ""
            self.when.text = f"Turn {state.turn}" if state.turn else "Set-up"
            self.order.name = f"{who} governs" if who else "Turn order"
            self.forecast.text = "\n".join(self._forecast_lines(state))
            if self.hand is not None:
                self.hand.refresh()

    def _order(self) -> list[int]:
        """Return the seats in the order in which they take turns."""
        state = self.model.state_of(Cabinet)
        return state.clockwise(state.current) if state is not None and state.turn else []

    # Outcomes ---------------------------------------------------------------------------------------------------------

    def _forecast_lines(self, state: Cabinet) -> list[str]:
        """Return the effects of the current payment, or the state of the match if there is no payment."""
        if not state.at_stake:
            return self._standing(state)
        lines = []
        inquiry = self.board.inquiry
        if inquiry is not None and isinstance(inquiry.decision, Pledge):
            pledges = list(state.pledges)
            pledges[inquiry.seat] = inquiry.decision.cards
            assist = inquiry.decision.assist if inquiry.seat == state.current else state.assist
            giving = [(seat, pledges[seat]) for seat in state.clockwise(state.current)]
            filled = payment.fill(cards.cost(state.at_stake), giving, payment.assist_of(assist))
            if filled.missing:
                lines.append(f"{{warn}}:warning: The others must give {escape(places(filled.missing))}.{{/}}")
            else:
                lines.append("{good}:tick: Your pledge completes the payment.{/}")
        if cards.deck_of(state.at_stake) == MILESTONE:
            milestone = cards.milestone(state.at_stake)
            lines.append(f":score: Score {state.score} → *{state.score + milestone.points}* of {state.target}")
            if milestone.calm != NO_CALM:
                lines.append(f":calm: Calm {milestone.calm}: {count(len(state.challenges), 'Challenge')} in play")
            lines.append("{muted}If unpaid: it goes under its deck, and all keep their cards.{/}")
        else:
            challenge = cards.CHALLENGE_CARDS[cards.kind(state.at_stake)]
            loses = f"{LOSER_DESCRIPTIONS[challenge.who]} loses {count(challenge.penalty, 'card')}"
            lines.append(f"{{bad}}If unpaid: it stays, and {loses}.{{/}}")
        return lines

    def _standing(self, state: Cabinet) -> list[str]:
        """Return the state of the match, as lines of text."""
        many = len(state.challenges)
        lines = [f":score: *{state.score}* of {state.target} points", f":hourglass: {time_left(state)}"]
        if many >= state.limit:
            lines.append(f"{{warn}}:warning: {FULL_WALL[state.clock]}{{/}}")
        if many:
            lines.append(f":discard: Upkeep: {count(many, 'card')} each turn")
        return lines

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_discards(self) -> None:
        """Show the two discard piles, which are public."""
        state = self.model.state_of(Cabinet)
        if state is None:
            return
        lines = []
        for title, copies in (("Resources", state.spent_resources), ("Ministries", state.spent_ministries)):
            named = [f"{len(group)} {cards.name(group[0])}" for group in cards.by_face(copies).values()]
            lines.append(f"*{title}*\n" + (escape(", ".join(named)) if named else "{muted}nothing{/}"))
        self.open_words(
            "Discards", "\n".join([*lines, "{muted}When a deck runs out, its discards become the new deck.{/}"])
        )

    def open_achieved(self) -> None:
        """Show the team's Milestones, and the Challenges that the team has paid for."""
        state = self.model.state_of(Cabinet)
        if state is None:
            return
        won = [f"*+{cards.milestone(copy).points}*  {escape(cards.name(copy))}" for copy in state.achieved]
        solved = [escape(cards.name(copy)) for copy in state.solved]
        lines = won or ["{muted}No Milestone yet.{/}"]
        lines.append(f"{{muted}}Challenges paid or removed: {', '.join(solved) or 'none'}{{/}}")
        self.open_words("Achieved", "\n".join(lines))

    def card_tip(self, copy: int) -> str | Widget | None:
        """Return the tooltip of a card in the log."""
        return card_tip(copy)
