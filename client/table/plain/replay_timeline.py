"""How the log of a replay tells a match of any game: the game's own words, and a mark for each round."""

from __future__ import annotations

from typing import Any

from client.table.replay import timeline
from client.table.replay.frames import Chat
from client.table.replay.timeline import Mark, Place
from core.engine.game import Event


class ReplayTimeline(timeline.ReplayTimeline):
    """The replay of any game, told."""

    chapter, fight = "round", ""

    def prepared(self, table: Any, after: Any) -> Any:
        """Sentences are told of what it comes to."""
        self._after = after
        return table

    def words(self, after: Any, event: Event) -> str:
        """With the seats in their colours."""
        return self.names.marked(self.frames.game.tell(after, event))

    def about(self, table: Any, event: Event) -> tuple[int, ...]:
        """The seats that the sentence names; of a line of chat, who has said it."""
        if isinstance(event, Chat):
            return (event.seat,)
        return self.names.seats_in(self.frames.game.tell(self._after, event))

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """No event stands out."""
        return "", ""

    def tell_step(self, step: int) -> None:
        """A round begins where the game says that one more has begun."""
        game, states = self.frames.game, self.frames.states
        now = game.rounds(states[step])
        if now and (not step or now > game.rounds(states[step - 1])):
            self.marks.append(Mark(Place(step), self.chapter, f"Round {now}"))
        super().tell_step(step)
