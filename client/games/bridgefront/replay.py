"""Replay screen of Bridgefront: board, stage and animation of the live match, with the hands below."""

from __future__ import annotations

from client.games.bridgefront.hand import Hand
from client.games.bridgefront.log import Story
from client.games.bridgefront.open_hands import OpenHands
from client.games.bridgefront.replay_timeline import ReplayTimeline
from client.games.bridgefront.scene import Scene
from client.games.bridgefront.standings import ranks
from client.table.replay.viewer import ReplayLog, ReplayViewer
from client.ui.log import LogLine
from client.ui.widget import Widget
from core.engine.game import Event, Standing
from core.games.bridgefront import events as e
from core.games.bridgefront.state import Bridgefront

FLOOR = 200.0
"""Height of the design below which hands and bar are placed."""


class ReplayStory(ReplayLog, Story):
    """Complete log of a match of Bridgefront."""


class ReplayScreen(ReplayViewer, Scene):
    """Match of Bridgefront from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the table of a match, with the hands and the bar below it."""
        ui, window = self.ui, self.window
        self.model.state = self.frames.states[0]
        self.build_scene(FLOOR, self.open_menu, self.open_record)
        self.hand, self.hands = Hand(window, self.model), OpenHands(window, self.model, self.frames.knowledge)
        ui.put(self.resources, (6, 56, 268, 162))
        ui.put(self.hand, (280, 52, 738, 144), "stretch")
        ui.put(self.hands, (12, 60, 1000, 130), "stretch")
        self.build_bar()
        self.seen = ReplayStory(self.names, lambda link: self.pointing.over(self.story, link), None,
                              self._go_to_line, self.pointing.tip)  # fmt: skip
        self.build_log(self.seen, 56)
        first = self.frames.states[0]
        assert isinstance(first, Bridgefront)
        self.seat_players(first, self.view_of)
        self.begin_viewing()

    def of_own(self) -> tuple[Widget, ...]:
        """Return the panel of mana, gold and the piles."""
        return (self.resources,)

    def at_step(self, step: int) -> None:
        """Show a step, with its resolve order."""
        self.model.turns = self.replay_timeline.turns(step)
        super().at_step(step)

    def restage(self, told: list[Event]) -> None:
        """Restore the panels over the board at this moment of a step: the resolving card, bids, a battle."""
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
        """Remove the pin; return True if there was one."""
        return self.pointing.rest()

    def pin(self, line: LogLine) -> None:
        """Highlight hexes, Bridges and seats of a line."""
        self.pointing.pin(self.story, line)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Return the standings by Permanence and gold."""
        return ranks(self.model, standing)

    def hide(self, hidden: bool) -> None:
        """Hide or show the panels, including the resolve order."""
        super().hide(hidden)
        self._show_order()
