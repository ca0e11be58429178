"""Cards of Midnight as players read them: the action deck by kind, the Escalations, the Pact."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, Copies, Printed
from core.engine.text.words import capitalised
from core.games.midnight import cards
from core.games.midnight.cards import CARDS, Card
from core.games.midnight.escalations import ESCALATIONS, Escalation

DECK, ESCALATION, PACT = "Action deck", "Escalations", "Pacts"
BORDER, CAPITAL, DISCARD, WILD = "To a border", "To the Capital", "By Discard", "Wild"
CARD_EFFECTS = (
    "On a border: adds your Might to your attack in the dispute there. Three make a set.",
    "On a border: adds your Protection to your defence in the dispute there. Three make a set.",
    f"On a border: {cards.BUILD_WORTH} Worth when it is turned up. By Discard: Worth equal to your Research, at once.",
    "To the Capital: once there are as many Upgrades in all Capitals as nations left, they all resolve.",
    "On a border: takes out a Jam, a Build or an Intelligence facing it. By Discard: look at the cards one "
    "opponent has facing you, then draw a card. Wild in sets and pairs.",
    "On a border: takes out one Large Cannon or Cannon facing it. Wild in sets and pairs.",
    "To the Capital: once every nation has one there, the clock ticks. Wild in sets and pairs.",
    "On a border: adds twice your Might to your attack in the dispute there.",
)
"""Effect of each card, in whole sentences."""
PACT_TEXT = (
    "Two nations agree, and one of them lays its Pact card face up on their border. It gives no Worth on its own "
    "and stays until it is broken. A nation may have one with each neighbour."
)
"""Explanation of a Pact, in whole sentences."""
STAYS = {True: "stays in play", False: "happens at once"}
"""Words for the duration of an Escalation, indexed by `stays`."""
MARKS = {"red": "breaks a Pact", "green": "earns Worth under a Pact"}
"""Effect of a card on a Pact, by its mark."""


def uses_of(card: Card) -> list[str]:
    """Return the possible uses of an action card."""
    has = {BORDER: card.border, CAPITAL: card.capital, DISCARD: card.discard, WILD: card.wild}
    return [way for way, may in has.items() if may]


def _action(kind: int, card: Card) -> Printed:
    how = "; ".join(uses_of(card))
    head = f"{DECK} · {card.copies} in each deck · {how}"
    marks = [f"It {MARKS[card.mark]}."] if card.mark else []
    face = "\n".join([card.name, head, CARD_EFFECTS[kind], *marks])
    return Printed(card.name, (DECK, str(card.copies), how), (DECK.lower(),), face, Copies(0, each=card.copies))


def _escalation(card: Escalation) -> Printed:
    stays = capitalised(STAYS[card.stays])
    face = f"{card.name}\n{ESCALATION} · {stays}\n{card.text}"
    return Printed(card.name, (ESCALATION, "1", stays), (ESCALATION.lower(), "escalation"), face)


_PACT_CARD = Printed(
    "Pact", (PACT, "1", "One for each nation"), (PACT.lower(),), f"Pact\n{PACT}\n{PACT_TEXT}", Copies(0, each=1)
)

CATALOGUE = Catalogue(
    ("Where", "Copies", "How it is played"),
    (*(_action(*each) for each in enumerate(CARDS)), *map(_escalation, ESCALATIONS), _PACT_CARD),
)
