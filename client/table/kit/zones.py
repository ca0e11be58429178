"""The places of a game in one file, read from the fields of its state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, get_origin, get_type_hints

from core.engine.text.words import capitalise
from core.kit.game import KitGame
from core.kit.questions import DownFromHand, FromHand, SeveralFromHand
from core.kit.table import BASE_FIELDS, Table


class Zone(NamedTuple):
    """A field of the state with its name in words."""

    field: str
    title: str


class Zones(NamedTuple):
    """The fields of a game's state, by what they contain."""

    rows: tuple[Zone, ...]
    """Cards of nobody."""
    gathered: tuple[Zone, ...]
    """Cards by seat."""
    counters: tuple[Zone, ...]
    """Single numbers, words and truths."""
    orders: tuple[Zone, ...]
    """Some seats in an order."""
    columns: tuple[Zone, ...]
    """Numbers, words, truths and seats by seat, except the points."""
    points: str
    """The column or the number that ranks the seats."""
    decks: tuple[int, ...]
    """The indices of the sets that are common decks."""
    own: bool
    """True if the seats draw cards or play them, so that there are hands."""
    played: int
    """The maximum number of cards that a seat plays at once; 0 if no question asks for cards of the hand."""
    shows_spent: bool
    """True if a question plays cards of the hand face up, so that the last ones stay on the table."""
    hand_questions: frozenset[str]
    """The kinds of questions that ask for cards of the hand."""


@lru_cache(maxsize=16)
def find_zones(game: KitGame) -> Zones:
    """Return the places of a game, which are read once."""
    found: dict[str, list[Zone]] = {name: [] for name in ("rows", "gathered", "counters", "orders", "columns")}
    for field, hint in get_type_hints(game.table).items():
        if field in BASE_FIELDS:
            continue
        zone, column = Zone(field, field_title(field)), get_origin(hint) is list
        if field in game.table.card_fields:
            found["gathered" if column else "rows"].append(zone)
        elif field in game.table.seat_fields and not column:
            found["orders"].append(zone)
        elif field != game.points or not column:
            found["columns" if column else "counters"].append(zone)
    asked = {
        kind: question.most if isinstance(question, SeveralFromHand) else 1
        for kind, question in game.questions.items()
        if isinstance(question, (FromHand, SeveralFromHand, DownFromHand))
    }
    sets = game.kit.sets
    return Zones(
        **{name: tuple(zones) for name, zones in found.items()},
        points=game.points,
        decks=tuple(index for index, cards in enumerate(sets) if not cards.own),
        own=bool(asked) or any(cards.own or cards.batch for cards in sets),
        played=max(asked.values(), default=0),
        shows_spent=any(isinstance(game.questions[kind], (FromHand, SeveralFromHand)) for kind in asked),
        hand_questions=frozenset(asked),
    )


def field_title(field: str) -> str:
    """Return the name of a field in words."""
    return capitalise(field.replace("_", " ").strip())


def format_value(value: object) -> str:
    """Return a number, a word or a truth for the table."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def field_value(state: Table, field: str) -> Any:
    """Return the value of a field."""
    return getattr(state, field)


class CardSpot(NamedTuple):
    """The place of a card: the field or the kind of place, and the seat that it belongs to, or 0."""

    where: str
    seat: int = 0


PLAYED, HAND, DECK, TAKEN = "*played", "*hand", "*deck", "*taken"
"""Places that are not fields.

They are the played cards of a seat, the hands, a common deck, whose `seat` is its index, and the hand of a seat that
takes an open card.
"""


def card_spots(zones: Zones, state: Table, opening: bool = False) -> dict[int, CardSpot]:
    """Return the place of each card that lies face up, in the order of the places.

    With `opening`, the played cards of earlier steps are left out, because new ones are about to be opened.
    """
    found: dict[int, CardSpot] = {}
    for zone in zones.rows:
        for copy in field_value(state, zone.field):
            found.setdefault(copy, CardSpot(zone.field))
    for zone in zones.gathered:
        for seat in state.seats:
            for copy in field_value(state, zone.field)[seat]:
                found.setdefault(copy, CardSpot(zone.field, seat))
    for seat in state.seats if zones.played else ():
        for copy in state.turned_up(seat):
            found.setdefault(copy, CardSpot(PLAYED, seat))
    if zones.shows_spent and not any(state.face_down):
        hiding = opening or any(kind in zones.hand_questions for _, kind, _ in state.asking)
        for seat in () if hiding else state.seats:
            for copy in state.spent(seat)[-zones.played :]:
                found.setdefault(copy, CardSpot(PLAYED, seat))
    return found
