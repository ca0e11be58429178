"""Scenes of Ambition: each question, each event, the end, and the replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import inf
from typing import Any

from client.games.ambition.lesson.lessons import LESSONS
from client.table.screens import match_screen
from client.table.view import Look
from pictures.lessons import lesson_at
from pictures.moments import SEED, Moment, asks_kind, has_events, table_steps
from pictures.replays import open_replay, record_path, replay_at
from pictures.scenes import SCENES, scene
from pictures.stage import NAMES, Stage, Tape

SEATS = 5
LONG_NAMES = ("Wilhelmina-Josephine", "Maximilian Schwarzen", "Bartholomew Wellington", "Konstantin Wolkonski",
              "Anastasia Feodorowna", "Montgomery Wigglesworth")  # fmt: skip


@lru_cache(maxsize=20)
def match_steps(seats: int = SEATS, seed: str = SEED, bot: str = "random") -> list[Moment]:
    """Return the steps of a match between bots."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.ambition.game import GAME

    return table_steps(LocalMatch(GAME, {seat: BOTS[bot](seed, seat) for seat in range(1, seats + 1)}, seed))


def first_moment(test: Callable[[Moment], Any], least: int = 3, seats: int = SEATS) -> tuple[list[Moment], Moment]:
    """Return a match, and its first moment from round `least` on that passes the test."""
    for seed in (SEED, *"bcdefghijklmnop"):
        for moment in match_steps(seats, seed):
            if moment.before.round >= least and test(moment):
                return match_steps(seats, seed), moment
    raise LookupError("no match has such a moment")


def match_screen_at(
    stage: Stage, found: tuple[list[Moment], Moment], *told: Any, names: tuple[str, ...] = NAMES
) -> Any:
    """Return a match screen that receives these messages.

    Its log shows the events shortly before the moment.
    """
    from client.games.ambition.table import TABLE
    from client.session.source import MatchEvent
    from net.match.events import MatchStarted

    every, moment = found
    at = every.index(moment)
    before = every[max(0, at - 24) : at]
    state = before[0].before if before else moment.before
    seated = MatchEvent(MatchStarted(b"", names[: len(moment.before.seats)]), state.clone(), None, (), b"")
    tape = Tape(seated, *(m.heard() for m in before))
    screen = match_screen(TABLE, tape, look=Look(speed=inf))
    stage.show(screen)
    stage.settle(0.1)
    screen.timeline.speed = 1.0
    tape.told = list(told)
    return screen


def question_screen(stage: Stage, found: tuple[list[Moment], Moment], names: tuple[str, ...] = NAMES) -> Any:
    """Return a match screen with the question that seat 1 has at the moment."""
    from client.session.source import MatchEvent
    from net.match.events import DecisionRequest, OwedEntry

    moment = found[1]
    owed = tuple(OwedEntry(seat, "decision") for seat, _, _ in moment.before.asking)
    heard = MatchEvent(
        DecisionRequest(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(), owed, b""
    )
    screen = match_screen_at(stage, found, heard, names=names)
    stage.settle()
    return screen


def pick_target(screen: Any, kind: str) -> None:
    """Pick the first target of a kind."""
    screen.controller.prompts.answer(
        next(pick for pick in screen.controller.prompts.inquiry.targets if pick[0] == kind)
    )


def has_each_alliance(moment: Moment) -> bool:
    """Return True if there are alliances both in force and on paper."""
    return bool(moment.before.alliances) and any(paper.signed for paper in moment.before.papers)


@scene
def ambition_claim(stage: Stage) -> None:
    question_screen(stage, first_moment(lambda m: asks_kind("challenge")(m) and m.before.alliances, 2))


@scene
def ambition_diplomacy(stage: Stage) -> None:
    question_screen(stage, first_moment(lambda m: asks_kind("diplomacy")(m) and m.before.die < 5, 3))


@scene
def ambition_value(stage: Stage) -> None:
    screen = question_screen(stage, first_moment(lambda m: asks_kind("diplomacy")(m) and m.before.die < 5, 3))
    pick_target(screen, "card")
    stage.settle()


@scene
def ambition_alliance(stage: Stage) -> None:
    screen = question_screen(
        stage, first_moment(lambda m: asks_kind("diplomacy")(m) and m.before.die >= 5 and m.before.purse[1] > 8, 2)
    )
    pick_target(screen, "seat")
    stage.settle()


@scene
def ambition_accept(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("accept"), 2))


@scene
def ambition_industry(stage: Stage) -> None:
    question_screen(stage, first_moment(lambda m: asks_kind("industry")(m) and m.before.hand(1, "industry"), 3))


@scene
def ambition_drawn(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("drawn"), 2))


@scene
def ambition_play(stage: Stage) -> None:
    from core.games.ambition.game import GAME

    question_screen(
        stage, first_moment(lambda m: asks_kind("play")(m) and len(list(GAME.options_of(m.before, 1, m.own))) > 1, 3)
    )


@scene
def ambition_aim(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("aim"), 2))


@scene
def ambition_doubt(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("doubt"), 2))


@scene
def ambition_launch(stage: Stage) -> None:
    from core.games.ambition.game import GAME

    def armed(m: Moment) -> bool:
        return asks_kind("launch")(m) and len(list(GAME.options_of(m.before, 1, m.own))) > 1

    screen = question_screen(stage, first_moment(armed, 3))
    pick_target(screen, "card")
    stage.settle()
    for place in screen.table.board.around.values():
        if place.pick is not None:
            stage.driver.move(place)
            break
    stage.settle()


@scene
def ambition_counter(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("counter"), 3))


@scene
def ambition_struck(stage: Stage) -> None:
    result = first_moment(has_events("Struck"))
    match_screen_at(stage, result, result[1].heard())
    stage.settle(1.4)


@scene
def ambition_six(stage: Stage) -> None:
    question_screen(stage, first_moment(lambda m: asks_kind("challenge")(m) and has_each_alliance(m), 4, 6))


@scene
def ambition_three(stage: Stage) -> None:
    question_screen(stage, first_moment(lambda m: asks_kind("diplomacy")(m) and m.before.alliances, 3, 3))


@scene
def ambition_four(stage: Stage) -> None:
    question_screen(stage, first_moment(lambda m: asks_kind("challenge")(m) and len(m.before.alliances) > 1, 2, 4))


@scene
def ambition_six_doubt(stage: Stage) -> None:
    question_screen(stage, first_moment(lambda m: asks_kind("doubt")(m) and m.before.alliances, 2, 6))


@scene
def ambition_long_names(stage: Stage) -> None:
    screen = question_screen(
        stage, first_moment(lambda m: asks_kind("doubt")(m) and m.before.alliances, 2, 6), LONG_NAMES
    )
    screen.table.refresh()
    stage.settle()


@scene
def ambition_long_strike(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("counter"), 3), LONG_NAMES)


@scene
def ambition_end(stage: Stage) -> None:
    from client.games.ambition.standings import ranks
    from client.screens.end import EndScreen
    from client.table.seats.ending import Ending
    from core.games.ambition.game import GAME

    result = match_steps(), match_steps()[-1]
    screen = match_screen_at(stage, result, result[1].heard())
    screen.timeline.speed = inf
    stage.settle()
    standing = tuple(GAME.standing(result[1].after))
    ending = Ending(
        screen.table.narrator.ended, ranks(screen.table.model, standing), f"after {result[1].after.round} rounds"
    )
    stage.window.push(EndScreen(screen.table.model, standing, ending, lambda: None, lambda: None))
    stage.settle()


@scene
def ambition_orders(stage: Stage) -> None:
    screen = question_screen(stage, first_moment(lambda m: asks_kind("challenge")(m), 2))
    screen.controller.prompts.view.controls.open_orders()
    stage.settle()


@scene
def ambition_replay(stage: Stage) -> None:
    screen = open_replay(stage, record_path("ambition", 4, "2026-11-24 20.10"))
    marks = [
        mark for mark in screen.controller.replay_timeline.marks if mark.kind == "strike"
    ] or screen.controller.replay_timeline.marks
    replay_at(stage, screen, marks[len(marks) // 2].place)


for number in range(len(LESSONS)):
    SCENES[f"ambition-lesson-{number + 1:02}"] = partial(lesson_at, game="ambition", at=number)


@scene
def cards_ambition(stage: Stage) -> None:
    from client.screens.cards import CardsScreen

    stage.window.push(CardsScreen("ambition"))
    stage.settle()


@scene
def rules_ambition(stage: Stage) -> None:
    from client.screens.rules import RulesScreen

    stage.window.push(RulesScreen("ambition"))
    stage.settle()
