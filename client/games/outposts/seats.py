"""Seats of a match of Outposts beside the table, including the Warden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.outposts.art import GOODS_COLOURS
from client.games.outposts.place import PIT_BOX, Place
from client.games.outposts.tooltips import SIGNS, league_name
from client.table.match.seat_status import paint_plate, seat_activity
from client.table.pick.board import AIMED_BOX, LIT_BOX
from client.table.pick.script import Pick
from client.table.seats.emblem import paint_emblem, seat_ink
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from core.engine.text.words import format_count
from core.games.outposts import cards, cleanup
from core.games.outposts.board import LEAGUES
from core.games.outposts.state import WARDEN, Outposts

if TYPE_CHECKING:
    from client.games.outposts.board import Board


class Plate(Place):
    """Panel of a seat: its league, VP, goods, cards in hand and Outposts left.

    A seat that has passed is marked as safe.
    """

    role = "seat"

    def __init__(self, board: Board, seat: int) -> None:
        super().__init__(board, f"Seat {seat}")
        self.seat = seat

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick is this seat, because its hold has something to raze or visit."""
        return pick == ("rival", self.seat)

    def explain(self) -> str:
        """Return all public facts about the seat."""
        state = self.model.state_of(Outposts)
        if state is None:
            return ""
        names = self.model.names
        lines = [f"*{names.coloured_name(self.seat)}*: {state.points[self.seat]} VP, "
                 f"{cleanup.final_vp(state, self.seat)} if the match ended now"]  # fmt: skip
        if state.league[self.seat] >= 0:
            lines.append(LEAGUES[state.league[self.seat]].name)
        lines.append(", ".join(cards.name_of(copy) for copy in state.hold[self.seat]) or "{muted}no Locations{/}")
        lines.append("{muted}Press to see its hold.{/}" if self.seat != self.model.own else "")
        return "\n".join(filter(None, [*lines, self.model.key_words(self.seat)]))

    def activity(self) -> tuple[str, str, str]:
        """Return the icon, the words and the colour that show the seat's current activity."""
        state, seat = self.state, self.seat
        found = seat_activity(self.model, seat)
        if found is not None:
            return found
        if state.phase == "action" and state.passed[seat]:
            return "safe", "passed", "info"
        if state.phase == "action" and state.current == seat:
            return "bid", "acts", "accent"
        return "tick", "ready", "muted"

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the panel of the seat."""
        state, seat, names = self.state, self.seat, self.model.names
        paint_plate(canvas, self.model, seat, r, self.pointed or self.board.looked == seat)
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r)
        paint_emblem(canvas, seat, self.model.palette, Rect(r.x + 9, r.top - 40, 31, 31), self.board.league_sign(seat))
        canvas.label(names.plain_name(seat), Rect(r.x + 48, r.top - 24, r.w - 106, 20), seat_ink(seat), 15, "bold", 0)
        league = state.league[seat]
        canvas.label(league_name(league), Rect(r.x + 48, r.top - 41, r.w - 100, 17), "muted", 12, align=0)
        canvas.icon("vp", Rect(r.right - 52, r.top - 31, 16, 16), "accent")
        canvas.label(str(cleanup.final_vp(state, seat)), Rect(r.right - 34, r.top - 36, 28, 26), "vp", 19, "bold", 1)
        goods = (*state.goods[seat][:5], *state.goods[seat][5:9], state.piles.hand_size(seat))
        signs = (*SIGNS[:9], "hand")
        inks = (*(GOODS_COLOURS[kind] for kind in range(9)), GOODS_COLOURS[11])
        wide, high = (r.w - 14) / 5, min(21.0, (r.h - 72) / 2)
        for i, (number, sign, ink) in enumerate(zip(goods, signs, inks, strict=True)):
            box = Rect(r.x + 7 + (i % 5) * wide, r.top - 48 - (1 + i // 5) * (high + 2), wide - 2, high)
            canvas.box(PIT_BOX, box)
            with canvas.fade(1.0 if number else 0.45):
                canvas.icon(sign, Rect(box.x + 3, box.center[1] - 7, 14, 14), ink)
                canvas.label(str(number), Rect(box.x + 17, box.y, box.w - 19, box.h), "text", 13, "bold")
        icon, words, colour = self.activity()
        canvas.icon(icon, Rect(r.x + 9, r.y + 6, 13, 13), colour)
        canvas.label(words, Rect(r.x + 26, r.y + 3, r.w - 80, 18), colour, 12, align=0)
        canvas.icon("outpost", Rect(r.right - 58, r.y + 6, 13, 13), "muted")
        canvas.label(
            f"{6 - len(state.outposts_of(seat))} left", Rect(r.right - 43, r.y + 3, 38, 18), "muted", 12, align=0
        )

    def value_text(self) -> str:
        """Return the seat's state in words."""
        state = self.model.state_of(Outposts)
        if state is None:
            return ""
        return (
            f"{self.model.names.plain_name(self.seat)}: {cleanup.final_vp(state, self.seat)} VP; {self.activity()[1]}"
        )


class Warden(Place):
    """Panel of the Warden: its VP, its Locations, and a mark after it has passed."""

    role = "seat"

    def __init__(self, board: Board) -> None:
        super().__init__(board, "The Warden")

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick is the Warden, because its hold has something to raze."""
        return pick == ("rival", WARDEN)

    def explain(self) -> str:
        """Return the Warden's possessions as a tooltip."""
        state = self.model.state_of(Outposts)
        if state is None:
            return ""
        named = ", ".join(map(cards.name_of, state.warden_hold)) or "no Locations"
        points = cleanup.warden_final_vp(state)
        return f"*The Warden*: {points} VP\n{richtext.escape(named)}\n{{muted}}Press to see its hold.{{/}}"

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the icon, the VP, and the Warden's actions of this round."""
        state = self.state
        canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX if self.pick is not None else "panel", r)
        canvas.icon("warden", Rect(r.x + 11, r.top - 42, 32, 32), "text")
        canvas.label("The Warden", Rect(r.x + 52, r.top - 26, 100, 20), "text", 15, "bold", 0)
        level = "hard" if state.option("level") == "hard" else "normal"
        words = f"{state.option('warden')}, {level}"
        canvas.label(words, Rect(r.x + 52, r.top - 43, 100, 17), "muted", 12, align=0)
        canvas.icon("vp", Rect(r.right - 52, r.top - 33, 16, 16), "accent")
        canvas.label(str(cleanup.warden_final_vp(state)), Rect(r.right - 34, r.top - 38, 28, 26), "vp", 19, "bold", 1)
        lines = [
            format_count(len(state.warden_hold), "Location"),
            f"razed this round: {format_count(state.warden_hits, 'Location')}, "
            f"{format_count(state.warden_razed, 'Outpost')}",
            "passed" if state.warden_passed else "still acts",
        ]
        for i, line in enumerate(lines):
            ink = "info" if i == 2 and state.warden_passed else "muted"
            canvas.label(line, Rect(r.x + 12, r.top - 66 - 19 * i, r.w - 20, 18), ink, 12.5, align=0)

    def value_text(self) -> str:
        """Return the Warden's VP in words."""
        return f"{cleanup.warden_final_vp(self.state)} VP" if self.model.state is not None else ""
