"""The locked choices, which a seat fixes when it chooses a card or action (rules 8.4).

They are tested again when the card or action resolves. Each choice lists its legal values. Legality checks, the options
that a client highlights and the random draws of a bot all use them. The choices of a card are made in order, and a
later one may depend on the earlier values in `before`. A choice without a legal value is left empty. The empty value is
None, or () if the values are lists.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, dataclass_transform

from core.engine.codec import Plain
from core.engine.decoder import read_hint
from core.engine.game import RandomSource
from core.engine.hidden.piles import Card as HandCard
from core.engine.hidden.secrets import Opening
from core.games.bridgefront.card import BASIC, SPELL, Card
from core.games.bridgefront.places import Place, Target
from core.games.bridgefront.state import Bridgefront, Champion, Locked
from core.games.bridgefront.units import capital_places, has_room


class ChoiceContext(NamedTuple):
    """The context of a choice: the position, the seat, the card or basic action, and the earlier values.

    `hand` lists the other cards of the hand that may be named. It is given only if a seat chooses for itself.
    """

    state: Bridgefront
    seat: int
    card: Card
    before: Locked = ()
    hand: tuple[HandCard, ...] = ()

    def with_values(self, *values: object) -> ChoiceContext:
        """Return the context that results after the given values have been chosen too."""
        return ChoiceContext(self.state, self.seat, self.card, self.before + values, self.hand)


V = TypeVar("V")
"""The type of a choice's values."""


@dataclass_transform(frozen_default=True)
class Choice(ABC, Generic[V]):
    """A locked choice, as a frozen dataclass of its declaration.

    An `optional` choice may be left empty even if a legal value exists.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    optional: bool = False
    empty: V | tuple[()] | None = None
    names_cards: bool = False
    shape: ClassVar[object] = int
    """The type of the values, in the form that `read_hint` takes."""

    @abstractmethod
    def legal_values(self, context: ChoiceContext) -> Iterator[V]:
        """Yield every legal value except the empty one."""

    def is_legal(self, context: ChoiceContext, value: V) -> bool:
        """Return True if the value is legal; the caller has checked its shape."""
        return any(value == v for v in self.legal_values(context))

    def read(self, plain: Plain) -> Plain:
        """Return the value from plain data; raise `WrongShapeError` if it does not fit."""
        return read_hint(self.shape, plain, "choice")

    def named_cards(self, context: ChoiceContext, value: V) -> tuple[HandCard, ...]:
        """Return the cards of the hand that the value names."""
        return ()

    def empty_value(self, context: ChoiceContext) -> V | tuple[()] | None:
        """Return the value that stands for an empty choice."""
        return self.empty

    def can_be_empty(self, context: ChoiceContext) -> bool:
        """Return True if the choice may be left empty.

        A card may find no legal value; a basic action may not (A22).
        """
        if self.optional:
            return True
        return context.card.type != BASIC and next(self.legal_values(context), None) is None

    def sample(self, context: ChoiceContext, chance: RandomSource) -> V | tuple[()] | None:
        """Return a legal value drawn at random, regardless of merit, or the empty value if nothing is legal."""
        values: list[V | tuple[()] | None] = list(self.legal_values(context))
        if self.optional and self.can_be_empty(context):
            values.append(self.empty)
        return values[chance.uniform(len(values))] if values else self.empty


AnyChoice: TypeAlias = Choice[Any]
"""A choice of a card, when only the card's declaration determines the type of its values."""

# Hexes ----------------------------------------------------------------------------------------------------------------


class HexChoice(Choice[int]):
    """A choice of one hex of a certain kind."""

    place: Place
    optional: bool = False

    def legal_values(self, context: ChoiceContext) -> Iterator[int]:
        return iter(self.place.hexes(context.state, context.seat))

    def is_legal(self, context: ChoiceContext, value: int) -> bool:
        return 0 <= value < len(context.state.grid.hexes) and self.place.matches(context.state, context.seat, value)


class HexPairChoice(Choice[tuple[int, ...]]):
    """A choice of two different hexes of a certain kind, in ascending order."""

    place: Place
    empty = ()
    shape = tuple[int, ...]

    def legal_values(self, context: ChoiceContext) -> Iterator[tuple[int, int]]:
        return combinations(self.place.hexes(context.state, context.seat), 2)

    def is_legal(self, context: ChoiceContext, value: tuple[int, ...]) -> bool:
        n = len(context.state.grid.hexes)
        return (
            len(value) == 2
            and 0 <= value[0] < value[1] < n
            and all(self.place.matches(context.state, context.seat, h) for h in value)
        )

    def sample(self, context: ChoiceContext, chance: RandomSource) -> tuple[int, ...]:
        hexes = self.place.hexes(context.state, context.seat)
        if len(hexes) < 2:
            return ()
        i, j = chance.uniform(len(hexes)), chance.uniform(len(hexes) - 1)
        return tuple(sorted((hexes[i], hexes[j + (j >= i)])))


class CapitalPlaceChoice(Choice[int]):
    """A choice of the hex that serves as the Capital for a deployment (Wings, Logistics Officer; 12.6).

    An empty choice means the Capital itself.
    """

    optional: bool = True

    def legal_values(self, context: ChoiceContext) -> Iterator[int]:
        return iter(capital_places(context.state, context.seat))

    def can_be_empty(self, context: ChoiceContext) -> bool:
        """Return True unless a basic action finds no room in the Capital (A15, A22).

        A card that finds no room has no effect.
        """
        return context.card.type != BASIC or has_room(context.state, context.seat, context.state.capital[context.seat])


# Edges ----------------------------------------------------------------------------------------------------------------


class EdgesChoice(Choice[tuple[int, ...]]):
    """A choice of `least` to `most` different edges, either all with a Bridge or all without one.

    With `here`, each edge has an end in a hex that the player occupies.
    """

    bridged: bool
    least: int = 1
    most: int = 1
    here: bool = True
    empty = ()
    shape = tuple[int, ...]

    def candidate_edges(self, context: ChoiceContext) -> list[int]:
        """Return the edges that match the choice, in ascending order."""
        state = context.state
        wanted = int(self.bridged)
        if not self.here:
            return [e for e, bridge in enumerate(state.bridges) if bridge == wanted]
        at = state.grid.edges_at
        found = {e for h in state.occupied_hexes(context.seat) for e in at[h] if state.bridges[e] == wanted}
        return sorted(found)

    def legal_values(self, context: ChoiceContext) -> Iterator[tuple[int, ...]]:
        pool = self.candidate_edges(context)
        for n in range(min(self.least, len(pool)) or 1, self.most + 1):
            yield from combinations(pool, n)

    def is_candidate(self, context: ChoiceContext, edge: int) -> bool:
        """Return True if the edge matches the choice."""
        if not 0 <= edge < len(context.state.bridges) or context.state.bridges[edge] != self.bridged:
            return False
        return not self.here or any(context.state.occupies(context.seat, h) for h in context.state.grid.edges[edge])

    def is_legal(self, context: ChoiceContext, value: tuple[int, ...]) -> bool:
        return (
            1 <= len(value) <= self.most
            and len(set(value)) == len(value)
            and (len(value) >= self.least or len(value) == len(self.candidate_edges(context)))
            and all(self.is_candidate(context, edge) for edge in value)
        )

    def sample(self, context: ChoiceContext, chance: RandomSource) -> tuple[int, ...]:
        pool = self.candidate_edges(context)
        if not pool:
            return ()
        most = min(self.most, len(pool))
        least = min(self.least, most)
        n = least + chance.uniform(most - least + 1)
        for i in range(n):
            j = i + chance.uniform(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return tuple(pool[:n])


class BridgeChoice(Choice[int]):
    """A choice of a Bridge that ends in the hex chosen before (Siege Engineer).

    The choice is mandatory if there is such a Bridge.
    """

    def legal_values(self, context: ChoiceContext) -> Iterator[int]:
        hex_ = context.before[-1]
        if hex_ is not None:
            yield from (e for e in context.state.grid.edges_at[hex_] if context.state.bridges[e])


class PivotChoice(Choice[tuple[int | None, int | None]]):
    """A choice of a Bridge to destroy and an edge to build on, both at the hex chosen before.

    Either value is None if there is no such Bridge or edge.
    """

    empty = ()
    shape = tuple[int | None, ...]

    def legal_values(self, context: ChoiceContext) -> Iterator[tuple[int | None, int | None]]:
        state = context.state
        if context.before[-1] is None:
            return
        edges = state.grid.edges_at[context.before[-1]]
        old: list[int | None] = [e for e in edges if state.bridges[e]]
        new: list[int | None] = [e for e in edges if not state.bridges[e]]
        for a in old or [None]:
            for b in new or [None]:
                yield (a, b)


# Champions ------------------------------------------------------------------------------------------------------------


def is_shielded(state: Bridgefront, seat: int, card: Card, champion: Champion) -> bool:
    """Return True if cards of the seat may not choose the Champion (K3).

    Ward protects it from all cards, Immunity Field from Spells.
    """
    if champion.owner == seat or not state.marks:
        return False
    if state.marks_of_kind("ward", what=champion.copy):
        return True
    return card.type == SPELL and bool(state.marks_of_kind("immunity", champion.owner))


class ChampionChoice(Choice[int]):
    """A choice of one Champion of a certain kind, given by its copy."""

    target: Target
    optional: bool = False

    def legal_values(self, context: ChoiceContext) -> Iterator[int]:
        return (copy for copy in sorted(context.state.champions) if self.is_legal(context, copy))

    def is_legal(self, context: ChoiceContext, value: int) -> bool:
        champion = context.state.champions.get(value)
        if champion is None or not self.target.matches(context.state, context.seat, champion):
            return False
        return not is_shielded(context.state, context.seat, context.card, champion)


# Cards, opponents, words ----------------------------------------------------------------------------------------------


class CardsChoice(Choice[tuple[HandCard, ...]]):
    """A choice of `least` to `most` other cards of the hand, or fewer if the hand holds fewer."""

    least: int
    most: int
    empty = ()
    names_cards = True
    shape = tuple[int | Opening, ...]

    def bounds(self, context: ChoiceContext) -> tuple[int, int]:
        """Return the minimum and the maximum number of cards.

        The card that is played is no longer in the hand.
        """
        others = context.state.piles.hand_size(context.seat) - 1
        return min(self.least, others), min(self.most, others)

    def legal_values(self, context: ChoiceContext) -> Iterator[tuple[HandCard, ...]]:
        low, high = self.bounds(context)
        for n in range(max(low, 1), high + 1):
            yield from combinations(context.hand, n)

    def is_legal(self, context: ChoiceContext, value: tuple[HandCard, ...]) -> bool:
        """Return True if the number of cards is legal.

        Another check tests that the hand holds all the cards that the decision names.
        """
        low, high = self.bounds(context)
        return low <= len(value) <= high

    def named_cards(self, context: ChoiceContext, value: tuple[HandCard, ...]) -> tuple[HandCard, ...]:
        return value or ()

    def can_be_empty(self, context: ChoiceContext) -> bool:
        return self.bounds(context)[0] == 0

    def sample(self, context: ChoiceContext, chance: RandomSource) -> tuple[HandCard, ...]:
        low, high = self.bounds(context)
        high = min(high, len(context.hand))
        n = low + chance.uniform(high - low + 1)
        pool = list(context.hand)
        return tuple(pool.pop(chance.uniform(len(pool))) for _ in range(n))


class RewardsChoice(Choice[tuple[str, ...]]):
    """A choice of one of the words for each of the cards chosen before."""

    words: tuple[str, ...]
    empty = ()
    shape = tuple[str, ...]

    def legal_values(self, context: ChoiceContext) -> Iterator[tuple[str, ...]]:
        named: list[tuple[str, ...]] = [()]
        for _ in context.before[-1]:
            named = [(*row, word) for row in named for word in self.words]
        return (row for row in named if row)


class WordChoice(Choice[str]):
    """A choice of one of a few words."""

    words: tuple[str, ...]
    shape = str

    def legal_values(self, context: ChoiceContext) -> Iterator[str]:
        return iter(self.words)


class OpponentChoice(Choice[int]):
    """A choice of another seat."""

    def legal_values(self, context: ChoiceContext) -> Iterator[int]:
        return (seat for seat in context.state.seats if seat != context.seat)
