"""The end of a match (rules part 7).

At the end all secret alliances are opened. Then hands are opened, alliances are settled, and the points are counted.
"""

from __future__ import annotations

from core.games.ambition import alliances, events
from core.games.ambition.cards import ARMAGEDDON, DEAD_HAND, NOW, NUCLEAR_ARMS
from core.games.ambition.hands import DECKS, convict, face_up_copies, value_of
from core.games.ambition.rules import Step, agenda, pay


@agenda("ending")
def begin_ending(step: Step, seat: int, why: str) -> None:
    """Begin the end of the match; no player decides anything after this."""
    state = step.state
    state.phase, state.ending, state.strike, state.claim, state.statements = "end", why, None, None, ()
    step.emit(events.MatchEnded(seat, why))
    step.schedule(("papers",), ("open hands",), ("count", seat))


@agenda("open hands")
def open_hands(step: Step) -> None:
    """Open all hands to all players."""
    DECKS.ask_open(step, *((seat, step.state.shared.hands[seat]) for seat in step.state.seats))


@agenda("count")
def count_points(step: Step, player: int) -> None:
    """Settle breaches, alliances and each Dead Hand, then count the points (7.1)."""
    state = step.state
    if player:
        alliances.break_delay_tactics(step, player)
    for seat in state.seats:
        faces = [state.face(copy) for copy in face_up_copies(state, seat, "intrigue")]
        if ARMAGEDDON in faces:
            alliances.break_delay_tactics(step, seat)
        for copy in face_up_copies(state, seat, "intrigue"):
            if state.intrigue(copy).kind == NOW and seat not in state.away:
                convict(step, seat, copy)
    alliances.settle_at_end(step)
    numbers = state.rules.numbers
    for seat in state.others(player) if player else ():
        for copy in face_up_copies(state, seat, "intrigue"):
            if state.face(copy) == DEAD_HAND:
                pay(step, player, numbers.dead_hand, "dead hand")
    for seat in state.seats:
        faces = [state.face(copy) for copy in face_up_copies(state, seat, "intrigue")]
        state.arms[seat] = faces.count(NUCLEAR_ARMS)
        state.worth[seat] = sum(value_of(state, copy) for copy in face_up_copies(state, seat, "elites"))
        intrigue, arms = numbers.intrigue_worth * (len(faces) - state.arms[seat]), numbers.arms_worth * state.arms[seat]
        total = state.purse[seat] + state.worth[seat] + intrigue + arms
        state.points[seat] = min(0, total) if state.convicted[seat] else total
        step.emit(events.Scored(seat, state.purse[seat], state.worth[seat], intrigue, arms, state.points[seat]))
    state.over = True
