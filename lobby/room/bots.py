"""Bots that take a seat in a room, or part in a tournament: each in a process of its own, coming as any guest does."""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from core.bots.names import free_names
from net.channels.addresses import Address, shown
from net.cli.processes import end, started, tether
from net.crypto.invite import CODE_VARIABLE


class RoomBots:
    """The bots of one member of a room. They end with it, and with the process that started them."""

    def __init__(
        self,
        trouble: Callable[[str], object] = lambda words: None,
        keep: Path | None = None,
        identity: bytes = b"",
        come: Callable[[bytes], object] = lambda identity: None,
    ) -> None:
        """`identity` brings them; `come` is told the identity of each bot that is on its way, `trouble` why one cannot
        play, both from a thread of its own; `keep` is where they keep matches.
        """
        self._trouble, self._keep, self._identity, self._come = trouble, keep, identity, come
        self._children: list[subprocess.Popen[str]] = []
        self._of: dict[bytes, subprocess.Popen[str]] = {}
        self._named: list[str] = []

    def add(self, contact: Address, code: str, bot: str, faction: str = "", names: Collection[str] = ()) -> None:
        """One more goes to the room at this address, under another name than these."""
        name = self._free_name(names)
        words = ["join", shown(contact), "--told", f"--bot={bot}", f"--name={name}", f"--by={self._identity.hex()}"]
        if faction:
            words.append(f"--faction={faction}")
        if self._keep is not None:
            words.append(f"--keep={self._keep}")
        self._start(words, {CODE_VARIABLE: code})

    def enter_tournament(self, contact: str, code: str, bot: str, names: Collection[str] = ()) -> None:
        """One more takes part in the tournament at this address, under another name than these."""
        words = ["tournament", "join", contact, "--told", f"--bot={bot}", f"--name={self._free_name(names)}"]
        self._start(words, {CODE_VARIABLE: code})

    def resume(self, home: Path, port: int, peers: Iterable[Address]) -> None:
        """The one whose match is kept in this directory goes on, on this port; some of the others are there."""
        self._start(["resume", str(home), "--told", f"--port={port}", *(f"--peer={shown(peer)}" for peer in peers)], {})

    def remove(self, identity: bytes) -> None:
        """Sends a bot away."""
        child = self._of.pop(identity, None)
        if child is not None:
            child.terminate()

    @property
    def pids(self) -> list[int]:
        """The process ids, in the order in which they came."""
        return [child.pid for child in self._children]

    def _free_name(self, names: Collection[str]) -> str:
        (name,) = free_names({*names, *self._named}, 1)
        self._named.append(name)
        return name

    def _start(self, words: Sequence[str], around: Mapping[str, str]) -> None:
        child = started([*tether("lobby"), *words], around)
        self._children.append(child)
        threading.Thread(target=self._listen, args=(child,), daemon=True).start()

    def add_all(self, contact: Address, code: str, bots: Sequence[str]) -> None:
        """One for each of these names."""
        for bot in bots:
            self.add(contact, code, bot)

    def end(self) -> None:
        """Ends those that still run."""
        end(self._children)
        self._children.clear()

    def _listen(self, child: subprocess.Popen[str]) -> None:
        for line in child.stdout or ():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                fields = json.loads(line)
                if fields["kind"] == "member":
                    identity = bytes.fromhex(fields["identity"])
                    self._of[identity] = child
                    self._come(identity)
                elif fields["kind"] == "failed":
                    self._trouble(str(fields["words"]))
