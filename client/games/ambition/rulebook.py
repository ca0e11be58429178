"""Rulebook of Ambition: the rules in short, plain words, and the cards.

Numbers, cards and options come from the engine. Every text is rich text, in which each line is a paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import arcade

from client.games.ambition import faces
from client.games.ambition.art import PACT_SIGNS, card_texture
from client.games.ambition.places import SIGNS
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
from core.games.ambition.cards import (
    DEAD_HAND,
    ELITES,
    INDUSTRIES,
    INTRIGUES,
)
from core.games.ambition.changes import RULESETS
from core.games.ambition.options import (
    ACCIDENT,
    CORE,
    EITHER,
    FRESH,
    LATER,
    NARROW,
    NEAREST,
    ON,
    OPTIONS,
    POOL,
    PURSE,
    SEED,
    SHARE,
    TOKENS,
    WIDE,
)
from core.games.ambition.ruleset import Rules
from core.games.ambition.text.catalogue import NOTE
from core.games.ambition.turn import FIRST_ALLIANCE

SIGN_WORDS = {
    "chips": "Influence in a purse: everyone can see it",
    "elite": "Elites: hidden, safe from strikes, worth their value at the end",
    "eye": "Intrigue cards: hidden, worth {intrigue_worth} each at the end",
    "industry": "Industrial cards: useful in play, worth nothing at the end",
    "token": "an armament token: lets you keep Nuclear Arms and Armageddon",
    "nu2": "Nuclear Arms: {arms_worth} in hand at the end",
    "nu3": "Armageddon: ends the game",
    "secret": "a secret alliance: only the two allies know its type",
}
"""Meanings of the signs on the cards and on the table."""
CHALLENGER_TEXTS = {
    SHARE: "All answers are revealed together. Several challengers share what is gained or lost, rounded up for each.",
    NEAREST: "All answers are revealed together; only the challenger closest to you clockwise counts.",
}
HOLD_TEXTS = {
    LATER: "Others are kept, and can be played in a later turn instead of drawing.",
    EITHER: "Others can be played at once, or kept and played in a later turn instead of drawing.",
}
AFTER_CLAIM = {ON: "After any claim you draw an Elite.", SEED: "After a claim you draw nothing."}
CAP_TEXTS = {
    PURSE: "You cannot declare more than you have in your purse, but up to {smallest_cap} is always allowed.",
    SEED: "You can declare any value from 1 to {highest}, no matter what is in your purse.",
}
BLUFF_TEXTS = {
    WIDE: "They are Disarmament Summit, Census of Notables, Defection, Ultimatum, Inspection Regime and Blackmail.",
    NARROW: "They are Disarmament Summit, Census of Notables, Defection and Ultimatum.",
}
FAIR_TEXTS = {
    CORE: "The deck always has one Trade Fair per player; further cards are drawn from the pool at random.",
    POOL: "Trade Fairs are drawn from the pool at random, like every other card of the pool.",
}
FRESH_TYPE = {
    FRESH: "An Industrial Exchange names an industry that is in play in front of neither ally.",
    SEED: "An Industrial Exchange may name any industry, even one in play in front of an ally.",
}
EXHAUSTION_TEXTS = {
    TOKENS: "Each time the Intrigue deck runs out, every player without a token takes one; the {tokens} time the "
    "world ends by accident.",
    ACCIDENT: "The {accident} time the Intrigue deck runs out, the world ends by accident.",
    SEED: "When the Intrigue deck runs out, its discards become the new deck. Only Armageddon ends the game.",
}
"""Effects of an exhausted Intrigue deck, by the value of the option "exhaustion"."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")
SORT_NAMES = ("Elites", "Intrigue", "Industry")


def chapters(keys: Keymap, chosen: ChosenOptions | None = None, r: Rules = RULESETS.printed) -> list[Chapter]:
    """Return the rulebook for a match with these options and rules; without any, for the usual ones."""
    o = effective_options(OPTIONS, chosen)
    return [
        Chapter("Goal", "elite", tuple(_aim(r))),
        Chapter("A turn", "play", tuple(_turn_text(o))),
        Chapter("Claims", "chips", tuple(_claims_text(o, r))),
        Chapter("Intrigue", "eye", tuple(_intrigue_text(o, r))),
        Chapter("Alliances", "secret", tuple(_alliances_text(o, r))),
        Chapter("Industry", "industry", tuple(_industry(r))),
        Chapter("Strikes", "token", tuple(_strikes_text(r))),
        Chapter("The end", "nu3", tuple(_end(o, r))),
        signs_chapter({sign: words.format_map(_amounts(r)) for sign, words in SIGN_WORDS.items()}),
        fair_play_chapter("Nobody knows the order of a deck, unless a majority of the players cheat together. "
                          "Every card "
                  "that is opened is proven at once, and at the end all hands are opened."),
        options_chapter(OPTIONS, chosen=chosen),
        keys_chapter(keys),
    ]  # fmt: skip


def _amounts(r: Rules) -> dict[str, object]:
    """Return the numbers of the rules by name, for texts."""
    nth = {
        "tokens": ORDINALS[r.numbers.deck_runs_tokens - 1],
        "accident": ORDINALS[r.numbers.deck_runs_accident - 1],
    }
    return {**asdict(r.numbers), "highest": r.highest, **nth}


def _aim(r: Rules) -> Iterator[str]:
    n = r.numbers
    yield "Have the most *Influence* when the world ends. Three to six players, everyone for themselves."
    yield (
        "Influence comes from three places: your purse, which everyone can see; the *Elites* in your hand, which "
        "nobody else can see; and your *Intrigue* cards."
    )
    cards = [format_count(n.start_elites, "Elite")]
    if n.start_industries:
        cards.append(format_count(n.start_industries, "Industrial card"))
    yield (
        f"You start with {join_list(cards)}, and with Influence equal to the value of other Elites turned up at random."
    )
    yield f"{{muted}}{NOTE}{{/}}"


def _turn_text(o: ChosenOptions) -> Iterator[str]:
    yield "*1. Roll.*  If you have an armament token, you first choose: roll, or launch a strike."
    yield (
        f"*2. Diplomacy.*  On 1 to {FIRST_ALLIANCE - 1}: draw an Elite, or claim Influence. On {FIRST_ALLIANCE} or "
        "6: propose an alliance, or claim."
    )
    yield "*3. Industry.*  Put Industrial cards into play; use Gridworks and Dataworks."
    yield (
        "*4. Intrigue.*  Draw a card, or play one from your hand. Some cards are played when drawn. "
        + HOLD_TEXTS[str(o["hold_cards"])]
    )
    yield "*5. Settle.*  Alliances whose condition is met pay out."


def _claims_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    yield f"Put an Elite face down and say what it is worth, 1 to {r.highest}. You may lie, upwards or downwards."
    yield f"Every player who has that much Influence may challenge. {CHALLENGER_TEXTS[str(o['challengers'])]}"
    yield "If nobody challenges, you gain the value you declared, and the card is never shown."
    yield (
        "If you are challenged and it is true, you gain the value and the challenger loses it. If it is false, you "
        "lose it and the challenger gains it."
    )
    if r.numbers.forfeited_elites:
        yield (
            "If a purse cannot pay for a lie or a wrong challenge in full, it is emptied, and its player also loses "
            f"{format_count(r.numbers.forfeited_elites, 'Elite')} at random."
        )
    yield AFTER_CLAIM[str(o["claim_draw"])]
    yield CAP_TEXTS[str(o["declare_cap"])].format_map(_amounts(r))


def _intrigue_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    n = r.numbers
    yield (
        "Some cards make other players declare something about their hidden cards. They may lie, and any player may "
        "challenge them."
    )
    yield BLUFF_TEXTS[str(o["bluffs"])]
    yield (
        f"A liar who is caught loses {n.challenge_penalty} and must still do what was asked. If you challenge "
        f"the truth, you lose {n.challenge_penalty}."
    )
    if n.doubt_reward:
        yield f"What a caught liar pays, up to {n.doubt_reward}, goes to the challengers."
    yield (
        "The program opens every card that must be played when drawn. A player who keeps one with a modified program "
        "is convicted when it is opened, and scores 0."
    )
    yield FAIR_TEXTS[str(o["trade_fairs"])]
    yield "The card browser lists all cards and what they do."


def _alliances_text(o: ChosenOptions, r: Rules) -> Iterator[str]:
    n = r.numbers
    yield (
        f"Both players must be able to pay the stake. If the partner accepts, each gains {n.alliance_gain} and "
        "sets the stake aside."
    )
    for sign, pact in zip(PACT_SIGNS, r.pacts, strict=True):
        yield f":{sign}:  *{pact.name}*, stake {pact.stake}: {escape(pact.text)}"
    yield FRESH_TYPE[str(o["exchange_type"])]
    yield (
        "When an alliance is completed, each ally gets the stake back and as much again. At the end, the stakes of "
        "unfinished alliances are lost."
    )
    yield (
        ":secret:  *In secret*: everyone sees who is allied, but only the two allies know the type. "
        + (f"Each ally gains {n.secret_gain} at once. " if n.secret_gain else "")
        + "The stake is set aside, and the usual gain is paid, when it is opened: by either ally together with a "
        "decision (see standing orders), by Exposed Cables, or at the end."
    )


def _industry(r: Rules) -> Iterator[str]:
    yield "Only one card of each type can be in play on the whole table: a new one replaces the old one."
    for sign, industry in zip(SIGNS, r.industries, strict=True):
        yield f":{sign}:  *{industry.name}*: {escape(industry.text)}"


def _strikes_text(r: Rules) -> Iterator[str]:
    n = r.numbers
    yield "With a token and Nuclear Arms you may strike any player instead of your Diplomacy and Industry steps."
    yield "The target is asked first, then the others clockwise. Nuclear Arms or an Early Warning stop it."
    yield (
        f"If it is not stopped, the target and both neighbours lose {n.blast} Influence and all Intrigue "
        "and Industrial cards in hand. They keep their Elites. An attacker who is a neighbour loses only those cards."
    )
    yield (
        "A Bunker, Tecmed or a Fallout Drill protects you. You are asked about every strike that hits you or an ally. "
        "Other strikes pass without asking you, unless you change that in your standing orders."
    )


def _end(o: ChosenOptions, r: Rules) -> Iterator[str]:
    n = r.numbers
    yield ":nu3:  *Armageddon* can be played while every player holds a token. It ends the game at once."
    yield f":draw pile:  {EXHAUSTION_TEXTS[str(o['exhaustion'])].format_map(_amounts(r))}"
    yield (
        f"Then add up your purse, the Elites in your hand, {n.intrigue_worth} for each Intrigue card "
        f"and {n.arms_worth} for each Nuclear Arms."
    )
    if r.intrigues[DEAD_HAND].copies:
        yield f":de3:  The player of Armageddon loses {n.dead_hand} for each *Dead Hand* in another hand."
    yield "Ties: most in Elites, then the fuller purse, then fewest Nuclear Arms."


# Cards ----------------------------------------------------------------------------------------------------------------


class AmbitionBook(Book):
    """Rulebook of Ambition."""

    card_filters = (CardFilter("Deck", "All decks", SORT_NAMES),)

    def __init__(self, rules: Rules = RULESETS.printed) -> None:
        self.rules = rules
        sizes = len(ELITES), len(INTRIGUES), len(INDUSTRIES)
        self.codes = [faces.code(sort, face) for sort, size in enumerate(sizes) for face in range(size)]

    def with_ruleset(self, text: str) -> AmbitionBook:
        """Return the rulebook of the ruleset with this content."""
        return AmbitionBook(RULESETS.of(text))

    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the rulebook for a match with these options; without any, for the usual ones."""
        return chapters(keys, chosen, self.rules)

    def cards(self) -> list[BookCard]:
        """Return one copy of each card, ordered by kind."""
        found = []
        for number in self.codes:
            sort = SORT_NAMES[faces.sort_of(number)]
            facts = (f"*{sort}*", escape(faces.end_value_text(number, self.rules)))
            found.append(BookCard(faces.name(number), ((sort,),), facts, faces.effect_text(number, self.rules)))
        return found

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Return the face of a card, at this size in design pixels."""
        return card_texture(textures, self.codes[number], size, scale, self.rules)


BOOK = AmbitionBook()
