"""Seats at the table: a panel for each one, with its public facts and its current activity."""

from __future__ import annotations

from collections.abc import Callable

from client.games.bridgefront.names import card_name, faction_name
from client.games.bridgefront.panels.resources import sum_words
from client.games.bridgefront.view_model import BridgefrontViewModel, paint_emblem, totals
from client.table.match.seat_status import Activity, paint_plate, seat_activity
from client.table.match.trouble import link_words
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.layout import Column
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.theme import theme
from client.ui.widget import Reactive, Widget
from core.engine.text.words import format_count
from core.games.bridgefront.factions import passives_of
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.text.narration import SCORE_SOURCE_WORDS
from core.games.bridgefront.text.sources import hand_words, income_parts
from core.games.bridgefront.text.words import to_screen_text

HIGH = 66.0
SIGN, APART = 15.0, 4.0
"""Width of a sign before its number, and the minimum space between two columns."""


class SeatPanel(Widget):
    """Panel of one seat."""

    role = "seat"
    focusable = True
    lit = Reactive(False)
    """True while the highlighted log entry concerns the seat."""

    def __init__(
        self, shown: BridgefrontViewModel, seat: int, on_choose: Callable[[int], object] | None = None
    ) -> None:
        super().__init__(f"Seat {seat}", region="seats", height=HIGH, tip=self.explain)
        self.shown, self.seat, self.on_choose = shown, seat, on_choose
        self.flash = ""
        """Short text on a change that is currently animated, such as "+3 gold"."""

    def activate(self) -> None:
        """Choose this seat, if it can be chosen."""
        if self.on_choose is not None:
            self.on_choose(self.seat)

    def activity(self) -> Activity:
        """Return the seat's current activity: an icon, words and a colour."""
        shown, seat = self.shown, self.seat
        state = shown.table
        if state.over:
            return ("trophy", "winner", "accent") if seat in state.winners else ("tick", "done", "muted")
        if shown.telling and not link_words(shown.now, seat):
            return "eye", "choices are open", "muted"
        busy = seat_activity(shown, seat, "your turn to choose")
        if busy is not None:
            return busy
        if state.phase == "action" and state.done[seat]:
            return "done", "Done for this round", "muted"
        if state.phase == "action" and not state.mana[seat]:
            return "done", "no mana left", "muted"
        return "tick", "ready", "muted"

    def explain(self) -> str:
        """Return the faction, the passives and the sources of the points."""
        shown, seat = self.shown, self.seat
        state = shown.table
        lines = [f"*{shown.names.coloured_name(seat)}*"]
        name = faction_name(state, seat)
        if name:
            lines[0] += f" {{muted}}· {escape(name)}{{/}}"
            for passive in passives_of(state, seat):
                words = to_screen_text(passive.words, str(state.option("gold_word")))
                lines.append(f"*{escape(passive.name)}*: {escape(words)}")
        held = ", ".join(f"{SCORE_SOURCE_WORDS[word]} {vp}" for word, vp in control_vp(state, seat)) or "nothing"
        lines.append(f":vp: held: {escape(held)}")
        if shown.knows_points(seat):
            lines.append(f":vp: lasting: {state.vp[seat]}")
        else:
            lines.append("{muted}Lasting Permanence is hidden until the end.{/}")
        n = totals(state, seat)
        lines.append(f":gold: {n['gold']}  {{muted}}each round: {sum_words(state, income_parts(state, seat))}{{/}}")
        lines.append(f":card: {n['hand']} in hand  {{muted}}{hand_words(state, seat)}{{/}}")
        lines.append(
            f":mana: {n['mana']}  :draw pile: {n['draw']} to draw  :discard: {n['discard']}  :entropy: {n['entropy']}"
        )
        champions = [f"{card_name(state, c.copy)} {c.hp}/{c.max_hp}" for c in state.champions_of(seat)]
        if champions:
            lines.append(":champion: " + escape(", ".join(champions)))
        lines += filter(None, [shown.key_words(seat)])
        return "\n".join(lines)

    def paint(self, canvas: Canvas) -> None:
        """Draw the emblem, the name, the faction, the numbers and the activity."""
        shown, seat, r = self.shown, self.seat, self.rect
        if shown.state is None:
            return
        state = shown.table
        paint_plate(canvas, shown, seat, r, self.lit)
        paint_emblem(canvas, shown, seat, Rect(r.x + 11, r.y + r.h / 2 - 17, 36, 36))
        x, right = r.x + 52, r.right - 8
        name = faction_name(state, seat)
        lead = 18.0 if state.lead == seat and state.round else 0.0
        narrow = typeset.width(name, size="small") * typeset.min_size("small") / theme().size("small") + 1
        used = min(right - x - lead - 6 - narrow, typeset.width(shown.names.plain_name(seat), "bold") + 1)
        canvas.label(shown.names.plain_name(seat), Rect(x, r.top - 23, used, 18), f"seat_{seat}", "body", "bold", 0)
        left = x + used + lead + 6
        canvas.label(name, Rect(left, r.top - 23, right - left, 18), "muted", "small", align=1)
        if lead:
            canvas.icon("lead", Rect(x + used + 4, r.top - 21, 13, 13), "accent")
        self._paint_numbers(canvas, Rect(x, r.y + 24, right - x, 18))
        icon, words, ink = self.activity()
        if self.flash:
            canvas.label(self.flash, Rect(x, r.y + 5, right - x, 17), "warn", "small", "bold", 0)
            return
        canvas.icon(icon, Rect(x, r.y + 7, 13, 13), ink)
        canvas.label(words, Rect(x + 18, r.y + 5, right - x - 18, 17), ink, "small", align=0)

    def _paint_numbers(self, canvas: Canvas, room: Rect) -> None:
        """Draw the seat's numbers in columns.

        If large texts leave too little room, the columns are closer together and smaller.
        """
        n = totals(self.shown.table, self.seat)
        columns = (
            ("vp", self.shown.points(self.seat), "vp", 38.0),
            ("gold", str(n["gold"]), "gold", 37.0),
            ("card", str(n["hand"]), "text", 33.0),
            ("cohort", str(n["cohorts"]), "text", 32.0),
        )
        wide = [typeset.width(value, "bold") for _, value, _, _ in columns]
        steps = [step for *_, step in columns]
        size: str | float = "body"
        if any(w + SIGN + APART > step for w, step in zip(wide, steps, strict=True)):
            left = room.w - len(columns) * SIGN - (len(columns) - 1) * APART
            part = min(1.0, left / sum(wide))
            size = theme().size("body") / theme().text_scale * part
            steps = [SIGN + w * part + (room.w - len(columns) * SIGN - sum(wide) * part) / 3 for w in wide]
        at = room.x
        for (icon, value, ink, _), step in zip(columns, steps, strict=True):
            canvas.icon(icon, Rect(at, room.y + 3, 13, 13), ink)
            canvas.label(value, Rect(at + SIGN, room.y, step, room.h), "text", size, "bold", 0)
            at += step

    def value_text(self) -> str:
        """Return the facts about the seat in one line of words."""
        if self.shown.state is None:
            return ""
        n = totals(self.shown.table, self.seat)
        return (f"{self.shown.names.plain_name(self.seat)}, {self.shown.points(self.seat)} Permanence, "
                f"{n['gold']} gold, "
                f"{format_count(n['hand'], 'card')}, {format_count(n['cohorts'], 'Cohort')}, "
                f"{self.activity()[1]}")  # fmt: skip


class Seats(Column):
    """Column with the panels of all seats, beginning with ours."""

    def __init__(
        self, shown: BridgefrontViewModel, seats: int, on_choose: Callable[[int], object] | None = None
    ) -> None:
        order = sorted(range(1, seats + 1), key=lambda seat: seat != shown.own)
        self.panels = {seat: SeatPanel(shown, seat, on_choose) for seat in order}
        super().__init__(*self.panels.values(), gap=6.0, region="seats")

    def refresh(self) -> None:
        """Update the numbers of all seats."""
        for panel in self.panels.values():
            panel.touch()
