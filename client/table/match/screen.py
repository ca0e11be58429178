"""The part of a match screen, for any game, that receives messages.

The messages are about steps, people, trouble and the end.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path

from client.screens.file_report import ExplainedPanel
from client.session.source import (
    FaultFile,
    MatchEvent,
    MatchResumed,
    MatchSource,
    SessionEnded,
    SourceMessage,
    TableState,
    TableStatus,
)
from client.table.emblem import paint_emblem
from client.table.ending import Ending
from client.table.match.end import MatchEnd
from client.table.match.event_states import moments
from client.table.match.fairness import FairnessPanel
from client.table.match.inquiry import Inquiry, OpenQuestion
from client.table.match.trouble import (
    OWED_WORDS,
    SLOW_SECONDS,
    AbsencePanel,
    StoppedPanel,
    agreed_seats,
    describe_report,
    records_folder,
    waited_for,
)
from client.table.names import Names
from client.table.prompt import WARN_SECONDS, Prompt, clock
from client.table.replay.library import RecordLibrary
from client.table.scene import TableScene
from client.ui.canvas import Canvas
from client.ui.controls.basic import Label
from client.ui.controls.layout import Column
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from core.engine.game import Game, Standing, State
from core.engine.text.words import are_left, listed
from net.cli.file_report import explain
from net.match.events import (
    Accused,
    AdjournWish,
    Agreeing,
    ChatMessage,
    Conceded,
    DecisionRequest,
    Finished,
    MotionShown,
    PlayerNotice,
    Presence,
    Seated,
    Stepped,
    Verdict,
)
from net.text.errors import reason

TROUBLE_AREA = Rect(330, 634, 570, 0)
"""The area for messages about trouble, below the prompt and above the questions.

It is as high as its text.
"""
SPEEDS = (1.0, 2.0, 4.0)


class LiveTableScreen(TableScene):
    """The receiving side of a match screen; the game's part shows the table and answers questions."""

    prompt: Prompt
    inquiry: Inquiry | None = None
    """The present question to our seat, or None."""
    _pending: OpenQuestion | None = None
    game: Game
    """The game object of the engine."""
    rounds = 12
    """The maximum number of columns in the fairness table."""
    fairness: FairnessPanel | None = None

    def __init__(self, source: MatchSource, names: Names, speed: float, reduced: bool) -> None:
        super().__init__(names, speed, reduced)
        self.source = source
        self.on_end: Callable[[LiveTableScreen, tuple[Standing, ...]], object] | None = None
        self.on_part: Callable[[Path], object] | None = None
        """A function that asks the player whether to continue the match in this directory with bots."""
        self.standing: tuple[Standing, ...] = ()
        self.explained: ExplainedPanel | None = None
        self._latest: State | None = None
        self.end_shown = False
        self.match_end = MatchEnd(self)

    @property
    def seated(self) -> bool:
        """True once the players are seated; from then on the table is shown."""
        return self._reveal is not None

    # Hooks for games --------------------------------------------------------------------------------------------------

    @abstractmethod
    def seat_players(self, state: TableState) -> None:
        """Create the seats once their number is known."""

    @abstractmethod
    def begun(self, state: TableState) -> bool:
        """Return True if anything has happened in the match."""

    @abstractmethod
    def ending(self) -> Ending:
        """Return the end of the match as the game describes it."""

    def refresh_all(self) -> None:
        """Update the screen after a change of the table or of our seat's secrets."""
        self.refresh()

    @abstractmethod
    def _begin(self, asked: OpenQuestion) -> None:
        """Ask our seat for its decision."""

    @abstractmethod
    def _ask(self) -> None:
        """Show the present question."""

    @abstractmethod
    def _rest(self) -> None:
        """Show that our seat has no question to answer."""

    @abstractmethod
    def _finish(self) -> None:
        """Show the end of the match."""

    # Trouble ----------------------------------------------------------------------------------------------------------

    def build_trouble(self) -> None:
        """Create the panels for a match that cannot continue, above all other regions."""
        self.away = AbsencePanel(self.model, lambda seats: self.source.propose(seats), self._adjourn_match, self._part)
        self.stopped = StoppedPanel(self.model, self._save_record, self.leave, self._explain)
        for panel in (self.away, self.stopped):
            self.ui.put(panel, TROUBLE_AREA, "middle", "high")

    # Messages ---------------------------------------------------------------------------------------------------------

    def hear(self, told: SourceMessage) -> None:
        """Process one message."""
        if isinstance(told, MatchEvent):
            if self._reveal is None and told.state is not None:
                if isinstance(told.report, Seated):
                    self.names.names = told.report.names
                    self.story.offer_receivers()
                self._latest = told.state
                self.seat_players(told.state)
            self.model.owed = waited_for(told.owed)
            self._hear_report(told)
        elif isinstance(told, MatchResumed):
            self._go_on(told)
        elif isinstance(told, FaultFile):
            self.stopped.found(told.path)
            self._raise(self.stopped)
        elif isinstance(told, TableStatus):
            self._look_round(told)
        elif isinstance(told, SessionEnded):
            self.model.record = told.record
            self.stopped.refresh()
            if told.error:
                self._stop(told.error)
        else:
            self._refused(told.words)

    def _hear_report(self, heard: MatchEvent) -> None:
        report = heard.report
        if isinstance(report, Seated):
            self.names.names = report.names
            self.story.offer_receivers()
            if heard.state is None or not self.begun(heard.state):
                self.story.remark("{accent}*The match begins*{/}")
        elif isinstance(report, DecisionRequest):
            assert heard.state is not None and heard.own is not None  # a question comes with all that answers it
            self._pending = OpenQuestion(heard.state, heard.own, report.ask)
            self._next_turn()
        elif isinstance(report, Stepped):
            before, self._latest = self._latest, heard.state
            self._rest()
            self.model.t, self.model.digest = report.t, report.digest
            assert before is not None and heard.state is not None
            made = report.decisions, report.beacon, report.lost
            tables = moments(self.game, before, report.events, *made, heard.state)
            self.reveal.tell(before, heard.state, report.events, tables, lambda: self._told(heard))
            self._say_showing()
        elif isinstance(report, ChatMessage):
            if self.story.said(*report) and report.seat != self.model.own:
                self.sound("said")
        elif isinstance(report, PlayerNotice):
            self.story.remark(f"{{info}}{escape(report.words)}{{/}}")
        elif isinstance(report, (MotionShown, Presence, AdjournWish, Accused)):
            self.story.remark(describe_report(self.names, report, len(self.names.names)))
        elif isinstance(report, Verdict):
            self._stop(self.names.plain(str(report)), report)
        elif isinstance(report, (Conceded, Agreeing)):
            self.match_end.hear(report)
        elif isinstance(report, Finished):
            self.standing, self.match_end.finished = report.standing, report
            self._next_turn()

    def _go_on(self, told: MatchResumed) -> None:
        """Show the table after steps that this window has not seen.

        They were played on another day, or while the window was away.
        """
        before, self._latest = self._latest, told.state
        assert before is not None
        if before.t != told.state.t:
            self._rest()
        self.model.t, self.model.digest, self.model.secrets = told.t, told.digest, told.own
        self.reveal.tell(before, told.state, (), (), partial(self._arrive, told))

    def _arrive(self, told: MatchResumed) -> None:
        """Show the resumed match, once everything received earlier has been shown."""
        self.model.secrets = told.own
        where = told.words[0].upper() + told.words[1:]
        self.story.remark(f"{{accent}}*The match goes on*{{/}}: {escape(where)}")
        self.story.remark("{muted}Watch earlier rounds under My matches.{/}")
        self.refresh_all()
        if self.inquiry is None:
            self._next_turn()

    def _told(self, heard: MatchEvent) -> None:
        """Update the screen after the animation of a step."""
        if heard.own is not None:
            self.model.secrets = heard.own
        self.refresh_all()
        self._next_turn()

    def _next_turn(self) -> None:
        """Show the next question, or the end, once the animation has ended."""
        if self.reveal.busy:
            self._say_showing()
            return
        if self.standing:
            self._finish()
        elif self._pending is not None:
            asked, self._pending = self._pending, None
            self._begin(asked)
        else:
            self._say_waiting()

    def _stop(self, words: str, verdict: Verdict | None = None) -> None:
        """Stop the match: show the reason and the remaining actions."""
        self.model.verdict, self.prompt.late = words, ""
        if self.seated:
            self.reveal.skip_all()
        self._rest()
        self.prompt.say("The match has stopped.", "stop", ("back", "menu"))
        self.away.visible = False
        self.stopped.say(words, verdict)
        self._raise(self.stopped)
        self.sound("stopped")
        self.refresh()

    def _raise(self, panel: Panel) -> None:
        """Raise a panel above the present question."""
        self.ui.root.remove(panel)
        self.ui.put(panel, TROUBLE_AREA, "middle", "high")

    def _explain(self, file: Path) -> None:
        """Show the output of `tether verify` for a report file."""
        self.explained = ExplainedPanel(file.name, lambda: explain(file))
        self.explained.open(self.ui)

    def _look_round(self, now: TableStatus) -> None:
        """Update the seats that are present, the seats that are awaited, and the proposals."""
        before, self.model.now = self.model.now, now
        self.model.owed = waited_for(now.awaited)
        was = self.away.visible
        self.away.may_part = self.on_part is not None and self.source.home is not None
        self.away.refresh(now, bool(self.model.verdict) or self.end_shown)
        if self.away.visible and not was:
            self._raise(self.away)
            self.sound("late")
        self._count_down(before, now)
        if self.prompt.tone == "wait" and self._reveal is not None and not self.model.verdict and not self.inquiry_open:
            self._say_waiting()
        self.refresh()

    def _count_down(self, before: TableStatus, now: TableStatus) -> None:
        """Count down the time for our choice; when it is over, warn the player or choose for them.

        No player is dropped for this.
        """
        timer, own = abs(self.source.timer), self.model.own
        waited, earlier = (
            next((owed.seconds for owed in table.awaited if owed.seat == own), 0) for table in (now, before)
        )
        counts = bool(timer) and self.inquiry_open
        left = timer - waited
        self.prompt.left = left if counts and left > 0 else -1
        self.prompt.late = f"the others wait: {clock(waited)}" if counts and left <= 0 else ""
        W = agreed_seats(now, self.names.own)
        if W and self.inquiry_open:
            without = [self.names.coloured(s) for s in range(1, len(self.names.names) + 1) if s not in (*W, *now.away)]
            self.prompt.late = f"then the match goes on without {listed(without)}" if without else self.prompt.late
        if counts and left <= 0 and self.source.timer < 0:
            self.time_is_over()
        elif counts and waited // timer > earlier // timer:
            self.ui.announcer.say(f"The others have been waiting for you for {clock(waited)}.")
            self.sound("late")
        elif counts and 0 < left <= WARN_SECONDS < timer - earlier:
            self.ui.announcer.say(f"{are_left(left, 'second')}.")
            self.sound("late")

    def time_is_over(self) -> None:
        """Choose for our seat once its time is over, at a table where the window does so."""

    @property
    def inquiry_open(self) -> bool:
        """True if the player is choosing."""
        return self.inquiry is not None and not self.model.locked

    def _adjourn_match(self) -> None:
        self.source.adjourn()
        self.story.remark("{info}You asked to continue on another day.{/}")
        self.open_menu()

    def _part(self) -> None:
        """Leave this table in order to continue its match with bots."""
        home = self.source.home
        self.source.close()
        if home is not None and self.on_part is not None:
            self.on_part(home)

    def _save_record(self) -> str:
        """Store the record in the player's folder, and return its path or the error message."""
        made = self.model.record
        if made is None:
            return "There is nothing to save."
        home = records_folder()
        try:
            path = RecordLibrary(home).keep(made, self.game.title, self.names.names)
        except OSError as error:
            return f"The record cannot be saved in {home}: {reason(error)}"
        return f"Saved as {path}"

    def _refused(self, words: str) -> None:
        self.refusal = words
        self.sound("refuse")
        self.ui.announcer.say(words)
        self.story.remark(f"{{warn}}{escape(words)}{{/}}")
        if self.model.locked:
            self.model.locked = False
            self._ask()
        if self.inquiry_open:
            self.prompt.text = f"{{bad}}{escape(words)}{{/}} {self.prompt.text}"

    # Prompt texts -----------------------------------------------------------------------------------------------------

    def _say_waiting(self) -> None:
        others = [s for s in sorted(self.model.owed) if s != self.model.own]
        whom = listed([self.names.coloured(s) for s in others]) if others else "the table"
        words = f"Waiting for {whom}."
        late = max((owed for owed in self.model.now.awaited if owed.seat in others and owed.seconds >= SLOW_SECONDS),
                   key=lambda owed: owed.seconds, default=None)  # fmt: skip
        if late is not None:
            slow = f"{self.names.coloured(late.seat)} {OWED_WORDS.get(late.what, late.what)} ({clock(late.seconds)})."
            words = slow if len(others) == 1 else f"{words} {slow}"
        if self.model.locked:
            self.prompt.say(f"Locked in. {words}", "wait", ("take back", "take back"))
        else:
            self.prompt.say(words, "wait")

    def _say_showing(self) -> None:
        if self.reveal.busy:
            after = "watch, then it is your turn" if self._pending is not None else ""
            self.prompt.say(f"All choices are in{': ' + after if after else ''}.", "show",
                            ("skip", "next"), ("skip all", "skip all"))  # fmt: skip

    def next_speed(self) -> None:
        """Set the next speed in the cycle x1, x2, x4."""
        at = SPEEDS.index(self.timeline.speed) if self.timeline.speed in SPEEDS else -1
        self.timeline.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self.top.speed.text = f"×{self.timeline.speed:g}"
        self.ui.announcer.say(f"Speed {self.timeline.speed:g}")

    # Fairness ---------------------------------------------------------------------------------------------------------

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the emblem of a seat."""
        paint_emblem(canvas, seat, self.model.palette, rect)

    def open_fairness(self) -> None:
        """Open the fairness table, as a press on the fairness chip does."""
        panel = self.fairness = FairnessPanel(
            self.model, lambda: self.ui.close(panel), self.rounds, self.game.rounds, self.emblem
        )
        self.ui.open(panel)

    def refresh_fairness(self) -> None:
        """Update the fairness table."""
        if self.fairness is not None:
            self.fairness.refresh()

    # Menu -------------------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu, which leads back to the match or leaves it."""
        words = "The match is over."
        if not self.end_shown:
            words = "The match goes on while this menu is open."
            if self.source.home is not None:
                words += " You can leave and resume it later under My matches."
        inside = Column(Label(words, wrap=True, width=360), *self.match_end.in_menu(), gap=10)
        self.open_leave_menu("Menu", inside, self.leave_button("Leave the match", "danger"))

    def leave(self) -> None:
        """Leave the table."""
        self.source.close()
        super().leave()

    def closed(self) -> None:
        """Leave the table when the screen closes."""
        self.source.close()
