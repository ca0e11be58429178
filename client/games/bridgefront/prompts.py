"""Questions to our seat, on the board, in the hand or in a dialog, and the regions in which the player answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from client.games.bridgefront.board import ON_BOARD
from client.games.bridgefront.hand import Faces
from client.games.bridgefront.hint_view import BridgefrontHints
from client.games.bridgefront.hints import NOT_NOW, describe_actions
from client.games.bridgefront.log.lines import LOG
from client.games.bridgefront.names import card_name
from client.games.bridgefront.panels.action import ActionPanel
from client.games.bridgefront.panels.context import DialogContext
from client.games.bridgefront.panels.dialogs import DIALOG_BUILDERS, panel_rect
from client.games.bridgefront.panels.powers import PowersPanel, next_order
from client.games.bridgefront.panels.preview import Preview
from client.games.bridgefront.plan_view import price, show_ghosts, sources, summary
from client.games.bridgefront.questions import BridgefrontPrompt
from client.games.bridgefront.targets import Target, TargetPicks
from client.games.bridgefront.view import BridgefrontTable
from client.games.bridgefront.view_model import Turn
from client.table.hand import Hand
from client.table.log import StoryPanel
from client.table.match.inquiry import OpenQuestion
from client.table.match.prompts import MatchActions, PromptController, PromptView
from client.table.pick.script import ENOUGH
from client.table.view import TableView
from client.ui.controls.basic import Button
from client.ui.controls.layout import Side
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Widget, bring_to_front, trigger, walk
from core.engine.hidden.hand import HeldCard, name_card
from core.games.bridgefront.decisions import Power
from core.games.bridgefront.phases.market import BID, ROW_BIDS
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.prompts import PROMPTS

TARGET_SIZE = 30.0
"""Size, in design pixels, of the area around a lit hex or edge that no other target's tooltip covers."""
FLOOR = 174.0
"""Lower edge of the board in the design; the hand, the resources and the action panel are below it."""
IMMEDIATE_QUESTIONS = (BID, ROW_BIDS)
"""Questions whose dialog is itself the confirmation, so that no further one is needed."""


class BridgefrontPrompts(PromptView):
    """View of a question, which shows one prompt at a time on the board, in the hand or in a dialog."""

    panel: ActionPanel

    def __init__(self, table: TableView, prompts: PromptController) -> None:
        assert isinstance(table, BridgefrontTable)
        self.table, self.prompts, self.model, self.ui = table, prompts, table.model, table.screen.ui
        self.dialog: Panel | None = None
        """Dialog that answers the present question, or None if the board and the hand answer it."""
        self.declares: Callable[[], bool] = lambda: True
        """Callback that returns True if powers and target orders can be declared, as they cannot in a lesson."""
        table.areas.append(self._uncovered_rects)
        table.on_resize = self._place_notes

    @property
    def inquiry(self) -> BridgefrontPrompt | None:
        """The present question, or None."""
        inquiry = self.prompts.inquiry
        assert inquiry is None or isinstance(inquiry, BridgefrontPrompt)
        return inquiry

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self, actions: MatchActions) -> None:
        """Build all regions that do not depend on the number of seats."""
        table, prompts, ui, window = self.table, self.prompts, self.ui, self.table.screen.window
        table.build(FLOOR, actions.open_menu, actions.open_fairness)
        board = table.board
        board.on_choose, board.on_back = prompts.answer, prompts.take_back
        table.hand = Hand(Faces(window, self.model), self.why_not_card, self.choose_card)
        self.panel = ActionPanel(prompts.answer, prompts.confirm, self.clear_plan)
        self.powers = PowersPanel(self.toggle_power, self.next_order, window.keys.label)
        self.preview = Preview(self.model)
        board.on_point, board.forecast = self.forecast_target, self.preview.line
        ui.put(self.preview, (218, 188, 236, 118), "low", "low")
        ui.put(table.resources, (6, 6, 268, 162))
        ui.put(table.hand, (280, 0, 738, 176), "stretch")
        ui.put(self.panel, (1024, 6, 250, 162), "high")
        table.build_log(
            StoryPanel(table.names, LOG, table.highlight_subject, actions.chat, table.pin, table.pointing.link_tip), 174
        )

    def compute_ahead(self) -> None:
        """Extend the forecast of the player's plan."""
        self.preview.think()

    # Questions --------------------------------------------------------------------------------------------------------

    def make_prompt(self, asked: OpenQuestion) -> BridgefrontPrompt:
        """Return the prompt for a question, based on the current board."""
        state = asked.state
        assert isinstance(state, Bridgefront)
        self.table.board.view.show(state)
        return self.hints.fresh_prompt(asked)

    @property
    def hints(self) -> BridgefrontHints:
        """The view of hints."""
        return BridgefrontHints(self)

    def show_idle(self) -> None:
        """Clear the display after a question."""
        table, view = self.table, self.table.board.view
        self._close_dialog()
        table.unpin()
        self.preview.visible = self.powers.visible = False
        table.board.show_idle()
        view.plans.clear()
        for light in ("chosen", "battle", "source"):
            view.lights.light(light, [])
        table.resources.purse.held = (0, 0)
        self.panel.show_menu(False)
        self.panel.note = ""
        self.model.turns = [t for t in self.model.turns if t.state != "plan"]

    def show_question(self) -> None:
        """Show the present question, or a message that all questions are answered."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        question = inquiry.question
        self._close_dialog()
        view = self.table.board.view
        menu = question is not None and question.kind == "action"
        if question is not None and question.kind in ON_BOARD:
            self.table.board.show_question(question.kind, question.targets, inquiry.why_not)
        else:
            self.table.board.show_idle()
        show_ghosts(view, inquiry)
        self.preview.show(inquiry)
        self.powers.show(inquiry)
        self._place_notes()
        self.table.hand.ignore_pointer_when(question is None or question.kind not in ("action", "card"))
        view.lights.light("source", sources(question))
        self.panel.title = inquiry.title
        self.panel.note = f"step {self.model.table.action_step}" if inquiry.plan is not None else ""
        self.panel.show_menu(menu)
        self.panel.plan.text = summary(inquiry, self.table.names)
        if self.locks_immediately and not inquiry.has_answers:
            self.panel.plan.text = "{muted}Choose Buy or Pass in the Archive row, then press Lock in there.{/}"
        self.table.resources.purse.held = price(inquiry)
        self._show_turn(inquiry)
        for kind in self.panel.basics:
            why = "" if menu and question is not None and kind in question.targets else f"{NOT_NOW}."
            if why and menu and inquiry.plan is not None:
                why = inquiry.plan.why_not_action(kind)
            self.panel.set_basic(kind, why)
        planned = inquiry.history[0][1] if inquiry.plan is not None and inquiry.history else None
        self.table.hand.chosen_index = self.table.hand.index_of(planned[1]) if isinstance(planned, tuple) else -1
        if question is None:
            self.prompts.set_buttons("Lock in", True)
            words = f"{inquiry.title}: press Lock in, or take back the last choice."
            self.table.prompt.show_prompt(words, "you", ("take back", "back"))
        else:
            self.prompts.set_buttons("That is all" if question.enough else "Lock in", question.enough)
            self.panel.lock_in.visible = not self.locks_immediately  # the Archive row has its own
            self.table.prompt.show_prompt(
                self._sentence(question), "you", *((("take back", "back"),) if inquiry.has_answers else ())
            )
            self._open_dialog(question)
        self.table.hand.touch()
        self.focus()
        self.table.refresh()

    def _place_notes(self) -> None:
        """Adapt the sizes of the dialog, the preview and the powers to their texts."""
        if self.dialog is not None:
            self.ui.put(self.dialog, panel_rect(self.dialog), "middle")
        if self.powers.visible:
            self.ui.put(self.powers, self.powers.panel_rect(), "high", "low")
        if self.preview.visible:
            self._place_preview()

    def _place_preview(self) -> None:
        """Place the preview in its corner of the board.

        If it would hide a contested hex there, it moves to the other corner, above the powers.
        """
        h: Side = "low"
        place = self.preview.panel_rect()
        fought = [f.ahead.hex for f in self.preview.foreseen]
        at = self.table.board.hex_of(self.table.board.pointed) if self.table.board.pointed is not None else -1
        if any(place.inset(-20.0).contains(*self.table.board.panel_rect(hex_)) for hex_ in (*fought, at) if hex_ >= 0):
            above = self.powers.panel_rect().h + 8 if self.powers.visible else 0.0
            place, h = Rect(1016 - place.w, 188 + above, place.w, place.h), "high"
        self.ui.put(self.preview, place, h, "low")

    def forecast_target(self, value: Target) -> None:
        """Forecast the plan with the target under the pointer, before the player chooses it."""
        inquiry = self.inquiry
        if inquiry is None or self.model.locked or inquiry.question is None or inquiry.question.kind not in ON_BOARD:
            return
        self.preview.show(inquiry, value)
        if self.preview.visible:
            self._place_preview()

    def _sentence(self, question: TargetPicks) -> str:
        inquiry = self.inquiry
        assert inquiry is not None
        if question.kind == "action":
            return PROMPTS[inquiry.asked].sentence
        if inquiry.plan is not None and inquiry.plan.card is not None:
            what = inquiry.history[0][1]
            title = card_name(inquiry.state, what[1]) if isinstance(what, tuple) else inquiry.plan.card.name
            return f"{escape(title)}: {escape(question.words[0].lower() + question.words[1:])}"
        return escape(question.words)

    def _show_turn(self, inquiry: BridgefrontPrompt) -> None:
        """Show the plan in the resolve order, where only our player can see it."""
        if inquiry.plan is None:
            return
        own = self.model.own
        turns = [t for t in self.model.turns if t.seat != own]
        if inquiry.history:
            what = inquiry.history[0][1]
            copy = what[1] if isinstance(what, tuple) else 0
            number = inquiry.state.number[copy] if copy else 0
            turns.insert(0, Turn(own, "card" if copy else what, copy, number, "plan"))
        else:
            turns.insert(0, Turn(own))
        self.model.turns = turns

    def _open_dialog(self, question: TargetPicks) -> None:
        kind = question.kind
        if kind == "champion":
            hexes = [self.table.board.hex_of(value) for value in question.targets]
            kind = "word" if len(set(hexes)) < len(hexes) else ""
        make = DIALOG_BUILDERS.get(kind)
        if make is None:
            return
        self.dialog = make(DialogContext(self.model, self.table.screen.window, self.prompts.answer), question)
        self._place_notes()
        bring_to_front(self.table.hand)  # a card being read is above the question

    def _close_dialog(self) -> None:
        if self.dialog is not None:
            self.ui.root.remove(self.dialog)
            self.dialog = None

    def focus(self) -> None:
        """Focus the widget in which the player answers the question."""
        question = self.inquiry.question if self.inquiry is not None else None
        goal: Widget = self.panel.lock_in
        if self.dialog is not None:
            goal = next((w for w in walk(self.dialog) if w.focusable and w.enabled), goal)
            goal = getattr(self.dialog, "amount", None) or getattr(self.dialog, "forces", None) or goal
        elif question is not None and question.kind in ON_BOARD:
            goal = self.table.board
        elif question is not None and question.kind in ("action", "card"):
            goal = self.table.hand
        self.ui.focus_on(goal, quiet=True)
        if (
            goal is self.table.hand
            and self.ui.shows_ring
            and self.table.hand.raised_index < 0
            and self.table.hand.cards
        ):
            self.table.hand.raise_card(0)
        self.prompts.focus()

    def _uncovered_rects(self) -> list[Rect]:
        """Return the areas of lit targets, of the dialog's answers and of the buttons that can be pressed."""
        targets = [Rect(x - TARGET_SIZE / 2, y - TARGET_SIZE / 2, TARGET_SIZE, TARGET_SIZE) for _, (x, y) in self.lit()]
        answers = [w.rect for w in walk(self.dialog) if w.focusable and w.visible] if self.dialog is not None else []
        return [*targets, *answers, *self.panel.pressable_rects()]

    # Player actions ---------------------------------------------------------------------------------------------------

    @property
    def locks_immediately(self) -> bool:
        """True if the question is a bid, which the player locks in within its dialog."""
        return self.inquiry is not None and self.inquiry.asked in IMMEDIATE_QUESTIONS

    def toggle_power(self, power: Power) -> None:
        """Declare a champion power with the action, or withdraw the declaration."""
        if self.declares() and self.prompts.is_open and self.inquiry is not None and self.inquiry.plan is not None:
            self.inquiry.plan.toggle(power)
            self.show_question()

    def next_order(self) -> None:
        """Declare the next target order with the action."""
        if self.declares() and self.prompts.is_open and self.inquiry is not None and self.inquiry.plan is not None:
            order = next_order(self.inquiry)
            self.inquiry.plan.set_order(order)
            self.show_question()
            self.powers.announce_order(order)

    def confirm(self) -> bool:
        """End a list, press the confirm button of a dialog, or else focus the place of the answer (Enter)."""
        inquiry = self.inquiry
        if inquiry is not None and inquiry.question is not None and inquiry.question.enough:
            self.prompts.answer(ENOUGH)
            return True
        for widget in walk(self.dialog) if self.dialog is not None else ():
            if isinstance(widget, Button) and widget.action == "confirm":
                trigger(widget)
                return True
        if inquiry is not None:
            self.ui.focus_on(self.ui.focus, ring=True)
            self.focus()
        return True

    def show_locked(self) -> None:
        """Clear the board and the panels after the player has locked in; the plan stays visible."""
        assert self.inquiry is not None
        self._close_dialog()
        self.powers.visible = False
        self.table.board.show_idle()
        self.panel.show_menu(False)
        self.panel.plan.text = summary(self.inquiry, self.table.names)

    def clear_plan(self) -> bool:
        """Drop all choices so far; the screen calls this method on Esc."""
        if self.inquiry is None or self.model.locked or not self.inquiry.has_answers:
            return False
        self.inquiry.clear()
        self.show_question()
        return True

    def why_not_card(self, held: HeldCard) -> str:
        """Return the reason why a card of the hand cannot be chosen now, or ""."""
        inquiry = self.inquiry
        question = inquiry.question if inquiry is not None and not self.model.locked else None
        if inquiry is None or question is None:
            return ""
        if question.kind == "action":
            value: Target = ("card", held[0])
            return "" if value in question.targets else inquiry.why_not(value)
        if question.kind == "card":
            named = name_card(inquiry.secrets, held)
            return "" if named in question.targets else inquiry.why_not(named) or "You cannot choose this one."
        return "" if inquiry.plan is None or not inquiry.history else f"{NOT_NOW}."

    def open_help(self) -> None:
        """Open the hints on the possible actions."""
        table = self.table
        key = table.screen.window.keys.label
        table.dialogs.open_hints(describe_actions(self.model, self.inquiry, table.hand.cards, table.prompt.text, key))

    def choose_card(self, held: HeldCard) -> None:
        """Handle the choice of a card in the hand."""
        question = self.inquiry.question if self.inquiry is not None else None
        if self.inquiry is not None and question is not None and question.kind == "card":
            self.prompts.answer(name_card(self.inquiry.secrets, held))
        elif question is not None and question.kind == "action":
            self.prompts.answer(("card", held[0]))
        elif self.table.is_busy:
            self.table.narrator.skip_all()

    def lit(self) -> list[tuple[Target, tuple[float, float]]]:
        """Return the targets on the board, each with its point in design coordinates."""
        question = self.inquiry.question if self.inquiry is not None and not self.model.locked else None
        return self.table.board.points() if question is not None and question.kind in ON_BOARD else []

    # Keys -------------------------------------------------------------------------------------------------------------

    def cancel_choice(self) -> bool:
        """Drop the pinned highlight on Esc, or the plan if nothing is pinned."""
        return self.table.unpin() or self.clear_plan()

    def step_target(self, by: int) -> None:
        """Move the cursor of the board to the next target."""
        board = self.table.board
        if board.targets:
            self.ui.focus_on(board, quiet=True, ring=True)
            board.step_cursor(by)

    def key_actions(self) -> Mapping[str, Callable[[], object]]:
        """Return the functions of the basic actions and of the view."""
        basics = {kind: partial(self._press_basic, kind) for kind in self.panel.basics}
        return {**basics, "target order": self.next_order, "hide": self.toggle_hud}

    def _press_basic(self, kind: str) -> None:
        if self.panel.menu.visible:
            trigger(self.panel.basics[kind])

    def toggle_hud(self) -> None:
        """Hide everything but the board, or show it again."""
        table = self.table
        table.hud = not table.hud
        for widget in (table.resources, table.hand, self.panel):
            widget.visible = table.hud
        table.set_hidden(not table.hud)
