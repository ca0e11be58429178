"""The replay screen of Cabinet: the table and the reveal of the live match."""

from __future__ import annotations

from client.cabinet.hand import Hand
from client.cabinet.log import Story, seats_of
from client.cabinet.places import Plate
from client.cabinet.ranks import ranks
from client.cabinet.scene import Scene
from client.kit import richtext
from client.kit.widget import Widget
from client.replay.live import LiveViewer
from client.replay.picked import PickTimeline, PickViewer
from client.replay.viewer import Retold
from client.table.place import Place
from core.cabinet import events as e
from core.cabinet.game import GAME
from core.kernel.game import Event, Standing


class ReplayTimeline(PickTimeline):
    """Marks of turns, Milestones, Challenges."""

    game, seats_of = GAME, seats_of
    chapter, fight, sign = "turn", "payment", "score"

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """What stands for an event, and its words."""
        if isinstance(event, e.TurnBegan):
            return self.chapter, f"{self.names.who(event.seat)}, turn {event.turn}"
        kind = self.fight if isinstance(event, e.MilestoneAchieved) else ""
        kind = "challenge" if isinstance(event, e.ChallengeFlipped) else kind
        return kind, richtext.plain(words) if kind else ""


class SeenStory(Retold, Story):
    """The whole log of a match of Cabinet."""


class ReplayScreen(PickViewer, Scene):
    """A match of Cabinet from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline
    hand_kind, seen_kind = Hand, SeenStory

    def build_beside(self) -> None:
        """Without the buttons of a match: the hands of all lie there."""
        super().build_beside()
        self.spent.visible = self.done.visible = False

    def choose(self, thing: Place) -> None:
        """A press on a member of the team: its hand."""
        if isinstance(thing, Plate):
            self.view_of(thing.seat)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """The team."""
        return ranks(self.model, standing)


class LiveScreen(LiveViewer, ReplayScreen):
    """A match of Cabinet that is being played, watched."""
