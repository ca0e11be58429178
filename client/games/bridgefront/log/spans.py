"""Links to cards and places in log sentences, and the hexes, edges and seats that an event concerns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from client.games.bridgefront.names import card_name, label
from client.table.seats.names import SEAT_REFERENCE, Names
from client.ui import richtext
from core.engine.game import Event
from core.engine.text.words import capitalise
from core.games.bridgefront.events import EffectBegan
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.narration import ON_A_HEX
from core.games.bridgefront.text.words import AXIS
from core.games.bridgefront.units import ON_CHAMPIONS

_PLACE_PATTERN = (
    rf"(?:the (?:Mine|Forge) at )?\((?P<q>-?\d+),(?P<r>-?\d+)\)|Seat (?P<capital>\d)'s Capital|(?P<axis>{AXIS})"
)
_COPIES, _HEXES = ("copy", "champion", "target"), ("hex", "a", "b", "start", "aim", "to")
_SEATS = ("seat", "attacker", "defender", "winner", "loser", "giver", "receiver", "owner", "killer", "lead")
_MANY_SEATS = ("active", "winners")


class EventSubjects(NamedTuple):
    """Places and subjects of an event, as the numbers of hexes, edges, seats and copies of cards."""

    hexes: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    copies: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Return True if the event has any place or subject."""
        return any(tuple(self))


def subjects_of(state: Bridgefront, event: Event) -> EventSubjects:
    """Return the places and subjects of an event; `state` is the table at the time of the event."""
    copies = tuple(dict.fromkeys(copy for copy in _copies(event) if copy > 0))
    hexes = [getattr(event, name, -1) for name in _HEXES]
    if isinstance(event, EffectBegan) and event.kind in ON_A_HEX:
        hexes.append(event.what)
    hexes += [champion.hex for copy in copies if (champion := state.champions.get(copy)) is not None]
    edge = getattr(event, "edge", -1)
    seats = [getattr(event, name, 0) for name in _SEATS]
    seats += [seat for name in _MANY_SEATS for seat in getattr(event, name, ())]
    seats += [bid[0] for bid in (*getattr(event, "bids", ()), *getattr(event, "rolls", ()))]
    there = dict.fromkeys(hex_ for hex_ in hexes if isinstance(hex_, int) and hex_ >= 0)
    edges = (edge,) if edge >= 0 else ()
    return EventSubjects(tuple(there), edges, tuple(dict.fromkeys(seat for seat in seats if seat)), copies)


def _copies(event: Event) -> Iterator[int]:
    for name in _COPIES:
        if isinstance(getattr(event, name, None), int):
            yield getattr(event, name)
    for name in ("copies", "cards", "champions"):
        yield from (copy for copy in getattr(event, name, ()) if isinstance(copy, int))
    if isinstance(event, EffectBegan) and event.kind in ON_CHAMPIONS:
        yield event.what


def sentence_of(names: Names, state: Bridgefront, event: Event) -> str:
    """Return the sentence that describes an event, as rich text.

    Names have the colours of their seats; cards and places are spans.
    """
    words = names.address_player(GAME.narrate(state, event))
    cards = {card_name(state, copy): copy for copy in _copies(event) if copy > 0}
    named = "|".join(re.escape(name) for name in sorted(cards, key=len, reverse=True))
    pattern = _span_pattern(f"(?P<card>{named})" if named else "(?P<card>(?!))")
    parts: list[str] = []
    at = 0
    for found in pattern.finditer(words):
        parts += [richtext.escape(words[at : found.start()]), _span(state, found, cards, names)]
        at = found.end()
    return "".join([*parts, richtext.escape(words[at:])])


def _span_pattern(card: str) -> re.Pattern[str]:
    return re.compile(f"{card}|{_PLACE_PATTERN}|{SEAT_REFERENCE}")


def _span(state: Bridgefront, found: re.Match[str], cards: dict[str, int], names: Names) -> str:
    if found["card"] is not None:
        return f"{{@card {cards[found['card']]}}}{richtext.escape(found[0])}{{/}}"
    if found["seat"] is not None:
        seat = int(found["seat"])
        before, word = names.replace_seat(found)
        return f"{before}{{@seat {seat}}}{{seat_{seat}}}{richtext.escape(word)}{{/}}{{/}}"
    if found["capital"] is not None:
        seat = int(found["capital"])
        whose = "your Capital" if seat == names.own else f"{names.coloured_name(seat)}'s Capital"
        whose = whose if found.start() else capitalise(whose)
        return f"{{@hex {state.capital[seat]}}}{whose}{{/}}"
    grid = state.grid
    hex_ = grid.center if found["axis"] else grid.index.get((int(found["q"]), int(found["r"])), -1)
    if hex_ < 0:
        return richtext.escape(found[0])
    words = found[0] if found["axis"] else found[0].partition("(")[0] + label(state, hex_)
    return f"{{@hex {hex_}}}{richtext.escape(words)}{{/}}"
