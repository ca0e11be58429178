"""The geometry of the table: where each card lies and how large it is, as a function of the state.

Lengths are units of the board, and the origin is its lower left corner.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from client.table.kit.zones import PLAYED, CardSpot, Zone, Zones, card_spots
from client.ui.hexes import Rect
from core.kit.table import Table

BOARD_WIDTH = 1018.0
PLATE_W, GAP, TOP = 238.0, 6.0, 46.0
"""Width of the seats' plates; the gap between places; the height that the prompt covers."""
HAND_H, CHOICES_H = 186.0, 118.0
"""Heights of the area below the cloth: for a hand, or for a row of choices alone."""
STRIP_H, SLOT_H, LARGE_SLOT_H, TITLE_H = 48.0, 140.0, 236.0, 20.0
"""Heights of the strip of numbers, of the played cards below rows and alone, and of a zone's title."""
ASPECT = 150 / 104
MAX_PLATE, SMALL_PLATE, MAX_CARD = 132.0, 84.0, 230.0
"""Heights of a plate with and without cards, and of a card in a row."""
EMPTY_ROW_H = 34.0
"""Height of a line of rows without cards."""
MINI = 30.0
"""Width of the small cards on a plate."""


class Plan(NamedTuple):
    """The places of the table, and the cards in them."""

    cloth: Rect
    strip: Rect
    """The numbers of the whole table; its height is 0 if there are none."""
    plates: dict[int, Rect]
    rows: dict[str, Rect]
    """The areas of the rows, by their fields."""
    decks: dict[int, Rect]
    """The common decks, by the index of their set."""
    slots: dict[int, Rect]
    """The places for played cards, by seat."""
    gathered: dict[tuple[str, int], Rect]
    """The areas of the seats' own zones on their plates, by field and seat."""
    cards: dict[int, Rect]
    spots: dict[int, CardSpot]

    def flight_rect(self, spot: CardSpot) -> Rect:
        """Return where a card of this place flies from or to, if it has no rectangle of its own."""
        if spot.where in self.rows:
            return self.rows[spot.where]
        if spot.where == PLAYED and spot.seat in self.slots:
            return self.slots[spot.seat]
        if (spot.where, spot.seat) in self.gathered:
            return self.gathered[spot.where, spot.seat]
        return self.plates.get(spot.seat, self.cloth)


def make_plan(
    zones: Zones, state: Table, around: Sequence[int], size: tuple[float, float], low: float, opening: bool = False
) -> Plan:
    """Return the places on a board of this size; `low` is the height of the area below the cloth.

    With `opening`, no card has been played yet.
    """
    w, h = size
    placed = card_spots(zones, state, opening)
    plates = _plate_rects(around, h, MAX_PLATE if zones.gathered else SMALL_PLATE)
    cloth = Rect(PLATE_W + 2 * GAP, low + GAP, w - PLATE_W - 3 * GAP, h - TOP - low - GAP)
    inner = cloth.inset(14, 10)
    strip = Rect(inner.x, inner.top - STRIP_H, inner.w, STRIP_H if zones.counters or zones.orders else 0.0)
    if not strip.h:
        strip = Rect(inner.x, inner.top, inner.w, 0.0)
    slot_h = min(SLOT_H, inner.h * 0.36) if zones.played else 0.0
    above = 0.0
    if zones.played and not zones.rows and not zones.decks:  # nothing else is there, so the cards are large
        room = strip.y - inner.y
        slot_h = min(LARGE_SLOT_H, room)
        above = (room - slot_h) / 2
    slots = _slot_rects(around, Rect(inner.x, inner.y + above, inner.w, slot_h)) if zones.played else {}
    middle = Rect(inner.x, inner.y + slot_h, inner.w, strip.y - inner.y - slot_h - 2)
    decks, rest = _deck_rects(zones, middle)
    rows = _row_rects(zones, rest, {spot.where for spot in placed.values()})
    gathered = {(zone.field, seat): area for seat in around for zone, area in _zone_shares(zones, plates[seat])}
    cards: dict[int, Rect] = {}
    for where, area in rows.items():
        copies = [copy for copy, spot in placed.items() if spot == CardSpot(where)]
        cards.update(_place_in_row(copies, Rect(area.x, area.y, area.w, area.h - TITLE_H), MAX_CARD))
    for (field, seat), area in gathered.items():
        cards.update(_place_small_row([copy for copy, spot in placed.items() if spot == CardSpot(field, seat)], area))
    for seat, slot in slots.items():
        cards.update(_place_in_heap([copy for copy, spot in placed.items() if spot == CardSpot(PLAYED, seat)], slot))
    return Plan(cloth, strip, plates, rows, decks, slots, gathered, cards, placed)


def _plate_rects(around: Sequence[int], h: float, most: float) -> dict[int, Rect]:
    each = min(most, (h - GAP - GAP * len(around)) / max(1, len(around)))
    return {
        seat: Rect(GAP, h - GAP - each * (i + 1) - GAP * i, PLATE_W, each) for i, seat in enumerate(around)
    }  # fmt: skip


def _slot_rects(around: Sequence[int], area: Rect) -> dict[int, Rect]:
    """Return the places for played cards, each with room for a name below it."""
    wide = min(area.h * 1.07, area.w / len(around))
    left = area.x + (area.w - wide * len(around)) / 2
    card = min(area.h - 24, (wide - 16) * ASPECT)
    return {
        seat: Rect(left + wide * i + (wide - card / ASPECT) / 2, area.y + 20, card / ASPECT, card)
        for i, seat in enumerate(around)
    }


def _deck_rects(zones: Zones, area: Rect) -> tuple[dict[int, Rect], Rect]:
    """Return the common decks at the left of an area, and the rest of it."""
    if not zones.decks:
        return {}, area
    high = min(area.h - 2 * TITLE_H, 150.0)
    wide = high / ASPECT
    block = (wide + 18) * len(zones.decks)
    if block > area.w * 0.4:
        wide *= area.w * 0.4 / block
        high = wide * ASPECT
    y = area.y + (area.h - high) / 2
    decks = {deck: Rect(area.x + 4 + (wide + 18) * i, y, wide, high) for i, deck in enumerate(zones.decks)}
    used = (wide + 18) * len(zones.decks) + 6
    return decks, Rect(area.x + used, area.y, area.w - used, area.h)


def _row_rects(zones: Zones, area: Rect, filled: Collection[str]) -> dict[str, Rect]:
    """Return the areas of the rows: below each other, from three on in two columns.

    Lines in which no row is `filled` with cards are low if there are other lines.
    """
    many = len(zones.rows)
    columns = 1 if many <= 2 else 2 if many <= 6 else 3
    lines = [zones.rows[at : at + columns] for at in range(0, many, columns)]
    is_high = [any(zone.field in filled for zone in line) for line in lines]
    heights = [area.h / max(1, len(lines))] * len(lines)
    if any(is_high) and not all(is_high):
        low = min(EMPTY_ROW_H, heights[0])
        rest = (area.h - low * is_high.count(False)) / is_high.count(True)
        heights = [rest if high else low for high in is_high]
    found, top, wide = dict[str, Rect](), area.top, area.w / columns
    for line, high in zip(lines, heights):
        top -= high
        found.update((zone.field, Rect(area.x + wide * i, top, wide - 6, high)) for i, zone in enumerate(line))
    return found


def _zone_shares(zones: Zones, plate: Rect) -> list[tuple[Zone, Rect]]:
    """Return the parts of a plate's lower edge for the zones of its seat."""
    if not zones.gathered:
        return []
    wide = (plate.w - 16) / len(zones.gathered)
    high = max(20.0, min(MINI * ASPECT, plate.h - 76))
    return [
        (zone, Rect(plate.x + 10 + wide * i, plate.y + 6, wide - 6, high)) for i, zone in enumerate(zones.gathered)
    ]  # fmt: skip


def _place_in_row(copies: Sequence[int], area: Rect, highest: float) -> dict[int, Rect]:
    """Return cards side by side in the middle of an area; many of them overlap."""
    if not copies:
        return {}
    high = min(highest, area.h - 6, max(40.0, (area.w - 8) * ASPECT))
    wide = high / ASPECT
    free = (area.w - 8 - 10 * (len(copies) - 1)) / len(copies)
    if free < wide:  # smaller cards, before they overlap
        wide = max(wide * 0.62, free)
        high = wide * ASPECT
    step = min(wide + 10, (area.w - 8 - wide) / max(1, len(copies) - 1))
    left = area.x + (area.w - wide - step * (len(copies) - 1)) / 2
    y = area.y + (area.h - high) / 2
    return {copy: Rect(left + step * i, y, wide, high) for i, copy in enumerate(copies)}


def _place_small_row(copies: Sequence[int], area: Rect) -> dict[int, Rect]:
    """Return small cards from the left edge of an area."""
    wide = area.h / ASPECT
    step = min(wide + 3, (area.w - wide) / max(1, len(copies) - 1))
    return {copy: Rect(area.x + step * i, area.y, wide, area.h) for i, copy in enumerate(copies)}


def _place_in_heap(copies: Sequence[int], slot: Rect) -> dict[int, Rect]:
    """Return cards on top of each other, so that a strip of each is visible."""
    step = min(22.0, slot.w * 0.3)
    left = slot.x - step * (len(copies) - 1) / 2
    return {copy: Rect(left + step * i, slot.y, slot.w, slot.h) for i, copy in enumerate(copies)}
