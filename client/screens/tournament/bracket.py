"""Bracket of a tournament: all rounds side by side, each as a column of its tables.

In a knock-out, it connects the tables to the next tables of their winners.
"""

from __future__ import annotations

from typing import NamedTuple

from pyglet.window import key as codes

from client.ui.canvas import Canvas
from client.ui.controls.scroll import BAR_WIDTH, Scroll
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Reactive, Widget, announce
from lobby.tournament.app.export import result_texts
from lobby.tournament.model.state import Round, TournamentState

DIALOG_WIDTH, GAP = 206.0, 12.0
LINE, HEAD, TITLE = 20.0, 22.0, 26.0


class Bracket(Widget):
    """Bracket view; left and right change the round, and the wheel and page keys scroll the tables."""

    role = "rounds"
    focusable = True
    chosen: Reactive[int | None] = Reactive(None)
    """Round at the left that the player has chosen, or None; the newest rounds are then shown."""

    def __init__(self, own: bytes = b"") -> None:
        super().__init__("Rounds", grow=1)
        self.scroll: Scroll = Scroll(self, self._total_height, self.content_rect)
        self.own = own
        self.course: TournamentState | None = None
        self.ranks: tuple[tuple[int, ...], ...] = ()
        self._places: list[list[BracketPlace]] = []

    def show(self, course: TournamentState, ranks: tuple[tuple[int, ...], ...]) -> None:
        """Show these rounds; `ranks` are the ranks in the running round up to now."""
        if (course, ranks) == (self.course, self.ranks):
            return
        more = self.course is None or len(course.rounds) > len(self.course.rounds)
        self.course, self.ranks = course, ranks
        self._places = bracket_places(course)
        if more:
            self.chosen = None
        self.touch()

    @property
    def fits(self) -> int:
        """Number of rounds that fit side by side."""
        return max(1, int((self.rect.w - BAR_WIDTH + GAP) / (DIALOG_WIDTH + GAP)))

    @property
    def last(self) -> int:
        """Number of the round at the left when the newest rounds are shown."""
        return max(0, len(self.course.rounds) - self.fits) if self.course is not None else 0

    @property
    def first(self) -> int:
        """Number of the round at the left, from 0."""
        return self.last if self.chosen is None else min(self.chosen, self.last)

    @property
    def _visible_rounds(self) -> tuple[Round, ...]:
        return self.course.rounds[self.first : self.first + self.fits] if self.course is not None else ()

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size."""
        return 2 * DIALOG_WIDTH, 200

    def content_rect(self) -> Rect:
        """Return the area below the titles."""
        return Rect(self.rect.x, self.rect.y, self.rect.w, max(0.0, self.rect.h - TITLE))

    def _total_height(self) -> float:
        """Return the height of the highest visible column."""
        return max(
            (place.bottom for played in self._visible_rounds for place in self._places[played.number]), default=0.0
        )

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Show the previous or next round."""
        by = {codes.LEFT: -1, codes.RIGHT: 1}.get(symbol, 0)
        if not by or not 0 <= self.first + by <= self.last:
            return False
        self.chosen = self.first + by
        announce(self, self.value_text())
        return True

    def paint(self, canvas: Canvas) -> None:
        """Paint the columns."""
        course = self.course
        if course is None or not course.rounds:
            canvas.label("No round has begun yet.", self.rect, "muted")
            return
        view = self.content_rect()
        for i, played in enumerate(self._visible_rounds):
            x = self.rect.x + i * (DIALOG_WIDTH + GAP)
            title = f"Round {played.number + 1}" + ("" if played.closed else ", being played")
            canvas.label(title, Rect(x, view.top, DIALOG_WIDTH, TITLE), "accent" if not played.closed else "muted",
                         role="bold", align=0)  # fmt: skip
            with canvas.clip(view):
                top = view.top + self.scroll.offset
                for number, place in enumerate(self._places[played.number]):
                    for feeder in place.feeders if i else ():
                        self._draw_line(canvas, x, top - feeder, top - place.middle)
                    box = Rect(x, top - place.bottom, DIALOG_WIDTH, place.bottom - place.top)
                    self._draw_table(canvas, course, played, number, box)
        self.scroll.paint(canvas)

    @staticmethod
    def _draw_line(canvas: Canvas, x: float, start: float, end: float) -> None:
        """Draw a line from a table to the next table of its winner."""
        half = x - GAP / 2
        canvas.fill(Rect(x - GAP, start, GAP / 2, 1), "muted")
        canvas.fill(Rect(half, min(start, end), 1, abs(end - start) + 1), "muted")
        canvas.fill(Rect(half, end, GAP / 2, 1), "muted")

    def _draw_table(self, canvas: Canvas, course: TournamentState, played: Round, number: int, r: Rect) -> None:
        table = played.tables[number]
        mine = any(course.player_numbered(who).identity == self.own for who in table)
        canvas.box("seat.lit" if mine else "panel", r)
        title = "Bye" if len(table) == 1 else f"Table {number + 1}"
        running = "" if played.closed or len(table) == 1 else "done" if self._table_ranks(number) else "playing"
        canvas.label(title, Rect(r.x + 10, r.top - HEAD, 90, HEAD), "muted", "small", align=0)
        canvas.label(running, Rect(r.x + 90, r.top - HEAD, r.w - 100, HEAD), "good" if running == "done" else "warn",
                     "small", align=1)  # fmt: skip
        ranks, gained = result_texts(played, number, self._table_ranks(number))
        for seat, who in enumerate(table):
            player = course.player_numbered(who)
            y = r.top - HEAD - (seat + 1) * LINE
            won = ranks[seat] == "1"
            ink = "accent" if won else "faint" if player.left else "text"
            canvas.label(player.name, Rect(r.x + 10, y, r.w - 60, LINE), ink, "body", "bold" if won else "text", 0)
            canvas.label(gained[seat], Rect(r.right - 50, y, 40, LINE), ink, "body", "bold" if won else "text", 1)

    def _table_ranks(self, table: int) -> tuple[int, ...]:
        return self.ranks[table] if table < len(self.ranks) else ()

    def value_text(self) -> str:
        """Return the visible rounds in words, table by table."""
        course = self.course
        if course is None or not course.rounds:
            return "no round has begun yet"
        words = []
        for played in self._visible_rounds:
            names = [" against ".join(course.player_numbered(who).name for who in table) if len(table) > 1
                     else f"{course.player_numbered(table[0]).name} has a bye" for table in played.tables]  # fmt: skip
            words.append(f"round {played.number + 1}: {'; '.join(names)}")
        return ". ".join(words)


class BracketPlace(NamedTuple):
    """Place of a table in its column, measured from the top down.

    `feeders` are the vertical middles of the tables whose winners come to it.
    """

    top: float
    bottom: float
    feeders: tuple[float, ...] = ()

    @property
    def middle(self) -> float:
        """Vertical middle of the place."""
        return (self.top + self.bottom) / 2


def bracket_places(course: TournamentState) -> list[list[BracketPlace]]:
    """Return the places of all tables of all rounds.

    Tables are one below the other. In a knock-out, each table is level with the tables whose winners come to it.
    """
    columns: list[list[BracketPlace]] = []
    for played in course.rounds:
        column: list[BracketPlace] = []
        for table in played.tables:
            feeders = _feeder_positions(course, played.number, table, columns[-1]) if columns else ()
            high, least = _height(table) - 8, column[-1].bottom + 8 if column else 0.0
            top = max(least, sum(feeders) / len(feeders) - high / 2) if feeders else least
            column.append(BracketPlace(top, top + high, feeders))
        columns.append(column)
    return columns


def _feeder_positions(
    course: TournamentState, round: int, table: tuple[int, ...], before: list[BracketPlace]
) -> tuple[float, ...]:
    if course.opening.kind != "knock-out":
        return ()
    tables = course.rounds[round - 1].tables
    return tuple(before[i].middle for i, seated in enumerate(tables) if set(seated) & set(table))


def _height(table: tuple[int, ...]) -> float:
    return HEAD + LINE * len(table) + 16
