"""Our home row: Capital, stockpile and discard pile, with the gain that a lifted card has there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.midnight.art import geometry
from client.games.midnight.art.pictures import paint_card, paint_dashes
from client.games.midnight.text import gains
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from core.games.midnight import action
from core.games.midnight.cards import SIREN, UPGRADE, kind_of

if TYPE_CHECKING:
    from client.games.midnight.places import HomePlace

LEAST_WORD = 11.5


def paint_home(canvas: Canvas, home: HomePlace, r: Rect) -> None:
    """Paint the icon, the name and the content of a home place, and the gain of the lifted card."""
    state, own = home.state, home.board.own
    home.paint_ground(canvas, r, own)
    icon, words, _ = home.SHOWS[home.what]
    if home.what == "capital":
        _paint_capital(canvas, home, r)
        return
    half = r.h < 60
    if home.pick is not None and home.pick[0] == action.PAIR:
        words = "Pair"
    if not half:
        canvas.icon(icon, Rect(r.x + r.w / 2 - 11, r.top - 31, 22, 22), "text" if home.pick else "muted")
    line = Rect(r.x + 3, r.top - (21 if half else 51), r.w - 6, 18)
    canvas.label(words, line, "text", 13, "bold")
    found = gains.gain(home.board.inquiry, home.pick) if home.board.inquiry and home.pick else None
    if found is not None and home.what != "store":
        lines = [(found.short.removesuffix(" now"), "accent"), ("now", "muted")]
    elif home.what == "store":
        count = len(state.stock[own])
        lines = [(f"{count} card{'s' * (count != 1)}", "text"), ("for Midnight", "muted")]
    else:
        count = len(state.piles.discard[own])
        lines = [(f"{count} card{'s' * (count != 1)}", "muted"), ("until sunrise", "muted")]
    for i, (text, ink) in enumerate(lines[: 1 if half else 2]):
        canvas.label(text, line.moved(0, -16 - 15 * i), ink, 12.5 if not i else 12, "bold" if not i else "text")


def _paint_capital(canvas: Canvas, home: HomePlace, r: Rect) -> None:
    state, own = home.state, home.board.own
    canvas.icon("capital", Rect(r.x + 7, r.top - 19, 13, 13), "muted")
    canvas.label(home.title, Rect(r.x + 23, r.top - 21, r.w - 26, 17), "text", 12.5, "bold", 0)
    copies = list(state.capital[own])
    ghost = home.board.lifted if home.pick is not None else 0
    card = 46.0, 63.0
    room = Rect(r.x + 7, r.y + 6, r.w - 14 - (0 if len(copies) + bool(ghost) > 1 else 50), 63)
    boxes = geometry.cards_in(room, len(copies) + bool(ghost), card)
    for copy, box in zip(copies, boxes):
        paint_card(canvas, copy, box)
    if ghost:
        if home.is_aimed:
            paint_card(canvas, ghost, boxes[-1])
        else:
            paint_dashes(canvas, boxes[-1], "#ffffff")
    alive = state.living_seats()
    for what, words in ((UPGRADE, ("then all", "upgrade")), (SIREN, ("then the", "clock ticks"))):
        if any(kind_of(copy) == what for copy in (*copies, ghost) if copy) and len(copies) + bool(ghost) == 1:
            lie = sum(kind_of(c) == what for s in alive for c in state.capital[s])
            x = boxes[-1].right + 5
            wide = r.right - x - 3
            canvas.label("all lands:", Rect(x, r.y + 55, wide, 13), "muted", LEAST_WORD, align=0)
            canvas.label(f"{lie} of {len(alive)}", Rect(x, r.y + 37, wide, 18), "accent", 14, "bold", 0)
            for i, word in enumerate(words):
                canvas.label(word, Rect(x, r.y + 21 - 13 * i, wide, 13), "muted", LEAST_WORD, align=0)
    if not boxes:
        richtext.paint(canvas, "Upgrades and\nSirens wait here", Rect(r.x + 8, r.y + 10, r.w - 12, 44), "muted", 12)
