"""The public state of a game of the kit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

from core.engine.game import Setup
from core.engine.hidden.cards import Box, Deck, Passing, closed_entries, open_copies
from core.engine.hidden.piles import Piles, Slots
from core.engine.options import Option, Value
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, Static, state
from core.kit.errors import KitError

CARDS_MARKER, SEATS_MARKER = "cards", "seats"
Cards = Annotated[tuple[int, ...], CARDS_MARKER]
"""The type of a row of open cards, as their copies."""
Seats = Annotated[tuple[int, ...], SEATS_MARKER]
"""The type of some seats in an order."""
C = TypeVar("C", bound="type[Table]")
V = TypeVar("V", bound=Value)


class OptionOf(Generic[V]):
    """An option of a game, which reads its value from the state: `s[ROUNDS]`."""

    def __init__(self, option: Option, values: tuple[V, ...]) -> None:
        self.option = option
        self.values = values

    def value(self, found: Value) -> V:
        """Return the option's value that equals `found`."""
        return next(value for value in self.values if value == found)


@dataclass(slots=True)
class Table(StateData):
    """The state that every game of the kit has. A game derives its own state with the decorator `table`.

    Its fields may be of the types int, bool, str, `Cards` and `Seats`, and of lists of these, which are columns by
    seat: `points[seat]`. They begin with 0, False, "" or nothing.
    """

    setup: Static[Setup]
    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[OpenAsk, ...]
    decks: list[Deck]
    piles: Piles
    round: int
    """The number of the round, which the game counts itself; it begins with 0."""
    face_down: list[Slots]
    """By seat, the cards that lie face down before it, as slots, and those turned up there, as minus their copies."""
    boxes: tuple[Box, ...]
    """The closed cards that are being shown to one seat alone."""
    passing: tuple[Passing, ...]
    """The closed card that is on its way from one hand to another."""
    twins: bool
    """True once a lost seat was dealt, face up, cards of which nobody can know whether another seat holds them."""
    won: bool
    """True once all seats have won together, in a game of the kind "team" or alone."""

    @property
    def seats(self) -> range:
        """The range of seats, 1..P."""
        return range(1, len(self.piles.hand))

    def __getitem__(self, option: OptionOf[V]) -> V:
        """Return the value of an option in this match."""
        return option.value(self.setup.options[option.option.name])

    def place_of(self, copy: int) -> str:
        """Return the first field that contains a card, such as "s.row" or "s.taken[2]", or ""."""
        return next((place for place, copies in self.card_places() if copy in copies), "")

    def card_places(self) -> Iterator[tuple[str, Cards]]:
        """Yield each field, or cell of a column, that contains cards, as "s.row" or "s.taken[2]", with its copies."""
        for field in sorted(self.card_fields):
            value = getattr(self, field)
            if isinstance(value, list):
                yield from ((f"s.{field}[{seat}]", cell) for seat, cell in enumerate(value))
            else:
                yield f"s.{field}", value

    def spent(self, seat: int) -> Cards:
        """Return the cards that a seat has played from its hand, face up, the last one last."""
        return self.piles.discard[seat]

    def hand_size(self, seat: int) -> int:
        """Return the number of cards in the hand of a seat."""
        return self.piles.hand_size(seat)

    def deck_size(self, seat: int) -> int:
        """Return the number of cards in the draw pile of a seat."""
        return self.piles.size(seat)

    def down_size(self, seat: int) -> int:
        """Return the number of cards that lie face down before a seat."""
        return len(closed_entries(self.face_down[seat]))

    def turned_up(self, seat: int) -> Cards:
        """Return the cards before a seat that `step.turn_over` has turned up."""
        return open_copies(self.face_down[seat])

    def open_hand(self, seat: int) -> Cards:
        """Return the cards of a hand that is all face up; raise `KitError` while one of them is closed."""
        if seat not in self.seats:
            raise KitError(f"open_hand names seat {seat!r}, and the seats are 1 to {len(self.seats)}")
        if self.piles.hand[seat]:
            raise KitError("open_hand reads a hand that is closed: say step.open_hands() and read it in the next phase")
        return tuple(self.piles.shown[seat])


BASE_FIELDS = frozenset(get_type_hints(Table))
_EMPTY: dict[object, Any] = {int: 0, bool: False, str: ""}


@dataclass_transform()
def table(cls: C) -> C:
    """Make a class the state of a game, as its decorator. Raise `KitError` for a field of another type."""
    name = cls.__name__
    if not (isinstance(cls, type) and issubclass(cls, Table)):
        raise KitError(f"the state {name} must derive from Table: `class {name}(Table):`")
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError as unknown:
        raise KitError(f"the state {name} has a field of an unknown type: {unknown}") from None
    for field, hint in hints.items():
        if field not in BASE_FIELDS and not hasattr(Table, field):
            _check_type(name, field, hint)
        elif field in cls.__annotations__:
            raise KitError(f"the state {name} must not declare {field!r} again: every table has it")
    for field in hints:
        if field not in BASE_FIELDS and field in cls.__dict__:
            raise KitError(
                f'the field {field} of {name} must not have a value here: each field begins with 0, False, "" or '
                "nothing, and a column with one of them for each seat; set other values in the first phase"
            )
    made: C = dataclass(slots=True)(cls)  # type: ignore[assignment]  # a dataclass decorator returns its class
    made.card_fields = frozenset(field for field, hint in hints.items() if _marked(hint, CARDS_MARKER))
    made.seat_fields = frozenset(field for field, hint in hints.items() if _marked(hint, SEATS_MARKER))
    return state(made)


def blank(cls: type[Table], seats: int) -> dict[str, Any]:
    """Return the first values of a state's own fields, by name."""
    fields: dict[str, Any] = {}
    for field, hint in get_type_hints(cls).items():
        if field in BASE_FIELDS:
            continue
        column = get_origin(hint) is list
        each = _EMPTY.get(get_args(hint)[0] if column else hint, ())
        fields[field] = [each] * (seats + 1) if column else each
    return fields


def _marked(hint: object, marker: str) -> bool:
    inner = get_args(hint)[0] if get_origin(hint) is list else hint
    return marker in getattr(inner, "__metadata__", ())


def _check_type(cls: str, field: str, hint: object) -> None:
    inner = get_args(hint)[0] if get_origin(hint) is list and get_args(hint) else hint
    if inner in _EMPTY or _marked(inner, CARDS_MARKER) or _marked(inner, SEATS_MARKER):
        return
    words = getattr(hint, "__name__", None) or str(hint)
    raise KitError(
        f"the field {field} of {cls} is of the type {words}: use int, bool, str, Cards or Seats, or a list of one of "
        "them for a column by seat"
    )
