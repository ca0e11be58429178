"""Questions and automatic answers reveal nothing about hidden cards (rules part 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.local_match import LocalMatch
from core.games.ambition import claims
from core.games.ambition.cards import DRILL, EARLY_WARNING, INTRIGUE_DECK, INTRIGUES, NUCLEAR_ARMS
from core.games.ambition.decisions import Challenge, Drawn
from core.games.ambition.decisions import Counter as Answer
from core.games.ambition.game import GAME
from core.games.ambition.hands import must_resolve
from core.games.ambition.state import Strike
from tests.support.games.ambition.conserved import Bold, stir
from tests.support.games.ambition.table import Position

STEPS = 220
"""Number of steps of the random matches."""
SILENT = ("launch", "diplomacy", "challenge", "industry", "play", "counter", "unseal", "shelter", "yield", "disarm")
"""Questions that a client without standing orders never answers automatically, with any hand."""


def matches(sealed: bool = False) -> Iterator[LocalMatch[Any]]:
    """Yield the table before each step of eventful matches."""
    for number, seats in enumerate((3, 4) if sealed else (3, 4, 6)):
        table = LocalMatch(
            GAME, {seat: Bold(f"silence {number}", seat) for seat in range(1, seats + 1)}, "s", {}, sealed
        )
        dice = Dice(H("tether.bot", ["silence", number]))
        while not table.state.over and table.state.t < STEPS // (1 + sealed):
            stir(table.state, dice)
            yield table
            table.step()


def test_an_imagined_world_asks_the_same_questions_as_the_real_match() -> None:
    """A world imagined by one seat has the same questions, whatever the other hands.

    This holds now, and after a step in which all seats decide independently of their cards.
    """
    dice = Dice(H("tether.bot", ["worlds"]))
    followed: Counter[str] = Counter()
    for table in matches():
        state = table.state
        if state.t % 3 or not state.turn:
            continue
        seat = 1 + dice.uniform(state.seat_count)
        world = GAME.sample_world(state, seat, table.secrets[seat], dice)
        asks = GAME.pending_asks(state)
        assert GAME.pending_asks(world.state) == asks
        blind = {who: GAME.stand_in(state, who, dice) for who in asks}
        if any(ask.is_automatic or ask.kind in ("drawn", "accept", "duel", "aim") for ask in asks.values()):
            continue  # they show cards, or name them
        if all(blind[who] == GAME.stand_in(world.state, who, dice) for who in asks):
            twins = state.clone(), world.state
            for twin in twins:
                GAME.step(twin, blind, bytes(32))
            assert _public(GAME.pending_asks(twins[0])) == _public(GAME.pending_asks(twins[1]))
            followed.update(ask.kind for ask in asks.values())
    assert followed.total() > 60 and len(followed) > 4, followed


def _public(asks: dict[int, Any]) -> dict[int, str]:
    return {seat: ask.kind for seat, ask in asks.items()}


@pytest.mark.parametrize("sealed", [False, True])
def test_a_client_without_standing_orders_answers_no_player_question(sealed: bool) -> None:
    met: Counter[str] = Counter()
    for table in matches(sealed):
        for seat, ask in GAME.pending_asks(table.state).items():
            own = table.secrets[seat]
            answer = GAME.automatic_decision(table.state, seat, own)
            met[ask.kind] += not ask.is_automatic
            if ask.kind in SILENT:
                assert answer is None, f"{ask.kind} is answered by {answer}"
            if ask.kind == "drawn":
                (entry,) = ask.detail
                face = own.drawn[entry] if entry > 0 else table.state.face(-entry)
                assert (answer is None) is not must_resolve(table.state, seat, face)
    assert met["counter"] > 2 and met["challenge"] > 15 and met["drawn"] > 15 and met["shelter"] > 1, met


HANDS = ((), (DRILL,), (EARLY_WARNING,), (NUCLEAR_ARMS,), (NUCLEAR_ARMS, EARLY_WARNING, DRILL))


def countering(hand: tuple[int, ...], target: int, seats: int = 3, **orders: str) -> Any:
    """Return the automatic answer of seat 2, with this hand, to a strike at the target."""
    p = Position(seats)
    p.tokens(1, 2, 3)
    p.intrigue(2, *hand)
    p.table.secrets[2].orders.update(orders)
    step = p._step()
    step.schedule(("answers", (2,)))
    p.state.strike = Strike(1, target)
    step.run()
    assert p.asked("counter") == [2]
    return p.automatic(2)


def test_an_empty_hand_does_not_pass_on_a_strike_automatically() -> None:
    for hand in HANDS:
        assert countering(hand, 2) is None and countering(hand, 3) is None
        assert countering(hand, 3, others="pass") is None, "with three players every strike hits all"
        assert countering(hand, 4, 6, others="pass") == Answer(), "by standing order, whatever it holds"
        assert countering(hand, 2, others="pass") is None
        answer = countering(hand, 2, counter="always")
        assert (answer is None) is not ({NUCLEAR_ARMS, EARLY_WARNING} & {*hand} != set())
        assert answer != Answer(), "it is stopped, or the player is asked"


def test_a_standing_order_challenges_claims_from_a_value_up_or_never() -> None:
    for value in range(1, 7):
        for order, answer in ((None, None), (0, Challenge(False)), (4, Challenge(value >= 4))):
            p = Position()
            for worth in ((), (6,)):
                p.elites(2, *worth)
                own = p.table.secrets[2]
                own.orders = {} if order is None else {claims.CHALLENGE_ORDER: order}
                p.state.asking, p.state.agenda, p.state.claim = (), [], None
                (slot,) = p.elites(1, 1)
                step = p._step()
                claims.place_claim(step, 1, slot, value)
                assert p.automatic(2) == answer


def test_the_client_never_decides_on_a_drawn_card_that_may_be_kept() -> None:
    for face, card in enumerate(INTRIGUES):
        for token in (True, False):
            p = Position()
            p.tokens(*([1] if token else []))
            (slot,) = p.top(INTRIGUE_DECK, face)
            p.run(("draw intrigue",))
            due = card.kind == "now" or (card.kind in ("arms", "world") and not token)
            assert p.automatic(1) == (Drawn(p.card(1, slot)) if due else None), card.name


def test_a_player_with_a_token_is_asked_for_a_strike_and_one_with_a_hand_for_a_play() -> None:
    for hand in HANDS[1:]:
        for token in (0, 1):
            p = Position()
            p.state.token[1] = token
            p.intrigue(1, *hand)
            p.run(("turn",))
            assert p.asked("launch") == ([1] if token else [])
            p.state.asking, p.state.agenda = (), []
            p.run(("intrigue",))
            assert p.asked("play") == [1] and p.automatic(1) is None
