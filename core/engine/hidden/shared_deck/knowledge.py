"""One seat's knowledge of a shared deck: the faces of cards that it holds, saw or gave away."""

from __future__ import annotations

from core.engine.game import RandomSource, shuffled
from core.engine.hidden.determinization import World
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.duties import KEYED_QUESTIONS
from core.engine.hidden.shared_deck.state import (
    FACE_BYTES,
    S,
    SharedDeckState,
    SharedState,
    deck_of_slot,
    faces_by_point,
)


def learn(state: SharedState, seat: int, own: Secrets) -> None:
    """Add to a seat's secrets the cards that it was dealt or shown.

    A copy has the face of the card from which it was made.
    """
    shared = state.shared
    shown = [copy for copy, looker in shared.looks.items() if looker == seat]
    for slot in (*shared.hands[seat], *shown):
        if slot in shared.rests and slot not in own.drawn:
            face = _face(state, own, slot)
            if face is not None:
                own.drawn[slot] = face
    for copy, slot in sorted(shared.copied.items()):
        if slot in own.drawn:
            own.drawn.setdefault(copy, own.drawn[slot])
        elif copy in shown and copy in own.drawn:
            own.drawn[slot] = own.drawn[copy]
    gone = own.drawn.keys() - shared.cards.keys() - set(shared.copied.values())
    if gone:
        own.drawn = {slot: face for slot, face in own.drawn.items() if slot not in gone}


def _face(state: SharedState, own: Secrets, slot: int) -> int | None:
    shared, deck = state.shared, deck_of_slot(slot)
    if not shared.sealed:
        return int.from_bytes(shared.cards[slot], "big")
    if own.deck is None:
        return None
    faces = faces_by_point(state.setup.match, deck, len(shared.kinds[deck]))
    return own.deck.face(shared.rests[slot], shared.cards[slot], faces)


def sample_unknown(state: S, own: Secrets, chance: RandomSource, world: World[S]) -> None:
    """Fill in at random everything that the seat cannot know about the decks, in the sampled world `world`.

    The world continues under the null scheme. All possible arrangements of unknown closed cards are equally likely. A
    slot cannot hold a card that was face up when the slot was filled.
    """
    there: SharedDeckState = world.state.shared
    world.state.setup = state.setup._replace(sealed=False)
    world.state.asking = tuple(asking for asking in world.state.asking if asking[1] not in KEYED_QUESTIONS)
    there.sealed, there.K, there.points = False, b"", ()
    lists: dict[int, list[int]] = {}
    for deck in range(len(there.decks)):
        slots = [slot for slot in there.cards if deck_of_slot(slot) == deck and slot not in there.looks]
        slots = sorted([*slots, *there.aside[deck]])
        faces, lists[deck] = _assign_faces(there, own, deck, slots, chance)
        there.cards.update(
            (slot, face.to_bytes(FACE_BYTES, "big")) for slot, face in faces.items() if slot in there.cards
        )
    for copy in there.looks:
        there.cards[copy] = there.cards[there.copied[copy]]
    work = there.shuffling
    if work is not None:
        hand = [there.cards[slot] for slot in there.hands[work.whose] if deck_of_slot(slot) == work.deck]
        cards = hand if work.whose else [face.to_bytes(FACE_BYTES, "big") for face in lists[work.deck]]
        there.shuffling = work._replace(cards=b"".join(cards), passed=())
    for seat, secrets in world.secrets.items():
        learn(world.state, seat, secrets)


def _assign_faces(
    shared: SharedDeckState, own: Secrets, deck: int, slots: list[int], chance: RandomSource
) -> tuple[dict[int, int], list[int]]:
    """Return a random face for each slot, in ascending order, and the remaining faces.

    The remaining faces belong to the list that is being shuffled. A slot may hold everything that an earlier slot may
    hold. So the number of choices never depends on earlier choices, and all arrangements are equally likely.
    """
    remaining = sorted((shared.since[copy], shared.face_of(copy)) for copy in shared.closed[deck])
    result = {slot: own.drawn[slot] for slot in slots if slot in own.drawn}
    for slot, face in result.items():
        remaining.remove(max(item for item in remaining if item[1] == face and item[0] <= slot))
    pool: list[int] = []
    for slot in slots:
        while remaining and remaining[0][0] <= slot:
            pool.append(remaining.pop(0)[1])
        if slot not in result:
            result[slot] = pool.pop(chance.uniform(len(pool)))
    return result, shuffled([*pool, *(face for _, face in remaining)], chance)
