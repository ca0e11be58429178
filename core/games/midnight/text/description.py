"""A description of the public state in words and tables, which is printed beside its digest."""

from __future__ import annotations

from core.engine.text.words import capitalised, count, listed, table
from core.games.midnight.cards import DIAL_NAMES
from core.games.midnight.state import Midnight
from core.games.midnight.text.words import Words


def describe(state: Midnight) -> str:
    """Return a text about the progress of the match, the seats, the borders and the modules."""
    w = Words(state)
    return "\n\n".join(part for part in (_where(w), _seats(w), _borders_text(w), _modules_text(w)) if part)


def _where(w: Words) -> str:
    state = w.state
    clock = f"{count(state.clock, 'minute')} to midnight" if state.clock else "midnight"
    lines = [
        f"{capitalised(state.phase)}: {clock}, turn {state.turn}"
        + (f" of {w.who(state.current)}" if state.turn else "")
    ]
    if state.over:
        lines.append(f"The match is over. {listed(w.who(seat) for seat in state.winners)} won.")
    elif state.asking:
        lines.append(f"Asked: {listed(f'{w.who(seat)} for {kind}' for seat, kind, _ in state.asking)}.")
    return "\n".join(lines)


def _seats(w: Words) -> str:
    state, piles = w.state, w.state.piles
    head = ("Nation", "Worth", *DIAL_NAMES, "Hand", "Deck", "Discard", "Stock", "Capital", "")
    rows = [
        (
            w.who(seat),
            str(state.worth[seat]),
            *(str(state.value(seat, dial)) for dial in range(len(DIAL_NAMES))),
            str(piles.hand_size(seat)),
            str(piles.size(seat)),
            str(len(piles.discard[seat])),
            str(len(state.stock[seat])),
            w.cards(state.capital[seat]) if state.capital[seat] else "-",
            "eliminated" if state.eliminated[seat] else "in Ruin" if state.ruined[seat] else "",
        )
        for seat in state.seats
    ]
    return table([head, *rows])


def _borders_text(w: Words) -> str:
    lines = [
        f"{w.who(seat)} towards {w.who(other)}: {listed(w.entry(entry) for entry in entries)}"
        for seat in w.state.seats
        for other, entries in w.state.facing(seat)
        if entries
    ]
    return "\n".join(lines)


def _modules_text(w: Words) -> str:
    state = w.state
    lines = [f"{law.name}: {law.text}" for law in map(state.rules.escalations.__getitem__, state.escalations)]
    lines += [f"Pact: {w.who(a)} and {w.who(b)}, card of {w.who(owner)}" for a, b, owner in state.pacts]
    return "\n".join(lines)
