"""Tampered clients in the engine: refused at once, or by the audit at the latest.

The right seat is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from core.engine.game import IllegalDecision
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.bridgefront.phases.action_choice import ACTION
from tests.support.all_games import CARDS as GAMES
from tests.support.core.cheats import AllTheSame, Inventor, Layer, Repentant, Spoiled, Twin, false_openings, opened
from tests.support.core.mutations import plainly
from tests.support.core.trial import conserved, length, players, positions
from tests.support.tiers import pairs, quick_one_in

CHEATS: dict[str, Callable[[Secrets, int, int], Layer]] = {
    "twin": lambda own, since, foreign: Twin(own, since),
    "repentant twin": lambda own, since, foreign: Repentant(own, since),
    "all the same": lambda own, since, foreign: AllTheSame(own, since),
    "invented": Inventor,
}
KINDS = {ACTION: ("slot", "duty", "decision")}
"""Refusals of a false opening, by kind; the move played with it may not fit the false card either."""
SINCE = (1, 8, 20, 35, 50)
"""Steps from which a client commits a false batch, in a match of LONG steps or more.

In a shorter match they are earlier.
"""
LONG = 60
MATCHES = {"bridgefront": 3}
"""Number of matches for each of these steps; other games have two, short ones four."""
ENOUGH, MORE = 8, 60
"""Minimum number of false batches to find, and extra matches from step 1 on for games with few."""


@pytest.mark.parametrize(("name", "cheat"), quick_one_in(3, pairs(GAMES, CHEATS)))
def test_false_batches_are_found_by_an_opening_or_the_audit(name: str, cheat: str) -> None:
    """A false batch is found at an opening, or at the audit of the batch.

    No false batch is ever settled, and no match ends with one.
    """
    game = GAMES[name]
    found: Counter[str] = Counter()
    planned = SINCE * MATCHES.get(name, 2 if length(name, game.seat_counts[0]) >= LONG else 4)
    for number, at in enumerate(planned + (1,) * MORE):
        if number >= len(planned) and found.total() > ENOUGH:
            break
        seats = game.seat_counts[number % len(game.seat_counts)]
        since = 1 + (at - 1) * min(LONG, length(name, seats)) // LONG
        spoiled = Spoiled(game, seats, f"lay {number}")
        cheater = 1 + number % seats
        foreign = min(spoiled.table.secrets) + 2 if cheater == 1 else 2
        client = CHEATS[cheat](spoiled.table.secrets[cheater], since, foreign)
        spoiled.table.secrets[cheater] = client
        illegal = spoiled.play()
        if not client.published():
            continue
        assert illegal is not None, f"{cheat} of seat {cheater} since step {since} was never found"
        assert illegal.seat == cheater
        assert illegal.kind in ("slot", "audit"), illegal
        assert client.at in conserved(game, spoiled.state).unaudited(spoiled.state, cheater)
        found[illegal.kind] += 1
    assert found.total() > ENOUGH, f"in {number + 1} matches only so many false batches were laid and found: {found}"


@pytest.mark.parametrize("name", GAMES)
def test_honest_seats_are_never_refused(name: str) -> None:
    game = GAMES[name]
    for seats in game.seat_counts:
        assert Spoiled(game, seats, "honest").play() is None


def test_every_false_opening_is_refused_at_once() -> None:
    """The seat is named.

    False openings are those of other cards, twins or other seats' cards, and those with wrong salts or slots.
    """
    refused: Counter[str] = Counter()
    for game, state, seat, kind, answers in positions():
        mine = [card for _, card, _ in opened(answers[seat])][:3]
        strangers = [part for other in answers if other != seat for part in opened(answers[other])][:2]
        before = state.digest()
        for how, plain in false_openings(plainly(answers[seat]), mine, strangers):
            with pytest.raises(IllegalDecision) as illegal:
                game.step(state, {**answers, seat: game.read(state, seat, plain)}, bytes(32))
            assert illegal.value.seat == seat
            assert illegal.value.kind in KINDS.get(game.questions[kind], ("slot", "duty")), (kind, how, illegal.value)
            assert state.digest() == before
            refused[how] += 1
    assert len(refused) == 9 and min(refused.values()) > 3, refused


def test_a_missing_or_malformed_answer_names_its_seat() -> None:
    for game, state, seat, _, answers in positions():
        others = {other: one for other, one in answers.items() if other != seat}
        for wrong in (others, {**answers, seat: None}, {**answers, seat: ("nothing",)}):
            with pytest.raises(IllegalDecision) as illegal:
                game.step(state, wrong, bytes(32))
            assert (illegal.value.seat, illegal.value.kind) == (seat, "duty")


# Without a safeguard the cheats get through --------------------------------------------------------------------------


def _no_commitments(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Piles, "check_opening", lambda *values: None)


def _no_places(patch: pytest.MonkeyPatch) -> None:
    def held(self: Piles, match: bytes, seat: int, openings: Any, where: Any, denied: Any) -> None:
        for opening in openings:
            self.check_opening(match, seat, opening, denied)

    patch.setattr(Piles, "check_held", held)


@pytest.mark.parametrize("without", [_no_commitments, _no_places])
def test_without_any_one_of_the_checks_a_false_opening_is_accepted(
    without: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch)
    with pytest.raises((AssertionError, ValueError, KeyError, pytest.fail.Exception)):
        test_every_false_opening_is_refused_at_once()


def lays_again(name: str) -> bool:
    """Return True if committed cards are committed again before any other seat has seen them."""
    game = GAMES[name]
    seats = game.seat_counts[0]
    table: LocalMatch[Any] = LocalMatch(game, players(game, seats, "again"), "again", sealed=True)
    while not table.state.over:
        table.step()
        if any(table.state.piles.dead):
            return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_without_the_audit_a_false_batch_goes_undetected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin is not found without the audit if it is gone before both its cards are seen."""
    monkeypatch.setattr(Piles, "check_batch_complete", lambda *values: None)
    if not lays_again(name):  # then each slot is opened, and that is enough
        test_false_batches_are_found_by_an_opening_or_the_audit(name, "repentant twin")
        return
    with pytest.raises(AssertionError):
        test_false_batches_are_found_by_an_opening_or_the_audit(name, "repentant twin")
