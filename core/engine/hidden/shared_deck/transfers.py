"""Closed cards of a shared deck that move as copies: shown to a seat, put under the deck, given away."""

from __future__ import annotations

from core.engine.events import CardTaken, HandMixed
from core.engine.hidden.piles import without
from core.engine.hidden.shared_deck.duties import CopyDuty
from core.engine.hidden.shared_deck.events import CardLaidUnder, CardSeen
from core.engine.hidden.shared_deck.reveals import Reveals
from core.engine.hidden.shared_deck.state import GIVE, REFRESH, SHOW, UNDER, Move, S, T, deck_of_slot


class Transfers(Reveals[S, T]):
    """Copies in transit."""

    copies: CopyDuty[S, T]

    def taken(self, step: T, seat: int, giver: int, copy: int) -> None:
        """React to a card that came from another hand, usually not at all; `copy` is 0 where it is closed."""

    def lay_under(self, step: T, seat: int, slot: int) -> None:
        """Put a closed card of the hand under its deck; its holder alone knows which it is."""
        self._move(step, Move(UNDER, seat, slot, 0))

    def show(self, step: T, seat: int, slot: int, looker: int) -> None:
        """Show a closed card of the hand to one other seat alone, unless that seat is lost."""
        if looker not in step.lost and looker not in step.state.shared.out:
            self._move(step, Move(SHOW, seat, slot, looker))

    def give(self, step: T, giver: int, entry: int, receiver: int) -> None:
        """Give a card of the hand to another seat.

        A closed card stays closed to all others. They cannot follow it either, since the receiver mixes its hand.
        """
        if entry < 0:
            self._arrive(step, giver, receiver, -entry)
            return
        step.later(("deck mix", receiver, deck_of_slot(entry)))
        self._move(step, Move(GIVE, giver, entry, receiver))

    def take(self, step: T, giver: int, receiver: int) -> None:
        """Take a card of the giver's hand that the beacon picks, if it has one."""
        shared = step.state.shared
        hand = (*sorted(shared.hands[giver]), *(-copy for copy in shared.open[giver]))
        if hand:
            self.give(step, giver, step.chance.serial("take", giver).pick(hand), receiver)

    def _move(self, step: T, move: Move) -> None:
        step.state.shared.moves += (move,)
        step.later(("deck move",))

    def _move_on(self, step: T) -> None:
        """Ask for copies, one of each holder at a time, until nothing is in transit."""
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
        """Move openly the cards in transit that were opened because their holder is lost."""
        shared = step.state.shared
        for move in shared.moves:
            if move.slot in shared.turned:
                shared.moves = without(shared.moves, move)
                self._move_openly(step, move, shared.turned.pop(move.slot))

    def copied(self, step: T, move: Move, card: bytes) -> None:
        """Move a finished copy to its destination."""
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
        if purpose == REFRESH:
            step.say(HandMixed(holder, 1))
        if purpose != SHOW:
            shared.hands[to] += (new,)
        self.collect(step, to, new)

    def _move_openly(self, step: T, move: Move, copy: int) -> None:
        """Move the open card of a lost holder to its destination."""
        shared = step.state.shared
        if move.purpose == GIVE:
            self._arrive(step, move.holder, move.to, copy)
        elif move.purpose == UNDER:
            deck = shared.deck_of(copy)
            shared.open[move.holder] = without(shared.open[move.holder], copy)
            shared.close(step.state.t, [copy])
            entry = shared.entry(step.state.setup.match, copy)
            shared.decks[deck] += shared.lay(step.state.t, deck, [entry])
            step.say(CardLaidUnder(move.holder, deck, copy))

    def _arrive(self, step: T, giver: int, receiver: int, copy: int) -> None:
        shared = step.state.shared
        shared.open[giver] = without(shared.open[giver], copy)
        shared.open[receiver] += (copy,)
        step.say(CardTaken(receiver, giver, copy))
        self.taken(step, receiver, giver, copy)
