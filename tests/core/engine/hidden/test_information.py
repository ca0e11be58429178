"""Hidden cards and public data: nothing reveals a card before it is opened (PROTOCOL 17.8 and 17.13).

The method is described in twins.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.engine.hidden import piles, secrets
from core.engine.hidden.secrets import Secrets
from tests.support.all_games import CARDS as GAMES
from tests.support.core.trial import length
from tests.support.core.twins import Difference, OtherFaces, OtherKey, Twins
from tests.support.tiers import quick_one_in

TABLES = [(name, seats) for name, game in GAMES.items() for seats in (game.seat_counts[0], game.seat_counts[-1])]
LATEST = 60
"""Latest step before which a match is forked."""
MATCHES = {"bridgefront": 2}
"""Number of forked matches of a game.

Any other game has one, or enough matches for that many steps.
"""
ENOUGH, MORE = 60, 6
"""Minimum number of compared steps and slots, and the factor of extra matches to reach it."""


def forks(game: Any, seats: int, enough: Callable[[], bool]) -> Iterator[tuple[int, int]]:
    """Yield (number of a match, the step before which it is forked)."""
    steps = length(game.name, seats)
    matches = MATCHES.get(game.name, 1 + LATEST // steps if steps < LATEST else 1)
    for number in range(MORE * matches):
        if number >= matches and enough():
            return
        yield from ((number, at) for at in range(2, min(LATEST, steps), 6 if steps >= LATEST else 1))


def hidden_faces_swapped(game: Any, seats: int) -> int:
    """Fork matches under the null scheme at many steps; return the number of equal steps."""
    same: list[int] = []
    for number, at in forks(game, seats, lambda: sum(same) > ENOUGH):
        twins = Twins(game, seats, f"swap {number} {at % 4}", sealed=False)
        if twins.play_to(at) and (other := twins.swap_faces()) is not None:
            same.append(twins.fork(other).steps)
    return sum(same)


def laid_under_another_key(game: Any, seats: int) -> tuple[int, Counter[str]]:
    """Fork sealed matches at many steps.

    Return the number of equal steps, and the number of slots that contain the same card.
    """
    steps = 0
    slots: Counter[str] = Counter()
    for number, at in forks(game, seats, lambda: slots.total() > 2 * ENOUGH):
        twins = Twins(game, seats, f"key {number} {at % 4}", sealed=True)
        if not twins.play_to(at):
            continue
        own = twins.table.secrets[twins.hider]
        other = OtherKey(own, at)
        seen = twins.fork(other)
        steps += seen.steps
        for slot in seen.laid:
            same = own.faces[slot] == other.faces[slot]
            slots["same" if same else "other"] += 1
            if same and commitment(own, slot) == commitment(other, slot):
                raise Difference(f"slot {slot} has the same commitment under another hand key")
    return steps, slots


def commitment(own: Secrets, slot: int) -> bytes:
    """Return the commitment of the slot, as the seat publishes it."""
    return secrets.slot_commitment(own.match, own.seat, *own.opening(slot))


def check_slots_tell_no_cards(slots: Counter[str]) -> None:
    """Check that few slots contain the same card under another key, so that a slot's number reveals nothing."""
    if slots["same"] * 2 > slots["other"]:
        raise Difference(f"slots that hold the same card under another hand key: {dict(slots)}")


@pytest.mark.parametrize(("name", "seats"), quick_one_in(2, TABLES))
def test_public_data_does_not_reveal_the_order_of_closed_cards(name: str, seats: int) -> None:
    assert hidden_faces_swapped(GAMES[name], seats) > ENOUGH


@pytest.mark.parametrize(("name", "seats"), quick_one_in(2, TABLES))
def test_public_data_does_not_reveal_the_key_of_committed_cards(name: str, seats: int) -> None:
    steps, slots = laid_under_another_key(GAMES[name], seats)
    assert steps > ENOUGH and slots["other"] > ENOUGH, f"too little to tell: {steps} steps, slots with {dict(slots)}"
    check_slots_tell_no_cards(slots)


# Planted leaks --------------------------------------------------------------------------------------------------------


class Gossip:
    """A game whose rules know the hider's secrets and leak them in a given place."""

    def __init__(self, game: Any, where: str) -> None:
        self.game = game
        self.where = where
        self.hands: list[tuple[Any, int, Secrets]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def peep(self, state: Any) -> int:
        """Return a number that depends on the positions of closed cards."""
        hands = [own for there, t, own in self.hands if there is state and t == state.t]
        before = state.t * secrets.SLOTS_PER_STEP
        return sum(slot * card for own in hands for slot, card in own.faces.items() if slot < before)

    def automatic_decision(self, state: Any, seat: int, own: Secrets) -> Any:
        self.hands = [*self.hands[-20:], (state, state.t, own)]
        if self.where == "answer" and self.peep(state) % 3:
            return self.game.default_decision(state, seat, own)
        return self.game.automatic_decision(state, seat, own)

    def step(self, state: Any, decisions: Any, beacon: bytes, lost: Any = frozenset()) -> list[Any]:
        heard = self.peep(state)
        happened: list[Any] = self.game.step(state, decisions, beacon, lost)
        if self.where == "event":
            happened.append(("gossip", heard))
        if self.where == "state":
            state.beacon = heard.to_bytes(8, "big")
        return happened

    def narrate(self, state: Any, event: Any) -> str:
        return "gossip" if event[0] == "gossip" else str(self.game.narrate(state, event))

    def describe(self, state: Any) -> str:
        return f"{self.game.describe(state)} {self.peep(state)}" if self.where == "words" else ""


@pytest.mark.parametrize("where", ["event", "state", "words", "answer"])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_leaks_hidden_faces_is_detected(name: str, where: str) -> None:
    game, seats = GAMES[name], GAMES[name].seat_counts[0]
    with pytest.raises(Difference):
        hidden_faces_swapped(Gossip(game, where), seats)
    twins = Twins(Gossip(game, where), seats, "nothing swapped", sealed=False)  # type: ignore[arg-type]
    twins.play_to(9)
    assert twins.fork(OtherFaces(twins.table.secrets[twins.hider], {})).steps


@pytest.mark.parametrize("name", GAMES)
def test_slots_in_sorted_order_are_detected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Secrets, "secret_order", lambda self, t, zone, copies: sorted(copies))
    _, slots = laid_under_another_key(GAMES[name], GAMES[name].seat_counts[0])
    with pytest.raises(Difference):
        check_slots_tell_no_cards(slots)


@pytest.mark.parametrize("name", GAMES)
def test_a_publicly_known_salt_is_detected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Secrets, "salt", lambda self, slot: bytes(16))
    with pytest.raises(Difference, match="same commitment"):
        laid_under_another_key(GAMES[name], GAMES[name].seat_counts[0])


@pytest.mark.parametrize("name", GAMES)
def test_a_commitment_without_a_salt_is_detected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = secrets.slot_commitment

    def saltless(match: bytes, seat: int, slot: int, copy: int, salt: bytes) -> bytes:
        return true(match, seat, slot, copy, b"")

    monkeypatch.setattr(secrets, "slot_commitment", saltless)
    monkeypatch.setattr(piles, "slot_commitment", saltless)
    with pytest.raises(Difference, match="same commitment"):
        laid_under_another_key(GAMES[name], GAMES[name].seat_counts[0])
