"""The preview of an action's effects, without those of other actions."""

from __future__ import annotations

from fractions import Fraction

from core.engine.chance.exact import ScriptedChance, TooManyPathsError
from core.games.bridgefront import foresight
from core.games.bridgefront.decisions import Action, Walk
from core.games.bridgefront.foresight import count_upcoming_odds, upcoming_battles
from core.games.bridgefront.game import GAME
from core.games.bridgefront.odds import battle_odds, run_to_end
from tests.support.games.bridgefront.table import Table


def table(*factions: str, **options: object) -> Table:
    t = Table(*factions, **options)
    t.road((2, 0), (1, 0), (0, 0))
    t.state.asking = ((1, "action", (0,)), (2, "action", (0,)))
    return t


def march(t: Table, forces: int, *hexes: tuple[int, int]) -> Action:
    a, *path = (t.at(h) for h in hexes)
    return Action("march", locked=(Walk(a, forces, (), tuple(path)),))


def test_a_march_into_enemies_previews_a_battle():
    t = table()
    t.put(1, 3, (1, 0))
    t.put(2, 2, (0, 0))
    before = t.state.digest()
    action = march(t, 2, (1, 0), (0, 0))
    GAME.check(t.state, 1, action)
    (ahead,) = upcoming_battles(t.state, 1, action)
    assert (ahead.hex, ahead.attacker, ahead.defender, ahead.siege) == (t.at((0, 0)), 1, 2, False)
    assert ahead.chance == 1
    odds = run_to_end(count_upcoming_odds(ahead))
    assert odds.before[0].forces == 2 and odds.before[1].forces == 2
    assert t.state.digest() == before


def test_a_march_into_a_free_hex_previews_no_battle():
    t = table()
    t.put(1, 3, (1, 0))
    assert upcoming_battles(t.state, 1, march(t, 2, (1, 0), (0, 0))) == []


def test_a_march_into_a_capital_previews_a_siege_with_its_owner_defending():
    t = table()
    home = t.home(2)
    t.road((-2, 0), home)
    t.put(1, 4, (-2, 0))
    t.put(2, 2, home)
    (ahead,) = upcoming_battles(t.state, 1, march(t, 4, (-2, 0), home))
    assert ahead.siege and (ahead.attacker, ahead.defender) == (1, 2)


def test_reinforcing_a_besieged_capital_previews_its_siege():
    t = table("leadbound", "virtuous")
    t.put(1, 1, t.home(1))
    t.put(2, 2, t.home(1))
    (ahead,) = upcoming_battles(t.state, 1, Action("reinforce", locked=(None,)))
    assert ahead.siege and (ahead.attacker, ahead.defender) == (2, 1)
    assert run_to_end(count_upcoming_odds(ahead)).before[1].forces == 3  # Home Guard


def test_the_preview_counts_effects_prepared_earlier():
    t = table("cipher", "vapourborn")
    t.put(1, 2, (1, 0))
    t.put(2, 2, (0, 0))
    plain = battle_odds(upcoming_battles(t.state, 1, march(t, 2, (1, 0), (0, 0)))[0].state, t.at((0, 0)), 1, 2)
    from tests.support.games.bridgefront.positions import mark

    mark(t.state, "shock drill", 1)
    drilled = run_to_end(count_upcoming_odds(upcoming_battles(t.state, 1, march(t, 2, (1, 0), (0, 0)))[0]))
    assert drilled.win_chance(1) > plain.win_chance(1)


def test_a_preview_with_too_many_outcomes_is_estimated_by_sampling(monkeypatch):
    t = table()
    t.put(1, 3, (1, 0))
    t.put(2, 2, (0, 0))
    action = march(t, 2, (1, 0), (0, 0))
    counted = upcoming_battles(t.state, 1, action)
    monkeypatch.setattr(foresight, "exact_distribution", too_many)
    assert [(a.hex, a.chance) for a in upcoming_battles(t.state, 1, action)] == [(a.hex, a.chance) for a in counted]


def too_many(run: object, most: int) -> None:
    raise TooManyPathsError


def test_the_action_done_previews_no_battle():
    t = table()
    t.put(1, 1, (1, 0))
    assert upcoming_battles(t.state, 1, Action("done")) == []


def test_a_scripted_pick_among_weighted_items_has_the_right_probability():
    picks = ScriptedChance([])
    assert picks.weighted_index((1, 3)) == 0 and picks.weight == Fraction(1, 4)
