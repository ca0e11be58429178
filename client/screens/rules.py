"""Rules for reference, over any screen: chapters at the left, the text at the right, a search.

The screen first shows the rules of one game. The player can choose any other game that has a rulebook.
"""

from __future__ import annotations

from collections.abc import Callable

from client.games import DEFAULT_GAME, book, with_rulebooks
from client.screens.backdrop import dim_background
from client.table.book import Chapter, ChosenOptions
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button
from client.ui.controls.choice import Choice, Option
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.lists import ScrollList
from client.ui.controls.log import Log
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import plain_text
from client.ui.screen import KeyActions, Screen
from core.engine.fork import base_name
from core.games.registry import GAMES


def game_choice(chosen: str, on_change: Callable[[str], object]) -> Choice[str]:
    """Return a choice of the games that have a rulebook."""
    names = [name for name in dict.fromkeys((*with_rulebooks(), chosen)) if name in GAMES]
    return Choice("Game", [Option(name, GAMES[name].title) for name in names], chosen, on_change, width=244)


class RulesScreen(Screen):
    """Screen with all chapters of a game's rules.

    If a card browser opened the screen, it does not offer another card browser. At a table, `chosen` are the options of
    its match and `ruleset` the content of its ruleset; the chapters follow them.
    """

    overlay = True

    def __init__(
        self, game: str = DEFAULT_GAME, from_cards: bool = False, chosen: ChosenOptions | None = None, ruleset: str = ""
    ) -> None:
        super().__init__()
        self.ruleset = ruleset
        self.of, self.from_cards, self.chosen, self.at_table = base_name(game), from_cards, chosen, base_name(game)

    def build(self) -> None:
        """Build the chapter list, the text and the search."""
        rulebook = book(self.of, self.ruleset if self.of == self.at_table else "")
        self.chapters = rulebook.chapters(self.window.keys, self.chosen if self.of == self.at_table else None)
        self.list: ScrollList[Chapter] = ScrollList(
            "Chapters", self.chapters, lambda chapter: chapter.title, row_height=34, paint_row=self._paint_row,
            on_select=lambda _chapter: self._show(), width=220,
        )  # fmt: skip
        self.text = Log("Text", size="body", grow=1)
        self.search = TextField("Search the rules", hint="Search all chapters", max_length=60, width=300,
                                on_change=lambda _text: self._show())  # fmt: skip
        self.game = game_choice(self.of, self._change_game)
        cards = Button("All cards", self._open_cards, "card", visible=bool(rulebook.cards()) and not self.from_cards)
        close = Button("Close", self.window.pop, look="primary", action="back", width=150)
        foot = Row(self.game, self.search, Space(grow=1), cards, close, gap=10)
        inside = Column(Row(self.list, self.text, gap=14, grow=1), foot, gap=12)
        dim_background(self.ui)
        self.ui.put(
            Panel(inside, "The rules", 18, "dialog", region="rules", is_tab_stop=True), (140, 50, 1000, 620), "middle",
            "middle",
        )  # fmt: skip
        self.ui.focus_on(self.list, quiet=True, ring=False)
        self.list.select(0)

    def _change_game(self, game: str) -> None:
        """Show the rules of another game, in the same place."""
        ring = self.ui.shows_ring
        other = RulesScreen(game, self.from_cards, self.chosen, self.ruleset)
        other.at_table = self.at_table
        self.window.replace(other)
        other.ui.focus_on(other.game, quiet=True, ring=ring)

    def _open_cards(self) -> None:
        from client.screens.cards import CardsScreen  # circular: it opens this screen

        self.window.push(CardsScreen(self.of, ruleset=self.ruleset if self.of == self.at_table else ""))

    def _paint_row(self, canvas: Canvas, rect: Rect, chapter: Chapter, state: str) -> None:
        ink = "accent" if state == "selected" else "text"
        canvas.icon(chapter.icon, Rect(rect.x + 10, rect.y + 8, 18, 18), ink)
        canvas.label(chapter.title, Rect(rect.x + 40, rect.y, rect.w - 46, rect.h), ink, role="bold", align=0)

    def _show(self) -> None:
        """Show the chosen chapter, or all lines that contain the search terms."""
        words = self.search.text.lower().split()
        self.text.truncate()
        found = 0
        shown = self.chapters if words else [self.list.item or self.chapters[0]]
        for chapter in shown:
            lines = [line for line in chapter.lines if all(word in plain_text(line).lower() for word in words)]
            found += len(lines)
            if lines:
                self.text.append(f"{{accent}}*{chapter.title}*{{/}}", quiet=True)
                self.text.append("", quiet=True)
            for line in lines:
                self.text.append(line, quiet=True)
                self.text.append("", quiet=True)
        self.search.error = "" if found else "No matches in the rules."
        self.text.scroll_to_top()

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc closes the screen, and so does the key that opened it."""
        return {"back": self.window.pop, "rules": self.window.pop}
