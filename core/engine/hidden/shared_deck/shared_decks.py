"""The shared-deck rules: one deck for all seats, shuffled by them into an order that nobody knows.

A game has a field `shared: SharedDeckState` in its state, declares these rules once, and then calls their operations:

    DECKS = SharedDecks(GAME_RULES)

    DECKS.shuffle(step, 0, copies)                        # all seats shuffle, one after the other
    DECKS.deal(step, (seat, 3), deck=0)                   # to the hand, unseen by others
    DECKS.check_cards(state, seat, decision.cards)        # raise unless these are opened cards of the hand
    copy = DECKS.leave_hand(step, seat, card)             # face up; the game decides where it goes
    DECKS.discard(step, seat, entry)                      # discard a closed card face down
    DECKS.give(step, giver, slot, receiver)               # or `take`, `show`, `put_under`, `mix`, `ask_open`

Every operation goes on the agenda before the pending items, so it is complete before the game continues. A hand
consists of *entries*: the slot of a closed card, or minus the copy of a face-up card. Clients answer all questions
about decks without their players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from core.engine.agenda import GameRules
from core.engine.events import CardsDrawn, CardShown, CardTaken, HandMixed
from core.engine.game import RandomSource, Setup
from core.engine.hidden.determinization import World
from core.engine.hidden.piles import without
from core.engine.hidden.points import POINT
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys, knowledge, lost_seats
from core.engine.hidden.shared_deck.duties import KEYED_QUESTIONS, CopyDuty, OpenDuty, PassDuty, ShareDuty
from core.engine.hidden.shared_deck.events import CardLaidUnder, CardSeen, CardTurnedUp, DeckShuffled
from core.engine.hidden.shared_deck.hands import Hands
from core.engine.hidden.shared_deck.keys import DeckKeys
from core.engine.hidden.shared_deck.passes import MAX_CARDS, G, split_bytes
from core.engine.hidden.shared_deck.state import (
    GIVE,
    REFRESH,
    SHOW,
    UNDER,
    Move,
    PendingReveal,
    PendingShuffle,
    S,
    Slots,
    T,
    deck_of_slot,
    faces_by_point,
    resolve_places,
)
from core.engine.question import Item

MAX_SHARES = 320
"""Maximum number of shares that one seat gives in a step; they take 30 KiB of an entry."""
DealCounts = tuple[tuple[int, int], ...]
"""Pairs (seat, number of cards) for all seats that are dealt cards together."""


class SharedDecks(Hands[S, T]):
    """The shared-deck rules of one game: its questions, and the operations on decks and hands."""

    def __init__(self, game_rules: GameRules) -> None:
        """Register the questions and agenda items of shared decks.

        The questions are "deck_pass", "deck_share", "deck_copy" and "deck_open". The names of agenda items begin with
        "deck".
        """
        game_rules.shared = self
        self.pass_question = game_rules.question(PassDuty(self))
        self.share_question = game_rules.question(ShareDuty(self))
        self.copy_question = game_rules.question(CopyDuty(self))
        self.open_question = game_rules.question(OpenDuty(self))
        for name, handler in (
            ("deck shuffle", self._begin_shuffle),
            ("deck reshuffle", self._begin_reshuffle),
            ("deck pass", self._ask_next_shuffler),
            ("deck deal", self._deal_now),
            ("deck reveal", self._reveal),
            ("deck move", self._move_on),
            ("deck mix", self._mix_now),
            ("deck open", self._open_now),
            ("deck turn up", self._turn_up_now),
            ("deck fill", partial(lost_seats.deal_shuffled, self)),
            ("deck ask again", lost_seats.ask_again),
            ("deck move again", lost_seats.resume_moves),
        ):
            game_rules.agenda(name)(handler)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def take_discards(self, step: T, deck: int) -> tuple[int, ...]:
        """Remove the face-up discards from the state and return them, to refill an empty deck.

        The deck is shuffled from these and the face-down discards.
        """
        return ()

    # Dealing ----------------------------------------------------------------------------------------------------------

    def deal(self, step: T, *deal_counts: tuple[int, int], deck: int = 0) -> None:
        """Deal each (seat, number of cards) up to that number of cards from the top of the deck.

        An empty deck is refilled from the discards.
        """
        step.schedule(("deck deal", deck, deal_counts))

    def turn_up(self, step: T, deck: int, then: Item) -> None:
        """Turn up the next card of a deck.

        The agenda item `then` receives its copy as last argument, or 0 if there is no card.
        """
        step.schedule(("deck turn up", deck, then))

    def _deal_now(self, step: T, deck: int, deal_counts: DealCounts) -> None:
        shared = step.state.shared
        missing: list[tuple[int, int]] = []
        dealt: dict[int, Slots] = {}
        for seat, count in deal_counts:
            slots, shared.decks[deck] = shared.decks[deck][:count], shared.decks[deck][count:]
            if slots:
                shared.hands[seat] += slots
                dealt[seat] = dealt.get(seat, ()) + slots
                step.emit(CardsDrawn(seat, slots))
            if len(slots) < count:
                missing.append((seat, count - len(slots)))
        if missing:
            copies = self.take_discards(step, deck)
            if copies or shared.down[deck]:
                step.schedule(("deck deal", deck, tuple(missing)))
                self.reshuffle(step, deck, copies)
        for seat, slots in dealt.items():
            self.collect(step, seat, *slots)

    def _turn_up_now(self, step: T, deck: int, then: Item) -> None:
        shared = step.state.shared
        if not shared.decks[deck]:
            copies = self.take_discards(step, deck)
            if copies or shared.down[deck]:
                step.schedule(("deck turn up", deck, then))
                self.reshuffle(step, deck, copies)
            else:
                step.schedule((*then, 0))
            return
        slot, *rest = shared.decks[deck]
        shared.decks[deck] = tuple(rest)
        self.collect(step, 0, slot, then=then)

    # Shuffles: lists that are passed round, the deck by a majority, a hand by its owner -------------------------------

    def shuffle(self, step: T, deck: int, copies: Iterable[int], slots: Slots = (), under: Slots = ()) -> None:
        """Shuffle face-up copies and closed slots into the deck; the cards `under` them are not shuffled.

        Raise `ValueError` for more than 130 cards.
        """
        step.schedule(("deck shuffle", deck, tuple(copies), slots, under))

    def reshuffle(self, step: T, deck: int, copies: Iterable[int]) -> None:
        """Shuffle these copies and all face-down discards into the deck, which must be empty."""
        step.schedule(("deck reshuffle", deck, tuple(copies)))

    def mix(self, step: T, seat: int) -> None:
        """Move the closed cards of a hand to fresh slots, so that other seats cannot recognise single cards."""
        for deck in reversed(range(len(step.state.shared.decks))):
            step.schedule(("deck mix", seat, deck))

    def _begin_reshuffle(self, step: T, deck: int, copies: tuple[int, ...]) -> None:
        shared = step.state.shared
        down, shared.down[deck] = tuple(sorted(shared.down[deck])), ()
        self._begin_shuffle(step, deck, copies, down, ())

    def _begin_shuffle(self, step: T, deck: int, copies: tuple[int, ...], slots: Slots, under: Slots) -> None:
        state, shared = step.state, step.state.shared
        slots, under = resolve_places(slots, shared.decks[deck]), resolve_places(under, shared.decks[deck])
        ordered = sorted(copies)  # copies of one face are adjacent
        shared.close(state.t, ordered)
        cards = [shared.encrypted_entry(state.setup.match, copy) for copy in ordered] + [
            shared.cards[slot] for slot in slots
        ]
        if len(cards) > MAX_CARDS:
            raise ValueError(f"{len(cards)} cards are shuffled at a time, at most {MAX_CARDS} can be")
        if not set(shared.decks[deck]) <= {*slots, *under}:
            raise ValueError(f"deck {deck} holds cards that are neither shuffled nor lie under those that are")
        for slot in slots:
            shared.drop(slot)
        shared.decks[deck] = ()
        shared.shuffling = PendingShuffle(deck, 0, (), 0, 0, b"".join(cards), under)
        step.schedule(("deck pass",))

    def _mix_now(self, step: T, seat: int, deck: int) -> None:
        shared = step.state.shared
        slots = tuple(slot for slot in shared.hands[seat] if deck_of_slot(slot) == deck)
        if not slots or seat in step.lost or seat in shared.out:
            return
        if len(slots) == 1:
            self._move(step, Move(REFRESH, seat, slots[0], seat))
            return
        cards = b"".join(shared.cards[slot] for slot in slots)
        shared.shuffling = PendingShuffle(deck, seat, (), 0, 0, cards, ())
        step.schedule(("deck pass",))

    def _ask_next_shuffler(self, step: T) -> None:
        """Ask the next seat to shuffle the list, or finish the shuffle if no seat is left."""
        shared = step.state.shared
        work = shared.shuffling
        if work is None:
            return
        if not shared.sealed:
            self._shuffle_plainly(step, work)
        elif seat := self._next_shuffler(step, work):
            step.schedule(("deck pass",))
            step.ask(self.pass_question, seat, work.deck)
            return
        self._place_shuffled_list(step)

    def _next_shuffler(self, step: T, work: PendingShuffle) -> int:
        """Return the seat that shuffles the list next, or 0 if the shuffle is complete.

        Seats are asked in ascending order. A seat that was lost in its turn is asked again when it is back, since
        otherwise a single seat might shuffle the deck and know its order. At least one seat must shuffle the list,
        because its cards may have been dealt before, and the shares of both deals together would reveal them. A list of
        one face-up card needs no shuffle.
        """
        shared = step.state.shared
        lies_open = len(work.cards) == shared.card_bytes and work.cards[:POINT] == G
        if not work.cards or lies_open or len(work.passed) >= (1 if work.whose else shared.quorum):
            return 0
        able = self._active_seats(step)
        if work.whose:
            return work.whose if work.whose in able and not work.last else 0
        remaining = [seat for seat in able if seat not in work.passed]
        if not remaining and not work.passed:
            remaining = [seat for seat in shared.seats if seat not in step.lost] or [shared.seats[0]]
        return min(remaining, key=lambda seat: (seat <= work.last, seat), default=0)

    def _shuffle_plainly(self, step: T, work: PendingShuffle) -> None:
        shared = step.state.shared
        cards = split_bytes(work.cards, shared.card_bytes)
        first = shared.next_slots(step.state.t, work.deck, len(cards))
        mixed = step.chance.stream("nulldeck", work.deck, first).shuffle(cards)
        shared.shuffling = work._replace(passed=(work.whose,), first=first, cards=b"".join(mixed))

    def _place_shuffled_list(self, step: T) -> None:
        """Place the shuffled list as the deck, or deal it as the new hand of its owner."""
        shared = step.state.shared
        work, shared.shuffling = shared.shuffling, None
        assert work is not None
        cards = split_bytes(work.cards, shared.card_bytes)
        if not work.whose:
            shared.decks[work.deck] = shared.add_cards(step.state.t, work.deck, cards, work.first) + work.under
            step.emit(DeckShuffled(work.deck, len(cards)))
        elif work.passed:
            old = [slot for slot in shared.hands[work.whose] if deck_of_slot(slot) == work.deck]
            others = tuple(slot for slot in shared.hands[work.whose] if slot not in old)
            for slot in old:
                shared.drop(slot)
            new = shared.add_cards(step.state.t, work.deck, cards, work.first)
            shared.hands[work.whose] = others + new
            step.emit(HandMixed(work.whose, len(new)))
            self.collect(step, work.whose, *new)

    # Transfers: closed cards move as copies, shown to a seat, put under the deck, given away --------------------------

    def on_taken(self, step: T, seat: int, giver: int, copy: int) -> None:
        """React to a card that a seat took from another hand; `copy` is 0 for a closed card.

        By default nothing happens.
        """

    def put_under(self, step: T, seat: int, slot: int) -> None:
        """Put a closed card of the hand under its deck; only the seat knows which card it is."""
        self._move(step, Move(UNDER, seat, slot, 0))

    def show(self, step: T, seat: int, slot: int, looker: int) -> None:
        """Show a closed card of the hand to one other seat alone, unless that seat is lost."""
        if looker not in step.lost and looker not in step.state.shared.out:
            self._move(step, Move(SHOW, seat, slot, looker))

    def give(self, step: T, giver: int, entry: int, receiver: int) -> None:
        """Give a card of the hand to another seat.

        A closed card stays hidden from all other seats. They cannot follow it either, since the receiver mixes its
        hand.
        """
        if entry < 0:
            self._arrive(step, giver, receiver, -entry)
            return
        step.schedule(("deck mix", receiver, deck_of_slot(entry)))
        self._move(step, Move(GIVE, giver, entry, receiver))

    def take(self, step: T, giver: int, receiver: int) -> None:
        """Move a random card of the giver's hand to the receiver; do nothing if the hand is empty."""
        shared = step.state.shared
        hand = (*sorted(shared.hands[giver]), *(-copy for copy in shared.open[giver]))
        if hand:
            self.give(step, giver, step.chance.numbered_stream("take", giver).pick(hand), receiver)

    def _move(self, step: T, move: Move) -> None:
        step.state.shared.moves += (move,)
        step.schedule(("deck move",))

    def _move_on(self, step: T) -> None:
        """Ask for copies of the cards in transit, one from each holder at a time, until none is left."""
        shared = step.state.shared
        self.end_open_moves(step)
        asked: dict[int, Move] = {}
        for move in shared.moves:
            asked.setdefault(move.holder, move)
        if not asked:
            return
        step.schedule(("deck move",))
        for seat, move in sorted(asked.items()):
            if shared.sealed:
                step.ask(self.copy_question, seat, move)
            else:
                self.finish_move(step, move, shared.cards[move.slot])

    def end_open_moves(self, step: T) -> None:
        """Finish the moves of cards that were turned face up in transit because their holder is lost."""
        shared = step.state.shared
        for move in shared.moves:
            if move.slot in shared.turned:
                shared.moves = without(shared.moves, move)
                self._move_openly(step, move, shared.turned.pop(move.slot))

    def finish_move(self, step: T, move: Move, card: bytes) -> None:
        """Move a card to its destination, after its holder has made a copy of it."""
        shared, (purpose, holder, slot, to) = step.state.shared, move
        deck = deck_of_slot(slot)
        shared.moves = without(shared.moves, move)
        (new,) = shared.add_cards(step.state.t, deck, [card])
        shared.copied[new] = slot
        if purpose == SHOW:
            shared.looks[new] = to
            step.emit(CardSeen(holder, to, slot))
        else:
            shared.hands[holder] = without(shared.hands[holder], slot)
            shared.drop(slot)
        if purpose == UNDER:
            shared.decks[deck] += (new,)
            step.emit(CardLaidUnder(holder, deck, 0))
            return
        if purpose == GIVE:
            step.emit(CardTaken(to, holder, 0))
            self.on_taken(step, to, holder, 0)
        if purpose == REFRESH:
            step.emit(HandMixed(holder, 1))
        if purpose != SHOW:
            shared.hands[to] += (new,)
        self.collect(step, to, new)

    def _move_openly(self, step: T, move: Move, copy: int) -> None:
        """Move a face-up card of a lost holder to its destination."""
        shared = step.state.shared
        if move.purpose == GIVE:
            self._arrive(step, move.holder, move.to, copy)
        elif move.purpose == UNDER:
            deck = shared.deck_of(copy)
            shared.open[move.holder] = without(shared.open[move.holder], copy)
            shared.close(step.state.t, [copy])
            entry = shared.encrypted_entry(step.state.setup.match, copy)
            shared.decks[deck] += shared.add_cards(step.state.t, deck, [entry])
            step.emit(CardLaidUnder(move.holder, deck, copy))

    def _arrive(self, step: T, giver: int, receiver: int, copy: int) -> None:
        shared = step.state.shared
        shared.open[giver] = without(shared.open[giver], copy)
        shared.open[receiver] += (copy,)
        step.emit(CardTaken(receiver, giver, copy))
        self.on_taken(step, receiver, giver, copy)

    # Reveals: shares are collected, those of lost seats built from parts ----------------------------------------------

    def ask_open(self, step: T, *cards: tuple[int, Slots]) -> None:
        """Ask seats to open cards of their hands to all seats; the arguments are pairs (seat, slots).

        Afterwards the seats hold these cards face up.
        """
        step.schedule(("deck open", cards))

    def _open_now(self, step: T, cards: tuple[tuple[int, Slots], ...]) -> None:
        for seat, slots in cards:
            hand = step.state.shared.hands[seat]
            remaining = tuple(slot for slot in resolve_places(slots, hand) if slot in hand)
            if remaining:
                step.ask(self.open_question, seat, remaining)

    def collect(self, step: T, to: int, *slots: int, then: Item = ()) -> None:
        """Collect the shares of these slots before anything else; no slot may have been dealt before."""
        shared = step.state.shared
        for slot in slots:
            assert slot not in shared.rests and slot not in shared.revealing, "a slot that was dealt before"
            shared.count_as_dealt(slot)
            b = shared.cards[slot][POINT:] if shared.sealed else b""
            shared.revealing[slot] = PendingReveal(to, b, (), then)
        if slots and step.state.agenda[-1:] != [("deck reveal",)]:
            step.schedule(("deck reveal",))

    def _reveal(self, step: T) -> None:
        """Finish the slots that have all their shares, and ask for the missing shares of the others."""
        shared = step.state.shared
        lost = {*step.lost, *shared.out}
        owed: dict[int, list[tuple[int, int]]] = {}
        for slot, at in sorted(shared.revealing.items()):
            if slot not in shared.revealing:  # the share was for a card that is open now
                continue
            if at.to in lost:
                if slot in shared.looks:
                    shared.drop(slot)
                    continue
                shared.revealing[slot] = at = at._replace(to=0)
            lacking = [seat for seat in shared.seats if seat != at.to and seat not in at.given] if shared.sealed else []
            if not lacking:
                self._finish_reveal(step, slot, at)
            givers = [(giver, seat) for seat in lacking for giver in self._share_givers(step, seat)]
            more = Counter(giver for giver, _ in givers)
            if any(len(owed.get(giver, ())) + count > MAX_SHARES for giver, count in more.items()):
                continue  # a seat that owes parts is asked for all of one slot at once
            for giver, seat in givers:
                owed.setdefault(giver, []).append((slot, seat))
        if owed:
            step.schedule(("deck reveal",))
            for giver in sorted(owed):
                step.ask(self.share_question, giver, tuple(owed[giver]))

    def _share_givers(self, step: T, seat: int) -> list[int]:
        """Return the seats that are asked for a seat's share.

        Usually that is the seat itself. If it is lost or excluded, all other seats are asked for their parts of its
        share.
        """
        able = self._active_seats(step)
        if seat in able:
            return [seat]
        if len(able) < step.state.shared.quorum:  # seats that are out but present get another chance
            here = [other for other in step.state.shared.seats if other not in step.lost and other != seat]
            able = here if len(here) >= step.state.shared.quorum else [seat]
        return able

    def _finish_reveal(self, step: T, slot: int, at: PendingReveal) -> None:
        shared, match = step.state.shared, step.state.setup.match
        del shared.revealing[slot]
        if at.to:
            shared.rests[slot] = at.rest
            return
        deck = deck_of_slot(slot)
        if shared.sealed:
            face = faces_by_point(match, deck, len(shared.kinds[deck]))[at.rest]
        else:
            face = int.from_bytes(shared.cards[slot], "big")
        holder = next((seat for seat in shared.seats if slot in shared.hands[seat]), 0)
        if not holder:
            copy = shared.uncover(slot, face)
            step.emit(CardTurnedUp(deck, copy))
            step.schedule((*at.then, copy))
            return
        copy = self._uncover(shared, holder, slot, face)
        shared.open[holder] += (copy,)
        if any(move.slot == slot for move in shared.moves):
            shared.turned[slot] = copy
        step.emit(CardShown(holder, copy))

    # Keys and knowledge of seats --------------------------------------------------------------------------------------

    def store_keys(self, state: S, points: Sequence[tuple[bytes, ...]]) -> None:
        """Store the key points of all seats in the state, beginning with seat 1.

        Raise `BadPointError` for an invalid point.
        """
        state.shared.K = keys.joint_key(points)
        state.shared.points = ((), *points)

    def create_all_keys(self, state: S, secrets: Mapping[int, Secrets]) -> None:
        """Create the deck keys of all seats in one process, and exchange their shares."""
        match, seats = state.setup.match, sorted(secrets)
        made = {seat: DeckKeys(match, seat, secrets[seat].seed, len(seats)) for seat in seats}
        for x, whose in made.items():
            secrets[x].deck = whose
            for y in seats:
                if x != y:
                    made[y].store_value(x, whose.points, whose.share_for(y))
        self.store_keys(state, [made[seat].points for seat in seats])

    def learn(self, state: S, seat: int, own: Secrets) -> None:
        """Add to a seat's secrets the cards that it was dealt or shown."""
        knowledge.learn(state, seat, own)

    def sample_hidden(self, state: S, own: Secrets, chance: RandomSource, world: World[S]) -> None:
        """Fill in at random everything that the seat cannot know, in the sampled world `world`."""
        knowledge.sample_unknown(state, own, chance, world)

    # Continued matches ------------------------------------------------------------------------------------------------

    def carry(self, first: S, setup: Setup) -> None:
        """Prepare the state for step 1 of a new match, which does not have its keys yet."""
        first.setup = setup
        lost_seats.drop_keys(first.shared, setup.sealed)

    def drop_questions(self, state: S) -> None:
        """Remove the pending questions about cards of the old match."""
        state.asking = tuple(asking for asking in state.asking if asking[1] not in KEYED_QUESTIONS)

    def redeal(self, step: T) -> None:
        """Shuffle and redeal all closed cards, then ask the pending questions again."""
        lost_seats.redeal(self, step)
