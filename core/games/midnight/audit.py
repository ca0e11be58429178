"""The end of a match: all hidden cards are opened and checked, and a duel decides ties (rules part 8).

There is a single audit, because hands stay secret over several rounds and cards change hands unseen (protocol part 8).
"""

from __future__ import annotations

from core.games.midnight import events
from core.games.midnight.cards import CANNON, LARGE_CANNON, kind_of
from core.games.midnight.hands import CLOSED_CARDS
from core.games.midnight.rules import Step, agenda
from core.games.midnight.state import Midnight
from core.games.midnight.worth import DUEL

FINAL = "final audit"
MAX_FLIPS = 200
"""Maximum number of flips in a duel; the decks of a ruleset may never decide one."""


@agenda(FINAL)
def final_audit(step: Step, winners: tuple[int, ...], why: str) -> None:
    """Ask every seat to open all its hidden cards."""
    state = step.state
    state.phase = FINAL
    step.schedule(("match over", winners, why))
    CLOSED_CARDS.final_audit(step)


@agenda("match over")
def end_match(step: Step, winners: tuple[int, ...], why: str) -> None:
    """End the match after the final audit; a duel decides between tied seats."""
    if why == DUEL:
        winners = (resolve_duel(step, winners),)
    step.state.winners = winners
    step.state.over = True
    step.emit(events.MatchEnded(winners[0], why))


# Duel (4.9) -----------------------------------------------------------------------------------------------------------


def owned_cards(state: Midnight, seat: int) -> tuple[int, ...]:
    """Return all cards that the nation owns, ascending; call this once all cards are open."""
    return tuple(sorted(CLOSED_CARDS.open_copies(state, seat)))


def resolve_duel(step: Step, seats: tuple[int, ...]) -> int:
    """Let the seats flip cards together until one seat is left, and return that seat.

    The seats that flip a Large Cannon stay in the duel; if there is none, those that flip a Cannon stay. An empty deck
    is shuffled again. Chance decides a duel that no card has decided.
    """
    decks: dict[int, list[int]] = {seat: [] for seat in seats}
    standing = list(seats)
    flips = 0
    while len(standing) > 1:
        if flips == MAX_FLIPS:
            return step.chance.stream("duel").pick(standing)
        for seat in standing:
            if not decks[seat]:
                decks[seat] = step.chance.numbered_stream("duel", seat).shuffle(owned_cards(step.state, seat))
        flipped = {seat: decks[seat].pop() for seat in standing}
        flips += 1
        step.emit(events.Flipped(flips, tuple(flipped.items())))
        for strongest in (LARGE_CANNON, CANNON):
            if hit := [seat for seat in standing if kind_of(flipped[seat]) == strongest]:
                standing = hit
                break
    return standing[0]
