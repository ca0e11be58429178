"""The market (rules 7.2, 7.3): row, bids, ties and pot, with a worked example."""

from __future__ import annotations

import pytest

from core.engine.chance.beacon import Stream
from core.engine.game import IllegalDecision
from core.games.bridgefront import events
from core.games.bridgefront.catalogue import DECKS
from core.games.bridgefront.decisions import Bid, SealedBids


def of(happened, kind):
    return [e for e in happened if isinstance(e, kind)]


def buy(amount):
    return Bid("buy", amount)


def pass_(amount, refuse=False):
    return Bid("pass", amount, refuse)


def market(table, gold, names=(), round_=1, lead=1, **options):
    """Return a market with this gold by seat and this row; the first card is up for bids."""
    t = table(len(gold), **options).until("row bids" if options.get("market_mode") == "sealed_row" else "bid")
    state = t.state
    state.gold = [0, *gold]
    state.vp = [0] * len(state.vp)
    state.round, state.lead = round_, lead
    if names:
        state.row = tuple(t.copy(name) for name in names)
    state.row_at = 0
    state.bidders = tuple(state.seats)
    state.agenda = []
    if options.get("market_mode") == "sealed_row":
        t.only(("sealed row",))
    else:
        t.only(("bidding",))
    return t


def dice(row_at, rolls):
    """Return a beacon under which the tie for this card rolls these values."""
    for n in range(1_000_000):
        beacon = n.to_bytes(32, "big")
        stream = Stream(beacon, ("tie", row_at))
        if all(stream.die() == roll for roll in rolls):
            return beacon
    raise AssertionError


def gained(happened):
    return [(e.seat, e.copy, e.why) for e in of(happened, events.CardGained)]


# Worked example -------------------------------------------------------------------------------------------------------

ANA, BEN, CLEO, DOV, EVE = range(1, 6)


def test_the_worked_example_of_rule_14_3_is_reproduced(table) -> None:
    """Five players in round 2: a bought tie, a pot, a forced card, more dice and a free last card."""
    row = ("Trade Caravan", "Stall", "Sergeant", "Small Hands", "Patrol Record")
    t = market(table, (7, 5, 5, 3, 0), row, round_=2, lead=BEN)
    state = t.state
    caravan, stall, sergeant, small_hands, record = state.row

    # Card 1: a tie at 3; Ben, first in Lead order, rolls 2 and Ana 5
    happened = t.step({ANA: buy(3), BEN: buy(3), CLEO: pass_(0), DOV: buy(2), EVE: pass_(0)}, dice(0, (2, 5)))
    assert of(happened, events.TieDice) == [events.TieDice(((BEN, 2), (ANA, 5)))]
    assert gained(happened) == [(BEN, caravan, "market")]
    assert state.gold == [0, 7, 2, 5, 3, 0]

    # Card 2: nobody buys; Eve alone is lowest and takes the pot of 4
    assert sorted(t.asked()) == [ANA, CLEO, DOV, EVE]
    happened = t.step({ANA: pass_(2), CLEO: pass_(1), DOV: pass_(1), EVE: pass_(0)})
    assert gained(happened) == [(EVE, stall, "pass")]
    assert state.gold == [0, 5, 2, 4, 2, 4]

    # Card 3: Cleo pays 4 to the bank, the others nothing
    happened = t.step({ANA: buy(2), CLEO: buy(4), DOV: pass_(0)})
    assert gained(happened) == [(CLEO, sergeant, "market")]
    assert state.gold == [0, 5, 2, 0, 2, 4]

    # Card 4: 3 and 3, again; both pay 1, Dov takes the pot of 2. Card 5: Ana alone, for nothing, +1 VP
    happened = t.step({ANA: pass_(1), DOV: pass_(1)}, dice(3, (3, 3, 1, 6)))
    assert of(happened, events.TieDice) == [
        events.TieDice(((DOV, 3), (ANA, 3))),
        events.TieDice(((DOV, 1), (ANA, 6))),
    ]
    assert gained(happened) == [(DOV, small_hands, "pass"), (ANA, record, "last")]
    assert state.gold == [0, 4, 2, 0, 3, 4]
    assert sum(state.gold) == 20 - 3 - 4
    assert state.vp == [0, 1, 0, 0, 0, 0]
    assert (state.row, state.bidders, state.asking) == ((), (), ())


# The row --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(
    ("preview", "numbers"),
    [
        ("table", (0, 1, 1, 0, 1, 2, 2, 0, 0, 0)),
        ("formula", (1, 2, 3, 2, 3, 4, 5, 0, 0, 0)),
        ("off", (0,) * 10),
    ],
)
def test_M2_the_row_previews_cards_of_the_next_age(table, seats, preview, numbers) -> None:
    """min(P, N) cards come from the next age's deck, the others from the current one; P in all (M2)."""
    t = table(seats, preview=preview).until("bid")
    state = t.state
    for round_, number in enumerate(numbers, 1):
        state.round = round_
        t.only(("market",))
        assert len(state.row) == seats
        ahead = [c for c in state.row if state.age < 3 and state.card[c] in DECKS[state.age]]
        assert len(ahead) == min(seats, number)
        now = [c for c in state.row if state.card[c] in DECKS[state.age - 1]]
        assert len(now) == seats - len(ahead)


def test_M10_cards_are_auctioned_in_row_order(table) -> None:
    """Cards come up in row order; all players bid on each card simultaneously (M10)."""
    t = market(table, (5, 5, 5))
    row = t.state.row
    assert t.asked() == dict.fromkeys((1, 2, 3), ("bid", (row[0],)))
    t.step({1: buy(1)})
    assert t.asked() == dict.fromkeys((2, 3), ("bid", (row[1],)))


def test_the_market_row_is_shuffled(table) -> None:
    """A card of the next age may be anywhere in the row."""
    places = set()
    for seed in range(12):
        t = table(3, seed=seed).until("bid")
        t.state.round = 2
        t.only(("market",))
        places.add([t.state.card[c] in DECKS[1] for c in t.state.row].index(True))
    assert places == {0, 1, 2}


# Bids -----------------------------------------------------------------------------------------------------------------


def test_M3_each_player_gains_exactly_one_card(table) -> None:
    """P players gain P cards, one each, wanted or not (M3)."""
    t = market(table, (5, 5, 5, 5))
    row, takers = t.state.row, []
    for _ in row[:-1]:
        takers += gained(t.step())
    assert sorted(seat for seat, _, _ in takers) == [1, 2, 3, 4]
    assert [copy for _, copy, _ in takers] == list(row)


def test_M4_the_last_player_gains_the_last_card_free(table) -> None:
    """The last player gains the last card without a question and without paying (M4)."""
    t = market(table, (5, 5))
    happened = t.step({1: buy(2)})
    assert gained(happened) == [(1, gained(happened)[0][1], "market"), (2, gained(happened)[1][1], "last")]
    assert t.state.gold == [0, 3, 5]
    assert t.state.asking == ()


@pytest.mark.parametrize("bid", [buy(6), pass_(6), buy(0), buy(-1), pass_(-1), Bid("wait", 0)])
def test_M5_M15_bids_stay_within_the_players_gold(table, bid) -> None:
    """Buy bids start at 1, Pass bids at 0; both are whole numbers within the current gold (M5, M15)."""
    t = market(table, (5, 5))
    with pytest.raises(IllegalDecision):
        t.check(1, bid)


def test_M5_gold_paid_for_an_earlier_card_limits_later_bids(table) -> None:
    """Gold paid for a Pass is missing for the next card; a player with 0 may pass 0 (M5)."""
    t = market(table, (3, 0, 2))
    t.check(2, pass_(0))
    t.step({1: pass_(2), 2: pass_(0), 3: pass_(1)})
    assert t.state.gold == [0, 1, 3, 1]
    t.check(1, buy(1))
    with pytest.raises(IllegalDecision):
        t.check(1, buy(2))


def test_M6_a_player_who_has_gained_a_card_is_out_of_the_phase(table) -> None:
    """A player who has gained a card takes no further part in this phase (M6)."""
    t = market(table, (5, 5, 5))
    t.step({2: buy(1)})
    assert sorted(t.asked()) == [1, 3]
    t.step({1: pass_(3), 3: pass_(1)})
    assert t.state.gold == [0, 2, 4, 8]


def test_M7_the_receivers_pass_returns_with_the_pot(table) -> None:
    """Every bidder pays the Pass into the pot and the receiver takes the whole pot (M7).

    The receiver thus gains the Passes of the others.
    """
    t = market(table, (5, 5, 5))
    happened = t.step({1: pass_(4), 2: pass_(1), 3: pass_(3)})
    assert t.state.gold == [0, 1, 12, 2]
    assert of(happened, events.GoldHanded) == [
        events.GoldHanded(1, 2, 4, "pot"),
        events.GoldHanded(3, 2, 3, "pot"),
    ]


def test_M7_a_pass_costs_nothing_when_a_player_buys(table) -> None:
    """If a player buys, only the buyer pays, to the bank (M7)."""
    t = market(table, (5, 5, 5))
    t.step({1: pass_(4), 2: buy(2), 3: pass_(3)})
    assert t.state.gold == [0, 5, 3, 5]


def test_the_highest_buy_wins_and_lower_buys_pay_nothing(table) -> None:
    """The highest Buy wins; lower Buys pay nothing."""
    t = market(table, (5, 5, 5))
    happened = t.step({1: buy(2), 2: buy(4), 3: buy(3)})
    assert [seat for seat, _, _ in gained(happened)] == [2]
    assert t.state.gold == [0, 5, 1, 5]


@pytest.mark.parametrize("bid", [buy(2), pass_(2)])
def test_M8_the_lowest_roll_gets_the_card(table, bid) -> None:
    """Each tied player rolls a die; the lowest gets the card, for Buy and Pass alike (M8)."""
    t = market(table, (5, 5, 5))
    happened = t.step({1: bid, 2: bid, 3: bid}, dice(0, (4, 2, 3)))
    assert of(happened, events.TieDice) == [events.TieDice(((1, 4), (2, 2), (3, 3)))]
    assert [seat for seat, _, _ in gained(happened)] == [2]


def test_M8_players_tied_for_the_lowest_roll_roll_again(table) -> None:
    """Players tied for lowest roll again in Lead order; the others are out (M8)."""
    t = market(table, (5, 5, 5), lead=3)
    happened = t.step({1: buy(2), 2: buy(2), 3: buy(2)}, dice(0, (2, 5, 2, 6, 1)))
    assert of(happened, events.TieDice) == [
        events.TieDice(((3, 2), (1, 5), (2, 2))),
        events.TieDice(((3, 6), (2, 1))),
    ]
    assert [seat for seat, _, _ in gained(happened)] == [2]


def test_M8_no_dice_are_rolled_without_a_tie_for_the_card(table) -> None:
    """Ties of losing bids cause no dice (M8)."""
    t = market(table, (5, 5, 5))
    assert of(t.step({1: buy(2), 2: buy(2), 3: buy(3)}), events.TieDice) == []


def test_M9_all_bids_are_revealed(table) -> None:
    """All bids are shown, unused Pass bids included (M9)."""
    t = market(table, (5, 5, 5))
    copy = t.state.row[0]
    happened = t.step({1: pass_(3), 2: buy(1), 3: pass_(0)})
    assert of(happened, events.BidsShown) == [
        events.BidsShown(copy, ((1, "pass", 3, False), (2, "buy", 1, False), (3, "pass", 0, False)))
    ]


def test_L12_L15_victory_cards_of_the_market_score_at_once(table) -> None:
    """They score permanent VP when gained; reaching the target does not end the match (L12, L15)."""
    t = market(table, (5, 5), ("Patrol Record", "Stall"))
    t.state.vp = [0, 7, 0]
    t.step({1: buy(1)})
    assert t.state.vp == [0, 8, 0]
    assert not t.state.over and t.state.winners == ()


def test_gained_cards_join_the_pile_at_an_unknown_place(table) -> None:
    """Gained cards join the pile at an unknown place and wait for fresh slots (12.3)."""
    t = market(table, (5, 5), ("Stall", "Sergeant"))
    stall, sergeant = t.state.row
    t.step({1: buy(1)})
    assert stall in t.state.piles.mix[1] and sergeant in t.state.piles.mix[2]


# Options --------------------------------------------------------------------------------------------------------------


def test_M3_a_card_refused_by_all_goes_under_its_deck(table) -> None:
    """If nobody buys and every bid refuses, nothing is paid and the card goes under its deck (M3)."""
    t = market(table, (5, 5, 5), ("Stall", "Sergeant", "Patrol Record"), refuse_card="on")
    stall = t.state.row[0]
    happened = t.step({1: pass_(2, True), 2: pass_(0, True), 3: pass_(1, True)})
    assert of(happened, events.CardRefused) == [events.CardRefused(stall)]
    assert t.state.gold == [0, 5, 5, 5]
    assert t.state.decks[1][-1] == (stall,)
    assert sorted(t.asked()) == [1, 2, 3]


def test_M3_one_unrefused_bid_gives_the_card_to_the_lowest_pass(table) -> None:
    """If one player does not refuse, the lowest Pass gets the card as usual, even a refusing one (M3)."""
    t = market(table, (5, 5, 5), refuse_card="on")
    happened = t.step({1: pass_(2, True), 2: pass_(0, True), 3: pass_(1)})
    assert [seat for seat, _, _ in gained(happened)] == [2]
    assert t.state.gold == [0, 3, 8, 4]


def test_M3_the_last_player_can_refuse_the_last_card(table) -> None:
    """The last player is asked and may end the phase without a card (M3)."""
    t = market(table, (5, 5), refuse_card="on")
    last = t.state.row[1]
    t.step({1: buy(2)})
    assert t.asked() == {2: ("bid", (last,))}
    happened = t.step({2: pass_(0, True)})
    assert of(happened, events.CardRefused) == [events.CardRefused(last)]
    assert (t.state.asking, t.state.row, t.state.bidders) == ((), (), ())
    assert t.state.gold == [0, 3, 5]


def test_M3_the_last_player_can_take_the_last_card(table) -> None:
    """A Pass without the refusal mark takes the card and is paid back (M3)."""
    t = market(table, (5, 5), refuse_card="on")
    t.step({1: buy(2)})
    assert gained(t.step({2: pass_(3)}))[0][0] == 2
    assert t.state.gold == [0, 3, 5]


@pytest.mark.parametrize(("option", "bid"), [("off", pass_(0, True)), ("on", Bid("buy", 1, True))])
def test_M3_only_a_pass_with_the_option_can_refuse_a_card(table, option, bid) -> None:
    """Only a Pass carries a refusal mark, and only with option refuse_card (M3)."""
    t = market(table, (5, 5), refuse_card=option)
    with pytest.raises(IllegalDecision):
        t.check(1, bid)


def test_M17_a_sealed_row_has_one_commitment_for_all_cards(table) -> None:
    """A sealed row has one commitment for all cards (M17).

    Bids of players who have gained are void; bids are cut to the gold left.
    """
    t = market(table, (4, 5, 6), ("Stall", "Sergeant", "Patrol Record"), market_mode="sealed_row")
    stall, sergeant, record = t.state.row
    happened = t.step(
        {
            1: SealedBids((pass_(3), buy(4), pass_(0))),
            2: SealedBids((pass_(0), buy(5), buy(5))),
            3: SealedBids((pass_(6), buy(1), buy(6))),
        }
    )
    # card 1: seat 2 takes it and 9 gold; card 2: seat 1 has 1 left, seat 3 none, so its Buy is a Pass of 0
    assert gained(happened) == [(2, stall, "pass"), (1, sergeant, "market"), (3, record, "last")]
    assert of(happened, events.BidsShown)[1].bids == ((1, "buy", 1, False), (3, "pass", 0, False))
    assert t.state.gold == [0, 0, 14, 0]
    assert (t.state.asking, t.state.row) == ((), ())


def test_M17_refused_cards_of_a_sealed_row_return_to_their_deck(table) -> None:
    """With both options refused cards of one deck return together; the last player's bid counts (M17)."""
    t = market(table, (4, 4), ("Patrol Record", "Sergeant"), market_mode="sealed_row", refuse_card="on")
    row = t.state.row
    no = SealedBids((pass_(1, True), pass_(0, True)))
    t.step({1: no, 2: no})
    assert t.state.decks[0][-1] == tuple(sorted(row))
    assert t.state.gold == [0, 4, 4]


@pytest.mark.parametrize("bids", [(), (pass_(0),), (pass_(0),) * 3, (pass_(0), buy(6))])
def test_M17_a_sealed_row_takes_one_bid_per_card(table, bids) -> None:
    """A sealed row takes as many bids as cards, each within the current gold (M17)."""
    t = market(table, (5, 5), market_mode="sealed_row")
    with pytest.raises(IllegalDecision):
        t.check(1, SealedBids(bids))


# Conservation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("refuse", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("seed", range(8))
def test_gold_and_cards_are_conserved(table, seats, seed, refuse) -> None:
    """Gold goes to players or the bank; every card of the row is gained once or returns to its deck."""
    t = market(table, (3, 9, 5, 0, 7, 2)[:seats], refuse_card=refuse)
    row, total, takers, refused = t.state.row, sum(t.state.gold), [], []
    while t.asked():
        bids = {}
        for seat in t.asked():
            stream = Stream(bytes(32), (seed, t.state.t, seat))
            most = t.state.gold[seat]
            if most and stream.uniform(2):
                bids[seat] = buy(1 + stream.uniform(most))
            else:
                bids[seat] = pass_(stream.uniform(most + 1), refuse == "on" and stream.uniform(3) > 0)
        happened = t.step(bids)
        total -= sum(e.amount for e in of(happened, events.GoldPaid))
        assert sum(t.state.gold) == total and min(t.state.gold) >= 0
        takers += [seat for seat, _, _ in gained(happened)]
        refused += [e.copy for e in of(happened, events.CardRefused)]
    assert len(set(takers)) == len(takers) == len(row) - len(refused)
    for copy in refused:
        assert any(copy in layer for deck in t.state.decks for layer in deck)
