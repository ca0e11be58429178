"""The card browser: every card of the game, by deck and type, with its text; and the rules in a few words."""

from __future__ import annotations

from functools import partial

from client.art.card_layout import Face
from client.bridgefront.dialogs import CardButton
from client.bridgefront.shown import card_texture
from client.kit.choice import Choice, Option
from client.kit.fields import TextField
from client.kit.layout import DESIGN, Column, Grid, Row, Space
from client.kit.panel import Panel
from client.kit.screen import Screen
from client.kit.widgets import Button, Label, Picture
from client.screens.rules import RulesScreen
from core.bridgefront.catalogue import CARDS, SECTIONS
from core.bridgefront.telling.words import on_screen, screen_name

COLUMNS, ROWS = 6, 3
"""What a page holds at least."""
CARD, LARGEST, GAP = (124, 174), 1.6, 14.0
"""A card at the size of the design, how much larger it is where there is room, and the room between two."""
PAGE = (24.0, 76.0, 830.0, 580.0)


class CardsScreen(Screen):
    """Pages of cards at the left, the chosen one large at the right."""

    def build(self) -> None:
        """Filters, a page, the large card."""
        sections = list(dict.fromkeys(SECTIONS))
        types = list(dict.fromkeys(card.type for card in CARDS))
        self.section = Choice("Deck", [Option("", "All decks"), *(Option(s, s) for s in sections)], "",
                              lambda _s: self._filter(), width=170)  # fmt: skip
        self.kind = Choice("Type", [Option("", "All types"), *(Option(t, t.capitalize()) for t in types)], "",
                           lambda _t: self._filter(), width=140)  # fmt: skip
        self.search = TextField("Search", hint="Name or words", on_change=lambda _t: self._filter(), width=200)
        self.count = Label("", "muted", align=1.0, width=170)
        back = Button("Back", self.window.pop, "back", does="back")
        rules = Button("Rules", lambda: self.window.push(RulesScreen()), "rules", does="rules")
        filters = (self.section, self.kind, self.search)
        bar = Row(back, rules, *filters, Space(grow=1), self.count, gap=10, region="filters", tab_each=True)
        self.ui.put(bar, (24, 672, 1232, 34), "stretch", "high")
        self.grid = Grid(columns=1, gap=GAP, row_gap=GAP, align="center", region="cards")
        self.ui.put(self.grid, PAGE, "stretch", "stretch")
        self.before = Button("Page before", lambda: self.turn(-1), "left", hint="Page up")
        self.after = Button("Next page", lambda: self.turn(1), "right", hint="Page down")
        self.ui.put(
            Row(self.before, Space(grow=1), self.after, region="pages", tab_each=True), (24, 22, 830, 34), "stretch"
        )
        self.large = Picture(height=420, width=300)
        self.about = Label("", markup=True, wrap=True)
        self.ui.put(Panel(Column(self.large, self.about, gap=12), "Card", 14), (876, 22, 380, 634), "high", "high")
        self.first, self.found = 0, list(range(len(CARDS)))
        self.card_size, self._rows = CARD, ROWS
        self._lay_out()
        self._filter()

    def _lay_out(self) -> bool:
        """As large cards, and as many in a row, as there is room for; whether that is new."""
        w, h = (PAGE[2 + i] + self.window.design[i] - DESIGN[i] + GAP for i in (0, 1))
        before = self.card_size, self._full
        factor = max(1.0, min(LARGEST, (w / COLUMNS - GAP) / CARD[0], (h / ROWS - GAP) / CARD[1]))
        self.card_size = int(CARD[0] * factor), int(CARD[1] * factor)
        self.grid.columns = int(w / (self.card_size[0] + GAP))
        self._rows = int(h / (self.card_size[1] + GAP))
        return before != (self.card_size, self._full)

    def resized(self) -> None:
        """There may be room for more; what the player looks at stays in sight.

        A window that is made smaller tells of sizes between, and now and then of its old one once more. So the first
        card that was looked at is kept, whatever the pages between were: a page worked out from a page would drift.
        """
        if self._lay_out():
            self._show()

    @property
    def _full(self) -> int:
        """How many cards a page holds."""
        return self.grid.columns * self._rows

    @property
    def page(self) -> int:
        """The page with the first card that the player turned to."""
        return self.first // self._full

    @property
    def pages(self) -> int:
        """How many there are, at least one."""
        return max(1, -(-len(self.found) // self._full))

    def _filter(self) -> None:
        words = self.search.text.lower().split()
        self.found = [
            i for i, card in enumerate(CARDS)
            if self.section.chosen in ("", SECTIONS[i]) and self.kind.chosen in ("", card.type)
            and all(w in f"{screen_name(card)} {on_screen(card.text())}".lower() for w in words)
        ]  # fmt: skip
        self._begin_page(0)

    def turn(self, by: int) -> None:
        """Another page."""
        self._begin_page(max(0, min(self.pages - 1, self.page + by)))

    def _begin_page(self, page: int) -> None:
        """The page, and its first card large."""
        self.first = page * self._full
        self._show()
        if self.found:
            self.look_at(self.found[self.first])

    def _show(self) -> None:
        self.grid.clear()
        first = self.page * self._full
        for number in self.found[first : first + self._full]:
            card = CardButton(self.window, Face(number), self.card_size, partial(self.look_at, number),
                              screen_name(CARDS[number]), tip=lambda: None)  # fmt: skip
            self.grid.add(card)
        self.count.text = f"{len(self.found)} cards, page {self.page + 1} of {self.pages}"
        self.before.enabled, self.before.reason = self.page > 0, "This is the first page."
        self.after.enabled, self.after.reason = self.page < self.pages - 1, "This is the last page."

    def look_at(self, number: int) -> None:
        """Show a card large."""
        size = (300, 420)
        card = CARDS[number]
        self.large.texture = card_texture(self.window.textures, Face(number), size, self.scale)
        low, high = card.initiative
        facts = [f"*{SECTIONS[number]}*, {card.type}", f":mana: {card.mana}"]
        if any(card.gold):
            facts.append(":gold: " + "/".join(str(g) for g in dict.fromkeys(card.gold)))
        facts.append(f":initiative: {low}" if low == high else f":initiative: {low} to {high}")
        if card.copies > 1:
            facts.append(f"{card.copies} copies")
        self.about.text = "   ".join(facts) + f"\n{on_screen(card.text())}"
        self.redraw()

    def update(self, dt: float) -> None:
        """Cards of other pages are let go before the atlas is full."""
        if self.textures.fullness() > 0.45:
            self.textures.keep_only(self.scale)
            self.ui.touch_all()

    def act(self, action: str) -> bool:
        """Esc goes back."""
        if action == "back":
            self.window.pop()
        elif action == "rules":
            self.window.push(RulesScreen())
        else:
            return False
        return True

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Page up and down turn the page."""
        from pyglet.window import key as codes

        if symbol in (codes.PAGEUP, codes.PAGEDOWN):
            self.turn(1 if symbol == codes.PAGEDOWN else -1)
            return True
        return super().on_key_press(symbol, modifiers)
