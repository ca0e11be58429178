"""Scoring (rules 10.2): Timer, control VP, winners and ties."""

from __future__ import annotations

import pytest

from core.games.bridgefront import events
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases.scoring import control_vp, seats_on_target, standing, total_vp
from core.games.bridgefront.state import Mark


def of(happened, kind):
    return [e for e in happened if isinstance(e, kind)]


def position(table, seats=2, factions=("leadbound", "virtuous", "refiner", "cipher"), **options):
    """Return round 2 with an empty board and these factions; nobody has VP or gold."""
    t = table(seats, **options).until("bid")
    t.clear_board()
    t.state.faction = [0, *(CODES.index(code) for code in factions[:seats])]
    t.state.round = 2
    t.state.gold = [0] * (seats + 1)
    t.state.vp = [0] * (seats + 1)
    return t


def stand(t, seat, *hexes):
    for hex_ in hexes:
        t.state.forces[seat][hex_] = 1


def finish(t):
    """Score and, if that ends the match, open everything; return the events of both."""
    happened = list(t.only(("scoring",)))
    while t.state.phase == "final audit" and not t.state.over:
        happened += t.step()
    return happened


# Control VP -----------------------------------------------------------------------------------------------------------


def test_the_center_and_forges_score_control_vp(table) -> None:
    """Center and each Forge give 1, Mines and your own Capital nothing."""
    t = position(table, 3)
    state = t.state
    stand(t, 1, state.grid.center, *state.forges, state.capital[1], min(state.mines))
    assert control_vp(state, 1) == (("center", 1), ("forges", 2))
    assert control_vp(state, 2) == ()


def test_C12_an_undefended_enemy_capital_scores(table) -> None:
    """Each enemy Capital gives 1 to its occupant; a besieged one counts for the units inside (C12)."""
    t = position(table, 3)
    stand(t, 1, t.state.capital[2], t.state.capital[3])
    assert control_vp(t.state, 1) == (("capitals", 2),)


def test_F8_the_gatewright_scores_two_for_each_enemy_capital(table) -> None:
    """Gatewright scores 2 for an enemy Capital, once per Capital, and nothing for its own (F8)."""
    t = position(table, 3, ("gatewright", "virtuous", "refiner"))
    stand(t, 1, t.state.capital[2], t.state.capital[3], t.state.capital[1])
    t.state.forces[1][t.state.capital[2]] = 5
    assert control_vp(t.state, 1) == (("capitals", 4),)


def test_L10_bannermen_score_control_vp(table) -> None:
    """Center Bannerman scores 1 on the Center, Bannerman 1 on the board, until they leave (L10)."""
    t = position(table)
    center, mine = t.state.grid.center, min(t.state.mines)
    banner = t.champion("Center Bannerman", 1, mine)
    assert control_vp(t.state, 1) == ()
    t.state.champions[banner] = t.state.champions[banner]._replace(hex=center)
    assert control_vp(t.state, 1) == (("center", 1), ("champions", 1))
    t.champion("Bannerman", 1, mine)
    assert control_vp(t.state, 1) == (("center", 1), ("champions", 2))
    del t.state.champions[banner]
    assert control_vp(t.state, 1) == (("champions", 1),)


def test_total_vp_is_permanent_plus_control_vp(table) -> None:
    """Control VP are counted again at each Scoring and never kept."""
    t = position(table)
    stand(t, 1, t.state.grid.center)
    t.state.vp[1] = 3
    assert total_vp(t.state, 1) == 4
    happened = finish(t)
    assert of(happened, events.Scored) == [
        events.Scored(1, 3, 1, (("center", 1),)),
        events.Scored(2, 0, 0, ()),
    ]
    assert t.state.vp == [0, 3, 0]


# Timer ----------------------------------------------------------------------------------------------------------------


def test_L11_timer_scores_before_the_win_is_checked(table) -> None:
    """The player of the Timer who occupies the Center gets 3 permanent VP before any win (L11)."""
    t = position(table)
    stand(t, 1, t.state.grid.center)
    t.state.vp[1] = 4
    t.state.marks.append(Mark("timer", 1, 3))
    happened = finish(t)
    assert t.state.vp[1] == 7
    assert of(happened, events.VictoryPoints) == [events.VictoryPoints(1, 3)]
    assert t.state.winners == (1,) and t.state.over


def test_L11_timer_scores_nothing_without_the_center(table) -> None:
    """A player who is not on the Center gets nothing (L11)."""
    t = position(table)
    stand(t, 2, t.state.grid.center)
    t.state.marks.append(Mark("timer", 1, 3))
    finish(t)
    assert t.state.vp == [0, 0, 0]


# Winning --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "vp", "wins"), [(8, 7, False), (8, 8, True), (5, 5, True), (15, 14, False)])
def test_O3_L5_a_player_with_the_vp_to_win_wins_at_scoring(table, target, vp, wins) -> None:
    """A player with the number of VP to win, 8 by default, wins at Scoring (O3, L5)."""
    t = position(table, vp_to_win=target)
    t.state.vp[1] = vp
    finish(t)
    assert t.state.winners == ((1,) if wins else ())
    assert t.state.over == wins


def test_O3_vp_to_win_0_plays_all_ten_rounds(table) -> None:
    """Without a target no player wins before the end of round 10 (O3)."""
    t = position(table, vp_to_win=0)
    t.state.vp[1] = 40
    finish(t)
    assert not t.state.over
    t.state.round = 10
    happened = finish(t)
    assert of(happened, events.MatchEnded) == [events.MatchEnded((1,), "rounds")]


def test_a_player_with_an_enemy_in_the_capital_cannot_win(table) -> None:
    """A winner's Capital must contain no enemy unit; own units need not be there."""
    t = position(table)
    t.state.vp[1] = 9
    stand(t, 2, t.state.capital[1])
    assert seats_on_target(t.state) == ()
    t.clear_board()
    assert seats_on_target(t.state) == (1,)


def test_C4_the_owner_of_an_emptied_capital_can_win(table) -> None:
    """An empty Capital contains no enemy (C4)."""
    t = position(table)
    t.state.vp[1] = 8
    happened = finish(t)
    assert of(happened, events.MatchEnded) == [events.MatchEnded((1,), "target")]


@pytest.mark.parametrize(
    ("vp", "gold", "center", "winners"),
    [
        ((8, 9, 0), (9, 0, 0), 0, (2,)),
        ((8, 9, 0), (0, 0, 0), 1, (2,)),
        ((9, 9, 0), (2, 3, 0), 0, (2,)),
        ((9, 9, 9), (3, 2, 3), 0, (1, 3)),
        ((7, 7, 12), (0, 0, 0), 0, (3,)),
    ],
)
def test_L6_ties_of_players_on_target_follow_vp_and_gold(table, vp, gold, center, winners) -> None:
    """Higher total wins, then more permanent VP, then more gold, else a shared victory (L6, L7)."""
    t = position(table, 3)
    t.state.vp[1:] = vp
    t.state.gold[1:] = gold
    if center:
        stand(t, center, t.state.grid.center)
    finish(t)
    assert t.state.winners == winners


def test_L7_dice_break_a_complete_tie_with_final_tie_players(table) -> None:
    """With final_tie players in a complete tie roll dice, and the lowest wins, as in the market (L7)."""
    winners = set()
    for seed in range(10):
        t = position(table, 3, seed=seed, final_tie="dice")
        t.state.vp[1:] = (9, 9, 8)
        happened = finish(t)
        (winner,) = t.state.winners
        rolls = dict(of(happened, events.TieDice)[-1].rolls)
        assert rolls[winner] == min(rolls.values())
        winners.add(winner)
    assert winners == {1, 2}


def test_L8_round_10_without_players_on_target_goes_to_the_best_total(table) -> None:
    """The same order applies among all; enemies in the Capital do not matter (L8)."""
    t = position(table)
    t.state.round = 10
    t.state.vp[1:] = (5, 3)
    stand(t, 2, t.state.capital[1])
    happened = finish(t)
    assert of(happened, events.MatchEnded) == [events.MatchEnded((1,), "rounds")]
    assert t.state.over


def test_L8_in_round_10_a_player_on_target_wins_first(table) -> None:
    """A player on target with a free Capital beats a higher total with enemies in the Capital (L8)."""
    t = position(table, 3)
    t.state.round = 10
    t.state.vp[1:] = (12, 8, 0)
    stand(t, 3, t.state.capital[1])
    finish(t)
    assert t.state.winners == (2,)


def test_a_match_without_a_winner_continues_with_cleanup(table) -> None:
    """With nobody on target before round 10, Cleanup and the next round follow."""
    t = position(table)
    t.only(("scoring",))
    assert t.state.phase == "cleanup"
    assert t.kinds() == {"clear"}


# Standing -------------------------------------------------------------------------------------------------------------


def test_the_standing_during_a_match_ranks_by_total_vp_and_gold(table) -> None:
    """Ranks go by total, permanent VP and gold; ties share a rank and every part is named."""
    t = position(table, 4)
    t.state.vp[1:] = (2, 3, 2, 2)
    t.state.gold[1:] = (1, 0, 1, 4)
    stand(t, 4, t.state.grid.center)
    ranks = [(s.rank, s.seat) for s in standing(t.state)]
    assert ranks == [(1, 2), (2, 4), (3, 1), (3, 3)]
    assert standing(t.state)[1].score == (("vp", 3), ("permanent", 2), ("control", 1), ("gold", 4))


def test_the_final_standing_ranks_winners_first(table) -> None:
    """The winners come first, even above a higher total that did not count."""
    t = position(table, 3)
    t.state.vp[1:] = (12, 8, 1)
    stand(t, 3, t.state.capital[1])
    finish(t)
    assert [(s.rank, s.seat) for s in standing(t.state)] == [(1, 2), (2, 1), (3, 3)]


def test_a_shared_victory_shares_the_first_rank(table) -> None:
    """Shared victory shares the first rank (L7)."""
    t = position(table, 3)
    t.state.vp[1:] = (9, 9, 1)
    finish(t)
    assert [(s.rank, s.seat) for s in standing(t.state)] == [(1, 1), (1, 2), (3, 3)]
