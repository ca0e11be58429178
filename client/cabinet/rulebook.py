"""The rules of Cabinet in short plain words, and its cards; numbers, cards and options are the engine's own.

Every text is rich text: one line is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator

import arcade

from client.cabinet.art import MINISTRY_SIGNS, SIGNS, card_texture
from client.cabinet.words import card_tip
from client.kit.keys import Keymap
from client.kit.richtext import escape
from client.kit.textures import Textures
from client.table.book import Book, BookCard, Chapter, Sorter, fair_play, keys_of, options_of, signs_of
from core.cabinet import cards
from core.cabinet.cards import DECK_NAMES, DRAWS, HAND_LIMIT, LEVELS, LIMITS, MINISTRIES, TARGETS
from core.cabinet.options import OPTIONS
from core.cabinet.telling.catalogue import ACTIONS, assist
from core.kernel.telling.words import count

SIGN_WORDS = {
    **{sign: f"{name}: pays one place of it" for sign, name in zip(SIGNS[:5], cards.RESOURCES[:5], strict=True)},
    "goodwill": "Goodwill: pays any one place",
    "milestone": "Milestones: each gives the team its points",
    "challenge": "a Challenge: pay it, or it hangs on the wall",
    "score": "the team's points, on their way to the target",
    "hourglass": "so many turns are left at most",
    "calm": "how many Challenges may hang on the wall while it is achieved",
    "discard": "what the team discards at each Upkeep",
    "bid": "who governs: whose turn it is",
}
"""What a sign on cards and table means."""


def chapters(keys: Keymap) -> list[Chapter]:
    """The whole rulebook; `keys` are those that the player uses."""
    return [
        Chapter("What it is about", "milestone", tuple(_aim())),
        Chapter("A turn", "play", tuple(_turn())),
        Chapter("Actions", "bid", tuple(_actions())),
        Chapter("Paying together", "funds", tuple(_paying())),
        Chapter("Crises", "challenge", tuple(_crises())),
        Chapter("Ministries", "cabinet office", tuple(_ministries())),
        Chapter("The end", "trophy", tuple(_end())),
        signs_of(SIGN_WORDS),
        fair_play("In Cabinet nothing is hidden between the players: all hands are open, and the order of a deck is "
                  "known to nobody before a card is drawn."),
        options_of(OPTIONS),
        keys_of(keys),
    ]  # fmt: skip


def _aim() -> Iterator[str]:
    yield "You are a government: two to five ministers, *one team*. Everybody wins or everybody loses."
    yield (
        "Gather resources, call on Ministries, hold off Challenges, and achieve :milestone: Milestones: each "
        "has its points."
    )
    points = ", ".join(f"{TARGETS[seats][LEVELS.index('normal')]} with {seats}" for seats in sorted(TARGETS))
    yield f"You win as soon as the team has its target: {points} players, unless another level was chosen."
    yield (
        "All hands lie open, and talk is free. Only what each gives to a joint payment is sealed until all "
        "have answered."
    )


def _turn() -> Iterator[str]:
    yield "*1. Upkeep.*  For each Challenge on the wall the team discards one card. Not in the very first turn."
    yield f"*2. Draw.*  {count(DRAWS, 'card')}, one after the other, from Resources or Ministries as you like."
    yield "*3. Action.*  One action, or two by the Cabinet Office."
    yield (
        "*4. Challenge.*  A new Challenge is turned up. The team may pay it at once, all together; else it "
        "hurts once and stays."
    )
    yield f"*5. End.*  More than {HAND_LIMIT} cards in hand are too many. Then the next player governs."


def _actions() -> Iterator[str]:
    yield "*Gather*: draw one card more."
    yield ":cabinet office:  *Ministry*: play one of your hand for what it says, and discard it."
    yield (
        ":milestone:  *Milestone*: draw two, attempt one; the other goes under the deck. All may pay, and you may add "
        "a Ministry as Assist."
    )
    yield ":challenge:  *Challenge*: pay one that hangs on the wall, alone and in full."
    yield "*Share*: give a card to another player."


def _paying() -> Iterator[str]:
    yield "A Milestone or a new Challenge is paid by all, in at most *two rounds*."
    yield (
        "In the first everybody says sealed what it would give. What fits is proposed to you; change it, or lock it in."
    )
    yield "Only cards that are needed are taken: exact ones before Goodwill, clockwise from who governs."
    yield (
        "Is something missing? All see what, and say once more, sealed, what they give in all. Then it is "
        "paid, or it fails."
    )
    yield "If it fails all keep their cards."


def _crises() -> Iterator[str]:
    most = ", ".join(f"{LIMITS[seats]} with {seats}" for seats in sorted(LIMITS))
    yield (
        f"So many Challenges hang on the wall at most: {most} players. Is it full, none is turned up: *time passes*, "
        "and two leave the deck unseen."
    )
    yield (
        "A Challenge that is not paid when it is turned up costs its penalty once, and a card at each Upkeep "
        "while it stays."
    )
    yield "The larger Milestones ask for :calm: *calm*: at most so many Challenges on the wall when they are achieved."


def _ministries() -> Iterator[str]:
    for sign, ministry, text in zip(MINISTRY_SIGNS, MINISTRIES, ACTIONS, strict=True):
        yield f":{sign}:  *{ministry.name}*: {escape(text)} {{muted}}As Assist: {escape(assist(ministry))}.{{/}}"


def _end() -> Iterator[str]:
    yield ":trophy:  *Won*: the team has its target."
    yield ":hourglass:  *Lost*: a Challenge is due, and the deck is empty. It is your clock."
    yield ":discard:  *Lost*: the Upkeep cannot be paid in full."


# Cards ----------------------------------------------------------------------------------------------------------------


class CabinetBook(Book):
    """Cabinet."""

    sorters = (Sorter("Deck", "All decks", DECK_NAMES),)

    def __init__(self) -> None:
        self.copies = _one_of_each()

    def chapters(self, keys: Keymap) -> list[Chapter]:
        """The whole rulebook; `keys` are those that the player uses."""
        return chapters(keys)

    def cards(self) -> list[BookCard]:
        """One of each, deck by deck."""
        found = []
        for copy in self.copies:
            _, _, text = card_tip(copy).partition("\n")
            deck = DECK_NAMES[cards.deck_of(copy)]
            found.append(BookCard(cards.name(copy), ((deck,),), (f"*{deck}*",), text))
        return found

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """The face of a card, in design pixels of this size."""
        return card_texture(textures, self.copies[number], size, scale)


def _one_of_each() -> list[int]:
    """A copy of each print, in the order of the decks."""
    return [group[0] for group in cards.by_face(cards.COPIES).values()]


BOOK = CabinetBook()
