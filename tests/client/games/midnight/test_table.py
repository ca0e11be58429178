"""Public cards of Midnight on its table: Escalations in play, Pact offers, and the flips of a duel."""

from __future__ import annotations

from typing import Any

from client.games.midnight.prompts import STOP
from client.games.midnight.text.names import nation_tip
from client.session.source import MatchResumed
from client.ui.richtext import plain_text
from core.games.midnight import events as e
from core.games.midnight.changes import RULESETS
from core.games.midnight.decisions import Act
from core.games.midnight.escalations import ESCALATIONS
from core.games.midnight.state import Midnight
from core.games.midnight.upgrades import order_upgrades
from tests.support.client.driver import Driver
from tests.support.client.midnight.players import sit_down


def until_asked(driver: Driver, screen: Any, kind: str = "nation") -> None:
    """Make the first pick of each question until this kind of question is asked."""
    for _ in range(400):
        inquiry = screen.controller.prompts.inquiry
        if inquiry is None or screen.table.model.locked:
            driver.step()
        elif inquiry.asked_of.kind == kind:
            return
        elif inquiry.decision is not None:
            screen.controller.prompts.lock_in()
        else:
            screen.controller.prompts.answer(inquiry.targets[0])
    raise AssertionError(f"{kind} was never asked")


def test_escalations_in_play_are_shown_on_the_table(driver: Driver) -> None:
    screen = sit_down(driver, "laws", options={"escalations": "on"})
    until_asked(driver, screen)
    assert screen.table.top.chip.text
    screen.table.model.state.escalations = (2, 17, 14, 1)
    screen.table.refresh()
    driver.step()
    laws = list(screen.table.extras.laws.laws.values())
    assert [law.name for law in laws] == [ESCALATIONS[number].name for number in (2, 17, 14, 1)]
    driver.move(laws[3])
    assert ESCALATIONS[1].text in laws[3].describe()
    screen.table.model.state.escalations = (1,)
    screen.table.refresh()
    assert list(screen.table.extras.laws.laws) == [ESCALATIONS[1]]


def test_pact_offers_are_shown_next_to_the_decision(driver: Driver) -> None:
    screen = sit_down(driver, "offers", options={"pacts": "on"})
    until_asked(driver, screen, "act")
    assert "offers you" not in screen.controller.prompts.view.preview.words
    screen.controller.prompts.inquiry.state.offers[2] = screen.table.model.state.offers[2] = ((1, 1), (1, 2), (3, 2))
    screen.controller.prompts.show_question()
    told = plain_text(screen.controller.prompts.view.preview.words)
    assert "Ilse offers you a Pact, on your card." in told and "Ilse offers you a Pact, on their card." in told
    assert "Answer under Orders" in told and "Marek" not in told
    assert "Pact offered to Marek" in plain_text(nation_tip(screen.table.model.state, 2, screen.table.names))


def test_the_flips_of_a_duel_are_shown(driver: Driver) -> None:
    screen = sit_down(driver, "duel")
    until_asked(driver, screen)
    screen.table.board.dice.rolled = "tick"
    screen.table.narrator.show_overlays(e.MidnightCame(1))
    assert screen.table.board.dice.rolled == ""  # no die is rolled any more
    assert (
        screen.table.narrator.event_steps(e.Flipped(1, ((1, 3), (3, 60))))[0]
        and not screen.table.narrator.event_steps(e.Flipped(2, ()))[0]
    )
    screen.table.narrator.show_overlays(e.Flipped(1, ((1, 3), (3, 60))))
    assert [screen.table.board.panels[seat].flipped for seat in (1, 2, 3)] == [3, 0, 60]
    driver.step()
    screen.table.narrator.stop()
    assert not any(plate.flipped for plate in screen.table.board.panels.values())


def test_the_fairness_table_opens_at_any_moment(driver: Driver) -> None:
    screen = sit_down(driver, "fair")
    until_asked(driver, screen, "act")
    driver.key("F2")
    table = screen.controller.fairness.seats
    assert table.columns == range(1, 7) and table.value_text().startswith(
        "You: is choosing, you, 0 audits passed; Ilse"
    )
    short = RULESETS.of(RULESETS.compose([(("numbers", "minutes"), "2")]))
    screen.table.model.table_of(Midnight).rules = short
    assert table.columns == range(1, 4), "two minutes and Midnight"


def test_standing_orders_are_restored_when_a_match_is_resumed(driver: Driver) -> None:
    screen = sit_down(driver, "again", options={"pacts": "on"})
    until_asked(driver, screen, "act")
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    inquiry.state.offers[1] = ((2, 1),)
    screen.controller.process_message(MatchResumed(inquiry.state, inquiry.secrets, "turn 3", inquiry.state.t, b""))
    assert (
        screen.controller.prompts.view.controls.orders.offers == ((2, 1),)
        and screen.controller.prompts.view.controls.orders.dials == ()
    )
    assert any("Your Pact offers still stand" in line.markup for line in screen.table.story.log.lines)
    decided: list[Act] = []
    screen.controller.source.decide = lambda decision, own: decided.append(decision)  # type: ignore[method-assign,assignment]
    screen.controller.prompts.answer(STOP)
    assert decided[0].offers == ((2, 1),)  # without them the first choice would withdraw what was offered
    order_upgrades(inquiry.secrets, (3, 0))
    screen.controller.process_message(MatchResumed(inquiry.state, inquiry.secrets, "turn 3", inquiry.state.t, b""))
    assert screen.controller.prompts.view.controls.orders.dials == (3, 0)
