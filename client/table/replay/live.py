"""The view of a match in progress, for spectators of any game.

It is a replay whose timeline grows with every step. The spectator sees the match from its start, goes anywhere on the
bar, or follows the present. If the replay is playing at the end of the bar, each new step is animated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.app.settings import Settings
from client.session.spectator_session import (
    MatchFound,
    News,
    NewsEnded,
    SpectatorSession,
    StepShown,
    append_chat,
    append_step,
)
from client.table.replay.timeline import Place, ReplayTimeline
from client.table.replay.viewer import PromptWords, ReplayViewer
from net.match.events import ChatMessage

MAX_ANIMATED_BACKLOG = 3
"""The maximum number of new steps that are animated.

If more arrive at once, a viewer that follows goes directly to the last one.
"""


class LiveViewer(ReplayViewer):
    """A view of a match in progress, which follows the present at first.

    The bar leads to any earlier moment; its end leads back to the present.
    """

    def __init__(
        self,
        begun: MatchFound,
        session: SpectatorSession,
        settings: Settings,
        on_leave: Callable[[], object],
        on_settings: Callable[[], object] | None = None,
        heard: Sequence[News] = (),
    ) -> None:
        """Create the view, with the news that arrived together with the beginning of the match."""
        title = " - ".join(begun.frames.names)
        super().__init__(self.replay_timelines(begun.frames), settings, title, on_leave, on_settings)
        self.session = session
        self.live = True
        self._first = list(heard)

    def build(self) -> None:
        """Build a replay screen at the present moment, and start to play."""
        super().build()
        self.playing = True
        self._show_place()

    def update(self, dt: float) -> None:
        """Process the news of the match."""
        news, self._first = [*self._first, *self.session.news()], []
        if news:
            self._hear(news)
        super().update(dt)

    def _hear(self, news: list[News]) -> None:
        replay_timeline, steps = self.replay_timeline, self.frames.steps
        following = self.playing and not self.reveal.busy and self.place >= replay_timeline.end
        for told in news:
            if isinstance(told, StepShown):
                append_step(self.frames, told)
                replay_timeline.tell_step(self.frames.steps - 1)
            elif isinstance(told, ChatMessage):
                replay_timeline.say(append_chat(self.frames, told))
            elif isinstance(told, NewsEnded):
                self.live, self.frames.trouble, self.frames.complete = False, told.trouble, not told.trouble
                if told.finished is not None:
                    end = told.finished
                    self.frames.ends_as(end.standing, end.ended, end.conceded, end.broke)
        self._extend_timeline_view()
        if following and self.frames.steps - steps > MAX_ANIMATED_BACKLOG:
            self.go_to(Place(self.frames.steps - 1))
        elif following and self.frames.steps > steps:
            self._play_on()
        self._show_place()

    def _extend_timeline_view(self) -> None:
        """Extend the log and the bar to the length of the timeline."""
        entries: ReplayTimeline = self.replay_timeline
        self._places = [entry.place for entry in entries.entries]
        self.seen.events = [entry.about for entry in entries.entries]
        self.bar.lengthen()
        self._know()

    def _play_on(self) -> None:
        """Show the next step.

        At the end of the timeline, wait for a step while the match is in progress.
        """
        if self.live and self.place.step >= self.frames.steps:
            return
        super()._play_on()

    def toggle(self) -> None:
        """Play or pause; at the present moment, start or stop following."""
        if self.live and self.place >= self.replay_timeline.end and not self.reveal.busy:
            self.playing = not self.playing
            self._show_place()
        else:
            super().toggle()

    def _prompt(self) -> PromptWords:
        if not self.live or self.place < self.replay_timeline.end:
            return super()._prompt()
        deciding = ", ".join(self.names.coloured(seat) for seat in sorted(self.model.owed)) or "the dice"
        how = "Live" if self.playing else "Live, paused"
        return f"{how}, after step {self.frames.steps}. Deciding: {deciding}", "show", (
            "skip", "pause" if self.playing else "follow")  # fmt: skip

    def open_record(self) -> None:
        """Show the facts about the record of the match so far."""
        trouble = self.frames.trouble
        if self.live:
            self.frames.trouble = "The match is still on; everything so far is valid."
        super().open_record()
        self.frames.trouble = trouble

    def closed(self) -> None:
        """Stop watching."""
        super().closed()
        self.session.close()
