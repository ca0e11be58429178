"""Boards that come up again: a search of Bridgefront comes to the same few in all its worlds, so what was thought about
them is remembered.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from core.bots.bridgefront_view import View
from core.bots.bridgefront_worth import gold_worth
from core.bridgefront.scoring import ROUNDS
from core.bridgefront.state import Bridgefront

KNOWN = 256
"""So many boards are remembered, with all that was thought about them."""
_known: dict[Hashable, tuple[object, dict[str, Any]]] = {}
"""By board: the options of the match, which tell it from others while it is remembered, and the view without state."""


def _board(state: Bridgefront, seat: int) -> Hashable:
    """All that a view of the board hangs on: the match, and what stands where. Mana, hands and piles do not count."""
    card = state.card
    return (
        id(state._setup.options),
        seat,
        state.round,
        gold_worth(state.gold[seat], ROUNDS - state.round),
        bytes(state.bridges),
        tuple([tuple(sorted(forces.items())) for forces in state.forces]),
        tuple([(*champion, card[champion.copy]) for champion in sorted(state.champions.values())]),
        tuple(state.mines.items()),
        tuple(state.vp),
        tuple(state.marks),
        tuple(state.capital),
        tuple(state.faction),
    )


def remembered(state: Bridgefront, seat: int) -> View:
    """The view, with all that was thought about the same board before: a search comes to the same few boards in all its
    worlds. What is filled while thinking (`gains` and so on) is shared by all views of a board.
    """
    board = _board(state, seat)
    if board in _known:
        view = View.__new__(View)
        view.__dict__.update(_known[board][1])
        view.state, view.mana, view.gold = state, state.mana[seat], state.gold[seat]
        return view
    view = View(state, seat)
    view.opinions = {}
    if len(_known) >= KNOWN:
        del _known[next(iter(_known))]
    _known[board] = state._setup.options, {name: value for name, value in view.__dict__.items() if name != "state"}
    return view
