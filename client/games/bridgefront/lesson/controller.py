"""Lesson of Bridgefront: a match with a coach, who waits for the player and accepts only lesson answers."""

from __future__ import annotations

from client.app.settings import Settings
from client.games.bridgefront.board import ON_BOARD, ON_HEXES
from client.games.bridgefront.lesson.lessons import FREE_STAGE, LESSONS, Lesson, LessonContext, stage_of
from client.games.bridgefront.lesson.setup import LAST_OF_AGE, NAMES, places, prepared_match
from client.games.bridgefront.prompts import FLOOR, BridgefrontPrompts
from client.games.bridgefront.questions import BridgefrontPrompt
from client.games.bridgefront.table import TABLE
from client.games.bridgefront.targets import Target, TargetPicks
from client.games.bridgefront.view import BridgefrontTable
from client.table.lesson.coach import Coach, Spotlight
from client.table.lesson.plan import LessonPlan, OnSolo, open_lesson_menu, say_goodbye
from client.table.match.controller import MatchController
from client.ui.hexes import Rect
from client.ui.richtext import plain_text
from client.ui.screen import KeyActions

LAST_WORDS = (
    "You know all that a first match needs: bid, plan, lock in, fight, collect. The next step is a match against bots: "
    "two of them are good company. Every card and every number explains itself when you point at it."
)
WAY_OUT = "Orla waits for you. If you leave, you start again with the first lesson."


class BridgefrontLesson:
    """Match with lessons: it waits for the player, and keeps the player to the current lesson."""

    def __init__(self, match: MatchController, on_solo: OnSolo = None) -> None:
        """Create the controller; `on_solo` opens the form for a solo match."""
        assert isinstance(match.table, BridgefrontTable) and isinstance(match.prompts.view, BridgefrontPrompts)
        self.match, self.on_solo = match, on_solo
        self.table, self.view, self.prompts = match.table, match.prompts.view, match.prompts
        self.model, self.ui = match.table.model, match.screen.ui
        self.at = -1
        """Index of the current lesson; -1 before the first, and the number of lessons after the last."""
        self._stage = ""
        self._shown: tuple[object, ...] = ()
        self._parting = False
        match.on_menu, self.prompts.guard = self.open_menu, self
        self.view.declares = lambda: self.lesson is None

    @property
    def inquiry(self) -> BridgefrontPrompt | None:
        """The present question, or None."""
        return self.view.inquiry

    # Coach ------------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the regions, slightly farther to the right, and the coach."""
        self.match.build()
        self.ui.put(self.table.board, (300, FLOOR, 718, 640 - FLOOR), "stretch", "stretch")
        self.ui.put(self.table.played, (302, FLOOR + 4, 124, 206))
        self.view.preview.corner = (306.0, FLOOR + 6)
        self.spotlight = Spotlight()
        self.coach = Coach(self.next_lesson, self.previous_lesson, self.open_menu)
        self.ui.open(self.spotlight, lambda _size, window: window, "panel", escapable=False)
        self.ui.open(self.coach, self.coach.panel_rect, "panel", escapable=False)

    @property
    def lesson(self) -> Lesson | None:
        """Current lesson, or None once the player plays without the coach."""
        return LESSONS[self.at] if 0 <= self.at < len(LESSONS) else None

    @property
    def is_reading(self) -> bool:
        """True if the current lesson is only a text to read, so that the table waits."""
        lesson = self.lesson
        return lesson is not None and lesson.task is None and self.inquiry is not None

    def scene(self) -> LessonContext:
        """Return the context for the lessons."""
        assert self.model.secrets is not None
        return LessonContext(
            self.model.table, self.model.secrets, self.inquiry.question if self.inquiry is not None else None
        )

    def update(self, dt: float) -> None:
        """Update the table, then the coach."""
        self.match.update(dt)
        if self.inquiry is not None and not self.model.locked:
            self._go_to_stage(stage_of(self.inquiry.state, self.inquiry.asked))
        self._make_room()
        self._tell()
        self._light()

    def _go_to_stage(self, stage: str) -> None:
        """Start the first lesson of a new stage, even if lessons of the previous stage remain."""
        round_ = self.model.table.round
        if round_ > LAST_OF_AGE + 1 and not self._parting:
            self.show_farewell()
        if stage == self._stage:
            return
        self._stage = stage
        first = next((i for i, lesson in enumerate(LESSONS) if lesson.stage == stage), None)
        if first is not None and first > self.at:
            self.at = first
        elif not stage:
            self.at = len(LESSONS)

    def _tell(self) -> None:
        lesson, inquiry = self.lesson, self.inquiry
        question = inquiry.question if inquiry is not None else None
        watching = inquiry is None or self.model.locked
        shown = (self.at, question, watching)
        if shown == self._shown or self.model.secrets is None:
            return
        self._shown = shown
        coach = self.coach
        if lesson is None:
            coach.visible = self.at < 0
            return
        told = self._early_lesson(lesson) if watching else lesson
        if told is None:
            text = "Watch what happens. Press Space to skip to the next event."
        elif told is lesson and lesson.ready and inquiry is not None and inquiry.decision is not None:
            text = lesson.ready
        else:
            text = told.words(self.scene())
        told = told or lesson
        coach.show_lesson(told.title, text, f"{LESSONS.index(told) + 1} of {len(LESSONS)}")
        last = self.at == len(LESSONS) - 1
        coach.next.text = "Continue" if last else "Next" if lesson.task is None else "Do it for me"
        coach.next.look = "primary" if lesson.task is None else "button"
        coach.next.hint = self.match.screen.window.keys.label("confirm") if lesson.task is None else ""
        coach.next.visible = not watching
        coach.back.visible = not watching and self._can_go_back()
        self.ui.announcer.announce(f"{told.title}: {plain_text(text)}")
        if not watching:
            self._show_where(lesson)
        if self.is_reading:
            self.ui.focus_on(coach.next, quiet=True)
        elif inquiry is not None and not watching:
            self.view.focus()
            basic = self.view.panel.basics.get(self._answer(lesson)) if question and question.kind == "action" else None
            if basic is not None:
                self.ui.focus_on(basic, quiet=True)

    def _answer(self, lesson: Lesson) -> Target:
        """Return the next answer that the lesson expects.

        Return None if any answer is accepted, or if no question is open.
        """
        question = self.inquiry.question if self.inquiry is not None else None
        if lesson.task is None or question is None:
            return None
        return lesson.task(self.scene()).get(question.kind)

    def _early_lesson(self, lesson: Lesson) -> Lesson | None:
        """Return the next lesson if it should be shown early, else None."""
        after = LESSONS[self.at + 1] if self.at + 1 < len(LESSONS) else lesson
        return after if after.early else None

    def _show_where(self, lesson: Lesson) -> None:
        """Pan the board to the place of the lesson, if the player has moved it out of sight."""
        hexes, wanted = self._lesson_hexes(lesson.spot), self._answer(lesson)
        if wanted is not None and self.table.board.kind in ON_BOARD:
            hexes = [wanted] if self.table.board.kind in ON_HEXES else self._lesson_hexes("army")
        self.table.board.bring_into_sight(hexes)

    def next_lesson(self) -> None:
        """Show the next lesson; if the current lesson has a deed, perform the deed first."""
        lesson = self.lesson
        if lesson is None or self.inquiry is None or self.model.locked:
            return
        if lesson.task is None:
            self.at += 1
        else:
            self._do(lesson)

    def _do(self, lesson: Lesson) -> None:
        """Perform the deed of the lesson for the player."""
        inquiry = self.inquiry
        assert inquiry is not None and lesson.task is not None
        wanted = lesson.task(self.scene())
        while inquiry.question is not None and self.inquiry is inquiry and not self.model.locked:
            value = wanted.get(inquiry.question.kind, inquiry.question.targets[0])
            self.prompts.submit(value[-1] if isinstance(value, tuple) and inquiry.question.kind == "bid" else value)
        if inquiry.decision is not None and not self.model.locked:
            self.prompts.send()

    def _can_go_back(self) -> bool:
        return self.at > 0 and LESSONS[self.at - 1].stage == LESSONS[self.at].stage

    def previous_lesson(self) -> None:
        """Return to the previous lesson if it concerns the same moment."""
        if self._can_go_back():
            self.view.clear_plan()
            self.at -= 1

    def _make_room(self) -> None:
        """Hide a dialog while the coach explains the board, or else move the coach away from the dialog."""
        lesson, dialog = self.lesson, self.view.dialog
        if dialog is not None:
            hidden = self.is_reading and lesson is not None and lesson.spot not in ("dialog", "")
            dialog.visible = not hidden
        self.coach.move_away_from(dialog.rect if dialog is not None and dialog.visible else None)

    # Light ------------------------------------------------------------------------------------------------------------

    def _light(self) -> None:
        lesson, inquiry = self.lesson, self.inquiry
        self.ui.arrange()
        if lesson is None or inquiry is None or self.model.locked or self.ui.modal:
            self.spotlight.illuminate()
            return
        rects = self._named(lesson.spot) if lesson.task is None else self._wanted(lesson)
        self.spotlight.illuminate(*rects, *([self.coach.rect.inset(-2)] if rects else []))

    def _named(self, spot: str) -> list[Rect]:
        widgets = {
            "board": self.table.board, "purse": self.table.resources, "track": self.table.track.parent,
            "log": self.table.story, "top": self.table.top, "dialog": self.view.dialog,
        }  # fmt: skip
        if spot == "hand":
            return self._hand_areas()
        named = [widgets.get(name) for name in spot.split(" and ")]
        return [widget.rect.inset(-3) for widget in named if widget is not None] + [
            self._area_around(hex_) for hex_ in self._lesson_hexes(spot)
        ]

    def _lesson_hexes(self, spot: str) -> list[int]:
        """Return the hex that the lesson is about, or an empty list."""
        where = places(self.model.table)
        return [getattr(where, spot)] if spot in ("army", "axis", "home") else []

    def _hand_areas(self) -> list[Rect]:
        """Return the areas that the hand and a raised card cover."""
        raised = [self.table.hand.focus_rect().inset(-3)] if self.table.hand.raised_index >= 0 else []
        return [self.table.hand.filled_rect.inset(-3), *raised]

    def _area_around(self, hex_: int) -> Rect:
        x, y = self.table.board.panel_rect(hex_)
        return Rect(x - 50, y - 44, 100, 92)

    def _wanted(self, lesson: Lesson) -> list[Rect]:
        """Return the areas of the screen in which the player gives the next answer."""
        inquiry = self.inquiry
        assert inquiry is not None and lesson.task is not None
        question = inquiry.question
        if question is None:
            preview = [self.view.preview.rect.inset(-3)] if self.view.preview.visible else []
            return [self.view.panel.rect.inset(-3), *preview]
        wanted = self._answer(lesson)
        if self.view.dialog is not None:
            return [self.view.dialog.rect.inset(-3)]
        if question.kind == "action" and isinstance(wanted, tuple):
            return self._hand_areas()
        if question.kind == "action" and wanted is not None:
            return [self.view.panel.basics[wanted].rect.inset(-3)]
        if question.kind in ON_BOARD and wanted is not None:
            at = next((point for value, point in self.table.board.points() if value == wanted), None)
            return [Rect(at[0] - 50, at[1] - 44, 100, 92)] if at is not None else []
        return []

    # Player actions ---------------------------------------------------------------------------------------------------

    def rejects_answer(self, value: object) -> bool:
        """Refuse an answer with a note if it does not fit the lesson."""
        words = self._objection(value)
        self.coach.refuse(words)
        if words:
            self.ui.announcer.announce(plain_text(words))
        return bool(words)

    def rejects_lock(self) -> bool:
        """Return False, because every accepted answer may be locked in."""
        return False

    def focus(self) -> None:
        """Leave the focus where the question has set it."""

    def _objection(self, value: Target) -> str:
        """Return the coach's objection to an answer, or "" if the answer is accepted."""
        lesson, inquiry = self.lesson, self.inquiry
        question: TargetPicks | None = inquiry.question if inquiry is not None else None
        if lesson is None or inquiry is None or question is None:
            return ""
        if lesson.task is None:
            return "" if lesson.stage == FREE_STAGE else "Read this first, then press *Next*."
        wanted = self._answer(lesson)
        fine = wanted is None or value == wanted or (question.kind == "bid" and value in wanted)
        return "" if fine else f"That is for later. Now: {lesson.short}."

    def handle_confirm(self) -> bool:
        """Continue with the next lesson on Enter, if the current one is only to be read."""
        if self.is_reading:
            self.next_lesson()
            return True
        return False

    # End --------------------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu; meanwhile the match waits, and nothing is saved."""
        open_lesson_menu(self.match, WAY_OUT)

    def show_farewell(self) -> None:
        """Offer the player what to do next, after the free round."""
        self._parting = True
        say_goodbye(self.match, LAST_WORDS, "Play on", self.on_solo)

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


LESSON = LessonPlan(TABLE, prepared_match, NAMES, BridgefrontLesson)
