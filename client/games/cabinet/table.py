"""Table of Cabinet: its board, its words, and the buttons of our seat."""

from __future__ import annotations

from client.games.cabinet.animation import CabinetAnimation, CabinetFlights
from client.games.cabinet.board import Board
from client.games.cabinet.extras import FORECAST_HEIGHT, CabinetExtras
from client.games.cabinet.hand import Faces
from client.games.cabinet.log import LOG
from client.games.cabinet.places import Plate
from client.games.cabinet.prompts import DROPPABLE_QUESTIONS, CabinetPrompt
from client.games.cabinet.sidebar import CONFIRM, DEEDS, OUT, SIDEBAR
from client.games.cabinet.standings import ranks
from client.games.cabinet.tooltips import PHASE_OF_QUESTION, PHASES, card_tip, phase_word
from client.table.pick.prompts import PickPrompts, PromptWords, SeatControls
from client.table.pick.replay import Marks
from client.table.pick.script import CARD
from client.table.pick.spec import PickSpec, pick_table
from client.table.view_model import ViewModel
from client.ui.controls.basic import Button
from client.ui.richtext import escape
from core.engine.game import Event, any_game
from core.engine.text.words import format_count
from core.games.cabinet import action, discards, milestones, ministries, payment
from core.games.cabinet import events as e
from core.games.cabinet.game import GAME
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.words import name_list


class CabinetWords(PromptWords[CabinetPrompt]):
    """Words for Cabinet's questions."""

    def confirm_label(self, inquiry: CabinetPrompt) -> str:
        """Return the label of the large button."""
        if inquiry.asked_of is action.ACT:
            deed = next((kind for kind, _ in reversed(inquiry.answers) if kind != CARD), "")
            return DEEDS.get(deed, "Do it")
        if inquiry.asked_of in DROPPABLE_QUESTIONS and not inquiry.answers:
            return {payment.PLEDGE: "Give nothing", discards.OFFER: "Offer nothing", ministries.GUESTS: "Only I draw",
                    ministries.SWAP: "No swap"}[inquiry.asked_of]  # fmt: skip
        if inquiry.answers[-1:] == [("none", 0)]:
            return "None of them"
        return CONFIRM[inquiry.asked_of]

    def describe_picks(self, inquiry: CabinetPrompt) -> str:
        """Return the picks made up to now, in words."""
        copies = [number for kind, number in inquiry.answers if kind == CARD]
        if inquiry.asked_of in (payment.PLEDGE, discards.OFFER, discards.LOSE, discards.TRIM):
            return name_list(copies) if copies else ""
        return super().describe_picks(inquiry)

    def instruction(self, inquiry: CabinetPrompt, places: int = 0) -> str:
        """Return the instruction for the next pick."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Choose an action: press a deck, a Milestone, a Challenge, or a card in your hand."
        if inquiry.asked_of in DROPPABLE_QUESTIONS or inquiry.targets:
            return escape(self.names.to_plain_text(inquiry.sentence()))
        return super().instruction(inquiry, places)

    def help_text(self, inquiry: CabinetPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        if inquiry.asked_of is payment.PLEDGE:
            given = name_list(inquiry.picked_numbers(CARD))
            return f"You give *{escape(given)}*.\n{{muted}}Press a card to add it or put it back. Only what is " \
                   "needed is taken.{/}"  # fmt: skip
        if inquiry.asked_of is discards.OFFER:
            return "{muted}Offered cards are taken one at a time, clockwise, until there are enough.{/}"
        return super().help_text(inquiry)


class CabinetControls(SeatControls):
    """Button that declines a question, and the ticks on given cards."""

    def __init__(self, prompts: PickPrompts) -> None:
        super().__init__(prompts)
        self.nothing = Button(
            "Skip the second action", self._nothing, "done", size="small", action="done", grow=1, height=27
        )
        self.buttons = (self.nothing,)

    def show_picks(self, inquiry: CabinetPrompt | None) -> None:
        """Tick the cards that the player gives."""
        self.table.hand.ticked = tuple(inquiry.picked_numbers(CARD)) if inquiry is not None else ()

    def show_locked(self, inquiry: CabinetPrompt | None) -> None:
        """Keep given cards visible in the hand and on the desk."""
        self.show_picks(inquiry)
        self.table.board.inquiry = inquiry

    def set_buttons(self, inquiry: CabinetPrompt | None) -> None:
        """Set the button that declines the question or puts all cards back."""
        free = inquiry is not None and inquiry.asked_of in DROPPABLE_QUESTIONS
        may = inquiry is not None and (any(out in inquiry.targets for out in OUT) or (free and bool(inquiry.answers)))
        asked = inquiry.asked_of if inquiry is not None else None
        words = "None of them" if asked is milestones.ATTEMPT else "Skip the second action"
        self.nothing.text = "Put all back" if free else words
        self.nothing.enabled, self.nothing.reason = may, "" if may else "There is nothing to skip now."

    def _nothing(self) -> None:
        """Decline the question if that is possible; otherwise drop all picks."""
        inquiry = self.prompts.inquiry
        if inquiry is None or not self.prompts.prompts.is_open:
            return
        for out in OUT:
            if out in inquiry.targets:
                self.prompts.prompts.answer(out)
                return
        while inquiry.undo():
            pass
        self.prompts.show_question()


def order(state: Cabinet) -> list[int]:
    """Return the seats in the order in which they take turns."""
    return state.clockwise(state.current) if state.turn else []


def won_by(model: ViewModel, event: Event) -> tuple[int, ...]:
    """Return all seats if the team has won, and none otherwise."""
    assert isinstance(event, e.MatchEnded)
    return tuple(model.seats) if event.won else ()


TABLE = pick_table(
    PickSpec(
        any_game(GAME),
        heading=("Cabinet", "Turn"),
        phases=PHASES,
        asked_in=PHASE_OF_QUESTION,
        phase=phase_word,
        when=lambda state: f"Turn {state.turn}" if state.turn else "Set-up",
        order=order,
        board=Board,
        flights=CabinetFlights,
        narrator=CabinetAnimation,
        faces=Faces,
        log=LOG,
        card_tip=lambda state, copy: card_tip(copy, state.rules),
        question=CabinetPrompt,
        sidebar=SIDEBAR,
        replay=Marks(
            e.TurnBegan,
            "turn",
            "payment",
            "score",
            {e.MilestoneAchieved: "payment", e.ChallengeFlipped: "challenge"},
        ),
        plate=Plate,
        ranks=ranks,
        length=lambda state: format_count(state.turn, "turn"),
        banner_at=(216, 360, 712, 74),
        prompt_at=(216, 645, 712, 30),
        action_height=322.0,
        below=FORECAST_HEIGHT,
        won_by=won_by,
        extras=CabinetExtras,
        words=CabinetWords,
        controls=CabinetControls,
    )
)
"""Table of Cabinet, for matches, replays and lessons."""
