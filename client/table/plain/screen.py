"""The match screen of any game without a table of its own: the state as a table, the legal decisions as a list."""

from __future__ import annotations

from typing import Any

from client.table.ending import Ending, winners
from client.table.input import Playing
from client.table.log import Story
from client.table.plain.options import Inquiry, Way
from client.table.plain.panel import ChoicePanel
from client.table.plain.scene import Scene
from client.table.plain.standings import Ranks
from client.ui.richtext import escape, plain
from core.engine.game import Game, State
from core.engine.text.words import count


class PlainScreen(Scene, Playing):
    """A match of any game, from the first choice to the standing at the end."""

    inquiry: Inquiry | None = None

    def __init__(self, game: Game, *args: Any, **named: Any) -> None:
        """The kernel's game object; all else as for `Playing`."""
        self.game = game
        Playing.__init__(self, *args, **named)

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        self.build_scene(6, 694, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.panel = ChoicePanel(self.names, self.choose, self.confirm, self.take_back)
        self.ui.put(self.panel, (700, 6, 318, 632), "high", "stretch")
        self.build_log(Story(self.names, self.point_at, self.source.chat, lambda line: self.point_at(line.link)), 6)
        self.build_trouble()
        self.prompt.say("Waiting for the table.")
        self._rest()

    def begun(self, state: State) -> bool:
        """Whether anything has happened in the match."""
        return bool(state.t > 1)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.refresh_fairness()

    # What is asked ----------------------------------------------------------------------------------------------------

    def inquire(self, heard: Any) -> Inquiry:
        """All that can be decided."""
        return Inquiry(self.game, heard.state, self.model.own, heard.own, heard.report.ask)

    def _rest(self) -> None:
        """Nothing is asked any more."""
        super()._rest()
        self.panel.ask(None)

    def _ask(self) -> None:
        """Show what can be decided now."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        self.panel.ask(inquiry)
        what = escape(inquiry.kind)
        if inquiry.chosen is None:
            many = f"All {len(inquiry.ways)} legal decisions:" if inquiry.all else "There are many; some of them:"
            self.panel.plan.text = f"{{muted}}{count(1, 'legal decision')}:{{/}}" if len(inquiry.ways) == 1 else (
                f"{{muted}}{many}{{/}}")  # fmt: skip
            self.prompt.say(f"You must decide: *{what}*. Choose one from the list.", "you")
        else:
            self.panel.plan.text = f"*{escape(self.panel.words(inquiry.chosen))}*"
            self.prompt.say(f"You must decide: *{what}*. Lock your choice in, or choose another.", "you",
                            ("take back", "back"))  # fmt: skip
        self._set_buttons("Lock in", inquiry.chosen is not None)
        self.ui.focus_on(self.panel.ways, quiet=True)
        self.refresh()

    # What the player does ---------------------------------------------------------------------------------------------

    def choose(self, way: Way) -> None:
        """Chooses a decision, which is not yet locked in."""
        if self.inquiry_open and self.inquiry is not None and way != self.inquiry.chosen:
            self.answer(way)

    def show_locked(self) -> None:
        """Nothing else can be chosen; what is decided can be read."""
        chosen = self.inquiry.chosen if self.inquiry is not None else None
        self.panel.ask(None)
        self.panel.plan.text = f"*{escape(self.panel.words(chosen))}*" if chosen is not None else ""

    def drop(self) -> bool:
        """The choice."""
        chosen = self.inquiry_open and self.inquiry is not None and self.inquiry.begun
        if chosen:
            self.take_back()
        return chosen

    def _finish(self) -> None:
        """The match is over: any game is heard to end."""
        if not self._ended:
            self.sound_end(winners(self.standing))
        super()._finish()

    def ending(self) -> Ending:
        """With what the match was won, and how everybody stands."""
        state = self.model.state
        first = dict(self.standing[0].score)
        why = ", ".join(f"{head} {first[name]}" for head, name in self.game.headings(state) if name in first)
        return Ending(why, Ranks(self.game, self.model, self.standing), f"after {count(self.model.t, 'step')}")

    # Panels above -----------------------------------------------------------------------------------------------------

    def open_help(self) -> None:
        """What can I do now?"""
        keys = self.window.keys.shown
        lines = [self.prompt.text]
        if self.inquiry_open:
            lines.append(f"{{muted}}1 to 0 or the arrows choose, {keys('confirm')} locks in, {keys('take back')} takes "
                         "back, Tab goes through everything.{/}")  # fmt: skip
        lines.append("{muted}In the table right unfolds a line, left folds it.{/}")
        text = "\n".join(lines)
        self.open_words("What can I do?", text)
        self.ui.announcer.say(plain(text))

    # Keys -------------------------------------------------------------------------------------------------------------

    def _choose_by_number(self, index: int) -> None:
        if self.inquiry_open:
            self.ui.focus_on(self.panel.ways, quiet=True, ring=True)
            self.panel.ways.select(index)

    def _step_target(self, by: int) -> None:
        ways = self.panel.ways
        if self.inquiry_open and ways.items:
            self._choose_by_number((ways.selected + by) % len(ways.items) if ways.selected >= 0 else min(0, by))

    _step_hand = _step_target
