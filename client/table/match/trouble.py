"""The texts and actions for a match that does not proceed.

Either a seat is silent or away, or the match has stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from client.session.source import AwaitedSeat, TableStatus
from client.table.prompt.prompt import format_seconds
from client.table.seats.names import Names
from client.table.view_model import ViewModel
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.richtext import escape
from core.engine.text.words import join_list
from lobby.players.identity import identity_folder
from net.match.events import NEED_NO_THOUGHT, Accusation, AdjournWish, MotionReport, OwedEntry, Presence, Verdict
from net.match.exclusions import Exclusion, describe_exclusions

SLOW_SECONDS = 5
"""Seconds after which the table shows how long it has waited for a seat and what the seat owes."""
SILENCE_SECONDS = 10
"""Seconds of silence from a seat after which the players are asked to decide what to do."""
WITHHOLDING_SECONDS = 20
"""Seconds after which a connected seat that owes an entry which needs no thought counts as missing."""
WAIT_SECONDS = 60
"""Seconds for which the answer "wait" is valid."""
MAX_ABSENCES_LISTED = 4
"""The maximum number of absences that are listed one by one."""
OWED_WORDS = {
    "genesis": "has not joined yet",
    "card": "has not joined yet",
    "ready": "is choosing",
    "decision": "is choosing",
    "commit": "has not chosen yet",
    "seal": "has not sealed yet",
    "reveal": "has not revealed yet",
    "vote": "has not voted yet",
    "cut": "has not voted yet",
    "result": "has not signed the result yet",
}
"""The words for what a seat still owes, by kind."""
CHOOSING_KINDS = ("ready", "decision")
"""The kinds of obligation of a seat that is still choosing.

All other seats withhold their commits until the seat has chosen, so that choices can be taken back.
"""
VERDICT_EXPLANATIONS = {
    "digest": "Two players have different states. Nobody is accused: replaying the log shows which is right.",
    "fork": "That seat signed two versions of one step. It may be a restored copy, or an attempt to cheat.",
    "audit": "The cards that were sealed, drawn or played do not match.",
    "decision": "That seat made an illegal decision.",
    "card": "The seats do not agree on the match to play.",
}
"""The explanations of a verdict for the players, by kind of verdict."""


def silent_seats(now: TableStatus) -> list[int]:
    """Return the awaited seats that show no sign of life."""
    silent = {peer.seat for peer in now.peers if not peer.linked or peer.silent >= SILENCE_SECONDS}
    return sorted({owed.seat for owed in now.awaited if owed.seat in silent} - set(now.away))


def withholding_seats(now: TableStatus) -> list[int]:
    """Return the awaited seats whose program is connected but does not send what needs no thought."""
    late = {owed.seat for owed in now.awaited if owed.kind in NEED_NO_THOUGHT and owed.seconds >= WITHHOLDING_SECONDS}
    return sorted(late - set(silent_seats(now)) - set(now.at_fault) - set(now.away))


def missing_seats(now: TableStatus) -> list[int]:
    """Return the awaited seats that the players can decide to leave out: silent, withholding or at fault."""
    at_fault = {owed.seat for owed in now.awaited if owed.seat in now.at_fault} - set(now.away)
    return sorted({*silent_seats(now), *withholding_seats(now), *at_fault})


def missing_lines(names: Names, now: TableStatus, longest: int) -> list[str]:
    """Return a sentence for each reason why seats are missing; `longest` is the longest silence, in seconds."""
    silent, withholding = silent_seats(now), withholding_seats(now)
    at_fault = [seat for seat in missing_seats(now) if seat not in silent and seat not in withholding]
    since = f" ({format_seconds(longest)})" if longest else ""
    lines = []
    if silent:
        lines.append(f"{join_names(names, silent)} {'are' if len(silent) > 1 else 'is'} disconnected{since}.")
    if withholding:
        lines.append(f"The match waits for the program of {join_names(names, withholding, inside=True)}.")
    if at_fault:
        words = "does not follow the rules or is in another state, so the match cannot count on it."
        lines.append(f"The program of {join_names(names, at_fault, inside=True)} {words}")
    return lines


def awaited_seats(owed: Sequence[OwedEntry | AwaitedSeat]) -> frozenset[int]:
    """Return the seats that the table waits for.

    While a seat is choosing, omit the seats that only have to commit afterwards.
    """
    chosen = not any(each.kind in CHOOSING_KINDS for each in owed)
    return frozenset(each.seat for each in owed if chosen or each.kind != "commit")


def link_words(now: TableStatus, seat: int) -> str:
    """Return the trouble with the link to a seat, or "" if there is none."""
    peer = next((peer for peer in now.peers if peer.seat == seat), None)
    if seat in now.away:
        return f"{'left' if seat in now.gone else 'away'}: a stand-in plays"
    if seat in now.gone:
        return "has left"
    if peer is None or (peer.linked and not peer.silent):
        return ""
    return f"silent for {format_seconds(peer.silent)}" if peer.linked else "no link"


def describe_motions(names: Names, now: TableStatus, seats: int) -> list[str]:
    """Return a line for each proposal to continue the match without some seats."""
    agreeing: dict[tuple[int, ...], list[int]] = {}
    for seat, W in now.motions:
        without = tuple(s for s in range(1, seats + 1) if s not in W and s not in now.away)
        if without:
            agreeing.setdefault(without, []).append(seat)
    return [
        f"{join_names(names, who)} {'want' if len(who) > 1 or names.own in who else 'wants'} to go on without "
        f"{join_names(names, without, inside=True)}."
        for without, who in agreeing.items()
    ]


def join_names(names: Names, seats: Iterable[int], inside: bool = False) -> str:
    """Return the coloured names of seats, the player's own first.

    With `inside`, the names are within a sentence, and the player is "you" in lower case.
    """
    own_first = sorted(seats, key=lambda seat: seat != names.own)
    return join_list(names.coloured_name(seat, inside or number > 0) for number, seat in enumerate(own_first))


def agreed_seats(now: TableStatus, own: int) -> tuple[int, ...]:
    """Return the seats, ours included, that have all agreed to continue together.

    Return () while one of them has not agreed.
    """
    motions = dict(now.motions)
    W = motions.get(own, ())
    return W if all(motions.get(seat) == W for seat in W) else ()


class AbsencePanel(Panel):
    """A panel about seats that show no sign of life, or whose program does not do its part.

    The player can wait, continue without them, or play on another day. If too few seats are left, the player can also
    leave for a new match that continues this one (PROTOCOL 14.10).
    """

    def __init__(
        self,
        shown: ViewModel,
        propose: Callable[[tuple[int, ...]], object],
        adjourn: Callable[[], object],
        part: Callable[[], object],
    ) -> None:
        self.shown, self.propose, self.adjourn = shown, propose, adjourn
        self.words = Label("", wrap=True, markup=True, width=540)
        self.wait = Button("Wait", self._keep_waiting, "hourglass")
        self.without = Button("Go on without", self._without, "step", look="primary")
        self.later = Button("Adjourn", adjourn, "save")
        self.part = Button("Play on with bots", part, "solo", tip="Continue as a new match; this one does not change")
        self.may_part = False
        """True if the player can leave the match for a new one that continues it."""
        buttons = Row(self.wait, self.without, self.part, Space(grow=1), self.later, gap=8)
        super().__init__(Column(self.words, buttons, gap=10), "The match waits", 14, "dialog", region="away",
                         is_tab_stop=True)  # fmt: skip
        self.visible = False
        self._quiet_until = 0
        self._absent: list[int] = []

    def refresh(self, now: TableStatus, stopped: bool) -> None:
        """Update the panel after a change of the table."""
        missing = missing_seats(now)
        longest = max((peer.silent for peer in now.peers if peer.seat in missing), default=0)
        if missing != self._absent:
            self._absent, self._quiet_until = missing, 0
        moved = any(W for seat, W in now.motions if seat != self.shown.names.own)
        self.visible = bool(missing) and not stopped and (moved or longest >= self._quiet_until)
        if agreed_seats(now, self.shown.names.own) and self.shown.asked and not self.shown.locked:
            self.visible = False  # only the player's choice is missing, and nothing may hide the board
        if self.visible:
            self._say(now, missing, longest)

    def _say(self, now: TableStatus, missing: list[int], longest: int) -> None:
        names, seats = self.shown.names, len(self.shown.seats)
        lines = missing_lines(names, now, longest)
        lines += describe_motions(names, now, seats)
        goal = self.continuing_seats(now)
        own = dict(now.motions).get(self.shown.names.own, ())
        all_agree = bool(agreed_seats(now, self.shown.names.own))
        if all_agree:
            lines.append("{good}All agree: the match goes on once everyone has chosen.{/}")
        elif goal:
            lines.append("{muted}If all the others agree, a stand-in plays for the missing until they return.{/}")
        else:
            why = "Two players cannot go on alone" if seats == 2 else "Too few players are left to go on"
            bots = ", or leave and continue with bots as a new match" if self.may_part else ""
            lines.append(f"{{muted}}{why}: wait, or play on another day{bots}.{{/}}")
        self.part.visible = self.may_part and not goal
        self.without.visible = not self.part.visible
        self.words.text = "\n".join(lines)
        waits = "All agree" if all_agree else "Waiting for the others to agree"
        self.without.text = waits if own else f"Go on without {self._plainly(missing)}"
        self.without.name = self.without.text
        self.without.enabled = bool(goal) and not own
        self.without.reason = f"{waits}." if own else "Too few players are left."

    def _plainly(self, seats: list[int]) -> str:
        return join_list([self.shown.names.plain_name(seat) for seat in seats])

    def continuing_seats(self, now: TableStatus) -> tuple[int, ...]:
        """Return the seats to continue with: the largest possible set without an absent seat."""
        return next((W for W in now.possible if not set(W) & set(missing_seats(now))), ())

    def _keep_waiting(self) -> None:
        if dict(self.shown.now.motions).get(self.shown.names.own):
            self.propose(())
        silent = max((peer.silent for peer in self.shown.now.peers), default=0)
        self._quiet_until = silent + WAIT_SECONDS
        self.visible = False

    def _without(self) -> None:
        goal = self.continuing_seats(self.shown.now)
        if goal:
            self.propose(goal)


class StoppedPanel(Panel):
    """A panel that gives the reason why a match has stopped, and the remaining actions."""

    def __init__(
        self,
        shown: ViewModel,
        on_save: Callable[[], str],
        on_leave: Callable[[], object],
        on_explain: Callable[[Path], object],
    ) -> None:
        self.shown, self.on_save, self.on_explain = shown, on_save, on_explain
        self.words = Label("", wrap=True, markup=True, width=540)
        self.save = Button("Save the record", self._save_report, "save")
        self.explain = Button("What it says", self._explain, "fair", tip="Result of `tether verify`")
        self.copy = Button("Copy its path", self._copy, "copy")
        leave = Button("Leave", on_leave, "exit", look="primary")
        super().__init__(Column(self.words, Row(self.explain, self.copy, self.save, Space(grow=1), leave, gap=8),
                                gap=10),
                         "The match has stopped", 14, "dialog", region="stopped", is_tab_stop=True)  # fmt: skip
        self.visible = self.explain.visible = self.copy.visible = False
        self._lines: list[str] = []
        self._file: Path | None = None

    def show_reason(self, words: str, verdict: Verdict | None = None) -> None:
        """Show the reason and, if there is a verdict, its meaning."""
        self._lines = [f"{{bad}}{escape(words[:1].upper() + words[1:])}{{/}}"]
        if verdict is not None:
            self._lines.append(escape(VERDICT_EXPLANATIONS.get(verdict.kind, "The signed entries break the rules.")))
            if verdict.part:
                self._lines.append(f"The first part that differs: *{escape(verdict.part)}*.")
            self._lines.append("{muted}All signed entries are saved: the record alone proves this.{/}")
        self._show()

    def show_report_file(self, file: Path) -> None:
        """Show that a report file was written."""
        self._file = file
        self.explain.visible = self.copy.visible = True
        if self.visible:
            self._show()

    def refresh(self) -> None:
        """Enable saving once the record is available."""
        self.save.enabled = self.shown.record is not None
        self.save.reason = "Preparing the record..."

    def _explain(self) -> None:
        if self._file is not None:
            self.on_explain(self._file)

    def _copy(self) -> None:
        if self._file is not None and self.ui is not None:
            self.ui.clipboard.set(str(self._file))
            self.copy.text = "Copied"
            self.ui.announcer.announce("Copied.")

    def _save_report(self) -> None:
        self._lines.append(escape(self.on_save()))
        self.save.visible = False
        self._show()

    def _show(self) -> None:
        named = [f"Evidence:\n*{escape(str(self._file))}*"] if self._file is not None else []
        self.words.text = "\n".join([*self._lines, *named])
        self.visible = True
        self.refresh()


def left_out_lines(names: Names, left: Iterable[Exclusion]) -> str:
    """Return, as rich text, the seats left out, the votes that did so, and the time limit.

    Return "" if no seat is left out.
    """
    return "\n".join(
        f"{{warn}}{names.to_markup(words)}{{/}}" for words in describe_exclusions(left, MAX_ABSENCES_LISTED)
    )


def describe_report(names: Names, report: MotionReport | Presence | AdjournWish | Accusation, seats: int) -> str:
    """Return the log line for a report about presence or about a proposal to continue."""
    if isinstance(report, MotionReport):
        lines = describe_motions(names, TableStatus(motions=((report.seat, report.W),)), seats) if report.W else []
        return "\n".join(lines) or f"{names.coloured_name(report.seat)} waits."
    if isinstance(report, Presence):
        who = join_names(names, report.away)
        return f"{{warn}}Going on without {{/}}{who}." if report.away else "{good}Everyone is back.{/}"
    if isinstance(report, AdjournWish):
        return f"{names.coloured_name(report.seat)} asked to continue on another day."
    return f"{{bad}}{escape(names.to_plain_text(str(report)))}{{/}}"


def records_folder() -> Path:
    """Return the folder for the records that a player saves."""
    return identity_folder() / "records"
