"""The owner of draw piles in slots, who acts honestly or cheats."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from core.engine.chance.beacon import Chance, Stream
from core.engine.codec import H
from core.engine.game import IllegalDecision
from core.engine.hidden.piles import BLOCKED, EMPTY, Piles, without
from core.engine.hidden.secrets import Opening, Secrets

MATCH = H("tether.match", ["test", "piles"])
ODD = 1
"""Claim of these tests: a slot contains a card with an odd number."""


def denied(claim: int, copy: int) -> bool:
    return claim == ODD and copy % 2 == 1


def nothing_denied(claim: int, copy: int) -> bool:
    return False


class Owner:
    """Seat 1 with its piles; `lays` is the order in which the seat commits its cards."""

    def __init__(self, *pile: int, sealed: bool = True) -> None:
        self.piles = Piles.empty(2, sealed)
        self.own = Secrets(MATCH, 1, H("tether.state", ["owner"]), sealed)
        self.aside: tuple[int, ...] = ()
        self.t = 0
        self.draws = 0
        self.gain(*pile)
        if pile:
            self.announce()

    def gain(self, *copies: int) -> None:
        for copy in copies:
            self.piles.add_openly(1, copy)

    def due(self) -> list[int]:
        """Return the cards that the next batch must contain."""
        return sorted([*(self.own.faces[slot] for slot in self.piles.unknown[1]), *self.piles.mix[1]])

    def announce(self, laid: Iterable[int] | None = None) -> None:
        """Move the pile to fresh slots, honestly or with the given cards."""
        self.t += 1
        copies = self.own.secret_order(self.t, 0, self.due()) if laid is None else list(laid)
        batch = self.own.draft_batch(self.t, copies)
        self.piles.check_batch(1, batch, self.piles.batch_size(1))
        self.piles.refill_batch(1, self.t, batch)

    def draw(self, count: int = 1) -> list[int]:
        """Draw cards into the hand, after announcing batches that are due, and return their slots."""
        results: list[int] = []
        chance = Chance(H("tether.beacon", [self.t, self.draws]))
        while len(results) < count:
            self.draws += 1
            slot = self.piles.next_slot(1, chance, self.draws)
            if slot == BLOCKED:
                self.announce()
                chance = Chance(H("tether.beacon", [self.t, self.draws]))
            elif slot == EMPTY:
                break
            else:
                self.piles.hand[1] += (slot,)
                results.append(slot)
        return results

    def look(self, count: int) -> None:
        """Reveal this number of slots at the top of the pile."""

        def number() -> int:
            self.draws += 1
            return self.draws

        while self.piles.look(1, count, Chance(H("tether.beacon", [self.t, self.draws, "look"])), number):
            self.announce()

    def opening(self, slot: int) -> Opening:
        return self.own.opening(slot)

    def check(self, *openings: Opening, where: tuple[int, ...] | None = None) -> None:
        """Check openings of the seat's cards in the hand, as the rules do."""
        self.piles.check_held(MATCH, 1, openings, self.piles.hand[1] if where is None else where, denied)

    def open(self, slot: int) -> int:
        """Show the card in a slot of the hand to all seats and return the card."""
        opening = self.opening(slot)
        self.check(opening)
        return self.piles.open(1, opening)

    def lay_hand(self, first: int) -> None:
        """Move the whole hand to fresh slots, with `first` on top of the pile."""
        self.t += 1
        piles = self.piles
        held = [self.own.faces[slot] for slot in piles.hand[1]] + list(piles.shown[1])
        laid = [first, *self.own.secret_order(self.t, 1, sorted(without(tuple(held), first)))]
        piles.return_hand(1, self.t, self.own.draft_batch(self.t, laid))

    def lose(self) -> None:
        """Lose seat 1, and redeal its closed cards face up."""
        if self.piles.closed[1]:
            self.piles.redeal(1, Stream(H("tether.beacon", [self.t, self.draws]), ["redeal", 1]))

    def draw_openly(self) -> None:
        """Draw a face-up card if the seat is lost and has no closed cards."""
        if not self.piles.closed[1]:
            self.draws += 1
            copy = self.piles.next_open_copy(1, Chance(H("tether.beacon", [self.t, self.draws])), self.draws)
            self.piles.shown[1] += (copy,) if copy else ()

    def audit(self) -> None:
        """Open all superseded slots and check the audit, unless a known card prevents the audit."""
        piles = self.piles
        if piles.hand[1] or piles.top[1] or piles.bottom[1]:
            return
        owed = tuple(self.opening(slot) for slot in piles.dead[1])
        piles.check_audit(MATCH, 1, owed, denied)
        piles.accept_audit(1, owed)
        piles.settle(1, owed)

    def finish(self) -> None:
        """End the match by opening and checking everything."""
        piles = self.piles
        live = piles.closed_slots(1)
        openings = tuple(self.opening(slot) for slot in live)
        owed = tuple(self.opening(slot) for slot in piles.dead[1])
        piles.check_held(MATCH, 1, openings, live, denied)
        piles.check_audit(MATCH, 1, owed, denied)
        assert piles.accept_audit(1, openings + owed) == ()

    def throw_hand(self) -> None:
        """Move the hand to the discard pile."""
        piles = self.piles
        for slot in piles.hand[1]:
            piles.discard[1] += (self.open(slot),)
        piles.discard[1] += piles.shown[1]
        piles.shown[1] = ()


def refused(kind: str, do: Callable[..., object], *args: object, **more: object) -> None:
    """Check that the call raises `IllegalDecision` with this kind of evidence."""
    with pytest.raises(IllegalDecision) as results:
        do(*args, **more)
    assert results.value.kind == kind
