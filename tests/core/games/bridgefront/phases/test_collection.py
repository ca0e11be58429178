"""Collection (rules 10.1): Mines, Forges, the Center, and two simultaneous choices."""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision
from core.games.bridgefront import events
from core.games.bridgefront.catalogue import DECKS, find
from core.games.bridgefront.decisions import Collect, Picks
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases.collection import mine_gold


def of(happened, kind):
    return [e for e in happened if isinstance(e, kind)]


def position(table, seats=2, factions=("leadbound", "virtuous", "vapourborn"), **options):
    """Return round 1 after set-up with an empty board and these factions, however the factions were drawn."""
    t = table(seats, **options).until("bid")
    t.clear_board()
    t.state.faction = [0, *(CODES.index(code) for code in factions[:seats])]
    t.state.row = ()
    return t


def stand(t, seat, *hexes):
    for hex_ in hexes:
        t.state.forces[seat][hex_] = 1


def places(t):
    """Return the Mines and Forges in canonical order, and the Center."""
    return sorted(t.state.mines), sorted(t.state.forges), t.state.grid.center


# First choice ---------------------------------------------------------------------------------------------------------


def test_collection_asks_only_seats_on_mines_and_forges(table) -> None:
    """Each seat is asked for its own tiles in canonical order; a seat that has only the Center is not asked."""
    t = position(table, 3)
    mines, forges, center = places(t)
    stand(t, 1, mines[2], mines[0], forges[1])
    stand(t, 2, center)
    t.only(("collection",))
    assert t.asked() == {1: ("collect", ((mines[0], mines[2]), (forges[1],)))}
    assert t.state.offers == ()


def test_collection_asks_nobody_if_no_tile_is_occupied(table) -> None:
    """With nobody on any tile Collection ends at once."""
    t = position(table)
    t.only(("collection",))
    assert t.asked() == {} and t.state.agenda == []


def test_a_lone_champion_occupies_a_hex(table) -> None:
    """A Champion alone occupies a hex everywhere (B15)."""
    t = position(table)
    mines, _, _ = places(t)
    t.champion("Shadeblade", 2, mines[0])
    t.only(("collection",))
    assert t.asked() == {2: ("collect", ((mines[0],), ()))}


def test_a_mine_pays_its_value_in_gold(table) -> None:
    """A Mine pays its Mine Value in gold."""
    t = position(table)
    mines, _, _ = places(t)
    t.state.mines[mines[0]] = 6
    stand(t, 1, mines[0])
    t.only(("collection",))
    gold = t.state.gold[1]
    happened = t.step({1: Collect(("gold",), ())})
    assert t.state.gold[1] == gold + 6
    assert of(happened, events.GoldTaken) == [events.GoldTaken(1, 6, "mine")]


def test_F4_ore_cut_and_extraction_add_one_gold_each(table) -> None:
    """Ore Cut adds 1 per paying Mine, Extraction 1 where Mine Overseer is (F4).

    Both apply on top of a value of 7 (B7).
    """
    t = position(table, factions=("refiner", "virtuous"))
    mines, _, _ = places(t)
    t.state.mines[mines[0]] = 7
    t.champion("Mine Overseer", 1, mines[0])
    stand(t, 1, mines[1])
    t.champion("Mine Overseer", 2, mines[2])
    assert mine_gold(t.state, 1, mines[0]) == 9
    assert mine_gold(t.state, 1, mines[1]) == t.state.mines[mines[1]] + 1
    assert mine_gold(t.state, 2, mines[2]) == t.state.mines[mines[2]] + 1


def test_F4_a_look_pays_no_gold(table) -> None:
    """A look pays nothing (F4)."""
    t = position(table, factions=("refiner", "virtuous"))
    mines, _, _ = places(t)
    stand(t, 1, mines[0])
    t.only(("collection",))
    gold = t.state.gold[1]
    t.step({1: Collect(("look",), ())})
    assert t.state.gold[1] == gold


def test_L2_reforge_scraps_a_card_in_hand_or_none(table) -> None:
    """Scrap a card left in hand, closed or open, to the Burn pile, or none (L2)."""
    t = position(table, 3)
    _, forges, _ = places(t)
    stand(t, 1, *forges)
    piles = t.state.piles
    (champion,) = piles.shown[1]
    (opening,) = t.openings(1, piles.hand[1][:1])
    t.only(("collection",))
    t.step({1: Collect((), (("reforge", champion), ("reforge", opening)))})
    assert t.state.burnt[1] == (champion, opening[1])
    assert piles.hand_size(1) == 4
    t.only(("collection",))
    t.step({1: Collect((), (("reforge", None), ("reforge", None)))})
    assert piles.hand_size(1) == 4


def test_L13_scrapping_a_victory_card_keeps_its_vp(table) -> None:
    """VP never decrease, also when a Victory card is scrapped (L13)."""
    t = position(table)
    _, forges, _ = places(t)
    stand(t, 1, forges[0])
    (champion,) = t.state.piles.shown[1]
    t.state.card[champion] = find("Patrol Record")
    t.state.vp[1] = 1
    t.only(("collection",))
    t.step({1: Collect((), (("reforge", champion),))})
    assert t.state.vp[1] == 1


def test_collection_refuses_choices_that_do_not_fit(table) -> None:
    """Collection rejects a choice that does not fit the tiles and the cards in hand.

    Each own tile needs a choice, a draft names no card, and a scrapped card must be in hand and used once.
    """
    t = position(table, 3)
    mines, forges, _ = places(t)
    stand(t, 1, mines[0], *forges)
    piles = t.state.piles
    a, b = t.openings(1, piles.hand[1][:2])
    (in_pile,) = t.openings(1, piles.unknown[1][:1])
    t.only(("collection",))
    none = ("reforge", None)
    for mine, forge in (
        ((), (none, none)),
        (("gold",), (none,)),
        (("draft",), (none, none)),
        (("gold",), (("look", None), none)),
        (("gold",), (("draft", a), none)),
        (("gold",), (("reforge", a), ("reforge", a))),
        (("gold",), (("reforge", in_pile), none)),
        (("gold",), (("reforge", (a[0], b[1], a[2])), none)),
    ):
        with pytest.raises(IllegalDecision):
            t.check(1, Collect(mine, forge))
    t.check(1, Collect(("look",), (("reforge", a), ("draft", None))))


# Second choice --------------------------------------------------------------------------------------------------------


def drafting(table, **options):
    """Return a position with seat 1 on the Center, a Forge and two Mines.

    Seat 2 (Cipher) is on a Forge and a Mine, seat 3 nowhere.
    """
    t = position(table, 3, ("leadbound", "cipher", "virtuous"), **options)
    mines, forges, center = places(t)
    stand(t, 1, center, forges[0], mines[0], mines[1])
    stand(t, 2, forges[1], mines[2])
    t.state.lead = 2
    t.only(("collection",))
    return t


def test_offers_are_revealed_in_lead_order(table) -> None:
    """Offers appear per player: Center, Forges, Mines in canonical order.

    Wider Choice sees one more of each (F7).
    """
    t = drafting(table)
    mines, forges, center = places(t)
    t.step({1: Collect(("look", "look"), (("draft", None),)), 2: Collect(("look",), (("draft", None),))})
    assert [(o.seat, o.source, o.hex, len(o.copies)) for o in t.state.offers] == [
        (2, "forge", forges[1], 4),
        (2, "mine", mines[2], 2),
        (1, "center", center, 2),
        (1, "forge", forges[0], 3),
        (1, "mine", mines[0], 1),
        (1, "mine", mines[1], 1),
    ]
    copies = [c for o in t.state.offers for c in o.copies]
    assert len(set(copies)) == len(copies)
    assert set(t.asked()) == {1, 2} and t.kinds() == {"picks"}


def test_offers_come_from_the_current_age(table) -> None:
    """Offers come from the market and power decks of the age."""
    t = position(table, 2)
    _, forges, center = places(t)
    stand(t, 1, center)
    stand(t, 2, forges[0])
    t.state.round = 5
    t.only(("collection",))
    t.step({2: Collect((), (("draft", None),))})
    power, market = t.state.offers
    assert (power.deck, market.deck) == (4, 1)
    assert all(t.state.card[c] in DECKS[4] for c in power.copies)
    assert all(t.state.card[c] in DECKS[1] for c in market.copies)


def test_a_seat_with_only_the_center_makes_a_power_pick(table) -> None:
    """A seat with only the Center picks; Power Pick needs no first choice."""
    t = position(table)
    stand(t, 2, t.state.grid.center)
    t.only(("collection",))
    assert t.kinds() == {"picks"} and set(t.asked()) == {2}
    offer = t.state.offers[0]
    happened = t.step({2: Picks((1,))})
    assert [(e.seat, e.copy, e.why) for e in of(happened, events.CardGained)] == [(2, offer.copies[1], "center")]
    assert t.state.decks[3][-1] == (offer.copies[0],)


def test_L1_a_card_offered_by_a_mine_can_be_declined(table) -> None:
    """A Mine's card is optional; a declined card goes to the bottom (L1)."""
    t = drafting(table)
    t.step({1: Collect(("look", "look"), (("reforge", None),)), 2: Collect(("look",), (("reforge", None),))})
    offers = {(o.seat, o.hex): o.copies for o in t.state.offers}
    mines, _, center = places(t)
    t.step({1: Picks((0, None, 0)), 2: Picks((None,))})
    taken = {offers[1, center][0], offers[1, mines[1]][0]}
    assert taken <= set(t.state.piles.mix[1])
    assert set(t.state.decks[0][-1]) == {offers[1, mines[0]][0], *offers[2, mines[2]]}


def test_F7_a_cipher_takes_at_most_one_of_two_cards_at_a_mine(table) -> None:
    """Cipher looks at 2 and takes at most 1 (F7)."""
    t = drafting(table)
    t.step({1: Collect(("gold", "gold"), (("reforge", None),)), 2: Collect(("look",), (("reforge", None),))})
    (offer,) = (o for o in t.state.offers if o.seat == 2)
    t.step({2: Picks((1,))})
    assert offer.copies[1] in t.state.piles.mix[2]
    assert offer.copies[0] in t.state.decks[0][-1]


def test_L2_forge_draft_and_power_pick_cannot_be_declined(table) -> None:
    """Exactly 1 card is gained, and every pick is from its own offer (L2)."""
    t = drafting(table)
    t.step({1: Collect(("look", "gold"), (("draft", None),)), 2: Collect(("gold",), (("draft", None),))})
    for picks in ((None, 0, None), (0, None, None), (0, 0), (0, 0, 0, 0), (2, 0, 0), (0, 3, 0), (0, 0, 1), (0, 0, -1)):
        with pytest.raises(IllegalDecision):
            t.check(1, Picks(picks))
    t.check(1, Picks((1, 2, None)))
    t.check(2, Picks((3,)))


def test_L3_offers_never_overlap_and_unpicked_cards_return_together(table) -> None:
    """Unpicked cards go to the bottom of their deck together, one layer per deck (L3)."""
    t = drafting(table)
    t.step({1: Collect(("look", "gold"), (("draft", None),)), 2: Collect(("gold",), (("draft", None),))})
    market = {c for o in t.state.offers if o.deck == 0 for c in o.copies}
    forge1 = next(o for o in t.state.offers if (o.seat, o.source) == (1, "forge"))
    forge2 = next(o for o in t.state.offers if (o.seat, o.source) == (2, "forge"))
    layers = len(t.state.decks[0])
    t.step({1: Picks((0, 1, None)), 2: Picks((2,))})
    assert t.state.decks[0][-1] == tuple(sorted(market - {forge1.copies[1], forge2.copies[2]}))
    assert len(t.state.decks[0]) == layers + 1
    assert t.state.offers == ()


def test_L16_a_victory_card_taken_at_a_mine_scores(table) -> None:
    """Taking a Mine's Victory card scores it (L16)."""
    t = position(table)
    mines, _, _ = places(t)
    stand(t, 1, mines[0])
    t.only(("collection",))
    t.step({1: Collect(("look",), ())})
    t.state.card[t.state.offers[0].copies[0]] = find("Patrol Record")
    t.step({1: Picks((0,))})
    assert t.state.vp[1] == 1


def test_an_exhausted_deck_gets_a_fresh_set(table) -> None:
    """A complete fresh set goes underneath, so no offer can fail (12.5)."""
    t = position(table)
    stand(t, 1, t.state.grid.center)
    t.state.decks[3] = ()
    t.only(("collection",))
    assert len(t.state.offers[0].copies) == 2
    assert sum(len(layer) for layer in t.state.decks[3]) == 9
