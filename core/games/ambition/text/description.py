"""A description of the public state in words and tables, which is printed beside its digest."""

from __future__ import annotations

from core.engine.text.words import align_table, capitalise, format_count, join_list
from core.games.ambition.cards import INTRIGUE_DECK
from core.games.ambition.state import Ambition
from core.games.ambition.text.words import Namer


def describe(state: Ambition) -> str:
    """Return a text about the progress of the match, the seats, the alliances and the decks."""
    w = Namer(state)
    return "\n\n".join(
        part for part in (_describe_progress(w), _describe_seats(w), _describe_alliances(w), _describe_decks(w)) if part
    )


def _describe_progress(names: Namer) -> str:
    state = names.state
    lines = [f"{capitalise(state.phase)}: round {state.round}, turn {state.turn} ({names.seat_name(state.current)})"]
    if state.over:
        best = max(state.points)
        lines.append(
            f"The match is over. Most Influence: {names.seat_names(s for s in state.seats if state.points[s] == best)}."
        )
    elif state.asking:
        lines.append(
            f"Waiting for: {join_list(f'{names.seat_name(seat)} ({kind})' for seat, kind, _ in state.asking)}."
        )
    if state.claim:
        lines.append(
            f"{capitalise(names.seat_name(state.claim.seat))} claims {state.claim.value} with an Elite face down."
        )
    if state.strike:
        lines.append(
            f"{capitalise(names.seat_name(state.strike.attacker))} has launched a strike at "
            f"{names.seat_name(state.strike.target)}."
        )
    return "\n".join(lines)


def _describe_seats(names: Namer) -> str:
    state = names.state
    head = ("Player", "Influence", "Token", "Elites", "Intrigue", "Industrial", "In play", "Score", "")
    rows = [
        (
            names.seat_name(seat),
            str(state.purse[seat]),
            "yes" if state.token[seat] else "no",
            str(len(state.hand(seat, "elites"))),
            str(len(state.hand(seat, "intrigue"))),
            str(len(state.hand(seat, "industry"))),
            names.cards(state.industry[seat]) if state.industry[seat] else "-",
            str(state.points[seat]) if state.over else "-",
            "convicted" if state.convicted[seat] else "",
        )
        for seat in state.seats
    ]
    return align_table([head, *rows])


def _describe_alliances(names: Namer) -> str:
    state = names.state
    lines = [
        f"{capitalise(names.seat_name(a.a))} and {names.seat_name(a.b)}: {names.pact(a.pact, a.extra)}"
        for a in state.alliances
    ]
    for paper in state.papers:
        if paper.signed:
            lines.append(
                f"{capitalise(names.seat_name(paper.proposer))} and {names.seat_name(paper.partner)}: a secret alliance"
            )
    return "\n".join(lines)


def _describe_decks(names: Namer) -> str:
    state = names.state
    deck = format_count(len(state.shared.decks[INTRIGUE_DECK]), "card")
    spent = names.cards(state.intrigue_spent) if state.intrigue_spent else "none"
    return f"Intrigue deck: {deck}, ran out {format_count(state.exhausted, 'time')}; discards: {spent}."
