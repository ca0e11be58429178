"""Cards of Outposts whose strength can be measured: the deck and the Connections."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import Decision, State
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.games.outposts.cards import CARDS, CONNECTION_CARDS, number_of
from core.games.outposts.decisions import Act, Select
from lab.games.card_info import Card, Deck


def uses(state: State, seat: int, secrets: Secrets, decision: Decision) -> Iterator[int]:
    """Yield the numbers of the cards that a decision takes, builds, trades, razes, pays or claims."""
    if isinstance(decision, Select) and decision.card:
        yield number_of(decision.card)
    elif isinstance(decision, Act):
        if decision.card:
            yield number_of(copy_of(decision.card))
        if decision.kind == "claim":
            yield number_of(decision.at)


DECK = Deck(
    (
        *(Card(place, card.name, f"distance {card.dist}") for place, card in enumerate(CARDS)),
        *(Card(len(CARDS) + place, card.name, "1 crew") for place, card in enumerate(CONNECTION_CARDS)),
    ),
    uses,
)
