"""Bots that take a seat in a room, or take part in a tournament.

Each bot runs in its own process and joins in the same way as any guest.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.bots.names import free_names
from lobby.players.colours import COLOURS, NO_COLOUR
from net.channels.addresses import Address, format_address
from net.cli.matches.processes import end_processes, start_process, tether_command
from net.crypto.invite import CODE_VARIABLE
from net.system.game_files import file_options


class RequestedBot(NamedTuple):
    """Bot to bring to a room: its level and, in a rematch, the name and the colour that it had."""

    level: str
    name: str = ""
    colour: int = NO_COLOUR


class RoomBots:
    """Bots that one member of a room has brought.

    They end when `end` is called, or when the process that started them ends.
    """

    def __init__(
        self,
        on_trouble: Callable[[str], object] = lambda words: None,
        keep: Path | None = None,
        identity: bytes = b"",
        on_start: Callable[[bytes], object] = lambda identity: None,
    ) -> None:
        """Set up an object without bots.

        `identity` is the member that brings the bots. `on_start` is called with the identity of each bot that has been
        started, and `on_trouble` with the reason if a bot cannot play. Both are called from another thread. `keep` is
        the folder in which the bots save matches.
        """
        self._trouble, self._keep, self._identity, self._come = on_trouble, keep, identity, on_start
        self._children: list[subprocess.Popen[str]] = []
        self._by_identity: dict[bytes, subprocess.Popen[str]] = {}
        self._names: list[str] = []
        self.not_started = ""
        """Error of a bot whose process ended before it could look for the room, or ""."""

    def add(
        self, contact: Address, code: str, bot: RequestedBot, faction: str = "", names: Collection[str] = ()
    ) -> None:
        """Start a bot that joins the room at this address, under its own name or one that is not in `names`."""
        name = bot.name or self._free_name(names)
        words = [
            "join",
            format_address(contact),
            *file_options(),
            "--told",
            f"--bot={bot.level}",
            f"--name={name}",
            f"--by={self._identity.hex()}",
        ]
        if bot.colour:
            words.append(f"--colour={COLOURS[bot.colour - 1]}")
        if faction:
            words.append(f"--faction={faction}")
        if self._keep is not None:
            words.append(f"--keep={self._keep}")
        self._start(words, {CODE_VARIABLE: code})

    def enter_tournament(self, contact: str, code: str, bot: str, names: Collection[str] = ()) -> None:
        """Start a bot that joins the tournament at this address, under a name that is not in `names`."""
        words = ["tournament", "join", contact, *file_options()]
        words += ["--told", f"--bot={bot}", f"--name={self._free_name(names)}"]
        self._start(words, {CODE_VARIABLE: code})

    def resume(self, home: Path, port: int, peers: Iterable[Address]) -> None:
        """Start, on this port, the bot whose match is saved in this directory.

        `peers` are the addresses of other seats.
        """
        words = ["resume", str(home), *file_options(), "--told", f"--port={port}"]
        self._start([*words, *(f"--peer={format_address(peer)}" for peer in peers)], {})

    def remove(self, identity: bytes) -> None:
        """End the process of the bot with this identity."""
        child = self._by_identity.pop(identity, None)
        if child is not None:
            child.terminate()

    @property
    def pids(self) -> list[int]:
        """Process ids of the bots, in the order in which they were added."""
        return [child.pid for child in self._children]

    def _free_name(self, names: Collection[str]) -> str:
        (name,) = free_names({*names, *self._names}, 1)
        self._names.append(name)
        return name

    def _start(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        child = start_process([*tether_command("lobby"), *words], environment)
        self._children.append(child)
        threading.Thread(target=self._listen, args=(child,), daemon=True).start()

    def add_all(self, contact: Address, code: str, bots: Sequence[str]) -> None:
        """Start a bot for each of these names of bots."""
        for bot in bots:
            self.add(contact, code, RequestedBot(bot))

    def end(self) -> None:
        """End the bots that are still running."""
        children = list(self._children)
        self._children.clear()
        end_processes(children)

    def _listen(self, child: subprocess.Popen[str]) -> None:
        kinds, last = set[str](), ""
        for line in child.stdout or ():
            last = line.strip() or last
            with contextlib.suppress(ValueError, KeyError, TypeError):
                fields = json.loads(line)
                kinds.add(fields["kind"])
                if fields["kind"] == "member":
                    identity = bytes.fromhex(fields["identity"])
                    self._by_identity[identity] = child
                    self._come(identity)
                elif fields["kind"] == "failed":
                    self._trouble(str(fields["words"]))
        if child in self._children and not kinds:
            self.not_started = last.removeprefix("tether: ") or "its process has ended"
            self._trouble(self.not_started)
