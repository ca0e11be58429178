"""Log of a replay of Bridgefront: marks of rounds and battles, and the resolve order."""

from __future__ import annotations

from client.games.bridgefront import order
from client.games.bridgefront.log_spans import EventSubjects, sentence_of, subjects_of
from client.games.bridgefront.view_model import Turn, with_faces
from client.table.replay import timeline
from client.table.replay.frames import Chat, ReplayFrames
from client.ui import richtext
from core.engine.game import Event, State
from core.games.bridgefront import events as e
from core.games.bridgefront.state import Bridgefront


class ReplayTimeline(timeline.ReplayTimeline):
    """Timeline and log of a replay of Bridgefront."""

    def __init__(self, frames: ReplayFrames) -> None:
        super().__init__(frames)
        self.orders: list[list[Turn]] = [[]]
        """The resolve order after each step."""

    def turns(self, step: int) -> list[Turn]:
        """Return the resolve order after this number of steps."""
        return list(self.orders[step])

    def tell_step(self, step: int) -> None:
        """Write the log of a step and record its resolve order."""
        super().tell_step(step)
        turns = self.orders[-1]
        for event in self.frames.events[step]:
            turns = order.order_after(turns, event)
        self.orders.append(list(turns))

    def prepared(self, table: State, after: State) -> Bridgefront:
        """Return the table with the faces of the cards that appear in the step."""
        assert isinstance(table, Bridgefront) and isinstance(after, Bridgefront)
        return with_faces(table, after)

    def words(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with cards and places as spans."""
        assert isinstance(after, Bridgefront)
        return sentence_of(self.names, after, event)

    def about(self, table: State | None, event: Event) -> EventSubjects:
        """Return the hexes, edges, seats and cards of an event."""
        if isinstance(event, Chat):
            return EventSubjects(seats=(event.seat,))
        assert isinstance(table, Bridgefront)
        return subjects_of(table, event)

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Return the mark of a round or a battle."""
        if isinstance(event, e.RoundBegan):
            return self.chapter, f"Round {event.round}"
        if isinstance(event, e.BattleBegan):
            return self.fight, richtext.plain(words)
        return "", ""
