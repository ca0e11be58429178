"""Hints of Midnight's table: possible actions, and reasons for greyed items."""

from __future__ import annotations

from typing import Any

import pytest

from client.games.midnight.prompts import MidnightPrompt
from client.games.midnight.text.hints import ACTIONS, DESTINATION_WORDS, why_not
from client.screens.rules import RulesScreen
from client.ui.richtext import plain_text
from core.engine.game import Ask
from core.games.midnight import action
from core.games.midnight.cards import DIAL_NAMES, TOP
from core.games.midnight.upgrades import UPGRADES
from tests.client.games.midnight.test_table import until_asked
from tests.support.client.driver import Driver
from tests.support.client.midnight.players import sit_down


@pytest.fixture
def screen(driver: Driver) -> Any:
    screen = sit_down(driver, "hints")
    until_asked(driver, screen, "act")
    return screen


def told(screen: Any) -> str:
    return screen.controller.prompts.view.hint_words()


def test_every_action_is_green_or_has_a_reason_why_not(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    text = told(screen)
    for kind, words in ACTIONS.items():
        assert (why_not(inquiry, kind) == "") == (kind in inquiry.kinds())
        assert (f"{{good}}{words}{{/}}" in text) == (kind in inquiry.kinds())
        assert kind in inquiry.kinds() or f"{words}: {why_not(inquiry, kind)}" in plain_text(text)
    for copy, _ in screen.table.hand.cards:
        ways = {target[0] for target in picked_first(inquiry, copy).targets}
        assert set(inquiry.ways_of(copy)) == ways <= set(DESTINATION_WORDS)


def picked_first(inquiry: MidnightPrompt, copy: int) -> MidnightPrompt:
    first = MidnightPrompt(inquiry.state, inquiry.seat, inquiry.secrets, Ask(inquiry.asked_of.kind, inquiry.detail))
    first.answer(("card", copy))
    return first


def test_reasons_for_unavailable_actions_follow_the_state(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    state = inquiry.state
    inquiry.ways = {}
    assert why_not(inquiry, action.PAIR) == "only in Ruin."
    assert why_not(inquiry, action.MOVE) == "you have no card on a border."
    assert "Upgrade or Siren" in why_not(inquiry, action.CAPITAL)
    assert "Build or Intelligence" in why_not(inquiry, action.DISCARD)
    assert "Cannon or Shield" in why_not(inquiry, action.SET)
    state.actions = 9
    assert why_not(inquiry, action.SET) == "you have no actions left."
    state.clock = 0
    assert "stockpile is your hand" in why_not(inquiry, action.STORE)
    state.clock, state.actions, state.ruined[2], state.ruined[3] = 5, 0, 1, 1
    assert why_not(inquiry, action.BORDER) == "every other nation is in Ruin."
    state.ruined[1] = 1
    assert why_not(inquiry, action.STORE) == "not in Ruin."
    assert "two of a kind" in why_not(inquiry, action.PAIR)


def test_hints_depend_on_the_items_picked_so_far(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    screen.controller.prompts.answer(next(pick for pick in inquiry.targets if pick[0] == "card"))
    text = plain_text(told(screen))
    for pick in inquiry.targets:
        assert screen.table.names.to_plain_text(inquiry.pick_name(pick)) in text
    assert "takes the last choice back" in text
    while inquiry.targets:
        screen.controller.prompts.answer(inquiry.targets[0])
    assert "locks it in" in plain_text(told(screen))
    screen.controller.prompts.lock_in()
    assert "You have locked in" in told(screen) or screen.controller.prompts.inquiry is None


def test_dials_that_cannot_be_turned_show_the_reason(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    inquiry.asked_of, inquiry.detail = UPGRADES, (1,)
    steps = list(inquiry.state.dials[1])
    steps[2] = TOP[2]
    inquiry.state.dials[1] = tuple(steps)
    inquiry.run()
    text = told(screen)
    assert f"{DIAL_NAMES[2]}: it is at its highest value." in plain_text(text)
    assert all(f"{{good}}{DIAL_NAMES[dial]}{{/}}" in text for dial in (0, 1, 3))


def test_help_and_rules_open_from_the_table(driver: Driver, screen: Any) -> None:
    driver.key("F1")
    assert "Actions in green are possible" in " ".join(driver.said)
    driver.click("The rules")
    assert isinstance(driver.screen, RulesScreen) and driver.screen.of == "midnight"
    driver.click("All cards")
    assert driver.screen.of == "midnight"  # type: ignore[attr-defined]
    driver.key("ESCAPE", "ESCAPE")
    assert driver.screen is screen
    driver.key("F3")
    assert isinstance(driver.screen, RulesScreen)
