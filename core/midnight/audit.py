"""The end of a match (rules part 8; PROTOCOL part 8): everything is opened and accounted for, ties are drawn in a duel.

Hands stay secret over rounds and cards change hands unseen, so there is one audit, when all secrets have ended.
"""

from __future__ import annotations

from core.kernel.game import IllegalDecision
from core.kernel.secrets import Opening, Secrets
from core.midnight import events, hands
from core.midnight.cards import CANNON, LARGE_CANNON, kind
from core.midnight.decisions import Clear
from core.midnight.rules import Duty, Step, agenda, question
from core.midnight.state import Midnight
from core.midnight.worth import DUEL

FINAL = "final audit"


def live(state: Midnight, seat: int) -> tuple[int, ...]:
    """Every slot of the seat that is closed."""
    passing = tuple(slot for giver, _, slot in state.passing if giver == seat)
    return state.piles.live(seat) + hands.closed(state.zones(seat)) + passing


@agenda(FINAL)
def final_audit(step: Step, winners: tuple[int, ...], why: str) -> None:
    """Every seat opens everything."""
    state = step.state
    state.phase = FINAL
    state.boxes = ()
    step.later(("match over", winners, why))
    for seat in state.seats:
        if live(state, seat) or state.piles.dead[seat]:
            step.ask(CLEAR, seat, live(state, seat), state.piles.dead[seat])


Slots = tuple[int, ...]


class Account(Duty[Clear, Slots, Slots]):
    """All that is still closed, and the superseded slots that are owed."""

    kind = "clear"
    decision = Clear
    nothing = Clear((), ())
    of_slots = True

    def check(self, state: Midnight, seat: int, decision: Clear, slots: Slots, owed: Slots) -> None:
        """Right openings of exactly the slots asked for, and every batch adds up."""
        piles, match = state.piles, state._setup.match
        hands.check_openings(state, seat, decision.live, slots)
        if tuple(slot for slot, _, _ in decision.owed) != owed:
            raise IllegalDecision(seat, f"owes the openings of {len(owed)} slots in their order", "duty")
        piles.check_audit(match, seat, decision.owed, hands.denied)
        piles.account(seat, decision.live + decision.owed)

    def answer(self, step: Step, seat: int, decision: Clear, slots: Slots, owed: Slots) -> None:
        """Hands, decks and the table lie open. A lost seat is not audited, and not accused (PROTOCOL 8.3)."""
        piles = step.state.piles
        if seat in step.lost:
            if piles.batches[seat]:
                step.say(events.AuditOwed(seat, len(piles.dead[seat])))
            return
        _lay_open(step, seat, decision.live)
        piles.settle(seat, decision.owed)
        piles.closed[seat] = ()
        step.say(events.AuditPassed(seat, len(decision.owed)))

    def forced(self, state: Midnight, seat: int, own: Secrets, slots: Slots, owed: Slots) -> Clear:
        return Clear(tuple(map(own.open, slots)), tuple(map(own.open, owed)))


CLEAR = question(Account())


def _lay_open(step: Step, seat: int, openings: tuple[Opening, ...]) -> None:
    piles = step.state.piles
    deck = set(piles.top[seat] + piles.bag[seat] + piles.bottom[seat])
    passing = {slot for giver, _, slot in step.state.passing if giver == seat}
    for opening in openings:
        slot = opening[0]
        if slot in deck:
            piles.mix[seat] = tuple(sorted((*piles.mix[seat], piles.open(seat, opening))))
        elif slot in passing:
            hands.arrive_openly(step, *step.state.passing[0][:2], piles.open(seat, opening))
        else:
            hands.show(step, seat, opening)
    piles.top[seat] = piles.bag[seat] = piles.bottom[seat] = ()


@agenda("match over")
def match_over(step: Step, winners: tuple[int, ...], why: str) -> None:
    """Nothing is hidden any more; those who are tied meet in a duel."""
    if why == DUEL:
        winners = (duel(step, winners),)
    step.state.winners = winners
    step.state.over = True
    step.say(events.MatchEnded(winners[0], why))


# The duel (4.9) -------------------------------------------------------------------------------------------------------


def owned(state: Midnight, seat: int) -> tuple[int, ...]:
    """Every card that the nation owns, ascending, once all lie open."""
    piles = state.piles
    copies = piles.shown[seat] + piles.mix[seat] + piles.discard[seat] + state.capital[seat]
    return tuple(sorted(copies + tuple(-entry for entry in state.zones(seat))))


def duel(step: Step, seats: tuple[int, ...]) -> int:
    """All flip together till a Large Cannon, else a Cannon, leaves one alone; an empty deck is shuffled anew."""
    decks: dict[int, list[int]] = {seat: [] for seat in seats}
    standing = list(seats)
    flips = 0
    while len(standing) > 1:
        for seat in standing:
            if not decks[seat]:
                decks[seat] = step.chance.serial("duel", seat).shuffle(owned(step.state, seat))
        flipped = {seat: decks[seat].pop() for seat in standing}
        flips += 1
        step.say(events.Flipped(flips, tuple(flipped.items())))
        for strongest in (LARGE_CANNON, CANNON):
            if hit := [seat for seat in standing if kind(flipped[seat]) == strongest]:
                standing = hit
                break
    return standing[0]
