"""The market of Age II, card by card: Champions."""

from __future__ import annotations

from core.games.bridgefront import events
from tests.support.games.bridgefront.looks import CENTER, dice, fizzled, hit_on, wins
from tests.support.games.bridgefront.table import Table

# I Champions ----------------------------------------------------------------------------------------------------------


def test_jet_striker_rolls_3_dice_on_1_to_2_and_cannot_fly():
    """Jet Striker has no ability and no flight: 3 dice on 1-2.

    Its price rises with the Champions on the board, at most champion_limit of them.
    """
    t = Table(gold=20, mana=20)
    t.put(1, 1, CENTER)
    t.put(2, 1, (1, 0))
    prices = []
    for _ in range(4):
        before = t.gold(1)
        t.play(1, "Jet Striker", CENTER)
        prices.append(before - t.gold(1))
    assert prices == [1, 3, 5, 5]
    assert "limit" in t.why_not(1, "Jet Striker", CENTER)
    jet = min(t.state.champions)
    assert not t.may(1, "march", t.walk(CENTER, (1, 0), champions=[jet]))
    t.road(CENTER, (1, 0))
    t.play(1, "march", t.walk(CENTER, (1, 0), champions=[jet]))
    assert dice(t, jet)[0] == 3 and set(hit_on(t, jet)) == {2}


def test_guerilla_native_mercenary_appears_in_any_hex_without_units():
    """Any hex without units is allowed, even an empty enemy Capital.

    If it is taken by then, the card fizzles to the discard pile.
    """
    t = Table(mana=20)
    t.put(2, 1, CENTER)
    assert not t.may(1, "Guerilla Native Mercenary", CENTER)
    t.play(1, "Guerilla Native Mercenary", t.home(2))
    assert t.here(1, t.home(2), "Guerilla Native Mercenary").hp == 4
    t.road(CENTER, (0, 1))
    t.hold(2, "Quick March", number=1)
    t.together((1, "Guerilla Native Mercenary", (0, 1)), (2, "Quick March", t.walk(CENTER, (0, 1), forces=1)))
    assert fizzled(t) and t.discards(1) == ["Guerilla Native Mercenary"] and t.gold(1) == 10 - 1 - 3


def test_tax_reaver_extorts_up_to_2_gold_for_the_last_hp_of_a_champion():
    """Extort: if its hit takes an enemy Champion's last HP, that player hands over up to 2 gold."""
    t = Table("leadbound", gold=1)
    reaver = t.put(1, "Tax Reaver", (1, 0))
    t.put(2, "Sergeant", CENTER)
    t.road((1, 0), CENTER)
    t.play(1, "march", t.walk((1, 0), CENTER, champions=[reaver]), luck=wins(1))
    assert set(hit_on(t, reaver)) == {3}
    assert t.gold(1) == 1 + 1 + 1 and t.gold(2) == 0


def test_tax_reaver_extorts_nothing_for_a_kill_by_another_unit():
    """A Force's last hit extorts nothing: every hit records the unit that rolled it."""
    t = Table("leadbound")
    reaver = t.put(1, "Tax Reaver", (1, 0))
    t.put(1, 9, (1, 0))
    t.put(2, "Sergeant", CENTER, hp=1)
    t.road((1, 0), CENTER)

    def force_kills(t: Table) -> bool:
        rolled = [r for r in t.happened(events.CombatRolled) if r.copy == reaver]
        return wins(1)(t) and not any(r.hits for r in rolled)

    t.play(1, "march", t.walk((1, 0), CENTER, forces=9, champions=[reaver]), luck=force_kills)
    assert t.gold(2) == 10 and t.gold(1) == 11


def test_siege_engineer_destroys_a_bridge_at_its_hex_when_deployed():
    """Siege Engineer destroys a Bridge at its hex when deployed; one must be named if there is one."""
    t = Table(mana=20)
    t.put(1, 1, CENTER)
    t.play(1, "Siege Engineer", CENTER)
    t.road((1, 0), CENTER, (0, 1))
    assert not t.may(1, "Siege Engineer", CENTER)
    assert not t.may(1, "Siege Engineer", CENTER, ((1, 0), (2, 0)))
    t.play(1, "Siege Engineer", CENTER, ((1, 0), CENTER))
    assert not t.bridge((1, 0), CENTER) and t.bridge(CENTER, (0, 1))
    t.put(2, 1, (0, 1))
    t.hold(2, "Sabotage Bridge", number=1)
    t.together((1, "Siege Engineer", CENTER, (CENTER, (0, 1))), (2, "Sabotage Bridge", (CENTER, (0, 1))))
    assert len(t.state.champions) == 3 and not fizzled(t)


def test_duelist_exemplar_rolls_1_more_die_against_an_enemy_champion():
    """Duelist Exemplar rolls 2 dice on 1-3, and 1 more in combat rounds with an enemy Champion."""
    for foe, rolled in ((1, 2), ("Titan Vanguard", 3)):
        t = Table()
        duelist = t.put(1, "Duelist Exemplar", (1, 0))
        t.put(2, foe, CENTER)
        t.road((1, 0), CENTER)
        t.play(1, "march", t.walk((1, 0), CENTER, champions=[duelist]))
        assert set(dice(t, duelist)) == {rolled} and set(hit_on(t, duelist)) == {3}


def test_lone_wolf_rolls_3_more_dice_without_friendly_forces():
    """Lone Wolf rolls 1 die, and 3 more while no Force of its side is there.

    Other Champions do not matter.
    """
    for forces, rolled in ((0, 4), (1, 1)):
        t = Table()
        wolf, other = t.put(1, "Lone Wolf", (1, 0)), t.put(1, "Sergeant", (1, 0))
        t.put(1, 1, (1, 0))
        t.put(2, "Titan Vanguard", CENTER)
        t.road((1, 0), CENTER)
        t.play(1, "march", t.walk((1, 0), CENTER, forces=forces, champions=[wolf, other]))
        assert dice(t, wolf)[0] == rolled


def test_reliable_veteran_rolls_one_die_that_hits_on_1_to_5():
    """Reliable Veteran rolls a single die that hits on 1-5."""
    t = Table()
    veteran = t.put(1, "Reliable Veteran", (1, 0))
    t.put(2, 2, CENTER)
    t.road((1, 0), CENTER)
    t.play(1, "march", t.walk((1, 0), CENTER, champions=[veteran]))
    assert set(dice(t, veteran)) == {1} and set(hit_on(t, veteran)) == {5}


def test_exodia_appears_when_three_of_its_players_champions_die_for_it():
    """Three or more of your Champions die for Exodia, and it may appear in their hex.

    Nobody earns a bounty, it costs no gold, and there is no limit.
    """
    t = Table(gold=0)
    for name in ("Sergeant", "Titan Vanguard", "Brute"):
        assert "Champions" in t.why_not(1, "Exodia", t.home(1))
        t.put(1, name, CENTER)
    t.put(1, "Bannerman", (1, 1))
    t.play(1, "Exodia", CENTER)
    (exodia,) = t.state.champions.values()
    assert t.name_of(exodia.copy) == "Exodia" and exodia.hp == 15 and t.where(exodia.copy) == CENTER
    assert t.gold(1) == t.gold(2) == 0
    assert t.burnt(1)[-1] == "Exodia" and len(t.burnt(1)) == 5


def test_exodia_sacrifice_of_traitor_takes_its_owners_mana():
    """A sacrificed Traitor still takes its owner's mana."""
    t = Table(mana=9)
    for name in ("Sergeant", "Traitor", "Brute"):
        t.put(1, name, CENTER)
    t.play(1, "Exodia", t.home(1))
    assert t.mana(1) == 0


def test_exodia_fizzles_with_fewer_than_three_champions():
    """With fewer than three Champions on resolution it fizzles to the discard pile, and nobody dies."""
    t = Table(mana=9)
    doomed, *others = (t.put(1, "Sergeant", CENTER, hp=1) for _ in range(3))
    t.put(2, 1, (1, 0))
    t.hold(2, "Zap", number=1)
    t.together((1, "Exodia", CENTER), (2, "Zap", doomed))
    assert fizzled(t) and t.discards(1) == ["Exodia"]
    assert sorted(t.state.champions) == sorted(others)


def test_capturer_gains_a_force_after_each_battle_won():
    """Capturer gains a Force each time it survives a battle that its side has won."""
    t = Table(mana=9)
    capturer = t.put(1, "Capturer", (1, 0))
    t.put(2, 1, CENTER)
    t.put(2, 1, (-1, 0))
    t.road((1, 0), CENTER, (-1, 0))
    t.play(1, "march", t.walk((1, 0), CENTER, champions=[capturer]), luck=wins(1))
    assert t.forces(1, CENTER) == 1
    t.play(1, "march", t.walk(CENTER, (-1, 0), champions=[capturer]), luck=wins(1))
    assert t.forces(1, (-1, 0)) == 1
