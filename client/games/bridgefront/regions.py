"""The regions of the match screen: where each lies, and the panels that open above them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from client.games.bridgefront.action_panel import ActionPanel
from client.games.bridgefront.hand import Hand
from client.games.bridgefront.log import Story
from client.games.bridgefront.powers import Powers
from client.games.bridgefront.preview import Preview
from client.games.bridgefront.scene import Scene
from client.games.bridgefront.view_model import paint_emblem
from client.table.input import Playing
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from core.engine.hidden.hand import Held
from core.games.bridgefront.decisions import Power
from core.games.bridgefront.game import GAME
from core.games.bridgefront.scoring import ROUNDS

FLOOR = 174.0
"""The lower edge of the board in the design: below it are the hand, the resources and the own action."""


class Regions(Scene, Playing):
    """Everything that is seen of a table, from one seat. What the player does with it is told by who inherits."""

    game = GAME
    rounds = ROUNDS
    hand: Hand
    panel: ActionPanel

    # What the regions ask of the player's side ------------------------------------------------------------------------

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
    def foresee(self, value: Any) -> None:
        """A target on the board is pointed at, or none."""

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
        self.build_scene(FLOOR, self.open_menu, self.open_fairness)
        self.board.on_choose, self.board.on_back = self.answer, self.take_back
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.hand = Hand(window, self.model, self.why_not_card, self.choose_card)
        self.panel = ActionPanel(self.answer, self.confirm, self.clear_plan)
        self.powers = Powers(self.toggle_power, self.next_order, window.keys.shown)
        self.preview = Preview(self.model)
        self.board.on_point, self.board.forecast = self.foresee, self.preview.line
        ui.put(self.preview, (218, 188, 236, 118), "low", "low")
        ui.put(self.resources, (6, 6, 268, 162))
        ui.put(self.hand, (280, 0, 738, 176), "stretch")
        ui.put(self.panel, (1024, 6, 250, 162), "high")
        self.build_log(
            Story(self.names, lambda link: self.pointing.over(self.story, link), self.source.chat,
                  lambda line: self.pointing.pin(self.story, line), self.pointing.tip), 174,
        )  # fmt: skip
        self.prompt.say("Waiting for the table.")

    def toggle_hud(self) -> None:
        """Hides everything but the board, or shows it again."""
        self.hud = not self.hud
        for widget in (self.story, self.resources, self.hand, self.panel, self._seats):
            if widget is not None:
                widget.visible = self.hud
        self._show_order()

    def refresh(self) -> None:
        """The table has changed: the one behind the chip too."""
        super().refresh()
        self.refresh_fairness()

    # Panels above -----------------------------------------------------------------------------------------------------

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """The medallion of a seat, with the sign of its faction."""
        paint_emblem(canvas, self.model, seat, rect)
