"""Standing orders: claims to challenge, reactions to strikes, and alliances to open next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from client.games.ambition.faces import rules_of
from client.table.pick.orders import OrdersForm
from client.table.view_model import ViewModel
from client.ui.widget import Widget
from core.engine.hidden.contracts import Openings
from core.engine.hidden.secrets import Secrets
from core.games.ambition import claims, strike
from core.games.ambition.alliances import SECRETS
from core.games.ambition.state import Ambition

ASK, NEVER = -1, 0


@dataclass(slots=True)
class Orders:
    """Standing orders that the player gives to the client."""

    challenge: int = ASK
    """Lowest value of a claim that the client challenges; 0 for no claim, -1 to ask the player."""
    counter: bool = False
    """True if the client stops a strike at our seat whenever that is possible."""
    pass_others: bool = True
    """True if strikes that hit neither the player nor an ally pass without a question (part 8).

    The order is in force at the start of a match.
    """
    open_next: set[int] = field(default_factory=set)
    """Partners of secret alliances with our seat that the next decision opens."""

    def give(self, secrets: Secrets) -> None:
        """Copy the orders into the secrets, which the client uses for its automatic answers."""
        secrets.orders[claims.CHALLENGE_ORDER] = None if self.challenge == ASK else self.challenge
        secrets.orders[strike.OWN_STRIKES_ORDER] = strike.ALWAYS if self.counter else ""
        secrets.orders[strike.OTHER_STRIKES_ORDER] = strike.LET_PASS if self.pass_others else ""

    def openings(self, model: ViewModel, secrets: Secrets) -> Openings:
        """Return the openings of alliances that go with the next decision."""
        papers = SECRETS.signed_papers(model.table_of(Ambition), model.own)
        wanted = [paper.number for paper in papers if sum(paper.pair) - model.own in self.open_next]
        return SECRETS.openings(model.table_of(Ambition), model.own, secrets, wanted)


def orders_form(model: ViewModel, orders: Orders, on_change: Callable[[], object]) -> Widget:
    """Return a form for editing all standing orders."""
    form = OrdersForm(on_change)

    def challenge(value: int) -> None:
        orders.challenge = value

    def counter(on: bool) -> None:
        orders.counter = on

    def others(on: bool) -> None:
        orders.pass_others = on

    highest = rules_of(model).highest
    values = [
        (ASK, "Ask me"),
        (NEVER, "Never"),
        *((v, f"{v} or more") for v in range(highest, 1, -1)),
    ]
    form.add_choice("Challenge claims of", values, orders.challenge, challenge)
    form.add_toggle("Always stop a strike at me, if I can", orders.counter, counter)
    form.add_toggle("Let strikes pass that hit neither me nor an ally", orders.pass_others, others)
    papers = SECRETS.signed_papers(model.table_of(Ambition), model.own) if model.state is not None else ()
    form.add_heading("Secret alliances to open with your next decision" if papers else "You have no secret alliances.",
              "accent" if papers else "muted")  # fmt: skip
    for paper in papers:
        other = sum(paper.pair) - model.own

        def switch(on: bool, other: int = other) -> None:
            (orders.open_next.add if on else orders.open_next.discard)(other)

        form.add_toggle(f"with {model.names.plain_name(other)}", other in orders.open_next, switch)
    return form
