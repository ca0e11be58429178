"""Scenes of Cabinet: each question, each event, the end, the replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import inf
from typing import Any

from client.games.cabinet.lesson.lessons import LESSONS
from client.table.screens import match_screen
from client.table.view import Look
from pictures.lessons import taught, taught_whole
from pictures.moments import SEED, Moment, asks, happens, steps
from pictures.replays import be_at, opened, record
from pictures.scenes import SCENES, scene
from pictures.stage import NAMES, Stage, Tape

SEATS = 4


@lru_cache(maxsize=16)
def match(seed: str = SEED, bot: str = "heuristic") -> list[Moment]:
    """Return the steps of a match of four bots."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.cabinet.game import GAME

    return steps(LocalMatch(GAME, {seat: BOTS[bot](seed, seat) for seat in range(1, SEATS + 1)}, seed))


def first(test: Callable[[Moment], Any], least_turn: int = 4) -> tuple[list[Moment], Moment]:
    """Return a match and its first moment, from a turn on, that passes the test."""
    for seed, bot in ((SEED, "heuristic"), ("b", "heuristic"), *((f"{n}", "random") for n in range(200))):
        for moment in match(seed, bot):
            if moment.before.turn >= least_turn and test(moment):
                return match(seed, bot), moment
    raise LookupError("no match has such a moment")


def table(stage: Stage, found: tuple[list[Moment], Moment], *told: Any) -> Any:
    """Return a match screen that receives these messages.

    Its log shows what happened shortly before the moment.
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


@scene
def cabinet_action(stage: Stage) -> None:
    asked(stage, first(asks("act")))


@scene
def cabinet_draw(stage: Stage) -> None:
    asked(stage, first(asks("draw")))


@scene
def cabinet_pledge(stage: Stage) -> None:
    from core.games.cabinet import cards, payment

    def fits(m: Moment) -> bool:
        deck = cards.deck_of(m.before.at_stake) if m.before.at_stake else -1
        return asks("pledge")(m) and deck == cards.MILESTONE and len(payment.proposal(m.before, 1)) > 1

    asked(stage, first(fits))


@scene
def cabinet_crisis(stage: Stage) -> None:
    from core.games.cabinet import cards

    asked(stage, first(lambda m: asks("pledge")(m) and cards.deck_of(m.before.at_stake) == cards.CHALLENGE))


@scene
def cabinet_attempt(stage: Stage) -> None:
    asked(stage, first(asks("attempt")))


@scene
def cabinet_upkeep(stage: Stage) -> None:
    asked(stage, first(asks("offer")))


@scene
def cabinet_ministry(stage: Stage) -> None:
    from core.games.cabinet import cards

    screen = asked(stage, first(lambda m: asks("act")(m) and any(not cards.is_resource(c) for c in m.before.hand[1])))
    inquiry = screen.controller.prompts.inquiry
    copy = next(n for kind, n in inquiry.targets if kind == "card" and not cards.is_resource(n))
    screen.controller.prompts.answer(("card", copy))
    stage.settle()


@scene
def cabinet_swap(stage: Stage) -> None:
    screen = asked(stage, first(asks("swap"), 0))
    screen.controller.prompts.answer(screen.controller.prompts.inquiry.targets[0])
    stage.settle()


@scene
def cabinet_justice(stage: Stage) -> None:
    asked(stage, first(asks("take"), 0))


@scene
def cabinet_look(stage: Stage) -> None:
    screen = asked(stage, first(asks("arrange"), 0))
    screen.controller.prompts.answer(screen.controller.prompts.inquiry.targets[0])
    stage.settle()


@scene
def cabinet_flip(stage: Stage) -> None:
    result = first(happens("ChallengeFlipped"))
    screen = table(stage, result, result[1].heard())
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

    result = match(), match()[-1]
    screen = table(stage, result, result[1].heard())
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
    screen = opened(stage, record("cabinet", 3, "2026-11-22 21.40"))
    marks = [
        mark for mark in screen.controller.replay_timeline.marks if mark.kind == "payment"
    ] or screen.controller.replay_timeline.marks
    be_at(stage, screen, marks[len(marks) // 2].place)


for number in range(len(LESSONS)):
    SCENES[f"cabinet-lesson-{number + 1:02}"] = partial(taught, game="cabinet", at=number)


@scene
def cabinet_lesson_done(stage: Stage) -> None:
    taught_whole(stage, "cabinet", len(LESSONS))


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
