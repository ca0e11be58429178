"""The closed-card rules of one game.

A game declares its zones once, and then calls these operations:

    CARDS = Cards(CHAPTERS, Zone("vault", most=3))        # questions "fresh" and "clear", agenda items "draw", "over"

    CARDS.draw(step, (seat, 4))                           # from the seat's own draw pile, unseen by others
    CARDS.check_cards(state, seat, decision.cards)        # raise unless these are opened cards of the hand
    CARDS.leave_hand(step, seat, entry)                   # remove a card without opening it
    state.over = True                                     # the step asks for a final audit before that

Optional parts are declared separately: `Shows`, `Mixes`, `Looks`, `HandOvers`, `CommonDecks`, `Satchels`. A game with
different rules derives from these classes and overrides their methods.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic

from core.engine.agenda import GameRules, Step
from core.engine.events import AuditOwed, AuditPassed, CardsDrawn, CardsDrawnOpenly, CardTaken, PileLaid
from core.engine.game import IllegalDecision
from core.engine.hidden.cards import losses
from core.engine.hidden.cards.duties import Account, FreshSlots
from core.engine.hidden.cards.state import S, Slots, T, boxes_of, passing_of
from core.engine.hidden.cards.zones import Zone, closed, open_copies
from core.engine.hidden.piles import BLOCKED, Card, Denied, Piles, without
from core.engine.hidden.secrets import Opening, Secrets, foreign
from core.engine.question import Detail

Wants = tuple[tuple[int, int], ...]
"""Pairs (seat, number of cards) for all seats that draw together."""


class CardStep(Step[S]):
    """One step of a game with closed cards.

    The match ends only after all closed cards have been opened.
    """

    __slots__ = ("excused", "shares", "turned")

    def __init__(self, state: S, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        super().__init__(state, beacon, lost)
        self.excused: set[int] = set()
        """Seats that were lost in this step although an audit of their cards was due."""
        self.turned: dict[tuple[int, int], int] = {}
        """Copies that replaced the slots of lost seats in this step, by (seat, slot)."""
        self.shares: dict[int, list[int]] | None = None
        """Cards that each seat receives when all seats are redealt; None until they are computed."""

    @property
    def cards(self) -> Cards[S, Any]:
        """The closed-card rules of the game."""
        return cards_of(self.chapters)

    def run(self) -> None:
        """Run the step, and require a final audit before the match ends.

        When the rules end the match, every seat must first open its closed cards and all slots that are due. A game
        that asks for audits itself is exempt.
        """
        super().run()
        state = self.state
        if (
            state.over
            and self.cards.account_question is not None
            and any(self.cards.owes(state, seat) for seat in self.cards.seats(state) if seat not in self.excused)
        ):
            state.over = False
            self.later(("over",))
            self.cards.final_audit(self)
            super().run()


class Cards(Generic[S, T]):
    """The closed-card rules of one game: its zones, questions and operations."""

    fresh_slots: type[FreshSlots[S, T]] = FreshSlots
    """Class of the question that moves a draw pile to fresh slots."""
    account_question: type[Account[S, T]] | None = Account
    """Class of the audit question, or None if the game has its own."""

    def __init__(self, chapters: GameRules, *zones: Zone) -> None:
        """Register the agenda items "draw" and "over", and the questions "fresh" and "clear"."""
        self.chapters = chapters
        self.zones = zones
        self.shown = False
        """True if the game has private looks, so that a card may be shown to one seat alone."""
        chapters.cards = self
        self.fresh = chapters.question(self.fresh_slots(self))
        if self.account_question is not None:
            self.clear = chapters.question(self.account_question(self))
        chapters.agenda("draw")(self.draw_now)
        chapters.agenda("over")(_over)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def denied(self, state: S) -> Denied:
        """Return a test of (claim, copy) that is true if the card contradicts the claim.

        A seat may claim, when it fills or draws a slot, that the slot holds no card of a certain kind (protocol 6.5).
        """
        return lambda claim, copy: False

    def supply(self, step: T, seat: int) -> None:
        """Refill a seat's empty draw pile when a card is due; by default from its discard pile."""
        step.state.piles.reshuffle(seat)

    def ran_short(self, step: T, *values: Any) -> None:
        """React to a draw for which the cards ran out.

        `values` are the extra arguments that the game gave to `draw`.
        """

    def lets_lie(self, state: S, seat: int, slot: int) -> Callable[[int], bool] | None:
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
            entries += zone.of(state, seat)
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

    def live(self, state: S, seat: int) -> Slots:
        """Return every closed slot of the seat, in its hand, pile and zones and in transit."""
        piles: Piles = state.piles
        return piles.live(seat) + self.elsewhere(state, seat)

    def elsewhere(self, state: S, seat: int) -> Slots:
        """Return the seat's closed slots in zones and in transit, without its hand and pile."""
        entries = self.entries(state, seat)
        slots = closed(entries) if entries else ()
        if not self.shown:
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
        state.piles.check_cards(state.setup.match, seat, named, self.denied(state))

    def check_openings(self, state: S, seat: int, openings: tuple[Opening, ...], slots: Slots) -> None:
        """Raise `IllegalDecision` unless these are correct openings of exactly these slots, in the same order."""
        if tuple(slot for slot, _, _ in openings) != slots:
            raise IllegalDecision(seat, f"owes the openings of {len(slots)} slots in their order", "duty")
        state.piles.check_held(state.setup.match, seat, openings, slots, self.denied(state))

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
                self.arrived(step, giver, receiver, copy)

    def arrived(self, step: T, giver: int, receiver: int, copy: int) -> None:
        """Add a face-up card from another seat to the receiver's hand."""
        step.state.piles.shown[receiver] += (copy,)
        step.say(CardTaken(receiver, giver, copy))

    # Drawing ----------------------------------------------------------------------------------------------------------

    def draw(self, step: T, *wants: tuple[int, int], also: Detail = ()) -> None:
        """Let each (seat, number of cards) draw up to that number of cards.

        If a draw pile runs out of cards, `ran_short` receives `also`.
        """
        step.later(("draw", wants, *also))

    def draw_now(self, step: T, wants: Wants, *also: Any) -> None:
        """Run one draw, and pause it if a seat must first move its pile to fresh slots."""
        missing = [(seat, self._draw(step, seat, count)) for seat, count in wants]
        blocked = tuple((seat, count) for seat, count in missing if count and step.state.piles.size(seat))
        if blocked:
            step.later(("draw", blocked, *also))
            for seat, _ in blocked:
                self.ask_fresh(step, seat)
        elif any(count for _, count in missing):
            self.ran_short(step, *also)

    def lay_pile(self, step: T, seat: int, batch: bytes) -> None:
        """Move the seat's pile to fresh slots; a lost seat draws from its face-up cards instead."""
        if seat in step.lost:
            step.open_piles.add(seat)
        else:
            step.state.piles.announce(seat, step.state.t, batch)
            step.say(PileLaid(seat, step.state.piles.size(seat)))

    def ask_fresh(self, step: T, seat: int) -> None:
        """Ask the seat to move its pile to fresh slots."""
        step.ask(self.fresh, seat, *self.fresh.detail(step.state, seat))

    def _draw(self, step: T, seat: int, count: int) -> int:
        """Draw up to `count` cards into the hand; return the number of missing cards."""
        piles = step.state.piles
        slots: list[int] = []
        copies: list[int] = []
        while count and self._ensure_card_in_pile(step, seat):
            if seat in step.open_piles:
                copies.append(piles.next_open(seat, step.chance, step.draw_number(seat)))
            else:
                slot = piles.next_slot(seat, step.chance, step.draw_number(seat))
                if slot == BLOCKED:
                    break
                slots.append(slot)
            count -= 1
        piles.hand[seat] += tuple(slots)
        piles.shown[seat] += tuple(copies)
        if slots:
            step.say(CardsDrawn(seat, tuple(slots)))
        if copies:
            step.say(CardsDrawnOpenly(seat, tuple(copies)))
        return count

    def _ensure_card_in_pile(self, step: T, seat: int) -> bool:
        """Refill the seat's pile if it is empty, and return True if the pile has a card."""
        piles = step.state.piles
        if not piles.size(seat):
            self.supply(step, seat)
        return bool(piles.size(seat))

    # Audits -----------------------------------------------------------------------------------------------------------

    def owes(self, state: S, seat: int) -> bool:
        """Return True if the seat must still open slots or pass an audit.

        A seat must do so if it has closed cards, superseded slots or unchecked batches. A batch whose cards were all
        opened in play is checked at the end.
        """
        piles = state.piles
        return bool(self.live(state, seat) or piles.dead[seat] or piles.batches[seat])

    def blocked(self, state: S, seat: int, opened: Slots) -> bool:
        """Return True if a known closed card prevents the seat from opening its superseded slots.

        The openings would reveal that card by elimination (protocol 8.1). The cards in `opened` are opened at the same
        time, so they prevent nothing.
        """
        piles = state.piles
        known = piles.hand[seat] + piles.top[seat] + piles.bottom[seat] + self.elsewhere(state, seat)
        return not set(opened).issuperset(known)

    def account(self, step: T, seat: int, slots: Slots) -> None:
        """Ask the seat to open these slots and, unless a known card prevents it, all its superseded slots."""
        owed = () if self.blocked(step.state, seat, slots) else step.state.piles.dead[seat]
        if slots or owed:
            step.ask(self.clear, seat, slots, owed)

    def settle(self, step: T, seat: int, owed: tuple[Opening, ...], waits: bool) -> None:
        """Record the result of an audit that has been checked.

        The audit of a lost seat is postponed until the seat can answer, without any accusation (protocol 8.3).
        """
        piles = step.state.piles
        if seat in step.lost:
            step.excused.add(seat)
            if piles.batches[seat]:
                step.say(AuditOwed(seat, len(piles.dead[seat])))
            return
        if not waits:
            piles.settle(seat, owed)
        if not self.live(step.state, seat):
            piles.closed[seat] = ()
        step.say(AuditPassed(seat, len(owed), waits))

    def final_audit(self, step: T) -> None:
        """Ask every seat to open all its closed and superseded slots."""
        if boxes_of(step.state):
            step.state.boxes = ()
        for seat in self.seats(step.state):
            if self.owes(step.state, seat):
                step.ask(self.clear, seat, self.live(step.state, seat), step.state.piles.dead[seat])

    # Lost seats -------------------------------------------------------------------------------------------------------

    def put_in_the_open(self, step: T, seat: int) -> None:
        """Redeal the closed cards of a lost seat face up (protocol 14.7)."""
        losses.put_in_the_open(self, step, seat)

    # Clients ----------------------------------------------------------------------------------------------------------

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Update the secrets with what the seat has published and is being shown."""
        batches = state.piles.batches[seat]
        for batch in batches[-2:] if batches and secrets.drafts else ():
            secrets.confirm(batch.first, batch.commitments)
        for owner, looker, slot, box in boxes_of(state) if self.shown else ():
            if looker == seat and foreign(owner, slot) not in secrets.seen:
                commitment = state.piles.commitment(owner, slot) if state.piles.sealed else b""
                secrets.unbox(owner, slot, box, commitment)


def cards_of(chapters: GameRules) -> Cards[Any, Any]:
    """Return the closed-card rules that a game has declared."""
    cards = chapters.cards
    assert isinstance(cards, Cards), "no `Cards(CHAPTERS, ...)` is declared for these chapters"
    return cards


def _over(step: CardStep[S]) -> None:
    step.state.over = True
