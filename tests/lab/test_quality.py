"""Measures of a good game: decisions, variety, the course of a match, and skill."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import cast

import pytest

from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.games.registry import find_game
from lab.run.design import Arm
from lab.run.players import ClickerBot, EagerBot, answer_text
from lab.run.probe import Gaps, Probe, TriedDecision, is_forced, value_gaps
from lab.run.simulation import Match, compress_detail, new_match, play_match, read_detail
from lab.studies.quality import (
    PROBE_KEY,
    WEAK_BOTS,
    chance_decided_after,
    decided_after,
    kind_of_decision,
    lead_changes,
    play_quality_chunk,
    quality_design,
    quality_lines,
    quality_of,
    variety,
)
from tests.lab.test_commands import Lab
from tests.lab.test_commands import lab as lab
from tests.support.games.rock_paper_scissors.game import GAME

CABINET = quality_design(Arm("usual", "cabinet", 2), "quality")


def tried(second: float, worst: float, error: float = 0.1, question: str = "act") -> TriedDecision:
    return TriedDecision(question=question, second=second, worst=worst, error=error)


class Listing:
    """A stand-in for a game that lists these answers to every question."""

    def __init__(self, answers: tuple[Decision, ...]) -> None:
        self.answers = answers

    def options_of(self, state: State, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """Yield the answers."""
        yield from self.answers

    def default_decision(self, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the answer after a timeout."""
        return ("late",)


def listing(*answers: Decision) -> Game:
    return cast(Game, Listing(answers))


# Decisions ------------------------------------------------------------------------------------------------------------


def test_chance_alone_gives_no_idea_an_advantage() -> None:
    chance = random.Random(5)
    gaps = [value_gaps([[chance.gauss(50, 10) for _ in range(16)] for _ in range(4)]) for _ in range(400)]
    assert abs(sum(gap["second"] for gap in gaps) / len(gaps)) < 0.6
    assert 2 < sum(gap["error"] for gap in gaps) / len(gaps) < 5


def test_the_loss_with_the_second_idea_is_measured_in_the_same_worlds() -> None:
    luck = [random.Random(1).gauss(0, 30) for _ in range(16)]
    gap = value_gaps([[50 + each for each in luck], [44 + each for each in luck], [20 + each for each in luck]])
    assert gap == Gaps(second=6.0, worst=30.0, error=0.0)


@pytest.mark.parametrize(
    ("second", "worst", "error", "kind"),
    [
        (8, 20, 1, "right"), (3, 20, 1, "clear"), (8, 20, 6, "open"), (0.5, 9, 0.1, "open"), (0.1, 0.4, 0.1, "idle"),
        (0.1, 0.4, 4, "open"),
    ],
)  # fmt: skip
def test_a_decision_is_right_clear_open_or_idle(second: float, worst: float, error: float, kind: str) -> None:
    assert kind_of_decision(tried(second, worst, error)) == kind


def test_a_probe_counts_all_questions_and_changes_nothing() -> None:
    probe = Probe(2, ("x",), sampled=3)
    game = find_game("cabinet")
    seen = play_match(CABINET, 0, 0, 0, lambda state, *step: probe.watch(game, state, *step), probe.player)
    assert seen == play_match(CABINET, 0, 0, 0)
    data = probe.data(game)
    asked = sum(number for number, _ in data["questions"].values())
    assert asked == sum(data["prompts"]) == sum(data["answers"].values()) > 20
    assert sum(data["choices"]) == asked - sum(one for _, one in data["questions"].values())
    assert 0 < len(data["tried"]) <= 3 and {item["question"] for item in data["tried"]} <= set(data["questions"])
    assert len(data["chances"]) > 2 and all(len(row) == 2 and 0 <= row[0] <= 100 for row in data["chances"])
    assert data["chances"][-1] in ([0.0, 0.0], [100.0, 100.0])


def test_a_question_with_one_legal_answer_is_forced() -> None:
    state, secrets = new_match(CABINET.arms[0], "x", 0, 0).state, Secrets(bytes(32), 1, bytes(32))
    assert is_forced(listing((True,)), state, 1, secrets) and is_forced(listing(), state, 1, secrets)
    assert not is_forced(listing((True,), (False,)), state, 1, secrets)


# Variety --------------------------------------------------------------------------------------------------------------


def test_variety_is_the_number_of_equally_frequent_kinds() -> None:
    assert variety([7, 7, 7]) == pytest.approx(3) and variety([5, 0]) == 1 and variety([]) == 0
    assert 1 < variety([90, 5, 5]) < 2


def test_answers_are_named_by_their_kind() -> None:
    decisions = [("build", 0), (True,), (False, ()), ((), 0), ((1,), 0), (3,), (0, 4)]
    assert [answer_text(each) for each in decisions] == [
        "build", "yes", "no", "nothing", "something", "number 3", "something",
    ]  # fmt: skip


# The course of a match ------------------------------------------------------------------------------------------------


def test_lead_changes_count_only_leaders_that_were_overtaken() -> None:
    assert lead_changes([[1], [1, 2], [2], [1]], [3]) == 2
    assert lead_changes([[1], [1]], [1]) == 0


def test_a_match_is_decided_when_a_winner_leads_for_good() -> None:
    assert decided_after([[1], [2], [2]], [2], 4) == 0.5
    assert decided_after([[2], [2]], [2], 4) == 0.25
    assert decided_after([[1], [1]], [2], 3) == 1


def test_a_team_match_is_decided_when_the_chance_stays_on_its_side() -> None:
    assert chance_decided_after([60, 40, 70, 80, 100], True) == 0.5
    assert chance_decided_after([60, 55, 100], True) == 0
    assert chance_decided_after([60, 55, 0], False) == 1


# All measures ---------------------------------------------------------------------------------------------------------


def made_match(arm: int, winner: int, rotation: int, **probed: object) -> Match:
    """Return a match of two seats in which seat 1 led after rounds 1 and 2, and seat 2 after round 3."""
    empty = {"faction": "", "points": 3, "counts": {}}
    seats = [{**empty, "sources": {"land": 4 - seat, "trade": 2}, "cards": {"Zap": [1, seat]}} for seat in (1, 2)]
    detail = {"seats": seats, "leaders": [[1], [1], [2]], "places": {}, PROBE_KEY: probed}
    return Match(0, arm, rotation, 4, 9, str(winner), "", compress_detail(detail))


def test_all_measures_follow_from_the_matches() -> None:
    probed = {
        "prompts": [6, 4], "choices": [4, 4], "questions": {"act": [8, 2], "bid": [2, 0]},
        "answers": {"act: go": 8, "bid: pass": 2}, "tried": [tried(9, 9), tried(0, 0), tried(0, 0, question="bid")],
        "chances": [],
    }  # fmt: skip
    design = quality_design(Arm("usual", "bridgefront", 2), "x")
    assert [arm.bots for arm in design.arms] == [("hard",), *((weak, "hard") for weak in WEAK_BOTS)]
    blocks = [
        [made_match(0, 2, 0, **probed), *(made_match(arm, 2, 0) for arm in (1, 2, 3))],
        [made_match(0, 2, 1, **probed), *(made_match(arm, 2, 1) for arm in (1, 2, 3))],
    ]
    found = quality_of(design, blocks)
    assert (found.rounds, found.prompts, found.choices, found.forced) == (4, 5, 4, 0.2)
    assert (found.tried.decisions, found.tried.right, found.tried.idle, found.tried.second) == (6, 2, 4, 3.0)
    assert found.by_question["act"].right == 2 and found.by_question["bid"].idle == 2
    assert found.answers == {"act: go": 0.8, "bid: pass": 0.2} and found.cards == 1
    assert found.styles in ({"land": 1.0}, {"trade": 1.0}) and found.style_variety == 1
    assert (found.changes, found.decided, found.fair) == (1, 0.75, 0.5)
    assert found.wins["clicker"].mean == 0.5, "chair 0 sat in seat 1, which lost, and in seat 2, which won"
    assert json.loads(json.dumps(found.data))["tried"]["right"] == 2
    assert any("33.3 %  have one right answer" in line for line in quality_lines(found))
    assert quality_of(design, []).matches == 0 and quality_lines(quality_of(design, []))


def test_teams_are_measured_by_their_wins() -> None:
    chunk = play_quality_chunk(CABINET.text(), (0, 1))
    assert chunk.blocks == play_quality_chunk(CABINET.text(), (0, 1)).blocks, "the same seed gives the same data"
    found = quality_of(CABINET, [matches for _, matches in chunk.blocks])
    assert list(found.wins) == ["hard", *WEAK_BOTS] and found.changes is None and found.fair is None
    assert found.decided is not None and 0 <= found.decided <= 1
    assert PROBE_KEY not in read_detail(chunk.blocks[0][1][1].detail)
    assert any("a team of clicker bots wins" in line for line in quality_lines(found))
    found.seats = 1
    assert any("the clicker bot wins" in line for line in quality_lines(found))


@pytest.mark.parametrize("bot", [ClickerBot.name, EagerBot.name])
def test_bots_that_only_click_play_every_game_to_the_end(bot: str) -> None:
    for game in ("cabinet", "outposts", "midnight"):
        seats = max(2, min(find_game(game).seat_counts))
        design = quality_design(Arm("usual", game, seats), "click")._replace(arms=(Arm(bot, game, seats, bots=(bot,)),))
        assert play_match(design, 0, 0, 0).rounds > 0


def test_an_eager_bot_says_yes_and_a_clicker_takes_the_first_answer() -> None:
    state, secrets = new_match(CABINET.arms[0], "x", 0, 0).state, Secrets(bytes(32), 1, bytes(32))
    game = listing((False,), ((), 0), ("pass",), (True,))
    assert ClickerBot("", 1).decide(game, state, 1, secrets) == (False,)
    assert EagerBot("", 1).decide(game, state, 1, secrets) == (True,)
    assert EagerBot("", 1).decide(listing((False,), ("pass",)), state, 1, secrets) == (False,)
    assert ClickerBot("", 1).decide(listing(), state, 1, secrets) == ("late",)


def test_the_quality_command_prints_a_page_and_json(lab: Lab) -> None:
    said = lab("quality", GAME.name, "--seats=2", "--engine=serial", "--budget=2")
    assert said.code == 0 and "2 matches between hard bots" in said.out
    assert "do not look ahead" in said.out and "one clicker bot among hard ones wins" in said.out
    told = json.loads(lab("quality", "cabinet", "--seats=2", "--engine=serial", "--matches=1", "--json").out)
    assert told["matches"] == 1 and told["together"] and told["tried"]["decisions"] <= 4
    assert lab("quality", "nothing").code == 2


def test_the_quality_command_takes_a_ruleset(lab: Lab) -> None:
    words = ["--rules=cabinet/seed", "--seats=2", "--engine=serial", "--budget=1", "--json"]
    assert json.loads(lab("quality", *words).out)["game"] == "cabinet"
