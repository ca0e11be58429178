"""Whole matches of Cabinet through the real window, one by mouse alone and one by keys alone."""

from __future__ import annotations

from tests.support.client.cabinet.players import Keys, Mouse, Person, sit_down
from tests.support.client.driver import Driver


def whole(driver: Driver, kind: type[Person], seed: str, seats: int, options: dict[str, str] | None = None) -> Person:
    screen = sit_down(driver, seed, seats, options)
    person = kind(driver, screen, seed)
    person.play()
    table = screen.controller.source.table.state
    assert table.over and screen.controller.standing
    assert screen.table.model.state.digest() == table.digest() == screen.table.model.digest
    assert screen.table.narrator.ended
    return person


def test_a_match_of_cabinet_with_three_seats_is_played_by_mouse(driver: Driver) -> None:
    person = whole(driver, Mouse, "mouse 3", 3)
    assert {"mix", "act", "settle", "milestone", "card"} <= person.seen


def test_a_match_of_cabinet_with_two_seats_is_played_by_keys(driver: Driver) -> None:
    person = whole(driver, Keys, "keys 2", 2)
    assert {"mix", "act", "lose", "settle", "card"} <= person.seen


def test_a_match_of_cabinet_with_target_calm_and_five_seats_is_played_by_keys(driver: Driver) -> None:
    person = whole(driver, Keys, "keys 5", 5, {"target": "calm"})
    assert {"mix", "act", "settle"} <= person.seen


def test_a_match_of_cabinet_with_four_seats_is_played_by_mouse(driver: Driver) -> None:
    whole(driver, Mouse, "mouse 4", 4, {"clock": "seed", "pace": "full"})
