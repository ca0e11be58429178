"""Nuclear strikes: each seat in turn may stop one (rules part 6).

If no seat stops the strike, hits and shields follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.engine.game import RandomSource
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import NamedCard
from core.games.ambition import alliances, events
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import (
    BUNKER,
    DRILL,
    EARLY_WARNING,
    NUCLEAR_ARMS,
    TECHNOLOGY,
    TECMED,
)
from core.games.ambition.decisions import Counter, Shelter, Unseal
from core.games.ambition.hands import DECKS, check_card, entries_of_faces, face_of, face_up_copies, open_card, spend
from core.games.ambition.industry import close_industry
from core.games.ambition.rules import Question, Step, agenda, pay, question, refuse_unless
from core.games.ambition.state import LAUNCH, RESCUE, Alliance, Ambition, Strike

OWN_STRIKES_ORDER, OTHER_STRIKES_ORDER = "counter", "others"
"""Keys of the standing orders for strikes at the seat itself and at other seats.

With "always", the seat stops every strike at itself if it can. With "pass", it lets strikes pass unasked if they cost
neither the seat nor an ally anything.
"""
ALWAYS, LET_PASS = "always", "pass"


def launch_strike(step: Step, attacker: int, target: int, card: NamedCard) -> None:
    """Launch a strike (K1)."""
    state = step.state
    copy = open_card(step, attacker, card)
    spend(step, (copy,))
    state.phase, state.strike = "strike", Strike(attacker, target)
    state.add_note(LAUNCH, attacker, target)
    step.emit(events.Launched(attacker, target, copy))
    order = tuple(seat for seat in state.clockwise(target) if seat != attacker)
    step.schedule(("answers", order), ("unseal",), ("hit",))


@agenda("answers")
def ask_counters(step: Step, seats: tuple[int, ...]) -> None:
    """Ask the seats one after the other whether they stop the strike, the target first (K2).

    A seat is asked whether or not it can stop the strike.
    """
    state = step.state
    assert state.strike is not None
    if seats:
        step.schedule(("answers", seats[1:]))
        step.ask(COUNTER, seats[0], *state.strike)


class CounterChoice(Question[Counter, int, int]):
    """The question of whether a seat stops the strike of one seat at another."""

    kind = "counter"
    decision = Counter
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Counter, attacker: int, target: int) -> None:
        SECRETS.check_openings(state, seat, decision.opens)
        if decision.card:
            check_card(state, seat, decision.card, "intrigue")
            refuse_unless(
                seat, face_of(state, decision.card) in self.stopping_faces(state, seat), "that card stops no strike"
            )

    def stopping_faces(self, state: Ambition, seat: int) -> tuple[int, ...]:
        """Return the faces of the cards that stop a strike.

        Nuclear Arms stop it only if the seat has a token.
        """
        return (NUCLEAR_ARMS, EARLY_WARNING) if state.token[seat] else (EARLY_WARNING,)

    def apply(self, step: Step, seat: int, decision: Counter, attacker: int, target: int) -> None:
        """Apply the seat's answer; the first counter stops the strike (K3).

        After a counter, no further seat is asked, and the strike has no effect.
        """
        state = step.state
        SECRETS.open(step, {seat: decision.opens})
        if not decision.card:
            step.emit(events.LetPass(seat))
            return
        copy = open_card(step, seat, decision.card)
        spend(step, (copy,))
        if seat != target:
            state.add_note(RESCUE, target, seat)
        assert state.agenda[-1][0] == "answers" and state.agenda[-3:-1] == [("hit",), ("unseal",)]
        del state.agenda[-3:]
        state.strike = None
        step.emit(events.Deflected(seat, attacker, target, copy))

    def options(self, state: Ambition, seat: int, own: Secrets, attacker: int, target: int) -> Iterator[Counter]:
        yield Counter()
        for entry in entries_of_faces(state, seat, own, "intrigue", *self.stopping_faces(state, seat)):
            yield Counter(DECKS.named_card(state, own, entry))

    def forced_answer(self, state: Ambition, seat: int, own: Secrets, attacker: int, target: int) -> Counter | None:
        """Return the answer that the standing orders give, or None if the player must decide.

        A seat with an empty hand does not pass automatically (part 8).
        """
        if seat != target:
            passes = own.orders.get(OTHER_STRIKES_ORDER) == LET_PASS and not hits_side_of(state, seat, attacker, target)
            return Counter() if passes else None
        if own.orders.get(OWN_STRIKES_ORDER) != ALWAYS:
            return None
        entries = entries_of_faces(state, seat, own, "intrigue", *self.stopping_faces(state, seat))
        return Counter(DECKS.named_card(state, own, entries[0])) if entries else None

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource, attacker: int, target: int) -> Counter:
        return Counter()


COUNTER = question(CounterChoice())


@agenda("unseal")
def ask_for_unsealing(step: Step) -> None:
    """Ask every seat with a secret alliance whether it opens the alliance (5.2).

    This happens before the strike hits (K4).
    """
    for seat in step.state.seats:
        if SECRETS.signed_papers(step.state, seat):
            step.ask(UNSEAL, seat)


class UnsealChoice(Question[Unseal]):
    """The question of which secret alliances a seat opens before a strike hits."""

    kind = "unseal"
    decision = Unseal
    of_slots = True
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Unseal) -> None:
        SECRETS.check_openings(state, seat, decision.opens)

    def apply_all(self, step: Step, decisions: Mapping[int, Unseal], details: Mapping[int, tuple[()]]) -> None:
        SECRETS.open(step, {seat: decision.opens for seat, decision in decisions.items()})

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Unseal]:
        """Yield the decision that opens no alliance, then each that opens a single one."""
        yield Unseal(())
        mine = SECRETS.openings(state, seat, own, [paper.number for paper in SECRETS.signed_papers(state, seat)])
        yield from (Unseal((opening,)) for opening in mine)

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Unseal:
        return Unseal(())


UNSEAL = question(UnsealChoice())

# Targets --------------------------------------------------------------------------------------------------------------


def blast_seats(state: Ambition, target: int) -> tuple[int, ...]:
    """Return the target and its two neighbours, the target first (K4)."""
    return tuple(dict.fromkeys((target, *state.neighbours(target))))


def hits_side_of(state: Ambition, seat: int, attacker: int, target: int) -> bool:
    """Return True if the strike hits the seat or one of its allies (A55).

    Only public facts count, so that the response time reveals nothing. Any sealed alliance therefore counts.
    """
    hit = [other for other in blast_seats(state, target) if other != attacker]
    return any(other == seat or state.are_allied(seat, other) for other in hit)


def shared_bunkers(state: Ambition, attacker: int) -> list[Alliance]:
    """Return the Technology Trades that share a Bunker against a strike by this attacker.

    An alliance of the attacker itself does not share one.
    """
    holder = state.holder(BUNKER)
    return [a for a in state.alliances if a.pact == TECHNOLOGY and holder in a.pair and attacker not in a.pair]


def full_shield(state: Ambition, seat: int, attacker: int) -> str:
    """Return the full shield of a seat against a strike: "bunker", "technology" or ""."""
    if state.has_industry(seat, BUNKER):
        return "bunker"
    return "technology" if any(seat in a.pair for a in shared_bunkers(state, attacker)) else ""


@agenda("hit")
def apply_hit(step: Step) -> None:
    """Apply the hit of the strike: Bunkers shield their seats and are discarded (K4, K5).

    A seat that is hit without a Bunker may use a Fallout Drill.
    """
    state, strike = step.state, step.state.strike
    assert strike is not None
    seats = blast_seats(state, strike.target)
    step.emit(events.Struck(strike.attacker, strike.target, seats))
    safe = {}
    for seat in seats:
        how = full_shield(state, seat, strike.attacker) if seat != strike.attacker else ""
        if how:
            safe[seat] = how
            step.emit(events.Sheltered(seat, how))
    trades = [a for a in shared_bunkers(state, strike.attacker) if any(seat in safe for seat in a.pair)]
    if safe:
        close_industry(step, state.holder(BUNKER), BUNKER, "shelter")
    for alliance in trades:
        alliances.pay_out(step, alliance)
    step.schedule(("burn", seats, tuple(seat for seat in seats if seat not in safe)))
    for seat in seats:
        if seat not in safe and seat != strike.attacker:
            step.ask(SHELTER, seat)


class ShelterChoice(Question[Shelter]):
    """The question of whether a seat uses a Fallout Drill (K5)."""

    kind = "shelter"
    decision = Shelter

    def check(self, state: Ambition, seat: int, decision: Shelter) -> None:
        if decision.card:
            check_card(state, seat, decision.card, "intrigue")
            refuse_unless(seat, face_of(state, decision.card) == DRILL, "that card is no shelter")

    def apply_all(self, step: Step, decisions: Mapping[int, Shelter], details: Mapping[int, tuple[()]]) -> None:
        """Apply the answers: a seat that uses a Fallout Drill loses half its Influence and keeps its hand."""
        state = step.state
        _, seats, open_to = state.agenda[-1]
        for seat in (seat for seat in seats if seat in decisions and decisions[seat].card):
            copy = open_card(step, seat, decisions[seat].card)
            spend(step, (copy,))
            step.emit(events.CardsDiscarded(seat, (copy,), "drill"))
            step.emit(events.Sheltered(seat, "drill"))
            pay(step, seat, state.rules.numbers.half_blast, "strike")
            open_to = tuple(other for other in open_to if other != seat)
        state.agenda[-1] = ("burn", seats, open_to)

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Shelter]:
        yield Shelter()
        for entry in entries_of_faces(state, seat, own, "intrigue", DRILL):
            yield Shelter(DECKS.named_card(state, own, entry))

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Shelter:
        """Return the decision to use an open Fallout Drill, if the seat has one."""
        return Shelter(next((c for c in face_up_copies(state, seat, "intrigue") if state.face(c) == DRILL), 0))


SHELTER = question(ShelterChoice())


@agenda("burn")
def apply_losses(step: Step, seats: tuple[int, ...], open_to: tuple[int, ...]) -> None:
    """Apply the losses of a strike, and open the hands that are lost (K5, K6).

    All seats that are hit, except the attacker, lose Influence. They also lose their hands, but not their Elites.
    """
    state, strike = step.state, step.state.strike
    assert strike is not None
    state.strike = None
    for seat in open_to:
        if seat != strike.attacker:
            tecmed = state.has_industry(seat, TECMED)
            if tecmed:
                step.emit(events.Sheltered(seat, "tecmed"))
            numbers = state.rules.numbers
            pay(step, seat, numbers.half_blast if tecmed else numbers.blast, "strike")
    step.schedule(("burnt", open_to))
    DECKS.ask_open(step, *((seat, tuple(e for e in _lost_cards(state, seat) if e > 0)) for seat in open_to))


def _lost_cards(state: Ambition, seat: int) -> tuple[int, ...]:
    return state.hand(seat, "intrigue") + state.hand(seat, "industry")


@agenda("burnt")
def discard_burnt_cards(step: Step, seats: Iterable[int]) -> None:
    """Discard the cards that the strike has destroyed (K7)."""
    for seat in seats:
        copies = tuple(open_card(step, seat, -entry) for entry in _lost_cards(step.state, seat) if entry < 0)
        if copies:
            spend(step, copies)
            step.emit(events.CardsDiscarded(seat, copies, "strike"))
