"""Rulesets of Cabinet: changed numbers, targets, costs and copies are what is played and what is told."""

from __future__ import annotations

import pytest

from core.engine.changed_game import ChangedGame
from core.engine.game import Setup, any_game
from core.engine.hidden.secrets import Secrets
from core.engine.ruleset import RulesetError
from core.games.cabinet import cards
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.decisions import Attempt
from core.games.cabinet.game import GAME
from core.games.cabinet.ruleset import Rules
from core.games.cabinet.text.catalogue import CATALOGUE


def text_of(**changes: str) -> str:
    """Return the ruleset with these changes, whose paths have __ for a dot."""
    return RULESETS.compose([(tuple(path.split("__")), text) for path, text in changes.items()])


def rules(**changes: str) -> Rules:
    return RULESETS.of(text_of(**changes))


def faces(text: str) -> dict[str, str]:
    """Return the full text of each card by its name."""
    return {card.name: card.face for card in CATALOGUE.by_rules(text).cards}


def test_every_copy_of_every_ruleset_is_one_card_of_one_deck() -> None:
    r = rules(resources__funds__copies="25", ministries__health__copies="6", challenges__embargo__copies="0")
    assert [len(deck) for deck in r.decks] == [60 + 14, 30 + 3, 24, 23]
    for number, deck in enumerate(r.decks):
        assert {cards.deck_of(copy) for copy in deck} == {number}
    names = [cards.name_of(copy) for deck in r.decks for copy in deck]
    assert (names.count("Funds"), names.count("Health"), names.count("Embargo")) == (25, 6, 0)
    assert all(cards.is_resource(copy) for copy in r.decks[cards.RESOURCE])


def test_a_cost_and_its_points_are_changed_everywhere() -> None:
    text = text_of(milestones__night_trains__cost="W W", milestones__night_trains__points="3")
    assert "Worth 3 points. Costs 2 Works." in faces(text)["Night Trains"]
    copy = next(copy for copy in cards.COPIES if cards.name_of(copy) == "Night Trains")
    setup = Setup(3, {name: option.default for name, option in GAME.options.table.items()}, b"m" * 32)
    state = ChangedGame(any_game(GAME), text).new_state(setup)
    assert "Night Trains (2 Works)" in any_game(GAME).describe_decision(
        state, 1, Attempt(copy), Secrets(b"m" * 32, 1, bytes(32))
    )


def test_numbers_stand_on_the_cards_and_targets_in_the_options() -> None:
    text = text_of(numbers__finance_draws="1", numbers__works_guests="3", targets__players_3="5/9/12")
    assert "The emptiest hands draw 1 Resource card" in faces(text)["Finance"]
    assert "Up to three other players" in faces(text)["Public Works"]
    game = ChangedGame(any_game(GAME), text)
    assert "9 points with 3 players" in game.options.table["target"].meaning("normal")
    assert "12 points with 3 players" in game.options.table["target"].meaning("storm")


def test_the_clock_is_told_in_the_numbers_of_the_ruleset() -> None:
    text = text_of(numbers__passing_challenges="1", numbers__max_turns="30")
    clock = ChangedGame(any_game(GAME), text).options.table["clock"]
    assert clock.meaning("passes") == "at the limit 1 Challenge leaves the deck unseen each turn"
    assert "after 30 turns the match is lost" in clock.meaning("seed")
    printed = GAME.options.table["clock"]
    assert "2 Challenges leave the deck" in printed.meaning("passes") and "after 60 turns" in printed.meaning("seed")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"targets__players_2": "9/9/12"}, "each level needs more points"),
        ({"milestones__sea_walls__cost": "G G"}, "1 to 10 letters such as F F V"),
        ({"ministries__defence__assist": "F F F F F"}, "1 to 4 letters"),
        ({"challenges__embargo__who": "nobody"}, "one of team, active, most"),
        ({f"ministries__{name}__copies": "0" for name in ("finance", "interior", "science", "public_works",
          "information", "foreign_affairs", "justice", "defence", "health")}, "has 3 cards, and needs 5"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_are_refused(changes: dict[str, str], why: str) -> None:
    with pytest.raises(RulesetError) as refused:
        rules(**changes)
    assert why in str(refused.value)


def test_the_printed_rules_are_those_of_the_tables() -> None:
    printed = RULESETS.printed
    assert printed.milestones == cards.MILESTONE_CARDS and printed.challenges == cards.CHALLENGE_CARDS
    assert printed.ministries == cards.MINISTRY_CARDS and printed.targets == cards.TARGETS
    assert [list(deck) for deck in printed.decks] == [list(cards.deck_copies(number)) for number in range(4)]
