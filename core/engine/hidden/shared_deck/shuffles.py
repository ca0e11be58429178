"""Lists of a shared deck that are passed round: the deck by a majority, a hand by its owner."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.events import HandMixed
from core.engine.hidden.points import POINT
from core.engine.hidden.shared_deck.duties import PassDuty
from core.engine.hidden.shared_deck.events import DeckShuffled
from core.engine.hidden.shared_deck.passes import MAX_CARDS, G, split
from core.engine.hidden.shared_deck.state import REFRESH, Move, PendingShuffle, S, Slots, T, at_places, deck_of_slot
from core.engine.hidden.shared_deck.transfers import Transfers


class Shuffles(Transfers[S, T]):
    """The list in work."""

    passes: PassDuty[S, T]

    def shuffle(self, step: T, deck: int, copies: Iterable[int], slots: Slots = (), under: Slots = ()) -> None:
        """Shuffle open and closed cards together into the deck; the cards `under` them stay as they are.

        Raise `ValueError` for more than 130 cards.
        """
        step.later(("deck shuffle", deck, tuple(copies), slots, under))

    def reshuffle(self, step: T, deck: int, copies: Iterable[int]) -> None:
        """Shuffle the open discards and all face-down discards into the deck, which is empty."""
        step.later(("deck reshuffle", deck, tuple(copies)))

    def mix(self, step: T, seat: int) -> None:
        """Mix the closed cards of a hand into fresh slots, so that all knowledge of single cards is void."""
        for deck in reversed(range(len(step.state.shared.decks))):
            step.later(("deck mix", seat, deck))

    def _begin_reshuffle(self, step: T, deck: int, copies: tuple[int, ...]) -> None:
        shared = step.state.shared
        down, shared.down[deck] = tuple(sorted(shared.down[deck])), ()
        self._begin_shuffle(step, deck, copies, down, ())

    def _begin_shuffle(self, step: T, deck: int, copies: tuple[int, ...], slots: Slots, under: Slots) -> None:
        state, shared = step.state, step.state.shared
        slots, under = at_places(slots, shared.decks[deck]), at_places(under, shared.decks[deck])
        ordered = sorted(copies)  # copies of one face are adjacent
        shared.close(state.t, ordered)
        cards = [shared.entry(state.setup.match, copy) for copy in ordered] + [shared.cards[slot] for slot in slots]
        if len(cards) > MAX_CARDS:
            raise ValueError(f"{len(cards)} cards are shuffled at a time, at most {MAX_CARDS} can be")
        if not set(shared.decks[deck]) <= {*slots, *under}:
            raise ValueError(f"deck {deck} holds cards that are neither shuffled nor lie under those that are")
        for slot in slots:
            shared.drop(slot)
        shared.decks[deck] = ()
        shared.shuffling = PendingShuffle(deck, 0, 0, 0, 0, b"".join(cards), under)
        step.later(("deck pass",))

    def _mix_now(self, step: T, seat: int, deck: int) -> None:
        shared = step.state.shared
        slots = tuple(slot for slot in shared.hands[seat] if deck_of_slot(slot) == deck)
        if not slots or seat in step.lost or seat in shared.out:
            return
        if len(slots) == 1:
            self._move(step, Move(REFRESH, seat, slots[0], seat))
            return
        cards = b"".join(shared.cards[slot] for slot in slots)
        shared.shuffling = PendingShuffle(deck, seat, 0, 0, 0, cards, ())
        step.later(("deck pass",))

    def _pass_on(self, step: T) -> None:
        """Ask the next seat to pass the list, or place it."""
        shared = step.state.shared
        work = shared.shuffling
        if work is None:
            return
        if not shared.sealed:
            self._shuffle_plainly(step, work)
        elif seat := self._next_to_pass(step, work):
            step.later(("deck pass",))
            step.ask(self.passes, seat, work.deck)
            return
        self._lay(step)

    def _next_to_pass(self, step: T, work: PendingShuffle) -> int:
        """Return the seat that passes the list next, or 0 once the list can be laid.

        A deck is never laid before one seat has passed it: its cards may have been dealt before, and the shares of
        both deals together would show them to everybody. A lone card that lies open has nothing to hide.
        """
        shared = step.state.shared
        lies_open = len(work.cards) == shared.width and work.cards[:POINT] == G
        if not work.cards or lies_open or work.right >= (1 if work.whose else shared.quorum):
            return 0
        able = self._able(step)
        left = [seat for seat in able if seat > work.last and work.whose in (0, seat)]
        if not left and not work.whose and not work.right:
            left = able or [seat for seat in shared.seats if seat not in step.lost] or [shared.seats[0]]
        return left[0] if left else 0

    def _shuffle_plainly(self, step: T, work: PendingShuffle) -> None:
        shared = step.state.shared
        cards = split(work.cards, shared.width)
        first = shared.number(step.state.t, work.deck, len(cards))
        mixed = step.chance.stream("nulldeck", work.deck, first).shuffle(cards)
        shared.shuffling = work._replace(right=1, first=first, cards=b"".join(mixed))

    def _lay(self, step: T) -> None:
        """Place the shuffled list: as the deck, or as a hand that is dealt to its owner again."""
        shared = step.state.shared
        work, shared.shuffling = shared.shuffling, None
        assert work is not None
        cards = split(work.cards, shared.width)
        if not work.whose:
            shared.decks[work.deck] = shared.lay(step.state.t, work.deck, cards, work.first) + work.under
            step.say(DeckShuffled(work.deck, len(cards)))
        elif work.right:
            old = [slot for slot in shared.hands[work.whose] if deck_of_slot(slot) == work.deck]
            others = tuple(slot for slot in shared.hands[work.whose] if slot not in old)
            for slot in old:
                shared.drop(slot)
            new = shared.lay(step.state.t, work.deck, cards, work.first)
            shared.hands[work.whose] = others + new
            step.say(HandMixed(work.whose, len(new)))
            self.collect(step, work.whose, *new)
