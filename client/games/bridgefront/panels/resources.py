"""The player's resources: mana, gold, Permanence and piles of cards.

The gems of mana that a plan reserves are hollow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from client.art.gems import draw_mana_gem
from client.games.bridgefront.names import labelled
from client.games.bridgefront.view_model import BridgefrontViewModel, totals
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button
from client.ui.controls.layout import Column, Row
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED, Reactive, Widget
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.sources import Part, income_parts, mana_parts, vp_parts


def sum_words(state: Bridgefront, parts: Sequence[Part]) -> str:
    """Return a number as the sum of its parts, as rich text: "1 Reset + 4 the Mine at C4"."""
    return " + ".join(f"*{n}* {escape(labelled(state, word))}" for word, n in parts)


class Purse(Widget):
    """Display of the player's mana gems, gold and Permanence."""

    role = "resources"
    focusable = True
    held: Reactive[tuple[int, int]] = Reactive((0, 0))
    """Amounts of mana and gold that the plan will cost."""

    def __init__(self, shown: BridgefrontViewModel) -> None:
        super().__init__("Resources", tip=self.explain, grow=1)
        self.shown = shown

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        return 240, 76

    def explain(self) -> str:
        """Return an explanation of the sources of the numbers."""
        state, seat = self.shown.table, self.shown.own
        mana, gold = self.held
        word = escape(str(state.option("gold_word")))
        target = state.option("vp_to_win")
        start = sum_words(state, mana_parts(state))
        lines = [
            f":mana: *{state.mana[seat]}* mana left this round{f', {mana} of it in your plan' if mana else ''}",
            f"{{muted}}At Reset you get {start}. Unused mana is lost at the end of the round.{{/}}",
            f":gold: *{state.gold[seat]}* {word}{f', {gold} of it in your plan' if gold else ''}",
            f"{{muted}}Each round: {sum_words(state, income_parts(state, seat))}. You keep {word} between rounds.{{/}}",
            f":vp: *{self.shown.points(seat)}* Permanence: {sum_words(state, vp_parts(state, seat))}",
        ]
        if target:
            lines.append(f"{{muted}}You win with {target} Permanence at Scoring if no enemy is in your Capital.{{/}}")
        return "\n".join(lines)

    def paint(self, canvas: Canvas) -> None:
        """Draw the gems, the coin and the crown."""
        if self.shown.state is None:
            return
        state, seat, r = self.shown.table, self.shown.own, self.rect
        mana, cost = state.mana[seat], self.held[0]
        most = max(5, mana)
        step = min(27.0, (r.w - 86) / most)
        px = 21.0
        for i in range(most):
            hollow = i >= mana - cost
            texture = canvas.textures.get(
                ("gem", hollow, i < mana), partial(draw_mana_gem, "", px / 2 * canvas.scale, hollow), canvas.scale
            )
            canvas.image(texture, Rect(r.x + i * step, r.top - 26, px * 1.15, px * 1.15),
                         (255, 255, 255, 255) if i < mana else (255, 255, 255, 120))  # fmt: skip
        words = f"{mana} mana" if not cost else f"{mana - cost} of {mana} mana"
        canvas.label(words, Rect(r.right - 96, r.top - 26, 96, 24), "text", "body", "bold", 1)
        y = r.top - 72
        gold, kept = state.gold[seat], self.held[1]
        canvas.icon("gold", Rect(r.x, y, 24, 24), "gold")
        canvas.label(str(gold - kept), Rect(r.x + 30, y, 40, 24), "text", "title", "bold", 0)
        note = f"{kept} held" if kept else str(state.option("gold_word"))
        canvas.label(note, Rect(r.x + 59, y, 46, 24), "muted", "small", align=0)
        x = r.x + 108
        canvas.icon("vp", Rect(x, y, 24, 24), "vp")
        canvas.label(self.shown.points(seat), Rect(x + 30, y, 40, 24), "text", "title", "bold", 0)
        target = state.option("vp_to_win")
        words = f"of {target}" if target else "Permanence"
        canvas.label(words, Rect(x + 50, y, r.right - x - 50, 24), "muted", "small", align=0)
        held = sum(vp for _, vp in control_vp(state, seat))
        words = f"Permanence: {state.vp[seat]} lasting, {held} held"
        canvas.label(words, Rect(r.x + 2, y - 27, r.w - 4, 18), "muted", "tiny", align=0)

    def value_text(self) -> str:
        if self.shown.state is None:
            return ""
        n = totals(self.shown.table, self.shown.own)
        gold = str(self.shown.table.option("gold_word"))
        return f"{n['mana']} mana, {n['gold']} {gold}, {self.shown.points(self.shown.own)} Permanence"


class Resources(Panel):
    """Panel with the purse, and with buttons that show our piles of cards."""

    def __init__(self, shown: BridgefrontViewModel, on_pile: Callable[[str], object]) -> None:
        self.shown = shown
        self.purse = Purse(shown)
        self.piles = {
            name: Button("", partial(on_pile, name), size="tiny", name=words, tip=words)
            for name, words in (
                ("draw", "Draw pile"),
                ("discard", "Discard pile"),
                ("entropy", "Entropy: cards removed from the match"),
            )
        }
        row = Row(*self.piles.values(), gap=4)
        super().__init__(Column(self.purse, row, gap=2), region="resources", pad=9, name="Your resources")

    def refresh(self) -> None:
        """Update the numbers."""
        self.purse.touch()
        if self.shown.state is not None:
            n = totals(self.shown.table, self.shown.own)
            for name, word in (("draw", "Draw"), ("discard", "Discard"), ("entropy", "Entropy")):
                self.piles[name].text = f"{word} {n[name]}"
