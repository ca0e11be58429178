"""`tether host` and `tether join` as separate processes in the terminal."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from core.games.registry import GAMES, find_game
from lobby.cli import room as cli
from lobby.discovery import listing
from lobby.discovery.directory import DiscoveredRoom
from lobby.room.join_plan import GuestPlan, HostPlan
from net.match.genesis import rules_hash
from net.records import record
from net.records.verification import verify
from tests.net.session.test_saved_match import ROOM, begun
from tests.support.lobby import lan
from tests.support.tiers import quick_one_in

pytestmark = pytest.mark.waits

PATIENCE = 150.0


def start(*words: str) -> subprocess.Popen[str]:
    """Start a command of a player with a separate home folder."""
    command = [sys.executable, "-m", "lobby", *words]
    home = Path(os.environ["TETHER_TESTS_HOME"]) / secrets.token_hex(8)
    around = {**os.environ, "XDG_DATA_HOME": str(home)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=around)


@pytest.mark.parametrize(
    ("game", "short"),
    quick_one_in(
        2,
        [
            ("midnight", ""),
            ("bridgefront", "--option=vp_to_win=5 --option=max_action_steps=8"),
            ("outposts", "--option=brisk=on"),
            ("ambition", ""),
            ("cabinet", "--option=target=calm"),
        ],
    ),
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
    report = verify(record.read(kept), find_game(game))
    assert set(report.names) == {"Ada", "Bot Anvil", "Ilse"} and report.digest.hex() in digest


def test_a_guest_joins_by_the_second_address_of_an_invitation() -> None:
    """No program answers at the first address."""
    words = "host --seats 2 --bot random --port 0 --listen 127.0.0.1 --name Ada"
    host = start(*words.split())
    join = None
    try:
        assert host.stdout is not None
        found = re.fullmatch(r"Others join with: tether join \S+:(\d+) --code (\S+)\n", host.stdout.readline())
        assert found is not None
        text = f"tether:127.0.0.2:{found[1]},127.0.0.1:{found[1]}#{found[2]}"
        join = start("join", text, "--bot", "random", "--name", "Ilse")
        came = next((line for line in host.stdout if line.startswith("Seat 2: ")), "")
        assert came.startswith("Seat 2: Ilse ("), came
    finally:
        for program in (host, join):
            if program is not None:
                program.kill()
                program.communicate()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["join", "1:2:3"], "is no address"),
        (["join", "tether:10.0.0.1,10.0.0.2,10.0.0.3"], "has 3 addresses: an invitation has one or two"),
        (["join", "tether:10.0.0.1,10.0.0.1:5#K7Q2M-9XTR4"], "has 10.0.0.1 twice"),
        (["join", "255.255.255.255"], "not the address of one computer"),
        (["join", "1.2.3.4," * 100], "too long for an invitation"),
        (["join", "127.0.0.1", "--code", "short"], "is not an invite code"),
        (["join", "127.0.0.1", "--name", "Аda"], "1-24 letters"),
        (["join", "127.0.0.1", "--port", "99999"], "ports are 0 to 65535"),
        (["join", "no.such.host.invalid", "--bot", "random"], "no computer called"),
        (["host", "--seats", "9"], "2 to 6 seats"),
        (["host", "--seats", "2", "--bots", "random,random"], "do not fit"),
        (["host", "--bots", "nobody"], "no bot 'nobody'"),
    ],
)
def test_errors_of_host_and_join_are_reported_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words) != 0
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def test_host_and_join_open_the_window_when_it_is_available(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[HostPlan | GuestPlan, list[str]]] = []

    def window(plan: HostPlan | GuestPlan, bots: list[str]) -> int:
        asked.append((plan, bots))
        return 0

    monkeypatch.setattr(cli, "window", window)
    assert cli.run(["host", "--seats", "3", "--bots", "random", "--open"]) == 0
    assert cli.run(["join", "192.168.1.11:5000", "--code", "k7q2m-9xtr4"]) == 0
    assert cli.run(["join", "tether:192.168.1.11:5000,[fd00::2]:5000#K7Q2M-9XTR4"]) == 0
    (hosts, bots), (joins, _), (invited, _) = asked
    assert isinstance(invited, GuestPlan) and invited.addresses == (("192.168.1.11", 5000), ("fd00::2", 5000))
    assert isinstance(hosts, HostPlan) and hosts.seats == 3 and bots == ["random"] and not hosts.code and not hosts.bot
    assert isinstance(joins, GuestPlan) and joins.address == ("192.168.1.11", 5000) and joins.code == "K7Q2M9XTR4"


def heard(monkeypatch: pytest.MonkeyPatch, *rooms: dict[str, object]) -> list[tuple[GuestPlan, list[str]]]:
    """Stub rooms discovered at 10.0.0.1, 10.0.0.2, ... and return the plans passed to the window."""
    rules = rules_hash(GAMES["bridgefront"])
    found = [
        DiscoveredRoom(f"10.0.0.{n}", lan.announcement(n, **{"rules": rules, **room}), 0.0)
        for n, room in enumerate(rooms, 1)
    ]
    monkeypatch.setattr(listing, "listen_for", lambda *_: (found, []))
    asked: list[tuple[GuestPlan, list[str]]] = []
    monkeypatch.setattr(cli, "window", lambda plan, bots: asked.append((plan, bots)) or 0)
    return asked


def test_join_without_an_address_joins_the_only_room_with_a_free_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = heard(monkeypatch, {"taken": 6}, {}, {"rules": bytes(32)})
    assert cli.run(["join"]) == 0
    ((plan, _),) = asked
    assert plan.address == ("10.0.0.2", lan.PORT) and not plan.code
    assert capsys.readouterr().err == f"Host 2's room at 10.0.0.2:{lan.PORT}: {GAMES['bridgefront'].title}.\n"


@pytest.mark.parametrize("by_keep", [True, False])
def test_join_without_an_address_resumes_the_kept_match(
    by_keep: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room of a match in which the player has a seat takes precedence over an open room."""
    config, _ = begun(tmp_path / "tether")
    asked = heard(monkeypatch, {}, {"match": ROOM, "closed": True}, {"match": bytes(range(1, 33))})
    words = ["--keep", str(config.directory)] if by_keep else []
    if not by_keep:
        monkeypatch.setattr(cli, "kept_folder", lambda: config.directory)
    assert cli.run(["join", *words]) == 0
    ((plan, _),) = asked
    assert plan.address == ("10.0.0.2", lan.PORT)


def test_join_without_an_address_lists_several_rooms(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = heard(monkeypatch, {}, {})
    assert cli.run(["join"]) == 1 and not asked
    said = capsys.readouterr()
    assert "There are 2 rooms to join" in said.err and "10.0.0.1" in said.out and "10.0.0.2" in said.out
    for rooms, words in (((), "No rooms found here"), (({"taken": 6},), "All rooms here are full")):
        assert not heard(monkeypatch, *rooms) and cli.run(["join"]) == 1
        assert words in capsys.readouterr().err


def test_join_without_an_address_asks_for_the_code_of_a_closed_room(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = heard(monkeypatch, {"closed": True})
    assert cli.run(["join"]) == 1 and "needs an invite code: tether join 10.0.0.1" in capsys.readouterr().err
    assert cli.run(["join", "--code", "k7q2m-9xtr4"]) == 0 and asked[0][0].code == "K7Q2M9XTR4"
