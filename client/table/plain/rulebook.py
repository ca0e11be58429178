"""The rulebook of a game that supplies none.

It has the number of players, the options, fair play and the keys.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from client.ui.keys import Keymap
from client.ui.richtext import escape
from client.ui.textures import Textures
from core.engine.game import Game


class PlainBook(Book):
    """A rulebook whose chapters follow from the game's declarations; it has no cards."""

    card_filters: tuple[CardFilter, ...] = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    def chapters(self, keys: Keymap, chosen: ChosenOptions | None = None) -> list[Chapter]:
        """Return the chapters."""
        few, many = min(self.game.seat_counts), max(self.game.seat_counts)
        for_whom = f"{few} to {many}" if few < many else str(few)
        about = (
            f"*{escape(self.game.title)}* is for {for_whom} players.",
            "This game has no rulebook. The table shows your choices for each decision.",
        )
        fair = fair_play_chapter("The game decides when they are revealed.")
        return [
            Chapter("The game", "rules", about),
            options_chapter(self.game.options, chosen=chosen),
            fair,
            keys_chapter(keys),
        ]

    def cards(self) -> Sequence[BookCard]:
        """Return an empty sequence, because the rulebook has no cards."""
        return ()

    def picture(self, textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
        """Raise an error, because there are no cards to show."""
        raise LookupError(number)
