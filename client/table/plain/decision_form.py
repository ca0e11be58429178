"""The state of any game as rows: names and values, columns by seat, and closed cards as slots.

It follows only the conventions of the engine: the fields of a `@state` class, records, own piles in slots, and the
fields of every state (step, beacon, agenda). A column by seat has an index 0 that belongs to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from client.table.seats.names import Names
from client.ui.richtext import escape
from core.engine.game import State
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import SLOTS_PER_STEP
from core.engine.state import StateData
from core.engine.text.words import capitalise, format_count

SLOT_ZONES = ("hand", "top", "bag", "bottom")
COPY_ZONES = ("shown", "mix", "discard", "closed")
"""The zones of the piles: `SLOT_ZONES` contain slots, `COPY_ZONES` contain copies."""
ENGINE_FIELDS = ("t", "beacon", "over", "agenda", "asking")
"""The fields of every state; they come last, because players do not need them."""
BEHIND, SEALS = "Engine", "Seals"
FIELD_GROUP_WORDS = {
    BEHIND: "what the engine stores for each match",
    SEALS: "cards that were sealed, opened, or still need an audit",
}
NONE = -1
"""The value that means "none" in a column of numbers."""
MAX_CELL_NUMBERS = 4
"""The maximum number of numbers shown in one cell of a column."""
MAX_LINE_ITEMS = 12
"""The maximum number of list items shown on one line."""
NOTHING = "{muted}–{/}"

Face = Callable[[int, int], int]
"""A function that returns the known copy of a closed card, by owner and slot.

It returns 0 if the copy is unknown.
"""
Path = tuple[str, ...]


class Row(NamedTuple):
    """A line of the table: its path, its name, and its value as rich text or one value per seat."""

    path: Path
    name: str
    value: str = ""
    cells: tuple[str, ...] = ()
    inside: bool = False
    """True if the line can be unfolded."""
    seat: int = 0
    """The seat that owns the line, or 0 for none."""

    @property
    def depth(self) -> int:
        """The number of other lines that contain this line."""
        return len(self.path) - 1


class _Node(NamedTuple):
    """A value with all that is known about its meaning."""

    name: str
    value: Any  # of the kinds that a state may hold; `StateReader` tells them apart
    seat: int = 0
    """The seat that owns the value, once it is known."""
    holds: str = ""
    """The kind of numbers in the value: "slots", "copies", "seats", "decks", or "" for other numbers."""
    piles: bool = False
    """True if the value belongs to a game with closed cards."""


def _kind_of_numbers(name: str, copies: Collection[str], seats: Collection[str]) -> str:
    """Return the kind of numbers in a field of a state."""
    kinds = {"decks": "decks", **dict.fromkeys(copies, "copies"), **dict.fromkeys(seats, "seats")}
    return kinds.get(name, "")


class StateReader:
    """A reader that turns the states of one match into lines."""

    def __init__(self, names: Names, face: Face, card: Callable[[int], str]) -> None:
        self.names, self.face, self.card = names, face, card

    def rows(self, state: State, unfolded: Collection[Path]) -> list[Row]:
        """Return all visible lines.

        A line shows only if all paths around it are unfolded too.
        """
        return list(self._rows(self.top_nodes(state), (), unfolded, False))

    def top_nodes(self, state: State) -> list[_Node]:
        """Return the piles, then the fields of the game, then the fields of the engine."""
        fields = list(_fields(state))
        piles = any(isinstance(value, Piles) for _, value in fields)
        copies, seats = getattr(state, "card_fields", ()), getattr(state, "seat_fields", ())
        own = [
            _Node(_words(name), value, holds=_kind_of_numbers(name, copies, seats), piles=piles)
            for name, value in fields
            if name not in ENGINE_FIELDS
        ]
        behind = tuple(_Node(_words(name), value, piles=piles) for name, value in fields if name in ENGINE_FIELDS)
        own.sort(key=lambda node: not isinstance(node.value, Piles))
        return [*own, _Node(BEHIND, behind)] if behind else own

    def initially_unfolded(self, state: State) -> set[Path]:
        """Return the paths that are unfolded at the beginning, which are those of the hands."""
        piles = [node.name for node in self.top_nodes(state) if isinstance(node.value, Piles)]
        return {("Hand",)} | {path for name in piles for path in ((name,), (name, "Hand"))}

    def _rows(self, nodes: list[_Node], above: Path, unfolded: Collection[Path], of_seats: bool) -> Iterator[Row]:
        for node in nodes:
            path = (*above, node.name)
            inside = self._child_nodes(node)
            if self._is_by_seat(node):
                cells = tuple(self._cell_text(child) for child in inside)
                deep = any(isinstance(child.value, (tuple, list, dict)) for child in inside)
                yield Row(path, node.name, "", cells, deep)
            else:
                yield Row(path, node.name, self.format_node(node), (), bool(inside), node.seat if of_seats else 0)
            if path in unfolded:
                yield from self._rows(inside, path, unfolded, self._is_by_seat(node))

    def _is_by_seat(self, node: _Node) -> bool:
        """Return True if a list is a column by seat.

        Such a list has one empty value for nobody, and one value for each seat.
        """
        value = node.value
        if not isinstance(value, list) or len(value) != len(self.names.names) + 1:
            return False
        return len(value) > 1 and (not value[0] or value[0] == NONE)

    def _child_nodes(self, node: _Node) -> list[_Node]:
        """Return the parts that a value shows when it is unfolded."""
        value = node.value
        if node.holds == "decks":
            return []
        if node.name in FIELD_GROUP_WORDS and isinstance(value, tuple):
            return list(value)
        if self._is_by_seat(node):
            return [node._replace(name=self.names.plain_name(seat), value=value[seat], seat=seat)
                    for seat in range(1, len(value))]  # fmt: skip
        if isinstance(value, Piles):
            return self._card_zones(node)
        if isinstance(value, StateData) or hasattr(value, "_fields"):
            return [node._replace(name=_words(name), value=inner) for name, inner in _fields(value)]
        if isinstance(value, dict):
            return [node._replace(name=str(key), value=inner) for key, inner in sorted(value.items())]
        if isinstance(value, (list, tuple)) and (len(value) > MAX_LINE_ITEMS or not all(map(_is_scalar, value))):
            return [node._replace(name=str(number), value=inner) for number, inner in enumerate(value)]
        return []

    def _card_zones(self, node: _Node) -> list[_Node]:
        """Return the zones that contain cards, then the seals of the cards."""
        zones, seals = [], []
        for name, value in _fields(node.value):
            holds = "slots" if name in (*SLOT_ZONES, "dead") else "copies" if name in COPY_ZONES else ""
            inner = node._replace(name=_words(name), value=value, holds=holds)
            if name not in SLOT_ZONES + COPY_ZONES:
                seals.append(inner)
            elif name == "hand" or any(value):
                zones.append(inner)
        return [*zones, node._replace(name=SEALS, value=tuple(seals))]

    # Values -----------------------------------------------------------------------------------------------------------

    def _cell_text(self, node: _Node) -> str:
        """Return a short form of a value: a few numbers, or else the number of things in it."""
        value = node.value
        if isinstance(value, tuple) and 0 < len(value) <= MAX_CELL_NUMBERS and not node.holds and all(
            type(number) is int and number < SLOTS_PER_STEP for number in value
        ):  # fmt: skip
            return " ".join(map(str, value))
        if isinstance(value, (list, tuple, dict)):
            return str(len(value)) if value else NOTHING
        return self.format_node(node)

    def format_node(self, node: _Node) -> str:
        """Return a value on one line, as rich text."""
        value = node.value
        if node.name in FIELD_GROUP_WORDS and isinstance(value, tuple):
            return f"{{muted}}{FIELD_GROUP_WORDS[node.name]}{{/}}"
        if value is None or (not isinstance(value, int) and not value):
            return NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return self._format_number(node)
        if isinstance(value, (bytes, bytearray)):
            return f"{{muted}}{value[:8].hex()}{'…' if len(value) > 8 else ''}{{/}}"
        if isinstance(value, str):
            return escape(value)
        if isinstance(value, StateData):
            return ""
        if hasattr(value, "_fields"):
            told = ((inner.name.lower(), self.format_node(inner)) for inner in self._child_nodes(node))
            return ", ".join(f"{name} {words}" for name, words in told if words != NOTHING)
        if isinstance(value, dict):
            return self._format_list(node, [f"{key}: {self.format_node(node._replace(value=v))}" for key, v in
                                       sorted(value.items())[:MAX_LINE_ITEMS]])  # fmt: skip
        if node.holds == "decks":
            return ", ".join(format_count(sum(map(len, deck)), "card") for deck in value)
        if node.holds == "seats" and not any(isinstance(inner, tuple) for inner in value):
            return ", ".join(escape(self.names.plain_name(seat)) for seat in value)
        if node.holds == "slots" or node.seat:
            return self._format_cards(node)
        return self._format_list(
            node, [self.format_node(node._replace(name="", value=inner)) for inner in value[:MAX_LINE_ITEMS]]
        )

    def _format_list(self, node: _Node, parts: list[str]) -> str:
        many = len(node.value)
        more = f", {{muted}}… {many} in all{{/}}" if many > len(parts) else ""
        return ", ".join(f"({part})" if ", " in part else part for part in parts) + more

    def _format_cards(self, node: _Node) -> str:
        """Return the cards of a seat: the names of the known ones, and the number of the others."""
        parts: list[str] = []
        closed = 0
        for inner in node.value:
            words = self.format_node(node._replace(name="", value=inner))
            if words == CLOSED:
                closed += 1
            else:
                parts.append(words)
        parts += [f"{{muted}}{format_count(closed, 'hidden card')}{{/}}"] if closed else []
        return ", ".join(f"({part})" if ", " in part else part for part in parts)

    def _format_number(self, node: _Node) -> str:
        """Return a number as text; a copy or a slot becomes the name of its card.

        A card that is open in its zone is stored as its copy with a minus sign.
        """
        number = int(node.value)
        if node.holds == "copies" and not (node.piles and number >= SLOTS_PER_STEP):
            return escape(self.card(abs(number))) if number else NOTHING
        if node.holds == "slots" or (node.piles and number >= SLOTS_PER_STEP):
            copy = self.face(node.seat, number) if node.seat else 0
            return f"{{good}}{escape(self.card(copy))}{{/}}" if copy else CLOSED
        return str(number)


CLOSED = "{muted}closed{/}"
"""The text for a card whose face is not known here."""


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a state or a record.

    For a value without named fields, yield its lowered values.
    """
    names = getattr(value, "field_names", None) or getattr(value, "_fields", None)
    if names:
        return ((name, getattr(value, name)) for name in names)
    return ((f"field {number}", inner) for number, inner in enumerate(value.lower(), 1))


def _is_scalar(value: object) -> bool:
    return not isinstance(value, (tuple, list, dict, StateData))


def _words(name: str) -> str:
    """Return the readable name of a field.

    >>> _words("pact_card")
    'Pact card'
    """
    return capitalise(name.replace("_", " "))
