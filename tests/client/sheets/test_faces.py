"""Text on sheets, which never leaves its box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from reportlab.pdfbase import pdfmetrics

from client.art.fonts import BOLD, TEXT
from client.art.paragraph import Paragraph
from client.sheets import faces, rules
from client.sheets.components import CardFace
from client.sheets.document import cards_of
from client.sheets.paper import CARDS, PAPERS, Box, Size
from client.sheets.pen import Pen
from client.sheets.typeset import POINT, rich, words
from core.games.registry import NAMES, find_game
from tests.client.sheets.test_document import order

TOLERANCE = 0.05
"""Millimetres by which ink may be wrong."""


class Ruler:
    """Substitute for a pen that measures the ink of all text with the widths in the fonts."""

    def __init__(self, ink: bool) -> None:
        Pen("fonts", ink)  # registers them
        self.ink = ink
        self.inked: list[tuple[str, Box]] = []
        self.smallest = 99.0

    def text(self, x: float, y: float, words: str, size: float, *_: Any, font: str = TEXT, align: float = 0.0) -> None:
        wide = pdfmetrics.stringWidth(words, _[1] if len(_) > 1 else font, size) * POINT
        left = x - (_[2] if len(_) > 2 else align) * wide
        self._ink(words, Box(left, y - 0.75 * size * POINT, wide, 0.97 * size * POINT), size)

    def icon(self, name: str, x: float, y: float, size: float, *_: Any) -> None:
        self.inked.append((name, Box(x - size / 2, y - size / 2, size, size)))

    def paragraph(self, shown: Paragraph, box: Box, *_: Any, centred: bool = True, visible: bool = True) -> None:
        for row, (line, wide) in enumerate(zip(shown.lines, shown.widths)):
            left = box.x + ((box.w - wide * POINT) / 2 if centred else 0.0)
            base = box.y + (row * shown.leading + shown.size * 0.92) * POINT
            for dx, piece in line:
                if piece.text:
                    x = left + (dx + piece.lead * shown.size) * POINT
                    self.text(x, base, piece.text, shown.size, font=BOLD if piece.bold else TEXT)

    def rectangle(self, box: Box, *_: Any) -> None:
        self.inked.append(("rectangle", box))

    def line(self, line: tuple[float, float, float, float], *_: Any) -> None:
        self.inked.append(("line", Box(line[0], line[1], line[2] - line[0], line[3] - line[1])))

    def _ink(self, words: str, box: Box, size: float) -> None:
        self.smallest = min(self.smallest, size)
        self.inked.append((words, box))

    def outside(self, box: Box) -> list[tuple[str, Box]]:
        """Return the texts that were drawn outside a box."""
        return [
            (what, ink)
            for what, ink in self.inked
            if ink.x < box.x - TOLERANCE
            or ink.y < box.y - TOLERANCE
            or ink.right > box.right + TOLERANCE
            or ink.bottom > box.bottom + TOLERANCE
        ]


@pytest.mark.parametrize("size", CARDS.values(), ids=list(CARDS))
@pytest.mark.parametrize("game", NAMES)
def test_the_text_of_every_card_stays_within_its_frame(game: str, size: Size) -> None:
    box = Box(10, 20, *size)
    for face in dict.fromkeys(card.face for card in cards_of(order(game, max(find_game(game).seat_counts)))):
        for ink in (True, False):
            ruler: Any = Ruler(ink)
            faces.draw_face(ruler, face, box)
            assert ruler.outside(box.inset(faces.FRAME)) == [], face.name
            assert ruler.smallest >= 5.0, f"{face.name} is too small to be read"


HOSTILE = ("W" * 300, "I " * 900, " ".join(["Unabhängigkeitserklärungen"] * 60), "", "x")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_card_of_any_text_stays_within_its_frame(text: str) -> None:
    """A changed game may have any name and any text; a text that is too long becomes small and never overlaps."""
    box = Box(0, 0, 63, 88)
    face = CardFace(text[:80] or "x", text[:200], "card", lines=(words(text), words(f"Bonus: {text}")))
    for ink in (True, False):
        ruler: Any = Ruler(ink)
        faces.draw_face(ruler, replace(face, badges=(("mana", "123"),) * 5), box)
        assert [what for what, _ in ruler.outside(box) if len(what) < 100] == []


@pytest.mark.parametrize("game", NAMES)
def test_the_text_of_every_token_stays_on_the_token(game: str) -> None:
    box = Box(0, 0, faces.TOKEN, faces.TOKEN)
    sheets = order(game, 3).sheets
    for token in sheets.tokens(max(find_game(game).seat_counts)):
        ruler: Any = Ruler(True)
        faces.draw_token(ruler, token, box)
        assert ruler.outside(box) == [], token.name


class BoardRuler(Ruler):
    """The same for boards, which have more shapes."""

    def polygon(self, points: list[tuple[float, float]], *_: Any) -> None:
        xs, ys = zip(*points)
        self.inked.append(("polygon", Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))))

    def circle(self, x: float, y: float, radius: float, *_: Any) -> None:
        self.inked.append(("circle", Box(x - radius, y - radius, 2 * radius, 2 * radius)))

    def arc(self, *_: Any) -> None:
        pass


@pytest.mark.parametrize("game", NAMES)
def test_every_board_stays_within_its_size(game: str) -> None:
    for seats in find_game(game).seat_counts:
        for board in order(game, seats).sheets.boards(seats):
            for ink in (True, False):
                ruler: Any = BoardRuler(ink)
                box = Box(5, 7, *board.size)
                board.draw(ruler, box)
                assert ruler.inked and ruler.outside(box) == [], board.name


class PageRuler(Ruler):
    """The same for pages of rules: pages are measured one by one."""

    def __init__(self) -> None:
        super().__init__(True)
        self.lines: list[str] = []

    @contextmanager
    def page(self, size: Size, entry: str = "") -> Iterator[None]:
        self.inked = []
        yield
        assert self.outside(Box(0, 0, *size).inset(5.0)) == []
        columns = sorted((box for what, box in self.inked if what != "line"), key=lambda box: box.y)
        for one in columns:
            for other in columns:
                same_row = abs(one.y - other.y) < 0.5 and one.x < other.x
                assert not same_row or one.right <= other.x + 0.4
        self.lines += [what for what, _ in self.inked]


@pytest.mark.parametrize("game", NAMES)
def test_every_line_of_the_rules_is_printed_within_the_page(game: str) -> None:
    whole = order(game, 3)
    for paper in PAPERS.values():
        ruler: Any = PageRuler()
        rules.draw(ruler, whole.title, whole.chapters, paper)
        printed = set(ruler.lines)
        for chapter in whole.chapters:
            assert chapter.title in printed
            for line in chapter.lines:
                assert {piece.text for piece in rich(line) if piece.text} <= printed
