"""Table of Midnight: its board, its words, and the buttons and standing orders of our seat."""

from __future__ import annotations

from collections.abc import Iterator

from client.games.midnight.animation import MidnightAnimation
from client.games.midnight.board import Board
from client.games.midnight.extras import MidnightExtras
from client.games.midnight.flight import MidnightFlights
from client.games.midnight.hand import Faces
from client.games.midnight.log import LOG
from client.games.midnight.orders import StandingOrders, orders_form
from client.games.midnight.places import Plate
from client.games.midnight.prompts import STOP, MidnightPrompt
from client.games.midnight.sidebar import SIDEBAR
from client.games.midnight.standings import ranks
from client.games.midnight.text.hints import possible_actions
from client.games.midnight.text.names import card_tip, clock_words, offers_to
from client.games.midnight.text.prompts import LIFT
from client.session.source import MatchResumed
from client.table.match.inquiry import OpenQuestion
from client.table.pick.prompts import PickPrompts, PromptWords, SeatControls
from client.table.pick.replay import Marks
from client.table.pick.spec import PickSpec, pick_table
from client.table.prompt.hints import Key
from client.table.view_model import ViewModel
from client.ui.controls.basic import Button
from core.engine.game import Decision, Event, any_game
from core.engine.text.words import format_count
from core.games.midnight import events as e
from core.games.midnight import pacts
from core.games.midnight.action import ACT
from core.games.midnight.cards import DIAL_NAMES
from core.games.midnight.decisions import Act
from core.games.midnight.game import GAME
from core.games.midnight.state import Midnight
from core.games.midnight.upgrades import UPGRADES

PHASES = ("Tone", "Draw", "Act", "Trim", "Tension")
PHASE_OF_QUESTION = {"act": "Act", "trim": "Trim", "deploy": "Tension"}
"""Step of the turn in which the table asks, by kind of question."""


class MidnightWords(PromptWords[MidnightPrompt]):
    """Words for Midnight's questions."""

    def describe_picks(self, inquiry: MidnightPrompt) -> str:
        """Return the picks made up to now, in words."""
        if inquiry.asked_of is UPGRADES:
            return ", ".join(DIAL_NAMES[dial] for _, dial in inquiry.answers)
        return super().describe_picks(inquiry).replace(", Towards", " towards")

    def instruction(self, inquiry: MidnightPrompt, places: int = 0) -> str:
        """Return the instruction for the present pick."""
        if inquiry.asked_of is ACT and not inquiry.answers:
            return "Choose a card from your hand, move one on a border, or end your turn."
        return super().instruction(inquiry, places)

    def _offers(self, inquiry: MidnightPrompt) -> list[str]:
        """Return the Pacts that other nations offer, while our seat chooses an action."""
        offers = offers_to(inquiry.state, self.model.own, self.names) if inquiry.asked_of is ACT else []
        key = self.table.screen.window.keys.label("target order")
        return [*offers, f"{{muted}}Answer under Orders ({key}).{{/}}"] if offers else []

    def plan_markup(self, inquiry: MidnightPrompt) -> str:
        """Return the picks in words, and the Pacts that other nations offer."""
        return "\n".join(filter(None, [super().plan_markup(inquiry), *self._offers(inquiry)]))

    def help_text(self, inquiry: MidnightPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        told = LIFT if inquiry.asked_of is ACT else super().help_text(inquiry)
        return "\n".join(filter(None, [told, inquiry.costs(), *self._offers(inquiry)]))

    def possible_actions(self, inquiry: MidnightPrompt, confirm: str, key: Key) -> Iterator[str]:
        """Yield the possible actions, one per line."""
        return possible_actions(self.names, inquiry, self.table.hand.cards, key)


class MidnightControls(SeatControls):
    """Buttons for the end of the turn and for standing orders, and the orders themselves."""

    def __init__(self, prompts: PickPrompts) -> None:
        super().__init__(prompts)
        self.orders = StandingOrders()
        self.end_turn = Button("End the turn", lambda: prompts.prompts.answer(STOP), "done", size="small",
                               action="done", grow=3, height=27)  # fmt: skip
        self.standing_orders = Button("Orders", self.open_orders, size="small", action="target order",
                                      name="Standing orders", grow=2, height=27)  # fmt: skip
        self.buttons = self.end_turn, self.standing_orders

    def build(self) -> None:
        """Let the display of the strike ask its questions."""
        extras, answers = self.table.extras, self.prompts.prompts
        assert isinstance(extras, MidnightExtras)
        self.over = (extras.strike,)
        extras.strike.on_pick, extras.strike.taking.press_action = answers.answer, answers.confirm

    def refresh(self, state: Midnight) -> None:
        """Show the number of actions that are left."""
        own, inquiry = self.model.own, self.prompts.inquiry
        mine = state.current == own and state.turn and not state.over
        left = max(0, state.actions_left(own)) if mine else 0
        asks = inquiry is None or inquiry.asked_of is ACT
        self.prompts.panel.note = f"{format_count(left, 'action')} left" if mine and asks else ""

    def restore_settings(self, told: MatchResumed) -> None:
        """Restore the standing orders that are still in force when the client resumes a match."""
        assert isinstance(told.state, Midnight)
        self.orders.recall(told.state, self.model.own, told.own)
        stand = " Your Pact offers still stand." if told.state.option("pacts") == "on" else ""
        self.table.story.add_remark(
            f"{{muted}}Your standing orders for upgrades were not saved: set them again.{stand}{{/}}"
        )
        self.table.refresh()

    def make_prompt(self, asked: OpenQuestion) -> None:
        """Apply the standing orders in force to a question."""
        assert isinstance(asked.state, Midnight)
        self.orders.give(asked.own, asked.state.option("pacts") == "on")

    def set_buttons(self, inquiry: MidnightPrompt | None) -> None:
        """Set the button that ends the turn."""
        may = inquiry is not None and STOP in inquiry.targets
        self.end_turn.enabled = may
        put = self.prompts.panel.back.enabled
        self.end_turn.reason = "" if may else "Put the card back first." if put else "It is not your turn."

    def final_decision(self, inquiry: MidnightPrompt) -> Decision:
        """Return the decision; for an action, it includes the offers from the standing orders."""
        assert inquiry.decision is not None
        decision, with_pacts = inquiry.decision, inquiry.state.option("pacts") == "on"
        self.orders.give(inquiry.secrets, with_pacts)
        if with_pacts and isinstance(decision, Act):
            return decision._replace(offers=pacts.standing_offers(inquiry.state, self.model.own, inquiry.secrets))
        return decision

    def open_orders(self) -> None:
        """Open the dialog of the standing orders."""
        self.table.dialogs.open("Standing orders", orders_form(self.model, self.orders, self.table.refresh))


def order(state: Midnight) -> list[int]:
    """Return the seats in the order of play, beginning with the seat whose turn it is."""
    return [seat for seat in state.clockwise(state.current) if not state.eliminated[seat]] if state.turn else []


def rounds(state: Midnight) -> int:
    """Return the number of rounds: one for each minute, and one for Midnight."""
    return 1 + state.rules.numbers.minutes


def won_by(model: ViewModel, event: Event) -> tuple[int, ...]:
    """Return the winner that the event names."""
    assert isinstance(event, e.MatchEnded)
    return (event.winner,)


TABLE = pick_table(
    PickSpec(
        any_game(GAME),
        heading=("Midnight", "Clock"),
        phases=PHASES,
        asked_in=PHASE_OF_QUESTION,
        when=clock_words,
        order=order,
        board=Board,
        flights=MidnightFlights,
        narrator=MidnightAnimation,
        faces=Faces,
        open_faces=Faces,
        hand_follows=False,
        log=LOG,
        card_tip=lambda state, copy: card_tip(copy, state.rules),
        question=MidnightPrompt,
        sidebar=SIDEBAR,
        replay=Marks(
            e.TurnBegan,
            "turn",
            "dispute",
            signs={
                e.DisputeBegan: "dispute",
                e.ClockTicked: "doomsday",
                e.MidnightCame: "doomsday",
                e.Fell: "ruin",
            },
        ),
        plate=Plate,
        ranks=ranks,
        length=lambda state: format_count(state.turn, "turn"),
        banner_at=(194, 540, 630, 74),
        prompt_at=(190, 645, 640, 30),
        action_height=326.0,
        won_by=won_by,
        extras=MidnightExtras,
        words=MidnightWords,
        controls=MidnightControls,
        rounds=rounds,
    )
)
"""Table of Midnight, for matches, replays and lessons."""
