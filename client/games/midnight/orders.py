"""Standing orders: where the next upgrades go, and which Pacts one offers, so that nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from client.games.midnight.text.names import offer_words
from client.table.orders import OrdersForm
from client.table.view_model import ViewModel
from client.ui.widget import Widget
from core.engine.hidden.secrets import Secrets
from core.games.midnight import pacts, upgrades
from core.games.midnight.cards import DIAL_NAMES
from core.games.midnight.decisions import Offer
from core.games.midnight.state import Midnight

ASK = -1
"""No dial: the player wants to be asked."""


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
    form, state = OrdersForm(on_change), model.state
    dials = list(enumerate(DIAL_NAMES))
    first, then = (*orders.dials, ASK, ASK)[:2]

    def upgrade(number: int, dial: int) -> None:
        wanted = [*orders.dials, ASK, ASK][:2]
        wanted[number] = dial
        orders.dials = () if wanted[0] < 0 else tuple(dict.fromkeys(dial for dial in wanted if dial >= 0))

    form.choose("Upgrades go to", [(ASK, "Ask me"), *dials], first, partial(upgrade, 0))
    form.choose("and then to", [(ASK, "Ask me"), *dials] if first < 0 else dials, then, partial(upgrade, 1))
    if state is None or state.option("pacts") == "off":
        return form
    form.head("Pacts you offer (everyone sees them)")
    for offer in pacts.possible(state, model.own):

        def switch(on: bool, offer: Offer = offer) -> None:
            left = {each for each in orders.offers if each != offer}
            orders.offers = tuple(sorted(left | {offer} if on else left))

        form.switch(offer_words(state, model.own, model.names, offer), offer in orders.offers, switch)
    if not pacts.possible(state, model.own):
        form.head("No Pact can be made now.", "muted")
    return form
