"""A description of the whole public state in words and tables, printed next to its digest."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.text.words import capitalised, count, listed, table
from core.games.bridgefront.decks import deck_size
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.phases.scoring import total_vp
from core.games.bridgefront.state import Bridgefront, Champion, Mark
from core.games.bridgefront.text.words import AGES, DECKS, PHASES, Words

_ON_COPIES = ("marked for coin", "slow", "ward", "frenzy", "plated", "spent")
_ON_EDGES = ("trap", "closed", "temporary")
_ON_HEXES = ("skirmish", "hold the line", "breakthrough")


def describe(state: Bridgefront) -> str:
    """Return a description of the match as text.

    It shows the course of the match so far, the seats, the board hex by hex, the decks and the marks. A closed card is
    a number, never a name.
    """
    w = Words(state)
    parts = [_where(w), _seats(w)]
    if state.phase not in ("factions", "capitals"):
        parts.append(_board(w))
    parts += [_cards(w), _open_things(w)]
    return "\n\n".join(part for part in parts if part)


def _where(w: Words) -> str:
    state = w.state
    phase = PHASES.get(state.phase, state.phase)
    where = f"round {state.round}, {AGES[state.age - 1]}" if state.round else "set-up"
    lines = [
        f"{capitalised(where)}: {phase}" + (f", step {state.action_step}" if state.phase == "action" else ""),
        f"Clockwise: {', '.join(w.who(seat) for seat in state.table)}. {w.who(state.lead)} has the Lead.",
    ]
    if state.over:
        lines.append(f"The match is over. {listed(w.who(seat) for seat in state.winners)} won.")
    elif state.asking:
        lines.append(f"Asked: {listed(f'{w.who(seat)} for {kind}' for seat, kind, _ in state.asking)}.")
    done = [w.who(seat) for seat in state.seats if state.done[seat]]
    if done and state.phase == "action":
        lines.append(f"Done: {listed(done)}.")
    return "\n".join(lines)


def _seats(w: Words) -> str:
    state, piles = w.state, w.state.piles
    head = ("Seat", "Faction", "Capital", w.gold_word, "Mana", "Permanence", "lasting", "Hand", "Pile", "Discard")
    known = state.phase not in ("factions", "capitals")
    rows = [
        (
            str(seat),
            FACTIONS[state.faction[seat]].name if w.faction(seat) else "-",
            w.at(state.capital[seat]) if state.capital[seat] >= 0 else "-",
            str(state.gold[seat]),
            str(state.mana[seat]),
            str(total_vp(state, seat)) if known else "0",
            str(state.vp[seat]),
            str(piles.hand_size(seat)),
            str(piles.size(seat)),
            str(len(piles.discard[seat])),
        )
        for seat in state.seats
    ]
    return table([head, *rows])


def _board(w: Words) -> str:
    state, grid = w.state, w.state.grid
    rows = [("Hex", "What it is", "Bridges to", "Units")]
    for hex_ in range(len(grid.hexes)):
        bridged = [w.at(b) for b, edge in grid.steps[hex_] if state.bridges[edge]]
        units = "; ".join(_units(w, seat, hex_) for seat in state.players_at(hex_))
        what = _tile_name(w, hex_)
        if bridged or units or what:
            rows.append((w.at(hex_), what, " ".join(bridged), units))
    return table(rows)


def _tile_name(w: Words, hex_: int) -> str:
    name = w.hex(hex_).removeprefix("the ").removesuffix(f" at {w.at(hex_)}")
    if name == w.at(hex_):
        return ""
    return f"{name}, value {w.state.mines[hex_]}" if hex_ in w.state.mines else name


def _units(w: Words, seat: int, hex_: int) -> str:
    state = w.state
    forces = state.forces[seat].get(hex_, 0)
    units = [count(forces, "Cohort")] if forces else []
    units += [_champion(w, champion) for champion in state.champions_at(hex_, seat)]
    return f"{w.who(seat)}: {listed(units)}"


def _champion(w: Words, champion: Champion) -> str:
    return f"{w.card(champion.copy)} with {champion.hp} of {champion.max_hp} HP"


def _cards(w: Words) -> str:
    state, piles = w.state, w.state.piles
    lines = [f"Archive row: {_row(w)}"] if state.row else []
    lines += [f"Offered to {w.who(offer.seat)}: {w.cards(offer.copies)}" for offer in state.offers]
    sizes = (f"{name} {deck_size(state, deck)}" for deck, name in enumerate(DECKS))
    lines.append(f"Decks: {', '.join(sizes)}")
    for word, column in (("Open in the hand", piles.shown), ("Discard pile", piles.discard), ("Entropy", state.burnt)):
        lines += [f"{word} of {w.who(seat)}: {_named(w, column[seat])}" for seat in state.seats if column[seat]]
    for word, slots in (("on top", piles.top), ("underneath", piles.bottom)):
        lines += [
            f"{count(len(slots[seat]), 'known card')} {word} of the pile of {w.who(seat)}"
            for seat in state.seats
            if slots[seat]
        ]
    return "\n".join(lines)


def _row(w: Words) -> str:
    here = w.state.row_at
    cards = (f"{'now: ' if i == here else ''}{w.card(copy)}" for i, copy in enumerate(w.state.row) if i >= here)
    return f"{', '.join(cards)} (for {w.seats(w.state.bidders)})"


def _named(w: Words, copies: Iterable[int]) -> str:
    return ", ".join(sorted(w.card(copy) for copy in copies))


def _open_things(w: Words) -> str:
    state = w.state
    lines = [f"Played by {w.who(play.seat)}: {w.card(play.copy) if play.copy else play.kind}" for play in state.plays]
    lines += [f"To be fought: the battle at {w.hex(hex_)}, {w.who(by)} attacking" for hex_, by in state.pending]
    lines += [f"Until Cleanup: {_mark(w, mark)}" for mark in state.marks]
    return "\n".join(lines)


def _mark(w: Words, mark: Mark) -> str:
    if mark.kind == "link":
        return f"{w.hex(mark.what)} and {w.hex(mark.more)} are linked by {w.who(mark.seat)}"
    if mark.kind in _ON_EDGES:
        return f"{mark.kind} Bridge {w.edge(mark.what)}, by {w.who(mark.seat)}"
    on = w.card(mark.what) if mark.kind in _ON_COPIES else w.hex(mark.what) if mark.kind in _ON_HEXES else ""
    return f"{w.who(mark.seat)}: {mark.kind}{f' on {on}' if on else ''}"
