"""Rulesets of Midnight: changed numbers, cards, dials, dice and Escalations are what is played and what is told."""

from __future__ import annotations

import pytest

from core.engine.changed_game import ChangedGame
from core.engine.game import any_game
from core.engine.ruleset import RulesetError
from core.games.midnight import audit, cards, totals
from core.games.midnight.cards import BUILD, CANNON, LARGE_CANNON, MAX_SEATS, SHIELD, card_of, kind_of, owner_of
from core.games.midnight.changes import RULESETS
from core.games.midnight.escalations import ESCALATIONS, FALLOUT, RATIONING, RED_TELEPHONES, Escalation, escalation_id
from core.games.midnight.events import Flipped, TensionRolled, WorthGained
from core.games.midnight.game import GAME
from core.games.midnight.ruleset import Rules
from core.games.midnight.text.catalogue import CATALOGUE
from core.games.midnight.text.statistics import statistics
from core.games.midnight.turn import hand_limit
from tests.support.games.midnight.table import Position


def rules(**changes: str) -> Rules:
    """Return the rules with these changes, whose paths have __ for a dot."""
    return RULESETS.of(RULESETS.compose([(tuple(path.split("__")), text) for path, text in changes.items()]))


def position(**changes: str) -> Position:
    """Return a position in a match with these changes."""
    p = Position()
    p.state.rules = rules(**changes)
    return p


def test_every_copy_belongs_to_one_seat_and_has_one_kind() -> None:
    most = rules(cards__cannon__copies="12", cards__jam__copies="12", cards__shield__copies="0")
    for seat in range(1, MAX_SEATS + 1):
        kinds = [kind_of(copy) for copy in most.decks[seat]]
        assert {owner_of(copy) for copy in most.decks[seat]} == {seat}
        assert (kinds.count(CANNON), kinds.count(SHIELD)) == (12, 0) and len(kinds) == 25 + 5 + 11 - 6
    decks = [copy for deck in most.decks for copy in deck]
    assert len(set(decks)) == len(decks) and card_of(max(decks)).name == "Jam"


def test_guns_shields_and_escalations_have_the_changed_strength() -> None:
    p = position(cards__large_cannon__attack="4", dials__might="3/3/3/3/9", escalations__fallout__amount="5")
    (gun,) = p.hand(1, LARGE_CANNON)
    assert totals.attack_total(p.state, 1, [gun]) == 12
    p.state.escalations = (FALLOUT, RATIONING)
    assert totals.tick_loss(p.state, 5) == 1 + 5 and hand_limit(p.state) == 6


def test_a_build_gives_the_changed_worth_and_says_so() -> None:
    p = position(numbers__build_worth="9")
    p.border(1, 2, BUILD)
    p.run(("dispute", 1, 2))
    assert p.said(WorthGained)[0].amount == 9
    game = ChangedGame(any_game(GAME), RULESETS.compose([(("numbers", "build_worth"), "9")]))
    build = next(card for card in CATALOGUE.by_rules(game.content).cards if card.name == "Build")
    assert "9 Worth when it is turned up" in build.face
    assert game.differences() == ["A Build on a border gives 9 Worth, not 3."]


def test_an_escalation_leaves_the_deck_and_says_its_number() -> None:
    r = rules(escalations__plunder__copies="0", escalations__airlift__amount="4")
    assert len(r.escalation_deck) == 19 and "draws 4 cards" in r.escalations[10].text
    assert RULESETS.printed.escalations[10].text.startswith("Each nation draws 2 cards")


def test_the_name_of_an_escalation_in_rulesets_is_a_slug() -> None:
    assert escalation_id(Escalation("Dead Man's Switch, Armed", True, "")) == "dead_mans_switch_armed"
    assert escalation_id(ESCALATIONS[RED_TELEPHONES]) == "red_telephones"


def test_red_telephones_names_no_number_but_its_own() -> None:
    card = rules(numbers__averted_cards="5").escalations[RED_TELEPHONES]
    assert card.text == 'On "Crisis averted" draw 3 cards.'


def test_the_luck_of_the_red_die_is_measured_by_its_faces_in_this_match() -> None:
    state = position(red_die__tick="3", red_die__conflict="0").state
    *_, ticks = statistics(state, [TensionRolled(1, 6, "tick"), TensionRolled(1, 1, "averted")])
    assert (ticks.name, ticks.explanation) == (
        "Ticks of the red die",
        "The clock ticks on 3 of the 6 faces of the red die.",
    )
    assert ticks.by_seat[1] == "1 (expected 1.0)"


def test_a_duel_of_equal_decks_ends() -> None:
    """All cards are Cannons, so that no flip decides."""
    p = position()
    for seat in p.state.seats:
        p.state.piles.mix[seat] = tuple(copy for copy in p.state.piles.mix[seat] if kind_of(copy) == CANNON)
    p.state.clock, p.state.agenda = 0, []
    p.state.worth[1:] = [9, 9, 4]
    p.run(("last war",))
    while not p.state.over:
        p.decide()
    assert len(p.said(Flipped)) == audit.MAX_FLIPS and p.state.winners in {(1,), (2,)}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"red_die__tick": "3"}, "the red die has 8 faces, not 6"),
        ({"numbers__start_worth": "30", "numbers__winning_worth": "30"}, "below the 30 Worth that win"),
        ({f"cards__{name}__copies": "0" for name in ("cannon", "shield", "build")}, "a deck of 8 cards"),
        ({"dials__might": "3/2/3/3/3"}, "none less than the one before"),
        ({"dials__influence": "0"}, "from 1 to 8"),
        ({"cards__upgrade__attack": "2"}, "there is no such value"),
    ],
)
def test_values_that_do_not_fit_are_refused(changes: dict[str, str], why: str) -> None:
    with pytest.raises(RulesetError) as refused:
        rules(**changes)
    assert why in str(refused.value)


def test_the_printed_rules_are_those_of_the_tables() -> None:
    printed = RULESETS.printed
    assert printed.cards == cards.CARDS and printed.red == cards.RED and printed.dials == cards.DIAL_VALUES
    assert (printed.sunset_loss, printed.sunset_steps) == (cards.SUNSET_LOSS, cards.SUNSET_STEPS)
    assert all(printed.decks[seat] == tuple(cards.deck_copies(seat)) for seat in range(1, MAX_SEATS + 1))
