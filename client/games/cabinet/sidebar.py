"""Texts around the hand of Cabinet: the lifted card, the list, and the row of choices."""

from __future__ import annotations

from functools import partial

from client.games.cabinet.art import paint_back, paint_card, paint_token
from client.games.cabinet.prompts import STOP, CabinetPrompt
from client.games.cabinet.tooltips import card_tip
from client.table.pick.chooser import Offer
from client.table.pick.preview import LiftedCard
from client.table.pick.prompts import Sidebar
from client.table.pick.script import CARD, Pick
from client.table.prompt.action_panel import ListEntry
from client.table.seats.names import Names
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from core.engine.text.words import capitalise, format_count
from core.games.cabinet import action, cards, discards, milestones, ministries, payment, standing, turn
from core.games.cabinet.ruleset import Rules
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.catalogue import LOSER_DESCRIPTIONS, lasting_text
from core.games.cabinet.text.words import name_list

CONFIRM = {turn.DRAW: "Draw", turn.MIX: "Draw", payment.SETTLE: "Decide",
           milestones.ATTEMPT: "Attempt it", payment.PLEDGE: "Pledge", discards.OFFER: "Offer",
           discards.LOSE: "Discard", discards.TRIM: "Discard", ministries.ARRANGE: "Put them back",
           ministries.GUESTS: "They draw", ministries.SWAP: "Propose it", ministries.ACCEPT: "Answer",
           ministries.TAKE: "Take"}  # fmt: skip
"""Label of the large button, by kind of question."""
DEEDS = {"deck": "Draw it", "milestone": "Attempt it", "challenge": "Pay it", "seat": "Give it", "play": "Play it",
         "stop": "Skip it", "way": "Pay it"}  # fmt: skip
ICONS = {"deck": "draw pile", "milestone": "milestone", "challenge": "challenge", "aside": "card", "seat": "hand",
         "play": "done", "way": "funds", "yes": "tick", "none": "cross", "stop": "done"}  # fmt: skip
OUT = STOP, ("none", 0)
"""Picks that decline an optional question."""
SIDE = ("theirs", "spent", "way", "yes", "mix", "settle")
"""Kinds of picks without a place on the table; the row of choices above the hand shows them."""


def list_entry(names: Names, inquiry: CabinetPrompt, pick: Pick) -> ListEntry | None:
    """Return the list entry of a pick, or None if it has none.

    Cards are shown in the hand, and other picks in the row above it.
    """
    kind, number = pick
    if kind in (CARD, "stop", "none", *SIDE):
        return None
    name = names.to_plain_text(inquiry.pick_name(pick))
    if kind == "seat":
        given = inquiry.asked_of is action.ACT
        words = f"Give it to {names.plain_name(number)}" if given else names.plain_name(number)
        return ListEntry(f"seat {number}", words, "", words, number)
    gives = ""
    if kind == "challenge":
        gives = name_list(inquiry.payments[0]) if inquiry.payments else ""
    return ListEntry(ICONS.get(kind, "right"), name, gives, name)


def choice_offer(names: Names, inquiry: CabinetPrompt, pick: Pick) -> Offer | None:
    """Return the row entry of a pick, or None if it has none.

    The row shows cards of other hands or of a pile, payments, and the answers yes and no.
    """
    kind, number = pick
    if kind not in SIDE:
        return None
    rules = inquiry.state.rules
    if kind in ("theirs", "spent"):
        return Offer(cards.name_of(number), tip=card_tip(number, rules), picture=partial(_paint_offered, rules, number))
    if kind == "way":
        return Offer("Pay with", picture=partial(_paint_way, inquiry.payments[number]))
    if kind == "mix":
        return Offer(inquiry.pick_name(pick), picture=partial(_paint_mix, number, inquiry.detail[0]))
    if kind == "settle":
        return _settle_offer(names, inquiry, number)
    words = "You swap the cards." if number else "You both keep your cards."
    return Offer("Accept" if number else "Refuse", words)


def _settle_offer(names: Names, inquiry: CabinetPrompt, number: int) -> Offer:
    """Return the row entry of a way in which the team pays, with the cards that each player gives."""
    name, way = inquiry.settlements[number]
    if not way.pays:
        return Offer(name, _unpaid_text(inquiry.state))
    filled = payment.fullest_filling(inquiry.state, way.assist)
    given = [f"{names.plain_name(seat)}: {name_list(copies)}" for seat, copies in filled.cards_taken]
    return Offer(name, "; ".join(given))


def _unpaid_text(state: Cabinet) -> str:
    """Return the consequences of not paying the card at stake."""
    copy = state.at_stake
    if cards.deck_of(copy) == cards.MILESTONE:
        return "It goes under its deck." + (" Time passes." if state.rules.numbers.failed_hours else "")
    card = state.rules.challenge(copy)
    loses = f"{LOSER_DESCRIPTIONS[card.who]} loses {format_count(standing.penalty(state, copy), 'card')}"
    stays = "" if card.lasting == cards.FLEETING else "It stays."
    return " ".join(filter(None, (f"{capitalise(loses)}.", stays, lasting_text(card))))


def _paint_mix(ministries: int, count: int, canvas: Canvas, r: Rect) -> None:
    high = min(r.h - 12, (r.w - 8) / (0.4 * count + 0.4))
    x = r.center[0] - high * (0.4 * count + 0.3) / 2
    for i in range(count):
        deck = cards.RESOURCE if i < count - ministries else cards.MINISTRY
        paint_back(canvas, deck, Rect(x + i * high * 0.4, r.center[1] - high / 2, high * 0.7, high))


def choice_head(inquiry: CabinetPrompt) -> tuple[str, str]:
    """Return the title and the note of the row of choices."""
    return inquiry.title, ""


def _paint_offered(rules: Rules, copy: int, canvas: Canvas, r: Rect) -> None:
    high = min(r.h - 10, (r.w - 8) / 0.7)
    paint_card(canvas, copy, Rect(r.center[0] - high * 0.35, r.center[1] - high / 2, high * 0.7, high), rules)


def _paint_way(copies: tuple[int, ...], canvas: Canvas, r: Rect) -> None:
    side = min(44.0, (r.w - 10) / max(1, len(copies)))
    x = r.center[0] - side * len(copies) / 2
    for i, copy in enumerate(copies):
        paint_token(canvas, cards.kind_of(copy), Rect(x + i * side, r.center[1] - side / 2, side - 3, side - 3))


def lifted_card(inquiry: CabinetPrompt, pick: Pick | None) -> LiftedCard | None:
    """Return the lifted card, or the target that the player aims at, or None."""
    if inquiry.asked_of is not action.ACT:
        return None
    copy = next((number for kind, number in reversed(inquiry.answers) if kind in (CARD, "challenge")), 0)
    if not copy:
        return None
    seat = pick[1] if pick is not None and pick[0] == "seat" else 0
    words = card_tip(copy, inquiry.state.rules).partition("\n")[2] if pick is not None and not seat else ""
    if seat:
        words = "This player gets it."
    return LiftedCard(cards.name_of(copy), partial(_paint_lifted, inquiry.state.rules, copy), seat, words)


def _paint_lifted(rules: Rules, copy: int, canvas: Canvas, box: Rect) -> None:
    paint_card(canvas, copy, box, rules)


SIDEBAR = Sidebar(lifted_card, list_entry, choice_offer, choice_head)
