"""Cards of Cabinet whose strength can be measured: Ministries and Milestones.

Resources are left out. They pay for everything, and a team without one of the six kinds hardly ever wins.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets
from core.games.cabinet.action import ATTEMPT, PLAY
from core.games.cabinet.cards import LETTERS, MILESTONE, MINISTRY, deck_copies, name_of, number_of
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.decisions import Act, Attempt, Pledge
from lab.games.card_info import Card, Deck


def uses(state: State, seat: int, secrets: Secrets, decision: Decision) -> Iterator[int]:
    """Yield the number of the Ministry or Milestone that a decision uses, if any."""
    copy = 0
    if isinstance(decision, Attempt) or (isinstance(decision, Act) and decision.kind in (PLAY, ATTEMPT)):
        copy = decision.card
    elif isinstance(decision, Pledge):
        copy = decision.assist
    if copy:
        yield number_of(copy)


def _cards() -> Iterator[Card]:
    """Yield the cards by number; equal copies occur several times."""
    for copy in deck_copies(MINISTRY):
        yield Card(number_of(copy), name_of(copy), "1 action")
    for copy in deck_copies(MILESTONE):
        yield Card(
            number_of(copy), name_of(copy), " ".join(LETTERS[resource] for resource in RULESETS.printed.cost(copy))
        )


DECK = Deck(tuple(dict.fromkeys(_cards())), uses)
