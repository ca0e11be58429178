"""Places on the table: highlights, keys, effects, and reasons for unavailable ones."""

from __future__ import annotations

from typing import Any

import pytest

from client.games.midnight.art.panels import tag_of
from client.games.midnight.text import gains
from client.ui.richtext import plain_text
from core.games.midnight import totals
from core.games.midnight.cards import CANNON, kind_of
from core.games.midnight.escalations import HAIR_TRIGGERS, WAR_BONDS
from tests.client.games.midnight.test_table import until_asked
from tests.support.client.driver import Driver
from tests.support.client.midnight.players import sit_down


@pytest.fixture
def screen(driver: Driver) -> Any:
    screen = sit_down(driver, "places", 4, {"pacts": "on"})
    until_asked(driver, screen, "act")
    return screen


def lift(screen: Any, where: str = "border") -> int:
    """Raise the first card of the hand that may go to this kind of place; return its copy."""
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    card = next(copy for copy, _ in screen.table.hand.cards if where in inquiry.ways_of(copy))
    screen.controller.prompts.answer(("card", card))
    return card


def test_a_lifted_card_highlights_its_legal_places(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None and not screen.table.board.lifted
    card = lift(screen)
    assert screen.table.board.lifted == card
    lit = {aim.pick: aim.place for aim in screen.controller.prompts.view.lit}
    assert set(lit) == set(inquiry.targets) and len(set(lit.values())) == len(lit)
    assert [aim.key for aim in screen.controller.prompts.view.lit] == [str(i + 1) for i in range(len(lit))]
    assert "choose a highlighted place, 1 to" in screen.table.prompt.text
    for aim in screen.controller.prompts.view.lit:
        found = gains.gain(inquiry, aim.pick)
        assert found.short and found.long
    driver.key("ESCAPE")
    assert (
        not inquiry.answers
        and not screen.table.board.lifted
        and not any(aim.key for aim in screen.controller.prompts.view.lit)
    )


def test_pointing_at_a_place_shows_its_gain_and_a_second_press_plays_the_card(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    card = lift(screen)
    tray = screen.table.board.trays[1, 3]
    driver.move(tray)
    assert tray.is_aimed and screen.controller.prompts.view.preview.pick == ("border", 3)
    assert screen.controller.prompts.view.preview.value_text() == " ".join(
        filter(None, gains.gain(inquiry, ("border", 3))[1:3])
    )
    driver.click(tray)
    assert inquiry.answers == [("card", card), ("border", 3)] and tray.chosen
    assert (
        screen.controller.prompts.view.panel.lock_in.text == "Lay it"
        and screen.controller.prompts.view.panel.lock_in.enabled
    )
    other = screen.table.board.trays[1, 2]
    assert other.pick == ("border", 2) and other.key and not other.chosen
    driver.click(other)
    assert inquiry.answers == [("card", card), ("border", 2)] and other.chosen and not tray.chosen
    driver.key(tray.key)
    assert inquiry.answers == [("card", card), ("border", 3)]
    decided: list[object] = []
    screen.controller.source.decide = lambda decision, own: decided.append(decision)  # type: ignore[method-assign,assignment]
    driver.click(tray)
    assert decided and screen.table.model.locked


def test_an_unavailable_place_gives_the_reason(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    for state in (inquiry.state, screen.table.model.state):
        state.ruined[4], state.worth[4] = 1, 2
    inquiry.ways = dict(inquiry.all_paths())
    inquiry.run()
    lift(screen)
    tray = screen.table.board.trays[1, 4]
    assert tray.pick is None and "in Ruin" in tray.closed and "in Ruin" in plain_text(tray.explain())
    driver.click(tray)
    assert any("nation in Ruin" in line for line in driver.said)
    found = tag_of(screen.table.model, 4)
    assert found is not None and found[2] == "IN RUIN · back at 6 Worth"
    screen.table.model.state.worth[2] = 1
    found = tag_of(screen.table.model, 2)
    assert found is not None and found[2] == "the next tick ruins Ilse"


def test_shown_attack_values_include_escalations_and_pacts(driver: Driver, screen: Any) -> None:
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    state = inquiry.state
    cannon = next(copy for copy in range(1, 26) if kind_of(copy) == CANNON)
    assert totals.attack_total(state, 1, [cannon, cannon + 1, 0]) == 4
    state.escalations = (HAIR_TRIGGERS, WAR_BONDS)
    assert totals.attack_total(state, 1, [cannon]) == 3 and gains.figure(state, 1, cannon) == "3"
    state.pacts = ((1, 2, 1),)
    inquiry.answers = [("card", cannon)]
    found = gains.gain(inquiry, ("border", 2))
    assert found.short == "3 attack" and found.ink == "bad" and "breaks" in found.pact
    assert not gains.gain(inquiry, ("border", 3)).pact


def test_the_trend_covers_a_round_of_turns(driver: Driver, screen: Any) -> None:
    board, state = screen.table.board, screen.table.model.state
    board.history = []
    assert board.trend(2) == 0
    for worth in (10, 11, 12, 13, 14):
        board.record_turn_start([0, 0, worth, 0, 0])
    state.worth[2] = 20
    assert board.trend(2) == 9 and len(board.history) == 4  # four nations: since the turn four turns ago


def test_texts_do_not_mention_modules_that_are_off(driver: Driver) -> None:
    screen = sit_down(driver, "plain", 3, {"escalations": "off", "pacts": "off"})
    until_asked(driver, screen, "act")
    said = " ".join(widget.describe() for widget in screen.ui.widgets()).lower()
    assert screen.table.extras.laws is None and "escalation" not in said and "pact" not in said


def test_the_nation_choice_describes_each_nation(driver: Driver) -> None:
    screen = sit_down(driver, "nations", 3)
    until_asked(driver, screen, "nation")
    assert screen.controller.prompts.view.chooser.visible and all(
        option.offer.words for option in screen.controller.prompts.view.chooser.options.values()
    )
    driver.click(next(iter(screen.controller.prompts.view.chooser.options.values())))
    assert screen.controller.prompts.inquiry is None or screen.controller.prompts.inquiry.decision is not None
