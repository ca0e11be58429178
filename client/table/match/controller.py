"""A match at a table of any game: messages about steps, people, trouble and the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from client.app.settings import Settings
from client.screens.file_report import open_report
from client.screens.progress_dialog import ProgressDialog
from client.session.source import (
    FaultFile,
    MatchEvent,
    MatchResumed,
    MatchSource,
    SessionEnded,
    SourceMessage,
    TableStatus,
)
from client.table.match.assist import Assist
from client.table.match.ceremony import Ceremony
from client.table.match.end import EarlyEndControls
from client.table.match.event_states import replay_event_states
from client.table.match.fairness import FairnessPanel
from client.table.match.inquiry import OpenQuestion
from client.table.match.prompts import PromptController
from client.table.match.social import SocialActs
from client.table.match.trouble import (
    OWED_WORDS,
    SLOW_SECONDS,
    AbsencePanel,
    StoppedPanel,
    agreed_seats,
    awaited_seats,
    describe_report,
    records_folder,
)
from client.table.prompt.prompt import WARN_SECONDS, format_seconds
from client.table.replay.library import RecordLibrary
from client.table.review.played_match import LiveCourse
from client.table.seats.ending import Ending, match_over_line, winners
from client.table.spec import TableSpec
from client.table.view import TableView
from client.ui.controls.basic import Label
from client.ui.controls.layout import Column
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.screen import KeyActions
from core.engine.game import Standing, State
from core.engine.result import Outcome
from core.engine.text.words import describe_left, join_list
from net.cli.file_report import FileReport, report_on_file
from net.match.events import (
    Accusation,
    AdjournWish,
    ChatMessage,
    Concession,
    DecisionRequest,
    EndAgreement,
    EndOfMatch,
    GestureReport,
    MatchStarted,
    MotionReport,
    PlayerNotice,
    Presence,
    StepResolved,
    Verdict,
)
from net.text.errors import error_reason

TROUBLE_AREA = Rect(330, 634, 570, 0)
"""The area for messages about trouble, below the prompt and above the questions.

It is as high as its text.
"""


class MatchController:
    """A match at a table: it receives messages from the source, and shows steps, people, trouble and the end."""

    def __init__(
        self,
        table: TableView,
        spec: TableSpec,
        source: MatchSource,
        on_end: Callable[[MatchController, tuple[Standing, ...]], object] | None = None,
    ) -> None:
        self.table, self.spec, self.source, self.on_end = table, spec, source, on_end
        self.screen, self.model, self.names = table.screen, table.model, table.names
        self.on_part: Callable[[Path], object] | None = None
        """A function that asks the player whether to continue the match in this directory with bots."""
        self.on_menu: Callable[[], object] = self.open_match_menu
        """A function that opens the menu."""
        self.standing: tuple[Standing, ...] = ()
        self.explained: ProgressDialog[FileReport] | None = None
        """The dialog about the last report file that the player has opened, or None."""
        self.fairness: FairnessPanel | None = None
        self._pending: OpenQuestion | None = None
        self._latest: State | None = None
        self.end_shown = False
        self.match_end = EarlyEndControls(self)
        self.social = SocialActs(self)
        self.prompts = PromptController(table, source, spec.prompts, self.open_menu, self.announce_waiting)
        self.course = LiveCourse(table.game)
        """The match as this window has seen it."""
        self.assists = False
        """True if the player may have hints and undo choices, as in a match against bots; set before the build."""
        self.assist: Assist | None = None
        self.ceremony = Ceremony(self)
        self._rewinding = False
        """True from an undo until the earlier question is asked again."""
        table.followers += [self.prompts.view.refresh, self.refresh_fairness]

    # Frames -----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the table, and above all other regions the panels for a match that cannot continue."""
        table, view = self.table, self.prompts.view
        view.build(self)
        table.top.speed.press_action = table.next_speed
        table.top.help.press_action, table.top.help.visible = view.open_help, True
        self.away = AbsencePanel(
            self.model, lambda seats: self.source.propose(seats), self._adjourn_match, self._leave_for_fork
        )
        self.stopped = StoppedPanel(self.model, self._save_record, self.leave, self._explain_report)
        for panel in (self.away, self.stopped):
            self.screen.ui.put(panel, TROUBLE_AREA, "middle", "high")
        self.social.build()
        self.ceremony.build()
        table.prompt.show_prompt("Waiting for the table.")
        self.prompts.show_idle()
        if self.assists:
            self.assist = Assist(self)
            self.assist.build()
            self.prompts.on_begin, self.prompts.on_rest = self.assist.remember_question, self.assist.clear_question
            table.followers.append(self.assist.refresh)

    def update(self, dt: float) -> None:
        """Process the messages of the source, and advance the table."""
        self.receive()
        self.prompts.view.compute_ahead()
        if self.assist is not None:
            self.assist.update()
        self.social.update(dt)
        self.ceremony.update(dt)
        self.table.advance(dt)

    def receive(self) -> None:
        """Process the messages of the source that have arrived."""
        for told in self.source.drain() if self.assist is None or not self.assist.is_returning else ():
            self.process_message(told)

    def rewind(self, state: State) -> None:
        """Prepare for the same match at an earlier state; the present source is left."""
        if self.table.is_seated:
            self.table.narrator.stop()
        self.prompts.show_idle()
        self.course.truncate(state.t)
        self._pending, self._latest, self._rewinding = None, state, True
        self.model.owed, self.model.now = frozenset(), TableStatus()

    def follow_source(self, source: MatchSource) -> None:
        """Play on with another source of the same match, after a rewind."""
        self.source = self.prompts.source = source

    def chat(self, text: str, to: int = 0) -> None:
        """Send a chat line to the table, or privately to one other seat."""
        self.source.chat(text, to)

    def make_ending(self) -> Ending:
        """Return the end of the match as the game describes it."""
        return self.spec.ending(self.table, self.standing)

    def refresh_all(self) -> None:
        """Update the screen after a change of the table or of our seat's secrets."""
        if self.table.hand is not None:
            self.table.hand.refresh()
        self.table.refresh()

    # Messages ---------------------------------------------------------------------------------------------------------

    def process_message(self, told: SourceMessage) -> None:
        """Process one message."""
        if isinstance(told, MatchEvent):
            if not self.table.is_seated and told.state is not None:
                if isinstance(told.report, MatchStarted):
                    self.names.names = told.report.names
                    self.table.story.offer_receivers()
                self._latest = told.state
                self.course.begin(told.state.clone())
                self.table.seat_players(told.state)
                self.ceremony.seat_players(told.state)
            self.model.owed = awaited_seats(told.owed)
            self._process_report(told)
        elif isinstance(told, MatchResumed):
            self._show_missed_steps(told)
        elif isinstance(told, FaultFile):
            self.stopped.show_report_file(told.path)
            self._raise(self.stopped)
        elif isinstance(told, TableStatus):
            self._update_presence(told)
        elif isinstance(told, SessionEnded):
            self.model.record = told.record
            self.stopped.refresh()
            if told.error:
                self.stop(told.error)
        else:
            self._refused(told.words)

    def _process_report(self, heard: MatchEvent) -> None:
        report = heard.report
        if isinstance(report, MatchStarted):
            self.names.names = report.names
            self.table.story.offer_receivers()
            if not self._rewinding and (heard.state is None or not self.spec.begun(heard.state)):
                self.table.story.add_remark("{accent}*The match begins*{/}")
        elif isinstance(report, DecisionRequest):
            assert heard.state is not None and heard.own is not None  # a question comes with all that answers it
            self._pending = OpenQuestion(heard.state, heard.own, report.ask)
            self.course.record_secrets(heard.own)
            self._rewinding = False
            self._next_turn()
        elif isinstance(report, StepResolved):
            before, self._latest = self._latest, heard.state
            self.prompts.show_idle()
            self.model.t, self.model.digest = report.t, report.digest
            assert before is not None and heard.state is not None
            self.spec.heard(self.model, heard.state, report.events)
            self.course.add(heard.state.clone(), report.decisions, report.events)
            made = report.decisions, report.beacon, report.lost
            self.model.keep_decisions(before.t, report.decisions)
            tables = replay_event_states(self.table.game, before, report.events, *made, heard.state)
            self.table.narrator.queue_step(
                before, heard.state, report.events, tables, lambda: self._on_step_shown(heard)
            )
            self._announce_showing()
        elif isinstance(report, ChatMessage):
            if self.table.story.add_chat_line(*report) and report.seat != self.model.own:
                self.table.play_sound("said")
        elif isinstance(report, GestureReport):
            self.social.hear(*report)
        elif isinstance(report, PlayerNotice):
            self.table.story.add_remark(f"{{info}}{escape(report.words)}{{/}}")
        elif isinstance(report, (MotionReport, Presence, AdjournWish, Accusation)):
            self.table.story.add_remark(describe_report(self.names, report, len(self.names.names)))
        elif isinstance(report, Verdict):
            self.stop(self.names.to_plain_text(str(report)), report)
        elif isinstance(report, (Concession, EndAgreement)):
            self.match_end.process_report(report)
        elif isinstance(report, EndOfMatch):
            self.standing, self.match_end.finished = report.standing, report
            self._next_turn()

    def _show_missed_steps(self, told: MatchResumed) -> None:
        """Show the table after steps that this window has not seen.

        They were played on another day, or while the window was away.
        """
        before, self._latest = self._latest, told.state
        assert before is not None
        if before.t != told.state.t:
            self.prompts.show_idle()
            self.course.begin(told.state.clone())
        self.model.t, self.model.digest, self.model.secrets = told.t, told.digest, told.own
        self.table.narrator.queue_step(before, told.state, (), (), partial(self._show_resumed, told))
        self.prompts.view.restore_settings(told)

    def _show_resumed(self, told: MatchResumed) -> None:
        """Show the resumed match, once everything received earlier has been shown."""
        self.model.secrets = told.own
        if self._rewinding:
            self.refresh_all()
            self._next_turn()
            return
        where = told.words[0].upper() + told.words[1:]
        self.table.story.add_remark(f"{{accent}}*The match goes on*{{/}}: {escape(where)}")
        self.table.story.add_remark("{muted}Watch earlier rounds under My matches.{/}")
        self.refresh_all()
        if self.prompts.inquiry is None:
            self._next_turn()

    def _on_step_shown(self, heard: MatchEvent) -> None:
        """Update the screen after the animation of a step."""
        if heard.own is not None:
            self.model.secrets = heard.own
        self.refresh_all()
        self._next_turn()

    def _next_turn(self) -> None:
        """Show the next question, or the end, once the animation has ended."""
        if self.table.is_busy:
            self._announce_showing()
            return
        if self.standing:
            self._show_end()
        elif self._pending is not None:
            asked, self._pending = self._pending, None
            self.prompts.begin(asked)
        else:
            self.announce_waiting()

    def _show_end(self) -> None:
        """Show the end of the match."""
        if not self.end_shown:
            self.end_shown = True
            self.prompts.view.on_match_end(self.standing)
            self.prompts.show_idle()
            panel = self.prompts.view.panel
            panel.title, panel.plan.text = "The end", "{muted}The match is over.{/}"
            self.prompts.set_buttons("Match over", False, "")
            said = self.match_end.end_line() or match_over_line(
                self.names, Outcome(self.table.kind, winners(self.standing))
            )
            self.table.prompt.show_prompt(said, "show")
            self.table.refresh()
            on_end = self.on_end
            if on_end is not None:
                self.ceremony.celebrate(lambda: on_end(self, self.standing))

    def stop(self, words: str, verdict: Verdict | None = None) -> None:
        """Stop the match: show the reason and the remaining actions."""
        self.model.verdict, self.table.prompt.late = words, ""
        if self.table.is_seated:
            self.table.narrator.skip_all()
        self.prompts.show_idle()
        self.table.prompt.show_prompt("The match has stopped.", "stop", ("back", "menu"))
        self.away.visible = False
        self.stopped.show_reason(words, verdict)
        self._raise(self.stopped)
        self.table.play_sound("stopped")
        self.table.refresh()

    def _raise(self, panel: Panel) -> None:
        """Raise a panel above the present question."""
        self.screen.ui.root.remove(panel)
        self.screen.ui.put(panel, TROUBLE_AREA, "middle", "high")

    def _explain_report(self, file: Path) -> None:
        """Show the output of `tether verify` for a report file."""
        self.explained = open_report(self.screen.ui, file.name, lambda: report_on_file(file))

    def _update_presence(self, now: TableStatus) -> None:
        """Update the seats that are present, the seats that are awaited, and the proposals."""
        before, self.model.now = self.model.now, now
        self.model.owed = awaited_seats(now.awaited)
        if self.table.is_seated:
            self.social.look_round(before, now)
        was = self.away.visible
        self.away.may_part = self.on_part is not None and self.source.home is not None
        self.away.refresh(now, bool(self.model.verdict) or self.end_shown)
        if self.away.visible and not was:
            self._raise(self.away)
            self.table.play_sound("late")
        self._count_down(before, now)
        if (
            self.table.prompt.tone == "wait"
            and self.table.is_seated
            and not self.model.verdict
            and not self.prompts.is_open
        ):
            self.announce_waiting()
        self.table.refresh()

    def _count_down(self, before: TableStatus, now: TableStatus) -> None:
        """Count down the time for our choice; when it is over, warn the player or choose for them.

        No player is dropped for this.
        """
        timer, own = abs(self.source.timer), self.model.own
        waited, earlier = (
            next((owed.seconds for owed in table.awaited if owed.seat == own), 0) for table in (now, before)
        )
        counts = bool(timer) and self.prompts.is_open
        left = timer - waited
        self.table.prompt.left = left if counts and left > 0 else -1
        self.table.prompt.late = f"the others wait: {format_seconds(waited)}" if counts and left <= 0 else ""
        W = agreed_seats(now, self.names.own)
        if W and self.prompts.is_open:
            without = [
                self.names.coloured_name(s) for s in range(1, len(self.names.names) + 1) if s not in (*W, *now.away)
            ]
            self.table.prompt.late = (
                f"then the match goes on without {join_list(without)}" if without else self.table.prompt.late
            )
        if counts and left <= 0 and self.source.timer < 0:
            self.prompts.on_timeout()
        elif counts and waited // timer > earlier // timer:
            self.screen.ui.announcer.announce(f"The others have been waiting for you for {format_seconds(waited)}.")
            self.table.play_sound("late")
        elif counts and 0 < left <= WARN_SECONDS < timer - earlier:
            self.screen.ui.announcer.announce(f"{describe_left(left, 'second')}.")
            self.table.play_sound("late")

    def _adjourn_match(self) -> None:
        self.source.adjourn()
        self.table.story.add_remark("{info}You asked to continue on another day.{/}")
        self.open_menu()

    def _leave_for_fork(self) -> None:
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
            path = RecordLibrary(home).save_record(made, self.table.game.title, self.names.names)
        except OSError as error:
            return f"The record cannot be saved in {home}: {error_reason(error)}"
        return f"Saved as {path}"

    def _refused(self, words: str) -> None:
        self.table.play_sound("refuse")
        self.screen.ui.announcer.announce(words)
        self.table.story.add_remark(f"{{warn}}{escape(words)}{{/}}")
        self.prompts.refuse(words)

    # Prompt texts -----------------------------------------------------------------------------------------------------

    def announce_waiting(self) -> None:
        others = [s for s in sorted(self.model.owed) if s != self.model.own]
        whom = join_list([self.names.coloured_name(s) for s in others]) if others else "the table"
        words = f"Waiting for {whom}."
        late = max((owed for owed in self.model.now.awaited if owed.seat in others and owed.seconds >= SLOW_SECONDS),
                   key=lambda owed: owed.seconds, default=None)  # fmt: skip
        if late is not None:
            slow = (
                f"{self.names.coloured_name(late.seat)} {OWED_WORDS.get(late.kind, late.kind)} "
                f"({format_seconds(late.seconds)})."
            )
            words = slow if len(others) == 1 else f"{words} {slow}"
        if self.model.locked:
            self.table.prompt.show_prompt(f"Locked in. {words}", "wait", ("take back", "take back"))
        else:
            self.table.prompt.show_prompt(words, "wait")
        if self.prompts.inquiry is None:
            self.prompts.offer_wait()

    def _announce_showing(self) -> None:
        if self.table.is_busy:
            after = "watch, then it is your turn" if self._pending is not None else ""
            self.table.prompt.show_prompt(f"All choices are in{': ' + after if after else ''}.", "show",
                            ("skip", "next"), ("skip all", "skip all"))  # fmt: skip
            self.prompts.offer_skip()

    # Fairness ---------------------------------------------------------------------------------------------------------

    def open_fairness(self) -> None:
        """Open the fairness table, as a press on the fairness chip does."""
        panel = self.fairness = FairnessPanel(
            self.model,
            lambda: self.screen.ui.close(panel),
            self.spec.rounds,
            self.table.game.rounds,
            self.table.paint_emblem,
        )
        self.screen.ui.open(panel)

    def refresh_fairness(self) -> None:
        """Update the fairness table."""
        if self.fairness is not None:
            self.fairness.refresh()

    # Menu -------------------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu, which a lesson replaces."""
        self.on_menu()

    def open_match_menu(self) -> None:
        """Open the menu, which leads back to the match or leaves it."""
        dialogs, words = self.table.dialogs, "The match is over."
        if not self.end_shown:
            words = "The match goes on while this menu is open."
            if self.source.home is not None:
                words += " You can leave and resume it later under My matches."
        inside = Column(Label(words, wrap=True, width=360), *self.match_end.menu_buttons(), gap=10)
        leave = dialogs.closing_button("Leave the match", self.social.ask_to_leave, look="danger")
        dialogs.open_menu("Menu", inside, leave)

    def leave(self) -> None:
        """Leave the table."""
        self.source.close()
        self.table.dialogs.leave()

    # Screen -----------------------------------------------------------------------------------------------------------

    def run_action(self, action: str) -> bool | None:
        """Handle Enter, which has no effect while there is nothing to confirm."""
        return self.prompts.confirm() if action == "confirm" else None

    def key_actions(self) -> KeyActions:
        """Return the function of each named key."""
        return {
            **self.table.view_actions(),
            "skip": self._skip_one,
            "skip all": self._skip_all,
            "speed": self.table.next_speed,
            "fairness": self.open_fairness,
            "ping": self.social.ping,
            "log": partial(self._show_tab, "Log"),
            "chat": partial(self._show_tab, "Chat"),
            **self.prompts.key_actions(),
            **(self.assist.key_actions() if self.assist is not None else {}),
        }

    def _skip_one(self) -> None:
        if self.table.is_seated:
            self.table.narrator.skip_one()

    def _skip_all(self) -> None:
        if self.table.is_seated:
            self.table.narrator.skip_all()

    def _show_tab(self, title: str) -> None:
        story = self.table.story
        story.tabs.show(title)
        self.screen.ui.focus_on(story.field if title == "Chat" else story.log, ring=True)

    def note_presence(self) -> None:
        """Note that the player is present, and remove the start card."""
        self.ceremony.note_input()
        self.prompts.note_presence()

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings immediately."""
        self.table.apply_settings(settings)

    def on_closed(self) -> None:
        """Leave the table when the screen closes."""
        if self.assist is not None:
            self.assist.on_closed()
        self.source.close()
