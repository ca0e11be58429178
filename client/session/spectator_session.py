"""A match that is being played, watched without a seat, behind a window: `tether watch` in a thread of its own.

Nothing but what is public comes in, so nothing else can be shown; hands are seen once the last audit has opened them.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from typing import NamedTuple

from client.session.match_session import emptied
from client.session.room_session import Shut
from client.table.replay.frames import Chat, Decided, ReplayFrames
from core.engine.game import State
from core.engine.hidden.secrets import openings
from core.games.registry import GAMES
from lobby.discovery.probe import look_up, match_at
from net.channels.addresses import Address
from net.match.events import Finished, Report, Said, Stepped
from net.session.live_feed import WatchConfig, Watching

END_WITHIN = 5.0
GONE = "Everyone has left: the match ends here for spectators."


class Words(NamedTuple):
    """What one waits for."""

    words: str


class Begun(NamedTuple):
    """The match is found: frames of nothing but its first state."""

    frames: ReplayFrames


class Step(NamedTuple):
    """A step, and the table after it."""

    step: Stepped
    state: State


class Ended(NamedTuple):
    """Nothing more is to come; `trouble` says why the match is not over, or is empty."""

    trouble: str
    finished: Finished | None = None
    """The end of the match, where it was seen."""


News = Words | Begun | Step | Said | Ended | Shut


class WatchSession:
    """Watches the match of the room at an address; of one that has not begun it waits for the beginning."""

    def __init__(self, address: Address, code: str = "") -> None:
        self.address, self.code = address, code
        self._inbox: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._watching: Watching | None = None
        self._left = False
        self._begun = False
        self._thread = threading.Thread(target=self._main, name="tether-watch", daemon=True)

    def start(self) -> None:
        """Goes there."""
        self._thread.start()

    def news(self) -> list[News]:
        """Everything heard since the last call."""
        return emptied(self._inbox)

    def close(self) -> None:
        """Watches no more."""
        self._left = True
        if self._watching is not None:
            self._watching.leave()
        if self._thread.is_alive():
            self._thread.join(END_WITHIN)

    # in the thread ---------------------------------------------------------------------------------------------------

    def _main(self) -> None:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._watch())
        except Exception as failure:  # whatever it was, the player is told and the window lives on
            self._inbox.put(Shut.by(failure))

    async def _watch(self) -> None:
        where = await look_up(self.address)
        waits = "The match of {}'s room has not begun yet; waiting for it."
        meeting, match = await match_at(
            where, self.code, lambda notice: self._inbox.put(Words(waits.format(notice.name))), lambda: self._left
        )
        if self._left:
            return
        config = WatchConfig(GAMES, match, [where], self.code, report=self._report, meeting=meeting)
        self._watching = watching = Watching(config)
        watching.spectator.on_step = self._on_step
        with contextlib.suppress(asyncio.CancelledError):
            spectator = await watching.watch()
            self._begin()
            verdict = spectator.verdict
            trouble = f"The match stopped: {verdict.words}." if verdict is not None else GONE
            self._inbox.put(Ended("" if spectator.finished is not None else trouble, spectator.finished))

    def _report(self, report: Report, state: State) -> None:
        self._begin()
        if isinstance(report, Said):
            self._inbox.put(report)

    def _on_step(self, step: Stepped, state: State) -> None:
        self._begin()
        self._inbox.put(Step(step, state.clone()))

    def _begin(self) -> None:
        """Tells once that the match is found."""
        table = self._watching.spectator.table if self._watching is not None else None
        if table is None or self._begun:
            return
        self._begun = True
        setup = table.genesis.setup(table.game)
        state = table.game.new(setup)
        self._inbox.put(Begun(ReplayFrames(
            table.game, table.match, table.genesis.names, dict(setup.options), False, "", [state], [state.digest()],
            faces={seat: {} for seat in table.seats},
        )))  # fmt: skip


def add_step(frames: ReplayFrames, said: Step) -> None:
    """The replay is longer by a step, and knows what was opened in it."""
    frames.states.append(said.state)
    frames.digests.append(said.step.digest)
    frames.events.append(said.step.events)
    frames.decided.append(Decided(said.step.decisions, said.step.beacon, said.step.lost))
    for seat, decision in said.step.decisions.items():
        frames.faces[seat].update((slot, copy) for slot, copy, _ in openings(decision))


def add_chat(frames: ReplayFrames, said: Said) -> Chat:
    """The replay has another line of chat."""
    frames.chat.append(Chat(frames.steps, said.seat, said.text, said.to))
    return frames.chat[-1]
