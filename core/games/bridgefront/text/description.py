"""A description of the whole public state in words and tables, printed next to its digest."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.text.words import align_table, capitalise, format_count, join_list
from core.games.bridgefront.decks import deck_size
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.phases.scoring import total_vp
from core.games.bridgefront.state import Bridgefront, Champion, Mark
from core.games.bridgefront.text.words import AGES, DECKS, PHASES, Namer

_ON_COPIES = ("marked for coin", "slow", "ward", "frenzy", "plated", "spent")
_ON_EDGES = ("trap", "closed", "temporary")
_ON_HEXES = ("skirmish", "hold the line", "breakthrough")


def describe(state: Bridgefront) -> str:
    """Return a description of the match as text.

    It shows the course of the match so far, the seats, the board hex by hex, the decks and the marks. A closed card is
    a number, never a name.
    """
    w = Namer(state)
    parts = [_describe_progress(w), _describe_seats(w)]
    if state.phase not in ("factions", "capitals"):
        parts.append(_describe_board(w))
    parts += [_describe_cards(w), _describe_open_tasks(w)]
    return "\n\n".join(part for part in parts if part)


def _describe_progress(names: Namer) -> str:
    state = names.state
    phase = PHASES.get(state.phase, state.phase)
    where = f"round {state.round}, {AGES[state.age - 1]}" if state.round else "set-up"
    lines = [
        f"{capitalise(where)}: {phase}" + (f", step {state.action_step}" if state.phase == "action" else ""),
        f"Clockwise: {', '.join(names.seat_title(seat) for seat in state.table)}. "
        f"{names.seat_title(state.lead)} has the Lead.",
    ]
    if state.over:
        lines.append(f"The match is over. {join_list(names.seat_title(seat) for seat in state.winners)} won.")
    elif state.asking:
        lines.append(f"Asked: {join_list(f'{names.seat_title(seat)} for {kind}' for seat, kind, _ in state.asking)}.")
    done = [names.seat_title(seat) for seat in state.seats if state.done[seat]]
    if done and state.phase == "action":
        lines.append(f"Done: {join_list(done)}.")
    return "\n".join(lines)


def _describe_seats(names: Namer) -> str:
    state, piles = names.state, names.state.piles
    head = ("Seat", "Faction", "Capital", names.gold_word, "Mana", "Permanence", "lasting", "Hand", "Pile", "Discard")
    known = state.phase not in ("factions", "capitals")
    rows = [
        (
            str(seat),
            FACTIONS[state.faction[seat]].name if names.faction(seat) else "-",
            names.hex_phrase(state.capital[seat]) if state.capital[seat] >= 0 else "-",
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
    return align_table([head, *rows])


def _describe_board(names: Namer) -> str:
    state, grid = names.state, names.state.grid
    rows = [("Hex", "What it is", "Bridges to", "Units")]
    for hex_ in range(len(grid.hexes)):
        bridged = [names.hex_phrase(b) for b, edge in grid.steps[hex_] if state.bridges[edge]]
        units = "; ".join(_describe_units(names, seat, hex_) for seat in state.players_at(hex_))
        what = _tile_name(names, hex_)
        if bridged or units or what:
            rows.append((names.hex_phrase(hex_), what, " ".join(bridged), units))
    return align_table(rows)


def _tile_name(names: Namer, hex_: int) -> str:
    name = names.hex(hex_).removeprefix("the ").removesuffix(f" at {names.hex_phrase(hex_)}")
    if name == names.hex_phrase(hex_):
        return ""
    return f"{name}, value {names.state.mines[hex_]}" if hex_ in names.state.mines else name


def _describe_units(names: Namer, seat: int, hex_: int) -> str:
    state = names.state
    forces = state.forces[seat].get(hex_, 0)
    units = [format_count(forces, "Cohort")] if forces else []
    units += [_describe_champion(names, champion) for champion in state.champions_at(hex_, seat)]
    return f"{names.seat_title(seat)}: {join_list(units)}"


def _describe_champion(names: Namer, champion: Champion) -> str:
    return f"{names.card(champion.copy)} with {champion.hp} of {champion.max_hp} HP"


def _describe_cards(names: Namer) -> str:
    state, piles = names.state, names.state.piles
    lines = [f"Archive row: {_describe_row(names)}"] if state.row else []
    lines += [f"Offered to {names.seat_title(offer.seat)}: {names.cards(offer.copies)}" for offer in state.offers]
    sizes = (f"{name} {deck_size(state, deck)}" for deck, name in enumerate(DECKS))
    lines.append(f"Decks: {', '.join(sizes)}")
    for word, column in (("Open in the hand", piles.shown), ("Discard pile", piles.discard), ("Entropy", state.burnt)):
        lines += [
            f"{word} of {names.seat_title(seat)}: {_card_names(names, column[seat])}"
            for seat in state.seats
            if column[seat]
        ]
    for word, slots in (("on top", piles.top), ("underneath", piles.bottom)):
        lines += [
            f"{format_count(len(slots[seat]), 'known card')} {word} of the pile of {names.seat_title(seat)}"
            for seat in state.seats
            if slots[seat]
        ]
    return "\n".join(lines)


def _describe_row(names: Namer) -> str:
    here = names.state.row_at
    cards = (f"{'now: ' if i == here else ''}{names.card(copy)}" for i, copy in enumerate(names.state.row) if i >= here)
    return f"{', '.join(cards)} (for {names.seats(names.state.bidders)})"


def _card_names(names: Namer, copies: Iterable[int]) -> str:
    return ", ".join(sorted(names.card(copy) for copy in copies))


def _describe_open_tasks(names: Namer) -> str:
    state = names.state
    lines = [
        f"Played by {names.seat_title(play.seat)}: {names.card(play.copy) if play.copy else play.kind}"
        for play in state.plays
    ]
    lines += [
        f"To be fought: the battle at {names.hex(hex_)}, {names.seat_title(by)} attacking" for hex_, by in state.pending
    ]
    lines += [f"Until Cleanup: {_describe_mark(names, mark)}" for mark in state.marks]
    return "\n".join(lines)


def _describe_mark(names: Namer, mark: Mark) -> str:
    if mark.kind == "link":
        return f"{names.hex(mark.what)} and {names.hex(mark.more)} are linked by {names.seat_title(mark.seat)}"
    if mark.kind in _ON_EDGES:
        return f"{mark.kind} Bridge {names.edge(mark.what)}, by {names.seat_title(mark.seat)}"
    on = names.card(mark.what) if mark.kind in _ON_COPIES else names.hex(mark.what) if mark.kind in _ON_HEXES else ""
    return f"{names.seat_title(mark.seat)}: {mark.kind}{f' on {on}' if on else ''}"
