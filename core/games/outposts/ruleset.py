"""The rules of one match as a value: its numbers, cards, Connections, leagues and Territories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine.ruleset import number_field
from core.games.outposts.board import League, Territory
from core.games.outposts.cards import Card, Connection, connection_number, kind_of


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules; the defaults are the printed ones."""

    cards_drawn: int = number_field(6, 2, 10, "Each player draws {new} cards at the start, not {old}.")
    cards_kept: int = number_field(4, 1, 10, "Each player keeps {new} cards at the start, not {old}.")
    end_at: int = number_field(30, 8, 60, "The match ends when {new} VP are gained, not {old}.")
    last_round: int = number_field(10, 3, 14, "The match ends after round {new}, not {old}.")
    hand_limit: int = number_field(10, 3, 15, "The hand limit is {new} cards, not {old}.")
    marks_kept: int = number_field(3, 0, 6, "In Cleanup up to {new} marks are kept, not {old}.")
    location_walls: int = number_field(2, 0, 4, "A Location holds at most {new} Walls, not {old}.")
    production_defence: int = number_field(4, 1, 9, "A Production Location has Defence {new}, not {old}.")
    feature_defence: int = number_field(3, 1, 9, "A Feature has Defence {new}, not {old}.")
    action_defence: int = number_field(3, 1, 9, "An Action Location has Defence {new}, not {old}.")
    level_1_defence: int = number_field(3, 1, 12, "An Outpost on level 1 has Defence {new}, not {old}.")
    level_2_defence: int = number_field(4, 1, 12, "An Outpost on level 2 has Defence {new}, not {old}.")
    level_3_defence: int = number_field(5, 1, 12, "An Outpost on level 3 has Defence {new}, not {old}.")
    outpost_vp: int = number_field(1, 0, 4, "Each Outpost is worth {new} VP at the end, not {old}.")
    raze_vp: int = number_field(2, 0, 4, "Razing an Outpost gives {new} VP, not {old}.")
    pass_guards_hold: int = number_field(
        0, 0, 1, "Passing protects the hold from razing and visits: {new}, not {old} (1 is yes)."
    )
    open_for_owner: int = number_field(
        1, 0, 1, "Open production also yields its goods to its owner: {new}, not {old} (1 is yes)."
    )
    warden_attempts: int = number_field(3, 0, 5, "The Warden attacks {new} times a round, not {old}.")
    warden_hits: int = number_field(1, 0, 3, "The Warden razes at most {new} Locations a round, not {old}.")
    warden_razes: int = number_field(2, 0, 4, "The Warden razes at most {new} Outposts a round, not {old}.")
    warden_mild: int = number_field(1, 0, 6, "A mild Warden attacks with distance + {new}, not {old}.")
    warden_grim: int = number_field(2, 0, 6, "A grim Warden attacks with distance + {new}, not {old}.")
    connection_vp_normal: int = number_field(2, 0, 5, "A normal Warden gains {new} VP for a Connection, not {old}.")
    connection_vp_hard: int = number_field(3, 0, 5, "A hard Warden gains {new} VP for a Connection, not {old}.")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of a match. There is one object for each ruleset, so that it may key caches."""

    numbers: Numbers
    leagues: tuple[League, ...]
    cards: tuple[Card, ...]
    """Cards of the deck by number."""
    deck: tuple[int, ...]
    """Copies in the deck."""
    connections: tuple[Connection, ...]
    """Connections by number."""
    territories: tuple[Territory, ...]
    start_writs: Mapping[int, tuple[int, ...]]
    """Writs with which each seat begins, by number of seats."""
    defence: Mapping[str, int]
    """Defence of a Location without Walls, by kind of card."""
    level_defence: tuple[int, ...]
    """Defence of an Outpost without Walls, by level."""

    def card(self, copy: int) -> Card:
        """Return the card of a copy of the deck."""
        return self.cards[kind_of(copy)]

    def connection(self, copy: int) -> Connection:
        """Return the Connection of a copy."""
        return self.connections[connection_number(copy)]

    def territory(self, place: int) -> Territory:
        """Return the Territory of that number."""
        return self.territories[place - 1]
