"""The end of a match: who has won and by what, how everybody stands, how it went, and whether it was fair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from client.bridgefront.course import Chart, turns_log
from client.bridgefront.shown import Shown, paint_emblem
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import DESIGN, Column, Row, Space
from client.kit.panel import Panel, Veil
from client.kit.richtext import escape, plain
from client.kit.screen import Screen
from client.kit.widget import Widget
from client.kit.widgets import Button, Label
from client.screens.explained import ExplainedPanel
from client.table.ending import Ending
from core.bridgefront.telling.course import won_by
from core.bridgefront.telling.sources import vp_parts
from core.kernel.game import Standing
from core.kernel.telling.words import count
from net.cli.explain import explain

ROW = 46.0
RANKS, WENT = 600.0, 440.0
WIDE = RANKS + 18 + WENT
CHART = 150.0
"""How high the chart is."""


class Ranks(Widget):
    """A line for each seat: rank, name, a bar of lasting and held Permanence, gold."""

    role = "standing"
    focusable = True

    def __init__(self, shown: Shown, standing: tuple[Standing, ...]) -> None:
        super().__init__("Standing")
        self.shown, self.standing = shown, standing

    def prefer(self) -> tuple[float, float]:
        """A line each and the heads."""
        return RANKS, ROW * len(self.standing) + 22

    def paint(self, canvas: Canvas) -> None:
        """The lines."""
        r = self.rect
        high = (r.h - 22) / len(self.standing)
        most = max(1, *(int(dict(s.score)["vp"]) for s in self.standing))
        for x, words in ((r.w - 118, "Permanence"), (r.w - 44, "Gold")):
            canvas.label(words, Rect(r.x + x - 40, r.top - 20, 80, 18), "muted", "tiny")
        canvas.label("lasting and held Permanence", Rect(r.x + 220, r.top - 20, 220, 18), "muted", "tiny", align=0)
        for i, place in enumerate(self.standing):
            y = r.top - 22 - (i + 1) * high
            score = dict(place.score)
            won = place.seat in self.shown.table.winners
            line = Rect(r.x, y, r.w, high - 4)
            canvas.box("seat.lit" if won else "panel", line)
            ink = "accent" if won else "muted"
            canvas.label(f"{place.rank}.", Rect(r.x + 8, y, 28, high - 4), ink, "heading", "bold")
            paint_emblem(canvas, self.shown, place.seat, Rect(r.x + 42, y + high / 2 - 17, 29, 29))
            name = self.shown.names.who(place.seat)
            canvas.label(name, Rect(r.x + 84, y, 120, high - 4), f"seat_{place.seat}", "body", "bold", 0)
            room = r.w - 220 - 190
            lasting, held = int(score["permanent"]), int(score["control"])
            wide = room * lasting / most
            bar = Rect(r.x + 220, y + high / 2 - 8, max(1.0, wide), 12)
            canvas.fill(Rect(r.x + 220, y + high / 2 - 8, room, 12), "track")
            canvas.fill(bar, "accent")
            canvas.fill(
                Rect(bar.right if lasting else bar.x, y + high / 2 - 8, room * held / most, 12), f"seat_{place.seat}"
            )
            canvas.label(str(score["vp"]), Rect(r.right - 158, y, 80, high - 4), "vp", "title", "bold")
            canvas.label(str(score["gold"]), Rect(r.right - 84, y, 80, high - 4), "gold", "body", "bold")
            if won:
                canvas.icon("trophy", Rect(r.x + 176, y + high / 2 - 13, 22, 22), "accent")

    def value(self) -> str:
        """In words."""
        return "; ".join(f"{s.rank}. {self.shown.names.who(s.seat)} {dict(s.score)['vp']}" for s in self.standing)


class EndScreen(Screen):
    """Over the last picture of the match."""

    overlay = True

    def __init__(
        self,
        shown: Any,
        standing: tuple[Standing, ...],
        on_again: Callable[[], object],
        on_menu: Callable[[], object],
        on_watch: Callable[[], object] | None = None,
        again: str = "Play again",
        record: Path | None = None,
        ending: Ending | None = None,
    ) -> None:
        """`again` is what stands on the button of `on_again`; `ending` is how the game shows its end."""
        super().__init__()
        self.again, self.ending = again, ending
        self.shown_table, self.standing = shown, standing
        self.on_again, self.on_menu, self.on_watch = on_again, on_menu, on_watch
        self.record = record
        self.explained: ExplainedPanel | None = None

    def build(self) -> None:
        """Title and why, standing beside the course of the match, what now."""
        shown = self.shown_table
        winners = [shown.names.who(s.seat) for s in self.standing if s.seat in shown.state.winners]
        mine = shown.names.own in shown.state.winners
        title = f"{' and '.join(winners)} {'win' if mine or len(winners) > 1 else 'wins'}"
        ending = self.ending or self._of_bridgefront()
        why = Label(escape(ending.why), "accent", wrap=True, markup=True, width=WIDE)
        fair = Label(self.fair(), markup=True, size="small", wrap=True, width=WIDE)
        buttons = Row(
            Button("Look at the board", self.window.pop, "eye", does="back"), Space(grow=1),
            self._of_record("Check the record", self._check, "audit"),
            self._of_record("Watch again", self.on_watch, "replay"),
            Button("Main menu", self.on_menu, "home"),
            Button(self.again, self.on_again, "solo", look="primary"), gap=8,
        )  # fmt: skip
        panel = Panel(Column(why, ending.standing, fair, buttons, gap=12), title, 16, "dialog",
                      note=ending.note, region="end", tab_each=True)  # fmt: skip
        w, h = panel.wish(WIDE + 32)
        self.ui.put(Veil(), (0, 0, *DESIGN), "stretch", "stretch")
        self.ui.put(panel, (640 - w / 2, 340 - h / 2, w, h), "middle", "middle")
        if self.ending is None:
            self.turns.scroll_to(0)
        self.ui.announcer.say(f"{title}. {plain(why.text)}")

    def _of_bridgefront(self) -> Ending:
        """Standing and course of a match of Bridgefront."""
        shown = self.shown_table
        chart, self.turns = Chart(shown), turns_log(shown)
        chart.height, self.turns.height = CHART, max(96.0, ROW * len(self.standing) + 22 - CHART - 8)
        went = Column(chart, self.turns, gap=8, width=WENT)
        both = Row(Ranks(shown, self.standing), went, gap=18, align="start")
        return Ending(self.why(), both, f"after {count(shown.table.round, 'round')}")

    def why(self) -> str:
        """By what the match was won."""
        shown = self.shown_table
        state = shown.table
        if not state.winners:
            return ""
        parts = [(name, vp) for name, vp in vp_parts(state, state.winners[0]) if vp]
        return str(shown.names.plain(won_by(state, shown.course.why, parts)))

    def fair(self) -> str:
        """What stands behind it: audits, the last step, its digest, where the record lies."""
        shown = self.shown_table
        passed = sum(audit.came == "passed" for audit in shown.audits)
        open_ = len({audit.seat for audit in shown.audits if audit.came == "owed"})
        words = f":audit: {count(passed, 'audit')} passed" if passed else ":audit: No audit was seen here"
        words += f", {count(open_, 'seat')} could not be audited" if open_ else ""
        digest = shown.digest.hex()
        words += f"   ·   step *{shown.t}*, digest *{digest[:4]} {digest[4:8]} {digest[8:12]} {digest[12:16]}*"
        return words + (f"\n{{muted}}Record: {escape(self.record.name)}{{/}}" if self.record is not None else "")

    def _of_record(self, words: str, act: Callable[[], object] | None, icon: str) -> Button:
        """A button that needs a record."""
        there = act is not None and (self.record is not None or act == self.on_watch)
        button = Button(words, act, icon, enabled=there)
        button.reason = "This match was not kept."
        return button

    def _check(self) -> None:
        """What `tether verify` says of the record."""
        if self.record is not None:
            path = self.record
            self.explained = ExplainedPanel("The record", lambda: explain(path))
            self.explained.open(self.ui)

    def update(self, dt: float) -> None:
        """What is being checked goes on beside the frames."""
        if self.explained is not None:
            self.explained.follow()

    def act(self, action: str) -> bool:
        """Esc shows the board."""
        if action == "back":
            self.window.pop()
            return True
        return False
