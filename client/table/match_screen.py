"""What a match screen hears of its table, whatever is played there: steps, people, trouble, the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from client.screens.file_report import ExplainedPanel
from client.session.source import Found, GoesOn, Heard, Over, Source, TableNow, Told
from client.table.emblem import paint_emblem
from client.table.ending import Ending
from client.table.event_states import moments
from client.table.fairness import FairnessPanel
from client.table.match_end import MatchEnd
from client.table.names import Names
from client.table.narrator import Telling
from client.table.prompt import SOON, Prompt, clock
from client.table.replay.library import RecordLibrary
from client.table.scene import TableScene
from client.table.trouble import OWES, SLOW, Away, Stopped, agreed, happened, record_home, waited_for
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.layout import Column
from client.ui.panel import Panel
from client.ui.richtext import escape
from client.ui.widgets import Label
from core.engine.game import Game, Standing
from core.engine.text.words import are_left, listed
from net.cli.file_report import explain
from net.match.events import (
    Accused,
    Agreeing,
    Asked,
    Conceded,
    Finished,
    Moved,
    Noted,
    Presence,
    Said,
    Seated,
    Stepped,
    Verdict,
    Wished,
)
from net.text.errors import reason

TROUBLE = Rect(330, 634, 570, 0)
"""Where trouble is told, below the prompt and above the questions; as high as its words."""
SPEEDS = (1.0, 2.0, 4.0)


class Hearing(TableScene):
    """A match screen as far as it hears: the game's own part shows the table and answers what is asked."""

    prompt: Prompt
    inquiry: Any = None
    """What is asked now."""
    _pending: Any = None
    _reveal: Any = None
    """A `Telling`, once the players are seated."""
    game: Game
    """The kernel's game object."""
    rounds = 12
    """So many have a column in the fairness table."""
    fairness: FairnessPanel | None = None

    def __init__(self, source: Source, names: Names, speed: float, reduced: bool) -> None:
        super().__init__(names, speed, reduced)
        self.source = source
        self.on_end: Callable[[Any, tuple[Standing, ...]], object] | None = None
        self.on_part: Callable[[Path], object] | None = None
        """Asks whether the match kept in this directory is played on with bots."""
        self.standing: tuple[Standing, ...] = ()
        self.explained: ExplainedPanel | None = None
        self._latest: Any = None
        self._ended = False
        self.match_end = MatchEnd(self)

    @property
    def reveal(self) -> Telling:
        """Who tells what happens; only once the players are seated."""
        assert self._reveal is not None
        telling: Telling = self._reveal
        return telling

    # What the game's own part does ------------------------------------------------------------------------------------

    @abstractmethod
    def seat_players(self, state: Any) -> None:
        """The number of seats is known."""

    @abstractmethod
    def begun(self, state: Any) -> bool:
        """Whether anything has happened in the match."""

    @abstractmethod
    def ending(self) -> Ending:
        """How the end is shown."""

    def refresh_all(self) -> None:
        """The table and what the own seat knows have changed."""
        self.refresh()

    @abstractmethod
    def _begin(self, heard: Heard) -> None:
        """The own seat must decide."""

    @abstractmethod
    def _ask(self) -> None:
        """Show the present question."""

    @abstractmethod
    def _rest(self) -> None:
        """Nothing is asked any more."""

    @abstractmethod
    def _finish(self) -> None:
        """The match is over."""

    # Trouble ----------------------------------------------------------------------------------------------------------

    def build_trouble(self) -> None:
        """What is said when a match does not go on, above all regions."""
        self.away = Away(self.model, lambda seats: self.source.propose(seats), self._adjourn, self._part)
        self.stopped = Stopped(self.model, self._save_record, self.leave, self._explain)
        for panel in (self.away, self.stopped):
            self.ui.put(panel, TROUBLE, "middle", "high")

    # What is heard ----------------------------------------------------------------------------------------------------

    def hear(self, told: Told) -> None:
        """One message."""
        if isinstance(told, Heard):
            if self._reveal is None and told.state is not None:
                if isinstance(told.report, Seated):
                    self.names.names = told.report.names
                    self.story.offer_receivers()
                self._latest = told.state
                self.seat_players(told.state)
            self.model.owed = waited_for(told.owed)
            self._hear_report(told)
        elif isinstance(told, GoesOn):
            self._go_on(told)
        elif isinstance(told, Found):
            self.stopped.found(told.path)
            self._raise(self.stopped)
        elif isinstance(told, TableNow):
            self._look_round(told)
        elif isinstance(told, Over):
            self.model.record = told.record
            self.stopped.refresh()
            if told.error:
                self._stop(told.error)
        else:
            self._refused(told.words)

    def _hear_report(self, heard: Heard) -> None:
        report = heard.report
        if isinstance(report, Seated):
            self.names.names = report.names
            self.story.offer_receivers()
            if heard.state is None or not self.begun(heard.state):
                self.story.remark("{accent}*The match begins*{/}")
        elif isinstance(report, Asked):
            self._pending = heard
            self._next_turn()
        elif isinstance(report, Stepped):
            before, self._latest = self._latest, heard.state
            self._rest()
            self.model.t, self.model.digest = report.t, report.digest
            made = report.decisions, report.beacon, report.lost
            tables = moments(self.game, before, report.events, *made, heard.state)
            self.reveal.tell(before, heard.state, report.events, tables, lambda: self._told(heard))
            self._say_showing()
        elif isinstance(report, Said):
            if self.story.said(*report) and report.seat != self.model.own:
                self.sound("said")
        elif isinstance(report, Noted):
            self.story.remark(f"{{info}}{escape(report.words)}{{/}}")
        elif isinstance(report, (Moved, Presence, Wished, Accused)):
            self.story.remark(happened(self.names, report, len(self.names.names)))
        elif isinstance(report, Verdict):
            self._stop(self.names.plain(str(report)), report)
        elif isinstance(report, (Conceded, Agreeing)):
            self.match_end.hear(report)
        elif isinstance(report, Finished):
            self.standing, self.match_end.finished = report.standing, report
            self._next_turn()

    def _go_on(self, told: GoesOn) -> None:
        """Show the table after steps that this window has not seen: played on another day, or while it was away."""
        before, self._latest = self._latest, told.state
        if before.t != told.state.t:
            self._rest()
        self.model.t, self.model.digest, self.model.secrets = told.t, told.digest, told.own
        self.reveal.tell(before, told.state, (), (), partial(self._arrive, told))

    def _arrive(self, told: GoesOn) -> None:
        """All that was heard earlier has been told."""
        self.model.secrets = told.own
        where = told.words[0].upper() + told.words[1:]
        self.story.remark(f"{{accent}}*The match goes on*{{/}}: {escape(where)}")
        self.story.remark("{muted}Watch earlier rounds under My matches.{/}")
        self.refresh_all()
        if self.inquiry is None:
            self._next_turn()

    def _told(self, heard: Heard) -> None:
        """A step has been told to its end."""
        if heard.own is not None:
            self.model.secrets = heard.own
        self.refresh_all()
        self._next_turn()

    def _next_turn(self) -> None:
        """What waits until everything has been told: the next question, or the end."""
        if self.reveal.busy:
            self._say_showing()
            return
        if self.standing:
            self._finish()
        elif self._pending is not None:
            heard, self._pending = self._pending, None
            self._begin(heard)
        else:
            self._say_waiting()

    def _stop(self, words: str, verdict: Verdict | None = None) -> None:
        """The match does not go on: why, and what is left to do."""
        self.model.verdict, self.prompt.late = words, ""
        if self._reveal is not None:
            self.reveal.skip_all()
        self._rest()
        self.prompt.say("The match has stopped.", "stop", ("back", "menu"))
        self.away.visible = False
        self.stopped.say(words, verdict)
        self._raise(self.stopped)
        self.sound("stopped")
        self.refresh()

    def _raise(self, panel: Panel) -> None:
        """Lies above whatever is asked."""
        self.ui.root.remove(panel)
        self.ui.put(panel, TROUBLE, "middle", "high")

    def _explain(self, file: Path) -> None:
        """What `tether verify` says of a file."""
        self.explained = ExplainedPanel(file.name, lambda: explain(file))
        self.explained.open(self.ui)

    def _look_round(self, now: TableNow) -> None:
        """Who is there, who is waited for, what is proposed."""
        before, self.model.now = self.model.now, now
        self.model.owed = waited_for(now.awaited)
        was = self.away.visible
        self.away.may_part = self.on_part is not None and self.source.home is not None
        self.away.refresh(now, bool(self.model.verdict) or self._ended)
        if self.away.visible and not was:
            self._raise(self.away)
            self.sound("late")
        self._urge(before, now)
        if self.prompt.tone == "wait" and self._reveal is not None and not self.model.verdict and not self.inquiry_open:
            self._say_waiting()
        self.refresh()

    def _urge(self, before: TableNow, now: TableNow) -> None:
        """Counts the time for the own choice down, and says when it is up, or plays. Nobody is dropped for it."""
        timer, own = abs(self.source.timer), self.model.own
        waited, earlier = (
            next((owed.seconds for owed in table.awaited if owed.seat == own), 0) for table in (now, before)
        )
        counts = bool(timer) and self.inquiry_open
        left = timer - waited
        self.prompt.left = left if counts and left > 0 else -1
        self.prompt.late = f"the others wait: {clock(waited)}" if counts and left <= 0 else ""
        W = agreed(now, self.names.own)
        if W and self.inquiry_open:
            without = [self.names.coloured(s) for s in range(1, len(self.names.names) + 1) if s not in (*W, *now.away)]
            self.prompt.late = f"then all go on without {listed(without)}" if without else self.prompt.late
        if counts and left <= 0 and self.source.timer < 0:
            self.time_is_over()
        elif counts and waited // timer > earlier // timer:
            self.ui.announcer.say(f"The others have waited for you for {clock(waited)}.")
            self.sound("late")
        elif counts and 0 < left <= SOON < timer - earlier:
            self.ui.announcer.say(f"{are_left(left, 'second')}.")
            self.sound("late")

    def time_is_over(self) -> None:
        """The time for the own choice is over, at a table where the window plays then."""

    @property
    def inquiry_open(self) -> bool:
        """Whether the player is just choosing."""
        return self.inquiry is not None and not self.model.locked

    def _adjourn(self) -> None:
        self.source.adjourn()
        self.story.remark("{info}You asked to continue on another day.{/}")
        self.open_menu()

    def _part(self) -> None:
        """Leaves this table, to play its match on with bots."""
        home = self.source.home
        self.source.close()
        if home is not None and self.on_part is not None:
            self.on_part(home)

    def _save_record(self) -> str:
        """Keeps the record in the player's folder; says where, or why not."""
        made = self.model.record
        if made is None:
            return "There is nothing to save."
        home = record_home()
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

    # What the prompt says meanwhile -----------------------------------------------------------------------------------

    def _say_waiting(self) -> None:
        others = [s for s in sorted(self.model.owed) if s != self.model.own]
        who = ", ".join(self.names.coloured(s) for s in others) or "the table"
        late = max((owed for owed in self.model.now.awaited if owed.seat in others and owed.seconds >= SLOW),
                   key=lambda owed: owed.seconds, default=None)  # fmt: skip
        if late is not None:
            name = f"{self.names.coloured(late.seat)} " if len(others) > 1 else ""
            who += f" ({name}{OWES.get(late.what, late.what)}, {clock(late.seconds)})"
        if self.model.locked:
            self.prompt.say(f"Locked in. Waiting for {who}.", "wait", ("take back", "take back"))
        else:
            self.prompt.say(f"Waiting for {who}.", "wait")

    def _say_showing(self) -> None:
        if self.reveal.busy:
            after = "watch, then it is your turn" if self._pending is not None else ""
            self.prompt.say(f"All choices are in{': ' + after if after else ''}.", "show",
                            ("skip", "next"), ("skip all", "skip all"))  # fmt: skip

    def next_speed(self) -> None:
        """x1, x2, x4, and again."""
        at = SPEEDS.index(self.timeline.speed) if self.timeline.speed in SPEEDS else -1
        self.timeline.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self.top.speed.text = f"×{self.timeline.speed:g}"
        self.ui.announcer.say(f"Speed {self.timeline.speed:g}")

    # Fairness ---------------------------------------------------------------------------------------------------------

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Draws the emblem of a seat."""
        paint_emblem(canvas, seat, self.model.palette, rect)

    def open_fairness(self) -> None:
        """The table behind the fairness chip."""
        panel = self.fairness = FairnessPanel(
            self.model, lambda: self.ui.close(panel), self.rounds, self.game.rounds, self.emblem
        )
        self.ui.open(panel)

    def refresh_fairness(self) -> None:
        """The table has changed."""
        if self.fairness is not None:
            self.fairness.refresh()

    # The menu ---------------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Back to the match, or leave it."""
        words = "The match is over."
        if not self._ended:
            words = "The match goes on while this menu is open."
            if self.source.home is not None:
                words += " You can leave and resume it later under My matches."
        inside = Column(Label(words, wrap=True, width=360), *self.match_end.in_menu(), gap=10)
        self.open_way_out("Menu", inside, self.leave_button("Leave the match", "danger"))

    def leave(self) -> None:
        """Leaves the table."""
        self.source.close()
        super().leave()

    def closed(self) -> None:
        """Leaves the table with the screen."""
        self.source.close()
