"""Cards of Midnight whose strength can be measured: the eight kinds, each of which costs an action."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import Decision, State
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.games.midnight.cards import CARDS, kind_of
from core.games.midnight.decisions import Act, Deploy
from lab.games.card_info import Card, Deck


def uses(state: State, seat: int, secrets: Secrets, decision: Decision) -> Iterator[int]:
    """Yield the numbers of the cards that a decision uses."""
    if isinstance(decision, Act):
        yield from (kind_of(copy_of(card)) for card in decision.cards)
        yield from (face(secrets, entry) for entry in decision.entries)
    elif isinstance(decision, Deploy):
        yield from (face(secrets, entry) for _, entry in decision.plays)


def face(secrets: Secrets, entry: int) -> int:
    """Return the card that one of the seat's entries represents."""
    return kind_of(secrets.faces[entry] if entry > 0 else -entry)


DECK = Deck(tuple(Card(number, card.name, "1 action") for number, card in enumerate(CARDS)), uses)
