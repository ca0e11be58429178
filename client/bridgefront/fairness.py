"""The top bar: round, age, phase, and the fairness chip with its table: step, digest, who is waited for, audits."""

from __future__ import annotations

from collections.abc import Callable

from client.bridgefront.shown import Shown
from client.bridgefront.trouble import link_words, table_lines
from client.kit import text as typeset
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import Column, Row, Space
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.widget import Widget
from client.kit.widgets import Button, IconButton, Label
from core.bridgefront.telling.words import AGES, PHASES

ROUND = ("reset", "market", "action", "sieges", "collection", "scoring", "cleanup")
SETUP = ("factions", "capitals", "bridges", "free card")
SHORT = {"market": "Archive", "action": "Action", "bridges": "Bridges"}
PHASE_TIPS = {
    "reset": "Mana is filled up, cards are drawn, income is paid.",
    "market": "A row of cards, one for each player: sealed bids, card by card.",
    "action": "In steps: all choose in secret, all reveal, then by initiative.",
    "sieges": "Enemies in a Capital fight its owner.",
    "collection": "Mines pay or offer a card, Forges draft or reforge, the Axis Mundi gives a power card.",
    "scoring": "Held and lasting Permanence are counted: who has enough wins.",
    "cleanup": "Effects end, hands are thrown away, the Lead passes.",
}


class Phases(Widget):
    """Where the round is: all phases, the present one lit."""

    role = "phase"

    def __init__(self, shown: Shown) -> None:
        super().__init__("Phase", tip=self.explain, grow=1)
        self.shown = shown

    def prefer(self) -> tuple[float, float]:
        """One line."""
        return 600, 30

    def explain(self) -> str | None:
        """What the present phase is."""
        if self.shown.state is None:
            return None
        phase = self.shown.table.phase
        words = PHASE_TIPS.get(phase, "")
        return f"*{PHASES.get(phase, phase)}*" + (f"\n{words}" if words else "")

    def paint(self, canvas: Canvas) -> None:
        """The words, the present one in a chip."""
        if self.shown.state is None:
            return
        state, r = self.shown.table, self.rect
        phases = SETUP if state.phase in SETUP else ROUND
        words = [SHORT.get(p, PHASES.get(p, p).split()[0] if p not in SETUP else PHASES[p]) for p in phases]
        size = typeset.fitted("".join(words), r.w - 20 * len(words), r.h, "bold", "small")
        widths = [typeset.width(w, "bold", size) + 20 for w in words]
        gap = max(0.0, min(10.0, (r.w - sum(widths)) / max(1, len(words) - 1)))
        x = r.x
        for phase, word, wide in zip(phases, words, widths):
            chip = Rect(x, r.y + (r.h - 22) / 2, wide, 22)
            now = phase == state.phase
            if now:
                canvas.box("step", chip)
            canvas.label(word, chip, "accent" if now else "muted", size, "bold" if now else "text")
            x += wide + gap

    def value(self) -> str:
        """The present phase."""
        return "" if self.shown.state is None else PHASES.get(self.shown.table.phase, self.shown.table.phase)


class TopBar(Panel):
    """Menu, round, phases, fairness."""

    def __init__(self, shown: Shown, on_menu: Callable[[], object], on_fair: Callable[[], object]) -> None:
        self.shown = shown
        self.menu = IconButton("menu", "Menu", on_menu)
        self.round = Label("Tether", "accent", "heading", "title", name="Round")
        self.age = Label("", "muted", "small", name="Age")
        self.phases = Phases(shown)
        self.step = Label("", "muted", "small", name="Action step")
        tip = "How fast a step is shown"
        self.speed = Button("×1", icon="speed", look="ghost", size="small", name="Speed", tip=tip, does="speed")
        self.help = IconButton("help", "What can I do?", visible=False)
        self.chip = Button("", on_fair, "fair", look="ghost", size="small", name="Fairness",
                           tip="Is everything fair? Step, digest, audits (F2)")  # fmt: skip
        self.links = Button("", on_fair, "peers", look="ghost", size="small", name="Links",
                            tip="Who is linked, who is waited for (F2)")  # fmt: skip
        self.links.visible = False
        row = Row(self.menu, self.round, self.age, self.phases, self.step, Space(grow=0), self.help, self.speed,
                  self.links,
                  self.chip,
                  gap=12, align="center")  # fmt: skip
        super().__init__(row, region="top", pad=5, box="bar.top", name="Top bar")

    def refresh(self) -> None:
        """The table has changed."""
        if self.shown.state is None:
            return
        state = self.shown.table
        self.round.text = f"Round {state.round}" if state.round else "Set-up"
        self.age.text = f"Age {'I' * state.age} · {AGES[state.age - 1]}" if state.round else ""
        self.step.text = f"Step {state.action_step}" if state.phase == "action" and state.action_step else ""
        digest = self.shown.digest.hex()
        bad = bool(self.shown.verdict)
        waited = [s for s in sorted(self.shown.owed) if s != self.shown.own]
        self.chip.icon = "desync" if bad else "fair"
        self.chip.text = f"State {digest[:4]} {digest[4:8]}" if digest else "No step yet"
        self.chip.on = bad or bool(waited)
        now = self.shown.now
        wrong = [peer.seat for peer in now.peers if link_words(now, peer.seat)]
        self.links.visible = bool(now.peers)
        self.links.icon = "no link" if wrong else "peers"
        self.links.text = f"{len(now.peers) - len(wrong)}/{len(now.peers)}"
        self.links.on = bool(wrong)
        self.phases.touch()


def fairness_panel(shown: Shown, on_close: Callable[[], object]) -> Panel:
    """What stands behind the chip, in words and numbers."""
    lines = [
        "Every choice is committed before anyone reveals; dice come from all players together. "
        "After each step all peers compare the digest of the whole state.",
        f"Last step: *{shown.t}*    digest: *{shown.digest.hex()[:32]}*",
    ]
    if shown.verdict:
        lines.append(f"{{bad}}{escape(shown.verdict)}{{/}}")
    lines += table_lines(shown)
    if shown.state is not None and not shown.now.peers:
        for seat in shown.state.seats:
            waits = "is waited for" if seat in shown.owed else "has committed, or owes nothing"
            lines.append(f"{shown.names.coloured(seat)}: {waits}")
    lines.append("*Audits*" if shown.audits else "{muted}No audit yet: the first comes with the first Cleanup.{/}")
    lines += shown.audits[-8:]
    text = Label("\n".join(lines), size="small", markup=True, wrap=True, width=520)
    return Panel(Column(text, Row(Space(grow=1), Button("Close", on_close, does="back"))),
                 title="Fairness", box="dialog", pad=14)  # fmt: skip
