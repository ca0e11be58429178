"""The view of a table with a board of places: the board, flying cards, the phases of a turn, and the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from client.session.source import TableState
from client.table.animation.narrator import PickNarrator
from client.table.animation.stage import Banner, FloatingTextLayer
from client.table.hand import Hand
from client.table.log import StoryPanel
from client.table.pick.board import PickBoard, Place
from client.table.prompt.prompt import PromptBar
from client.table.seats.ending import winners
from client.table.seats.turn_strip import PhaseStrip, TurnOrder
from client.table.top import TopBar
from client.table.view import TableView
from client.table.view_model import ViewModel
from client.ui.controls.basic import Label
from client.ui.screen import Screen
from client.ui.widget import Widget
from core.engine.game import Event

if TYPE_CHECKING:
    from client.table.pick.spec import PickSpec

ATLAS_LIMIT = 0.6
"""The fullness of the atlas, from 0 to 1, above which pictures out of sight are dropped."""


class TableExtras:
    """The widgets that only one game has beside its board; a game overrides what it needs."""

    def __init__(self, table: PickTable) -> None:
        self.table = table

    def top_bar_widgets(self) -> tuple[Widget, ...]:
        """Return the widgets beside the round in the top bar."""
        return ()

    def build(self) -> None:
        """Build the other widgets beside the table."""

    def prepare_board(self, state: TableState) -> None:
        """Prepare the board for this match, before it is set up."""

    def build_seats(self, state: TableState) -> None:
        """Build the widgets that depend on the match, after the board has been set up."""

    def build_overlays(self) -> None:
        """Build the widgets above the table and the flying cards."""

    def refresh(self, state: TableState) -> None:
        """Update the widgets after a change of the table."""

    def clear_step(self) -> None:
        """Remove what belongs to the shown step, before a replay shows another one."""

    def adapt_to_replay(self) -> None:
        """Adapt the widgets to a replay."""


class PickTable(TableView):
    """The displayed table, with its board, its flying cards and its narrator."""

    board: PickBoard[Any]
    hand: Hand
    phases: PhaseStrip
    order: TurnOrder

    def __init__(self, spec: PickSpec, screen: Screen, model: ViewModel) -> None:
        super().__init__(screen, spec.game, model)
        self.spec = spec
        self.low: tuple[Widget, ...] = ()
        """The widgets at the lower edge of the table: the hand, and choices or the hands of all seats."""
        self.extras = spec.extras(self)
        self._floor = self._generation = 0.0

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(
        self, on_pick: Callable[[Place], object], on_aim: Callable[[Place | None], object],
        on_menu: Callable[[], object], on_fair: Callable[[], object],
    ) -> None:  # fmt: skip
        """Build everything except the hand, the log and the seats, because their number is not known yet."""
        ui, spec = self.screen.ui, self.spec
        ui.space_presses = False
        self.board = spec.board(self.model, on_pick, on_aim)
        self.when = Label(spec.heading[0], "accent", "heading", "title", name=spec.heading[1])
        self.phases = PhaseStrip(self.model, spec.phases, self.asking_phase, spec.begun)
        self.order = TurnOrder(self.model, self._play_order)
        where = [self.when, *self.extras.top_bar_widgets(), self.phases, self.order]
        self.top = TopBar(self.model, where, on_menu, on_fair)
        self.prompt, self.words, self.banner = PromptBar(), FloatingTextLayer(self.screen.timeline), Banner()
        ui.put(self.board, (0, 0, 1018, 680), "stretch", "stretch")
        ui.put(self.banner, spec.banner_at, "stretch", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, spec.prompt_at, "stretch", "high")
        self.extras.build()

    def build_log(self, story: StoryPanel, floor: float) -> None:
        """Build the log down to this height, and the floating words above everything else."""
        self.story, self._floor = story, floor
        self.place_log(self.spec.below)
        self.screen.ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")

    def place_log(self, below: float) -> None:
        """Place the log below an area of this height."""
        high = 676 - self._floor - (below + 6 if below else 0)
        self.screen.ui.put(self.story, (1024, self._floor, 250, high), "high", "stretch")

    def seat_players(self, state: TableState) -> None:
        """Create the seats once their number is known."""
        ui, spec = self.screen.ui, self.spec
        self.model.state = state
        self.announce_changed_keys()
        self.extras.prepare_board(state)
        self.board.set_up_seats(len(state.seats), *self.low)
        self.extras.build_seats(state)
        air = spec.flights(self.model, self.board, self.hand)
        ui.put(air, (0, 0, 1280, 720), "stretch", "stretch")
        self.telling = spec.narrator(
            self.screen.timeline, self.model, self.refresh, self.board, self.story, self.banner, self.words, air
        )
        self.extras.build_overlays()
        self.narrator.on_sound = self.play_event_sound
        self.narrator.moment = self.moment
        self.refresh()

    # Display ----------------------------------------------------------------------------------------------------------

    @property
    def narrator(self) -> PickNarrator:
        """The narrator; it is available only once the players are seated."""
        told: PickNarrator | None = self.telling  # type: ignore[assignment]
        assert told is not None
        return told

    @property
    def end_sentence(self) -> str:
        """The sentence that describes the end of the match."""
        return self.narrator.ended if self.is_seated else ""

    def _play_order(self) -> list[int]:
        """Return the seats in the order of play, beginning with the seat at turn."""
        return self.spec.order(self.model.state) if self.model.state is not None else []

    def asking_phase(self) -> str:
        """Return the name of the phase in which the table asks, or "" if it asks nothing."""
        kinds = {kind for _, kind, _ in getattr(self.model.state, "asking", ())}
        return next((word for kind, word in self.spec.asked_in.items() if kind in kinds), "")

    def refresh_board(self) -> None:
        """Update the board and everything beside it."""
        state, spec = self.model.state, self.spec
        self.board.refresh()
        self.phases.touch()
        self.order.touch()
        if state is None:
            return
        self.when.text = spec.when(state)
        if spec.phase is not None:
            self.phases.now = spec.phase(state)
        if spec.hand_follows:
            self.hand.refresh()
        self.extras.refresh(state)

    def advance(self, dt: float) -> None:
        """Drop pictures that are out of sight."""
        textures = self.screen.textures
        if textures.used_fraction() > ATLAS_LIMIT:
            textures.keep_only(self.screen.scale)
        if textures.generation != self._generation:
            self._generation = textures.generation
            self.screen.ui.touch_all()

    def play_event_sound(self, event: Event) -> None:
        """Play the sound of an event, including the end of the match."""
        if isinstance(event, self.narrator.ends):
            won = self.spec.won_by
            self.play_end_sound(
                winners(self.game.standing(self.model.table)) if won is None else won(self.model, event)
            )
        else:
            super().play_event_sound(event)

    # Log --------------------------------------------------------------------------------------------------------------

    def highlight_subject(self, link: str) -> None:
        """Highlight the subjects of the log line under the pointer or focus; "" clears them."""
        self.board.highlight_seats(self.story.seats_about(link))

    def link_tip(self, link: str) -> str | Widget | None:
        """Return the tooltip of a span of the log."""
        kind, _, number = link.partition(" ")
        return self.spec.card_tip(self.model.table, int(number)) if kind == "card" and number.isdigit() else None
