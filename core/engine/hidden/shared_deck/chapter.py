"""Shared decks as a chapter of a game's rules: one deck for all, shuffled by the seats, whose order nobody knows.

A game has a field `shared: Shared` in its state, declares the chapter once and gets what follows:

    DECKS = SharedDecks(CHAPTERS)

    DECKS.shuffle(step, 0, copies)                        # passed round and laid; step by step, on the agenda
    DECKS.deal(step, (seat, 3), deck=0)                   # to the hand, unseen by others
    DECKS.check_cards(state, seat, decision.cards)        # different cards of the hand, rightly opened
    copy = DECKS.leave_hand(step, seat, card)             # it lies open; the game says where
    DECKS.lay_down(step, seat, entry)                     # face down among the discards
    DECKS.give(step, giver, slot, receiver)               # or `take`, `show`, `lay_under`, `mix`, `ask_open`

All of it is put on the agenda before what stands there, so whatever the game does next comes after. A hand is told in
*entries*: a slot, or -copy for a card that is held openly. The duties are answered by clients without their players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.engine.agenda import Chapters
from core.engine.events import CardsDrawn
from core.engine.game import Chooser, Setup
from core.engine.hidden.determinization import World
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys, knowledge, lost_seats
from core.engine.hidden.shared_deck.duties import PRIVATE, Copies, Gives, Opens, Passes
from core.engine.hidden.shared_deck.keys import DeckKeys
from core.engine.hidden.shared_deck.shuffles import Shuffles
from core.engine.hidden.shared_deck.state import S, Slots, T
from core.engine.question import Item

Wants = tuple[tuple[int, int], ...]
"""(seat, how many) for everybody who is dealt to in one operation."""


class SharedDecks(Shuffles[S, T]):
    """The shared decks of one game: what is asked, and what is done with their cards."""

    def __init__(self, chapters: Chapters) -> None:
        """Declares questions "deck_pass", "deck_share", "deck_copy" and "deck_open", and agenda items "deck ..."."""
        chapters.shared = self
        self.passes = chapters.question(Passes(self))
        self.gives = chapters.question(Gives(self))
        self.copies = chapters.question(Copies(self))
        self.opens = chapters.question(Opens(self))
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
            ("deck fill", lost_seats.fill),
            ("deck ask again", lost_seats.ask_again),
            ("deck move again", lost_seats.move_again),
        ):
            chapters.agenda(name)(handler)

    # What a game may say otherwise ------------------------------------------------------------------------------------

    def discards(self, step: T, deck: int) -> tuple[int, ...]:
        """A card is due and the deck is empty: the copies that lie open among the discards, which leave them now. They
        are shuffled together with what lies face down.
        """
        return ()

    # Dealing ----------------------------------------------------------------------------------------------------------

    def deal(self, step: T, *wants: tuple[int, int], deck: int = 0) -> None:
        """(seat, how many) are dealt what there is, from the top; where the deck is empty, the discards become it."""
        step.later(("deck deal", deck, wants))

    def turn_up(self, step: T, deck: int, then: Item) -> None:
        """The next card of a deck is turned up; the agenda item `then` gets its copy, or 0 where there is none."""
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

    # What the seats bring and know ------------------------------------------------------------------------------------

    def lay_keys(self, state: S, points: Sequence[tuple[bytes, ...]]) -> None:
        """The points that the seats have shown, seat 1 first, stand in the state from now on; raises `BadPoint`."""
        state.shared.K = keys.joint_key(points)
        state.shared.points = ((), *points)

    def seat_all(self, state: S, secrets: Mapping[int, Secrets]) -> None:
        """The keys of all seats of a match in one process, and the shares that they give each other."""
        match, seats = state._setup.match, sorted(secrets)
        made = {seat: DeckKeys(match, seat, secrets[seat].seed, len(seats)) for seat in seats}
        for x, whose in made.items():
            secrets[x].deck = whose
            for y in seats:
                if x != y:
                    made[y].keep(x, whose.points, whose.share_for(y))
        self.lay_keys(state, [made[seat].points for seat in seats])

    def learn(self, state: S, seat: int, own: Secrets) -> None:
        """Makes the secrets follow what was dealt and shown to the seat."""
        knowledge.learn(state, seat, own)

    def imagine(self, state: S, own: Secrets, chance: Chooser, world: World[S]) -> None:
        """Lays out in a world what the seat cannot know."""
        knowledge.lay_out(state, own, chance, world)

    # A match that is played on as a new one ---------------------------------------------------------------------------

    def carry(self, first: S, setup: Setup) -> None:
        """The state before step 1 of another match: it has keys of its own, which are not there yet."""
        first._setup = setup
        lost_seats.carry(first.shared, setup.sealed)

    def forget(self, state: S) -> None:
        """What was asked about cards of the old match has no meaning any more."""
        state.asking = tuple(asking for asking in state.asking if asking[1] not in PRIVATE)

    def lay_anew(self, step: T) -> None:
        """All closed cards are shuffled and dealt anew; then is asked what was asked."""
        lost_seats.lay_anew(self, step)
