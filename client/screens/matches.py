"""My matches: unfinished matches to resume, records of finished ones, and files from other sources."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from client import games
from client.app.settings import Settings
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.career import career_panel
from client.screens.file_report import error_sentence, open_report
from client.screens.fork_dialog import open_fork
from client.screens.progress_dialog import ProgressDialog
from client.session.career import Career, MatchResult
from client.session.saved_matches import OpenMatch, SavedMatches
from client.table.replay.library import SUFFIX, RecordLibrary, SavedRecord
from client.table.replay.loader import BackgroundLoad
from client.ui.controls.basic import Button, Label
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.controls.table import Table
from client.ui.controls.table import TableColumn as Col
from client.ui.screen import KeyActions, Screen
from client.ui.widget import Widget
from core.engine.fork import ForkedGame
from net.channels.addresses import Address, BadAddress, format_address, parse_addresses
from net.cli.file_report import FileReport, describe_fault, report_on_file, report_on_record
from net.records import record
from net.records.fork import game_of_record
from net.records.record import BadRecord
from net.replication.entry_log import EntryLogInUse
from net.session import saved_match
from net.session.saved_match import BadSavedMatch
from net.text.filenames import to_filename

NOTHING = "No matches yet. Every match that you play here is saved."
NOT_BEGUN = "This match never began: its record is empty."
NOWHERE = "Matches cannot be saved: Tether cannot write to its folder."
MatchEntry = OpenMatch | SavedRecord


class MatchesScreen(Screen):
    """Screen with a table of matches, the unfinished ones first."""

    def __init__(
        self,
        matches: SavedMatches | None,
        library: RecordLibrary | None,
        on_resume: Callable[[OpenMatch, Sequence[Address]], object],
        on_watch: Callable[[MatchEntry | Path], object],
        on_back: Callable[[], object],
        settings: Settings,
        on_part: Callable[[ForkedGame, OpenMatch], object],
        trouble: str = "",
        parting: Path | None = None,
        career: Career | None = None,
    ) -> None:
        """Create the screen.

        `parting` is the directory of a match that the player wants to continue with bots.
        """
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.on_part, self._parting = on_part, parting
        self.matches, self.library, self.career = matches, library, career
        self.results: dict[Path, MatchResult] = {}
        """The results of the records, once they have been read."""
        self._reading: BackgroundLoad[dict[Path, MatchResult]] | None = None
        self.explained: ProgressDialog[FileReport] | None = None
        """The dialog with the last check of a match, or None."""
        self.forked: ProgressDialog[ForkedGame] | None = None
        """The dialog that last offered to continue a match with bots, or None."""
        self.on_resume, self.on_watch, self.on_back, self.trouble = on_resume, on_watch, on_back, trouble

    def build(self) -> None:
        """Build the table, the buttons for the chosen match, and the text field for a path."""
        dim_background(self.ui)
        self.table: Table[MatchEntry] = Table(
            "Matches",
            [
                Col("Match", lambda match: match.title, grow=1, order=lambda match: match.title),
                Col("Result", self._describe_progress, 200, color=self._text_color, order=self._describe_progress),
                Col("Opponents", self._opponents, 100, color=lambda _: "muted", order=self._opponents),
                Col("Last played", _format_match_time, 150, color=lambda _: "muted", order=lambda match: match.when),
            ],
            on_activate=lambda _match: self._choose(), on_select=lambda _match: self._refresh(), grow=1,
            empty=NOTHING if self.matches is not None else NOWHERE,
        )  # fmt: skip
        self.resume = Button("Resume", self._resume_match, "play", look="primary", hint="Enter", width=150)
        self.elsewhere = Button(
            "Resume at", self._ask_addresses, "link", tip="Resume with new addresses of the other players"
        )
        self.part = Button(
            "Play on with bots", self._part, "solo", tip="Continue as a new match; this one does not change"
        )
        self.watch = Button("Watch", self._watch, "replay", tip="Watch it from the first step")
        self.verify = Button("Verify", self._verify, "fair", tip="Check every signature, decision and digest")
        self.export = Button(
            "Export", self._ask_export_path, "save", tip="Save a copy of the record for others to check"
        )
        self.delete = Button("Delete", self._ask_delete, "cross")
        self.where = TextField("File", hint="Open a record file", max_length=500, grow=1)
        self.where.on_change, self.where.on_submit = lambda _text: self._refresh(), lambda _text: self._open()
        self.open = Button("Open", self._open, "load")
        self.words = Label("", "bad", wrap=True, width=860)
        self.career_button = Button("Career", self.show_career, "trophy", tip="Win rates and achievements")
        back = Button("Back", self.on_back, "back", action="back")
        buttons = Row(back, self.career_button, Space(grow=1), self.delete, self.export, self.verify, self.watch,
                      self.part, self.elsewhere, self.resume, gap=8)  # fmt: skip
        inside = Column(self.table, Row(self.where, self.open, gap=8), self.words, buttons, gap=12)
        panel = Panel(inside, "My matches", 18, "dialog", region="matches", is_tab_stop=True)
        self.ui.put(panel, (90, 60, 1100, 600), "middle", "middle")
        self.ui.focus_on(self.table, quiet=True, ring=False)
        self._show_complaint(self.trouble)

    def on_shown(self) -> None:
        """Read the matches when the screen becomes the top screen; the first time, play on with the chosen one."""
        self._read_matches()
        parting, self._parting = self._parting, None
        for number, match in enumerate(self.table.items) if parting is not None else ():
            if isinstance(match, OpenMatch) and match.home == parting:
                self.table.select(number)
                self._part()

    def _show_complaint(self, words: str) -> None:
        self.words.text, self.words.visible = words, bool(words)
        if words:
            self.ui.announcer.announce(words)

    def _read_matches(self) -> None:
        there: list[MatchEntry] = [*(self.matches.list_matches() if self.matches is not None else [])]
        records = self.library.records() if self.library is not None else []
        self.table.set_items([*there, *records])
        career, name = self.career, self.settings.name
        self._stop_reading()
        if career is not None and self.library is not None:
            self._reading = BackgroundLoad(lambda watch: career.results(records, name, lambda: watch(0.0, "")))
            self._reading.start()
        if self.table.item is None and self.table.items:
            self.table.select(0, tell=False)
        self._refresh()

    def update(self, dt: float) -> None:
        """Show the results once they have been read."""
        reading = self._reading
        if reading is not None and reading.is_done:
            self._reading, self.results = None, reading.result or self.results
            self.table.touch()

    def on_closed(self) -> None:
        """Stop reading results."""
        self._stop_reading()

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self._reading = None

    def show_career(self) -> None:
        """Show win rates and achievements."""
        records = reversed(self.library.records() if self.library is not None else [])
        results = [self.results[kept.path] for kept in records if kept.path in self.results]
        self.ui.open(career_panel(results, lambda: self.ui.close()))

    def _describe_progress(self, match: MatchEntry) -> str:
        if isinstance(match, OpenMatch):
            return match.where
        result = self.results.get(match.path)
        return games.on_screen(result.game, result.words) if result is not None else "over"

    def _text_color(self, match: MatchEntry) -> str:
        result = self.results.get(match.path) if isinstance(match, SavedRecord) else None
        if result is not None:
            return "good" if result.won else "muted"
        return "accent" if isinstance(match, OpenMatch) else "muted"

    def _opponents(self, match: MatchEntry) -> str:
        result = self.results.get(match.path) if isinstance(match, SavedRecord) else None
        return result.level if result is not None else ""

    def _refresh(self) -> None:
        match = self.table.item
        for button in (self.watch, self.verify, self.export, self.delete):
            button.enabled, button.reason = match is not None, "Choose a match first."
        begun = not isinstance(match, OpenMatch) or match.progress is not None
        for button in (self.watch, self.verify, self.export) if not begun else ():
            button.enabled, button.reason = False, NOT_BEGUN
        for button in (self.resume, self.elsewhere):
            button.enabled = isinstance(match, OpenMatch)
            button.reason = "This match is over." if match is not None else "Choose a match first."
        self.part.enabled, self.part.reason = self.resume.enabled and begun, self.resume.reason or NOT_BEGUN
        self.open.enabled, self.open.reason = bool(self.where.text.strip()), "Enter the path of the file."

    # Player actions ---------------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        """Resume the chosen match if it is unfinished, or replay it if it is finished (Enter)."""
        if self.resume.enabled:
            self._resume_match()
        else:
            self._watch()

    def _resume_match(self, elsewhere: Sequence[Address] = ()) -> None:
        if isinstance(self.table.item, OpenMatch):
            self._show_complaint("")
            try:
                self.on_resume(self.table.item, elsewhere)
            except (BadSavedMatch, EntryLogInUse, OSError) as wrong:
                self._show_complaint(f"This match cannot be resumed: {error_sentence(wrong)}")

    def _part(self) -> None:
        """Start a new match from this one, against bots."""
        if isinstance(self.table.item, OpenMatch):
            self.forked = open_fork(self.ui, self.table.item, self.on_part)

    def _ask_addresses(self) -> None:
        """Ask for the addresses of the other players, if they have changed."""
        match = self.table.item
        if not isinstance(match, OpenMatch):
            return
        where = TextField("Addresses", hint="192.168.1.20, 192.168.1.21:47802", max_length=500, grow=1)
        words = Label(_last_seen(match), "muted", wrap=True, width=520)

        def resume() -> None:
            try:
                elsewhere = parse_addresses(where.text)
            except BadAddress as bad:
                words.text, words.color = str(bad), "bad"
                self.ui.announcer.announce(words.text)
                return
            self.ui.close()
            self._resume_match(elsewhere)

        where.on_submit = lambda _text: resume()
        row = Row(Space(grow=1), Button("Close", lambda: self.ui.close(), action="back"),
                  Button("Resume", resume, "play", look="primary", action="confirm"), gap=10)  # fmt: skip
        self._open_question("Where are the others now?", where, words, row)

    def _watch(self) -> None:
        if self.table.item is not None and self.watch.enabled:
            self.on_watch(self.table.item)

    def _open(self) -> None:
        text = self.where.text.strip().strip("\"'")
        if text:
            self.on_watch(Path(text).expanduser())

    def _verify(self) -> None:
        match = self.table.item
        if match is not None:
            self.explained = open_report(self.ui, match.title, lambda: _verify_match(match))

    def _ask_export_path(self) -> None:
        match = self.table.item
        if match is None:
            return
        where = TextField("To", str(Path.home() / f"{to_filename(match.title)}{SUFFIX}"), max_length=500, grow=1)
        words = Label("The record contains everything that was signed, and nothing that is still secret.", "muted",
                      wrap=True, width=520)  # fmt: skip
        done = Button("Close", lambda: self.ui.close(), action="back")

        def export() -> None:
            words.text = _export(match, where.text)
            words.color = "text"
            self.ui.announcer.announce(words.text)

        keep = Button("Export", export, "save", look="primary", action="confirm")
        where.on_submit = lambda _text: export()
        self._open_question("Export a copy", where, words, Row(Space(grow=1), done, keep, gap=10))

    def _ask_delete(self) -> None:
        match = self.table.item
        if match is None:
            return

        def delete() -> None:
            self.ui.close()
            self._show_complaint("")
            try:
                self._remove_match(match)
            except (OSError, EntryLogInUse) as wrong:
                self._show_complaint(f"The match cannot be deleted: {error_sentence(wrong)}")
            self._read_matches()

        after = "You can no longer watch or check it here."
        if isinstance(match, OpenMatch):
            after = "You can no longer resume it; the others may go on without you."
        words = Label(f"{match.title}\n{after}", wrap=True)
        row = Row(Space(grow=1), Button("Cancel", lambda: self.ui.close(), action="back"),
                  Button("Delete", delete, look="danger"), gap=10)  # fmt: skip
        self._open_question("Delete this match?", words, row)

    def _open_question(self, title: str, *inside: Widget) -> None:
        self.ui.open(Panel(Column(*inside, gap=14, width=540), title, 16, "dialog"))

    def _remove_match(self, match: MatchEntry) -> None:
        if isinstance(match, SavedRecord) and self.library is not None:
            self.library.remove(match)
        elif isinstance(match, OpenMatch) and self.matches is not None:
            self.matches.delete(match)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc goes back, Enter resumes or replays the chosen match."""
        return {"back": self.on_back, "confirm": self._choose}


def _last_seen(match: OpenMatch) -> str:
    """Return the last addresses of the other players, and the condition for finding them, in words."""
    enough = "One address is enough if the others can find that player or you."
    try:
        known = ", ".join(format_address(address) for address in saved_match.read(match.home).peers)
    except BadSavedMatch:
        return enough
    return f"Tether looks for them at their last addresses{f' ({known})' if known else ''}, and there. {enough}"


def _format_match_time(match: MatchEntry) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(match.when))


def _verify_match(match: MatchEntry) -> FileReport:
    """Return the output of `tether verify` for a match."""
    if isinstance(match, SavedRecord):
        return report_on_file(match.path)
    try:
        made = match.record()
        return report_on_record(made, game_of_record(made), "This record")
    except BadRecord as bad:
        return FileReport("", describe_fault("This record", bad))
    except BadSavedMatch as bad:
        return FileReport("", error_sentence(bad))


def _export(match: MatchEntry, text: str) -> str:
    """Write a copy of a match's record; return its path, or the error in words."""
    path = Path(text.strip().strip("\"'")).expanduser()
    if not text.strip():
        return "Enter a path for the copy."
    if path.is_dir():
        return f"{path} is a folder: name a file in it."
    if path.exists():
        return f"{path} already exists: choose another name."
    try:
        made = record.read(match.path) if isinstance(match, SavedRecord) else match.record()
        path.parent.mkdir(parents=True, exist_ok=True)
        record.write(path, made)
    except (OSError, BadRecord, BadSavedMatch) as wrong:
        return f"The copy cannot be saved: {error_sentence(wrong)}"
    return f"Saved as {path}"
