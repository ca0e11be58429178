"""Cards of Ambition that are played or kept at will.

Cards that are resolved when they are drawn are nobody's choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import NamedCard
from core.games.ambition.cards import ARMS, HOLD, INDUSTRIES, INTRIGUES, NOW, WORLD
from core.games.ambition.decisions import Counter, Drawn, Industry, Launch, Play, Shelter
from core.games.ambition.hands import deck_of, face_of, must_resolve
from core.games.ambition.state import Ambition
from lab.games.card_info import Card, Deck

PRICES = {HOLD: "a draw", WORLD: "a draw", ARMS: "a token"}
"""Price in words by kind of card.

A card played in the Intrigue phase costs its draw, and a kept Nuclear Arms a token.
"""


def number(state: Ambition, card: NamedCard) -> int:
    """Return the number of the card that a decision names: Intrigue first, then Industrial cards."""
    return face_of(state, card) + (0 if state.sort(deck_of(state, card)) == "intrigue" else len(INTRIGUES))


def uses(state: State, seat: int, secrets: Secrets, decision: Decision) -> Iterator[int]:
    """Yield the cards that are played, launched, countered or sheltered with."""
    assert isinstance(state, Ambition)
    if isinstance(decision, Drawn) and decision.card:
        if not decision.discard and not must_resolve(state, seat, face_of(state, decision.card)):
            yield number(state, decision.card)
    elif isinstance(decision, (Launch, Industry, Play, Counter, Shelter)) and decision.card:
        yield number(state, decision.card)


DECK = Deck(
    (
        *(Card(face, card.name, PRICES.get(card.kind, "-")) for face, card in enumerate(INTRIGUES) if card.kind != NOW),
        *(Card(len(INTRIGUES) + face, card.name, "-") for face, card in enumerate(INDUSTRIES)),
    ),
    uses,
)
