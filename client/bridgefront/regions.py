"""The regions of the match screen: where each lies, and the panels that open above them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from client.bridgefront.action_panel import ActionPanel
from client.bridgefront.battle_panel import BattlePanel
from client.bridgefront.board import Board
from client.bridgefront.fairness import TopBar, fairness_panel
from client.bridgefront.hand import Hand
from client.bridgefront.log import Story
from client.bridgefront.names import Names, card_name
from client.bridgefront.pointing import Pointing
from client.bridgefront.powers import Powers
from client.bridgefront.preview import Preview
from client.bridgefront.prompt import Prompt
from client.bridgefront.resources import Resources
from client.bridgefront.reveal import Reveal
from client.bridgefront.seats import Seats
from client.bridgefront.shown import Shown
from client.bridgefront.stage import Banner, Played, Sealed, Words
from client.bridgefront.track import Track
from client.kit.layout import Column, Row, Space
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.screen import Screen
from client.kit.widget import Widget
from client.kit.widgets import Button, Label
from client.settings import Settings
from client.source import Source
from core.bridgefront.clients import Held
from core.bridgefront.decisions import Power

SPEEDS = (1.0, 2.0, 4.0)


class Regions(Screen, ABC):
    """Everything that is seen of a table, from one seat. What the player does with it is told by who inherits."""

    def __init__(
        self,
        source: Source,
        own: int = 1,
        palette: str = "okabe-ito",
        speed: float = 1.0,
        reduced: bool = False,
        effects: str = "full",
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        super().__init__()
        self.source = source
        self.names = Names(own)
        self.sight = Shown(own, self.names, palette)
        self.on_leave = on_leave
        self.timeline.speed, self.timeline.reduced = speed, reduced
        self.reduced, self.effects = reduced, effects
        self.on_settings: Callable[[], object] | None = None
        """Opens the settings."""
        self._seats: Seats | None = None
        self._reveal: Reveal | None = None
        self._ended = False

    # What the regions ask of the player's side ------------------------------------------------------------------------

    @abstractmethod
    def answer(self, value: Any) -> None:
        """Something lit was chosen."""

    @abstractmethod
    def confirm(self) -> bool:
        """The large button, or Enter."""

    @abstractmethod
    def take_back(self) -> None:
        """The right button, or Backspace."""

    @abstractmethod
    def clear_plan(self) -> bool:
        """Everything chosen is dropped."""

    @abstractmethod
    def why_not_card(self, held: Held) -> str:
        """Why a card of the hand cannot be chosen now, or ""."""

    @abstractmethod
    def choose_card(self, held: Held) -> None:
        """A card of the hand was chosen."""

    @abstractmethod
    def toggle_power(self, power: Power) -> None:
        """A champion power was pressed."""

    @abstractmethod
    def next_order(self) -> None:
        """Another target order."""

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        ui, window = self.ui, self.window
        ui.space_presses = False
        self.board = Board(window, self.names, self.sight.palette, self.reduced, self.effects)
        self.board.on_choose, self.board.on_back = self.answer, self.take_back
        self.top = TopBar(self.sight, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.prompt = Prompt()
        self.track = Track(self.sight)
        self.pointing = Pointing(window, self.sight, self.board)
        self.story = Story(self.names, lambda link: self.pointing.over(self.story, link), self.source.chat,
                           lambda line: self.pointing.pin(self.story, line), self.pointing.tip)  # fmt: skip
        self.resources = Resources(self.sight, self.open_pile)
        self.hand = Hand(window, self.sight, self.why_not_card, self.choose_card)
        self.panel = ActionPanel(self.answer, self.confirm, self.clear_plan)
        self.words = Words(self.timeline)
        self.played, self.banner = Played(window, self.sight), Banner()
        self.battle, self.sealed = BattlePanel(self.sight), Sealed(window, self.sight)
        ui.put(self.board, (212, 150, 806, 490), "stretch", "stretch")
        ui.put(self.banner, (300, 540, 630, 74), "stretch", "high")
        ui.put(self.played, (214, 376, 160, 260), "low", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (250, 644, 730, 30), "stretch", "high")
        ui.put(self.battle, (330, 156, 570, 162), "middle", "low")
        self.powers = Powers(self.toggle_power, self.next_order, window.keys.shown)
        self.preview = Preview(self.sight)
        ui.put(self.preview, (218, 156, 236, 118), "low", "low")
        ui.put(self.sealed, (385, 156, 460, 206), "middle", "low")
        ui.put(Panel(self.track, "Resolve order", note="initiative, low first", pad=6), (1024, 462, 250, 214), "high",
               "high")  # fmt: skip
        ui.put(self.story, (1024, 150, 250, 306), "high", "stretch")
        ui.put(self.resources, (6, 6, 268, 138))
        ui.put(self.hand, (280, 0, 738, 150), "stretch")
        ui.put(self.panel, (1024, 6, 250, 138), "high")
        ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")
        self.prompt.say("Waiting for the table.")

    def _sit_down(self, state: Any) -> None:
        """The number of seats is known: their panels, and who tells what happens."""
        self.sight.state = state
        self._seats = self.pointing.seats = Seats(self.sight, len(state.seats))
        high = len(state.seats) * 72.0 - 6
        self.ui.put(self._seats, (6, 676 - high, 200, high), "low", "high")
        self._reveal = Reveal(
            self.timeline, self.board.view, self.sight, self.story, self._seats, self.words, self.played, self.battle,
            self.banner, self.sealed, self.refresh,
        )  # fmt: skip
        self.board.view.show(state)
        self.refresh()

    @property
    def reveal(self) -> Reveal:
        """Who tells what happens; only once the match has begun."""
        assert self._reveal is not None
        return self._reveal

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        self.top.refresh()
        self.resources.refresh()
        self.track.touch()
        if self._seats is not None:
            self._seats.refresh()
        self.redraw()

    def follow(self, settings: Settings) -> None:
        """What the player has set is in force from now on, in the middle of a match too."""
        self.sight.palette = settings.palette
        self.timeline.speed, self.timeline.reduced = settings.speed, settings.reduced_motion
        self.top.speed.text = f"x{settings.speed:g}"
        self.board.view.follow(settings.palette, settings.reduced_motion, settings.effects)
        self.ui.touch_all()
        self.redraw()

    def toggle_hud(self) -> None:
        """Hides everything but the board, or shows it again."""
        for widget in (self.track.parent, self.story, self.resources, self.hand, self.panel, self._seats):
            if widget is not None:
                widget.visible = not widget.visible

    def next_speed(self) -> None:
        """x1, x2, x4, and again."""
        at = SPEEDS.index(self.timeline.speed) if self.timeline.speed in SPEEDS else -1
        self.timeline.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self.top.speed.text = f"x{self.timeline.speed:g}"
        self.ui.announcer.say(f"Speed {self.timeline.speed:g}")

    # Panels above -----------------------------------------------------------------------------------------------------

    def open_pile(self, name: str) -> None:
        """What lies in one of the own piles."""
        shown, own = self.sight, self.sight.own
        if shown.state is None or shown.secrets is None:
            return
        piles = shown.table.piles
        if name == "draw":
            slots = (*piles.top[own], *piles.bag[own], *piles.bottom[own])
            copies = [shown.secrets.faces[s] for s in slots if s in shown.secrets.faces] + list(piles.mix[own])
            title, note = "Your draw pile", "In no order: nobody knows which card comes next."
        elif name == "discard":
            copies, title, note = list(piles.discard[own]), "Your discard pile", "Shuffled in when the pile is empty."
        else:
            copies, title, note = list(shown.table.burnt[own]), "Entropy", "Gone for the rest of the match."
        counted: dict[str, int] = {}
        for copy in copies:
            counted[card_name(shown.table, copy)] = counted.get(card_name(shown.table, copy), 0) + 1
        lines = [f"*{n}*  {escape(card)}" for card, n in sorted(counted.items())]
        text = "\n".join([f"{{muted}}{note}{{/}}", *(lines or ["{muted}No cards.{/}"])])
        self._open(title, text)

    def _open(self, title: str, text: str, *buttons: Widget) -> None:
        label = Label(text, markup=True, wrap=True, width=360)
        close = Button("Close", lambda: self.ui.close(panel), does="back")
        panel = Panel(Column(label, Row(Space(grow=1), *buttons, close, gap=8), gap=12), title, 14, "dialog")
        self.ui.open(panel)

    def open_fairness(self) -> None:
        """The table behind the fairness chip."""
        panel = fairness_panel(self.sight, lambda: self.ui.close(panel))
        self.ui.open(panel)

    def open_menu(self) -> None:
        """Back to the match, or leave it."""

        def leave() -> None:
            self.ui.close()
            self.leave()

        def settings() -> None:
            self.ui.close()
            if self.on_settings is not None:
                self.on_settings()

        words = "The match is over." if self._ended else "The match goes on while you are here."
        buttons = [Button("Leave the match", leave, look="danger")]
        if self.on_settings is not None:
            buttons.insert(0, Button("Settings", settings, "settings"))
        self._open("Menu", words, *buttons)

    def leave(self) -> None:
        """Leaves the table."""
        self.source.close()
        if self.on_leave is not None:
            self.on_leave()
        else:
            self.window.pop()

    # Drawing ----------------------------------------------------------------------------------------------------------

    def draw_world(self) -> None:
        """The board lies below everything."""
        if self.board.view.state is not None:
            self.board.view.draw()

    def closed(self) -> None:
        """Leaves the table with the screen."""
        self.source.close()

    def resized(self) -> None:
        """The board follows the scale."""
        if self.sight.state is not None:
            self.ui.arrange()
            self.board.arrange()
