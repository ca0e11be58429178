"""The checks of the simulation suite can fail.

Each function breaks one rule or part of the engine, and the suite must find each break.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from core.engine.chance.beacon import Chance
from core.engine.game import IllegalDecision
from core.engine.hidden.piles import Piles
from core.games.bridgefront import decks, hands, rules, units
from core.games.bridgefront.combat import deaths
from core.games.bridgefront.decisions import Bid
from core.games.bridgefront.events import CardDiscarded, ForcesDied
from core.games.bridgefront.game import BridgefrontGame
from core.games.bridgefront.phases import cleanup, collection, market, reset, scoring
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text import narration
from tests.support.core.trial import Case, Failure, Trial
from tests.support.games.bridgefront.conserved import Conserved

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTS: dict[str, tuple[Plant, str]] = {}
"""Function that breaks the code and the message of the failure, by name."""


def planted(words: str) -> Callable[[Plant], Plant]:
    """Return a decorator that registers a mistake and the message by which the suite finds it."""

    def register(plant: Plant) -> Plant:
        PLANTS[plant.__name__] = plant, words
        return plant

    return register


# The kernel -----------------------------------------------------------------------------------------------------------


@planted("the copy of step .* has changed")
def a_copy_that_is_kept_shares_a_list(patch: pytest.MonkeyPatch) -> None:
    clone, check = Bridgefront.clone, Trial.check_clone

    def sharing(state: Bridgefront) -> Bridgefront:
        copy = clone(state)
        copy.gold = state.gold
        return copy

    def checking(trial: Trial) -> None:
        with pytest.MonkeyPatch.context() as while_checking:
            while_checking.setattr(Bridgefront, "clone", sharing)
            check(trial)

    patch.setattr(Trial, "check_clone", checking)


@planted("the events make|the same inputs|the copy of step .* has changed")
def a_clone_shares_a_list(patch: pytest.MonkeyPatch) -> None:
    clone = Bridgefront.clone

    def sharing(state: Bridgefront) -> Bridgefront:
        copy = clone(state)
        copy.gold = state.gold
        return copy

    patch.setattr(Bridgefront, "clone", sharing)


@planted("the same inputs|a copy differs")
def a_clone_forgets_a_field(patch: pytest.MonkeyPatch) -> None:
    clone = Bridgefront.clone

    def forgetting(state: Bridgefront) -> Bridgefront:
        copy = clone(state)
        copy.lead = 1
        return copy

    patch.setattr(Bridgefront, "clone", forgetting)


@planted("the same inputs")
def the_dice_remember_earlier_throws(patch: pytest.MonkeyPatch) -> None:
    thrown = count()
    init = Chance.__init__
    patch.setattr(Chance, "__init__", lambda self, beacon: init(self, beacon[:31] + bytes([next(thrown) % 256])))


@planted("replayed from step")
def the_past_goes_otherwise_the_second_time(patch: pytest.MonkeyPatch) -> None:
    init = rules.Step.__init__
    latest = [0]

    def other(step: Any, state: Bridgefront, beacon: bytes, *lost: Any) -> None:
        latest[0] = max(latest[0], state.t)
        init(step, state, beacon if state.t == latest[0] else bytes(32), *lost)

    patch.setattr(rules.Step, "__init__", other)


@planted("arrives as")
def what_is_read_is_not_what_was_sent(patch: pytest.MonkeyPatch) -> None:
    read = BridgefrontGame.read

    def other(self: Any, state: Bridgefront, seat: int, plain: Any) -> Any:
        decision = read(self, state, seat, plain)
        return decision._replace(amount=0) if isinstance(decision, Bid) else decision

    patch.setattr(BridgefrontGame, "read", other)


# Legal and illegal ----------------------------------------------------------------------------------------------------


@planted("IllegalDecision: seat [12]: buy")
def more_is_offered_than_is_legal(patch: pytest.MonkeyPatch) -> None:
    bids = market.legal_bids
    patch.setattr(market, "legal_bids", lambda state, seat: (*bids(state, seat), Bid("buy", state.gold[seat] + 1)))


@planted("is legal and not offered")
def less_is_offered_than_is_legal(patch: pytest.MonkeyPatch) -> None:
    bids = market.legal_bids
    patch.setattr(market, "legal_bids", lambda state, seat: list(bids(state, seat))[:1])


@planted("'bid' has the same option twice")
def an_option_is_offered_twice(patch: pytest.MonkeyPatch) -> None:
    bids = market.legal_bids
    patch.setattr(market, "legal_bids", lambda state, seat: 2 * list(bids(state, seat)))


@planted("'bid' with .* options is answered unasked")
def a_client_bids_without_its_player(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(market.BID, "forced_answer", lambda *values: Bid("pass", 0))


@planted("stepping with|is legal and not offered")
def a_check_lets_everything_pass(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(market.BID, "check", lambda *values: None)


@planted("a refused decision has changed the state")
def a_check_changes_the_state(patch: pytest.MonkeyPatch) -> None:
    check = market.BID.check

    def changing(state: Bridgefront, seat: int, decision: Any, copy: int) -> None:
        state.guarded += 1
        check(state, seat, decision, copy)
        state.guarded -= 1

    patch.setattr(market.BID, "check", changing)


@planted("is blamed")
def the_wrong_seat_is_blamed(patch: pytest.MonkeyPatch) -> None:
    check = market.BID.check

    def blaming(state: Bridgefront, seat: int, decision: Any, copy: int) -> None:
        try:
            check(state, seat, decision, copy)
        except IllegalDecision as illegal:
            raise IllegalDecision(3 - seat, illegal.reason) from None

    patch.setattr(market.BID, "check", blaming)


@planted("checking Bid.*IndexError")
def a_check_crashes(patch: pytest.MonkeyPatch) -> None:
    check = market.BID.check

    def crashing(state: Bridgefront, seat: int, decision: Any, copy: int) -> None:
        if decision.amount > 99:
            raise IndexError("out of range")
        check(state, seat, decision, copy)

    patch.setattr(market.BID, "check", crashing)


@planted("was not refused")
def anybody_may_decide(patch: pytest.MonkeyPatch) -> None:
    step = BridgefrontGame.step

    def lenient(self: Any, state: Bridgefront, decisions: Any, beacon: bytes, *lost: Any) -> Any:
        asked = {seat for seat, _, _ in state.asking}
        return step(self, state, {seat: one for seat, one in decisions.items() if seat in asked}, beacon, *lost)

    patch.setattr(BridgefrontGame, "step", lenient)


# Conservation ---------------------------------------------------------------------------------------------------------


@planted("gold .* the events make")
def gold_comes_unseen(patch: pytest.MonkeyPatch) -> None:
    def unseen(step: Any, seat: int, amount: int, why: str) -> None:
        step.state.gold[seat] += amount

    patch.setattr(reset, "take_gold", unseen)


@planted("mana .* the events make")
def mana_is_kept_over_the_round(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(rules.GAME_RULES.agendas, "end of round", _end_of_round_keeping_mana)


def _end_of_round_keeping_mana(step: Any) -> None:
    mana = list(step.state.mana)
    cleanup.end_round(step)
    step.state.mana[:] = [m + 1 for m in mana]
    step.state.agenda[-1] = ("round",)


@planted("not in exactly one place")
def a_discarded_card_is_gone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hands, "discard_copy", lambda step, seat, copy, why: step.emit(CardDiscarded(seat, copy, why)))


@planted("not in exactly one place")
def a_discarded_card_stays_in_hand(patch: pytest.MonkeyPatch) -> None:
    leave = Piles.leave_hand

    def staying(piles: Piles, seat: int, card: Any) -> int:
        copy = leave(piles, seat, card)
        piles.shown[seat] += (copy,)
        return copy

    patch.setattr(Piles, "leave_hand", staying)


@planted("cards out of nothing")
def what_is_turned_up_stays_in_its_deck(patch: pytest.MonkeyPatch) -> None:
    turn_up = decks.turn_up

    def staying(step: Any, deck: int) -> int:
        layers = step.state.decks[deck]
        copy = turn_up(step, deck)
        step.state.decks[deck] = layers
        return copy

    for chapter in (collection, market):
        patch.setattr(chapter, "turn_up", staying)


@planted("all others think")
def a_card_that_went_into_the_pile_is_not_counted(patch: pytest.MonkeyPatch) -> None:
    announce = Piles.refill_batch

    def forgetting(self: Piles, seat: int, t: int, commitments: bytes) -> None:
        announce(self, seat, t, commitments)
        self.closed[seat] = self.closed[seat][1:]

    patch.setattr(Piles, "refill_batch", forgetting)


@planted("Forces of seat .* the events make")
def more_are_told_dead_than_die(patch: pytest.MonkeyPatch) -> None:
    kill = units.kill_forces

    def killing(step: Any, seat: int, hex_: int, forces: int) -> int:
        dead = kill(step, seat, hex_, forces)
        if dead:
            step.emit(ForcesDied(seat, hex_, 1))
        return dead

    patch.setattr(units, "kill_forces", killing)


@planted("Champions .* the events make|HP out of bounds")
def the_dead_stay_on_the_board(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(deaths, "resolve_deaths", lambda step, deaths, battle=None: None)


@planted("opened superseded slots")
def audits_do_not_wait_for_known_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hands.CLOSED_CARDS, "is_audit_blocked", lambda state, seat, opened: False)


@planted("ended without winners|list index out of range")
def nobody_wins(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scoring, "_best_seats", lambda step, seats: ())


@planted("outlasted its bound")
def the_match_goes_on_and_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Conserved, "longest", staticmethod(lambda state: 40))


@planted("no words")
def an_event_cannot_be_told(patch: pytest.MonkeyPatch) -> None:
    def dumb(state: Bridgefront, event: Any) -> str:
        raise KeyError("no words")

    patch.setattr(narration, "narrate", dumb)


@pytest.mark.parametrize("name", PLANTS)
def test_the_simulation_suite_detects_a_planted_mistake(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, words = PLANTS[name]
    plant(monkeypatch)
    with pytest.raises(Failure, match=words):
        for seed in range(20):
            Trial(Case("bridgefront", 2, f"planted {seed}", sealed=True, players="bold", sample=2)).play()
