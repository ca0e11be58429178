"""The rulings C39 to C41 of docs/play/rules/outposts.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.engine.game import IllegalDecision
from core.engine.local_match import LocalMatch
from core.games.outposts import cards
from core.games.outposts.action import ACT, FIRST, raze_victim
from core.games.outposts.board import CORNERS
from core.games.outposts.decisions import Act
from core.games.outposts.game import GAME
from core.games.outposts.lookout_phase import SELECT
from tests.support.games.outposts.table import Position

ENOUGH = 25


def robbed(state: Any, seat: int, act: Act) -> int:
    """Return the seat that loses something by this action of another seat, or 0."""
    if "raze" not in act.kind and act.kind != "use":
        return 0
    after = state.clone()
    GAME.step(after, {seat: act}, bytes(32))
    return next((other for other in state.seats if other != seat and owned(after, other) < owned(state, other)), 0)


def owned(state: Any, seat: int) -> int:
    """Return the number of Locations and Outposts of a seat."""
    return len(state.hold[seat]) + len(state.outposts_of(seat))


def razes() -> Iterator[tuple[LocalMatch[Any], int, Act, int]]:
    """Yield positions of random matches in which a seat may raze something of another seat.

    Each is (table, seat, raze, other seat).
    """
    for number in range(12):
        table = LocalMatch(GAME, {seat: RandomBot(f"raze {number}", seat) for seat in (1, 2, 3)}, f"raze {number}")
        while not table.state.over:
            for seat, ask in GAME.pending_asks(table.state).items():
                if ask.kind == ACT.kind and ask.detail == (FIRST,):
                    met = set()
                    for act in ACT.options(table.state, seat, table.secrets[seat], FIRST):
                        if act.kind not in met and (other := robbed(table.state, seat, act)):
                            met.add(act.kind)
                            yield table, seat, act, other
            table.step()


def test_C39_a_seat_lost_in_the_step_cannot_be_razed() -> None:
    met = set()
    for count, (table, seat, act, other) in enumerate(razes(), 1):
        before = table.state
        if before.passed[other]:
            continue  # its Locations stay exposed
        state = before.clone()
        GAME.step(state, {seat: act}, bytes(32), {other})
        assert state.hold[other] == before.hold[other] and state.outposts_of(other) == before.outposts_of(other)
        assert state.passed[other] and not state.passed[seat]
        assert GAME.pending_asks(state)[seat].kind == ACT.kind and GAME.pending_asks(state)[seat].detail == (FIRST,)
        assert (
            list(state.goods[seat]) == list(before.goods[seat]) and state.piles.shown[seat] == before.piles.shown[seat]
        )
        again = list(ACT.options(state, seat, table.secrets[seat], 1))
        assert not any(raze_victim(state, seat, each) == other for each in again if each.kind != "raze location")
        met.add(act.kind)
        if count >= ENOUGH and met == {"raze location", "raze outpost", "use"}:
            return
    raise AssertionError(met)


def test_C40_the_card_for_building_after_a_raze_must_be_in_hand() -> None:
    p = Position()
    p.outpost(1, 1)
    p.outpost(2, 2)
    p.goods(1, "9 raid mark")
    near = next(copy for copy in cards.COPIES if cards.card_of(copy).dist == 1)
    with pytest.raises(IllegalDecision):
        GAME.check(_asked(p), 1, Act("raze outpost", near, place=2, level=1))
    GAME.check(p.state, 1, Act("raze outpost", place=2, level=1))


def _asked(p: Position) -> Any:
    p.run(("turn", 1))
    return p.state


def test_C41_a_seat_without_an_outpost_returns_only_at_a_corner() -> None:
    p = Position()
    p.outpost(2, 1)
    p.state.row = (p.find(cards.name_of(cards.COPIES[0])),)
    assert p.state.round == 2 and not p.state.outposts_of(1)
    assert [choice for choice in SELECT.legal_answers(p.state, 1, 1) if choice.place] == []
    assert {place for place, _ in p.state.possible_sites(1, CORNERS)} >= {
        place for place in CORNERS if not p.state.owner[place]
    }
