"""The animations of Midnight, which all end: a dispute, a Pact sealed and broken, a fall, the clock's strike."""

from __future__ import annotations

from typing import Any

import pytest

from client.art.sound.sounds import EVENT_SOUNDS
from client.games.midnight.art.front import AIM, FIRE, READY
from client.games.midnight.art.strike import LOSS
from client.ui.easing import sequence
from core.games.midnight import events as e
from core.games.midnight.cards import BUILD, CANNON, DECK, INTELLIGENCE, JAM, SHIELD, deck_copies
from core.games.midnight.escalations import FALLOUT
from tests.client.games.midnight.test_table import until_asked
from tests.support.client.driver import Driver
from tests.support.client.midnight.players import sit_down


def copy(seat: int, kind: int) -> int:
    """Return the first copy of a kind in a seat's deck."""
    return deck_copies(seat)[DECK.index(kind)]


@pytest.fixture
def screen(driver: Driver) -> Any:
    screen = sit_down(driver, "moments", 4, {"pacts": "on", "escalations": "on"})
    until_asked(driver, screen, "act")
    screen.timeline.speed = 1.0
    return screen


def begin(screen: Any, event: Any) -> None:
    """Show the animations before an event, apply it, and begin those after it."""
    before, after = screen.table.narrator.event_steps(event)
    screen.timeline.play(sequence(*before))
    screen.timeline.skip_all()
    if isinstance(event, e.WorthLost):
        screen.table.model.state.worth[event.seat] -= event.amount
    screen.table.narrator.show_event(event, quick=True)
    screen.timeline.play(sequence(*after))


def test_a_dispute_is_animated_across_the_clock(driver: Driver, screen: Any) -> None:
    front, mine, theirs = screen.table.board.front, (copy(2, CANNON), copy(2, JAM)), (copy(3, SHIELD), copy(3, CANNON))
    before, _ = screen.table.narrator.event_steps(e.DisputeBegan(2, 3, mine, theirs))
    screen.timeline.play(sequence(*before))
    driver.pass_time(0.1)
    assert front.visible and not front.up and front.sides == ((2, mine), (3, theirs))
    assert screen.table.board.disputed == (2, 3)
    screen.timeline.skip_all()
    screen.table.narrator.show_event(e.DisputeBegan(2, 3, mine, theirs), quick=True)
    assert front.up and front.step == READY
    screen.table.narrator.show_event(e.CardCancelled(3, theirs[1], mine[1]), quick=True)
    assert front.struck == {theirs[1]} and front.step == AIM
    screen.table.narrator.show_event(e.Attacked(2, 3, 4, 2, 2), quick=True)
    assert front.step == FIRE and front.words == "Ilse: attack 4 against 2, 2 damage"
    driver.step()
    screen.table.narrator.show_event(e.TurnBegan(3, 9), quick=True)
    assert not front.visible and screen.table.board.disputed == (0, 0)


def test_intelligence_cancels_cards_in_the_first_step_of_a_dispute(driver: Driver, screen: Any) -> None:
    screen.table.board.front.open(((2, (copy(2, INTELLIGENCE),)), (3, (copy(3, BUILD),))))
    screen.table.board.front.strike(copy(3, BUILD), copy(2, INTELLIGENCE))
    assert screen.table.board.front.step == READY


def test_a_seal_appears_for_a_new_pact_and_shatters_for_a_broken_one(driver: Driver, screen: Any) -> None:
    seal = screen.table.board.seal
    begin(screen, e.PactMade(1, 3, 1))
    assert seal.visible and seal.whole and seal.large == 1.0
    assert seal.at == screen.table.board.trays[1, 3].rect.center  # on our side of the border
    driver.pass_time(1.5)
    assert not seal.visible
    begin(screen, e.PactBroken(1, 3, (3,)))
    driver.pass_time(0.1)
    assert seal.visible and not seal.whole
    driver.pass_time(2.0)
    assert not seal.visible


def test_the_die_tumbles_and_stops_at_the_rolled_face(driver: Driver, screen: Any) -> None:
    event = e.TensionRolled(2, 4, "conflict")
    screen.timeline.play(sequence(*screen.table.narrator.event_steps(event)[0]))
    seen = set()
    for _ in range(70):
        driver.window._dispatch_updates(1 / 60)
        seen.add(screen.table.board.dice.tumbling)
    assert seen >= {0, 1, 2, 3, 4, 5}
    driver.pass_time(1.0)
    assert screen.table.board.dice.tumbling == 3  # the fourth face
    screen.table.narrator.show_event(event, quick=True)
    assert screen.table.board.dice.rolled == "conflict" and screen.table.board.dice.tumbling == -1
    assert "Conflict ensues" in screen.table.board.dice.value_text()


def test_a_gauge_drains_when_worth_is_lost_and_a_fallen_nation_glows(driver: Driver, screen: Any) -> None:
    plate = screen.table.board.panels[2]
    had = screen.table.model.state.worth[2]
    begin(screen, e.WorthLost(2, 5, "attack"))
    driver.pass_time(0.1)
    assert had - 5 < plate.worth < had
    driver.pass_time(1.0)
    assert plate.worth == -1.0 and screen.table.model.state.worth[2] == had - 5
    begin(screen, e.Fell(2, 3))
    driver.pass_time(0.1)
    assert 0 < plate.flash < 1


def test_the_clock_strikes_after_a_pause_and_all_gauges_drain_together(driver: Driver, screen: Any) -> None:
    strike, state = screen.table.extras.strike, screen.table.model.state
    heard: list[str] = []
    screen.ui.on_feedback = heard.append
    state.worth[:], state.clock, state.ruined[4] = [0, 22, 4, 31, 3], 5, 1
    losses = [e.WorthLost(1, 1, "sunset"), e.WorthLost(2, 1, "sunset"), e.WorthLost(3, 1, "sunset")]
    screen.table.refresh()
    after = state.clone()
    screen.table.narrator.queue_step(
        state.clone(), after, [e.ClockTicked(4, "die"), *losses], [after.clone()] * 4, lambda: None
    )
    driver.pass_time(0.3)
    assert not heard and screen.table.board.clock.hand == 5.0 and not strike.visible
    driver.pass_time(0.4)
    assert heard == ["ClockTicked"] and screen.table.board.clock.hand == 4.0
    for _ in range(120):
        driver.window._dispatch_updates(1 / 60)
        if strike.visible and 0.2 < strike.drained < 0.9:
            break
    assert strike.visible and strike.before == [0, 22, 4, 31, 3] and strike.lost == {1: 1, 2: 1, 3: 1}
    assert strike.step == LOSS and "You 22 to 21" in strike.value_text()
    driver.look()
    driver.step()
    screen.table.narrator.skip_all()
    driver.step()
    assert not strike.visible and strike.lost == {1: 1, 2: 1, 3: 1}
    screen.table.narrator.show_event(e.GlobalConflict(1), quick=True)
    assert not strike.on


def test_an_upgrade_can_be_chosen_while_the_clock_strikes_and_tab_shows_the_table(driver: Driver) -> None:
    screen = sit_down(driver, "sunset", 3, {"escalations": "on"})
    for _ in range(12):
        until_asked(driver, screen, "upgrade")
        if screen.table.extras.strike.on:
            break
        assert screen.controller.prompts.inquiry is not None
        screen.controller.prompts.answer(screen.controller.prompts.inquiry.targets[0])
        screen.controller.prompts.lock_in()
    strike, inquiry = screen.table.extras.strike, screen.controller.prompts.inquiry
    assert strike.visible and strike.on and inquiry is not None
    assert set(strike.options) == set(inquiry.targets) and not strike.taking.enabled
    assert driver.screen.ui.widget_at(*screen.table.board.panels[2].rect.center) is strike
    driver.key("TAB")
    assert (
        strike.peeking
        and driver.screen.ui.widget_at(*screen.table.board.panels[2].rect.center) is screen.table.board.panels[2]
    )
    driver.key("TAB")
    assert not strike.peeking
    driver.key("4")
    assert inquiry.answers == [("dial", 3)] and strike.options["dial", 3].is_chosen
    assert strike.taking.enabled and strike.taking.text == "Take Research"
    driver.click(strike.options["dial", 0])
    assert inquiry.answers == [("dial", 0)] and strike.taking.text == "Take Might"
    driver.click(strike.taking)
    assert (
        screen.controller.prompts.inquiry is None
        or screen.table.model.locked
        or screen.controller.prompts.inquiry is not inquiry
    )


def test_every_animated_event_has_a_sound_of_its_own() -> None:
    moments = ("BorderPlayed", "TensionRolled", "DisputeBegan", "PactMade", "PactBroken", "Fell", "ClockTicked",
               "MidnightCame")  # fmt: skip
    assert len({EVENT_SOUNDS[moment] for moment in moments}) == len(moments)


def test_the_cost_of_the_next_tick_includes_escalations(driver: Driver, screen: Any) -> None:
    state = screen.table.model.state
    state.clock, state.worth[:] = 3, [0, 22, 4, 31, 12]
    screen.table.refresh()
    assert "every nation loses 3 Worth" in screen.table.board.tick.value_text()
    assert screen.table.board.panels[2].model.state.worth[2] == 4
    state.escalations = (FALLOUT,)
    screen.table.refresh()
    assert (
        "every nation loses 4 Worth" in screen.table.board.tick.value_text()
        and "3 + 1 Fallout" in screen.table.board.tick.value_text()
    )
    state.ruined[4] = 1
    assert "each nation not in Ruin loses 4 Worth" in screen.table.board.tick.value_text()
