"""Picks at the table of Cabinet: all lead to legal decisions, and every pick can be undone."""

from __future__ import annotations

import pytest

from client.games.cabinet.prompts import CabinetPrompt
from core.bots.random_bot import Dice
from core.bots.registry import BOTS
from core.engine.codec import H
from core.engine.local_match import LocalMatch
from core.games.cabinet.game import GAME


@pytest.mark.parametrize("pace", ["brisk", "full"])
@pytest.mark.parametrize(("seats", "bot"), [(2, "random"), (3, "heuristic"), (4, "random"), (5, "heuristic")])
def test_picks_lead_only_to_legal_decisions_of_cabinet(seats: int, bot: str, pace: str) -> None:
    dice, asked = Dice(H("tether.test", ["cabinet", seats])), set()
    players = {seat: BOTS[bot](f"{seats}", seat) for seat in range(1, seats + 1)}
    table = LocalMatch(GAME, players, f"picks {seats}", {"pace": pace})
    while not table.state.over:
        for seat, ask in GAME.pending_asks(table.state).items():
            inquiry = CabinetPrompt(table.state, seat, table.secrets[seat].copy(), ask)
            asked.add(ask.kind)
            for _ in range(40):
                if not inquiry.targets or (inquiry.decision is not None and not dice.uniform(3)):
                    break
                inquiry.answer(inquiry.targets[dice.uniform(len(inquiry.targets))])
            assert inquiry.decision is not None, (ask, inquiry.answers)
            GAME.check(table.state, seat, inquiry.decision)
            while inquiry.undo():
                pass
            assert not inquiry.answers and not inquiry.has_answers
        table.step()
    assert asked >= ({"mix", "act", "settle"} if pace == "brisk" else {"draw", "act", "pledge"})


def test_an_unavailable_pick_gives_the_reason() -> None:
    table = LocalMatch(GAME, {seat: BOTS["random"]("no", seat) for seat in (1, 2)}, "no")
    while "act" not in {ask.kind for ask in GAME.pending_asks(table.state).values()}:
        table.step()
    ((seat, ask),) = GAME.pending_asks(table.state).items()
    inquiry = CabinetPrompt(table.state, seat, table.secrets[seat], ask)
    for pick in (("challenge", 10**6), ("seat", seat), ("way", 3)):
        with pytest.raises(ValueError, match=r"\w"):
            inquiry.answer(pick)
    assert not inquiry.answers
