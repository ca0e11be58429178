"""Scenes of the match screen and of the tutorial."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

from client.games.bridgefront.lesson.lessons import LESSONS
from core.engine.game import any_game
from pictures import moments
from pictures.moments import (
    Moment,
    asks_after,
    asks_kind,
    course_of,
    find_answers,
    finished_match,
    first_moment,
    first_rounds,
    has_events,
    leads_into_enemies,
)
from pictures.scenes import SCENES, scene
from pictures.stage import Stage, plan_screen


def asked_scene(kind: str, least_round: int = 4) -> None:
    """Register a scene for a kind of question."""

    def show(stage: Stage) -> None:
        stage.asked(first_moment(asks_kind(kind), least_round))

    SCENES["ask-" + kind.replace(" ", "-")] = show


for ask, from_round in (("factions", 0), ("capitals", 0), ("bridges", 0), ("free card", 0), ("bid", 5), ("action", 5),
                        ("study", 3), ("collect", 3), ("picks", 3), ("lay", 2), ("scout", 2)):  # fmt: skip
    asked_scene(ask, from_round)


@scene
def action_hover(stage: Stage) -> None:
    screen = stage.asked(first_moment(asks_kind("action"), 5))
    rect = screen.table.hand.rect
    stage.driver.move((rect.x + rect.w * 0.42, 60.0))
    stage.settle(1.0)


@scene
def action_keys(stage: Stage) -> None:
    stage.asked(first_moment(asks_kind("action"), 6))
    stage.driver.key("TAB", "E", "E")
    stage.settle(1.0)


@scene
def plan_edge(stage: Stage) -> None:
    plan_screen(stage, asks_after("edge"))


@scene
def plan_hex(stage: Stage) -> None:
    plan_screen(stage, asks_after("hex"), 6)


@scene
def plan_stack(stage: Stage) -> None:
    plan_screen(stage, asks_after("stack"), 5)


@scene
def plan_path(stage: Stage) -> None:
    plan_screen(stage, asks_after("path", "stack"), 6)


@scene
def plan_card(stage: Stage) -> None:
    plan_screen(stage, asks_after("card"), 4)


@scene
def battle_preview(stage: Stage) -> None:
    plan_screen(stage, leads_into_enemies, 5)


@scene
def locked(stage: Stage) -> None:
    screen = plan_screen(stage, leads_into_enemies, 6)
    screen.controller.prompts.lock_in()
    stage.settle()


def hover_hex(stage: Stage, screen: Any, hex_: int) -> None:
    """Rest the pointer on a hex until its tooltip appears."""
    s = stage.window.ui_scale
    x, y = screen.table.board.view.map.on_screen(hex_)
    stage.driver.move((x / s, y / s))
    stage.settle(1.0)


@scene
def why_not(stage: Stage) -> None:
    screen = plan_screen(stage, asks_after("path"), 6)
    state = screen.table.model.table
    far = [h for h in range(len(state.grid.hexes)) if h not in screen.table.board.targets][len(state.grid.hexes) // 2]
    hover_hex(stage, screen, far)


@scene
def hex_tip(stage: Stage) -> None:
    screen = stage.asked(first_moment(asks_kind("action"), 6))
    state = screen.table.model.table
    held = next(h for h in (*state.mines, *state.forges) if state.players_at(h))
    hover_hex(stage, screen, held)


@scene
def seat_tip(stage: Stage) -> None:
    screen = stage.asked(first_moment(asks_kind("action"), 6))
    stage.driver.move(screen.table.seats.panels[3])
    stage.settle(1.0)


@scene
def reveal_card(stage: Stage) -> None:
    stage.told(
        first_moment(has_events("ActionResolves", "StackMoved"), 5),
        lambda s: s.table.played.visible and s.table.played.copy,
    )


@scene
def battle(stage: Stage) -> None:
    def fought(m: Moment) -> bool:
        return sum(len(x.dice) for x in m.events if type(x).__name__ == "CombatRolled") >= 9

    stage.told(first_moment(fought, 4), lambda s: s.table.battle.visible and len(s.table.battle.throws) >= 2)


@scene
def battle_end(stage: Stage) -> None:
    stage.told(
        first_moment(has_events("BattleEnded", "ChampionDied"), 3),
        lambda s: s.table.battle.visible and s.table.battle.outcome,
    )


@scene
def siege(stage: Stage) -> None:
    *before, last = moments.siege_steps()
    stage.told(last, lambda s: s.table.battle.visible and s.table.battle.siege and s.table.battle.throws, after=before)


@scene
def bids(stage: Stage) -> None:
    stage.told(first_moment(has_events("BidsShown"), 5), lambda s: s.table.sealed.visible and s.table.sealed.bids)


@scene
def bids_tie(stage: Stage) -> None:
    stage.told(
        first_moment(has_events("BidsShown", "TieDice"), 2), lambda s: s.table.sealed.visible and s.table.sealed.dice
    )


@scene
def scoring(stage: Stage) -> None:
    def shown(screen: Any) -> bool:
        return any(type(w).__name__ == "Spoken" and "Permanence" in w.text for w in screen.table.words.children)

    stage.told(first_moment(has_events("Scored"), 4), shown)


@scene
def age(stage: Stage) -> None:
    stage.told(
        first_moment(has_events("AgeBegan"), 2),
        lambda s: s.table.banner.visible and s.table.banner.text.startswith("The "),
    )


@scene
def waiting(stage: Stage) -> None:
    moment = first_moment(asks_kind("action"), 6)
    screen = stage.asked(moment, owed=(1, 4, 6))
    way = find_answers(screen.controller.prompts.inquiry, lambda i: i.question is None) or []
    for value in way:
        screen.controller.prompts.answer(value)
    screen.controller.prompts.lock_in()
    stage.settle()


@scene
def refused(stage: Stage) -> None:
    from client.session.source import Refusal

    screen = stage.asked(first_moment(asks_kind("action"), 6))
    screen.controller.source.told = [Refusal("Too late to take it back.")]
    stage.settle()


# Tables in trouble ----------------------------------------------------------------------------------------------------


def table_status(away: tuple[int, ...] = (), silent: int = 0, linked: bool = True, waited: int = 0, **more: Any) -> Any:
    """Return the state of the table, which waits for seat 2; seat 2 is as given, and all others are well."""
    from client.session.source import AwaitedSeat, LinkStatus, TableStatus

    peers = (LinkStatus(2, linked, silent), *(LinkStatus(seat, True, 0) for seat in (3, 4, 5, 6)))
    possible = ((1, 3, 4, 5, 6),)
    return TableStatus(peers, (AwaitedSeat(2, "commit", waited),), away, **{"possible": possible, **more})


def screen_with_messages(stage: Stage, *told: Any, least_round: int = 6) -> Any:
    """Return a match screen that receives these messages while the player chooses."""
    screen = stage.asked(first_moment(asks_kind("action"), least_round))
    screen.controller.source.told = list(told)
    stage.settle()
    return screen


def show_verdict(stage: Stage, seat: int, kind: str, words: str, **more: Any) -> None:
    """Show a match that has stopped with a verdict about this seat."""
    from client.session.source import MatchEvent
    from net.match.events import Verdict

    moment = first_moment(asks_kind("action"), 6)
    verdict = Verdict(seat, moment.before.t, kind, words, **more)
    screen_with_messages(stage, MatchEvent(verdict, moment.before.clone(), moment.own.copy(), (), b""))


@scene
def verdict(stage: Stage) -> None:
    show_verdict(stage, 6, "fork", "signed two different commits for this step")


@scene
def desync(stage: Stage) -> None:
    show_verdict(stage, 0, "digest", "the states differ", sides=((1, 2, 4), (3, 5, 6)), part="gold of seat 3")


@scene
def away(stage: Stage) -> None:
    screen_with_messages(stage, table_status(silent=14, waited=21))


@scene
def away_vote(stage: Stage) -> None:
    screen_with_messages(
        stage, table_status(silent=24, waited=31, motions=((4, (1, 3, 4, 5, 6)), (1, (1, 3, 4, 5, 6))))
    )


@scene
def away_for_long(stage: Stage) -> None:
    screen_with_messages(stage, table_status(away=(2,), silent=80))


@scene
def away_agreed(stage: Stage) -> None:
    W = (1, 3, 4, 5, 6)
    screen_with_messages(stage, table_status(silent=21, waited=21, motions=tuple((seat, W) for seat in W)))


@scene
def away_too_few(stage: Stage) -> None:
    screen = screen_with_messages(stage)
    screen.controller.on_part, screen.controller.source.home = print, Path()
    screen.controller.source.told = [table_status(silent=21, waited=21, possible=())]
    stage.settle()


@scene
def stopped(stage: Stage) -> None:
    from client.session.source import SessionEnded

    screen_with_messages(
        stage, SessionEnded(None, "The disk is full: nothing more can be signed. Make room, then go on with it.")
    )


@scene
def stopped_with_evidence(stage: Stage) -> None:
    from client.session.source import FaultFile, SessionEnded
    from net.match.events import Verdict
    from net.records.record import MatchRecord

    screen = screen_with_messages(stage)
    verdict = Verdict(3, 41, "fork", "two versions of this entry, both signed (may be a restored copy)")
    screen.controller.stop(screen.table.names.to_plain_text(str(verdict)), verdict)
    home = Path("/home/ada/.local/share/tether/matches/3fa29c0155d0f855-1")
    screen.controller.process_message(FaultFile(home / "3fa29c01-step-41-seat-3-fork.evidence"))
    screen.controller.process_message(SessionEnded(MatchRecord(None, (), ()), ""))
    stage.settle()


@scene
def links(stage: Stage) -> None:
    screen = screen_with_messages(stage, table_status(linked=False, waited=21), least_round=7)
    screen.table.model.audits = course_of(first_rounds(7))[1]
    screen.controller.open_fairness()
    stage.settle()


@scene
def fairness(stage: Stage) -> None:
    screen = stage.asked(first_moment(asks_kind("action"), 7))
    screen.table.model.audits = course_of(first_rounds(7))[1]
    screen.controller.open_fairness()
    stage.settle()


@scene
def match_menu(stage: Stage) -> None:
    screen = stage.asked(first_moment(asks_kind("action"), 6))
    screen.table.dialogs.on_settings = lambda: None
    stage.driver.key("ESCAPE")
    stage.settle()


def others_would_end(stage: Stage) -> Any:
    """Return a match in which two of six players propose to end it, as the log shows."""
    from client.session.source import MatchEvent
    from net.match.events import EndAgreement

    said = MatchEvent(EndAgreement((3, 5)), None, None, (), b"")
    screen = screen_with_messages(stage, said, table_status(agreeing=(3, 5)))
    screen.table.dialogs.on_settings = lambda: None
    return screen


@scene
def match_menu_end(stage: Stage) -> None:
    others_would_end(stage).controller.open_menu()
    stage.settle()


@scene
def concede(stage: Stage) -> None:
    others_would_end(stage).controller.match_end.ask_to_concede()
    stage.settle()


@scene
def end_together(stage: Stage) -> None:
    others_would_end(stage).controller.match_end.ask_to_end()
    stage.settle()


@scene
def end_conceded(stage: Stage) -> None:
    from client.games.bridgefront.standings import ending
    from client.screens.end import EndScreen
    from client.session.source import MatchEvent
    from core.games.bridgefront.game import GAME
    from net.match.early_end import CONCEDED, final_standing
    from net.match.events import EndOfMatch

    steps = finished_match()
    last = steps[-1]
    standing = tuple(final_standing(any_game(GAME), GAME.standing(last.after), (2, 3, 4, 5, 6), CONCEDED))
    said = EndOfMatch(last.after.t, last.digest, standing, CONCEDED, (2, 3, 4, 5, 6))
    screen = stage.table(MatchEvent(said, last.after.clone(), None, (), last.digest), before=steps[-3:])
    screen.table.model.course, screen.table.model.audits = course_of(steps)
    shown = ending(screen.table.model, standing)
    stage.window.push(
        EndScreen(screen.table.model, standing, shown, lambda: None, lambda: None, early=screen.controller.match_end)
    )
    stage.settle()


@scene
def pile(stage: Stage) -> None:
    screen = stage.asked(first_moment(asks_kind("action"), 6))
    screen.table.open_pile("draw")
    stage.settle()


@scene
def chat(stage: Stage) -> None:
    from client.session.source import MatchEvent
    from net.match.events import ChatMessage

    screen = stage.asked(first_moment(asks_kind("action"), 6))
    for seat, text in ((3, "Well played."), (5, "That mine was mine :)"), (1, "We shall see.")):
        screen.controller.source.told.append(MatchEvent(ChatMessage(seat, text), None, None, (), b""))
    stage.settle()
    stage.driver.key("T")
    stage.settle()


@scene
def end(stage: Stage) -> None:
    from client.games.bridgefront.standings import ending
    from client.screens.end import EndScreen
    from client.session.source import MatchEvent
    from core.games.bridgefront.game import GAME
    from net.match.events import EndOfMatch

    steps = finished_match()
    standing, last = tuple(GAME.standing(steps[-1].after)), steps[-1]
    over = MatchEvent(EndOfMatch(last.after.t, last.digest, standing), last.after.clone(), None, (), last.digest)
    screen = stage.table(over, before=steps[-3:])
    screen.table.model.course, screen.table.model.audits = course_of(steps)
    stage.window.push(
        EndScreen(screen.table.model, standing, ending(screen.table.model, standing), lambda: None, lambda: None)
    )
    stage.settle()


# Lessons --------------------------------------------------------------------------------------------------------------


def tutorial_at(stage: Stage, number: int) -> Any:
    """Return the tutorial at a lesson, counted from 1; the coach has done the lessons before it."""
    stage.app().start_lesson("bridgefront")
    screen: Any = stage.driver.screen
    screen.timeline.speed = inf
    for _ in range(4000):
        stage.driver.step()
        if screen.controller.at >= number - 1:
            break
        screen.controller.next_lesson()
    stage.settle()
    return screen


def lesson_number(title: str) -> int:
    """Return the number of a lesson, counted from 1."""
    return next(i for i, item in enumerate(LESSONS, 1) if item.title == title)


def planned_lesson(stage: Stage, number: int) -> Any:
    """Return a lesson in which an action is planned, but not yet committed."""
    screen = tutorial_at(stage, number)
    wanted = screen.controller.lesson.task(screen.controller.scene())
    while screen.controller.prompts.inquiry.question is not None:
        screen.controller.prompts.answer(wanted[screen.controller.prompts.inquiry.question.kind])
    stage.settle(1.0)
    return screen


def lesson(number: int) -> None:
    """Register a scene for a lesson of the tutorial."""
    SCENES[f"lesson-{number:02}"] = lambda stage: tutorial_at(stage, number)


for number in range(1, len(LESSONS) + 1):
    lesson(number)


@scene
def lesson_attack(stage: Stage) -> None:
    planned_lesson(stage, lesson_number("Attack"))


@scene
def lesson_siege(stage: Stage) -> None:
    screen = planned_lesson(stage, lesson_number("Reinforce"))
    stage.driver.move(screen.controller.prompts.view.preview)
    stage.settle(1.0)


@scene
def lesson_parting(stage: Stage) -> None:
    tutorial_at(stage, len(LESSONS)).controller.show_farewell()
    stage.settle()


@scene
def lesson_help(stage: Stage) -> None:
    tutorial_at(stage, 8)
    stage.driver.key("F1")
    stage.settle()
