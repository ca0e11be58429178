"""Match screen of Midnight: the table, our hand, and prompts that are answered on the table."""

from __future__ import annotations

from collections.abc import Iterator

from client.games.midnight.board import Board
from client.games.midnight.hand import Hand
from client.games.midnight.log import Story
from client.games.midnight.orders import StandingOrders, orders_form
from client.games.midnight.prompts import STOP, MidnightPrompt
from client.games.midnight.scene import Scene
from client.games.midnight.sidebar import SIDEBAR
from client.games.midnight.standings import ranks
from client.games.midnight.text.hints import possible_actions
from client.games.midnight.text.names import offers_to
from client.games.midnight.text.prompts import LIFT
from client.session.source import MatchResumed
from client.table.ending import Ending
from client.table.hints import Key
from client.table.match.inquiry import OpenQuestion
from client.table.pick.screen import PickScreen
from client.table.question import PickQuestion
from client.ui.controls.basic import Button
from core.engine.game import Decision, any_game
from core.engine.text.words import count
from core.games.midnight import pacts
from core.games.midnight.action import ACT
from core.games.midnight.cards import DIAL_NAMES, FIRST_MINUTE
from core.games.midnight.decisions import Act
from core.games.midnight.game import GAME
from core.games.midnight.state import Midnight
from core.games.midnight.upgrades import UPGRADES

ROUNDS = 1 + FIRST_MINUTE
"""Number of rounds: one for each minute, and one for Midnight."""


class MidnightScreen(Scene, PickScreen[MidnightPrompt]):
    """Match screen of Midnight, from the first choice to the final standings."""

    game = any_game(GAME)
    rounds = ROUNDS
    action_height = 326.0
    hand_kind, story_kind, inquiry_kind = Hand, Story, MidnightPrompt
    sidebar = SIDEBAR
    board: Board
    hand: Hand

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the screen, the standing orders, and the display of the strike for its questions."""
        self.orders = StandingOrders()
        super().build()
        self.over = (self.strike,)
        self.strike.on_pick, self.strike.taking.press_action = self.answer, self.confirm

    def buttons(self) -> tuple[Button, ...]:
        """Return the buttons for the end of the turn and for standing orders."""
        self.end_turn = Button("End the turn", lambda: self.answer(STOP), "done", size="small", does="done", grow=3,
                               height=27)  # fmt: skip
        self.standing_orders = Button("Orders", self.open_orders, size="small", does="target order",
                                      name="Standing orders", grow=2, height=27)  # fmt: skip
        return self.end_turn, self.standing_orders

    def refresh(self) -> None:
        """Update the screen after a change of the displayed table."""
        super().refresh()
        state, own = self.model.state_of(Midnight), self.model.own
        if state is not None:
            mine = state.current == own and state.turn and not state.over
            left = max(0, state.actions_left(own)) if mine else 0
            asks = self.inquiry is None or self.inquiry.asked_of is ACT
            self.panel.note = f"{count(left, 'action')} left" if mine and asks else ""

    def _go_on(self, told: MatchResumed) -> None:
        """Restore the standing orders that are still in force when the client resumes a match."""
        super()._go_on(told)
        assert isinstance(told.state, Midnight)
        self.orders.recall(told.state, self.model.own, told.own)
        stand = " Your Pact offers still stand." if told.state.option("pacts") == "on" else ""
        self.story.remark(f"{{muted}}Your standing orders for upgrades were not saved: set them again.{stand}{{/}}")
        self.refresh()

    # Questions --------------------------------------------------------------------------------------------------------

    def inquire(self, asked: OpenQuestion) -> PickQuestion:
        """Return the prompt for a question, with the standing orders in force applied."""
        assert isinstance(asked.state, Midnight)
        self.orders.give(asked.own, asked.state.option("pacts") == "on")
        return super().inquire(asked)

    def named(self, inquiry: MidnightPrompt) -> str:
        """Return the picks made up to now, in words."""
        if inquiry.asked_of is UPGRADES:
            return ", ".join(DIAL_NAMES[dial] for _, dial in inquiry.answers)
        return super().named(inquiry).replace(", Towards", " towards")

    def told(self, inquiry: MidnightPrompt) -> str:
        """Return the instruction for the present pick."""
        if inquiry.asked_of is ACT and not inquiry.answers:
            return "Choose a card from your hand, move one on a border, or end your turn."
        return super().told(inquiry)

    def _offers(self, inquiry: MidnightPrompt) -> list[str]:
        """Return the Pacts that other nations offer, while our seat chooses an action."""
        offers = offers_to(inquiry.state, self.model.own, self.names) if inquiry.asked_of is ACT else []
        key = self.window.keys.shown("target order")
        return [*offers, f"{{muted}}Answer under Orders ({key}).{{/}}"] if offers else []

    def plan(self, inquiry: MidnightPrompt) -> str:
        """Return the picks in words, and the Pacts that other nations offer."""
        return "\n".join(filter(None, [super().plan(inquiry), *self._offers(inquiry)]))

    def help_of(self, inquiry: MidnightPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        told = LIFT if inquiry.asked_of is ACT else super().help_of(inquiry)
        return "\n".join(filter(None, [told, inquiry.costs(), *self._offers(inquiry)]))

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        may = self.inquiry is not None and self.inquiry_open and STOP in self.inquiry.targets
        self.end_turn.enabled = may
        put = self.panel.back.enabled
        self.end_turn.reason = "" if may else "Put the card back first." if put else "It is not your turn."

    # Player actions ---------------------------------------------------------------------------------------------------

    @property
    def at_once(self) -> bool:
        """True if the player has picked the end of the turn, which needs no further confirmation."""
        return self.inquiry is not None and self.inquiry.answers == [STOP]

    def decided(self) -> Decision:
        """Return the decision; for an action, it includes the offers from the standing orders."""
        inquiry = self.inquiry
        assert inquiry is not None
        assert inquiry.decision is not None
        decision, with_pacts = inquiry.decision, inquiry.state.option("pacts") == "on"
        self.orders.give(inquiry.secrets, with_pacts)
        if with_pacts and isinstance(decision, Act):
            return decision._replace(offers=pacts.standing_offers(inquiry.state, self.model.own, inquiry.secrets))
        return decision

    # End --------------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """Return the content of the end screen: the result of the match and the final standings."""
        return Ending(
            self.ended, ranks(self.model, self.standing), f"after {count(self.model.table_of(Midnight).turn, 'turn')}"
        )

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_orders(self) -> None:
        """Open the dialog of the standing orders."""
        self.open_dialog("Standing orders", orders_form(self.model, self.orders, self.refresh))

    def can(self, inquiry: MidnightPrompt, key: Key) -> Iterator[str]:
        """Yield the possible actions, one per line."""
        return possible_actions(self.names, inquiry, self.hand.cards, key)
