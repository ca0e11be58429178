"""What one seat knows of a shared deck: the faces of its own cards, of those it was shown and of those it gave away."""

from __future__ import annotations

from collections import Counter
from typing import Any

from core.kernel.game import Chooser, shuffled
from core.kernel.imagine import World
from core.kernel.secrets import Secrets
from core.kernel.shared.duties import PRIVATE
from core.kernel.shared.state import FACE, Shared, SharedState, deck_of_slot, faces_by_point


def learn(state: SharedState, seat: int, own: Secrets) -> None:
    """Makes the secrets follow what was dealt and shown to the seat. A copy has the face of what it is a copy of."""
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
    live = shared.cards.keys() | set(shared.copied.values())
    own.drawn = {slot: face for slot, face in own.drawn.items() if slot in live}


def _face(state: SharedState, own: Secrets, slot: int) -> int | None:
    shared, deck = state.shared, deck_of_slot(slot)
    if not shared.sealed:
        return int.from_bytes(shared.cards[slot], "big")
    if own.deck is None:
        return None
    faces = faces_by_point(state._setup.match, deck, len(shared._kinds[deck]))
    return own.deck.face(shared.rests[slot], shared.cards[slot], faces)


def lay_out(state: SharedState, own: Secrets, chance: Chooser, world: World[Any]) -> None:
    """Turns the world into one of the null scheme, in which all that the seat cannot know is laid anew: whatever of the
    closed cards it does not hold or has not seen lies in any order, each equally likely.
    """
    there: Shared = world.state.shared
    world.state._setup = state._setup._replace(sealed=False)
    world.state.asking = tuple(asking for asking in world.state.asking if asking[1] not in PRIVATE)
    there.sealed, there.K, there.points = False, b"", ()
    lists: dict[int, list[int]] = {}
    for deck in range(len(there.decks)):
        slots = [slot for slot in sorted(there.cards) if deck_of_slot(slot) == deck and slot not in there.looks]
        faces = {slot: own.drawn[slot] for slot in slots if slot in own.drawn}
        left = Counter(there.face_of(copy) for copy in there.closed[deck])
        left.subtract(faces.values())
        pool = shuffled(sorted(left.elements()), chance)
        for slot in slots:
            there.cards[slot] = (faces[slot] if slot in faces else pool.pop()).to_bytes(FACE, "big")
        lists[deck] = pool
    for copy in there.looks:
        there.cards[copy] = there.cards[there.copied[copy]]
    work = there.shuffling
    if work is not None:
        count = len(work.cards) // state.shared.width
        hand = [there.cards[slot] for slot in there.hands[work.whose] if deck_of_slot(slot) == work.deck]
        cards = hand if work.whose else [face.to_bytes(FACE, "big") for face in lists[work.deck][:count]]
        there.shuffling = work._replace(cards=b"".join(cards), right=0)
    for seat, secrets in world.secrets.items():
        learn(world.state, seat, secrets)
