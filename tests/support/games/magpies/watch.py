"""Invariants of a match of Magpies, and players for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.bots.random_bot import RandomBot
from core.engine.chance.beacon import Stream
from core.engine.game import Game, Player
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.knowledge import learn
from core.engine.local_match import LocalMatch
from tests.support.games.magpies.game import DECK, GAME, ROUNDS, Nest, Part, Trick


def table(
    seats: int, seed: str = "magpies", sealed: bool = True, player: type[Player] | None = None
) -> LocalMatch[Nest]:
    """Return a match of random bots, or of players of the given type, that ends after two reshuffles."""
    made: Any = player or RandomBot
    players = {seat: made(seed, seat) for seat in range(1, seats + 1)}
    return LocalMatch(GAME, players, seed, {"rounds": ROUNDS}, sealed)


class Secretive:
    """A player that never opens a card, so that its actions reveal nothing about its hand."""

    lays_under = True
    """True if it may put a card under the deck, where it would recognise the card later."""

    def __init__(self, seed: str, seat: int) -> None:
        self.key = f"{seed} {seat}".encode().ljust(32, b".")

    def decide(self, game: Game, state: Nest, seat: int, secrets: Secrets) -> Part | Trick:
        chance = Stream(self.key, [state.t])
        kind = next(kind for other_seat, kind, _ in state.asking if other_seat == seat)
        if kind == "trick":
            listed = GAME.options_of(state, seat, secrets)
            tricks = [trick for trick in listed if isinstance(trick, Trick) and trick.what != "turn up"]
            what = ("none", "take", "show", "mix")[chance.uniform(4)]
            return chance.pick([trick for trick in tricks if trick.what == what] or tricks)
        entry = chance.pick(DECK.hand(state, seat))
        under = self.lays_under and entry > 0 and chance.uniform(4) == 0
        return Part("under" if under else "down", entry)


def check(state: Nest) -> None:
    """Check that every copy and every slot is in one place, and that no dropped slot is stored."""
    shared = state.shared
    if any(item[0] in ("deck shuffle", "deck reshuffle", "deck fill", "turned") for item in state.agenda):
        return  # cards are on their way from one place to another
    lying = [*state.pile, *(copy for hand in shared.open for copy in hand)]
    assert sorted([*lying, *shared.closed[0]]) == list(shared.copies(0))
    slots = [*(slot for hand in shared.hands for slot in hand), *shared.decks[0], *shared.down[0]]
    assert len(set(slots)) == len(slots)
    turning = [slot for slot, at in shared.revealing.items() if at.then]
    assert {*slots, *turning, *shared.looks} == shared.cards.keys()
    work, listed = shared.shuffling, 0
    if work is not None and not work.whose:
        listed = len(work.cards) // shared.card_bytes + len(work.under)
    assert len(slots) + len(turning) + listed == len(shared.closed[0])
    assert shared.rests.keys() <= shared.cards.keys()
    assert not set(shared.decks[0]) & shared.rests.keys(), "a card that was dealt lies in the deck"


def faces(state: Nest, secrets: Mapping[int, Secrets]) -> dict[int, int]:
    """Return the face of every slot, from the keys of all seats or under the null scheme."""
    shared = state.shared
    if not shared.sealed:
        return {slot: int.from_bytes(card, "big") for slot, card in shared.cards.items()}
    from core.engine.hidden.shared_deck.keys import remove_shares
    from core.engine.hidden.shared_deck.state import faces_by_point

    table = faces_by_point(state.setup.match, 0, len(shared.kinds[0]))
    result = {}
    for slot, card in shared.cards.items():
        shares = [secrets[seat].deck_keys.make_share(0, slot, card, seat)[:32] for seat in secrets]
        result[slot] = table[remove_shares(card[32:], shares)]
    return result


def check_knowledge(state: Nest, secrets: Mapping[int, Secrets]) -> None:
    """Check that all known faces are right, that each seat knows its hand, and that no face occurs too often."""
    right = faces(state, secrets)
    for seat, own in secrets.items():
        learn(state, seat, own)
        assert all(right[slot] == face for slot, face in own.drawn.items() if slot in right)
        live = state.shared.cards.keys() | set(state.shared.copied.values())
        assert own.drawn.keys() <= live, "what has left the table is forgotten"
        dealt = [slot for slot in state.shared.hands[seat] if slot in state.shared.rests]
        assert all(slot in own.drawn for slot in dealt)
    waiting = any(item[0] in ("deck shuffle", "deck reshuffle") for item in state.agenda)
    if not waiting and state.shared.shuffling is None:
        closed = Counter(state.shared.face_of(copy) for copy in state.shared.closed[0])
        assert Counter(face for slot, face in right.items() if slot not in state.shared.looks) == closed
