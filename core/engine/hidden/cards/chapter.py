"""The chapter of closed cards in each game that has them: declarations, questions, final openings.

A game declares its zones and gets the rest:

    CARDS = Cards(CHAPTERS, Zone("vault", most=3))        # questions "fresh" and "clear", agenda items "draw", "over"

    CARDS.draw(step, (seat, 4))                           # from the seat's own draw pile, unseen by others
    CARDS.check_cards(state, seat, decision.cards)        # different cards of the hand, rightly opened
    CARDS.leave_hand(step, seat, entry)                   # a card goes elsewhere as it is
    state.over = True                                     # everybody opens everything first: the step sees to it

Optional parts are declared separately: `Shows`, `Mixes`, `Looks`, `HandOvers`, `CommonDecks`, `Satchels`. A game with
different rules derives from these classes and overrides a method.
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
"""The pairs (seat, number of cards) for all seats that draw in one operation."""


class CardStep(Step[S]):
    """The resolution of one step of a game with closed cards.

    A match is over only once all closed cards have been opened.
    """

    __slots__ = ("excused", "shares", "turned")

    def __init__(self, state: S, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        super().__init__(state, beacon, lost)
        self.excused: set[int] = set()
        """The seats that were lost in this step, in which they had to account for their cards."""
        self.turned: dict[tuple[int, int], int] = {}
        """The copies that replaced the slots of lost seats in this step, by (seat, slot)."""
        self.shares: dict[int, list[int]] | None = None
        """The cards that each seat receives when all seats are redealt, or None before this is computed."""

    @property
    def cards(self) -> Cards[S, Any]:
        """The game's chapter of closed cards."""
        return cards_of(self.chapters)

    def run(self) -> None:
        """Run the step, and require a final audit before the match ends.

        If the rules end the match, the step first asks for openings of all closed cards and owed slots. A game that
        asks for accounts itself is exempt.
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
    """The closed cards of one game: its zones, and the questions and operations for its closed cards."""

    fresh_slots: type[FreshSlots[S, T]] = FreshSlots
    """The question for the duty to place a pile in fresh slots."""
    account_question: type[Account[S, T]] | None = Account
    """The class of the question for audits, or None if the game has its own question."""

    def __init__(self, chapters: GameRules, *zones: Zone) -> None:
        """Declare agenda items "draw" and "over", questions "fresh" and "clear"."""
        self.chapters = chapters
        self.zones = zones
        self.shown = False
        """True if the game has `Looks`, so that cards may be shown to one seat alone."""
        chapters.cards = self
        self.fresh = chapters.question(self.fresh_slots(self))
        if self.account_question is not None:
            self.clear = chapters.question(self.account_question(self))
        chapters.agenda("draw")(self.draw_now)
        chapters.agenda("over")(_over)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def denied(self, state: S) -> Denied:
        """Return the test of whether a slot broke a claim, given (claim, copy).

        The test concerns a slot for which the claim was denied when the slot was filled or drawn (protocol 6.5).
        """
        return lambda claim, copy: False

    def supply(self, step: T, seat: int) -> None:
        """Refill a seat's empty pile when a card is due, usually from its own discard pile."""
        step.state.piles.reshuffle(seat)

    def ran_short(self, step: T, *values: Any) -> None:
        """React to a draw that ended with too few cards; `values` are the `also` that the game gave to `draw`."""

    def lets_lie(self, state: S, seat: int, slot: int) -> Callable[[int], bool] | None:
        """Return a test of which copies may stay closed in the slot's place, or None if any copy may."""
        return None

    def owner(self, copy: int) -> int:
        """Return the seat whose deck contained the copy at the start.

        Return 0 in games where that information is not needed (games without hand-overs).
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
        """Return the copies of a hand that is all face up; raise `LookupError` while a card in it is closed.

        Rules that score hands read them this way. So no hand is scored before the final audit has opened it.
        """
        if state.piles.hand[seat]:
            raise LookupError(f"a card in the hand of seat {seat} is closed: an audit opens it")
        return tuple(state.piles.shown[seat])

    def live(self, state: S, seat: int) -> Slots:
        """Return every closed slot of the seat: in hand, pile, zones and in transit."""
        piles: Piles = state.piles
        return piles.live(seat) + self.elsewhere(state, seat)

    def elsewhere(self, state: S, seat: int) -> Slots:
        """Return the seat's closed slots outside its hand and pile: in zones, or in transit to another seat."""
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
        """Raise `IllegalDecision` unless these are correct openings of the slots, in their order."""
        if tuple(slot for slot, _, _ in openings) != slots:
            raise IllegalDecision(seat, f"owes the openings of {len(slots)} slots in their order", "duty")
        state.piles.check_held(state.setup.match, seat, openings, slots, self.denied(state))

    # Moves ------------------------------------------------------------------------------------------------------------

    def leave_hand(self, step: T, seat: int, entry: int) -> int:
        """Remove an entry from the hand without opening it, and return it."""
        piles = step.state.piles
        if entry > 0:
            piles.hand[seat] = without(piles.hand[seat], entry)
        else:
            piles.shown[seat] = without(piles.shown[seat], -entry)
        return entry

    def show(self, step: T, seat: int, card: Card) -> int:
        """Turn a closed card face up in its place, and return its copy.

        A card of the draw pile joins the pile's incoming cards, which are face up.
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
        """Replace the slots in the seat's zones by their copies, which are now public."""
        for zone in self.zones:
            zone.turn_up(step.state, seat, faces)

    def arrive_openly(self, step: T, giver: int, slot: int, copy: int) -> None:
        """Deliver a face-up card to the receiver's hand if it was in transit from this giver."""
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
        """Let each of the (seat, number of cards) draw as many cards as are available.

        If there are too few cards, `ran_short` receives `also`.
        """
        step.later(("draw", wants, *also))

    def draw_now(self, step: T, wants: Wants, *also: Any) -> None:
        """Run one drawing operation; stop if a seat must first place its pile in fresh slots."""
        missing = [(seat, self._draw(step, seat, count)) for seat, count in wants]
        blocked = tuple((seat, count) for seat, count in missing if count and step.state.piles.size(seat))
        if blocked:
            step.later(("draw", blocked, *also))
            for seat, _ in blocked:
                self.ask_fresh(step, seat)
        elif any(count for _, count in missing):
            self.ran_short(step, *also)

    def lay_pile(self, step: T, seat: int, batch: bytes) -> None:
        """Place the seat's pile in fresh slots; a lost seat cannot do so, and draws from its mix."""
        if seat in step.lost:
            step.open_piles.add(seat)
        else:
            step.state.piles.announce(seat, step.state.t, batch)
            step.say(PileLaid(seat, step.state.piles.size(seat)))

    def ask_fresh(self, step: T, seat: int) -> None:
        """Ask the seat for its pile in fresh slots."""
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
        """Return True if the seat's pile holds a card, after an attempt to refill an empty pile."""
        piles = step.state.piles
        if not piles.size(seat):
            self.supply(step, seat)
        return bool(piles.size(seat))

    # Audits -----------------------------------------------------------------------------------------------------------

    def owes(self, state: S, seat: int) -> bool:
        """Return True if the seat has closed cards, owes superseded slots or has batches not yet judged.

        A batch whose cards were all opened in play is judged at the end.
        """
        piles = state.piles
        return bool(self.live(state, seat) or piles.dead[seat] or piles.batches[seat])

    def blocked(self, state: S, seat: int, opened: Slots) -> bool:
        """Return True if a known closed card prevents the superseded slots from being opened.

        The seat knows the place of such a card, which is outside the unknown rest of the pile and not among those
        `opened` now. By elimination the superseded slots would reveal it (protocol 8.1).
        """
        piles = state.piles
        known = piles.hand[seat] + piles.top[seat] + piles.bottom[seat] + self.elsewhere(state, seat)
        return not set(opened).issuperset(known)

    def account(self, step: T, seat: int, slots: Slots) -> None:
        """Ask the seat for an audit: openings of these slots, and of all superseded slots.

        The superseded slots are left out while a known card blocks them.
        """
        owed = () if self.blocked(step.state, seat, slots) else step.state.piles.dead[seat]
        if slots or owed:
            step.ask(self.clear, seat, slots, owed)

    def settle(self, step: T, seat: int, owed: tuple[Opening, ...], waits: bool) -> None:
        """Settle an account that has been checked.

        The account of a lost seat is postponed until the seat can answer; nobody accuses the seat (protocol 8.3).
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
        """Ask every seat to open everything."""
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
    """Return the closed cards that a game has declared."""
    cards = chapters.cards
    assert isinstance(cards, Cards), "no `Cards(CHAPTERS, ...)` is declared for these chapters"
    return cards


def _over(step: CardStep[S]) -> None:
    step.state.over = True
