"""A cache of results by board: a search of Bridgefront reaches the same few boards in all its worlds."""

from __future__ import annotations

from collections.abc import Hashable

from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.weights import USUAL, gold_worth
from core.games.bridgefront.state import Bridgefront

MAX_BOARDS = 256
"""Maximum number of cached boards, each with all results about it."""


class BoardCache:
    """The cached results about the boards of one match.

    `options` is the object that all states of the match share.
    """

    options: object = None

    def __init__(self) -> None:
        self.boards: dict[Hashable, View] = {}
        """The view of each cached board; its state is the latest one in which the board occurred."""


_memory = BoardCache()


def _board_key(state: Bridgefront, seat: int) -> Hashable:
    """Return the key under which a view is cached in a match: the seat and the units on the board.

    Mana, hands and piles are not part of it.
    """
    card = state.card
    return (
        seat,
        state.round,
        gold_worth(USUAL, state.gold[seat], state.rules.numbers.rounds - state.round),
        bytes(state.bridges),
        tuple([tuple(sorted(forces.items())) for forces in state.forces]),
        tuple([(*champion, card[champion.copy]) for champion in sorted(state.champions.values())]),
        tuple(state.mines.items()),
        tuple(state.vp),
        tuple(state.marks),
        tuple(state.capital),
        tuple(state.faction),
    )


def cached_view(state: Bridgefront, seat: int) -> View:
    """Return the view, with all earlier results about the same board.

    A search reaches the same few boards in all its worlds. The view is valid until the same board is viewed in another
    state.
    """
    options, known = state.setup.options, _memory.boards
    if _memory.options is not options:
        _memory.options = options
        known.clear()
    board = _board_key(state, seat)
    view = known.get(board)
    if view is not None:
        view.state, view.mana, view.gold = state, state.mana[seat], state.gold[seat]
        return view
    view = View(state, seat)
    view.opinions = {}
    if len(known) >= MAX_BOARDS:
        del known[next(iter(known))]
    known[board] = view
    return view
