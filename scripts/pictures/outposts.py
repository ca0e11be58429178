"""Scenes of Outposts: each question, each event, the end, the replay, and a solo game.

The solo game is played against the Warden.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import inf
from typing import Any

from client.games.outposts.lesson.lessons import LESSONS
from client.table.screens import match_screen
from client.table.view import Look
from pictures.lessons import lesson_at
from pictures.moments import SEED, Moment, asks_kind, has_events, table_steps
from pictures.replays import open_replay, record_path, replay_at
from pictures.scenes import SCENES, scene
from pictures.stage import NAMES, Stage, Tape

SEATS = 4


@lru_cache(maxsize=8)
def match_steps(seats: int = SEATS, seed: str = SEED, bot: str = "heuristic") -> list[Moment]:
    """Return the steps of a match between bots."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.outposts.game import GAME

    return table_steps(LocalMatch(GAME, {seat: BOTS[bot](seed, seat) for seat in range(1, seats + 1)}, seed))


def first_moment(test: Callable[[Moment], Any], least: int = 3, seats: int = SEATS) -> tuple[list[Moment], Moment]:
    """Return a match, and its first moment from round `least` on that passes the test."""
    for seed in (SEED, "b", "c", "d"):
        for moment in match_steps(seats, seed):
            if moment.before.round >= least and test(moment):
                return match_steps(seats, seed), moment
    raise LookupError("no match has such a moment")


def match_screen_at(stage: Stage, found: tuple[list[Moment], Moment], *told: Any) -> Any:
    """Return a match screen that receives these messages.

    Its log shows the events shortly before the moment.
    """
    from client.games.outposts.table import TABLE
    from client.session.source import MatchEvent
    from net.match.events import MatchStarted

    every, moment = found
    at = every.index(moment)
    before = every[max(0, at - 14) : at]
    state = before[0].before if before else moment.before
    seated = MatchEvent(MatchStarted(b"", NAMES[: len(moment.before.seats)]), state.clone(), None, (), b"")
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


def lift_card(stage: Stage, screen: Any, kind: str) -> None:
    """Lift the card that can be put on the most places of this kind."""

    def many(copy: int) -> int:
        ways = screen.controller.prompts.inquiry.ways
        return sum(way[0] == ("card", copy) and len(way) > 1 and way[1][0] == kind for way in ways)

    copies = [number for item, number in screen.controller.prompts.inquiry.targets if item == "card"]
    screen.controller.prompts.answer(("card", max(copies, key=many)))
    stage.settle()


@scene
def outposts_action(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("act")))


@scene
def outposts_lifted(stage: Stage) -> None:
    lift_card(stage, question_screen(stage, first_moment(asks_kind("act"))), "deed")


@scene
def outposts_place(stage: Stage) -> None:
    screen = question_screen(stage, first_moment(asks_kind("act"), 4))
    lift_card(stage, screen, "place")
    for place in screen.table.board.tiles.values():
        if place.pick is not None:
            stage.driver.move(place)
            break
    stage.settle()


@scene
def outposts_rival(stage: Stage) -> None:
    def razes(m: Moment) -> bool:
        from core.games.outposts.decisions import Act
        from core.games.outposts.game import GAME

        return asks_kind("act")(m) and any(
            isinstance(x, Act) and x.kind == "raze location" for x in GAME.options_of(m.before, 1, m.own)
        )

    screen = question_screen(stage, first_moment(razes))
    screen.controller.prompts.answer(
        next(pick for pick in screen.controller.prompts.inquiry.targets if pick[0] == "rival")
    )
    stage.settle()


@scene
def outposts_lookout(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("select")))


@scene
def outposts_league(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("league"), 0))


@scene
def outposts_bury(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("bury"), 0))


@scene
def outposts_tidy(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("tidy"), 1))


@scene
def outposts_razed(stage: Stage) -> None:
    result = first_moment(has_events("OutpostRazed"))
    match_screen_at(stage, result, result[1].heard())
    stage.settle(0.9)


@scene
def outposts_alone(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("act"), 4, 1))


def show_standings(stage: Stage, seats: int) -> None:
    """Show the standings at the end of a match."""
    from client.games.outposts.standings import ranks
    from client.screens.end import EndScreen
    from client.table.seats.ending import Ending
    from core.games.outposts.game import GAME

    result = match_steps(seats), match_steps(seats)[-1]
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
def outposts_end(stage: Stage) -> None:
    show_standings(stage, SEATS)


@scene
def outposts_replay(stage: Stage) -> None:
    screen = open_replay(stage, record_path("outposts", 3, "2026-11-23 20.10"))
    marks = [
        mark for mark in screen.controller.replay_timeline.marks if mark.kind == "raze"
    ] or screen.controller.replay_timeline.marks
    replay_at(stage, screen, marks[len(marks) // 2].place)


@scene
def cards_outposts(stage: Stage) -> None:
    from client.screens.cards import CardsScreen

    stage.app()
    stage.window.push(CardsScreen("outposts"))
    stage.settle()


@scene
def rules_outposts(stage: Stage) -> None:
    from client.screens.rules import RulesScreen

    stage.app()
    stage.window.push(RulesScreen("outposts"))
    stage.settle()


for number in range(len(LESSONS)):
    SCENES[f"outposts-lesson-{number + 1:02}"] = partial(lesson_at, game="outposts", at=number)


@scene
def outposts_end_alone(stage: Stage) -> None:
    show_standings(stage, 1)
