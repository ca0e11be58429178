"""Weights of the bots of Ambition: rankings, values of a position, and banned cards."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import Dice
from core.bots.win_probability import CERTAINTY
from core.engine.local_match import LocalMatch
from core.games.ambition import turn
from core.games.ambition.bot import evaluation, intrigue, policy
from core.games.ambition.bot.candidates import CANDIDATE_GENERATORS, ranked_acts
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.bot.weights import USUAL
from core.games.ambition.cards import (
    ARMAGEDDON,
    DRILL,
    EARLY_WARNING,
    HOLD,
    INDUSTRIES,
    INTRIGUES,
    NEW_BLOOD,
    NUCLEAR_ARMS,
    PACTS,
)
from core.games.ambition.decisions import Diplomacy, Launch
from core.games.ambition.game import GAME
from core.games.ambition.hands import face_of, must_resolve
from tests.support.games.ambition.table import Position
from tests.support.sources import modules, nodes

WEIGHTS = {field.name: getattr(USUAL, field.name) for field in fields(USUAL)}


def table_of(seats: int, seed: str, kind: type[HeuristicBot] = HeuristicBot, **extra: Any) -> LocalMatch[Any]:
    """Return a match of such bots before its first step."""
    return LocalMatch(GAME, {seat: kind(seed, seat, **extra) for seat in range(1, seats + 1)}, seed)


NONE: frozenset[int] = frozenset()


def ask(
    table: LocalMatch[Any], seat: int, *detail: Any, banned: frozenset[int] = NONE, dice: bytes = b"8 bytes."
) -> Ask:
    """Return the position from which that seat's bot decides."""
    GAME.learn(table.state, seat, table.secrets[seat])
    return Ask(GAME, table.state, seat, table.secrets[seat], detail, Dice(dice), banned)


# Weights --------------------------------------------------------------------------------------------------------------


def test_every_weight_is_an_integer_or_a_tuple_of_integers() -> None:
    for value in WEIGHTS.values():
        assert all(type(each) is int for each in (value if isinstance(value, tuple) else (value,)))
    for by_seats in (USUAL.brakes, USUAL.ones_lied, USUAL.twos_lied):
        assert len(by_seats) == len(GAME.seat_counts) and GAME.seat_counts[0] == policy.MIN_SEATS
    assert len(USUAL.sealed) == len(PACTS) and len(USUAL.plant) == len(INDUSTRIES)


def test_every_weight_is_used_in_the_code_of_the_bot() -> None:
    read = {
        node.attr
        for path in modules("core/games/ambition/bot")
        for node in nodes(path)
        if isinstance(node, ast.Attribute)
    }
    assert WEIGHTS.keys() <= read


def weighed(seats: int, seed: str, weights: dict[str, Any]) -> LocalMatch[Any]:
    """Return a match of bots with these weights."""
    return table_of(seats, seed, weights={"ambition": replace(USUAL, **weights)})


@pytest.mark.parametrize("times", [0, 3, -1])
def test_bots_with_any_weights_play_a_legal_match(times: int) -> None:
    many = {
        name: tuple(times * each for each in value) if isinstance(value, tuple) else times * value
        for name, value in WEIGHTS.items()
    }
    usual = table_of(4, "weights").play().digest()
    table = weighed(4, "weights", many)
    assert table.play().over and table.state.digest() != usual


@pytest.mark.parametrize(
    ("weights", "kind", "least", "most"),
    [
        ({"claim_often": 100, "claim_in_danger": 100}, turn.DRAW, 0, 0),
        ({"claim_often": 0, "claim_in_danger": 0}, turn.DRAW, 30, 999),
        ({"a_claim": -1000, "sealed": (0,) * 5}, turn.SEAL, 0, 0),
        ({"a_claim": -1000, "sealed": (100,) * 5, "sealed_in_danger": 100}, turn.PROPOSE, 0, 0),
        ({"a_claim": -1000, "sealed": (100,) * 5, "sealed_in_danger": 100}, turn.SEAL, 1, 99),
        ({"sealed": (0,) * 5, "a_claim": -1000}, turn.PROPOSE, 1, 99),
    ],
)  # fmt: skip
def test_weights_change_the_decisions_of_a_seat(weights: dict[str, Any], kind: str, least: int, most: int) -> None:
    chosen = Counter[str]()

    def watch(state: Any, decisions: Any, said: Any) -> None:
        chosen.update(one.kind for one in decisions.values() if isinstance(one, Diplomacy))

    for number in range(3):
        weighed(3, f"weights {number}", weights).play(watch)
    assert least <= chosen[kind] <= most and chosen.total() > 30


# Ranked decisions -----------------------------------------------------------------------------------------------------


def asked_in_turns(table: LocalMatch[Any]) -> Iterator[tuple[Any, int, tuple[Any, ...]]]:
    """Play to the end; yield, before each step, the questions to seats whose turn it is."""
    while not table.state.over:
        for seat, *_ in table.state.asking:
            question, detail = GAME.pending_question(table.state, seat)
            if question in CANDIDATE_GENERATORS:
                yield question, seat, detail
        table.step()


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_ranked_decisions_are_legal_and_distinct_with_the_plans_choice_first(seats: int) -> None:
    table, seen = table_of(seats, "ranked"), Counter[str]()
    for question, seat, detail in asked_in_turns(table):
        before, dice = table.state.digest(), table.state.t.to_bytes(8)
        own = policy.ANSWERS[question](ask(table, seat, *detail, dice=dice))
        ranked: list[Any] = ranked_acts(ask(table, seat, *detail, dice=dice), 5)
        assert ranked[0] == own and len(ranked) <= 5
        for one in ranked:
            GAME.check(table.state, seat, one)
        plain = [one._replace(opens=()) for one in ranked]
        assert len(set(plain)) == len(plain), "two are alike"
        assert CANDIDATE_GENERATORS[question][0](ask(table, seat, *detail)) in plain, "to do nothing is not among them"
        assert ranked_acts(ask(table, seat, *detail, dice=dice), 1) == [own]
        assert table.state.digest() == before
        seen[question.kind] += 1
        seen["more"] += len(ranked) > 2
    assert all(seen[question.kind] for question in CANDIDATE_GENERATORS) and seen["more"] > 15, seen


def test_alliances_and_claims_are_ranked_by_value() -> None:
    table = table_of(6, "strikes")
    while not any(kind == "diplomacy" for _, kind, _ in table.state.asking):
        table.step()
    seat, ways = table.state.current, (turn.ALLIANCE_ACTIONS,)
    v = View(ask(table, seat, *ways))
    table.state.purse[1:], table.state.asking = [30] * 6, ((seat, "diplomacy", ways),)
    ranked: list[Any] = ranked_acts(ask(table, seat, *ways), 99)
    found = [v.pact_worth(one.partner, (one.pact, one.extra)) for one in ranked[1:] if one.kind == turn.PROPOSE]
    assert len(found) > 2 and found == sorted(found, reverse=True)
    claims = [(one.value, one.card) for one in ranked if one.kind == turn.CLAIM]
    held = {one.entry: one.face for one in v.elites}
    assert {value for value, card in claims if held[card] == value} == set(held.values()), "each Elite as what it is"
    assert {value for value, card in claims if held[card] < value}, "and a lie"


def test_the_richest_player_is_ranked_first_as_a_target() -> None:
    position = Position(6)
    state, own = position.state, position.table.secrets[1]
    [slot] = position.intrigue(1, NUCLEAR_ARMS)
    own.drawn[slot] = NUCLEAR_ARMS
    state.purse[1:], state.token[1:] = [0, 0, 12, 30, 12, 0], [1, 0, 0, 0, 0, 0]
    state.asking = ((1, turn.LAUNCH.kind, ()),)
    ranked: list[Any] = ranked_acts(ask(position.table, 1), 4)
    assert ranked[0].target == 4 and Launch() in ranked and len(ranked) == 4
    assert [one.target for one in ranked_acts(ask(position.table, 1, banned=frozenset({NUCLEAR_ARMS})), 4)] == [0]  # type: ignore[attr-defined]


# What a position is worth ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_win_chances_of_all_seats_sum_to_certainty(seats: int) -> None:
    table = table_of(seats, "value")
    while not table.state.over:
        if table.state.t % 5 == 0:
            found = [evaluation.value(table.state, seat) for seat in table.state.seats]
            assert sum(found) == pytest.approx(CERTAINTY, abs=seats) and all(type(one) is int for one in found)
        table.step()
    [winner] = [place.seat for place in GAME.standing(table.state) if place.rank == 1]
    assert [evaluation.value(table.state, seat) for seat in table.state.seats] == [
        CERTAINTY * (seat == winner) for seat in table.state.seats
    ]
    state = table.state
    for column in (state.points, state.worth, state.purse, state.arms):
        column[1:3] = [99, 99]
    assert [evaluation.value(state, seat) for seat in state.seats] == [CERTAINTY // 2] * 2 + [0] * (seats - 2)


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_each_feature_has_weights_and_more_influence_raises_the_value(seats: int) -> None:
    assert [len(column) for column in evaluation.FITTED_WEIGHTS[seats]] == [len(evaluation.FEATURES)] * 2
    state = Position(seats).state
    state.exhausted = 1
    usual = evaluation.value(state, 2)
    state.purse[2] += 8
    richer = evaluation.value(state, 2)
    state.purse[2] -= 16
    poorer = evaluation.value(state, 2)
    assert poorer < usual < richer
    state.purse[2], state.convicted[2] = 18, 1
    assert evaluation.features(state, 2)[:3] == (0, 0, 0)


def test_closed_cards_do_not_change_the_features() -> None:
    table = table_of(4, "hidden")
    for _ in range(40):
        table.step()
    world = GAME.sample_world(table.state, 1, table.secrets[1], Dice(bytes(8)))
    for seat in table.state.seats:
        assert evaluation.features(world.state, seat) == evaluation.features(table.state, seat)


# What is done without -------------------------------------------------------------------------------------------------

PLANTS = len(INTRIGUES)
EVERYTHING = frozenset(range(PLANTS + len(INDUSTRIES)))


def number_of(state: Any, own: Any, seat: int, decision: Any) -> tuple[str, int] | None:
    """Return the catalogue number of the voluntarily played card, and the kind of decision, or None."""
    kind, card = type(decision).__name__, getattr(decision, "card", 0)
    if not card or kind not in {"Launch", "Counter", "Shelter", "Play", "Drawn", "Industry"}:
        return None
    face = face_of(state, card)
    if kind == "Drawn" and (decision.discard or must_resolve(state, seat, face)):
        return None
    return kind, face + PLANTS * (kind == "Industry")


def plays(banned: frozenset[int]) -> Counter[tuple[str, int]]:
    """Return all cards played voluntarily in two matches in which every kind occurs."""
    found = Counter[tuple[str, int]]()

    class Noted(HeuristicBot):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            decision = super().decide(game, state, seat, secrets)
            if (played := number_of(state, secrets, seat, decision)) is not None:
                found[played] += 1
            return decision

    for number in (8, 9):
        table_of(5, f"bans {number}", Noted, banned=banned).play()
    return found


def test_matches_of_bots_contain_no_banned_card() -> None:
    free = plays(frozenset())
    assert {kind for kind, _ in free} >= {"Launch", "Counter", "Shelter", "Play", "Industry"}
    held = {number for number, card in enumerate(INTRIGUES) if card.kind == HOLD}
    assert held & {number for _, number in free} and not plays(EVERYTHING)
    odd = frozenset(number for number in EVERYTHING if number % 2)
    others = {number for _, number in plays(odd)}
    assert others and not others & odd


def test_bots_do_not_play_banned_cards() -> None:
    """A banned card is never played, whatever the question.

    The cases are Armageddon and other cards of an Intrigue phase, an industry, and a Freightline's card.
    """
    position = Position(4)
    state, table = position.state, position.table
    own, faces = table.secrets[1], [face for face, card in enumerate(INTRIGUES) if card.kind == HOLD] + [ARMAGEDDON]
    state.token[1:], state.purse[1] = [1] * 4, 60
    slots = dict(zip(faces, position.intrigue(1, *faces)))
    own.drawn.update((slot, face) for face, slot in slots.items())
    for face in faces:
        assert intrigue.is_playable(View(ask(table, 1)), face)
        assert not intrigue.is_playable(View(ask(table, 1, banned=frozenset({face}))), face)
    assert intrigue.choose_play(ask(table, 1)).card.face == ARMAGEDDON  # type: ignore[union-attr]
    assert intrigue.choose_play(ask(table, 1, banned=frozenset(faces))).card == 0
    for number, plant in enumerate(INDUSTRIES):
        assert policy.can_bring_into_play(View(ask(table, 1)), number), plant.name
        assert not policy.can_bring_into_play(View(ask(table, 1, banned=frozenset({PLANTS + number}))), number)
    [arms, warning, drill, worse] = position.intrigue(1, NUCLEAR_ARMS, EARLY_WARNING, DRILL, NEW_BLOOD)
    own.drawn.update({arms: NUCLEAR_ARMS, warning: EARLY_WARNING, drill: DRILL})
    for without, stops in ((NONE, arms), ({NUCLEAR_ARMS}, warning), ({NUCLEAR_ARMS, EARLY_WARNING}, 0)):
        card: Any = policy.choose_counter(ask(table, 1, 2, 1, banned=frozenset(without))).card
        assert getattr(card, "slot", card) == stops
    assert policy.choose_shelter(ask(table, 1)).card
    assert not policy.choose_shelter(ask(table, 1, banned=frozenset({DRILL}))).card
    own.drawn[worse], better = NEW_BLOOD, slots[ARMAGEDDON]
    assert intrigue.choose_freightline(ask(table, 1, (better, worse))).card == worse
    assert intrigue.choose_freightline(ask(table, 1, (better, worse), banned=frozenset({ARMAGEDDON}))).card == better
