"""Scenes of Outposts: each question, each event, the end, the replay, and a solo game.

The solo game is against the Warden.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import inf
from typing import Any

from client.games.outposts.lesson.lessons import LESSONS
from client.table.screens import match_screen
from client.table.view import Look
from pictures.lessons import taught
from pictures.moments import SEED, Moment, asks, happens, steps
from pictures.replays import be_at, opened, record
from pictures.scenes import SCENES, scene
from pictures.stage import NAMES, Stage, Tape

SEATS = 4


@lru_cache(maxsize=8)
def match(seats: int = SEATS, seed: str = SEED, bot: str = "heuristic") -> list[Moment]:
    """Return the steps of a match of bots."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.outposts.game import GAME

    return steps(LocalMatch(GAME, {seat: BOTS[bot](seed, seat) for seat in range(1, seats + 1)}, seed))


def first(test: Callable[[Moment], Any], least: int = 3, seats: int = SEATS) -> tuple[list[Moment], Moment]:
    """Return a match and its first moment, from a round on, that passes the test."""
    for seed in (SEED, "b", "c", "d"):
        for moment in match(seats, seed):
            if moment.before.round >= least and test(moment):
                return match(seats, seed), moment
    raise LookupError("no match has such a moment")


def table(stage: Stage, found: tuple[list[Moment], Moment], *told: Any) -> Any:
    """Return a match screen that receives these messages.

    Its log shows what happened shortly before the moment.
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


def asked(stage: Stage, found: tuple[list[Moment], Moment]) -> Any:
    """Return a match screen with seat 1's question of the moment."""
    from client.session.source import MatchEvent
    from net.match.events import DecisionRequest, OwedEntry

    moment = found[1]
    owed = tuple(OwedEntry(seat, "decision") for seat, _, _ in moment.before.asking)
    heard = MatchEvent(
        DecisionRequest(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(), owed, b""
    )
    screen = table(stage, found, heard)
    stage.settle()
    return screen


def lift(stage: Stage, screen: Any, kind: str) -> None:
    """Lift the card with the most places of that kind."""

    def many(copy: int) -> int:
        ways = screen.controller.prompts.inquiry.ways
        return sum(way[0] == ("card", copy) and len(way) > 1 and way[1][0] == kind for way in ways)

    copies = [number for item, number in screen.controller.prompts.inquiry.targets if item == "card"]
    screen.controller.prompts.answer(("card", max(copies, key=many)))
    stage.settle()


@scene
def outposts_action(stage: Stage) -> None:
    asked(stage, first(asks("act")))


@scene
def outposts_lifted(stage: Stage) -> None:
    lift(stage, asked(stage, first(asks("act"))), "deed")


@scene
def outposts_place(stage: Stage) -> None:
    screen = asked(stage, first(asks("act"), 4))
    lift(stage, screen, "place")
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

        return asks("act")(m) and any(
            isinstance(x, Act) and x.kind == "raze location" for x in GAME.options_of(m.before, 1, m.own)
        )

    screen = asked(stage, first(razes))
    screen.controller.prompts.answer(
        next(pick for pick in screen.controller.prompts.inquiry.targets if pick[0] == "rival")
    )
    stage.settle()


@scene
def outposts_lookout(stage: Stage) -> None:
    asked(stage, first(asks("select")))


@scene
def outposts_league(stage: Stage) -> None:
    asked(stage, first(asks("league"), 0))


@scene
def outposts_bury(stage: Stage) -> None:
    asked(stage, first(asks("bury"), 0))


@scene
def outposts_tidy(stage: Stage) -> None:
    asked(stage, first(asks("tidy"), 1))


@scene
def outposts_razed(stage: Stage) -> None:
    result = first(happens("OutpostRazed"))
    table(stage, result, result[1].heard())
    stage.settle(0.9)


@scene
def outposts_alone(stage: Stage) -> None:
    asked(stage, first(asks("act"), 4, 1))


def ended(stage: Stage, seats: int) -> None:
    """Show the standing at the end of a match."""
    from client.games.outposts.standings import ranks
    from client.screens.end import EndScreen
    from client.table.seats.ending import Ending
    from core.games.outposts.game import GAME

    result = match(seats), match(seats)[-1]
    screen = table(stage, result, result[1].heard())
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
    ended(stage, SEATS)


@scene
def outposts_replay(stage: Stage) -> None:
    screen = opened(stage, record("outposts", 3, "2026-11-23 20.10"))
    marks = [
        mark for mark in screen.controller.replay_timeline.marks if mark.kind == "raze"
    ] or screen.controller.replay_timeline.marks
    be_at(stage, screen, marks[len(marks) // 2].place)


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
    SCENES[f"outposts-lesson-{number + 1:02}"] = partial(taught, game="outposts", at=number)


@scene
def outposts_end_alone(stage: Stage) -> None:
    ended(stage, 1)
