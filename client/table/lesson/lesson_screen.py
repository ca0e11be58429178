"""Lessons at a table of pick questions: a match screen with a coach.

The coach waits for the player, and gently keeps the player to the lesson.

A lesson belongs to a stage, which is a question of the prepared match. The player reads a lesson without picks. In a
lesson with picks, the player must make those picks, even if others are possible. The next lesson is shown during the
animation if it is `early`. It then stays until the player continues.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from client.app.settings import Settings
from client.session.source import TableState
from client.table.lesson.coach import Coach, Spotlight
from client.table.lesson.setup import lesson_source
from client.table.pick.screen import PickScreen
from client.table.pick.script import CARD, Pick
from client.table.question import PickQuestion
from client.ui.controls.basic import Button, Label
from client.ui.controls.hand_fan import Fan
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import plain
from client.ui.widget import Widget
from core.engine.local_match import LocalMatch

Q = TypeVar("Q", bound=PickQuestion)
OWN = 1
"""Number of the player's seat."""


@dataclass(frozen=True)
class Lesson:
    """Lesson to read or to do; `spot` names the part of the table that is highlighted while it is read."""

    stage: str
    title: str
    text: str | Callable[[TableState], str]
    """Rich text of the lesson, or a function of the state that returns it."""
    spot: str = ""
    picks: Callable[[TableState], Sequence[Pick]] | None = None
    """Picks that the prompt must contain."""
    deed: str = ""
    """Name of a task outside the prompt, which replaces the picks; the screen defines the task."""
    short: str = ""
    """Task in a few words, which the coach names in a refusal."""
    early: bool = False
    """True if the lesson is shown during the animation of its subject."""

    def words(self, state: TableState) -> str:
        """Return the lesson's text for the current state."""
        return self.text if isinstance(self.text, str) else self.text(state)


class LessonMatchScreen(PickScreen[Q]):
    """Match screen with lessons; it must precede the game's match screen among the base classes."""

    lessons: ClassVar[tuple[Lesson, ...]]
    prepared: ClassVar[Callable[[], LocalMatch[TableState]]]
    """Function that prepares the match of the lesson; seat 1 is the player's."""
    cast: ClassVar[Mapping[int, str]]
    """Names of the players at all seats."""
    last_words: str
    """Text at the end of the lesson, as rich text."""
    way_out: str
    """Text for a player who is about to leave."""
    on_solo: Callable[[], object] | None = None
    """Callback that opens the set-up screen of a solo match."""
    coach_type: type[Coach] = Coach
    at = -1
    """Index of the current lesson: -1 before the first, and beyond the last once all are done."""
    _stage = ""
    _shown: tuple[object, ...] = ()

    def __init__(
        self,
        settings: Settings,
        on_leave: Callable[[], object] | None = None,
        on_solo: Callable[[], object] | None = None,
        speed: float | None = None,
    ) -> None:
        s, source = settings, lesson_source(self.game, type(self).prepared(), OWN, self.cast, settings.name)
        super().__init__(
            source,
            OWN,
            s.palette,
            s.speed if speed is None else speed,
            s.reduced_motion,
            s.effects,
            on_leave=on_leave,
        )
        self.on_solo = on_solo

    # Hooks for games --------------------------------------------------------------------------------------------------

    @abstractmethod
    def stage_of(self, inquiry: Q) -> str:
        """Return the stage of a question."""

    @abstractmethod
    def spots(self, name: str) -> Sequence[Widget]:
        """Return the widgets of a named part of this table."""

    def is_done(self, deed: str) -> bool:
        """Return True if the player has done the named task."""
        return True

    def carry_out(self, deed: str) -> None:
        """Do the named task for the player."""

    def same(self, a: Pick, b: Pick) -> bool:
        """Return True if one pick may replace the other."""
        return a == b

    # Coach ------------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the regions, and the coach above them."""
        super().build()
        self.spotlight = Spotlight()
        self.coach = self.coach_type(self.next_lesson, self.lesson_before, self.open_menu)
        self.ui.open(self.spotlight, lambda _size, window: window, "panel", escapable=False)
        self.ui.open(self.coach, self.coach.place_of, "panel", escapable=False)

    @property
    def lesson(self) -> Lesson | None:
        """Current lesson, or None once the player may play freely."""
        return self.lessons[self.at] if 0 <= self.at < len(self.lessons) else None

    @property
    def reading(self) -> bool:
        """True if the current lesson is only to be read, so that the table waits."""
        lesson = self.lesson
        return lesson is not None and lesson.picks is None and not lesson.deed and self.inquiry is not None

    def update(self, dt: float) -> None:
        """Update the lesson and the coach after a change of the table."""
        super().update(dt)
        inquiry = self.inquiry
        if inquiry is not None and self.inquiry_open:
            self._reach(self.stage_of(inquiry))
            if self.lesson is not None and self.lesson.deed and self.is_done(self.lesson.deed):
                self.at += 1
        self._tell()
        self._light()

    def _reach(self, stage: str) -> None:
        """Go to the first lesson of a new question, and skip the remaining lessons of the previous one."""
        if stage != self._stage:
            self._stage = stage
            self.at = next((i for i, lesson in enumerate(self.lessons) if lesson.stage == stage), len(self.lessons))

    def _tell(self) -> None:
        watching = not self.inquiry_open
        shown = (self.at, watching, self.inquiry is not None and len(self._open()))
        if shown == self._shown or self.model.state is None:
            return
        self._shown = shown
        coach, lesson = self.coach, self.lesson
        coach.visible = lesson is not None
        if lesson is None:
            return
        told = lesson if not watching else self._told_early()
        if told is None:
            text, told = "Watch what happens. Press Space to skip to the next event.", lesson
        else:
            text = told.words(self.model.state)
        coach.say(told.title, text, f"{self.lessons.index(told) + 1} of {len(self.lessons)}")
        coach.next.text = "Next" if self.reading else "Do it for me"
        coach.next.look = "primary" if self.reading else "button"
        coach.next.hint = self.window.keys.shown("confirm") if self.reading else ""
        coach.next.visible = not watching
        coach.back.visible = not watching and self._can_go_back()
        self.ui.announcer.say(f"{told.title}: {plain(text)}")
        if self.reading:
            self.ui.focus_on(coach.next, quiet=True)
        elif not watching:
            self._focus()

    def _told_early(self) -> Lesson | None:
        """Return the next lesson if it is shown early, during the animation of its subject, else None."""
        after = self.lessons[self.at + 1] if self.at + 1 < len(self.lessons) else None
        return after if after is not None and after.early else None

    def _focus(self) -> None:
        """Move the focus to the widget that the lesson wants next."""
        super()._focus()
        wanted = next(iter(self._wanted()), None) if not self.reading else self.coach.next
        if self.lesson is not None and wanted is not None and wanted is not self.panel:
            self.ui.focus_on(wanted, quiet=True)

    # Expected picks ---------------------------------------------------------------------------------------------------

    def _open(self) -> list[Pick]:
        """Return the picks that the lesson wants and the player has not made."""
        lesson, inquiry = self.lesson, self.inquiry
        if lesson is None or lesson.picks is None or inquiry is None or self.stage_of(inquiry) != lesson.stage:
            return []
        left = list(lesson.picks(inquiry))
        for pick in inquiry.answers:
            done = next((each for each in left if self.same(each, pick)), None)
            if done is not None:
                left.remove(done)
        return left

    def _too_much(self) -> bool:
        """Return True if the player has made more picks than the lesson wants."""
        lesson, inquiry = self.lesson, self.inquiry
        assert lesson is not None and lesson.picks is not None and inquiry is not None
        return len(inquiry.answers) > len(lesson.picks(inquiry)) - len(self._open())

    def _wanted(self) -> Sequence[Widget]:
        """Return the widgets that the player must press next."""
        lesson = self.lesson
        return self.spots(lesson.spot) if lesson is not None and lesson.deed else self._where(self._open()[:1])

    def _where(self, picks: Sequence[Pick]) -> list[Widget]:
        """Return the widget of the first of these picks, or the action panel if no pick is left."""
        if not picks:
            return [self.panel]
        if picks[0][0] == CARD:
            return [self.hand]
        place = next((aim.place for aim in self.lit if aim.pick == picks[0]), None)
        found: Widget = place or self.chooser.options.get(picks[0]) or self.panel
        return [found]

    def _light(self) -> None:
        lesson = self.lesson
        self.ui.arrange()
        if lesson is None or self.ui.modal or not self.inquiry_open:
            self.spotlight.light()
            return
        lit = self.spots(lesson.spot) if lesson.picks is None else self._where(self._open())
        rects = [self._room_of(widget).inset(-3) for widget in lit]
        if lesson.picks is not None and lesson.spot:
            rects += [self._room_of(widget).inset(-3) for widget in self.spots(lesson.spot)]
        self.spotlight.light(*rects, *([self.coach.rect.inset(-2)] if rects else []))

    def _room_of(self, widget: Widget) -> Rect:
        """Return the visible rectangle of a widget."""
        return widget.filled if isinstance(widget, Fan) else widget.rect

    # Player actions ---------------------------------------------------------------------------------------------------

    def answer(self, value: Any) -> None:  # a `Pick`, at a table of pick questions
        """Accept only the picks that the lesson wants; answer any other pick with an explanation."""
        if self.inquiry_open and not self._telling and self._put_off(self._not_yet(value)):
            return
        super().answer(value)

    def lock_in(self) -> None:
        """Lock in the decision only if exactly the wanted picks are made."""
        lesson = self.lesson
        if lesson is not None and self.inquiry_open:
            fine = lesson.picks is not None and not self._open() and not self._too_much()
            if self._put_off("" if fine else self._now()):
                return
        super().lock_in()

    def _put_off(self, words: str) -> bool:
        """Show the reason why an action is refused now; return True if there is a reason."""
        self.coach.refuse(words)
        if words:
            self.ui.announcer.say(plain(words))
        return bool(words)

    def _now(self) -> str:
        lesson = self.lesson
        assert lesson is not None
        return "Read this first, then press *Next*." if self.reading else f"Not yet. Now: {lesson.short}."

    def _not_yet(self, value: Pick) -> str:
        """Return the coach's objection to a pick, or "" if there is none."""
        lesson, inquiry = self.lesson, self.inquiry
        if lesson is None or inquiry is None or value in inquiry.answers:
            return ""
        wanted = value not in inquiry.targets or any(self.same(each, value) for each in self._open())
        return "" if lesson.picks is not None and wanted else self._now()

    def confirm(self) -> bool:
        """Confirm a pick, or go to the next lesson, on Enter."""
        if self.reading and self.inquiry_open and not self._telling:
            self.next_lesson()
            return True
        return super().confirm()

    def next_lesson(self) -> None:
        """Go to the next text; if the lesson is a task, do the task for the player."""
        lesson, inquiry = self.lesson, self.inquiry
        if lesson is None or inquiry is None or not self.inquiry_open:
            return
        if lesson.deed:
            self.carry_out(lesson.deed)
        if lesson.picks is None:
            self.at += not lesson.deed
            return
        if self._too_much():
            inquiry.clear()
        while self.inquiry is inquiry and self.inquiry_open and (left := self._open()):
            super().answer(left[0])
        if self.inquiry is inquiry and self.inquiry_open:
            super().lock_in()

    def _can_go_back(self) -> bool:
        return self.at > 0 and self.lessons[self.at - 1].stage == self.lessons[self.at].stage

    def lesson_before(self) -> None:
        """Go back by one lesson within the same stage."""
        if self._can_go_back():
            self.at -= 1

    # End --------------------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu; the lesson waits, and nothing is stored."""
        words = Label(self.way_out, wrap=True, width=360)
        self.open_leave_menu("Menu", words, self.leave_button("Leave the lessons", "danger"))

    def _finish(self) -> None:
        """End the lesson together with the match, and ask the player how to continue."""
        if not self.end_shown:
            super()._finish()
            self.at = len(self.lessons)
            self.part()

    def part(self) -> None:
        """Show the final text and the buttons to continue."""

        def away(then: Callable[[], object] | None) -> None:
            self.ui.close()
            self.source.close()
            (then or self.leave)()

        label = Label(self.last_words, markup=True, wrap=True, width=380)
        solo = Button("Solo against bots", lambda: away(self.on_solo), "solo", look="primary")
        stay = Button("Look at the table", lambda: self.ui.close())
        buttons = Row(Button("Main menu", lambda: away(None)), stay, Space(grow=1), solo, gap=8)
        self.ui.open(Panel(Column(label, buttons, gap=14), "Well done", 16, "dialog"))
