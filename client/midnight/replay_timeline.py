"""How the log of a replay tells a match of Midnight: marks of turns, disputes and the clock."""

from __future__ import annotations

from client.kit import richtext
from client.midnight.log import seats_of
from client.replay import timeline
from core.kernel.game import Event
from core.midnight import events as e
from core.midnight.game import GAME
from core.midnight.state import Midnight

SIGNS: dict[type, str] = {e.ClockTicked: "doomsday", e.MidnightCame: "doomsday", e.Fell: "ruin"}
"""What stands for an event on the bar."""


class ReplayTimeline(timeline.ReplayTimeline):
    """The replay of Midnight, told."""

    chapter, fight = "turn", "dispute"

    def words(self, after: Midnight, event: Event) -> str:
        """With the seats in their colours."""
        return self.names.marked(GAME.tell(after, event))

    def about(self, table: Midnight, event: Event) -> tuple[int, ...]:
        """The seats."""
        return seats_of(event)

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Turns, disputes, ticks of the clock, nations that fall."""
        if isinstance(event, e.TurnBegan):
            return self.chapter, f"{self.names.who(event.seat)}, turn {event.turn}"
        kind = self.fight if isinstance(event, e.DisputeBegan) else SIGNS.get(type(event), "")
        return kind, richtext.plain(words) if kind else ""
