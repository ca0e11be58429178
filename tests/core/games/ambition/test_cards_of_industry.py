"""Every card of Ambition that is not in test_cards.py (rules 2.2, 2.3), with at least one test each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.games.ambition import events as e
from core.games.ambition.cards import (
    BUNKER,
    CARD_NIGHT,
    DATAWORKS,
    DEAD_HAND,
    DRILL,
    EARLY_WARNING,
    FREIGHTLINE,
    GRIDWORKS,
    INDUSTRIES,
    INTRIGUE_DECK,
    INTRIGUES,
    NATIONALISATION,
    NEW_BLOOD,
    NUCLEAR_ARMS,
    TECMED,
    TRADE_FAIR,
    TURNCOAT,
    ULTIMATUM,
    VENTURE,
    WIREHOUSE,
    WIRETAP,
)
from core.games.ambition.decisions import (
    Aim,
    Counter,
    Doubt,
    Duel,
    Industry,
    Launch,
    Shelter,
    Shift,
    Yield,
)
from core.games.ambition.game import GAME
from tests.core.games.ambition.test_cards import aimed, illegal
from tests.support.games.ambition.table import PURSE, Position, rolling

# Special challenges ---------------------------------------------------------------------------------------------------


def test_SC1_the_higher_elite_gains_8_and_the_lower_loses_5() -> None:
    for mine, theirs, purse in ((5, 2, [18, 5, 10]), (1, 4, [5, 18, 10]), (3, 3, [10, 10, 10])):
        p = Position()
        (a,), (b,) = p.elites(1, mine), p.elites(2, theirs)
        p.resolve(CARD_NIGHT)
        assert illegal(p, 1, Aim(3)), "3 has no Elite"
        p.decide(seat1=Aim(2))
        assert p.asked("duel") == [1, 2]
        p.decide(seat1=Duel(p.card(1, a)), seat2=Duel(p.card(2, b)))
        assert p.purse == purse and not p.worths(1) + p.worths(2)
        assert len(p.state.elites_spent[1]) == len(p.state.elites_spent[2]) == 1


def test_SC1_without_an_elite_has_no_effect() -> None:
    p = Position()
    p.elites(2, 3)
    p.resolve(CARD_NIGHT)
    assert p.said(e.NoEffect)


def test_SC2_answering_yes_costs_the_card_or_5() -> None:
    for kind, purse in (("give", [10, 10, 10]), ("pay", [15, 5, 10])):
        p = Position()
        (slot, other) = p.intrigue(2, EARLY_WARNING, DRILL)
        p.resolve(ULTIMATUM)
        assert illegal(p, 1, Aim(2, DRILL)), "only three cards may be named"
        p.decide(seat1=Aim(2, EARLY_WARNING))
        assert illegal(p, 2, Yield("give", p.card(2, other)))
        p.decide(seat2=Yield(kind, p.card(2, slot) if kind == "give" else 0))
        assert not p.asked("doubt"), "yes cannot be challenged"
        assert p.purse == purse and len(p.held(2, "intrigue")) == (1 if kind == "give" else 2)


def test_SC2_answering_no_is_a_claim_and_a_false_claim_costs_only_the_card() -> None:
    for held, purse in ((EARLY_WARNING, [10, 0, 20]), (DRILL, [10, 10, 0])):
        p = Position()
        p.intrigue(2, held)
        aimed(ULTIMATUM, Aim(2, EARLY_WARNING), p)
        p.decide(seat2=Yield("no"))
        p.decide(seat3=Doubt(2))
        assert p.purse == purse and p.held(2, "intrigue") == ([] if held == EARLY_WARNING else [DRILL])


@pytest.mark.parametrize("sealed", [False, True])
def test_SC3_shows_all_elites_of_a_player_and_gains_2(sealed: bool) -> None:
    p = Position(sealed=sealed)
    slots = p.elites(2, 1, 5)
    p.resolve(WIRETAP)
    assert illegal(p, 1, Aim(3)), "3 has no Elite"
    p.decide(seat1=Aim(2))
    for seat in (1, 3):
        GAME.learn(p.state, seat, p.table.secrets[seat])
    assert {*slots} <= p.table.secrets[1].drawn.keys() and not {*slots} & p.table.secrets[3].drawn.keys()
    assert p.purse == [PURSE + 2, PURSE, PURSE]


def test_BE2_takes_a_card_and_3_influence() -> None:
    p = Position()
    p.purses(PURSE, 2, PURSE)
    p.intrigue(2, DRILL)
    p.resolve(TURNCOAT)
    p.decide(seat1=Aim(2))
    assert p.purse == [PURSE + 2, 0, PURSE] and p.held(1, "intrigue") == [DRILL] and not p.held(2, "intrigue")


@pytest.mark.parametrize(("holders", "purse"), [((), PURSE), ((2,), PURSE - 8), ((2, 3), 0), ((1,), PURSE)])
def test_DE3_costs_the_player_of_armageddon_8(holders: tuple[int, ...], purse: int) -> None:
    p = Position()
    p.tokens(1, 2, 3)
    for seat in holders:
        p.intrigue(seat, DEAD_HAND)
    p.finish(player=1)
    assert p.purse == [purse, PURSE, PURSE]
    assert p.state.points[2] == PURSE + 2 * (2 in holders), "an Intrigue card is worth 2"


def test_DE3_does_nothing_when_the_deck_runs_out() -> None:
    p = Position()
    p.intrigue(2, DEAD_HAND)
    p.finish(why="exhaustion")
    assert p.purse == [PURSE] * 3


# Industry -------------------------------------------------------------------------------------------------------------


def test_IB1_draws_an_industrial_card() -> None:
    p = Position()
    p.resolve(TRADE_FAIR)
    assert [len(p.state.hand(seat, "industry")) for seat in p.state.seats] == [1, 0, 0]


def test_IB2_draws_1_card_for_each_player_and_2_for_the_active_player() -> None:
    p = Position(4)
    p.resolve(VENTURE, seat=3)
    assert [len(p.state.hand(seat, "industry")) for seat in p.state.seats] == [1, 1, 2, 1]


def test_IB3_closes_an_industry_and_draws_a_card() -> None:
    p = Position()
    (copy,) = p.in_play(2, WIREHOUSE)
    p.in_play(1, TECMED)
    p.resolve(NATIONALISATION)
    assert illegal(p, 1, Aim(1, TECMED)) and illegal(p, 1, Aim(2, TECMED))
    p.decide(seat1=Aim(2, WIREHOUSE))
    assert p.state.industry_spent[2] == (copy,) and not p.state.industry[2]
    assert len(p.state.hand(1, "industry")) == 1


def test_NB1_draws_2_elites() -> None:
    p = Position()
    p.resolve(NEW_BLOOD)
    assert [len(p.state.hand(seat, "elites")) for seat in p.state.seats] == [2, 0, 0]


# Defence: more of it in test_strikes.py -------------------------------------------------------------------------------


def struck(p: Position, target: int = 2) -> Position:
    """Let seat 3 launch at the target."""
    p.state.token[3], p.state.current = 1, 3
    (slot,) = p.intrigue(3, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(seat3=Launch(target, p.card(3, slot)))
    return p


def test_DE1_lets_the_target_deflect_a_strike() -> None:
    p = Position()
    (slot,) = p.intrigue(2, EARLY_WARNING)
    struck(p)
    p.decide(seat2=Counter(p.card(2, slot)))
    assert [x.seat for x in p.said(e.Deflected)] == [2] and p.purse == [PURSE] * 3 and EARLY_WARNING in p.spent()


def test_DE2_halves_the_loss_and_keeps_the_hand() -> None:
    p = Position()
    (slot, _) = p.intrigue(2, DRILL, DRILL)
    p.plants(2, TECMED)
    struck(p)
    p.decide()
    p.decide()
    p.decide(seat2=Shelter(p.card(2, slot)))
    assert p.purse == [0, PURSE - 5, PURSE] and p.held(2, "intrigue") == [DRILL] and p.held(2, "industry") == [TECMED]


# Industries in play ---------------------------------------------------------------------------------------------------


def test_IN1_tecmed_halves_the_loss_of_influence_but_not_of_cards() -> None:
    p = Position()
    p.in_play(2, TECMED)
    p.intrigue(2, EARLY_WARNING)
    struck(p)
    for _ in range(3):
        p.decide()
    assert p.purse == [0, PURSE - 5, PURSE] and not p.held(2, "intrigue") and len(p.state.industry[2]) == 1


def test_IN2_bunker_shields_its_owner_from_one_strike() -> None:
    p = Position()
    (copy,) = p.in_play(2, BUNKER)
    p.intrigue(2, DRILL)
    struck(p)
    p.decide()
    p.decide()
    assert p.asked("shelter") == [1], "a Bunker goes before a Drill"
    p.decide()
    assert p.purse == [0, PURSE, PURSE] and p.held(2, "intrigue") == [DRILL]
    assert not p.state.industry[2] and p.state.industry_spent[2] == (copy,)


def test_IN3_gridworks_gains_1_once_a_turn() -> None:
    p = Position()
    p.in_play(1, GRIDWORKS)
    p.run(("industry",))
    p.decide(seat1=Industry("gridworks"))
    assert p.purse[0] == PURSE + 1 and not p.state.asking


def test_IN4_wirehouse_changes_the_die_by_1() -> None:
    p = Position()
    p.in_play(1, WIREHOUSE)
    p.run(("roll",), beacon=rolling(4))
    assert [illegal(p, 1, Shift(die)) for die in range(8)] == [True, True, True, False, False, False, True, True]
    p.decide(seat1=Shift(5))
    assert p.said(e.DieTurned) == [e.DieTurned(1, 5)] and p.state.asking[0][2] == (
        ("pass", "claim", "propose", "seal"),
    )
    p = Position()
    p.in_play(1, WIREHOUSE)
    p.run(("roll",), beacon=rolling(6))
    assert illegal(p, 1, Shift(7)) and not illegal(p, 1, Shift(5))


def test_IN5_freightline_draws_2_and_uses_1() -> None:
    p = Position()
    p.in_play(1, FREIGHTLINE)
    deck = len(p.state.shared.decks[INTRIGUE_DECK])
    p.top(INTRIGUE_DECK, DRILL, EARLY_WARNING)
    p.run(("draw intrigue",))
    p.decide()
    p.decide()
    assert len(p.held(1, "intrigue")) == 1 and len(p.state.shared.decks[INTRIGUE_DECK]) == deck - 1


@pytest.mark.parametrize("sealed", [False, True])
def test_IN6_dataworks_lets_its_owner_look_at_an_elite_for_1(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.in_play(1, DATAWORKS)
    (slot,) = p.elites(2, 5)
    p.run(("industry",))
    assert illegal(p, 1, Industry("dataworks", other=3)), "3 has none"
    p.decide(seat1=Industry("dataworks", other=2))
    for seat in (1, 3):
        GAME.learn(p.state, seat, p.table.secrets[seat])
    assert slot in p.table.secrets[1].drawn and slot not in p.table.secrets[3].drawn
    assert p.purse[0] == PURSE - 1 and not p.state.asking, "once a turn"


def test_an_industry_played_displaces_the_same_type_of_another_player() -> None:
    p = Position()
    (old,) = p.in_play(2, TECMED)
    (new, twin) = p.plants(1, TECMED, TECMED)
    p.run(("industry",))
    p.decide(seat1=Industry("play", p.card(1, new)))
    assert p.state.industry_spent[2] == (old,) and p.state.holder(TECMED) == 1
    assert illegal(p, 1, Industry("play", p.card(1, twin))), "it is in play in front of it"
    p.decide(seat1=Industry("stop"))
    assert not p.state.asking


def test_every_card_of_ambition_has_a_test() -> None:
    files = (Path(__file__), Path(__file__).with_name("test_cards.py"))
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    tested = set(re.findall(r"def test_([A-Z]{2}\d)_", source))
    assert {card.code for card in INTRIGUES} <= tested
    assert {f"IN{i}" for i in range(1, len(INDUSTRIES) + 1)} <= tested
