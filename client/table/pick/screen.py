"""The match screen of a table whose questions are answered by picks.

Picks are cards of the hand, places and choices. All can be made by keys.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from client.session.source import TableState
from client.table import hints
from client.table.action_panel import ActionPanel, Listed
from client.table.hand import Hand
from client.table.log import Story
from client.table.match.input import DecisionScreen
from client.table.match.inquiry import OpenQuestion
from client.table.pick.board import Aim, PickBoard
from client.table.pick.chooser import Chooser, Offer
from client.table.pick.place import Place
from client.table.pick.preview import Lifted, Preview
from client.table.pick.scene import PickScene
from client.table.pick.script import CARD, Pick
from client.table.question import PickQuestion
from client.ui.controls.basic import Button
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.screen import KeyActions
from client.ui.widget import Widget
from core.engine.hidden.hand import HeldCard

Q = TypeVar("Q", bound=PickQuestion)
Q_contra = TypeVar("Q_contra", bound=PickQuestion, contravariant=True)


class Overlay(Protocol[Q_contra]):
    """An overlay that covers the table and asks its own questions."""

    visible: bool

    def ask(self, inquiry: Q_contra | None) -> object:
        """Show the present question, or nothing for None."""


def _no_head(inquiry: object) -> tuple[str, str]:
    return "", ""


def _lit_places(inquiry: object) -> str:
    return "Highlighted places"


class Sidebar(NamedTuple):
    """Functions that describe the picks that are not on the board.

    `lifted` returns the lifted card and its effect at the aimed place. `listed` returns a pick as shown in the list of
    lit places. `offered` returns a pick as shown in the row of choices over the hand. Each returns None for a pick that
    it does not show. `head` returns the title and the note of that row. `over_list` returns the title of the list.
    """

    lifted: Callable[..., Lifted | None]
    listed: Callable[..., Listed | None]
    offered: Callable[..., Offer | None]
    head: Callable[..., tuple[str, str]] = _no_head
    over_list: Callable[..., str] = _lit_places


class PickScreen(PickScene, DecisionScreen, Generic[Q]):
    """The screen of a match from the first choice to the final standing.

    A game adds its board, its hand, its choices and its texts.
    """

    inquiry: Q | None = None
    board: PickBoard[Q]
    chooser: Chooser[Q]
    panel: ActionPanel[Q]
    lit: list[Aim] = []  # noqa: RUF012 - replaced, never changed
    """The lit places, in the order of their keys."""
    over: tuple[Overlay[Q], ...] = ()
    """The overlays that may cover the table and ask their own questions."""

    action_height: ClassVar[float]
    """The height of the action panel, in design pixels."""
    hand_kind: ClassVar[Callable[..., Hand]]
    story_kind: ClassVar[type[Story]]
    inquiry_kind: ClassVar[Callable[..., PickQuestion]]
    sidebar: ClassVar[Sidebar]
    preview: Preview[Q]

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build all regions that do not depend on the number of seats."""
        self.build_scene(self.pick_place, self.aim, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.hand = self.hand_kind(self.window, self.model, self.why_not_card, self.choose_card)
        self.preview = Preview(self.names, self.sidebar.lifted)
        listed = partial(self.sidebar.listed, self.names)
        self.own_buttons = self.buttons()
        self.panel = ActionPanel(self.preview, listed, self.answer, self.confirm, self.take_back, *self.own_buttons)
        self.chooser = Chooser(partial(self.sidebar.offered, self.names), self.sidebar.head, self.answer)
        self.ui.put(self.panel, (1024, 6, 250, self.action_height), "high", "low")
        story = self.story_kind(self.names, self.point_at, self.source.chat, lambda line: self.point_at(line.link),
                                self.tip)  # fmt: skip
        self.build_log(story, self.action_height + 12)
        self.build_trouble()
        self.prompt.say("Waiting for the table.")
        self._rest()

    @property
    def low(self) -> tuple[Widget, ...]:
        """The hand, and above it the choices without a place on the table."""
        return self.hand, self.chooser

    def begun(self, state: TableState) -> bool:
        """Return True if anything has happened in the match."""
        return self.is_begun(state)

    def refresh(self) -> None:
        """Update the screen after a change of the displayed table."""
        super().refresh()
        self.refresh_fairness()

    def refresh_all(self) -> None:
        """Update the screen after a change of the table or the hand."""
        self.hand.refresh()
        self.refresh()

    # Hooks for games --------------------------------------------------------------------------------------------------

    @abstractmethod
    def buttons(self) -> tuple[Button, ...]:
        """Return the other buttons of the action panel, for example to pass or to change orders."""

    def inquire(self, asked: OpenQuestion) -> PickQuestion:
        """Return the question to our seat as a prompt."""
        return self.inquiry_kind(asked.state, self.model.own, asked.own, asked.ask)

    def confirms(self, inquiry: Q) -> str:
        """Return the label of the large button."""
        return inquiry.confirms()

    def show_aim(self, inquiry: Q, pick: Pick | None) -> None:
        """Show the aimed pick in the action panel, or the instruction if there is no pick."""
        self.preview.show(inquiry, pick, self.help_of(inquiry))

    def help_of(self, inquiry: Q) -> str:
        """Return the text of the action panel while nothing is lifted or aimed at."""
        return escape(self.names.plain(inquiry.sentence()))

    def can(self, inquiry: Q, key: hints.Key) -> Iterable[str]:
        """Yield the actions that the player can take now, one per line."""
        yield "You can choose:"
        for pick in dict.fromkeys(inquiry.targets):
            yield hints.choice(self.names.plain(inquiry.name_of(pick)), "")
        if inquiry.decision is not None:
            yield f"*{key('confirm')}*: {self.panel.lock_in.text.lower()}."
        if inquiry.answers:
            yield hints.take_back_keys(key)

    def show_words(self, words: str) -> None:
        """Show rich text in the action panel, without a pick."""
        self.preview.show(None, None, words)

    def plan(self, inquiry: Q) -> str:
        """Return a list of the picks made so far, as rich text."""
        told = escape(self.names.plain(self.named(inquiry)))
        return f"*{told}*" if told else ""

    def named(self, inquiry: Q) -> str:
        """Return a list of the picks made so far, as plain text."""
        return ", ".join(inquiry.name_of(pick).partition(":")[0] for pick in inquiry.answers)

    def told(self, inquiry: Q) -> str:
        """Return the instruction for the prompt bar, as rich text."""
        plain, names = self.names.plain, [int(aim.key or "0") or 10 for aim in self.lit]
        if inquiry.decision is not None and not inquiry.targets:
            return f"{escape(plain(self.named(inquiry)))}: {self.confirms(inquiry).lower()}, or cancel."
        if inquiry.answers and inquiry.answers[-1][0] in self.board.lifts and len(names) > 1:
            name = escape(plain(inquiry.name_of(inquiry.answers[-1])))
            return f"{name}: choose a highlighted place, 1 to {max(names)}."
        return escape(plain(inquiry.sentence()))

    @property
    def ended(self) -> str:
        """The sentence that describes the end of the match."""
        return self._reveal.ended if self._reveal is not None else ""

    # Questions --------------------------------------------------------------------------------------------------------

    @property
    def covered(self) -> Overlay[Q] | None:
        """The overlay that covers the table and asks a question, or None."""
        return next((widget for widget in self.over if widget.visible), None)

    def _offer(self, inquiry: Q | None) -> None:
        """Light and list the possible picks, or none if nothing is asked."""
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
        """Show that our seat has no question to answer."""
        super()._rest()
        self._offer(None)
        self.panel.title = "Your action"
        self.show_words("{muted}Nothing to do right now.{/}")

    def _ask(self) -> None:
        """Show the picks that are possible now."""
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
        """Show the pick of the aimed place, or else the last pick."""
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
        """Show the locked decision, which can only be taken back."""
        told = self.plan(self.inquiry).partition("\n")[0] if self.inquiry is not None else ""
        self._offer(None)
        self.show_words(f"{told}\n{{muted}}Locked in.{{/}}" if told else "{muted}Locked in.{/}")

    def kept_clear(self) -> list[Rect]:
        """Return the areas that no other tooltip may cover, including lit places and the row of choices."""
        picks: list[Widget] = [aim.place for aim in self.lit]
        if self.chooser.visible:
            picks += self.chooser.options.values()
        return [*super().kept_clear(), *(widget.rect for widget in picks if widget.visible)]

    # Player actions ---------------------------------------------------------------------------------------------------

    def drop(self) -> bool:
        """Take back the last pick (Esc)."""
        if self.inquiry is None or not self.inquiry_open or not self.inquiry.begun:
            return False
        self.take_back()
        return True

    def answer(self, value: object) -> None:
        """Make a pick; it replaces an earlier choice of another place."""
        inquiry = self.inquiry
        if inquiry is not None and not self.model.locked and not self._telling and value in inquiry.instead:
            inquiry.undo()
        super().answer(value)

    def choose_card(self, held: HeldCard) -> None:
        """Pick the chosen card of the hand."""
        self.answer((CARD, held[0]))

    def why_not_card(self, held: HeldCard) -> str:
        """Return the reason why a card of the hand cannot be chosen now, or ""."""
        inquiry, pick = self.inquiry, (CARD, held[0])
        if inquiry is None or self.model.locked or pick in inquiry.targets or pick in inquiry.answers:
            return ""
        return str(inquiry.why_not(pick))

    def pick_place(self, place: Place) -> None:
        """Handle a press on a place of the table."""
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
        """Pick the lit place or the choice with this number key, else a card of the hand."""
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
        """Return the actions that the player can take now, as rich text."""
        inquiry, key = self.inquiry, self.window.keys.shown
        head = [f"*{self.when.text}*"] if self.model.state is not None else []
        can = None if inquiry is None else self.can(inquiry, key)
        return hints.what_now(self.model, head, self.prompt.text, can, key)

    def open_help(self) -> None:
        """Show the actions that the player can take now."""
        self.open_hints(self.hint_words())

    def acts(self) -> KeyActions:
        """Return the named actions, including those of the game's own buttons."""
        return {**super().acts(), **{button.does: button.press_it for button in self.own_buttons}}
