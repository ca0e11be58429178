"""What match and replay of Midnight have in common: the table, what stands beside it, the log, who tells the steps."""

from __future__ import annotations

from collections.abc import Callable

from client.kit.widget import Widget
from client.kit.widgets import Label
from client.midnight.art.laws import Laws
from client.midnight.board import Board
from client.midnight.flight import Flights
from client.midnight.hand import Hand
from client.midnight.log import Story
from client.midnight.reveal import Reveal
from client.midnight.strike import Strike
from client.midnight.words import card_tip, clock_words
from client.table.pick_scene import PickScene
from client.table.picking import Pick
from client.table.place import Place
from client.table.prompt import Prompt
from client.table.stage import Banner, Words
from client.table.top import TopBar
from client.table.turn_strip import Phases, TurnOrder
from core.midnight.events import MatchEnded
from core.midnight.game import GAME
from core.midnight.state import Midnight

PHASES = ("Tone", "Draw", "Act", "Trim", "Tension")
ASKED = {"act": "Act", "trim": "Trim", "deploy": "Tension"}
"""The steps of a turn in which the table asks, by kind of question."""
LAWS = 120.0
"""The height of the laws in force."""


class Scene(PickScene):
    """A table of Midnight as it is shown. Lengths are design pixels of 1280x720."""

    game_name = GAME.name
    asked_in = ASKED
    hand: Hand
    """The hand of the seat whose view it is."""
    laws: Laws | None = None

    # The regions ------------------------------------------------------------------------------------------------------

    def build_scene(
        self, on_pick: Callable[[Place], object], on_aim: Callable[[Place | None], object],
        on_menu: Callable[[], object], on_fair: Callable[[], object],
    ) -> None:  # fmt: skip
        """Everything but the log and the nations, whose number is not known."""
        ui = self.ui
        ui.space_presses = False
        self.board = Board(self.model, on_pick, on_aim)
        self.when = Label("Midnight", "accent", "heading", "title", name="Clock")
        self.turn = Label("", "muted", "small", name="Turn")
        self.phases, self.order = Phases(self.model, PHASES, self.asked), TurnOrder(self.model, self._order)
        self.top = TopBar(self.model, [self.when, self.turn, self.phases, self.order], on_menu, on_fair)
        self.prompt = Prompt()
        self.words, self.banner = Words(self.timeline), Banner()
        self.strike = Strike(self.model, self.names, self.pick, self.take)
        ui.put(self.board, (0, 0, 1018, 680), "stretch", "stretch")
        ui.put(self.banner, (194, 540, 630, 74), "stretch", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (190, 645, 640, 30), "stretch", "high")

    def build_log(self, story: Story, floor: float) -> None:
        """The log, down to this height; and, above everything, the words that float."""
        self.story, self._floor = story, floor
        self.ui.put(story, (1024, floor, 250, 676 - floor), "high", "stretch")
        self.ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")

    def seat_players(self, state: Midnight) -> None:
        """The number of seats is known, and which modules are played."""
        self.model.state = state
        self.say_strangers(self.model)
        self.board.seat(len(state.seats), *self.low)
        if state.option("escalations") == "on":
            self.laws = Laws()
            self.ui.put(self.laws, (1024, 676 - LAWS, 250, LAWS), "high", "high")
            self.ui.put(self.story, (1024, self._floor, 250, 676 - LAWS - 6 - self._floor), "high", "stretch")
        air = Flights(self.model, self.board, self.hand)
        self.ui.put(air, (0, 0, 1280, 720), "stretch", "stretch")
        self.ui.put(self.strike, (0, 0, 1280, 680), "stretch", "stretch")
        self._reveal = Reveal(self.timeline, self.model, self.refresh, self.board, self.story, self.banner, self.words,
                              air, self.strike)  # fmt: skip
        self._reveal.on_sound = self.sound_of
        self.refresh()

    def pick(self, pick: Pick) -> None:
        """Something was picked that lies over the table."""

    def take(self) -> None:
        """What was picked there is taken."""

    def sound_of(self, event: object) -> None:
        """The sound of an event, the end of the match among them."""
        if isinstance(event, MatchEnded):
            self.sound_end((event.winner,))
        else:
            super().sound_of(event)

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
        """Who plays after whom, from the seat at turn on."""
        state = self.model.state
        if state is None or not state.turn:
            return []
        return [seat for seat in state.clockwise(state.current) if not state.eliminated[seat]]

    def card_tip(self, copy: int) -> str | Widget | None:
        """What is to be read beside a card of the log."""
        return card_tip(copy)
