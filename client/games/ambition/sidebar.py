"""Texts around the hand of Ambition: the lifted card, the list, and the row of choices."""

from __future__ import annotations

from functools import partial

from client.games.ambition import faces
from client.games.ambition.art import PACT_SIGNS, paint_card
from client.games.ambition.pacts import short_name
from client.games.ambition.prompts import DECLINING_PICKS, DEEDS, AmbitionPrompt
from client.games.ambition.tooltips import unseen
from client.table.pick.chooser import Offer
from client.table.pick.preview import LiftedCard
from client.table.pick.prompts import Sidebar
from client.table.pick.script import CARD, Pick
from client.table.prompt.action_panel import ListEntry
from client.table.seats.names import Names
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from core.games.ambition import alliances, claims, intrigue, schemes, strike, turn
from core.games.ambition.cards import INTRIGUES
from core.games.ambition.ruleset import Rules

ROW_KINDS = ("value", "pact", "secret", "die", "named", "yes", "deed")
"""Kinds of picks that have no place on the table; they form a row of choices above the hand."""
TABLE_KINDS = ("seat", "third", "type", "deck")
"""Kinds of picks that have a place on the table."""
ON_TABLE = ("gridworks", "dataworks")
DEED_NOTES = {
    "roll": "The die decides what you may do.",
    "pass": "Go on to Industry.",
    "stop": "Go on to Intrigue.",
    "keep": "It stays hidden in your hand.",
    "play": "It takes effect at once.",
    "let": "Another player may stop it.",
    "none": "You take the hit.",
    "token": "You also lose Nuclear Arms and Armageddon.",
    "show": "Only that player sees them.",
    "no": "Others may challenge that.",
    "gain": "From the bank.",
    "nobody": "All claims stand.",
    "done": "Your cards stay hidden unless you are challenged.",
    "sealed": "They stay secret while the strike hits.",
    "pay": "Or all you have, if less.",
    "discard": "Face up.",
}
"""Meanings of the deeds, in a few words."""


PACT_NOTES = ("One stops a strike at the other.", "Both ally with a third player.",
            "A Bunker shields both from one strike.", "An industry stays for 3 rounds.",
            "Armageddon is discarded.")  # fmt: skip
"""Conditions under which each alliance is completed, in a few words."""


def list_entry(names: Names, inquiry: AmbitionPrompt, pick: Pick) -> ListEntry | None:
    """Return the list entry of a pick, or None.

    A card is shown in the hand, and any other pick in the row above it.
    """
    kind, number = pick
    name = names.to_plain_text(inquiry.pick_name(pick))
    if kind in ("seat", "third"):
        state = inquiry.state
        return ListEntry(f"seat {number}", names.plain_name(number), f"{state.purse[number]} Influence", name, number)
    if kind == "deck":
        return ListEntry("draw pile", name, "", name)
    if kind == "type" or (kind == "deed" and DEEDS[number] in ON_TABLE):
        return ListEntry("industry", name, "", name)
    return None


def choice_offer(names: Names, inquiry: AmbitionPrompt, pick: Pick) -> Offer | None:
    """Return the entry of a pick in the row of choices, or None.

    Such a pick is a value, an alliance, a deed, or yes or no.
    """
    kind, number = pick
    if kind not in ROW_KINDS or (kind == "deed" and DEEDS[number] in ON_TABLE):
        return None
    if pick in DECLINING_PICKS and any(other[0] in TABLE_KINDS for other in inquiry.targets):
        return None  # all else is on the table, where its button is enough
    name = names.to_plain_text(inquiry.pick_name(pick))
    if kind == "pact":
        pact = inquiry.state.rules.pacts[number]
        words = f"stake {pact.stake} each: {pact.text}"
        return Offer(name, words, tip=words, picture=partial(_paint_pact, pact.stake, number))
    if kind == "value":
        return Offer(str(number) if number else "None", _claim_truth_note(inquiry, number))
    if kind == "named":
        return Offer(INTRIGUES[number].name, "Do they have one?")
    if kind == "secret":
        return Offer(
            name,
            "Paid when it is opened."
            if number
            else f"Everyone sees it; each gains {inquiry.state.rules.numbers.alliance_gain} now.",
        )
    if kind == "yes":
        return Offer(_risk_text(inquiry, number, name), _outcome(inquiry, number))
    return Offer(name, DEED_NOTES.get(DEEDS[number], "") if kind == "deed" else "")


def _claim_truth_note(inquiry: AmbitionPrompt, number: int) -> str:
    """Return a note on a claim of this value: true or a lie, and the number of its unseen Elites."""
    if not number:
        return "no claim"
    state, picked = inquiry.state, inquiry.picked_numbers(CARD)
    codes = [
        faces.code_of_entry(state, inquiry.secrets, entry) for entry in picked or state.hand(inquiry.seat, "elites")
    ]
    values = [state.rules.elites[faces.face_of(code)].value for code in codes if code > 0]
    true = number in values if picked else number <= max(values, default=0)
    return f"{'true' if true else 'a lie'} · {unseen(state, inquiry.seat)[number]} unseen"


def _risk_text(inquiry: AmbitionPrompt, yes: int, name: str) -> str:
    return f"{name}, risking {inquiry.detail[1]}" if inquiry.asked_of is claims.CHALLENGE and yes else name


def _outcome(inquiry: AmbitionPrompt, yes: int) -> str:
    if inquiry.asked_of is claims.CHALLENGE:
        value = inquiry.detail[1]
        return f"False: you gain {value}. True: you lose {value}." if yes else "Others may challenge it."
    if yes and inquiry.detail[1] == alliances.SECRET:
        return "Everyone sees that you are allied; stakes are paid when it is opened."
    gain = inquiry.state.rules.numbers.alliance_gain
    return f"Each gains {gain} and sets the stake aside." if yes else "Nobody gets anything."


def _paint_pact(stake: int, pact: int, canvas: Canvas, r: Rect) -> None:
    canvas.icon(PACT_SIGNS[pact], Rect(r.x + 9, r.top - 26, 18, 18), "accent")
    canvas.label(short_name(pact), Rect(r.x + 31, r.top - 27, r.w - 34, 22), "text", 12.5, "bold", 0)
    words = f"{{accent}}{stake} each.{{/}} {escape(PACT_NOTES[pact])}"
    room = Rect(r.x + 8, r.y + 2, r.w - 12, r.h - 28)
    richtext.paint(canvas, words, room, "text", richtext.fit_size(words, room.w, room.h, 12))


def choice_head(inquiry: AmbitionPrompt) -> tuple[str, str]:
    """Return the title and the note of the row of choices."""
    return inquiry.title, ""


def lifted_card(inquiry: AmbitionPrompt, pick: Pick | None) -> LiftedCard | None:
    """Return the lifted card, or the drawn one, with its consequence; None without such a card."""
    picked = inquiry.picked_numbers(CARD)
    entry = picked[-1] if picked else inquiry.detail[0] if inquiry.asked_of is intrigue.DRAWN else 0
    aims = inquiry.asked_of is schemes.AIM
    if not entry and not aims:
        return None
    aimed = faces.code(faces.INTRIGUE, inquiry.detail[0]) if aims else 0
    number = aimed or faces.code_of_entry(inquiry.state, inquiry.secrets, entry)
    seat = pick[1] if pick is not None and pick[0] == "seat" else 0
    words = escape(faces.effect_text(number, inquiry.state.rules))
    if inquiry.asked_of is turn.DIPLOMACY:
        words = "Declare any value: nobody sees the card unless you are challenged."
    elif inquiry.asked_of is turn.LAUNCH:
        lost = inquiry.state.rules.numbers.blast
        words = f"The target and both neighbours lose {lost} and their hands, unless the strike is stopped."
    elif inquiry.asked_of is strike.COUNTER:
        words = "Stop the strike and discard this card."
    return LiftedCard(faces.name(number), partial(_paint_lifted, inquiry.state.rules, number), seat, words)


def _paint_lifted(rules: Rules, number: int, canvas: Canvas, box: Rect) -> None:
    paint_card(canvas, number, box, rules)


SIDEBAR = Sidebar(lifted_card, list_entry, choice_offer, choice_head)
