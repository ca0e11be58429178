"""Standing orders: where the next upgrades go, and which Pacts one offers, so that nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from client.kit.choice import Choice, Option
from client.kit.layout import Column, Row
from client.kit.widget import Widget
from client.kit.widgets import Label, Toggle
from client.table.view_model import ViewModel
from core.kernel.secrets import Secrets
from core.midnight import pacts, upgrades
from core.midnight.cards import DIAL_NAMES
from core.midnight.decisions import Offer
from core.midnight.state import Midnight


@dataclass(slots=True)
class Orders:
    """What the player has told the own client."""

    dials: tuple[int, ...] = ()
    """The dials that upgrades go to, the first one first; empty: ask me."""
    offers: tuple[Offer, ...] = ()
    """The Pacts that are offered: (to whom, whose card)."""

    def recall(self, state: Midnight, seat: int, secrets: Secrets) -> None:
        """What still holds when a match is taken up again: offers are public; orders for upgrades are nobody else's
        business and are gone with the program, unless the secrets have them."""
        self.offers = state.offers[seat]
        self.dials = tuple(secrets.orders.get(upgrades.ORDER) or ())

    def give(self, secrets: Secrets, with_pacts: bool) -> None:
        """The client answers by them from now on."""
        upgrades.order_upgrades(secrets, self.dials)
        if with_pacts:
            pacts.order_offers(secrets, self.offers)


def orders_form(model: ViewModel, orders: Orders, on_change: Callable[[], object]) -> Widget:
    """All orders to change."""
    dials = [Option(-1, "Ask me"), *(Option(dial, name) for dial, name in enumerate(DIAL_NAMES))]
    first = orders.dials[0] if orders.dials else -1
    then = orders.dials[1] if len(orders.dials) > 1 else -1
    choices = [Choice("Upgrades go to", dials, first), Choice("and then to", dials[1:] if first >= 0 else dials, then)]

    def set_dials(_value: object = None) -> None:
        wanted = [choice.chosen for choice in choices if choice.chosen >= 0]
        orders.dials = () if choices[0].chosen < 0 else tuple(dict.fromkeys(wanted))
        on_change()

    for choice in choices:
        choice.on_change = set_dials
        choice.width = 170
    rows: list[Widget] = [
        Label("Orders are secret, cost nobody a wait, and hold from your next choice on.", "muted", "small", width=420),
        Row(Label("Upgrades go to", width=120), choices[0], gap=8),
        Row(Label("and then to", width=120), choices[1], gap=8),
    ]
    state = model.state
    if state is not None and state.option("pacts") == "on":
        rows.append(Label("Pacts that you offer (everybody sees them)", "accent", "small"))
        for offer in pacts.possible(state, model.own):
            to, owner = offer
            also = (model.own, owner) in state.offers[to]
            words = f"{model.names.who(to)}, on {'your' if owner == model.own else 'their'} card"
            words += " (offers you the same)" if also else ""

            def switch(on: bool, offer: Offer = offer) -> None:
                left = {each for each in orders.offers if each != offer}
                orders.offers = tuple(sorted(left | {offer} if on else left))
                on_change()

            rows.append(Toggle(words, offer in orders.offers, switch))
        if not pacts.possible(state, model.own):
            rows.append(Label("No Pact can be made now.", "muted", "small"))
    return Column(*rows, gap=8)
