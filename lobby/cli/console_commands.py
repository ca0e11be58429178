"""Commands that a person types while a bot plays: concede the match, or end it by agreement."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterable

from core.engine.text.words import join_list
from net.match.feed_reader import AGREES, CONCEDES
from net.seat.protocol import NotAsked
from net.session.runner import SILENT
from net.transport.udp import UdpPeer

HELP = "Type `concede` to give the match up, `end` to end it once all agree, `play on` to take that back."


class ConsoleCommands:
    """Queue of typed commands, which are executed on the next call of `execute`."""

    def __init__(self, tell: Callable[..., object]) -> None:
        self._tell = tell
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._sure = False
        """True if the last typed line was a first `concede`, which must be repeated."""

    def read_lines(self, lines: Iterable[str] | None = None) -> None:
        """Read typed lines in a daemon thread, which does not keep the program running."""
        source = sys.stdin if lines is None else lines

        def read() -> None:
            for line in source:
                self._lines.put(line)

        threading.Thread(target=read, daemon=True).start()

    def execute(self, peer: UdpPeer) -> None:
        """Execute the commands that were typed since the last call."""
        while not self._lines.empty():
            words = " ".join(self._lines.get().lower().split())
            sure, self._sure = self._sure, words == "concede"
            what = {"concede": CONCEDES if sure else None, "end": AGREES, "play on": 0}.get(words)
            if what is None:
                self._report(
                    "Type `concede` again to confirm; it cannot be taken back." if words == "concede" else HELP
                )
                continue
            try:
                peer.driver.declare_end(what)
            except NotAsked as why:
                self._report(f"Not now: {why}.")
                continue
            conceded = "You have conceded." + _concession_hint(peer) if what == CONCEDES else ""
            self._report({CONCEDES: conceded, AGREES: "You would end it here."}.get(what, "You play on."))

    def _report(self, words: str) -> None:
        self._tell("noted", words=words)


def _concession_hint(peer: UdpPeer) -> str:
    """Return a sentence on when a concession counts, or "" if no awaited seat has been silent."""
    silences = peer.driver.attendance.silences
    away = [owed.seat for owed in peer.driver.attendance.owed() if silences.get(owed.seat, 0.0) >= SILENT]
    names = peer.driver.protocol.table.genesis.names if peer.driver.protocol is not None else ()
    return (
        f" It counts as soon as {join_list(names[seat - 1] for seat in dict.fromkeys(away))} is back." if away else ""
    )
