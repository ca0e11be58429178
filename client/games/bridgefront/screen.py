"""The match screen: one seat's view of a table, with controls for all the player's actions.

It receives messages from a source (client/session/source.py) and does not depend on the connection to the table. An
animation shows the received steps event by event. A question becomes a prompt. The parts of the prompt are highlighted
on the board and in the hand, or appear in a dialog. The screen sends decisions back to the source.
"""

from __future__ import annotations

from client.games.bridgefront.prompts import PromptScreen
from client.games.bridgefront.standings import ending
from client.session.source import MatchEvent
from client.table.ending import Ending
from client.ui.screen import KeyActions
from core.games.bridgefront.state import Bridgefront
from net.match.events import Stepped


class MatchScreen(PromptScreen):
    """Match screen of Bridgefront, from the first choice to the final standings."""

    def build(self) -> None:
        """Build the regions of the screen, and above them the notices that are shown when the match stops."""
        super().build()
        self.build_trouble()
        self._set_buttons("Wait", False, "")

    # Messages ---------------------------------------------------------------------------------------------------------

    def live_on(self, dt: float) -> None:
        """Extend the forecast of the player's plan and advance the board's animation."""
        self.preview.think()
        super().live_on(dt)

    def begun(self, state: Bridgefront) -> bool:
        """Return True if anything has happened in the match."""
        return bool(state.round)

    def ending(self) -> Ending:
        """Return the content of the end screen: the reason, the standings and the course of the match."""
        return ending(self.model, self.standing)

    def _hear_report(self, heard: MatchEvent) -> None:
        if isinstance(heard.report, Stepped):
            assert isinstance(heard.state, Bridgefront)
            self.model.course.follow(heard.state, heard.report.events)
        super()._hear_report(heard)

    # Keys -------------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Perform an action; Enter focuses the place of the answer if there is nothing to confirm."""
        return super().act(action) or (action == "confirm" and self._show_focus())

    def drop(self) -> bool:
        """Drop the pinned highlight on Esc, or the plan if nothing is pinned."""
        return self.pointing.rest() or self.clear_plan()

    def acts(self) -> KeyActions:
        """Return the actions by name, including the basic actions and the step through the targets in order."""
        basics = {kind: lambda k=kind: self._press_basic(k) for kind in self.panel.basics}
        return {**super().acts(), **basics, "target order": self.next_order, "hide": self.toggle_hud}

    def _press_basic(self, kind: str) -> None:
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
