"""Review of a recorded match, in a panel above the timeline of its replay."""

from __future__ import annotations

from typing import Protocol

from client.table.replay.frames import ReplayFrames
from client.table.replay.timeline import Place
from client.table.review.page import ReviewPage
from client.table.review.played_match import CourseOfMatch
from client.table.review.review import Review
from client.table.seats.names import Names
from client.table.spec import TableSpec
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.ui import Ui
from core.bots.names import BOT
from core.engine.hidden.secrets import Secrets
from core.engine.result import TEAM, kind_of

BAR_HEIGHT = 54.0
"""Height of the bar of the replay, in design pixels, with a gap above it."""
ROWS, CHART_HEIGHT = 11, 86.0
"""Rows of statistics, and height of the chart, so that most of the table stays in sight."""


class SeekTarget(Protocol):
    """The part of a replay that goes to a moment."""

    def go_to(self, place: Place) -> None:
        """Go to a moment."""


def make_course(frames: ReplayFrames) -> CourseOfMatch:
    """Return the course of a record, for a review of the people's decisions, or else of all seats' decisions."""
    people = tuple(seat for seat, name in enumerate(frames.names, 1) if not name.startswith(BOT))

    def secrets(seat: int, step: int) -> Secrets | None:
        return frames.known_faces(seat)

    events = [event for step in frames.events for event in step]
    decisions = [made.decisions for made in frames.decided]
    everybody = tuple(range(1, len(frames.names) + 1))
    return CourseOfMatch(frames.game, frames.states, decisions, events, secrets, people or everybody)


class ReplayReview:
    """The panel with the review; it is computed when the panel is first opened."""

    def __init__(self, frames: ReplayFrames, spec: TableSpec, names: Names, palette: str, replay: SeekTarget) -> None:
        team = kind_of(frames.game, len(frames.names)) == TEAM
        review = Review(make_course(frames), spec.words_by(names))
        self.page = ReviewPage(review, names, palette, lambda step: replay.go_to(Place(step)), team, ROWS, CHART_HEIGHT)
        self.widget = Panel(self.page.widget, "", 12, "raised", region="review", name="Review", visible=False)

    def build(self, ui: Ui) -> None:
        """Add the panel above the bar."""

        def above(size: tuple[float, float], window: Rect) -> Rect:
            return Rect(window.x + (window.w - size[0]) / 2, window.y + BAR_HEIGHT, *size)

        ui.open(self.widget, above, "panel", escapable=False)

    def toggle(self) -> None:
        """Show the review, or hide it."""
        self.widget.visible = not self.widget.visible
        if self.widget.visible:
            self.page.start()

    def show(self, step: int) -> None:
        """Mark the moment that the replay shows."""
        self.page.chart.now = step
        self.page.update()

    def on_closed(self) -> None:
        """Stop the computation."""
        self.page.review.cancel()
