"""Tampered clients of Ambition: cards kept or given, claims and seals against the rules, and the consequences."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.game import IllegalDecision, LostSeats
from core.engine.hidden.contracts import Opened as Unsealed
from core.engine.hidden.contracts import PaperLapsed, PaperOpening, Sealed
from core.engine.hidden.shared_deck.duties import Openings
from core.engine.hidden.shared_deck.events import SeatOut
from core.games.ambition import events as e
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import (
    ARMAGEDDON,
    DEATH,
    DEFENSE,
    DISARMAMENT,
    DRILL,
    EXCHANGE,
    INSPECTION,
    INTRIGUE_DECK,
    NEW_BLOOD,
    NUCLEAR_ARMS,
    PACTS,
    TECMED,
    TURNCOAT,
    ULTIMATUM,
    UNITY,
)
from core.games.ambition.decisions import (
    Accept,
    Aim,
    Challenge,
    Diplomacy,
    Disarm,
    Doubt,
    Drawn,
    Launch,
    Surrender,
    Yield,
)
from core.games.ambition.game import GAME
from tests.support.games.ambition.table import PURSE, Position

BOTH = pytest.mark.parametrize("sealed", [False, True])


def kept(p: Position, seat: int, face: int) -> int:
    """Let the seat draw and keep the card, even against the duty of its client; return the slot."""
    p.state.current = seat
    (slot,) = p.top(INTRIGUE_DECK, face)
    p.run(("draw intrigue",))
    p.decide(**{f"seat{seat}": Drawn()})
    return slot


def convicted(p: Position) -> list[int]:
    """Return the convicted seats."""
    return [seat for seat in p.state.seats if p.state.convicted[seat]]


def refusal(p: Position, seat: int, decision: Any) -> str:
    """Return the kind of the refusal."""
    with pytest.raises(IllegalDecision) as illegal:
        GAME.check(p.state, seat, decision)
    assert illegal.value.seat == seat
    return illegal.value.kind


# What had to be resolved ----------------------------------------------------------------------------------------------


@BOTH
def test_keeping_a_card_due_for_resolution_convicts_its_player(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.elites(1, 6)
    kept(p, 1, NEW_BLOOD)
    assert not convicted(p)
    p.finish()
    assert p.said(e.Convicted)[0].seat == 1 and p.state.points[1:] == [0, PURSE, PURSE]


@BOTH
def test_a_wrongly_kept_card_shown_in_a_proof_convicts(sealed: bool) -> None:
    p = Position(sealed=sealed)
    kept(p, 2, NEW_BLOOD)
    p.resolve(ULTIMATUM)
    p.decide(seat1=Aim(2, NUCLEAR_ARMS))
    p.decide(seat2=Yield("no"))
    p.decide(seat3=Doubt(2))
    assert convicted(p) == [2] and p.said(e.ClaimCleared), "what it said was true"


@BOTH
def test_turncoat_convicts_the_giver_of_an_unresolved_card(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.intrigue(1, DRILL)
    kept(p, 2, NEW_BLOOD)
    p.resolve(TURNCOAT)
    p.decide(seat1=Aim(2))
    assert convicted(p) == [2] and p.spent()[-1] == NEW_BLOOD and p.held(1, "intrigue") == [DRILL]


@BOTH
def test_a_taker_cannot_surrender_its_own_card_as_the_taken_card(sealed: bool) -> None:
    p = Position(sealed=sealed)
    own = kept(p, 1, NEW_BLOOD)
    p.intrigue(2, DRILL)
    p.resolve(TURNCOAT)
    p.step(seat1=Aim(2))
    while p.asked("taken") != [1]:
        p.step(p.table.beacon())
    assert p.automatic(1) == Surrender(())
    refusal(p, 1, Surrender((p.card(1, own),)))
    p.duties()
    assert not convicted(p)
    p.finish()
    assert convicted(p) == [1], "mixing its hand has not helped it"


# Without a token ------------------------------------------------------------------------------------------------------


@BOTH
def test_arms_kept_without_a_token_convict_on_use(sealed: bool) -> None:
    p = Position(sealed=sealed)
    slot = kept(p, 1, NUCLEAR_ARMS)
    assert slot in p.state.sworn
    p.tokens(1)
    p.run(("turn",))
    p.decide(seat1=Launch(2, p.card(1, slot)))
    assert convicted(p) == [1]


@BOTH
def test_arms_drawn_with_a_token_do_not_convict(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.tokens(1)
    slot = kept(p, 1, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(seat1=Launch(2, p.card(1, slot)))
    assert not convicted(p) and slot not in p.state.sworn


@BOTH
def test_arms_kept_after_losing_the_token_convict(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.tokens(2)
    p.intrigue(2, NUCLEAR_ARMS)
    p.resolve(INSPECTION)
    p.decide(seat1=Aim(2))
    p.step(seat2=Yield("token"))
    while p.asked("surrender") != [2]:
        p.step(p.table.beacon())
    p.decide(seat2=Surrender(()))
    p.finish()
    assert convicted(p) == [2]


@BOTH
def test_turncoat_convicts_the_giver_of_sworn_arms(sealed: bool) -> None:
    p = Position(sealed=sealed)
    kept(p, 2, NUCLEAR_ARMS)
    p.tokens(1)
    p.resolve(TURNCOAT)
    p.decide(seat1=Aim(2))
    assert convicted(p) == [2] and not p.held(1, "intrigue")


@BOTH
def test_a_taker_without_a_token_discards_arms_without_a_conviction(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.tokens(2)
    p.intrigue(2, NUCLEAR_ARMS)
    p.resolve(TURNCOAT)
    p.decide(seat1=Aim(2))
    assert not convicted(p) and not p.held(1, "intrigue") and NUCLEAR_ARMS in p.spent()


@BOTH
def test_wrongly_kept_arms_still_convict_after_a_hand_is_mixed(sealed: bool) -> None:
    p = Position(sealed=sealed)
    kept(p, 1, NUCLEAR_ARMS)
    p.intrigue(2, DRILL)
    p.resolve(TURNCOAT)
    p.decide(seat1=Aim(2))
    p.finish()
    assert convicted(p) == [1]


def test_openly_seen_arms_must_be_surrendered_with_the_token() -> None:
    p = Position()
    p.tokens(2)
    p.intrigue(2, ARMAGEDDON)
    p.resolve(INSPECTION)
    p.decide(seat1=Aim(2))
    p.step(seat2=Yield("no"))
    p.step(seat3=Doubt(2))
    while p.asked("surrender") != [2]:
        p.step(p.table.beacon())
    refusal(p, 2, Surrender(()))
    p.duties()
    assert not p.held(2, "intrigue") and not convicted(p)


# False claims and proofs ----------------------------------------------------------------------------------------------


@BOTH
def test_a_challenged_claim_needs_a_complete_and_true_proof(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.tokens(2)
    (slot, drill) = p.intrigue(2, NUCLEAR_ARMS, DRILL)
    p.resolve(DISARMAMENT)
    p.decide(seat2=Disarm(()))
    p.step(seat3=Doubt(2))
    assert p.asked("deck_open") == [2]
    right: Openings = p.automatic(2)
    assert refusal(p, 2, Openings(())) == "slot", "all are due"
    lie = right.cards[0]._replace(face=DRILL)
    assert refusal(p, 2, Openings((lie, *right.cards[1:]))) == "slot"
    p.duties()
    assert p.said(e.ClaimCaught) == [e.ClaimCaught(2, (3,))] and p.held(2, "intrigue") == [DRILL]
    assert slot not in p.state.shared.cards and drill not in p.state.shared.cards, "the hand is mixed"


@BOTH
def test_a_claim_whose_elite_is_withheld_is_still_judged(sealed: bool) -> None:
    """A seat that withholds its claimed Elite is lost, and the others open the Elite."""
    p = Position(sealed=sealed)
    slots = p.elites(1, 2, 5)
    p.state.die = 1
    p.run(("diplomacy",))
    p.decide(seat1=Diplomacy("claim", slots[1], 6))
    p.step(seat2=Challenge(True))
    assert p.asked("deck_open") == [1]
    p.decide(lost=LostSeats({1}, {1: "duty"}))
    assert p.said(SeatOut) == [SeatOut(1)] and not p.said(e.ClaimJudged)[0].true
    assert p.state.shared.out == (1,) and p.purse == [PURSE - 6, PURSE + 6, PURSE]


# Papers ---------------------------------------------------------------------------------------------------------------


def forged(p: Position, terms: tuple[int, int], record: tuple[int, ...] = ()) -> None:
    """Seal a secret alliance of 1 and 2 between two tampered clients."""
    p.state.die = 6
    p.run(("diplomacy",))
    paper = SECRETS.seal(p.state, 1, 2, terms, p.table.secrets[1])
    p.decide(seat1=Diplomacy("seal", partner=2, paper=paper))
    p.decide(seat2=Accept(True))


@BOTH
@pytest.mark.parametrize("terms", [(9, 0), (UNITY, 2), (UNITY, 9), (EXCHANGE, TECMED), (EXCHANGE, 200), (DEFENSE, 1)])
def test_a_paper_that_breaks_the_rules_of_forging_is_void(sealed: bool, terms: tuple[int, int]) -> None:
    p = Position(sealed=sealed)
    p.in_play(3, DRILL % 6)
    p.in_play(2, TECMED)
    forged(p, terms)
    p.finish()
    assert p.said(e.AllianceVoid) == [e.AllianceVoid(1, 2, min(terms[0], len(PACTS) - 1))]
    assert p.purse == [PURSE] * 3, "its +2 too"


def test_a_paper_that_an_ally_could_not_pay_is_void() -> None:
    p = Position()
    p.purses(7, 20, 20)
    forged(p, (EXCHANGE, TECMED))
    p.purses(20, 20, 20)
    p.finish()
    assert p.said(e.AllianceVoid) and p.purse == [19, 19, 20], "what it gained was paid before the purses were set"


@BOTH
def test_the_partners_client_refuses_an_invalid_paper_automatically(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.state.die = 6
    p.run(("diplomacy",))
    right = SECRETS.seal(p.state, 1, 2, (DEFENSE, 0), p.table.secrets[1])
    wrong = SECRETS.seal(p.state, 1, 2, (EXCHANGE, 99), p.table.secrets[1])
    box = Sealed(right.commitment, bytes([right.box[0] ^ 1, right.box[1] ^ 77]) + right.box[2:])
    for paper, answer in ((wrong, Accept(False)), (box, Accept(False)), (right, None)):
        twin = p.state.clone()
        GAME.step(twin, {1: Diplomacy("seal", partner=2, paper=paper)}, bytes(32))
        assert GAME.automatic_decision(twin, 2, p.table.secrets[2]) == answer


@BOTH
def test_an_opening_that_does_not_match_its_paper_is_refused(sealed: bool) -> None:
    p = Position(sealed=sealed)
    number = p.seal(1, 2, DEFENSE)
    p.state.die, p.state.current = 6, 1
    p.run(("diplomacy",))
    (right,) = p.opening(1, number)
    wrong = [right._replace(salt=b"\1" * 16), right._replace(number=number + 1), right._replace(terms=(0,))]
    if sealed:
        wrong.append(right._replace(terms=(UNITY, 3)))
    for opening in wrong:
        refusal(p, 1, Diplomacy("pass", opens=(opening,)))
    GAME.check(p.state, 1, Diplomacy("pass", opens=(right,)))
    p.state.asking = ()
    p.state.current = 3
    p.run(("diplomacy",))
    refusal(p, 3, Diplomacy("pass", opens=(PaperOpening(*right),)))


@BOTH
def test_a_paper_lapses_only_if_both_seats_withhold_its_opening(sealed: bool) -> None:
    for lost in ({1}, {1, 2}):
        p = Position(sealed=sealed)
        p.seal(1, 2, DEFENSE)
        p.state.asking, p.state.agenda = (), []
        step = p._step()
        step.schedule(("papers",))
        step.run()
        refusal(p, 1, Unsealed(()))
        p.decide(lost=LostSeats(lost, dict.fromkeys(lost, "duty")))
        assert bool(p.said(PaperLapsed)) == (lost == {1, 2}) and not p.state.papers


# Lost at the wrong moment ---------------------------------------------------------------------------------------------


@BOTH
def test_a_seat_lost_while_drawing_is_not_convicted_for_its_stand_in(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.intrigue(1, DRILL)
    p.top(INTRIGUE_DECK, DEATH)
    p.run(("draw intrigue",))
    p.step(lost={1})
    p.duties({1})
    while p.asked("drawn"):
        p.decide(lost={1})
    assert p.state.token[1], "the card lies open by then, and is resolved"
    p.finish()
    assert not convicted(p) and p.state.points[1] == PURSE + 2


@BOTH
def test_a_seat_lost_while_losing_its_token_discards_its_open_arms(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.tokens(2)
    p.intrigue(2, NUCLEAR_ARMS, DRILL)
    p.resolve(INSPECTION)
    p.decide(seat1=Aim(2))
    p.step(seat2=Yield("token"))
    while p.asked("surrender") != [2]:
        p.step(p.table.beacon())
    p.step(lost={2})
    p.duties({2})
    assert NUCLEAR_ARMS in p.spent() and p.held(2, "intrigue") == [DRILL]
