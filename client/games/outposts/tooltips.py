"""Tooltips of the things on Outposts' table."""

from __future__ import annotations

import re

from client.table.view_model import ViewModel
from client.ui.richtext import escape
from core.games.outposts import cards
from core.games.outposts.board import DIRECTIONS, LEAGUES
from core.games.outposts.changes import RULESETS
from core.games.outposts.goods import NAMES, Gain
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import Outposts
from core.games.outposts.text.words import good_text, printed_text

PHASES = ("Lookout", "Production", "Action", "Cleanup")
PHASE_OF_QUESTION = {"select": "Lookout", "fair": "Production", "act": "Action", "tidy": "Cleanup"}
"""Phase in which each kind of question is asked."""
SIGNS = (*NAMES[:9], "wall", "vp", "card", "ruins", "hand")
"""Icon of each kind of good, by its number."""
_GOODS_SIGN_PATTERN = re.compile(r"(\d+) :([a-z ]+):")


def gain_words(gain: Gain) -> str:
    """Return a gain or a price with icons, as rich text.

    >>> gain_words(((0, 2), (10, 1)))
    '2 :crew: 1 :vp:'
    """
    return " ".join(f"{number} :{SIGNS[kind]}:" for kind, number in gain) or "nothing"


def spell_icons(words: str) -> str:
    """Return a text of `gain_words` with words instead of icons.

    >>> spell_icons("2 :raid mark: 1 :vp:")
    '2 raid marks 1 VP'
    """
    return _GOODS_SIGN_PATTERN.sub(lambda found: good_text(SIGNS.index(found[2]), int(found[1])), words).replace(
        "nothing", ""
    )


def parse_prices(words: str) -> list[tuple[int, int]]:
    """Return the number and the kind of each good in a text of `gain_words`.

    >>> parse_prices("2 :raid mark:")
    [(2, 6)]
    """
    return [(int(number), SIGNS.index(sign)) for number, sign in _GOODS_SIGN_PATTERN.findall(words)]


def rules_of(model: ViewModel) -> Rules:
    """Return the rules of the match on screen."""
    state = model.state_of(Outposts)
    return RULESETS.printed if state is None else state.rules


def card_tip(copy: int, rules: Rules = RULESETS.printed) -> str:
    """Return the tooltip of a card: its kind and its three uses."""
    if copy in cards.LINKS:
        link = rules.connection(copy)
        pile = cards.PILES[link.pile]
        return f"*{escape(link.name)}* {{muted}}({pile} Connection){{/}}\nFor 1 crew: {printed_text(link.gain)}."
    card = rules.card(copy)
    types = ", ".join(card.types)
    lines = [
        f"*{escape(card.name)}* {{muted}}({card.kind}; {types}; distance {card.dist}){{/}}",
        escape(card.text),
        f"{{muted}}When built:{{/}} {printed_text(card.bonus)}" if card.bonus else "",
        f"{{muted}}As a Deal:{{/}} {printed_text(card.deal)}, now and in every Production phase",
        f"{{muted}}Razed:{{/}} {printed_text(card.spoils)}; {{muted}}Defence{{/}} {rules.defence[card.kind]}",
    ]
    return "\n".join(filter(None, lines))


def place_tip(state: Outposts, place: int) -> str:
    """Return a tooltip with the gain and the cost of each level of a Territory."""
    found = state.rules.territory(place)
    one, two, three = map(printed_text, found.gives)
    ways = " and ".join(DIRECTIONS[way] for way in found.ways)
    card = f"a {found.type} card" if found.type else "any card"
    return (
        f"*{found.name}* {{muted}}({ways}){{/}}\n"
        f"Level 1, for a card of distance 1: {one}.\nLevel 2, for {card}: {two}.\n"
        f"Level 3, for a card of distance 2 or 3: {three}."
    )


def phase_word(state: Outposts) -> str:
    """Return the name of the phase, as the top bar shows it."""
    return state.phase.capitalize() if state.round else ""


def league_name(league: int) -> str:
    """Return the name of a league in at most two words, or "" before the league is chosen."""
    return LEAGUES[league].name.partition(" of ")[0] if league >= 0 else ""
