"""The player's input at a table of any game: answers to one question at a time, by mouse and by keys.

The player can choose, confirm a choice and take it back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from client.session.source import MatchResumed, MatchSource
from client.table.match.hint_view import HintView
from client.table.match.inquiry import Inquiry, OpenQuestion
from client.table.view import TableView
from client.ui.controls.basic import Button, Label
from client.ui.richtext import escape
from client.ui.screen import KeyActions
from core.engine.game import Decision, Standing

MAX_MISSED_CHOICES = 3
"""The number of choices in a row that time out before the window begins to choose at once."""


class DecisionPanel(Protocol):
    """A panel that shows our plan in words, with the buttons that confirm it and take it back."""

    title: str
    plan: Label
    lock_in: Button
    back: Button


class Guard(Protocol):
    """A part, such as a lesson, that limits the answers that the player may give."""

    def rejects_answer(self, value: object) -> bool:
        """Return True if the player may not give this answer now."""

    def rejects_lock(self) -> bool:
        """Return True if the player may not lock the decision in now."""

    def handle_confirm(self) -> bool:
        """Handle Enter; return False if the question should handle it."""

    def focus(self) -> None:
        """Move the focus, after the question has set it."""


class PromptView(ABC):
    """The view of the questions to our seat, at one kind of table.

    It shows the present question, and turns presses into answers.
    """

    panel: DecisionPanel
    """The panel that shows our choice."""

    @abstractmethod
    def build(self, actions: MatchActions) -> None:
        """Build the table, and all that the player needs for answers, before the number of seats is known."""

    @abstractmethod
    def make_prompt(self, asked: OpenQuestion) -> Inquiry:
        """Return the question to our seat as a prompt."""

    @abstractmethod
    def show_question(self) -> None:
        """Show the present question."""

    @abstractmethod
    def show_idle(self) -> None:
        """Show that our seat has no question to answer."""

    @abstractmethod
    def show_locked(self) -> None:
        """Show the locked decision, which can only be taken back."""

    @abstractmethod
    def open_help(self) -> None:
        """Show the actions that the player can take now."""

    @abstractmethod
    def cancel_choice(self) -> bool:
        """Cancel the chosen or pinned thing (Esc); return False if there is none."""

    @abstractmethod
    def step_target(self, by: int) -> None:
        """Move the focus to the next target that is not a card of the hand."""

    @property
    @abstractmethod
    def hints(self) -> HintView:
        """The view of hints."""

    @property
    def locks_immediately(self) -> bool:
        """True if the last answer also locked the decision in.

        Then the answer and the lock are taken back together.
        """
        return False

    def final_decision(self, inquiry: Inquiry) -> Decision:
        """Return the decision to send."""
        assert inquiry.decision is not None
        return inquiry.decision

    def confirm(self) -> bool:
        """Handle Enter when there is nothing to confirm; return True if it had an effect."""
        return False

    def set_buttons(self) -> None:
        """Set the other buttons of the panel after the large one."""
        return

    def choose_by_number(self, index: int) -> bool:
        """Choose the target with this number key; return False if the key chooses a card of the hand."""
        return False

    def refresh(self) -> None:
        """Update the view after a change of the table."""
        return

    def restore_settings(self, told: MatchResumed) -> None:
        """Restore what the player had set before the match was left."""
        return

    def on_match_end(self, standing: tuple[Standing, ...]) -> None:
        """React to the end of the match."""
        return

    def compute_ahead(self) -> None:
        """Do a little of a long calculation, before each frame."""
        return

    def key_actions(self) -> Mapping[str, Callable[[], object]]:
        """Return the functions of the named keys that only this table has."""
        return {}


class MatchActions(Protocol):
    """The actions of the top bar and of the log, which the match offers."""

    def chat(self, text: str, to: int = 0) -> None:
        """Send a chat line to the table, or privately to one other seat."""

    def open_menu(self) -> None:
        """Open the menu."""

    def open_fairness(self) -> None:
        """Open the fairness table."""


class PromptController:
    """The question to our seat, and the player's answers.

    The player answers one prompt at a time, bit by bit, and then locks the decision in.
    """

    def __init__(
        self,
        table: TableView,
        source: MatchSource,
        view_of: Callable[[TableView, PromptController], PromptView],
        on_menu: Callable[[], object],
        on_wait: Callable[[], object],
    ) -> None:
        """Create the controller; `on_wait` is called when our seat waits for the others."""
        self.table, self.source, self.model = table, source, table.model
        self.on_menu, self.on_wait = on_menu, on_wait
        self.inquiry: Inquiry | None = None
        """The present question to our seat, or None."""
        self.asked: OpenQuestion | None = None
        """The present question as it arrived, or None."""
        self.on_begin: Callable[[OpenQuestion], object] = lambda _asked: None
        """A function that is called with each question before it is shown."""
        self.on_rest: Callable[[], object] = lambda: None
        """A function that is called when our seat has no question any more, or has locked its choice in."""
        self.refusal = ""
        """The reason why the last decision was refused as too late or illegal."""
        self.missed = 0
        """The number of choices in a row that the timer has made for the player."""
        self.guard: Guard | None = None
        self.view = view_of(table, self)

    @property
    def is_open(self) -> bool:
        """True if the player is choosing."""
        return self.inquiry is not None and not self.model.locked

    # Questions --------------------------------------------------------------------------------------------------------

    def begin(self, asked: OpenQuestion) -> None:
        """Ask our seat for its decision."""
        model = self.model
        self.on_begin(asked)
        self.asked = asked
        model.state, model.secrets = asked.state, asked.own
        model.asked, model.locked = True, False
        self.inquiry = self.view.make_prompt(asked)
        if self.table.hand is not None:
            self.table.hand.refresh()
        self.table.play_sound("your turn")
        self.show_question()
        if self.plays_automatically:
            self.on_timeout()

    def show_question(self) -> None:
        """Show the present question."""
        self.view.show_question()

    def focus(self) -> None:
        """Let a lesson move the focus after the question has set it."""
        if self.guard is not None:
            self.guard.focus()

    def show_idle(self) -> None:
        """Show that our seat has no question to answer."""
        self.inquiry = self.asked = None
        self.model.asked = self.model.locked = False
        if self.table.hand is not None:
            self.table.hand.chosen_index = -1
        self.view.panel.plan.text = "{muted}Nothing to do right now.{/}"
        if self.table.is_busy:
            self.offer_skip()
        else:
            self.offer_wait()
        self.view.show_idle()
        self.on_rest()

    def offer_skip(self) -> None:
        """Let the large button skip the animation."""
        self.set_buttons("Skip to now", True, "skip all")

    def offer_wait(self) -> None:
        """Let the large button do nothing."""
        self.set_buttons("Wait", False, "")

    def set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        """Set the label and the state of the large button, and the state of Back."""
        lock_in, back, inquiry = self.view.panel.lock_in, self.view.panel.back, self.inquiry
        lock_in.text, lock_in.action, lock_in.enabled, lock_in.visible = text, does, on, True
        lock_in.reason = "" if on else "You still have something to choose." if inquiry else "It is not your turn."
        lock_in.look = "primary" if text == "Lock in" else "button"
        back.visible = not self.model.locked
        back.enabled = inquiry is not None and self.is_open and inquiry.has_answers
        back.reason = "" if back.enabled else "Make a choice first."
        self.view.set_buttons()

    def refuse(self, words: str) -> None:
        """Show why a decision was refused, and the question again."""
        self.refusal = words
        if self.model.locked:
            self.model.locked = False
            self.show_question()
        if self.is_open:
            self.table.prompt.text = f"{{bad}}{escape(words)}{{/}} {self.table.prompt.text}"

    # Player actions ---------------------------------------------------------------------------------------------------

    def answer(self, value: object) -> None:
        """Submit an answer, unless a lesson objects."""
        if self.guard is not None and self.is_open and not self.table.is_busy and self.guard.rejects_answer(value):
            return
        self.submit(value)

    def submit(self, value: Any) -> None:  # the prompt knows the type of its targets
        """Submit an answer; if it is illegal, explain why and ignore it."""
        inquiry = self.inquiry
        if self.table.is_busy:
            self.table.narrator.skip_all()
            return
        if inquiry is None or self.model.locked:
            return
        try:
            inquiry.answer(value)
        except ValueError as refusal:
            self.refuse_action(str(refusal) or "You cannot do that right now.")
            return
        if self.view.locks_immediately and inquiry.decision is not None:
            self.lock_in()
        else:
            self.show_question()

    def refuse_action(self, words: str) -> None:
        """Announce why an action is not possible."""
        self.table.screen.ui.announcer.announce(words)
        self.table.play_sound("refuse")

    def confirm(self) -> bool:
        """Lock in the decision, take the lock back, or skip the animation (Enter)."""
        inquiry = self.inquiry
        if self.guard is not None and self.is_open and not self.table.is_busy and self.guard.handle_confirm():
            return True
        if self.table.is_busy:
            self.table.narrator.skip_all()
        elif inquiry is not None and self.model.locked:
            self.take_back()
        elif inquiry is not None and inquiry.decision is not None:
            self.lock_in()
        else:
            return self.view.confirm()
        return True

    def lock_in(self) -> None:
        """Lock in the decision, unless a lesson objects."""
        if self.guard is None or not self.is_open or not self.guard.rejects_lock():
            self.send()

    def send(self) -> None:
        """Lock in the decision, once there is one."""
        inquiry = self.inquiry
        if inquiry is not None and inquiry.decision is not None:
            self._send(inquiry, self.view.final_decision(inquiry))

    def _send(self, inquiry: Inquiry, decision: Decision) -> None:
        """Send the decision; it can be taken back until all have locked in."""
        self.model.locked = True
        self.table.play_sound("locked")
        self.view.show_locked()
        self.set_buttons("Take back", True, "take back")
        self.on_wait()
        self.table.screen.ui.focus_on(self.view.panel.lock_in, quiet=True)
        self.source.decide(decision, inquiry.secrets)
        self.table.refresh()
        self.on_rest()

    def take_back(self) -> None:
        """Take back the lock, or else the last answer (Backspace)."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        if self.model.locked:
            self.model.locked = False
            self.table.play_sound("taken back")
            self.source.take_back()
            if self.view.locks_immediately:
                inquiry.undo()
            self.show_question()
        elif inquiry.undo():
            self.show_question()

    # Timer ------------------------------------------------------------------------------------------------------------

    @property
    def plays_automatically(self) -> bool:
        """True if the window chooses at once because the player seems to be absent."""
        return self.source.timer < 0 and self.missed >= MAX_MISSED_CHOICES

    def on_timeout(self) -> None:
        """Lock in the default of the rules, or a decision drawn from the seat's own secrets by step.

        A restarted window therefore makes the same decision.
        """
        inquiry, model, game = self.inquiry, self.model, self.table.game
        if inquiry is None or model.locked or model.verdict:
            return
        self.missed += 1
        decision = game.default_decision(model.table, model.own, inquiry.secrets)
        words = escape(
            self.table.names.to_plain_text(game.describe_decision(model.table, model.own, decision, inquiry.secrets))
        )
        self.table.story.add_remark(f"{{warn}}Time is up. The window chose: {words}{{/}}")
        if self.missed == MAX_MISSED_CHOICES:
            self.table.story.add_remark(
                "{warn}You seem to be away: the window plays for you at once. Press any key to return.{/}"
            )
        while inquiry.undo():
            pass
        self.show_question()
        self._send(inquiry, decision)

    def note_presence(self) -> None:
        """Note that the player is present."""
        if self.plays_automatically:
            self.table.story.add_remark("{info}You are back and choose for yourself again.{/}")
        self.missed = 0

    # Keys -------------------------------------------------------------------------------------------------------------

    def key_actions(self) -> KeyActions:
        """Return the function of each named key that answers or moves between answers."""
        return {
            **{f"card {number}": partial(self._choose_by_number, number - 1) for number in range(1, 11)},
            "back": self._back,
            "take back": self.take_back,
            "card before": partial(self._step_hand, -1),
            "card after": partial(self._step_hand, 1),
            "target before": partial(self.view.step_target, -1),
            "target after": partial(self.view.step_target, 1),
            "help": self.view.open_help,
            **self.view.key_actions(),
        }

    def _back(self) -> None:
        """Cancel the last choice, or lower a raised card; if there is neither, open the menu."""
        dropped = self.view.cancel_choice()
        lowered = self.table.hand is not None and self.table.hand.lower_raised()
        if not (dropped or lowered):
            self.on_menu()

    def _choose_by_number(self, index: int) -> None:
        """Choose the target or the card of the hand with this number (number keys)."""
        hand = self.table.hand
        if not self.view.choose_by_number(index) and hand is not None and index < len(hand.cards):
            hand.raise_card(index)
            hand.play_card(index)

    def _step_hand(self, by: int) -> None:
        hand = self.table.hand
        if hand is None:
            self.view.step_target(by)
        elif hand.cards:
            self.table.screen.ui.focus_on(hand, quiet=True, ring=True)
            hand.raise_card((hand.raised_index + by) % len(hand.cards))
