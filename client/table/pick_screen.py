"""The match screen of a table whose questions are answered by picking: cards of the hand, places, choices, by keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from client.table import hints
from client.table.action_panel import ActionPanel, Listed
from client.table.chooser import Chooser, Offer
from client.table.hand import Hand
from client.table.input import Playing
from client.table.log import Story
from client.table.pick_board import Aim, PickBoard
from client.table.pick_scene import PickScene
from client.table.picking import CARD, Pick
from client.table.place import Place
from client.table.preview import Lifted, Preview
from client.table.question import Question
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.screen import Acts
from client.ui.widget import Widget
from client.ui.widgets import Button
from core.engine.hidden.hand import Held

Q = TypeVar("Q", bound=Question)


class Over(Protocol):
    """What lies over the table and asks by itself while it does."""

    visible: bool

    def ask(self, inquiry: Any) -> object:
        """What is asked now; None for nothing."""


def _no_head(inquiry: object) -> tuple[str, str]:
    return "", ""


def _lit_places(inquiry: object) -> str:
    return "Highlighted places"


class Sidebar(NamedTuple):
    """How picks are shown that are not on the board. `lifted`: the card that is lifted, and what it would do where one
    points. `listed`: a pick in the list of lit places. `offered`: a pick in the row of choices over the hand. Each is
    None for what it does not show. `head`: title and note of that row. `over_list`: what stands over the list.
    """

    lifted: Callable[..., Lifted | None]
    listed: Callable[..., Listed | None]
    offered: Callable[..., Offer | None]
    head: Callable[..., tuple[str, str]] = _no_head
    over_list: Callable[..., str] = _lit_places


class PickScreen(PickScene, Playing, Generic[Q]):
    """A match, from the first choice to the standing at the end; the game brings board, hand, choices and words."""

    inquiry: Q | None = None
    board: PickBoard[Q]
    chooser: Chooser[Q]
    panel: ActionPanel[Q]
    lit: list[Aim] = []  # noqa: RUF012 - replaced, never changed
    """The lit places, in the order of their keys."""
    over: tuple[Over, ...] = ()
    """What may lie over the table and ask by itself."""

    action_high: ClassVar[float]
    """The height of the own action."""
    hand_kind: ClassVar[Callable[..., Hand]]
    story_kind: ClassVar[type[Story]]
    inquiry_kind: ClassVar[Callable[..., object]]
    sidebar: ClassVar[Sidebar]
    preview: Preview[Q]

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        self.build_scene(self.pick_place, self.aim, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.hand = self.hand_kind(self.window, self.model, self.why_not_card, self.choose_card)
        self.preview = Preview(self.names, self.sidebar.lifted)
        listed = partial(self.sidebar.listed, self.names)
        self.own_buttons = self.buttons()
        self.panel = ActionPanel(self.preview, listed, self.answer, self.confirm, self.take_back, *self.own_buttons)
        self.chooser = Chooser(partial(self.sidebar.offered, self.names), self.sidebar.head, self.answer)
        self.ui.put(self.panel, (1024, 6, 250, self.action_high), "high", "low")
        story = self.story_kind(self.names, self.point_at, self.source.chat, lambda line: self.point_at(line.link),
                                self.tip)  # fmt: skip
        self.build_log(story, self.action_high + 12)
        self.build_trouble()
        self.prompt.say("Waiting for the table.")
        self._rest()

    @property
    def low(self) -> tuple[Widget, ...]:
        """The hand; over it what is to be chosen and lies nowhere on the table."""
        return self.hand, self.chooser

    def begun(self, state: Any) -> bool:
        """Whether anything has happened in the match."""
        return self.is_begun(state)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.refresh_fairness()

    def refresh_all(self) -> None:
        """The table and the hand have changed."""
        self.hand.refresh()
        self.refresh()

    # What the game says -----------------------------------------------------------------------------------------------

    @abstractmethod
    def buttons(self) -> tuple[Button, ...]:
        """What the own action has besides: passing, orders."""

    def inquire(self, heard: Any) -> object:
        """What is asked of the own seat."""
        return self.inquiry_kind(heard.state, self.model.own, heard.own, heard.report.ask)

    def confirms(self, inquiry: Q) -> str:
        """What the large button says."""
        return inquiry.confirms()

    def show_aim(self, inquiry: Q, pick: Pick | None) -> None:
        """What would be picked stands in the own action; without a pick, what to do."""
        self.preview.show(inquiry, pick, self.help_of(inquiry))

    def help_of(self, inquiry: Q) -> str:
        """What the own action says while nothing is lifted or aimed at."""
        return escape(self.names.plain(inquiry.sentence()))

    def can(self, inquiry: Q, key: hints.Key) -> Iterable[str]:
        """What can be done now, a line each."""
        yield "You can choose:"
        for pick in dict.fromkeys(inquiry.targets):
            yield hints.choice(self.names.plain(inquiry.name_of(pick)), "")
        if inquiry.decision is not None:
            yield f"*{key('confirm')}*: {self.panel.lock_in.text.lower()}."
        if inquiry.answers:
            yield hints.takes_back(key)

    def show_words(self, words: str) -> None:
        """Nothing is picked: these words stand in the own action, as rich text."""
        self.preview.show(None, None, words)

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
            return f"{escape(plain(self.named(inquiry)))}: {self.confirms(inquiry).lower()}, or cancel."
        if inquiry.answers and inquiry.answers[-1][0] in self.board.lifts and len(names) > 1:
            name = escape(plain(inquiry.name_of(inquiry.answers[-1])))
            return f"{name}: choose a highlighted place, 1 to {max(names)}."
        return escape(plain(inquiry.sentence()))

    @property
    def ended(self) -> str:
        """How the match has ended, in a sentence."""
        return self._reveal.ended if self._reveal is not None else ""

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
            self.panel.ask(inquiry, self.lit, self.sidebar.over_list(inquiry))

    def _rest(self) -> None:
        """Nothing is asked any more."""
        super()._rest()
        self._offer(None)
        self.panel.title = "Your action"
        self.show_words("{muted}Nothing to do right now.{/}")

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
        self.prompt.say(self.told(inquiry), "you", *((("back", "cancel"),) if inquiry.answers else ()))
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

    def kept_clear(self) -> list[Rect]:
        """The lit places and the row of choices as well."""
        picks: list[Widget] = [aim.place for aim in self.lit]
        if self.chooser.visible:
            picks += self.chooser.options.values()
        return [*super().kept_clear(), *(widget.rect for widget in picks if widget.visible)]

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
            self.ui.announcer.say(place.closed or "You cannot use that right now.")
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

    def hint_words(self) -> str:
        """What can I do now? As rich text."""
        inquiry, key = self.inquiry, self.window.keys.shown
        head = [f"*{self.when.text}*"] if self.model.state is not None else []
        can = None if inquiry is None else self.can(inquiry, key)
        return hints.what_now(self.model, head, self.prompt.text, can, key)

    def open_help(self) -> None:
        """What can I do now?"""
        self.open_hints(self.hint_words())

    def acts(self) -> Acts:
        """The game's own buttons as well."""
        return {**super().acts(), **{button.does: button.press_it for button in self.own_buttons}}
