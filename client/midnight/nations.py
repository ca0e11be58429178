"""The dossiers at the left: a panel for each nation with its dials, its cards, and what it is doing."""

from __future__ import annotations

from collections.abc import Callable

from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import Column
from client.kit.widget import Live, Widget
from client.midnight.war_room import paint_emblem
from client.midnight.words import DIAL_ICONS, nation_name, nation_tip
from client.table.doing import Doing, doing, paint_plate
from client.table.sight import Sight
from core.midnight.cards import WINNING_WORTH

HIGH = 92.0


class Dossier(Widget):
    """One nation."""

    role = "seat"
    focusable = True
    lit = Live(False)

    def __init__(self, sight: Sight, seat: int, on_choose: Callable[[int], object] | None = None) -> None:
        super().__init__(f"Seat {seat}", region="seats", height=HIGH, tip=self.explain)
        self.sight, self.seat, self.on_choose = sight, seat, on_choose

    def activate(self) -> None:
        """Choose this seat, where that means something."""
        if self.on_choose is not None:
            self.on_choose(self.seat)

    def explain(self) -> str:
        """All that is public of it, and what is known of the key."""
        if self.sight.state is None:
            return ""
        tip = nation_tip(self.sight.state, self.seat, self.sight.names)
        return "\n".join(filter(None, [tip, self.sight.key_words(self.seat)]))

    def doing(self) -> Doing:
        """What the seat is doing now: icon, words, colour."""
        sight, seat = self.sight, self.seat
        state = sight.state
        if state.over:
            return ("trophy", "winner", "accent") if seat in state.winners else ("tick", "done", "muted")
        busy = doing(sight, seat)
        if busy is not None:
            return busy
        if seat == state.current and state.turn:
            return "play", "at turn", "good"
        return "tick", "ready", "muted"

    def paint(self, canvas: Canvas) -> None:
        """Emblem, name, Worth with a bar, dials, cards, what it does."""
        sight, seat, r = self.sight, self.seat, self.rect
        state = sight.state
        if state is None:
            return
        paint_plate(canvas, sight, seat, r, self.lit)
        paint_emblem(canvas, sight, seat, Rect(r.x + 11, r.top - 42, 32, 32))
        x, right = r.x + 50, r.right - 8
        canvas.label(sight.names.who(seat), Rect(x, r.top - 24, 92, 18), f"seat_{seat}", "body", "bold", 0)
        canvas.label(nation_name(state, seat), Rect(x, r.top - 40, 106, 15), "muted", "tiny", align=0)
        canvas.icon("worth", Rect(right - 50, r.top - 26, 15, 15), "vp")
        canvas.label(str(state.worth[seat]), Rect(right - 32, r.top - 30, 32, 24), "vp", "heading", "bold", 1)
        bar = Rect(right - 32, r.top - 38, 32, 4)
        canvas.fill(bar, "track")
        canvas.fill(Rect(bar.x, bar.y, bar.w * min(1.0, state.worth[seat] / WINNING_WORTH), bar.h), "vp")
        step = (r.w - 22) / 4
        for dial, icon in enumerate(DIAL_ICONS):
            at = r.x + 12 + dial * step
            canvas.icon(icon, Rect(at, r.y + 29, 14, 14), "info")
            canvas.label(str(state.value(seat, dial)), Rect(at + 17, r.y + 26, 22, 20), "text", "body", "bold", 0)
        piles = state.piles
        numbers = piles.hand_size(seat), piles.size(seat), len(state.stock[seat])
        at = right - 96
        for icon, number in zip(("hand", "draw pile", "stockpile"), numbers):
            canvas.icon(icon, Rect(at, r.y + 9, 11, 11), "muted")
            canvas.label(str(number), Rect(at + 13, r.y + 6, 20, 17), "text", "small", align=0)
            at += 33
        icon, words, ink = self.doing()
        canvas.icon(icon, Rect(r.x + 12, r.y + 8, 12, 12), ink)
        canvas.label(words, Rect(r.x + 28, r.y + 6, right - 100 - r.x - 28, 17), ink, "tiny", align=0)

    def value(self) -> str:
        """The nation in one line."""
        state = self.sight.state
        if state is None:
            return ""
        dials = " ".join(str(state.value(self.seat, dial)) for dial in range(4))
        return f"{self.sight.names.who(self.seat)}, {state.worth[self.seat]} Worth, dials {dials}, {self.doing()[1]}"


class Nations(Column):
    """All of them, the own one first."""

    def __init__(self, sight: Sight, seats: int, on_choose: Callable[[int], object] | None = None) -> None:
        order = sorted(range(1, seats + 1), key=lambda seat: (seat - max(1, sight.names.own)) % seats)
        self.panels = {seat: Dossier(sight, seat, on_choose) for seat in order}
        super().__init__(*self.panels.values(), gap=6.0, region="seats")

    def refresh(self) -> None:
        """Their numbers may have changed."""
        for panel in self.panels.values():
            panel.touch()
