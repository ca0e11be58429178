"""The match screen of any game that has no table of its own.

It shows the state as a table and the legal decisions as a list.
"""

from __future__ import annotations

from collections.abc import Callable

from client.session.source import MatchSource
from client.table.ending import Ending, winners
from client.table.log import Story
from client.table.match.input import DecisionScreen
from client.table.match.inquiry import OpenQuestion
from client.table.match.screen import LiveTableScreen
from client.table.plain.options import DecisionOption, PlainPrompt
from client.table.plain.panel import ChoicePanel
from client.table.plain.scene import Scene
from client.table.plain.standings import StandingTable
from client.ui.richtext import escape, plain
from core.engine.game import Game, Standing, State
from core.engine.text.words import count


class PlainScreen(Scene, DecisionScreen):
    """A screen for a match of any game, from the first choice to the final standing."""

    inquiry: PlainPrompt | None = None
    panel: ChoicePanel

    def __init__(
        self,
        game: Game,
        source: MatchSource,
        own: int = 1,
        palette: str = "okabe-ito",
        speed: float = 1.0,
        reduced: bool = False,
        effects: str = "full",
        on_end: Callable[[LiveTableScreen, tuple[Standing, ...]], object] | None = None,
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        """Create the screen for a game object of the engine.

        The other arguments are those of any match screen.
        """
        self.game = game
        super().__init__(source, own, palette, speed, reduced, effects, on_end, on_leave)

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build all regions that do not depend on the number of seats."""
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
        """Return True if anything has happened in the match."""
        return bool(state.t > 1)

    def refresh(self) -> None:
        """Update the screen after a change of the displayed table."""
        super().refresh()
        self.refresh_fairness()

    # Questions --------------------------------------------------------------------------------------------------------

    def inquire(self, asked: OpenQuestion) -> PlainPrompt:
        """Return the question with all possible decisions."""
        return PlainPrompt(self.game, asked.state, self.model.own, asked.own, asked.ask)

    def _rest(self) -> None:
        """Show that our seat has no question to answer."""
        super()._rest()
        self.panel.ask(None)

    def _ask(self) -> None:
        """Show the decisions that are possible now."""
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

    # Player actions ---------------------------------------------------------------------------------------------------

    def choose(self, way: DecisionOption) -> None:
        """Choose a decision, without locking it in."""
        if self.inquiry_open and self.inquiry is not None and way != self.inquiry.chosen:
            self.answer(way)

    def show_locked(self) -> None:
        """Show the locked decision, while no other can be chosen."""
        chosen = self.inquiry.chosen if self.inquiry is not None else None
        self.panel.ask(None)
        self.panel.plan.text = f"*{escape(self.panel.words(chosen))}*" if chosen is not None else ""

    def drop(self) -> bool:
        """Take back the choice."""
        chosen = self.inquiry_open and self.inquiry is not None and self.inquiry.begun
        if chosen:
            self.take_back()
        return chosen

    def _finish(self) -> None:
        """Show the end of the match, and play its sound."""
        if not self.end_shown:
            self.sound_end(winners(self.standing))
        super()._finish()

    def ending(self) -> Ending:
        """Return the winner's score and the final standing."""
        state = self.model.table
        first = dict(self.standing[0].score)
        why = ", ".join(f"{head} {first[name]}" for head, name in self.game.headings(state) if name in first)
        return Ending(why, StandingTable(self.game, self.model, self.standing), f"after {count(self.model.t, 'step')}")

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_help(self) -> None:
        """Show the actions that the player can take now."""
        keys = self.window.keys.shown
        lines = [self.prompt.text]
        if self.inquiry_open:
            lines.append(f"{{muted}}1 to 0 or the arrows choose, {keys('confirm')} locks in, {keys('take back')} takes "
                         "back, Tab goes through everything.{/}")  # fmt: skip
        lines.append("{muted}In the table, Right unfolds a line and Left folds it.{/}")
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
