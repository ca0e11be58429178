"""Player that decides in its own thread, so that the channels stay alive however long it thinks."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import NamedTuple

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets


class ThreadDecision(NamedTuple):
    """Decision of a player in step t, with `own`, the copy of the secrets on which it was based.

    `error` is the exception that the player raised instead of a decision.
    """

    t: int
    decision: Decision
    own: Secrets
    error: Exception | None = None


class PlayerThread:
    """Thread that asks a player one question after another, and calls `tell` with each answer.

    It makes this call in the thread itself.
    """

    def __init__(self, game: Game, seat: int, player: Player, tell: Callable[[ThreadDecision], None]) -> None:
        self._game = game
        self._seat = seat
        self._player = player
        self._tell = tell
        self._questions: queue.SimpleQueue[tuple[State, Secrets] | None] = queue.SimpleQueue()
        threading.Thread(target=self._answer_questions, name="tether-player", daemon=True).start()

    def ask(self, state: State, own: Secrets) -> None:
        """Ask the player a question; state and secrets are copied, so the match may continue meanwhile."""
        self._questions.put((state.clone(), own.copy()))

    def end(self) -> None:
        """End the thread, once it has answered its current question."""
        self._questions.put(None)

    def _answer_questions(self) -> None:
        while (question := self._questions.get()) is not None:
            state, own = question
            try:
                thought = ThreadDecision(state.t, self._player.decide(self._game, state, self._seat, own), own)
            except Exception as error:  # any error is raised again where the seat is played
                thought = ThreadDecision(state.t, (), own, error)
            self._tell(thought)
