"""Conflicts and disputes: cards are turned up and resolved (rules 4.3-4.5).

All of this is automatic except the choices of nations that fall to Ruin.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.hidden.cards import closed_entries
from core.games.midnight import cards, events, pacts, totals
from core.games.midnight.cards import kind_of
from core.games.midnight.elimination import fall_to_ruin
from core.games.midnight.escalations import ARMISTICE, PLUNDER, WAR_BONDS
from core.games.midnight.hands import SHOWS
from core.games.midnight.rules import Step, agenda
from core.games.midnight.state import Midnight
from core.games.midnight.worth import gain_worth, lose_worth

Pair = tuple[int, int]


def begin_conflict(step: Step, seat: int) -> None:
    """Put the disputes of the seat's own conflict on the agenda, one with every other nation clockwise (4.3)."""
    others = step.state.clockwise(seat)[1:]
    step.schedule(("disputes", tuple((seat, other) for other in others)))


def begin_global_conflict(step: Step, seat: int) -> None:
    """Put one dispute for every pair of nations on the agenda, clockwise from this seat (4.5)."""
    order = step.state.clockwise(seat)
    step.emit(events.GlobalConflict(seat))
    step.schedule(("disputes", tuple((a, b) for i, a in enumerate(order) for b in order[i + 1 :])))


@agenda("disputes")
def schedule_disputes(step: Step, pairs: tuple[Pair, ...]) -> None:
    """Put the disputes of these pairs on the agenda.

    A pair is skipped if one of its nations is in Ruin or eliminated (R9).
    """
    upright = step.state.seats_not_ruined()
    remaining = [(a, b) for a, b in pairs if a in upright and b in upright]
    if remaining:
        step.schedule(("dispute", *remaining[0]), ("disputes", tuple(remaining[1:])))


@agenda("dispute")
def begin_dispute(step: Step, attacker: int, defender: int) -> None:
    """Ask both nations to turn up the cards that face each other (D0)."""
    state = step.state
    if not state.border(attacker, defender) and not state.border(defender, attacker):
        return
    step.schedule(("resolve", attacker, defender))
    for seat, other in ((attacker, defender), (defender, attacker)):
        SHOWS.ask(step, seat, closed_entries(state.border(seat, other)))


@agenda("resolve")
def resolve_dispute(step: Step, attacker: int, defender: int) -> None:
    """Resolve the steps D1-D7 of a dispute.

    From here on the turned-up cards are in the discard piles. `DisputeSides` keeps the cards that still count.
    """
    state = step.state
    sides = DisputeSides(step, attacker, defender)
    step.emit(
        events.DisputeBegan(
            attacker, defender, tuple(sides.border_cards[attacker]), tuple(sides.border_cards[defender])
        )
    )
    for seat, other in ((attacker, defender), (defender, attacker)):
        state.set_border(seat, other, ())
        state.piles.discard[seat] += tuple(sides.border_cards[seat])
    sides.breach = pacts.resolve_pact(step, sides.border_cards, attacker, defender)
    for seat, other in ((attacker, defender), (defender, attacker)):
        sides.prepare_side(seat, other)
    for seat, other in ((attacker, defender), (defender, attacker)):
        sides.spend_attack_cards(seat, other)
    for seat, other in ((attacker, defender), (defender, attacker)):
        if sides.attack_other(seat, other):
            fall_to_ruin(step, other, seat)
            return


class DisputeSides:
    """The cards of both sides of a dispute that still count, as copies by seat."""

    def __init__(self, step: Step, attacker: int, defender: int) -> None:
        self.step = step
        self.state: Midnight = step.state
        self.border_cards = {
            seat: [-entry for entry in self.state.border(seat, other)]
            for seat, other in ((attacker, defender), (defender, attacker))
        }
        self.breach = 0
        """Extra Might of both sides in this dispute, because of a breach."""

    def _first(self, seat: int, kinds: Sequence[int]) -> int:
        """Return the seat's first copy of the first kind in `kinds` that it has, or 0."""
        return next((copy for wanted in kinds for copy in self.border_cards[seat] if kind_of(copy) == wanted), 0)

    def _spend_card(self, seat: int, copy: int) -> None:
        self.border_cards[seat].remove(copy)

    def _cancel_card(self, seat: int, copy: int, by: int) -> None:
        """Discard a card that was cancelled by the card `by`."""
        if copy:
            self._spend_card(seat, copy)
            self.step.emit(events.CardCancelled(seat, copy, by))

    def prepare_side(self, seat: int, other: int) -> None:
        """Apply the seat's Intelligence, and then its Builds, one by one (D2, R20)."""
        while spy := self._first(seat, (cards.INTELLIGENCE,)):
            self._spend_card(seat, spy)
            targets = (cards.BUILD, cards.JAM, cards.INTELLIGENCE)
            armed = any(self.state.rules.card(copy).attack for copy in self.border_cards[seat])
            self._cancel_card(other, self._first(other, (cards.JAM, *targets) if armed else targets), spy)
        while build := self._first(seat, (cards.BUILD,)):
            self._spend_card(seat, build)
            gain_worth(self.step, seat, self.state.rules.numbers.build_worth + self.state.amount(WAR_BONDS), "build")

    def spend_attack_cards(self, seat: int, other: int) -> None:
        """Cancel one enemy gun for each Jam of the seat: a Large Cannon if there is one, else a Cannon (D3)."""
        while jam := self._first(seat, (cards.JAM,)):
            self._spend_card(seat, jam)
            self._cancel_card(other, self._first(other, (cards.LARGE_CANNON, cards.CANNON)), jam)

    def attack(self, seat: int) -> int:
        """Return the seat's total attack."""
        return totals.attack_total(self.state, seat, self.border_cards[seat], self.breach)

    def defence(self, seat: int) -> int:
        """Return the seat's total defence."""
        return totals.defence_total(self.state, seat, self.border_cards[seat])

    def attack_other(self, seat: int, other: int) -> bool:
        """Apply the seat's attack; return True if the other seat has no Worth left (D4, D6, R22)."""
        attack, defence = self.attack(seat), self.defence(other)
        if not attack:
            return False
        damage = 0 if self.state.is_in_play(ARMISTICE) else max(0, attack - defence)
        self.step.emit(events.Attacked(seat, other, attack, defence, damage))
        if not damage:
            return False
        fallen = lose_worth(self.step, other, damage, "attack")
        if self.state.is_in_play(PLUNDER):
            gain_worth(self.step, seat, self.state.amount(PLUNDER), "plunder")
        return fallen
