"""Scenes of Midnight: the questions, the events, the end, and the replay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from math import inf
from typing import Any

from client.games.midnight.lesson.lessons import LESSONS
from client.table.screens import match_screen
from client.table.view import Look
from pictures.lessons import lesson_at, show_lesson_end
from pictures.moments import SEED, Moment, asks_kind, has_events, table_steps
from pictures.replays import open_replay, record_path, replay_at, show_record
from pictures.scenes import SCENES, scene
from pictures.stage import NAMES, Stage, Tape

SEATS = 4
Match = tuple[str, ...]
"""The Pacts option, and for an unusual match its bots and seed."""
USUAL: Match = ("off",)
WITH_PACTS: Match = ("on",)
LATE: Match = ("off", "heuristic", "k")
"""Match that lasts until Midnight."""
WILD: Match = ("off", "random", "b")


@lru_cache(maxsize=4)
def match_steps(pacts: str, bot: str = "heuristic", seed: str = SEED) -> list[Moment]:
    """Return the steps of a match between four bots."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.midnight.game import GAME

    players = {seat: BOTS[bot](seed, seat) for seat in range(1, SEATS + 1)}
    table = LocalMatch(GAME, players, seed, {"pacts": pacts, "escalations": "on"})
    return table_steps(table)


def first_moment(test: Callable[[Moment], Any], least_turn: int = 8, of: Match = USUAL) -> Moment:
    """Return the first moment of the match from turn `least_turn` on that passes the test."""
    for moment in match_steps(*of):
        if moment.before.turn >= least_turn and test(moment):
            return moment
    raise LookupError("the match has no such moment")


def match_screen_at(stage: Stage, moment: Moment, *told: Any, of: Match = USUAL) -> Any:
    """Return a match screen that receives these messages.

    Its log shows the events shortly before the moment.
    """
    from client.games.midnight.table import TABLE
    from client.session.source import MatchEvent
    from net.match.events import MatchStarted

    at = match_steps(*of).index(moment)
    before = match_steps(*of)[max(0, at - 14) : at]
    state = before[0].before if before else moment.before
    seated = MatchEvent(MatchStarted(b"", NAMES[:SEATS]), state.clone(), None, (), b"")
    tape = Tape(seated, *(m.heard() for m in before))
    screen = match_screen(TABLE, tape, look=Look(speed=inf))
    stage.show(screen)
    stage.settle(0.1)
    screen.timeline.speed = 1.0
    tape.told = list(told)
    return screen


def question_screen(stage: Stage, moment: Moment, of: Match = USUAL) -> Any:
    """Return a match screen with the question that seat 1 has at the moment."""
    from client.session.source import MatchEvent
    from net.match.events import DecisionRequest, OwedEntry

    heard = MatchEvent(DecisionRequest(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(),
                  (OwedEntry(1, "decision"),), b"")  # fmt: skip
    screen = match_screen_at(stage, moment, heard, of=of)
    stage.settle()
    return screen


def wait_for(stage: Stage, holds: Callable[[], Any]) -> None:
    """Let at most a minute pass until a condition holds."""
    for _ in range(3600):
        if holds():
            return
        stage.window._dispatch_updates(1 / 60)


def animation_screen(
    stage: Stage, moment: Moment, until: Callable[[Any], Any], seconds: float = 0.0, of: Match = USUAL
) -> Any:
    """Return a match screen in the middle of a step's animation, some seconds after a condition holds."""
    screen = match_screen_at(stage, moment, moment.heard(), of=of)
    wait_for(stage, lambda: until(screen))
    stage.driver.pass_time(seconds)
    stage.driver.step(frames=3)
    return screen


@scene
def midnight_action(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("act")))


@scene
def midnight_border(stage: Stage) -> None:
    screen = question_screen(stage, first_moment(asks_kind("act")))
    card = next(
        copy for copy, _ in screen.table.hand.cards if "border" in screen.controller.prompts.inquiry.ways_of(copy)
    )
    screen.controller.prompts.answer(("card", card))
    stage.settle()


@scene
def midnight_ask_upgrade(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("upgrade"), 0))


@scene
def midnight_ask_trim(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("trim"), 0, WILD), WILD)


@scene
def midnight_dispute(stage: Stage) -> None:
    moment = first_moment(lambda m: any(type(x).__name__ == "Attacked" and x.damage for x in m.events))
    animation_screen(stage, moment, lambda s: "attack" in s.table.board.front.words, 0.3)


@scene
def midnight_ruin(stage: Stage) -> None:
    animation_screen(
        stage, first_moment(has_events("Fell")), lambda s: any(w.text == "Ruin" for w in s.table.words.children), 0.2
    )


@scene
def midnight_look(stage: Stage) -> None:
    animation_screen(
        stage,
        first_moment(has_events("Looked"), 0, WILD),
        lambda s: any("look" in x.markup for x in s.table.story.log.lines[-2:]),
        0.1,
        WILD,
    )


@scene
def midnight_tick(stage: Stage) -> None:
    animation_screen(stage, first_moment(has_events("ClockTicked")), lambda s: s.table.extras.strike.visible, 1.2)


@scene
def midnight_nation(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("nation"), 0))


@scene
def midnight_escalation(stage: Stage) -> None:
    animation_screen(
        stage,
        first_moment(has_events("EscalationRevealed"), 0),
        lambda s: s.table.banner.visible and "clock" not in s.table.banner.text,
        0.4,
    )


@scene
def midnight_midnight(stage: Stage) -> None:
    animation_screen(
        stage, first_moment(has_events("MidnightCame"), of=LATE), lambda s: s.table.banner.text == "Midnight", 0.4, LATE
    )


@scene
def midnight_pacts(stage: Stage) -> None:
    moment = first_moment(lambda m: asks_kind("act")(m) and any(m.before.offers[s] for s in (2, 3, 4)), 0, WITH_PACTS)
    question_screen(stage, moment, WITH_PACTS)


@scene
def midnight_help(stage: Stage) -> None:
    question_screen(stage, first_moment(asks_kind("act")))
    stage.driver.key("F1")
    stage.settle()


@scene
def midnight_flight(stage: Stage) -> None:
    animation_screen(stage, first_moment(has_events("BorderPlayed")), lambda s: s.table.narrator.air.children, 0.2)


@scene
def midnight_duel(stage: Stage) -> None:
    """Show the second flip of two seats that share the greatest Worth; seat 3 flips the better card."""
    from core.games.midnight.cards import BUILD, CANNON, DECK, SHIELD, deck_copies
    from core.games.midnight.events import Flipped, MatchEnded

    def copy(seat: int, kind: int) -> int:
        return deck_copies(seat)[DECK.index(kind)]

    flips = ((1, copy(1, BUILD)), (3, copy(3, SHIELD))), ((1, copy(1, SHIELD)), (3, copy(3, CANNON)))
    events = [*(Flipped(number, flipped) for number, flipped in enumerate(flips, 1)), MatchEnded(3, "duel")]
    last = match_steps(*USUAL)[-1]
    screen = match_screen_at(stage, last, replace(last, events=events).heard())
    for state in (screen.controller._latest, screen.controller.source.told[0].state):
        state.worth[:], state.ruined[:], state.eliminated[:] = [0, 31, 24, 31, 18], [0] * 5, [0] * 5
    wait_for(stage, lambda: screen.table.board.panels[3].flipped == copy(3, CANNON))
    stage.driver.pass_time(0.4)


@scene
def midnight_end(stage: Stage) -> None:
    from client.games.midnight.standings import ranks
    from client.screens.end import EndScreen
    from client.table.seats.ending import Ending
    from core.games.midnight.game import GAME

    moment = match_steps(*USUAL)[-1]
    screen = animation_screen(stage, moment, lambda s: not s.table.narrator.is_busy)
    standing = tuple(GAME.standing(moment.after))
    ending = Ending(
        screen.table.narrator.ended, ranks(screen.table.model, standing), f"after {moment.after.turn} turns"
    )
    stage.window.push(EndScreen(screen.table.model, standing, ending, lambda: None, lambda: None))
    stage.settle()


def replay_of(stage: Stage, kind: str = "dispute") -> Any:
    """Return a replay just after a dispute has begun, or at the beginning of a turn."""
    screen = open_replay(stage, record_path("midnight", 3, "2026-11-21 21.40"))
    marks = [mark for mark in screen.controller.replay_timeline.marks if mark.kind == kind]
    mark = marks[len(marks) // 2]
    return replay_at(stage, screen, mark.place._replace(event=mark.place.event + (kind == "dispute")))


@scene
def midnight_replay(stage: Stage) -> None:
    replay_of(stage)


@scene
def midnight_replay_of_a_seat(stage: Stage) -> None:
    screen = replay_of(stage, "turn")
    screen.controller.set_view(2)
    stage.settle(1.5)


@scene
def midnight_replay_record(stage: Stage) -> None:
    replay_of(stage, "turn")
    show_record(stage)


@scene
def cards_midnight(stage: Stage) -> None:
    from client.screens.cards import CardsScreen

    stage.app()
    stage.window.push(CardsScreen("midnight"))
    stage.settle()


@scene
def cards_midnight_escalations(stage: Stage) -> None:
    cards_midnight(stage)
    stage.driver.key("PAGEDOWN")
    stage.settle()


def rules_of_midnight(chapter: str) -> None:
    """Register a scene for a chapter of Midnight's rules."""

    def show(stage: Stage) -> None:
        from client.screens.rules import RulesScreen

        stage.app()
        screen = RulesScreen("midnight")
        stage.window.push(screen)
        screen.list.select([item.title for item in screen.chapters].index(chapter))
        stage.settle()

    SCENES[f"rules-midnight-{chapter.lower().replace(' ', '-')}"] = show


for chapter in ("A turn", "Disputes", "The clock", "Cards", "Escalations", "Pacts"):
    rules_of_midnight(chapter)


for number in range(len(LESSONS)):
    SCENES[f"midnight-lesson-{number + 1:02}"] = partial(lesson_at, game="midnight", at=number)


@scene
def midnight_lesson_done(stage: Stage) -> None:
    show_lesson_end(stage, "midnight", len(LESSONS))
