"""Continued matches: the position stays, and the closed cards are dealt again (PROTOCOL 14.10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from core.engine.fork import ForkedGame, base_name
from core.engine.game import IllegalDecision, Setup
from core.engine.state import differences
from core.games.midnight.cards import DECK
from tests.support.all_games import GAMES
from tests.support.core.trial import Case, Trial, conserved
from tests.support.games.midnight.conserved import open_copies

MATCH = bytes(range(32))
OTHER = bytes(range(1, 33))
TABLES = [("bridgefront", 2), ("bridgefront", 4), ("midnight", 3), ("midnight", 5), ("rock_paper_scissors", 2)]
"""The games, each for few and for many."""
MAY_CHANGE = ("t", "beacon", "asking", "agenda", "piles", "overflow", "boxes", "passing")
"""Fields that a new deal may change, apart from those of single cards that are now open."""


@cache
def positions(name: str, seats: int) -> tuple[Any, ...]:
    """Return the positions before every step of a random match."""
    return tuple(standing_at(name, seats, "asked for cards"))


def standing_at(name: str, seats: int, seed: str, **options: Any) -> Iterator[Any]:
    """Yield the positions one by one, for any match."""
    trial = Trial(Case(name, seats, seed, tuple(options.items()), True, "bold"))
    while not trial.state.over:
        yield trial.state.clone()
        trial.game.step(trial.state, trial.decide(), trial.table.beacon())


def forked(name: str, seats: int, state: Any) -> ForkedGame:
    """Return the game that continues from this position."""
    game = GAMES[name]
    options = getattr(
        state, "setup", Setup(seats, game.options.values_by_name(game.options.complete_values({})), MATCH)
    ).options
    return ForkedGame(game, Setup(seats, options, MATCH), state, state.t)


def begun(game: ForkedGame, sealed: bool = True) -> Any:
    """Return the first state of a match of the game."""
    options = game.options.values_by_name(game.options.complete_values({}))
    return game.new_state(Setup(game.seat_counts[0], options, OTHER, sealed))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_fork_keeps_the_position_and_deals_closed_cards_again(name: str, seats: int) -> None:
    asked_again = set()
    for before in positions(name, seats):
        game = forked(name, seats, before)
        digest = before.digest()
        state = begun(game)
        changed = {line.split(":")[0].split("[")[0] for line in differences(before, state)}
        assert changed <= {"t", "beacon"}, changed
        assert game.pending_asks(state) == {} and state.t == 1
        twin = state.clone()
        events = game.step(state, {}, bytes(32))
        assert game.step(twin, {}, bytes(32), {1}) == events and twin.digest() == state.digest()
        assert before.digest() == digest, "the old match's position has changed"
        if about_slots(game, before):
            continue
        asked_again.update(kind for _, kind, _ in state.asking)
        asks = [(seat, kind) for seat, kind, _ in before.asking]
        assert [(seat, kind) for seat, kind, _ in state.asking] == asks
        if hasattr(before, "piles"):
            check_cards(name, before, state)
    assert asked_again


def about_slots(game: Any, state: Any) -> set[str]:
    """Return the kinds of pending questions about certain closed cards."""
    found = {kind for kind, question in game.questions.items() if question.of_slots}
    return found & {kind for _, kind, _ in state.asking}


def check_cards(name: str, before: Any, state: Any) -> None:
    """Check that hands and piles keep their sizes and their closed cards, and that no card is closed."""
    old, new = before.piles, state.piles
    changed = {line.split(":")[0].split("[")[0] for line in differences(before, state)}
    assert changed <= {*MAY_CHANGE, "borders", "stock", "aside"}, changed
    for seat in before.seats:
        assert new.hand_size(seat) == old.hand_size(seat) and new.size(seat) == old.size(seat)
        assert set(old.shown[seat]) <= set(new.shown[seat]) and new.discard[seat] == old.discard[seat]
        for column in (new.hand, new.top, new.unknown, new.bottom, new.closed, new.dead, new.batches, new.denied):
            assert not column[seat]
        if name == "bridgefront":
            dealt = new.shown[seat] + new.mix[seat]
            assert sorted(dealt) == sorted(old.closed[seat] + old.shown[seat] + old.mix[seat])
    if name == "midnight":
        copies = list(open_copies(state))
        assert len(copies) == len(set(copies)) == len(DECK) * len(before.seats), "a card is dealt twice, or to nobody"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_continued_match_keeps_the_invariants_to_its_end(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = {kind: state for state in positions(name, seats) for _, kind, _ in state.asking}
    for i, (kind, before) in enumerate(sorted(kinds.items())[::4]):
        game = forked(name, seats, before)
        monkeypatch.setitem(GAMES, game.name, game)  # type: ignore[arg-type]
        trial = Trial(Case(game.name, seats, f"on from {kind}", (), i % 3 != 1, "bold", sample=50, lost=i % 3 == 2))
        trial.play()
        assert trial.state.over


def test_a_continued_match_drops_pending_questions_about_slots() -> None:
    found: set[str] = set()
    for name, seats in TABLES:
        for before in positions(name, seats):
            about = about_slots(GAMES[name], before)
            if about:
                game = forked(name, seats, before)
                found |= about
                state = begun(game)
                ledger = conserved(GAMES[name], state)
                happened = game.step(state, {}, bytes(32))
                ledger.after(state, happened, dict.fromkeys(range(1, seats + 1)))  # type: ignore[dict-item]
                assert not any(kind in about for _, kind, _ in state.asking)
    assert found >= {"show", "clear", "reveal", "yield", "look", "take"}


def test_the_name_of_a_fork_identifies_match_step_and_state() -> None:
    state = next(iter(standing_at("bridgefront", 2, "names")))
    base = GAMES["bridgefront"]
    setup = Setup(2, base.options.values_by_name(base.options.complete_values({})), MATCH)
    names = {
        ForkedGame(base, setup, state, 1).name,
        ForkedGame(base, setup, state, 2).name,
        ForkedGame(base, setup._replace(match=OTHER), state, 1).name,
    }
    state.gold[1] += 1
    names.add(ForkedGame(base, setup, state, 1).name)
    assert len(names) == 4
    assert {base_name(name) for name in names} == {"bridgefront"}


def test_a_continued_match_keeps_the_seats_and_options() -> None:
    before = next(iter(standing_at("bridgefront", 2, "options", vp_to_win=6)))
    game = forked("bridgefront", 2, before)
    assert game.seat_counts == (2,)
    assert game.options.values_by_name(game.options.complete_values({}))["vp_to_win"] == 6
    with pytest.raises(ValueError, match="vp_to_win=8"):
        game.options.complete_values({"vp_to_win": 8})
    with pytest.raises(ValueError, match="for 2 players, not 3"):
        game.new_state(Setup(3, game.options.values_by_name(game.options.complete_values({})), OTHER))


def test_no_seat_decides_before_a_continued_match_has_dealt() -> None:
    before = next(iter(standing_at("rock_paper_scissors", 2, "undealt")))
    game = forked("rock_paper_scissors", 2, before)
    state = begun(game)
    for act in (
        lambda: game.read(state, 1, [0]),
        lambda: game.check(state, 1, (0,)),
        lambda: game.step(state, {1: (0,)}, bytes(32)),
    ):
        with pytest.raises(IllegalDecision, match="seat 1: decides without being asked"):
            act()
    game.step(state, {}, bytes(32))
    assert set(game.pending_asks(state)) == {1, 2}
