"""Each card of Outposts by its name, in every use.

The uses are: as a Deal, razed, built, in Production, watching, and used.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.games.outposts import cards
from core.games.outposts.actions import location_defence
from core.games.outposts.board import LEAGUES, PLACES, TERRITORY_TABLE, is_adjacent
from core.games.outposts.cards import ACTION, CARDS, CONNECTION_CARDS, FEATURE, PRODUCTION, Card
from core.games.outposts.cleanup import final_vp
from core.games.outposts.goods import (
    CARD,
    CREW,
    GOODS,
    HAND,
    OIL,
    RUINS,
    TIMBER,
    VP,
    Gain,
    amount_of,
    gain_of,
    sum_gains,
)
from core.games.outposts.lookout_phase import Select
from core.games.outposts.outposts import outpost_defence as outpost_defence
from tests.support.games.outposts.table import Position

BY_NAME = {card.name: card for card in CARDS}
PLENTY = "9 crew, 9 timber, 9 iron, 9 salt, 9 oil, 9 survey marks, 9 raid marks, 9 parley marks, 9 writs"


def of_kind(kind: str) -> list[Card]:
    """Return all cards of a kind."""
    return [card for card in CARDS if card.kind == kind]


def named(card: Card) -> str:
    """Return the name of a test case."""
    return card.name


def gained(p: Position, before: Gain, hand: int, points: int, ruins: int) -> Gain:
    """Return the gain of seat 1 since the given state."""
    now = dict(p.has(1))
    had = dict(before)
    more = [(kind, now.get(kind, 0) - had.get(kind, 0)) for kind in GOODS]
    more += [(VP, p.state.points[1] - points), (CARD, p.state.piles.hand_size(1) - hand)]
    more += [(RUINS, len(p.state.ruins[1]) - ruins)]
    return tuple((kind, number) for kind, number in more if number)


def change(p: Position, do: Callable[[], object]) -> Gain:
    """Return the gain of seat 1 by this action, with prices subtracted."""
    before = p.has(1), p.state.piles.hand_size(1), p.state.points[1], len(p.state.ruins[1])
    do()
    p.settle()
    return gained(p, *before)


def less(gain: Gain, price: Gain) -> Gain:
    """Return a gain minus a price."""
    return sum_gains(gain, tuple((kind, -number) for kind, number in price))


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_a_deal_gives_its_good_now_and_in_each_production(card: Card) -> None:
    """A Deal costs parley marks, which salt pays first (A3)."""
    p = Position()
    (copy,) = p.hand(1, card.name)
    p.goods(1, "9 salt")
    price = ((3, card.dist), (CARD, 1))
    assert change(p, lambda: p.act("deal", card=copy)) == less(card.deal, price)
    assert p.state.deals[1] == (copy,)
    income = sum_gains(LEAGUES[0].produces, card.deal)
    assert change(p, lambda: p.run(("production",))) == income


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_razing_a_card_from_the_hand_gives_its_spoils(card: Card) -> None:
    """The price is in raid marks, which iron pays first (A4)."""
    p = Position()
    (copy,) = p.hand(1, card.name)
    p.goods(1, "9 iron")
    price = ((2, card.dist), (CARD, 1))
    assert change(p, lambda: p.act("raze card", card=copy)) == less(card.spoils, price)
    assert copy in p.state.discards


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_razing_a_location_of_another_player_gives_its_spoils(card: Card) -> None:
    """The razing player gets the spoils for raid marks equal to the Defence (A5).

    The owner gets the Deal good and a Ruins.
    """
    p = Position()
    (copy,) = p.hold(2, card.name)
    p.goods(1, "9 raid marks")
    price = ((6, location_defence(p.state, 2, copy)),)
    assert change(p, lambda: p.act("raze location", at=copy)) == less(card.spoils, price)
    assert p.state.ruins[2] == (-copy,) and not p.state.hold[2]
    assert p.has(2) == tuple((kind, number) for kind, number in card.deal if kind in GOODS)
    assert p.state.piles.hand_size(2) == amount_of(card.deal, CARD)


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_a_built_card_gives_its_bonus_and_products_once(card: Card) -> None:
    """A built card gives its bonus once and its products at once, but no other effect (A1)."""
    p = Position()
    p.outpost(1, 5, 2)
    (copy,) = p.hand(1, card.name)
    p.goods(1, "9 survey marks")
    got = change(p, lambda: p.act("build", card=copy))
    price = ((5, card.dist), (CARD, 1))
    produced = card.effect.gives if card.kind == PRODUCTION else ()
    if card.effect.per:
        produced = STANDING.get(card.name, ())
    assert got == less(sum_gains(card.bonus, produced), price)
    assert p.state.hold[1] == (copy,)


STANDING = {
    "Docks": gain_of("1 crew"),
    "Kelp Kilns": gain_of("1 crew"),
    "Beacon Quarry": gain_of("1 VP"),
    "Ebb Watch": gain_of("1 crew"),
    "Crossroads Fair": gain_of("1 crew"),
}
"""Gains of cards that count with one Outpost on the Centre; other cards count Outposts in a Direction."""
COUNTING = {
    "Docks": (lambda p: p.hold(1, "Pearl Beds", "Net Lofts", "Chart House"), "3 crew, 1 VP"),
    "Kelp Kilns": (lambda p: p.hold(1, "Reed Shrine", "Pilgrim Road", "Almshouse"), "3 crew"),
    "Beacon Quarry": (lambda p: [p.outpost(1, place) for place in (1, 2, 3)], "2 VP"),
    "Ebb Watch": (lambda p: [p.outpost(1, place) for place in (1, 2, 3)], "2 crew"),
    "Drowned Toll": (lambda p: [p.outpost(1, place) for place in (7, 8, 9)], "2 salt"),
    "North Lights": (lambda p: [p.outpost(1, place) for place in (1, 2, 3)], "2 oil"),
    "East Causeway": (lambda p: [p.outpost(1, place) for place in (3, 6, 8)], "2 iron"),
    "West Groves": (lambda p: [p.outpost(1, place) for place in (1, 5)], "1 timber"),
    "Crossroads Fair": (lambda p: [p.outpost(1, place) for place in (2, 4, 5)], "2 crew"),
}


@pytest.mark.parametrize("card", of_kind(PRODUCTION), ids=named)
def test_production_adds_the_goods_of_each_location(card: Card) -> None:
    """Production adds the card's goods to the board's; open production does so too."""
    p = Position()
    p.hold(1, card.name)
    expected = card.effect.gives
    if card.name in COUNTING:
        prepare, text = COUNTING[card.name]
        prepare(p)
        expected = gain_of(text)
    assert change(p, lambda: p.run(("production",))) == sum_gains(LEAGUES[0].produces, expected)


@pytest.mark.parametrize("card", [card for card in of_kind(PRODUCTION) if card.effect.opens], ids=named)
def test_a_visit_gives_the_owner_one_crew_once_a_round(card: Card) -> None:
    """The owner of a Location may not visit it; another player may, even if the owner has passed (A8)."""
    p = Position(3)
    (copy,) = p.hold(2, card.name)
    p.goods(1, "2 crew")
    p.goods(3, "1 crew")
    assert change(p, lambda: p.act("visit", at=copy)) == less(card.effect.gives, ((CREW, 1),))
    assert dict(p.has(2))[CREW] == 1
    assert not p.may("visit", at=copy) and not p.may("visit", 3, at=copy) and not p.may("visit", 2, at=copy)
    p.run(("cleaned",))
    p.state.asking = ()
    p.goods(1, "2 crew")
    p.state.passed[2] = 1
    assert p.may("visit", at=copy)


def _build_another(type_: str) -> Callable[[Position], object]:
    def do(p: Position) -> object:
        name = next(card.name for card in CARDS if type_ in card.types and not card.bonus and card.kind == ACTION)
        (copy,) = p.hand(1, name)
        p.goods(1, "3 survey marks")
        return p.act("build", card=copy)

    return do


def _outpost(p: Position) -> object:
    p.outpost(1, 4)
    (copy,) = p.hand(1, "Driftwood Strand")
    return p.act("outpost", card=copy, place=1)


def _skip(p: Position) -> object:
    p.outpost(1, 4)
    p.run(("select", 1, 2))
    return p.decide(seat1=Select(0, 1))


def _upgrade(p: Position) -> object:
    p.outpost(1, 4)
    (copy,) = p.hand(1, "Moot Stone")
    return p.act("upgrade", card=copy, place=4, level=1)


def _raze_outpost(p: Position) -> object:
    p.outpost(1, 4)
    p.outpost(2, 1)
    p.goods(1, "3 raid marks")
    return p.act("raze outpost", place=1, level=1)


def _raze_card(p: Position) -> object:
    (copy,) = p.hand(1, "Driftwood Strand")
    p.goods(1, "1 raid mark")
    return p.act("raze card", card=copy)


def _deal(p: Position) -> object:
    (copy,) = p.hand(1, "Driftwood Strand")
    p.goods(1, "1 parley mark")
    return p.act("deal", card=copy)


def _claim(p: Position) -> object:
    p.goods(1, "1 crew")
    return p.act("claim", at=p.connection("Powder Cache"))


def _place_wall(p: Position) -> object:
    p.outpost(1, 5)
    p.goods(1, "1 Wall")
    return p.act("fortify", walls=(-5,))


def _are_visited(p: Position) -> object:
    (copy,) = p.hold(1, "Tide Mill")
    p.goods(2, "1 crew")
    return p.act("visit", 2, at=copy)


def _lose_a_location(p: Position) -> object:
    (copy,) = p.hold(1, "Mint")
    p.goods(2, "9 raid marks")
    return p.act("raze location", 2, at=copy)


def _lose_an_outpost(p: Position) -> object:
    p.outpost(1, 1)
    p.outpost(2, 2)
    p.goods(2, "9 raid marks")
    return p.act("raze outpost", 2, place=1, level=1)


HAPPENINGS: dict[str, tuple[Callable[[Position], object], ...]] = {
    "Shipwrights' Hall": (_build_another("Kiln"),),
    "Net Lofts": (_are_visited,),
    "Reed Shrine": (_place_wall,),
    "Bone Gallery": (_lose_a_location, _lose_an_outpost),
    "Moot Stone": (_build_another("Kin"),),
    "Toll Causeway": (_deal,),
    "Trophy Mast": (_raze_card, _raze_outpost),
    "Chart House": (_claim,),
    "Banner Hall": (_outpost, _skip),
    "Mason Caravan": (_upgrade,),
    "Ash Standard": (_raze_outpost,),
    "Mapmakers": (_skip,),
}


@pytest.mark.parametrize("card", [card for card in of_kind(FEATURE) if card.effect.after], ids=named)
def test_a_feature_triggers_on_its_event_twice_a_round(card: Card) -> None:
    """A feature gives its printed effect twice per round, and not a third time."""
    for happening in HAPPENINGS[card.name]:
        for used, gives in ((0, card.effect.gives), (1, card.effect.gives), (2, ())):
            with_it, without = Position(), Position()
            (copy,) = with_it.hold(1, card.name)
            if used:
                with_it.state.used[copy] = used
            more = change(with_it, lambda p=with_it, do=happening: do(p))
            assert less(more, change(without, lambda p=without, do=happening: do(p))) == gives
            assert with_it.state.used.get(copy, 0) == min(2, used + 1)


def test_every_feature_is_tested() -> None:
    passive = {"Bonded Store", "Signal Fires", "Salvage Rights", "Great Orrery", "Amber Hoard", "Watch Stockade"}
    passive |= {"Marchwarden's Seat", "Four Winds Obelisk"}
    assert {card.name for card in of_kind(FEATURE)} == set(HAPPENINGS) | passive


def test_bonded_store_keeps_three_resources_through_cleanup() -> None:
    p = Position()
    p.hold(1, "Bonded Store")
    p.goods(1, "2 crew, 2 timber, 2 iron, 2 oil")
    p.goods(2, "2 oil")
    p.run(("cleaned",))
    assert p.has(1) == ((TIMBER, 1), (OIL, 2)) and not p.has(2)


def test_signal_fires_raise_the_defence_of_other_locations_by_1() -> None:
    """A second Signal Fires is needed to raise that of the first."""
    p = Position()
    fires, docks = p.hold(1, "Signal Fires", "Docks")
    assert (location_defence(p.state, 1, docks), location_defence(p.state, 1, fires)) == (5, 3)
    (second,) = p.hold(1, "Signal Fires")
    assert [location_defence(p.state, 1, copy) for copy in (docks, fires, second)] == [6, 4, 4]


def test_salvage_rights_allow_developing_over_a_ruins() -> None:
    p = Position()
    (copy,) = p.hand(1, "Docks")
    ruin = p.ruin(1, "Mint")
    assert not p.may("develop", card=copy, ruin=ruin)
    p.hold(1, "Salvage Rights")
    assert p.may("develop", card=copy, ruin=ruin)
    p.goods(1, "1 timber")
    p.act("develop", card=copy, ruin=ruin)
    assert p.has(1) == ((CREW, 1), (TIMBER, 1)) and ruin in p.state.discards and p.state.points[1] == 1


def test_great_orrery_gives_3_vp_when_built() -> None:
    assert BY_NAME["Great Orrery"].bonus == gain_of("3 VP") and BY_NAME["Great Orrery"].dist == 3


def test_amber_hoard_gives_2_vp_and_a_card_when_built() -> None:
    assert BY_NAME["Amber Hoard"].bonus == gain_of("2 VP, 1 card") and BY_NAME["Amber Hoard"].copies == 1


def test_watch_stockade_raises_the_defence_of_outposts_by_1() -> None:
    p = Position()
    p.outpost(1, 5, 2)
    p.hold(1, "Watch Stockade", "Watch Stockade")
    p.state.guarded[5] = 1
    assert outpost_defence(p.state, 5) == 4 + 2 + 1


def test_marchwardens_seat_scores_vp_for_higher_outposts() -> None:
    p = Position()
    for place, level in ((1, 1), (2, 2), (3, 3)):
        p.outpost(1, place, level)
    before = final_vp(p.state, 1)
    p.hold(1, "Marchwarden's Seat")
    assert final_vp(p.state, 1) == before + 1 + 2


def test_four_winds_obelisk_scores_1_vp_for_each_direction_with_an_outpost() -> None:
    p = Position()
    p.outpost(1, 1)
    p.outpost(1, 2)
    p.hold(1, "Four Winds Obelisk")
    assert final_vp(p.state, 1) == 2 + 1 + 3  # two Outposts, the Location; North, West, vertical Central


PLAIN = [card for card in of_kind(ACTION) if not card.effect.does]


@pytest.mark.parametrize("card", PLAIN, ids=named)
def test_a_used_location_gives_its_effect_for_its_price(card: Card) -> None:
    """The printed effect costs its price, as often as printed (A6)."""
    p = Position()
    (copy,) = p.hold(1, card.name)
    hand = p.hand(1, "Docks", "Salt Pans")
    p.goods(1, PLENTY)
    gives = card.effect.gives
    if card.effect.per:
        for name in ("Mint", "Boatyard"):
            p.deal(1, name)
        gives = gain_of("2 VP")
    price = card.effect.pays
    paid = tuple((kind, number) for kind, number in price if kind in GOODS)
    costs_a_card = amount_of(price, HAND)
    for use in range(card.effect.uses):
        named_card = hand[use] if costs_a_card else 0
        got = change(p, lambda named_card=named_card: p.act("use", at=copy, card=named_card))
        assert got == less(gives, (*paid, (CARD, costs_a_card)))
    assert not p.ways("use")
    p.run(("cleaned",))
    p.goods(1, PLENTY)
    p.hand(1, "Docks")
    assert p.ways("use")


@pytest.mark.parametrize("card", [card for card in of_kind(ACTION) if card.effect.pays], ids=named)
def test_a_location_cannot_be_used_without_its_price(card: Card) -> None:
    p = Position()
    p.hold(1, card.name)
    p.outpost(1, 5)
    assert not p.ways("use")


def test_relay_riders_give_the_reward_of_an_own_outposts_level_for_1_crew() -> None:
    p = Position()
    (copy,) = p.hold(1, "Relay Riders")
    p.outpost(1, 4, 2)
    p.goods(1, "1 crew")
    assert [(act.place, act.level) for act in p.ways("use")] == [(4, 1), (4, 2)]
    assert change(p, lambda: p.act("use", at=copy, place=4, level=2)) == less(gain_of("2 raid marks"), ((CREW, 1),))


def test_pioneer_corps_build_an_adjacent_outpost_for_2_crew() -> None:
    p = Position()
    (copy,) = p.hold(1, "Pioneer Corps")
    p.outpost(1, 1)
    p.goods(1, "2 crew")
    assert [act.place for act in p.ways("use")] == [2, 4]
    p.act("use", at=copy, place=2)
    assert p.state.owner[2] == 1 and p.has(1) == gain_of("1 raid mark")


def test_stone_sledges_upgrade_an_outpost_for_1_crew_and_1_timber() -> None:
    p = Position()
    (copy,) = p.hold(1, "Stone Sledges")
    p.outpost(1, 8, 2)
    p.outpost(1, 1, 3)
    p.goods(1, "1 crew, 1 timber")
    assert [(act.place, act.level) for act in p.ways("use")] == [(8, 3), (8, 2), (8, 1)]
    p.act("use", at=copy, place=8, level=2)
    assert p.state.level[8] == 3 and p.has(1) == gain_of("2 salt")


def test_sappers_nest_razes_an_adjacent_low_outpost_for_1_crew_and_1_iron() -> None:
    """The razed Outpost is on level 1 or 2; a Wall costs a raid mark.

    The iron of the price does not pay for the mark, and the player may build on the site.
    """
    p = Position()
    (copy,) = p.hold(1, "Sappers' Nest")
    (card,) = p.hand(1, "Docks")
    p.outpost(1, 5)
    p.outpost(2, 2, 2)
    p.outpost(2, 4, 3)
    p.outpost(2, 9, 1)
    p.hold(2, "Watch Stockade")
    p.goods(1, "1 crew, 1 iron")
    assert {act.place for act in p.ways("use")} == {2}
    p.state.guarded[2] = 1
    assert not p.ways("use")
    p.goods(1, "1 crew, 2 iron")
    p.act("use", at=copy, place=2, level=2, card=card)
    assert (p.state.owner[2], p.state.level[2]) == (1, 1)
    assert p.has(1) == gain_of("2 timber, 1 raid mark")


def test_landing_barges_build_an_outpost_at_any_free_corner_for_2_crew() -> None:
    p = Position()
    (copy,) = p.hold(1, "Landing Barges")
    p.outpost(2, 1)
    p.goods(1, "2 crew")
    assert [act.place for act in p.ways("use")] == [3, 7, 9]
    p.act("use", at=copy, place=7)
    assert p.state.owner[7] == 1 and p.has(1) == gain_of("2 crew")


def test_pickers_camp_turns_a_ruins_into_vp_or_takes_its_card() -> None:
    """The Ruins is discarded for 1 VP and 1 timber, or its card is taken; there is no price."""
    p = Position()
    (copy,) = p.hold(1, "Pickers' Camp")
    ruin = p.ruin(1, "Mint")
    assert {(act.ruin, act.take) for act in p.ways("use")} == {(ruin, 0), (0, -ruin)}
    assert change(p, lambda: p.act("use", at=copy, ruin=ruin)) == ((TIMBER, 1), (VP, 1), (RUINS, -1))
    assert ruin in p.state.discards
    p = Position()
    (copy,) = p.hold(1, "Pickers' Camp")
    ruin = p.ruin(1, "Mint")
    assert change(p, lambda: p.act("use", at=copy, take=-ruin)) == ((CARD, 1), (RUINS, -1))
    assert p.state.piles.shown[1] == (ruin,)


@pytest.mark.parametrize("connection", CONNECTION_CARDS, ids=lambda connection: connection.name)
def test_a_claimed_connection_gives_its_goods_for_one_crew(connection: cards.Connection) -> None:
    """The Connection goes under its pile at the end of the round (A9)."""
    p = Position()
    copy = p.connection(connection.name)
    p.goods(1, "1 crew")
    assert change(p, lambda: p.act("claim", at=copy)) == less(connection.gain, ((CREW, 1),))
    assert p.state.claimed == (copy,)
    p.run(("cleaned",))
    assert p.state.decks[1 + connection.pile][-1] == (copy,)


@pytest.mark.parametrize("number", range(len(LEAGUES)), ids=lambda number: LEAGUES[number].name)
def test_a_league_gives_its_production_and_one_board_action_a_round(number: int) -> None:
    p, league = Position(), LEAGUES[number]
    p.state.league[1] = number
    assert change(p, lambda: p.run(("production",))) == league.produces
    p.goods(1, "2 crew, 2 timber, 2 salt")
    assert change(p, lambda: p.act("board")) == less(league.gives, league.pays)
    assert not p.may("board")


@pytest.mark.parametrize("place", PLACES, ids=lambda place: TERRITORY_TABLE[place - 1].name)
def test_each_level_of_a_territory_gives_its_reward(place: int) -> None:
    """The player who reaches a level gets its printed reward."""
    territory = TERRITORY_TABLE[place - 1]
    for level, gives in enumerate(territory.gives, 1):
        p = Position()
        p.outpost(1, next(near for near in PLACES if is_adjacent(near, place)))
        if level == 1:
            (card,) = p.hand(1, "Docks")
            got = change(p, lambda p=p, card=card: p.act("outpost", card=card, place=place))
        else:
            p.outpost(1, place, level - 1)
            name = next(each.name for each in CARDS if territory.type in ("", *each.types) and each.dist == 2)
            (card,) = p.hand(1, name)
            got = change(p, lambda p=p, card=card, level=level: p.act("upgrade", card=card, place=place, level=level))
        assert got == less(gives, ((CARD, 1),))
        assert card in p.state.discards and p.state.level[place] == level
