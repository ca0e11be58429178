"""Session that watches a match in progress without a seat: `tether watch` in a separate thread.

The session receives only public data, so it can show nothing else. Hands become visible once the last audit has
revealed them.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Sequence
from typing import NamedTuple

from client.session.match_session import drain_queue
from client.session.room_session import RoomExclusion
from client.table.replay.frames import Chat, ReplayFrames, StepInputs
from core.engine.game import State
from core.engine.hidden.secrets import openings
from lobby.discovery.probe import resolve_addresses, wait_for_match
from net.channels.addresses import Address
from net.match.events import ChatMessage, EndOfMatch, Report, StepResolved
from net.session.live_feed import SpectatorRunner, WatchConfig

END_TIMEOUT_SECONDS = 5.0
GONE = "Everyone has left, so the match ends here for spectators."


class StatusText(NamedTuple):
    """Message with a status text, while the session waits for the match."""

    words: str


class MatchFound(NamedTuple):
    """Message that the match is found, with the frames of its first state only."""

    frames: ReplayFrames


class StepShown(NamedTuple):
    """Message with a step, and the table after it."""

    step: StepResolved
    state: State


class NewsEnded(NamedTuple):
    """Message that no more news follows; `trouble` is the reason if the match is not over, else empty."""

    trouble: str
    finished: EndOfMatch | None = None
    """End of the match, or None if the session has not seen it."""


SpectatorNews = StatusText | MatchFound | StepShown | ChatMessage | NewsEnded | RoomExclusion


class SpectatorSession:
    """Spectator of the match of the room at one of these addresses; waits for a match that has not begun."""

    def __init__(self, addresses: Sequence[Address], code: str = "") -> None:
        self.addresses, self.code = addresses, code
        self._inbox: queue.SimpleQueue[SpectatorNews] = queue.SimpleQueue()
        self._watching: SpectatorRunner | None = None
        self._left = False
        self._begun = False
        self._thread = threading.Thread(target=self._main, name="tether-watch", daemon=True)

    def start(self) -> None:
        """Connect to the room."""
        self._thread.start()

    def news(self) -> list[SpectatorNews]:
        """Return all news since the last call."""
        return drain_queue(self._inbox)

    def close(self) -> None:
        """Stop watching."""
        self._left = True
        if self._watching is not None:
            self._watching.leave()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_SECONDS)

    # Worker thread ----------------------------------------------------------------------------------------------------

    def _main(self) -> None:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._watch())
        except Exception as failure:  # any error is shown to the player, and the window survives
            self._inbox.put(RoomExclusion.from_failure(failure))

    async def _watch(self) -> None:
        where = await resolve_addresses(self.addresses)
        waits = "The match of {}'s room has not begun yet; waiting for it."
        found = await wait_for_match(
            where, self.code, lambda notice: self._inbox.put(StatusText(waits.format(notice.name))), lambda: self._left
        )
        if self._left or found is None:
            return
        room, match = found.notice.room, found.notice.match
        config = WatchConfig(found.games, match, [found.contact], self.code, on_report=self._report, meeting=room)
        self._watching = watching = SpectatorRunner(config)
        watching.spectator.on_step = self._on_step
        with contextlib.suppress(asyncio.CancelledError):
            spectator = await watching.watch()
            self._begin()
            verdict = spectator.verdict
            trouble = f"The match stopped: {verdict.words}." if verdict is not None else GONE
            self._inbox.put(NewsEnded("" if spectator.finished is not None else trouble, spectator.finished))

    def _report(self, report: Report, state: State | None) -> None:
        self._begin()
        if isinstance(report, ChatMessage):
            self._inbox.put(report)

    def _on_step(self, step: StepResolved, state: State) -> None:
        self._begin()
        self._inbox.put(StepShown(step, state.clone()))

    def _begin(self) -> None:
        """Report once that the match is found."""
        table = self._watching.spectator.table if self._watching is not None else None
        if table is None or self._begun:
            return
        self._begun = True
        setup = table.genesis.game_setup(table.game)
        state = table.game.new_state(setup)
        self._inbox.put(MatchFound(ReplayFrames(
            table.game, table.match, table.genesis.names, dict(setup.options), False, "", [state], [state.digest()],
            faces={seat: {} for seat in table.seats},
        )))  # fmt: skip


def append_step(frames: ReplayFrames, said: StepShown) -> None:
    """Append a step to the replay, with the cards that the step revealed."""
    frames.states.append(said.state)
    frames.digests.append(said.step.digest)
    frames.events.append(said.step.events)
    frames.decided.append(StepInputs(said.step.decisions, said.step.beacon, said.step.lost))
    for seat, decision in said.step.decisions.items():
        frames.faces[seat].update((slot, copy) for slot, copy, _ in openings(decision))


def append_chat(frames: ReplayFrames, said: ChatMessage) -> Chat:
    """Append a line of chat to the replay."""
    frames.chat.append(Chat(frames.steps, said.seat, said.text, said.to))
    return frames.chat[-1]
