"""What stands beside the table of Midnight: the laws in force, and what the own action offers."""

from __future__ import annotations

from functools import partial

from client.kit import richtext
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.midnight.art.pictures import paint_card
from client.midnight.inquiry import Inquiry
from client.midnight.words import gains
from client.midnight.words.names import NATION_WORDS, card_name, card_tip
from client.table.action_panel import Listed
from client.table.chooser import Offer
from client.table.names import Names
from client.table.pick_screen import Sidebar
from client.table.picking import Pick
from client.table.preview import Lifted
from core.midnight.cards import NATIONS
from core.midnight.setup import NATION

ICON_OF = {"border": "pact", "capital": "capital", "store": "stockpile", "discard": "discard", "set": "discard",
           "pair": "discard", "look": "eye", "entry": "right", "stop": "done"}  # fmt: skip
"""What stands for a kind of pick in a list."""
SHORT = {"capital": "Capital", "store": "Stockpile", "discard": "Discard", "set": "Set of three", "pair": "A pair"}
"""Places in a list."""


def lifted(inquiry: Inquiry, pick: Pick | None) -> Lifted | None:
    """The card that is lifted or turned, and what it would do there."""
    copy = next((what for kind, what in reversed(inquiry.picked) if kind == "card"), 0)
    moved = next((what for kind, what in inquiry.picked if kind == "entry"), 0)
    if moved:
        copy = inquiry.secrets.faces.get(moved, 0) if moved > 0 else -moved
    if not copy:
        return None
    figure = gains.figure(inquiry.state, inquiry.seat, copy)
    picture = partial(_paint_lifted, copy, figure)
    if pick is None:
        return Lifted(card_name(copy), picture)
    found = gains.gain(inquiry, pick)
    pact = f"\n{{{found.ink}}}{richtext.escape(found.pact)}{{/}}" if found.pact else ""
    seat = pick[1] if pick[0] in ("border", "look") else 0
    return Lifted(card_name(copy), picture, seat, f"{richtext.escape(found.long)}{pact}")


def _paint_lifted(copy: int, figure: str, canvas: Canvas, box: Rect) -> None:
    paint_card(canvas, copy, box, figure)


def head_of(inquiry: Inquiry) -> str:
    """What stands over the list of lit places."""
    turns = all(kind == "entry" for kind, _ in inquiry.targets or inquiry.instead if kind not in ("card", "stop"))
    return "Or turn one of your cards" if turns else "Lit places"


def listed(names: Names, inquiry: Inquiry, pick: Pick) -> Listed | None:
    """How a pick stands in the list; cards are in the hand, nations and hands that one sees in a row of their own."""
    kind, what = pick
    if kind in ("card", "nation", "theirs", "stop"):
        return None
    seat = what if kind in ("border", "look") else 0
    words = f"To {names.who(seat)}" if kind == "border" else f"Look at {names.who(seat)}" if seat else ""
    name = names.plain(inquiry.name_of(pick))
    gives = gains.gain(inquiry, pick).short if kind not in ("dial", "entry") else ""
    icon = f"seat {what}" if seat else ICON_OF.get(kind, "right")
    return Listed(icon, words or SHORT.get(kind) or name.partition(":")[0], gives, name, seat)


def offered(_: Names, inquiry: Inquiry, pick: Pick) -> Offer | None:
    """The five nations at the beginning, and the hand that a captor sees."""
    kind, what = pick
    if kind == "nation":
        return Offer(NATIONS[what], NATION_WORDS[what])
    if kind != "theirs":
        return None
    copy = inquiry.copy_of(pick)
    return Offer(card_name(copy), tip=card_tip(copy), picture=partial(_paint_offered, copy))


def _paint_offered(copy: int, canvas: Canvas, r: Rect) -> None:
    high = min(r.h - 12, (r.w - 8) / 0.72)
    paint_card(canvas, copy, Rect(r.center[0] - high * 0.36, r.center[1] - high / 2, high * 0.72, high))


def choice_head(inquiry: Inquiry) -> tuple[str, str]:
    """Title and note of that row."""
    if inquiry.asked_of is NATION:
        return "The nation that you lead", "all five have the same cards and dials"
    return "Take one of their cards", ""


SIDEBAR = Sidebar(lifted, listed, offered, choice_head)
