"""Player that decides in its own thread, so that the channels stay alive while it thinks."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import NamedTuple

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets


class ThreadDecision(NamedTuple):
    """A player's decision in step t, with `own`, the copy of our secrets that the player was given.

    `error` is the exception that the player raised instead of deciding.
    """

    t: int
    decision: Decision
    own: Secrets
    error: Exception | None = None


class PlayerThread:
    """Thread in which a player answers one question after another.

    It calls `on_decision` with each answer, in the thread itself.
    """

    def __init__(self, game: Game, seat: int, player: Player, on_decision: Callable[[ThreadDecision], None]) -> None:
        self._game = game
        self._seat = seat
        self._player = player
        self._on_decision = on_decision
        self._questions: queue.SimpleQueue[tuple[State, Secrets] | None] = queue.SimpleQueue()
        threading.Thread(target=self._answer_questions, name="tether-player", daemon=True).start()

    def ask(self, state: State, own: Secrets) -> None:
        """Queue a question with copies of the state and the secrets, so that the match may continue meanwhile."""
        self._questions.put((state.clone(), own.copy()))

    def stop(self) -> None:
        """End the thread after its current question."""
        self._questions.put(None)

    def _answer_questions(self) -> None:
        while (question := self._questions.get()) is not None:
            state, own = question
            try:
                thought = ThreadDecision(state.t, self._player.decide(self._game, state, self._seat, own), own)
            except Exception as error:  # any error is raised again where the seat is played
                thought = ThreadDecision(state.t, (), own, error)
            self._on_decision(thought)
