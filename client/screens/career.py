"""Dialog about the player's career: win rates by game and level, the opponents, and the achievements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from client.session.career import Achievement, MatchResult, Tally, achievements, tallies
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.controls.table import Table
from client.ui.controls.table import TableColumn as Col
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Widget
from core.engine.text.words import format_count
from lobby.players.game_titles import short_title

DIALOG_WIDTH, HIGH = 470.0, 340.0
TILE_HEIGHT, TILE_GAP = 46.0, 5.0
MAX_OPPONENTS = 4


class AchievementTiles(Widget):
    """The achievements in two columns, those that are reached in gold."""

    role = "achievements"
    focusable = True

    def __init__(self, shown: Sequence[Achievement]) -> None:
        super().__init__("Achievements")
        self.tiles = list(shown)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of all tiles."""
        return DIALOG_WIDTH, (TILE_HEIGHT + TILE_GAP) * ((len(self.tiles) + 1) // 2)

    def value_text(self) -> str:
        """Return all achievements in words."""
        return "; ".join(f"{each.name}: {'reached' if each.is_reached else each.about}" for each in self.tiles)

    def paint(self, canvas: Canvas) -> None:
        """Paint the tiles."""
        wide = (self.rect.w - 8) / 2
        for number, tile in enumerate(self.tiles):
            row, column = divmod(number, 2)
            x = self.rect.x + column * (wide + 8)
            r = Rect(x, self.rect.top - (row + 1) * (TILE_HEIGHT + TILE_GAP) + TILE_GAP, wide, TILE_HEIGHT)
            canvas.box("seat.lit" if tile.is_reached else "panel", r)
            ink = "accent" if tile.is_reached else "muted"
            canvas.icon("trophy" if tile.is_reached else "safe", Rect(r.x + 10, r.y + 12, 22, 22), ink)
            canvas.label(tile.name, Rect(r.x + 42, r.y + 22, r.w - 90, 20), ink, "body", "bold", 0)
            canvas.label(tile.about, Rect(r.x + 42, r.y + 5, r.w - 48, 17), "muted", "tiny", align=0)
            if tile.needed > 1 and not tile.is_reached:
                done = Rect(r.right - 52, r.y + 22, 44, 20)
                canvas.label(f"{tile.done}/{tile.needed}", done, "muted", "small", align=1)


def career_panel(oldest_first: Sequence[MatchResult], on_close: Callable[[], object]) -> Panel:
    """Return the dialog about these results."""
    ended = [result for result in oldest_first if result.rank]
    won = sum(result.won for result in ended)
    head = f"{format_count(len(ended), 'match', 'matches')} finished, {won} won" if ended else "No finished match yet."
    rows: Table[Tally] = Table(
        "Win rates",
        [
            Col("Game", lambda tally: short_title(tally.game), grow=1, order=lambda tally: tally.game),
            Col("Opponents", lambda tally: tally.level, 100, order=lambda tally: tally.level),
            Col("Won", lambda tally: tally.words, 130, color=lambda _: "accent", order=lambda tally: -tally.won),
        ],
        empty="Win rates appear here after your first match.", width=DIALOG_WIDTH, height=HIGH,
    )  # fmt: skip
    rows.set_items(tallies(ended))
    met = Counter(
        name for result in ended for seat, name in enumerate(result.names, 1) if seat != result.seat
    ).most_common(MAX_OPPONENTS)
    often = "Most often at your table: " + ", ".join(f"{name} ({number})" for name, number in met) if met else ""
    left = Column(Label(head, "accent", "heading", "bold"), rows,
                  Label(often, "muted", "small", wrap=True, width=DIALOG_WIDTH), gap=8)  # fmt: skip
    reached = achievements(oldest_first)
    many = sum(each.is_reached for each in reached)
    title = Label(f"Achievements: {many} of {len(reached)}", "accent", "heading", "bold")
    right = Column(title, AchievementTiles(reached), gap=8)
    close = Row(Space(grow=1), Button("Close", on_close, action="back"))
    return Panel(Column(Row(left, right, gap=22, align="start"), close, gap=12), "Your career", 16, "dialog")
