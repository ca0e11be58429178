"""Content of Bridgefront's top bar: the round, the age and the phase."""

from __future__ import annotations

from collections.abc import Callable

from client.games.bridgefront.rulebook import lore
from client.games.bridgefront.view_model import BridgefrontViewModel
from client.table import top
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import Label
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Widget
from core.games.bridgefront.text.words import AGES, PHASES

ROUND = ("reset", "market", "action", "sieges", "collection", "scoring", "cleanup")
SETUP_PHASES = ("factions", "capitals", "bridges", "free card")
SHORT = {"market": "Archive", "action": "Action", "bridges": "Bridges"}
PHASE_TIPS = {
    "reset": "Everyone refills mana, draws cards and takes income.",
    "action": "In steps: all choose in secret, all reveal, then choices resolve by initiative.",
    "sieges": "Enemies in a Capital fight its owner.",
    "collection": "Mines pay or offer a card, Forges draft or reforge, the Axis Mundi gives a power card.",
    "cleanup": "Effects end and hands are discarded.",
}
ARCHIVE_TIPS = {
    "sequential": "A row of cards, one for each player. All bid in secret, card by card.",
    "sealed_row": "A row of cards, one for each player. All bid once, in secret, on the whole row.",
}
"""Explanations of the Archive, by the value of the option market_mode."""


def phase_tip(phase: str, option: Callable[[str], object]) -> str:
    """Return an explanation of a phase, or "" for a phase whose name explains it.

    `option` is a function that returns the value of an option.
    """
    if phase == "market":
        return ARCHIVE_TIPS[str(option("market_mode"))]
    if phase == "scoring":
        wins = "; a player with enough wins the match" if option("vp_to_win") else ""
        return f"Held and lasting Permanence are counted{wins}."
    return PHASE_TIPS.get(phase, "")


class Phases(Widget):
    """Progress of the round: the names of all phases, with the present one lit."""

    role = "phase"

    def __init__(self, shown: BridgefrontViewModel) -> None:
        super().__init__("Phase", tip=self.explain, grow=1)
        self.shown = shown

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        return 600, 30

    def explain(self) -> str | None:
        """Return an explanation of the present phase."""
        if self.shown.state is None:
            return None
        phase = self.shown.table.phase
        words = phase_tip(phase, self.shown.table.option)
        return f"*{PHASES.get(phase, phase)}*" + (f"\n{words}" if words else "")

    def paint(self, canvas: Canvas) -> None:
        """Draw the names of the phases, with the present one in a chip."""
        if self.shown.state is None:
            return
        state, r = self.shown.table, self.rect
        phases = SETUP_PHASES if state.phase in SETUP_PHASES else ROUND
        words = [SHORT.get(p, PHASES.get(p, p).split()[0] if p not in SETUP_PHASES else PHASES[p]) for p in phases]
        size = typeset.fit_size("".join(words), r.w - 20 * len(words), r.h, "bold", "small")
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

    def value_text(self) -> str:
        """Return the present phase."""
        return "" if self.shown.state is None else PHASES.get(self.shown.table.phase, self.shown.table.phase)


class TopBar(top.TopBar):
    """Top bar of a match of Bridgefront, with the round, the age and the phases."""

    shown: BridgefrontViewModel

    def __init__(
        self, shown: BridgefrontViewModel, on_menu: Callable[[], object], on_fair: Callable[[], object]
    ) -> None:
        self.round = Label("Tether", "accent", "heading", "title", name="Round")
        self.age = Label("", "muted", "small", name="Age", tip=self._age_tip)
        self.phases = Phases(shown)
        self.step = Label("", "muted", "small", name="Action step")
        super().__init__(shown, [self.round, self.age, self.phases, self.step], on_menu, on_fair)

    def _age_tip(self) -> str | None:
        if self.shown.state is None or not self.shown.table.round:
            return None
        age = self.shown.table.age
        return f"*{AGES[age - 1]}*\n{lore.AGES[age - 1]}"

    def refresh(self) -> None:
        """Update the bar after a change of the table."""
        if self.shown.state is None:
            return
        state = self.shown.table
        self.round.text = f"Round {state.round}" if state.round else "Set-up"
        self.age.text = f"Age {'I' * state.age} · {AGES[state.age - 1]}" if state.round else ""
        self.step.text = f"Step {state.action_step}" if state.phase == "action" and state.action_step else ""
        super().refresh()
        self.phases.touch()
