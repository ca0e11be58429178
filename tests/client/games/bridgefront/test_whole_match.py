"""Whole matches through the real window, one by mouse alone and one by keys alone."""

from __future__ import annotations

from typing import Any

from tests.support.client.bridgefront.players import SHORT, KeyPerson, MousePerson, Person, sit_down
from tests.support.client.driver import Driver


def ends_as_the_engine_says(screen: Any) -> None:
    table = screen.controller.source.table.state
    assert table.over and table.winners
    assert (
        screen.controller.standing
        and screen.controller.standing[0].rank == 1
        and screen.controller.standing[0].seat in table.winners
    )
    assert screen.table.model.table.digest() == table.digest() == screen.table.model.digest
    assert screen.table.board.view.state is not None and screen.table.board.view.state.digest() == table.digest()


def whole(driver: Driver, kind: type[Person], seed: str) -> Person:
    screen = sit_down(driver, seed, options=SHORT)
    person = kind(driver, screen, seed)
    person.play()
    ends_as_the_engine_says(screen)
    return person


def test_a_match_of_bridgefront_with_four_seats_is_played_by_mouse(driver: Driver) -> None:
    person = whole(driver, MousePerson, "f")
    kinds = {kind for kind, _ in person.seen}
    assert {"factions", "capitals", "bridges", "free card", "bid", "action"} <= kinds


def test_a_match_of_bridgefront_with_four_seats_is_played_by_keys(driver: Driver) -> None:
    person = whole(driver, KeyPerson, "keys")
    kinds = {kind for kind, _ in person.seen}
    assert {"factions", "capitals", "bridges", "free card", "bid", "action"} <= kinds
