"""Rules of Midnight in short plain words, and its cards.

Numbers, cards, faces and options come from the engine. Every text is rich text: one line is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.games.midnight.art.pictures import card_texture, escalation_texture, pact_texture
from client.games.midnight.text.names import CARD_ICONS, DIAL_ICONS, DIAL_TIPS, MARK_TIPS
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
from core.engine.text.words import format_count, join_list
from core.games.midnight import action, cards
from core.games.midnight.cards import CARDS, DIAL_NAMES, NATION_NAMES
from core.games.midnight.changes import RULESETS
from core.games.midnight.escalations import Escalation
from core.games.midnight.options import OPTIONS
from core.games.midnight.ruleset import Rules
from core.games.midnight.text.catalogue import (
    BORDER,
    CAPITAL,
    DECK,
    DISCARD,
    ESCALATION,
    PACT,
    PACT_TEXT,
    STAYS,
    WILD,
    card_effect,
    uses_of,
)
from core.games.midnight.text.narration import FACES

ICON_MEANINGS = {
    "worth": "Worth: the most wins; a nation with none falls into Ruin",
    **{icon: f"{name}: {tip}" for icon, name, tip in zip(DIAL_ICONS, DIAL_NAMES, DIAL_TIPS, strict=True)},
    "hand": "cards in hand",
    "draw pile": "cards left in the deck",
    "stockpile": "cards in the stockpile, put away for Midnight",
    "capital": "cards in a Capital, face up",
    "ruin": "a nation in Ruin, or eliminated",
    "doomsday": "the clock: minutes left",
    "die": "a tense turn: the red die will be rolled",
    "warning": "an Escalation in play",
    "pact": "a Pact between two nations",
    "envelope": "another nation offers you a Pact",
}
"""Meanings of the icons on the cards and the table, by icon."""
SUNSET_TEXTS = {
    "conflict": "A global conflict follows, even at the last sunset. At sunrise each nation shuffles its discard pile "
    "into its deck.",
    "none": "A global conflict follows, but not at the last sunset. At sunrise each nation shuffles its discard pile "
    "into its deck.",
}
"""Sentences about the last sunset, by the value of the option `last_sunset`."""
SUNRISE = {"off": "No Escalations are turned up.", "on": "At each sunrise an Escalation is turned up."}
LAWS_OPTION_TEXTS = {
    "off": "{muted}Escalations are off in this match. When they are on, one is turned up at each sunrise and changes "
    "the rules from then on.{/}",
    "on": "{muted}One is turned up at each sunrise and changes the rules from then on.{/}",
}
PACTS = {
    "off": "{muted}This option of the match is off: there are no Pacts. When it is on:{/}",
    "on": "{muted}This option of the match is on.{/}",
}


def red_die_effects(r: Rules) -> dict[str, str]:
    """Return the effect of each face of the red die, in words."""
    n = r.numbers
    return {
        cards.AVERTED: f"draw {format_count(n.averted_cards, 'card')}",
        cards.RISE: f"draw {format_count(n.rise_cards, 'card')}; then you may lay {_number(n.rise_plays_3)} on "
        f"a border (with "
        f"three nations), or {_number(n.rise_plays)} (with more)",
        cards.CONFLICT: "you have a dispute with every other nation, clockwise",
        cards.TICK: "a minute passes, and your turn ends",
    }


def _number(count: int) -> str:
    return ("none", "one", "two", "three")[count]


def early_win_text(r: Rules) -> str:
    """Return the condition of an early win, as rich text."""
    return f"*{r.numbers.winning_worth}* :worth: Worth before Midnight"


def chapters(keys: Keymap, chosen: ChosenOptions | None = None, r: Rules = RULESETS.printed) -> list[Chapter]:
    """Return the rulebook for a match with these options and rules; without any, for the usual ones."""
    o = effective_options(OPTIONS, chosen)
    return [
        Chapter("What it is about", "worth", tuple(_aim(r))),
        Chapter("A turn", "play", tuple(_turn(r))),
        Chapter("Actions", "hand", tuple(_actions(r))),
        Chapter("Disputes", "battle", tuple(_disputes_text(r))),
        Chapter("Ruin", "ruin", tuple(_ruin_text(r))),
        Chapter("The clock", "doomsday", tuple(_clock(o, r))),
        Chapter("Midnight", "hourglass", tuple(_midnight_text(r))),
        Chapter("Cards", "card", tuple(_cards(r))),
        Chapter("Dials", "upgrade", tuple(_dials_text(r))),
        Chapter("Escalations", "warning", tuple(_escalations_text(o, r))),
        Chapter("Pacts", "pact", tuple(_pacts_text(o, r))),
        signs_chapter(ICON_MEANINGS),
        fair_play_chapter("When a card is turned up, its seal is opened and checked. The rest are opened once "
                          "they are no "
                  "longer secret, at the latest at the end."),
        options_chapter(OPTIONS, chosen=chosen),
        keys_chapter(keys),
    ]  # fmt: skip


def _aim(r: Rules) -> Iterator[str]:
    yield (
        f"You lead one of {format_count(len(NATION_NAMES), 'nation')}, and every other nation is your "
        f"neighbour. Each starts "
        "with "
        f"*{r.numbers.start_worth}* :worth: Worth and the same deck of *{len(r.decks[1])}* cards, "
        f"*{r.numbers.start_cards}* of them in hand."
    )
    yield f"There are three ways to win. The first: {early_win_text(r)}."
    yield "The second: every other nation is in Ruin and yours is not."
    yield "The third, and the usual one: the greatest Worth after the last war, when the clock has run out."
    yield ("Cards facing a neighbour lie face down. The dice and the clock decide when they are turned up.")


def _turn(r: Rules) -> Iterator[str]:
    yield (
        f"*1. Tone.*  The black die is rolled: {_calm(r.numbers.calm_faces)}, otherwise tense :die:. "
        "In Ruin it is always calm."
    )
    yield "*2. Draw.*  Draw as many cards as your :influence: Influence. If your deck has too few, the clock ticks."
    yield "*3. Act.*  Take up to as many actions as your :influence: Influence."
    yield (
        f"*4. Trim.*  If you have more than *{r.numbers.hand_limit}* cards in hand, discard down to that and lose "
        f"*{r.numbers.fee}* Worth for each card. In Ruin this costs nothing."
    )
    yield "*5. Tension.*  After a tense turn the red die is rolled:"
    effects = red_die_effects(r)
    for face in dict.fromkeys(r.red):
        yield f":die:  *{FACES[face]}* ({r.red.count(face)} of {len(r.red)} faces): {effects[face]}."


def _calm(faces: int) -> str:
    return f"on 1 to *{faces}* the turn is calm" if faces else "on *no* face the turn is calm"


def _actions(r: Rules) -> Iterator[str]:
    yield "Each costs one action. Take them in any order; you may repeat them."
    yield "*To a border*: lay a card face down on your side of the border with a nation that is not in Ruin."
    yield ":capital:  *To the Capital*: play an Upgrade or a Siren face up. It waits there for the others."
    yield "*By Discard*: show a Build or an Intelligence. It takes effect at once and is discarded."
    yield (
        f"*A set*: discard {format_count(action.SET_SIZE, 'card')} that all count as {_or(*cards.SET_KINDS)}, "
        f"and gain Worth "
        "equal "
        "to your :research: Research. At least one must be the real card; the others may be Wild."
    )
    yield "*Move a card*: move one of your cards from a border to another border, still face down."
    yield ":stockpile:  *Into the stockpile*: put a card away. At Midnight your stockpile is all you have."
    yield (
        f":ruin:  *A pair*, in Ruin only: discard two cards of one kind, or a Wild card and any other, and gain "
        f"*{r.numbers.pair_worth}* Worth."
    )
    yield "Effects apply at once: a step of Influence gives one more action in the same turn."


def _or(*kinds: int) -> str:
    return " or ".join(f"a {CARDS[kind].name}" for kind in kinds)


def _disputes_text(r: Rules) -> Iterator[str]:
    yield "Two neighbours turn up all cards facing each other. Then, without any choices:"
    yield (
        f"*Ready*: Intelligence takes out a card of the other side, then every Build that is left earns "
        f"*{r.numbers.build_worth}* Worth. The nation whose turn it is goes first."
    )
    yield "*Aim*: each Jam takes out a Large Cannon of the other side, or else a Cannon. Shields are up."
    yield (
        "*Fire*: the nation whose turn it is attacks with its :might: Might for every Cannon (twice for a Large "
        "Cannon). The other side has its :protection: Protection for every Shield, and loses the excess in Worth."
    )
    yield "*Counter-attack*: the other side does the same, unless it has just fallen into Ruin."
    yield "All cards of the dispute go to the discard piles."
    yield (
        "A *conflict* is a dispute between one nation and each of the others. In a *global conflict* every two nations "
        "meet once. There is no dispute with a nation in Ruin: the cards stay."
    )


def _ruin_text(r: Rules) -> Iterator[str]:
    yield "A nation without Worth falls into Ruin at once."
    yield "It loses its cards on borders and in its Capital, and turns one dial down."
    yield "The nation that brought it down looks at its hand and keeps one of the cards."
    yield "In Ruin you roll no dice, lay no cards on borders, in the Capital or in the stockpile, and get no upgrades."
    yield "But nobody can attack you, the clock and the hand limit cost you nothing, and pairs give Worth."
    yield f"With *{r.numbers.recovery_worth}* Worth you are back. A nation still in Ruin at Midnight is eliminated."


def _clock(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield (
        f"It starts at {format_count(r.numbers.minutes, 'minute')}. It ticks when the red die shows it, when a "
        f"deck has too "
        "few cards to draw, and when there is a Siren in every Capital. A tick ends the turn."
    )
    for minute in range(r.numbers.minutes, 0, -1):
        to = format_count(minute - 1, "minute") if minute > 1 else "Midnight"
        yield (
            f":doomsday:  *From {minute} to {to}*: every nation that is not in Ruin loses "
            f"*{r.sunset_loss[minute]}* Worth, then turns dials up by {format_count(r.sunset_steps[minute], 'step')}."
        )
    yield SUNSET_TEXTS[str(o["last_sunset"])]
    yield SUNRISE[str(o["escalations"])]


def _midnight_text(r: Rules) -> Iterator[str]:
    yield "Hands and decks are set aside. Your stockpile becomes your hand. Cards on borders stay there."
    yield (
        f"There are *{r.numbers.last_rounds}* rounds, in which each nation takes as many actions as its Influence. "
        "No dice are rolled, and a nation with no Worth left is out."
    )
    yield "Then one last global conflict, and the greatest Worth wins."
    yield (
        "If nations are tied, they fight a *duel*: each shuffles all its cards, and all flip one at the same time. A "
        "Large Cannon beats a Cannon, and a Cannon beats everything else. The beaten are out; the others flip again."
    )


def _cards(r: Rules) -> Iterator[str]:
    yield f"Every nation has the same {len(r.decks[1])} cards."
    for kind, card in enumerate(r.cards):
        yield f":{CARD_ICONS[kind]}:  *{card.name}* {{muted}}×{card.copies}{{/}}  {escape(card_effect(r, kind))}"
    wild = join_list(card.name for card in r.cards if card.wild)
    yield f"*Wild* cards are {wild}: each may count as another card in a set or a pair."
    yield "See every card in full size under Rules and cards."


def _dials_text(r: Rules) -> Iterator[str]:
    yield "All dials start at the lowest value. Every tick and every Upgrade card that resolves turns a dial up."
    for icon, name, tip, values in zip(DIAL_ICONS, DIAL_NAMES, DIAL_TIPS, r.dials, strict=True):
        yield f":{icon}:  *{name}*: {tip}. It shows {', '.join(map(str, values))}."
    yield (
        "Under *Orders* you can choose your next upgrades in advance. They stay secret, and nobody has to wait for you."
    )


def _escalations_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield LAWS_OPTION_TEXTS[str(o["escalations"])]
    for card in map(r.escalations.__getitem__, r.escalation_deck):
        yield f"*{card.name}* {{muted}}({STAYS[card.stays]}){{/}}  {escape(card.text)}"


def _pacts_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield PACTS[str(o["pacts"])]
    yield PACT_TEXT
    yield (
        "Make offers under *Orders*; everyone sees them. Two nations that offer each other the same have a Pact at "
        "once, but never in the middle of a dispute."
    )
    green = join_list(card.name for card in r.cards if card.mark == "green")
    red = join_list(card.name for card in r.cards if card.mark == "red")
    yield (
        f"*Green* cards are {green}. If both sides turn up green cards and nobody a red one, each gains "
        f"{r.numbers.pact_worth} Worth for each of its green cards."
    )
    yield (
        f"*Red* cards are {red}. A single one breaks the Pact: all green cards of the dispute go unused, and both "
        f"sides have *{r.numbers.breach_might}* more Might in it."
    )


# Cards ----------------------------------------------------------------------------------------------------------------

MARKS = {"red": "Breaks a Pact", "green": "Earns under a Pact"}
KINDS = {True: "Stays in play", False: "At once"}


def _printed(r: Rules, kind: int) -> BookCard:
    card = r.cards[kind]
    sorts = uses_of(card) + ([MARKS[card.mark]] if card.mark else [])
    text = card_effect(r, kind) + (f"\n{MARK_TIPS[card.mark]}" if card.mark else "")
    facts = (f"*{DECK}*", f":{CARD_ICONS[kind]}:", f"{card.copies} in each deck")
    return BookCard(card.name, ((DECK,), tuple(sorts)), facts, text)


def _escalation(card: Escalation) -> BookCard:
    return BookCard(card.name, ((ESCALATION,), (KINDS[card.stays],)), ("*Escalation*", STAYS[card.stays]), card.text)


class MidnightBook(Book):
    """Rulebook of Midnight."""

    card_filters = (
        CardFilter("Deck", "All decks", (DECK, ESCALATION, PACT)),
        CardFilter("Kind", "All kinds", (BORDER, CAPITAL, DISCARD, WILD, *MARKS.values(), *KINDS.values())),
    )

    def __init__(self, rules: Rules = RULESETS.printed) -> None:
        self.rules = rules

    def with_ruleset(self, text: str) -> MidnightBook:
        """Return the rulebook of the ruleset with this content."""
        return MidnightBook(RULESETS.of(text))

    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the rulebook for a match with these options; without any, for the usual ones."""
        return chapters(keys, chosen, self.rules)

    def cards(self) -> list[BookCard]:
        """Return the cards of the action deck by kind, the Escalations and the Pact."""
        pact = BookCard("Pact", ((PACT,), ()), ("*Pact*", "one for each nation"), PACT_TEXT)
        actions = (_printed(self.rules, kind) for kind in range(len(CARDS)))
        return [*actions, *map(_escalation, self.rules.escalations), pact]

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Return the texture of a card's face; `size` is in design pixels."""
        if number < len(CARDS):
            return card_texture(textures, 1 + cards.DECK.index(number), size, scale, rules=self.rules)
        if number < len(CARDS) + len(self.rules.escalations):
            return escalation_texture(textures, number - len(CARDS), size, scale, self.rules)
        return pact_texture(textures, size, scale)


BOOK = MidnightBook()
