"""The rules in short plain words; numbers, phases, factions, actions and options in them are the engine's own.

Every text is rich text: one line is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.art.card_layout import Face
from client.bridgefront.fairness import PHASE_TIPS, ROUND
from client.bridgefront.powers import ORDERS
from client.bridgefront.shown import card_texture
from client.kit.keys import Keymap
from client.kit.richtext import escape
from client.kit.textures import Textures
from client.table.book import Book, BookCard, Chapter, Sorter, fair_play, keys_of, options_of, signs_of
from core.bridgefront import action, battle, catalogue, collection, hands, reset, scoring, setup
from core.bridgefront.card import CHAMPION, ORDER, SPELL, VICTORY, Card
from core.bridgefront.factions import FACTIONS
from core.bridgefront.options import OPTIONS
from core.bridgefront.telling.narrate import BASICS
from core.bridgefront.telling.words import AGES, PHASES, on_screen, screen_name
from core.kernel.telling.words import count

SIGNS = {
    "mana": "mana, which actions cost; what is left of it is lost at the end of the round",
    "gold": "gold, for bids and prices; it is kept",
    "vp": "Permanence, by which one wins",
    "cohort": "Cohorts, the soldiers",
    "champion": "a Champion",
    "hp": "hit points of a Champion",
    "die": "dice that a unit rolls",
    "hit": "the highest number that hits",
    "bounty": "gold for who kills this Champion",
    "initiative": "when a card resolves: low numbers first",
    "entropy": "this card goes to Entropy when it is played: it is gone for the match",
    "counter": "a counter of the card",
    "trap": "a trapped Bridge: who crosses it loses a Cohort",
    "closed": "a closed Bridge: nobody crosses it this round",
    "temporary": "a Temporary Bridge: it vanishes at Cleanup",
    "lead": "who has the Lead",
    "capital": "a Capital",
    "mine": "a Mine and the gold that it pays",
    "forge": "a Forge",
    "axis": "the Axis Mundi, in the middle",
}
"""What a sign on cards and board means."""

TYPES = {
    ORDER: "Order: something that your people do.",
    SPELL: "Spell: the same, but cards that stop Spells stop it.",
    CHAMPION: "Champion: played, it comes to the board with its dice and its ability; the card goes to Entropy.",
    VICTORY: "Victory card: lasting Permanence the moment you gain it, and something to do when it is played.",
}


def usual(option: str) -> object:
    """The usual value of an option."""
    return OPTIONS.table[option].default


def chapters(keys: Keymap) -> list[Chapter]:
    """The whole rulebook; `keys` are those that the player uses."""
    return [
        Chapter("What it is about", "vp", tuple(_aim())),
        Chapter("A round", "clock", tuple(_round())),
        Chapter("The Archive", "bid", tuple(_archive())),
        Chapter("Actions", "march", tuple(_actions())),
        Chapter("Units and battles", "battle", tuple(_battles())),
        Chapter("Places", "hex", tuple(_places())),
        Chapter("Cards", "card", tuple(_cards())),
        Chapter("Factions", "planning", tuple(_factions())),
        signs_of(SIGNS),
        fair_play("When one is played its seal is opened and checked; spent ones are opened at the end of each round."),
        options_of(OPTIONS, on_screen),
        keys_of(keys),
    ]


def _aim() -> Iterator[str]:
    yield (
        "Every player holds a *Capital* on the rim of a board of hexes. Between the hexes is void: units walk only "
        "where a *Bridge* joins two hexes."
    )
    yield (
        f"Whoever has *{usual('vp_to_win')}* :vp: Permanence when a round is scored, with no enemy in the own Capital, "
        f"wins. After round *{scoring.ROUNDS}* the most Permanence wins."
    )
    yield (
        "*Lasting* Permanence is printed on Victory cards and counts from the moment you gain one. Nobody sees that of "
        "the others before the end."
    )
    yield (
        "*Held* Permanence is counted afresh each round: 1 for the Axis Mundi in the middle, 1 for each Forge, 1 for "
        "each enemy Capital in which you stand."
    )
    yield (
        f"You begin with *{setup.START_FORCES}* Cohorts, *{setup.START_GOLD}* :gold:, *{setup.START_BRIDGES}* Bridges "
        "of your choice, the cards of your faction, and one card out of three."
    )
    yield "All decide at the same time and in secret. Then everything is revealed at once."


def _round() -> Iterator[str]:
    for number, phase in enumerate(ROUND, 1):
        yield f"*{number}. {PHASES[phase]}*  {PHASE_TIPS[phase]}"
    yield (
        f"At Reset everybody takes *{reset.INCOME}* :gold:, has *{usual('base_mana')}* :mana: and draws up to "
        f"*{reset.HAND_AT_RESET}* cards."
    )
    first = 1
    for age, last in zip(AGES, (*reset.AGE_ENDS, scoring.ROUNDS), strict=True):
        yield f"Rounds {first} to {last}: *{age}*, with an Archive of its own."
        first = last + 1
    yield "The *Lead* :lead: passes on each round. It decides what is a tie otherwise: who acts first at equal numbers."


def _archive() -> Iterator[str]:
    yield (
        "A row of as many cards as players, one after the other. For each card all who have none yet bid at once: "
        "*Buy* or *Pass*, and an amount of :gold:."
    )
    yield (
        "The highest *Buy* pays and takes the card. If nobody buys, the lowest *Pass* takes it, and the pot of all "
        "Passes with it."
    )
    yield "Ties are rolled: the lowest die gets it. Everybody gets exactly one card; the last takes what is left."
    yield "The card goes into your draw pile, at a place that nobody knows."


def _actions() -> Iterator[str]:
    yield (
        "The Action Phase goes in steps. In each step everybody with mana chooses *one* thing, all reveal, and it "
        "happens: cards by their initiative :initiative:, low numbers first, then basic actions by seats from the Lead."
    )
    for kind, card in action.BASICS.items():
        yield f":{kind}:  *{BASICS[kind]}* ({_cost(card)}): {escape(on_screen(card.text()))}"
    yield f":done:  *{BASICS['done']}*: you are done for this round and lose the mana that is left."
    yield "What you named is locked. If a target has become impossible by then, that part of the card *fizzles*."
    yield "A Champion's power is declared with the action of a step, where the card says so."
    yield "You can take back until all have locked in."


def _cost(card: Card) -> str:
    gold = f", {card.gold[0]} :gold:" if card.gold[0] else ""
    return f"{card.mana} :mana:{gold}"


def _battles() -> Iterator[str]:
    yield "Units of two players in one hex fight at once, till one side is left. In a Capital they fight in the Sieges."
    yield (
        f"In each combat round every unit rolls its dice: a Cohort one, hitting on 1 to *{battle.BASE_THRESHOLD}*; a "
        "Champion what its card says. Both sides roll at once."
    )
    yield "Each hit takes one HP of an enemy unit, drawn by lot. Damage to a Champion stays till it is healed."
    yield "Who kills a Champion takes its bounty :bounty:."
    orders = "; ".join(f"*{words}*" for words in ORDERS.values())
    yield f"Some units let you choose whom hits find. Your standing order says how: {orders}."
    yield f"You may have *{usual('champion_limit')}* Champions. Each has three prices: as your first, second and third."


def _places() -> Iterator[str]:
    yield (
        f":axis:  *The Axis Mundi* in the middle: 1 held :vp:. At Collection its holder picks one of "
        f"{count(collection.SIZES['center'], 'power card')}."
    )
    yield (
        f":forge:  *Forges*: 1 held :vp:. At Collection draft one of {count(collection.SIZES['forge'], 'card')}, or "
        "reforge: scrap a card of your hand for one."
    )
    yield ":mine:  *Mines*: at Collection their gold, or a look at a card of the Archive, which you may take."
    yield (
        ":capital:  *Capitals*: here their owner's units arrive. An enemy in it holds 1 :vp:, and keeps the owner from "
        "winning."
    )
    yield (
        ":bridge:  *Bridges* belong to nobody: everybody may cross them. The starting ones lie at most "
        f"*{setup.BRIDGE_REACH}* hexes from the own Capital."
    )


def _cards() -> Iterator[str]:
    yield from (f"*{words.partition(':')[0]}*:{words.partition(':')[2]}" for words in TYPES.values())
    yield (
        f"A hand holds at most *{hands.HAND_LIMIT}* cards; what is more goes to the discard pile. At Cleanup the hand "
        "goes there too. An empty draw pile is made of the discard pile."
    )
    yield ":entropy:  Cards with this sign go to *Entropy* when they are played, and are gone for the match."
    yield f"There are {len(catalogue.CARDS)} cards in all: every one can be read under Rules and cards."


def _factions() -> Iterator[str]:
    for number, faction in enumerate(FACTIONS):
        yield f"{{accent}}*{escape(faction.name)}*{{/}}"
        for passive in faction.passives:
            yield f"*{escape(passive.name)}*: {escape(on_screen(passive.words))}"
        cards = [screen_name(catalogue.CARDS[card]) for card in catalogue.FACTION_CARDS[number]]
        yield f"{{muted}}Own cards: {escape(', '.join(cards))}{{/}}"


class BridgefrontBook(Book):
    """The Last Tether: Bridgefront."""

    sorters = (
        Sorter("Deck", "All decks", tuple(dict.fromkeys(catalogue.SECTIONS))),
        Sorter("Type", "All types", tuple(dict.fromkeys(card.type.capitalize() for card in catalogue.CARDS))),
    )

    def chapters(self, keys: Keymap) -> list[Chapter]:
        """The whole rulebook; `keys` are those that the player uses."""
        return chapters(keys)

    def cards(self) -> list[BookCard]:
        """Every card of the catalogue."""
        return [_listed(number, card) for number, card in enumerate(catalogue.CARDS)]

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """The face of a card, in design pixels of this size."""
        return card_texture(textures, Face(number), size, scale)


def _listed(number: int, card: Card) -> BookCard:
    section = catalogue.SECTIONS[number]
    low, high = card.initiative
    facts = [f"*{section}*, {card.type}", f":mana: {card.mana}"]
    if any(card.gold):
        facts.append(":gold: " + "/".join(str(g) for g in dict.fromkeys(card.gold)))
    facts.append(f":initiative: {low}" if low == high else f":initiative: {low} to {high}")
    if card.copies > 1:
        facts.append(f"{card.copies} copies")
    return BookCard(screen_name(card), ((section,), (card.type.capitalize(),)), tuple(facts), on_screen(card.text()))


BOOK = BridgefrontBook()
