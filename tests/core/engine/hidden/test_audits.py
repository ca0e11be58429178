"""Final audits: no match ends with unaudited closed cards, even if the rules forget the audit."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.events import AuditPassed
from core.engine.fork import ForkedGame
from core.engine.hidden.audits import NONE, NOTHING, PASSED, AuditResult, AuditTracker, UnauditedError, require_audits
from core.engine.local_match import LocalMatch
from core.engine.text.audits import interim_text, result_text
from tests.support.all_games import CARDS, GAMES
from tests.support.core.forgetful import CLAIMED, FORGOTTEN, GAME, MADE
from tests.support.core.trial import players


class Nobody:
    """A player that makes no decisions, because every question is answered automatically."""

    def decide(self, *asked: Any) -> Any:
        raise AssertionError(f"a player is asked: {asked}")


def table(seats: int = 3, sealed: bool = True, **options: Any) -> LocalMatch:
    return LocalMatch(GAME, dict.fromkeys(range(1, seats + 1), Nobody()), "forgetful", options, sealed)


def audited(match: LocalMatch, lost: tuple[int, ...] = ()) -> AuditResult:
    """Play to the end, from step 2 on without some seats; return the results of the audits."""
    audits = AuditTracker()
    while not match.state.over:
        match.step(lost if match.state.t > 1 else ())
        audits.add_state(match.state)
    return audits.result_at(match.state)


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "null"])
@pytest.mark.parametrize("seats", [1, 3])
def test_a_game_without_its_final_audit_raises_an_unaudited_error(seats: int, sealed: bool) -> None:
    with pytest.raises(UnauditedError, match=r"closed cards of seats 1.* are not accounted for: no final audit"):
        table(seats, sealed, audit=FORGOTTEN).play()


def test_an_audit_reported_only_by_an_event_is_refused() -> None:
    """An audit that a game only reports in an event is not accepted; opened cards count."""
    match = table(audit=CLAIMED)
    with pytest.raises(UnauditedError):
        match.play()
    assert match.state.piles.closed_slots(1) and match.state.piles.batches[1]


def test_a_game_with_its_final_audit_ends() -> None:
    assert audited(table(audit=MADE)) == AuditResult((1, 2, 3))
    assert audited(table(1)) == AuditResult((1,))


def test_unopened_cards_dropped_by_a_game_are_still_owed_to_the_audit() -> None:
    """The game drops cards from hand and pile without opening them."""
    match = table(audit=MADE)
    match.step()
    piles = match.state.piles
    for seat in (1, 2, 3):
        piles.hand[seat] = piles.unknown[seat] = ()
    match.state.over = True
    with pytest.raises(UnauditedError):
        require_audits(match.state, ())
    require_audits(match.state, (1, 2, 3))


def test_a_lost_seat_is_not_audited_and_does_not_block_the_others() -> None:
    match = table(audit=MADE)
    found = audited(match, (2,))
    assert found == AuditResult((1, 2, 3), (2,)) and found.verdict == NONE
    assert (
        result_text(found)
        == "no audit of seat 2: some hidden cards were never revealed and checked; that of seat 1 and seat 3 passed"
    )


def test_a_continued_match_owes_no_audit_of_the_earlier_match() -> None:
    match = table(audit=MADE)
    before = match.state.clone()
    match.step()
    game: Any = ForkedGame(GAME, before.setup, match.state, match.state.t)
    forked = LocalMatch(game, match.players, "again", {"audit": MADE}, sealed=True)
    assert audited(forked) == AuditResult()


def test_a_game_without_hidden_cards_has_nothing_to_audit() -> None:
    for game in (game for name, game in GAMES.items() if name not in CARDS and not getattr(game, "shared", None)):
        match = LocalMatch(game, players(game, 3, "open"), "open", sealed=True)
        found = audited(match)
        assert found.verdict == NOTHING and result_text(found) == "the game has no hidden cards"


def test_a_shared_deck_is_proven_step_by_step_and_owes_no_audit() -> None:
    game: Any = GAMES["magpies"]
    found = audited(LocalMatch(game, players(game, 3, "open"), "open", sealed=True))
    assert found == AuditResult(has_proofs=True) and found.verdict == PASSED and "shared deck" in result_text(found)


@pytest.mark.parametrize("name", CARDS)
def test_every_game_audits_its_committed_cards_before_it_ends(name: str) -> None:
    game: Any = GAMES[name]
    seats = game.seat_counts[0]
    match = LocalMatch(game, players(game, seats, "audits", "random"), "audits", sealed=True)
    audits, passed = AuditTracker(), 0
    while not match.state.over:
        _, events = match.step()
        audits.add_state(match.state)
        passed += sum(isinstance(event, AuditPassed) for event in events)
        if not match.state.over and match.state.t == 30:
            assert audits.result_at(match.state).unaudited_seats and "had cards closed" in interim_text(
                audits.result_at(match.state)
            )
    found = audits.result_at(match.state)
    assert found == AuditResult(tuple(range(1, seats + 1))) and found.verdict == PASSED and passed >= seats
