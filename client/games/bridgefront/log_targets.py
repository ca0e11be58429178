"""What the log points at: hexes, Bridges and seats of a line are lit under the pointer, or after a press."""

from __future__ import annotations

from client.art.theme import CARD_FULL
from client.games.bridgefront.board import Board
from client.games.bridgefront.log import Story
from client.games.bridgefront.log_spans import Involved
from client.games.bridgefront.seats import Seats
from client.games.bridgefront.view_model import Shown, card_texture, face_in
from client.ui.log import Line
from client.ui.richtext import plain
from client.ui.widget import Widget
from client.ui.widgets import Picture
from client.ui.window import Window

LIGHT = "told"
"""The kind of highlight on the board."""


class Pointing:
    """Lights on board and seats what the log speaks of."""

    def __init__(self, window: Window, model: Shown, board: Board) -> None:
        self.window, self.model, self.board = window, model, board
        self.seats: Seats | None = None
        self.pinned = Involved()

    def over(self, story: Story, link: str) -> None:
        """The pointer or the keys are on a line or a span; "" when they leave."""
        self._show(self._about(story, link) or self.pinned)

    def pin(self, story: Story, line: Line) -> None:
        """A line was pressed: what it is about stays lit till another is pressed, or the same one again."""
        about = story.about(line.link) if line.link else Involved()
        self.pinned = Involved() if about == self.pinned else about
        self._show(self.pinned)
        story.log.at = story.log.shown.index(line) if self.pinned and line in story.log.shown else -1
        if self.pinned and story.ui is not None:
            story.ui.announcer.say(plain(line.markup))
            self.board.bring_into_sight(self.pinned.hexes)

    def rest(self) -> bool:
        """Nothing stays lit; true if something was."""
        was, self.pinned = bool(self.pinned), Involved()
        self._show(self.pinned)
        return was

    def tip(self, link: str) -> str | Widget | None:
        """What a span stands for: a card, a place, a seat."""
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
        face = face_in(self.model.table, copy)
        texture = card_texture(self.window.textures, face, CARD_FULL, self.window.ui_scale)
        return Picture(texture, width=CARD_FULL[0], height=CARD_FULL[1])

    def _about(self, story: Story, link: str) -> Involved:
        kind, _, number = link.partition(" ")
        if kind == "event":
            about: Involved = story.about(link)
            return about
        if kind == "hex":
            return Involved(hexes=(int(number),))
        if kind == "seat":
            return Involved(seats=(int(number),))
        if kind == "card" and self.model.state is not None:
            champion = self.model.table.champions.get(int(number))
            return Involved(hexes=(champion.hex,)) if champion is not None else Involved()
        return Involved()

    def _show(self, about: Involved) -> None:
        view = self.board.view
        if view.state is not None:
            view.light(LIGHT, about.hexes)
            view.light_edges(LIGHT, about.edges)
        if self.seats is not None:
            for seat, panel in self.seats.panels.items():
                panel.lit = seat in about.seats
