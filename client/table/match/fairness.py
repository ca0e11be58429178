"""The fairness table, which opens from the fairness chip.

It shows each seat's signature in this step, its link, and all its audits.
"""

from __future__ import annotations

from collections.abc import Callable

from client.table.match.trouble import OWED_WORDS, left_out_lines, link_words
from client.table.prompt.prompt import format_seconds
from client.table.view_model import Audit, ViewModel
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED, Widget
from core.engine.game import State
from core.engine.hidden.audits import piles_of
from core.engine.text.outcome import SOLO_CHANCE_WARNING
from core.engine.text.words import format_count

HEAD, ROW = 24.0, 30.0
SEAT, STEP, LINK, AUDIT = 150.0, 176.0, 120.0, 30.0
"""The widths of the columns, in design pixels."""
DONE_WORDS = {"ready": "ready", "decision": "ready", "commit": "committed", "seal": "sealed", "reveal": "revealed"}
"""The status of a seat that owes nothing, by the item that other seats still owe."""
ORDER = tuple(DONE_WORDS)

Emblem = Callable[[Canvas, int, Rect], None]
"""A function that paints the emblem of a seat."""
RoundOf = Callable[[State], int]
"""A function that returns the number of rounds that have begun in a state."""


def step_status(shown: ViewModel, seat: int) -> str:
    """Return the seat's signature in the present step, or what it owes and for how long."""
    now = shown.now
    owed = next((owed for owed in now.awaited if owed.seat == seat), None)
    if owed is not None:
        return f"{OWED_WORDS.get(owed.kind, owed.kind)}, {format_seconds(owed.seconds)}"
    if seat in now.away:
        return "not needed"
    if seat in shown.owed:
        return OWED_WORDS["decision"]
    late = [ORDER.index(owed.kind) for owed in now.awaited if owed.kind in DONE_WORDS]
    if late:
        return DONE_WORDS[ORDER[min(late)]]
    return "ready" if shown.owed else "done"


def link_status(shown: ViewModel, seat: int) -> str:
    """Return a description of the link to a seat."""
    if seat == shown.own:
        return "you"
    return link_words(shown.now, seat) or ("linked" if shown.now.peers else "this computer")


def audit_words(audit: Audit) -> str:
    """Return the result of an audit in words."""
    cards = format_count(audit.slots, "card")
    came = {"owed": f"absent, {cards} still to be opened", "waits": "postponed: a card in the pile is known"}
    return f"Round {audit.round}: {came.get(audit.came, f'passed, {cards} opened')}"


def count_passed_audits(shown: ViewModel, seat: int) -> int:
    """Return the number of audits that a seat has passed."""
    return sum(audit.came == "passed" for audit in shown.audits if audit.seat == seat)


class FairnessTable(Widget):
    """A table with a line for each seat and a column for the audit of each round."""

    role = "fairness table"
    focusable = True

    def __init__(self, shown: ViewModel, rounds: RoundOf, now: RoundOf, emblem: Emblem) -> None:
        """Create the table.

        `rounds` returns the number of columns. Later rounds replace the earliest ones. `now` returns the number of
        rounds that have begun.
        """
        super().__init__("Seats", tip=self.explain)
        self.shown, self.now, self.emblem = shown, now, emblem
        self._rounds = rounds
        self._under = 0

    @property
    def seats(self) -> range:
        """All seats."""
        return self.shown.seats if self.shown.state is not None else range(0)

    @property
    def _round(self) -> int:
        """The number of rounds that have begun, or 0 before there is a table."""
        return self.now(self.shown.state) if self.shown.state is not None else 0

    @property
    def rounds(self) -> int:
        """The number of columns, or 0 before there is a table."""
        return self._rounds(self.shown.state) if self.shown.state is not None else 0

    @property
    def columns(self) -> range:
        """The rounds that have a column."""
        first = max(0, self._round - self.rounds) + 1
        return range(first, first + self.rounds)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size: the columns, and a line for each seat."""
        return SEAT + STEP + LINK + AUDIT * self.rounds + 16, HEAD * 2 + ROW * len(self.seats)

    def on_move(self, x: float, y: float) -> None:
        """Select the seat under the pointer, to explain it."""
        super().on_move(x, y)
        self._under = 1 + int((self.rect.top - HEAD * 2 - y) // ROW)

    def explain(self) -> str:
        """Return everything known about the seat under the pointer, or else the meaning of the columns."""
        if self._under not in self.seats:
            return ("After each round every seat reveals its discarded cards, and all peers check them against the "
                "sealed ones: ✓ passed, … waiting, ! missing, · nothing to reveal.")  # fmt: skip
        shown, seat = self.shown, self._under
        lines = [f"*{shown.names.coloured_name(seat)}*: {step_status(shown, seat)}; {link_status(shown, seat)}"]
        lines += [audit_words(audit) for audit in shown.audits if audit.seat == seat]
        return "\n".join(lines)

    def value_text(self) -> str:
        """Return the table in words."""
        shown = self.shown
        return "; ".join(
            f"{shown.names.plain_name(seat)}: {step_status(shown, seat)}, {link_status(shown, seat)}, "
            + format_count(count_passed_audits(shown, seat), "audit")
            + " passed"
            for seat in self.seats
        )

    def paint(self, canvas: Canvas) -> None:
        """Paint the titles, then a line for each seat."""
        r, shown = self.rect, self.shown
        top = r.top - HEAD * 2
        across = r.x + SEAT + STEP + LINK
        for x, wide, words in ((0.0, SEAT, "Seat"), (SEAT, STEP, "This step"), (SEAT + STEP, LINK, "Link")):
            canvas.label(words, Rect(r.x + x + 8, top, wide - 8, HEAD), "muted", "small", "bold", 0)
        canvas.label("Audit of round", Rect(across, top + HEAD, AUDIT * self.rounds, HEAD), "muted", "small", "bold")
        now = self._round
        for i, n in enumerate(self.columns):
            ink = "accent" if n == now else "muted"
            canvas.label(str(n), Rect(across + AUDIT * i, top, AUDIT, HEAD), ink, "small", "bold")
        audits = {(audit.seat, audit.round): audit for audit in shown.audits}
        for seat in self.seats:
            y = top - ROW * seat
            waited = seat in shown.owed or any(owed.seat == seat for owed in shown.now.awaited)
            canvas.box("seat.lit" if waited else "panel", Rect(r.x, y + 1, r.w, ROW - 2))
            self.emblem(canvas, seat, Rect(r.x + 8, y + 5, 19, 19))
            name = shown.names.plain_name(seat)
            canvas.label(name, Rect(r.x + 34, y, SEAT - 38, ROW), f"seat_{seat}", "small", "bold", 0)
            ink = "warn" if waited else "text"
            canvas.label(step_status(shown, seat), Rect(r.x + SEAT + 8, y, STEP - 12, ROW), ink, "small", align=0)
            bad = seat != shown.own and bool(link_words(shown.now, seat))
            where = Rect(r.x + SEAT + STEP + 8, y, LINK - 12, ROW)
            canvas.label(link_status(shown, seat), where, "warn" if bad else "text", "small", align=0)
            for i, n in enumerate(self.columns):
                audit = audits.get((seat, n))
                cell = Rect(across + AUDIT * i, y, AUDIT, ROW)
                if audit is None:
                    canvas.label("·", cell, "muted", "small")
                elif audit.came == "passed":
                    canvas.icon("tick", Rect(cell.x + 7, cell.y + 7, 16, 16), "good")
                else:
                    canvas.label("…" if audit.came == "waits" else "!", cell, "warn", "body", "bold")


def explain_fairness(shown: ViewModel) -> str:
    """Return the reason why nobody can cheat at this table, and a list of what is audited."""
    words = ("Every choice is committed before anyone reveals; dice come from all players together. After each step "
             "all peers compare the digest of the whole state.")  # fmt: skip
    words = words if len(shown.seats) != 1 else SOLO_CHANCE_WARNING
    closed = shown.state is None or piles_of(shown.state) is not None
    return words if closed else f"{words} Only choices are hidden in this game: there is nothing to audit."


class FairnessPanel(Panel):
    """The panel that opens from the fairness chip; it follows the table while it is open."""

    def __init__(
        self, shown: ViewModel, on_close: Callable[[], object], rounds: RoundOf, now: RoundOf, emblem: Emblem
    ) -> None:  # fmt: skip
        self.shown = shown
        self.step = Label("", markup=True, size="small", wrap=True, width=760)
        self.seats = FairnessTable(shown, rounds, now, emblem)
        self.about = Label("", markup=True, size="small", wrap=True, width=760)
        close = Button("Close", on_close, action="back")
        column = Column(self.step, self.seats, self.about, Row(Space(grow=1), close), gap=10)
        super().__init__(column, title="Fairness", box="dialog", pad=14)
        self.refresh()

    def refresh(self) -> None:
        """Update the panel after a change of the table."""
        shown = self.shown
        digest = shown.digest.hex()
        groups = " ".join(digest[i : i + 4] for i in range(0, 32, 4))
        step = f"Last step *{shown.t}*    digest of the state *{groups}*" if digest else "No step has been played yet."
        verdict = f"{{bad}}{escape(shown.verdict)}{{/}}" if shown.verdict else ""
        absent = left_out_lines(shown.names, shown.now.left_out)
        self.step.text = "\n".join(filter(None, (verdict, step, absent)))
        self.about.text = f"{{muted}}{explain_fairness(shown)}{{/}}"
        self.seats.touch()
