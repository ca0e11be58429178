"""What match and replay of Midnight have in common: the table, what stands beside it, the log, who tells the steps."""

from __future__ import annotations

from client.games.midnight.animation import Reveal
from client.games.midnight.art.laws import Laws
from client.games.midnight.board import Board
from client.games.midnight.flight import Flights
from client.games.midnight.hand import Hand
from client.games.midnight.strike import Strike
from client.games.midnight.text.names import card_tip, clock_words
from client.table.pick_scene import PickScene
from client.ui.widget import Widget
from client.ui.widgets import Label
from core.games.midnight.events import MatchEnded
from core.games.midnight.game import GAME
from core.games.midnight.state import Midnight

PHASES = ("Tone", "Draw", "Act", "Trim", "Tension")
ASKED = {"act": "Act", "trim": "Trim", "deploy": "Tension"}
"""The steps of a turn in which the table asks, by kind of question."""
LAWS = 120.0
"""The height of the laws in force."""


class Scene(PickScene):
    """A table of Midnight as it is shown. Lengths are design pixels of 1280x720."""

    game_name = GAME.name
    asked_in, phase_words, heading = ASKED, PHASES, ("Midnight", "Clock")
    banner_at, prompt_at = (194, 540, 630, 74), (190, 645, 640, 30)
    board_kind, flights_kind, reveal_kind = Board, Flights, Reveal
    board: Board
    hand: Hand
    """The hand of the seat whose view it is."""
    laws: Laws | None = None

    # The regions ------------------------------------------------------------------------------------------------------

    def beside(self) -> tuple[Widget, ...]:
        """The turn, beside the clock."""
        self.turn = Label("", "muted", "small", name="Turn")
        return (self.turn,)

    def build_beside(self) -> None:
        """The strike of the clock, which lies over the table once it is laid."""
        self.strike = self.board.strike = Strike(self.model, self.names)

    def seat_board(self, state: Midnight) -> None:
        """Which modules are played is known."""
        super().seat_board(state)
        if state.option("escalations") == "on":
            self.laws = Laws()
            self.ui.put(self.laws, (1024, 676 - LAWS, 250, LAWS), "high", "high")
            self.lay_log(LAWS)

    def build_over(self) -> None:
        """The strike of the clock."""
        self.ui.put(self.strike, (0, 0, 1280, 680), "stretch", "stretch")

    def won_by(self, event: MatchEnded) -> tuple[int, ...]:
        """Whom the event names."""
        return (event.winner,)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.phases.now = self.board.phase
        self.strike.touch()
        state = self.model.state
        if state is not None:
            self.when.text = clock_words(state)
            self.turn.text = f"Turn {state.turn}" if state.turn else "Set-up"
            if self.laws is not None:
                self.laws.lay(state.escalations)

    def _order(self) -> list[int]:
        """Order of play, from the seat at turn on."""
        state = self.model.state
        if state is None or not state.turn:
            return []
        return [seat for seat in state.clockwise(state.current) if not state.eliminated[seat]]

    def card_tip(self, copy: int) -> str | Widget | None:
        """What is to be read beside a card of the log."""
        return card_tip(copy)
