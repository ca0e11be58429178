"""A player that decides in a thread of its own, so that the links stay alive however long it takes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets


class Thought(NamedTuple):
    """What a player decided in step t, with the copy `own` of the secrets that it decided by.

    `error` is what it raised instead of deciding.
    """

    t: int
    decision: Decision
    own: Secrets
    error: Exception | None = None


class Thinker:
    """Asks a player one question after the other; `tell` is called with each answer, in the thread of the player."""

    def __init__(self, game: Game, seat: int, player: Player, tell: Callable[[Thought], None]) -> None:
        self._game = game
        self._seat = seat
        self._player = player
        self._tell = tell
        self._questions: queue.SimpleQueue[tuple[Any, Secrets] | None] = queue.SimpleQueue()
        threading.Thread(target=self._think, name="tether-player", daemon=True).start()

    def ask(self, state: State, own: Secrets) -> None:
        """Puts a question; state and secrets are copied, the table may go on."""
        self._questions.put((state.clone(), own.copy()))

    def end(self) -> None:
        """The thread ends, once it has answered what it is thinking about."""
        self._questions.put(None)

    def _think(self) -> None:
        while (question := self._questions.get()) is not None:
            state, own = question
            try:
                thought = Thought(state.t, self._player.decide(self._game, state, self._seat, own), own)
            except Exception as error:  # whatever it is, it is raised again where the seat is played
                thought = Thought(state.t, (), own, error)
            self._tell(thought)
