"""The closed cards of a game of the kit: decks, looks that only one seat has, and cards that change hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.engine.agenda import GameRules, Q
from core.engine.hidden.cards import (
    ClosedCards,
    HandOvers,
    Looks,
    MixDuty,
    RevealDuty,
    Satchels,
    Zone,
    closed_entries,
)
from core.engine.hidden.piles import Slots
from core.engine.hidden.secrets import Secrets, foreign_slot
from core.kit.questions import KitQuestion
from core.kit.step import DECKS, GIVE, LOOK, MIX, STEAL, EngineStep
from core.kit.table import Table

if TYPE_CHECKING:
    from core.kit.kit import Kit


class KitRules(GameRules):
    """The registry of a game's rules, in which the engine's questions have names that no function can have."""

    def question(self, question: Q) -> Q:
        """Register a question; one of the engine is called "kit.take", so that a game may have a question `take`."""
        if not isinstance(question, KitQuestion):
            question.kind = f"kit.{question.kind}"
        return super().question(question)


class KitCards(ClosedCards[Any, EngineStep]):
    """The closed cards of a game of the kit. Played cards stay where they are, unless the game takes them back."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.rules, Zone("face_down"))
        self.kit = kit
        self.shows = RevealDuty(self)
        self.mixes = MixDuty(self)
        self.looks = Looks(self.shows)
        self.handovers = HandOvers(self.shows, self.looks)
        for name, handler in ((LOOK, self.look), (GIVE, self.give), (STEAL, self.steal), (MIX, self.mix)):
            kit.rules.agenda(name)(handler)

    def owner(self, copy: int) -> int:
        """Return the seat that has had a card from the beginning, or 0 for a card of a common deck."""
        own = next((cards for cards in self.kit.sets if cards.own and copy in cards), None)
        return 0 if own is None else (copy - 1) // own.cycle + 1

    def refill_pile(self, step: EngineStep, seat: int) -> None:
        """Deal a batch of the deck that is drawn in secret; without one, leave an empty deck empty.

        `Step.take_back` refills it.
        """
        secret = next((cards for cards in self.kit.sets if cards.batch), None)
        if secret is None:
            return
        Satchels(DECKS, secret.deck, secret.batch).fill(step, seat)
        piles = step.state.piles
        again = self.twins_of(step.state, seat, piles.mix[seat])
        if again:
            piles.mix[seat] = tuple(copy for copy in piles.mix[seat] if copy not in again)
            DECKS.put_under(step, secret.deck, again)

    def twins_of(self, state: Table, seat: int, copies: Slots) -> Slots:
        """Return those of these open cards that the seat may also hold closed, or that are among them twice.

        Closed cards of a seat must differ, or it could not open them all. Such cards therefore stay open.
        """
        if not state.twins:
            return ()
        return tuple(copy for copy in copies if copy in state.piles.closed[seat] or copies.count(copy) > 1)

    def redeal_openly(self, step: EngineStep, seat: int) -> None:
        """Redeal the closed cards of a lost seat; after a hand-over nobody knows which they were."""
        state = step.state
        state.twins = state.twins or len(state.piles.closed[seat]) != len(self.closed_slots(state, seat))
        super().redeal_openly(step, seat)

    def learn(self, state: Table, seat: int, secrets: Secrets) -> None:
        """Read the boxes for the seat. It refuses a card that it has already, which then is turned up."""
        super().learn(state, seat, secrets)
        if state.twins:
            held = {secrets.faces[slot] for slot in self.closed_slots(state, seat) if slot in secrets.faces}
            for giver, receiver, slot in state.passing:
                opening = secrets.foreign_openings.get(foreign_slot(giver, slot))
                if receiver == seat and opening is not None and opening[1] in held.union(state.piles.mix[seat]):
                    del secrets.foreign_openings[foreign_slot(giver, slot)]

    def look_ahead(self, step: EngineStep, seat: int, count: int) -> bool:
        """Let a seat look at the next cards of its deck; return True if it must first lay them in fresh slots.

        The cards of a lost seat are face up, so it has nothing to look at.
        """
        piles, before = step.state.piles, -1
        while before < piles.size(seat) < count:
            before = piles.size(seat)
            self.refill_pile(step, seat)
        wanted = min(count, piles.size(seat))
        blocked: bool = piles.look(seat, wanted, step.chance, lambda: step.draw_number(seat))
        return blocked and seat not in step.lost

    # Handlers of the agenda -------------------------------------------------------------------------------------------

    def look(self, step: EngineStep, looker: int, owner: int, place: str, count: int) -> None:
        """Show closed cards of one seat to another: its hand or some of it by lot, or the cards face down before it."""
        slots: Slots = step.state.piles.hand[owner] if place == "hand" else closed_entries(step.state.face_down[owner])
        if 0 < count < len(slots):
            slots = tuple(sorted(step.chance.numbered_stream("kit.look", owner).shuffle(slots)[:count]))
        self.looks.show_to(step, owner, looker, slots)

    def give(self, step: EngineStep, giver: int, receiver: int) -> None:
        """Move the cards that lie before a seat to the hand of another seat, one after the other; or take them back."""
        state = step.state
        entry, *others = state.face_down[giver] or (0,)
        if not entry:
            step.schedule((MIX, receiver))
            return
        state.face_down[giver] = tuple(others)
        step.schedule((GIVE, giver, receiver))
        if entry < 0:
            self.receive_openly(step, giver, receiver, -entry)
        elif giver == receiver:
            state.piles.hand[receiver] += (entry,)
        else:
            state.passing = ((giver, receiver, entry),)
            step.schedule(("take",))
            if receiver not in step.lost:
                step.ask(self.looks.look_question, giver, receiver, (entry,))

    def steal(self, step: EngineStep, taker: int, victim: int) -> None:
        """Move a card of a hand, drawn by lot, to the hand of another seat."""
        if self.hand(step.state, victim):
            step.schedule((MIX, taker))
            self.handovers.take_at_random(step, victim, taker)

    def mix(self, step: EngineStep, seat: int) -> None:
        """Close the face-up cards in the hand of a seat that is present."""
        shown = step.state.piles.shown[seat]
        if shown and seat not in step.lost and not self.twins_of(step.state, seat, shown):
            self.mixes.ask(step, seat)
