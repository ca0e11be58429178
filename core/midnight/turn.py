"""A turn (rules part 4): tone, draw, actions, trim, tension."""

from __future__ import annotations

from typing import Any

from core.kernel.game import IllegalDecision
from core.midnight import events, hands
from core.midnight.cards import AVERTED, CALM_FACES, CONFLICT, FEE, HAND_LIMIT, INFLUENCE, RED, RISE
from core.midnight.decisions import Deploy, Discard
from core.midnight.dispute import conflict, global_conflict
from core.midnight.escalations import BRINKMANSHIP, CHEAP_SCRAP, MOBILISATION, RATIONING, RED_TELEPHONES, TOTAL_WAR
from core.midnight.ruin import fall
from core.midnight.rules import Step, agenda, answers, checks
from core.midnight.state import Midnight
from core.midnight.worth import lose

# TURN_START, TONE, DRAW -----------------------------------------------------------------------------------------------


@agenda("turn")
def turn(step: Step) -> None:
    """The next nation clockwise begins its turn; the tone is rolled."""
    state = step.state
    order = state.clockwise(state.current) if state.turn == 0 else state.clockwise(state.current)[1:]
    state.turn += 1
    begin(step, next(seat for seat in order if not state.eliminated[seat]))
    seat = state.current
    step.say(events.TurnBegan(seat, state.turn))
    state.calmed = state.ruined[seat]
    state.tense = 0
    if not state.ruined[seat]:
        die = step.chance.serial("tone").die()
        state.tense = int(die > CALM_FACES - state.in_play(BRINKMANSHIP))
        step.say(events.ToneRolled(seat, die, bool(state.tense)))
    step.later(("act",), ("trim",), ("tension",), ("turn",))
    hands.draw_or_tick(step, seat, state.value(seat, INFLUENCE))


def begin(step: Step, seat: int) -> None:
    """A set of actions begins."""
    state = step.state
    state.current = seat
    state.stopped = state.actions = state.moved = 0


# TRIM -----------------------------------------------------------------------------------------------------------------


def hand_limit(state: Midnight) -> int:
    """How many cards a hand may hold in TRIM."""
    return HAND_LIMIT - state.in_play(RATIONING)


@agenda("trim")
def trim(step: Step) -> None:
    """Asks for the cards over the limit."""
    state = step.state
    over = state.piles.hand_size(state.current) - hand_limit(state)
    if over > 0 and not state.stopped:
        step.ask("trim", state.current, over)


@checks("trim")
def check_trim(state: Midnight, seat: int, decision: Discard, detail: tuple[Any, ...]) -> None:
    if len(decision.cards) != detail[0]:
        raise IllegalDecision(seat, f"{detail[0]} cards are over the limit, not {len(decision.cards)}")
    hands.check_cards(state, seat, decision.cards)


@answers("trim")
def answer_trim(step: Step, decisions: dict[int, Discard], details: dict[int, tuple[Any, ...]]) -> None:
    """The cards are discarded for a fee, in Ruin for nothing; the fee may bring Ruin by nobody (R28)."""
    state = step.state
    for seat, decision in decisions.items():
        copies = tuple(state.piles.leave_hand(seat, card) for card in decision.cards)
        hands.discard(step, seat, copies, "limit")
        if not state.ruined[seat]:
            fee = 1 if state.in_play(CHEAP_SCRAP) else FEE
            if lose(step, seat, fee * len(copies), "fee"):
                fall(step, seat)


# TENSION --------------------------------------------------------------------------------------------------------------


@agenda("tension")
def tension(step: Step) -> None:
    """The red die, if the tone was tense and Ruin has not calmed it."""
    state = step.state
    seat = state.current
    if state.stopped or state.calmed or state.ruined[seat] or not state.tense:
        return
    die = step.chance.serial("tension").die()
    face = RED[die - 1]
    step.say(events.TensionRolled(seat, die, face))
    if face == AVERTED:
        hands.draw_or_tick(step, seat, 3 if state.in_play(RED_TELEPHONES) else 2)
    elif face == RISE:
        step.later(("deploy", (1 if len(state.seats) == 3 else 2) + state.in_play(MOBILISATION)))
        hands.draw_or_tick(step, seat, 2)
    elif face == CONFLICT:
        (global_conflict if state.in_play(TOTAL_WAR) else conflict)(step, seat)
    else:
        step.later(("tick", "die"))


@agenda("deploy")
def deploy(step: Step, most: int) -> None:
    """Tensions rise: cards from hand to Borderlands, none to as many as the table's size allows (R19)."""
    state = step.state
    if not state.stopped and state.piles.hand_size(state.current) and state.aimable(state.current):
        step.ask("deploy", state.current, most)


@checks("deploy")
def check_deploy(state: Midnight, seat: int, decision: Deploy, detail: tuple[Any, ...]) -> None:
    if len(decision.plays) > detail[0]:
        raise IllegalDecision(seat, f"at most {detail[0]} cards, not {len(decision.plays)}")
    hands.check_entries(seat, (entry for _, entry in decision.plays), hands.hand(state, seat))
    for other, entry in decision.plays:
        if other not in state.aimable(seat):
            raise IllegalDecision(seat, f"no card may be laid towards seat {other}")
        hands.check_for_border(state, seat, entry)


@answers("deploy")
def answer_deploy(step: Step, decisions: dict[int, Deploy], details: dict[int, tuple[Any, ...]]) -> None:
    for seat, decision in decisions.items():
        for other, entry in decision.plays:
            hands.lay_on_border(step, seat, other, entry)
