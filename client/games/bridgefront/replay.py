"""The replay screen of Bridgefront: the board, the stage and the reveal of the live match, with the hands below."""

from __future__ import annotations

from typing import Any

from client.games.bridgefront.hand import Hand
from client.games.bridgefront.log import Story
from client.games.bridgefront.open_hands import OpenHands
from client.games.bridgefront.replay_timeline import ReplayTimeline
from client.games.bridgefront.scene import Scene
from client.games.bridgefront.standings import ranks
from client.table.replay.viewer import Retold, Viewer
from client.ui.log import Line
from client.ui.widget import Widget
from core.engine.game import Standing
from core.games.bridgefront import events as e

FLOOR = 200.0
"""Below this height of the design lie hands and bar."""


class SeenStory(Retold, Story):
    """The whole log of a match of Bridgefront."""


class ReplayScreen(Viewer, Scene):
    """A match of Bridgefront from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """The table as in a match; below it the hands and the bar."""
        ui, window = self.ui, self.window
        self.model.state = self.frames.states[0]
        self.build_scene(FLOOR, self.open_menu, self.open_record)
        self.hand, self.hands = Hand(window, self.model), OpenHands(window, self.model, self.frames.knowledge)
        ui.put(self.resources, (6, 56, 268, 162))
        ui.put(self.hand, (280, 52, 738, 144), "stretch")
        ui.put(self.hands, (12, 60, 1000, 130), "stretch")
        self.build_bar()
        self.seen = SeenStory(self.names, lambda link: self.pointing.over(self.story, link), None,
                              self._go_to_line, self.pointing.tip)  # fmt: skip
        self.build_log(self.seen, 56)
        self.seat_players(self.frames.states[0], self.view_of)
        self.begin_viewing()

    def of_own(self) -> tuple[Widget, ...]:
        """Mana, gold and the piles."""
        return (self.resources,)

    def at_step(self, step: int) -> None:
        """The resolve order follows."""
        self.model.turns = self.replay_timeline.turns(step)
        super().at_step(step)

    def restage(self, told: list[Any]) -> None:
        """What lies over the board at this moment of a step: the card that resolves, bids, a battle."""
        for event in told:
            if isinstance(event, e.ActionResolves):
                self.played.show(event.seat, event.kind, event.copy)
            elif isinstance(event, e.PhaseBegan):
                self.played.visible = self.sealed.visible = False
            elif isinstance(event, e.BidsShown):
                self.sealed.show(event.copy, event.bids)
            elif isinstance(event, e.TieDice):
                self.sealed.roll(event.rolls)
            elif isinstance(event, e.BattleBegan):
                self.battle.begin(event)
                self.board.view.light("battle", [event.hex])
            elif isinstance(event, e.CombatRolled):
                self.battle.roll(event)
            elif isinstance(event, e.BattleEnded):
                self.battle.visible = False
                self.board.view.light("battle", [])

    def rest(self) -> bool:
        """Nothing stays lit; true if something was."""
        return self.pointing.rest()

    def pin(self, line: Line) -> None:
        """Hexes, Bridges and seats of a line are lit."""
        self.pointing.pin(self.story, line)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Permanence and gold."""
        return ranks(self.model, standing)

    def hide(self, hidden: bool) -> None:
        """The resolve order as well."""
        super().hide(hidden)
        self._show_order()
