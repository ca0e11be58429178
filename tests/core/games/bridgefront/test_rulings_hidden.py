"""Rulings on deck sizes (M13, M14, M16) and on hidden cards (H1-H10)."""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision
from core.games.bridgefront import decks, hands
from core.games.bridgefront.catalogue import CARDS, DECKS, find
from core.games.bridgefront.decisions import Action, Clear, Keep, Lay, Show
from core.games.bridgefront.game import GAME
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.looks import CENTER, fizzled
from tests.support.games.bridgefront.positions import position, step_of
from tests.support.games.bridgefront.table import Table

# Deck sizes (12.5, M13, M14, M16) -------------------------------------------------------------------------------------


def sizes(state: Bridgefront) -> list[int]:
    return [decks.deck_size(state, deck) for deck in range(6)]


def test_M13_market_copies_doubles_all_but_the_power_decks():
    """A deck has the copies that its cards name; market_copies = 2 doubles all but the power decks (M13)."""
    printed = [sum(CARDS[card].copies for card in deck) for deck in DECKS]
    assert sizes(position(seats=3)) == printed
    assert sizes(position(seats=3, market_copies=2)) == [2 * cards for cards in printed[:3]] + printed[3:]
    twice = decks.full_deck(position(seats=3, market_copies=2), 0)
    assert twice.count(-1 - find("Cycle Notes")) == 4 and twice.count(-1 - find("Quick March")) == 2


def test_M14_power_decks_can_be_padded_to_twelve_cards():
    """A power deck has its listed cards, or 12 padded with second copies of the named cards (M14)."""
    padded = position(seats=3, power_deck="padded")
    assert sizes(padded)[3:] == [12, 12, 12]
    twice = [card for deck in (3, 4, 5) for card in padded.decks[deck][0] if padded.decks[deck][0].count(card) > 1]
    assert {CARDS[-1 - card].name for card in twice} == {
        "Emergency Pay",
        "Immunity Field",
        "Rapid Reinforcements",
        "Writ of Industry",
        "Bridge Charter",
        "Quick Mobilization",
    }


def test_M16_two_player_matches_remove_pulling_strings():
    """With two players Pulling Strings never pays, so it is removed unless the option is off (M16)."""
    strings = -1 - find("Pulling Strings")
    assert strings not in position(seats=2).decks[2][0]
    assert sizes(position(seats=2))[2] == sizes(position(seats=3))[2] - 1
    assert strings in position(seats=2, two_player_trim="off").decks[2][0]
    assert strings in position(seats=3).decks[2][0]


def test_fresh_deck_sets_follow_the_same_options():
    """A used-up deck gets a complete fresh set underneath (12.5).

    It is trimmed and doubled like the first.
    """
    state = position(seats=2, market_copies=2)
    step = step_of(state)
    for _ in range(74):
        decks.turn_up(step, 2)
    assert state.decks[2] == ()
    decks.turn_up(step, 2)
    assert decks.deck_size(state, 2) == 73


# Hidden cards (part 5) ------------------------------------------------------------------------------------------------


def acting(table, seed=1, **options):
    """Return a sealed match in its first action step, without gained cards to lay.

    Seat 2 has played its choices.
    """
    t = table(2, seed=seed, **options).until("action")
    for seat in t.state.seats:
        t.state.mana[seat] = 20
    return t


def turn(t, seat, place, name):
    """Turn the card in this slot into another one; return its copy."""
    copy = t.secrets[seat].faces[place]
    t.state.card[copy] = find(name)
    return copy


def play(t, seat, slot, *locked):
    """Play the card of a slot while the other seats are done, and return the events."""
    batch = t.lay(seat) if t.state.piles.mix[seat] else None
    return t.step({seat: Action("card", t.secrets[seat].opening(slot), tuple(locked), batch=batch)})


def test_H1_identity_is_part_of_the_face(table):
    """A slot hides a copy, not a name; rows are public, their card in hand is secret (H1)."""
    t = acting(table)
    recruits = [c for c in t.state.piles.closed[1] if t.name(c) == "Recruit"]
    assert len(recruits) == 2 and len({t.state.number[c] for c in recruits}) == 2
    slot = t.state.piles.hand[1][0]
    _, copy, salt = t.secrets[1].opening(slot)
    for other in t.state.piles.closed[1]:
        if other != copy:
            with pytest.raises(IllegalDecision) as refused:
                CLOSED_CARDS.check_cards(t.state, 1, [(slot, other, salt)])
            assert refused.value.kind == "slot"


def test_H2_known_cards_keep_their_places():
    """A card gained after Tome of Orders is below the card put on top (H2)."""
    t = Table()
    t.hold(1, "Zap")
    t.unknown(1, *["Recruit"] * 4)
    t.play(1, "Tome of Orders")
    t.lay(1, "Zap")
    hands.gain_copy(step_of(t.state), 1, decks.add_copy(step_of(t.state), find("Stall")), "market")
    t.play(1, "Patrol Record")
    assert "Zap" in t.hand(1)


def test_H3_random_gains_to_hand_are_public():
    """Black Market Pull and Forge Miracle put open cards into the hand, from a countable deck (H3)."""
    t = Table(mana=20)
    before = sizes(t.state)
    t.play(1, "Black Market Pull")
    t.play(1, "Forge Miracle")
    assert len(t.state.piles.shown[1]) == 5 and t.state.piles.hand[1] == ()
    assert sizes(t.state) == [before[0] - 3, before[1], before[2] - 2, *before[3:]]


@pytest.mark.parametrize("card", ["Perfect Recall", "Tome of Orders"])
@pytest.mark.parametrize("open_", [False, True])
def test_H4_putting_a_card_on_top_mixes_only_with_an_open_card(card, open_):
    """Without an open card the named slot itself moves; with one the hand gets fresh slots (H4).

    Open cards are closed again.
    """
    t = Table("cipher")
    t.hold(1, "Zap", "Stall")
    if open_:
        t.show(1, "Recruit")
    t.unknown(1, *["Insight"] * 4)
    t.play(1, card)
    before = set(t.state.piles.hand[1])
    t.lay(1, "Zap")
    after = {*t.state.piles.hand[1], *t.state.piles.top[1]}
    assert (after == before) is not open_ and (after & before == set()) is open_
    assert t.top(1) == ["Zap"] and t.open_hand(1) == []
    assert set(t.hand(1)) == {"Stall", "Insight", *["Recruit"] * open_}


def test_H4_perfect_recall_can_put_no_card_on_top():
    """Recall may answer none, and an open card then stays open (H4, hidden cards part 3)."""
    t = Table("cipher")
    t.show(1, "Recruit")
    t.unknown(1, "Zap")
    t.play(1, "Perfect Recall")
    t.answer(1, Lay())
    assert t.top(1) == [] and t.open_hand(1) == ["Recruit"]


def test_H4_a_false_mix_is_believed_until_the_audit(table):
    """A card not in the hand can be put on top; the audit finds it (H4)."""
    t = acting(table)
    piles, own = t.state.piles, t.secrets[1]
    tome = piles.hand[1][0]
    turn(t, 1, tome, "Tome of Orders")
    play(t, 1, tome)
    while t.asked()[1][0] != "lay":
        t.step()
    assert piles.shown[1], "the faction Champion lies open in the hand"
    held = sorted([*(own.faces[slot] for slot in piles.hand[1]), *piles.shown[1]])
    better = next(copy for copy in piles.closed[1] if copy not in held)
    batch = own.draft_batch(t.state.t, [better, *held[1:]])
    t.step({1: Lay(batch=batch)})
    assert better == own.faces[piles.top[1][0]]
    t.only(("final audit", "rounds"))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, t.decide(1))
    assert refused.value.kind == "slot"


def test_H5_named_cards_are_opened_at_the_reveal():
    """Named cards are shown at the reveal, not at resolution (H5).

    They stay open in the hand until the card resolves, last if it is slow.
    """
    t = Table(mana=9)
    t.hold(1, "Zap")
    t.hold(2, "Cycle Notes", number=1)
    t.pile(2, "Stall", "Insight")
    t.together((1, "Conscription Drive", "Zap"), (2, "Cycle Notes"))
    assert t.asked() == {2: "cards"}
    assert t.open_hand(1) == ["Zap"] and t.discards(1) == []
    t.name(2, "Stall")
    assert t.hand(1) == [] and t.discards(1) == ["Zap", "Conscription Drive"]


def draws_four(table, gainers, seed=1):
    """Return a match in which seat 1 plays Master Plan.

    Among its closed cards outside the hand, `gainers` are Big VP Gainers.
    """
    t = acting(table, seed)
    piles = t.state.piles
    slot = piles.hand[1][0]
    turn(t, 1, slot, "Master Plan")
    in_hand = {t.secrets[1].faces[s] for s in piles.hand[1]}
    outside = [copy for copy in (*piles.closed[1], *piles.mix[1]) if copy not in in_hand]
    for copy in outside[:gainers]:
        t.state.card[copy] = find("Big VP Gainer")
    play(t, 1, slot)
    while "fresh" in t.kinds():
        t.step()
    return t


def test_H6_a_seat_without_a_gainer_is_not_asked(table):
    """With no Big VP Gainer on the seat's own list Z2 is not asked (H6)."""
    t = draws_four(table, 0)
    assert t.asked()[1][0] == "cards"


def test_H6_a_seat_with_a_gainer_is_asked_after_every_draw(table):
    """Z2 is asked after every draw, so silence reveals nothing; 1 gold is lost first (H6)."""
    t = draws_four(table, 9)
    kind, (over, fresh, claims, _) = t.asked()[1]
    assert (kind, over, claims) == ("show", (), (hands.LOSES_GOLD,)) and len(fresh) == 4
    gold = t.state.gold[1]
    shown = len(t.decide(1).show)
    t.step()
    assert shown and t.state.gold[1] == gold - shown and t.asked()[1][0] == "cards"
    quiet = next(t for t in (draws_four(table, 1, seed) for seed in range(20)) if not t.decide(1).show)
    assert quiet.asked()[1][0] == "show"
    quiet.step()
    assert quiet.state.piles.denied[1] and quiet.asked()[1][0] == "cards"


def test_H6_a_denied_gainer_is_detected_when_its_slot_opens(table):
    """A kept, unshown gainer counts as a lie once its slot is opened, at the latest in Cleanup (H6).

    Showing it is a duty, not a choice.
    """
    t = draws_four(table, 9)
    honest = t.decide(1).show
    t.step({1: Show(())})
    slot = honest[0][0]
    with pytest.raises(IllegalDecision) as refused:
        CLOSED_CARDS.check_cards(t.state, 1, [t.secrets[1].opening(slot)])
    assert refused.value.kind == "claim"
    held = [s for s in t.state.piles.hand[1] if s not in {opening[0] for opening in honest}]
    t.step({1: t.decide(1)._replace(cards=tuple(t.secrets[1].opening(s) for s in held[:2]))})
    t.only(("cleanup",))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, t.decide(1))
    assert refused.value.kind == "claim"


def test_H6_showing_too_much_is_refused(table):
    """Z2 contains the openings of the gainers' slots and no others, each once."""
    t = draws_four(table, 9)
    right = t.decide(1).show
    others = [s for s in t.asked()[1][1][1] if s not in {opening[0] for opening in right}]
    held = next(s for s in t.state.piles.hand[1] if s not in t.asked()[1][1][1])
    for wrong in ((*right, *(t.secrets[1].opening(s) for s in (others or [held])[:1])), (*right, right[0])):
        with pytest.raises(IllegalDecision):
            t.check(1, Show(wrong))


def scouting(table, hand=5):
    """Return a match in which seat 1 has looked at three cards, the first a Big VP Gainer."""
    t = acting(table)
    piles = t.state.piles
    slot = piles.hand[1][0]
    turn(t, 1, slot, "Scout Report")
    play(t, 1, slot)
    while "fresh" in t.kinds():
        t.step()
    (slots,) = t.asked()[1][1]
    turn(t, 1, slots[0], "Big VP Gainer")
    for other in slots[1:]:
        turn(t, 1, other, "Zap")
    while piles.hand_size(1) < hand:
        copy = t.copy("Recruit")
        piles.shown[1] += (copy,)
    return t, slots


def keep(t, slots, kept, *, show):
    """Return the decision to keep one slot, shown or not."""
    own = t.secrets[1]
    others = tuple(own.opening(slot) for slot in slots if slot != kept)
    return Keep(kept, others, own.opening(kept) if show else None)


def test_H6_a_gainer_kept_by_scout_report_must_be_shown(table):
    """The kept card is shown and costs 1 gold; kept unshown, its opening convicts the seat."""
    t, slots = scouting(table)
    gold = t.state.gold[1]
    honest = keep(t, slots, slots[0], show=True)
    t.check(1, honest)
    lying = keep(t, slots, slots[0], show=False)
    before = t.state.clone()
    t.step({1: honest})
    assert t.state.gold[1] == gold - 1 and t.secrets[1].faces[slots[0]] in t.state.piles.shown[1]
    t.state = before
    t.step({1: lying})
    assert slots[0] in t.state.piles.hand[1] and t.state.gold[1] == gold
    with pytest.raises(IllegalDecision) as refused:
        CLOSED_CARDS.check_cards(t.state, 1, [t.secrets[1].opening(slots[0])])
    assert refused.value.kind == "claim"


def test_H6_scout_report_shows_only_kept_gainers(table):
    """A plain card kept stays closed; showing it, or a card that is none, is refused."""
    t, slots = scouting(table)
    t.check(1, keep(t, slots, slots[1], show=False))
    for wrong in (
        keep(t, slots, slots[1], show=True),
        keep(t, slots, slots[0], show=True)._replace(show=(slots[0], 10**6, bytes(16))),
        keep(t, slots, slots[0], show=True)._replace(show=t.secrets[1].opening(slots[1])),
        keep(t, slots, slots[1], show=False)._replace(discard=()),
        keep(t, slots, slots[1], show=False)._replace(keep=10**6),
    ):
        with pytest.raises(IllegalDecision):
            t.check(1, wrong)


def test_M11_scout_report_at_a_full_hand_discards_the_kept_card(table):
    """With a full hand the kept card goes to the discard pile, shown, at no gold (M11, K20).

    It does not count as drawn.
    """
    t, slots = scouting(table, hand=10)
    gold = t.state.gold[1]
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, keep(t, slots, slots[1], show=False))
    assert refused.value.kind == "duty"
    t.step({1: keep(t, slots, slots[0], show=True)})
    assert t.state.gold[1] == gold and t.state.piles.hand_size(1) == 10
    assert t.secrets[1].faces[slots[0]] in t.state.piles.discard[1]


def test_H6_a_spell_discarded_by_the_hand_limit_is_not_drawn():
    """Discarding by the hand limit is not drawing: no second draw, Spell or not (H6)."""
    t = Table()
    t.hold(1, *["Recruit"] * 10, "Spellcaster")
    t.pile(1, "Cycle Notes", "Stall", "Insight")
    t.play(1, "Spellcaster")
    assert t.discards(1) == ["Cycle Notes", "Spellcaster"] and t.top(1) == ["Stall", "Insight"]


def test_H7_every_player_can_follow_a_closed_slot(table):
    """A closed card keeps its slot from the draw to the play (H7).

    Its time in the hand is therefore visible when it is opened.
    """
    t = acting(table)
    piles = t.state.piles
    early = piles.hand[1]
    slot = early[0]
    turn(t, 1, slot, "Secret Plans")
    play(t, 1, slot)
    while t.kinds() & {"fresh", "show"}:
        t.step()
    assert piles.hand[1][:4] == early[1:] and len(piles.hand[1]) == 6


def test_H8_the_order_of_cards_is_not_drawn_in_advance():
    """Deck layers and the rest of a pile are sets; the step's beacon alone decides the next card (H8)."""
    t = Table()
    t.unknown(1, "Zap", "Stall", "Insight", "Recruit")
    assert list(t.state.piles.unknown[1]) == sorted(t.state.piles.unknown[1])
    t.ask(1)
    t.hold(1, "Patrol Record")
    t.state.piles.hand[1] = t.state.piles.hand[1][-1:]
    act, before, drawn, up = {1: t.choose(1, "Patrol Record")}, t.state, set(), set()
    for n in range(40):
        t.state = before.clone()
        t._step(act, n)
        drawn |= set(t.hand(1))
        step = step_of(before.clone(), n)
        up.add(step.state.card[decks.turn_up(step, 0)])
    assert drawn == {"Zap", "Stall", "Insight", "Recruit"} and len(up) > 20
    step = step_of(t.state)
    copies = [decks.turn_up(step, 0) for _ in range(4)]
    decks.put_back(step, 0, reversed(copies))
    assert t.state.decks[0][-1] == tuple(sorted(copies))


def test_H9_a_named_card_that_fails_to_move_stays_in_hand_open():
    """With fizzle_scope = card an illegal target stops the whole card (H9).

    The named card stays in hand, open.
    """
    t = Table(mana=20, fizzle_scope="card")
    officer = t.put(1, "Logistics Officer", CENTER, hp=1)
    t.put(2, 1, (1, 0))
    t.hold(1, "Stall")
    t.hold(2, "Zap", number=1)
    t.together((1, "Conscription Drive", "Stall", CENTER), (2, "Zap", officer))
    assert fizzled(t) and t.open_hand(1) == ["Stall"] and t.discards(1) == ["Conscription Drive"]


@pytest.mark.parametrize("card", ["Conscription Drive", "Monument Plan", "Clean Cuts", "Forge Sketch", "Hard Mulligan"])
def test_H9_the_only_other_card_of_the_hand_can_be_named(card):
    """With fizzle_scope = card the only other card of the hand can be named like any other (A7, H9)."""
    t = Table(fizzle_scope="card")
    t.hold(1, "Stall")
    t.pile(1, *["Recruit"] * 4)
    t.play(1, card, ["Stall"])
    assert not fizzled(t) and "Stall" in t.discards(1) + t.burnt(1)


def test_H10_a_known_card_blocks_its_owners_audit(table):
    """Owed openings stay owed while a known card is on top, as elimination would reveal it (H10)."""
    t = acting(table)
    piles = t.state.piles
    slot = piles.hand[1][0]
    turn(t, 1, slot, "Tome of Orders")
    play(t, 1, slot)
    while t.asked()[1][0] != "lay":
        t.step()
    t.step({1: next(GAME.options_of(t.state, 1, t.secrets[1]))})
    assert piles.top[1] and piles.dead[1]
    t.until("clear")
    assert t.asked()[1][1][1] == ()
    owed = piles.dead[1]
    with pytest.raises(IllegalDecision):
        right = t.decide(1)
        t.check(1, Clear(right.hand, t.openings(1, owed)))
    t.step()
    assert piles.dead[1][: len(owed)] == owed
    t.until("action")
    t.until("clear")
    assert set(owed) <= set(t.asked()[1][1][1])
    t.step()
    assert not set(owed) & set(piles.dead[1])
