"""Parts that the match screen and the replay of Ambition share: the table, panels, log and animation."""

from __future__ import annotations

from client.games.ambition import faces
from client.games.ambition.animation import AmbitionAnimation, AmbitionFlights
from client.games.ambition.board import Board
from client.games.ambition.evidence import HIGH, Evidence
from client.games.ambition.hand import Hand
from client.games.ambition.tooltips import PHASE_OF_QUESTION, PHASES, phase_word
from client.table.pick.scene import PickScene
from client.ui.widget import Widget
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition


class Scene(PickScene):
    """Display of a table of Ambition; lengths are design pixels of 1280x720."""

    game_name = GAME.name
    asked_in, phase_words, heading = PHASE_OF_QUESTION, PHASES, ("Ambition", "Round")
    banner_at, prompt_at, below = (216, 360, 800, 74), (216, 645, 796, 30), HIGH
    board_kind, flights_kind, reveal_kind = Board, AmbitionFlights, AmbitionAnimation
    board: Board
    hand: Hand

    def build_beside(self) -> None:
        """Add the evidence panel above the log."""
        self.evidence = Evidence(self.model, lambda: self.board.target)
        self.ui.put(self.evidence, (1024, 676 - HIGH, 250, HIGH), "high", "high")

    def refresh(self) -> None:
        """Update all parts after a change of the displayed table."""
        super().refresh()
        state = self.model.state_of(Ambition)
        self.evidence.touch()
        if state is not None:
            self.phases.now = phase_word(state)
            self.when.text = f"Round {state.round}" if state.round else "Set-up"
            if self.hand is not None:
                self.hand.refresh()

    def _order(self) -> list[int]:
        """Return the seats in the order of play."""
        state = self.model.state_of(Ambition)
        return state.clockwise(state.current) if state is not None and state.turn and not state.over else []

    def card_tip(self, copy: int) -> str | Widget | None:
        """Return the tooltip of a card in the log."""
        return faces.tooltip(faces.of_copy(self.model.table_of(Ambition), copy))
