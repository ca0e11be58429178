"""The common parts of a match and a replay, for a table with a board of places (`PickBoard`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

from client.session.source import TableState
from client.table.ending import winners
from client.table.hand import Hand
from client.table.log import Story
from client.table.narrator import PickNarrator
from client.table.pick.board import PlaceBoard
from client.table.pick.place import Place
from client.table.prompt import Prompt
from client.table.scene import TableScene
from client.table.stage import Banner, FloatingTextLayer
from client.table.top import TopBar
from client.table.turn_strip import PhaseStrip, TurnOrder
from client.table.view_model import ViewModel
from client.ui.controls.basic import Label
from client.ui.widget import Widget
from core.engine.game import Event

ATLAS_LIMIT = 0.6
"""The fullness of the atlas, from 0 to 1, above which pictures out of sight are dropped."""


Where = tuple[float, float, float, float]


class PickScene(TableScene):
    """The displayed table, with its board, its flying cards and its animation.

    Lengths are design pixels of 1280x720.
    """

    asked_in: ClassVar[Mapping[str, str]]
    """The phase in which the table asks, for each kind of question."""
    phase_words: ClassVar[tuple[str, ...]]
    """The names of the phases, in their order."""
    heading: ClassVar[tuple[str, str]]
    """The first text in the top bar, and the name of that label."""
    banner_at: ClassVar[Where]
    prompt_at: ClassVar[Where]
    below = 0.0
    """The height of the area above the log, in design pixels."""
    board_kind: ClassVar[Callable[..., PlaceBoard]]
    flights_kind: ClassVar[Callable[..., Widget]]
    reveal_kind: ClassVar[Callable[..., PickNarrator]]
    board: PlaceBoard
    hand: Hand
    phases: PhaseStrip
    order: TurnOrder
    _reveal: PickNarrator | None = None
    _generation = 0

    @abstractmethod
    def card_tip(self, copy: int) -> str | Widget | None:
        """Return the tooltip of a card."""

    @property
    def low(self) -> tuple[Widget, ...]:
        """The widgets at the lower edge of the table."""
        return (self.hand,)

    # Regions ----------------------------------------------------------------------------------------------------------

    def build_scene(
        self, on_pick: Callable[[Place], object], on_aim: Callable[[Place | None], object],
        on_menu: Callable[[], object], on_fair: Callable[[], object],
    ) -> None:  # fmt: skip
        """Build everything except the log and the seats, because the number of seats is not known yet."""
        ui = self.ui
        ui.space_presses = False
        self.board = self.board_kind(self.model, on_pick, on_aim)
        self.when = Label(self.heading[0], "accent", "heading", "title", name=self.heading[1])
        self.phases = PhaseStrip(self.model, self.phase_words, self.asked, self.is_begun)
        self.order = TurnOrder(self.model, self._order)
        self.top = TopBar(self.model, [self.when, *self.beside(), self.phases, self.order], on_menu, on_fair)
        self.prompt, self.words, self.banner = Prompt(), FloatingTextLayer(self.timeline), Banner()
        ui.put(self.board, (0, 0, 1018, 680), "stretch", "stretch")
        ui.put(self.banner, self.banner_at, "stretch", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, self.prompt_at, "stretch", "high")
        self.build_beside()

    def beside(self) -> tuple[Widget, ...]:
        """Return the widgets beside the round in the top bar."""
        return ()

    def build_beside(self) -> None:
        """Build the other widgets that a game has beside the table."""

    def is_begun(self, state: TableState) -> bool:
        """Return True if a turn has begun, so that there are phases."""
        return bool(state.turn)

    def build_log(self, story: Story, floor: float) -> None:
        """Build the log down to this height, and the floating words above everything else."""
        self.story, self._floor = story, floor
        self.place_log(self.below)
        self.ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")

    def place_log(self, below: float) -> None:
        """Place the log below an area of this height."""
        high = 676 - self._floor - (below + 6 if below else 0)
        self.ui.put(self.story, (1024, self._floor, 250, high), "high", "stretch")

    def seat_players(self, state: TableState) -> None:
        """Create the seats once their number is known."""
        self.model.state = state
        self.announce_changed_keys(self.model)
        self.seat_board(state)
        air = self.flights_kind(self.model, self.board, self.hand)
        self.ui.put(air, (0, 0, 1280, 720), "stretch", "stretch")
        self._reveal = self.reveal_kind(self.timeline, self.model, self.refresh, self.board, self.story, self.banner,
                                        self.words, air)  # fmt: skip
        self.build_over()
        self._reveal.on_sound = self.sound_of
        self.refresh()

    def seat_board(self, state: TableState) -> None:
        """Set up the board for this match."""
        self.board.seat(len(state.seats), *self.low)

    def build_over(self) -> None:
        """Build the widgets above the table and the flying cards."""

    def _order(self) -> list[int]:
        """Return the seats in the order of play, beginning with the seat at turn.

        Return an empty list if the table shows the order elsewhere.
        """
        return []

    def begin_scene(self, own: int, palette: str, reduced: bool, effects: str) -> None:
        """Create an empty view of the table."""
        self.model = ViewModel(own, self.names, palette)

    @property
    def reveal(self) -> PickNarrator:
        """The animation of events; it is available only once the players are seated."""
        assert self._reveal is not None
        return self._reveal

    def refresh(self) -> None:
        """Update the screen after a change of the displayed table."""
        super().refresh()
        self.board.refresh()
        self.phases.touch()
        self.order.touch()

    def won_by(self, event: Event) -> tuple[int, ...]:
        """Return the winners of the match, after an event that ends it."""
        return winners(self.reveal.game.standing(self.model.table))

    def sound_of(self, event: Event) -> None:
        """Play the sound of an event, including the end of the match."""
        if isinstance(event, self.reveal.ends):
            self.sound_end(self.won_by(event))
        else:
            super().sound_of(event)

    def asked(self) -> str:
        """Return the name of the phase in which the table asks, or "" if it asks nothing."""
        kinds = {kind for _, kind, _ in getattr(self.model.state, "asking", ())}
        return next((word for kind, word in self.asked_in.items() if kind in kinds), "")

    def point_at(self, link: str) -> None:
        """Highlight the subjects of the log line under the pointer or focus; "" clears them."""
        self.board.speak_of(self.story.seats_about(link))

    def tip(self, link: str) -> str | Widget | None:
        """Return the tooltip of a span of the log."""
        kind, _, number = link.partition(" ")
        return self.card_tip(int(number)) if kind == "card" and number.isdigit() else None

    def live_on(self, dt: float) -> None:
        """Drop pictures that are out of sight."""
        if self.textures.fullness() > ATLAS_LIMIT:
            self.textures.keep_only(self.scale)
        if self.textures.generation != self._generation:
            self._generation = self.textures.generation
            self.ui.touch_all()
