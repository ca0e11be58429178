"""Effects of factions, Champions and cards in a battle."""

from __future__ import annotations

from core.games.bridgefront import events
from core.games.bridgefront.combat import start
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.combat.siege import begin_fight
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.battlefield import ATTACKER, DEFENDER, field, on, rolls, winner
from tests.support.games.bridgefront.positions import (
    champion,
    fight_while_dice_last,
    forces,
    happened,
    mark,
    position,
    scripted,
    step_of,
)

# Factions -------------------------------------------------------------------------------------------------------------


def test_F5_mine_militia_lasts_all_combat_rounds_and_shield_wall_one():
    """Mine Militia applies in all combat rounds, Shield Wall in the first, both only in defence (F5)."""
    state = position("refiner", "leadbound")
    hex_ = field(state)
    state.mines[hex_] = 5
    on(state, hex_, 1, 1)
    fought = Battle(step_of(state), hex_, 1, 2)
    fought.refresh_units()
    seen = []
    for fought.combat_round in (1, 2):
        seen.append((fought.threshold(fought.attacking), fought.threshold(fought.defending)))
    assert seen == [(2, 3), (2, 2)]
    fought = Battle(step_of(state), hex_, 2, 1)
    fought.refresh_units()
    fought.combat_round = 2
    assert fought.threshold(fought.defending) == 3


def test_gatewright_forces_hit_more_often_in_an_enemy_capital():
    """Gatewright Forces hit on 1-3 in an enemy Capital, attacking or defending, but not in their own."""
    state = position("gatewright", "cipher")
    capital = state.capital[2]
    on(state, capital, 1, 1)
    fought = Battle(step_of(state), capital, 2, 1, siege=True)
    fought.refresh_units()
    fought.combat_round = 4
    assert fought.threshold(fought.defending) == 3
    assert fought.threshold(fought.attacking) == 2


# Champions' and cards' effects in battle ------------------------------------------------------------------------------


def dice_of(state: Bridgefront, copy: int, hex_: int, combat_round: int = 1) -> int:
    """Return the number of dice that a Champion of the attacker would roll."""
    fought = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    fought.refresh_units()
    start.attach_effects(fought)
    fought.combat_round = combat_round
    own = state.champions[copy]
    stats = state.cards[state.card[copy]].stats
    return fought.dice(fought.side(own.owner), own, stats.dice)


def test_archivist_prime_rolls_for_cards_played():
    """Roll 1 extra die per card played this round (F10)."""
    state = position()
    hex_ = field(state)
    copy = champion(state, ATTACKER, "Archivist Prime", hex_)
    forces(state, DEFENDER, hex_, 1)
    state.played[ATTACKER] = 3
    assert dice_of(state, copy, hex_) == 4


def test_brute_and_duelist_dice_depend_on_enemy_champions():
    """Brute rolls 3 dice while there is no enemy Champion; Duelist Exemplar rolls 1 more with one."""
    state = position()
    hex_ = field(state)
    brute = champion(state, ATTACKER, "Brute", hex_)
    duelist = champion(state, ATTACKER, "Duelist Exemplar", hex_)
    forces(state, DEFENDER, hex_, 1)
    assert (dice_of(state, brute, hex_), dice_of(state, duelist, hex_)) == (3, 2)
    champion(state, DEFENDER, "Sergeant", hex_)
    assert (dice_of(state, brute, hex_), dice_of(state, duelist, hex_)) == (1, 3)


def test_lone_wolf_rolls_three_more_dice_without_friendly_forces():
    """Lone Wolf rolls 3 dice more in each combat round without a Force of its side.

    Other Champions do not matter.
    """
    state = position()
    hex_ = field(state)
    wolf = champion(state, ATTACKER, "Lone Wolf", hex_)
    champion(state, ATTACKER, "Sergeant", hex_)
    forces(state, DEFENDER, hex_, 1)
    assert dice_of(state, wolf, hex_) == 4
    forces(state, ATTACKER, hex_, 1)
    assert dice_of(state, wolf, hex_) == 1


def test_battle_cry_frenzy_and_slow_change_the_number_of_dice():
    """Battle Cry counts in combat round 1 only, Frenzy adds 2, and Slow means 1 die in any case."""
    state = position()
    hex_ = field(state)
    copy = champion(state, ATTACKER, "Jet Striker", hex_)
    forces(state, DEFENDER, hex_, 1)
    mark(state, "frenzy", ATTACKER, copy, 2)
    mark(state, "battle cry", ATTACKER)
    assert dice_of(state, copy, hex_) == 6
    assert dice_of(state, copy, hex_, combat_round=2) == 5
    mark(state, "frenzy", ATTACKER, copy, 2)
    assert dice_of(state, copy, hex_, combat_round=2) == 7
    mark(state, "slow", DEFENDER, copy)
    assert dice_of(state, copy, hex_) == 1
    assert not state.marks_of_kind("slow")


def test_hold_the_line_applies_only_to_the_defender_in_its_hex():
    """Hold the Line counts in all combat rounds where its player defends the hex."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 1, 1)
    mark(state, "hold the line", DEFENDER, hex_)
    mark(state, "hold the line", ATTACKER, hex_)
    fought = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    fought.refresh_units()
    fought.combat_round = 7
    assert (fought.threshold(fought.attacking), fought.threshold(fought.defending)) == (2, 3)


def test_breach_applies_in_combat_round_1_of_sieges():
    """In a siege the Forces of Capital Breaker's side hit on 1-3 in combat round 1, also defending."""
    state = position()
    capital = state.capital[2]
    on(state, capital, 1, 1)
    champion(state, DEFENDER, "Capital Breaker", capital)
    for siege, combat_round, threshold in ((True, 1, 3), (True, 2, 2), (False, 1, 2)):
        fought = Battle(step_of(state), capital, ATTACKER, DEFENDER, siege)
        fought.refresh_units()
        fought.combat_round = combat_round
        assert fought.threshold(fought.defending) == threshold


def test_inspiring_geezer_applies_in_the_combat_round_of_its_death():
    """While it lives in a battle, Forces of its side hit on 1-3.

    All dice of a combat round are fixed at its start.
    """
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 2)
    champion(state, DEFENDER, "Inspiring Geezer", hex_, hp=1)
    step = scripted(state, [1, 6, 3, 6, 6], [6, 1, 1], draws=[2, 0])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert [r.hits_on for r in rolls(step, 0, DEFENDER)] == [3, 2]


def test_gold_plated_armor_buys_damage_off_for_two_gold():
    """2 gold buy the damage off; with 0 or 1 gold it goes through."""
    state = position(gold=0)
    hex_ = field(state)
    state.gold[DEFENDER] = 3
    forces(state, ATTACKER, hex_, 3)
    plated = champion(state, DEFENDER, "Titan Vanguard", hex_)
    mark(state, "plated", DEFENDER, plated)
    step = scripted(state, [1, 1, 6, 1, 1], [6, 6, 6, 6], draws=[0] * 6)
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert state.champions[plated].hp == 9
    assert state.gold[DEFENDER] == 1
    assert happened(step, events.DamagePaidOff) == [events.DamagePaidOff(DEFENDER, plated, 2)]


def test_assassins_edge_takes_the_weakest_then_the_higher_bounty():
    """Assassin's Edge kills the Champion with the least HP, then the higher bounty.

    It works once per round and waits for an enemy Champion.
    """
    state = position()
    hex_ = field(state)
    blade = champion(state, ATTACKER, "Shadeblade", hex_)
    forces(state, DEFENDER, hex_, 1)
    begin_fight(scripted(state, [1, 6, 6, 6, 6, 6]), hex_, ATTACKER, DEFENDER)
    assert not state.marks_of_kind("spent")
    champion(state, DEFENDER, "Sergeant", hex_)
    dear = champion(state, DEFENDER, "Bannerman", hex_)
    champion(state, DEFENDER, "Titan Vanguard", hex_)
    step = scripted(state)
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.ChampionHurt) == [events.ChampionHurt(DEFENDER, dear, 1, 2)]
    assert state.marks_of_kind("spent", ATTACKER, blade)


def test_assassins_edge_of_both_sides_can_empty_the_battle():
    """If it empties both sides nobody has won and no dice are rolled.

    Bounty and Contracts are paid.
    """
    state = position("virtuous", "leadbound", gold=0)
    hex_ = field(state)
    champion(state, ATTACKER, "Shadeblade", hex_, hp=1)
    champion(state, DEFENDER, "Shadeblade", hex_, hp=1)
    step = scripted(state)
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert winner(step) == 0 and not happened(step, events.CombatRolled)
    assert state.gold[1:] == [5, 3]


def test_capturer_deploys_after_a_won_battle():
    """Each time it survives a battle that its side has won, deploy 1 Force to its hex."""
    state = position()
    hex_ = field(state)
    champion(state, ATTACKER, "Capturer", hex_)
    forces(state, DEFENDER, hex_, 1)
    begin_fight(scripted(state, [1, 6, 6]), hex_, ATTACKER, DEFENDER)
    assert state.forces[ATTACKER] == {hex_: 1}


def test_breakthrough_draws_more_after_a_win_in_its_hex():
    """Draw two cards more at the next Reset (L14).

    The mark is used up; the mark of another hex is not.
    """
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 1)
    mark(state, "breakthrough", ATTACKER, hex_, 2)
    mark(state, "breakthrough", ATTACKER, hex_ + 1, 2)
    begin_fight(scripted(state, [1, 1, 6]), hex_, ATTACKER, DEFENDER)
    assert state.next_draw[ATTACKER] == 2
    assert [m.what for m in state.marks_of_kind("breakthrough")] == [hex_ + 1]


def test_pulling_strings_pays_for_battles_between_other_players():
    """Earn 1 gold for each battle between other players."""
    state = position(seats=3, gold=0)
    hex_ = field(state)
    for seat in (1, 3):
        mark(state, "pulling strings", seat)
    on(state, hex_, 2, 1)
    step = scripted(state, [1, 1, 6])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.GoldTaken) == [events.GoldTaken(3, 1, "pulling strings")]
