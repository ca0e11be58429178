"""Cards of Ambition whose strength can be measured.

Cards that take effect as soon as they are drawn are left out, since no player chooses to use them.
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
"""Price in words of each kind of card: a card played in the Intrigue phase costs a draw, Nuclear Arms a token."""


def number(state: Ambition, card: NamedCard) -> int:
    """Return the catalogue number of a card that a decision names; Intrigue cards come before Industrial ones."""
    return face_of(state, card) + (0 if state.card_sort(deck_of(state, card)) == "intrigue" else len(INTRIGUES))


def uses(state: State, seat: int, secrets: Secrets, decision: Decision) -> Iterator[int]:
    """Yield the catalogue numbers of the cards that a decision plays."""
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
