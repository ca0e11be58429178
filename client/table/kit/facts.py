"""Facts about the table that its parts show: places, points, sealed choices and decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.table.kit.layout import Plan
from client.table.kit.looks import class_title, looks_of
from client.table.kit.zones import PLAYED, field_title, find_zones
from client.table.seats.ending import winners
from client.table.view_model import ViewModel
from client.ui.hexes import Rect
from core.kit.cards import CardSet
from core.kit.game import KitGame
from core.kit.questions import KitQuestion
from core.kit.step import DECKS
from core.kit.table import Table

NOWHERE = Rect(0, 0, 0, 0)


class TableFacts:
    """The shown table of a game, with the plan of its places."""

    def __init__(self, game: KitGame, model: ViewModel) -> None:
        self.game, self.kit, self.model = game, game.kit, model
        self.zones, self.looks = find_zones(game), looks_of(game.kit)
        self.plan = Plan(NOWHERE, NOWHERE, {}, {}, {}, {}, {}, {}, {})
        self.outdated = True
        """True if the table has changed since the plan was made."""
        self._planned_for: tuple[object, object] = None, None
        """The state and the sizes for which the plan was made."""
        self.in_flight: frozenset[int] = frozenset()
        """The copies that fly at present, so that their places are empty."""

    def replan(self, state: Table, sizes: object, plan: Callable[[], Plan]) -> None:
        """Plan the places if the table, its state or its sizes have changed since the last time."""
        known, before = self._planned_for
        if self.outdated or known is not state or before != sizes:
            self.plan, self._planned_for, self.outdated = plan(), (state, sizes), False

    def points_of(self, seat: int) -> str:
        """Return the points of a seat, or "" in a game that counts them together."""
        points = getattr(self.model.table, self.zones.points)
        return str(points[seat]) if isinstance(points, list) else ""

    def winners(self) -> tuple[int, ...]:
        """Return the winners of a match that is over."""
        return winners(self.game.standing(self.model.table_of(Table)))

    def sealed_seats(self, state: Table) -> set[int]:
        """Return the seats that are asked together and have chosen."""
        model = self.model
        together = {seat for seat, kind, _ in state.asking if self._asks_together(kind)}
        mine = {model.own} if model.asked and not model.locked else set()
        return together - set(model.owed) - mine | ({model.own} & together if model.locked else set())

    def _asks_together(self, kind: str) -> bool:
        question = self.game.questions.get(kind)
        return isinstance(question, KitQuestion) and question.together

    def hides_hand_choices(self, state: Table) -> bool:
        """Return True if cards of the hand are asked for, so that sealed cards lie on the table."""
        return any(kind in self.zones.hand_questions for _, kind, _ in state.asking)

    def deck_size(self, deck: int) -> int:
        """Return the number of cards in a common deck."""
        return DECKS.size(self.model.table, self.kit.sets[deck].deck)

    def deck_title(self, deck: int) -> str:
        """Return the name of a common deck."""
        return deck_title(self.kit.sets[deck])

    def describe_place(self, copy: int) -> str:
        """Return the place of a card in words."""
        spot = self.plan.spots.get(copy)
        if spot is None:
            return ""
        title = "Played" if spot.where == PLAYED else field_title(spot.where)
        return f"{title}: {self.model.names.plain_name(spot.seat)}" if spot.seat else title


def deck_title(cards: CardSet[Any]) -> str:
    """Return the name of a deck, from the class of its faces.

    >>> from typing import NamedTuple
    >>> class Wreck(NamedTuple):
    ...     worth: int
    >>> deck_title(CardSet(("wreck 1",), (Wreck(1),), 1, 0))
    'Wreck deck'
    """
    return f"{class_title(type(cards.faces[0]))} deck"
