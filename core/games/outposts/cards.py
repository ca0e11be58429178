"""The deck: the effect of each card and the meaning of each copy, parsed from the printed cards (rules 2.3-2.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.games.outposts import printed_cards
from core.games.outposts.goods import Gain, gain_of, gain_text

PRODUCTION, FEATURE, ACTION = "Production", "Feature", "Action"
TYPES = ("Shoal", "Kiln", "Marsh", "Hulk", "Kin")
KINDS = (PRODUCTION, FEATURE, ACTION)
TWICE = " Twice per round."
CENTRAL_TEXT = "choose a Central direction; "


class Effect(NamedTuple):
    """Effect of a card while it is a Location."""

    pays: Gain = ()
    """Goods that using the card costs."""
    gives: Gain = ()
    per: str = ""
    """Printed unit by which the gain is multiplied, or "" if the gain is given once."""
    most: int = 0
    """Maximum number of units that count, if `per` is not empty."""
    opens: bool = False
    """True for open production, which other seats can visit."""
    after: str = ""
    """Printed name of the event after which a Feature gives its gain."""
    uses: int = 1
    """Number of times in a round that the effect may be used or triggered."""
    does: str = ""
    """Printed text of an Action that does more than give a gain."""


class Card(NamedTuple):
    """A card of the deck."""

    code: str
    name: str
    copies: int
    dist: int
    types: tuple[str, ...]
    deal: Gain
    spoils: Gain
    kind: str
    text: str
    bonus: Gain
    effect: Effect


def effect_of(kind: str, text: str) -> Effect:
    """Return the effect that a printed text describes.

    A text with no standard wording is kept as printed, and the rules implement it by the card's name.
    """
    if kind == PRODUCTION:
        when, _, what = text.partition(": ")
        return _parse_gain(what.removeprefix(CENTRAL_TEXT))._replace(opens=when == "Open production")
    if text.startswith("After you "):
        when, _, what = text.removeprefix("After you ").partition(": ")
        return _parse_gain(what)._replace(after=when, uses=2)
    if text.startswith("Pay "):
        price, _, what = text.removesuffix(TWICE).removeprefix("Pay ").partition(": ")
        given = _parse_gain(what) if what[0] in "0123456789" else Effect(does=what)
        return given._replace(pays=gain_of(price), uses=2 if text.endswith(TWICE) else 1)
    return Effect(does=text)


def _parse_gain(text: str) -> Effect:
    gain, per, phrase = text.removesuffix(".").partition(" per ")
    if not per:
        return Effect(gives=gain_of(gain))
    counted, _, maximum = phrase.partition(", at most ")
    return Effect(gives=gain_of(gain), per=counted, most=int(maximum))


def effect_text(kind: str, effect: Effect) -> str:
    """Return the printed text of an effect, of which `effect_of` makes the same effect."""
    gain = gain_text(effect.gives) + (f" per {effect.per}, at most {effect.most}" if effect.per else "") + "."
    if kind == PRODUCTION:
        return f"{'Open production' if effect.opens else 'Production'}: {gain}"
    if kind == FEATURE:
        return f"After you {effect.after}: {gain}" if effect.after else effect.does
    price = f"Pay {gain_text(effect.pays)}: " if effect.pays else ""
    return f"{price}{effect.does or gain}{TWICE if effect.uses == 2 else ''}"


def with_text(card: Card, text: str) -> Card:
    """Return the card with another printed effect."""
    return card._replace(text=text, effect=effect_of(card.kind, text))


def with_effect(card: Card, pays: Gain, gives: Gain, most: int) -> Card:
    """Return a card that costs `pays` to use and gives `gives`, at most `most` times, with the text that says so."""
    effect, text = card.effect, card.text
    if pays != effect.pays:
        rest = text.partition(": ")[2]
        text = f"Pay {gain_text(pays)}: {rest}"
    if gives != effect.gives:
        head, _, rest = text.rpartition(": ")
        head, rest = (
            (f"{head}: {CENTRAL_TEXT}", rest.removeprefix(CENTRAL_TEXT))
            if CENTRAL_TEXT in text
            else (f"{head}: ", rest)
        )
        _, per, counted = rest.removesuffix(TWICE).removesuffix(".").partition(" per ")
        text = f"{head}{gain_text(gives)}{per}{counted}.{TWICE if card.text.endswith(TWICE) else ''}"
    if most != effect.most:
        text = text.replace(f", at most {effect.most}.", f", at most {most}.")
    return card._replace(text=text, effect=effect._replace(pays=pays, gives=gives, most=most))


def _parse_cards() -> Iterator[Card]:
    for kind, rows in (
        (PRODUCTION, printed_cards.PRODUCTION_CARD_ROWS),
        (FEATURE, printed_cards.FEATURES),
        (ACTION, printed_cards.ACTIONS),
    ):
        for row in rows.strip().splitlines():
            code, name, copies, dist, types, deal, spoils, text, bonus = row.split(" | ")
            yield Card(
                *(code, name, int(copies), int(dist), tuple(types.split(", ")), gain_of(deal), gain_of(spoils), kind),
                *(text, gain_of(bonus), effect_of(kind, text)),
            )


CARDS = tuple(sorted(_parse_cards(), key=lambda card: card.code))
"""All kinds of cards of the deck, those of the base set first."""


class Connection(NamedTuple):
    """Connection card; `pile_copies` is 0 for Red and 1 for Blue (2.7)."""

    code: str
    pile: int
    name: str
    gain: Gain


RED, BLUE = range(2)
PILES = ("Red", "Blue")
CONNECTION_COPIES = 2
CONNECTION_CARDS = (
    Connection("K1", RED, "Freebooters", gain_of("2 raid marks")),
    Connection("K2", RED, "Wreckers", gain_of("1 raid mark, 1 card")),
    Connection("K3", RED, "Powder Cache", gain_of("2 iron")),
    Connection("K4", RED, "Hired Blades", gain_of("2 raid marks, 1 Wall")),
    Connection("K5", BLUE, "Factor's Letter", gain_of("2 parley marks")),
    Connection("K6", BLUE, "Chainmen", gain_of("2 survey marks")),
    Connection("K7", BLUE, "Pilot's Chart", gain_of("1 card, 1 salt")),
    Connection("K8", BLUE, "Sealed Writ", gain_of("1 writ, 1 timber")),
)

# Copies ---------------------------------------------------------------------------------------------------------------

_FACES = tuple(card for card in CARDS for _ in range(card.copies))
_NUMBERS = tuple(number for number, card in enumerate(CARDS) for _ in range(card.copies))
COPIES = range(1, len(_FACES) + 1)
"""Numbers of all 129 printed cards of the deck."""
LINKS = range(len(_FACES) + 1, len(_FACES) + CONNECTION_COPIES * len(CONNECTION_CARDS) + 1)
"""Numbers of all Connections."""
MAX_COPIES = 5
"""Maximum number of copies of a card of the deck, whatever a ruleset says."""
_FURTHER = tuple(number for number, card in enumerate(CARDS) for _ in range(MAX_COPIES - card.copies))
"""Card of each copy that a ruleset may add to the deck; they are numbered after the Connections."""
ALL_COPIES = (*COPIES, *range(LINKS[-1] + 1, LINKS[-1] + len(_FURTHER) + 1))
"""Numbers of all cards that a deck may have, the printed ones first."""
DECK = 0
"""Number of the deck; the piles of Connections have the numbers 1 and 2."""


def kind_of(copy: int) -> int:
    """Return the number of the card of a copy of the deck."""
    return _NUMBERS[copy - 1] if copy <= len(_NUMBERS) else _FURTHER[copy - LINKS[-1] - 1]


def card_of(copy: int) -> Card:
    """Return the printed card of a copy of the deck."""
    return CARDS[kind_of(copy)]


def connection_number(copy: int) -> int:
    """Return the number of the card of a copy of a Connection."""
    return (copy - LINKS[0]) // CONNECTION_COPIES


def connection_of(copy: int) -> Connection:
    """Return the printed card of a copy of a Connection."""
    return CONNECTION_CARDS[connection_number(copy)]


def number_of(copy: int) -> int:
    """Return the number of the kind of a copy.

    It is the index in `CARDS`, or for a Connection an index after all of those.
    """
    return len(CARDS) + connection_number(copy) if copy in LINKS else kind_of(copy)


def pile_copies(number: int) -> tuple[int, ...]:
    """Return the copies of a pile of Connections."""
    return tuple(copy for copy in LINKS if connection_of(copy).pile == number)


def name_of(copy: int) -> str:
    """Return the title printed on a copy."""
    return connection_of(copy).name if copy in LINKS else card_of(copy).name


def share_type(one: int, other: int) -> bool:
    """Return True if two cards have a type in common."""
    return bool(set(card_of(one).types) & set(card_of(other).types))
