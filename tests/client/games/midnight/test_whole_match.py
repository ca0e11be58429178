"""Whole matches of Midnight through the real window, one by mouse alone and one by keys alone."""

from __future__ import annotations

import pytest

from tests.support.client.driver import Driver
from tests.support.client.midnight.players import KeyPerson, MousePerson, Person, sit_down
from tests.support.tiers import pairs, quick_one_in

BOTH = {"escalations": "on", "pacts": "on"}


def whole(driver: Driver, kind: type[Person], seed: str, seats: int, options: dict[str, str]) -> Person:
    screen = sit_down(driver, seed, seats, options)
    person = kind(driver, screen, seed)
    person.play(2500)
    table = screen.controller.source.table.state
    assert table.over and table.winners
    assert screen.controller.standing and screen.controller.standing[0].seat in table.winners
    assert screen.table.model.state.digest() == table.digest() == screen.table.model.digest
    assert screen.table.narrator.ended
    return person


@pytest.mark.parametrize(("kind", "seats"), quick_one_in(6, pairs((MousePerson, KeyPerson), (3, 4, 5))))
def test_matches_of_midnight_with_every_module_are_played_with_any_number_of_seats(
    driver: Driver, kind: type[Person], seats: int
) -> None:
    whole(driver, kind, f"{kind.__name__} {seats} modules", seats, BOTH)


def test_a_match_of_midnight_with_four_seats_is_played_by_mouse(driver: Driver) -> None:
    person = whole(driver, MousePerson, "MousePerson 4 1", 4, BOTH)
    assert {"nation", "act", "trim", "card", "border", "set"} <= person.seen


def test_a_match_of_midnight_with_three_seats_is_played_by_keys(driver: Driver) -> None:
    person = whole(driver, KeyPerson, "KeyPerson 3 1", 3, BOTH)
    assert {
        "nation",
        "act",
        "upgrade",
        "downgrade",
        "trim",
        "card",
        "border",
        "capital",
        "store",
        "dial",
    } <= person.seen


def test_a_match_of_midnight_with_five_seats_and_no_modules_is_played_by_keys(driver: Driver) -> None:
    person = whole(driver, KeyPerson, "KeyPerson 5", 5, {})
    assert {"nation", "act", "card"} <= person.seen
