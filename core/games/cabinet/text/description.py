"""A description of the state in words and tables, which is printed beside its digest."""

from __future__ import annotations

from core.engine.text.words import align_table, capitalise, format_count, join_list
from core.games.cabinet import cards
from core.games.cabinet.cards import CHALLENGE, DECK_NAMES, MILESTONE, MINISTRY_CARDS
from core.games.cabinet.decks import DECKS, known_cards
from core.games.cabinet.state import NO_PORTFOLIO, Cabinet
from core.games.cabinet.text.narration import ENDS
from core.games.cabinet.text.words import card_with_cost, name_list, seat_name


def describe(state: Cabinet) -> str:
    """Return a text about the progress of the match, the cards on the table, the hands and the decks."""
    return "\n\n".join(
        (_describe_progress(state), _cards_in_play_text(state), _hands_text(state), _describe_decks(state))
    )


def _describe_progress(state: Cabinet) -> str:
    whose = f", turn {state.turn} of {seat_name(state.current)}" if state.turn else ""
    lines = [f"{capitalise(state.phase)}: {state.score} of {format_count(state.target, 'point')}{whose}"]
    if state.over:
        lines.append(f"The match is {'won' if state.won else 'lost'}: {ENDS[state.ending]}.")
    elif state.asking:
        lines.append(f"Asked: {join_list(f'{seat_name(seat)} for {kind}' for seat, kind, _ in state.asking)}.")
    return "\n".join(lines)


def _cards_in_play_text(state: Cabinet) -> str:
    crises = (card_with_cost(state.rules, copy) for copy in state.challenges)
    rows = {
        f"Challenges in play ({len(state.challenges)} of {state.limit})": join_list(crises),
        "To be paid": card_with_cost(state.rules, state.at_stake) if state.at_stake else "",
        "Drawn or looked at": name_list(state.aside) if state.aside else "",
        "In front of the team": name_list(state.placed) if state.placed else "",
        "Milestones achieved": name_list(state.achieved),
    }
    return "\n".join(f"{head}: {words}" for head, words in rows.items() if words)


def _hands_text(state: Cabinet) -> str:
    if all(kind == NO_PORTFOLIO for kind in state.portfolio):
        return align_table([("Seat", "Hand"), *((str(seat), name_list(state.hand[seat])) for seat in state.seats)])
    heads = {seat: MINISTRY_CARDS[state.portfolio[seat]].name for seat in state.seats}
    rows = ((str(seat), heads[seat], name_list(state.hand[seat])) for seat in state.seats)
    return align_table([("Seat", "Portfolio", "Hand"), *rows])


def _describe_decks(state: Cabinet) -> str:
    unseen = state.gone + len(state.lapsed)
    rows = [("Deck", "Cards", "Discards")]
    for deck, name in enumerate(DECK_NAMES):
        lapsed = f"{unseen} left unseen" if deck == CHALLENGE and unseen else ""
        rows.append((name, str(DECKS.size(state, deck)), lapsed or (name_list(state.spent(deck)) if deck < 2 else "")))
    lines = [align_table(rows)]
    for deck in (MILESTONE, CHALLENGE):
        if known := known_cards(state, deck):
            lines.append(f"On top of the {DECK_NAMES[deck]} deck: {', '.join(map(cards.name_of, known))}")
    return "\n".join(lines)
