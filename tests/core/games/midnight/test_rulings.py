"""The rulings of docs/play/rules/midnight.md, with one test each and the number in its name."""

from __future__ import annotations

import pytest

from core.bots.random_bot import Dice
from core.engine.game import IllegalDecision
from core.games.midnight.action import is_pair, set_kind
from core.games.midnight.cards import BUILD, CANNON, INTELLIGENCE, JAM, LARGE_CANNON, SHIELD, SIREN, UPGRADE, kind_of
from core.games.midnight.changes import RULESETS
from core.games.midnight.decisions import Act, Capture, Deploy, Discard, Downgrade, Upgrades
from core.games.midnight.events import (
    Attacked,
    CardTaken,
    ClockTicked,
    DisputeBegan,
    Eliminated,
    Fell,
    GlobalConflict,
    MatchEnded,
    Recovered,
    SunRose,
    TensionRolled,
    ToneRolled,
    UpgradesTriggered,
    WorthGained,
)
from core.games.midnight.game import GAME
from core.games.midnight.turn import TRIM
from tests.support.games.midnight.table import Position, beacons


def over(p: Position) -> MatchEnded:
    """Return the end of the match, once everything is opened."""
    p.settle(lambda state: state.over)
    ended: MatchEnded = p.said(MatchEnded)[0]
    return ended


def test_R1_the_first_player_is_random() -> None:
    firsts = set()
    for beacon in beacons(40):
        p = Position()
        p.state.turn, p.state.agenda = 0, []
        p.run(("first player",), beacon=beacon)
        firsts.add(p.state.current)
    assert firsts == {1, 2, 3}


def test_R2_a_turn_draw_from_an_empty_deck_ticks_the_clock() -> None:
    p = Position()
    p.empty_deck(2)
    p.state.agenda = []
    p.run(("turn",))
    assert p.said(ClockTicked) == [ClockTicked(4, "deck")]


def test_R2_intelligence_with_an_empty_deck_does_not_tick_the_clock() -> None:
    p = Position()
    (spy,) = p.hand(1, INTELLIGENCE)
    p.empty_deck(1)
    p.run()
    p.decide(seat1=Act("discard", (spy,), to=2))
    assert p.state.clock == 5 and not p.said(ClockTicked)


def test_R3_nations_in_ruin_count_for_upgrades() -> None:
    p = Position()
    p.state.ruined[3], p.state.worth[3] = 1, 0
    p.capital(1, UPGRADE)
    first, second = p.hand(1, UPGRADE, UPGRADE)
    p.run()
    p.decide(seat1=Act("capital", (first,)))
    assert not p.said(UpgradesTriggered), "two of three nations are not enough"
    p.decide(seat1=Act("capital", (second,)))
    assert p.said(UpgradesTriggered) and p.asked("upgrade") == [1]
    p.decide(seat1=Upgrades((2, 2, 3)))
    assert p.state.dials[1] == (0, 0, 2, 1) and not p.state.capital[1]


def test_R4_a_nation_in_ruin_keeps_the_sirens_silent() -> None:
    for ruined in (False, True):
        p = Position()
        p.state.ruined[3], p.state.worth[3] = int(ruined), 3
        p.capital(2, SIREN)
        if not ruined:
            p.capital(3, SIREN)
        (siren,) = p.hand(1, SIREN)
        p.run()
        p.decide(seat1=Act("capital", (siren,)))
        assert bool(p.said(ClockTicked)) is not ruined


def test_R5_sirens_stay_when_another_cause_ticks_the_clock() -> None:
    p = Position()
    p.capital(2, SIREN)
    p.run(("tick", "die"))
    assert len(p.state.capital[2]) == 1


def test_R6_a_clock_tick_ends_the_turn() -> None:
    p = Position()
    p.capital(2, SIREN)
    p.capital(3, SIREN)
    siren, *_ = p.hand(1, SIREN, *[CANNON] * 7, SHIELD, SHIELD)
    p.state.tense = 1
    p.run()
    p.decide(seat1=Act("capital", (siren,)))
    p.settle()
    assert p.state.turn == 2 and p.state.current == 2
    assert len(p.state.piles.shown[1]) == 9 and not p.said(TensionRolled), "no trim, no red roll"


def test_R7_worth_never_falls_below_zero() -> None:
    p = Position()
    p.state.worth[2] = 1
    p.border(1, 2, LARGE_CANNON)
    p.run(("dispute", 1, 2))
    assert p.state.worth[2] == 0 and p.said(Fell) == [Fell(2, 1)]


def test_R8_the_last_nation_at_sunset_keeps_one_worth() -> None:
    p = Position()
    p.state.clock = 2
    p.state.worth[1:] = [2, 4, 4]
    p.state.current = 3
    p.run(("tick", "die"))
    assert over(p) == MatchEnded(3, "devastation"), "of two with the most, the closest clockwise from P"
    assert p.state.worth[3] == 1


def test_T2_all_falling_nations_are_in_ruin_before_the_first_chooses() -> None:
    p = Position(seats=4)
    p.state.clock = 5
    p.state.worth[1:] = [9, 1, 1, 9]
    p.state.dials[2] = p.state.dials[3] = (1, 0, 0, 0)
    p.state.current = 3
    p.run(("tick", "die"))
    assert p.said(Fell) == [Fell(3, 0), Fell(2, 0)], "clockwise from P"
    assert p.state.ruined[1:] == [0, 1, 1, 0] and p.asked("downgrade") == [3]
    p.decide()
    assert p.asked("downgrade") == [2], "one after the other, clockwise from P"


def test_T2_no_player_is_asked_if_the_falls_end_the_match() -> None:
    p = Position()
    p.state.clock = 5
    p.state.worth[1:] = [9, 1, 1]
    p.state.dials[2] = p.state.dials[3] = (1, 0, 0, 0)
    p.run(("tick", "die"))
    assert over(p) == MatchEnded(1, "devastation") and not p.asked("downgrade")
    assert p.state.ruined[1:] == [0, 1, 1], "the second to fall fell with the first"


@pytest.mark.parametrize(("option", "fought"), [("conflict", True), ("none", False)])
def test_T4_the_last_sunset_has_a_conflict_unless_the_option_omits_it(option: str, fought: bool) -> None:
    p = Position(last_sunset=option)
    p.state.clock = 1
    p.state.worth[1:] = [30, 30, 30]
    p.border(1, 2, BUILD)
    p.run(("tick", "die"))
    p.settle(until=lambda state: state.phase == "midnight")
    assert bool(p.said(GlobalConflict)) is fought, "before the stockpiles are taken up"
    assert bool(p.said(DisputeBegan)) is fought


def test_T4_the_option_does_not_affect_earlier_sunsets() -> None:
    p = Position(last_sunset="none")
    p.state.clock = 2
    p.state.worth[1:] = [30, 30, 30]
    p.run(("tick", "die"))
    p.settle(until=lambda state: bool(p.said(SunRose)))
    assert p.said(GlobalConflict)


def test_TRIM_default_discards_are_random_but_repeatable() -> None:
    p = Position()
    p.hand(1, *[CANNON] * 7, SHIELD, JAM)
    p.run(("trim",))
    assert p.asked("trim") == [1]
    chosen = set()
    for seed in range(40):
        own = p.table.secrets[1]
        chosen.add(TRIM.default_answer(p.state, 1, own, Dice(bytes([seed]) * 8), 2))
    assert len(chosen) > 5, "not always the same cards"
    assert GAME.default_decision(p.state, 1, own) == GAME.default_decision(p.state, 1, own), (
        "the same again after a restart"
    )


def test_R9_a_nation_in_ruin_cannot_be_targeted_or_disputed() -> None:
    p = Position()
    p.state.ruined[2], p.state.worth[2] = 1, 0
    (lying,) = p.border(1, 2, BUILD)
    (cannon,) = p.hand(1, CANNON)
    p.run()
    with pytest.raises(IllegalDecision):
        GAME.check(p.state, 1, Act("border", entries=(-cannon,), to=2))
    GAME.check(p.state, 1, Act("border", entries=(-cannon,), to=3))
    GAME.check(p.state, 1, Act("move", entries=(-lying,), to=3))
    p.state.asking = ()
    p.run(("disputes", ((1, 2), (1, 3))))
    assert p.state.border(1, 2) == (-lying,) and not p.said(WorthGained)


def test_R10_a_nation_in_ruin_discards_its_borders_and_capital() -> None:
    p = Position()
    border, capital = p.border(2, 3, CANNON), p.capital(2, SIREN)
    p.state.agenda = []
    p.run(("fall", 2))
    assert set(border + capital) <= set(p.state.piles.discard[2])
    assert not p.state.border(2, 3) and not p.state.capital[2]


@pytest.mark.parametrize(
    ("kinds", "stands_for"),
    [
        ((CANNON, CANNON, CANNON), CANNON),
        ((SHIELD, JAM, SIREN), SHIELD),
        ((CANNON, INTELLIGENCE, CANNON), CANNON),
        ((JAM, SIREN, INTELLIGENCE), -1),
        ((CANNON, SHIELD, JAM), -1),
        ((CANNON, CANNON, LARGE_CANNON), -1),
        ((BUILD, BUILD, BUILD), -1),
    ],
)
def test_R11_wild_cards_complete_a_set_of_one_kind(kinds: tuple[int, ...], stands_for: int) -> None:
    assert set_kind(RULESETS.printed, kinds) == stands_for


@pytest.mark.parametrize(
    ("kinds", "pair"),
    [((BUILD, BUILD), True), ((JAM, UPGRADE), True), ((BUILD, CANNON), False), ((JAM, SIREN), True)],
)
def test_R12_two_equal_or_wild_cards_are_a_pair(kinds: tuple[int, ...], pair: bool) -> None:
    assert is_pair(RULESETS.printed, kinds) is pair


def test_R12_several_pairs_are_several_actions() -> None:
    p = Position()
    p.state.ruined[1], p.state.worth[1] = 1, 0
    a, b, c, d = p.hand(1, BUILD, BUILD, CANNON, CANNON)
    p.run()
    p.decide(seat1=Act("pair", (a, b)))
    p.decide(seat1=Act("pair", (c, d)))
    assert p.state.worth[1] == 4 and not p.asked("act")


def test_R13_a_captor_takes_the_top_of_the_deck_if_the_hand_is_empty() -> None:
    p = Position()
    p.border(1, 2, LARGE_CANNON)
    p.state.worth[2] = 1
    p.run(("dispute", 1, 2))
    p.settle(lambda state: bool(state.passing) or not state.asking)
    before = len(p.state.piles.hand[1])
    p.settle(lambda state: not state.passing)
    assert p.said(CardTaken) == [CardTaken(1, 2, 0)]
    assert len(p.state.piles.hand[1]) == before + 1
    assert kind_of(p.table.secrets[1].faces[p.state.piles.hand[1][0]]) >= 0


def test_R14_the_defender_captures_from_an_attacker_who_falls() -> None:
    p = Position()
    p.border(1, 2, CANNON)
    p.border(2, 1, LARGE_CANNON)
    (held,) = p.hand(1, BUILD)
    p.state.worth[1] = 3
    p.run(("dispute", 1, 2))
    assert p.said(Fell) == [Fell(1, 2)] and p.asked("capture") == [2]
    p.decide(seat2=Capture(-held))
    assert p.said(CardTaken) == [CardTaken(2, 1, held)] and held in p.state.piles.shown[2]


def test_R15_a_hand_is_trimmed_only_in_its_owners_turn() -> None:
    p = Position()
    p.hand(2, *[CANNON] * 7, SHIELD, SHIELD)
    p.run()
    p.decide(seat1=Act("stop"))
    assert (p.state.current == 2 and p.state.piles.hand_size(2) == 9) or p.asked("fresh")
    p.settle()
    p.decide(seat2=Act("stop"))
    assert p.asked("trim") == [2]


def test_R16_a_pact_takes_effect_between_actions() -> None:
    p = Position(pacts="on")
    p.run()
    assert p.asked("offers") == [2, 3]
    p.decide(seat1=Act("stop", offers=((2, 1),)))
    assert p.state.offers[1] == ((2, 1),) and not p.state.pacts
    p.settle()
    p.decide(seat2=Act("stop", offers=((1, 1),)))
    assert p.state.pacts == ((1, 2, 1),) and p.state.pact_card == [0, 0, 1, 1]


def test_R17_guns_on_the_border_break_a_new_pact() -> None:
    p = Position(pacts="on")
    p.border(1, 2, CANNON)
    p.border(2, 1, SHIELD)
    p.state.pacts = ((1, 2, 1),)
    p.run(("dispute", 1, 2))
    attack = p.said(Attacked)[0]
    assert (attack.attack, attack.defence) == (4, 0), "two Might more, and the Shield is discarded unused"
    assert not p.state.pacts


def test_R18_a_pact_survives_ruin() -> None:
    p = Position(pacts="on")
    p.state.pacts = ((1, 2, 1),)
    p.state.agenda = []
    p.run(("fall", 2))
    assert p.state.pacts == ((1, 2, 1),)


def test_R19_tensions_rise_plays_cards_only_on_borders() -> None:
    p = Position()
    siren, cannon = p.hand(1, SIREN, CANNON)
    p.run(("deploy", 1))
    with pytest.raises(IllegalDecision):
        GAME.check(p.state, 1, Deploy(((2, -siren),)))
    with pytest.raises(IllegalDecision):
        GAME.check(p.state, 1, Deploy(((2, -cannon), (3, -cannon))))
    GAME.check(p.state, 1, Deploy(()))
    p.decide(seat1=Deploy(((2, -cannon),)))
    assert p.state.border(1, 2) == (-cannon,)


def test_R20_intelligence_has_a_fixed_order_of_targets() -> None:
    for mine, theirs, gone in (
        ((INTELLIGENCE,), (BUILD, JAM), BUILD),
        ((INTELLIGENCE, CANNON), (BUILD, JAM), JAM),
        ((INTELLIGENCE,), (JAM, INTELLIGENCE), JAM),
        ((INTELLIGENCE,), (INTELLIGENCE, CANNON), INTELLIGENCE),
    ):
        p = Position()
        p.border(1, 2, *mine)
        p.border(2, 1, *theirs)
        happened = p.run(("dispute", 1, 2))
        cancelled = next(x for x in happened if type(x).__name__ == "CardCancelled")
        assert cancelled.seat == 2 and kind_of(cancelled.copy) == gone


def test_R20_a_jam_takes_the_large_cannon_first() -> None:
    p = Position()
    p.border(1, 2, JAM)
    p.border(2, 1, CANNON, LARGE_CANNON)
    p.run(("dispute", 1, 2))
    assert [x.attack for x in p.said(Attacked)] == [2]


def test_R21_at_midnight_upgrades_work_and_sirens_do_nothing() -> None:
    p = Position()
    p.state.clock, p.state.agenda = 0, [("act",)]
    p.capital(2, SIREN, UPGRADE)
    p.capital(3, SIREN, UPGRADE)
    siren, upgrade = p.hand(1, SIREN, UPGRADE)
    p.run()
    p.decide(seat1=Act("capital", (siren,)))
    assert not p.said(ClockTicked)
    p.decide(seat1=Act("capital", (upgrade,)))
    assert p.said(UpgradesTriggered)


def test_R22_a_fully_defended_attack_plunders_nothing() -> None:
    for guns, gained in ((1, 0), (2, 1)):
        p = Position(escalations="on")
        p.state.escalations = (14,)
        p.border(1, 2, *[CANNON] * guns)
        p.border(2, 1, SHIELD)
        p.run(("dispute", 1, 2))
        assert sum(x.amount for x in p.said(WorthGained)) == gained


def test_R23_eliminated_nations_are_out_of_disputes() -> None:
    p = Position()
    p.state.clock, p.state.eliminated[2] = 0, 1
    p.border(1, 2, CANNON)
    (cannon,) = p.hand(1, CANNON)
    p.run(("disputes", ((1, 2),)))
    assert not p.said(Attacked)
    with pytest.raises(IllegalDecision):
        GAME.check(p.state, 1, Act("border", entries=(-cannon,), to=2))


def test_R24_actions_done_in_ruin_count_after_recovery() -> None:
    p = Position()
    p.state.ruined[1], p.state.worth[1] = 1, 5
    a, b, _ = p.hand(1, BUILD, BUILD, CANNON)
    p.run()
    p.decide(seat1=Act("pair", (a, b)))
    assert p.said(Recovered) == [Recovered(1)] and p.state.worth[1] == 7
    assert p.state.asking[0][2] == (1,), "one of two is left"


def test_R25_sixty_worth_ends_the_match_at_once_before_midnight() -> None:
    for clock, ends in ((5, True), (0, False)):
        p = Position()
        p.state.clock, p.state.worth[1] = clock, 59
        (build,) = p.hand(1, BUILD)
        p.run()
        p.decide(seat1=Act("discard", (build,)))
        assert (p.state.phase == "final audit") is ends
        if ends:
            assert over(p) == MatchEnded(1, "economy")


def test_R26_the_default_action_of_a_late_seat_is_to_stop() -> None:
    p = Position()
    p.hand(1, BUILD)
    p.run()
    assert GAME.default_decision(p.state, 1, p.table.secrets[1]) == Act("stop")


def test_R27_escalations_add_up() -> None:
    p = Position(escalations="on")
    p.state.escalations = (0, 1)
    p.border(1, 2, CANNON, LARGE_CANNON)
    p.border(2, 1, SHIELD)
    p.run(("dispute", 1, 2))
    assert (p.said(Attacked)[0].attack, p.said(Attacked)[0].defence) == (3 + 5, 3)


def test_R28_the_fee_can_ruin_a_nation_without_a_captor() -> None:
    p = Position()
    p.state.worth[1] = 2
    cards = p.hand(1, *[CANNON] * 7, SHIELD)
    p.state.tense = 1
    p.run(("trim",))
    p.decide(seat1=Discard(cards[:1]))
    assert p.said(Fell) == [Fell(1, 0)]
    p.settle()
    assert p.state.current == 2 and not p.said(TensionRolled)


def test_R28_a_nation_in_ruin_pays_no_fee() -> None:
    p = Position()
    p.state.ruined[1], p.state.worth[1] = 1, 3
    cards = p.hand(1, *[CANNON] * 7, SHIELD)
    p.run(("trim",))
    p.decide(seat1=Discard(cards[:1]))
    assert p.state.worth[1] == 3


def test_R29_falling_at_midnight_is_elimination() -> None:
    p = Position()
    p.state.clock, p.state.worth[2] = 1, 3
    p.hand(2, BUILD)
    p.run(("tick", "die"))
    assert p.said(Eliminated) == [Eliminated(2)] and not p.said(Fell) and not p.asked("capture")


def test_R29_devastation_is_checked_after_each_elimination() -> None:
    p = Position()
    p.state.clock = 1
    p.state.worth[1:] = [20, 3, 3]
    p.run(("tick", "die"))
    assert over(p) == MatchEnded(1, "devastation")


def test_RU3_victim_and_captor_choose_at_the_same_time() -> None:
    p = Position()
    p.border(1, 2, LARGE_CANNON)
    (held,) = p.hand(2, CANNON)
    p.dials(2, 0, 2, 0, 1)
    p.state.worth[2] = 1
    p.run(("dispute", 1, 2))
    assert p.asked("capture") == [1] and p.asked("downgrade") == [2]
    with pytest.raises(IllegalDecision):
        GAME.check(p.state, 2, Downgrade(0))
    p.decide(seat1=Capture(-held), seat2=Downgrade(1))
    assert p.state.dials[2] == (0, 1, 0, 1)


def test_only_a_tense_tone_rolls_tension() -> None:
    for beacon in beacons(8):
        p = Position()
        p.state.agenda = []
        p.run(("turn",), beacon=beacon)
        p.settle()
        tone = p.said(ToneRolled)[0]
        assert tone.tense is (tone.die > 3)
        turn = p.state.current
        while p.state.current == turn and not p.said(TensionRolled) and not p.said(ClockTicked):
            p.decide(p.table.beacon(), **{f"seat{turn}": Act("stop")} if p.asked("act") else {})
        assert any(x.seat == tone.seat for x in p.said(TensionRolled)) is tone.tense


def test_a_nation_that_ruins_the_last_rival_wins_by_devastation() -> None:
    p = Position()
    p.state.ruined[3], p.state.worth[3] = 1, 0
    p.state.worth[2] = 1
    p.border(1, 2, CANNON)
    p.run(("dispute", 1, 2))
    assert over(p) == MatchEnded(1, "devastation")


def test_a_duel_decides_a_tie_at_the_end() -> None:
    winners = set()
    for seed in range(6):
        p = Position()
        p.state.clock, p.state.agenda = 0, []
        p.state.worth[1:] = [9, 9, 4]
        p.run(("last war",), beacon=bytes([seed]) * 32)
        p.state.beacon = bytes([seed]) * 32
        ended = over(p)
        assert ended.why == "duel"
        winners.add(ended.winner)
    assert winners <= {1, 2}
