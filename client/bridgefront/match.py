"""The match screen: one seat's view of a table, and everything that a player does there.

It is given a source of messages (client/source.py) and knows nothing of how the table is reached. What is heard goes
through the `Reveal`, which tells it event by event; what is asked becomes an `Inquiry`, whose questions are lit on the
board and in the hand or stand in a dialog; what is decided goes back to the source.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from client.bridgefront.deciding import Deciding
from client.bridgefront.prompt import SOON, clock
from client.bridgefront.trouble import Away, Stopped, agreed, happened, record_home
from client.kit.hexes import Rect
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.replay.shelf import Shelf
from client.screens.explained import ExplainedPanel
from client.source import Found, GoesOn, Heard, Over, Source, TableNow, Told
from core.kernel.game import Standing
from core.kernel.telling.words import listed
from net.cli.explain import explain
from net.reports import (
    Accused,
    Asked,
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

TROUBLE = Rect(330, 634, 570, 0)
"""Where trouble is told, below the prompt and above the questions; as high as its words."""


class MatchScreen(Deciding):
    """A match, from the first choice to the standing at the end."""

    def __init__(
        self,
        source: Source,
        own: int = 1,
        palette: str = "okabe-ito",
        speed: float = 1.0,
        reduced: bool = False,
        effects: str = "full",
        on_end: Callable[[MatchScreen, tuple[Standing, ...]], object] | None = None,
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(source, own, palette, speed, reduced, effects, on_leave)
        self.on_end = on_end
        self.standing: tuple[Standing, ...] = ()
        self._latest: Any = None
        self.explained: ExplainedPanel | None = None

    def build(self) -> None:
        """The regions, and above them what is said when a match does not go on."""
        super().build()
        self.away = Away(self.sight, lambda seats: self.source.propose(seats), self._adjourn)
        self.stopped = Stopped(self.sight, self._save_record, self.leave, self._explain)
        for panel in (self.away, self.stopped):
            self.ui.put(panel, TROUBLE, "middle", "high")

    # What is heard ----------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Hear the source, let the board live."""
        for told in self.source.drain():
            self.hear(told)
        if self.explained is not None:
            self.explained.follow()
        self.preview.think()
        self.live_on(dt)

    def hear(self, told: Told) -> None:
        """One message."""
        if isinstance(told, Heard):
            if self._reveal is None and told.state is not None:
                if isinstance(told.report, Seated):
                    self.names.names = told.report.names
                self._latest = told.state
                self.seat_players(told.state)
            self.sight.owed = frozenset(owed.seat for owed in told.owed)
            self._hear_report(told)
        elif isinstance(told, GoesOn):
            self._go_on(told)
        elif isinstance(told, Found):
            self.stopped.found(told.path)
            self._raise(self.stopped)
        elif isinstance(told, TableNow):
            self._look_round(told)
        elif isinstance(told, Over):
            self.sight.record = told.record
            self.stopped.refresh()
            if told.error:
                self._stop(told.error)
        else:
            self._refused(told.words)

    def _hear_report(self, heard: Heard) -> None:
        report = heard.report
        if isinstance(report, Seated):
            self.names.names = report.names
            if heard.state is None or not heard.state.round:
                self.story.remark("{accent}*The match begins*{/}")
        elif isinstance(report, Asked):
            self._pending = heard
            self._next_turn()
        elif isinstance(report, Stepped):
            before, self._latest = self._latest, heard.state
            self._rest()
            self.pointing.rest()
            self.sight.t, self.sight.digest = report.t, report.digest
            self.reveal.tell(before, heard.state, report.events, lambda: self._told(heard))
            self._say_showing()
        elif isinstance(report, Said):
            self.story.said(report.seat, report.text)
            if report.seat != self.sight.own:
                self.sound("said")
        elif isinstance(report, Noted):
            self.story.remark(f"{{info}}{escape(report.words)}{{/}}")
        elif isinstance(report, (Moved, Presence, Wished, Accused)):
            self.story.remark(happened(self.names, report, len(self.names.names)))
        elif isinstance(report, Verdict):
            self._stop(self.names.plain(str(report)), report)
        elif isinstance(report, Finished):
            self.standing = report.standing
            self._next_turn()

    def _go_on(self, told: GoesOn) -> None:
        """The match was begun on another day."""
        self._latest, self.sight.secrets = told.state, told.own
        self.sight.t, self.sight.digest = told.t, told.digest
        where = told.words[0].upper() + told.words[1:]
        self.story.remark(f"{{accent}}*The match goes on*{{/}}: {escape(where)}")
        self.story.remark("{muted}What happened before can be seen again from My matches.{/}")
        self.hand.refresh()
        self.refresh()

    def _told(self, heard: Any) -> None:
        """A step has been told to its end."""
        if heard.own is not None:
            self.sight.secrets = heard.own
        self.hand.refresh()
        self.refresh()
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
        self.sight.verdict, self.prompt.late = words, ""
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
        before, self.sight.now = self.sight.now, now
        self.sight.owed = frozenset(owed.seat for owed in now.awaited)
        was = self.away.visible
        self.away.refresh(now, bool(self.sight.verdict) or self._ended)
        if self.away.visible and not was:
            self._raise(self.away)
            self.sound("late")
        self._urge(before, now)
        if self.prompt.tone == "wait" and self._reveal is not None and not self.sight.verdict and not self.inquiry_open:
            self._say_waiting()
        self.refresh()

    def _urge(self, before: TableNow, now: TableNow) -> None:
        """Counts the time for the own choice down, and says when it is up. Nobody is dropped for it."""
        timer, own = self.source.timer, self.sight.own
        waited, earlier = (
            next((owed.seconds for owed in table.awaited if owed.seat == own), 0) for table in (now, before)
        )
        counts = bool(timer) and self.inquiry_open
        left = timer - waited
        self.prompt.left = left if counts and left > 0 else -1
        self.prompt.late = f"the table waits: {clock(waited)}" if counts and left <= 0 else ""
        W = agreed(now, self.names.own)
        if W and self.inquiry_open:
            without = [self.names.coloured(s) for s in range(1, len(self.names.names) + 1) if s not in (*W, *now.away)]
            self.prompt.late = f"then all go on without {listed(without)}" if without else self.prompt.late
        if counts and waited // timer > earlier // timer:
            self.ui.announcer.say(f"The table has waited for you for {clock(waited)}.")
            self.sound("late")
        elif counts and 0 < left <= SOON < timer - earlier:
            self.ui.announcer.say(f"{left} seconds are left.")
            self.sound("late")

    @property
    def inquiry_open(self) -> bool:
        """Whether the player is just choosing."""
        return self.inquiry is not None and not self.sight.locked

    def _adjourn(self) -> None:
        self.source.adjourn()
        self.story.remark("{info}You have told the table that you would rather go on another day.{/}")
        self.open_menu()

    def _save_record(self) -> str:
        """Keeps the record in the player's folder; says where, or why not."""
        made = self.sight.record
        if made is None:
            return "There is nothing to keep."
        home = record_home()
        try:
            path = Shelf(home).keep(made, self.names.names)
        except OSError as error:
            return f"It cannot be kept in {home}: {error.strerror or error}"
        return f"Kept as {path}"

    def _refused(self, words: str) -> None:
        self.refusal = words
        self.sound("refuse")
        self.ui.announcer.say(words)
        self.story.remark(f"{{warn}}{escape(words)}{{/}}")
        if self.sight.locked:
            self.sight.locked = False
            self._ask()
        if self.inquiry_open:
            self.prompt.text = f"{{bad}}{escape(words)}{{/}} {self.prompt.text}"

    def _finish(self) -> None:
        if not self._ended:
            self._ended = True
            self._rest()
            self.panel.title, self.panel.plan.text = "The end", "{muted}The match is over.{/}"
            self._set_buttons("Match over", False, "")
            winners = " and ".join(self.names.coloured(s) for s in self.sight.table.winners)
            self.prompt.say(f"The match is over. Victory: {winners}", "show", ("back", "menu"))
            self.refresh()
            if self.on_end is not None:
                self.on_end(self, self.standing)

    # Keys -------------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """A key that no widget wanted."""
        if action == "confirm":
            return self.confirm() or self._show_focus()
        if action == "back":
            if not self.pointing.rest() and not self.clear_plan():
                self.open_menu()
            return True
        done = self._acts().get(action)
        if done is not None:
            done()
            return True
        if action.startswith("card ") and action[5:].isdigit():
            index = int(action[5:]) - 1
            if index < len(self.hand.cards):
                self.hand.point_at(index)
                self.hand.play(index)
            return True
        return False

    def _acts(self) -> dict[str, Callable[[], object]]:
        basics = {kind: lambda k=kind: self._basic(k) for kind in self.panel.basics}
        return {
            **self.views(),
            **basics,
            "take back": self.take_back,
            "target order": self.next_order,
            "skip": self._skip_one,
            "skip all": self._skip_all,
            "speed": self.next_speed,
            "fairness": self.open_fairness,
            "card before": lambda: self._step_hand(-1),
            "card after": lambda: self._step_hand(1),
            "target before": lambda: self._step_target(-1),
            "target after": lambda: self._step_target(1),
            "log": lambda: self._show_tab("Log"),
            "chat": lambda: self._show_tab("Chat"),
            "hide": self.toggle_hud,
            "help": self.open_help,
        }

    def _skip_one(self) -> None:
        if self._reveal is not None:
            self.reveal.skip_one()

    def _skip_all(self) -> None:
        if self._reveal is not None:
            self.reveal.skip_all()

    def _basic(self, kind: str) -> None:
        if self.panel.menu.visible:
            self.panel.basics[kind].press_it()

    def _show_focus(self) -> bool:
        if self.inquiry is not None:
            self.ui.focus_on(self.ui.focus, ring=True)
            self._focus(self.inquiry.question)
        return True

    def _step_hand(self, by: int) -> None:
        count = len(self.hand.cards)
        if count:
            self.ui.focus_on(self.hand, quiet=True, ring=True)
            self.hand.point_at((self.hand.raised + by) % count)

    def _step_target(self, by: int) -> None:
        if self.board.targets:
            self.ui.focus_on(self.board, quiet=True, ring=True)
            self.board.step_cursor(by)

    def _show_tab(self, title: str) -> None:
        self.story.tabs.show(title)
        self.ui.focus_on(self.story.field if title == "Chat" else self.story.log, ring=True)
