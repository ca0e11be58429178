"""Flying cards: animated unless the player skips or wants no motion, and all at rest in the end."""

from __future__ import annotations

from typing import Any

import pytest

from client.ui.easing import sequence
from core.games.midnight import events as e
from tests.client.games.midnight.test_table import until_asked
from tests.support.client.driver import Driver
from tests.support.client.midnight.players import sit_down


@pytest.fixture
def screen(driver: Driver) -> Any:
    screen = sit_down(driver, "flight")
    until_asked(driver, screen, "act")
    screen.timeline.speed = 1.0
    return screen


def begin(driver: Driver, screen: Any, event: Any) -> list[Any]:
    """Return the flying widgets shortly after an event's first animation has begun."""
    screen.timeline.play(sequence(*screen.table.narrator.event_steps(event)[0]))
    driver.pass_time(0.2)
    return list(screen.table.narrator.air.children)


def towards(card: Any, goal: tuple[float, float]) -> bool:
    """Return True if a card is on its way to a point and not there yet."""
    now, (x, y) = card.rect.moved(*card.shift).center, card.rect.center
    there, gone = (abs(goal[0] - x) + abs(goal[1] - y)), abs(now[0] - x) + abs(now[1] - y)
    return 0 < gone < there and abs(gone + abs(goal[0] - now[0]) + abs(goal[1] - now[1]) - there) < 0.01


def test_played_cards_fly_to_their_destination(driver: Driver, screen: Any) -> None:
    own, air = screen.table.hand.cards[0], screen.table.narrator.air
    slot, copy = own[1], own[0]
    for event, faces, goal in (
        (e.BorderPlayed(1, 2, slot or -copy), [copy], air.border(1, 2)),
        (e.BorderPlayed(2, 3, 10**6), [0], air.border(2, 3)),
        (e.CapitalPlayed(2, 30), [30], air.seat_position(2)),
        (e.CardStored(3, 10**6), [0], air.deck_position(3)),
        (e.CardMoved(2, 3, 1, 10**6), [0], air.border(2, 1)),
        (e.CardsDrawn(3, (7, 8)), [0, 0], air.seat_position(3)),
        (e.CardsDrawn(1, (7,)), [0], air.hand_position(1)),
        (e.CardsDiscarded(2, (27, 28), "limit"), [27, 28], air.deck_position(2)),
        (e.CardTaken(3, 2, 0), [0], air.seat_position(3)),
    ):
        flown = begin(driver, screen, event)
        assert [card.copy for card in flown] == faces, event
        assert towards(flown[0], goal), event
        driver.pass_time(0.7)
        assert not air.children, event
    assert own not in screen.table.hand.cards  # it was laid


def test_a_flying_card_is_shown_nowhere_else(driver: Driver, screen: Any) -> None:
    border = screen.table.board.trays[2, 3]
    begin(driver, screen, e.CardMoved(2, 3, 1, 9))
    assert border.lifted == 9
    screen.timeline.skip_all()
    assert border.lifted == 0 and not screen.table.narrator.air.children
    begin(driver, screen, e.BorderPlayed(2, 3, 10**6))
    screen.table.narrator.stop()
    assert not screen.table.narrator.air.children


def test_the_cards_of_a_dispute_are_turned_up(driver: Driver, screen: Any) -> None:
    steps = screen.table.narrator.event_steps(e.DisputeBegan(2, 3, (30,), (55,)))
    screen.timeline.play(sequence(*steps[0], *steps[1]))
    widths = []
    for _ in range(60):
        driver.window._dispatch_updates(1 / 60)
        widths.append(screen.table.board.trays[2, 3].turned)
        assert screen.table.board.trays[3, 2].turned == widths[-1] and screen.table.board.trays[1, 2].turned == 1.0
    assert min(widths) < 0.3 and widths[0] == widths[-1] == 1.0
    driver.step()


def test_with_reduced_motion_no_card_flies(driver: Driver, screen: Any) -> None:
    screen.timeline.reduced_motion = True
    assert not begin(driver, screen, e.BorderPlayed(2, 3, 10**6))
    assert not screen.timeline.is_busy
    screen.on_shown()
    assert screen.table.hand.reduced_motion
