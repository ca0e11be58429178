"""Whole matches of Outposts through the real window, by mouse alone and by keys alone."""

from __future__ import annotations

from tests.support.client.driver import Driver
from tests.support.client.outposts.players import Keys, Mouse, Person, sit_down


def whole(driver: Driver, kind: type[Person], seed: str, seats: int, options: dict[str, str] | None = None) -> Person:
    screen = sit_down(driver, seed, seats, options)
    person = kind(driver, screen, seed)
    person.play()
    table = screen.controller.source.table.state
    assert table.over and screen.controller.standing
    assert screen.table.model.state.digest() == table.digest() == screen.table.model.digest
    assert screen.table.narrator.ended
    return person


def test_a_match_of_outposts_with_two_seats_is_played_by_mouse(driver: Driver) -> None:
    person = whole(driver, Mouse, "mouse 2", 2)
    assert {"league", "bury", "select", "act", "card", "deed", "row", "place"} <= person.seen


def test_a_match_of_outposts_with_three_seats_is_played_by_keys(driver: Driver) -> None:
    person = whole(driver, Keys, "keys 3", 3)
    assert {"select", "act", "card", "deed", "row", "pass"} <= person.seen


def test_a_brisk_match_of_outposts_with_four_seats_is_played_by_keys(driver: Driver) -> None:
    whole(driver, Keys, "keys 4", 4, {"brisk": "on"})


def test_a_solo_match_against_a_grim_warden_is_played_by_mouse(driver: Driver) -> None:
    person = whole(driver, Mouse, "alone", 1, {"warden": "grim", "level": "hard"})
    assert {"league", "select", "act", "card"} <= person.seen
