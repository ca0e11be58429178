"""Planning an action, one small question after the other; every answer can be undone.

A plan asks for the choices that the card's own declaration locks (core/games/bridgefront/choices.py). Thus the board
lights exactly the targets that the rules allow. A plan draws nothing and knows no window: the match screen and the
tests answer the same way.

    plan = ActionPlan(state, seat, secrets)
    plan.question          # Picks(kind="action", ...): the cards and basic actions that may be chosen
    plan.answer(("card", copy))
    plan.question          # Picks(kind="hex", words="Which stack walks?", targets=(12, 17))
    plan.undo()
    plan.action            # the finished Action, once no question is left
"""

from __future__ import annotations

from collections.abc import Callable

from client.games.bridgefront.locked_choices import ask_choice
from client.games.bridgefront.targets import Target, TargetScript
from client.table.pick.script import PickRun, Picks
from core.engine.hidden import hand as holding
from core.engine.hidden import piles
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.card import Card
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.combat.volley import TARGET_ORDERS
from core.games.bridgefront.decisions import Action, Power
from core.games.bridgefront.phases import action
from core.games.bridgefront.state import Bridgefront


class ActionPlan(PickRun[Target]):
    """Unfinished choice of an action in the Action Phase (rules 8.1).

    It consists of the answers so far, and of the declarations that may accompany any action.
    """

    def __init__(self, state: Bridgefront, seat: int, secrets: Secrets) -> None:
        self.state = state
        self.seat = seat
        self.secrets = secrets
        self.powers: list[Power] = []
        self.order = ""
        self.card: Card | None = None
        super().__init__(self._asks)

    @property
    def action(self) -> Action | None:
        """Finished action, or None while a question is left."""
        decision = self.decision
        return decision if isinstance(decision, Action) else None

    # player actions ---------------------------------------------------------------------------------------------------

    def toggle(self, power: Power) -> None:
        """Declare a champion power with this action, or withdraw the declaration."""
        self.save_undo_state()
        if power in self.powers:
            self.powers.remove(power)
        elif power in action.legal_powers(self.state, self.seat):
            self.powers = [p for p in self.powers if p.champion != power.champion] + [power]
        self.run()

    def set_order(self, order: str) -> None:
        """Declare a target order with this action; "" keeps the current one."""
        if order and order not in TARGET_ORDERS:
            raise ValueError(f"there is no target order {order!r}")
        self.save_undo_state()
        self.order = order
        self.run()

    def snapshot(self) -> Callable[[], None]:
        """Return a function that restores answers, powers and target order."""
        answers, powers, order = list(self.answers), list(self.powers), self.order

        def restore() -> None:
            self.answers, self.powers, self.order = answers, powers, order

        return restore

    def why_not(self, value: object) -> str:
        """Return the reason why a target is not legal, in words."""
        question = self.question
        if question is not None and question.kind == "action" and value not in question.targets:
            return self.why_not_action(value)
        return super().why_not(value)

    def why_not_action(self, what: object) -> str:
        """Return the reason why a card of the hand or a basic action cannot be chosen, or ""."""
        if isinstance(what, tuple):
            why = action.why_unplayable(self.state, self.seat, what[1])
        elif what in action.BASICS:
            why = action.why_not_basic(self.state, self.seat, what)
            if not why and not self._basic_has_target(what):
                why = "has no legal target"
        else:
            why = ""
        return f"It {why}." if why else ""

    # Questions --------------------------------------------------------------------------------------------------------

    def _basic_has_target(self, kind: str) -> bool:
        basic = self.state.rules.basics[kind]
        c = ChoiceContext(self.state, self.seat, basic)
        return all(x.can_be_empty(c) or next(x.legal_values(c), None) is not None for x in basic.choices)

    def _menu_targets(self) -> tuple[Target, ...]:
        hand = holding.held_cards(self.state, self.seat, self.secrets)
        cards = [("card", copy) for copy, _ in hand if not action.why_unplayable(self.state, self.seat, copy)]
        basics = [kind for kind in action.BASICS if not self.why_not_action(kind)]
        return (*cards, *basics, "done")

    def _asks(self) -> TargetScript:
        self.card = None
        what = yield Picks(
            "action", "Choose a card or an action.", self._menu_targets(), why="You cannot choose this now."
        )
        state, seat = self.state, self.seat
        batch = holding.draft_pile_batch(state, seat, self.secrets) if state.piles.mix[seat] else None
        bare = Action("done", powers=tuple(self.powers), order=self.order, batch=batch)
        if what == "done":
            return bare
        named = None
        others: tuple[piles.Card, ...] = ()
        if isinstance(what, tuple):
            hand = holding.held_cards(state, seat, self.secrets)
            self.card = state.cards[state.card[what[1]]]
            (chosen,) = (card for card in hand if card[0] == what[1])
            named = holding.name_card(self.secrets, chosen)
            others = tuple(holding.name_card(self.secrets, card) for card in hand if card != chosen)
        else:
            self.card = state.rules.basics[what]
        locked: tuple[Target, ...] = ()
        for choice in self.card.choices:
            locked = (
                *locked,
                (yield from ask_choice(choice, ChoiceContext(state, seat, self.card, locked, others))),
            )
        speed = ""
        if named is not None and state.option("initiative_mode") == "choice":
            low, high = self.card.initiative
            speed = yield Picks("speed", f"Fast ({low}) or slow ({high})?", ("low", "high"))
        if named is None:
            return bare._replace(kind=what, locked=locked)
        return bare._replace(kind="card", card=named, locked=locked, speed=speed)
