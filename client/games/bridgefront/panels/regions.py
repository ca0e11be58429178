"""Regions of the match screen: their places, and the panels that open above the board."""

from __future__ import annotations

from abc import abstractmethod

from client.games.bridgefront.hand import Hand
from client.games.bridgefront.log.lines import Story
from client.games.bridgefront.panels.action import ActionPanel
from client.games.bridgefront.panels.powers import PowersPanel
from client.games.bridgefront.panels.preview import Preview
from client.games.bridgefront.scene import Scene
from client.games.bridgefront.targets import Target
from client.games.bridgefront.view_model import paint_emblem
from client.table.match.input import DecisionScreen
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from core.engine.game import any_game
from core.engine.hidden.hand import HeldCard
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.decisions import Power
from core.games.bridgefront.game import GAME

FLOOR = 174.0
"""Lower edge of the board in the design; the hand, the resources and the action panel are below it."""


class Regions(Scene, DecisionScreen):
    """View of a table from one seat; subclasses define the player's actions."""

    game = any_game(GAME)
    rounds = RULESETS.printed.numbers.rounds
    hand: Hand
    panel: ActionPanel

    # Hooks of the player's side ---------------------------------------------------------------------------------------

    @abstractmethod
    def clear_plan(self) -> bool:
        """Drop all choices of the plan; return True if there were any."""

    @abstractmethod
    def why_not_card(self, held: HeldCard) -> str:
        """Return the reason why a card of the hand cannot be chosen now, or ""."""

    @abstractmethod
    def choose_card(self, held: HeldCard) -> None:
        """Handle the choice of a card in the hand."""

    @abstractmethod
    def foresee(self, value: Target) -> None:
        """Handle a change of the target that the pointer is on; None stands for no target."""

    @abstractmethod
    def toggle_power(self, power: Power) -> None:
        """Handle a press on a champion power."""

    @abstractmethod
    def next_order(self) -> None:
        """Declare the next target order."""

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build all regions that do not depend on the number of seats."""
        ui, window = self.ui, self.window
        self.build_scene(FLOOR, self.open_menu, self.open_fairness)
        self.board.on_choose, self.board.on_back = self.answer, self.take_back
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.hand = Hand(window, self.model, self.why_not_card, self.choose_card)
        self.panel = ActionPanel(self.answer, self.confirm, self.clear_plan)
        self.powers = PowersPanel(self.toggle_power, self.next_order, window.keys.shown)
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
        """Hide everything but the board, or show it again."""
        self.hud = not self.hud
        for widget in (self.story, self.resources, self.hand, self.panel, self._seats):
            if widget is not None:
                widget.visible = self.hud
        self._show_order()

    def refresh(self) -> None:
        """Update the table and the fairness panel after a change."""
        super().refresh()
        self.refresh_fairness()

    # Overlays ---------------------------------------------------------------------------------------------------------

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the medallion of a seat, with the sign of its faction."""
        paint_emblem(canvas, self.model, seat, rect)
