"""Bots that take a seat in a room, or take part in a tournament.

Each bot runs in its own process, and joins in the same way as any guest.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from core.bots.names import free_names
from net.channels.addresses import Address, format_address
from net.cli.matches.processes import end, started, tether
from net.crypto.invite import CODE_VARIABLE


class RoomBots:
    """The bots of one member of a room.

    The bots end when this object ends them, or when the process that started them ends.
    """

    def __init__(
        self,
        trouble: Callable[[str], object] = lambda words: None,
        keep: Path | None = None,
        identity: bytes = b"",
        come: Callable[[bytes], object] = lambda identity: None,
    ) -> None:
        """Start without bots.

        `identity` is the member that brings the bots. `come` receives the identity of each bot that is on its way.
        `trouble` receives the reason if a bot cannot play. Both are called from another thread. `keep` is the folder in
        which the bots save matches.
        """
        self._trouble, self._keep, self._identity, self._come = trouble, keep, identity, come
        self._children: list[subprocess.Popen[str]] = []
        self._of: dict[bytes, subprocess.Popen[str]] = {}
        self._named: list[str] = []

    def add(self, contact: Address, code: str, bot: str, faction: str = "", names: Collection[str] = ()) -> None:
        """Send one more bot to the room at this address, with a name not in `names`."""
        name = self._free_name(names)
        words = [
            "join",
            format_address(contact),
            "--told",
            f"--bot={bot}",
            f"--name={name}",
            f"--by={self._identity.hex()}",
        ]
        if faction:
            words.append(f"--faction={faction}")
        if self._keep is not None:
            words.append(f"--keep={self._keep}")
        self._start(words, {CODE_VARIABLE: code})

    def enter_tournament(self, contact: str, code: str, bot: str, names: Collection[str] = ()) -> None:
        """Send one more bot to the tournament at this address, with a name not in `names`."""
        words = ["tournament", "join", contact, "--told", f"--bot={bot}", f"--name={self._free_name(names)}"]
        self._start(words, {CODE_VARIABLE: code})

    def resume(self, home: Path, port: int, peers: Iterable[Address]) -> None:
        """Resume, on this port, the bot whose match is saved in this directory.

        `peers` are the addresses of other seats.
        """
        self._start(
            ["resume", str(home), "--told", f"--port={port}", *(f"--peer={format_address(peer)}" for peer in peers)], {}
        )

    def remove(self, identity: bytes) -> None:
        """End the process of the bot with this identity."""
        child = self._of.pop(identity, None)
        if child is not None:
            child.terminate()

    @property
    def pids(self) -> list[int]:
        """Ids of the bots' processes, in the order in which the bots were added."""
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
        """Send one bot for each of these names of bots."""
        for bot in bots:
            self.add(contact, code, bot)

    def end(self) -> None:
        """End the bots that are still running."""
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
