"""The bar below a replay.

It has buttons, the scrub bar with its marks, the speeds, and the choice of visible hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from client.table.replay.scrub import ScrubBar, Tick
from client.table.replay.timeline import Mark, Place, ReplayTimeline
from client.ui.controls.basic import IconButton, Label
from client.ui.controls.choice import Choice, Option
from client.ui.controls.layout import Row, Space
from client.ui.controls.panel import Panel
from client.ui.controls.segments import Segments

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
ALL, NONE = 0, -1
"""The views that belong to no seat: all hands open, or no hand open.

Any other view is the number of a seat.
"""


class ReplayControls(Protocol):
    """The interface of the screen that the bar controls."""

    def toggle(self) -> None:
        """Play or pause."""

    def move_by_steps(self, steps: int) -> None:
        """Move forward by a number of steps, or back if it is negative."""

    def go_to_mark(self, kind: str, by: int) -> None:
        """Go to the next mark of a kind, or to the previous one."""

    def go_to(self, place: Place) -> None:
        """Go to a moment."""

    def schedule_seek(self, place: Place) -> None:
        """Go to a moment when the next frame is drawn."""

    def toggle_review(self) -> None:
        """Show the review of the match above the bar, or hide it."""

    def set_speed(self, speed: float) -> None:
        """Set the speed of the replay."""

    def set_view(self, view: int) -> None:
        """Choose the hands that are visible."""


class ReplayBar(Panel):
    """The replay bar: one line over the whole width of the window."""

    def __init__(
        self, replay_timeline: ReplayTimeline, player: ReplayControls, speed: float, shown: Callable[[str], str]
    ) -> None:
        """Create the bar.

        `shown` returns the key of an action in readable form.
        """
        self.replay_timeline, self.key_of = replay_timeline, shown
        self._marks: dict[Tick, Mark] = {_make_tick(replay_timeline, mark): mark for mark in replay_timeline.marks}
        chapter, fight = replay_timeline.chapter, replay_timeline.fight
        self.play = self._icon_button("play", "Play", "skip", player.toggle)
        buttons = Row(
            self._icon_button("skip back", f"Previous {chapter}", "round before",
                         lambda: player.go_to_mark(chapter, -1)),
            self._icon_button("step back", "Step back", "step before", lambda: player.move_by_steps(-1)),
            self.play,
            self._icon_button("step", "Step forward", "step after", lambda: player.move_by_steps(1)),
            self._icon_button("skip", f"Next {chapter}", "round after", lambda: player.go_to_mark(chapter, 1)),
            gap=2, align="center",
        )  # fmt: skip
        if fight:
            buttons.add(
                Space(4),
                self._icon_button("left", f"Previous {fight}", "battle before",
                             lambda: player.go_to_mark(fight, -1)),
                Label(f":{replay_timeline.sign}:", "muted", markup=True, width=16),
                self._icon_button("right", f"Next {fight}", "battle after", lambda: player.go_to_mark(fight, 1)),
            )  # fmt: skip
        self.scrub = ScrubBar(
            "Position in the match", replay_timeline.starts[-1], list(self._marks),
            lambda at: player.schedule_seek(replay_timeline.step_at(at)),
            lambda tick: player.go_to(self._marks[tick].place), player.move_by_steps, self._words_at, grow=1,
        )  # fmt: skip
        self.speeds = Segments("Speed", [(s, f"×{s:g}") for s in SPEEDS], speed, player.set_speed, width=164,
                               tip="Speed of the replay")  # fmt: skip
        seats = [
            Option(s, f"View of {replay_timeline.names.plain_name(s)}")
            for s in range(1, len(replay_timeline.frames.names) + 1)
        ]
        views = [Option(ALL, "All hands"), *seats, Option(NONE, "No hands")]
        self.views = Choice("View", views, ALL, player.set_view, width=172, tip="Visible hands",
                            visible=replay_timeline.has_closed_cards)  # fmt: skip
        self.review = self._icon_button("review", "Chances, costly decisions and statistics", "review",
                                        player.toggle_review)  # fmt: skip
        row = Row(buttons, self.scrub, self.review, self.speeds, self.views, gap=10, align="center")
        super().__init__(row, pad=5, box="bar.top", name="Playing", region="scrub", is_tab_stop=True)

    def extend(self) -> None:
        """Extend the bar after its timeline has grown."""
        self._marks = {_make_tick(self.replay_timeline, mark): mark for mark in self.replay_timeline.marks}
        self.scrub.total, self.scrub.ticks = max(1.0, self.replay_timeline.starts[-1]), list(self._marks)
        self.scrub.touch()

    def show(self, place: Place, playing: bool) -> None:
        """Show the present moment, and whether the replay is playing."""
        self.scrub.at = float(self.replay_timeline.position(place))
        self.play.icon = "pause" if playing else "play"
        self.play.name = self.play.tip = self._named("Pause" if playing else "Play", "skip")

    def show_view(self, view: int) -> None:
        """Show the chosen view of the hands."""
        self.views.index = next(i for i, option in enumerate(self.views.options) if option.value == view)

    def _icon_button(self, icon: str, name: str, action: str, do: Callable[[], object]) -> IconButton:
        return IconButton(icon, self._named(name, action), do)

    def _named(self, name: str, action: str) -> str:
        key = self.key_of(action)
        return f"{name} ({key})" if key else name

    def _words_at(self, position: float) -> str:
        place = self.replay_timeline.step_at(position)
        frames = self.replay_timeline.frames
        return f"Step {place.step} of {frames.steps}: {frames.game.progress(frames.states[place.step])}"


def _make_tick(replay_timeline: ReplayTimeline, mark: Mark) -> Tick:
    """Return the tick for a mark.

    A chapter has its number above the line. Any other mark has its icon below the line.
    """
    position = float(replay_timeline.position(mark.place))
    if mark.kind == replay_timeline.chapter:
        return Tick(position, mark.words, label=mark.words.rpartition(" ")[2])
    return Tick(position, mark.words, icon=replay_timeline.sign if mark.kind == replay_timeline.fight else mark.kind)
