"""Boards that come up again: a search of Bridgefront comes to the same few in all its worlds, so what was thought about
them is remembered.
"""

from __future__ import annotations

from collections.abc import Hashable

from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.weights import USUAL, gold_worth
from core.games.bridgefront.scoring import ROUNDS
from core.games.bridgefront.state import Bridgefront

KNOWN = 256
"""So many boards are remembered, with all that was thought about them."""


class Memory:
    """What was thought about the boards of one match; `options` is the very object that all its states share."""

    options: object = None

    def __init__(self) -> None:
        self.boards: dict[Hashable, View] = {}
        """By board the view, whose state is the one in which the board was seen last."""


_memory = Memory()


def _board(state: Bridgefront, seat: int) -> Hashable:
    """All that a view of the board hangs on in a match: who looks, and what stands where; mana, hands and piles do not
    count.
    """
    card = state.card
    return (
        seat,
        state.round,
        gold_worth(USUAL, state.gold[seat], ROUNDS - state.round),
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
    worlds. It is good till the same board is looked at in another state.
    """
    options, known = state._setup.options, _memory.boards
    if _memory.options is not options:
        _memory.options = options
        known.clear()
    board = _board(state, seat)
    view = known.get(board)
    if view is not None:
        view.state, view.mana, view.gold = state, state.mana[seat], state.gold[seat]
        return view
    view = View(state, seat)
    view.opinions = {}
    if len(known) >= KNOWN:
        del known[next(iter(known))]
    known[board] = view
    return view
