"""Cards of Midnight as players read them: the action deck by kind, the Escalations, the Pact."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, CatalogueCard, CopyCounts
from core.engine.text.words import capitalise
from core.games.midnight.cards import CANNON, SHIELD, Card
from core.games.midnight.changes import RULESETS
from core.games.midnight.ruleset import Rules

DECK, ESCALATION, PACT = "Action deck", "Escalations", "Pacts"
BORDER, CAPITAL, DISCARD, WILD = "To a border", "To the Capital", "By Discard", "Wild"
EFFECTS = (
    "On a border: adds {might} to your attack in the dispute there.",
    "On a border: adds your Protection to your defence in the dispute there.",
    "On a border: {build} Worth when it is turned up. By Discard: Worth equal to your Research, at once.",
    "To the Capital: once there are as many Upgrades in all Capitals as nations left, they all resolve.",
    "On a border: takes out a Jam, a Build or an Intelligence facing it. By Discard: look at the cards one "
    "opponent has facing you, then draw a card.",
    "On a border: takes out one Large Cannon or Cannon facing it.",
    "To the Capital: once every nation has one there, the clock ticks.",
    "On a border: adds {might} to your attack in the dispute there.",
)
"""Effect of each card, in whole sentences, with the numbers left out."""
MIGHT_WORDS = {1: "your Might", 2: "twice your Might"}
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


def card_effect(rules: Rules, kind: int) -> str:
    """Return the effect of a kind of card, in whole sentences."""
    card = rules.cards[kind]
    might = MIGHT_WORDS.get(card.attack, f"{card.attack} times your Might")
    words = EFFECTS[kind].format(might=might, build=rules.numbers.build_worth)
    if kind in (CANNON, SHIELD):
        words += " Three make a set."
    return f"{words} Wild in sets and pairs." if card.wild else words


def _make_action(rules: Rules, kind: int) -> CatalogueCard:
    card = rules.cards[kind]
    how = "; ".join(uses_of(card))
    head = f"{DECK} · {card.copies} in each deck · {how}"
    marks = [f"It {MARKS[card.mark]}."] if card.mark else []
    face = "\n".join([card.name, head, card_effect(rules, kind), *marks])
    return CatalogueCard(
        card.name, (DECK, str(card.copies), how), (DECK.lower(),), face, CopyCounts(0, per_deck=card.copies)
    )


def _make_escalation(rules: Rules, number: int) -> CatalogueCard:
    card, copies = rules.escalations[number], int(number in rules.escalation_deck)
    stays = capitalise(STAYS[card.stays])
    face = f"{card.name}\n{ESCALATION} · {stays}\n{card.text}"
    row, also = (ESCALATION, str(copies), stays), (ESCALATION.lower(), "escalation")
    return CatalogueCard(card.name, row, also, face, CopyCounts(copies))


_PACT_CARD = CatalogueCard(
    "Pact", (PACT, "1", "One for each nation"), (PACT.lower(),), f"Pact\n{PACT}\n{PACT_TEXT}", CopyCounts(0, per_deck=1)
)


def make_catalogue(text: str = "") -> Catalogue:
    """Return the catalogue of the ruleset with this content."""
    rules = RULESETS.of(text)
    actions = (_make_action(rules, kind) for kind in range(len(rules.cards)))
    laws = (_make_escalation(rules, number) for number in range(len(rules.escalations)))
    return Catalogue(("Where", "Copies", "How it is played"), (*actions, *laws, _PACT_CARD), with_rules=make_catalogue)


CATALOGUE = make_catalogue()
