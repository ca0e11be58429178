"""A lesson at a table whose questions are answered by picking: the match screen with a coach beside it, who waits for
the player and gently keeps to the lesson.

A lesson belongs to a stage, which is an ask of the prepared match. One without picks is read; one with picks is done:
they are what the player is to pick, whatever else may be picked there. The lesson that comes next is told already
while a step is shown if it is `early`; it then stays to be read until the player goes on.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from client.app.settings import Settings
from client.table.lesson.coach import Coach, Spotlight
from client.table.lesson.setup import lesson_source
from client.table.pick_screen import PickScreen
from client.table.picking import CARD, Pick
from client.table.question import Question
from client.ui.hand_fan import Fan
from client.ui.hexes import Rect
from client.ui.layout import Column, Row, Space
from client.ui.panel import Panel
from client.ui.richtext import plain
from client.ui.widget import Widget
from client.ui.widgets import Button, Label
from core.engine.local_match import Table

Q = TypeVar("Q", bound=Question)
OWN = 1
"""The seat of the player."""


@dataclass(frozen=True)
class Lesson:
    """One thing to read, or to do. `spot` names what is lit while it is read."""

    stage: str
    title: str
    text: str | Callable[[Any], str]
    """What is said, as rich text; or what makes it of the state."""
    spot: str = ""
    picks: Callable[[Any], Sequence[Pick]] | None = None
    """What the inquiry is to hold."""
    deed: str = ""
    """Instead of picks: what is done elsewhere than in the inquiry, by the name under which the screen knows it."""
    short: str = ""
    """The deed in a few words, for "that is for later: ..."."""
    early: bool = False
    """Whether it is told while that happens of which it speaks."""

    def words(self, state: Any) -> str:
        """What it says now."""
        return self.text if isinstance(self.text, str) else self.text(state)


class Taught(PickScreen[Q]):
    """A match with lessons; it stands before the match screen of the game among the bases."""

    lessons: ClassVar[tuple[Lesson, ...]]
    prepared: ClassVar[Callable[[], Table[Any]]]
    """The match as the lesson begins; seat 1 is the player's."""
    cast: ClassVar[Mapping[int, str]]
    """What all seats are called."""
    last_words: str
    """What is said when all is over, as rich text."""
    way_out: str
    """What is said to whoever is about to leave."""
    on_solo: Callable[[], object] | None = None
    """Leads to the set-up of a solo match."""
    coach_type: type[Coach] = Coach
    at = -1
    """The number of the lesson; -1 before the first, all done once it is beyond the last."""
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

    # What the game says -----------------------------------------------------------------------------------------------

    @abstractmethod
    def stage_of(self, inquiry: Q) -> str:
        """Which stage an ask belongs to."""

    @abstractmethod
    def spots(self, name: str) -> Sequence[Widget]:
        """What a spot of the lessons is on this table."""

    def is_done(self, deed: str) -> bool:
        """Whether such a deed is done."""
        return True

    def carry_out(self, deed: str) -> None:
        """Does it for the player."""

    def same(self, a: Pick, b: Pick) -> bool:
        """Whether one may be picked for the other."""
        return a == b

    # The coach --------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """The regions, and the coach above them."""
        super().build()
        self.spotlight = Spotlight()
        self.coach = self.coach_type(self.next_lesson, self.lesson_before, self.open_menu)
        self.ui.open(self.spotlight, lambda _size, window: window, "panel", escapable=False)
        self.ui.open(self.coach, self.coach.place_of, "panel", escapable=False)

    @property
    def lesson(self) -> Lesson | None:
        """What is told now; None once the player is on their own."""
        return self.lessons[self.at] if 0 <= self.at < len(self.lessons) else None

    @property
    def reading(self) -> bool:
        """Whether there is only something to read, so that the table waits."""
        lesson = self.lesson
        return lesson is not None and lesson.picks is None and not lesson.deed and self.inquiry is not None

    def update(self, dt: float) -> None:
        """The coach follows the table."""
        super().update(dt)
        inquiry = self.inquiry
        if inquiry is not None and self.inquiry_open:
            self._reach(self.stage_of(inquiry))
            if self.lesson is not None and self.lesson.deed and self.is_done(self.lesson.deed):
                self.at += 1
        self._tell()
        self._light()

    def _reach(self, stage: str) -> None:
        """Another ask: its first lesson, whatever was left of the one before."""
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
        """The lesson after this one, if it speaks of what happens before it."""
        after = self.lessons[self.at + 1] if self.at + 1 < len(self.lessons) else None
        return after if after is not None and after.early else None

    def _focus(self) -> None:
        """The keys come to what is wanted."""
        super()._focus()
        wanted = next(iter(self._wanted()), None) if not self.reading else self.coach.next
        if self.lesson is not None and wanted is not None and wanted is not self.panel:
            self.ui.focus_on(wanted, quiet=True)

    # What is wanted ---------------------------------------------------------------------------------------------------

    def _open(self) -> list[Pick]:
        """What is still to be picked."""
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
        """Whether more has been picked than is wanted."""
        lesson, inquiry = self.lesson, self.inquiry
        assert lesson is not None and lesson.picks is not None and inquiry is not None
        return len(inquiry.answers) > len(lesson.picks(inquiry)) - len(self._open())

    def _wanted(self) -> Sequence[Widget]:
        """What the player is to press next."""
        lesson = self.lesson
        return self.spots(lesson.spot) if lesson is not None and lesson.deed else self._where(self._open()[:1])

    def _where(self, picks: Sequence[Pick]) -> list[Widget]:
        """Where on the table the first of these is picked; the own action once nothing is left."""
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
        """Where it is to be seen."""
        return widget.filled if isinstance(widget, Fan) else widget.rect

    # What the player does ---------------------------------------------------------------------------------------------

    def answer(self, value: Any) -> None:
        """Only what the lesson is about; anything else is put off with a word."""
        if self.inquiry_open and not self._telling and self._put_off(self._not_yet(value)):
            return
        super().answer(value)

    def lock_in(self) -> None:
        """Only once all that is wanted is picked, and nothing else."""
        lesson = self.lesson
        if lesson is not None and self.inquiry_open:
            fine = lesson.picks is not None and not self._open() and not self._too_much()
            if self._put_off("" if fine else self._now()):
                return
        super().lock_in()

    def _put_off(self, words: str) -> bool:
        """Says why something is not done now, if there is a reason."""
        self.coach.refuse(words)
        if words:
            self.ui.announcer.say(plain(words))
        return bool(words)

    def _now(self) -> str:
        lesson = self.lesson
        assert lesson is not None
        return "Read this first, then press *Next*." if self.reading else f"Not yet. Now: {lesson.short}."

    def _not_yet(self, value: Pick) -> str:
        """Why the coach would rather not; "" if it is fine."""
        lesson, inquiry = self.lesson, self.inquiry
        if lesson is None or inquiry is None or value in inquiry.answers:
            return ""
        wanted = value not in inquiry.targets or any(self.same(each, value) for each in self._open())
        return "" if lesson.picks is not None and wanted else self._now()

    def confirm(self) -> bool:
        """Enter also goes on to the next lesson."""
        if self.reading and self.inquiry_open and not self._telling:
            self.next_lesson()
            return True
        return super().confirm()

    def next_lesson(self) -> None:
        """The next thing to read; of a deed: does it."""
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
        """The lesson before, as long as it speaks of the same moment."""
        if self._can_go_back():
            self.at -= 1

    # The end ----------------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Nothing goes on meanwhile, and nothing is kept."""
        words = Label(self.way_out, wrap=True, width=360)
        self.open_way_out("Menu", words, self.leave_button("Leave the lessons", "danger"))

    def _finish(self) -> None:
        """The match is over, and so is the lesson: what now?"""
        if not self._ended:
            super()._finish()
            self.at = len(self.lessons)
            self.part()

    def part(self) -> None:
        """All has been told."""

        def away(then: Callable[[], object] | None) -> None:
            self.ui.close()
            self.source.close()
            (then or self.leave)()

        label = Label(self.last_words, markup=True, wrap=True, width=380)
        solo = Button("Solo against bots", lambda: away(self.on_solo), "solo", look="primary")
        stay = Button("Look at the table", lambda: self.ui.close())
        buttons = Row(Button("Main menu", lambda: away(None)), stay, Space(grow=1), solo, gap=8)
        self.ui.open(Panel(Column(label, buttons, gap=14), "Well done", 16, "dialog"))
