"""Set-up and Reset (rules parts 6 and 7.1)."""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision
from core.games.bridgefront import events
from core.games.bridgefront.catalogue import CARDS, FACTION_CARDS, STARTER_CARDS, find
from core.games.bridgefront.decisions import (
    CapitalChoice,
    CapitalRanking,
    Discard,
    FactionRanking,
    Pick,
    StartingBridges,
)
from core.games.bridgefront.decks import deck_size
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases.reset import pass_lead
from core.games.bridgefront.phases.setup import bridge_sites, free_slots
from core.games.bridgefront.rules import Step

LEADBOUND, VIRTUOUS, REFINER, CIPHER = (CODES.index(c) for c in ("leadbound", "virtuous", "refiner", "cipher"))


def of(happened, kind):
    return [e for e in happened if isinstance(e, kind)]


# Before the first step ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_seats_are_asked_for_a_faction_first(table, seats) -> None:
    """D1 is the first ask; nothing is known yet."""
    t = table(seats)
    assert t.asked() == dict.fromkeys(range(1, seats + 1), ("factions", ()))
    assert (t.state.t, t.state.round, t.state.age, t.state.phase) == (1, 0, 1, "factions")


def test_M16_two_player_matches_remove_pulling_strings(table) -> None:
    """With two players Pulling Strings never pays and is removed, unless the option is off (M16)."""
    assert deck_size(table(2).state, 2) == 37
    assert deck_size(table(2, two_player_trim="off").state, 2) == 38


# Factions and personal decks ------------------------------------------------------------------------------------------


def test_B9_each_faction_is_assigned_once(table) -> None:
    """Rankings are served in random order; a later player gets the next best of its own (B9)."""
    t = table(3)
    t.step(dict.fromkeys((1, 2, 3), FactionRanking((CIPHER, REFINER))))
    assert sorted(t.state.faction[1:]) == [LEADBOUND, REFINER, CIPHER]
    first = {
        next(s for s in (1, 2, 3) if x.state.faction[s] == CIPHER) for x in _many(table, FactionRanking((CIPHER,)))
    }
    assert first == {1, 2, 3}


def _many(table, ranking):
    for seed in range(12):
        t = table(3, seed=seed)
        t.step(dict.fromkeys((1, 2, 3), ranking))
        yield t


def test_B9_a_seat_without_a_ranking_gets_leadbound_or_the_first_free(table) -> None:
    """Without a ranking it is Leadbound if free, else the first free one in the order of part 13 (B9)."""
    t = table(4)
    t.step({1: FactionRanking((LEADBOUND,)), 2: FactionRanking((VIRTUOUS,))})
    assert sorted(t.state.faction[1:]) == [0, 1, 2, 3]


def test_B9_duplicate_factions_gives_every_player_the_favourite(table) -> None:
    """With duplicate_factions everybody gets their favourite (B9)."""
    t = table(3, duplicate_factions="on")
    t.step({1: FactionRanking((CIPHER,)), 2: FactionRanking((CIPHER,))})
    assert t.state.faction[1:] == [CIPHER, CIPHER, LEADBOUND]


@pytest.mark.parametrize("ranking", [(1, 1), (6,), (-1,)])
def test_a_ranking_names_different_factions(table, ranking) -> None:
    """A ranking has no repeats and only existing factions."""
    t = table(2)
    with pytest.raises(IllegalDecision):
        t.check(1, FactionRanking(ranking))


def test_personal_decks_appear_seat_by_seat_in_file_order(table) -> None:
    """Each personal deck has 9 starter cards, the spell and the Champion.

    Copies are numbered from 1, and numbers are in the printed range.
    """
    t = table(3)
    t.step()
    state = t.state
    starter = [card for card in STARTER_CARDS for _ in range(CARDS[card].copies)]
    assert len(starter) == 9
    expected = [0]
    for seat in state.seats:
        expected += [*starter, *FACTION_CARDS[state.faction[seat]]]
    assert list(state.card) == expected
    for card, number in zip(state.card[1:], state.number[1:]):
        low, high = CARDS[card].initiative
        assert low <= number <= high


def test_O6_copies_of_one_name_have_different_numbers(table) -> None:
    """Copies of the same name have different numbers, across owners, while the range allows (O6)."""
    t = table(6)
    t.step()
    for card in STARTER_CARDS:
        numbers = [n for c, n in zip(t.state.card[1:], t.state.number[1:]) if c == card]
        assert len(set(numbers)) == len(numbers)


def test_O7_seat_order_random_is_drawn_by_the_first_beacon(table) -> None:
    """Lobby order is the default (O7).

    With seat_order = random the beacon of the first step draws it, Lead included.
    """
    t = table(5)
    t.step()
    assert (t.state.table, t.state.lead) == ((1, 2, 3, 4, 5), 1)
    tables = set()
    for seed in range(6):
        t = table(5, seed=seed, seat_order="random")
        t.step()
        assert sorted(t.state.table) == [1, 2, 3, 4, 5]
        assert t.state.lead == t.state.table[0]
        tables.add(t.state.table)
    assert len(tables) > 1


# Capitals -------------------------------------------------------------------------------------------------------------


def test_B8_rankings_are_served_in_reverse_seat_order(table) -> None:
    """P is served first and 1 last, each with the best free slot; rankings continue in slot order (B8)."""
    t = table(3).until("capitals")
    t.step({seat: CapitalRanking((1,), t.lay(seat)) for seat in (1, 2, 3)})
    s = free_slots(t.state)
    assert t.state.capital[1:] == [s[2], s[0], s[1]]


def test_B8_the_last_of_a_random_seat_order_is_served_first(table) -> None:
    """With seat_order = random the last of the drawn order is served first (B8)."""
    t = table(4, seat_order="random").until("capitals")
    t.step({seat: CapitalRanking((2,), t.lay(seat)) for seat in t.state.seats})
    assert t.state.capital[t.state.table[-1]] == free_slots(t.state)[2]


def test_B8_capital_draft_sequential_asks_one_seat_at_a_time(table) -> None:
    """One seat drafts at a time in reverse seat order; the personal deck is committed before (B8)."""
    t = table(3, capital_draft="sequential").until("capitals")
    with pytest.raises(IllegalDecision):
        t.check(1, CapitalRanking((0,), t.lay(1)))
    t.step()
    order = []
    while "capital" in t.kinds():
        (seat,) = t.asked()
        order.append(seat)
        taken = [i for i, h in enumerate(free_slots(t.state)) if h in t.state.capital[1:]]
        for slot in taken:
            with pytest.raises(IllegalDecision):
                t.check(seat, CapitalChoice(slot))
        t.step({seat: CapitalChoice((1, 2, 0)[seat - 1])})
    assert order == [3, 2, 1]
    s = free_slots(t.state)
    assert t.state.capital[1:] == [s[1], s[2], s[0]]
    assert t.kinds() == {"bridges"} and t.state.forges


def test_D2_requires_ten_commitments(table) -> None:
    """The batch of the personal deck comes with D2 and has exactly 10 fresh slots."""
    t = table(2).until("capitals")
    assert t.asked()[1] == ("capitals", (10,))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, CapitalRanking((), t.lay(1)[:-32]))
    assert refused.value.kind == "duty"


def test_B13_the_opening_hand_is_the_champion_and_five_cards(table) -> None:
    """The faction Champion is open, 5 cards are drawn by the same step's beacon; 5 stay (B13)."""
    t = table(2).until("bridges")
    piles = t.state.piles
    for seat in (1, 2):
        (champion,) = piles.shown[seat]
        assert t.state.card[champion] == FACTION_CARDS[t.state.faction[seat]][1]
        assert (len(piles.hand[seat]), len(piles.unknown[seat]), piles.mix[seat]) == (5, 5, ())
        assert piles.hand_size(seat) == 6


def test_each_player_starts_with_four_forces_and_four_gold(table) -> None:
    """Each player starts with 4 Forces in the Capital, 4 gold and 0 VP."""
    t = table(4).until("bridges")
    state = t.state
    for seat in state.seats:
        assert state.forces[seat] == {state.capital[seat]: 4}
        assert (state.gold[seat], state.vp[seat]) == (4, 0)
        assert state.first_in[state.capital[seat]] == seat


def test_B10_clockwise_is_seat_order(table) -> None:
    """Clockwise is rising seat number, wherever the Capitals are (B10)."""
    t = table(4).until("bridges")
    t.state.lead = 3
    assert t.state.lead_order() == (3, 4, 1, 2)


# Starting Bridges -----------------------------------------------------------------------------------------------------


def test_B11_starting_bridges_are_two_edges_near_the_capital(table) -> None:
    """The two edges differ and have one end within 2 of the seat's own Capital (B11).

    The same edge from two players is one Bridge.
    """
    t = table(2).until("bridges")
    grid = t.state.grid
    first, second, *_ = bridge_sites(t.state, 1)
    with pytest.raises(IllegalDecision):
        t.check(1, StartingBridges((first, first)))
    far = next(e for e in range(len(grid.edges)) if e not in bridge_sites(t.state, 1))
    with pytest.raises(IllegalDecision):
        t.check(1, StartingBridges((first, far)))
    with pytest.raises(IllegalDecision):
        t.check(1, StartingBridges((first, len(grid.edges))))
    outer = next(
        e for e in bridge_sites(t.state, 1) if max(grid.distance[t.state.capital[1]][h] for h in grid.edges[e]) == 3
    )
    t.check(1, StartingBridges((outer, second)))


def test_B11_two_players_on_the_same_edge_share_one_bridge(table) -> None:
    """No player is compensated for a shared edge (B11)."""
    t = table(6, board_size="compact").until("bridges")
    a, b = next(
        (a, b)
        for a in t.state.seats
        for b in t.state.seats
        if a < b and set(bridge_sites(t.state, a)) & set(bridge_sites(t.state, b))
    )
    shared = min(set(bridge_sites(t.state, a)) & set(bridge_sites(t.state, b)))
    other = {seat: next(e for e in bridge_sites(t.state, seat) if e != shared) for seat in (a, b)}
    happened = t.step({seat: StartingBridges((shared, other[seat])) for seat in (a, b)})
    assert [e.edge for e in of(happened, events.BridgeBuilt)].count(shared) == 1
    assert t.state.bridges[shared] == 1


# The free card --------------------------------------------------------------------------------------------------------


def test_B12_each_player_gains_one_of_three_cards_free(table) -> None:
    """Each player gains one of 3 different cards of market I into the pile (B12).

    The others go under the deck together.
    """
    t = table(3).until("free card")
    offers = t.state.offers
    assert [(o.seat, o.source, o.deck, len(o.copies)) for o in offers] == [(s, "free", 0, 3) for s in (1, 2, 3)]
    assert len({c for o in offers for c in o.copies}) == 9
    with pytest.raises(IllegalDecision):
        t.check(1, Pick(3))
    with pytest.raises(IllegalDecision):
        t.check(1, Pick(-1))
    happened = t.step({seat: Pick(seat - 1) for seat in (1, 2, 3)})
    picked = {o.seat: o.copies[o.seat - 1] for o in offers}
    assert {e.seat: e.copy for e in of(happened, events.CardGained)} == picked
    # the row has been laid since out of the first layer
    assert t.state.decks[0][-1] == tuple(sorted(c for o in offers for c in o.copies if c not in picked.values()))
    assert t.state.offers == ()
    for seat in (1, 2, 3):
        assert t.state.piles.mix[seat] == (picked[seat],)


def test_B12_a_victory_card_taken_as_the_free_card_scores(table) -> None:
    """A Victory card taken as the free card gives its VP (B12)."""
    t = table(2).until("free card")
    offer = t.state.offers[0]
    t.state.card[offer.copies[1]] = find("Patrol Record")
    t.step({1: Pick(1)})
    assert t.state.vp[1] == 1


def test_F7_wider_choice_shows_one_more_card(table) -> None:
    """A pick from n turned-up cards becomes a pick from n + 1 (F7)."""
    t = table(2)
    t.step({1: FactionRanking((CIPHER,)), 2: FactionRanking((REFINER,))})
    t.until("free card")
    assert [len(o.copies) for o in t.state.offers] == [4, 3]


# Reset ----------------------------------------------------------------------------------------------------------------


def test_B13_the_first_reset_pays_gold_and_mana_but_draws_no_card(table) -> None:
    """Reset of round 1 gives 1 gold and the mana, but no card; Lead is seat 1 (B13)."""
    t = table(3).until("bid")
    state = t.state
    assert (state.round, state.lead, state.action_step) == (1, 1, 0)
    assert state.gold[1:] == [5, 5, 5]
    assert state.mana[1:] == [5, 5, 5]
    assert all(state.piles.hand_size(seat) == 6 for seat in state.seats)


def test_reset_clears_the_previous_round(table) -> None:
    """Done and cards played restart at nothing; mana does not add up."""
    t = table(2).until("bid")
    t.state.done, t.state.played, t.state.mana, t.state.action_step = [0, 1, 1], [0, 3, 4], [0, 2, 9], 7
    t.only(("round",))
    state = t.state
    assert (state.done, state.played, state.mana[1:], state.action_step) == ([0, 0, 0], [0, 0, 0], [5, 5], 0)


@pytest.mark.parametrize("mana", [4, 5, 6])
def test_O1_base_mana_option_sets_the_mana(table, mana) -> None:
    """Option base_mana is 4, 5 or 6 (O1)."""
    assert table(2, base_mana=mana).until("bid").state.mana[1:] == [mana, mana]


@pytest.mark.parametrize(("before", "mana"), [(2, 5), (3, 6), (6, 6), (7, 7)])
def test_O2_mana_per_age_option_adds_mana_in_later_ages(table, before, mana) -> None:
    """Option mana_per_age adds 1 in Age II and 2 in Age III (O2)."""
    t = table(2, mana_per_age=1).until("bid")
    t.state.round = before
    t.only(("round",))
    assert t.state.mana[1:] == [mana, mana]


@pytest.mark.parametrize(("before", "ages"), [(2, []), (3, [2]), (4, []), (7, [3]), (8, [])])
def test_the_age_changes_after_rounds_3_and_7(table, before, ages) -> None:
    """Age I is rounds 1-3, II is 4-7, III is 8-10 (part 2, 10.4)."""
    t = table(2).until("bid")
    t.state.round = before
    happened = t.only(("round",))
    assert [e.age for e in of(happened, events.AgeBegan)] == ages


def test_reset_draws_hands_up_to_six(table) -> None:
    """All players draw up to a hand of 6 in one operation."""
    t = table(3).until("bid")
    for seat in t.state.seats:
        t.state.piles.shown[seat] = ()
    t.only(("round",))
    while t.kinds() == {"fresh"}:
        t.step()
    assert all(t.state.piles.hand_size(seat) == 6 for seat in t.state.seats)


def test_L14_breakthrough_line_draws_at_the_next_reset(table) -> None:
    """Each success of the round before draws two more cards, once (L14)."""
    t = table(2).until("bid")
    t.state.next_draw[1] = 2
    t.only(("round",))
    while t.kinds() == {"fresh"}:
        t.step()
    assert [t.state.piles.hand_size(seat) for seat in (1, 2)] == [8, 6]
    assert t.state.next_draw == [0, 0, 0]


def test_M12_no_card_is_drawn_if_both_piles_are_empty(table) -> None:
    """With both piles empty no card is drawn and there is no penalty (M12)."""
    t = table(2).until("bid")
    piles = t.state.piles
    for zone in (piles.hand, piles.unknown, piles.mix, piles.discard, piles.closed):
        zone[1] = ()
    t.only(("round",))
    while "fresh" in t.kinds():
        t.step()
    assert piles.hand_size(1) == 1
    assert t.kinds() == {"bid"}


def test_M1_lead_passes_every_round(table) -> None:
    """The Lead starts with seat 1 and passes clockwise at every later Reset (M1)."""
    t = table(3).until("bid")
    leads = [t.state.lead]
    for _ in range(3):
        t.only(("round",))
        leads.append(t.state.lead)
    assert leads == [1, 2, 3, 1]


@pytest.mark.parametrize("rotation", ["fixed", "step"])
def test_M1_lead_rotation_fixed_and_step_keep_the_lead_at_reset(table, rotation) -> None:
    """lead_rotation = fixed never passes the Lead; step passes it after every action step (M1).

    Neither passes it at Reset.
    """
    t = table(3, lead_rotation=rotation).until("bid")
    t.only(("round",))
    assert t.state.lead == 1
    step = Step(t.state, bytes(32))
    pass_lead(step)
    assert t.state.lead == 2
    assert step.events == [events.LeadPassed(2)]


def test_M1_lead_rotation_random_draws_the_lead_each_round(table) -> None:
    """lead_rotation = random picks any player, each round from the second on (M1)."""
    t = table(3, lead_rotation="random").until("bid")
    assert t.state.lead == 1
    leads = set()
    for _ in range(20):
        t.state.round = 1
        t.only(("round",))
        leads.add(t.state.lead)
    assert leads == {1, 2, 3}


# Quiet Study ----------------------------------------------------------------------------------------------------------


def cipher_table(table):
    t = table(2)
    t.step({1: FactionRanking((CIPHER,)), 2: FactionRanking((REFINER,))})
    return t.until("study")


def test_quiet_study_asks_only_its_players(table) -> None:
    """It asks its players at Reset, after drawing and before the market (7.1)."""
    t = cipher_table(table)
    assert t.asked() == {1: ("study", (2,))}
    assert t.state.row == ()


def test_quiet_study_exchanges_cards(table) -> None:
    """Discard up to 2 cards, an open one included, then draw as many."""
    t = cipher_table(table)
    piles = t.state.piles
    (champion,) = piles.shown[1]
    (opening,) = t.openings(1, piles.hand[1][:1])
    kept = piles.hand[1][1:]
    t.step({1: Discard((champion, opening))})
    assert piles.discard[1] == (champion, opening[1])
    while t.kinds() == {"fresh"}:
        t.step()
    assert piles.hand[1][:4] == kept and piles.hand_size(1) == 6
    assert t.kinds() == {"bid"}


def test_quiet_study_can_exchange_no_cards(table) -> None:
    """Choosing 0 cards is legal."""
    t = cipher_table(table)
    before = t.state.piles.hand[1]
    t.step({1: Discard(())})
    assert t.state.piles.hand[1] == before and t.kinds() == {"bid"}


def test_quiet_study_refuses_cards_that_are_not_in_the_hand(table) -> None:
    """Quiet Study takes at most 2 cards of the hand, each once and rightly opened."""
    t = cipher_table(table)
    piles = t.state.piles
    a, b, c = t.openings(1, piles.hand[1][:3])
    (in_pile,) = t.openings(1, piles.unknown[1][:1])
    for cards in ((a, b, c), (a, a), (in_pile,), ((a[0], b[1], a[2]),), ((a[0], a[1], bytes(16)),), (9999,)):
        with pytest.raises(IllegalDecision):
            t.check(1, Discard(cards))
