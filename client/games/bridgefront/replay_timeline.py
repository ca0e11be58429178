"""How the log of a replay tells a match of Bridgefront: marks of rounds and battles, and the resolve order."""

from __future__ import annotations

from client.games.bridgefront import order
from client.games.bridgefront.log_spans import Involved, involved, told
from client.games.bridgefront.view_model import Turn, knowing
from client.table.replay import timeline
from client.table.replay.frames import Chat, ReplayFrames
from client.ui import richtext
from core.engine.game import Event
from core.games.bridgefront import events as e
from core.games.bridgefront.state import Bridgefront


class ReplayTimeline(timeline.ReplayTimeline):
    """The replay of Bridgefront, told."""

    def __init__(self, frames: ReplayFrames) -> None:
        super().__init__(frames)
        self.orders: list[list[Turn]] = [[]]
        """The resolve order after each step."""

    def turns(self, step: int) -> list[Turn]:
        """The resolve order after so many steps."""
        return list(self.orders[step])

    def tell_step(self, step: int) -> None:
        """The order of the step follows."""
        super().tell_step(step)
        turns = self.orders[-1]
        for event in self.frames.events[step]:
            turns = order.follow(turns, event)
        self.orders.append(list(turns))

    def prepared(self, table: Bridgefront, after: Bridgefront) -> Bridgefront:
        """With the faces of the cards that appear in the step."""
        return knowing(table, after)

    def words(self, after: Bridgefront, event: Event) -> str:
        """With cards and places as spans."""
        return told(self.names, after, event)

    def about(self, table: Bridgefront, event: Event) -> Involved:
        """Hexes, edges, seats and cards."""
        return Involved(seats=(event.seat,)) if isinstance(event, Chat) else involved(table, event)

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Rounds and battles."""
        if isinstance(event, e.RoundBegan):
            return self.chapter, f"Round {event.round}"
        if isinstance(event, e.BattleBegan):
            return self.fight, richtext.plain(words)
        return "", ""
