"""Questions that are answered by picks: cards of the hand, places and choices, all also by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from client.session.source import MatchResumed, TableState
from client.table.hand import Hand
from client.table.log import StoryPanel
from client.table.match.inquiry import OpenQuestion
from client.table.match.prompts import MatchActions, PromptController, PromptView
from client.table.pick.board import AimTarget, Place
from client.table.pick.chooser import Chooser, Offer
from client.table.pick.hints import PickHints
from client.table.pick.preview import LiftedCard, Preview
from client.table.pick.script import CARD, Pick
from client.table.pick.table import PickTable
from client.table.prompt import hints
from client.table.prompt.action_panel import ActionPanel, ListEntry
from client.table.prompt.question import PickQuestion
from client.table.view import TableView
from client.ui.controls.basic import Button
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Widget, trigger
from core.engine.game import Decision
from core.engine.hidden.hand import HeldCard

Q = TypeVar("Q", bound=PickQuestion)
Q_contra = TypeVar("Q_contra", bound=PickQuestion, contravariant=True)


class Overlay(Protocol[Q_contra]):
    """An overlay that covers the table and asks its own questions."""

    visible: bool

    def show_question(self, inquiry: Q_contra | None) -> object:
        """Show the present question, or nothing for None."""


def _no_title(inquiry: object) -> tuple[str, str]:
    return "", ""


def _lit_places(inquiry: object) -> str:
    return "Highlighted places"


class Sidebar(NamedTuple):
    """Functions that describe the picks that are not on the board.

    `lifted` returns the lifted card and its effect at the aimed place. `listed` returns a pick as shown in the list of
    lit places. `offered` returns a pick as shown in the row of choices over the hand. Each returns None for a pick that
    it does not show. `head` returns the title and the note of that row. `over_list` returns the title of the list.
    """

    lifted_card: Callable[..., LiftedCard | None]
    list_entry: Callable[..., ListEntry | None]
    choice_offer: Callable[..., Offer | None]
    choices_title: Callable[..., tuple[str, str]] = _no_title
    over_list: Callable[..., str] = _lit_places


class PromptWords(Generic[Q]):
    """The words for the questions to our seat; a game overrides what it says in another way."""

    def __init__(self, table: PickTable) -> None:
        self.table, self.names, self.model = table, table.names, table.model

    def confirm_label(self, inquiry: Q) -> str:
        """Return the label of the large button."""
        return inquiry.confirm_label()

    def describe_picks(self, inquiry: Q) -> str:
        """Return a list of the picks made so far, as plain text."""
        return ", ".join(inquiry.pick_name(pick).partition(":")[0] for pick in inquiry.answers)

    def plan_markup(self, inquiry: Q) -> str:
        """Return a list of the picks made so far, as rich text."""
        told = escape(self.names.to_plain_text(self.describe_picks(inquiry)))
        return f"*{told}*" if told else ""

    def help_text(self, inquiry: Q) -> str:
        """Return the text of the action panel while nothing is lifted or aimed at."""
        return escape(self.names.to_plain_text(inquiry.sentence()))

    def instruction(self, inquiry: Q, places: int = 0) -> str:
        """Return the instruction for the prompt bar, as rich text; `places` is the number of keys of lit places."""
        plain = self.names.to_plain_text
        if inquiry.decision is not None and not inquiry.targets:
            return f"{escape(plain(self.describe_picks(inquiry)))}: {self.confirm_label(inquiry).lower()}, or cancel."
        if places:
            return (
                f"{escape(plain(inquiry.pick_name(inquiry.answers[-1])))}: choose a highlighted place, 1 to {places}."
            )
        return escape(plain(inquiry.sentence()))

    def possible_actions(self, inquiry: Q, confirm: str, key: hints.Key) -> Iterable[str]:
        """Yield the actions that the player can take now, one per line; `confirm` is the label of the large button."""
        yield "You can choose:"
        for pick in dict.fromkeys(inquiry.targets):
            yield hints.format_option(self.names.to_plain_text(inquiry.pick_name(pick)), "")
        if inquiry.decision is not None:
            yield f"*{key('confirm')}*: {confirm.lower()}."
        if inquiry.answers:
            yield hints.describe_undo_keys(key)


class SeatControls:
    """The buttons and the standing orders of our seat; a game overrides what it has."""

    def __init__(self, prompts: PickPrompts) -> None:
        self.prompts, self.table, self.model = prompts, prompts.table, prompts.table.model
        self.buttons: tuple[Button, ...] = ()
        """The other buttons of the action panel, for example to pass or to change orders."""
        self.over: tuple[Overlay[Any], ...] = ()
        """The overlays that may cover the table and ask their own questions."""

    def build(self) -> None:
        """Connect the overlays of the table, once they exist."""

    def make_prompt(self, asked: OpenQuestion) -> None:
        """Apply the standing orders before a question is asked."""

    def show_picks(self, inquiry: Any) -> None:
        """Show the picks of a prompt on the table; None removes them."""

    def show_idle(self) -> None:
        """Remove what belongs to the last question from the table."""

    def aim(self, inquiry: Any, pick: Pick | None) -> None:
        """Show the aimed pick on the table."""

    def set_buttons(self, inquiry: Any) -> None:
        """Set the buttons for a prompt that can be answered now, or for None."""

    def prompt_keys(self, inquiry: Any) -> tuple[tuple[str, str], ...]:
        """Return the keys that the prompt bar offers beside its sentence."""
        return (("back", "cancel"),) if inquiry.answers else ()

    def show_locked(self, inquiry: Any) -> None:
        """Show on the table that the decision is locked."""

    def final_decision(self, inquiry: Any) -> Decision:
        """Return the decision to send."""
        decision: Decision = inquiry.decision
        return decision

    def restore_settings(self, told: MatchResumed) -> None:
        """Restore the standing orders when the client resumes a match."""

    def refresh(self, state: TableState) -> None:
        """Update the controls after a change of the table."""


class PickPrompts(PromptView):
    """The view of questions that are answered by picks."""

    panel: ActionPanel[Any]
    chooser: Chooser[Any]
    preview: Preview[Any]

    def __init__(self, table: TableView, prompts: PromptController) -> None:
        assert isinstance(table, PickTable)
        self.table, self.prompts, self.model, self.spec = table, prompts, table.model, table.spec
        self.ui = table.screen.ui
        self.words: PromptWords[Any] = table.spec.words(table)
        self.lit: list[AimTarget] = []
        """The lit places, in the order of their keys."""
        table.areas.append(self._uncovered_rects)

    @property
    def inquiry(self) -> PickQuestion | None:
        """The present question, or None."""
        inquiry = self.prompts.inquiry
        assert inquiry is None or isinstance(inquiry, PickQuestion)
        return inquiry

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self, actions: MatchActions) -> None:
        """Build all regions that do not depend on the number of seats."""
        table, spec, names, prompts = self.table, self.spec, self.table.names, self.prompts
        table.build(self.pick_place, self.aim, actions.open_menu, actions.open_fairness)
        table.hand = Hand(spec.faces(table.screen.window, self.model), self.why_not_card, self.choose_card)
        self.preview = Preview(names, spec.sidebar.lifted_card)
        self.controls = spec.controls(self)
        self.panel = ActionPanel(
            self.preview, partial(spec.sidebar.list_entry, names), prompts.answer, prompts.confirm, prompts.take_back,
            *self.controls.buttons,
        )  # fmt: skip
        self.chooser = Chooser(partial(spec.sidebar.choice_offer, names), spec.sidebar.choices_title, prompts.answer)
        table.low = table.hand, self.chooser
        self.ui.put(self.panel, (1024, 6, 250, spec.action_height), "high", "low")
        story = StoryPanel(names, spec.log, table.highlight_subject, actions.chat,
                           lambda line: table.highlight_subject(line.link), table.link_tip)  # fmt: skip
        table.build_log(story, spec.action_height + 12)
        self.controls.build()

    def refresh(self) -> None:
        """Update the controls after a change of the table."""
        if self.model.state is not None:
            self.controls.refresh(self.model.state)

    # Questions --------------------------------------------------------------------------------------------------------

    def make_prompt(self, asked: OpenQuestion) -> PickQuestion:
        """Return the question to our seat as a prompt."""
        self.controls.make_prompt(asked)
        return self.hints.fresh_prompt(asked)

    def describe_picks(self, inquiry: Any) -> str:
        """Return a list of the picks made so far, as plain text."""
        return self.words.describe_picks(inquiry)

    @property
    def hints(self) -> PickHints:
        """The view of hints."""
        return PickHints(self)

    @property
    def locks_immediately(self) -> bool:
        """True if the last pick needs no confirmation."""
        return self.inquiry is not None and self.inquiry.locks_immediately

    @property
    def open_overlay(self) -> Overlay[Any] | None:
        """The overlay that covers the table and asks a question, or None."""
        return next((widget for widget in self.controls.over if widget.visible), None)

    def _show_picks(self, inquiry: PickQuestion | None) -> None:
        """Light and list the possible picks, or none if nothing is asked."""
        self.lit = self.table.board.show_question(inquiry)
        cards = inquiry is not None and any(kind == CARD for kind, _ in inquiry.targets)
        self.chooser.show_question(inquiry, not cards and not any(aim.key for aim in self.lit))
        for widget in self.controls.over:
            widget.show_question(inquiry)
        if inquiry is None or self.open_overlay is not None:
            self.panel.show_question(None)
        else:
            self.panel.show_question(inquiry, self.lit, self.spec.sidebar.over_list(inquiry))
        self.controls.show_picks(inquiry)

    def show_idle(self) -> None:
        """Show that our seat has no question to answer."""
        self.controls.show_idle()
        self._show_picks(None)
        self.panel.title = "Your action"
        self.preview.show(None, None, "{muted}Nothing to do right now.{/}")

    def show_question(self) -> None:
        """Show the picks that are possible now."""
        inquiry, table, hand = self.inquiry, self.table, self.table.hand
        if inquiry is None:
            return
        self.panel.title = inquiry.title
        self._show_picks(inquiry)
        picked = [what for kind, what in inquiry.answers if kind == CARD]
        hand.chosen_index = next((i for i, held in enumerate(hand.cards) if held[0] in picked), -1)
        hand.touch()
        self.panel.plan.text = self.words.plan_markup(inquiry)
        self.prompts.set_buttons(self.words.confirm_label(inquiry), inquiry.decision is not None)
        table.prompt.show_prompt(
            self.words.instruction(inquiry, self._keyed(inquiry)), "you", *self.controls.prompt_keys(inquiry)
        )
        self.aim(None)
        self.focus()
        table.refresh()

    def _keyed(self, inquiry: PickQuestion) -> int:
        """Return the highest key of the lit places for a lifted card, or 0 if there are not several."""
        lifts = bool(inquiry.answers) and inquiry.answers[-1][0] in self.table.board.lifts
        return max(int(aim.key or "0") or 10 for aim in self.lit) if lifts and len(self.lit) > 1 else 0

    def aim(self, place: Place | None) -> None:
        """Show the pick of the aimed place, or else the last pick."""
        inquiry = self.inquiry
        if inquiry is None or self.model.locked:
            return
        lifts = self.table.board.lifts
        last = inquiry.answers[-1] if inquiry.answers and inquiry.answers[-1][0] not in lifts else None
        pick = place.pick if place is not None and place.pick is not None else last
        self.controls.aim(inquiry, pick)
        self.preview.show(inquiry, pick, self.words.help_text(inquiry))

    def focus(self) -> None:
        """Move the focus to the widget that takes the next pick."""
        inquiry, goal = self.inquiry, self.panel.lock_in
        choice: Widget = goal
        if self.open_overlay is not None:
            choice = self.open_overlay  # type: ignore[assignment]
        elif inquiry is not None and inquiry.targets and inquiry.decision is None:
            if any(kind == CARD for kind, _ in inquiry.targets):
                choice = self.table.hand
            else:
                choice = self.lit[0].place if self.lit else next(iter(self.chooser.options.values()), goal)
        self.ui.focus_on(choice, quiet=True)
        self.prompts.focus()

    def set_buttons(self) -> None:
        """Set the look of the large button, and the buttons of the game."""
        lock_in = self.panel.lock_in
        lock_in.look = "primary" if lock_in.enabled and lock_in.action == "confirm" else "button"
        self.controls.set_buttons(self.inquiry if self.prompts.is_open else None)

    def show_locked(self) -> None:
        """Show the locked decision, which can only be taken back."""
        told = self.words.plan_markup(self.inquiry).partition("\n")[0] if self.inquiry is not None else ""
        self._show_picks(None)
        words = f"{told}\n{{muted}}Locked in.{{/}}" if told else "{muted}Locked in.{/}"
        self.preview.show(None, None, words)
        self.controls.show_locked(self.inquiry)

    def final_decision(self, inquiry: object) -> Decision:
        """Return the decision to send, with what the standing orders add."""
        return self.controls.final_decision(inquiry)

    def restore_settings(self, told: MatchResumed) -> None:
        """Restore the standing orders when the client resumes a match."""
        self.controls.restore_settings(told)

    def _uncovered_rects(self) -> list[Rect]:
        """Return the areas of lit places, of the row of choices and of the buttons that can be pressed."""
        picks: list[Widget] = [aim.place for aim in self.lit]
        if self.chooser.visible:
            picks += self.chooser.options.values()
        picks += self.panel.buttons.values()
        picks += (button for button in (self.panel.lock_in, self.panel.back) if button.enabled)
        return [widget.rect for widget in picks if widget.visible]

    # Player actions ---------------------------------------------------------------------------------------------------

    def cancel_choice(self) -> bool:
        """Take back the last pick (Esc)."""
        if self.inquiry is None or not self.prompts.is_open or not self.inquiry.has_answers:
            return False
        self.prompts.take_back()
        return True

    def choose_card(self, held: HeldCard) -> None:
        """Pick the chosen card of the hand."""
        self.prompts.answer((CARD, held[0]))

    def why_not_card(self, held: HeldCard) -> str:
        """Return the reason why a card of the hand cannot be chosen now, or ""."""
        inquiry, pick = self.inquiry, (CARD, held[0])
        if inquiry is None or self.model.locked or pick in inquiry.targets or pick in inquiry.answers:
            return ""
        return str(inquiry.why_not(pick))

    def pick_place(self, place: Place) -> None:
        """Handle a press on a place of the table."""
        if place.pick is None and not self.table.is_busy and self.spec.pressed(self.table, place):
            return
        if self.table.is_busy:
            self.table.narrator.skip_all()
        elif place.pick is not None and place.chosen:
            self.prompts.confirm()
        elif place.pick is not None:
            self.prompts.answer(place.pick)
        elif self.inquiry is not None:
            self.prompts.refuse_action(place.closed or "You cannot use that right now.")

    def choose_by_number(self, index: int) -> bool:
        """Pick the lit place or the choice with this number key; return False if there are none."""
        number = str((index + 1) % 10)
        keyed = {aim.key: aim.pick for aim in self.lit if aim.key} or {
            offered.key: pick for pick, offered in self.chooser.options.items() if offered.key
        }
        if not keyed or not self.prompts.is_open:
            return False
        if number in keyed:
            self.prompts.answer(keyed[number])
        return True

    def step_target(self, by: int) -> None:
        """Move the focus to the next lit place, or to the next choice."""
        ways: list[Widget] = [aim.place for aim in self.lit] or list(self.chooser.options.values())
        if ways:
            at = ways.index(self.ui.focus) if self.ui.focus in ways else -1 if by > 0 else 0
            self.ui.focus_on(ways[(at + by) % len(ways)], ring=True)

    def hint_words(self) -> str:
        """Return the actions that the player can take now, as rich text."""
        inquiry, table = self.inquiry, self.table
        key = table.screen.window.keys.label
        head = [f"*{table.when.text}*"] if self.model.state is not None else []
        can = None if inquiry is None else self.words.possible_actions(inquiry, self.panel.lock_in.text, key)
        return hints.describe_actions(self.model, head, table.prompt.text, can, key)

    def open_help(self) -> None:
        """Show the actions that the player can take now."""
        self.table.dialogs.open_hints(self.hint_words())

    def key_actions(self) -> Mapping[str, Callable[[], object]]:
        """Return the functions of the keys of the game's own buttons."""
        return {button.action: partial(trigger, button) for button in self.controls.buttons}
