"""The rules of Ambition in short plain words, and its cards; numbers, cards and options are the engine's own.

Every text is rich text: one line is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.games.ambition import faces
from client.games.ambition.art import PACT_SIGNS, card_texture
from client.games.ambition.places import SIGNS
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
from client.ui.richtext import escape
from client.ui.textures import Textures
from core.games.ambition.cards import (
    ALLIED,
    ARMS_WORTH,
    BLAST,
    CAUGHT,
    ELITES,
    HIGHEST,
    INDUSTRIES,
    INTRIGUE_WORTH,
    INTRIGUES,
    PACTS,
    SMALLEST_CAP,
    START_ELITES,
)
from core.games.ambition.options import (
    ACCIDENT,
    CORE,
    FRESH,
    NARROW,
    ON,
    OPTIONS,
    POOL,
    PURSE,
    SEED,
    TOKENS,
    WIDE,
)
from core.games.ambition.text.catalogue import NOTE
from core.games.ambition.turn import FIRST_ALLIANCE

SIGN_WORDS = {
    "chips": "Influence in a purse: everybody sees it",
    "elite": "Elites: hidden, safe from strikes, worth their value at the end",
    "eye": f"Intrigue cards: hidden, worth {INTRIGUE_WORTH} each at the end",
    "industry": "Industrial cards: worth something in play, nothing at the end",
    "token": "an armament token: its holder may keep Nuclear Arms and Armageddon",
    "nu2": f"Nuclear Arms: {ARMS_WORTH} in hand at the end",
    "nu3": "Armageddon: ends the game",
    "secret": "a secret alliance: only its two allies know what it is",
}
"""What a sign on cards and table means."""
AFTER_CLAIM = {ON: "After any claim you draw an Elite.", SEED: "After a claim you draw nothing."}
CAP = {
    PURSE: f"Nobody may declare more than its purse, but {SMALLEST_CAP} may always be declared.",
    SEED: f"Any value from 1 to {HIGHEST} may be declared, whatever the purse holds.",
}
BLUFFS = {
    WIDE: "They are Disarmament Summit, Census of Notables, Defection, Ultimatum, Inspection Regime and Blackmail.",
    NARROW: "They are Disarmament Summit, Census of Notables, Defection and Ultimatum.",
}
FAIRS = {
    CORE: "One Trade Fair for each player is in the deck for certain; further cards of the pool are drawn by chance.",
    POOL: "Trade Fairs are in the deck by chance alone, as every card of the pool.",
}
FRESH_TYPE = {
    FRESH: "An Industrial Exchange names an industry that is in play in front of neither ally.",
    SEED: "An Industrial Exchange may name any industry, also one that is in play in front of an ally.",
}
EXHAUSTED = {
    TOKENS: "Each time the Intrigue deck runs out, whoever has no token takes one; the third time the world ends by "
    "accident.",
    ACCIDENT: "The Intrigue deck may run out once; the second time the world ends by accident.",
    SEED: "When the Intrigue deck runs out its discards become the new deck. Armageddon alone ends the game.",
}
"""By the options of the match."""
SORTERS = ("Elites", "Intrigue", "Industry")


def chapters(keys: Keymap, chosen: Chosen | None = None) -> list[Chapter]:
    """Return the rulebook for a match with these options; without any, for the usual ones."""
    o = in_force(OPTIONS, chosen)
    return [
        Chapter("What it is about", "elite", tuple(_aim())),
        Chapter("A turn", "play", tuple(_turn())),
        Chapter("Claims", "chips", tuple(_claims(o))),
        Chapter("Intrigue", "eye", tuple(_intrigue(o))),
        Chapter("Alliances", "secret", tuple(_alliances(o))),
        Chapter("Industry", "industry", tuple(_industry())),
        Chapter("Strikes", "token", tuple(_strikes())),
        Chapter("The end", "nu3", tuple(_end(o))),
        signs_of(SIGN_WORDS),
        fair_play("Nobody knows the order of a deck, not even all others together short of a majority, and whatever is "
                  "opened is proven at once; at the end all hands are opened."),
        options_of(OPTIONS, chosen=chosen),
        keys_of(keys),
    ]  # fmt: skip


def _aim() -> Iterator[str]:
    yield "You want the most *Influence* when the world ends. Three to six players, each for itself."
    yield (
        "It lies in three places: in your purse, which all see; in the *Elites* of your hand, which nobody "
        "sees; and in your *Intrigue* cards."
    )
    yield f"You begin with {START_ELITES} Elites, and with Influence that chance has turned up."
    yield f"{{muted}}{NOTE}{{/}}"


def _turn() -> Iterator[str]:
    yield "*1. Roll.*  Whoever has an armament token is asked first: roll, or launch a strike."
    yield (
        f"*2. Diplomacy.*  1 to {FIRST_ALLIANCE - 1}: draw an Elite, or claim Influence. {FIRST_ALLIANCE} and "
        "6: propose an alliance, or claim."
    )
    yield "*3. Industry.*  Put Industrial cards into play; use Gridworks and Dataworks."
    yield (
        "*4. Intrigue.*  Draw a card, or play one of your hand. Some are resolved when they are drawn, some may "
        "be kept."
    )
    yield "*5. Settle.*  Alliances whose condition is met pay."


def _claims(o: Chosen) -> Iterator[str]:
    yield f"Lay an Elite face down and say what it is worth, 1 to {HIGHEST}. It may be a lie, a lower one too."
    yield "All who own as much may challenge; all answers open together. The challenger closest clockwise counts."
    yield "Nobody challenges: you gain what you have said, and the card is never shown."
    yield "Challenged and true: you gain it, the challenger loses as much. Challenged and false: the other way round."
    yield AFTER_CLAIM[str(o["claim_draw"])]
    yield CAP[str(o["declare_cap"])]


def _intrigue(o: Chosen) -> Iterator[str]:
    yield (
        "Some cards make others say something about hidden cards. That may be a lie too, and any player may "
        "challenge it."
    )
    yield BLUFFS[str(o["bluffs"])]
    yield f"Whoever is caught does what it owed and loses {CAUGHT}; a wrong challenger loses {CAUGHT}."
    yield (
        "A card that must be resolved when it is drawn is opened by the program. Who keeps one by a changed "
        "program is convicted when it opens, and scores 0."
    )
    yield FAIRS[str(o["trade_fairs"])]
    yield "The cards stand in the card browser, each with what it does."


def _alliances(o: Chosen) -> Iterator[str]:
    yield f"Both must own the stake. Accepted, each gains {ALLIED}, and both stakes lie aside."
    for sign, pact in zip(PACT_SIGNS, PACTS, strict=True):
        yield f":{sign}:  *{pact.name}*, stake {pact.stake}: {escape(pact.text)}"
    yield FRESH_TYPE[str(o["exchange_type"])]
    yield "Completed, each gets its stake back and as much again. Unfinished at the end, the stakes are lost."
    yield (
        ":secret:  *In secret* all see who is allied, and only the two what it is. Stake and gain are booked "
        "when it is opened: by either ally with a choice of its own (in the standing orders), by Exposed "
        "Cables, or at the end."
    )


def _industry() -> Iterator[str]:
    yield "Of each type one can be in play on the whole table: a new one displaces the old one."
    for sign, industry in zip(SIGNS, INDUSTRIES, strict=True):
        yield f":{sign}:  *{industry.name}*: {escape(industry.text)}"


def _strikes() -> Iterator[str]:
    yield "With a token and Nuclear Arms you may strike anybody instead of your Diplomacy and Industry."
    yield "The target is asked first, then all others clockwise: Nuclear Arms or an Early Warning stop it."
    yield (
        f"Not stopped, it hits the target and its two neighbours: {BLAST} Influence, and all Intrigue and "
        "Industrial cards in hand. Elites stay. The attacker, if it is a neighbour, loses its hand only."
    )
    yield (
        "A Bunker, Tecmed or a Fallout Drill shelters. You are asked about every strike that hits you or an ally. "
        "Your window lets other strikes pass unless you change that in your standing orders."
    )


def _end(o: Chosen) -> Iterator[str]:
    yield ":nu3:  *Armageddon* can be played while every player holds a token. It ends the game at once."
    yield f":draw pile:  {EXHAUSTED[str(o['exhaustion'])]}"
    yield (
        f"Then count: purse, Elites in hand, {INTRIGUE_WORTH} for each Intrigue card, {ARMS_WORTH} for each "
        f"Nuclear Arms."
    )
    yield "Equal points: more in Elites, then the fuller purse, then fewer Nuclear Arms."


# Cards ----------------------------------------------------------------------------------------------------------------


class AmbitionBook(Book):
    """Ambition."""

    sorters = (Sorter("Deck", "All decks", SORTERS),)

    def __init__(self) -> None:
        sizes = len(ELITES), len(INTRIGUES), len(INDUSTRIES)
        self.codes = [faces.code(sort, face) for sort, size in enumerate(sizes) for face in range(size)]

    def chapters(self, keys: Keymap, chosen: Chosen | None = None) -> list[Chapter]:
        """Return the rulebook for a match with these options; without any, for the usual ones."""
        return chapters(keys, chosen)

    def cards(self) -> list[BookCard]:
        """One of each, sort by sort."""
        found = []
        for number in self.codes:
            sort = SORTERS[faces.sort_of(number)]
            facts = (f"*{sort}*", escape(faces.worth(number)))
            found.append(BookCard(faces.name(number), ((sort,),), facts, faces.says(number)))
        return found

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """The face of a card, in design pixels of this size."""
        return card_texture(textures, self.codes[number], size, scale)


BOOK = AmbitionBook()
