"""Closed cards of a shared deck that go on as copies: shown to one seat, laid under the deck, given to another hand."""

from __future__ import annotations

from core.engine.events import CardTaken, HandMixed
from core.engine.hidden.piles import without
from core.engine.hidden.shared_deck.duties import Copies
from core.engine.hidden.shared_deck.events import CardLaidUnder, CardSeen
from core.engine.hidden.shared_deck.reveals import Reveals
from core.engine.hidden.shared_deck.state import ANEW, GIVE, SHOW, UNDER, Move, S, T, deck_of_slot


class Moves(Reveals[S, T]):
    """Copies that are on their way."""

    copies: Copies[S, T]

    def taken(self, step: T, seat: int, giver: int, copy: int) -> None:
        """A card has come from another hand; `copy` is 0 where it is closed. Usually nothing."""

    def lay_under(self, step: T, seat: int, slot: int) -> None:
        """A closed card of the hand goes under its deck; its holder alone knows which it is."""
        self._move(step, Move(UNDER, seat, slot, 0))

    def show(self, step: T, seat: int, slot: int, looker: int) -> None:
        """One other seat alone sees a closed card of the hand, unless it is lost."""
        if looker not in step.lost and looker not in step.state.shared.out:
            self._move(step, Move(SHOW, seat, slot, looker))

    def give(self, step: T, giver: int, entry: int, receiver: int) -> None:
        """A card of the hand goes to another seat. What is closed stays closed to all others, who cannot follow it
        either: the receiver mixes its hand.
        """
        if entry < 0:
            self._arrive(step, giver, receiver, -entry)
            return
        step.later(("deck mix", receiver, deck_of_slot(entry)))
        self._move(step, Move(GIVE, giver, entry, receiver))

    def take(self, step: T, giver: int, receiver: int) -> None:
        """A card of the giver's hand that the beacon picks, if it has one."""
        shared = step.state.shared
        hand = (*sorted(shared.hands[giver]), *(-copy for copy in shared.open[giver]))
        if hand:
            self.give(step, giver, step.chance.serial("take", giver).pick(hand), receiver)

    def _move(self, step: T, move: Move) -> None:
        step.state.shared.moves += (move,)
        step.later(("deck move",))

    def _move_on(self, step: T) -> None:
        """Asks for copies, one of each holder at a time, till nothing is on its way."""
        shared = step.state.shared
        self.end_open_moves(step)
        asked: dict[int, Move] = {}
        for move in shared.moves:
            asked.setdefault(move.holder, move)
        if not asked:
            return
        step.later(("deck move",))
        for seat, move in sorted(asked.items()):
            if shared.sealed:
                step.ask(self.copies, seat, move)
            else:
                self.copied(step, move, shared.cards[move.slot])

    def end_open_moves(self, step: T) -> None:
        """What should have gone on closed and was opened meanwhile, because its holder is lost, goes on openly."""
        shared = step.state.shared
        for move in shared.moves:
            if move.slot in shared.turned:
                shared.moves = without(shared.moves, move)
                self._move_openly(step, move, shared.turned.pop(move.slot))

    def copied(self, step: T, move: Move, card: bytes) -> None:
        """A copy was made: it goes where it should."""
        shared, (purpose, holder, slot, to) = step.state.shared, move
        deck = deck_of_slot(slot)
        shared.moves = without(shared.moves, move)
        (new,) = shared.lay(step.state.t, deck, [card])
        shared.copied[new] = slot
        if purpose == SHOW:
            shared.looks[new] = to
            step.say(CardSeen(holder, to, slot))
        else:
            shared.hands[holder] = without(shared.hands[holder], slot)
            shared.drop(slot)
        if purpose == UNDER:
            shared.decks[deck] += (new,)
            step.say(CardLaidUnder(holder, deck, 0))
            return
        if purpose == GIVE:
            step.say(CardTaken(to, holder, 0))
            self.taken(step, to, holder, 0)
        if purpose == ANEW:
            step.say(HandMixed(holder, 1))
        if purpose != SHOW:
            shared.hands[to] += (new,)
        self.collect(step, to, new)

    def _move_openly(self, step: T, move: Move, copy: int) -> None:
        """The holder is lost and its card lies open: it goes on so."""
        shared = step.state.shared
        if move.purpose == GIVE:
            self._arrive(step, move.holder, move.to, copy)
        elif move.purpose == UNDER:
            deck = shared.deck_of(copy)
            shared.open[move.holder] = without(shared.open[move.holder], copy)
            shared.close(step.state.t, [copy])
            entry = shared.entry(step.state._setup.match, copy)
            shared.decks[deck] += shared.lay(step.state.t, deck, [entry])
            step.say(CardLaidUnder(move.holder, deck, copy))

    def _arrive(self, step: T, giver: int, receiver: int, copy: int) -> None:
        shared = step.state.shared
        shared.open[giver] = without(shared.open[giver], copy)
        shared.open[receiver] += (copy,)
        step.say(CardTaken(receiver, giver, copy))
        self.taken(step, receiver, giver, copy)
