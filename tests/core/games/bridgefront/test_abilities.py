"""Abilities of Champions: each Champion has the ability printed on its card, and declared powers work."""

from __future__ import annotations

import pytest

from core.games.bridgefront import events
from core.games.bridgefront.abilities import Ability, is_spent
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.positions import champion, happened, hex_at, position, step_of

WITHOUT = ("Sergeant", "Jet Striker", "Reliable Veteran", "Titan Vanguard")
"""Champions without a special ability (K8)."""

DECLARED = {
    "Skystriker Ace": ("crosses_without_bridge", True),
    "Mine Overseer": ("mine_gold", 1),
    "Wormhole Artificer": ("walks_further_alone", 1),
    "Bridge Runner": ("crosses_without_bridge", True),
    "Ironclad Warden": ("guards", True),
    "Shadeblade": ("first_strike", 1),
    "Field Surgeon": ("is_declared", True),
    "Bounty Hunter": ("battle_pay", 1),
    "Traitor": ("drains_owner", True),
    "Guerilla Native Mercenary": ("deploys_anywhere_empty", True),
    "Tax Reaver": ("extorts", 2),
    "Siege Engineer": ("destroys_bridge", True),
    "Exodia": ("sacrifices", 3),
    "Capturer": ("forces_after_victory", 1),
    "Logistics Officer": ("serves_as_capital", True),
    "Center Bannerman": ("center_vp", 1),
    "Bannerman": ("board_vp", 1),
    "Blood Banker": ("death_pay", 2),
    "Stormcaller": ("is_declared", True),
    "Grand Strategist": ("chosen_hits", 3),
}


def ability(name: str) -> Ability:
    found = CARDS[find(name)].ability
    assert found is not None
    return found


@pytest.mark.parametrize("name", DECLARED)
def test_each_champion_declares_its_ability(name):
    """Each printed ability is declared under the name that the rules ask for."""
    hook, value = DECLARED[name]
    assert getattr(ability(name), hook) == value


def test_every_champion_but_four_has_an_ability():
    """Jet Striker, Titan Vanguard, Sergeant and Reliable Veteran have no ability (K8)."""
    champions = [card for card in CARDS if card.stats is not None]
    assert {card.name for card in champions if card.ability is None} == set(WITHOUT)
    for card in champions:
        if card.ability is not None:
            assert card.ability.text().endswith(".")


def surgery(state: Bridgefront) -> tuple[int, int]:
    here = hex_at(state, 0, 1)
    return champion(state, 1, "Field Surgeon", here, hp=1), champion(state, 1, "Titan Vanguard", here, hp=3)


def test_stitchwork_heals_a_friendly_champion_in_its_hex_once_a_round():
    """Stitchwork heals one of your Champions in its hex by 2 HP, once per round; it may heal itself."""
    state = position()
    surgeon, titan = surgery(state)
    enemy = champion(state, 2, "Sergeant", hex_at(state, 0, 1), hp=1)
    away = champion(state, 1, "Sergeant", hex_at(state, 1, 1), hp=1)
    power, me = ability("Field Surgeon"), state.champions[surgeon]
    allowed = [t for t in (surgeon, titan, enemy, away, 0, 77) if power.check_target(state, me, t)]
    assert allowed == [surgeon, titan]
    step = step_of(state)
    power.use(step, me, titan)
    assert state.champions[titan].hp == 5
    assert happened(step, events.PowerUsed) == [events.PowerUsed(1, surgeon, titan)]
    assert not power.check_target(state, me, surgeon)
    power.use(step, me, surgeon)
    assert state.champions[surgeon].hp == 1


def test_stitchwork_never_heals_above_the_maximum():
    """Healing never exceeds the maximum (part 5)."""
    state = position()
    surgeon, titan = surgery(state)
    state.champions[titan] = state.champions[titan]._replace(hp=9)
    ability("Field Surgeon").use(step_of(state), state.champions[surgeon], titan)
    assert state.champions[titan].hp == 10


def test_a_declared_power_is_used_up_even_if_its_target_is_gone():
    """The target is checked again; the declaration counts even if it is gone (8.4)."""
    state = position()
    surgeon, titan = surgery(state)
    me = state.champions[surgeon]
    del state.champions[titan]
    step = step_of(state)
    ability("Field Surgeon").use(step, me, titan)
    assert is_spent(state, surgeon) and not happened(step, events.PowerUsed)


def test_tempest_strikes_enemy_champions_in_neighbouring_hexes():
    """Tempest spares its own hex and side; kills pay the bounty; it works once per round."""
    state = position("cipher", "leadbound", gold=0)
    here, beside, far = hex_at(state, 0, 0), hex_at(state, 0, 1), hex_at(state, 0, 2)
    caller = champion(state, 1, "Stormcaller", here)
    own = champion(state, 1, "Sergeant", beside)
    struck = champion(state, 2, "Titan Vanguard", beside)
    dying = champion(state, 2, "Sergeant", hex_at(state, -1, 0), hp=1)
    spared = [champion(state, 2, "Sergeant", far), champion(state, 2, "Sergeant", here)]
    power, me = ability("Stormcaller"), state.champions[caller]
    assert power.check_target(state, me, 0) and not power.check_target(state, me, struck)
    power.use(step_of(state), me, 0)
    assert state.champions[struck].hp == 9 and dying not in state.champions
    assert all(state.champions[copy].hp == 3 for copy in (own, *spared))
    assert state.gold[1] == 1
    assert not power.check_target(state, me, 0)


def test_K15_a_recalled_copy_keeps_its_power_used_and_another_does_not():
    """Once per round counts per copy, even if it is recalled and returns in that round (K15)."""
    state = position()
    surgeon, titan = surgery(state)
    other = champion(state, 1, "Field Surgeon", hex_at(state, 0, 1))
    power = ability("Field Surgeon")
    power.use(step_of(state), state.champions[surgeon], titan)
    state.champions[surgeon] = state.champions.pop(surgeon)._replace(arrival=50)
    assert not power.check_target(state, state.champions[surgeon], titan)
    assert power.check_target(state, state.champions[other], titan)


def test_a_power_of_a_champion_without_powers_cannot_be_declared():
    """Only powers that exist may be declared."""
    state = position()
    copy = champion(state, 1, "Brute", hex_at(state, 0, 1))
    assert not ability("Brute").is_declared
    assert not ability("Brute").check_target(state, state.champions[copy], copy)


def test_skirmisher_captain_deploys_a_force_on_arrival():
    """Deploy 1 Force to its hex on arrival."""
    state = position()
    here = hex_at(state, 0, 1)
    copy = champion(state, 1, "Skirmisher Captain", here)
    ability("Skirmisher Captain").on_deployed(step_of(state), state.champions[copy])
    assert state.forces[1] == {here: 1}
