"""The rules of Cabinet in short plain words, and its cards.

The numbers, cards and options in the text come from the engine. Every text is rich text: one line is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.games.cabinet.art import MINISTRY_SIGNS, SIGNS, card_texture
from client.games.cabinet.tooltips import card_tip
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
from core.games.cabinet import cards
from core.games.cabinet.cards import DECK_NAMES, LEVELS
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.options import BRISK, FULL, LITERAL, OPTIONS, PASSES, SEED
from core.games.cabinet.ruleset import Rules
from core.games.cabinet.text.catalogue import NOTE, PORTFOLIOS, action, assist, lasting_text
from core.games.cabinet.text.words import count_text

SIGN_WORDS = {
    **{
        sign: f"{name}: counts as {count_text(1, name)} when you pay"
        for sign, name in zip(SIGNS[:5], cards.RESOURCES[:5], strict=True)
    },
    "goodwill": "Goodwill: counts as any one Resource when you pay",
    "milestone": "Milestones: each gives the team points",
    "challenge": "a Challenge: pay it, or it hangs on the wall",
    "score": "the team's points, on their way to the target",
    "hourglass": "the time that the team has left",
    "calm": "calm: the most Challenges that may hang on the wall when it is achieved",
    "discard": "what the team discards at each Upkeep",
    "bid": "the active player, who governs this turn",
}
"""Meanings of the icons on the cards and the table, by icon."""

HANDS = {
    "off": "All hands are open, and you may talk freely.",
    "on": "You may talk freely. The other players' hands are shown face down. This is a courtesy: a modified program "
    "can still see them.",
}
"""Sentences about the hands, by the value of the option `courtesy`."""
FULL_WALL = {
    PASSES: "When it is full, none is turned up: *time passes*, and {passing} leave the deck unseen.",
    SEED: "When it is full, none is turned up, and the clock *stands still*: none leaves the deck.",
    LITERAL: "When it is full, none is turned up, and the clock *stands still*: none leaves the deck.",
}
CHALLENGE_DUE_TEXT = "a Challenge is due, and the deck is empty. The deck is your clock."
LOST_BY_TIME = {
    PASSES: (CHALLENGE_DUE_TEXT,),
    SEED: (CHALLENGE_DUE_TEXT, "{turns} turns are over."),
    LITERAL: (
        "the last Challenge leaves the deck, whether the team could pay it or not. The deck is your clock.",
        "{turns} turns are over.",
    ),
}
"""Sentences about a loss by time, by the value of the option `clock`."""


def chapters(keys: Keymap, chosen: ChosenOptions | None = None, r: Rules = RULESETS.printed) -> list[Chapter]:
    """Return the rulebook for a match with these options and rules; without any, for the usual ones."""
    o = effective_options(OPTIONS, chosen)
    return [
        Chapter("What it is about", "milestone", tuple(_aim(o, r))),
        Chapter("A turn", "play", tuple(_turn(o, r))),
        Chapter("Actions", "bid", tuple(_actions(r))),
        Chapter("Paying together", "funds", tuple(PAYING[str(o["pace"])])),
        Chapter("Crises", "challenge", tuple(_crises_text(o, r))),
        Chapter("Ministries", "cabinet office", tuple(_ministries_text(r))),
        *([Chapter("Portfolios", "finance", tuple(_portfolios_text()))] if r.numbers.portfolios else []),
        Chapter("The end", "trophy", tuple(_end(o, r))),
        signs_chapter(SIGN_WORDS),
        fair_play_chapter("In Cabinet nothing is hidden between the players: all hands are open, and nobody "
                          "knows the order "
                  "of a deck before a card is drawn."),
        options_chapter(OPTIONS, chosen=chosen),
        keys_chapter(keys),
    ]  # fmt: skip


def _aim(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield "You are a government: two to five ministers, *one team*. You all win or all lose."
    yield ("Gather resources, call on Ministries, hold off Challenges, and achieve :milestone: Milestones for points.")
    level = str(o["target"])
    points = ", ".join(f"{r.targets[seats][LEVELS.index(level)]} with {seats}" for seats in sorted(r.targets))
    yield f"You win as soon as the team reaches its target. At the level *{level}* that is {points} players."
    yield HANDS[str(o["courtesy"])]
    if str(o["pace"]) == FULL:
        yield "Only pledges to a joint payment are secret, until all players have answered."
    if r.numbers.known_challenges:
        many = format_count(r.numbers.known_challenges, "Challenge")
        yield f"The next {many} of the deck are face up. So you know which cards to keep for them."
    yield f"{{muted}}{NOTE}{{/}}"


def _turn(o: ChosenOptions, r: Rules) -> Iterator[str]:
    brisk = str(o["pace"]) == BRISK
    givers = " The fullest hand gives them." if brisk else ""
    yield (
        "*1. Upkeep.*  The team discards one card for each Challenge on the wall, but none on the very first turn."
        f"{givers}"
    )
    drawn = "in any mix of" if brisk else "one at a time, each from"
    yield f"*2. Draw.*  {format_count(r.numbers.cards_per_draw, 'card')}, {drawn} Resources or Ministries."
    yield "*3. Action.*  One action, or two with the Cabinet Office."
    yield (
        "*4. Challenge.*  A new Challenge is turned up. The team may pay it together at once. Otherwise it "
        "costs its penalty once, and most stay."
    )
    yield f"*5. End.*  Discard down to {r.numbers.hand_limit} cards in hand. Then the next player governs."


def _actions(r: Rules) -> Iterator[str]:
    yield "*Gather*: draw one more card."
    yield ":cabinet office:  *Ministry*: play one from your hand for its effect, and discard it."
    others = "the other goes" if r.numbers.milestones_drawn == 2 else "the others go"
    drawn = _number(r.numbers.milestones_drawn)
    offer = f"take the {drawn} that are face up" if r.numbers.known_milestones else f"draw {drawn}"
    yield (
        f":milestone:  *Milestone*: {offer}, attempt one; {others} under the "
        "deck. All may pay, and you may add a Ministry as an Assist."
    )
    if r.numbers.failed_hours:
        hours = format_count(r.numbers.failed_hours, "Challenge")
        leave = "leaves" if r.numbers.failed_hours == 1 else "leave"
        yield f"{{muted}}If the Milestone is not paid, or the wall is not calm enough: {hours} {leave} the deck.{{/}}"
    yield ":challenge:  *Challenge*: pay one that hangs on the wall, alone and in full."
    yield "*Share*: give a card to another player."


def _number(count: int) -> str:
    return ("none", "one", "two", "three", "four")[count]


PAYING = {
    BRISK: (
        "All hands pay for a Milestone or a new Challenge together, and *the player in office decides*: pay or not, "
        "and with which Assist.",
        "Only cards that are needed are taken: exact ones before Goodwill, from the fullest hand first.",
        "A Milestone that can be paid in only one way is paid at once, because you chose to attempt it.",
        "If a Challenge is not paid, all keep their cards but for the penalty.",
    ),
    FULL: (
        "All players pay for a Milestone or a new Challenge together, in at most *two rounds*.",
        "First, all players secretly pledge cards. Cards that fit are proposed to you; change them, or press *Pledge*.",
        "Only cards that are needed are taken: exact ones before Goodwill, clockwise from the active player.",
        "If something is missing, all see what, and secretly pledge again, this time their new total. Then the "
        "cost is paid, or the attempt fails.",
        "If it fails, all keep their cards.",
    ),
}
"""Sentences about joint payments, by the value of the option `pace`."""


def _crises_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    most = ", ".join(f"{r.limits[seats]} with {seats}" for seats in sorted(r.limits))
    wall = FULL_WALL[str(o["clock"])].format(passing=r.numbers.passing_challenges)
    yield f"The most Challenges that can hang on the wall: {most} players. {wall}"
    yield (
        "A Challenge that is not paid when it is turned up costs its penalty once. While it stays, it costs a card "
        "at each Upkeep."
    )
    lasting = {card.lasting: lasting_text(card) for card in r.challenges}
    if any(lasting.values()):
        yield "Most Challenges do more harm while they stay, as their cards say; a few do not stay at all."
    yield "Larger Milestones need :calm: *calm*: at most that number of Challenges on the wall when they are achieved."


def _ministries_text(r: Rules) -> Iterator[str]:
    for kind, (sign, ministry) in enumerate(zip(MINISTRY_SIGNS, r.ministries, strict=True)):
        text = action(r, kind)
        yield f":{sign}:  *{ministry.name}*: {escape(text)} {{muted}}As an Assist: {escape(assist(ministry))}.{{/}}"


def _portfolios_text() -> Iterator[str]:
    yield "Each player heads the Ministry of the starting hand for the whole match. The card stays in the hand."
    for sign, ministry, text in zip(MINISTRY_SIGNS, cards.MINISTRY_CARDS, PORTFOLIOS, strict=True):
        yield f":{sign}:  *{ministry.name}*: {escape(text)}"


def _end(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield ":trophy:  *Won*: the team has reached its target."
    yield from (
        f":hourglass:  *Lost*: {words.format(turns=r.numbers.max_turns)}" for words in LOST_BY_TIME[str(o["clock"])]
    )
    yield ":discard:  *Lost*: the Upkeep cannot be paid in full."


# Cards ----------------------------------------------------------------------------------------------------------------


class CabinetBook(Book):
    """Rulebook of Cabinet."""

    card_filters = (CardFilter("Deck", "All decks", DECK_NAMES),)

    def __init__(self, rules: Rules = RULESETS.printed) -> None:
        self.rules = rules
        self.copies = _one_of_each()

    def with_ruleset(self, text: str) -> CabinetBook:
        """Return the rulebook of the ruleset with this content."""
        return CabinetBook(RULESETS.of(text))

    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the rulebook for a match with these options; without any, for the usual ones."""
        return chapters(keys, chosen, self.rules)

    def cards(self) -> list[BookCard]:
        """Return one card of each print, deck by deck."""
        found = []
        for copy in self.copies:
            _, _, text = card_tip(copy, self.rules).partition("\n")
            deck = DECK_NAMES[cards.deck_of(copy)]
            found.append(BookCard(cards.name_of(copy), ((deck,),), (f"*{deck}*",), text))
        return found

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Return the texture of a card's face; `size` is in design pixels."""
        return card_texture(textures, self.copies[number], size, scale, self.rules)


def _one_of_each() -> list[int]:
    """Return one copy of each print, in the order of the decks."""
    return [group[0] for group in cards.group_by_face(cards.COPIES).values()]


BOOK = CabinetBook()
