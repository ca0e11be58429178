"""Whole matches of Ambition through the real window, by mouse alone and by keys alone."""

from __future__ import annotations

import pytest

from tests.support.client.ambition.players import Keys, Mouse, Person, sit_down
from tests.support.client.driver import Driver
from tests.support.tiers import pairs, quick_one_in

SEED_READ = {"claim_draw": "seed", "declare_cap": "seed", "exchange_type": "seed", "trade_fairs": "pool",
             "exhaustion": "accident", "bluffs": "narrow"}  # fmt: skip
"""The seed document's own reading of every hole."""


def whole(
    driver: Driver,
    kind: type[Person],
    seed: str,
    seats: int,
    options: dict[str, str] | None = None,
    sealed: bool = False,
) -> Person:
    screen = sit_down(driver, seed, seats, options, sealed)
    person = kind(driver, screen, seed)
    person.play()
    table = screen.controller.source.table.state
    assert table.over and screen.controller.standing
    assert screen.table.model.state.digest() == table.digest() == screen.table.model.digest
    assert screen.table.narrator.ended
    return person


@pytest.mark.parametrize(("kind", "seats"), quick_one_in(4, pairs((Mouse, Keys), (3, 4, 5, 6))))
def test_a_match_of_ambition_can_be_played_by_mouse_alone_or_keys_alone(
    driver: Driver, kind: type[Person], seats: int
) -> None:
    person = whole(driver, kind, f"{kind.__name__} {seats}", seats, sealed=seats == 3)
    assert {"diplomacy", "challenge", "card", "value", "deck", "yes", "deed"} <= person.seen


@pytest.mark.parametrize("kind", quick_one_in(2, (Keys, Mouse)))
def test_a_match_of_four_with_the_options_of_the_seed_document_can_be_played(
    driver: Driver, kind: type[Person]
) -> None:
    whole(driver, kind, f"seed {kind.__name__}", 4, SEED_READ)
