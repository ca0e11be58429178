"""Card browser: every card of a game with its text, filters and a search; and the rules in short."""

from __future__ import annotations

from functools import partial

import arcade
from pyglet.window import key as codes

from client.games import DEFAULT_GAME, book
from client.screens.rules import RulesScreen, game_choice
from client.table.book import CardFilter, search_cards
from client.table.prompt.card_button import LIFT, CardButton
from client.ui.controls.basic import Button, Label, Picture
from client.ui.controls.choice import Choice, Option
from client.ui.controls.fields import TextField
from client.ui.controls.layout import DESIGN_SIZE, Column, Grid, Row, Space
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions, Screen
from core.engine.text.words import format_count

COLUMNS, ROWS = 6, 3
"""Minimum number of columns and rows of a page."""
CARD, MAX_CARD_GROWTH, GAP = (124, 174), 1.6, 14.0
"""Size of a card in design pixels, its maximum growth factor, and the gap between two cards."""
LARGE_SIZE = (300, 420)
PAGE_AREA = (24.0, 76.0, 830.0, 580.0)


class CardsScreen(Screen):
    """Screen with pages of cards at the left, and the chosen card enlarged at the right.

    `ruleset` is the content of the ruleset of a match.
    """

    def __init__(self, game: str = DEFAULT_GAME, ruleset: str = "") -> None:
        super().__init__()
        self.of, self.book, self.ruleset = game, book(game, ruleset), ruleset
        self.cards = self.book.cards()

    def build(self) -> None:
        """Build the filters, a page of cards and the large card."""
        self.game = game_choice(self.of, self._change_game)
        self.card_filters = [self._sorter_choice(sorter) for sorter in self.book.card_filters]
        self.search = TextField("Search", hint="Name or words", on_change=lambda _t: self._filter_cards(), width=180)
        self.count = Label("", "muted", align=1.0, width=170)
        back = Button("Back", self.window.pop, "back", action="back")
        rules = Button("Rules", self._open_rules, "rules", action="rules")
        parts = (back, rules, self.game, *self.card_filters, self.search, Space(grow=1), self.count)
        self.ui.put(Row(*parts, gap=10, region="filters", is_tab_stop=True), (24, 672, 1232, 34), "stretch", "high")
        self.grid = Grid(columns=1, gap=GAP, row_gap=GAP, align="center", region="cards")
        self.ui.put(self.grid, PAGE_AREA, "stretch", "stretch")
        self.before = Button("Previous page", lambda: self.turn_pages(-1), "left", hint="Page up")
        self.after = Button("Next page", lambda: self.turn_pages(1), "right", hint="Page down")
        self.ui.put(
            Row(self.before, Space(grow=1), self.after, region="pages", is_tab_stop=True), (24, 22, 830, 34), "stretch"
        )
        self.large = Picture(height=LARGE_SIZE[1], width=LARGE_SIZE[0])
        self.about = Label("", markup=True, wrap=True)
        self.ui.put(Panel(Column(self.large, self.about, gap=12), "Card", 14), (876, 22, 380, 634), "high", "stretch")
        self.first, self.found = 0, list(range(len(self.cards)))
        self.card_size, self._rows = CARD, ROWS
        self.ui.shortcuts = {codes.PAGEUP: lambda: self.turn_pages(-1), codes.PAGEDOWN: lambda: self.turn_pages(1)}
        self._lay_out()
        self._filter_cards()

    def _sorter_choice(self, sorter: CardFilter) -> Choice[str]:
        options = [Option("", sorter.everything), *(Option(value, value) for value in sorter.values)]
        return Choice(sorter.name, options, "", lambda _value: self._filter_cards(), width=150)

    def _change_game(self, game: str) -> None:
        """Show the cards of another game."""
        ring = self.ui.shows_ring
        other = CardsScreen(game)
        self.window.replace(other)
        other.ui.focus_on(other.game, quiet=True, ring=ring)

    def _open_rules(self) -> None:
        self.window.push(RulesScreen(self.of, from_cards=True, ruleset=self.ruleset))

    def _lay_out(self) -> bool:
        """Fit the size and number of cards to the window; return True if either changed."""
        w, h = (PAGE_AREA[2 + i] + self.window.design[i] - DESIGN_SIZE[i] + GAP for i in (0, 1))
        before = self.card_size, self._page_size
        factor = max(1.0, min(MAX_CARD_GROWTH, (w / COLUMNS - GAP) / CARD[0], (h / ROWS - GAP - LIFT) / CARD[1]))
        self.card_size = int(CARD[0] * factor), int(CARD[1] * factor)
        self.grid.columns = int(w / (self.card_size[0] + GAP))
        self._rows = int(h / (self.card_size[1] + LIFT + GAP))
        return before != (self.card_size, self._page_size)

    def on_resized(self) -> None:
        """Fit the page to the new window size, and keep the cards that the player saw in view.

        A window that shrinks reports intermediate sizes, and sometimes its old size again. Therefore, the first card
        that was in view stays the anchor for all pages in between. A page computed from another page would drift.
        """
        if self._lay_out():
            self._show()

    @property
    def _page_size(self) -> int:
        """Number of cards on a page."""
        return self.grid.columns * self._rows

    @property
    def page(self) -> int:
        """Number of the page with the first card that the player turned to."""
        return self.first // self._page_size

    @property
    def pages(self) -> int:
        """Number of pages, at least one."""
        return max(1, -(-len(self.found) // self._page_size))

    def _filter_cards(self) -> None:
        chosen = [sorter.chosen_value for sorter in self.card_filters]
        self.found = search_cards(self.cards, chosen, self.search.text.lower().split())
        self._begin_page(0)

    def turn_pages(self, by: int) -> None:
        """Turn to another page."""
        self._begin_page(max(0, min(self.pages - 1, self.page + by)))

    def _begin_page(self, page: int) -> None:
        """Show a page, and enlarge its first card."""
        self.first = page * self._page_size
        self._show()
        if self.found:
            self.enlarge_card(self.found[self.first])
        else:
            self.large.texture, self.about.text = None, "No cards found. Try fewer words."

    def _show(self) -> None:
        self.grid.remove(*self.grid.children)
        first = self.page * self._page_size
        for number in self.found[first : first + self._page_size]:
            card = self.cards[number]
            picture = partial(self._picture, number)
            says = partial(str, card.text)
            self.grid.add(CardButton(card.name, picture, self.card_size, partial(self.enlarge_card, number), says))
        self.count.text = f"{format_count(len(self.found), 'card')}, page {self.page + 1} of {self.pages}"
        self.before.enabled, self.before.reason = self.page > 0, "This is the first page."
        self.after.enabled, self.after.reason = self.page < self.pages - 1, "This is the last page."

    def enlarge_card(self, number: int) -> None:
        """Show a card enlarged."""
        card = self.cards[number]
        self.large.texture = self._picture(number, LARGE_SIZE)
        self.about.text = "   ".join(card.facts) + f"\n{card.text}"
        self.redraw_all()

    def _picture(self, number: int, size: tuple[int, int]) -> arcade.Texture:
        return self.book.picture(self.textures, number, size, self.scale)

    def update(self, dt: float) -> None:
        """Drop the cards of other pages from the atlas before it is full."""
        if self.textures.used_fraction() > 0.45:
            self.textures.keep_only(self.scale)
            self.ui.touch_all()

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc goes back."""
        return {"back": self.window.pop, "rules": self._open_rules}
