"""The next round and its Reset: Lead, income, mana, hands, Quiet Study, and the phases that follow.

See rules 7.1 and 10.4.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.game import IllegalDecision
from core.games.bridgefront import events, hands
from core.games.bridgefront.decisions import Discard
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.rules import Step, agenda, question
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.units import take_gold


def begin_phase(step: Step, phase: str) -> None:
    """Begin a phase of the match."""
    step.state.phase = phase
    step.emit(events.PhaseBegan(phase))


@agenda("round")
def next_round(step: Step) -> None:
    """Begin the next round.

    The age may change, Lead passes to the next seat, and Reset follows.
    """
    state = step.state
    if state.round in (state.rules.numbers.age_1_ends, state.rules.numbers.age_2_ends):
        state.round += 1
        step.emit(events.AgeBegan(state.age))
    else:
        state.round += 1
    if state.round > 1:
        _rotate_lead(step)
    step.emit(events.RoundBegan(state.round, state.age, state.lead))
    step.schedule(("reset",))


def _rotate_lead(step: Step) -> None:
    """Pass Lead between two rounds (option lead_rotation, M1)."""
    rotation = step.state.option("lead_rotation")
    if rotation == "round":
        pass_lead(step)
    elif rotation == "random":
        step.state.lead = step.chance.stream("lead").pick(step.state.table)
        step.emit(events.LeadPassed(step.state.lead))


def pass_lead(step: Step) -> None:
    """Pass Lead clockwise.

    With lead_rotation = step, this happens after every action step (M1).
    """
    state = step.state
    state.lead = state.lead_order()[1]
    step.emit(events.LeadPassed(state.lead))


@agenda("reset")
def begin_reset(step: Step) -> None:
    """Give all seats income, mana and hands, then schedule the phases of the round."""
    state = step.state
    begin_phase(step, "reset")
    for seat in state.lead_order():
        take_gold(step, seat, state.rules.numbers.income_gold, "income")
    _set_mana(step)
    wants = []
    for seat in state.seats:
        missing = state.rules.numbers.hand_size + state.next_draw[seat] - state.piles.hand_size(seat)
        state.next_draw[seat] = 0
        if missing > 0:
            wants.append((seat, missing))
    step.schedule(("study",), ("market",), ("action phase",), ("sieges",), ("collection",), ("scoring",))
    if wants:
        hands.schedule_draw(step, *wants)


def _set_mana(step: Step) -> None:
    state = step.state
    mana = starting_mana(state)
    for seat in state.seats:
        state.mana[seat] = mana
        state.done[seat] = 0
        state.played[seat] = 0
    state.action_step = 0
    step.emit(events.ManaSet(mana))


def starting_mana(state: Bridgefront) -> int:
    """Return the mana with which every seat starts this round (options base_mana, mana_per_age)."""
    return int(state.option("base_mana")) + int(state.option("mana_per_age")) * (state.age - 1)


# Quiet Study ----------------------------------------------------------------------------------------------------------


@agenda("study")
def ask_study(step: Step) -> None:
    """Ask the seats that may exchange cards at Reset (D5)."""
    state = step.state
    for seat in state.seats:
        most = min(passive_bonus(state, seat, "mulligan"), state.piles.hand_size(seat))
        if most:
            step.ask(STUDY, seat, most)


class StudyChoice(hands.FromHandQuestion[int]):
    """The question of which cards a seat exchanges, up to a maximum number (D5)."""

    kind = "study"

    def bounds(self, most: int) -> tuple[int, int]:
        return 0, most

    def check(self, state: Bridgefront, seat: int, decision: Discard, most: int) -> None:
        """Check that the cards are different ones of the hand, and at most `most`."""
        if len(decision.cards) > most:
            raise IllegalDecision(seat, f"may exchange {most} cards, not {len(decision.cards)}")
        CLOSED_CARDS.check_cards(state, seat, decision.cards)

    def apply_all(self, step: Step, decisions: Mapping[int, Discard], details: Mapping[int, tuple[int]]) -> None:
        """Discard the cards, then draw the same number."""
        wants = []
        for seat, decision in decisions.items():
            for card in decision.cards:
                hands.discard_copy(step, seat, step.state.piles.leave_hand(seat, card), "effect")
            if decision.cards:
                wants.append((seat, len(decision.cards)))
        if wants:
            hands.schedule_draw(step, *wants)


STUDY = question(StudyChoice())
