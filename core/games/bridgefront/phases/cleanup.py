"""Cleanup and the end of the match: hands are discarded, batches are audited, and marks are removed.

See rules 10.3 and hidden cards parts 2, 5, 6.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.game import IllegalDecision
from core.engine.hidden.secrets import Opening, Secrets
from core.engine.question import size_with_openings
from core.games.bridgefront import events, hands
from core.games.bridgefront.decisions import Clear
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.phases.reset import begin_phase
from core.games.bridgefront.rules import Duty, Step, agenda, question
from core.games.bridgefront.state import Bridgefront

FINAL = "final audit"


def _ask_to_clear(step: Step, seat: int, pile: tuple[int, ...]) -> None:
    """Ask the seat to open the slots of its hand, its owed slots and its pile (Z3)."""
    piles = step.state.piles
    owed = () if CLOSED_CARDS.is_audit_blocked(step.state, seat, piles.hand[seat] + pile) else piles.dead[seat]
    if piles.hand[seat] or owed or step.state.phase == FINAL:
        step.ask(CLEAR, seat, piles.hand[seat], owed, pile)


# Cleanup --------------------------------------------------------------------------------------------------------------


@agenda("cleanup")
def begin_cleanup(step: Step) -> None:
    """Ask the seats for the openings of their hands and of the owed slots (Z3)."""
    begin_phase(step, "cleanup")
    step.schedule(("end of round",))
    for seat in step.state.seats:
        _ask_to_clear(step, seat, ())


Slots = tuple[int, ...]
ClearDetails = tuple[Slots, Slots, Slots]


class ClearDuty(Duty[Clear, Slots, Slots, Slots]):
    """The duty of a seat to open its closed hand and the superseded slots.

    At the end of the match, the seat opens its draw pile too.
    """

    kind = "clear"
    decision = Clear
    empty_answer = Clear((), ())
    of_slots = True

    def check(self, state: Bridgefront, seat: int, decision: Clear, hand: Slots, owed: Slots, pile: Slots) -> None:
        """Check that the decision opens exactly the requested slots (part 6).

        Every batch that can be judged is audited.
        """
        for openings, slots in zip(decision, (hand, owed, pile)):
            if tuple([slot for slot, _, _ in openings]) != slots:
                raise IllegalDecision(seat, f"owes the openings of {len(slots)} slots in their order", "duty")
        piles, match, denied = state.piles, state.setup.match, CLOSED_CARDS.contradiction_test(state)
        piles.check_held(match, seat, decision.hand + decision.pile, piles.closed_slots(seat), denied)
        if not CLOSED_CARDS.is_audit_blocked(state, seat, hand + pile):
            piles.check_audit(match, seat, decision.owed, denied)
            piles.accept_audit(seat, decision.hand + decision.owed + decision.pile)

    def apply_all(self, step: Step, decisions: Mapping[int, Clear], details: Mapping[int, ClearDetails]) -> None:
        """Discard the closed hands and settle the audits.

        At the end of the match, hands and piles are shown instead of discarded.
        """
        for seat in step.state.lead_order():
            if seat not in decisions:
                continue
            hand, _, pile = details[seat]
            waits = CLOSED_CARDS.is_audit_blocked(step.state, seat, hand + pile)
            if step.state.phase == FINAL:
                _show_cleared(step, seat, decisions[seat])
            else:
                _throw_away(step, seat, decisions[seat].hand)
            CLOSED_CARDS.finish_audit(step, seat, decisions[seat].owed, waits)

    def max_answer_size(self, state: Bridgefront, seat: int, hand: Slots, owed: Slots, pile: Slots) -> int:
        """Return the room in bytes for the numbers of the opened copies, which differ in length."""
        return size_with_openings(len(hand) + len(owed) + len(pile))

    def null_scheme_details(self, state: Bridgefront, seat: int, hand: Slots, owed: Slots, pile: Slots) -> ClearDetails:
        return hand, (), pile

    def forced_answer(
        self, state: Bridgefront, seat: int, own: Secrets, hand: Slots, owed: Slots, pile: Slots
    ) -> Clear:
        return Clear(*(tuple(own.opening(slot) for slot in slots) for slots in (hand, owed, pile)))


CLEAR = question(ClearDuty())


def _throw_away(step: Step, seat: int, openings: tuple[Opening, ...]) -> None:
    """Discard the whole hand: the closed cards, now opened, and the open ones."""
    piles = step.state.piles
    copies = tuple(piles.open(seat, opening) for opening in openings) + piles.shown[seat]
    piles.shown[seat] = ()
    if copies:
        step.emit(events.HandThrownAway(seat, copies))
    for copy in copies:
        hands.discard_copy(step, seat, copy, "cleanup")


@agenda("end of round")
def end_round(step: Step) -> None:
    """End the round.

    Hands of open cards only are discarded, marks end, Temporary Bridges are removed, and mana is reset.
    """
    state = step.state
    for seat in state.lead_order():
        _throw_away(step, seat, ())
    for mark in state.marks_of_kind("temporary"):
        if state.bridges[mark.what]:
            state.bridges[mark.what] = 0
            step.emit(events.BridgeVanished(mark.what))
    state.marks = []
    for seat in state.seats:
        state.mana[seat] = 0
    step.schedule(("round",))


# End of the match -----------------------------------------------------------------------------------------------------


@agenda("final audit")
def final_audit(step: Step, why: str) -> None:
    """Ask every seat to open its hand, its owed slots and its draw pile (H10).

    This includes cards that are already known.
    """
    begin_phase(step, FINAL)
    step.schedule(("match over", why))
    piles = step.state.piles
    for seat in step.state.seats:
        _ask_to_clear(step, seat, piles.top[seat] + piles.unknown[seat] + piles.bottom[seat])


def _show_cleared(step: Step, seat: int, decision: Clear) -> None:
    """Leave the hand and the draw pile in place, as cards that everybody knows."""
    piles = step.state.piles
    for opening in decision.hand:
        CLOSED_CARDS.show(step, seat, opening)
    piles.mix[seat] += tuple(piles.open(seat, opening) for opening in decision.pile)
    piles.mix[seat] = tuple(sorted(piles.mix[seat]))
    piles.top[seat] = piles.unknown[seat] = piles.bottom[seat] = ()


@agenda("match over")
def end_match(step: Step, why: str) -> None:
    """End the match; from now on, nothing is hidden."""
    step.state.over = True
    step.emit(events.MatchEnded(step.state.winners, why))
