"""`tether host` and `tether join` as separate processes, in the terminal."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.games import find
from lobby import cli
from lobby.sitting import GuestPlan, HostPlan
from net import record
from net.verify import verify

PATIENCE = 150.0


def start(*words: str) -> subprocess.Popen[str]:
    """A command of its own."""
    command = [sys.executable, "-m", "lobby", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.mark.parametrize(
    ("game", "short"),
    [
        ("bridgefront", "--option=vp_to_win=5 --option=max_action_steps=8"),
        ("midnight", ""),
        ("cabinet", "--option=target=calm"),
    ],
    ids=["bridgefront", "midnight", "cabinet"],
)
def test_host_with_a_bot_and_a_guest_play_a_match(game: str, short: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.tether"
    words = "host --seats 3 --bots random --bot random --port 0 --listen 127.0.0.1 --name Ada"
    host = start(*words.split(), f"--game={game}", *short.split(), "--out", str(kept))
    said: list[str] = []
    try:
        assert host.stdout is not None
        first = host.stdout.readline()
        found = re.fullmatch(r"Others join with: tether join (\S+) --code (\S+)\n", first)
        assert found is not None, first
        join = start("join", found[1], "--code", found[2], "--bot", "random", "--name", "Ilse")
        guest, _ = join.communicate(timeout=PATIENCE)
        said, code = host.communicate(timeout=PATIENCE)[0].splitlines(), host.returncode
    finally:
        host.kill()
    assert (join.returncode, code) == (0, 0), (guest, said)
    digest = next(line for line in said if line.startswith("Digest"))
    assert digest in guest and re.search(r"Seat [23]: Bot Anvil \(", guest), "who of the two came first is open"
    report = verify(record.read(kept), find(game))
    assert set(report.names) == {"Ada", "Bot Anvil", "Ilse"} and report.digest.hex() in digest


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["join", "1:2:3"], "is no address"),
        (["join", "127.0.0.1", "--code", "short"], "is no invite code"),
        (["join", "127.0.0.1", "--name", "Аda"], "1-24 letters"),
        (["join", "127.0.0.1", "--port", "99999"], "ports are 1 to 65535"),
        (["join", "no.such.host.invalid", "--bot", "random"], "no computer called"),
        (["host", "--seats", "9"], "2 to 6 seats"),
        (["host", "--seats", "2", "--bots", "random,random"], "do not fit"),
        (["host", "--bots", "nobody"], "no bot 'nobody'"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words) != 0
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def test_a_window_is_asked_for_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[HostPlan | GuestPlan, list[str]]] = []

    def window(plan: HostPlan | GuestPlan, bots: list[str]) -> int:
        asked.append((plan, bots))
        return 0

    monkeypatch.setattr(cli, "window", window)
    assert cli.run(["host", "--seats", "3", "--bots", "random", "--open"]) == 0
    assert cli.run(["join", "192.168.1.11:5000", "--code", "k7q2m-9xtr4"]) == 0
    (hosts, bots), (joins, _) = asked
    assert isinstance(hosts, HostPlan) and hosts.seats == 3 and bots == ["random"] and not hosts.code and not hosts.bot
    assert isinstance(joins, GuestPlan) and joins.address == ("192.168.1.11", 5000) and joins.code == "K7Q2M9XTR4"
