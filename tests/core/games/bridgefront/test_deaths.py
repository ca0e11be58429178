"""Deaths of Champions (rules 11.4d): who is paid and in which order, and defections to the Virtuous (O5)."""

from __future__ import annotations

import pytest

from core.games.bridgefront import events
from core.games.bridgefront.combat.deaths import damage_champions, kill_champions
from core.games.bridgefront.combat.siege import begin_fight
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.positions import (
    champion,
    forces,
    happened,
    hex_at,
    mark,
    position,
    scripted,
    step_of,
)


def field(state: Bridgefront) -> int:
    return hex_at(state, 0, 1)


def paid(step) -> list[tuple[int, int, str]]:
    return [tuple(event) for event in happened(step, events.GoldTaken)]


def test_C5_a_kill_by_a_card_pays_the_player_of_the_card():
    """The player of a card or power earns the bounty; others do not (C5)."""
    state = position("leadbound", "cipher")
    victim = champion(state, 2, "Jet Striker", field(state), hp=2)
    step = step_of(state)
    damage_champions(step, [(victim, 1)], 1)
    assert state.champions[victim].hp == 1 and not paid(step)
    damage_champions(step, [(victim, 1)], 1)
    assert not state.champions and paid(step) == [(1, 3, "bounty")]
    assert happened(step, events.ChampionDied) == [events.ChampionDied(2, victim, field(state), 1)]
    assert state.burnt[2] == (victim,)


def test_C5_killing_your_own_champion_pays_nobody():
    """Zap, Frenzy, Mortar Shot and Exodia on your own Champions pay nobody, Contracts included (C5)."""
    state = position("virtuous", "cipher")
    own = champion(state, 1, "Jet Striker", field(state), hp=1)
    step = step_of(state)
    damage_champions(step, [(own, 3)], 1)
    sacrificed = champion(state, 1, "Sergeant", field(state))
    kill_champions(step, [sacrificed])
    assert not state.champions and not paid(step)
    assert [e.killer for e in happened(step, events.ChampionDied)] == [0, 0]


def test_F2_contracts_also_pay_for_kills_by_cards_and_powers():
    """Each bounty adds 2 gold, also for kills by cards and powers (F2)."""
    state = position("virtuous", "cipher", gold=0)
    victim = champion(state, 2, "Sergeant", field(state), hp=1)
    damage_champions(step_of(state), [(victim, 1)], 1)
    assert state.gold[1] == 3


def test_contract_pay_applies_only_in_battles_of_its_champion():
    """Contract Pay does not apply to a death by a card, even in its hex."""
    state = position()
    capital = state.capital[2]
    champion(state, 1, "Bounty Hunter", capital)
    victim = champion(state, 2, "Sergeant", capital, hp=1)
    step = step_of(state)
    damage_champions(step, [(victim, 1)], 1)
    assert paid(step) == [(1, 1, "bounty")]


def test_marked_for_coin_pays_once_for_a_kill_by_any_player():
    """Marked for Coin pays 4 gold on top of the bounty, once, even to its own player."""
    state = position(seats=3)
    victim = champion(state, 2, "Sergeant", field(state), hp=1)
    mark(state, "marked for coin", 1, victim, 4)
    step = step_of(state)
    damage_champions(step, [(victim, 1)], 3)
    assert paid(step)[0] == (3, 1, "bounty") and (1, 4, "marked for coin") in paid(step)
    assert not state.marks_of_kind("marked for coin")
    own = champion(state, 2, "Sergeant", field(state), hp=1)
    mark(state, "marked for coin", 1, own, 4)
    step = step_of(state)
    damage_champions(step, [(own, 1)], 2)
    assert paid(step) == [(1, 4, "marked for coin")]


def test_blood_ledger_pays_for_the_first_death_of_a_round_in_its_hex():
    """Blood Ledger pays for the first death of any side in its hex, in the same volley too.

    It ignores its own death and deaths elsewhere, and pays once.
    """
    state = position("cipher", "vapourborn", gold=0)
    hex_, away = field(state), hex_at(state, 2, 0)
    banker = champion(state, 1, "Blood Banker", hex_)
    own = champion(state, 1, "Sergeant", hex_)
    kill_champions(step_of(state), [champion(state, 2, "Sergeant", away)])
    assert state.gold[1] == 0
    kill_champions(step_of(state), [own, banker])
    assert state.gold[1] == 2
    second = champion(state, 1, "Blood Banker", hex_)
    kill_champions(step_of(state), [second])
    assert state.gold[1] == 2


def test_K15_each_copy_has_its_own_power():
    """A once-per-round power counts per copy, also after a recall and return (K15)."""
    state = position(gold=0)
    hex_ = field(state)
    first = champion(state, 1, "Blood Banker", hex_)
    champion(state, 1, "Blood Banker", hex_)
    kill_champions(step_of(state), [champion(state, 2, "Sergeant", hex_)])
    assert state.gold[1] == 4
    recalled = state.champions.pop(first)
    state.champions[first] = recalled._replace(arrival=99)
    kill_champions(step_of(state), [champion(state, 2, "Sergeant", hex_)])
    assert state.gold[1] == 4


def test_the_death_of_traitor_removes_its_owners_mana():
    """When Traitor dies, the mana of its owner drops to 0; other players keep theirs."""
    state = position()
    traitor = champion(state, 2, "Traitor", field(state))
    step = step_of(state)
    kill_champions(step, [traitor])
    assert state.mana[1:] == [5, 0]
    assert happened(step, events.ManaLost) == [events.ManaLost(2)]


def test_effects_of_one_death_follow_the_order_of_the_rules():
    """One death takes effect in the order of the rules (11.4d).

    The order is bounty, Contracts, Contract Pay, Marked for Coin, Blood Ledger, then Extort, then Traitor.
    """
    state = position("virtuous", "cipher", gold=0)
    hex_ = field(state)
    state.gold[2] = 5
    reaver = champion(state, 1, "Tax Reaver", hex_)
    for name in ("Bounty Hunter", "Blood Banker"):
        champion(state, 1, name, hex_)
    traitor = champion(state, 2, "Traitor", hex_, hp=1)
    mark(state, "marked for coin", 1, traitor, 4)
    step = scripted(state, [1, 6, 6, 6, 6, 6, 6, 6, 6], draws=[0])
    begin_fight(step, hex_, 1, 2)
    kinds = (events.GoldTaken, events.GoldHanded, events.ManaLost)
    told = [event.why if hasattr(event, "why") else "traitor" for event in step.events if isinstance(event, kinds)]
    assert told == ["bounty", "contracts", "Contract Pay", "marked for coin", "Blood Ledger", "Extort", "traitor"]
    assert state.gold[1] == 3 + 2 + 1 + 4 + 2 + 2
    assert reaver in state.champions


def test_champions_killed_by_a_card_leave_together_and_pay_in_order():
    """Champions that die of one card leave together and pay in order of arrival."""
    state = position()
    hex_ = field(state)
    copies = [champion(state, 2, name, hex_, hp=1) for name in ("Jet Striker", "Sergeant", "Brute")]
    step = step_of(state)
    damage_champions(step, [(copy, 2) for copy in reversed(copies)], 1)
    assert [e.copy for e in happened(step, events.ChampionDied)] == copies
    assert not state.champions


def test_gold_plated_armor_also_buys_off_damage_by_cards():
    """Damage by cards is bought off as well."""
    state = position(gold=2)
    plated = champion(state, 2, "Jet Striker", field(state), hp=1)
    mark(state, "plated", 2, plated)
    damage_champions(step_of(state), [(plated, 1)], 1)
    assert state.champions[plated].hp == 1 and state.gold[2] == 0
    damage_champions(step_of(state), [(plated, 1)], 1)
    assert not state.champions


# O5: option virtuous_steal --------------------------------------------------------------------------------------------


def test_O5_stealing_champions_is_off_by_default():
    """With O5 off no player rolls."""
    state = position("virtuous", "cipher")
    step = step_of(state)
    damage_champions(step, [(champion(state, 2, "Sergeant", field(state)), 9)], 1)
    assert not happened(step, events.Rolled)


@pytest.mark.parametrize(("die", "stolen"), [(1, True), (2, False)])
def test_O5_the_passive_steals_a_champion_on_a_1(die, stolen):
    """On a 1 no gold is paid and the Champion returns with 1 HP in the thief's Capital (O5).

    Its card goes to the thief's Burn pile.
    """
    state = position("virtuous", "cipher", gold=0, virtuous_steal="passive")
    victim = champion(state, 2, "Jet Striker", field(state), hp=1)
    step = scripted(state, [die])
    damage_champions(step, [(victim, 1)], 1)
    if stolen:
        won = state.champions[victim]
        assert (won.owner, won.hex, won.hp, won.max_hp) == (1, state.capital[1], 1, 5)
        assert state.burnt[1] == (victim,) and state.burnt[2] == ()
        assert state.gold[1] == 0
        assert happened(step, events.ChampionStolen) == [events.ChampionStolen(1, victim, state.capital[1])]
    else:
        assert not state.champions and state.gold[1] == 5 and state.burnt[2] == (victim,)


def test_O5_a_champion_stolen_in_battle_returns_where_it_died():
    """After a battle the Champion returns where it died if the thief occupies that hex (O5)."""
    state = position("virtuous", "cipher", virtuous_steal="passive")
    hex_ = field(state)
    forces(state, 1, hex_, 3)
    forces(state, 2, hex_, 1)
    victim = champion(state, 2, "Jet Striker", hex_, hp=1)
    step = scripted(state, [1, 1, 1, 6, 6, 6, 6], [1], draws=[0, 0])
    begin_fight(step, hex_, 1, 2)
    kinds = [type(event) for event in step.events]
    assert kinds.index(events.ChampionStolen) > kinds.index(events.BattleEnded)
    assert state.champions[victim].owner == 1 and state.champions[victim].hex == hex_


def test_O5_no_champion_is_stolen_at_the_champion_limit():
    """At the Champion limit the bounty is paid as usual and no die is rolled (O5)."""
    state = position("virtuous", "cipher", gold=0, virtuous_steal="passive", champion_limit=1)
    champion(state, 1, "Sergeant", state.capital[1])
    victim = champion(state, 2, "Sergeant", field(state), hp=1)
    step = scripted(state)
    damage_champions(step, [(victim, 1)], 1)
    assert state.gold[1] == 3 and not happened(step, events.Rolled)


def test_O5_the_spell_steals_only_its_marked_champion():
    """The same roll applies only to the Champion marked by Marked for Coin and killed by its player (O5)."""
    state = position("virtuous", "cipher", seats=3, gold=0, virtuous_steal="spell")
    unmarked = champion(state, 2, "Sergeant", field(state), hp=1)
    by_another = champion(state, 2, "Sergeant", field(state), hp=1)
    mine = champion(state, 2, "Sergeant", field(state), hp=1)
    for copy in (by_another, mine):
        mark(state, "marked for coin", 1, copy, 4)
    step = scripted(state, [1])
    damage_champions(step, [(unmarked, 1)], 1)
    damage_champions(step, [(by_another, 1)], 3)
    assert not happened(step, events.Rolled)
    before = state.gold[1]
    damage_champions(step, [(mine, 1)], 1)
    assert list(state.champions) == [mine] and state.gold[1] == before


def test_O5_a_stolen_champion_loses_its_old_players_round_effects():
    """Round effects of its old player end; a used power stays used (K15)."""
    state = position("virtuous", "cipher", virtuous_steal="passive", gold=0)
    victim = champion(state, 2, "Shadeblade", field(state), hp=1)
    for kind in ("plated", "frenzy", "spent"):
        mark(state, kind, 2, victim)
    damage_champions(scripted(state, [1]), [(victim, 1)], 1)
    assert [m.kind for m in state.marks] == ["spent"]


def test_O5_a_champion_stolen_in_a_lost_siege_returns_to_the_capital():
    """A Champion won over in a lost siege returns beside the victor (O5).

    That siege waits for the next round.
    """
    state = position("virtuous", "cipher", virtuous_steal="passive")
    capital = state.capital[1]
    forces(state, 1, capital, 1)
    forces(state, 2, capital, 2)
    victim = champion(state, 2, "Sergeant", capital, hp=1)
    step = scripted(state, [1, 6, 6, 1], [1], draws=[2, 0])
    begin_fight(step, capital, 2, 1, siege=True)
    assert state.champions[victim].owner == 1
    assert state.players_at(capital) == [1, 2] and not state.pending
