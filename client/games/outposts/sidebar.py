"""Sidebar and choices of Outposts: the lifted card, the list, and the row above the hand."""

from __future__ import annotations

from functools import partial

from client.games.outposts.art import GOODS_COLOURS, paint_card
from client.games.outposts.prompts import DEED_NAMES, RAZE, OutpostsPrompt
from client.games.outposts.tooltips import SIGNS, card_tip, gain_words, spell_icons
from client.table.pick.chooser import Offer
from client.table.pick.preview import LiftedCard
from client.table.pick.prompts import Sidebar
from client.table.pick.script import CARD, Pick
from client.table.prompt.action_panel import ListEntry
from client.table.seats.names import Names, possessive_heading
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from core.games.outposts import cards, cleanup, production, setup
from core.games.outposts.board import DIRECTIONS, territory
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import WARDEN

CONFIRM = {setup.LEAGUE: "Lead it", setup.BURY: "Put them there", production.FAVOUR: "Favour it",
           cleanup.TIDY: "Keep these"}  # fmt: skip
BUTTON_LABELS = {"link": "Claim it", "board": "Do it", "labour": "Labour", "walls": "Place them", "pass": "Pass",
        "place": "Raze it", "rival": "Do it", "own": "Use it"}  # fmt: skip
"""Label of the large button, by the question or by the first pick of an action."""
ICONS = {"place": "outpost", "away": "discard", "own": "play", "loc": "exposed", "link": "connection", "row": "card",
         "board": "done", "labour": "labour", "walls": "wall", "rival": "seat 1", "ruin": "ruins", "take": "hand",
         "pass": "pass"}  # fmt: skip
MAX_GAIN_LETTERS = 12
"""Letters: maximum length of a pick's gain in the list; the tooltip has the rest."""
ROW_KINDS = ("deed", "level", "mark", "league", "way")
"""Kinds of picks without a place on the table; the row of choices above the hand shows them."""
DEED_SIGNS = ("survey mark", "parley mark", "raid mark", "crew")


def list_entry(names: Names, inquiry: OutpostsPrompt, pick: Pick) -> ListEntry | None:
    """Return the list entry of a pick, or None if it has none.

    Cards are shown in the hand, and other picks in the row above it.
    """
    kind, number = pick
    if kind in (CARD, "pass", *ROW_KINDS):
        return None
    name = names.to_plain_text(inquiry.pick_name(pick))
    price, gives = inquiry.price(pick), inquiry.gives(pick)
    short = spell_icons(gives) if kind != "rival" else ""
    short = short if len(short) <= MAX_GAIN_LETTERS else ""
    if kind == "place" and price and not inquiry.answers:
        short = f"costs {spell_icons(price)}"
    seat = number if kind == "rival" and number != WARDEN else 0
    icon = f"seat {number}" if seat else "warden" if kind == "rival" else ICONS.get(kind, "right")
    words = possessive_heading(names, number, "hold") if seat else name
    return ListEntry(icon, words, short, f"{name} {spell_icons(price)}".strip(), seat)


def choice_offer(_: Names, inquiry: OutpostsPrompt, pick: Pick) -> Offer | None:
    """Return a choice of the row, or None if the pick has none.

    The row shows uses of a card, levels to gain, marks, leagues and Directions.
    """
    kind, number = pick
    if kind not in ROW_KINDS:
        return None
    if kind == "deed":
        tip = None
        return Offer(DEED_NAMES[number], tip=tip, picture=partial(_paint_deed, number, inquiry.price(pick),
                                                                  inquiry.gives(pick)))  # fmt: skip
    if kind == "level":
        return Offer(f"Level {number}", picture=partial(_paint_words, f"level {number}", inquiry.gives(pick)))
    if kind == "mark":
        return Offer(SIGNS[number], picture=partial(_paint_mark, number))
    if kind == "league":
        league = inquiry.state.rules.leagues[number]
        words = f"each round {gain_words(league.produces)}"
        below = f"once a round {gain_words(league.pays)} › {gain_words(league.gives)}"
        return Offer(league.name, f"{league.name}: {words}", picture=partial(_paint_league, league.name, words, below))
    fair = production.fair_gain(inquiry.state, inquiry.seat, number)
    return Offer(DIRECTIONS[number].capitalize(), picture=partial(_paint_words, DIRECTIONS[number], gain_words(fair)))


def _paint_deed(deed: int, price: str, gives: str, canvas: Canvas, r: Rect) -> None:
    """Paint a flag over the lifted card, with its use, price and gain."""
    ink = GOODS_COLOURS[(5, 7, 6, 0)[deed]] if deed != RAZE else GOODS_COLOURS[6]
    canvas.icon(DEED_SIGNS[deed], Rect(r.x + 8, r.top - 24, 17, 17), ink)
    canvas.label(DEED_NAMES[deed], Rect(r.x + 31, r.top - 27, 90, 22), "text", 15, "bold", 0)
    richtext.paint(canvas, price, Rect(r.right - 56, r.top - 27, 52, 22), "text", 14)
    room = Rect(r.x + 9, r.y + 3, r.w - 14, 20)
    words = f"{{good}}+{{/}} {gives}" + ("  {muted}and each round{/}" if deed == 1 else "")
    richtext.paint(canvas, words, room, "text", richtext.fit_size(words, room.w, room.h, 13.5))


def _paint_words(head: str, words: str, canvas: Canvas, r: Rect) -> None:
    canvas.label(head, Rect(r.x + 6, r.top - 25, r.w - 12, 21), "accent", 14, "bold")
    room = Rect(r.x + 10, r.y + 4, r.w - 16, 21)
    richtext.paint(canvas, words, room, "text", richtext.fit_size(words, room.w, room.h, 14))


def _paint_league(name: str, words: str, below: str, canvas: Canvas, r: Rect) -> None:
    canvas.label(name, Rect(r.x + 6, r.top - 17, r.w - 12, 16), "accent", 12.5, "bold")
    for i, line in enumerate((words, below)):
        room = Rect(r.x + 7, r.top - 33 - 15 * i, r.w - 10, 16)
        richtext.paint(canvas, line, room, "text", richtext.fit_size(line, room.w, room.h, 11.5))


def _paint_mark(kind: int, canvas: Canvas, r: Rect) -> None:
    canvas.icon(SIGNS[kind], Rect(r.center[0] - 10, r.center[1] - 2, 20, 20), GOODS_COLOURS[kind])
    canvas.label(SIGNS[kind], Rect(r.x + 4, r.y + 3, r.w - 8, 18), "text", 12.5)


def lifted_card(inquiry: OutpostsPrompt, pick: Pick | None) -> LiftedCard | None:
    """Return the lifted card with its effect at the pick, or None."""
    copies = (
        inquiry.picked_numbers(CARD)
        or inquiry.picked_numbers("row")
        or inquiry.picked_numbers("own")
        or inquiry.picked_numbers("loc")
    )
    if pick is not None and not copies and pick[0] in ("row", "link", "own", "loc"):
        copies = [pick[1]]
    if not copies:
        return None
    copy, words = copies[0], ""
    if pick is not None and pick[0] not in (CARD,):
        price, gives = inquiry.price(pick), inquiry.gives(pick)
        kind, number = pick
        where = territory(number).name if kind in ("place", "away") else ""
        lines = [f"*{escape(where)}*" if where else "", f"{{muted}}costs{{/}} {price}" if price else "",
                 f"{{good}}gains{{/}} {gives}" if gives and gives != "nothing" else ""]  # fmt: skip
        words = "\n".join(filter(None, lines))
    words = words or card_tip(copy, inquiry.state.rules).split("\n")[1]
    return LiftedCard(cards.name_of(copy), partial(_paint_lifted, inquiry.state.rules, copy), 0, words)


def _paint_lifted(rules: Rules, copy: int, canvas: Canvas, box: Rect) -> None:
    paint_card(canvas, copy, box, rules)


SIDEBAR = Sidebar(lifted_card, list_entry, choice_offer)
