"""A description of the public state in words and tables, which is printed beside its digest."""

from __future__ import annotations

from core.engine.text.words import capitalised, count, listed, table
from core.games.ambition.cards import INTRIGUE_DECK
from core.games.ambition.state import Ambition
from core.games.ambition.text.words import Namer


def describe(state: Ambition) -> str:
    """Return a text about the progress of the match, the seats, the alliances and the decks."""
    w = Namer(state)
    return "\n\n".join(part for part in (_where(w), _seats(w), _alliances(w), _decks(w)) if part)


def _where(w: Namer) -> str:
    state = w.state
    lines = [f"{capitalised(state.phase)}: round {state.round}, turn {state.turn} ({w.who(state.current)})"]
    if state.over:
        best = max(state.points)
        lines.append(f"The match is over. Most Influence: {w.all(s for s in state.seats if state.points[s] == best)}.")
    elif state.asking:
        lines.append(f"Waiting for: {listed(f'{w.who(seat)} ({kind})' for seat, kind, _ in state.asking)}.")
    if state.claim:
        lines.append(f"{capitalised(w.who(state.claim.seat))} claims {state.claim.value} with an Elite face down.")
    if state.strike:
        lines.append(
            f"{capitalised(w.who(state.strike.attacker))} has launched a strike at {w.who(state.strike.target)}."
        )
    return "\n".join(lines)


def _seats(w: Namer) -> str:
    state = w.state
    head = ("Player", "Influence", "Token", "Elites", "Intrigue", "Industrial", "In play", "Score", "")
    rows = [
        (
            w.who(seat),
            str(state.purse[seat]),
            "yes" if state.token[seat] else "no",
            str(len(state.hand(seat, "elites"))),
            str(len(state.hand(seat, "intrigue"))),
            str(len(state.hand(seat, "industry"))),
            w.cards(state.industry[seat]) if state.industry[seat] else "-",
            str(state.points[seat]) if state.over else "-",
            "convicted" if state.convicted[seat] else "",
        )
        for seat in state.seats
    ]
    return table([head, *rows])


def _alliances(w: Namer) -> str:
    state = w.state
    lines = [f"{capitalised(w.who(a.a))} and {w.who(a.b)}: {w.pact(a.pact, a.extra)}" for a in state.alliances]
    for paper in state.papers:
        if paper.signed:
            lines.append(f"{capitalised(w.who(paper.proposer))} and {w.who(paper.partner)}: a secret alliance")
    return "\n".join(lines)


def _decks(w: Namer) -> str:
    state = w.state
    deck = count(len(state.shared.decks[INTRIGUE_DECK]), "card")
    spent = w.cards(state.intrigue_spent) if state.intrigue_spent else "none"
    return f"Intrigue deck: {deck}, ran out {count(state.exhausted, 'time')}; discards: {spent}."
