"""Statistics counted in a match of Ambition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from core.engine.events import CardsDrawn
from core.engine.game import Event, Game, State
from core.engine.hidden.shared_deck.state import FACE_BYTES, deck_of_slot
from core.games.ambition import events as e
from core.games.ambition.cards import DRILL, INDUSTRIES, INTRIGUES
from core.games.ambition.state import Ambition
from lab.games.common_counts import GAINED, PLAYED, Count


class AmbitionCount(Count):
    """Counts of Influence by cause, claims and their results, alliances, strikes and endings."""

    counted: ClassVar[dict[type, str]] = {
        e.Claimed: "claims",
        e.Declared: "claims of cards",
        e.ClaimCaught: "lies of cards found out",
        e.TokenTaken: "tokens",
        e.Deflected: "strikes stopped",
        e.Convicted: "convictions",
    }

    def count_event(self, game: Game, state: State, event: Event) -> None:
        """Count one event: Influence by its cause, alliances for both partners, and cards by name."""
        if isinstance(event, e.InfluenceGained):
            self.sources[event.seat][event.why] += event.amount
        elif isinstance(event, e.InfluenceLost):
            self.sources[event.seat][f"lost: {event.why}"] -= event.amount
        elif isinstance(event, e.ClaimChallenged):
            for seat in event.challengers:
                self.counts[seat]["challenges"] += 1
        elif isinstance(event, e.ClaimJudged) and not event.true:
            self.counts[event.seat]["lies found out"] += 1
        elif isinstance(event, e.Launched):
            self.counts[event.attacker]["strikes"] += 1
            self.card(event.attacker, game.card_name(state, event.copy), PLAYED)
        elif isinstance(event, e.Struck):
            self.counts[event.attacker]["strikes that hit"] += 1
        elif isinstance(event, CardsDrawn):
            assert isinstance(state, Ambition)
            for name in _names(state, event.slots):
                self.card(event.seat, name, GAINED)
        elif isinstance(event, (e.IntriguePlayed, e.IndustryOpened, e.Deflected)):
            self.card(event.seat, game.card_name(state, event.copy), PLAYED)
        elif isinstance(event, e.Sheltered) and event.how == "drill":
            self.card(event.seat, INTRIGUES[DRILL].name, PLAYED)
        elif isinstance(event, (e.Forged, e.ForgedInSecret, e.AllianceCompleted)):
            for ally in (event.a, event.b):
                self.counts[ally][ALLIANCE_EVENT_NAMES[type(event)]] += 1

    def finish(self, state: State) -> None:
        """Count how the world ended; this belongs to no seat, so it is counted for seat 1."""
        assert isinstance(state, Ambition)
        self.counts[1][f"ended by {state.ending}"] += 1


def _names(state: Ambition, slots: Iterable[int]) -> Iterator[str]:
    """Yield the names of the Intrigue and Industrial cards in these slots.

    Matches of the lab are not sealed, so a slot contains the face of its card in plain text.
    """
    names = {"intrigue": [card.name for card in INTRIGUES], "industry": [card.name for card in INDUSTRIES]}
    for slot in slots:
        sort = state.card_sort(deck_of_slot(slot))
        if sort in names and slot in state.shared.cards:
            yield names[sort][int.from_bytes(state.shared.cards[slot][:FACE_BYTES], "big")]


ALLIANCE_EVENT_NAMES: dict[type, str] = {
    e.Forged: "alliances in the open",
    e.ForgedInSecret: "alliances in secret",
    e.AllianceCompleted: "alliances completed",
}
"""Names of the counts for events that concern two allies."""
