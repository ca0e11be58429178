"""Hint and undo at every table: a match against bots has them, a match with other people does not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from typing import Any

import pytest

from client.games import table_of
from client.session.source import MatchSource
from client.table.match.hint_path import is_same_choice
from client.table.match.local_source import LocalSource
from client.table.match.undo import take_checkpoint
from client.table.screens import match_screen
from client.table.view import Look
from core.bots.levels import HardBot
from core.games.registry import GAMES, NAMES
from net.session.saved_match import BadSavedMatch
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table

SEATS = {1: "Ada", 2: "Ilse", 3: "Marek"}


class Table:
    """A match of seat 1 against two bots, played by the hard bot until a test takes over."""

    def __init__(self, driver: Driver, name: str, source: Any = None) -> None:
        lay_table(driver)
        self.driver, self.game = driver, GAMES[name]
        bots = {seat: HardBot("assist", seat) for seat in (2, 3)}
        self.source = source or LocalSource(self.game, bots, 1, "assist", None, SEATS)
        self.screen = match_screen(table_of(self.game), self.source, 1, Look(speed=inf))
        driver.show(self.screen)
        self.match: Any = self.screen.controller
        self.bot = HardBot("me", 1)
        self.wait()

    def wait(self) -> None:
        """Draw frames until our seat is asked and no thread works."""
        for _ in range(600):
            self.driver.step()
            assist = self.match.assist
            if assist is not None and assist._returning is not None:
                assist._returning.wait(10)
            elif self.match.prompts.is_open and not self.screen.table.is_busy:
                return
        raise AssertionError("our seat is not asked")

    def play(self, questions: int) -> None:
        """Let the hard bot answer questions of our seat."""
        for _ in range(questions):
            asked = self.match.prompts.asked
            own = asked.own.copy()
            self.match.source.decide(self.bot.decide(self.game, asked.state.clone(), 1, own), own)
            self.match.model.locked = True
            self.wait()

    def hint(self) -> Any:
        """Press the key of the hint, and wait for it."""
        self.driver.key("J")
        thinking = self.match.assist._thinking
        if thinking is not None:
            assert thinking.wait(60)
            self.driver.step()
        return self.match.assist.hint


@pytest.mark.parametrize("name", NAMES)
def test_hint_points_at_answers_that_lead_to_its_decision(driver: Driver, name: str) -> None:
    table = Table(driver, name)
    found = 0
    for _ in range(8):
        asked = table.match.prompts.asked
        hint = table.hint()
        wanted = HardBot("advice", 1).decide(table.game, asked.state.clone(), 1, asked.own.copy())
        assert hint is not None and hint.reason and hint.choice
        assert table.match.assist.panel.visible
        if hint.path:
            driver.step()
            assert table.match.assist.frames.at, "something is framed"
            prompt = table.match.prompts.view.hints.fresh_prompt(asked)
            for answer in hint.path[len(prompt.history) :]:  # a prompt may begin with a proposal
                prompt.answer(answer)
            assert is_same_choice(prompt.decision, wanted)
            found += 1
        table.play(1)
        assert not table.match.assist.panel.visible, "a hint ends with its question"
    assert found >= 6


def test_hint_can_be_chosen_with_its_button(driver: Driver) -> None:
    table = Table(driver, "midnight")
    table.play(3)
    table.hint()
    driver.click("Choose it")
    driver.step()
    assert table.match.prompts.inquiry.decision is not None and table.match.prompts.is_open, "chosen, but not locked in"


@pytest.mark.parametrize("name", NAMES)
def test_undo_returns_to_the_question_before_the_last_choice(driver: Driver, name: str) -> None:
    table = Table(driver, name)
    table.play(2)
    asked, lines = table.match.prompts.asked, len(table.screen.table.story.log.lines)
    state, t = asked.state.digest(), asked.state.t
    table.play(1)
    assert table.match.prompts.asked.state.t > t
    driver.key("U")
    table.wait()
    again = table.match.prompts.asked
    assert (again.state.t, again.state.digest()) == (t, state)
    assert dict(again.own.faces) == dict(asked.own.faces)
    said = [line.markup for line in table.screen.table.story.log.lines]
    assert len(said) == lines + 1 and "took back" in said[-1]
    table.play(2)
    assert table.match.prompts.asked.state.t > t, "the match goes on"


def test_undo_can_be_repeated_back_to_the_first_question(driver: Driver) -> None:
    table = Table(driver, "cabinet")
    first = table.match.prompts.asked.state.t
    table.play(3)
    for _ in range(3):
        driver.click(table.match.assist.undo_button)
        table.wait()
    assert table.match.prompts.asked.state.t == first
    assert table.match.assist.undo_refusal and not table.match.assist.undo_button.enabled
    driver.key("U")
    assert table.match.prompts.asked.state.t == first


class Undone:
    """A source that passes everything on to another one, and whose undo fails or returns a source of its own."""

    def __init__(self, source: LocalSource, undo: Callable[[], MatchSource]) -> None:
        self.drain, self.decide, self.take_back, self.close = (
            source.drain, source.decide, source.take_back, source.close,
        )  # fmt: skip
        self.chat, self.propose, self.adjourn, self.vote_to_end = (
            source.chat, source.propose, source.adjourn, source.vote_to_end,
        )  # fmt: skip
        self.library = self.kept = self.home = None
        self.timer, self.has_only_bots, self.can_undo, self.undo = 0, True, True, undo

    def rewind_to(self, t: int) -> MatchSource:
        """Return what the undo returns."""
        return self.undo()


def local_source() -> LocalSource:
    return LocalSource(GAMES["midnight"], {seat: HardBot("assist", seat) for seat in (2, 3)}, 1, "assist", None, SEATS)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (BadSavedMatch("other people may hold the signed choices of this match"),
         "The choice could not be undone. Other people may hold the signed choices of this match."),
        (PermissionError(13, "Permission denied", "log"), "The choice could not be undone. Log: Permission denied."),
    ],
)  # fmt: skip
def test_an_undo_that_fails_says_why_in_a_sentence(driver: Driver, wrong: Exception, said: str) -> None:
    may = threading.Event()

    def undo() -> MatchSource:
        assert may.wait(10)
        raise wrong

    table = Table(driver, "midnight", Undone(local_source(), undo))
    table.play(2)
    driver.key("U")
    returning = table.match.assist._returning
    may.set()
    assert returning.wait(10)
    driver.step()
    assert table.match.model.verdict == said


@pytest.mark.parametrize("returned_first", [True, False])
def test_a_session_to_which_nobody_returns_any_more_is_closed(driver: Driver, returned_first: bool) -> None:
    """The screen closes before or after the undo is done, and before the match follows it."""
    again, may = local_source(), threading.Event()

    def undo() -> MatchSource:
        assert may.wait(10)
        return again

    table = Table(driver, "midnight", Undone(local_source(), undo))
    table.play(2)
    driver.key("U")
    returning = table.match.assist._returning
    if returned_first:
        may.set()
        assert returning.wait(10)
        table.match.on_closed()
    else:
        table.match.on_closed()
        may.set()
        assert returning.wait(10)
    assert again._closed


class _WithPeople:
    """A source that passes everything on to another one, and does not say that all others are bots."""

    def __init__(self, source: LocalSource) -> None:
        self.drain, self.decide, self.take_back, self.close = (
            source.drain, source.decide, source.take_back, source.close,
        )  # fmt: skip
        self.chat, self.propose, self.adjourn, self.end = (
            source.chat,
            source.propose,
            source.adjourn,
            source.vote_to_end,
        )
        self.library = self.kept = self.home = None
        self.timer = 0


def test_match_with_people_has_neither_hint_nor_undo(driver: Driver) -> None:
    bots = {seat: HardBot("assist", seat) for seat in (2, 3)}
    table = Table(driver, "midnight", _WithPeople(LocalSource(GAMES["midnight"], bots, 1, "assist", None, SEATS)))
    assert table.match.assist is None
    driver.key("J")
    driver.key("U")
    assert table.match.prompts.is_open
    assert not [each for each in table.screen.ui.widgets() if "Hint" in each.name or "Undo" in each.name]


def test_closing_the_screen_stops_a_thinking_hint(driver: Driver) -> None:
    table = Table(driver, "outposts")
    table.play(2)
    table.match.assist.toggle()
    thinking = table.match.assist._thinking
    table.match.on_closed()
    assert thinking._given_up and table.match.assist._thinking is None


def test_a_checkpoint_shares_decisions_and_copies_what_changes(driver: Driver) -> None:
    table = Table(driver, "bridgefront")
    table.play(3)
    view, model = table.screen.table, table.match.model
    state = table.match.prompts.asked.state
    kept = take_checkpoint(view, state.t, state)
    assert kept.model["decided"] is not model.decided and kept.model["decided"] == model.decided
    pairs = [
        (kept.model["decided"][step][seat], made)
        for step, decisions in model.decided.items()
        for seat, made in decisions.items()
    ]
    assert pairs and all(one is other for one, other in pairs), "decisions never change"
    assert kept.model["turns"] == model.turns and all(
        one is not other for one, other in zip(kept.model["turns"], model.turns, strict=True)
    )
    assert kept.model["course"] is not model.course
