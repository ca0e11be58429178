"""Sieges (rules part 9) and their rulings."""

from __future__ import annotations

import core.games.bridgefront.combat.siege  # noqa: F401 - declares the agenda item
from core.engine.chance.beacon import Stream
from core.games.bridgefront import events, units
from core.games.bridgefront.combat import battle
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


def run_sieges(step) -> None:
    step.schedule(("sieges",))
    step.run()


def began(step) -> list[tuple[int, int, int]]:
    return [event[:3] for event in happened(step, events.BattleBegan)]


def test_C11_sieges_follow_the_lead_order_of_the_capitals_owners():
    """Sieges come one at a time in Lead order of the Capitals' owners (C11)."""
    state = position(seats=3)
    state.lead = 2
    for owner, guest in ((1, 2), (2, 3), (3, 1)):
        forces(state, owner, state.capital[owner], 1)
        forces(state, guest, state.capital[owner], 1)
    step = step_of(state)
    run_sieges(step)
    assert began(step) == [(state.capital[2], 3, 2), (state.capital[3], 1, 3), (state.capital[1], 2, 1)]
    assert state.phase == "sieges"
    assert all(event.siege for event in happened(step, events.BattleBegan))


def test_C12_an_undefended_capital_has_no_battle():
    """The attacker is in the Capital and there is no battle (C12)."""
    state = position()
    forces(state, 1, state.capital[2], 3)
    step = step_of(state)
    run_sieges(step)
    assert not began(step) and state.forces[1][state.capital[2]] == 3


def test_C13_every_card_counts_sieges_as_battles():
    """Battle Cry attaches, Pulling Strings pays, Breakthrough Line draws, and the win is remembered (C13)."""
    state = position(seats=3, gold=0)
    capital = state.capital[2]
    forces(state, 2, capital, 1)
    forces(state, 1, capital, 2)
    mark(state, "shock drill", 1)
    mark(state, "pulling strings", 3)
    mark(state, "breakthrough", 1, capital, 2)
    step = scripted(state, [5, 5, 6])
    run_sieges(step)
    assert state.gold[3] == 1 and state.next_draw[1] == 2
    assert [m.kind for m in state.marks] == ["pulling strings", "won battle"]


def test_C14_set_to_skirmish_applies_to_sieges():
    """The card applies to sieges: the side that has named the Capital leaves it (C14)."""
    state = position()
    capital = state.capital[2]
    forces(state, 2, capital, 2)
    forces(state, 1, capital, 2)
    mark(state, "skirmish", 1, capital)
    step = step_of(state)
    run_sieges(step)
    assert not began(step)
    assert state.players_at(capital) == [2] and sum(state.forces[1].values()) == 2


def test_C4_no_player_counts_as_first_in_an_emptied_capital():
    """Without survivors the Capital is empty and nobody counts as first there (C4)."""
    state = position()
    capital = state.capital[2]
    forces(state, 2, capital, 1)
    forces(state, 1, capital, 1)
    step = scripted(state, [1, 1])
    run_sieges(step)
    assert state.players_at(capital) == [] and capital not in state.first_in


def test_C16_a_player_without_units_can_still_deploy():
    """A player without units deploys to its Capital even with enemies in it, which is a siege (C16)."""
    state = position()
    capital = state.capital[2]
    forces(state, 1, capital, 1)
    step = step_of(state)
    assert units.deploy_forces(step, 2, capital, 1)
    assert not state.pending
    run_sieges(step)
    assert began(step) == [(capital, 1, 2)]


def test_F1_the_owner_defends_even_if_the_attackers_were_inside_first():
    """Shield Wall applies in its owner's Capital, as a siege makes the owner the defender (F1)."""
    state = position("cipher", "leadbound")
    capital = state.capital[2]
    forces(state, 1, capital, 2)
    forces(state, 2, capital, 1)
    assert state.first_in[capital] == 1
    step = step_of(state)
    run_sieges(step)
    rolls = [event for event in happened(step, events.CombatRolled) if event.seat == 2]
    assert began(step) == [(capital, 1, 2)] and rolls[0].hits_on == 3


def test_A15_of_two_non_owners_the_earlier_arrival_defends():
    """In a siege between two non-owners the earlier arrival defends (A15)."""
    state = position(seats=3)
    capital = state.capital[1]
    forces(state, 3, capital, 2)
    forces(state, 2, capital, 2)
    step = step_of(state)
    run_sieges(step)
    assert began(step) == [(capital, 2, 3)]
    (survivor,) = state.players_at(capital) or [0]
    assert state.first_in.get(capital, 0) == survivor


def test_F9_extortionists_extort_in_sieges():
    """Extort works in sieges and in defence (F9)."""
    state = position("cipher", "gatewright", gold=3)
    capital = state.capital[2]
    forces(state, 2, capital, 3)
    forces(state, 1, capital, 1)
    step = scripted(state, [6, 1, 1, 1])
    run_sieges(step)
    assert state.gold[1:] == [1, 5]


def test_a_siege_affects_no_units_outside_the_capital():
    """A siege affects nothing outside the Capital."""
    state = position()
    capital, away = state.capital[2], hex_at(state, 0, 0)
    forces(state, 1, away, 2)
    forces(state, 2, capital, 1)
    champion(state, 1, "Traitor", capital, hp=1)
    step = scripted(state, [6, 6, 6, 1], draws=[0])
    run_sieges(step)
    assert state.mana[1:] == [0, 5] and state.forces[1] == {away: 2}


def test_the_remaining_sieges_follow_a_siege_that_paused_to_ask():
    """With hit_control = prompt a siege pauses to ask; the others follow in order."""
    state = position(hit_control="prompt")
    first, second = state.capital[1], state.capital[2]
    for capital, owner, guest in ((first, 1, 2), (second, 2, 1)):
        forces(state, owner, capital, 3)
        forces(state, guest, capital, 3)
    champion(state, 1, "Titan Vanguard", first)
    mark(state, "focus fire", 2, 0)
    step = scripted(state, [1, 6, 6, 6, 6, 6, 6, 6])
    state.agenda = [("collection",)]
    run_sieges(step)
    assert [seat for seat, _, _ in state.asking] == [2]
    assert state.agenda == [("collection",), ("sieges", 1)]
    state.agenda = state.agenda[1:]
    for beacon in range(1, 100):
        if not state.asking:
            break
        step = step_of(state, beacon)
        step.apply_decisions({2: battle.HITS.stand_in(state, 2, Stream(bytes(32), []), *state.asking[0][2])})
        step.run()
    assert not state.asking and not state.agenda and not state.fight
    assert len(state.players_at(first)) < 2 and len(state.players_at(second)) < 2
