"""The player's input at a table of any game: choices by mouse and by keys.

The player can choose, confirm a choice and take it back.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Protocol

from client.session.source import MatchSource
from client.table.ending import over, winners
from client.table.match.inquiry import Inquiry, OpenQuestion
from client.table.match.screen import LiveTableScreen
from client.table.names import Names
from client.ui.controls.basic import Button, Label
from client.ui.richtext import escape
from client.ui.screen import KeyActions
from core.engine.game import Decision, Standing
from core.engine.result import Outcome

MAX_MISSED_CHOICES = 3
"""The number of choices in a row that time out before the window begins to choose at once."""


class DecisionPanel(Protocol):
    """A panel that shows our plan in words, with the buttons that confirm it and take it back."""

    title: str
    plan: Label
    lock_in: Button
    back: Button


class DecisionScreen(LiveTableScreen):
    """A match screen on which our seat decides.

    The player answers one prompt at a time, bit by bit, and then locks the decision in. The game makes a prompt
    (`Inquiry`) of each question.
    """

    refusal = ""
    """The reason why the last decision was refused as too late or illegal."""
    panel: DecisionPanel
    """The panel that shows our choice."""

    missed = 0
    """The number of choices in a row that the timer has made for the player."""

    def __init__(
        self,
        source: MatchSource,
        own: int = 1,
        palette: str = "okabe-ito",
        speed: float = 1.0,
        reduced: bool = False,
        effects: str = "full",
        on_end: Callable[[LiveTableScreen, tuple[Standing, ...]], object] | None = None,
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(source, Names(own), speed, reduced)
        self.begin_scene(own, palette, reduced, effects)
        self.on_end, self.on_leave = on_end, on_leave

    # Hooks for games --------------------------------------------------------------------------------------------------

    @abstractmethod
    def inquire(self, asked: OpenQuestion) -> Inquiry:
        """Return the question to our seat as a prompt."""

    @abstractmethod
    def show_locked(self) -> None:
        """Show the locked decision, which can only be taken back."""

    @abstractmethod
    def open_help(self) -> None:
        """Show the actions that the player can take now."""

    @abstractmethod
    def drop(self) -> bool:
        """Cancel the chosen or pinned thing (Esc); return False if there is none."""

    @abstractmethod
    def _step_target(self, by: int) -> None:
        """Move the focus to the next target that is not a card of the hand."""

    def decided(self) -> Decision:
        """Return the decision to send."""
        assert self.inquiry is not None and self.inquiry.decision is not None
        return self.inquiry.decision

    @property
    def at_once(self) -> bool:
        """True if the last answer also locked the decision in.

        Then the answer and the lock are taken back together.
        """
        return False

    # Frames -----------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Process the messages of the source, and advance the table."""
        for told in self.source.drain():
            self.hear(told)
        if self.explained is not None:
            self.explained.follow()
        self.live_on(dt)

    # Questions --------------------------------------------------------------------------------------------------------

    @property
    def _telling(self) -> bool:
        return self._reveal is not None and self.reveal.busy

    def _begin(self, asked: OpenQuestion) -> None:
        """Ask our seat for its decision."""
        model = self.model
        model.state, model.secrets = asked.state, asked.own
        model.asked, model.locked = True, False
        self.inquiry = self.inquire(asked)
        if self.hand is not None:
            self.hand.refresh()
        self.sound("your turn")
        self._ask()
        if self.plays_automatically:
            self.time_is_over()

    def _rest(self) -> None:
        """Show that our seat has no question to answer."""
        self.inquiry = None
        self.model.asked = self.model.locked = False
        if self.hand is not None:
            self.hand.chosen = -1
        self.panel.plan.text = "{muted}Nothing to do right now.{/}"
        self._set_buttons(*(("Skip to now", True, "skip all") if self._telling else ("Wait", False, "")))

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        """Set the label and the state of the large button, and the state of Back."""
        lock_in, back = self.panel.lock_in, self.panel.back
        lock_in.text, lock_in.does, lock_in.enabled, lock_in.visible = text, does, on, True
        lock_in.reason = "" if on else "You still have something to choose." if self.inquiry else "It is not your turn."
        lock_in.look = "primary" if text == "Lock in" else "button"
        back.visible = not self.model.locked
        back.enabled = self.inquiry is not None and self.inquiry_open and self.inquiry.begun
        back.reason = "" if back.enabled else "Make a choice first."

    def _say_showing(self) -> None:
        super()._say_showing()
        if self.reveal.busy:
            self._set_buttons("Skip to now", True, "skip all")

    def _say_waiting(self) -> None:
        super()._say_waiting()
        if self.inquiry is None:
            self._set_buttons("Wait", False, "")

    def _finish(self) -> None:
        """Show the end of the match."""
        if not self.end_shown:
            self.end_shown = True
            self._rest()
            self.panel.title, self.panel.plan.text = "The end", "{muted}The match is over.{/}"
            self._set_buttons("Match over", False, "")
            said = self.match_end.line() or over(self.names, Outcome(self.kind, winners(self.standing)))
            self.prompt.say(said, "show")
            self.refresh()
            if self.on_end is not None:
                self.on_end(self, self.standing)

    # Player actions ---------------------------------------------------------------------------------------------------

    def answer(self, value: object) -> None:
        """Submit an answer; if it is illegal, explain why and ignore it."""
        inquiry = self.inquiry
        if self._telling:
            self.reveal.skip_all()
            return
        if inquiry is None or self.model.locked:
            return
        try:
            inquiry.answer(value)
        except ValueError as refusal:
            self.ui.announcer.say(str(refusal) or "You cannot do that right now.")
            self.sound("refuse")
            return
        if self.at_once and inquiry.decision is not None:
            self.lock_in()
        else:
            self._ask()

    def confirm(self) -> bool:
        """Lock in the decision, take the lock back, or skip the animation (Enter)."""
        inquiry = self.inquiry
        if self._telling:
            self.reveal.skip_all()
        elif inquiry is not None and self.model.locked:
            self.take_back()
        elif inquiry is not None and inquiry.decision is not None:
            self.lock_in()
        else:
            return False
        return True

    def lock_in(self) -> None:
        """Lock in the decision; it can be taken back until all have locked in."""
        inquiry = self.inquiry
        if inquiry is not None and inquiry.decision is not None:
            self._send(self.decided())

    def _send(self, decision: Decision) -> None:
        """Send the decision; it can be taken back until all have locked in."""
        inquiry = self.inquiry
        assert inquiry is not None
        self.model.locked = True
        self.sound("locked")
        self.show_locked()
        self._set_buttons("Take back", True, "take back")
        self._say_waiting()
        self.ui.focus_on(self.panel.lock_in, quiet=True)
        self.source.decide(decision, inquiry.secrets)
        self.refresh()

    # Timer ------------------------------------------------------------------------------------------------------------

    @property
    def plays_automatically(self) -> bool:
        """True if the window chooses at once because the player seems to be absent."""
        return self.source.timer < 0 and self.missed >= MAX_MISSED_CHOICES

    def time_is_over(self) -> None:
        """Lock in the default of the rules, or a decision drawn from the seat's own secrets by step.

        A restarted window therefore makes the same decision.
        """
        inquiry, model = self.inquiry, self.model
        if inquiry is None or model.locked or model.verdict:
            return
        self.missed += 1
        decision = self.game.default(model.table, model.own, inquiry.secrets)
        words = escape(self.names.plain(self.game.choice(model.table, model.own, decision, inquiry.secrets)))
        self.story.remark(f"{{warn}}Time is up. The window chose: {words}{{/}}")
        if self.missed == MAX_MISSED_CHOICES:
            self.story.remark(
                "{warn}You seem to be away: the window plays for you at once. Press any key to return.{/}"
            )
        while inquiry.undo():
            pass
        self._ask()
        self._send(decision)

    def _is_here(self) -> None:
        """Note that the player is present."""
        if self.plays_automatically:
            self.story.remark("{info}You are back and choose for yourself again.{/}")
        self.missed = 0

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Note that the player is present, and handle the key."""
        self._is_here()
        return super().on_key_press(symbol, modifiers)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Note that the player is present, and handle the press."""
        self._is_here()
        super().on_mouse_press(x, y, button, modifiers)

    def take_back(self) -> None:
        """Take back the lock, or else the last answer (Backspace)."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        if self.model.locked:
            self.model.locked = False
            self.sound("taken back")
            self.source.take_back()
            if self.at_once:
                inquiry.undo()
            self._ask()
        elif inquiry.undo():
            self._ask()

    # Keys -------------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Handle a key that no widget accepted."""
        return self.confirm() if action == "confirm" else super().act(action)

    def acts(self) -> KeyActions:
        """Return the action of each named key."""
        return {
            **self.views(),
            **{f"card {number}": partial(self._choose_by_number, number - 1) for number in range(1, 11)},
            "back": self._back,
            "take back": self.take_back,
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
            "help": self.open_help,
        }

    def _back(self) -> None:
        """Cancel the last choice, or lower a raised card; if there is neither, open the menu."""
        dropped = self.drop()
        lowered = self.hand is not None and self.hand.lay_down()
        if not (dropped or lowered):
            self.open_menu()

    def _skip_one(self) -> None:
        if self._reveal is not None:
            self.reveal.skip_one()

    def _skip_all(self) -> None:
        if self._reveal is not None:
            self.reveal.skip_all()

    def _show_tab(self, title: str) -> None:
        self.story.tabs.show(title)
        self.ui.focus_on(self.story.field if title == "Chat" else self.story.log, ring=True)

    def _choose_by_number(self, index: int) -> None:
        """Choose the card of the hand with this number (number keys)."""
        if self.hand is not None and index < len(self.hand.cards):
            self.hand.point_at(index)
            self.hand.play(index)

    def _step_hand(self, by: int) -> None:
        if self.hand is not None and self.hand.cards:
            self.ui.focus_on(self.hand, quiet=True, ring=True)
            self.hand.point_at((self.hand.raised + by) % len(self.hand.cards))
