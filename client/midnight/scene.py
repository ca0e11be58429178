"""What match and replay of Midnight have in common: the war room, the dossiers, the log, and who tells the steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.kit.canvas import Canvas
from client.kit.widget import Widget
from client.kit.widgets import Label
from client.midnight import art
from client.midnight.flight import Air
from client.midnight.hand import Hand
from client.midnight.log import Story
from client.midnight.nations import Nations
from client.midnight.reveal import Reveal
from client.midnight.war_room import Thing, WarRoom
from client.midnight.words import card_tip, clock_words
from client.table.prompt import Prompt
from client.table.scene import TableScene
from client.table.sight import Sight
from client.table.stage import Banner, Words
from client.table.top import TopBar
from core.midnight.events import MatchEnded
from core.midnight.game import GAME
from core.midnight.state import Midnight

FLOOR = 176.0
"""Below this height of the design lie the hand and what is beside it; a lower room has no place for all borders."""
FULL = 0.45
"""When the atlas is so full, pictures that are not in sight are let go."""


class Room(Widget):
    """The dark room behind everything."""

    def hit(self, x: float, y: float) -> Widget | None:
        """The pointer goes through."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """One picture, stretched."""
        room = canvas.textures.get("midnight room", lambda: art.war_room((640, 360)), 1.0)
        canvas.image(room, self.rect)


class Scene(TableScene):
    """A table of Midnight as it is shown. Lengths are design pixels of 1280x720; what lies below the floor is added."""

    game_name = GAME.name
    hand: Hand
    """The hand of the seat whose view it is."""

    def begin_scene(self, own: int, palette: str, reduced: bool, effects: str) -> None:
        """The table before anything is known of it."""
        self.sight = Sight(own, self.names, palette)
        self._seats: Nations | None = None
        self._reveal: Reveal | None = None
        self._generation = 0

    # The regions ------------------------------------------------------------------------------------------------------

    def build_scene(
        self, on_pick: Callable[[Thing], object], on_menu: Callable[[], object],
        on_fair: Callable[[], object],
    ) -> None:  # fmt: skip
        """Everything above the floor but the log and the nations, whose number is not known."""
        ui = self.ui
        ui.space_presses = False
        ui.put(Room(), (0, 0, 1280, 720), "stretch", "stretch")
        self.room = WarRoom(self.sight, on_pick)
        self.when = Label("Midnight", "accent", "heading", "title", name="Clock")
        self.turn = Label("", "muted", "small", name="Turn")
        self.top = TopBar(self.sight, [self.when, self.turn], on_menu, on_fair)
        self.prompt = Prompt()
        self.words, self.banner = Words(self.timeline), Banner()
        ui.put(self.room, (212, FLOOR, 806, 640 - FLOOR), "stretch", "stretch")
        ui.put(self.banner, (300, 540, 630, 74), "stretch", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (220, 644, 790, 30), "stretch", "high")

    def build_log(self, story: Story, floor: float) -> None:
        """The log, down to this height; and, above everything, the words that float."""
        self.story = story
        self.ui.put(story, (1024, floor, 250, 676 - floor), "high", "stretch")
        self.ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")

    def seat_players(self, state: Midnight, on_choose: Callable[[int], object] | None = None) -> None:
        """The number of seats is known."""
        self.sight.state = state
        self.say_strangers(self.sight)
        self.room.seat(len(state.seats))
        self._seats = Nations(self.sight, len(state.seats), on_choose)
        high = len(state.seats) * 98.0 - 6
        self.ui.put(self._seats, (6, 676 - high, 200, high), "low", "high")
        air = Air(self.sight, self.room, self.hand, self._seats.panels)
        self.ui.put(air, (0, 0, 1280, 720), "stretch", "stretch")
        self._reveal = Reveal(
            self.timeline, self.sight, self.refresh, self.room, self.story, self.banner, self.words, air
        )  # fmt: skip
        self._reveal.on_sound = self.sound_of
        self.refresh()

    def sound_of(self, event: Any) -> None:
        """The sound of an event, the end of the match among them."""
        if isinstance(event, MatchEnded):
            self.sound_end((event.winner,))
        else:
            super().sound_of(event)

    @property
    def reveal(self) -> Reveal:
        """Who tells what happens; only once the players are seated."""
        assert self._reveal is not None
        return self._reveal

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.room.refresh()
        state = self.sight.state
        if state is not None:
            self.when.text = clock_words(state)
            self.turn.text = f"Turn {state.turn}" if state.turn else "Set-up"

    # The log ----------------------------------------------------------------------------------------------------------

    def point_at(self, link: str) -> None:
        """What the log speaks of is lit: the pointer or the keys are on a line; "" when they leave."""
        about = self.story.about(link)
        self.room.speak_of(about)
        if self._seats is not None:
            for seat, panel in self._seats.panels.items():
                panel.lit = seat in about

    def tip(self, link: str) -> str | Widget | None:
        """What a span of the log stands for."""
        kind, _, number = link.partition(" ")
        if kind == "card" and number.isdigit():
            return card_tip(int(number))
        return None

    # Frames -----------------------------------------------------------------------------------------------------------

    def live_on(self, dt: float) -> None:
        """Pictures that are not in sight make room."""
        if self.textures.fullness() > FULL:
            self.textures.keep_only(self.scale)
        if self.textures.generation != self._generation:
            self._generation = self.textures.generation
            self.ui.touch_all()
