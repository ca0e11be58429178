"""The replay screen of Midnight: the table and the reveal of the live match, with the hands below."""

from __future__ import annotations

from client.kit import richtext
from client.kit.widget import Widget
from client.midnight.hand import Hand
from client.midnight.log import Story, seats_of
from client.midnight.open_hands import OpenHands
from client.midnight.places import Plate
from client.midnight.ranks import ranks
from client.midnight.scene import Scene
from client.replay.live import LiveViewer
from client.replay.picked import PickTimeline, PickViewer
from client.replay.viewer import Retold
from client.table.place import Place
from core.kernel.game import Event, Standing
from core.midnight import events as e
from core.midnight.game import GAME

SIGNS: dict[type, str] = {e.ClockTicked: "doomsday", e.MidnightCame: "doomsday", e.Fell: "ruin"}
"""What stands for an event on the bar."""


class ReplayTimeline(PickTimeline):
    """Marks of turns, disputes, ticks of the clock, nations that fall."""

    game, seats_of = GAME, seats_of
    chapter, fight = "turn", "dispute"

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """What stands for an event, and its words."""
        if isinstance(event, e.TurnBegan):
            return self.chapter, f"{self.names.who(event.seat)}, turn {event.turn}"
        kind = self.fight if isinstance(event, e.DisputeBegan) else SIGNS.get(type(event), "")
        return kind, richtext.plain(words) if kind else ""


class SeenStory(Retold, Story):
    """The whole log of a match of Midnight."""


class ReplayScreen(PickViewer, Scene):
    """A match of Midnight from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline
    hand_kind, hands_kind, seen_kind = Hand, OpenHands, SeenStory

    def at_step(self, step: int) -> None:
        """No die of another step lies there."""
        self.board.dice.rolled, self.board.disputed = "", (0, 0)
        super().at_step(step)

    def choose(self, thing: Place) -> None:
        """A press on a nation: its view."""
        if isinstance(thing, Plate):
            self.view_of(thing.seat)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Worth."""
        return ranks(self.model, standing)


class LiveScreen(LiveViewer, ReplayScreen):
    """A match of Midnight that is being played, watched."""
