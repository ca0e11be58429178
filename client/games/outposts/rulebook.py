"""Rules of Outposts in short plain words, and its cards.

Numbers, cards and options come from the engine. Every text is rich text: one line is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.games.outposts.art import card_texture
from client.games.outposts.tooltips import SIGNS, card_tip, gain_words
from client.table.book import (
    Book,
    BookCard,
    CardFilter,
    Chapter,
    ChosenOptions,
    effective_options,
    fair_play_chapter,
    keys_chapter,
    options_chapter,
    signs_chapter,
)
from client.ui.keys import Keymap
from client.ui.textures import Textures
from core.games.outposts import cards
from core.games.outposts.cards import KINDS, PILES, TYPES
from core.games.outposts.changes import RULESETS
from core.games.outposts.goods import NAMES
from core.games.outposts.options import GRIM, HARD, OPTIONS
from core.games.outposts.ruleset import Rules
from core.games.outposts.text.catalogue import NOTE

CONNECTION_KIND = "Connection"
SIGN_WORDS = {
    **dict(zip(SIGNS[:13], NAMES[:13], strict=True)),
    "survey mark": "survey mark: builds Locations; 1 timber pays as one",
    "raid mark": "raid mark: razes; 1 iron pays as one",
    "parley mark": "parley mark: makes Deals; 1 salt pays as one",
    "oil": "oil: pays as any mark",
    "writ": "writ: pays as any mark; can be kept in Cleanup",
    "shield": "Defence: the raid marks it costs to raze this",
    "outpost": "Outposts: tokens left",
    "safe": "passed: this player is out of the round, and their Outposts cannot be razed",
    "exposed": "another player can afford to raze this now",
    "connection": "a Connection: claim it for 1 crew",
    "warden": "the Warden, your opponent in solo",
}
"""Meanings of the icons on the cards and the table, by icon."""
FAIR = (
    "All players draw face down from one deck. Each player's draws come from a satchel of that deck, sealed before "
    "anyone knows its cards, so nobody can choose a draw, look ahead, or use a card twice."
)

ACTIONS = {"off": "You take one action a turn.", "on": "You take one or two actions a turn; in solo, one."}
TURN = {
    "off": "one action each",
    "on": "one or two actions each, the second never a raze (in solo always one)",
}
"""Words about a turn's number of actions, by the value of the option `brisk`."""


def _aim(o: ChosenOptions, r: Rules) -> Iterator[str]:
    n = r.numbers
    yield (
        "The sea has gone out and has not come back. On its dry floor you build a hold out of wrecks, salt and silt, "
        "and plant Outposts on the nine Territories of the Shelf."
    )
    yield (
        f"When a player has gained {n.end_at} :vp:, finish the round: the most :vp: wins. At the end, each Location in "
        f"your hold is worth 1 :vp: more{_outpost_score(n.outpost_vp)}."
    )
    yield f"{{muted}}{NOTE}{{/}}"
    yield f"{ACTIONS[str(o['brisk'])]} You never have to react during another player's turn."
    yield from _start_text(r)
    yield "In solo you play against the Warden."


def _outpost_score(points: int) -> str:
    return f", and each Outpost on the map {points} :vp:" if points else ""


def _passing_text(r: Rules) -> str:
    """Return what passing protects."""
    if r.numbers.pass_guards_hold:
        return "Nobody can raze anything of yours."
    return "Nobody can raze your Outposts, but your Locations can still be razed and visited: place Walls first."


def _start_text(r: Rules) -> Iterator[str]:
    late = [
        f"with {seats} players, " + ", ".join(f"seat {seat} {count}" for seat, count in enumerate(writs, 1) if count)
        for seats, writs in r.start_writs.items()
        if any(writs)
    ]
    if late:
        yield f"Late seats begin with writs (:writ:), since they come last in the first round: {'; '.join(late)}."


def _round(o: ChosenOptions, r: Rules) -> Iterator[str]:
    n = r.numbers
    yield (
        "*1. Lookout.*  Two rows of open cards. Take one card from each row into your hand. You may skip *one of the "
        "two* and build an Outpost next to one of yours instead. In the first round you must skip one, and you build "
        "on a corner."
    )
    yield (
        "*2. Production.*  Your league, your Deals and your Production Locations give you goods. Cards that you draw "
        "here are secret."
    )
    yield (
        f"*3. Action.*  Players take turns, {TURN[str(o['brisk'])]}, until all have passed. *Once you have passed you "
        f"are out of the round*. {_passing_text(r)}"
    )
    yield (
        f"*4. Cleanup.*  Keep up to {n.marks_kept} marks of your choice; you lose crew, resources and Walls. Discard "
        f"down to {n.hand_limit} cards in hand. After round {n.last_round} the match ends."
    )


def _cards() -> Iterator[str]:
    yield (
        "The number in the corner of a card is its *distance*: its price. You can use a card in one of these ways, or "
        "spend it on the map:"
    )
    yield (
        ":survey mark:  *Build it*: it becomes a Location in your hold. You gain its bonus at once; a Production "
        "Location also produces at once."
    )
    yield ":parley mark:  *Make it a Deal*: you gain its good now and in every Production phase."
    yield ":raid mark:  *Raze it* from your hand: you gain its spoils."
    yield (
        "*Develop*: pay 1 :timber: to build a card over a Location of yours that shares a type with it, or over a "
        "Ruins, and gain 1 more :vp:."
    )
    yield (
        "Payment is automatic: first the resource (:timber: for survey, :iron: for raid, :salt: for parley), then the "
        "mark, then :oil:, then :writ:."
    )


def _map_text(r: Rules) -> Iterator[str]:
    also = f", and {r.numbers.raze_vp} :vp:" if r.numbers.raze_vp else ""
    yield (
        "An Outpost has one of three levels. *Build* one next to an Outpost of yours by discarding a card of distance "
        "1; you gain what level 1 gives."
    )
    yield (
        "*Upgrade* it to level 2 by discarding a card of the printed type, to level 3 with one of distance 2 or 3. You "
        "gain the effect of the new level or of one below."
    )
    yield (
        "*Raze* an Outpost next to one of yours by paying raid marks equal to its Defence. You gain the effect of its "
        f"level or of one below{also}. You may then build there at once by discarding a card of distance 1."
    )
    yield "You have six Outpost tokens. If you have none left, first remove one of yours from the map."
    for place in r.territories:
        one, two, three = map(gain_words, place.gives)
        card = place.type or "any card"
        yield f"*{place.name}*: {one}  {{muted}}›{{/}}  {two} {{muted}}({card}){{/}}  {{muted}}›{{/}}  {three}"


def _number(count: int) -> str:
    return ("none", "one", "two", "three", "four")[count]


def _razing_text(r: Rules) -> Iterator[str]:
    printed = ", ".join(f"{kind} {defence}" for kind, defence in r.defence.items())
    yield f"Razing a Location costs raid marks equal to its Defence ({printed}), plus 1 for each Wall on it."
    yield (
        "You gain its spoils. Its owner gains its Deal good and turns it face down: it becomes a *Ruins*, which cannot "
        "be razed and can be developed over."
    )
    walls = _number(r.numbers.location_walls)
    room = f"Locations (at most {walls} each) and Outposts (one each)"
    yield f":wall:  Place Walls on {room}. They are removed in Cleanup."
    yield "A red rim marks what another player could raze now; a red chip on the map says who."
    yield f"*Passing*: {_passing_text(r)}"


def _others_text(r: Rules) -> Iterator[str]:
    yield "*Use* an Action Location: once a round unless the card says otherwise."
    for league in r.leagues:
        yield (
            f":{league.code.lower()}:  *{league.name}*: each round {gain_words(league.produces)}; once a round, "
            f"{gain_words(league.pays)} › {gain_words(league.gives)}"
        )
    yield ":connection:  *Claim* one of the two Connections for 1 :crew:."
    yield ":labour:  *Labour*, once a round: 2 :crew: for any one mark."
    too = "Its owner gains its goods in Production too." if r.numbers.open_for_owner else "It gives its owner nothing."
    yield (
        "*Visit* open Production in another player's hold: pay its owner 1 :crew: and gain what it shows. Each can be "
        f"visited once a round. {too}"
    )


def _solo_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    numbers = r.numbers
    points = numbers.connection_vp_hard if o["level"] == HARD else numbers.connection_vp_normal
    safe = "everything of yours is safe" if numbers.pass_guards_hold else "your Outposts are safe, your Locations not"
    and_outposts = " and Outposts" if numbers.outpost_vp else ""
    more = numbers.warden_grim if o["warden"] == GRIM else numbers.warden_mild
    yield (
        "The Warden has no goods and pays for nothing. It takes three Locations a round, builds at level 2, and takes "
        f"Connections for {points} :vp: each. It attacks by flipping the top card of the deck: "
        "at Locations of yours that share a type with the card, and at your Outposts, which fall if the card's "
        f"distance plus {more} reaches their Defence."
    )
    yield (
        f"Walls stop an attack. Once you have passed, {safe}. The Warden's Locations{and_outposts} count 1 :vp: each "
        "at the end. You win with more :vp: than the Warden; it wins ties."
    )
    yield "In solo your own computer draws the cards and nobody can check it, so results are not rated."


class OutpostsBook(Book):
    """Rulebook of Outposts."""

    card_filters = (
        CardFilter("Kind", "All kinds", (*KINDS, CONNECTION_KIND)),
        CardFilter("Type", "All types", (*TYPES, *PILES)),
    )

    def __init__(self, rules: Rules = RULESETS.printed) -> None:
        self.rules = rules
        faces = {cards.name_of(copy): copy for copy in reversed((*cards.COPIES, *cards.LINKS))}
        self.copies = sorted(faces.values())

    def with_ruleset(self, text: str) -> OutpostsBook:
        """Return the rulebook of the ruleset with this content."""
        return OutpostsBook(RULESETS.of(text))

    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the rulebook's chapters for a match with these options, or with the default options if none."""
        o = effective_options(OPTIONS, chosen)
        return [
            Chapter("Goal", "vp", tuple(_aim(o, self.rules))),
            Chapter("A round", "play", tuple(_round(o, self.rules))),
            Chapter("Using a card", "card", tuple(_cards())),
            Chapter("The map", "outpost", tuple(_map_text(self.rules))),
            Chapter("Razing and Walls", "raid mark", tuple(_razing_text(self.rules))),
            Chapter("Other actions", "labour", tuple(_others_text(self.rules))),
            Chapter("Solo", "warden", tuple(_solo_text(o, self.rules))),
            signs_chapter(SIGN_WORDS),
            fair_play_chapter(FAIR),
            options_chapter(OPTIONS, chosen=chosen),
            keys_chapter(keys),
        ]  # fmt: skip

    def cards(self) -> list[BookCard]:
        """Return one card of each print."""
        found = []
        for copy in self.copies:
            _, _, text = card_tip(copy, self.rules).partition("\n")
            if copy in cards.LINKS:
                pile = PILES[cards.connection_of(copy).pile]
                found.append(
                    BookCard(cards.name_of(copy), ((CONNECTION_KIND,), (pile,)), (f"*{pile} {CONNECTION_KIND}*",), text)
                )
                continue
            card = self.rules.card(copy)
            facts = (f"*{card.kind}*", ", ".join(card.types), f"distance {card.dist}", f"{card.copies} in the deck")
            found.append(BookCard(card.name, ((card.kind,), card.types), facts, text))
        return found

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Return the texture of a card's face; `size` is in design pixels."""
        return card_texture(textures, self.copies[number], size, scale, self.rules)


BOOK = OutpostsBook()
