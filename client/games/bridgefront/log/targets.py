"""Highlights of the hexes, Bridges and seats that a log line names.

They appear while the pointer is on the line, or after a press on it.
"""

from __future__ import annotations

from client.art.theme import CARD_FULL
from client.games.bridgefront.board import Board
from client.games.bridgefront.log.spans import EventSubjects
from client.games.bridgefront.panels.seats import Seats
from client.games.bridgefront.view_model import BridgefrontViewModel, card_texture, face_for
from client.table.log import StoryPanel
from client.ui.controls.basic import Picture
from client.ui.controls.log import LogLine
from client.ui.richtext import plain_text
from client.ui.widget import Widget
from client.ui.window import Window

LIGHT = "told"
"""Kind of light on the board for things that the log names."""


class LogHighlighter:
    """Highlighter of the hexes and seats that the log names."""

    def __init__(self, window: Window, model: BridgefrontViewModel, board: Board) -> None:
        self.window, self.model, self.board = window, model, board
        self.seats: Seats | None = None
        self.pinned = EventSubjects()

    def over(self, story: StoryPanel, link: str) -> None:
        """Highlight the subjects of the line or span under the pointer or the keys.

        "" as the link removes the highlights.
        """
        self._show(self._about(story, link) or self.pinned)

    def pin(self, story: StoryPanel, line: LogLine) -> None:
        """Pin the highlights of a pressed line; a second press on the line unpins them.

        Highlights stay pinned until the player presses another line.
        """
        about = _event_of(story, line.link)
        self.pinned = EventSubjects() if about == self.pinned else about
        self._show(self.pinned)
        story.log.chosen_row = (
            story.log.visible_lines.index(line) if self.pinned and line in story.log.visible_lines else -1
        )
        if self.pinned and story.ui is not None:
            story.ui.announcer.announce(plain_text(line.markup))
            self.board.bring_into_sight(self.pinned.hexes)

    def unpin(self) -> bool:
        """Remove the pinned highlights; return True if there were any."""
        was, self.pinned = bool(self.pinned), EventSubjects()
        self._show(self.pinned)
        return was

    def link_tip(self, link: str) -> str | Widget | None:
        """Return the tooltip of a span, which is for a card, a place or a seat."""
        kind, _, number = link.partition(" ")
        if self.model.state is None or not number.isdigit():
            return None
        if kind == "card":
            return self._picture(int(number))
        if kind == "hex":
            return self.board.hex_words(int(number)) or None
        if kind == "seat" and self.seats is not None:
            return self.seats.panels[int(number)].explain()
        return None

    def _picture(self, copy: int) -> Widget:
        face = face_for(self.model.table, copy)
        texture = card_texture(self.window.textures, face, CARD_FULL, self.window.ui_scale)
        return Picture(texture, width=CARD_FULL[0], height=CARD_FULL[1])

    def _about(self, story: StoryPanel, link: str) -> EventSubjects:
        kind, _, number = link.partition(" ")
        if kind == "event":
            return _event_of(story, link)
        if kind == "hex":
            return EventSubjects(hexes=(int(number),))
        if kind == "seat":
            return EventSubjects(seats=(int(number),))
        if kind == "card" and self.model.state is not None:
            champion = self.model.table.champions.get(int(number))
            return EventSubjects(hexes=(champion.hex,)) if champion is not None else EventSubjects()
        return EventSubjects()

    def _show(self, about: EventSubjects) -> None:
        view = self.board.view
        if view.state is not None:
            view.lights.light(LIGHT, about.hexes)
            view.lights.light_edges(LIGHT, about.edges)
        if self.seats is not None:
            for seat, panel in self.seats.panels.items():
                panel.lit = seat in about.seats


def _event_of(story: StoryPanel, link: str) -> EventSubjects:
    """Return the subjects of the event that a log line describes."""
    about = story.subjects_of(link)
    return about if isinstance(about, EventSubjects) else EventSubjects()
