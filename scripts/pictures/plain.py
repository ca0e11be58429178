"""Scenes of the plain table: the smallest game, and games with cards that also have their own tables."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any

from client.table.screens import match_screen
from client.table.view import Look
from pictures.moments import SEED, Moment, asks_kind, table_steps
from pictures.replays import open_replay, record_path
from pictures.scenes import scene
from pictures.stage import NAMES, Stage, Tape


@lru_cache(maxsize=3)
def match_steps(name: str, seats: int) -> list[Moment]:
    """Return the steps of a match between bots."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch

    return table_steps(
        LocalMatch(find_game(name), {seat: BOTS["random"](SEED, seat) for seat in range(1, seats + 1)}, SEED)
    )


def find_game(name: str) -> Any:
    """Return a game by name; the smallest game is registered first."""
    from core.engine.game import any_game
    from core.games.registry import GAMES
    from tests.support.games.rock_paper_scissors.game import GAME

    GAMES.setdefault(GAME.name, any_game(GAME))
    return GAMES[name]


def match_screen_at(stage: Stage, name: str, seats: int, at: int) -> Any:
    """Return the plain match screen before a step; its log shows the earlier events."""
    from client.session.source import MatchEvent
    from client.table.plain.spec import plain_table
    from net.match.events import MatchStarted

    before = match_steps(name, seats)[max(0, at - 14) : at]
    state = before[0].before if before else match_steps(name, seats)[at].before
    seated = MatchEvent(MatchStarted(b"", NAMES[:seats]), state.clone(), None, (), b"")
    screen = match_screen(
        plain_table(find_game(name)), Tape(seated, *(m.heard() for m in before)), look=Look(speed=inf)
    )
    stage.show(screen)
    stage.settle(0.1)
    screen.timeline.speed = 1.0
    return screen


def question_screen(stage: Stage, name: str, seats: int, kind: str, least: int = 0, row: int | None = None) -> Any:
    """Return the plain match screen with a question of this kind, and with the decision in a row chosen."""
    from client.session.source import MatchEvent
    from net.match.events import DecisionRequest, OwedEntry

    moments = match_steps(name, seats)
    at = next(i for i, moment in enumerate(moments) if i >= least and asks_kind(kind)(moment))
    screen = match_screen_at(stage, name, seats, at)
    moment = moments[at]
    owed = tuple(OwedEntry(seat, "decision") for seat in find_game(name).pending_asks(moment.before))
    screen.controller.source.told = [
        MatchEvent(DecisionRequest(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(), owed, b"")
    ]
    stage.settle()
    if row is not None:
        screen.controller.prompts.view.panel.ways.select(row)
        stage.settle()
    return screen


@scene
def plain(stage: Stage) -> None:
    question_screen(stage, "rock_paper_scissors", 4, "show", 2, row=1)


@scene
def plain_told(stage: Stage) -> None:
    screen = match_screen_at(stage, "rock_paper_scissors", 6, 2)
    screen.controller.source.told = [match_steps("rock_paper_scissors", 6)[2].heard()]
    stage.settle(0.3)


@scene
def plain_cards(stage: Stage) -> None:
    question_screen(stage, "midnight", 5, "act", 40, row=3)


@scene
def plain_suggestions(stage: Stage) -> None:
    screen = question_screen(stage, "bridgefront", 6, "factions")
    screen.table.sheet.toggle_row(screen.table.sheet.items[-1])
    stage.settle()


@scene
def plain_board(stage: Stage) -> None:
    question_screen(stage, "bridgefront", 6, "action", 60)


@scene
def plain_open_hands(stage: Stage) -> None:
    question_screen(stage, "cabinet", 4, "act", 30, row=3)


@scene
def plain_payment(stage: Stage) -> None:
    question_screen(stage, "cabinet", 4, "pledge", 30, row=1)


@scene
def plain_engine(stage: Stage) -> None:
    question_screen(stage, "outposts", 3, "act", 60, row=3)


@scene
def plain_alone(stage: Stage) -> None:
    question_screen(stage, "outposts", 1, "select", 20, row=0)


@scene
def plain_end(stage: Stage) -> None:
    from client.screens.end import EndScreen

    name, seats = "rock_paper_scissors", 4
    screen = match_screen_at(stage, name, seats, len(match_steps(name, seats)))
    screen.controller.standing = tuple(find_game(name).standing(match_steps(name, seats)[-1].after))
    stage.window.push(
        EndScreen(
            screen.table.model,
            screen.controller.standing,
            screen.controller.make_ending(),
            lambda: None,
            lambda: None,
            kind=screen.table.kind,
        )
    )
    stage.settle()


@scene
def plain_replay(stage: Stage) -> None:
    find_game("rock_paper_scissors")
    screen = open_replay(stage, record_path("rock_paper_scissors", 4, "2026-11-22 20.15"))
    stage.driver.key("PAGEDOWN", "PAGEDOWN", "PAGEDOWN")
    assert screen.controller.place.step == 3
    stage.settle()


@scene
def plain_fairness(stage: Stage) -> None:
    question_screen(stage, "midnight", 5, "act", 40)
    stage.driver.key("F2")
    stage.settle()
