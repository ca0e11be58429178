"""The cards of Ambition as players read them."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, Copies, Printed, ours
from core.games.ambition.cards import (
    ELITES,
    HOLD,
    INDUSTRIES,
    INDUSTRY_COPIES,
    INTRIGUES,
    NOW,
    PACTS,
    REACT,
    TRADE_FAIR,
)

ELITE, INDUSTRY, INTRIGUE, PACT = "Elites", "Industry", "Intrigue", "Alliances"
EFFECT_TIMES = {NOW: "played when drawn", HOLD: "played or kept", REACT: "played as a reaction"}
"""The time at which an Intrigue card takes effect, in words.

Nuclear cards are not in this table, because they are kept with a token.
"""
IN_CORE = {"NU1": "players + 2", "NU2": "2 per player", "NU3": "1"}
"""Number of copies of each nuclear core card in the deck."""
CORE_COPIES = {
    "NU1": Copies(2, more=1),
    "NU2": Copies(0, more=2),
    "NU3": Copies(1),
    "IB1": Copies(INTRIGUES[TRADE_FAIR].copies, more=1),
}
"""Cards of which there are more with more players; the Trade Fair is one of them with the usual options."""
PER_SEAT = Copies(0, each=1)


NOTE = (
    "Invented for Tether: all Elites with their values, all Industrial cards except Tecmed and Bunker, and all "
    "Intrigue cards except the three nuclear ones. Alliances and nuclear cards are the designer's."
)
"""The note that is shown below the list of cards and in the rulebook."""
NAMED = ("Tecmed", "Bunker")


def is_ours(code: str, name: str = "") -> bool:
    """Return True if the designer's text does not name the card."""
    return code not in IN_CORE and name not in NAMED


def _mark_if_ours(card: Printed, code: str) -> Printed:
    return ours(card) if is_ours(code, card.name) else card


def _printed(name: str, where: str, copies: str, how: str, text: str, count: Copies) -> Printed:
    return Printed(name, (where, copies, how), (where.lower(),), f"{name}\n{where} · {copies} · {how}\n{text}", count)


CATALOGUE = Catalogue(
    ("Where", "Copies", "How it is played"),
    (
        *(
            _mark_if_ours(
                _printed(
                    card.name,
                    INTRIGUE,
                    str(card.copies or IN_CORE[card.code]),
                    EFFECT_TIMES.get(card.kind, "kept with a token"),
                    card.text,
                    CORE_COPIES.get(card.code, Copies(card.copies)),
                ),
                card.code,
            )
            for card in INTRIGUES
        ),
        *(
            _mark_if_ours(
                _printed(
                    card.name,
                    INDUSTRY,
                    f"{INDUSTRY_COPIES} per player",
                    "in play",
                    card.text,
                    Copies(0, each=INDUSTRY_COPIES),
                ),
                "",
            )
            for card in INDUSTRIES
        ),
        *(
            ours(
                _printed(
                    card.name,
                    ELITE,
                    "1 per player",
                    f"worth {card.value}",
                    f"Worth {card.value} Influence in hand.",
                    PER_SEAT,
                )
            )
            for card in ELITES
        ),
        *(_printed(card.name, PACT, "-", f"stake {card.stake} each", card.text, PER_SEAT) for card in PACTS),
    ),
    NOTE,
)
