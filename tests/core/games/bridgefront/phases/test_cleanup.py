"""Cleanup, audits and the end of the match (rules 10.3; hidden cards parts 2, 5 and 6)."""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision
from core.engine.hidden.cards import Fresh
from core.engine.state import differences
from core.games.bridgefront import events, hands
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.decisions import Clear
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.phases.cleanup import end_round
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Mark


def of(happened, kind):
    return [e for e in happened if isinstance(e, kind)]


def playing(table, seats=2, **options):
    """Return a table in round 1 with the market open and hands of 6."""
    return table(seats, **options).until("bid")


def superseded(t, seat):
    """Lay the seat's pile again after a gained card, so that the old slots of the pile are superseded."""
    copy = t.copy("Stall")
    t.state.piles.add_openly(seat, copy)
    t.state.agenda = []
    t.state.asking = ((seat, "fresh", (t.state.piles.batch_size(seat),)),)
    t.step()
    return copy


def lie(t, seat, *, out, twin):
    """Lay the pile falsely, with `twin` twice and without `out`; return the true content.

    Otherwise this is the same as `superseded`.
    """
    piles, own = t.state.piles, t.secrets[seat]
    piles.add_openly(seat, t.copy("Stall"))
    true = sorted([*piles.mix[seat], *(own.faces[s] for s in piles.unknown[seat])])
    assert out in true
    laid = own.secret_order(t.state.t, 0, sorted(twin if c == out else c for c in true))
    t.state.agenda = []
    t.state.asking = ((seat, "fresh", (len(true),)),)
    t.step({seat: Fresh(own.draft_batch(t.state.t, laid))})
    return true


def zones(t):
    """Return the sorted copies in all zones of all seats, as known to the owners."""
    piles, found = t.state.piles, []
    for seat in t.state.seats:
        found += [t.secrets[seat].faces[s] for s in piles.closed_slots(seat)]
        found += [*piles.shown[seat], *piles.mix[seat], *piles.discard[seat], *t.state.burnt[seat]]
    return sorted(found)


# Hands ----------------------------------------------------------------------------------------------------------------


def test_cleanup_discards_all_hands_and_opens_closed_cards(table) -> None:
    """All cards left in hand are discarded and the closed ones opened (Z3)."""
    t = playing(table, 3)
    piles, before = t.state.piles, zones(t)
    t.only(("cleanup",))
    assert {seat: kind for seat, (kind, _) in t.asked().items()} == dict.fromkeys((1, 2, 3), "clear")
    faces = {seat: t.secrets[seat].faces for seat in t.state.seats}
    held = {seat: [faces[seat][s] for s in piles.hand[seat]] + list(piles.shown[seat]) for seat in t.state.seats}
    happened = t.step()
    assert {e.seat: list(e.copies) for e in of(happened, events.HandThrownAway)} == held
    assert {e.why for e in of(happened, events.CardDiscarded)} == {"cleanup"}
    for seat in t.state.seats:
        assert piles.discard[seat] == tuple(held[seat])
    assert zones(t) == before
    assert t.state.round == 2


def test_K14_an_unplayed_faction_champion_is_discarded(table) -> None:
    """It is discarded like any card and returns with the next shuffle (K14)."""
    t = playing(table)
    (champion,) = t.state.piles.shown[1]
    t.only(("cleanup",))
    t.step()
    assert champion in t.state.piles.discard[1]


def test_a_hand_of_open_cards_is_discarded_without_a_question(table) -> None:
    """A hand without closed cards is discarded without a question."""
    t = playing(table)
    piles = t.state.piles
    for opening in t.openings(1, piles.hand[1]):
        CLOSED_CARDS.show(Step(t.state, bytes(32)), 1, opening)
    held = piles.shown[1]
    t.only(("cleanup",))
    assert set(t.asked()) == {2}
    t.step()
    assert piles.discard[1] == held


def test_K4_future_investment_counts_up_when_discarded_unplayed(table) -> None:
    """Count up each time it is discarded unplayed, to at most 10 (K4)."""
    t = playing(table)
    copy = t.copy("Future Investment")
    t.state.piles.shown[1] += (copy,)
    before = hands.counter_of(t.state, copy)
    t.only(("cleanup",))
    t.step()
    assert hands.counter_of(t.state, copy) == before + 1
    t.state.counter[copy] = 10
    t.state.piles.shown[1] += (copy,)
    t.only(("cleanup",))
    t.step()
    assert hands.counter_of(t.state, copy) == 10


def test_hand_openings_must_match_the_hand_in_order(table) -> None:
    """A hand's openings must match its public size and slots at once."""
    t = playing(table)
    piles = t.state.piles
    t.only(("cleanup",))
    right = t.decide(1)
    t.check(1, right)
    a, b, *rest = right.hand
    (in_pile,) = t.openings(1, piles.unknown[1][:1])
    for hand in (right.hand[1:], (b, a, *rest), (a, a, *rest), (in_pile, b, *rest), (*right.hand, in_pile), ()):
        with pytest.raises(IllegalDecision):
            t.check(1, Clear(hand, right.owed))
    with pytest.raises(IllegalDecision):
        t.check(1, Clear(right.hand, right.owed, (in_pile,)))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, Clear(((a[0], b[1], a[2]), b, *rest), right.owed))
    assert refused.value.kind == "slot"
    with pytest.raises(IllegalDecision):
        t.check(1, Clear(((a[0], a[1], bytes(16)), b, *rest), right.owed))


def test_a_foreign_or_repeated_copy_is_refused_at_once(table) -> None:
    """A copy that is not on the seat's list, or appears twice, is evidence."""
    t = playing(table)
    piles = t.state.piles
    t.only(("cleanup",))
    right = t.decide(1)
    piles.closed[1] = tuple(c for c in piles.closed[1] if c != right.hand[2][1])
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, right)
    assert refused.value.kind == "slot"


# Marks, Bridges, mana -------------------------------------------------------------------------------------------------


def test_C8_effects_of_the_round_end_in_cleanup(table) -> None:
    """All effects of the round end in Cleanup, also those without "this round" (C8)."""
    t = playing(table)
    t.state.marks = [Mark("slow", 1, 3), Mark("link", 2, 4, 5), Mark("timer", 1, 3)]
    t.only(("cleanup",))
    t.step()
    assert t.state.marks == []


def test_temporary_bridges_disappear_in_cleanup(table) -> None:
    """The mark belongs to the Bridge, not the edge: a rebuilt Bridge stays."""
    t = playing(table)
    t.state.bridges = bytearray(len(t.state.bridges))
    for edge in (3, 4, 5):
        t.state.bridges[edge] = 1
    t.state.marks = [Mark("temporary", 1, 3), Mark("temporary", 2, 4)]
    t.state.marks.remove(Mark("temporary", 2, 4))
    t.only(("cleanup",))
    happened = t.step()
    assert [i for i, b in enumerate(t.state.bridges) if b] == [4, 5]
    assert of(happened, events.BridgeVanished) == [events.BridgeVanished(3)]


def test_cleanup_resets_only_mana(table) -> None:
    """Mana is lost; units, damage, Bridges, gold, counters and Mine Values stay."""
    t = playing(table)
    state = t.state
    state.mana = [0, 3, 9]
    copy = t.champion("Shadeblade", 1, state.capital[1])
    state.champions[copy] = state.champions[copy]._replace(hp=1)
    before = state.clone()
    t.only(("cleanup",))
    t.step()
    for field in ("champions", "forces", "bridges", "mines", "counter", "vp"):
        assert getattr(state, field) == getattr(before, field)
    assert state.gold == [0, *(g + 1 for g in before.gold[1:])]
    state.mana = [0, 3, 9]
    end_round(Step(state, bytes(32)))
    assert state.mana == [0, 0, 0]


# Owed openings --------------------------------------------------------------------------------------------------------


def test_superseded_slots_are_opened_in_cleanup(table) -> None:
    """After a shuffle Cleanup opens the old slots of the pile, and all batches add up."""
    t = playing(table)
    superseded(t, 1)
    piles = t.state.piles
    assert len(piles.dead[1]) == 5
    t.only(("cleanup",))
    right = t.decide(1)
    assert tuple(o[0] for o in right.owed) == piles.dead[1]
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, Clear(right.hand, ()))
    assert refused.value.kind == "duty"
    with pytest.raises(IllegalDecision):
        t.check(1, Clear(right.hand, right.owed[::-1]))
    slot, _, salt = right.owed[0]
    for copy, shown_salt in ((right.owed[1][1], salt), (right.owed[0][1], bytes(16))):
        with pytest.raises(IllegalDecision) as refused:
            t.check(1, Clear(right.hand, ((slot, copy, shown_salt), *right.owed[1:])))
        assert refused.value.kind == "slot"
    happened = t.step()
    assert of(happened, events.AuditPassed)[0] == events.AuditPassed(1, 5, False)
    assert piles.dead[1] == ()


def test_settled_batches_are_forgotten(table) -> None:
    """Only batches with a closed slot are kept, with the content that they still owe."""
    t = playing(table)
    superseded(t, 1)
    t.only(("cleanup",))
    t.step()
    piles = t.state.piles
    first, *_ = piles.batches[1]
    assert len(piles.batches[1]) <= 2 and first.dead == ()
    assert sorted(t.secrets[1].faces[s] for s in range(first.first, first.first + first.size)) == list(first.added)


def test_a_seat_without_a_hand_is_asked_for_its_owed_slots(table) -> None:
    """Owed slots alone cause a question; without them and without closed cards there is none."""
    t = playing(table)
    for seat in (1, 2):
        for opening in t.openings(seat, t.state.piles.hand[seat]):
            CLOSED_CARDS.show(Step(t.state, bytes(32)), seat, opening)
    superseded(t, 1)
    t.only(("cleanup",))
    assert set(t.asked()) == {1}
    assert t.asked()[1] == ("clear", ((), t.state.piles.dead[1], ()))
    t.step()
    assert t.state.piles.dead[1] == ()


def test_H10_a_known_card_blocks_its_owners_audit(table) -> None:
    """Owed openings stay owed while top or bottom contains a slot, until the next Cleanup (H10)."""
    t = playing(table)
    superseded(t, 1)
    piles = t.state.piles
    on_top = piles.unknown[1][0]
    piles.unknown[1] = piles.unknown[1][1:]
    piles.put_back(1, (on_top,), ())
    t.only(("cleanup",))
    _, (hand, owed, pile) = t.asked()[1]
    assert (len(hand), owed, pile) == (5, (), ())
    with pytest.raises(IllegalDecision):
        t.check(1, Clear(t.openings(1, hand), t.openings(1, piles.dead[1])))
    happened = t.step()
    assert of(happened, events.AuditPassed)[0] == events.AuditPassed(1, 0, True)
    assert len(piles.dead[1]) == 5

    # The known card was drawn at the Reset since, so the next Cleanup settles it
    while t.kinds() == {"fresh"}:
        t.step()
    assert on_top in piles.hand[1] and piles.top[1] == ()
    t.only(("cleanup",))
    happened = t.step()
    assert of(happened, events.AuditPassed)[0].waits is False
    assert piles.dead[1] == ()


def test_H10_a_known_card_at_the_bottom_also_blocks_the_audit(table) -> None:
    """Top or bottom of the pile blocks the audit while its owner knows the card (H10)."""
    t = playing(table)
    superseded(t, 1)
    piles = t.state.piles
    slot, *rest = piles.unknown[1]
    piles.unknown[1] = tuple(rest)
    piles.put_back(1, (), (slot,))
    assert piles.bottom[1] == (slot,)
    t.only(("cleanup",))
    assert t.asked()[1][1][1] == ()
    assert of(t.step(), events.AuditPassed)[0].waits is True


def test_a_false_batch_is_detected_by_an_audit(table) -> None:
    """A false batch is found as a twin when both slots are open, else at the match's final audit."""
    t = playing(table)
    piles, faces = t.state.piles, t.secrets[1].faces
    unknown = [faces[s] for s in piles.unknown[1]]
    lie(t, 1, out=unknown[0], twin=unknown[1])
    t.only(("final audit", "rounds"))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, t.decide(1))
    assert refused.value.kind == "slot"


def test_a_false_batch_is_detected_among_superseded_slots(table) -> None:
    """A false batch is found among superseded slots, since its openings do not add up."""
    t = playing(table)
    piles, faces = t.state.piles, t.secrets[1].faces
    unknown = [faces[s] for s in piles.unknown[1]]
    true = lie(t, 1, out=unknown[0], twin=unknown[1])
    more = t.copy("Stall")
    piles.add_openly(1, more)
    own = t.secrets[1]
    laid = own.secret_order(t.state.t, 0, sorted([*true, more]))
    t.state.agenda = []
    t.state.asking = ((1, "fresh", (len(laid),)),)
    t.step({1: Fresh(own.draft_batch(t.state.t, laid))})
    t.only(("cleanup",))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, t.decide(1))
    assert refused.value.kind == "audit"


def test_a_denied_spell_is_detected_when_its_slot_opens(table) -> None:
    """A Spell denied after Spellcaster's draw is found when its slot opens, at the latest in Cleanup."""
    t = playing(table)
    spell = next(i for i, card in enumerate(CARDS) if card.type == "spell")
    piles, faces = t.state.piles, t.secrets[1].faces
    slot = piles.hand[1][0]
    t.state.card[faces[slot]] = spell
    piles.record_claim(1, (slot,), hands.IS_SPELL)
    t.only(("cleanup",))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, t.decide(1))
    assert refused.value.kind == "claim"


def test_the_null_scheme_owes_no_openings(table) -> None:
    """Without commitments there is no audit; hands are discarded all the same."""
    t = playing(table, sealed=False)
    superseded(t, 1)
    assert t.state.piles.dead[1] == ()
    t.only(("cleanup",))
    assert all(detail[1] == () for _, detail in t.asked().values())
    t.step()
    assert t.state.round == 2


# The end of the match -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [True, False])
def test_the_final_audit_opens_every_card_of_every_seat(table, sealed) -> None:
    """The final audit opens hand, owed slots and pile of every seat, known cards included.

    Then the match is over.
    """
    t = playing(table, 3, sealed=sealed)
    superseded(t, 1)
    piles = t.state.piles
    top, bottom, *_ = piles.unknown[1]
    piles.unknown[1] = tuple(s for s in piles.unknown[1] if s not in (top, bottom))
    piles.put_back(1, (top,), (bottom,))
    before = zones(t)
    t.state.winners = (2,)
    t.only(("final audit", "target"))
    assert not t.state.over and set(t.asked()) == {1, 2, 3}
    assert t.asked()[1][1][2] == piles.top[1] + piles.unknown[1] + piles.bottom[1]
    happened = t.step()
    assert t.state.over and t.state.asking == () and t.state.agenda == []
    assert happened[-1] == events.MatchEnded((2,), "target")
    for seat in t.state.seats:
        assert piles.closed_slots(seat) == () and piles.closed[seat] == ()
        assert piles.batches[seat] == () and piles.dead[seat] == ()
    assert zones(t) == before


def test_the_final_audit_refuses_a_missing_opening(table) -> None:
    """The final audit requires every opening, in order."""
    t = playing(table)
    t.only(("final audit", "rounds"))
    right = t.decide(1)
    for wrong in (
        right._replace(pile=right.pile[1:]),
        right._replace(hand=()),
        right._replace(pile=right.pile[::-1]),
        right._replace(hand=right.pile, pile=right.hand),
    ):
        with pytest.raises(IllegalDecision) as refused:
            t.check(1, wrong)
        assert refused.value.kind == "duty"


# Whole matches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_match_without_actions_lasts_ten_rounds(table, seats) -> None:
    """A match in which nobody acts lasts ten rounds; audits pass and copies are conserved."""
    t = table(seats)
    rounds, audits = [], 0
    for _ in range(600):
        if t.state.over:
            break
        happened = t.step()
        rounds += [e.round for e in of(happened, events.RoundBegan)]
        audits += len(of(happened, events.AuditPassed))
        copies = zones(t)
        assert len(set(copies)) == len(copies)
    assert t.state.over
    assert rounds == list(range(1, 11))
    assert audits == 10 * seats


def test_the_null_scheme_changes_only_the_owed_openings(table) -> None:
    """Matches with and without commitments are identical except for owed openings."""
    a, b = table(3, seed=5), table(3, seed=5, sealed=False)
    while not (a.state.over and b.state.over):
        a.step()
        b.step()
        apart = {d.split(":")[0].split("[")[0] for d in differences(a.state, b.state)}
        assert apart <= {"piles", "asking"}
        assert a.state.piles.discard == b.state.piles.discard
        assert a.state.piles.hand == b.state.piles.hand
