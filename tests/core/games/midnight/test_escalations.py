"""The twenty Escalations by name, and when they are revealed."""

from __future__ import annotations

from typing import Any

from core.engine.chance.beacon import Chance
from core.games.midnight import escalations as es
from core.games.midnight.cards import BUILD, CANNON, INTELLIGENCE, LARGE_CANNON, SHIELD
from core.games.midnight.decisions import Act, Discard, Upgrades
from core.games.midnight.events import (
    Attacked,
    ClockTicked,
    EscalationEnded,
    EscalationRevealed,
    GlobalConflict,
    Looked,
    Recovered,
    TensionRolled,
    ToneRolled,
    WorthGained,
    WorthLost,
)
from core.games.midnight.game import GAME
from tests.support.games.midnight.table import BEACON, Position, beacons


def playing(escalation: int, seats: int = 3) -> Position:
    """Return a position with an Escalation in play."""
    p = Position(seats, escalations="on")
    p.state.escalations = (escalation,)
    return p


def revealing(escalation: int) -> Position:
    """Return a position in which the given Escalation is the only one left in its deck."""
    p = Position(escalations="on")
    p.state.escalation_deck = (escalation,)
    return p


def battle(p: Position) -> list[tuple[int, int, int]]:
    """Return a battle of a Cannon and a Large Cannon against a Shield."""
    p.border(1, 2, CANNON, LARGE_CANNON)
    p.border(2, 1, SHIELD)
    p.run(("dispute", 1, 2))
    return [(x.attack, x.defence, x.damage) for x in p.said(Attacked)]


def gained(p: Position) -> int:
    return sum(x.amount for x in p.said(WorthGained))


def tension(p: Position, face: str) -> None:
    """Roll the red die until it shows this face."""
    p.state.tense, p.state.agenda = 1, [("turn",)]
    for beacon in beacons():
        before = p.state.clone()
        p.run(("tension",), beacon=beacon)
        if p.events and [x for x in p.said(TensionRolled) if x.face == face]:
            return
        for name in before.field_names:
            setattr(p.state, name, getattr(before, name))
        p.events.clear()
    raise AssertionError(face)


def test_hair_triggers_raises_the_attack_by_2() -> None:
    assert battle(Position()) == [(6, 2, 4)]
    assert battle(playing(es.HAIR_TRIGGERS)) == [(8, 2, 6)]


def test_hardened_silos_raises_the_defence_by_1() -> None:
    assert battle(playing(es.HARDENED_SILOS)) == [(6, 3, 3)]


def test_war_bonds_makes_a_build_worth_one_more() -> None:
    p = playing(es.WAR_BONDS)
    p.border(1, 2, BUILD)
    (build,) = p.hand(1, BUILD)
    p.run(("dispute", 1, 2))
    assert gained(p) == 4
    p.decide(seat1=Act("discard", (build,)))
    assert gained(p) == 6


def test_mass_production_makes_a_set_worth_more() -> None:
    p = playing(es.MASS_PRODUCTION)
    three = p.hand(1, CANNON, CANNON, CANNON)
    p.run()
    p.decide(seat1=Act("set", three))
    assert gained(p) == 3


def test_rationing_lowers_the_hand_limit_to_6() -> None:
    p = playing(es.RATIONING)
    p.hand(1, *[CANNON] * 7)
    p.run(("trim",))
    assert p.asked("trim") == [1] and p.state.asking[0][2] == (1,)


def test_cheap_scrap_makes_each_discard_over_the_limit_cost_1_worth() -> None:
    p = playing(es.CHEAP_SCRAP)
    cards = p.hand(1, *[CANNON] * 7, SHIELD, SHIELD)
    p.run(("trim",))
    p.decide(seat1=Discard(cards[:2]))
    assert p.said(WorthLost)[0].amount == 2


def test_red_telephones_draws_3_cards_after_an_averted_tension() -> None:
    for escalations, drawn in (((), 2), ((es.RED_TELEPHONES,), 3)):
        p = Position(escalations="on")
        p.state.escalations = escalations
        tension(p, "averted")
        p.settle(lambda state: not state.asking or state.turn > 1)
        assert p.state.piles.hand_size(1) == drawn


def test_mobilisation_lets_each_nation_deploy_one_more_card() -> None:
    for seats, usual in ((3, 1), (4, 2), (5, 2)):
        for escalations in ((), (es.MOBILISATION,)):
            p = Position(seats, escalations="on")
            p.state.escalations = escalations
            tension(p, "rise")
            p.settle(lambda state: state.turn > 1 or state.asking[0][1] == "deploy")
            assert p.state.asking[0][2] == (usual + len(escalations),)


def test_brinkmanship_makes_a_roll_of_3_tense() -> None:
    for escalations, calm in (((), {1, 2, 3}), ((es.BRINKMANSHIP,), {1, 2})):
        rolled: set[tuple[int, bool]] = set()
        for beacon in beacons(40):
            p = Position(escalations="on")
            p.state.escalations, p.state.agenda = escalations, []
            p.run(("turn",), beacon=beacon)
            rolled.update((x.die, x.tense) for x in p.said(ToneRolled))
        assert rolled == {(die, die not in calm) for die in range(1, 7)}


def test_sudden_dawn_gives_an_upgrade_to_each_nation_that_is_not_in_ruin() -> None:
    p = revealing(es.SUDDEN_DAWN)
    p.state.ruined[3], p.state.worth[3] = 1, 0
    p.run(("escalation", 1))
    assert p.asked("upgrade") == [1, 2]
    p.decide(seat1=Upgrades((0,)), seat2=Upgrades((3,)))
    assert p.state.dials[1:] == [(1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0)]


def test_airlift_draws_2_cards_and_ticks_no_clock_for_an_empty_deck() -> None:
    p = revealing(es.AIRLIFT)
    p.empty_deck(2)
    p.state.agenda = []
    p.run(("escalation", 1))
    p.settle(lambda state: not state.asking)
    assert [p.state.piles.hand_size(seat) for seat in p.state.seats] == [2, 0, 2]
    assert not p.said(ClockTicked)


def test_double_headline_reveals_two_more_escalations() -> None:
    p = Position(escalations="on")
    p.state.agenda = []
    p.state.escalation_deck = (es.HAIR_TRIGGERS, es.DOUBLE_HEADLINE, es.FALLOUT, es.PLUNDER)
    p.run(("escalation", 1), beacon=next(b for b in beacons() if _first(p, b) == es.DOUBLE_HEADLINE))
    assert len(p.said(EscalationRevealed)) == 3 and len(p.state.escalations) == 2
    assert es.DOUBLE_HEADLINE not in p.state.escalation_deck + p.state.escalations


def _first(p: Position, beacon: bytes) -> int:
    return Chance(beacon).numbered_stream("escalation").pick(p.state.escalation_deck)


def test_forward_bases_allows_one_move_a_turn_without_an_action() -> None:
    p = playing(es.FORWARD_BASES)
    one, two = p.border(1, 2, CANNON, SHIELD)
    p.run()
    p.decide(seat1=Act("move", entries=(-one,), to=3))
    assert p.state.actions == 0
    p.decide(seat1=Act("move", entries=(-two,), to=3))
    assert p.state.actions == 1


def test_forward_bases_allows_the_move_after_the_last_action() -> None:
    p = playing(es.FORWARD_BASES)
    (one,) = p.border(1, 2, CANNON)
    p.state.actions = 2
    p.run()
    assert p.asked("act") == [1]
    assert {act.kind for act in GAME.options_of(p.state, 1, p.table.secrets[1])} == {"stop", "move"}
    p.decide(seat1=Act("move", entries=(-one,), to=3))
    assert not p.asked("act") or p.state.current == 2


def test_total_war_makes_all_nations_attack_in_a_conflict() -> None:
    p = playing(es.TOTAL_WAR)
    p.border(2, 3, CANNON)
    tension(p, "conflict")
    assert p.said(GlobalConflict) == [GlobalConflict(1)]
    assert [(x.attacker, x.defender) for x in p.said(Attacked)] == [(2, 3)]


def test_total_war_is_needed_for_a_conflict_of_all_nations() -> None:
    p = Position()
    p.border(2, 3, CANNON)
    p.border(2, 1, CANNON)
    tension(p, "conflict")
    assert not p.said(GlobalConflict)
    assert [(x.attacker, x.defender) for x in p.said(Attacked)] == [(2, 1)], "by the counterattack"


def test_plunder_gives_the_attacker_1_worth_for_a_successful_attack() -> None:
    p = playing(es.PLUNDER)
    battle(p)
    assert gained(p) == 1


def test_fallout_costs_each_nation_2_worth_when_the_clock_ticks() -> None:
    p = playing(es.FALLOUT)
    p.run(("tick", "die"))
    assert [x.amount for x in p.said(WorthLost)] == [2, 2, 2]


def test_sanctuary_lets_a_nation_in_ruin_recover() -> None:
    p = revealing(es.SANCTUARY)
    p.state.ruined[2], p.state.worth[2] = 1, 4
    p.run(("escalation", 1))
    assert p.said(Recovered) == [Recovered(2)]


def test_spies_everywhere_lets_intelligence_look_at_a_second_nation() -> None:
    for escalations, looked in (((), [3]), ((es.SPIES_EVERYWHERE,), [2, 3])):
        p = Position(escalations="on")
        p.state.escalations = escalations
        p.border(2, 1, CANNON)
        (spy,) = p.hand(1, INTELLIGENCE)
        p.run()
        p.decide(seat1=Act("discard", (spy,), to=3))
        p.settle()
        assert [x.owner for x in p.said(Looked)] == looked


def test_deep_magazines_allows_storing_two_cards_with_one_action() -> None:
    p = playing(es.DEEP_MAGAZINES)
    a, b, c = p.hand(1, CANNON, SHIELD, BUILD)
    p.run()
    p.decide(seat1=Act("store", entries=(-a, -b)))
    assert p.state.stock[1] == (-a, -b) and p.state.actions == 1
    p.decide(seat1=Act("store", entries=(-c,)))
    assert len(p.state.stock[1]) == 3


def test_armistice_prevents_losses_until_the_clock_ticks() -> None:
    p = playing(es.ARMISTICE)
    assert battle(p) == [(6, 2, 0)]
    p.state.asking = ()
    p.run(("tick", "die"))
    assert p.said(EscalationEnded) == [EscalationEnded(es.ARMISTICE)] and not p.state.escalations


def test_an_escalation_is_revealed_at_each_sunrise() -> None:
    for value, revealed in (("off", 0), ("on", 1)):
        p = Position(escalations=value)
        p.state.escalation_deck = (es.FALLOUT, es.PLUNDER) if value == "on" else ()
        p.state.agenda = []
        p.run(("sunrise",), beacon=BEACON)
        found: list[Any] = p.said(EscalationRevealed)
        assert len(found) == revealed
