"""The closed-card rules of one game.

A game declares its zones once, and then calls these operations:

    CARDS = ClosedCards(GAME_RULES, Zone("vault", max_cards=3))  # questions "fresh" and "clear", agenda items "draw",
    "over"

    CARDS.draw(step, (seat, 4))                           # from the seat's own draw pile, unseen by others
    CARDS.check_cards(state, seat, decision.cards)        # raise unless these are opened cards of the hand
    CARDS.leave_hand(step, seat, entry)                   # remove a card without opening it
    state.over = True                                     # the step asks for a final audit before that

Optional parts are declared separately: `RevealDuty`, `MixDuty`, `Looks`, `HandOvers`, `CommonDecks`, `Satchels`. A game
with different rules derives from these classes and overrides their methods.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic

from core.engine.agenda import GameRules, Step
from core.engine.events import AuditOwed, AuditPassed, CardsDrawn, CardsDrawnOpenly, CardTaken, PileLaid
from core.engine.game import IllegalDecision
from core.engine.hidden.cards import losses
from core.engine.hidden.cards.duties import AuditDuty, FreshSlotsDuty
from core.engine.hidden.cards.state import S, Slots, T, boxes_of, passing_of
from core.engine.hidden.cards.zones import Zone, closed_entries, open_copies
from core.engine.hidden.piles import BLOCKED, Card, ContradictionTest, Piles, without
from core.engine.hidden.secrets import Opening, Secrets, foreign_slot
from core.engine.question import Detail

DrawCounts = tuple[tuple[int, int], ...]
"""Pairs (seat, number of cards) for all seats that draw together."""


class CardStep(Step[S]):
    """One step of a game with closed cards.

    The match ends only after all closed cards have been opened.
    """

    __slots__ = ("excused_seats", "exposed_copies", "shares")

    def __init__(self, state: S, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        super().__init__(state, beacon, lost)
        self.excused_seats: set[int] = set()
        """Seats that were lost in this step although an audit of their cards was due."""
        self.exposed_copies: dict[tuple[int, int], int] = {}
        """Copies that replaced the slots of lost seats in this step, by (seat, slot)."""
        self.shares: dict[int, list[int]] | None = None
        """Cards that each seat receives when all seats are redealt; None until they are computed."""

    @property
    def cards(self) -> ClosedCards[S, Any]:
        """The closed-card rules of the game."""
        return cards_of(self.game_rules)

    def run(self) -> None:
        """Run the step, and require a final audit before the match ends.

        When the rules end the match, every seat must first open its closed cards and all slots that are due. A game
        that asks for audits itself is exempt.
        """
        super().run()
        state = self.state
        if (
            state.over
            and self.cards.audit_question_class is not None
            and any(
                self.cards.owes_audit(state, seat) for seat in self.cards.seats(state) if seat not in self.excused_seats
            )
        ):
            state.over = False
            self.schedule(("over",))
            self.cards.final_audit(self)
            super().run()


class ClosedCards(Generic[S, T]):
    """The closed-card rules of one game: its zones, questions and operations."""

    fresh_slots_class: type[FreshSlotsDuty[S, T]] = FreshSlotsDuty
    """Class of the question that moves a draw pile to fresh slots."""
    audit_question_class: type[AuditDuty[S, T]] | None = AuditDuty
    """Class of the audit question, or None if the game has its own."""

    def __init__(self, game_rules: GameRules, *zones: Zone) -> None:
        """Register the agenda items "draw" and "over", and the questions "fresh" and "clear"."""
        self.game_rules = game_rules
        self.zones = zones
        self.has_looks = False
        """True if the game has private looks, so that a card may be shown to one seat alone."""
        game_rules.cards = self
        self.fresh_slots_question = game_rules.question(self.fresh_slots_class(self))
        if self.audit_question_class is not None:
            self.audit_question = game_rules.question(self.audit_question_class(self))
        game_rules.agenda("draw")(self.draw_now)
        game_rules.agenda("over")(_end_match)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def contradiction_test(self, state: S) -> ContradictionTest:
        """Return a test of (claim, copy) that is true if the card contradicts the claim.

        A seat may claim, when it fills or draws a slot, that the slot holds no card of a certain kind (protocol 6.5).
        """
        return lambda claim, copy: False

    def refill_pile(self, step: T, seat: int) -> None:
        """Refill a seat's empty draw pile when a card is due; by default from its discard pile."""
        step.state.piles.reshuffle(seat)

    def on_shortage(self, step: T, *values: Any) -> None:
        """React to a draw for which the cards ran out.

        `values` are the extra arguments that the game gave to `draw`.
        """

    def closed_copies_test(self, state: S, seat: int, slot: int) -> Callable[[int], bool] | None:
        """Return a test of which copies may stay closed in this slot, or None if any copy may."""
        return None

    def owner(self, copy: int) -> int:
        """Return the seat that owned this copy at the start of the match.

        Return 0 in games that do not need it, because no card changes hands.
        """
        return 0

    # Zones ------------------------------------------------------------------------------------------------------------

    def seats(self, state: S) -> range:
        """Return the range of seats, 1..P."""
        return range(1, len(state.piles.hand))

    def entries(self, state: S, seat: int) -> tuple[int, ...]:
        """Return all entries that the seat has in its zones."""
        entries: tuple[int, ...] = ()
        for zone in self.zones:
            entries += zone.entries(state, seat)
        return entries

    def hand(self, state: S, seat: int) -> tuple[int, ...]:
        """Return the hand as entries."""
        return tuple(state.piles.hand[seat]) + tuple(-copy for copy in state.piles.shown[seat])

    def open_hand(self, state: S, seat: int) -> tuple[int, ...]:
        """Return the copies in a hand that is entirely face up; raise `LookupError` if a card in it is closed.

        Scoring uses this, so no hand can be scored before the final audit has opened it.
        """
        if state.piles.hand[seat]:
            raise LookupError(f"a card in the hand of seat {seat} is closed: an audit opens it")
        return tuple(state.piles.shown[seat])

    def closed_slots(self, state: S, seat: int) -> Slots:
        """Return every closed slot of the seat, in its hand, pile and zones and in transit."""
        piles: Piles = state.piles
        return piles.closed_slots(seat) + self.closed_slots_elsewhere(state, seat)

    def closed_slots_elsewhere(self, state: S, seat: int) -> Slots:
        """Return the seat's closed slots in zones and in transit, without its hand and pile."""
        entries = self.entries(state, seat)
        slots = closed_entries(entries) if entries else ()
        if not self.has_looks:
            return slots
        return slots + tuple(slot for giver, _, slot in passing_of(state) if giver == seat)

    def open_copies(self, state: S, seat: int) -> tuple[int, ...]:
        """Return the seat's face-up copies in its hand, pile, discard pile and zones."""
        piles = state.piles
        here: tuple[int, ...] = piles.shown[seat] + piles.mix[seat] + piles.discard[seat]
        return here + open_copies(self.entries(state, seat))

    # Cards named in decisions -----------------------------------------------------------------------------------------

    def check_cards(self, state: S, seat: int, named: Iterable[Card]) -> None:
        """Raise `IllegalDecision` unless these are different cards of the seat's hand, each correctly opened."""
        state.piles.check_cards(state.setup.match, seat, named, self.contradiction_test(state))

    def check_openings(self, state: S, seat: int, openings: tuple[Opening, ...], slots: Slots) -> None:
        """Raise `IllegalDecision` unless these are correct openings of exactly these slots, in the same order."""
        if tuple(slot for slot, _, _ in openings) != slots:
            raise IllegalDecision(seat, f"owes the openings of {len(slots)} slots in their order", "duty")
        state.piles.check_held(state.setup.match, seat, openings, slots, self.contradiction_test(state))

    # Moves ------------------------------------------------------------------------------------------------------------

    def leave_hand(self, step: T, seat: int, entry: int) -> int:
        """Remove a card from the hand without opening it, and return its entry."""
        piles = step.state.piles
        if entry > 0:
            piles.hand[seat] = without(piles.hand[seat], entry)
        else:
            piles.shown[seat] = without(piles.shown[seat], -entry)
        return entry

    def show(self, step: T, seat: int, card: Card) -> int:
        """Turn a closed card face up where it is, and return its copy.

        A card of the draw pile is kept face up beside the pile until the pile is shuffled.
        """
        if isinstance(card, int):
            return card
        state, slot = step.state, card[0]
        piles = state.piles
        in_hand = slot in piles.hand[seat]
        copy: int = piles.open(seat, card)
        if in_hand:
            piles.shown[seat] += (copy,)
        elif piles.leave_pile(seat, slot):
            piles.mix[seat] = tuple(sorted((*piles.mix[seat], copy)))
        else:
            self.turn_up(step, seat, {slot: copy})
        return copy

    def turn_up(self, step: T, seat: int, faces: Mapping[int, int]) -> None:
        """Replace slots in the seat's zones by their copies, which are now public."""
        for zone in self.zones:
            zone.turn_up(step.state, seat, faces)

    def arrive_openly(self, step: T, giver: int, slot: int, copy: int) -> None:
        """Deliver a card to the receiver's hand face up, if this giver's slot is in transit."""
        for seat, receiver, passing in passing_of(step.state):
            if (seat, passing) == (giver, slot):
                step.state.passing = ()
                self.receive_openly(step, giver, receiver, copy)

    def receive_openly(self, step: T, giver: int, receiver: int, copy: int) -> None:
        """Add a face-up card from another seat to the receiver's hand."""
        step.state.piles.shown[receiver] += (copy,)
        step.emit(CardTaken(receiver, giver, copy))

    # Drawing ----------------------------------------------------------------------------------------------------------

    def draw(self, step: T, *draw_counts: tuple[int, int], also: Detail = ()) -> None:
        """Let each (seat, number of cards) draw up to that number of cards.

        If a draw pile runs out of cards, `on_shortage` receives `also`.
        """
        step.schedule(("draw", draw_counts, *also))

    def draw_now(self, step: T, draw_counts: DrawCounts, *also: Any) -> None:
        """Run one draw, and pause it if a seat must first move its pile to fresh slots."""
        missing = [(seat, self._draw(step, seat, count)) for seat, count in draw_counts]
        blocked = tuple((seat, count) for seat, count in missing if count and step.state.piles.size(seat))
        if blocked:
            step.schedule(("draw", blocked, *also))
            for seat, _ in blocked:
                self.ask_for_fresh_slots(step, seat)
        elif any(count for _, count in missing):
            self.on_shortage(step, *also)

    def move_pile_to_fresh_slots(self, step: T, seat: int, batch: bytes) -> None:
        """Move the seat's pile to fresh slots; a lost seat draws from its face-up cards instead."""
        if seat in step.lost:
            step.open_piles.add(seat)
        else:
            step.state.piles.refill_batch(seat, step.state.t, batch)
            step.emit(PileLaid(seat, step.state.piles.size(seat)))

    def ask_for_fresh_slots(self, step: T, seat: int) -> None:
        """Ask the seat to move its pile to fresh slots."""
        step.ask(self.fresh_slots_question, seat, *self.fresh_slots_question.detail(step.state, seat))

    def _draw(self, step: T, seat: int, count: int) -> int:
        """Draw up to `count` cards into the hand; return the number of missing cards."""
        piles = step.state.piles
        slots: list[int] = []
        copies: list[int] = []
        while count and self._ensure_card_in_pile(step, seat):
            if seat in step.open_piles:
                copies.append(piles.next_open_copy(seat, step.chance, step.draw_number(seat)))
            else:
                slot = piles.next_slot(seat, step.chance, step.draw_number(seat))
                if slot == BLOCKED:
                    break
                slots.append(slot)
            count -= 1
        piles.hand[seat] += tuple(slots)
        piles.shown[seat] += tuple(copies)
        if slots:
            step.emit(CardsDrawn(seat, tuple(slots)))
        if copies:
            step.emit(CardsDrawnOpenly(seat, tuple(copies)))
        return count

    def _ensure_card_in_pile(self, step: T, seat: int) -> bool:
        """Refill the seat's pile if it is empty, and return True if the pile has a card."""
        piles = step.state.piles
        if not piles.size(seat):
            self.refill_pile(step, seat)
        return bool(piles.size(seat))

    # Audits -----------------------------------------------------------------------------------------------------------

    def owes_audit(self, state: S, seat: int) -> bool:
        """Return True if the seat must still open slots or pass an audit.

        A seat must do so if it has closed cards, superseded slots or unchecked batches. A batch whose cards were all
        opened in play is checked at the end.
        """
        piles = state.piles
        return bool(self.closed_slots(state, seat) or piles.dead[seat] or piles.batches[seat])

    def is_audit_blocked(self, state: S, seat: int, opened: Slots) -> bool:
        """Return True if a known closed card prevents the seat from opening its superseded slots.

        The openings would reveal that card by elimination (protocol 8.1). The cards in `opened` are opened at the same
        time, so they prevent nothing.
        """
        piles = state.piles
        known = piles.hand[seat] + piles.top[seat] + piles.bottom[seat] + self.closed_slots_elsewhere(state, seat)
        return not set(opened).issuperset(known)

    def ask_for_audit(self, step: T, seat: int, slots: Slots) -> None:
        """Ask the seat to open these slots and, unless a known card prevents it, all its superseded slots."""
        owed = () if self.is_audit_blocked(step.state, seat, slots) else step.state.piles.dead[seat]
        if slots or owed:
            step.ask(self.audit_question, seat, slots, owed)

    def finish_audit(self, step: T, seat: int, owed: tuple[Opening, ...], waits: bool) -> None:
        """Record the result of an audit that has been checked.

        The audit of a lost seat is postponed until the seat can answer, without any accusation (protocol 8.3).
        """
        piles = step.state.piles
        if seat in step.lost:
            step.excused_seats.add(seat)
            if piles.batches[seat]:
                step.emit(AuditOwed(seat, len(piles.dead[seat])))
            return
        if not waits:
            piles.settle(seat, owed)
        if not self.closed_slots(step.state, seat):
            piles.closed[seat] = ()
        step.emit(AuditPassed(seat, len(owed), waits))

    def final_audit(self, step: T) -> None:
        """Ask every seat to open all its closed and superseded slots."""
        if boxes_of(step.state):
            step.state.boxes = ()
        for seat in self.seats(step.state):
            if self.owes_audit(step.state, seat):
                step.ask(self.audit_question, seat, self.closed_slots(step.state, seat), step.state.piles.dead[seat])

    # Lost seats -------------------------------------------------------------------------------------------------------

    def redeal_openly(self, step: T, seat: int) -> None:
        """Redeal the closed cards of a lost seat face up (protocol 14.7)."""
        losses.redeal_openly(self, step, seat)

    # Clients ----------------------------------------------------------------------------------------------------------

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Update the secrets with what the seat has published and is being shown."""
        batches = state.piles.batches[seat]
        for batch in batches[-2:] if batches and secrets.drafts else ():
            secrets.confirm_batch(batch.first, batch.commitments)
        for owner, looker, slot, box in boxes_of(state) if self.has_looks else ():
            if looker == seat and foreign_slot(owner, slot) not in secrets.foreign_openings:
                commitment = state.piles.commitment(owner, slot) if state.piles.sealed else b""
                secrets.decrypt_opening(owner, slot, box, commitment)


def cards_of(game_rules: GameRules) -> ClosedCards[Any, Any]:
    """Return the closed-card rules that a game has declared."""
    cards = game_rules.cards
    assert isinstance(cards, ClosedCards), "no `ClosedCards(GAME_RULES, ...)` is declared for these rules"
    return cards


def _end_match(step: CardStep[S]) -> None:
    step.state.over = True
