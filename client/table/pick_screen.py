"""The match screen of a table whose questions are answered by picking: cards of the hand, places, choices, by keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from client.kit.richtext import escape
from client.kit.widget import Widget
from client.table.action_panel import ActionPanel
from client.table.chooser import Chooser
from client.table.pick_board import Aim, PickBoard
from client.table.picking import CARD, Pick, Picking
from client.table.place import Place
from client.table.playing import Playing
from core.kernel.holding import Held


class Question(Picking):
    """What such a screen is asked: a picking that knows its words."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What is asked, in a word or two."""

    @abstractmethod
    def sentence(self) -> str:
        """What must be done now."""

    @abstractmethod
    def name_of(self, pick: Pick) -> str:
        """A pick in a few words."""


Q = TypeVar("Q", bound=Question)


class Over(Protocol):
    """What lies over the table and asks by itself while it does."""

    visible: bool

    def ask(self, inquiry: Any) -> object:
        """What is asked now; None for nothing."""


class PickScreen(Playing, Generic[Q]):
    """A match, from the first choice to the standing at the end; the game brings board, hand, choices and words."""

    inquiry: Q | None = None
    board: PickBoard[Q]
    chooser: Chooser[Q]
    panel: ActionPanel[Q]
    lit: list[Aim] = []  # noqa: RUF012 - replaced, never changed
    """The lit places, in the order of their keys."""
    over: tuple[Over, ...] = ()
    """What may lie over the table and ask by itself."""

    # What the game says -----------------------------------------------------------------------------------------------

    @abstractmethod
    def confirms(self, inquiry: Q) -> str:
        """What the large button says."""

    @abstractmethod
    def show_aim(self, inquiry: Q, pick: Pick | None) -> None:
        """What would be picked stands in the own action; without a pick, what to do."""

    @abstractmethod
    def show_words(self, words: str) -> None:
        """Nothing is picked: these words stand in the own action, as rich text."""

    def plan(self, inquiry: Q) -> str:
        """What has been picked, in words, as rich text."""
        told = escape(self.names.plain(self.named(inquiry)))
        return f"*{told}*" if told else ""

    def named(self, inquiry: Q) -> str:
        """What has been picked, in words."""
        return ", ".join(inquiry.name_of(pick).partition(":")[0] for pick in inquiry.answers)

    def told(self, inquiry: Q) -> str:
        """What must be done now, for the prompt, as rich text."""
        plain, names = self.names.plain, [int(aim.key or "0") or 10 for aim in self.lit]
        if inquiry.decision is not None and not inquiry.targets:
            return f"{escape(plain(self.named(inquiry)))}: {self.confirms(inquiry).lower()}, or put it back."
        if inquiry.answers and inquiry.answers[-1][0] in self.board.lifts and len(names) > 1:
            name = escape(plain(inquiry.name_of(inquiry.answers[-1])))
            return f"{name}: choose a lit place, 1 to {max(names)}."
        return escape(plain(inquiry.sentence()))

    def head_of(self, inquiry: Q) -> str:
        """What stands over the list of lit places."""
        return "Lit places"

    # What is asked ----------------------------------------------------------------------------------------------------

    @property
    def covered(self) -> Over | None:
        """What lies over the table and asks, if anything does."""
        return next((widget for widget in self.over if widget.visible), None)

    def _offer(self, inquiry: Q | None) -> None:
        """Lights and lists what may be picked; nothing, if nothing is asked."""
        self.lit = self.board.ask(inquiry)
        cards = inquiry is not None and any(kind == CARD for kind, _ in inquiry.targets)
        self.chooser.ask(inquiry, not cards and not any(aim.key for aim in self.lit))
        for widget in self.over:
            widget.ask(inquiry)
        if inquiry is None or self.covered is not None:
            self.panel.ask(None)
        else:
            self.panel.ask(inquiry, self.lit, self.head_of(inquiry))

    def _rest(self) -> None:
        """Nothing is asked any more."""
        super()._rest()
        self._offer(None)
        self.panel.title = "Your action"
        self.show_words("{muted}Nothing is asked of you now.{/}")

    def _ask(self) -> None:
        """Show what can be picked now."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        self.panel.title = inquiry.title
        self._offer(inquiry)
        if self.hand is not None:
            picked = [what for kind, what in inquiry.answers if kind == CARD]
            self.hand.chosen = next((i for i, held in enumerate(self.hand.cards) if held[0] in picked), -1)
            self.hand.touch()
        self.panel.plan.text = self.plan(inquiry)
        self._set_buttons(self.confirms(inquiry), inquiry.decision is not None)
        self.prompt.say(self.told(inquiry), "you", *((("back", "put it back"),) if inquiry.answers else ()))
        self.aim(None)
        self._focus()
        self.refresh()

    def aim(self, place: Place | None) -> None:
        """The pointer or the keys are on a place, or leave it: it, or else what was picked last, is told."""
        inquiry = self.inquiry
        if inquiry is None or self.model.locked:
            return
        last = inquiry.answers[-1] if inquiry.answers and inquiry.answers[-1][0] not in self.board.lifts else None
        self.show_aim(inquiry, place.pick if place is not None and place.pick is not None else last)

    def _focus(self) -> None:
        inquiry, goal = self.inquiry, self.panel.lock_in
        choice: Widget = goal
        if self.covered is not None:
            choice = self.covered  # type: ignore[assignment]
        elif inquiry is not None and inquiry.targets and inquiry.decision is None:
            if self.hand is not None and any(kind == CARD for kind, _ in inquiry.targets):
                choice = self.hand
            else:
                choice = self.lit[0].place if self.lit else next(iter(self.chooser.options.values()), goal)
        self.ui.focus_on(choice, quiet=True)

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        self.panel.lock_in.look = "primary" if on and does == "confirm" else "button"

    def show_locked(self) -> None:
        """What is decided can no longer be changed, only taken back."""
        told = self.plan(self.inquiry).partition("\n")[0] if self.inquiry is not None else ""
        self._offer(None)
        self.show_words(f"{told}\n{{muted}}Locked in.{{/}}" if told else "{muted}Locked in.{/}")

    # What the player does ---------------------------------------------------------------------------------------------

    def drop(self) -> bool:
        """Esc: the last pick is taken back."""
        if self.inquiry is None or not self.inquiry_open or not self.inquiry.begun:
            return False
        self.take_back()
        return True

    def answer(self, value: object) -> None:
        """Picks it; another place than the one that was chosen takes its place."""
        inquiry = self.inquiry
        if inquiry is not None and not self.model.locked and not self._telling and value in inquiry.instead:
            inquiry.undo()
        super().answer(value)

    def choose_card(self, held: Held) -> None:
        """A card of the hand was chosen."""
        self.answer((CARD, held[0]))

    def why_not_card(self, held: Held) -> str:
        """Why a card of the hand cannot be chosen now, or ""."""
        inquiry, pick = self.inquiry, (CARD, held[0])
        if inquiry is None or self.model.locked or pick in inquiry.targets or pick in inquiry.answers:
            return ""
        return str(inquiry.why_not(pick))

    def pick_place(self, place: Place) -> None:
        """A place of the table was pressed."""
        if self._telling:
            self.reveal.skip_all()
        elif place.pick is not None and place.chosen:
            self.confirm()
        elif place.pick is not None:
            self.answer(place.pick)
        elif self.inquiry is not None:
            self.ui.announcer.say(place.closed or "Nothing can be done with that now.")
            self.sound("refuse")

    def _choose_by_number(self, index: int) -> None:
        """A number key: that lit place while something is lifted, or what the row offers, else a card of the hand."""
        number = str((index + 1) % 10)
        keyed = {aim.key: aim.pick for aim in self.lit if aim.key} or {
            offered.key: pick for pick, offered in self.chooser.options.items() if offered.key
        }
        if keyed and self.inquiry is not None and not self.model.locked:
            if number in keyed:
                self.answer(keyed[number])
            return
        super()._choose_by_number(index)

    def _step_target(self, by: int) -> None:
        ways: list[Widget] = [aim.place for aim in self.lit] or list(self.chooser.options.values())
        if ways:
            at = ways.index(self.ui.focus) if self.ui.focus in ways else -1 if by > 0 else 0
            self.ui.focus_on(ways[(at + by) % len(ways)], ring=True)
