"""The news of a match in progress, for spectators of any game.

The replay of such a match grows with every step. The spectator sees the match from its start, goes anywhere on the bar,
or follows the present. If the replay is playing at the end of the bar, each new step is animated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.session.spectator_session import (
    NewsEnded,
    SpectatorNews,
    SpectatorSession,
    StepShown,
    append_chat,
    append_step,
)
from client.table.replay.timeline import Place
from net.match.events import ChatMessage

if TYPE_CHECKING:
    from client.table.replay.controller import ReplayController

MAX_ANIMATED_BACKLOG = 3
"""The maximum number of new steps that are animated.

If more arrive at once, a viewer that follows goes directly to the last one.
"""


class LiveFeed:
    """The news of a match in progress, which extend its replay.

    `heard` has the news that arrived together with the beginning of the match.
    """

    def __init__(self, session: SpectatorSession, heard: Sequence[SpectatorNews] = ()) -> None:
        self.session = session
        self.live = True
        """True while the match is in progress."""
        self._first = list(heard)

    def update(self, replay: ReplayController) -> None:
        """Process the news of the match."""
        news, self._first = [*self._first, *self.session.news()], []
        if news:
            self._process_news(replay, news)

    def _process_news(self, replay: ReplayController, news: list[SpectatorNews]) -> None:
        replay_timeline, frames = replay.replay_timeline, replay.frames
        steps = frames.steps
        following = replay.playing and not replay.table.is_busy and replay.place >= replay_timeline.end
        for told in news:
            if isinstance(told, StepShown):
                append_step(frames, told)
                replay_timeline.add_step(frames.steps - 1)
            elif isinstance(told, ChatMessage):
                replay_timeline.add_chat_line(append_chat(frames, told))
            elif isinstance(told, NewsEnded):
                self.live, frames.trouble, frames.complete = False, told.trouble, not told.trouble
                if told.finished is not None:
                    end = told.finished
                    frames.set_outcome(end.standing, end.ended, end.conceded, end.broke)
        replay.extend()
        if following and frames.steps - steps > MAX_ANIMATED_BACKLOG:
            replay.go_to(Place(frames.steps - 1))
        elif following and frames.steps > steps:
            replay.play_next_step()
        replay.show_place()

    def close(self) -> None:
        """Stop watching."""
        self.session.close()
