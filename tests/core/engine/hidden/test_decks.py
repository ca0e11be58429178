"""Common decks and satchels: the next card is unknown, draws are fair, and cheats are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine.chance.beacon import Chance
from core.engine.codec import H
from core.engine.game import IllegalDecision
from core.engine.hidden.cards import CommonDecks
from core.engine.hidden.piles import EMPTY, Piles
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from tests.support.core.cheats import Spoiled
from tests.support.core.trial import players
from tests.support.games.sealed_auction.common import GAME
from tests.support.games.sealed_auction.game import BAG, LOTS, PURSES, RULES, Auction

DECKS = CommonDecks()


def step_at(number: int, *decks: tuple[tuple[int, ...], ...]) -> Any:
    """Return a step over these decks, with a beacon that depends on the number."""
    return SimpleNamespace(state=SimpleNamespace(decks=list(decks)), chance=Chance(H("tether.beacon", [number])))


def critical(df: int) -> float:
    """Return the value of chi-square that is exceeded with probability 0.001."""
    return float(df * (1 - 2 / (9 * df) + 3.09 * (2 / (9 * df)) ** 0.5) ** 3)


def check_even(found: Counter[Any], kinds: int) -> None:
    """Assert that all kinds are equally frequent."""
    expected = sum(found.values()) / kinds
    assert len(found) == kinds
    assert sum((n - expected) ** 2 / expected for n in found.values()) < critical(kinds - 1), found


# Common decks ---------------------------------------------------------------------------------------------------------


def test_every_order_of_a_deck_is_equally_likely() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(1200):
        step = step_at(number, ((1, 2, 3, 4),))
        found[tuple(DECKS.turn_up(step, 0) for _ in range(4))] += 1
    check_even(found, 24)


def test_only_the_top_and_the_bottom_of_a_deck_are_known() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(600):
        step = step_at(number, ((1, 2, 3),))
        DECKS.put_under(step, 0, (8,))
        DECKS.put_on_top(step, 0, (9,))
        assert DECKS.size(step.state, 0) == 5 and DECKS.sorted_cards(step.state, 0) == (1, 2, 3, 8, 9)
        top, *rest, bottom = (DECKS.turn_up(step, 0) for _ in range(5))
        assert (top, bottom) == (9, 8)
        found[tuple(rest)] += 1
    check_even(found, 6)


def test_cards_put_under_a_deck_together_have_a_random_order() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(400):
        step = step_at(number, ((1,),))
        DECKS.put_under(step, 0, (7, 6))
        found[tuple(DECKS.turn_up(step, 0) for _ in range(3))] += 1
    assert set(found) == {(1, 6, 7), (1, 7, 6)}
    check_even(found, 2)


def test_shuffling_in_forgets_known_positions_of_a_deck() -> None:
    found: Counter[int] = Counter()
    for number in range(600):
        step = step_at(number, ((1,), (2,)))
        DECKS.shuffle_in(step, 0, (3,))
        found[DECKS.turn_up(step, 0)] += 1
    check_even(found, 3)


def test_an_empty_deck_has_no_next_card() -> None:
    step = step_at(1, ((5,),), ())
    assert DECKS.turn_up(step, 1) == EMPTY
    assert (DECKS.turn_up(step, 0), DECKS.turn_up(step, 0)) == (5, EMPTY) and step.state.decks == [(), ()]


# Nobody looks ahead ---------------------------------------------------------------------------------------------------


def dealt(before: Auction, decisions: Any, beacon: bytes) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Return the curio that a step turns up, and the satchels that it deals."""
    state = before.clone()
    GAME.step(state, decisions, beacon)
    left = state.decks[BAG]
    satchels = tuple(state.piles.mix[1:]) if left and left != before.decks[BAG] else ()
    return state.curio if state.decks[LOTS] != before.decks[LOTS] else 0, satchels if any(satchels) else ()


def check_nobody_looks_ahead() -> Counter[str]:
    """Check that the result of a step depends on its beacon and on nothing known before; count the draws."""
    table: Any = LocalMatch(GAME, players(GAME, 3, "ahead"), "ahead", sealed=True)
    met: Counter[str] = Counter()
    while not table.state.over:
        before = table.state.clone()
        decisions, _ = table.step()
        ways = [dealt(before, decisions, H("tether.beacon", ["other", n])) for n in range(12)]
        for what, found in (("curio", {curio for curio, _ in ways}), ("satchels", {dealt for _, dealt in ways})):
            if all(found):
                assert len(found) > 1, f"step {before.t}: the {what} could be foreseen"
                met[what] += 1
    return met


def test_no_seat_can_foresee_a_draw() -> None:
    met = check_nobody_looks_ahead()
    assert met["curio"] > 2 and met["satchels"]


def test_a_draw_with_the_previous_beacon_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    turn_up = CommonDecks.turn_up

    def foreseen(decks: CommonDecks, step: Any, deck: int) -> int:
        step.chance, chance = (
            Chance(H("tether.beacon", [step.state.beacon, list(map(list, step.state.decks[deck]))])),
            step.chance,
        )
        try:
            return turn_up(decks, step, deck)
        finally:
            step.chance = chance

    monkeypatch.setattr(CommonDecks, "turn_up", foreseen)
    with pytest.raises(AssertionError, match="could be foreseen"):
        check_nobody_looks_ahead()


# Satchels -------------------------------------------------------------------------------------------------------------


class Greedy(Secrets):
    """A client that commits its best coins first, hoping to draw them."""

    def secret_order(self, t: int, zone: int, copies: Any) -> list[int]:
        return sorted(copies, key=lambda copy: (-((copy - 1) % 9), copy))


def first_hands(client: Callable[[Secrets], Secrets]) -> Counter[int]:
    """Return how often seat 1 has each coin in its first hand."""
    found: Counter[int] = Counter()
    for number in range(300):
        table: Any = LocalMatch(GAME, players(GAME, 3, "s"), f"satchel {number}")
        table.secrets[1] = client(table.secrets[1])
        while not table.state.piles.hand[1]:
            table.step()
        found.update(table.secrets[1].faces[slot] for slot in table.state.piles.hand[1])
    return found


@pytest.mark.parametrize("greedy", [False, True], ids=["honest", "greedy"])
def test_a_private_draw_is_uniform_for_any_order_of_the_satchel(greedy: bool) -> None:
    """Each of the 27 coins is equally likely in a private draw, in any order of the satchel.

    The beacon deals the satchel, and picks the slot after the commitment.
    """

    def client(own: Secrets) -> Secrets:
        return Greedy(own.match, own.seat, own.seed, own.sealed, own.pairs) if greedy else own

    check_even(first_hands(client), 27)


def test_playing_an_undrawn_coin_of_the_satchel_is_refused() -> None:

    def tamper(state: Auction, seat: int, ask: Any, decision: Any) -> Any:
        own = spoiled.table.secrets[1]
        if seat == 1 and ask.kind == "bid" and state.piles.unknown[1]:
            best = max(state.piles.unknown[1], key=lambda slot: (own.faces[slot] - 1) % 9)
            return decision._replace(coins=(own.opening(best),), vault=0)
        return decision

    spoiled = Spoiled(GAME, 3, "likes")
    illegal = spoiled.play(tamper)
    assert illegal is not None and (illegal.seat, illegal.kind) == (1, "slot")


def test_playing_the_same_coin_twice_is_refused() -> None:
    """The same opening appears again in a later bid."""
    kept: list[Any] = []

    def tamper(state: Auction, seat: int, ask: Any, decision: Any) -> Any:
        if seat == 1 and ask.kind == "bid":
            if kept:
                return decision._replace(coins=kept[0], vault=0)
            if decision.coins:
                kept.append(decision.coins)
        return decision

    illegal = Spoiled(GAME, 3, "keeps").play(tamper)
    assert illegal is not None and (illegal.seat, illegal.kind) == (1, "slot")


def test_only_the_set_of_cards_in_a_satchel_is_public() -> None:
    """Bag, satchels, hands and vaults together contain each coin once."""
    table: Any = LocalMatch(GAME, players(GAME, 3, "known"), "known", sealed=True)
    while not table.state.over:
        table.step()
        state = table.state
        lying = [copy for seat in (1, 2, 3) for copy in (*state.piles.closed[seat], *PURSES.open_copies(state, seat))]
        assert sorted([*lying, *(copy for layer in state.decks[BAG] for copy in layer)]) == list(range(1, 28))


# The final audit ------------------------------------------------------------------------------------------------------


def test_the_engine_runs_a_final_audit_that_the_rules_forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """All cards are opened before the match is over."""
    true = RULES.agendas["round"]

    def forgetful(step: Any) -> None:
        if step.state.round == 3:
            step.state.over = True
        else:
            true(step)

    monkeypatch.setitem(RULES.agendas, "round", forgetful)
    table: Any = LocalMatch(GAME, players(GAME, 3, "forgets"), "forgets", sealed=True)
    asked: set[str] = set()
    while not table.state.over:
        asked = {ask.kind for ask in GAME.pending_asks(table.state).values()}
        table.step()
    piles: Piles = table.state.piles
    assert asked == {"clear"} and not any(piles.needs_audit(seat) for seat in (1, 2, 3))


def test_a_seat_that_withholds_a_card_at_the_end_is_named() -> None:
    def tamper(state: Auction, seat: int, ask: Any, decision: Any) -> Any:
        return decision._replace(live=decision.live[1:]) if seat == 2 and ask.kind == "clear" else decision

    illegal: IllegalDecision | None = Spoiled(GAME, 3, "opens less").play(tamper)
    assert illegal is not None and (illegal.seat, illegal.kind) == (2, "duty")
