"""The match screen: one seat's view of a table, and everything that a player does there.

It is given a source of messages (client/session/source.py) and knows nothing of how the table is reached. What is heard
goes through the `Reveal`, which tells it event by event; what is asked becomes an `Inquiry`, whose questions are lit on
the board and in the hand or stand in a dialog; what is decided goes back to the source.
"""

from __future__ import annotations

from typing import Any

from client.games.bridgefront.prompts import Deciding
from client.games.bridgefront.standings import ending
from client.session.source import Heard
from client.table.ending import Ending
from client.ui.screen import Acts
from net.match.events import Stepped


class MatchScreen(Deciding):
    """A match, from the first choice to the standing at the end."""

    def build(self) -> None:
        """The regions, and above them what is said when a match does not go on."""
        super().build()
        self.build_trouble()
        self._set_buttons("Wait", False, "")

    # What is heard ----------------------------------------------------------------------------------------------------

    def live_on(self, dt: float) -> None:
        """Foresee a little more of the plan, let the board live."""
        self.preview.think()
        super().live_on(dt)

    def begun(self, state: Any) -> bool:
        """Whether anything has happened in the match."""
        return bool(state.round)

    def ending(self) -> Ending:
        """How the match was won, how everybody stands, how it went."""
        return ending(self.model, self.standing)

    def _hear_report(self, heard: Heard) -> None:
        if isinstance(heard.report, Stepped):
            self.model.course.follow(heard.state, heard.report.events)
        super()._hear_report(heard)

    # Keys -------------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Enter shows where the answer is given, if there is nothing to confirm."""
        return super().act(action) or (action == "confirm" and self._show_focus())

    def drop(self) -> bool:
        """Esc: what is pinned, else the plan."""
        return self.pointing.rest() or self.clear_plan()

    def acts(self) -> Acts:
        """The basic actions and the resolve order as well."""
        basics = {kind: lambda k=kind: self._basic(k) for kind in self.panel.basics}
        return {**super().acts(), **basics, "target order": self.next_order, "hide": self.toggle_hud}

    def _basic(self, kind: str) -> None:
        if self.panel.menu.visible:
            self.panel.basics[kind].press_it()

    def _show_focus(self) -> bool:
        if self.inquiry is not None:
            self.ui.focus_on(self.ui.focus, ring=True)
            self._focus(self.inquiry.question)
        return True

    def _step_target(self, by: int) -> None:
        if self.board.targets:
            self.ui.focus_on(self.board, quiet=True, ring=True)
            self.board.step_cursor(by)
