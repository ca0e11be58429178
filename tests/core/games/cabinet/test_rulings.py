"""Rulings on Cabinet, and decks whose order is unknown."""

from __future__ import annotations

from collections import Counter

import pytest

from core.bots.registry import BOTS
from core.engine.game import IllegalDecision, Setup
from core.engine.local_match import LocalMatch
from core.engine.result import TEAM, kind_of
from core.games.cabinet import cards
from core.games.cabinet import events as e
from core.games.cabinet.action import ALL_KINDS, STOP
from core.games.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY
from core.games.cabinet.decisions import Act, Attempt, Discard, Pledge, Swap
from core.games.cabinet.game import GAME
from tests.support.games.cabinet.editions import shipped_game
from tests.support.games.cabinet.table import Position, deck_sizes


def started(seats: int, number: int = 0, **options: str) -> tuple[object, list[object]]:
    """Return a match after its setup, with its events."""
    game = shipped_game("classic")
    state = game.new_state(Setup(seats, game.options.values_by_name(game.options.complete_values(options)), bytes(32)))
    return state, GAME.step(state, {}, number.to_bytes(32, "big"))


def of(happened: list[object], kind: type) -> list[object]:
    return [event for event in happened if type(event) is kind]


# Rulings (9) ----------------------------------------------------------------------------------------------------------


def test_B1_two_to_five_players_can_play() -> None:
    assert GAME.seat_counts == (2, 3, 4, 5) and all(kind_of(GAME, seats) == TEAM for seats in GAME.seat_counts)


def test_B2_the_game_is_called_cabinet() -> None:
    assert GAME.title == "Cabinet"


def test_B3_two_challenges_leave_unseen_at_the_limit() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.run(("challenge",))
    assert p.said(e.TimePassed) == [e.TimePassed(2)] and p.state.gone == 2
    assert deck_sizes(p.state)["Challenge"] == 20
    p.state.decks[CHALLENGE] = (p.state.decks[CHALLENGE][0][:3],)
    p.run(("challenge",))
    assert p.said(e.TimePassed)[-1] == e.TimePassed(1), "the last one"
    assert not p.state.over and deck_sizes(p.state)["Challenge"] == 0


def test_B4_five_players_remove_five_challenges_unseen() -> None:
    state, happened = started(5)
    assert of(happened, e.ChallengesRemoved) == [e.ChallengesRemoved(5)] and state.gone == 5
    assert len(state.decks[CHALLENGE][0]) == 23 and not state.lapsed, "nobody knows which"


def test_B5_with_the_seed_clock_the_deck_is_unchanged_at_the_limit() -> None:
    p = Position(clock="seed")
    p.in_play("Embargo", "Spy Ring")
    p.run(("challenge",))
    assert not p.events and deck_sizes(p.state)["Challenge"] == 22


def test_B6_only_the_active_player_assists_and_only_a_milestone() -> None:
    p = Position()
    p.hand(1, "V")
    (other,) = p.hand(2, "Finance")
    p.hand(2, "F")
    (mine,) = p.hand(1, "Finance")
    p.attempt("Balanced Ledger")
    with pytest.raises(IllegalDecision):
        p.decide(seat2=Pledge((), other))
    p.decide(seat1=p.gives(1, mine))
    assert p.said(e.MilestoneAchieved)


def test_B7_a_milestone_by_the_cabinet_office_can_be_assisted() -> None:
    p = Position()
    (mine,) = p.hand(1, "Finance")
    p.hand(1, "V")
    (ledger, _) = p.on_top("Balanced Ledger", "Night Trains")
    p.play("Cabinet Office")
    p.decide(seat1=Act("milestone"))
    p.decide(seat1=Attempt(ledger))
    p.decide(seat1=p.gives(1, mine))
    assert p.state.score == 1 and p.asked("act") == [1], "and the second action"


def test_B8_the_last_milestone_is_drawn_as_the_only_choice() -> None:
    p = Position()
    (last,) = p.on_top("Night Trains")
    p.state.decks[MILESTONE] = ((last,),)
    p.act(kind="milestone")
    assert p.said(e.MilestonesDrawn) == [e.MilestonesDrawn(1, (last,))]
    assert list(GAME.options_of(p.state, 1, p.table.secrets[1])) == [Attempt(last), Attempt(0)]


def test_B9_a_failed_milestone_does_not_cost_the_assist() -> None:
    p = Position()
    (assist,) = p.hand(1, "Finance")
    p.hand(2, "V")
    p.attempt("Balanced Ledger")
    p.decide(seat1=Pledge((), assist))
    p.decide(seat1=Pledge((), assist))
    assert p.state.hand[1] == (assist,) and not p.said(e.AssistUsed) and p.said(e.MilestonePutUnder)


def test_B10_an_unneeded_pledge_stays_in_hand() -> None:
    p = Position()
    p.hand(1, "F")
    two = p.hand(2, "F")
    p.flip("Embargo")
    p.decide(seat1=p.gives(1), seat2=p.gives(2))
    assert p.state.hand[1] == () and p.state.hand[2] == two


def test_B11_a_challenge_in_play_is_paid_by_one_player() -> None:
    p = Position()
    (riots,) = p.in_play("Bread Riots")
    mine, theirs = p.hand(1, "F"), p.hand(2, "W")
    p.run(("act",))
    for pay in (mine, mine + theirs):
        with pytest.raises(IllegalDecision):
            p.decide(seat1=Act("challenge", challenge=riots, pay=pay))


def test_B12_the_first_turn_has_no_penalty_and_no_upkeep() -> None:
    state, happened = started(3)
    assert not of(happened, e.UpkeepDue) and not of(happened, e.ChallengeStays) and state.phase == "draw"
    p = Position()
    p.in_play("Embargo")
    p.hand(1, "F F")
    p.run(("upkeep",))
    assert p.said(e.UpkeepDue) == [e.UpkeepDue(1)], "but the second"


def test_B13_the_upkeep_comes_before_the_draw() -> None:
    p = Position()
    p.in_play("Embargo")
    p.run(("turn",))
    assert p.state.over and p.state.ending == "upkeep"


def test_B14_the_hand_limit_applies_only_to_the_active_player() -> None:
    p = Position()
    p.hand(1, "F F F F F F F F F")
    p.hand(2, "V V V V V V V V")
    p.run(("end",))
    assert p.state.asking == ((1, "trim", (2, "limit")),)
    p.decide()
    assert len(p.state.hand[1]) == 7 and len(p.state.hand[2]) == 8


def test_B15_the_calm_limit_counts_challenges_in_play() -> None:
    p = Position()
    p.hand(1, "F F W W E")
    p.in_play("Embargo")
    p.attempt("Rural Power Grid")
    assert p.asked("pledge") == [1]


def test_B16_defence_waits_at_the_limit_and_is_used_one_at_a_time() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.placed("Defence")
    p.placed("Defence")
    p.run(("challenge",))
    assert len(p.state.placed) == 2 and p.said(e.TimePassed)
    p.state.challenges = ()
    p.state.solved = tuple(cards.deck_copies(CHALLENGE)[:1])
    p.run(("challenge",))
    assert len(p.state.placed) == 1 and p.said(e.ChallengeAverted)


def test_B17_health_waits_for_an_upkeep_with_a_challenge() -> None:
    p = Position()
    p.placed("Health")
    p.run(("upkeep",))
    assert len(p.state.placed) == 1
    p.in_play("Embargo")
    p.run(("upkeep",))
    assert not p.state.placed and not p.state.asking


def test_B18_no_question_concerns_table_talk() -> None:
    """Talk is outside the rules, so there is no question about it (B18)."""
    assert set(GAME.questions) == {
        *(
            "draw",
            "mix",
            "act",
            "attempt",
            "settle",
            "pledge",
            "offer",
            "lose",
            "trim",
            "arrange",
            "guests",
            "swap",
            "accept",
            "take",
        )
    }


def test_B19_a_stand_in_pledges_and_offers_all_and_attempts_no_milestone() -> None:
    p = Position()
    p.hand(1, "G")
    p.hand(2, "W E E")
    p.flip("Embargo")
    p.decide(lost={1})
    assert p.said(e.ChallengePaid)
    p = Position()
    p.hand(1, "F F F")
    p.hand(2, "F F F")
    p.run(("joint", 2, "upkeep"))
    p.decide(lost={1})
    assert [(x.seat, len(x.copies)) for x in p.said(e.CardsDiscarded)] == [(1, 2)]
    p = Position()
    p.run(("draw", 1), ("act",))
    while p.state.asking:
        p.decide(lost={1})
    assert len(p.state.hand[1]) == 2 and all(map(cards.is_resource, p.state.hand[1]))
    p.on_top("Night Trains", "Grain Reserve")
    p.act(kind="milestone")
    p.decide(lost={1})
    assert [x.why for x in p.said(e.MilestonePutUnder)] == ["given up", "given up"]


def test_B20_the_larger_milestones_have_a_calm_limit() -> None:
    assert all((card.calm == 1) == (card.points > 2) for card in cards.MILESTONE_CARDS)


def test_B21_cards_that_are_looked_at_are_shown_to_all() -> None:
    p = Position()
    top = p.on_top("Spy Ring", "Embargo", "Blackout")
    p.play("Information")
    assert p.said(e.CardsLookedAt) == [e.CardsLookedAt(1, top)] and p.state.aside == top


def test_B22_two_players_need_fifteen_points() -> None:
    assert started(2)[0].target == 15


def test_B23_all_players_win_or_lose_together() -> None:
    p = Position()
    for won in (0, 1):
        p.state.over, p.state.won = True, won
        assert [(place.rank, place.seat) for place in GAME.standing(p.state)] == [(2 - won, seat) for seat in (1, 2, 3)]


def test_B24_the_player_who_takes_a_penalty_chooses_the_cards() -> None:
    p = Position()
    mine = p.hand(1, "E V")
    p.flip("Petty Graft")
    assert p.asked("lose") == [1]
    p.decide(seat1=Discard(mine[1:]))
    assert p.state.hand[1] == mine[:1]


def test_B25_the_second_action_of_the_cabinet_office_is_optional() -> None:
    p = Position()
    p.play("Cabinet Office")
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Act(STOP))
    p.decide(seat1=Act("gather"))
    p.decide(seat1=Act(STOP))
    assert p.said(e.ActionLeftOut) and not p.state.asking and STOP not in ALL_KINDS


def test_B26_a_cost_that_all_hands_cannot_cover_fails_at_once() -> None:
    p = Position()
    p.hand(1, "F F F")
    p.hand(2, "E")
    p.flip("Bread Riots")
    (riots,) = p.said(e.ChallengeFlipped)
    assert not p.asked("pledge") and p.said(e.PaymentShort) == [e.PaymentShort(riots.copy, cards.cost_of("W"), 1)]


def test_B27_a_player_without_a_fitting_card_is_not_asked() -> None:
    p = Position()
    p.hand(1, "E")
    p.hand(2, "F")
    p.hand(3, "Health")
    p.flip("Embargo")
    assert p.asked("pledge") == [2]


def test_B28_an_unneeded_assist_stays_in_hand() -> None:
    p = Position()
    (assist,) = p.hand(1, "Defence")
    p.hand(1, "F F V")
    p.attempt("Balanced Ledger")
    p.decide(seat1=p.gives(1, assist))
    assert p.said(e.MilestoneAchieved) and p.state.hand[1] == (assist,)


def test_B29_no_player_is_asked_if_all_cards_are_due() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.hand(1, "F")
    p.hand(3, "F")
    p.run(("upkeep",))
    assert not p.state.asking and not any(p.state.hand) and not p.state.over


def test_B30_a_ministry_is_discarded_before_it_resolves() -> None:
    p = Position()
    (office,) = p.hand(1, "Cabinet Office")
    p.empty(MINISTRY)
    p.act(kind="ministry", card=office)
    p.decide(seat1=Act("gather", deck=MINISTRY))
    assert p.state.hand[1] == (office,), "it has been shuffled and drawn again"


def test_B31_a_swap_is_optional_and_no_answer_means_no() -> None:
    p = Position()
    p.play("Foreign Affairs")
    p.decide(seat1=Swap())
    assert not p.state.asking and len(p.state.hand[1]) == 1
    p = Position()
    (mine,) = p.hand(1, "F")
    p.play("Foreign Affairs")
    p.decide(seat1=Swap(2, (mine,)))
    p.decide()
    assert p.said(e.SwapAnswered) == [e.SwapAnswered(1, 2, 0)] and mine in p.state.hand[1]


def test_B32_a_known_challenge_that_leaves_is_recorded_as_gone() -> None:
    p = Position()
    p.in_play("Embargo", "Blackout")
    (top,) = p.on_top("Spy Ring")
    p.run(("challenge",))
    assert p.state.lapsed == (top,) and p.state.gone == 1


def test_B33_a_look_shows_only_the_cards_that_are_left() -> None:
    p = Position()
    (last,) = p.on_top("Spy Ring")
    p.state.decks[CHALLENGE] = ((last,),)
    p.play("Information")
    assert not p.asked("arrange") and p.state.decks[CHALLENGE] == ((last,),)
    p = Position()
    p.empty(MILESTONE)
    p.play("Science")
    assert p.said(e.CardsLookedAt) == [e.CardsLookedAt(1, ())] and len(p.state.hand[1]) == 1


def test_B34_the_match_is_lost_after_sixty_turns() -> None:
    p = Position(clock="seed")
    p.state.turn = 60
    p.run(("turn",))
    assert p.state.over and not p.state.won and p.state.ending == "turns" and p.state.turn == 60


def test_B35_a_stand_in_accepts_swaps() -> None:
    p = Position()
    (theirs,) = p.hand(2, "T")
    p.play("Foreign Affairs")
    p.decide(seat1=Swap(2, (), (theirs,)))
    p.decide(lost={2})
    assert p.said(e.SwapAnswered) == [e.SwapAnswered(1, 2, 1)] and theirs in p.state.hand[1]


def test_B36_justice_takes_as_many_discards_as_there_are() -> None:
    p = Position()
    (only,) = p.discarded("F")
    p.play("Justice")
    assert p.state.hand[1] == (only,) and not p.state.asking
    p = Position()
    p.play("Justice")
    assert p.said(e.CardsTaken) == [e.CardsTaken(1, ())]


# Decks whose order nobody knows (8) -----------------------------------------------------------------------------------


def test_each_challenge_is_equally_likely_to_have_been_removed_unseen() -> None:
    """Cards removed unseen may be any of the rest; each of the others is equally likely to come next."""
    found: Counter[str] = Counter()
    for number in range(600):
        p = Position()
        p.state.decks[CHALLENGE] = (tuple(cards.deck_copies(CHALLENGE)[:3]),)
        p.placed("Defence")
        p.run(("challenge",), beacon=number.to_bytes(32, "big"))
        assert p.state.gone == 1
        p.run(("challenge",), beacon=(1000 + number).to_bytes(32, "big"))
        found[p.said(e.ChallengeFlipped)[0].copy] += 1
    assert len(found) == 3 and all(150 < n < 250 for n in found.values())


def test_the_challenges_removed_unseen_are_known_once_none_are_left_in_the_deck() -> None:
    p = Position()
    three = tuple(cards.deck_copies(CHALLENGE)[:3])
    (under,) = cards.deck_copies(CHALLENGE)[9:10]
    p.state.decks[CHALLENGE], p.state.gone = (three, (under,)), 2
    p.run(("challenge",))
    assert p.state.gone == 0 and len(p.state.lapsed) == 2 and p.state.decks[CHALLENGE] == ((under,),)


@pytest.mark.parametrize(("clock", "lost"), [("passes", False), ("seed", False), ("literal", True)])
@pytest.mark.parametrize("averted", [False, True])
def test_B37_with_the_literal_clock_the_last_challenge_ends_the_match(clock: str, lost: bool, averted: bool) -> None:
    p = Position(clock=clock)
    if averted:
        p.state.placed = (next(copy for copy in cards.COPIES if cards.name_of(copy) == "Defence"),)
    p.state.decks[CHALLENGE] = (p.state.decks[CHALLENGE][0][:2],)
    p.run(("challenge",))
    assert not p.state.over
    p.state.asking, p.state.agenda, p.state.challenges = (), [], ()
    p.run(("challenge",))
    assert p.state.over == lost and p.state.ending == ("deck" if lost else "") and not p.state.won


def test_B37_with_the_literal_clock_no_challenge_leaves_at_the_limit() -> None:
    p = Position(clock="literal")
    p.in_play("Embargo", "Spy Ring")
    p.run(("challenge",))
    assert not p.events and deck_sizes(p.state)["Challenge"] == 22


def test_B37_bots_complete_matches_with_the_literal_clock() -> None:
    for seed in range(4):
        players = {seat: BOTS["heuristic"](f"B37 {seed}", seat) for seat in (1, 2, 3)}
        state = LocalMatch(GAME, players, f"B37 {seed}", {"clock": "literal"}).play(limit=5_000)
        assert state.won or state.ending in ("deck", "upkeep", "turns")
