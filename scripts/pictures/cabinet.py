"""Scenes of Cabinet: each question, each event, the end, and the replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import inf
from typing import Any

from client.games.cabinet.lesson.lessons import LESSONS
from client.table.screens import match_screen
from client.table.view import Look
from pictures.lessons import lesson_at, show_lesson_end
from pictures.moments import SEED, Moment, asks_kind, has_events, table_steps
from pictures.replays import open_replay, record_path, replay_at
from pictures.scenes import SCENES, scene
from pictures.stage import NAMES, Stage, Tape

SEATS = 4


@lru_cache(maxsize=16)
def match_steps(seed: str = SEED, bot: str = "heuristic") -> list[Moment]:
    """Return the steps of a match between four bots."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.cabinet.game import GAME

    return table_steps(LocalMatch(GAME, {seat: BOTS[bot](seed, seat) for seat in range(1, SEATS + 1)}, seed))


def first_moment(test: Callable[[Moment], Any], least_turn: int = 4) -> tuple[list[Moment], Moment]:
    """Return a match, and its first moment from turn `least_turn` on that passes the test."""
    for seed, bot in ((SEED, "heuristic"), ("b", "heuristic"), *((f"{n}", "random") for n in range(200))):
        for moment in match_steps(seed, bot):
            if moment.before.turn >= least_turn and test(moment):
                return match_steps(seed, bot), moment
    raise LookupError("no match has such a moment")


def match_screen_at(stage: Stage, found: tuple[list[Moment], Moment], *told: Any) -> Any:
    """Return a match screen that receives these messages.

    Its log shows the events shortly before the moment.
    """
    from client.games.cabinet.table import TABLE
    from client.session.source import MatchEvent
    from net.match.events import MatchStarted

    every, moment = found
    at = every.index(moment)
    before = every[max(0, at - 14) : at]
    state = before[0].before if before else moment.before
    seated = MatchEvent(MatchStarted(b"", NAMES[:SEATS]), state.clone(), None, (), b"")
    tape = Tape(seated, *(m.heard() for m in before))
    screen = match_screen(TABLE, tape, look=Look(speed=inf))
    stage.show(screen)
    stage.settle(0.1)
    screen.timeline.speed = 1.0
    tape.told = list(told)
    return screen


def question_screen(stage: Stage, found: tuple[list[Moment], Moment]) -> Any:
    """Return a match screen with the question that seat 1 has at the moment."""
    from client.session.source import MatchEvent
    from net.match.events import DecisionRequest, OwedEntry

    moment = found[1]
    owed = tuple(OwedEntry(seat, "decision") for seat, _, _ in moment.before.asking)
    heard = MatchEvent(
        DecisionRequest(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(), owed, b""
    )
    screen = match_screen_at(stage, found, heard)
    stage.settle()
    return screen


@scene
def cabinet_action(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("act")))


@scene
def cabinet_draw(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("mix")))


@scene
def cabinet_pledge(stage: Stage) -> None:
    from core.games.cabinet import cards

    def fits(m: Moment) -> bool:
        return asks_kind("settle")(m) and cards.deck_of(m.before.at_stake) == cards.MILESTONE

    question_screen(stage, first_moment(fits))


@scene
def cabinet_crisis(stage: Stage) -> None:
    from core.games.cabinet import cards

    question_screen(
        stage, first_moment(lambda m: asks_kind("settle")(m) and cards.deck_of(m.before.at_stake) == cards.CHALLENGE)
    )


@scene
def cabinet_upkeep(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("lose")))


@scene
def cabinet_ministry(stage: Stage) -> None:
    from core.games.cabinet import cards

    screen = question_screen(
        stage, first_moment(lambda m: asks_kind("act")(m) and any(not cards.is_resource(c) for c in m.before.hand[1]))
    )
    inquiry = screen.controller.prompts.inquiry
    copy = next(n for kind, n in inquiry.targets if kind == "card" and not cards.is_resource(n))
    screen.controller.prompts.answer(("card", copy))
    stage.settle()


@scene
def cabinet_justice(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("take"), 0))


@scene
def cabinet_look(stage: Stage) -> None:
    screen = question_screen(stage, first_moment(asks_kind("arrange"), 0))
    screen.controller.prompts.answer(screen.controller.prompts.inquiry.targets[0])
    stage.settle()


@scene
def cabinet_flip(stage: Stage) -> None:
    result = first_moment(has_events("ChallengeFlipped"))
    screen = match_screen_at(stage, result, result[1].heard())
    for _ in range(3600):
        if screen.table.banner.visible and screen.table.banner.opacity > 0.9:
            break
        stage.window._dispatch_updates(1 / 60)
    stage.driver.step(frames=3)


@scene
def cabinet_end(stage: Stage) -> None:
    from client.games.cabinet.standings import ranks
    from client.screens.end import EndScreen
    from client.table.seats.ending import Ending
    from core.games.cabinet.game import GAME

    result = match_steps(), match_steps()[-1]
    screen = match_screen_at(stage, result, result[1].heard())
    screen.timeline.speed = inf
    stage.settle()
    standing = tuple(GAME.standing(result[1].after))
    ending = Ending(
        screen.table.narrator.ended, ranks(screen.table.model, standing), f"after {result[1].after.turn} turns"
    )
    stage.window.push(EndScreen(screen.table.model, standing, ending, lambda: None, lambda: None))
    stage.settle()


@scene
def cabinet_replay(stage: Stage) -> None:
    screen = open_replay(stage, record_path("cabinet", 3, "2026-11-22 21.40"))
    marks = [
        mark for mark in screen.controller.replay_timeline.marks if mark.kind == "payment"
    ] or screen.controller.replay_timeline.marks
    replay_at(stage, screen, marks[len(marks) // 2].place)


for number in range(len(LESSONS)):
    SCENES[f"cabinet-lesson-{number + 1:02}"] = partial(lesson_at, game="cabinet", at=number)


@scene
def cabinet_lesson_done(stage: Stage) -> None:
    show_lesson_end(stage, "cabinet", len(LESSONS))


@scene
def cards_cabinet(stage: Stage) -> None:
    from client.screens.cards import CardsScreen

    stage.app()
    stage.window.push(CardsScreen("cabinet"))
    stage.settle()


@scene
def rules_cabinet(stage: Stage) -> None:
    from client.screens.rules import RulesScreen

    stage.app()
    stage.window.push(RulesScreen("cabinet"))
    stage.settle()
