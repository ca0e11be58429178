"""The check of a state after each phase, by which `tether check` finds cards in two places and values that do not fit.

Matches do without it, since it takes time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from core.kit.errors import KitError, changing_lines, in_line
from core.kit.step import DECKS, EngineStep
from core.kit.table import BASE_FIELDS, Table, blank

if TYPE_CHECKING:
    from core.kit.kit import Kit

MAX_NUMBER = 2**63 - 1
"""Largest number that a state can contain."""
SHORT = 40
"""Maximum number of characters of a wrong value in a message."""


class Auditor:
    """The check of one game's states. `after_phase` checks values, `after_step` where the cards are."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._misplaced: dict[tuple[int, str], str] = {}
        """Messages about cards in two places, which a later phase of the same step may still correct."""

    def after_phase(self, step: EngineStep, name: str) -> None:
        """Raise `KitError` if a field has a value that does not fit, or contains a card twice."""
        state = step.state
        for field, fault in self._faults(state):
            raise KitError(f"{self._where(name, field)}: {fault}")
        found = {}
        for copy, places in self._two_places(state):
            operation, line = step.moved_lines.get(copy, ("", 0))
            field = places[0].removeprefix("s.").partition("[")[0]
            card = self._kit.card(copy)
            if len(places) > 1:
                message = (
                    f"{self._where(name, field)}: {card} is in {places[0]} and in {places[1]}; a card has one place"
                )
            elif operation == "into_hand":
                message = f"into_hand{in_line(line)}: {card} is in a hand, and in {places[0]}; a card has one place"
            elif operation:
                message = (
                    f"put_back{in_line(line)}: {card} is in the deck already, and in {places[0]}; "
                    f"take it out of {places[0]} when you put it back"
                )
            else:
                message = f"{self._where(name, field)}: {card} is in {places[0]} and in its deck; use step.turn_up"
            found[copy, places[0]] = self._misplaced.get((copy, places[0]), message)
        self._misplaced = found

    def after_step(self) -> None:
        """Raise `KitError` if a card is in two places at the end of a step."""
        if self._misplaced:
            raise KitError(next(iter(self._misplaced.values())))

    def _where(self, name: str, field: str) -> str:
        function = self._kit.function(name)
        kind = "the answer to" if name in self._kit.rules.questions else "the phase"
        lines = changing_lines(function, field) if function is not None else []
        return f"{kind} {name}{in_line(*lines)}"

    def _faults(self, state: Table) -> Iterator[tuple[str, str]]:
        seats = len(state.seats)
        first = blank(type(state), seats)
        for field, hint in get_type_hints(type(state), include_extras=True).items():
            if field in BASE_FIELDS:
                continue
            value, column = getattr(state, field), get_origin(hint) is list
            if column and type(value) is not list:
                yield field, f"s.{field} is {_short(value)} and must stay a list, with an entry for each seat"
            elif column and len(value) != seats + 1:
                entries = f"{len(value)} entries and needs {seats + 1}"
                yield field, f"s.{field} has {entries}: one for each seat, and entry 0, which belongs to no seat"
            elif column and value[0] != first[field][0]:
                yield field, f"{field}[0] has changed: seats count from 1"
            cells = enumerate(value) if column and type(value) is list else [(0, value)]
            wanted = get_args(hint)[0] if column else hint
            for at, cell in cells:
                if fault := self._fault(state, field, wanted, cell):
                    yield field, f"s.{field}{f'[{at}]' if column else ''} {fault}"

    def _fault(self, state: Table, field: str, wanted: Any, value: Any) -> str:
        """Return the fault of one value, as the end of a sentence, or ""."""
        if wanted in (int, bool, str):
            if type(value) is not wanted:
                return f"is {_short(value)} and must be of the type {wanted.__name__}"
            return f"is {_short(value)}, which is too large" if wanted is int and abs(value) > MAX_NUMBER else ""
        what = "cards" if field in state.card_fields else "seats"
        if type(value) is not tuple:
            return f"is {_short(value)} and must be a tuple of {what}: write tuple(...)"
        for each in value:
            if what == "seats" and not (type(each) is int and each in state.seats):
                return f"contains {_short(each)}, which is no seat: seats are 1 to {len(state.seats)}"
            if what == "cards" and not any(each in cards for cards in self._kit.sets):
                return f"contains {_short(each)}, which is no card"
        if what == "cards" and len(set(value)) < len(value):
            twice = next(each for each in value if value.count(each) > 1)
            return f"contains {self._kit.card(twice)} twice"
        return ""

    def _two_places(self, state: Table) -> Iterator[tuple[int, list[str]]]:
        """Yield each card of a common deck in two places, and the fields that contain it."""
        places: dict[int, list[str]] = {}
        for place, copies in state.card_places():
            for copy in copies:
                places.setdefault(copy, []).append(place)
        for cards in self._kit.sets:
            if cards.own:
                continue
            held = set(DECKS.sorted_cards(state, cards.deck))
            for copy in cards.copies:
                found = places.get(copy, [])
                if found and (copy in held or (len(found) > 1 and not cards.batch)):
                    yield copy, found


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= SHORT else f"{shown[:SHORT]}..."
