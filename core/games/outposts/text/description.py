"""A description of the public state in words and tables, which is printed beside its digest."""

from __future__ import annotations

from core.engine.text.words import align_table, capitalise, format_count, join_list
from core.games.outposts import cards
from core.games.outposts.board import LEAGUES, PLACES
from core.games.outposts.cards import DECK, PILES
from core.games.outposts.cleanup import final_vp, warden_final_vp
from core.games.outposts.hidden_cards import DECKS
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import entry_name, goods_text, name_list, place_name, seat_name


def describe(state: Outposts) -> str:
    """Return a text about the progress of the match, the seats, their holds, the map and the decks."""
    return "\n\n".join(
        part
        for part in (
            _describe_progress(state),
            _describe_seats(state),
            _describe_holds(state),
            _describe_map(state),
            _describe_decks(state),
        )
        if part
    )


def _describe_progress(state: Outposts) -> str:
    whose = f", turn: {seat_name(state.current)}" if state.current else ""
    lines = [f"{capitalise(state.phase)}, round {state.round}{whose}"]
    if state.over:
        lines.append("The match is over.")
    elif state.asking:
        lines.append(f"Waiting for: {join_list(f'{seat_name(seat)} ({kind})' for seat, kind, _ in state.asking)}.")
    return "\n".join(lines)


def _describe_seats(state: Outposts) -> str:
    rows: list[tuple[str, ...]] = [("Seat", "League", "VP", "At the end", "Hand", "Satchel", "Goods")]
    for seat in state.seats:
        league = LEAGUES[state.league[seat]].name if state.league[seat] >= 0 else "-"
        held = tuple((kind, number) for kind, number in enumerate(state.goods[seat]) if number)
        numbers = (state.points[seat], final_vp(state, seat), state.piles.hand_size(seat), state.piles.size(seat))
        rows.append(
            (str(seat), league, *map(str, numbers), goods_text(held) + ("; passed" if state.passed[seat] else ""))
        )
    if state.is_solo:
        rows.append(("Warden", "-", str(state.warden_points), str(warden_final_vp(state)), "-", "-", "-"))
    return align_table(rows)


def _location_text(state: Outposts, copy: int) -> str:
    walls = state.walls.get(copy, 0)
    return cards.name_of(copy) + (f" ({format_count(walls, 'Wall')})" if walls else "")


def _describe_holds(state: Outposts) -> str:
    lines = []
    for seat in state.seats:
        parts = {
            "Locations": join_list(_location_text(state, copy) for copy in state.hold[seat]),
            "Deals": name_list(state.deals[seat]),
            "Ruins": join_list(map(entry_name, state.ruins[seat])),
            "known in hand": name_list(state.piles.shown[seat]),
        }
        lines.append(
            f"{capitalise(seat_name(seat))}: " + "; ".join(f"{head}: {words}" for head, words in parts.items())
        )
    if state.is_solo:
        lines.append(f"The Warden's Locations: {name_list(state.warden_hold)}")
    return "\n".join(lines)


def _describe_map(state: Outposts) -> str:
    lines = []
    for number in PLACES:
        if owner := state.owner[number]:
            wall = ", a Wall" if state.guarded[number] else ""
            whose = "the Warden" if owner == WARDEN else seat_name(owner)
            lines.append(f"{capitalise(place_name(number))}: {whose}, level {state.level[number]}{wall}")
    return "\n".join(lines)


def _describe_decks(state: Outposts) -> str:
    rows = {
        "Lookout": name_list(state.row) if state.row else "",
        "Connections": name_list(state.connections) if state.connections else "",
        "Deck": f"{format_count(DECKS.size(state, DECK), 'card')}, {format_count(len(state.discards), 'discard')}",
        "Piles": ", ".join(f"{name} {DECKS.size(state, 1 + number)}" for number, name in enumerate(PILES)),
    }
    return "\n".join(f"{head}: {words}" for head, words in rows.items() if words)
