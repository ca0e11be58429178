"""Questions to our seat at the table of any game: a list of the legal decisions."""

from __future__ import annotations

from client.table.log import PLAIN_LOG, StoryPanel
from client.table.match.inquiry import OpenQuestion
from client.table.match.prompts import MatchActions, PromptController, PromptView
from client.table.plain.hints import PlainHints
from client.table.plain.options import DecisionOption, PlainPrompt
from client.table.plain.panel import ChoicePanel
from client.table.plain.table import PlainTable
from client.table.seats.ending import winners
from client.table.view import TableView
from client.ui.richtext import escape, plain_text
from core.engine.game import Standing
from core.engine.text.words import format_count


class PlainPrompts(PromptView):
    """The view of questions that are answered from a list."""

    panel: ChoicePanel

    def __init__(self, table: TableView, prompts: PromptController) -> None:
        assert isinstance(table, PlainTable)
        self.table, self.prompts, self.model, self.ui = table, prompts, table.model, table.screen.ui

    @property
    def inquiry(self) -> PlainPrompt | None:
        """The present question, or None."""
        inquiry = self.prompts.inquiry
        assert inquiry is None or isinstance(inquiry, PlainPrompt)
        return inquiry

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self, actions: MatchActions) -> None:
        """Build all regions that do not depend on the number of seats."""
        table, prompts = self.table, self.prompts
        table.build(6, 694, actions.open_menu, actions.open_fairness)
        self.panel = ChoicePanel(table.names, self.choose, prompts.confirm, prompts.take_back)
        self.ui.put(self.panel, (700, 6, 318, 632), "high", "stretch")
        hover, chat = table.highlight_subject, actions.chat
        table.build_log(
            StoryPanel(table.names, PLAIN_LOG, hover, chat, lambda line: table.highlight_subject(line.link)), 6
        )

    # Questions --------------------------------------------------------------------------------------------------------

    def make_prompt(self, asked: OpenQuestion) -> PlainPrompt:
        """Return the question with all possible decisions."""
        return self.hints.fresh_prompt(asked)

    @property
    def hints(self) -> PlainHints:
        """The view of hints."""
        return PlainHints(self.table, self.panel)

    def show_idle(self) -> None:
        """Show that our seat has no question to answer."""
        self.panel.show_question(None)

    def show_question(self) -> None:
        """Show the decisions that are possible now."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        self.panel.show_question(inquiry)
        what = escape(self.table.game.task_text(inquiry.kind))
        if inquiry.chosen is None:
            many = f"All {len(inquiry.ways)} legal decisions:" if inquiry.all else "There are many; some of them:"
            only = len(inquiry.ways) == 1
            self.panel.plan.text = f"{{muted}}{format_count(1, 'legal decision')}:{{/}}" if only else (
                f"{{muted}}{many}{{/}}")  # fmt: skip
            self.table.prompt.show_prompt(f"You must *{what}*. Choose one from the list.", "you")
        else:
            self.panel.plan.text = f"*{escape(self.panel.words(inquiry.chosen))}*"
            self.table.prompt.show_prompt(f"You must *{what}*. Lock your choice in, or choose another.", "you",
                            ("take back", "back"))  # fmt: skip
        self.prompts.set_buttons("Lock in", inquiry.chosen is not None)
        self.ui.focus_on(self.panel.ways, quiet=True)
        self.table.refresh()

    # Player actions ---------------------------------------------------------------------------------------------------

    def choose(self, way: DecisionOption) -> None:
        """Choose a decision, without locking it in."""
        if self.prompts.is_open and self.inquiry is not None and way != self.inquiry.chosen:
            self.prompts.answer(way)

    def show_locked(self) -> None:
        """Show the locked decision, while no other can be chosen."""
        chosen = self.inquiry.chosen if self.inquiry is not None else None
        self.panel.show_question(None)
        self.panel.plan.text = f"*{escape(self.panel.words(chosen))}*" if chosen is not None else ""

    def cancel_choice(self) -> bool:
        """Take back the choice."""
        chosen = self.prompts.is_open and self.inquiry is not None and self.inquiry.has_answers
        if chosen:
            self.prompts.take_back()
        return chosen

    def on_match_end(self, standing: tuple[Standing, ...]) -> None:
        """Play the sound of the end of the match."""
        self.table.play_end_sound(winners(standing))

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_help(self) -> None:
        """Show the actions that the player can take now."""
        keys = self.table.screen.window.keys.label
        lines = [self.table.prompt.text]
        if self.prompts.is_open:
            lines.append(f"{{muted}}1 to 0 or the arrows choose, {keys('confirm')} locks in, {keys('take back')} takes "
                         "back, Tab goes through everything.{/}")  # fmt: skip
        lines.append("{muted}In the table, Right unfolds a line and Left folds it.{/}")
        text = "\n".join(lines)
        self.table.dialogs.open_words("What can I do?", text)
        self.ui.announcer.announce(plain_text(text))

    # Keys -------------------------------------------------------------------------------------------------------------

    def choose_by_number(self, index: int) -> bool:
        """Choose the decision with this number."""
        if self.prompts.is_open:
            self.ui.focus_on(self.panel.ways, quiet=True, ring=True)
            self.panel.ways.select(index)
        return True

    def step_target(self, by: int) -> None:
        """Choose the next decision of the list."""
        ways = self.panel.ways
        if self.prompts.is_open and ways.items:
            self.choose_by_number((ways.selected + by) % len(ways.items) if ways.selected >= 0 else min(0, by))
