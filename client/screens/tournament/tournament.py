"""Tournament screen: tables, standings and rounds; our table and the clock; invitation and exports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client.app.settings import Settings
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.file_report import error_sentence
from client.screens.people import DEFAULT_LEVEL, level_options
from client.screens.tournament.bracket import Bracket
from client.session.room_session import RoomExclusion
from client.session.tournament_session import TournamentSession, TournamentView, format_clock_warning
from client.table.replay.loader import BackgroundLoad
from client.ui.controls.basic import Button, Label
from client.ui.controls.choice import Choice
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.log import Log
from client.ui.controls.panel import Panel
from client.ui.controls.table import Table
from client.ui.controls.table import TableColumn as Cell
from client.ui.controls.tabs import Tabs
from client.ui.richtext import escape
from client.ui.screen import KeyActions, Screen
from client.ui.widget import Widget
from core.games.registry import GAMES
from lobby.players.identity import fingerprint
from lobby.players.ratings import Rating
from lobby.tournament.app import export
from lobby.tournament.model.entry_store import Refusal
from lobby.tournament.model.opening import Opening
from lobby.tournament.protocol.node import ClockReport
from net.crypto.invite import format_code as shown_code

WARN_SECONDS, ALERT_SECONDS = 300, 60
"""Seconds left at which the clock changes its colour: first to warn, then to alert."""
MAX_EXCLUSION_LINES = 6
"""Lines: maximum number about excluded seats on the screen; the printed page has all of them."""
PAGE, TABLES = ("tournament.html",), ("standings.csv", "tables.csv")
StandingRow = tuple[str, ...]


class TournamentScreen(Screen):
    """Screen of a tournament in progress, or of a finished one if there is no session."""

    def __init__(
        self, settings: Settings, view: TournamentView | None, session: TournamentSession | None,
        on_sit: Callable[[], object], on_shut: Callable[[RoomExclusion], object], on_leave: Callable[[], object],
        folder: Path, loading: BackgroundLoad[TournamentView] | None = None,
    ) -> None:  # fmt: skip
        """Create the screen.

        `folder` is the default folder for exports. `loading` checks a finished tournament.
        """
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.view, self.session, self.folder = view, session, folder
        self.on_sit, self.on_shut, self.on_leave = on_sit, on_shut, on_leave
        self.loading = loading
        self._rated = -1
        self._sure = False
        self._told_changes = False
        self._said = ""

    def build(self) -> None:
        """Build all parts of the screen.

        Title, status and clock are at the top. Rounds, standings and ratings are below, and our part is at the right.
        """
        dim_background(self.ui)
        self.title = Label("The tournament", "accent", 34.0, "title")
        self.terms = Label("", "muted", "small", width=700)
        self.words = Label("Looking for the tournament...", "text", "heading", wrap=True, width=700)
        self.clock = Label("", "text", 34.0, "bold", 1.0)
        self.ui.put(self.title, (42, 648, 700, 46), v="high")
        self.ui.put(self.terms, (42, 626, 900, 20), v="high")
        self.ui.put(self.words, (42, 578, 900, 42), v="high")
        self.ui.put(self.clock, (1000, 640, 240, 50), "high", "high")
        pages = {
            "Rounds": self._build_rounds(),
            "Standings": self._build_standings(),
            "Ratings": self._build_ratings(),
            "House rules": self._build_changes(),
        }
        self.tabs = Tabs("Tournament", pages, lambda _title: self._show(), grow=1)
        self.ui.put(Panel(self.tabs, pad=12, region="tournament", name="Standings"), (40, 116, 860, 454),
                    "stretch", "stretch")  # fmt: skip
        part = Tabs(
            "Parts",
            {"You": self._build_own_part(), "Join": self._build_invitation(), "Export": self._build_exports()},
            grow=1,
        )
        self.ui.put(Panel(part, pad=12, region="part", name="You", is_tab_stop=True), (912, 116, 328, 454), "high",
                    "stretch")  # fmt: skip
        self.leave_button = Button("Leave", self.leave, "back", action="back")
        self.play_button = Button("Play", self.go_to_table, "play", look="primary", action="confirm", size="heading")
        self.ui.put(
            Row(self.leave_button, self.play_button, gap=10, region="start", is_tab_stop=True), (40, 56, 480, 44)
        )
        self.ui.focus_on(self.play_button, quiet=True)
        self._show()

    def _build_rounds(self) -> Widget:
        self.bracket = Bracket(self.view.identity if self.view is not None else b"")
        return self.bracket

    def _build_standings(self) -> Widget:
        names = export.STANDINGS_COLUMNS
        self.standing: Table[StandingRow] = Table(
            "Standings",
            [
                Cell(names[0], lambda row: row[0], width=54, align=0.5, order=lambda row: int(row[0] or 999)),
                Cell(names[1], lambda row: row[1], grow=1, order=lambda row: row[1], color=self._own_color),
                Cell(names[2], lambda row: row[2], width=106, color=lambda row: "muted"),
                Cell(names[3], lambda row: row[3], width=68, align=1, order=lambda row: -float(row[3])),
                Cell(names[4], lambda row: row[4], width=98, align=1, order=lambda row: -float(row[4])),
                Cell(names[5], lambda row: row[5], width=112, align=1),
                Cell(names[6], lambda row: row[6], width=60, align=1, order=lambda row: -int(row[6])),
                Cell(names[7], lambda row: row[7], width=70, align=1),
                Cell("", lambda row: row[8], width=56, color=lambda row: "warn"),
            ],
            key=lambda row: row[2], empty="No players yet.", grow=1,
            row_tip=lambda row: "Ties are broken by the opponents' average score, head to head, then wins.",
        )  # fmt: skip
        return self.standing

    def _build_ratings(self) -> Widget:
        self.rating: Table[Rating] = Table(
            "Ratings",
            [
                Cell("Rating", lambda r: f"{r.shown:.1f}", width=90, align=1, order=lambda r: -r.shown),
                Cell("Player", lambda r: r.name, grow=1, order=lambda r: r.name),
                Cell("Key", lambda r: fingerprint(r.identity), width=120, color=lambda r: "muted"),
                Cell("Strength", lambda r: f"{r.strength:.1f}", width=110, align=1),
                Cell("Uncertainty", lambda r: f"{r.uncertainty:.1f}", width=110, align=1),
                Cell("Matches", lambda r: str(r.matches), width=90, align=1),
            ],
            key=lambda r: r.identity, grow=1,
            empty="No ratings yet. They come from verified matches of closed rounds.",
        )  # fmt: skip
        self.left_out = Label("", "warn", "small", wrap=True, width=820)
        return Column(self.rating, self.left_out, gap=6)

    def _build_own_part(self) -> Widget:
        self.table = Label("", markup=True, wrap=True, width=300)
        self.begin_button = Button("Begin the first round", self.begin, "play", look="primary")
        self.level = Choice("How well the bot plays", level_options(), DEFAULT_LEVEL, grow=1)
        self.add = Button("Add", self.add_bot, "bot", name="Add a bot")
        self.bot_row = Row(self.level, self.add, gap=6, height=34)
        self.drop = Button("Drop out", self.drop_out, "exit", look="danger")
        return Column(self.table, Space(grow=1), self.bot_row, self.begin_button, self.drop, gap=8)

    def _build_invitation(self) -> Widget:
        self.addresses = Label("", markup=True, wrap=True, width=300)
        self.code = Label("", "accent", 26.0, "bold", width=300)
        self.copy = Button("Copy invitation", self.copy_invitation, "copy")
        how = Label("In Tether: choose it under Tournaments. In a terminal, for a bot:\n"
                    "tether tournament join TITLE", "muted", "small", wrap=True, width=300)  # fmt: skip
        return Column(Space(4), Label("Address", "muted", "small"), self.addresses, Space(4),
                      Label("Invite code", "muted", "small"), self.code, self.copy, Space(4), how, Space(grow=1),
                      gap=4)  # fmt: skip

    def _build_exports(self) -> Widget:
        self.where = TextField("Folder", str(self.folder), "Folder to save in", max_length=400)
        self.page = Button("Page to print", lambda: self.save(PAGE), "replay")
        self.csv = Button("Tables as CSV", lambda: self.save(TABLES), "copy")
        self.saved = Label("Standings and rounds, as they are now.", "muted", "small", wrap=True, width=300)
        return Column(Label("Folder", "muted", "small"), self.where, self.page, self.csv, self.saved, Space(grow=1),
                      gap=8)  # fmt: skip

    # Messages ---------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Process the news of the tournament."""
        if self.loading is not None:
            self._load(self.loading)
        for told in self.session.news() if self.session is not None else ():
            if isinstance(told, RoomExclusion):
                self.on_shut(told)
                return
            if isinstance(told, TournamentView):
                self.view = told
                self._show()
            else:
                self._say(self._describe_news(told))

    def _load(self, loading: BackgroundLoad[TournamentView]) -> None:
        """Show the progress of the check of a finished tournament."""
        words = loading.trouble or loading.words or "Reading the file."
        if loading.is_done:
            self.loading, self.view = None, loading.result
        if self.view is not None:
            self._show()
        elif words != self._said:
            self._say(words)

    def _describe_news(self, told: ClockReport | Refusal) -> str:
        if isinstance(told, ClockReport):
            return format_clock_warning(told)
        player = self.view.course.player_of(told.identity) if self.view is not None else None
        who = player.name if player is not None else fingerprint(told.identity)
        return f"Not counted: {who}: {told.words}."

    def _say(self, words: str) -> None:
        self._said = words
        self.words.text = words
        self.ui.announcer.announce(words)

    def _build_changes(self) -> Widget:
        self.changes = Log("What the house rules change", grow=1)
        self.changes.append("By the printed rules.", quiet=True)
        return self.changes

    def _show_changes(self, opening: Opening) -> None:
        """Show once what the ruleset of the tournament changes."""
        if opening.ruleset and not self._told_changes:
            self._told_changes = True
            self.changes.truncate()
            for words in opening.changes(GAMES):
                self.changes.append(escape(words), quiet=True)
            self.changes.scroll_to_top()

    def _show(self) -> None:
        view = self.view
        live = self.session is not None
        self.play_button.visible = live
        self.bot_row.visible = self.drop.visible = (
            live and view is not None and not view.course.is_over and not view.gone
        )
        self.begin_button.visible = live and view is not None and view.is_mine and not view.course.decided
        self.play_button.enabled = view is not None and view.ready and not view.gone
        self.play_button.reason = "You have no match to play right now."
        if view is None:
            return
        course = view.course
        self.title.text = view.opening.title
        changed = ", house rules" if view.opening.ruleset else ""
        self.terms.text = f"{view.opening.describe().capitalize()}{changed}"
        self._show_changes(view.opening)
        words = status_sentence(view)
        if words != self._said:
            self._say(words)
        self.clock.text, self.clock.color = round_clock(view)
        self.begin_button.enabled = len(view.waiting) > 1
        self.begin_button.reason = "At least two players must enrol first."
        self.bracket.own = view.identity
        self.bracket.show(course, view.ranks)
        rows = export.standings_rows(course)
        waiting = [("", name, "", "0", "0", "", "0", "0", "waits") for name in view.waiting]
        self.standing.set_items([*rows, *waiting])
        if self.tabs.current_title == "Ratings" and self._rated != course.decided:
            self._rated = course.decided
            self.rating.set_items(view.ratings)
            said = [*export.left_out_sentences(course), *export.early_end_sentences(course)]
            self.left_out.text = "\n".join(said[-MAX_EXCLUSION_LINES:])
        self.table.text = describe_own_part(view)
        self.addresses.text = "\n".join(f"*{escape(address)}*" for address in view.addresses[:3])
        self.code.text = shown_code(view.code) if view.code else "none needed"
        self.redraw_all()

    def _own_color(self, row: StandingRow) -> str:
        return "accent" if self.view is not None and row[2] == fingerprint(self.view.identity) else "text"

    # Player actions ---------------------------------------------------------------------------------------------------

    def go_to_table(self) -> None:
        """Go to our table."""
        if self.session is not None and self.play_button.enabled:
            self.on_sit()

    def begin(self) -> None:
        """Begin the first round."""
        if self.session is not None and self.begin_button.enabled:
            self.session.begin()

    def add_bot(self) -> None:
        """Add a bot to the tournament."""
        if self.session is not None:
            self.session.add_bot(self.level.chosen_value)
            self.ui.announcer.announce("Adding a bot...")

    def drop_out(self) -> None:
        """Leave the tournament for good, after the player has confirmed."""
        if not self._sure:
            self._sure = True
            self.drop.text = "Drop out for good?"
            self.ui.announcer.announce("You cannot undo this. Press again to drop out.")
        elif self.session is not None:
            self.session.drop_out()

    def copy_invitation(self) -> None:
        """Copy the address and the code, ready to be sent to another player."""
        view = self.view
        if view is not None and view.invited:
            code = f"  code {shown_code(view.code)}" if view.code else ""
            self.ui.clipboard.set(f"{','.join(view.invited)}{code}")
            self.copy.text = "Copied"
            self.ui.announcer.announce("Copied.")

    def save(self, names: tuple[str, ...]) -> None:
        """Write the exports with these names."""
        if self.view is None:
            return
        folder = Path(self.where.text.strip()).expanduser()
        try:
            written = export.write_exports(self.view.course, folder, names)
        except OSError as wrong:
            self.saved.text, self.saved.color = f"The files cannot be saved: {error_sentence(wrong)}", "bad"
        else:
            self.saved.text = f"Saved as {' and '.join(path.name for path in written)} in {folder}"
            self.saved.color = "good"
        self.ui.announcer.announce(self.saved.text)

    def on_closed(self) -> None:
        """Cancel the check of a finished tournament."""
        if self.loading is not None:
            self.loading.cancel()

    def leave(self) -> None:
        """Leave the screen; an enrolled player may come back."""
        self.on_leave()

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter goes to our table, Esc leaves."""
        return {"confirm": self.go_to_table, "back": self.leave}


def status_sentence(view: TournamentView) -> str:
    """Return the status of the tournament in one sentence."""
    course, running = view.course, view.course.running_round
    if course.is_over:
        names = [course.player_numbered(place.player).name for place in course.standings() if place.rank == 1]
        return f"It is over: {' and '.join(names)} {'has' if len(names) == 1 else 'have'} won."
    if view.gone:
        return "You have dropped out; your results count."
    if not course.decided:
        many = f"{len(view.waiting)} enrolled"
        return (
            f"{many}. Press Begin the first round when everyone is here."
            if view.is_mine
            else f"{many}. The opener begins the first round."
        )
    if running is None:
        return f"Round {len(course.rounds) + 1} is being paired."
    if view.own_table is None:
        return f"Round {running.number + 1} is being played; you play from the next round on."
    if len(running.tables[view.own_table]) == 1:
        return f"Round {running.number + 1}: you have a bye, which counts as a win."
    if _is_done(view):
        left = sum(len(table) > 1 and not ranks for table, ranks in zip(running.tables, view.ranks))
        return f"Round {running.number + 1}: your table is done; {left} still {'plays' if left == 1 else 'play'}."
    if view.ready:
        return f"Round {running.number + 1}: your table waits for you. Press Play."
    return f"Round {running.number + 1}: looking for the others of your table."


def _is_done(view: TournamentView) -> bool:
    at = view.own_table
    return at is not None and at < len(view.ranks) and bool(view.ranks[at])


def round_clock(view: TournamentView) -> tuple[str, str]:
    """Return the time on the round's clock and its colour; both are empty between rounds."""
    if view.course.running_round is None or view.course.is_over:
        return "", "text"
    left = max(0, view.left)
    color = "bad" if left <= ALERT_SECONDS else "warn" if left <= WARN_SECONDS else "text"
    return f"{left // 60}:{left % 60:02}", color


def describe_own_part(view: TournamentView) -> str:
    """Return a text on our part in the tournament, as rich text.

    Between rounds, the text has the enrolled players. During a round, it has the players at our table and their ranks.
    After the tournament, it has our place.
    """
    course, running, at = view.course, view.course.running_round, view.own_table
    place = next(
        (one for one in course.standings() if course.player_numbered(one.player).identity == view.identity), None
    )
    if course.is_over and place is not None:
        score = export.score_text(place.score)
        return f"Your place\n{{accent}}*{place.rank}*{{/}} of {len(course.players)}, with {score} points"
    if running is None or at is None:
        names = ", ".join(view.waiting)
        return f"{{muted}}Enrolled{{/}}\n{escape(names)}" if names else ""
    ranks = view.ranks[at] if at < len(view.ranks) else ()
    lines = [f"{{muted}}Round {running.number + 1}, table {at + 1}{{/}}"]
    for seat, number in enumerate(running.tables[at]):
        player = course.player_numbered(number)
        rank = f"  {{accent}}{ranks[seat]}.{{/}}" if ranks else ""
        silent = "  {warn}silent{/}" if player.identity in view.silent else ""
        me = "  {muted}you{/}" if player.identity == view.identity else ""
        lines.append(f"{seat + 1}  *{escape(player.name)}*{me}{silent}{rank}")
    if view.waiting:
        lines.append(f"\n{{muted}}From the next round on{{/}}\n{escape(', '.join(view.waiting))}")
    return "\n".join(lines)
