"""Lessons at a table of pick questions: a match screen with a coach.

The coach waits for the player, and gently keeps the player to the lesson.

A lesson belongs to a stage, which is a question of the prepared match. The player reads a lesson without picks. In a
lesson with picks, the player must make those picks, even if others are possible. The next lesson is shown during the
animation if it is `early`. It then stays until the player continues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from client.app.settings import Settings
from client.session.source import TableState
from client.table.lesson.coach import Coach, Spotlight
from client.table.lesson.plan import LessonPlan, open_lesson_menu, say_goodbye
from client.table.match.controller import MatchController
from client.table.pick.prompts import PickPrompts
from client.table.pick.script import CARD, Pick
from client.table.pick.table import PickTable
from client.table.prompt.question import PickQuestion
from client.table.spec import TableSpec
from client.ui.controls.hand_fan import Fan
from client.ui.hexes import Rect
from client.ui.richtext import plain_text
from client.ui.screen import KeyActions
from client.ui.widget import Widget
from core.engine.local_match import LocalMatch


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
    task: str = ""
    """Name of a task outside the prompt, which replaces the picks; the screen defines the task."""
    short: str = ""
    """Task in a few words, which the coach names in a refusal."""
    early: bool = False
    """True if the lesson is shown during the animation of its subject."""

    def words(self, state: TableState) -> str:
        """Return the lesson's text for the current state."""
        return self.text if isinstance(self.text, str) else self.text(state)


@dataclass(frozen=True)
class LessonTask:
    """Task of a lesson outside the prompt."""

    is_done: Callable[[LessonController], bool]
    carry_out: Callable[[LessonController], object]
    """Function that does the task for the player."""


COACH_WIDTH, COACH_TOP = 250.0, 44.0
"""Design pixels: width of the coach, and its distance from the upper edge of the window."""


def upper_right_rect(_lesson: LessonController, size: tuple[float, float], window: Rect) -> Rect:
    """Return the rectangle of the coach below the top bar, at the right edge."""
    return Rect(window.right - COACH_WIDTH - 6, window.top - COACH_TOP - size[1], COACH_WIDTH, size[1])


def _do_nothing(lesson: LessonController) -> None:
    """Change nothing."""


def _no_widgets(lesson: LessonController, picks: Sequence[Pick]) -> None:
    return None


@dataclass(frozen=True)
class LessonSpec:
    """Lesson of a game: the match that it prepares, its texts, and what they refer to on the table."""

    table: TableSpec
    lessons: tuple[Lesson, ...]
    prepared: Callable[[], LocalMatch[Any]]
    """Function that prepares the match of the lesson; seat 1 is the player's."""
    actors: Mapping[int, str]
    """Names of the players at all seats."""
    last_words: str
    """Text at the end of the lesson, as rich text."""
    way_out: str
    """Text for a player who is about to leave."""
    stage_of: Callable[[Any, int], str]
    """Function that returns the stage of a question, from it and from its number in the match."""
    spots: Callable[[LessonController, str], Sequence[Widget]]
    """Function that returns the widgets of a named part of the table."""
    same: Callable[[PickTable, Pick, Pick], bool] = lambda table, a, b: a == b
    """Function that returns True if one pick may replace the other."""
    coach_at: Callable[[LessonController, tuple[float, float], Rect], Rect] = upper_right_rect
    """Function that returns the rectangle of the coach from its size and the window."""
    arrange: Callable[[LessonController], None] = _do_nothing
    """Function that makes room for the coach, once the table is built."""
    follow: Callable[[LessonController], None] = _do_nothing
    """Function that is called in each frame."""
    where: Callable[[LessonController, Sequence[Pick]], Sequence[Widget] | None] = _no_widgets
    """Function that returns the widgets of the wanted picks if they are not in their usual places, or None."""
    focus: Callable[[LessonController], Sequence[Widget] | None] = lambda lesson: None
    """Function that returns the widgets that need the focus if these are not those of the wanted picks, or None."""
    tasks: Mapping[str, LessonTask] = field(default_factory=dict)
    """Tasks outside the prompt, by name."""
    play_on: bool = False
    """True if the player may play on after the last lesson."""


def pick_lesson(spec: LessonSpec) -> LessonPlan:
    """Return the plan of a lesson at a table of places and cards."""
    return LessonPlan(spec.table, spec.prepared, spec.actors, lambda match, solo: LessonController(match, spec, solo))


class LessonController:
    """Match with lessons: it waits for the player, and keeps the player to the current lesson."""

    def __init__(self, match: MatchController, spec: LessonSpec, on_solo: Callable[[], object] | None = None) -> None:
        """Create the controller; `on_solo` opens the set-up screen of a solo match."""
        self.match, self.spec, self.on_solo = match, spec, on_solo
        self.lessons = spec.lessons
        table, view = match.table, match.prompts.view
        assert isinstance(table, PickTable) and isinstance(view, PickPrompts)
        self.prompts, self.table, self.view, self.ui = match.prompts, table, view, match.screen.ui
        self.at = -1
        """Index of the current lesson: -1 before the first, and beyond the last once all are done."""
        self._stage = ""
        self._shown: tuple[object, ...] = ()
        self._parted = False
        self._asked: PickQuestion | None = None
        self._number = 0
        match.on_menu, match.on_end = self.open_menu, lambda _match, _standing: self._end()
        self.prompts.guard = self

    @property
    def inquiry(self) -> PickQuestion | None:
        """The present question, or None."""
        return self.view.inquiry

    def stage_of(self, inquiry: PickQuestion) -> str:
        """Return the stage of a question."""
        if inquiry is not self._asked:
            self._asked, self._number = inquiry, self._number + 1
        return self.spec.stage_of(inquiry, self._number)

    # Coach ------------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the regions, and the coach above them."""
        self.match.build()
        self.spec.arrange(self)
        self.spotlight = Spotlight()
        self.coach = Coach(self.next_lesson, self.previous_lesson, self.open_menu, COACH_WIDTH)
        self.ui.open(self.spotlight, lambda _size, window: window, "panel", escapable=False)
        self.ui.open(self.coach, lambda size, window: self.spec.coach_at(self, size, window), "panel", escapable=False)

    @property
    def lesson(self) -> Lesson | None:
        """Current lesson, or None once the player may play freely."""
        return self.lessons[self.at] if 0 <= self.at < len(self.lessons) else None

    @property
    def is_reading(self) -> bool:
        """True if the current lesson is only to be read, so that the table waits."""
        lesson = self.lesson
        return lesson is not None and lesson.picks is None and not lesson.task and self.inquiry is not None

    def update(self, dt: float) -> None:
        """Update the lesson and the coach after a change of the table."""
        self.match.update(dt)
        inquiry = self.inquiry
        if inquiry is not None and self.prompts.is_open:
            self._go_to_stage(self.stage_of(inquiry))
            if self.lesson is not None and self.lesson.task and self.spec.tasks[self.lesson.task].is_done(self):
                self.at += 1
        self._show_lesson()
        self._update_spotlight()
        self.spec.follow(self)
        if self.spec.play_on and self.at >= len(self.lessons) and not self._parted and self.prompts.is_open:
            self.show_farewell()

    def _go_to_stage(self, stage: str) -> None:
        """Go to the first lesson of a new question, and skip the remaining lessons of the previous one."""
        if stage != self._stage:
            self._stage = stage
            self.at = next((i for i, lesson in enumerate(self.lessons) if lesson.stage == stage), len(self.lessons))

    def _show_lesson(self) -> None:
        watching = not self.prompts.is_open
        shown = (self.at, watching, self.inquiry is not None and len(self._open_picks()))
        if shown == self._shown or self.table.model.state is None:
            return
        self._shown = shown
        coach, lesson = self.coach, self.lesson
        coach.visible = lesson is not None
        if lesson is None:
            return
        told = lesson if not watching else self._early_lesson()
        if told is None:
            text, told = "Watch what happens. Press Space to skip to the next event.", lesson
        else:
            text = told.words(self.table.model.state)
        coach.show_lesson(told.title, text, f"{self.lessons.index(told) + 1} of {len(self.lessons)}")
        coach.next.text = "Next" if self.is_reading else "Do it for me"
        coach.next.look = "primary" if self.is_reading else "button"
        coach.next.hint = self.match.screen.window.keys.label("confirm") if self.is_reading else ""
        coach.next.visible = not watching
        coach.back.visible = not watching and self._can_go_back()
        self.ui.announcer.announce(f"{told.title}: {plain_text(text)}")
        if self.is_reading:
            self.ui.focus_on(coach.next, quiet=True)
        elif not watching:
            self.view.focus()

    def _early_lesson(self) -> Lesson | None:
        """Return the next lesson if it is shown early, during the animation of its subject, else None."""
        after = self.lessons[self.at + 1] if self.at + 1 < len(self.lessons) else None
        return after if after is not None and after.early else None

    def focus(self) -> None:
        """Move the focus to the widget that the lesson wants next."""
        wanted = next(iter(self._wanted_widgets()), None) if not self.is_reading else self.coach.next
        if self.lesson is not None and wanted is not None and wanted is not self.view.panel:
            self.ui.focus_on(wanted, quiet=True)

    # Expected picks ---------------------------------------------------------------------------------------------------

    def _open_picks(self) -> list[Pick]:
        """Return the picks that the lesson wants and the player has not made."""
        lesson, inquiry = self.lesson, self.inquiry
        if lesson is None or lesson.picks is None or inquiry is None or self.stage_of(inquiry) != lesson.stage:
            return []
        left = list(lesson.picks(inquiry))
        for pick in inquiry.answers:
            done = next((each for each in left if self.spec.same(self.table, each, pick)), None)
            if done is not None:
                left.remove(done)
        return left

    def _has_extra_picks(self) -> bool:
        """Return True if the player has made more picks than the lesson wants."""
        lesson, inquiry = self.lesson, self.inquiry
        assert lesson is not None and lesson.picks is not None and inquiry is not None
        return len(inquiry.answers) > len(lesson.picks(inquiry)) - len(self._open_picks())

    def _wanted_widgets(self) -> Sequence[Widget]:
        """Return the widgets that the player must press next."""
        lesson, needed = self.lesson, self.spec.focus(self)
        if needed is not None:
            return needed
        in_lesson = lesson is not None and lesson.task
        return (
            self.spot_widgets(lesson.spot)
            if lesson is not None and in_lesson
            else self._pick_widgets(self._open_picks()[:1])
        )

    def spot_widgets(self, name: str) -> Sequence[Widget]:
        """Return the widgets of a named part of the table."""
        return self.spec.spots(self, name)

    def _pick_widgets(self, picks: Sequence[Pick]) -> Sequence[Widget]:
        """Return the widget of the first of these picks, or the action panel if no pick is left."""
        elsewhere, view = self.spec.where(self, picks), self.view
        if elsewhere is not None:
            return elsewhere
        if not picks:
            return [view.panel]
        if picks[0][0] == CARD:
            return [self.table.hand]
        place = next((aim.place for aim in view.lit if aim.pick == picks[0]), None)
        return [place or view.chooser.options.get(picks[0]) or view.panel]

    def _update_spotlight(self) -> None:
        lesson = self.lesson
        self.ui.arrange()
        if lesson is None or self.ui.modal or not self.prompts.is_open:
            self.spotlight.illuminate()
            return
        lit = self.spot_widgets(lesson.spot) if lesson.picks is None else self._pick_widgets(self._open_picks())
        rects = [self._visible_rect(widget).inset(-3) for widget in lit]
        if lesson.picks is not None and lesson.spot:
            rects += [self._visible_rect(widget).inset(-3) for widget in self.spot_widgets(lesson.spot)]
        self.spotlight.illuminate(*rects, *([self.coach.rect.inset(-2)] if rects else []))

    def _visible_rect(self, widget: Widget) -> Rect:
        """Return the visible rectangle of a widget."""
        return widget.filled_rect if isinstance(widget, Fan) else widget.rect

    # Player actions ---------------------------------------------------------------------------------------------------

    def rejects_answer(self, value: Any) -> bool:  # a `Pick`, at a table of pick questions
        """Accept only the picks that the lesson wants; answer any other pick with an explanation."""
        return self._refuse(self._objection(value))

    def rejects_lock(self) -> bool:
        """Return True, after an explanation, unless exactly the wanted picks are made."""
        lesson = self.lesson
        if lesson is None:
            return False
        fine = lesson.picks is not None and not self._open_picks() and not self._has_extra_picks()
        return self._refuse("" if fine else self._now())

    def _refuse(self, words: str) -> bool:
        """Show the reason why an action is refused now; return True if there is a reason."""
        self.coach.refuse(words)
        if words:
            self.ui.announcer.announce(plain_text(words))
        return bool(words)

    def _now(self) -> str:
        lesson = self.lesson
        assert lesson is not None
        return "Read this first, then press *Next*." if self.is_reading else f"Not yet. Now: {lesson.short}."

    def _objection(self, value: Pick) -> str:
        """Return the coach's objection to a pick, or "" if there is none."""
        lesson, inquiry = self.lesson, self.inquiry
        if lesson is None or inquiry is None or value in inquiry.answers:
            return ""
        wanted = value not in inquiry.targets or any(
            self.spec.same(self.table, each, value) for each in self._open_picks()
        )
        return "" if lesson.picks is not None and wanted else self._now()

    def handle_confirm(self) -> bool:
        """Go to the next lesson on Enter, if the current one is only to be read."""
        if self.is_reading:
            self.next_lesson()
            return True
        return False

    def next_lesson(self) -> None:
        """Go to the next text; if the lesson is a task, do the task for the player."""
        lesson, inquiry = self.lesson, self.inquiry
        if lesson is None or inquiry is None or not self.prompts.is_open:
            return
        if lesson.task:
            self.spec.tasks[lesson.task].carry_out(self)
        if lesson.picks is None:
            self.at += not lesson.task
            return
        if self._has_extra_picks():
            inquiry.clear()
        while self.inquiry is inquiry and self.prompts.is_open and (left := self._open_picks()):
            self.prompts.submit(left[0])
        if self.inquiry is inquiry and self.prompts.is_open:
            self.prompts.send()

    def _can_go_back(self) -> bool:
        return self.at > 0 and self.lessons[self.at - 1].stage == self.lessons[self.at].stage

    def previous_lesson(self) -> None:
        """Go back by one lesson within the same stage."""
        if self._can_go_back():
            self.at -= 1

    # End --------------------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu; the lesson waits, and nothing is stored."""
        open_lesson_menu(self.match, self.spec.way_out)

    def _end(self) -> None:
        """End the lesson together with the match, and ask the player how to continue."""
        self.at = len(self.lessons)
        self.show_farewell()

    def show_farewell(self) -> None:
        """Show the final text and the buttons to continue."""
        self._parted = True
        say_goodbye(self.match, self.spec.last_words, "Look at the table", self.on_solo)

    # Screen -----------------------------------------------------------------------------------------------------------

    def run_action(self, action: str) -> bool | None:
        """Handle a key that no widget accepted."""
        return self.match.run_action(action)

    def key_actions(self) -> KeyActions:
        """Return the function of each named key."""
        return self.match.key_actions()

    def note_presence(self) -> None:
        """Note that the player is present."""
        self.match.note_presence()

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings immediately."""
        self.match.apply_settings(settings)

    def on_closed(self) -> None:
        """Leave the lesson."""
        self.match.on_closed()
