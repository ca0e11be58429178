"""Whole matches of Midnight through the real window, one by the mouse alone and one by the keys alone."""

from __future__ import annotations

from tests.client.driver import Driver
from tests.client.midnight.players import KeyPerson, MousePerson, Person, sit_down


def whole(driver: Driver, kind: type[Person], seed: str, options: dict[str, str]) -> Person:
    screen = sit_down(driver, seed, options=options)
    person = kind(driver, screen, seed)
    person.play()
    table = screen.source.table.state
    assert table.over and table.winners
    assert screen.standing and screen.standing[0].seat in table.winners
    assert screen.sight.state.digest() == table.digest() == screen.sight.digest
    assert screen.reveal.won
    return person


def test_a_match_of_three_by_mouse_alone(driver: Driver) -> None:
    person = whole(driver, MousePerson, "mouse", {"escalations": "on"})
    assert {"nation", "act", "upgrade", "card", "border", "dial"} <= person.seen


def test_a_match_of_three_by_keys_alone(driver: Driver) -> None:
    person = whole(driver, KeyPerson, "keys", {"pacts": "on"})
    assert {"nation", "act", "upgrade", "card", "border", "dial"} <= person.seen
