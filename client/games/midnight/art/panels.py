"""Panel of a nation: emblem, name, Worth gauge with the next tick's loss, four dials, piles, Capital."""

from __future__ import annotations

from client.art import war_map
from client.art.theme import rgb
from client.games.midnight.art.pictures import paint_emblem
from client.games.midnight.text.names import CARD_ICONS, DIAL_ICONS, card_name, nation_name
from client.table.match.seat_status import paint_plate, seat_activity
from client.table.seats.emblem import seat_ink
from client.table.view_model import ViewModel
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from core.games.midnight import totals
from core.games.midnight.cards import DIAL_NAMES, UPGRADE, kind_of
from core.games.midnight.state import Midnight
from core.games.midnight.worth import recovery_worth

MIN_TEXT_SIZE = 11.0
"""Design pixels: minimum size of a text."""
DIAL_TINTS = ((255, 138, 120, 255), (116, 190, 255, 255), (214, 150, 255, 255), (111, 220, 140, 255))
NEXT_STEP_WORDS = ("Cannon", "Shield", "actions", "Build")
"""Words for the effect of the next step of each dial."""
GAUGE_H = 11.0
SKULL_BOX = BoxStyle((120, 24, 18, 250), (84, 14, 12, 250), (255, 170, 150, 255), 9, 1, (0, 0, 0, 170), 3)
PALE_BOX = BoxStyle((236, 236, 240, 255), (206, 208, 216, 255), (255, 255, 255, 255), 9, 1, (0, 0, 0, 170), 3)
CHIP_BOXES = {"gold": BoxStyle((92, 68, 20, 255), (66, 47, 12, 255), (217, 164, 65, 255), 5),
         "violet": BoxStyle((70, 42, 100, 255), (48, 28, 72, 255), (160, 108, 208, 255), 5)}  # fmt: skip


def chip(
    canvas: Canvas, box: BoxStyle | str, icon: str, words: str, right: float, y: float, ink: str = "text"
) -> float:
    """Draw a small box with an icon and a word that ends at `right`; return the left edge of the box."""
    wide = typeset.width(words, "bold", MIN_TEXT_SIZE) + (22 if icon else 11) + (0 if words else -5)
    r = Rect(right - wide, y, wide, 17)
    canvas.box(box, r)
    if icon:
        canvas.icon(icon, Rect(r.x + 4, r.y + 3, 11, 11), ink)
    if words:
        canvas.label(
            words, Rect(r.x + (17 if icon else 5), r.y, wide - (18 if icon else 6), r.h), ink, MIN_TEXT_SIZE, "bold", 0
        )
    return r.x


def gauge(canvas: Canvas, state: Midnight, seat: int, bar: Rect, worth: float = -1.0, gone: int = 0) -> None:
    """Draw a gauge of Worth from 0 to the Worth that wins, with a line at the Worth of recovery.

    The part that the next tick takes, or the Worth `gone` just now, is hatched.
    """
    now = state.worth[seat] if worth < 0 else worth
    ruined = bool(state.ruined[seat])
    canvas.box(BoxStyle((6, 8, 12, 255), (14, 17, 24, 255), (74, 82, 98, 255), 5), bar)
    inner = bar.inset(1.5)
    winning = state.rules.numbers.winning_worth
    one = (inner.w - 14) / winning
    full = min(now, winning) * one
    lost = 0.0 if ruined or not state.clock else min(full, totals.tick_loss(state, state.clock) * one)
    lost = min(full, gone * one) if gone else lost
    if full - lost > 0:
        fill = (148, 152, 160, 255) if ruined else (240, 198, 103, 255)
        canvas.fill(Rect(inner.x, inner.y, full - lost, inner.h), fill)
        canvas.fill(Rect(inner.x, inner.y + inner.h * 0.55, full - lost, inner.h * 0.45), (255, 236, 180, 90))
    if lost > 0:
        side = max(6, round(inner.h * canvas.scale))
        picture = canvas.textures.get(("stripes", side), lambda: war_map.stripes(side, rgb("#ff5a48")), canvas.scale)
        x, end = inner.x + full - lost, inner.x + full
        with canvas.clip(Rect(x, inner.y, lost, inner.h)):
            while x < end:
                canvas.image(picture, Rect(x, inner.y, inner.h, inner.h))
                x += inner.h
    for tick in range(10, winning, 10):
        canvas.fill(Rect(inner.x + tick * one, inner.y, 0.8, inner.h * 0.4), (220, 226, 236, 120))
    if ruined:
        at = inner.x + recovery_worth(state) * one
        canvas.fill(Rect(at, bar.y - 3, 2, bar.h + 6), "good")
    ink = "accent" if now >= winning - 10 else "muted"
    canvas.icon("trophy", Rect(inner.right - 12, inner.y - 0.5, 10, inner.h + 1), ink)


def dial_rect(rect: Rect, dial: int, form: str) -> Rect:
    """Return the place of a dial in a panel of this form: "wide", "tall" or "low"."""
    if form == "wide":
        x, y, w, h, gap = rect.x + 222, rect.y + 7, (rect.w - 230) / 2 - 2, (rect.h - 18) / 2, 4.0
    else:
        top = 55.0 if form == "low" else 60.0
        h = min(36.0, (rect.h - top - 30) / 2)
        x, y, w, gap = rect.x + 9, rect.y + 24, (rect.w - 22) / 2, 4.0
    return Rect(x + (dial % 2) * (w + gap), y + (1 - dial // 2) * (h + gap), w, h)


def paint_dial(canvas: Canvas, state: Midnight, seat: int, dial: int, r: Rect, own: bool) -> None:
    """Draw a dial's icon, name and value, and below them its steps and the gain of the next step."""
    step, values = state.dials[seat][dial], state.rules.dials[dial]
    ruined = bool(state.ruined[seat])
    canvas.box(BoxStyle((10, 14, 21, 225), (10, 14, 21, 225), (58, 68, 84, 255), 4), r)
    tint = DIAL_TINTS[dial] if not ruined else (150, 156, 168, 255)
    half = r.h / 2
    canvas.icon(DIAL_ICONS[dial], Rect(r.x + 4, r.y + half, 13, 13), tint)
    value = Rect(r.right - 21, r.y + 2, 17, r.h - 4)
    canvas.label(str(values[step]), value, "text", min(17.0, r.h * 0.55), "bold", 1)
    canvas.label(DIAL_NAMES[dial], Rect(r.x + 20, r.y + half - 1, r.w - 44, half), "text", 12, "bold", 0)
    for i in range(len(values) - 1):
        pip = Rect(r.x + 5 + i * 7, r.y + half / 2 - 2, 5.5, 4)
        canvas.fill(pip, tint if i < step else (86, 95, 112, 255))
    if ruined:
        words = "locked"
    elif step + 1 == len(values):
        words = "at maximum"
    else:
        words = f"{NEXT_STEP_WORDS[dial]} → {values[step + 1]}" if own and r.w > 110 else f"next {values[step + 1]}"
    at = r.x + 7 + 7 * (len(values) - 1)
    canvas.label(words, Rect(at, r.y + 1, value.x + 1 - at, half - 1), "muted", MIN_TEXT_SIZE, align=0)


def paint_panel(
    canvas: Canvas, model: ViewModel, seat: int, r: Rect, form: str, trend: int, lit: bool, worth: float = -1.0
) -> None:
    state = model.table_of(Midnight)
    own, out = seat == model.own, bool(state.eliminated[seat])
    paint_plate(canvas, model, seat, r, lit or (state.current == seat and bool(state.turn) and not state.over))
    head = Rect(r.x + 9, r.top - 46, (212 if form == "wide" else r.w - 16), 40)
    if form == "low":
        head = Rect(head.x, r.top - 42, head.w, 38)
    with canvas.fade(0.45 if out else 1.0):
        paint_emblem(canvas, model, seat, Rect(head.x, head.y + 3, 34, 34))
    left = _paint_worth(canvas, state, seat, head, trend)
    x = head.x + 43
    canvas.label(model.names.plain_name(seat), Rect(x, head.y + 20, left - x - 2, 20), seat_ink(seat), 15.5, "bold", 0)
    _paint_nation(canvas, model, seat, Rect(x, head.y + 2, head.right - 52 - x, 15))
    bar = Rect(head.x + 2, head.y - (13 if form != "low" else 11), head.w - 2, GAUGE_H)
    gauge(canvas, state, seat, bar, worth)
    for dial in range(4):
        paint_dial(canvas, state, seat, dial, dial_rect(r, dial, form), own)
    foot = Rect(r.x + 9, r.y + (8 if form == "wide" else 4), head.w - 2, 18)
    _paint_foot(canvas, state, seat, foot)


def _paint_nation(canvas: Canvas, model: ViewModel, seat: int, room: Rect) -> None:
    """Draw the nation's name, or the seat's activity if that is more important."""
    state = model.table_of(Midnight)
    if state.over:
        icon, words, ink = ("trophy", "winner", "accent") if seat in state.winners else ("tick", "done", "muted")
    else:
        found = seat_activity(model, seat, "your turn" if state.current == seat or not state.turn else "your choice")
        if found is None:
            canvas.label(nation_name(state, seat), room, "muted", 12, align=0)
            return
        icon, words, ink = found
    canvas.icon(icon, Rect(room.x, room.y + 2, 12, 12), ink)
    canvas.label(words, Rect(room.x + 15, room.y, room.w - 15, room.h), ink, 12, align=0)


def _paint_worth(canvas: Canvas, state: Midnight, seat: int, head: Rect, trend: int) -> float:
    """Draw the Worth in large figures, and its trend; return the left edge."""
    words = str(state.worth[seat])
    low = state.clock and state.worth[seat] <= totals.tick_loss(state, state.clock) and not state.ruined[seat]
    wide = typeset.width(words, "bold", 25)
    at = head.right - wide - 3
    ink = "muted" if state.ruined[seat] or state.eliminated[seat] else "bad" if low else "vp"
    canvas.label(words, Rect(at, head.y + 11, wide + 2, 30), ink, 25, "bold", 1)
    canvas.label("Worth", Rect(head.right - 48, head.y + 1, 45, 13), "muted", MIN_TEXT_SIZE, align=1)
    at -= 19
    canvas.icon("worth", Rect(at, head.y + 18, 16, 16), ink)
    if trend:
        ground = BoxStyle((16, 58, 36, 255), (12, 44, 28, 255), (63, 174, 116, 255), 8) if trend > 0 else SKULL_BOX
        at = chip(canvas, ground, "up" if trend > 0 else "down", str(abs(trend)), at - 4, head.y + 19)
    return at - 4


def _paint_foot(canvas: Canvas, state: Midnight, seat: int, foot: Rect) -> None:
    """Draw the numbers of cards in hand, deck and stockpile, and the content of the Capital."""
    piles = state.piles
    numbers = piles.hand_size(seat), piles.size(seat), len(state.stock[seat])
    x = foot.x
    for icon, number in zip(("hand", "draw pile", "stockpile"), numbers):
        canvas.icon(icon, Rect(x, foot.y + 3, 13, 13), "muted")
        x += 16
        x += canvas.text(str(number), x, foot.y + 5, "text", 12.5, "bold") + 11
    right, copies = foot.right, state.capital[seat]
    named = sum(typeset.width(card_name(copy), "bold", MIN_TEXT_SIZE) + 23 for copy in copies) < right - x
    for copy in reversed(copies):
        ground = CHIP_BOXES["gold" if kind_of(copy) == UPGRADE else "violet"]
        right = chip(canvas, ground, CARD_ICONS[kind_of(copy)], card_name(copy) if named else "", right, foot.y + 1) - 4


def tag_of(model: ViewModel, seat: int) -> tuple[BoxStyle, str, str, tuple[int, int, int, int]] | None:
    """Return the tag for a panel if the nation is in Ruin or the next tick will ruin it, else None."""
    state = model.table_of(Midnight)
    if state.eliminated[seat]:
        return PALE_BOX, "ruin", "ELIMINATED", (30, 32, 40, 255)
    if state.ruined[seat]:
        return PALE_BOX, "ruin", f"IN RUIN · back at {recovery_worth(state)} Worth", (30, 32, 40, 255)
    if state.turn and totals.falls_at_next_tick(state, seat):
        who = "you" if seat == model.names.own else model.names.plain_name(seat)
        return SKULL_BOX, "ruin", f"the next tick ruins {who}", (255, 236, 228, 255)
    return None


def paint_tag(canvas: Canvas, model: ViewModel, seat: int, panel: Rect) -> None:
    """Paint the tag on the upper edge of a panel."""
    found = tag_of(model, seat)
    if found is None:
        return
    box, icon, words, ink = found
    wide = typeset.width(words, "bold", 12) + 34
    r = Rect(panel.center[0] - wide / 2, panel.top - 7, wide, 19)
    canvas.box(box, r)
    canvas.icon(icon, Rect(r.x + 9, r.y + 3, 13, 13), ink)
    canvas.label(words, Rect(r.x + 25, r.y, wide - 33, r.h), ink, 12, "bold", 0)
