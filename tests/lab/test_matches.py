"""Lab matches: random deals, bans, changed numbers, and identical replays."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest

import core.games.outposts.bot.weights
from core.bots.heuristic import HeuristicBot
from core.games.registry import GAMES, find_game
from lab.games.entry import BadChange
from lab.games.registry import games_with_sides, sides_of
from lab.run import faction_draws
from lab.run.bot_parameters import bot_name, perturbation_signs, scale_weight, weighted_bot, weights_of
from lab.run.budget import Budget
from lab.run.design import Arm, Design, read_design
from lab.run.executor import Chunk, PlayedChunk, Player, Serial
from lab.run.metrics import Columns, measures_of, read
from lab.run.players import NoSuchBot
from lab.run.players import check as check_bot
from lab.run.replay import NoSuchMatch, replay_match
from lab.run.rulesets import check, game_with, suggested_changes
from lab.run.run import play_run
from lab.run.simulation import Match, new_match, play_block, play_match, read_detail, seat_of, weights_lot
from lab.run.store import FILE, Store
from lab.studies.ladder import lone_result
from lab.studies.questions import questions
from lab.studies.rebalancing import LESS, MORE, changes_of, rebalance_results
from lab.studies.tuning import proof_design, tune
from tests.support.lab.toys import toy_match

QUICK = Design("play", (Arm("usual", "outposts", 2, bots=("random",)),), "matches")
SHORT = (("vp_to_win", 5),)


@pytest.mark.parametrize("game", games_with_sides())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_faction_is_dealt_equally_often_and_once_per_table(game: str, seats: int) -> None:
    kinds = len(sides_of(game))
    tables = [faction_draws.deal_factions(game, "x", block, seats) for block in range(3 * kinds)]
    assert all(len(set(table)) == seats for table in tables)
    assert set(Counter(kind for table in tables for kind in table).values()) == {3 * seats}
    assert tables != [faction_draws.deal_factions(game, "y", block, seats) for block in range(3 * kinds)]


@pytest.mark.parametrize("game", ["bridgefront", "outposts"])
def test_each_dealt_faction_is_played_in_every_seat(game: str) -> None:
    seats = max(2, min(find_game(game).seat_counts))
    design = Design("play", (Arm("usual", game, seats, bots=("random",)),), "lot")
    kinds = [sides_of(game)[kind] for kind in faction_draws.deal_factions(game, "lot", 0, seats)]
    for match in play_block(design, 0):
        played = [seat["faction"] for seat in read_detail(match.detail)["seats"]]
        assert played == [kinds[(seat - match.rotation) % seats] for seat in range(seats)]


def test_factions_are_dealt_under_changed_rules_too() -> None:
    usual = Arm("usual", "bridgefront", 2, SHORT, ("random",))
    for changes in ((), ("vapourborn.first_walk_bonus=0",)):
        design = Design("play", (usual._replace(changes=changes),), "lot")
        kinds = [sides_of("bridgefront")[kind] for kind in faction_draws.deal_factions("bridgefront", "lot", 3, 2)]
        played = [seat["faction"] for seat in read_detail(play_match(design, 3, 0, 0).detail)["seats"]]
        assert played == kinds, changes


def test_gold_mana_and_cards_of_bridgefront_are_counted() -> None:
    arm = Arm("usual", "bridgefront", 2, SHORT, ("random",))
    wasted = 0
    for block in range(3):
        match = play_match(Design("play", (arm,), "counts"), block, 0, 0)
        for seat in read_detail(match.detail)["seats"]:
            counts = seat["counts"]
            earned = sum(number for name, number in counts.items() if name.startswith("gold from "))
            assert earned >= counts.get("gold left", 0) and counts["gold from start"] == 4
            assert counts["mana unused"] >= 0 and counts["cards played"] == sum(
                row[1] for row in seat["cards"].values()
            )
            wasted += counts["mana unused"]
    assert wasted > 0, "players at random leave mana unused"
    assert "gold left in a match" in [measure.name for measure in measures_of(arm)]


def test_a_game_without_factions_can_be_simulated() -> None:
    [match] = play_block(Design("play", (Arm("usual", "cabinet", 2, bots=("random",)),), "c"), 0)
    assert read(match, 2).shares in {(0.5, 0.5), (0.0, 0.0)}


# Mending --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [LESS, MORE])
@pytest.mark.parametrize("game", games_with_sides())
def test_each_change_that_mend_proposes_can_be_applied(game: str, way: str) -> None:
    for kind in sides_of(game):
        found = changes_of(game, kind, way)
        assert found and len(set(found)) == len(found)
        check(game, found[:1])
        for change in found:
            check(game, [change])


def test_mend_separates_helpful_changes_from_others() -> None:
    chance = np.random.default_rng(3)

    def arm(name: str, odds: float) -> Columns:
        columns = Columns(Arm(name, "outposts", 2))
        place = [measure.name for measure in columns.measures].index("L4 wins")
        for won in chance.binomial(2, odds, 900) / 2:
            columns._rows.append([float("nan")] * len(columns.measures))
            columns._rows[-1][place] = float(won)
        return columns

    found = rebalance_results(
        [arm("usual", 0.7), arm("half", 0.6), arm("fair", 0.5), arm("poor", 0.3)], "L4", 0.06, True
    )
    assert [each.verdict for each in found] == ["wins too much"] * 2 + ["fair within the margin", "wins too little"]
    assert found[0].more.mean == 0.0 and found[3].more.mean == pytest.approx(-0.4, abs=0.05)


# Bots -----------------------------------------------------------------------------------------------------------------


def test_a_weak_bot_is_found() -> None:
    arm = Arm("random among heuristic", "outposts", 2, bots=("random", "heuristic"))
    columns = Columns(arm)
    for block in range(12):
        columns.add(play_block(Design("compare bots", (arm,), "weak"), block))
    found = lone_result(columns, 0.02, 1)
    assert found.verdict == "worse" and found.share.mean < 0.2 and found.fair == 0.5
    assert [measure.name for measure in measures_of(arm)][-2:] == ["chair 1 (random) wins", "chair 2 (heuristic) wins"]


def test_a_bot_can_have_weights_of_its_own_given_in_its_name() -> None:
    assert {"FORCE", "GOLD", "MANA"} <= weights_of("bridgefront").keys() and "WORTH.0" in weights_of("outposts")
    assert {"GUN_HITS", "DIAL.2"} <= weights_of("midnight").keys()
    assert {"A_CLAIM", "BRAKES.3", "RISKED_ARMS", "SEALED.4"} <= weights_of("ambition").keys()
    name = bot_name({"WORTH.10": 1, "LAST.10": 1})
    usual = core.games.outposts.bot.weights.USUAL.worth
    arm = Arm("no VP", "outposts", 2, bots=(name, "heuristic"))
    columns = Columns(arm)
    for block in range(4):
        columns.add(play_block(Design("compare bots", (arm,), "weights"), block))
    same = arm._replace(bots=(bot_name({"WORTH.10": usual[10]}), "heuristic"))
    plain = play_block(Design("x", (arm._replace(bots=("heuristic",)),), "weights"), 0)
    assert play_block(Design("x", (same,), "weights"), 0) == plain, "the usual weights are the usual bot"
    assert lone_result(columns, 0.02, 1).share.mean < 0.5
    for wrong in ("heuristic@", "heuristic@FORCE", "heuristic@NONE=3", "random@FORCE=3", "heuristic@FORCE=x"):
        with pytest.raises(NoSuchBot):
            check_bot(wrong)


def test_a_bot_with_all_usual_weights_of_ambition_plays_like_the_usual_bot() -> None:
    usual, arm = weights_of("ambition"), Arm("x", "ambition", 3)
    plain = play_match(Design("x", (arm,), "weights"), 0, 0, 0)
    same, other = ((bot_name(each), "heuristic", "heuristic") for each in (usual, usual | {"CLAIM_OFTEN": 0}))
    assert play_match(Design("x", (arm._replace(bots=same),), "weights"), 0, 0, 0) == plain
    assert play_match(Design("x", (arm._replace(bots=other),), "weights"), 0, 0, 0) != plain


def test_tuning_finds_better_weights_on_separate_seeds() -> None:
    """Tuning improves lowered weights, generation after generation, on seeds that only tuning uses."""
    arm, seen = Arm("usual", "outposts", 2), []

    class Toy(Serial):
        """Executor whose winner has the most crew; nothing is played."""

        def submit(self, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
            design = read_design(text)
            seen.append(design.seed)
            return super().submit(
                lambda *_: PlayedChunk([(block, list(_by_worth(design, block))) for block in chunk], 1), "", chunk
            )

    generations = list(tune(Toy(), arm, ["WORTH.0", "WORTH.1"], "toy", 4000, "cma"))
    before, after = weights_of("outposts"), generations[-1].best
    assert after["WORTH.0"] > 1.5 * before["WORTH.0"] and "candidates win" in generations[-1].words
    assert set(seen).isdisjoint({proof_design(arm, after, "toy").seed}) and all("/tuning/" in seed for seed in seen)


def test_randomised_weights_show_which_weight_helps() -> None:
    """Randomly raised weights show which of them help.

    Crew decides and timber does not. Crew rises generation after generation, and timber stays.
    """
    arm = Arm("usual", "outposts", 2)

    class Toy(Serial):
        def submit(self, play: Player, text: str, chunk: Chunk) -> Future[PlayedChunk]:
            design = read_design(text)
            blocks = [(block, list(_by_lot(design, block))) for block in chunk]
            return super().submit(lambda *_: PlayedChunk(blocks, 1), "", chunk)

    names = ["WORTH.0", "WORTH.1"]
    generations = list(tune(Toy(), arm, names, "toy", 1200))
    before, after = weights_of("outposts"), generations[-1].best
    assert len(generations) == 3 and generations[-1].matches == 1200
    assert after["WORTH.0"] > 1.7 * before["WORTH.0"] and abs(after["WORTH.1"] - before["WORTH.1"]) <= 2
    assert generations[0].words.startswith("points for weights turned up: WORTH.0 +")
    assert next(tune(Toy(), arm, names, "toy", 1200)) == generations[0], "the same seed, the same weights"
    [none] = tune(Toy(), arm, names, "toy", 6)
    assert none.best == {name: before[name] for name in names} and "too few" in none.words


def _by_lot(design: Design, block: int) -> Iterator[Match]:
    """Yield matches in which a raised crew weight wins two of three against a lowered one."""
    chance = random.Random(f"{design.seed} {block}")
    [arm] = design.arms
    for rotation in range(2):
        up = [
            perturbation_signs(arm.bots[0], weights_lot(design.seed, block, rotation, chair))[0] for chair in range(2)
        ]
        won = chance.random() < 0.5 + (up[0] - up[1]) / 12
        yield toy_match(block, 0, rotation, seat_of(0 if won else 1, rotation, 2))


def test_each_chair_plays_with_its_assigned_weights() -> None:
    arm = Arm("x", "outposts", 3, bots=(bot_name({"WORTH.0": 50, "LAST.10": 9}),), turned=20)
    table = new_match(arm, "lots", 3, 1)
    told, played = [], []
    for chair in range(3):
        first, second = perturbation_signs(arm.bots[0], weights_lot("lots", 3, 1, chair))
        told.append((scale_weight(9, first, 20), scale_weight(50, second, 20)))
        weights = table.players[seat_of(chair, 1, 3)].player.weights["outposts"]  # type: ignore[attr-defined]
        played.append((weights.last[10], weights.worth[0]))
    assert played == told and len(set(told)) > 1
    assert arm.rotations == 3 and read_design(Design("turn", (arm,), "s").text()).arms[0].turned == 20


def test_custom_weights_leave_the_defaults_unchanged() -> None:
    plain = play_block(Design("x", (Arm("x", "outposts", 2),), "copies"), 0)
    loaded, usual = set(sys.modules), weights_of("outposts")
    for value in range(3):
        bot = weighted_bot(f"WORTH.10={value},FORCE={value}", "copies", 1)
        assert isinstance(bot, HeuristicBot) and bot.weights.keys() == {"outposts", "bridgefront"}
        assert bot.weights["outposts"].worth[10] == bot.weights["bridgefront"].force == value
        with pytest.raises(FrozenInstanceError):
            bot.weights["outposts"].worth = ()
    assert set(sys.modules) == loaded and weights_of("outposts") == usual
    same = Arm("x", "outposts", 2, bots=(bot_name({"WORTH.0": usual["WORTH.0"]}),))
    assert play_block(Design("x", (same,), "copies"), 0) == plain


def _by_worth(design: Design, block: int) -> Iterator[Match]:
    chance = random.Random(f"{design.seed} {block}")
    for number, arm in enumerate(design.arms):
        crew = dict(part.split("=") for part in arm.bots[0].partition("@")[2].split(","))["WORTH.0"]
        for rotation in range(2):
            won = chance.random() < int(crew) / (int(crew) + 45)
            yield toy_match(block, number, rotation, seat_of(0 if won else 1, rotation, 2))


# Changes --------------------------------------------------------------------------------------------------------------


def test_the_matches_of_a_changed_arm_do_not_depend_on_earlier_matches() -> None:
    richer = QUICK.arms[0]._replace(changes=("L1.produces=9 crew, 9 timber", "L2.produces=9 crew, 9 timber"))
    dear = Arm("dear", "bridgefront", 2, changes=("card.Zap.mana=2", "Traitor.mana=5", "start_gold=6"))
    for arm in (richer, dear):
        alone = play_match(Design("play", (arm,), "matches"), 0, 0, 0)
        both = Design("play", (arm._replace(changes=()), arm), "matches")
        printed = play_match(both, 0, 0, 0)
        assert play_match(both, 0, 1, 0)._replace(arm=0) == alone and alone.digest != printed.digest
        assert play_match(both, 0, 0, 0) == printed


def test_suggested_changes_for_a_side_change_a_number_by_one() -> None:
    assert game_with("outposts", ("L4.produces=3 crew",)) is game_with("outposts", ("L4.produces=3 crew",))
    found = suggested_changes("bridgefront", "vapourborn", False)
    assert "vapourborn.mine_gold=1" in found and "vapourborn.first_walk_bonus=2" in found
    assert suggested_changes("outposts", "L1", True)[0] == "L1.produces=2 crew, 1 timber, 1 survey mark, 1 Wall, 1 card"
    assert "L1.pays=2 timber" in suggested_changes("outposts", "L1", True)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("outposts", "L9.produces=1 crew"), ("outposts", "L1.produces=1 elephant"), ("outposts", "L1"),
        ("bridgefront", "nobody.mine_gold=1"), ("bridgefront", "cipher.mulligan=x"), ("bridgefront", "card.Zap.hp=3"),
        ("bridgefront", "card.None.mana=1"), ("midnight", "a.b=1"),
    ],
)  # fmt: skip
def test_an_impossible_change_of_a_game_is_refused(game: str, change: str) -> None:
    with pytest.raises(BadChange):
        check(game, [change])


# Questions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_open_option_that_changes_play_is_a_question_of_the_lab(game: str) -> None:
    rules = find_game(game)
    asked = {question.option for seats in rules.seat_counts for question in questions(rules, seats)}
    words = {"gold_word", "victory_card_names", "courtesy"}
    assert asked == {name for name, option in rules.options.table.items() if option.kind == "open"} - words
    for seats in rules.seat_counts:
        for question in questions(rules, seats):
            assert 1 <= len(question.others) <= 2 and question.usual not in question.others
            rules.options.complete_values(dict.fromkeys([question.option], question.others[-1]))


# Played again ---------------------------------------------------------------------------------------------------------


def test_a_stored_match_is_played_again_to_the_same_digest(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        play_run(store, Serial(), QUICK, Budget(4))
        [run] = store.runs()
        kept = store.match(run, 1, 0, 1)
        shown = replay_match(store, "1.1.0.1")
        assert kept is not None and shown.digests[-1].hex() == kept.digest and len(shown.states) == kept.steps
        assert len(list(shown.event_texts)) == len(shown.events) == len(shown.decisions) == len(shown.beacons)
        for name in ("1.9.0.0", "2.0.0.0", "1.0.0", "x", "1.0.0.-1", "1.0.7.0"):
            with pytest.raises(NoSuchMatch):
                replay_match(store, name)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE match SET digest = 'aa' WHERE block = 1")
    with Store(tmp_path) as store, pytest.raises(NoSuchMatch, match="another end"):
        replay_match(store, "1.1.0.1")
