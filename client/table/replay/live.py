"""A match that is being played, watched, whatever is played: a replay whose timeline becomes longer with every step.

One sees it from its start, goes anywhere on the bar, or follows: at the end, while it plays, each step is told as it
comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from client.app.settings import Settings
from client.session.spectator_session import Begun, Ended, News, Step, WatchSession, add_chat, add_step
from client.table.replay.timeline import Place, ReplayTimeline
from client.table.replay.viewer import Viewer
from net.match.events import Said

BEHIND = 3
"""Of so many steps that come at once none is told: who follows goes to the last one."""


class LiveViewer(Viewer):
    """Follows at first; the bar leads to any earlier moment, its end back to the present."""

    def __init__(
        self,
        begun: Begun,
        session: WatchSession,
        settings: Settings,
        on_leave: Callable[[], object],
        on_settings: Callable[[], object] | None = None,
        heard: Sequence[News] = (),
    ) -> None:
        """`heard` is what came together with the beginning."""
        title = " - ".join(begun.frames.names)
        super().__init__(self.replay_timelines(begun.frames), settings, title, on_leave, on_settings)
        self.session = session
        self.live = True
        self._first = list(heard)

    def build(self) -> None:
        """As a replay, at the end and playing."""
        super().build()
        self.playing = True
        self._show_place()

    def update(self, dt: float) -> None:
        """Hears what is new."""
        news, self._first = [*self._first, *self.session.news()], []
        if news:
            self._hear(news)
        super().update(dt)

    def _hear(self, news: list[News]) -> None:
        replay_timeline, steps = self.replay_timeline, self.frames.steps
        following = self.playing and not self.reveal.busy and self.place >= replay_timeline.end
        for told in news:
            if isinstance(told, Step):
                add_step(self.frames, told)
                replay_timeline.tell_step(self.frames.steps - 1)
            elif isinstance(told, Said):
                replay_timeline.say(add_chat(self.frames, told))
            elif isinstance(told, Ended):
                self.live, self.frames.trouble, self.frames.complete = False, told.trouble, not told.trouble
                if told.finished is not None:
                    end = told.finished
                    self.frames.ends_as(end.standing, end.ended, end.conceded, end.broke)
        self._grow()
        if following and self.frames.steps - steps > BEHIND:
            self.go_to(Place(self.frames.steps - 1))
        elif following and self.frames.steps > steps:
            self._play_on()
        self._show_place()

    def _grow(self) -> None:
        """Log and bar hold what the timeline holds."""
        entries: ReplayTimeline = self.replay_timeline
        self._places = [entry.place for entry in entries.entries]
        self.seen.events = [entry.about for entry in entries.entries]
        self.bar.lengthen()
        self._know()

    def _play_on(self) -> None:
        """Tells the next step; at the end it waits for one as long as the match is played."""
        if self.live and self.place.step >= self.frames.steps:
            return
        super()._play_on()

    def toggle(self) -> None:
        """Play or pause; at the present: follow, or do not."""
        if self.live and self.place >= self.replay_timeline.end and not self.reveal.busy:
            self.playing = not self.playing
            self._show_place()
        else:
            super().toggle()

    def _prompt(self) -> tuple[Any, ...]:
        if not self.live or self.place < self.replay_timeline.end:
            return super()._prompt()
        deciding = ", ".join(self.names.coloured(seat) for seat in sorted(self.model.owed)) or "the dice"
        how = "Live" if self.playing else "Live, not followed"
        return f"{how}, after step {self.frames.steps}. Deciding: {deciding}", "show", (
            "skip", "pause" if self.playing else "follow")  # fmt: skip

    def open_record(self) -> None:
        """What is known of the match so far."""
        trouble = self.frames.trouble
        if self.live:
            self.frames.trouble = "The match is still on; everything so far is valid."
        super().open_record()
        self.frames.trouble = trouble

    def closed(self) -> None:
        """Watches no more."""
        super().closed()
        self.session.close()
