"""The bar below a replay: buttons, the scrub bar with its marks, speeds, and whose hands are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from client.kit.choice import Choice, Option
from client.kit.layout import Row, Space
from client.kit.panel import Panel
from client.kit.segments import Segments
from client.kit.widgets import IconButton, Label
from client.replay.reel import Mark, Place, Reel
from client.replay.scrub import ScrubBar, Tick

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
ALL, NONE = 0, -1
"""Views: all hands open, no hand at all; any other is that of a seat."""


class Player(Protocol):
    """What the bar asks of the screen."""

    def toggle(self) -> None:
        """Play or pause."""

    def go_by(self, steps: int) -> None:
        """Steps on or back."""

    def go_to_mark(self, kind: str, by: int) -> None:
        """The next mark of a kind, or the one before."""

    def go_to(self, place: Place) -> None:
        """To a moment."""

    def aim_at(self, place: Place) -> None:
        """To a moment, with the next frame."""

    def set_speed(self, speed: float) -> None:
        """How fast it is played."""

    def view_of(self, view: int) -> None:
        """Whose hands are shown."""


class ReplayBar(Panel):
    """One line over the whole width."""

    def __init__(self, reel: Reel, player: Player, speed: float, shown: Callable[[str], str]) -> None:
        """`shown` gives the key of an action as one reads it."""
        self.reel, self.key_of = reel, shown
        self._marks: dict[Tick, Mark] = {_tick(reel, mark): mark for mark in reel.marks}
        chapter, fight = reel.chapter, reel.fight
        self.play = self._button("play", "Play", "skip", player.toggle)
        buttons = Row(
            self._button("skip back", f"{chapter.capitalize()} before", "round before",
                         lambda: player.go_to_mark(chapter, -1)),
            self._button("step back", "Step back", "step before", lambda: player.go_by(-1)),
            self.play,
            self._button("step", "Step on", "step after", lambda: player.go_by(1)),
            self._button("skip", f"Next {chapter}", "round after", lambda: player.go_to_mark(chapter, 1)),
            gap=2, align="center",
        )  # fmt: skip
        if fight:
            buttons.add(
                Space(4),
                self._button("left", f"{fight.capitalize()} before", "battle before",
                             lambda: player.go_to_mark(fight, -1)),
                Label(f":{reel.sign}:", "muted", markup=True, width=16),
                self._button("right", f"Next {fight}", "battle after", lambda: player.go_to_mark(fight, 1)),
            )  # fmt: skip
        self.scrub = ScrubBar(
            "Place in the match", reel.starts[-1], list(self._marks), lambda at: player.aim_at(reel.step_at(at)),
            lambda tick: player.go_to(self._marks[tick].place), player.go_by, self._words_at, grow=1,
        )  # fmt: skip
        self.speeds = Segments("Speed", [(s, f"×{s:g}") for s in SPEEDS], speed, player.set_speed, width=164,
                               tip="How fast it is played")  # fmt: skip
        seats = [Option(s, f"View of {reel.names.who(s)}") for s in range(1, len(reel.film.names) + 1)]
        views = [Option(ALL, "All hands"), *seats, Option(NONE, "No hands")]
        self.views = Choice("View", views, ALL, player.view_of, width=172, tip="Whose cards are shown",
                            visible=reel.closed_cards)  # fmt: skip
        row = Row(buttons, self.scrub, self.speeds, self.views, gap=10, align="center")
        super().__init__(row, pad=5, box="bar.top", name="Playing", region="scrub", tab_each=True)

    def lengthen(self) -> None:
        """The reel has become longer."""
        self._marks = {_tick(self.reel, mark): mark for mark in self.reel.marks}
        self.scrub.total, self.scrub.ticks = max(1.0, self.reel.starts[-1]), list(self._marks)
        self.scrub.touch()

    def show(self, place: Place, playing: bool) -> None:
        """Where it is, and whether it plays."""
        self.scrub.at = float(self.reel.position(place))
        self.play.icon = "pause" if playing else "play"
        self.play.name = self.play.tip = self._named("Pause" if playing else "Play", "skip")

    def show_view(self, view: int) -> None:
        """Whose hands are shown."""
        self.views.index = next(i for i, option in enumerate(self.views.options) if option.value == view)

    def _button(self, icon: str, name: str, action: str, do: Callable[[], object]) -> IconButton:
        return IconButton(icon, self._named(name, action), do)

    def _named(self, name: str, action: str) -> str:
        key = self.key_of(action)
        return f"{name} ({key})" if key else name

    def _words_at(self, position: float) -> str:
        place = self.reel.step_at(position)
        film = self.reel.film
        return f"Step {place.step} of {film.steps}: {film.game.progress(film.states[place.step])}"


def _tick(reel: Reel, mark: Mark) -> Tick:
    """A chapter by its number above the line, anything else by its icon below."""
    position = float(reel.position(mark.place))
    if mark.kind == reel.chapter:
        return Tick(position, mark.words, label=mark.words.rpartition(" ")[2])
    return Tick(position, mark.words, icon=reel.sign if mark.kind == reel.fight else mark.kind)
