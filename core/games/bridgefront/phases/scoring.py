"""The Scoring: Timer, control VP and the winners (rules 10.2)."""

from __future__ import annotations

from core.engine.game import Standing
from core.games.bridgefront import events
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.phases.market import lowest_roll
from core.games.bridgefront.phases.reset import begin_phase
from core.games.bridgefront.rules import Step, agenda
from core.games.bridgefront.state import Bridgefront

SOURCES = ("center", "forges", "capitals", "champions")
"""The sources of control VP: the Center, Forges, enemy Capitals, and Champions that are worth VP."""


def control_vp(state: Bridgefront, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the seat's control VP by source, without the sources that give none."""
    return tuple((word, vp) for word, vp in zip(SOURCES, _control_vp(state, seat)) if vp)


def _control_vp(state: Bridgefront, seat: int) -> tuple[int, int, int, int]:
    """Return the seat's control VP from each of the `SOURCES`."""
    held = state.occupied_hexes(seat)
    conquered = len(held.intersection(state.capital[1:])) - (state.capital[seat] in held)
    numbers = state.rules.numbers
    return (
        numbers.center_vp * (state.grid.center in held),
        numbers.forge_vp * len(held.intersection(state.forges)),
        conquered * (1 + passive_bonus(state, seat, "conquest_vp")),
        _champion_vp(state, seat) if state.champions else 0,
    )


def _champion_vp(state: Bridgefront, seat: int) -> int:
    """Return the seat's VP for Champions on the board and on the Center (L10)."""
    vp = 0
    for champion in state.champions_of(seat):
        ability = state.cards[state.card[champion.copy]].ability
        if ability is not None:
            vp += ability.board_vp
            if champion.hex == state.grid.center:
                vp += ability.center_vp
    return vp


def total_vp(state: Bridgefront, seat: int) -> int:
    """Return the sum of the seat's permanent and control VP."""
    return state.vp[seat] + sum(_control_vp(state, seat))


def merit(state: Bridgefront, seat: int) -> tuple[int, int, int]:
    """Return the seat's values for the ranking, in this order: total VP, permanent VP, gold."""
    return total_vp(state, seat), state.vp[seat], state.gold[seat]


@agenda("scoring")
def begin_scoring(step: Step) -> None:
    """Score Timer first (L11), then control VP.

    After that, the match ends with winners, or Cleanup follows.
    """
    state = step.state
    begin_phase(step, "scoring")
    _score_timers(step)
    for seat in state.lead_order():
        sources = control_vp(state, seat)
        step.emit(events.Scored(seat, state.vp[seat], sum(vp for _, vp in sources), sources))
    reached = seats_on_target(state)
    if reached:
        state.winners = _best_seats(step, reached)
        step.schedule(("final audit", "target"))
    elif state.round >= state.rules.numbers.rounds:
        state.winners = _best_seats(step, tuple(state.seats))
        step.schedule(("final audit", "rounds"))
    else:
        step.schedule(("cleanup",))


def _score_timers(step: Step) -> None:
    """Give Timer's permanent VP to each seat that played it this round and occupies the Center."""
    state = step.state
    for seat in state.lead_order():
        for mark in state.marks_of_kind("timer", seat):
            if state.occupies(seat, state.grid.center):
                state.vp[seat] += mark.what
                step.emit(events.VictoryPoints(seat, mark.what))


def seats_on_target(state: Bridgefront) -> tuple[int, ...]:
    """Return the seats that have enough VP to win and no enemy in their Capital (option vp_to_win)."""
    target = state.option("vp_to_win")
    if not target:
        return ()
    return tuple(
        seat
        for seat in state.seats
        if total_vp(state, seat) >= target and not state.enemies_at(state.capital[seat], seat)
    )


def _best_seats(step: Step, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the best of the seats.

    Tied seats share the victory, or roll dice for it (option final_tie, L7).
    """
    top = max(merit(step.state, seat) for seat in seats)
    best = tuple(seat for seat in seats if merit(step.state, seat) == top)
    if step.state.option("final_tie") == "dice":
        return (lowest_roll(step, best, "final tie"),)
    return best


def standing(state: Bridgefront) -> list[Standing]:
    """Return the seats from first to last, with their ranks.

    The winners come first, and the others follow by merit. Equal seats share a rank.
    """
    keys = {seat: (seat in state.winners, () if seat in state.winners else merit(state, seat)) for seat in state.seats}
    found = []
    for seat in sorted(state.seats, key=lambda s: keys[s], reverse=True):
        rank = 1 + sum(keys[other] > keys[seat] for other in state.seats)
        total, permanent, gold = merit(state, seat)
        score = (("vp", total), ("permanent", permanent), ("control", total - permanent), ("gold", gold))
        found.append(Standing(rank, seat, score))
    return found
