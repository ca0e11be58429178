"""Rulings on choosing and resolving an action step (rules 15.4: A1-A9, A29; O6), with the worked example.

If a ruling names an option, the tests play both of its values.
"""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision
from core.games.bridgefront import decks, events
from core.games.bridgefront.catalogue import find
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.events import (
    ActionResolves,
    ActionRevealed,
    BattleBegan,
    BattleEnded,
    CombatRolled,
    InitiativeDice,
)
from core.games.bridgefront.game import GAME
from tests.support.games.bridgefront.looks import fizzled
from tests.support.games.bridgefront.positions import step_of
from tests.support.games.bridgefront.table import Table

ROAD = ((0, 0), (0, 1), (0, 2), (0, 3))


def order(t: Table) -> list[int]:
    """Return the seats in the order in which their cards and basic actions resolved."""
    return [event.seat for event in t.happened(ActionResolves)]


# Choosing -------------------------------------------------------------------------------------------------------------


def test_A1_a_player_without_mana_is_not_asked():
    """Only players with at least 1 mana choose, so a 0-mana card cannot be played at 0 mana (A1)."""
    t = Table(mana=1)
    t.play(1, "Supply Cache")
    t.ask()
    assert t.asked() == {2: "action"}
    t.state.mana[1] = 1
    t.ask()
    assert 1 in t.asked(), "a player whose mana has risen returns in a later step"


def test_A1_act_at_zero_mana_lets_a_player_act_until_done():
    """With act_at_zero_mana = on a player acts until Done, for 0-mana cards, gold permitting (A1)."""
    t = Table(act_at_zero_mana="on", mana=0, gold=0)
    assert not t.may(1, "Supply Cache") and not t.may(1, "march") and not t.may(1, "National Service")
    t.play(1, "Make a Play")
    assert t.mana(1) == 1
    t.play(1, "done")
    t.ask()
    assert t.asked() == {2: "action"}


def test_A2_a_player_cannot_pass():
    """A player picks exactly one of card, basic action or Done; Stall replaces waiting (A2)."""
    t = Table()
    t.ask(1)
    for kind in ("wait", "pass", ""):
        with pytest.raises(IllegalDecision):
            GAME.check(t.state, 1, Action(kind))
    t.play(1, "Stall")
    assert t.mana(1) == 5 and t.asked()[1] == "action"
    t.play(1, "done")
    assert t.mana(1) == 0 and 1 not in t.asked()


def stall(t: Table, times: int) -> None:
    for _ in range(times):
        t.play(1, "Stall")


def test_A3_an_action_phase_has_at_most_20_steps():
    """20 action steps end the phase, as some cards pay for themselves and redraw each other (A3)."""
    t = Table()
    stall(t, 19)
    assert t.state.phase == "action" and t.state.action_step == 20
    stall(t, 1)
    assert t.state.phase == "market" and t.state.round == 2


def test_A3_max_action_steps_ends_the_phase():
    """max_action_steps = 8 ends the phase after 8 action steps (A3)."""
    t = Table(max_action_steps=8)
    stall(t, 7)
    assert t.state.phase == "action"
    stall(t, 1)
    assert t.state.phase == "market"


def test_A3_an_endless_loop_of_free_cards_ends_at_the_limit():
    """Precise Planning and Chronicle of War loop for free with one junk card until the limit (18.2)."""
    t = Table()
    t.hold(1, "Chronicle of War", "Precise Planning")
    t.hold(1, *["Recruit"] * 7)
    t.hold(1, "Zap")
    while t.state.round == 1:
        assert t.mana(1) == 5
        t.play(1, "Chronicle of War")
        if t.asked().get(1) == "cards":
            t.name(1, "Zap")
        if t.state.round == 1:
            t.play(1, "Precise Planning")
    assert t.state.round == 2


def test_A29_a_step_without_every_choice_is_refused():
    """The step waits until every answer is there (A29)."""
    t = Table()
    t.ask()
    before = t.state.digest()
    with pytest.raises(IllegalDecision) as missing:
        GAME.step(t.state, {1: Action("done")}, bytes(32))
    assert missing.value.kind == "duty" and missing.value.seat == 2
    assert t.state.digest() == before


# Order ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", [1, 2, 3])
def test_A4_ties_in_initiative_go_in_lead_order(lead):
    """Ties go to the Lead, then clockwise (A4)."""
    t = Table(seats=3)
    t.state.lead = lead
    for seat in (1, 2, 3):
        t.hold(seat, "Supply Cache", number=70)
    t.together(*((seat, "Supply Cache") for seat in (1, 2, 3)))
    assert order(t) == [lead, lead % 3 + 1, (lead + 1) % 3 + 1]


@pytest.mark.parametrize("first", [1, 2])
def test_A4_the_lowest_die_decides_initiative_ties_by_dice(first):
    """With initiative_ties = dice the lowest die goes first, regardless of the Lead (A4).

    Lower numbers still go before higher ones.
    """
    t = Table(seats=3, initiative_ties="dice")
    for seat, number in ((1, 70), (2, 70), (3, 69)):
        t.hold(seat, "Supply Cache", number=number)
    t.together(*((seat, "Supply Cache") for seat in (1, 2, 3)), luck=lambda t: order(t)[1] == first)
    assert order(t)[0] == 3
    dice = t.happened(InitiativeDice)
    assert {roll.number for roll in dice} == {70}, "nobody rolls who is not tied"
    assert [seat for seat, _ in dice[0].rolls] == [1, 2], "in Lead order"
    rolls = dict(dice[-1].rolls)
    assert rolls[first] < rolls[3 - first], "the dice say it"


def test_A4_players_with_equal_dice_roll_again():
    """With initiative_ties = dice only players with equal dice roll again (A4).

    All rolls come between the reveal and the first resolution.
    """
    t = Table(seats=4, initiative_ties="dice")
    for seat in (1, 2, 3):
        t.hold(seat, "Supply Cache", number=70)
    plays = [*((seat, "Supply Cache") for seat in (1, 2, 3)), (4, "reinforce")]

    def two_again(t: Table) -> bool:
        dice = t.happened(InitiativeDice)
        first = dict(dice[0].rolls)
        return len(dice) == 2 and first[1] < first[2] == first[3]

    t.together(*plays, luck=two_again)
    first, again = (dict(roll.rolls) for roll in t.happened(InitiativeDice))
    assert first.keys() == {1, 2, 3} and again.keys() == {2, 3}
    assert order(t) == [1, *sorted((2, 3), key=again.__getitem__), 4]
    kinds = [type(event) for event in t.events if type(event) in (ActionRevealed, InitiativeDice, ActionResolves)]
    assert kinds == [ActionRevealed] * 4 + [InitiativeDice] * 2 + [ActionResolves] * 4


@pytest.mark.parametrize("ties", ["lead", "dice"])
def test_A4_dice_are_rolled_only_for_ties(ties):
    """By Lead nobody rolls; by dice only tied players do."""
    t = Table(seats=3, initiative_ties=ties)
    for seat in (1, 2, 3):
        t.hold(seat, "Supply Cache", number=70 if ties == "lead" else 70 + seat)
    t.together(*((seat, "Supply Cache") for seat in (1, 2, 3)))
    assert order(t) == [1, 2, 3] and not t.happened(InitiativeDice)


def test_A5_cards_resolve_before_basic_actions():
    """Cards come before basic actions in the same step, for any numbers (A5).

    Basic actions go in Lead order.
    """
    t = Table(seats=3)
    t.state.lead = 2
    t.hold(3, "March Orders", number=200)
    t.put(3, 1, (0, 0))
    t.road(*ROAD)
    t.together((1, "reinforce"), (2, "reinforce"), (3, "March Orders", t.walk(*ROAD[:2], forces=1)))
    assert order(t) == [3, 2, 1]


def test_A6_all_players_pay_at_the_reveal():
    """All pay at the reveal, so nobody loses the price in the same step (A6)."""
    t = Table(gold=2)
    t.hold(1, "Paid Volunteers", number=135)
    t.hold(2, "Market Squeeze", number=45)
    t.together((1, "Paid Volunteers"), (2, "Market Squeeze", 1))
    assert t.forces(1, t.home(1)) == 4 and (t.gold(1), t.gold(2)) == (0, 2)


@pytest.mark.parametrize(("mode", "number"), [("low", 40), ("high", 110)])
def test_O6_initiative_mode_low_and_high_use_a_fixed_printed_number(mode, number):
    """The first printed number is always used, or always the second (O6)."""
    t = Table(initiative_mode=mode)
    copy = decks.add_copy(step_of(t.state), find("Recruit"))
    assert t.state.number[copy] == number


def test_O6_initiative_mode_range_draws_a_number_for_each_copy():
    """Each copy draws a number of the printed range (O6, 8.2).

    Copies of one name get different ones while the range allows.
    """
    t = Table()
    step = step_of(t.state)
    numbers = [t.state.number[decks.add_copy(step, find("Quick Move"))] for _ in range(11)]
    assert sorted(numbers) == list(range(20, 31))
    assert 20 <= t.state.number[decks.add_copy(step, find("Quick Move"))] <= 30


def test_O6_initiative_mode_choice_lets_the_player_name_the_speed():
    """The player names low or high speed with the play; without the option there is none (O6)."""
    t = Table(initiative_mode="choice")
    assert not t.may(1, "Recruit", 0)
    t.together((1, t.choose(1, "Recruit", 0, speed="high")), (2, t.choose(2, "Recruit", 0, speed="low")))
    assert order(t) == [2, 1]
    assert [event.number for event in t.happened(events.ActionRevealed)] == [40, 110]
    assert not Table().may(1, "Recruit", 0, speed="low")


# Fizzling -------------------------------------------------------------------------------------------------------------


def crew_after_a_faster_builder(**options: object) -> Table:
    t = Table(**options)
    t.put(1, 1, (0, 0))
    t.hold(1, "Bridge Crew", number=150)
    t.hold(2, "Bridgeborn Path", number=50)
    edge = ROAD[:2]
    t.together((1, "Bridge Crew", edge, t.walk(*edge, forces=1)), (2, "Bridgeborn Path", edge))
    return t


def test_A7_a_card_applies_its_effects_that_are_still_legal():
    """A card does what it still can: a Bridge exists already, so just the move happens (A7)."""
    t = crew_after_a_faster_builder()
    assert t.forces(1, (0, 1)) == 1 and not fizzled(t)


def test_A7_fizzle_scope_card_stops_all_effects_at_an_illegal_target():
    """With fizzle_scope = card any illegal target stops everything (A7)."""
    t = crew_after_a_faster_builder(fizzle_scope="card")
    assert t.forces(1, (0, 0)) == 1 and fizzled(t)


def test_A7_fizzle_scope_card_keeps_the_named_cards():
    """A named card that fails to move stays in hand as an open card (H9).

    In this test two other players fill the Capital.
    """
    t = Table(seats=3, fizzle_scope="card")
    t.put(2, 1, t.home(1))
    t.put(3, 1, t.home(1))
    t.hold(1, "Zap", "Brute")
    t.play(1, "Conscription Drive", "Zap")
    assert fizzled(t) and t.open_hand(1) == ["Zap"] and t.discards(1) == ["Conscription Drive"]
    t.play(1, "Supply Swap", ["Zap", "Brute"], ("gold", "gold"))
    assert t.gold(1) == 10 - 1 + 4, "no Force is to be deployed"


def test_A7_fizzle_scope_card_accepts_named_cards_of_the_hand():
    """Cards named with the play are legal targets while they exist, the last of the hand included."""
    t = Table(fizzle_scope="card")
    t.hold(1, "Zap")
    t.pile(1, "Brute")
    t.play(1, "Hard Mulligan", "Zap")
    assert t.hand(1) == ["Brute"] and not fizzled(t)


def test_A7_fizzle_scope_card_checks_only_the_picked_results():
    """Only the targets of the picked results count."""
    t = Table(fizzle_scope="card")
    lone = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.play(1, "Recruit", 0)
    assert t.forces(1, t.home(1)) == 2
    t.hold(2, "Zap", number=20)
    t.hold(1, "Recruit", number=110)
    t.together((1, "Recruit", 1, (0, 0)), (2, "Zap", lone))
    assert t.forces(1, (0, 0)) == 0 and fizzled(t)


@pytest.mark.parametrize("scope", ["part", "card"])
def test_A7_an_unmet_condition_is_not_a_fizzle(scope):
    """An unmet condition, or a choice left empty for lack of a legal value, is no fizzle (8.4)."""
    t = Table(fizzle_scope=scope)
    for card in ("Spoils of War", "Zap", "Roll Out", "Center Writ"):
        t.play(1, card)
        assert not fizzled(t)


def orders_over_a_bridge_destroyed_meanwhile(**options: object) -> Table:
    t = Table(**options)
    t.put(1, 2, (0, 0))
    t.put(2, 1, (1, 1))
    t.road(*ROAD)
    t.road((0, 1), (1, 1))
    t.put(2, 1, (0, 2))
    t.hold(1, "March Orders", number=200)
    t.hold(2, "Sabotage Bridge", number=65)
    t.together((1, "March Orders", t.walk(*ROAD[:3], forces=2)), (2, "Sabotage Bridge", ROAD[1:3]))
    return t


def test_A8_a_stack_stops_where_its_path_is_broken():
    """A stack stops where a Bridge of its path is gone (A8)."""
    t = orders_over_a_bridge_destroyed_meanwhile()
    assert t.forces(1, (0, 1)) == 2 and not fizzled(t)


def test_A8_blocked_path_fizzle_stops_the_whole_move():
    """With blocked_path = fizzle nobody moves (A8)."""
    t = orders_over_a_bridge_destroyed_meanwhile(blocked_path="fizzle")
    assert t.forces(1, (0, 0)) == 2 and fizzled(t)


def test_A8_a_move_that_cannot_start_fizzles():
    """The card fizzles after an earlier move of the round too, for any path length."""
    t = Table()
    t.put(1, 3, (0, 0))
    t.put(2, 1, (0, 2))
    t.road(*ROAD)
    t.road((0, 0), (1, 0))
    t.play(1, "march", t.walk((0, 0), (1, 0), forces=1))
    t.put(2, 1, (0, 1))
    t.state.forces[2] = {t.at((0, 1)): 1}
    t.hold(1, "March Orders", number=200)
    t.hold(2, "Sabotage Bridge", number=65)
    t.together((1, "March Orders", t.walk(*ROAD[:2], forces=2)), (2, "Sabotage Bridge", ROAD[:2]))
    assert t.forces(1, (0, 0)) == 2 and fizzled(t)


def champion_for_a_lost_hex(**options: object) -> Table:
    t = Table(**options)
    lone = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.hold(2, "Zap", number=20)
    t.together((1, "Brute", (0, 0)), (2, "Zap", lone))
    assert t.gold(1) == 10 - 4 and t.mana(1) == 3, "costs stay paid"
    assert fizzled(t) and not t.state.champions_of(1)
    return t


def test_A9_a_fizzled_champion_is_discarded():
    """A Champion whose hex was lost is not burnt unused (A9)."""
    t = champion_for_a_lost_hex()
    assert t.discards(1) == ["Brute"] and t.burnt(1) == ["Sergeant"]


def test_A9_fizzled_burn_option_burns_a_fizzled_card():
    """With fizzled_burn = burn the card is burnt (A9)."""
    t = champion_for_a_lost_hex(fizzled_burn="burn")
    assert t.discards(1) == [] and t.burnt(1) == ["Sergeant", "Brute"]


# The worked example ---------------------------------------------------------------------------------------------------


def test_14_4_the_worked_action_step_of_five_players_is_reproduced():
    """Ana, Ben, Cleo, Dov and Eve play; Dov has the Lead.

    The dice let the Ace keep the Center with 2 HP.
    """
    t = Table("leadbound", "virtuous", "vapourborn", "gatewright", "cipher")
    ana, ben, cleo, dov, eve = range(1, 6)
    t.state.round, t.state.lead = 4, dov
    assert t.home(ana) == (-4, 0) and t.home(cleo) == (2, 2)
    t.road((0, 2), (0, 1), (0, 0))
    t.road((2, 0), (1, 0), (0, 0))
    t.road((0, -1), (0, 0))
    t.put(cleo, 1, (0, 2))
    ace = t.put(cleo, "Skystriker Ace", (0, 2))
    t.put(dov, 3, (2, 0))
    t.put(eve, 1, (0, -1))
    t.put(ben, 2, (-1, 3))
    for seat, card, number in ((ben, "Zap", 88), (cleo, "Quick March", 47), (dov, "March Orders", 131)):
        t.hold(seat, card, number=number)

    def ace_holds(t: Table) -> bool:
        return t.hp(ace) == 2 and not t.forces(cleo, (0, 0)) and [b.winner for b in t.happened(BattleEnded)] == [3, 3]

    t.together(
        (ana, "reinforce"),
        (ben, "Zap", ace),
        (cleo, "Quick March", t.walk((0, 2), (0, 1), (0, 0), forces=1, champions=[ace])),
        (dov, "March Orders", t.walk((2, 0), (1, 0), (0, 0), forces=3)),
        (eve, "march", t.walk((0, -1), (0, 0), forces=1)),
        luck=ace_holds,
    )
    assert order(t) == [cleo, ben, dov, eve, ana]
    assert [t.mana(seat) for seat in (ana, ben, cleo, dov, eve)] == [4] * 5 and t.gold(ana) == 9
    assert t.happened(events.Fizzled)[0].seat == ben and t.discards(ben) == ["Zap"]
    assert [(b.attacker, b.defender) for b in t.happened(BattleBegan)] == [(dov, cleo), (eve, cleo)]
    assert [len(roll.dice) for roll in t.happened(CombatRolled)[:3]] == [3, 1, 2]
    assert t.where(ace) == (0, 0) and not t.state.forces[dov] and not t.state.forces[eve]
    assert t.forces(ana, t.home(ana)) == 2, "Home Guard"
    assert t.state.marks_of_kind("walked", cleo), "Tailwind is spent now"
    assert set(t.asked()) == {ana, ben, cleo, dov, eve}
