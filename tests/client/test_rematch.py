"""Two windows in separate processes, operated by mouse from outside.

One mutes the other and one concedes. Both press *Rematch* and begin again, each one seat further.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.games.registry import find_game
from net.cli.matches.processes import free_ports
from net.match.early_end import CONCEDED
from net.records import record
from net.records.verification import verify
from tests.support.client.person import Client

pytestmark = [pytest.mark.needs("xvfb", "xdotool"), pytest.mark.waits]

CODE = "K7Q2M-9XTR4"
GAME = "outposts"


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[tuple[Client, Client]]:
    """Yield a host and a guest, without bots."""
    (port,) = free_ports(1)
    host = Client("Ada", tmp_path / "ada", "host", "--game", GAME, "--seats", "2", "--port", str(port), "--code", CODE)
    guest = None
    try:
        host.until(lambda: any(seen["screen"] == "RoomScreen" and seen.get("words") for seen in host.seen))
        guest = Client("Ilse", tmp_path / "ilse", "join", f"127.0.0.1:{port}", "--code", CODE)
        yield host, guest
    finally:
        host.end()
        if guest is not None:
            guest.end()


def now(client: Client) -> dict[str, Any]:
    """Return the latest state that the window has shown."""
    return client.seen[-1] if client.seen else {}


def plays(client: Client) -> bool:
    """Return True if a match is on the client's table."""
    there = now(client)
    return there.get("screen") != "EndScreen" and there.get("game") == "outposts" and bool(there.get("own"))


def begins(client: Client) -> bool:
    """Press *Ready* if it can be pressed; return True if the match has begun.

    On a busy computer a seat may be lost in the room, and then nobody is ready any more.
    """
    there = now(client)
    if there.get("screen") == "RoomScreen" and there["full"] and not there["ready"]:
        client.click("Ready")
        client.until(lambda: now(client) != there)
    return plays(client)


def say(client: Client, line: str) -> None:
    """Send a chat line to the table and wait for it to appear."""
    if "Say" not in client.places:
        client.press("t")
    client.click("Say")
    client.write(line)
    client.until(lambda: f"You: {line}" in now(client)["chat"], line)


def test_two_windows_can_mute_concede_and_play_a_rematch(clients: tuple[Client, Client]) -> None:
    host, guest = clients
    host.until(lambda: sum(map(begins, clients)) == len(clients))
    seats = [now(client)["own"] for client in clients]
    assert sorted(seats) == [1, 2]

    say(guest, "hello there")
    host.until(lambda: "Ilse: hello there" in now(host)["chat"])
    host.press("t")
    host.click("Mute players")
    host.press("Down", "Return")
    host.until(lambda: any("is muted" in line for line in now(host)["chat"]))
    say(guest, "spam and more spam")

    guest.press("Escape")
    guest.click("Concede")
    guest.until(lambda: "Close" in guest.places and "Propose a draw" not in guest.places)
    guest.click("Concede")
    for client in clients:
        client.until(lambda client=client: now(client)["screen"] == "EndScreen")
        assert sorted(now(client)["standing"]) == sorted([[seats[0], 1], [seats[1], 2]])
    assert not [line for seen in host.seen for line in seen.get("chat", ()) if "spam" in line]
    for client in clients:
        (kept,) = (client.home / "data" / "tether" / "records").iterdir()
        report = verify(record.read(kept), find_game(GAME))
        assert report.complete and report.ended == CONCEDED

    for client in (guest, host):  # nobody has to be ready: once both are back it begins
        client.click("Rematch")
    for client in clients:
        client.until(lambda client=client: plays(client))
    assert [now(client)["own"] for client in clients] == seats[::-1], "each a seat on"
    for client in clients:
        assert not (client.home / "errors").read_text().count("Traceback")
