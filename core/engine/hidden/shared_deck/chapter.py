"""The chapter of shared decks: one deck for all, shuffled by the seats, in an order nobody knows.

A game has a field `shared: Shared` in its state, declares the chapter once and gets the following:

    DECKS = SharedDecks(CHAPTERS)

    DECKS.shuffle(step, 0, copies)                        # passed round and placed; step by step, on the agenda
    DECKS.deal(step, (seat, 3), deck=0)                   # to the hand, unseen by others
    DECKS.check_cards(state, seat, decision.cards)        # different cards of the hand, rightly opened
    copy = DECKS.leave_hand(step, seat, card)             # it is open; the game decides where
    DECKS.lay_down(step, seat, entry)                     # face down among the discards
    DECKS.give(step, giver, slot, receiver)               # or `take`, `show`, `lay_under`, `mix`, `ask_open`

Every operation goes on the agenda before the pending items, so the game's next items come after it. A hand is given in
*entries*: a slot, or -copy for a card that is held openly. Clients answer the duties without their players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from core.engine.agenda import GameRules
from core.engine.events import CardsDrawn
from core.engine.game import Chooser, Setup
from core.engine.hidden.determinization import World
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys, knowledge, lost_seats
from core.engine.hidden.shared_deck.duties import KEYED_QUESTIONS, CopyDuty, OpenDuty, PassDuty, ShareDuty
from core.engine.hidden.shared_deck.keys import DeckKeys
from core.engine.hidden.shared_deck.shuffles import Shuffles
from core.engine.hidden.shared_deck.state import S, Slots, T
from core.engine.question import Item

Wants = tuple[tuple[int, int], ...]
"""(seat, number of cards) for every seat that is dealt to in one operation."""


class SharedDecks(Shuffles[S, T]):
    """The shared decks of one game: its questions and the operations on their cards."""

    def __init__(self, chapters: GameRules) -> None:
        """Declare the questions and agenda items of shared decks.

        The questions are "deck_pass", "deck_share", "deck_copy" and "deck_open"; the agenda items are "deck ...".
        """
        chapters.shared = self
        self.passes = chapters.question(PassDuty(self))
        self.gives = chapters.question(ShareDuty(self))
        self.copies = chapters.question(CopyDuty(self))
        self.opens = chapters.question(OpenDuty(self))
        for name, handler in (
            ("deck shuffle", self._begin_shuffle),
            ("deck reshuffle", self._begin_reshuffle),
            ("deck pass", self._pass_on),
            ("deck deal", self._deal_now),
            ("deck reveal", self._reveal),
            ("deck move", self._move_on),
            ("deck mix", self._mix_now),
            ("deck open", self._open_now),
            ("deck turn up", self._turn_up_now),
            ("deck fill", partial(lost_seats.fill, self)),
            ("deck ask again", lost_seats.ask_again),
            ("deck move again", lost_seats.resume_moves),
        ):
            chapters.agenda(name)(handler)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def discards(self, step: T, deck: int) -> tuple[int, ...]:
        """Remove and return the face-up discards when a card is due and the deck is empty.

        They are shuffled together with the face-down discards.
        """
        return ()

    # Dealing ----------------------------------------------------------------------------------------------------------

    def deal(self, step: T, *wants: tuple[int, int], deck: int = 0) -> None:
        """Deal each (seat, number of cards) what there is, from the top.

        The discards refill an empty deck.
        """
        step.later(("deck deal", deck, wants))

    def turn_up(self, step: T, deck: int, then: Item) -> None:
        """Turn up the next card of a deck.

        The agenda item `then` gets its copy, or 0 where there is none.
        """
        step.later(("deck turn up", deck, then))

    def _deal_now(self, step: T, deck: int, wants: Wants) -> None:
        shared = step.state.shared
        missing: list[tuple[int, int]] = []
        dealt: dict[int, Slots] = {}
        for seat, count in wants:
            slots, shared.decks[deck] = shared.decks[deck][:count], shared.decks[deck][count:]
            if slots:
                shared.hands[seat] += slots
                dealt[seat] = dealt.get(seat, ()) + slots
                step.say(CardsDrawn(seat, slots))
            if len(slots) < count:
                missing.append((seat, count - len(slots)))
        if missing:
            copies = self.discards(step, deck)
            if copies or shared.down[deck]:
                step.later(("deck deal", deck, tuple(missing)))
                self.reshuffle(step, deck, copies)
        for seat, slots in dealt.items():
            self.collect(step, seat, *slots)

    def _turn_up_now(self, step: T, deck: int, then: Item) -> None:
        shared = step.state.shared
        if not shared.decks[deck]:
            copies = self.discards(step, deck)
            if copies or shared.down[deck]:
                step.later(("deck turn up", deck, then))
                self.reshuffle(step, deck, copies)
            else:
                step.later((*then, 0))
            return
        slot, *rest = shared.decks[deck]
        shared.decks[deck] = tuple(rest)
        self.collect(step, 0, slot, then=then)

    # Keys and knowledge of seats --------------------------------------------------------------------------------------

    def lay_keys(self, state: S, points: Sequence[tuple[bytes, ...]]) -> None:
        """Store the points of the seats, seat 1 first, in the state; raise `BadPoint`."""
        state.shared.K = keys.joint_key(points)
        state.shared.points = ((), *points)

    def seat_all(self, state: S, secrets: Mapping[int, Secrets]) -> None:
        """Create the keys of all seats of a match in one process, and exchange their shares."""
        match, seats = state.setup.match, sorted(secrets)
        made = {seat: DeckKeys(match, seat, secrets[seat].seed, len(seats)) for seat in seats}
        for x, whose in made.items():
            secrets[x].deck = whose
            for y in seats:
                if x != y:
                    made[y].keep(x, whose.points, whose.share_for(y))
        self.lay_keys(state, [made[seat].points for seat in seats])

    def learn(self, state: S, seat: int, own: Secrets) -> None:
        """Update the secrets with what was dealt and shown to the seat."""
        knowledge.learn(state, seat, own)

    def imagine(self, state: S, own: Secrets, chance: Chooser, world: World[S]) -> None:
        """Sample for a world what the seat cannot know."""
        knowledge.sample_unknown(state, own, chance, world)

    # Continued matches ------------------------------------------------------------------------------------------------

    def carry(self, first: S, setup: Setup) -> None:
        """Prepare the state before step 1 of another match: its own keys are not there yet."""
        first.setup = setup
        lost_seats.carry(first.shared, setup.sealed)

    def forget(self, state: S) -> None:
        """Drop the asks about cards of the old match."""
        state.asking = tuple(asking for asking in state.asking if asking[1] not in KEYED_QUESTIONS)

    def lay_anew(self, step: T) -> None:
        """Shuffle and redeal all closed cards, then repeat the pending asks."""
        lost_seats.redeal(self, step)
