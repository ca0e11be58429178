"""The rules of Bridgefront in short plain words.

The numbers, phases, factions, actions and options in the text come from the engine. Every text is rich text: one line
is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.art.cards.card_layout import Face
from client.games.bridgefront.fairness import ROUND, phase_tip
from client.games.bridgefront.panels.powers import HIT_ORDER_WORDS
from client.games.bridgefront.rulebook import lore, variants
from client.games.bridgefront.view_model import card_texture
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
from client.ui.richtext import escape
from client.ui.textures import Textures
from core.engine.text.words import format_count
from core.games.bridgefront.card import CHAMPION, ORDER, SPELL, VICTORY, Card
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.options import OPTIONS
from core.games.bridgefront.phases import setup
from core.games.bridgefront.ruleset import Rules
from core.games.bridgefront.text.narration import BASICS
from core.games.bridgefront.text.words import AGES, PHASES, screen_name, to_screen_text

SIGNS = {
    "mana": "mana, which pays for actions; unused mana is lost at the end of the round",
    "gold": "gold, for bids and prices; you keep it between rounds",
    "vp": "Permanence, which wins the match",
    "cohort": "Cohorts, the soldiers",
    "champion": "a Champion",
    "hp": "hit points of a Champion",
    "die": "the dice that a unit rolls",
    "hit": "the highest number that hits",
    "bounty": "gold for killing this Champion",
    "initiative": "when a card resolves: low numbers first",
    "entropy": "this card goes to Entropy when played: it is out of the match",
    "counter": "a counter of the card",
    "trap": "a trapped Bridge: the first enemy stack that crosses it loses a Cohort",
    "closed": "a closed Bridge: nobody can cross it this round",
    "temporary": "a Temporary Bridge: it vanishes at Cleanup",
    "lead": "the player with the Lead",
    "capital": "a Capital",
    "mine": "a Mine and the gold it pays",
    "forge": "a Forge",
    "axis": "the Axis Mundi, in the middle",
}
"""Meanings of the icons on the cards and the board, by icon."""

TYPES = {
    ORDER: "Order: an action of your people.",
    SPELL: "Spell: like an Order, but some cards stop Spells.",
    CHAMPION: "Champion: it enters the board with its dice and its ability. The card goes to Entropy.",
    VICTORY: "Victory card: it gives lasting Permanence when you gain it, and has an effect when you play it.",
}

NUMBER_WORDS = ("none", "one", "two", "three", "four", "five", "six")


def chapters(keys: Keymap, chosen: ChosenOptions | None = None, rules: Rules = RULESETS.printed) -> list[Chapter]:
    """Return the rulebook for a match with these options and rules; without any, for the usual ones."""
    o, r = effective_options(OPTIONS, chosen), rules
    return [
        Chapter("What it is about", "vp", tuple(_aim(o, r))),
        Chapter("A round", "clock", tuple(_round(o, r))),
        Chapter("The Archive", "bid", tuple(_archive_text(o))),
        Chapter("Actions", "march", tuple(_actions_text(o, r))),
        Chapter("Units and battles", "battle", tuple(_battles_text(o, r))),
        Chapter("Places", "hex", tuple(_places_text(o, r))),
        Chapter("Cards", "card", tuple(_cards(o, r))),
        Chapter("Factions", "planning", tuple(_factions(o, r))),
        Chapter("The story", "axis", (*lore.STORY_PARAGRAPHS, *_ages_text())),
        signs_chapter({sign: to_screen_text(words, str(o["gold_word"])) for sign, words in SIGNS.items()}),
        fair_play_chapter(
            "When a card is played, its seal is opened and checked. Discarded cards are opened at the end of the round."
        ),
        options_chapter(OPTIONS, to_screen_text, chosen),
        keys_chapter(keys),
    ]


def _aim(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield (
        "Every player holds a *Capital* on the rim of a board of hexes. Between the hexes is void: units walk only "
        "where a *Bridge* joins two hexes."
    )
    if o["vp_to_win"]:
        yield (
            f"You win if you have *{o['vp_to_win']}* :vp: Permanence when a round is scored and no enemy is in your "
            f"Capital. After round *{r.numbers.rounds}* the most Permanence wins."
        )
    else:
        yield f"The match ends after round *{r.numbers.rounds}*. Then the most :vp: Permanence wins."
    yield variants.FINAL_TIE[str(o["final_tie"])]
    yield f"*Lasting* Permanence is printed on Victory cards. {variants.SHOW_VP[str(o['show_vp'])]}"
    yield (
        f"*Held* Permanence is counted again each round: {r.numbers.center_vp} for the Axis Mundi in the middle, "
        f"{r.numbers.forge_vp} for each Forge, 1 for each enemy Capital that you occupy."
    )
    yield (
        f"You begin with *{r.numbers.start_forces}* Cohorts, *{r.numbers.start_gold}* :gold:, "
        f"*{setup.START_BRIDGES}* Bridges of your choice, the cards of your faction, and one card out of "
        f"{NUMBER_WORDS[r.numbers.free_offer]}."
    )
    yield variants.BOARD[str(o["board_size"])]
    yield " ".join(
        (
            variants.SEATS[str(o["seat_order"])],
            variants.FACTIONS_TAKEN[str(o["duplicate_factions"])],
            variants.CAPITALS[str(o["capital_draft"])],
        )
    )
    yield "All players decide at the same time, in secret. Then everything is revealed at once."


def _ages_text() -> Iterator[str]:
    for name, words in zip(AGES, lore.AGES, strict=True):
        yield f"*{name}*: {words}"


def _round(o: ChosenOptions, r: Rules) -> Iterator[str]:
    for number, phase in enumerate(ROUND, 1):
        yield f"*{number}. {PHASES[phase]}*  {phase_tip(phase, o.__getitem__)}"
    yield (
        f"At Reset everyone takes *{r.numbers.income_gold}* :gold:, gets {variants.mana(o)} and draws up to "
        f"*{r.numbers.hand_size}* cards."
    )
    first = 1
    for age, last in zip(AGES, (r.numbers.age_1_ends, r.numbers.age_2_ends, r.numbers.rounds), strict=True):
        yield f"Rounds {first} to {last}: *{age}*, with its own Archive."
        first = last + 1
    yield variants.LEAD[str(o["lead_rotation"])]
    yield variants.TIE_TEXTS[str(o["initiative_ties"])]


def _archive_text(o: ChosenOptions) -> Iterator[str]:
    yield f"The row has one card for each player. {variants.BIDDING_TEXTS[str(o['market_mode'])]}"
    yield (
        "The highest *Buy* pays and takes the card. If nobody buys, the lowest *Pass* takes the card and the pot of "
        "all Passes."
    )
    yield f"The lowest die wins a tie. {variants.REFUSAL_TEXTS[str(o['refuse_card'])]}"
    yield variants.PREVIEW_BOX[str(o["preview"])]
    yield variants.COPIES[int(o["market_copies"])]
    yield "The card is shuffled into your draw pile."


def _actions_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield (
        f"The Action Phase has at most {o['max_action_steps']} steps a round. In each step "
        f"{variants.CHOOSER_TEXTS[str(o['act_at_zero_mana'])]} *one* action, all reveal, and the actions "
        "resolve: "
        "cards by their initiative :initiative:, low numbers first, then basic actions in seat order from the Lead."
    )
    yield variants.INITIATIVE_TEXTS[str(o["initiative_mode"])]
    for kind, card in r.basics.items():
        yield (
            f":{kind}:  *{BASICS[kind]}* ({_cost_text(card)}): "
            f"{escape(to_screen_text(card.text(), str(o['gold_word'])))}"
        )
    yield f":done:  *{BASICS['done']}*: you stop for this round and lose your remaining mana."
    yield f"Your targets are locked. {variants.FIZZLE_TEXTS[str(o['fizzle_scope'])]}"
    yield " ".join((variants.BLOCKED[str(o["blocked_path"])], variants.STACK_TEXTS[str(o["two_stack_battles"])]))
    yield variants.LINKS[str(o["link_users"])]
    yield "Some Champions have a power that you declare together with an action."
    yield "You can take your action back until all have locked in."


def _cost_text(card: Card) -> str:
    gold = f", {card.gold[0]} :gold:" if card.gold[0] else ""
    return f"{card.mana} :mana:{gold}"


def _battles_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield (
        "Units of two players in one hex fight at once until one side is left. In a Capital they fight in the Sieges "
        "phase."
    )
    yield (
        f"In each combat round every unit rolls its dice: a Cohort one, hitting on 1 to *{r.numbers.forces_hit_on}*; a "
        "Champion as its card says. Both sides roll at once."
    )
    yield "Each hit takes 1 HP from a random enemy unit. Damage to a Champion stays until it is healed."
    stealing = variants.STEALING_TEXTS[str(o["virtuous_steal"])]
    yield f"If you kill a Champion, you take its bounty :bounty:. {stealing}"
    orders = "; ".join(f"*{words}*" for words in HIT_ORDER_WORDS.values())
    yield f"Some units let you choose where hits go. {variants.HITS[str(o['hit_control'])].format(orders)}"
    yield variants.champions(o)


def _places_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield variants.MINE_TEXTS[str(o["home_mine_values"])]
    yield (
        f":axis:  *The Axis Mundi* in the middle: {r.numbers.center_vp} held :vp:. "
        f"At Collection its holder picks one of {format_count(r.numbers.center_offer, 'power card')}."
    )
    yield variants.POWER[str(o["power_deck"])]
    yield (
        f":forge:  *Forges*: {r.numbers.forge_vp} held :vp:. At Collection draft one of "
        f"{format_count(r.numbers.forge_offer, 'card')}, or reforge: give a card from your hand to Entropy for one."
    )
    yield (
        ":mine:  *Mines*: at Collection take their gold, or look at a card of the Archive, which you may take instead."
    )
    yield (
        ":capital:  *Capitals*: your new units arrive in your Capital. An enemy in it holds 1 :vp: and keeps you from "
        "winning."
    )
    yield (
        ":bridge:  *Bridges* belong to nobody: everyone may cross them. Your starting Bridges are at most "
        f"*{r.numbers.bridge_reach}* hexes from your Capital."
    )


def _cards(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield from (f"*{words.partition(':')[0]}*:{words.partition(':')[2]}" for words in TYPES.values())
    yield (
        f"A hand holds at most *{r.numbers.hand_limit}* cards; extra cards go to the discard pile. At Cleanup the "
        "whole hand goes there too. When your draw pile is empty, the discard pile is shuffled to form a new one."
    )
    burn = variants.BURN_TEXTS[str(o["fizzled_burn"])]
    yield f":entropy:  Cards with this sign go to *Entropy* when played. {burn}"
    yield variants.TRIM[str(o["two_player_trim"])]
    yield variants.PROPAGANDA_TEXT.format(o["propaganda_start"])
    yield f"There are {len(r.cards)} cards in all. You can read each one under Rules and cards."


def _factions(o: ChosenOptions, r: Rules) -> Iterator[str]:
    for number, faction in enumerate(r.factions):
        yield f"{{accent}}*{escape(faction.name)}*{{/}}"
        yield f"{{muted}}{lore.FACTIONS[faction.code]}{{/}}"
        for passive in faction.passives:
            yield f"*{escape(passive.name)}*: {escape(to_screen_text(passive.words, str(o['gold_word'])))}"
        names = str(o["victory_card_names"])
        cards = [screen_name(r.cards[card], names) for card in r.faction_cards[number]]
        yield f"{{muted}}Own cards: {escape(', '.join(cards))}{{/}}"


class BridgefrontBook(Book):
    """Rulebook of The Last Tether: Bridgefront, by its printed rules or those of a ruleset."""

    def __init__(self, rules: Rules = RULESETS.printed) -> None:
        self.rules = rules
        self.card_filters = (
            CardFilter("Deck", "All decks", tuple(dict.fromkeys(rules.sections))),
            CardFilter("Type", "All types", tuple(dict.fromkeys(card.type.capitalize() for card in rules.cards))),
        )

    def with_ruleset(self, text: str) -> BridgefrontBook:
        """Return the rulebook of the ruleset with this content."""
        return BridgefrontBook(RULESETS.of(text)) if text else self

    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the rulebook for a match with these options; without any, for the usual ones."""
        return chapters(keys, chosen, self.rules)

    def cards(self) -> list[BookCard]:
        """Return every card of these rules."""
        return [_listed(self.rules.sections[number], card) for number, card in enumerate(self.rules.cards)]

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Return the texture of a card's face; `size` is in design pixels."""
        return card_texture(textures, Face(number, rules=self.rules), size, scale)


def _listed(section: str, card: Card) -> BookCard:
    low, high = card.initiative
    facts = [f"*{section}*, {card.type}", f":mana: {card.mana}"]
    if any(card.gold):
        facts.append(":gold: " + "/".join(str(g) for g in dict.fromkeys(card.gold)))
    facts.append(f":initiative: {low}" if low == high else f":initiative: {low} to {high}")
    if card.copies > 1:
        facts.append(f"{card.copies} copies")
    return BookCard(
        screen_name(card), ((section,), (card.type.capitalize(),)), tuple(facts), to_screen_text(card.text())
    )


BOOK = BridgefrontBook()
