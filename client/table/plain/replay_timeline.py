"""Log of a replay of any game: the game's own words, and a mark for each round."""

from __future__ import annotations

from client.table.replay import timeline
from client.table.replay.frames import Chat
from client.table.replay.timeline import Mark, Place
from core.engine.game import Event, State


class ReplayTimeline(timeline.ReplayTimeline):
    """Timeline of any game's replay."""

    chapter, fight = "round", ""

    def prepared(self, table: State, after: State) -> State:
        """Prepare sentences for the state after the step."""
        self._after = after
        return table

    def words(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with the seats in their colours."""
        return self.names.marked(self.frames.game.tell(after, event))

    def about(self, table: State | None, event: Event) -> tuple[int, ...]:
        """Return the seats that the sentence names; for a line of chat, its author."""
        if isinstance(event, Chat):
            return (event.seat,)
        return self.names.seats_in(self.frames.game.tell(self._after, event))

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Return no mark: no event stands out."""
        return "", ""

    def tell_step(self, step: int) -> None:
        """Add the events of a step, and a mark if the game says that a round begins."""
        game, states = self.frames.game, self.frames.states
        now = game.rounds(states[step])
        if now and (not step or now > game.rounds(states[step - 1])):
            self.marks.append(Mark(Place(step), self.chapter, f"Round {now}"))
        super().tell_step(step)
