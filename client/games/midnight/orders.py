"""Standing orders: the dials of the next upgrades, and the offered Pacts, so that no player must wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from client.games.midnight.text.names import offer_words
from client.table.pick.orders import OrdersForm
from client.table.view_model import ViewModel
from client.ui.widget import Widget
from core.engine.hidden.secrets import Secrets
from core.games.midnight import pacts, upgrades
from core.games.midnight.cards import DIAL_NAMES
from core.games.midnight.decisions import Offer
from core.games.midnight.state import Midnight

ASK_PLAYER = -1
"""Number that means no dial: the player wants to be asked."""


@dataclass(slots=True)
class StandingOrders:
    """Standing orders that the player has given to the client, so that it can answer some questions."""

    dials: tuple[int, ...] = ()
    """Dials that receive the next upgrades, in order; empty if the player wants to be asked."""
    offers: tuple[Offer, ...] = ()
    """Offered Pacts, each as (receiving seat, owner of the card)."""

    def recall(self, state: Midnight, seat: int, secrets: Secrets) -> None:
        """Restore the orders that are still in force when the client resumes a match.

        Offers are public. Orders for upgrades are private, and they end with the program unless the secrets contain
        them.
        """
        self.offers = state.offers[seat]
        self.dials = tuple(secrets.orders.get(upgrades.UPGRADES_ORDER) or ())

    def give(self, secrets: Secrets, with_pacts: bool) -> None:
        """Write the orders into the secrets; from now on the client uses them to answer questions."""
        upgrades.order_upgrades(secrets, self.dials)
        if with_pacts:
            pacts.order_offers(secrets, self.offers)


def orders_form(model: ViewModel, orders: StandingOrders, on_change: Callable[[], object]) -> Widget:
    """Return a form in which the player can change all orders."""
    form, state = OrdersForm(on_change), model.table_of(Midnight)
    dials = list(enumerate(DIAL_NAMES))
    first, then = (*orders.dials, ASK_PLAYER, ASK_PLAYER)[:2]

    def upgrade(number: int, dial: int) -> None:
        wanted = [*orders.dials, ASK_PLAYER, ASK_PLAYER][:2]
        wanted[number] = dial
        orders.dials = () if wanted[0] < 0 else tuple(dict.fromkeys(dial for dial in wanted if dial >= 0))

    form.add_choice("Upgrades go to", [(ASK_PLAYER, "Ask me"), *dials], first, partial(upgrade, 0))
    form.add_choice("and then to", [(ASK_PLAYER, "Ask me"), *dials] if first < 0 else dials, then, partial(upgrade, 1))
    if state is None or state.option("pacts") == "off":
        return form
    form.add_heading("Pacts you offer (everyone sees them)")
    for offer in pacts.possible_offers(state, model.own):

        def switch(on: bool, offer: Offer = offer) -> None:
            left = {each for each in orders.offers if each != offer}
            orders.offers = tuple(sorted(left | {offer} if on else left))

        form.add_toggle(offer_words(state, model.own, model.names, offer), offer in orders.offers, switch)
    if not pacts.possible_offers(state, model.own):
        form.add_heading("No Pact can be made now.", "muted")
    return form
