"""A description of the public state in words and tables, which is printed beside its digest."""

from __future__ import annotations

from core.engine.text.words import align_table, capitalise, format_count, join_list
from core.games.midnight.cards import DIAL_NAMES
from core.games.midnight.state import Midnight
from core.games.midnight.text.words import Namer


def describe(state: Midnight) -> str:
    """Return a text about the progress of the match, the seats, the borders and the modules."""
    w = Namer(state)
    return "\n\n".join(
        part for part in (_describe_progress(w), _describe_seats(w), _borders_text(w), _modules_text(w)) if part
    )


def _describe_progress(names: Namer) -> str:
    state = names.state
    clock = f"{format_count(state.clock, 'minute')} to midnight" if state.clock else "midnight"
    lines = [
        f"{capitalise(state.phase)}: {clock}, turn {state.turn}"
        + (f" of {names.nation_name(state.current)}" if state.turn else "")
    ]
    if state.over:
        lines.append(f"The match is over. {join_list(names.nation_name(seat) for seat in state.winners)} won.")
    elif state.asking:
        lines.append(f"Asked: {join_list(f'{names.nation_name(seat)} for {kind}' for seat, kind, _ in state.asking)}.")
    return "\n".join(lines)


def _describe_seats(names: Namer) -> str:
    state, piles = names.state, names.state.piles
    head = ("Nation", "Worth", *DIAL_NAMES, "Hand", "Deck", "Discard", "Stock", "Capital", "")
    rows = [
        (
            names.nation_name(seat),
            str(state.worth[seat]),
            *(str(state.dial_value(seat, dial)) for dial in range(len(DIAL_NAMES))),
            str(piles.hand_size(seat)),
            str(piles.size(seat)),
            str(len(piles.discard[seat])),
            str(len(state.stock[seat])),
            names.cards(state.capital[seat]) if state.capital[seat] else "-",
            "eliminated" if state.eliminated[seat] else "in Ruin" if state.ruined[seat] else "",
        )
        for seat in state.seats
    ]
    return align_table([head, *rows])


def _borders_text(names: Namer) -> str:
    lines = [
        f"{names.nation_name(seat)} towards {names.nation_name(other)}: "
        f"{join_list(names.entry(entry) for entry in entries)}"
        for seat in names.state.seats
        for other, entries in names.state.facing_borders(seat)
        if entries
    ]
    return "\n".join(lines)


def _modules_text(names: Namer) -> str:
    state = names.state
    lines = [f"{law.name}: {law.text}" for law in map(state.rules.escalations.__getitem__, state.escalations)]
    lines += [
        f"Pact: {names.nation_name(a)} and {names.nation_name(b)}, card of {names.nation_name(owner)}"
        for a, b, owner in state.pacts
    ]
    return "\n".join(lines)
