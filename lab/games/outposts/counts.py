"""Statistics counted in a match of Outposts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from core.engine.events import CardsDrawn
from core.engine.game import Event, Game, State
from core.games.outposts import cards
from core.games.outposts import events as e
from core.games.outposts.hidden_cards import CLOSED_CARDS
from core.games.outposts.state import Outposts
from lab.games.common_counts import GAINED, PLAYED, Count


class OutpostsCount(Count):
    """Counts of cards built, traded, planted and razed.

    Outposts are also counted by Territory.
    """

    counted: ClassVar[dict[type, str]] = {
        e.LocationBuilt: "locations",
        e.DealMade: "deals",
        e.OutpostBuilt: "outposts",
        e.OutpostUpgraded: "upgrades",
        e.HandCardRazed: "hand cards razed",
        e.LocationRazed: "locations razed",
        e.OutpostRazed: "outposts razed",
        e.ConnectionClaimed: "connections",
        e.BoardUsed: "board used",
    }

    def count_event(self, game: Game, state: State, event: Event) -> None:
        """Count one event, with cards by name.

        Cards kept after set-up count as gained. A Connection counts as gained and used when it is claimed.
        """
        if isinstance(event, e.RoundBegan) and event.round == 1:
            assert isinstance(state, Outposts)
            for seat in self.seats:
                self.cards[seat].clear()
                self._gained(seat, CLOSED_CARDS.hand(state, seat))
        elif isinstance(event, e.CardSelected):
            self._gained(event.seat, (-event.copy,))
        elif isinstance(event, CardsDrawn):
            self._gained(event.seat, event.slots)
        elif isinstance(event, e.RuinsGained):
            self._gained(event.seat, (event.entry,), -1)
        elif isinstance(event, e.RuinsTaken):
            self._gained(event.seat, (event.entry,))
        elif isinstance(event, (e.LocationBuilt, e.DealMade, e.HandCardRazed)):
            self.card(event.seat, cards.name_of(event.copy), PLAYED)
        elif isinstance(event, e.ConnectionClaimed):
            for what in (GAINED, PLAYED):
                self.card(event.seat, cards.name_of(event.copy), what)
        elif isinstance(event, e.OutpostBuilt) and event.seat in self.seats:
            self.places[event.place] += 1

    def _gained(self, seat: int, entries: Iterable[int], times: int = 1) -> None:
        for copy in self.copies(seat, entries) if seat in self.seats else ():
            self.card(seat, cards.name_of(copy), GAINED, times)
