"""Sampled worlds in which the other seats hold possible cards (determinization).

A world is made from the public state and one seat's secrets alone, so the seat cannot tell it from the real one. It
respects all public evidence: the batch in which a slot was filled, later openings, and claims about a slot. Every
assignment of faces that fits the evidence is equally likely. A world continues under the null scheme, without
commitments, batches and claims. So a world sampled inside a world uses only each seat's set of closed copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from core.engine.game import RandomSource, shuffled
from core.engine.hidden.piles import ContradictionTest, Piles
from core.engine.hidden.secrets import Secrets, foreign_slot, slot_origin

if TYPE_CHECKING:
    from core.engine.hidden.card_game import CardGame
    from core.engine.hidden.cards.state import CardState

S = TypeVar("S")
C = TypeVar("C", bound="CardState")
Place = tuple[int, int]
"""The place of a closed card: (owner, slot)."""


class World(NamedTuple, Generic[S]):
    """A sampled world: a state without commitments, and the secrets of all seats in it."""

    state: S
    secrets: dict[int, Secrets]


def sampled_secrets(own: Secrets, seats: Collection[int], chance: RandomSource) -> dict[int, Secrets]:
    """Return secrets of all seats for a sampled world; all but the seat of `own` begin without knowledge."""

    def key() -> bytes:
        return bytes(chance.uniform(256) for _ in range(32))

    shared = {(a, b): key() for a in seats for b in seats if a < b}
    made = {}
    for seat in seats:
        pairs = {other: shared[min(seat, other), max(seat, other)] for other in seats if other != seat}
        made[seat] = Secrets(own.match, seat, key(), False, pairs)
    made[own.seat].orders = dict(own.orders)
    return made


# Knowledge of closed cards --------------------------------------------------------------------------------------------


class Knowledge:
    """Possible faces of closed slots, derived from the public piles and one seat's secrets."""

    def __init__(self, piles: Piles, own: Secrets, contradicts: ContradictionTest) -> None:
        self.piles = piles
        self.seat = own.seat
        self.contradicts = contradicts
        self.known_slots: dict[Place, int] = {(own.seat, slot): copy for slot, copy in own.faces.items()}
        self.known_slots.update((slot_origin(own.seat, slot), copy) for slot, copy, _ in own.foreign_openings.values())
        for seat, opened in enumerate(piles.opened):
            self.known_slots.update(((seat, slot), copy) for slot, copy in opened)
        self.batches = {(seat, batch.first): batch for seat, laid in enumerate(piles.batches) for batch in laid}
        self.batch_of_slot: dict[Place, Place] = {}
        """The batch in which each slot was filled, as (owner, first slot)."""
        self.next_batch: dict[Place, Place] = {}
        """The batch that now contains the card of each superseded slot."""
        for name, batch in self.batches.items():
            owner, first = name
            self.batch_of_slot.update(((owner, first + i), name) for i in range(batch.size))
            self.next_batch.update((slot_origin(owner, slot), name) for slot in batch.dead)
        self._contents: dict[Place, frozenset[int]] = {}

    def batch_contents(self, name: Place) -> frozenset[int]:
        """Return the copies that the unknown slots of a batch may contain."""
        if name not in self._contents:
            (owner, first), batch = name, self.batches[name]
            result = set(batch.added).union(*(self.possible_copies(slot_origin(owner, slot)) for slot in batch.dead))
            result -= {
                self.known_slots[owner, first + i] for i in range(batch.size) if (owner, first + i) in self.known_slots
            }
            self._contents[name] = frozenset(result)
        return self._contents[name]

    def possible_copies(self, place: Place) -> frozenset[int]:
        """Return the copies that one slot may hold, given its batch and the claims made about it."""
        if place in self.known_slots:
            return frozenset((self.known_slots[place],))
        owner, slot = place
        result = (
            self.batch_contents(self.batch_of_slot[place])
            if place in self.batch_of_slot
            else frozenset(self.piles.closed[owner])
        )
        claims = [claim for mark, claim in self.piles.denied[owner] if mark == slot]
        return frozenset(copy for copy in result if not any(self.contradicts(claim, copy) for claim in claims))

    def later_places(self, place: Place, copy: int) -> set[Place]:
        """Return the slots where a card that was in this slot may be now, or where it was opened."""
        if place not in self.next_batch:
            return {place}
        owner, first = name = self.next_batch[place]
        slots = ((owner, first + i) for i in range(self.batches[name].size))
        return {
            end for slot in slots if self.known_slots.get(slot, copy) == copy for end in self.later_places(slot, copy)
        }

    def uncertain_copies(self, place: Place) -> frozenset[int]:
        """Return the copies that a slot may hold if hand-overs have made the owners of cards uncertain."""
        return frozenset((self.known_slots[place],) if place in self.known_slots else self.piles.closed[place[0]])

    def possible_faces(self, live: Collection[Place], face_up: Collection[int]) -> dict[Place, frozenset[int]]:
        """Return the possible copies of each closed slot; `face_up` are the copies that are face up somewhere."""
        own = {self.known_slots[place] for place in live if place in self.known_slots}
        result = {}
        for place in live:
            if place in self.known_slots:
                result[place] = frozenset((self.known_slots[place],))
            else:
                result[place] = (
                    (self.possible_copies(place) & frozenset(self.piles.closed[place[0]])) - own - frozenset(face_up)
                )
        for place, copy in self.known_slots.items():
            if place in self.next_batch and place[0] != self.seat:  # seen, and mixed since
                ends = self.later_places(place, copy)
                if ends <= result.keys():
                    result = {at: held if at in ends else held - {copy} for at, held in result.items()}
        return result


# Dealing --------------------------------------------------------------------------------------------------------------

EXCHANGES_PER_PLACE = 40
"""Number of random exchanges per place; after this many, tests find every deal equally likely."""


def sample_deal(possible_copies: Mapping[Place, frozenset[int]], chance: RandomSource) -> dict[Place, int] | None:
    """Return a random assignment of a different copy to each place, or None if there is none.

    `possible_copies` lists the copies that each place may receive, and all valid assignments are equally likely. The
    search begins with any valid assignment, and then repeatedly exchanges cards between two or three places. Each
    exchange is as likely as its reverse, so the first assignment has no influence.
    """
    simple = _deal_interchangeable(possible_copies, chance)
    if simple:
        rest = sample_deal({place: held for place, held in possible_copies.items() if place not in simple}, chance)
        return (
            None if rest is None else {place: (simple if place in simple else rest)[place] for place in possible_copies}
        )
    every = frozenset().union(*possible_copies.values())
    nowhere = len(every) - len(possible_copies)
    if nowhere < 0:
        return None
    held = [*possible_copies.values(), *[every] * nowhere]
    options = [tuple(sorted(copies)) for copies in held]
    at = _find_deal(options, chance)
    if at is None:
        return None
    lies = {copy: place for place, copy in enumerate(at)}
    loose = [place for place, copies in enumerate(options) if len(copies) > 1]
    for _ in range(EXCHANGES_PER_PLACE * len(loose)):
        p = loose[chance.uniform(len(loose))]
        x = options[p][chance.uniform(len(options[p]))]
        q = lies[x]
        y = options[q][chance.uniform(len(options[q]))]
        r = lies[y]
        z = at[p]
        if p != q != r and z in held[r if r != p else q]:
            moved = ((p, x), (q, y), (r, z)) if r != p else ((p, x), (q, z))
            for place, copy in moved:
                at[place] = copy
                lies[copy] = place
    return dict(zip(possible_copies, at))


def _deal_interchangeable(possible_copies: Mapping[Place, frozenset[int]], chance: RandomSource) -> dict[Place, int]:
    """Return copies for groups of places that accept the same copies, if no other place accepts them.

    Such places receive the copies in random order. The result is empty if there are no such groups.
    """
    alike: dict[frozenset[int], list[Place]] = {}
    for place, held in possible_copies.items():
        alike.setdefault(held, []).append(place)
    times = Counter(copy for held in alike for copy in held)
    result: dict[Place, int] = {}
    for held, places in alike.items():
        if len(held) >= len(places) and all(times[copy] == 1 for copy in held):
            result.update(zip(places, shuffled(sorted(held), chance) if len(held) > 1 else held))
    return result


def _find_deal(options: Sequence[tuple[int, ...]], chance: RandomSource) -> list[int] | None:
    """Return one valid deal, found by augmenting paths, or None if there is none."""
    lies: dict[int, int] = {}

    def find(place: int, tried: set[int]) -> bool:
        for copy in shuffled(options[place], chance):
            if copy not in tried:
                tried.add(copy)
                if copy not in lies or find(lies[copy], tried):
                    lies[copy] = place
                    return True
        return False

    if not all(find(place, set()) for place in sorted(range(len(options)), key=lambda place: len(options[place]))):
        return None
    at = [0] * len(options)
    for copy, place in lies.items():
        at[place] = copy
    return at


# Worlds ---------------------------------------------------------------------------------------------------------------


def sample_world(game: CardGame[C], state: C, seat: int, own: Secrets, chance: RandomSource) -> World[C]:
    """Return a sampled world of a game with closed cards (see `CardGame.sample_world`)."""
    from core.engine.hidden.cards.state import has_looks  # it imports this module

    cards = game.cards
    piles: Piles = state.piles
    seats = cards.seats(state)
    live = [(other_seat, slot) for other_seat in seats for slot in cards.closed_slots(state, other_seat)]
    knows = Knowledge(piles, own, cards.contradiction_test(state))
    lying = {copy for other_seat in seats for copy in cards.open_copies(state, other_seat)}
    may = knows.possible_faces(live, lying)
    for place, held in may.items():
        if place not in knows.known_slots and (lets := cards.closed_copies_test(state, *place)) is not None:
            may[place] = frozenset(filter(lets, held))
    faces = sample_deal(may, chance)
    if faces is None:  # a seat lost after a hand-over was dealt a card that another seat may still have
        faces = sample_deal({place: knows.uncertain_copies(place) for place in live}, chance)
    assert faces is not None, "closed slots that nothing may lie in"
    world = state.clone()
    world.setup = state.setup._replace(sealed=False)
    world.piles.sealed = False
    world.piles.drop_audits()
    made = sampled_secrets(own, seats, chance)
    for (other_seat, slot), copy in faces.items():
        made[other_seat].faces[slot] = copy
        if (foreign_slot(other_seat, slot)) in own.foreign_openings:
            made[seat].foreign_openings[foreign_slot(other_seat, slot)] = (foreign_slot(other_seat, slot), copy, b"")
    if has_looks(state) and has_looks(world):
        world.boxes = tuple(
            (other_seat, to, slot, made[other_seat].encrypt_opening(to, slot))
            for other_seat, to, slot, _ in state.boxes
        )
    world.asking = tuple(
        (other_seat, kind, game.questions[kind].null_scheme_details(world, other_seat, *detail))
        for other_seat, kind, detail in state.asking
    )
    return World(world, made)
