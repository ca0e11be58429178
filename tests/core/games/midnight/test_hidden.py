"""Hidden cards with real commitments: looks, captures, limits, audits and lost seats."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.game import IllegalDecision
from core.engine.hidden.cards import Boxes, Seen, Take
from core.engine.hidden.secrets import HASH, foreign_slot, slot_commitment
from core.engine.local_match import LocalMatch
from core.games.midnight import audit, hands
from core.games.midnight.cards import CANNON, INTELLIGENCE, SHIELD, SIREN, UPGRADE, deck_copies, kind_of
from core.games.midnight.decisions import Act, Capture, Upgrades, Yield
from core.games.midnight.events import CardsInTheOpen, CardTaken, LookDisputed, MatchEnded
from core.games.midnight.game import GAME
from core.games.midnight.pacts import order_offers
from core.games.midnight.rules import Step
from core.games.midnight.upgrades import order_upgrades
from tests.support.games.midnight.conserved import Conserved
from tests.support.games.midnight.table import Position


class Sealed(Position):
    """A sealed match in which all seats have drawn; cards move as slots."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        super().__init__(seats, sealed=True, **options)
        self.run(("draw", tuple((seat, 5) for seat in self.state.seats), False))
        self.settle()

    def held(self, seat: int) -> list[int]:
        """Return the copies in the seat's closed hand."""
        faces = self.table.secrets[seat].faces
        return sorted(faces[slot] for slot in self.state.piles.hand[seat])

    def lay(self, seat: int, other: int) -> int:
        """Place the first suitable closed card of the hand at a border; return its slot."""
        state, own = self.state, self.table.secrets[seat]
        slot = next(s for s in state.piles.hand[seat] if kind_of(own.faces[s]) not in (UPGRADE, SIREN))
        hands.play_to_border(Step(state, bytes(32)), seat, other, slot)
        return int(slot)

    def fall(self, seat: int, by: int) -> None:
        """Put a seat into Ruin by a captor, and run up to the captor's choice."""
        self.state.asking = ()
        self.run(("fall", seat, by))
        while not self.asked("capture"):
            self.decide(self.table.beacon())


def check(p: Sealed) -> None:
    """Check that no card is lost or invented."""
    Conserved(p.state)._check_cards(p.state, p.table.secrets)


def steal(p: Sealed) -> int:
    """Let seat 1 take a card of seat 2; return the copy."""
    p.fall(2, 1)
    slot = p.state.piles.hand[2][2]
    copy = p.table.secrets[1].foreign_openings.get(foreign_slot(2, slot))
    if copy is None:
        GAME.automatic_decision(p.state, 1, p.table.secrets[1])
        copy = p.table.secrets[1].foreign_openings[foreign_slot(2, slot)]
    p.decide(p.table.beacon(), seat1=Capture(slot))
    while p.state.passing:
        p.decide(p.table.beacon())
    return copy[1]


def test_a_captor_takes_a_card_that_only_it_has_seen() -> None:
    p = Sealed()
    before = p.held(2)
    copy = steal(p)
    assert copy in before and copy in p.held(1) and copy not in p.held(2)
    assert p.said(CardTaken)[-1] == CardTaken(1, 2, 0)
    check(p)


def test_the_victims_hand_gets_fresh_slots_before_the_captor_picks() -> None:
    p = Sealed()
    drawn = set(p.state.piles.hand[2])
    p.fall(2, 1)
    assert not drawn & set(p.state.piles.hand[2]) and len(p.state.piles.hand[2]) == len(drawn)


def test_a_stolen_card_may_be_in_either_hand_afterwards() -> None:
    p = Sealed()
    copy = steal(p)
    assert copy in p.state.piles.closed[1] and copy in p.state.piles.closed[2]


def test_a_stolen_card_can_be_played_and_the_match_is_audited() -> None:
    p = Sealed()
    copy = steal(p)
    p.settle()
    slot = next(s for s in p.state.piles.hand[1] if p.table.secrets[1].faces[s] == copy)
    assert p.table.secrets[1].opening(slot)[1] == copy
    p.state.worth[1] = 59
    p.state.asking = ()
    with_audit = p.run(("final audit", (1,), "economy"))
    assert p.asked("clear") == [1, 2, 3] and not with_audit
    p.settle(lambda state: state.over)
    assert p.said(MatchEnded) == [MatchEnded(1, "economy")]
    assert copy in audit.owned_cards(p.state, 1) and copy not in audit.owned_cards(p.state, 2)


def test_the_audit_detects_a_victim_that_plays_the_card_it_has_given() -> None:
    p = Sealed()
    copy = steal(p)
    own = p.table.secrets[2]
    p.settle()
    piles = p.state.piles
    gone = own.faces[piles.hand[2][0]]
    p.state.asking = ()
    piles.mix_hand(2, p.state.t, _lie(p, 2, gone, copy))
    p.state.t += 1
    p.run(("final audit", (1,), "economy"))
    with pytest.raises(IllegalDecision) as illegal:
        GAME.check(p.state, 2, GAME.automatic_decision(p.state, 2, own))
    assert illegal.value.kind in ("audit", "slot")
    GAME.check(p.state, 1, GAME.automatic_decision(p.state, 1, p.table.secrets[1]))


def _lie(p: Sealed, seat: int, gone: int, copy: int) -> bytes:
    copies = [copy if face == gone else face for face in p.held(seat)]
    return p.table.secrets[seat].draft_batch(p.state.t, copies)


def test_a_look_shows_the_card_only_to_the_looking_player() -> None:
    p = Sealed()
    slot = p.lay(2, 1)
    p.state.asking = ()
    p.run(("look", 2, 1))
    p.settle(lambda state: not state.boxes and not any(k == "look" for _, k, _ in state.asking))
    assert p.table.secrets[1].foreign_openings[foreign_slot(2, slot)][1] == p.table.secrets[2].faces[slot]
    assert foreign_slot(2, slot) not in p.table.secrets[3].foreign_openings
    assert p.state.border(2, 1) == (slot,), "it stays face down"


def test_an_objection_to_a_false_box_reveals_the_card() -> None:
    p = Sealed()
    slot = p.lay(2, 1)
    p.state.asking = ()
    p.run(("look", 2, 1))
    p.decide(p.table.beacon(), seat2=Boxes(bytes(32)))
    assert GAME.automatic_decision(p.state, 1, p.table.secrets[1]) == Seen((slot,))
    p.decide(p.table.beacon())
    assert p.said(LookDisputed) and p.asked("reveal") == [2]
    p.decide(p.table.beacon())
    assert p.state.border(2, 1) == (-p.table.secrets[2].faces[slot],)


def test_an_objection_to_an_unknown_slot_is_refused() -> None:
    p = Sealed()
    p.lay(2, 1)
    p.state.asking = ()
    p.run(("look", 2, 1))
    p.decide(p.table.beacon())
    with pytest.raises(IllegalDecision):
        GAME.check(p.state, 1, Seen((12345,)))


def test_an_objection_to_false_boxes_of_a_hand_reveals_the_hand() -> None:
    p = Sealed()
    p.state.asking = ()
    p.run(("fall", 2, 1))
    honest: Yield = GAME.automatic_decision(p.state, 2, p.table.secrets[2])  # type: ignore[assignment]
    p.decide(p.table.beacon(), seat2=honest._replace(boxes=bytes(len(honest.boxes))))
    assert GAME.automatic_decision(p.state, 1, p.table.secrets[1]) == Capture(0)
    p.decide(p.table.beacon())
    p.decide(p.table.beacon())
    assert len(p.state.piles.shown[2]) == 5 and p.asked("capture") == [1]
    entry = -p.state.piles.shown[2][0]
    p.decide(p.table.beacon(), seat1=Capture(entry))
    assert p.said(CardTaken)[-1] == CardTaken(1, 2, -entry)


def test_a_capital_card_on_a_border_is_refused_when_revealed() -> None:
    p = Sealed()
    own = p.table.secrets[2]
    slot = p.lay(2, 1)
    upgrade = next(copy for copy in deck_copies(2) if kind_of(copy) == UPGRADE)
    batch = next(b for b in p.state.piles.batches[2])
    honest = own.opening(slot)
    own.faces[slot] = upgrade
    p.state.piles.batches[2] = tuple(
        b._replace(commitments=_with(b, slot, own)) if b is batch else b for b in p.state.piles.batches[2]
    )
    p.state.asking = ()
    p.run(("dispute", 2, 1))
    with pytest.raises(IllegalDecision) as illegal:
        GAME.check(p.state, 2, GAME.automatic_decision(p.state, 2, own))
    assert illegal.value.kind == "claim" and honest[1] != upgrade


def _with(batch: Any, slot: int, own: Any) -> bytes:
    at = HASH * (slot - batch.first)
    made = slot_commitment(own.match, own.seat, *own.opening(slot))
    return bytes(batch.commitments[:at]) + made + bytes(batch.commitments[at + HASH :])


# Standing orders ------------------------------------------------------------------------------------------------------


def test_a_standing_order_answers_for_its_player_in_secret() -> None:
    p = Position()
    own, before = p.table.secrets[2], p.state.digest()
    order_upgrades(own, (3, 0))
    assert p.state.digest() == before
    p.dials(2, 0, 0, 0, 3)
    p.run(("upgrades", ((2, 3),)))
    assert GAME.automatic_decision(p.state, 2, own) == Upgrades((3, 0, 0))
    order_upgrades(own, ())
    assert GAME.automatic_decision(p.state, 2, own) is None, "without one the player is asked"


def test_pact_offers_are_sent_with_an_action() -> None:
    p = Position(pacts="on")
    order_offers(p.table.secrets[3], ((1, 3),))
    p.run()
    p.decide(seat1=Act("stop", offers=((3, 3),)))
    assert p.state.pacts == ((1, 3, 3),)


# Lost seats -----------------------------------------------------------------------------------------------------------


def test_all_cards_of_a_lost_seat_are_opened() -> None:
    p = Sealed()
    p.lay(2, 1)
    p.decide(p.table.beacon(), lost={2})
    told = p.said(CardsInTheOpen)[0]
    assert (len(told.hand), len(told.table)) == (4, 1)
    assert not p.state.piles.closed[2] and p.state.border(2, 1)[0] < 0


def test_a_lost_captor_gets_its_card_openly() -> None:
    p = Sealed()
    p.fall(2, 1)
    p.decide(p.table.beacon(), lost={1})
    while p.state.passing:
        p.decide(p.table.beacon(), lost={1})
    assert p.said(CardTaken)[-1].copy


def test_a_victim_lost_during_a_capture_does_not_block_the_match() -> None:
    p = Sealed()
    p.fall(2, 1)
    p.decide(p.table.beacon())
    assert p.state.passing
    p.decide(p.table.beacon(), lost={2})
    assert not p.state.passing and p.said(CardTaken)[-1].copy in p.state.piles.shown[1]


def test_a_take_with_a_wrong_batch_is_refused() -> None:
    p = Sealed()
    p.fall(2, 1)
    p.decide(p.table.beacon())
    with pytest.raises(IllegalDecision):
        GAME.check(p.state, 1, Take(bytes(32)))


def test_whole_sealed_matches_with_any_number_of_seats_pass_their_audits() -> None:
    for seats in GAME.seat_counts:
        bots = {seat: HeuristicBot("audit", seat) for seat in range(1, seats + 1)}
        table = LocalMatch(GAME, bots, "audit", {"escalations": "on", "pacts": "on"}, sealed=True)
        table.play()
        assert not any(table.state.piles.dead) and not any(table.state.piles.batches)


def test_a_deck_of_midnight_has_the_printed_number_of_each_kind() -> None:
    kinds = [kind_of(copy) for copy in deck_copies(3)]
    assert (kinds.count(CANNON), kinds.count(SHIELD), kinds.count(INTELLIGENCE), len(kinds)) == (7, 6, 2, 25)
