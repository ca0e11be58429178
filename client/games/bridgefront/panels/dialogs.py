"""Dialogs for choices beside the board: cards, factions, words and stacks.

A dialog appears above the hand, not in the middle of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import arcade

from client.art.cards.card_layout import Face
from client.art.cards.cards import chip
from client.art.theme import CARD_FULL
from client.games.bridgefront.locked_choices import Stack
from client.games.bridgefront.names import card_name
from client.games.bridgefront.panels.context import DialogContext
from client.games.bridgefront.panels.market import BidDialog
from client.games.bridgefront.rulebook import lore
from client.games.bridgefront.targets import Target, TargetPicks
from client.games.bridgefront.view_model import CARD_PALETTE, back_texture, card_texture, face_for
from client.table.prompt import card_button
from client.table.prompt.card_button import LIFT
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label, Picture, Toggle
from client.ui.controls.layout import Column, Grid, Row
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED, Tip, Widget, requested_size
from client.ui.window import Window
from core.engine.text.words import format_count, join_list
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.words import to_screen_text

WIDEST = 790.0
BOARD_WIDE = 804.0
"""Width of the board, in design pixels."""


class CardButton(card_button.CardButton):
    """Card that is chosen by a press, and that is shown large under the pointer."""

    def __init__(
        self,
        window: Window,
        face: Face,
        size: tuple[int, int],
        on_choose: Callable[[], object] | None = None,
        name: str = "",
        tip: Tip | None = None,
        lift: float = LIFT,
        enabled: bool = True,
        reason: str = "",
    ) -> None:
        self.window, self.face = window, face
        super().__init__(
            name or face.printed.name,
            self._picture,
            size,
            on_choose,
            self._words,
            lift,
            tip=tip,
            enabled=enabled,
            reason=reason,
        )
        if size[0] < CARD_FULL[0] - 20 and self.tip is None:
            self.tip = self._large
        self._shown_large: Picture | None = None

    def _picture(self, size: tuple[int, int]) -> arcade.Texture:
        return card_texture(self.window.textures, self.face, size, self.window.ui_scale)

    def _words(self) -> str:
        return to_screen_text(self.face.printed.text(), self.face.gold_word)

    def _large(self) -> Widget:
        if self._shown_large is None:
            self._shown_large = Picture(self._picture(CARD_FULL), width=CARD_FULL[0], height=CARD_FULL[1])
        return self._shown_large


class FactionButton(Widget):
    """Button for a faction, with its passives, its Spell and its Champion."""

    role = "faction"
    focusable = True

    def __init__(
        self,
        window: Window,
        number: int,
        state: Bridgefront,
        on_choose: Callable[[], object],
        why_not: str = "",
    ) -> None:
        self.window, self.number, self.rules, self.on_choose = window, number, state.rules, on_choose
        self.gold = str(state.option("gold_word"))
        self.faction = state.rules.factions[number]
        super().__init__(self.faction.name, width=252, height=206, enabled=not why_not, reason=why_not)
        self.tip = self._cards
        self._pictures: Widget | None = None

    def _cards(self) -> Widget:
        if self._pictures is None:
            size = (140, 196)
            own = self.rules.faction_cards[self.number]
            faces = [Face(card, gold_word=self.gold, rules=self.rules) for card in own]
            textures = [card_texture(self.window.textures, f, size, self.window.ui_scale) for f in faces]
            cards = Row(*(Picture(t, width=size[0], height=size[1]) for t in textures), gap=8)
            story = Label(lore.FACTIONS[self.faction.code], "muted", "small", wrap=True, width=288)
            self._pictures = Column(story, cards, gap=8)
        return self._pictures

    def activate(self) -> None:
        self.on_choose()

    def text(self) -> str:
        """Return the passives and cards as rich text."""
        faction = self.faction
        return "\n".join(f"*{escape(p.name)}*: {escape(to_screen_text(p.words, self.gold))}" for p in faction.passives)

    def paint(self, canvas: Canvas) -> None:
        """Draw the emblem, the name and the text."""
        r = self.rect
        look = "button.disabled" if not self.enabled else "button.hover" if self.hovered else "raised"
        canvas.box(look, r)
        faction = self.faction
        ink = "accent" if self.enabled else "disabled"
        canvas.icon(faction.code, Rect(r.x + 12, r.top - 44, 32, 32), ink)
        canvas.label(faction.name, Rect(r.x + 54, r.top - 44, r.w - 62, 32), ink, "heading", "title", 0)
        room = Rect(r.x + 12, r.y + 38, r.w - 22, r.h - 86)
        richtext.paint(canvas, self.text(), room, "text" if self.enabled else "disabled", "small")
        size, scale = (117, 24), self.window.ui_scale
        for i, card in enumerate(self.rules.faction_cards[self.number]):
            face = Face(card, rules=self.rules)
            texture = self.window.textures.get(
                ("chip", face, size), partial(chip, face, size, scale), scale, CARD_PALETTE
            )
            shade = 255 if self.enabled else 130
            box = Rect(r.x + 7 + i * 121, r.y + 10, *size)
            canvas.image(texture, box, (shade, shade, shade, 255))

    def value_text(self) -> str:
        """Return the story and the passives of the faction."""
        faction = self.faction
        passives = " ".join(f"{p.name}: {to_screen_text(p.words, self.gold)}" for p in faction.passives)
        return f"{lore.FACTIONS[faction.code]} {passives}"


class StackDialog(Panel):
    """Dialog for choosing the Cohorts and Champions that walk."""

    def __init__(self, ctx: DialogContext, question: TargetPicks) -> None:
        self.ctx, self.stacks = ctx, question.targets
        first: Stack = max(question.targets, key=lambda s: (s.forces + len(s.champions), s.forces))
        most = max(s.forces for s in question.targets)
        champions = list(dict.fromkeys(c for s in question.targets for c in s.champions))
        self.forces = _ConfirmingStepper("Cohorts", first.forces, 0, most, self._changed, self.go, width=150)
        state = ctx.shown.table
        self.champions = {c: Toggle(card_name(state, c), c in first.champions, self._changed) for c in champions}
        self.button = Button("Walk these", self.go, look="primary", action="confirm")
        rows = [Row(Label("Cohorts"), self.forces, gap=10)] if most else []
        super().__init__(
            Column(*rows, *self.champions.values(), self.button, gap=6), title="Which units walk?", region="dialog",
            box="dialog", pad=10, width=300,
        )  # fmt: skip
        self._changed()

    def stack(self) -> Stack:
        """Return the stack that is currently chosen."""
        return Stack(self.forces.value, tuple(c for c, toggle in self.champions.items() if toggle.on))

    def _changed(self, _value: object = None) -> None:
        stack = self.stack()
        possible = stack in self.stacks
        self.button.enabled = possible
        self.button.reason = "" if possible else "These units cannot leave this hex."
        names = [format_count(stack.forces, "Cohort")] if stack.forces else []
        names += [card_name(self.ctx.shown.table, c) for c in stack.champions]
        self.button.text = join_list(names) if names else "Nobody"

    def go(self) -> None:
        if self.button.enabled:
            self.ctx.answer(self.stack())


class _ConfirmingStepper(Stepper):
    """Number field in which Enter confirms the number."""

    def __init__(
        self,
        name: str,
        at: int,
        low: int,
        high: int,
        on_change: Callable[[int], object],
        on_confirm: Callable[[], object],
        width: float,
    ) -> None:
        super().__init__(name, at, low, high, on_change, width=width)
        self.on_confirm = on_confirm

    def activate(self) -> None:
        self.on_confirm()


def _words(ctx: DialogContext, question: TargetPicks) -> Panel:
    def word(value: Target) -> str:
        state = ctx.shown.table
        if question.kind == "seat":
            return ctx.shown.names.plain_name(value)
        if question.kind == "champion":
            return card_name(state, value)
        if question.kind == "speed":
            return {"low": "Fast", "high": "Slow"}[value]
        text = to_screen_text(str(value), str(state.option("gold_word")))
        return text[0].upper() + text[1:]

    buttons = [Button(word(value), partial(ctx.answer, value)) for value in question.targets]
    wide = max(b.measure()[0] for b in buttons)
    if wide > WIDEST / 2:
        lines = [_WrappedButton(word(v), partial(ctx.answer, v)) for v in question.targets]
        return Panel(Column(*lines, gap=6), name=_short(question.words), region="dialog", box="dialog", pad=10)
    columns = max(1, min(len(buttons), int(WIDEST // (wide + 8)), 4))
    grid = Grid(*buttons, columns=columns, gap=8)
    return Panel(grid, name=_short(question.words), region="dialog", box="dialog", pad=10)


class _WrappedButton(Button):
    """Button with a longer text, which wraps."""

    def __init__(self, text: str, on_press: Callable[[], object]) -> None:
        super().__init__("", on_press, name=text, width=620)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return a size as high as the text needs."""
        return 620, richtext.measure(escape(self.name), 596, "small")[1] + 14

    def paint(self, canvas: Canvas) -> None:
        """Draw the text in several lines."""
        canvas.box(self.box_name(), self.rect)
        richtext.paint(canvas, escape(self.name), self.rect.inset(12, 7), self.text_color(), "small")


def _short(words: str) -> str:
    return words.removesuffix(".")


def card_row(
    ctx: DialogContext, copies: Sequence[int], title: str, on_choose: Callable[[int], object] | None, back: bool = False
) -> Panel:
    """Return a panel with a row of cards, from which the player chooses one or only reads them."""
    n = max(1, len(copies))
    wide = min(116, int((WIDEST - 8 * n) / n))
    size = (wide, round(wide * 1.4))
    state = ctx.shown.table
    cards: list[Widget] = []
    for copy in copies:
        face = face_for(state, copy)
        choose = partial(on_choose, copy) if on_choose is not None else None
        cards.append(CardButton(ctx.window, face, size, choose, card_name(state, copy)))
    if back:
        texture = back_texture(ctx.window.textures, size, ctx.window.ui_scale)
        cards.append(Picture(texture, width=size[0], height=size[1]))
    return Panel(Row(*cards, gap=8), name=title, region="dialog", box="dialog", pad=10)


def _pick(ctx: DialogContext, question: TargetPicks) -> Panel:
    return card_row(ctx, question.targets, _short(question.words), ctx.answer)


def _faction(ctx: DialogContext, question: TargetPicks) -> Panel:
    state = ctx.shown.table
    once = state.option("duplicate_factions") == "off"
    buttons = []
    for i in range(len(FACTIONS)):
        free = i in question.targets
        buttons.append(
            FactionButton(
                ctx.window,
                i,
                state,
                partial(ctx.answer, i),
                "" if free else "You have chosen it already",
            )
        )
    note = "if several players pick the same one, a draw decides" if once else ""
    return Panel(Grid(*buttons, columns=3, gap=8), title="Factions", note=note, region="dialog", box="dialog", pad=10)


def _bid(ctx: DialogContext, question: TargetPicks) -> Panel:
    return BidDialog(ctx, question, CardButton)


DIALOG_BUILDERS: dict[str, Callable[[DialogContext, TargetPicks], Panel]] = {
    "faction": _faction,
    "pick": _pick,
    "word": _words,
    "seat": _words,
    "speed": _words,
    "stack": StackDialog,
    "bid": _bid,
}
"""Dialogs above the hand, by the kind of question; the board and the hand cannot answer these kinds."""


def panel_rect(panel: Panel) -> Rect:
    """Return the place of a dialog in the design: above the hand, at most as wide as the board."""
    w, h = requested_size(panel, BOARD_WIDE)
    w = min(w, BOARD_WIDE)
    return Rect(615 - w / 2, 178, w, h)


def overlaps(rects: Sequence[Rect]) -> bool:
    """Return True if neighbours of a row overlap (for tests)."""
    return any(a.right > b.x + 0.5 for a, b in pairwise(rects))
