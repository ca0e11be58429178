"""Random matches of every game, with invariants checked at each step (see trial.py)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.game import Ask, IllegalDecision
from core.engine.local_match import LocalMatch
from core.engine.result import FREE_FOR_ALL, kind_of
from tests.support.all_games import GAMES
from tests.support.core.mutations import places, plainly, replaced
from tests.support.core.trial import Case, Trial, conserved, ended, option_values, players, positions, random_options
from tests.support.games.entry import game_tests
from tests.support.tiers import LONG, pairs, quick_one_in, quick_one_in_each

GAMES_ALL_TOLD = {"bridgefront": 1000 if LONG else 250}
"""Random games of each game over all seat counts."""
HARD = {"cabinet", "outposts"}
"""Games that nobody wins by chance; bots that know them test winning and losing."""
WHOLE, STEPS = 13 if LONG else 7, 50
"""Number of matches played to their end where there are very many, and of steps of the others."""
SOME = 30
"""Number of random games of any other game; scripts/trials/soak.py plays more."""
DRAWN = {"ambition": 10 if LONG else 4}
"""Number of matches with options drawn at random; each number of seats occurs."""
DRAWN_OF_OTHERS = 10 if LONG else 5
TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seat_counts]


@pytest.mark.parametrize(("name", "seats"), quick_one_in_each(2, TABLES))
def test_random_games_end_with_a_result(name: str, seats: int) -> None:
    """Matches with any number of seats end within their bound; a team or a solo seat wins or loses."""
    game = GAMES[name]
    found: Counter[bool] = Counter()
    for seed in range(GAMES_ALL_TOLD.get(name, SOME) // len(game.seat_counts)):
        table = LocalMatch(game, players(game, seats, f"{seed}", "random"), f"many {seed}")
        state = table.play(limit=conserved(game, table.state).longest(table.state))
        found[bool(ended(game, state, seats).winners)] += 1
    assert name in HARD or found[True], "it is won"
    assert found[False] or kind_of(game, seats) == FREE_FOR_ALL, "it is lost"


HOW = [(sealed, how) for how in ("random", "mixed", "stirred") for sealed in (False, True)]


def named(part: tuple[object, object]) -> str:
    """Return "midnight-3" or "sealed-random" for a part of a case."""
    first, second = part
    return f"{('plain', 'sealed')[first] if isinstance(first, bool) else first}-{second}"


@pytest.mark.parametrize(("table", "played"), quick_one_in(5, pairs(TABLES, HOW)), ids=named)
def test_every_seat_count_passes_every_check(table: tuple[str, int], played: tuple[bool, str]) -> None:
    (name, seats), (sealed, how) = table, played
    kind = "bold" if how == "stirred" else how
    Trial(Case(name, seats, "plain", (), sealed, kind, how == "stirred", sample=5)).play()


@pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name, game in GAMES.items() for option in game.options.table]
)
def test_matches_work_with_each_single_option_changed(name: str, option: str) -> None:
    game = GAMES[name]
    for i, (_, value) in enumerate(x for x in option_values(game) if x[0] == option):
        if i < 3:
            Trial(
                Case(name, game.seat_counts[0], option, ((option, value),), bool(i % 2), "bold", True, sample=8)
            ).play()


@pytest.mark.parametrize("name", GAMES)
def test_matches_work_with_every_value_of_every_option(name: str) -> None:
    """Match i has the i-th value of each option, cyclically if there are fewer. Later matches are not finished."""
    game = GAMES[name]
    for i in range(max((len(option.values) for option in game.options.table.values()), default=1)):
        options = tuple((o.name, o.values[i % len(o.values)]) for o in game.options.table.values())
        seats = game.seat_counts[i % 2]
        Trial(Case(name, seats, f"value {i}", options, bool(i % 3), "bold", bool(i % 2), sample=30, listed=20)).play(
            10**6 if i < WHOLE else STEPS
        )


@pytest.mark.parametrize("name", GAMES)
def test_matches_work_with_random_options(name: str) -> None:
    game = GAMES[name]
    many = min(DRAWN.get(name, DRAWN_OF_OTHERS), 2 * len(game.options.table))
    for i, seats in zip(range(many), game.seat_counts * 5):
        options = random_options(game, Dice(H("tether.bot", ["options", i])))
        Trial(Case(name, seats, f"drawn {i}", options, bool(i % 2), "bold", True, sample=20)).play()


def never_asked(game: Any) -> list[str]:
    """Return the kinds of questions that no random match has asked."""
    asked = {position.kind for position in positions(game.name)}
    return sorted(set(game.questions) - asked - set(game_tests(game.name).rare_questions))


@pytest.mark.parametrize("name", GAMES)
def test_random_matches_ask_every_question(name: str) -> None:
    """A kind that never occurs is dead code, or the simulated matches are too tame."""
    never = never_asked(GAMES[name])
    assert not never, f"never asked in random matches of {name}: {', '.join(never)}"


def test_a_question_that_random_matches_never_ask_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = GAMES["midnight"]
    monkeypatch.setitem(game.step_class.game_rules.questions, "surrender", game.questions["trim"])
    assert never_asked(game) == ["surrender"]


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if getattr(game, "shared", None) is None])
def test_the_null_scheme_plays_the_same_match(name: str) -> None:
    """With the same beacons, the decisions are the same without commitments and salts.

    There are fewer steps with a shared deck, because no seat is asked for deck work.
    """
    game: Any = GAMES[name]
    seats = game.seat_counts[-1]
    sealed = LocalMatch(game, players(game, seats, "same"), "same", sealed=True)
    null = LocalMatch(game, sealed.players, "same", sealed=False)
    while not sealed.state.over:
        asks, beacon = game.pending_asks(null.state), sealed.beacon()
        assert _of_players(asks) == _of_players(game.pending_asks(sealed.state))
        decisions, happened = sealed.step()
        bare = {}
        for seat, ask in asks.items():
            null.secrets[seat].faces = dict(sealed.secrets[seat].faces)
            null.secrets[seat].foreign_openings = dict(sealed.secrets[seat].foreign_openings)
            if ask.is_automatic:
                bare[seat] = game.automatic_decision(null.state, seat, null.secrets[seat])
            else:
                bare[seat] = game.read(null.state, seat, _without_bytes(plainly(decisions[seat])))
        told = game.step(null.state, bare, beacon)
        assert told == happened or all(ask.is_automatic for ask in asks.values())
    assert null.state.over and game.standing(null.state) == game.standing(sealed.state)


def _of_players(asks: dict[int, Ask]) -> dict[int, Ask]:
    return {seat: ask for seat, ask in asks.items() if not ask.is_automatic}


def _without_bytes(plain: Any) -> Any:
    if isinstance(plain, list):
        return [_without_bytes(part) for part in plain]
    return b"" if isinstance(plain, bytes) else plain


# Whatever a peer may send ---------------------------------------------------------------------------------------------


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.integers(-2, 40),
    st.text(max_size=8),
    st.sampled_from(["card", "buy", "pass", "done", "draft", "gold", "low", ""]),
    st.binary(max_size=40),
)
PLAIN = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=5), max_leaves=12)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_any_plain_data_is_read_or_refused_without_an_error(data: st.DataObject) -> None:
    """The data is arbitrary, or a legal answer with any part replaced."""
    game, state, seat, _, answers = data.draw(st.sampled_from(positions()))
    plain = data.draw(PLAIN)
    if data.draw(st.booleans()):
        answer = plainly(answers[seat])
        path, _ = data.draw(st.sampled_from(list(places(answer))))
        plain = replaced(answer, path, plain)
    before = state.digest()
    try:
        decision = game.read(state, seat, plain)
        game.check(state, seat, decision)
    except IllegalDecision as illegal:
        assert illegal.seat == seat and illegal.reason
    else:
        game.step(state.clone(), {**answers, seat: decision}, bytes(32))
    assert state.digest() == before
