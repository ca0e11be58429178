"""The rulebook of a game in one file: the text at the top of the file, the options, fair play, and the cards."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property

import arcade

from client.table.book import (
    Book,
    BookCard,
    CardFilter,
    Chapter,
    ChosenOptions,
    fair_play_chapter,
    keys_chapter,
    options_chapter,
)
from client.table.kit.facts import deck_title
from client.table.kit.looks import looks_of
from client.table.kit.paint import card_texture
from client.ui.keys import Keymap
from client.ui.richtext import escape
from client.ui.textures import Textures
from core.engine.text.words import capitalise
from core.kit.game import KitGame

OWN = "Each player's own"


class KitBook(Book):
    """A rulebook that follows from the game's file."""

    def __init__(self, game: KitGame) -> None:
        self.game, self.looks = game, looks_of(game.kit)
        self.card_filters = (
            CardFilter("Deck", "All cards", tuple(dict.fromkeys(map(self._deck_name, range(len(game.kit.sets)))))),
        )

    def _deck_name(self, index: int) -> str:
        cards = self.game.kit.sets[index]
        return OWN if cards.own else deck_title(cards)

    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the chapters; the first has the text of the file about its game."""
        few, many = min(self.game.seat_counts), max(self.game.seat_counts)
        for_whom = f"{few} to {many}" if few < many else str(few)
        text = getattr(sys.modules.get(self.game.table.__module__), "__doc__", None) or ""
        paragraphs = [" ".join(each.split()) for each in text.split("\n\n")]
        about = (
            f"*{escape(self.game.title)}* is for {for_whom} {'players' if many > 1 else 'player'}.",
            *(escape(each) for each in paragraphs if each),
        )
        fair = fair_play_chapter("The game decides when they are revealed.")
        return [
            Chapter("The game", "rules", about),
            options_chapter(self.game.options, chosen=chosen),
            fair,
            keys_chapter(keys),
        ]

    @cached_property
    def _faces(self) -> list[tuple[int, int]]:
        """The set and the copy of each card, without equal faces."""
        found: dict[tuple[int, tuple[object, ...]], tuple[int, int]] = {}
        for index, cards in enumerate(self.game.kit.sets):
            for copy, face in zip(cards.copies, cards.faces, strict=True):
                found.setdefault((index, face), (index, copy))
        return list(found.values())

    def cards(self) -> Sequence[BookCard]:
        """Return all different cards."""
        found = []
        for index, copy in self._faces:
            cards = self.game.kit.sets[index]
            facts = [escape(fact) for fact in self.looks.facts(copy)]
            many = sum(face == cards[copy] for face in cards.faces)
            facts += [f"{many} of these"] if many > 1 else []
            deck = self._deck_name(index)
            found.append(BookCard(capitalise(cards.name(copy)), ((deck,),), tuple(facts), self.looks.look(copy).text))
        return found

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Return the texture of a card's face."""
        return card_texture(textures, self.looks.look(self._faces[number][1]), size, scale)
