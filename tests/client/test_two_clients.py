"""Two windows in separate processes, operated by xdotool, that play a match with two bots over UDP."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from core.engine.result import TEAM
from core.games.registry import find_game
from net.cli.matches.processes import free_ports
from net.records import record
from net.records.verification import Replay, verify
from tests.support.client.person import PATIENCE, Client
from tests.support.tiers import quick_one_in

pytestmark = [pytest.mark.needs("xvfb", "xdotool"), pytest.mark.waits]

CODE = "K7Q2M-9XTR4"
SHORT = {
    "bridgefront": ("--option", "vp_to_win=5", "--option", "max_action_steps=8"),
    "cabinet": ("--option", "target=calm"),
    "ambition": (),
}
"""The games, with the options that shorten them."""


@pytest.fixture(params=quick_one_in(3, SHORT))
def game(request: pytest.FixtureRequest) -> str:
    """Return the game to play."""
    return str(request.param)


@pytest.fixture
def clients(tmp_path: Path, game: str) -> Iterator[tuple[Client, Client]]:
    """Yield a host with two bots, and a guest."""
    (port,) = free_ports(1)
    words = ("--seats", "4", "--bots", "heuristic,heuristic", "--port", str(port), "--code", CODE)
    host = Client("Ada", tmp_path / "ada", "host", "--game", game, *words, *SHORT[game])
    guest = None
    try:
        host.until(lambda: any(seen["screen"] == "RoomScreen" and seen.get("words") for seen in host.seen))
        guest = Client("Ilse", tmp_path / "ilse", "join", f"127.0.0.1:{port}", "--code", CODE)
        yield host, guest
    finally:
        host.end()
        if guest is not None:
            guest.end()


def test_two_windows_and_two_bots_play_a_match_to_its_end(clients: tuple[Client, Client], game: str) -> None:
    rules = find_game(game)
    ends = time.monotonic() + PATIENCE
    over = [False, False]
    while not all(over):
        assert time.monotonic() < ends, [client.seen[-1:] for client in clients]
        over = [client.act() for client in clients]
        with suppress(subprocess.TimeoutExpired):
            clients[0].process.wait(timeout=0.02)
    final = [client.seen[-1] for client in clients]
    assert final[0]["digest"] == final[1]["digest"] and final[0]["standing"] == final[1]["standing"]
    ranks = {rank for _, rank in final[0]["standing"]}
    assert len(ranks) == 1 if rules.kind == TEAM else 1 in ranks
    for client in clients:
        (kept,) = (client.home / "data" / "tether" / "records").iterdir()
        match = record.read(kept)
        report = verify(match, rules)
        assert report.complete and report.digest.hex() == final[0]["digest"]
        assert set(report.names) >= {"Ada", "Ilse"} and len(report.names) == 4
        replay = Replay(match, rules)
        digests = {step.t: step.digest.hex() for step in replay.steps()}
        shown = {seen["t"]: seen["shown"] for seen in client.seen if seen.get("shown") and seen["t"]}
        assert len(shown) > 10 and all(digests[t] == digest for t, digest in shown.items())
        assert not (client.home / "errors").read_text().count("Traceback")
