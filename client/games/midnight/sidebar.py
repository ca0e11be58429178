"""Sidebar of Midnight: the laws in force, and the content of the action panel."""

from __future__ import annotations

from functools import partial

from client.games.midnight.art.pictures import paint_lifted, paint_offered
from client.games.midnight.prompts import MidnightPrompt
from client.games.midnight.text import gains
from client.games.midnight.text.names import NATION_WORDS, card_name, card_tip
from client.games.midnight.text.prompts import ICON_OF, SHORT_PLACES
from client.table.pick.chooser import Offer
from client.table.pick.preview import LiftedCard
from client.table.pick.prompts import Sidebar
from client.table.pick.script import Pick
from client.table.prompt.action_panel import ListEntry
from client.table.seats.names import Names
from client.ui import richtext
from core.games.midnight.cards import NATION_NAMES


def lifted_card(inquiry: MidnightPrompt, pick: Pick | None) -> LiftedCard | None:
    """Return the card that is lifted or turned with its effect at the pick, or None."""
    if not (copy := inquiry.lifted_card()):
        return None
    figure = gains.figure(inquiry.state, inquiry.seat, copy)
    picture = partial(paint_lifted, copy, figure)
    if pick is None:
        return LiftedCard(card_name(copy), picture)
    found = gains.gain(inquiry, pick)
    pact = f"\n{{{found.ink}}}{richtext.escape(found.pact)}{{/}}" if found.pact else ""
    seat = pick[1] if pick[0] in ("border", "look") else 0
    return LiftedCard(card_name(copy), picture, seat, f"{richtext.escape(found.long)}{pact}")


def list_entry(names: Names, inquiry: MidnightPrompt, pick: Pick) -> ListEntry | None:
    """Return the list entry of a pick, or None if it has none.

    Cards are shown in the hand. Nations, and the hands that the seat sees, have a separate row.
    """
    kind, what = pick
    if kind in ("card", "nation", "theirs", "stop"):
        return None
    seat = what if kind in ("border", "look") else 0
    words = f"To {names.plain_name(seat)}" if kind == "border" else f"Look at {names.plain_name(seat)}" if seat else ""
    name = names.to_plain_text(inquiry.pick_name(pick))
    gives = gains.gain(inquiry, pick).short if kind not in ("dial", "entry") else ""
    icon = f"seat {what}" if seat else ICON_OF.get(kind, "right")
    return ListEntry(icon, words or SHORT_PLACES.get(kind) or name.partition(":")[0], gives, name, seat)


def choice_offer(_: Names, inquiry: MidnightPrompt, pick: Pick) -> Offer | None:
    """Return the choice for a pick, or None if it has none.

    The choice is a nation at the beginning, or a card of a captured hand.
    """
    kind, what = pick
    if kind == "nation":
        return Offer(NATION_NAMES[what], NATION_WORDS[what])
    if kind != "theirs":
        return None
    copy = inquiry.seen_copy(what)
    return Offer(card_name(copy), tip=card_tip(copy, inquiry.state.rules), picture=partial(paint_offered, copy))


SIDEBAR = Sidebar(lifted_card, list_entry, choice_offer, MidnightPrompt.choice_head, MidnightPrompt.over_list)
