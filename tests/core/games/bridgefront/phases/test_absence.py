"""Seats without a vote in a step (PROTOCOL 4.3, 8, 14.6-14.8).

The tests cover openly dealt cards, stand-ins and unmet duties.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bots.random_bot import Dice
from core.engine.chance.beacon import Stream
from core.engine.codec import H
from core.engine.game import IllegalDecision
from core.engine.hidden.cards import Fresh
from core.engine.state import differences
from core.games.bridgefront import events, hands
from core.games.bridgefront.card import SPELL
from core.games.bridgefront.card_choices import LAY, SCOUT, SCRY
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.decisions import Bid, Clear, Discard, Show
from core.games.bridgefront.game import GAME
from core.games.bridgefront.hands import FRESH_SLOTS, SHOW
from core.games.bridgefront.phases.cleanup import CLEAR
from core.games.bridgefront.phases.market import BID
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront
from tests.support.core.trial import Case, Trial, positions, random_options, stir


def of(happened: list[Any], kind: type) -> list[Any]:
    return [event for event in happened if isinstance(event, kind)]


def names(t: Any, copies: Any) -> list[str]:
    return sorted(t.name(copy) for copy in copies)


def holding(t: Any, seat: int, *cards: str) -> tuple[int, ...]:
    """Give the seat these cards as its whole closed draw pile; return their copies."""
    piles = t.state.piles
    copies = tuple(t.copy(card) for card in cards)
    t.state.agenda, t.state.asking = [], ()
    piles.top[seat] = piles.unknown[seat] = piles.bottom[seat] = piles.discard[seat] = ()
    piles.closed[seat] = tuple(sorted(t.secrets[seat].faces[slot] for slot in piles.hand[seat]))
    piles.mix[seat] = tuple(sorted(copies))
    t.state.asking = ((seat, "fresh", (len(copies),)),)
    t.step()
    return copies


def open_cards(state: Bridgefront, seat: int) -> Counter[int]:
    piles = state.piles
    return Counter(piles.shown[seat] + piles.mix[seat] + piles.discard[seat])


# Cards in the open (14.7) ---------------------------------------------------------------------------------------------


def test_14_7_the_first_step_without_a_seat_deals_its_cards_openly(table) -> None:
    """The first event of the first step without the seat deals its cards openly.

    The hand has as many cards as before; the others form a mix.
    """
    t = table(3).until("bid")
    piles = t.state.piles
    closed, size, pile = piles.closed[2], len(piles.hand[2]), piles.size(2)
    before = piles.shown[2]
    happened = t.step(lost={2})
    opened = happened[0]
    assert type(opened) is events.CardsInTheOpen and opened.seat == 2 and opened.pile == pile
    assert len(opened.copies) == size and piles.shown[2] == before + opened.copies
    assert Counter(closed) <= open_cards(t.state, 2)
    assert not piles.closed[2] and not piles.closed_slots(2)


def test_14_7_the_other_seats_cards_stay_closed(table) -> None:
    t = table(3).until("bid")
    before = {seat: (t.state.piles.closed_slots(seat), t.state.piles.closed[seat]) for seat in (1, 3)}
    t.step(lost={2})
    assert before == {seat: (t.state.piles.closed_slots(seat), t.state.piles.closed[seat]) for seat in (1, 3)}


def test_14_7_the_second_step_without_a_seat_deals_no_cards_again(table) -> None:
    t = table(3).until("bid")
    t.step(lost={2})
    shown = t.state.piles.shown[2]
    assert not of(t.step(lost={2}), events.CardsInTheOpen)
    assert t.state.piles.shown[2] == shown


def test_14_7_the_deal_follows_from_the_beacon(table) -> None:
    """R(beacon[t], ["redeal", seat]) shuffles closed(s), ascending; the first cards are the hand."""
    t = table(2).until("bid")
    closed, size = t.state.piles.closed[1], len(t.state.piles.hand[1])
    beacon = bytes(range(32))
    opened = t.step(beacon=beacon, lost={1})[0]
    assert opened.copies == tuple(Stream(beacon, ["redeal", 1]).shuffle(closed)[:size])


def test_14_7_closed_cards_refused_by_a_full_hand_are_discarded(table) -> None:
    """Closed cards go to the discard pile in the number that were on their way there."""
    t = table(2).until("bid")
    piles = t.state.piles
    while piles.hand_size(1) < t.state.rules.numbers.hand_limit:
        piles.shown[1] += (t.copy("Stall"),)
    holding(t, 1, "Zap", "Recruit", "Brute")
    closed = Counter(piles.closed[1])
    t.only(("draw", ((1, 2),), 0, 0, ()))
    assert t.asked()[1][0] == "show" and len(t.state.overflow[1]) == 2
    happened = t.step(lost={1})
    assert [e.why for e in of(happened, events.CardDiscarded)] == ["hand limit"] * 2
    assert piles.hand_size(1) == t.state.rules.numbers.hand_limit and len(piles.mix[1]) == 1 and not t.state.overflow[1]
    assert closed <= open_cards(t.state, 1)


def test_14_7_a_seat_lost_before_committing_its_deck_draws_openly(table) -> None:
    """The opening hand is drawn openly from the seat's ten cards."""
    t = table(3).until("capitals")
    happened = t.step(lost={3})
    assert [len(e.copies) for e in of(happened, events.CardsDrawnOpenly)] == [5]
    assert not of(happened, events.CardsInTheOpen)
    assert len(t.state.piles.shown[3]) == 6 and len(t.state.piles.mix[3]) == 5 and not t.state.piles.closed_slots(3)
    t.until("bid")


# Drawing in the open --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [True, False])
def test_14_6_a_draw_asks_for_the_same_announcement_with_a_lost_seat(table, there: bool) -> None:
    """A draw that meets a mix asks for an announcement, whether or not the seat could give one."""
    t = table(2).until("bid")
    t.step(lost={1})
    t.only(("draw", ((1, 2),), 0, 0, ()), lost=() if there else {1})
    assert t.asked() == {1: ("fresh", (t.state.piles.batch_size(1),))}


def test_14_7_a_lost_seat_draws_from_the_mix(table) -> None:
    """The announcement leaves the mix unchanged; the drawn cards are open in the hand."""
    t = table(2).until("bid")
    t.step(lost={1})
    piles = t.state.piles
    t.only(("draw", ((1, 2),), 0, 0, ()), lost={1})
    shown, mix = piles.shown[1], piles.mix[1]
    happened = t.step(lost={1})
    (drawn,) = of(happened, events.CardsDrawnOpenly)
    assert len(drawn.copies) == 2 and piles.shown[1] == shown + drawn.copies
    assert Counter(piles.mix[1]) + Counter(drawn.copies) == Counter(mix)
    assert not of(happened, events.PileLaid) and not t.state.asking and not t.state.agenda


def test_14_7_an_empty_pile_is_reshuffled_during_a_draw(table) -> None:
    """The draw continues with the discard pile, then ends; no card comes twice."""
    t = table(2).until("bid")
    t.step(lost={1})
    piles = t.state.piles
    piles.mix[1], piles.discard[1] = piles.mix[1][:1], piles.mix[1][1:3]
    piles.shown[1] = ()
    t.only(("draw", ((1, 9),), 0, 0, ()), lost={1})
    (drawn,) = of(t.step(lost={1}), events.CardsDrawnOpenly)
    assert len(drawn.copies) == 3 and len(set(drawn.copies)) == 3 and not piles.size(1) and not piles.discard[1]


def test_14_7_the_hand_limit_applies_to_a_lost_seat(table) -> None:
    t = table(2).until("bid")
    t.step(lost={1})
    piles = t.state.piles
    while piles.hand_size(1) < t.state.rules.numbers.hand_limit - 1:
        piles.shown[1] += (t.copy("Stall"),)
    t.only(("draw", ((1, 3),), 0, 0, ()), lost={1})
    happened = t.step(lost={1})
    assert len(of(happened, events.CardDiscarded)) == 2 and piles.hand_size(1) == t.state.rules.numbers.hand_limit


def test_14_7_big_vp_gainer_costs_gold_when_drawn_openly(table) -> None:
    t = table(2).until("bid")
    t.step(lost={1})
    t.state.piles.mix[1] = (t.copy("Big VP Gainer"),)
    gold = t.state.gold[1]
    t.only(("draw", ((1, 1),), 0, 0, ()), lost={1})
    t.step(lost={1})
    assert t.state.gold[1] == gold - 1


@pytest.mark.parametrize(("card", "drawn"), [("Battle Cry", 3), ("Recruit", 1)])
def test_14_7_spellcaster_counts_an_openly_drawn_spell(table, card: str, drawn: int) -> None:
    """A Spell draws two more, any other card none; no claim is needed."""
    t = table(2).until("bid")
    t.step(lost={1})
    piles = t.state.piles
    t.only(("draw", ((1, 1),), hands.IS_SPELL, 2, ()), lost={1})
    piles.mix[1], before = (t.copy(card),), piles.hand_size(1)
    piles.discard[1] = tuple(t.copy("Stall") for _ in range(4))
    t.step(lost={1})
    while t.state.asking:
        t.step(lost={1})
    assert piles.hand_size(1) == before + drawn


def test_14_7_a_seat_lost_during_a_draw_gets_open_cards(table) -> None:
    """Cards drawn by a lost seat are open and are looked at once the other draws are done.

    A Big VP Gainer among them costs gold.
    """
    t = table(2).until("bid")
    piles = t.state.piles
    piles.shown[1] = piles.shown[2] = ()
    holding(t, 1, "Big VP Gainer", "Big VP Gainer", "Big VP Gainer")
    piles.hand[1], t.state.piles.closed[1] = (), tuple(sorted(t.secrets[1].faces[s] for s in piles.unknown[1]))
    piles.mix[2] = (t.copy("Stall"),)
    t.only(("draw", ((1, 2), (2, 1)), 0, 0, ()))
    assert t.asked().keys() == {2} and len(piles.hand[1]) == 2
    gold = t.state.gold[1]
    happened = t.step(lost={1})
    assert names(t, of(happened, events.CardsInTheOpen)[0].copies) == ["Big VP Gainer"] * 2
    assert t.state.gold[1] == gold - 2 and not t.state.agenda


@pytest.mark.parametrize("card", ["Big VP Gainer", "Battle Cry"])
def test_6_5_the_claim_of_a_lost_seat_follows_from_its_open_cards(table, card: str) -> None:
    """The claim of a lost seat follows from its open cards (6.5)."""
    t = table(2).until("bid")
    piles = t.state.piles
    holding(t, 1, card, card, card, card)
    piles.shown[1], piles.hand[1] = (), ()
    piles.closed[1] = tuple(sorted(t.secrets[1].faces[s] for s in piles.unknown[1]))
    t.only(("draw", ((1, 1),), hands.IS_SPELL, 2, ()))
    assert t.asked()[1][0] == "show"
    gold = t.state.gold[1]
    t.step(lost={1})
    while t.state.asking:
        t.step(lost={1})
    spell = CARDS[t.state.card[piles.shown[1][0]]].type == SPELL
    assert piles.hand_size(1) == (3 if spell else 1)
    assert t.state.gold[1] == gold - (not spell)


# Looking and laying (ruling) ------------------------------------------------------------------------------------------


def test_a_card_that_looks_at_a_lost_seats_pile_has_no_effect(table) -> None:
    """A lost seat's pile has no known order, so there is nothing to look at and no question."""
    t = table(2).until("bid")
    t.step(lost={1})
    piles = t.state.piles
    t.only(("look", 1, 3), ("scout", 1, 3), lost={1})
    assert t.asked()[1][0] == "fresh"
    mix = piles.mix[1]
    t.step(lost={1})
    assert piles.mix[1] == mix and not piles.top[1] and not t.state.asking and not t.state.agenda


@pytest.mark.parametrize("kind", ["scout", "scry"])
def test_cards_seen_by_a_seat_before_it_is_lost_are_redealt(table, kind: str) -> None:
    """Looked-at cards are redealt with the others: none is kept, put back or discarded."""
    t = table(2).until("bid")
    piles = t.state.piles
    t.only(("look", 1, 2), (kind, 1, 2))
    while t.kinds() != {kind}:
        t.step()
    closed, discard = Counter(piles.closed[1]), piles.discard[1]
    t.step(lost={1})
    assert closed <= Counter(piles.shown[1] + piles.mix[1]) and piles.discard[1] == discard
    assert not t.state.asking and not piles.closed_slots(1)


@pytest.mark.parametrize("optional", [True, False])
def test_a_lost_seat_puts_no_card_on_top(table, optional: bool) -> None:
    """The card stays in hand, for Tome of Orders and for Perfect Recall."""
    t = table(2).until("bid")
    piles = t.state.piles
    t.only(("lay on top", 1, optional))
    size = piles.hand_size(1)
    t.step(lost={1})
    assert piles.hand_size(1) == size and not piles.top[1]


# Audits (8, 14.7) -----------------------------------------------------------------------------------------------------


def test_8_3_a_lost_seat_is_neither_audited_nor_accused(table) -> None:
    """In Cleanup the hand of a lost seat is discarded; its owed openings stay owed."""
    t = table(3).until("bid")
    piles = t.state.piles
    t.only(("cleanup",))
    owed = len(piles.closed_slots(2)) + len(piles.dead[2])
    happened = t.step(lost={2})
    assert of(happened, events.AuditOwed) == [events.AuditOwed(2, owed)]
    assert {e.seat for e in of(happened, events.AuditPassed)} == {1, 3}
    assert len(piles.dead[2]) == owed and not piles.hand_size(2)
    assert t.state.round == 2


def test_8_3_a_returned_seat_opens_its_owed_slots_at_the_next_audit(table) -> None:
    """The returning seat opens all slots that died in the redeal, and the batches add up."""
    t = table(3).until("bid")
    piles = t.state.piles
    t.step(lost={2})
    dead = len(piles.dead[2])
    t.only(("cleanup",))
    assert t.asked()[2][0] == "clear"
    happened = t.step()
    assert events.AuditPassed(2, dead, False) in happened and not piles.dead[2] and not piles.batches[2]


def test_8_3_a_false_batch_is_detected_when_the_seat_returns(table) -> None:
    """A lost seat's superseded slots show the twin at its audit; the game has not changed by then."""
    t = table(2).until("bid")
    piles, own = t.state.piles, t.secrets[1]
    copies = sorted(own.faces[slot] for slot in piles.unknown[1])
    piles.mix[1] = (t.copy("Stall"),)
    t.state.agenda, t.state.asking = [], ((1, "fresh", (len(copies) + 1,)),)
    t.step({1: Fresh(own.draft_batch(t.state.t, [*copies, copies[0]]))})
    t.state.agenda = [("draw", (), 0, 0, ())]  # an empty item: without any the match could not go on
    t.step(lost={1})
    t.only(("cleanup",))
    before = t.state.clone()
    with pytest.raises(IllegalDecision) as found:
        t.step()
    assert found.value.seat == 1 and found.value.kind == "audit"
    assert not differences(before, t.state)
    t.step(lost={1})
    assert not piles.hand_size(1)


def test_8_3_the_match_ends_without_the_audit_of_a_lost_seat(table) -> None:
    t = table(3).until("bid")
    t.state.winners = (1,)
    t.only(("final audit", "rounds"))
    happened = t.step(lost={2})
    assert t.state.over and [e.seat for e in of(happened, events.AuditOwed)] == [2]
    assert {e.seat for e in of(happened, events.AuditPassed)} == {1, 3}
    assert not any(t.state.piles.closed)


# Back again (14.8) ----------------------------------------------------------------------------------------------------


def test_14_8_a_returned_seats_hand_stays_open_and_its_pile_is_closed(table) -> None:
    """The next D7 carries the announcement; later draws are secret again."""
    t = table(2).until("bid")
    t.step(lost={1})
    piles = t.state.piles
    shown = piles.shown[1]
    t.until("action")
    assert piles.shown[1] == shown and t.asked()[1][1] == (piles.batch_size(1),)
    mix = piles.mix[1]
    t.step()
    assert piles.shown[1] == shown and piles.closed[1] == mix and len(piles.unknown[1]) == len(mix)
    t.only(("draw", ((1, 2),), 0, 0, ()))
    assert len(piles.hand[1]) == 2 and piles.shown[1] == shown


def test_14_8_open_cards_leave_the_hand_like_closed_cards(table) -> None:
    """Open cards are played, discarded and removed at Cleanup."""
    t = table(2).until("bid")
    t.step(lost={1})
    t.until("action")
    piles = t.state.piles
    played = next(c for c in piles.shown[1] if t.name(c) in ("Supply Cache", "Recruit", "March Orders", "Quick Move"))
    options = [o for o in GAME.options_of(t.state, 1, t.secrets[1]) if o.kind == "card" and o.card == played]
    t.step({1: options[0]})
    assert played not in piles.shown[1]
    first = piles.shown[1][0]
    t.only(("choose cards", 1, 1, 1, "discard"))
    t.step({1: Discard((first,))})
    assert first in piles.discard[1]
    t.only(("cleanup",))
    t.step()
    assert not piles.shown[1]


def test_14_8_putting_a_card_on_top_closes_the_open_hand(table) -> None:
    """Putting a card on top mixes the hand and closes its open cards (H4)."""
    t = table(2).until("bid")
    t.step(lost={1})
    piles = t.state.piles
    shown = piles.shown[1]
    t.only(("lay on top", 1, False))
    t.step({1: GAME.default_decision(t.state, 1, t.secrets[1])})
    assert not piles.shown[1] and len(piles.hand[1]) == len(shown) - 1 and piles.closed[1] == tuple(sorted(shown))


# Refusals change nothing ----------------------------------------------------------------------------------------------

WRONG: dict[str, Any] = {"fresh": Fresh(b"x"), "show": Show(((1, 1, b""),)), "clear": Clear(((1, 1, b""),), ())}


def test_4_3_a_refused_step_can_be_repeated_without_the_seat() -> None:
    """For each kind of ask a wrong answer is refused before any change; then the seat can be lost."""
    assert Counter(p.kind for p in positions(GAME.name)) == dict.fromkeys(GAME.questions, 2)
    for game, state, seat, kind, answers in positions(GAME.name):
        before = state.clone()
        wrong = WRONG.get(kind, Bid("nonsense", -1) if GAME.questions[kind] is BID else WRONG["fresh"])
        with pytest.raises(IllegalDecision) as found:
            game.step(state, {**answers, seat: wrong}, bytes(32))
        assert found.value.seat == seat and not differences(before, state)
        others = {other: answer for other, answer in answers.items() if other != seat}
        for missing in others:
            few = {other: answer for other, answer in others.items() if other != missing}
            with pytest.raises(IllegalDecision) as found:
                game.step(state, few, bytes(32), {seat})
            assert found.value.seat == missing and not differences(before, state)
        game.step(state, others, bytes(32), {seat})
        assert state.t == before.t + 1 and not state.piles.closed[seat]


def test_a_decision_of_a_lost_seat_is_refused(table) -> None:
    t = table(2).until("bid")
    with pytest.raises(IllegalDecision):
        GAME.step(t.state, {1: Bid("pass", 0), 2: Bid("pass", 0)}, bytes(32), {2})


# The stand-in (14.6) --------------------------------------------------------------------------------------------------

SECRET = (FRESH_SLOTS, SHOW, CLEAR, LAY, SCRY, SCOUT)
"""Questions about closed cards, which the stand-in skips."""


def test_14_6_a_stand_ins_decision_is_always_legal() -> None:
    """A stand-in's decision is always legal once the seat's cards are open.

    The test covers thousands of states of random matches with all options. The same dice give the same decision.
    """
    kinds: Counter[str] = Counter()
    for i in range(12):
        options = random_options(GAME, Dice(H("tether.bot", ["stand-in", i])))  # type: ignore[arg-type]
        trial = Trial(Case("bridgefront", 2 + i % 5, f"stand-in {i}", options, False, "bold"))
        while not trial.state.over:
            stir(GAME, trial.state, trial.dice)
            for seat, ask in GAME.pending_asks(trial.state).items():
                state = trial.state.clone()
                step = Step(state, bytes([i]) * 32, {seat})
                (decision,) = GAME.replace_lost_seats(step).values()
                kinds[ask.kind] += 1
                assert decision == GAME.stand_in(state, seat, Stream(bytes([i]) * 32, ["standin", seat]))
                assert type(decision) is GAME.questions[ask.kind].decision
                if GAME.questions[ask.kind] not in SECRET:
                    GAME.check(state, seat, decision)
                GAME.stand_in(trial.state, seat, Stream(bytes(32), ["standin", seat]))
            trial.game.step(trial.state, trial.decide(), trial.table.beacon())
    for _, state, seat, kind, _ in positions(GAME.name):
        if kind in ("offer", "hits"):
            GAME.check(state, seat, GAME.stand_in(state, seat, Stream(bytes(32), ["standin", seat])))
            kinds[kind] += 1
    assert sum(kinds.values()) > 4000 and kinds.keys() == GAME.questions.keys()


def test_14_6_a_stand_in_never_attacks() -> None:
    """A table of stand-ins settles tiles, gains cards, fights no battle and has a winner."""
    trial = Trial(Case("bridgefront", 4, "alone"))
    seen: list[Any] = []
    while not trial.state.over:
        seen += GAME.step(trial.state, {}, trial.table.beacon(), {1, 2, 3, 4})
    assert not of(seen, events.BattleBegan) and not of(seen, events.AuditPassed)
    assert of(seen, events.StackMoved) and of(seen, events.BridgeBuilt) and of(seen, events.CardGained)
    assert {e.kind for e in of(seen, events.ActionRevealed)} >= {"card", "build", "march", "reinforce"}


# Whole matches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [False, True], ids=["null", "sealed"])
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_matches_end_although_seats_are_lost_and_return(seats: int, sealed: bool) -> None:
    """Matches in which seats are lost and return end, with every check on after each step."""
    for i, players in enumerate(("bold", "mixed")):
        Trial(Case("bridgefront", seats, f"lost {i}", (), sealed, players, i == 0, sample=10, lost=True)).play()


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_matches_with_lost_seats_end_under_random_options(seed: int, sealed: bool) -> None:
    options = random_options(GAME, Dice(H("tether.bot", ["lost", seed])))  # type: ignore[arg-type]
    Trial(Case("bridgefront", 2 + seed % 5, f"any {seed}", options, sealed, "bold", True, sample=20, lost=True)).play()


def test_a_lost_seat_has_no_closed_cards() -> None:
    """After every step a lost seat has no slot and no closed card; other seats keep theirs."""
    trial = Trial(Case("bridgefront", 4, "closed", sealed=True, players="bold", lost=True))
    lost = 0
    while not trial.state.over:
        trial.step()
        for seat in trial.lost:
            lost += 1
            assert not trial.state.piles.closed_slots(seat) and not trial.state.piles.closed[seat]
            assert not trial.state.overflow[seat]
    assert lost > 20
