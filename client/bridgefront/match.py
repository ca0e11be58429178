"""The match screen: one seat's view of a table, and everything that a player does there.

It is given a source of messages (client/source.py) and knows nothing of how the table is reached. What is heard goes
through the `Reveal`, which tells it event by event; what is asked becomes an `Inquiry`, whose questions are lit on the
board and in the hand or stand in a dialog; what is decided goes back to the source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.bridgefront.deciding import Deciding
from client.bridgefront.ranks import ending
from client.source import Heard, Source
from client.table.ending import Ending
from core.kernel.game import Standing
from net.reports import Stepped


class MatchScreen(Deciding):
    """A match, from the first choice to the standing at the end."""

    def __init__(
        self,
        source: Source,
        own: int = 1,
        palette: str = "okabe-ito",
        speed: float = 1.0,
        reduced: bool = False,
        effects: str = "full",
        on_end: Callable[[MatchScreen, tuple[Standing, ...]], object] | None = None,
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(source, own, palette, speed, reduced, effects, on_leave)
        self.on_end = on_end

    def build(self) -> None:
        """The regions, and above them what is said when a match does not go on."""
        super().build()
        self.build_trouble()
        self._set_buttons("Wait", False, "")

    # What is heard ----------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Hear the source, let the board live."""
        for told in self.source.drain():
            self.hear(told)
        if self.explained is not None:
            self.explained.follow()
        self.preview.think()
        self.live_on(dt)

    def begun(self, state: Any) -> bool:
        """Whether anything has happened in the match."""
        return bool(state.round)

    def ending(self) -> Ending:
        """How the match was won, how everybody stands, how it went."""
        return ending(self.sight, self.standing)

    def _hear_report(self, heard: Heard) -> None:
        if isinstance(heard.report, Stepped):
            self.sight.course.follow(heard.state, heard.report.events)
        super()._hear_report(heard)

    def _finish(self) -> None:
        if not self._ended:
            self._ended = True
            self._rest()
            self.panel.title, self.panel.plan.text = "The end", "{muted}The match is over.{/}"
            self._set_buttons("Match over", False, "")
            winners = " and ".join(self.names.coloured(s) for s in self.sight.table.winners)
            self.prompt.say(f"The match is over. Victory: {winners}", "show", ("back", "menu"))
            self.refresh()
            if self.on_end is not None:
                self.on_end(self, self.standing)

    # Keys -------------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """A key that no widget wanted."""
        if action == "confirm":
            return self.confirm() or self._show_focus()
        if action == "back":
            if not self.pointing.rest() and not self.clear_plan():
                self.open_menu()
            return True
        done = self._acts().get(action)
        if done is not None:
            done()
            return True
        if action.startswith("card ") and action[5:].isdigit():
            index = int(action[5:]) - 1
            if index < len(self.hand.cards):
                self.hand.point_at(index)
                self.hand.play(index)
            return True
        return False

    def _acts(self) -> dict[str, Callable[[], object]]:
        basics = {kind: lambda k=kind: self._basic(k) for kind in self.panel.basics}
        return {
            **self.views(),
            **basics,
            "take back": self.take_back,
            "target order": self.next_order,
            "skip": self._skip_one,
            "skip all": self._skip_all,
            "speed": self.next_speed,
            "fairness": self.open_fairness,
            "card before": lambda: self._step_hand(-1),
            "card after": lambda: self._step_hand(1),
            "target before": lambda: self._step_target(-1),
            "target after": lambda: self._step_target(1),
            "log": lambda: self._show_tab("Log"),
            "chat": lambda: self._show_tab("Chat"),
            "hide": self.toggle_hud,
            "help": self.open_help,
        }

    def _basic(self, kind: str) -> None:
        if self.panel.menu.visible:
            self.panel.basics[kind].press_it()

    def _show_focus(self) -> bool:
        if self.inquiry is not None:
            self.ui.focus_on(self.ui.focus, ring=True)
            self._focus(self.inquiry.question)
        return True

    def _step_hand(self, by: int) -> None:
        count = len(self.hand.cards)
        if count:
            self.ui.focus_on(self.hand, quiet=True, ring=True)
            self.hand.point_at((self.hand.raised + by) % count)

    def _step_target(self, by: int) -> None:
        if self.board.targets:
            self.ui.focus_on(self.board, quiet=True, ring=True)
            self.board.step_cursor(by)
