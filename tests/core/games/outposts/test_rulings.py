"""One test for each ruling of docs/play/rules/outposts.md, named after the ruling."""

from __future__ import annotations

import pytest

from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.outposts import cards
from core.games.outposts import events as e
from core.games.outposts.action import ACT, legal_actions
from core.games.outposts.actions import location_defence
from core.games.outposts.board import CORNERS, PLACES
from core.games.outposts.cleanup import KEPT_FIRST, TIDY, final_vp, finish_cleanup, leftover_goods, usual_marks
from core.games.outposts.decisions import Act, Bury, Favour, Select, Tidy
from core.games.outposts.game import GAME
from core.games.outposts.goods import MARKS, gain_of
from core.games.outposts.hidden_cards import DECKS
from core.games.outposts.lookout_phase import SELECT
from core.games.outposts.outposts import can_pay_for
from core.games.outposts.outposts import outpost_defence as outpost_defence
from core.games.outposts.rules import Step
from core.games.outposts.state import Outposts
from tests.support.games.outposts.table import BEACON, SECOND, Position


def start(seats: int, **options: str) -> Outposts:
    """Return a match in its first Lookout."""
    table = LocalMatch(GAME, {seat: RandomBot("start", seat) for seat in range(1, seats + 1)}, "start", options)
    while not any(kind == "select" for _, kind, _ in table.state.asking):
        table.step()
    return table.state


def skips(p: Position, seat: int, selection: int) -> set[int]:
    """Return the places where the seat may build by skipping a selection; other answers are cards."""
    return {choice.place for choice in SELECT.legal_answers(p.state, seat, selection) if choice.place}


def takes(p: Position, seat: int, selection: int) -> set[int]:
    """Return the cards that the seat may take."""
    return {choice.card for choice in SELECT.legal_answers(p.state, seat, selection) if choice.card}


# The map --------------------------------------------------------------------------------------------------------------


def test_C2_the_card_discarded_for_building_must_match_the_territory_and_level() -> None:
    p = Position()
    one, two, three = (p.find(name) for name in ("Docks", "Mint", "Great Orrery"))
    assert [can_pay_for(p.state, copy, 1, 1) for copy in (one, two, three)] == [True, False, False]
    assert [can_pay_for(p.state, copy, 1, 3) for copy in (one, two, three)] == [False, True, True]
    assert [can_pay_for(p.state, copy, 2, 2) for copy in (one, two, three)] == [False, True, True]


def test_C4_the_defence_of_an_outpost_depends_on_level_walls_and_stockades() -> None:
    p = Position()
    for place, level in ((1, 1), (2, 2), (3, 3)):
        p.outpost(1, place, level)
    p.state.guarded[3] = 1
    assert [outpost_defence(p.state, place) for place in (1, 2, 3)] == [3, 4, 6]


def test_C5_an_upgrade_to_level_3_may_activate_any_level() -> None:
    p = Position()
    p.outpost(1, 4, 2)
    (card,) = p.hand(1, "Mint")
    assert [act.level for act in p.ways("upgrade")] == [3, 2, 1]
    p.act("upgrade", card=card, place=4, level=1)
    assert p.state.level[4] == 3 and p.has(1) == gain_of("2 crew")


def razing(*names: str) -> tuple[Position, list[int]]:
    """Return a position in which seat 1 on West may raze seat 2 on the North-west corner.

    Seat 1 has these cards in hand.
    """
    p = Position()
    p.outpost(1, 4)
    p.outpost(2, 1, 2)
    p.goods(1, "4 raid marks")
    return p, p.hand(1, *names)


def test_C6_building_after_a_raze_costs_a_card_and_is_optional() -> None:
    p, (one, two) = razing("Docks", "Mint")
    assert {act.card for act in p.ways("raze outpost")} == {0, one}
    p.act("raze outpost", place=1, level=2, card=one)
    assert p.state.owner[1] == 1 and p.state.level[1] == 1 and one in p.state.discards
    assert p.has(1) == gain_of("2 iron, 1 oil")
    p, (one, two) = razing("Docks", "Mint")
    assert not p.may("raze outpost", place=1, level=2, card=two)
    p.act("raze outpost", place=1, level=1)
    assert not p.state.owner[1] and p.has(1) == gain_of("1 oil")


def test_C9_a_wall_falls_with_its_outpost() -> None:
    p, _ = razing()
    p.state.guarded[1] = 1
    p.goods(1, "5 raid marks")
    p.act("raze outpost", place=1, level=1)
    assert not p.state.guarded[1] and p.has(1) == gain_of("1 oil")


def test_C15_trophy_mast_and_ash_standard_both_trigger_on_one_outpost() -> None:
    p, _ = razing()
    p.hold(1, "Trophy Mast", "Ash Standard")
    p.act("raze outpost", place=1, level=1)
    assert p.state.points[1] == 1 + 2 + p.state.rules.numbers.raze_vp


def test_C13_a_player_cannot_raze_an_own_location_or_outpost() -> None:
    p = Position()
    p.goods(1, "9 raid marks")
    (copy,) = p.hold(1, "Docks")
    p.outpost(1, 1)
    p.outpost(1, 2)
    assert not p.may("raze location", at=copy) and not p.may("raze outpost", place=2, level=1)


def test_C25_a_card_with_two_types_pays_with_either_type() -> None:
    p = Position()
    assert can_pay_for(p.state, p.find("Kelp Kilns"), 7, 2) and can_pay_for(p.state, p.find("Kelp Kilns"), 2, 2)


def test_A12_a_seat_with_six_outposts_first_removes_one() -> None:
    """Adjacency is checked after the removal (6.2)."""
    p = Position()
    for place in (1, 2, 3, 4, 5, 6):
        p.outpost(1, place)
    (card,) = p.hand(1, "Docks")
    sites = {(act.place, act.away) for act in p.ways("outpost")}
    assert (7, 1) in sites and (7, 4) not in sites and (7, 0) not in sites and (1, 1) not in sites
    p.act("outpost", card=card, place=7, away=6)
    assert p.state.owner[7] == 1 and not p.state.owner[6] and len(p.state.outposts_of(1)) == 6


def test_A12_an_outpost_is_built_only_next_to_one_of_the_players_own() -> None:
    """A seat without an Outpost cannot build one at all (6.8)."""
    p = Position()
    p.hand(1, "Docks")
    assert not p.ways("outpost")
    p.outpost(1, 1)
    p.outpost(2, 2)
    assert {act.place for act in p.ways("outpost")} == {4}


def test_A14_an_outpost_is_razed_only_next_to_an_own_outpost() -> None:
    p = Position()
    p.goods(1, "9 raid marks")
    p.outpost(2, 1)
    p.outpost(1, 5)
    assert not p.ways("raze outpost")
    p.outpost(1, 4)
    assert {act.place for act in p.ways("raze outpost")} == {1}
    p.state.passed[2] = 1
    assert not p.ways("raze outpost")


# Lookout --------------------------------------------------------------------------------------------------------------


def test_C7_in_round_1_exactly_one_selection_is_skipped() -> None:
    p = Position()
    p.state.round, p.state.row = 1, (1, 2, 3)
    assert skips(p, 1, 1) == set(CORNERS) and takes(p, 1, 1) == {1, 2, 3}
    assert skips(p, 1, 2) == set(CORNERS) and not takes(p, 1, 2)
    p.state.skipped[1] = 1
    assert not skips(p, 1, 2) and takes(p, 1, 2) == {1, 2, 3}


def test_C7_after_round_1_at_most_one_selection_is_skipped() -> None:
    p = Position()
    p.state.row = (1,)
    p.outpost(1, 1)
    assert skips(p, 1, 1) == {2, 4} and takes(p, 1, 2) == {1}
    p.state.skipped[1] = 1
    assert not skips(p, 1, 2)


def test_C8_a_seat_without_a_free_neighbour_cannot_skip() -> None:
    p = Position()
    p.state.row = (1,)
    p.outpost(1, 1)
    p.outpost(2, 2)
    p.outpost(2, 4)
    assert not skips(p, 1, 1)


def test_the_default_selects_the_leftmost_card_then_skips_in_round_1() -> None:
    state = start(2)
    own = LocalMatch(GAME, {1: RandomBot(), 2: RandomBot()}, "start").secrets[1]
    assert GAME.default_decision(state, 1, own) == Select(state.row[0])
    state.asking = (SELECT.as_open_ask(1, 2),)
    assert GAME.default_decision(state, 1, own) == Select(0, 1)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_row_has_one_card_more_than_players(seats: int) -> None:
    """One card more than players is revealed; a solo player has four cards and two Connections for both selections."""
    state = start(seats)
    assert len(state.row) == (4 if seats == 1 else seats + 1) and len(state.connections) == 2


def test_S3_six_cards_are_drawn_and_two_go_under_the_satchel() -> None:
    table = LocalMatch(GAME, {1: RandomBot("a", 1), 2: RandomBot("a", 2)}, "S3", sealed=True)
    while not any(kind == "bury" for _, kind, _ in table.state.asking):
        table.step()
    piles = table.state.piles
    assert [len(hand) for hand in piles.hand[1:]] == [6, 6] and piles.size(1) == 6
    first, second = piles.hand[1][:2]
    GAME.step(table.state, {1: Bury((second, first)), 2: Bury(piles.hand[2][4:])}, BEACON)
    assert piles.bottom[1] == (second, first) and len(piles.hand[1]) >= 4


# Cards ----------------------------------------------------------------------------------------------------------------


def test_C10_the_discards_become_the_deck() -> None:
    p = Position()
    all_ = DECKS.sorted_cards(p.state, cards.DECK)
    p.state.decks[cards.DECK], p.state.discards = (), all_[:5]
    p.state.discards = all_[:5]
    step = Step(p.state, BEACON)
    assert DECKS.turn_up(step, cards.DECK) in all_[:5]
    assert not p.state.discards and DECKS.size(p.state, cards.DECK) == 4
    p.state.decks[cards.DECK] = ()
    assert DECKS.turn_up(step, cards.DECK) == 0


def test_C10_connections_return_in_the_order_they_went_under() -> None:
    """The unseen part comes first (C10)."""
    p = Position()
    p.state.decks[1] = ((132, 133),)
    for copy in (131, 130):
        p.state.connections = (copy,)
        finish_cleanup(Step(p.state, BEACON))
    step = Step(p.state, BEACON)
    found = [DECKS.turn_up(step, 1) for _ in range(5)]
    assert set(found[:2]) == {132, 133} and found[2:] == [131, 130, 0]


def test_C11_a_developed_production_location_produces() -> None:
    p = Position()
    (old,) = p.hold(1, "Docks")
    (new,) = p.hand(1, "Driftwood Strand")
    p.goods(1, "1 timber")
    p.act("develop", card=new, over=old)
    assert p.has(1) == gain_of("2 timber") and p.state.points[1] == 1 and p.state.hold[1] == (new,)
    assert old in p.state.discards


def test_C12_a_location_built_this_round_can_be_developed_over() -> None:
    p = Position()
    first, second = p.hand(1, "Docks", "Driftwood Strand")
    p.goods(1, "2 timber")
    p.act("build", card=first)
    assert p.may("develop", card=second, over=first)
    assert not p.may("develop", card=first, over=first)


def test_A2_a_location_is_developed_only_over_one_that_shares_a_type() -> None:
    p = Position()
    (old,) = p.hold(1, "Docks")
    (new,) = p.hand(1, "Mint")
    p.goods(1, "1 timber")
    assert not p.may("develop", card=new, over=old)


def test_C14_a_feature_triggers_twice_in_a_round() -> None:
    p = Position()
    (mast,) = p.hold(1, "Trophy Mast")
    hand = p.hand(1, "Docks", "Ebb Watch", "Docks")
    before = sum(dict(p.state.rules.card(copy).spoils).get(10, 0) for copy in hand)
    p.goods(1, "3 raid marks")
    for copy in hand:
        p.act("raze card", card=copy)
    assert p.state.points[1] == before + 2 and p.state.used[mast] == 2
    p.run(("cleaned",))
    assert not p.state.used


def test_C16_the_central_direction_is_chosen_in_each_production() -> None:
    p = Position()
    p.hold(1, "Crossroads Fair", "Crossroads Fair")
    p.outpost(1, 2)
    p.outpost(1, 5)
    p.run(("production",))
    p.settle()
    assert p.state.asking == ((1, "fair", (2,)),)
    p.decide(seat1=Favour((4, 5)))
    assert dict(p.has(1))[0] == 3 + 2 + 1
    p.state.agenda = []
    p.run(("production",))
    p.settle()
    assert p.asked("fair") == [1]


def test_C16_no_direction_is_asked_if_both_give_the_same() -> None:
    p = Position()
    p.hold(1, "Crossroads Fair")
    p.outpost(1, 5)
    p.run(("production",))
    p.settle()
    assert not p.asked("fair") and dict(p.has(1))[0] == 3 + 1


def test_C17_the_central_territory_counts_in_two_of_six_directions() -> None:
    p = Position()
    p.outpost(1, 5)
    p.hold(1, "Four Winds Obelisk")
    assert final_vp(p.state, 1) == 1 + 1 + 2  # the Outpost, the Location, two Directions


def test_C18_walls_but_not_stockades_count_against_sappers() -> None:
    p = Position()
    p.hold(1, "Sappers' Nest")
    p.hold(2, "Watch Stockade")
    p.outpost(1, 4)
    p.outpost(2, 1)
    p.state.guarded[1] = 1
    p.goods(1, "1 crew, 1 iron")
    assert not p.ways("use")
    p.goods(1, "1 crew, 1 iron, 1 raid mark")
    assert p.ways("use")


def test_C19_the_card_under_a_ruins_is_discarded_face_up() -> None:
    p = Position()
    ruin = p.ruin(1, "Mint")
    (new,) = p.hand(1, "Docks")
    p.goods(1, "1 timber")
    p.act("develop", card=new, ruin=ruin)
    assert ruin in p.state.discards and not p.state.ruins[1] and p.said(e.LocationBuilt)[0].over == ruin


def test_a_closed_ruins_is_opened_when_a_card_is_developed_over_it() -> None:
    """A Ruins drawn unseen is opened on development over it; a false name is refused (6.11)."""
    p = Position(sealed=True)
    p.run(("ruins", 1))
    p.settle()
    (slot,) = p.state.ruins[1]
    own = p.table.secrets[1]
    assert slot > 0 and slot in own.faces and not p.state.piles.hand[1]
    (new,) = p.hand(1, "Docks")
    p.goods(1, "1 timber")
    slot, copy, salt = own.opening(slot)
    for wrong in ((slot, copy % 129 + 1, salt), (slot + 1, copy, salt), (slot, copy, bytes(16)), copy):
        with pytest.raises(ValueError):
            ACT.check(p.state, 1, Act("develop", card=new, ruin=wrong), 1)
    p.act("develop", card=new, ruin=(slot, copy, salt))
    assert copy in p.state.discards and not p.state.ruins[1]


def test_C20_the_hand_limit_applies_only_in_cleanup() -> None:
    p = Position()
    names = ("Docks", "Salt Pans", "Driftwood Strand", "Hulk Barracks")
    hand = p.hand(1, *names, *names, *names)
    p.run(("cleanup",))
    assert p.state.asking == ((1, "tidy", (2,)),)
    p.decide(seat1=Tidy((0, 0, 0, 0), tuple(hand[:2])))
    assert set(hand[:2]) <= set(p.state.discards) | set(DECKS.sorted_cards(p.state, cards.DECK)) | set(p.state.row)
    assert p.state.piles.hand_size(1) == 10


def test_cleanup_keeps_three_marks() -> None:
    p = Position()
    p.goods(1, "2 survey marks, 2 raid marks, 1 writ, 3 crew, 1 Wall, 1 salt")
    assert usual_marks(p.state, 1) == (2, 0, 0, 1)
    assert [MARKS.index(kind) for kind in KEPT_FIRST] == [3, 0, 2, 1]
    p.run(("cleanup",))
    for wrong in ((2, 1, 0, 1), (3, 0, 0, 0), (1, 1, 0, 0), (2, 2, 0, -1)):
        with pytest.raises(ValueError):
            GAME.check(p.state, 1, Tidy(wrong))
    assert TIDY.forced_answer(p.state, 1, p.table.secrets[1], 0) is None
    p.decide(seat1=Tidy((1, 2, 0, 0)))
    assert p.has(1) == gain_of("1 survey mark, 2 raid marks")
    p.goods(1, "4 raid marks")
    assert TIDY.forced_answer(p.state, 1, p.table.secrets[1], 0) == Tidy((0, 3, 0, 0)), "nothing is chosen"
    assert TIDY.forced_answer(p.state, 1, p.table.secrets[1], 1) is None


def test_C24_a_lost_seat_passes_and_its_outposts_cannot_be_razed() -> None:
    p = Position(3)
    (copy,) = p.hold(2, "Docks")
    p.outpost(2, 1)
    p.outpost(1, 4)
    for seat in (1, 3):
        p.goods(seat, "9 raid marks, 1 crew")
    step = Step(p.state, BEACON, frozenset({2}))
    step.schedule(("action",))
    step.run()
    assert p.state.passed == [0, 0, 1, 0]
    assert not p.ways("raze outpost") and p.may("raze location", at=copy)
    GAME.step(p.state, {1: Act("raze location", at=copy)}, BEACON, {2})
    assert not p.state.hold[2], "the seat was lost before this step, so nobody is asked again"


def test_C29_a_brisk_turn_has_two_actions_and_the_second_cannot_raze() -> None:
    p = Position(brisk="on")
    p.goods(1, "9 raid marks, 9 crew")
    (copy,) = p.hand(1, "Docks")
    p.run(("action",))
    p.act("labour", at=5)
    assert p.state.asking == ((1, "act", (SECOND,)),)
    assert not any(
        act.kind.startswith("raze") or act.kind == "pass" for act in legal_actions(p.state, 1, SECOND, (copy,), ())
    )
    assert not p.may("raze card", number=SECOND, card=copy)
    p.decide(seat1=Act("stop"))
    assert p.state.asking == ((2, "act", (1,)),)
    p.decide(seat2=Act("pass"))
    assert p.state.passed == [0, 0, 1] and p.state.asking == ((1, "act", (1,)),)
    assert not Position(1, brisk="on").state.is_brisk


# Actions --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("has", "left"),
    [
        ("2 timber, 1 survey mark", "1 survey mark"),
        ("1 timber, 2 survey marks", "1 survey mark"),
        ("1 survey mark, 1 oil, 1 writ", "1 writ"),
        ("2 writs", "-"),
    ],
)
def test_A1_goods_and_marks_pay_a_distance_automatically(has: str, left: str) -> None:
    """A distance of 2 uses timber, the mark, oil and writs automatically (A1)."""
    p = Position()
    (copy,) = p.hand(1, "Mint")
    p.goods(1, has)
    p.act("build", card=copy)
    assert p.has(1) == gain_of(left)


def test_A1_an_action_with_too_few_marks_is_refused() -> None:
    p = Position()
    (copy,) = p.hand(1, "Great Orrery")
    p.goods(1, "2 survey marks, 5 raid marks, 5 salt")
    assert not p.may("build", card=copy)


def test_A5_the_defence_of_a_location_depends_on_its_kind_and_walls() -> None:
    p = Position()
    docks, lofts, mint = p.hold(1, "Docks", "Net Lofts", "Mint")
    p.state.walls[mint] = 2
    assert [location_defence(p.state, 1, copy) for copy in (docks, lofts, mint)] == [4, 3, 5]


def test_A5_walls_fall_with_the_location_and_ruins_cannot_be_razed() -> None:
    p = Position()
    (copy,) = p.hold(2, "Docks")
    p.state.walls[copy] = 1
    p.goods(1, "9 raid marks")
    p.act("raze location", at=copy)
    assert not p.state.walls and p.has(1) == gain_of("4 raid marks, 1 crew, 2 salt")
    assert not p.may("raze location", at=copy)


def test_A8_an_owner_cannot_visit_its_location() -> None:
    p = Position()
    (copy,) = p.hold(1, "Tide Mill")
    p.goods(1, "1 crew")
    assert not p.may("visit", at=copy)


def test_A10_labour_is_allowed_once_a_round() -> None:
    p = Position()
    p.goods(1, "4 crew")
    assert not p.may("labour", at=8)
    p.act("labour", at=6)
    assert p.has(1) == gain_of("2 crew, 1 raid mark") and not p.may("labour", at=6)


def test_A11_a_territory_takes_one_wall_and_a_location_two() -> None:
    p = Position()
    (copy,) = p.hold(1, "Docks")
    p.outpost(1, 1)
    p.outpost(2, 2)
    p.goods(1, "4 Walls")
    for wrong in ((), (-1, -1), (-2,), (copy, copy, copy), (copy, copy, -1, -1), (5,), (0,)):
        with pytest.raises(ValueError):
            ACT.check(p.state, 1, Act("fortify", walls=wrong), 1)
    p.act("fortify", walls=(copy, -1, copy))
    assert p.state.walls == {copy: 2} and p.state.guarded[1] == 1 and p.has(1) == gain_of("1 Wall")
    with pytest.raises(ValueError):
        ACT.check(p.state, 1, Act("fortify", walls=(copy,)), 1)
    p.run(("cleaned",))
    assert not p.state.walls and not any(p.state.guarded) and not p.has(1)


def test_A15_the_phase_ends_when_all_players_have_passed() -> None:
    p = Position(3)
    p.state.agenda = [("end check",)]
    p.run(("action",))
    p.decide(seat1=Act("pass"))
    p.decide(seat2=Act("pass"))
    p.goods(3, "4 crew")
    p.act("labour", 3, at=5)
    assert p.state.asking == ((3, "act", (1,)),)
    p.decide(seat3=Act("pass"))
    assert p.state.round == 3 and p.state.first == 2


# The end --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "round_", "over"), [(29, 2, False), (30, 2, True), (0, 9, False), (0, 10, True)])
def test_the_match_ends_at_30_points_or_after_round_10(points: int, round_: int, over: bool) -> None:
    p = Position()
    p.state.points[2], p.state.round = points, round_
    p.run(("end check",))
    assert p.state.over == over


def test_ties_in_score_go_by_goods_then_locations() -> None:
    """The score is VP plus 1 per Location and Outpost; ties go by goods left, then Locations (part 8)."""
    p = Position(3)
    p.hold(1, "Docks")
    p.deal(2, "Mint")
    p.ruin(2, "Boatyard")
    p.outpost(2, 5)
    p.state.points = [0, 1, 1, 2]
    p.goods(3, "-")
    assert [final_vp(p.state, seat) for seat in (1, 2, 3)] == [2, 2, 2]
    p.goods(2, "1 crew, 2 Walls")
    p.goods(3, "1 salt")
    assert [leftover_goods(p.state, seat) for seat in (1, 2, 3)] == [0, 1, 1]
    assert [(place.rank, place.seat) for place in GAME.standing(p.state)] == [(1, 2), (1, 3), (3, 1)]
    p.goods(1, "1 oil")
    assert GAME.standing(p.state)[0].seat == 1


def test_each_of_six_directions_has_three_territories() -> None:
    p = Position()
    for place in PLACES:
        p.outpost(1, place)
    assert [p.state.in_direction(1, way) for way in range(6)] == [3] * 6


def test_C31_a_developed_over_location_loses_its_walls_and_used_marks() -> None:
    p = Position()
    old, other = p.hold(1, "Boatyard", "Docks")
    (new,) = p.hand(1, "Mint")
    p.state.walls, p.state.used = {old: 2, other: 1}, {old: 1}
    p.goods(1, "2 timber, 2 crew, 1 iron")
    p.act("develop", card=new, over=old)
    assert p.state.hold[1] == (other, new), "the new Location is the youngest"
    assert p.state.walls == {other: 1} and old not in p.state.used
    assert p.may("use", at=new), "it is unused"


def test_C32_two_bonded_stores_keep_three_resources_each() -> None:
    p = Position()
    p.hold(1, "Bonded Store", "Bonded Store")
    p.goods(1, "3 timber, 3 iron, 3 salt, 1 oil, 2 crew")
    p.run(("cleaned",))
    assert p.has(1) == gain_of("3 timber, 2 iron, 1 oil"), "oil first, then timber, iron, salt"


def test_C33_sappers_let_a_player_build_for_the_usual_discard() -> None:
    p = Position()
    (nest,) = p.hold(1, "Sappers' Nest")
    p.outpost(1, 4)
    p.outpost(2, 1)
    (near, far) = p.hand(1, "Docks", "Mint")
    p.goods(1, "1 crew, 1 iron")
    assert p.may("use", at=nest, place=1, level=1) and p.may("use", at=nest, place=1, level=1, card=near)
    assert not p.may("use", at=nest, place=1, level=1, card=far), "level 1 takes a card of distance 1"
    p.act("use", at=nest, place=1, level=1, card=near)
    assert p.state.owner[1] == 1 and near in p.state.discards


def test_C38_all_players_who_must_choose_are_asked_at_once() -> None:
    p = Position(3)
    p.goods(1, "5 raid marks")
    p.goods(3, "5 survey marks")
    p.run(("cleanup",))
    assert p.asked("tidy") == [1, 3]
    state = start(3)
    assert state.round == 1, "the first cards of all were put away before the first Lookout"
    p = Position(2)
    for seat, place in ((1, 2), (2, 8)):
        p.hold(seat, "Crossroads Fair")
        p.outpost(seat, place)
    p.run(("production",))
    p.settle()
    assert p.asked("fair") == [1, 2]


# The Second edition ---------------------------------------------------------------------------------------------------


def test_C42_a_pass_protects_outposts_but_not_locations() -> None:
    p = Position(3)
    (copy,) = p.hold(2, "Tide Mill")
    p.outpost(2, 1)
    p.outpost(1, 4)
    p.goods(1, "9 raid marks, 1 crew")
    p.state.passed[2] = 1
    assert p.may("raze location", at=copy) and p.may("visit", at=copy) and not p.ways("raze outpost")


def test_C43_open_production_also_yields_to_its_owner() -> None:
    p = Position()
    p.hold(2, "Tide Mill")
    without = Position()
    for position in (p, without):
        position.state.league[2] = 2
        position.run(("production",))
        position.settle()
    gained = {kind: count - dict(without.has(2)).get(kind, 0) for kind, count in p.has(2)}
    assert {kind: count for kind, count in gained.items() if count} == dict(gain_of("1 timber, 1 iron"))


def test_C44_an_outpost_scores_1_vp_and_razing_one_gives_2() -> None:
    p, _ = razing()
    before = final_vp(p.state, 1), final_vp(p.state, 2)
    p.act("raze outpost", place=1, level=1)
    assert (final_vp(p.state, 1), final_vp(p.state, 2)) == (before[0] + 2, before[1] - 1)


@pytest.mark.parametrize(("seats", "writs"), [(1, [0]), (2, [0, 0]), (3, [0, 3, 4]), (4, [0, 2, 4, 4])])
def test_C45_late_seats_begin_with_writs(seats: int, writs: list[int]) -> None:
    assert Position(seats).state.writs[1:] == writs


def test_C46_a_feature_pays_the_owner_of_a_razed_location() -> None:
    p = Position(1)
    (docks, gallery) = p.hold(1, "Docks", "Bone Gallery")
    p.state.warden_built = 1
    p.next_card("Pearl Beds")
    p.run(("warden",))
    assert p.state.ruins[1] == (-docks,) and p.state.points[1] == 3 and p.state.used[gallery] == 1
    p = Position(1)
    p.hold(1, "Bone Gallery")
    p.outpost(9, 5, 2)
    p.outpost(1, 4)
    p.state.warden_built, p.state.warden_attacks = 1, 3
    p.next_card("Mint")
    p.run(("warden",))
    assert p.state.owner[4] == 9 and p.state.points[1] == 3
