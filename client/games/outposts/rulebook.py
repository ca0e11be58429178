"""The rules of Outposts in short plain words, and its cards; numbers, cards and options are the engine's own.

Every text is rich text: one line is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.games.outposts.art import card_texture
from client.games.outposts.tooltips import SIGNS, card_tip, gain_words
from client.table.book import (
    Book,
    BookCard,
    Chapter,
    Chosen,
    Sorter,
    fair_play,
    in_force,
    keys_of,
    options_of,
    signs_of,
)
from client.ui.keys import Keymap
from client.ui.textures import Textures
from core.games.outposts import cards
from core.games.outposts.board import LEAGUES, TERRITORIES
from core.games.outposts.cards import DEFENCE, PILES, TYPES
from core.games.outposts.cleanup import END_AT, HAND_LIMIT, LAST_ROUND, MARKS_KEPT
from core.games.outposts.goods import NAMES
from core.games.outposts.options import OPTIONS
from core.games.outposts.text.catalogue import NOTE
from core.games.outposts.warden import CONNECTION_VP, MORE

CONNECTION = "Connection"
SIGN_WORDS = {
    **dict(zip(SIGNS[:13], NAMES[:13], strict=True)),
    "survey mark": "survey mark: builds Locations; timber pays as one",
    "raid mark": "raid mark: razes; iron pays as one",
    "parley mark": "parley mark: makes Deals; salt pays as one",
    "oil": "oil: pays as any mark",
    "writ": "writ: pays as any mark, and stays",
    "shield": "Defence: so many raid marks it costs to raze this",
    "outpost": "Outposts: how many tokens are left",
    "safe": "passed: nobody may raze anything of this seat in this round",
    "exposed": "somebody has the marks to raze this now",
    "connection": "a Connection: claimed for 1 crew",
    "warden": "the Warden, against whom one plays alone",
}
"""What a sign on cards and table means."""
FAIR = (
    "In Outposts all draw unseen from one deck. Each seat's draws come from a satchel of that deck, closed before "
    "anybody knows them, so that nobody can choose, look ahead, or keep a card twice."
)

ACTIONS = {"off": "One action a turn.", "on": "One or two actions a turn; alone one."}
TURN = {
    "off": "one action each",
    "on": "one action each, or two, of which the second is never a raze (alone always one)",
}
"""By the option brisk."""


def _aim(o: Chosen) -> Iterator[str]:
    yield (
        "The sea has gone out and has not come back. On its dry floor you build a hold out of wrecks, salt and "
        "silt, and "
        "plant Outposts on the nine Territories of the Shelf."
    )
    yield (
        f"When somebody has {END_AT} :vp: the round is played to its end, and most :vp: win. Each Location that "
        f"stands in "
        "your hold is worth 1 :vp: more at the end."
    )
    yield f"{{muted}}{NOTE}{{/}}"
    yield f"{ACTIONS[str(o['brisk'])]} Nobody ever has to answer in another's turn. Alone you play against the Warden."


def _round(o: Chosen) -> Iterator[str]:
    yield (
        "*1. Lookout.*  Two rows of open cards. From each you take one into your hand, or skip *one of the two* "
        "and build "
        "an Outpost next to one of your own instead. In the first round you must skip one, and build on a corner."
    )
    yield (
        "*2. Production.*  Your league, your Deals and your Production Locations give you goods; cards that you "
        "draw here "
        "are your secret."
    )
    yield (
        f"*3. Action.*  In turn {TURN[str(o['brisk'])]}, until all have passed. *Who has passed is out, and safe*: "
        "nobody may raze anything of it."
    )
    yield (
        f"*4. Cleanup.*  {MARKS_KEPT} marks of your choice stay; crew, resources and Walls go. More than "
        f"{HAND_LIMIT} cards in "
        f"hand are too many. After round {LAST_ROUND} the match ends."
    )


def _cards() -> Iterator[str]:
    yield (
        "The figure at its corner is a card's *distance*, its price. A card has three uses, and is spent on the "
        "map besides:"
    )
    yield (
        ":survey mark:  *Build it*: it stands in your hold as a Location. Its bonus comes at once; a Production "
        "produces at once."
    )
    yield ":parley mark:  *Make it a Deal*: its good comes now and in every Production."
    yield ":raid mark:  *Raze it* from your hand: you gain its spoils."
    yield (
        "*Develop*: for 1 :timber: put a card over a Location of yours that shares a type with it, or over a "
        "Ruins: 1 :vp: more."
    )
    yield (
        "Payment is automatic: first the resource (:timber: for survey, :iron: for raid, :salt: for parley), "
        "then the mark, then "
        ":oil:, then :writ:."
    )


def _map() -> Iterator[str]:
    yield (
        "An Outpost stands on one of three levels. *Build* next to one of your own by discarding a card of "
        "distance 1; you "
        "gain what level 1 gives."
    )
    yield (
        "*Upgrade* to level 2 by a card of the printed type, to level 3 by one of distance 2 or 3; you gain the "
        "new level's "
        "effect or one below it."
    )
    yield (
        "*Raze* an Outpost next to one of yours: raid marks as its Defence. You gain what its level gives or one "
        "below, and may "
        "build there at once by a card of distance 1."
    )
    yield "You have six tokens. Is none left, one is taken off the map first."
    for place in TERRITORIES:
        one, two, three = map(gain_words, place.gives)
        card = place.type or "any card"
        yield f"*{place.name}*: {one}  {{muted}}›{{/}}  {two} {{muted}}({card}){{/}}  {{muted}}›{{/}}  {three}"


def _razing() -> Iterator[str]:
    printed = ", ".join(f"{kind} {defence}" for kind, defence in DEFENCE.items())
    yield f"A Location costs raid marks as its Defence to raze: {printed}, 1 more for each Wall on it."
    yield (
        "You gain its spoils. Its owner gains its Deal good, and turns it face down: it is a *Ruins* now, which "
        "cannot be razed "
        "and can be built over."
    )
    yield ":wall:  Walls go on Locations (two at most) and Outposts (one) and leave in Cleanup."
    yield "What is rimmed in red somebody could raze now; a red chip on the map says who. Passing ends the danger."


def _others() -> Iterator[str]:
    yield "*Use* an Action Location, once a round unless it says more."
    for league in LEAGUES:
        yield (
            f":{league.code.lower()}:  *{league.name}*: each round {gain_words(league.produces)}; once a round "
            f"{gain_words(league.pays)} › {gain_words(league.gives)}"
        )
    yield ":connection:  *Claim* one of the two Connections for 1 :crew:."
    yield ":labour:  *Labour*, once a round: 2 :crew: for any one mark."
    yield "*Visit* open production of another's hold: 1 :crew:, paid to its owner; each once a round in all."


def _alone(o: Chosen) -> Iterator[str]:
    yield (
        "The Warden has no goods and pays for nothing. It takes three Locations a round, builds on level 2, takes "
        f"Connections for {CONNECTION_VP[str(o['level'])]} :vp: each, and strikes by the top card of the deck: at your "
        "Locations that share a type with it, and at your Outposts, where the distance of the card and "
        f"{MORE[str(o['warden'])]} more must reach the Defence."
    )
    yield (
        "Walls stop a strike; after you have passed all that is yours is safe. With more :vp: than the Warden "
        "you win; a tie is "
        "its."
    )
    yield "Alone nobody checks your luck: a changed program could choose it. Such matches count nowhere."


class OutpostsBook(Book):
    """Outposts."""

    sorters = (Sorter("Kind", "All kinds", (*DEFENCE, CONNECTION)), Sorter("Type", "All types", (*TYPES, *PILES)))

    def __init__(self) -> None:
        faces = {cards.name(copy): copy for copy in reversed((*cards.COPIES, *cards.LINKS))}
        self.copies = sorted(faces.values())

    def chapters(self, keys: Keymap, chosen: Chosen | None = None) -> list[Chapter]:
        """Return the rulebook for a match with these options; without any, for the usual ones."""
        o = in_force(OPTIONS, chosen)
        return [
            Chapter("What it is about", "vp", tuple(_aim(o))),
            Chapter("A round", "play", tuple(_round(o))),
            Chapter("A card's uses", "card", tuple(_cards())),
            Chapter("The map", "outpost", tuple(_map())),
            Chapter("Razing and Walls", "raid mark", tuple(_razing())),
            Chapter("Other actions", "labour", tuple(_others())),
            Chapter("Alone", "warden", tuple(_alone(o))),
            signs_of(SIGN_WORDS),
            fair_play(FAIR),
            options_of(OPTIONS, chosen=chosen),
            keys_of(keys),
        ]  # fmt: skip

    def cards(self) -> list[BookCard]:
        """One of each print."""
        found = []
        for copy in self.copies:
            _, _, text = card_tip(copy).partition("\n")
            if copy in cards.LINKS:
                pile = PILES[cards.connection(copy).pile]
                found.append(BookCard(cards.name(copy), ((CONNECTION,), (pile,)), (f"*{pile} {CONNECTION}*",), text))
                continue
            card = cards.card(copy)
            facts = (f"*{card.kind}*", ", ".join(card.types), f"distance {card.dist}", f"{card.copies} in the deck")
            found.append(BookCard(card.name, ((card.kind,), card.types), facts, text))
        return found

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """The face of a card, in design pixels of this size."""
        return card_texture(textures, self.copies[number], size, scale)


BOOK = OutpostsBook()
