"""Drawing of a border's tray: cards face down, or face up in a dispute, and their totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.midnight.art import geometry
from client.games.midnight.art.pictures import NARROW, paint_back, paint_card, paint_dashes, paint_emblem
from client.games.midnight.art.plate import PACT
from client.games.midnight.place import Place
from client.games.midnight.text import gains
from client.table.pick.board import PLAIN_COLOR
from client.table.seats.emblem import seat_ink
from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle, theme
from client.ui.widget import Reactive
from core.games.midnight import totals
from core.games.midnight.cards import MIGHT
from core.games.midnight.pacts import pact_between

if TYPE_CHECKING:
    from client.games.midnight.board import Board

DISPUTED_BORDER_FRAME = BoxStyle((70, 14, 12, 225), (40, 8, 8, 225), (255, 92, 76, 255), 7, 2, (255, 70, 50, 150), 6)
"""Frame of a border that is in a dispute."""


class TrayPicture(Place):
    """Place that draws one tray: the cards that a nation has on its border with another nation."""

    turned = Reactive(1.0)
    """Visible share of the cards' width, 0 to 1; 0 in the middle of a turn."""
    lifted = Reactive(0)
    """Entry of the card that is in flight, or 0 for none."""

    def __init__(self, board: Board, seat: int, other: int) -> None:
        super().__init__(board, f"Border of {seat} with {other}", ("tray", seat, other))
        self.seat, self.other = seat, other

    @property
    def entries(self) -> tuple[int, ...]:
        """Entries of the cards on this tray."""
        return self.state.border(self.seat, self.other) if self.model.state is not None else ()

    @property
    def ruined(self) -> int:
        """Number of the seat whose Ruin blocks this border, or 0."""
        state = self.state
        return next((s for s in (self.other, self.seat) if state.ruined[s] or state.eliminated[s]), 0)

    @property
    def shown(self) -> list[int]:
        """Entries of the cards that are drawn."""
        return [entry for entry in self.entries if entry != self.lifted]

    def boxes(self, r: Rect) -> list[Rect]:
        """Return the boxes of the cards, in design pixels."""
        h = min(geometry.CARD[1], r.h - 12) if r.w > 120 else r.h - 28
        card = h * geometry.CARD[0] / geometry.CARD[1], h
        words = self._words_room(r)
        room = Rect(r.x + 8, r.y + (r.h - h) / 2 if r.w > 120 else r.y + 6, r.w - 16 - words, h)
        extra = 1 if self._ghost else 0
        boxes = geometry.cards_in(room, len(self.shown) + extra, card)
        if words or not boxes:
            return boxes
        off = (room.right - boxes[-1].right) / 2  # a far tray centres its cards
        return [box.moved(off, 0) for box in boxes]

    @property
    def _room(self) -> Rect:
        return self.rect.scaled(1 / self.board.unit)

    def entries_at(self, x: float, y: float) -> list[int]:
        """Return the entries of the cards under a point in design pixels, the topmost first."""
        boxes = [box.scaled(self.board.unit) for box in self.boxes(self._room)]
        return [entry for entry, box in reversed(list(zip(self.shown, boxes))) if box.contains(x, y)]

    def spot_of(self, entry: int) -> tuple[float, float]:
        """Return a point of a card that no other card covers, in design pixels."""
        box = self.boxes(self._room)[self.shown.index(entry)].scaled(self.board.unit)
        return box.x + 4, box.center[1]

    def _words_room(self, r: Rect) -> float:
        """Return the width of the room for words."""
        if r.w <= 120:
            return 0.0
        if self.seat != self.board.own:
            return 76.0
        if self._ghost and r.w < 190:
            return 46.0
        return 68.0 + (80.0 if self._has_plate(r) else 0.0)

    def _has_plate(self, r: Rect) -> bool:
        """Return True if there is room to show the Pact as a plate, not only as an icon."""
        return (
            self._has_sealed_pact
            and self.seat == self.board.own
            and r.w > 190
            and len(self.shown) + bool(self._ghost) < 3
        )

    @property
    def _has_sealed_pact(self) -> bool:
        return pact_between(self.state, self.seat, self.other) is not None

    @property
    def _ghost(self) -> int:
        """Copy of the card that a confirmation would play here, or 0."""
        lifted = self.board.lifted
        return lifted if self.pick is not None and self.pick[0] == "border" and lifted else 0

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the cards side by side, and then the words."""
        state, seat, other = self.state, self.seat, self.other
        if r.h < 40:
            self._draw_post(canvas, r)
            return
        shut = self.ruined if state.turn else 0
        if {seat, other} == set(self.board.disputed):
            canvas.box(DISPUTED_BORDER_FRAME, r)
        elif (self.closed and self.pick is None) or (shut and not self.entries):
            canvas.box(BoxStyle((10, 14, 20, 190), (10, 14, 20, 190), (0, 0, 0, 0), 7), r)
            paint_dashes(canvas, r)
            self._draw_shut(canvas, r, shut)
            return
        else:
            self.paint_ground(canvas, r, seat)
        boxes = self.boxes(r)
        for entry, box in zip(self.shown, boxes):
            self._draw_card(canvas, entry, box)
        if self._ghost:
            self._draw_ghost(canvas, boxes[-1])
        if r.w <= 120:
            self._draw_far(canvas, r)
        else:
            self._draw_words(canvas, r)

    def _draw_card(self, canvas: Canvas, entry: int, box: Rect) -> None:
        copy = self.model.faces(self.seat, (entry,))[0]
        turned = Rect(box.x + box.w * (1 - self.turned) / 2, box.y, box.w * self.turned, box.h)
        if turned.w < NARROW / 2:
            return
        if copy:
            paint_card(canvas, copy, turned, gains.figure(self.state, self.seat, copy))
            if entry > 0:  # closed to others
                canvas.fill(Rect(turned.x + 4, turned.y + 1.5, turned.w - 8, 2.5), f"seat_{self.seat}")
        else:
            paint_back(canvas, self.model, self.seat, turned)

    def _draw_ghost(self, canvas: Canvas, box: Rect) -> None:
        """Draw the lifted card, or an empty place with the card's gain."""
        copy = self._ghost
        figure = gains.figure(self.state, self.seat, copy)
        if self.is_aimed:
            with canvas.fade(1.0 if self.chosen else 0.85):
                paint_card(canvas, copy, box, figure)
        else:
            paint_dashes(canvas, box, "#ffffff")
            canvas.label("+", Rect(box.x, box.y + box.h / 2, box.w, 20), "text", 16, "bold")
            words = f"+{figure.lstrip('+')}" if figure else ""
            canvas.label(words, Rect(box.x, box.y + box.h / 2 - 20, box.w, 18), "text", 13, "bold")

    def _title(self, canvas: Canvas, x: float, y: float, wide: float, whole: bool) -> None:
        """Draw the names of both nations."""
        names = self.model.names
        to = names.plain_name(self.other).lower() if self.other == names.own else names.plain_name(self.other)
        if whole:
            x += (
                canvas.text(names.plain_name(self.seat), x, y, seat_ink(self.seat), 12.5, "bold", limit=wide / 2 - 8)
                + 4
            )
        x += canvas.text("›", x, y, "muted", 12.5, "bold") + 4
        canvas.text(to, x, y, seat_ink(self.other), 12.5, "bold", limit=wide / (2 if whole else 1) - 8)

    def _draw_shut(self, canvas: Canvas, r: Rect, shut: int) -> None:
        """Draw the reason why no card may be played here."""
        state, names = self.state, self.model.names
        if self.seat == self.board.own:
            canvas.icon("locked", Rect(r.x + 14, r.y + r.h / 2 - 9, 18, 18), "muted")
            self._title(canvas, r.x + 42, r.y + r.h / 2 + 6, r.w - 50, True)
            fate = "gone" if state.eliminated[shut] else "in Ruin"
            why = (
                f"closed: {names.plain_name(shut)} {'are' if shut == names.own else 'is'} {fate}"
                if shut
                else self.closed
            )
            richtext.paint(canvas, richtext.escape(why), Rect(r.x + 42, r.y + 4, r.w - 50, r.h / 2 - 2), "muted", 12)
            return
        self._title(canvas, r.x + 10, r.top - 17, r.w - 20, r.w > 120)
        gone = shut == self.seat and r.w > 120
        words = "all its cards are gone" if gone else "out" if state.eliminated[shut] else "in Ruin"
        canvas.icon("ruin", Rect(r.center[0] - 9, r.y + r.h / 2 - 9, 18, 18), "muted")
        canvas.label(words, Rect(r.x + 4, r.y + 6, r.w - 8, 18), "muted", 12)

    def _draw_far(self, canvas: Canvas, r: Rect) -> None:
        self._title(canvas, r.x + 10, r.top - 17, r.w - 18, False)
        if not self.entries:
            canvas.label("no cards", Rect(r.x + 4, r.y + 8, r.w - 8, r.h - 34), "muted", 12)
        if self._has_sealed_pact:
            canvas.icon("pact", Rect(r.right - 20, r.top - 20, 14, 14), "good")

    def _draw_words(self, canvas: Canvas, r: Rect) -> None:
        """Draw the totals of the cards, with the Pact if there is one."""
        state, own = self.state, self.seat == self.board.own
        right = r.right - 8
        if self._has_sealed_pact:
            right = self._draw_pact(canvas, r)
        copies = self.model.faces(self.seat, self.entries)
        empty = not self.shown and not self._ghost
        x = r.x + 12 if empty else self.boxes(r)[-1].right + 9
        wide, y = right - x, r.top - 20
        if self._ghost and self.is_aimed and self.board.inquiry and self.pick:
            found = gains.gain(self.board.inquiry, self.pick)
            self._title(canvas, x, y, wide, wide > 110)
            first, _, rest = found.short.partition(" ")
            more = (
                {"good": "{good}+1 from the Pact{/}", "bad": "{bad}breaks the Pact{/}"}[found.ink] if found.pact else ""
            )
            words = f"{{accent}}*{first}*{{/}} {rest}\n{more}"
            room = Rect(x, r.y + 4, wide, r.h - 30)
            richtext.paint(canvas, words, room, "text", max(11.0, richtext.fit_size(words, wide, room.h, 13)))
            return
        self._title(canvas, x, y, wide, empty or wide > 110)
        if wide < 56:
            return
        if empty:
            canvas.label("no cards yet" if own else "no cards", Rect(x, y - 24, wide, 17), "muted", 12, align=0)
            return
        if own:
            lines = [("attack", totals.attack_total(state, self.seat, copies)),
                     ("def.", totals.defence_total(state, self.seat, copies))]  # fmt: skip
            for i, (word, number) in enumerate(lines):
                canvas.label(word, Rect(x, y - 24 - 22 * i, 42, 18), "muted", 12, align=0)
                canvas.label(str(number), Rect(x + 45, y - 24 - 22 * i, 20, 18), "text", 15, "bold", 0)
            return
        hidden, low = copies.count(0), r.h < 74
        words = f"{hidden} face down" if hidden else f"{len(copies)} known"
        canvas.label(words, Rect(x, y - (21 if low else 25), wide, 17), "muted", 12, align=0)
        if hidden:
            might, at = str(state.dial_value(self.seat, MIGHT)), y - (33 if low else 40)
            long = typeset.width("Cannon hits ", "text", 12) + typeset.width(might, "bold", 13) <= wide
            end = x + canvas.text("Cannon hits " if long else "hits ", x, at, "muted", 12)
            canvas.text(might, end, at, "bad", 13, "bold")

    def _draw_pact(self, canvas: Canvas, r: Rect) -> float:
        """Draw the Pact on this border; return the left edge of its drawing."""
        if not self._has_plate(r):
            box = Rect(r.right - 29, r.top - 26, 23, 20)
            canvas.box(PACT, box)
            canvas.icon("pact", box.inset(4, 3), "good")
            return r.right - 8
        box = Rect(r.right - 84, r.y + 9, 76, r.h - 18)
        canvas.box(PACT, box)
        canvas.icon("pact", Rect(box.x + 6, box.top - 22, 15, 15), "good")
        canvas.label("PACT", Rect(box.x + 24, box.top - 24, box.w - 28, 19), "text", 13, "bold", 0)
        richtext.paint(
            canvas,
            "{good}green:{/} *+1*\n{bad}red:{/} breaks",
            Rect(box.x + 7, box.y + 4, box.w - 10, box.h - 28),
            "text",
            12,
        )
        return box.x - 4

    def _draw_post(self, canvas: Canvas, r: Rect) -> None:
        """Draw a far border between five nations, as an emblem and a count."""
        fights = {self.seat, self.other} == set(self.board.disputed)
        tint = theme().color(f"seat_{self.seat}")[:3]
        canvas.box(
            DISPUTED_BORDER_FRAME
            if fights
            else BoxStyle(PLAIN_COLOR, PLAIN_COLOR, (*tint, 255 if self.pointed else 150), 5, 1),
            r.inset(1, 0),
        )
        left = self.board.is_left_side(self.seat, self.other)
        paint_emblem(canvas, self.model, self.seat, Rect(r.x + 5 if left else r.right - 25, r.y + r.h / 2 - 10, 20, 20))
        count = Rect(r.x + 27 if left else r.x + 3, r.y, r.w - 30, r.h)
        shut = self.state.ruined[self.seat] or self.state.eliminated[self.seat]
        if shut:
            canvas.icon("ruin", count.inset(2, 6), "muted")
        else:
            canvas.label(str(len(self.shown)), count, "text" if self.shown else "muted", 14, "bold")
        if self._has_sealed_pact and left:
            canvas.box(PACT, Rect(r.right - 11, r.y + r.h / 2 - 9, 22, 18))
            canvas.icon("pact", Rect(r.right - 7, r.y + r.h / 2 - 7, 14, 14), "good")
