"""Three hosts on two networks, one of them on both, that play a match and a tournament."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from lobby.cli import room as cli
from lobby.room.text import NO_NETWORK
from tests.support.lobby.namespaces import PATIENCE, Networks, until
from tests.support.tiers import LONG

pytestmark = [pytest.mark.needs("namespaces"), pytest.mark.waits]

FEW = ("--option", "vp_to_win=5", "--option", "max_action_steps=8")
SHORT = (*FEW, "--option", "base_mana=4")
ROUNDS = 3 if LONG else 2
"""Number of rounds; C is away in the first."""
AKI, BEN = (("Aki",), ("Ben",)) if LONG else ((), ())
NAMES = {"A": ("Ada", "Ann", *AKI), "B": ("Bea", "Bob", *BEN), "C": ("Cem", "Cai")}
PLAYERS = sum(map(len, NAMES.values()))


class Evening:
    """Programs on the hosts by the name of the player; their output goes to files."""

    def __init__(self, hosts: Networks, folder: Path) -> None:
        self.around = {"COLUMNS": "140", "HOME": str(folder), "XDG_STATE_HOME": str(folder)}
        self.hosts, self.folder = hosts, folder
        self.playing: dict[str, subprocess.Popen[str]] = {}

    def start(self, name: str, *words: str) -> subprocess.Popen[str]:
        """Start a program on the host with the same first letter, with a key of its own."""
        around = {**self.around, "XDG_DATA_HOME": str(self.folder / "homes" / name)}
        child = self.hosts.start(name[0], ["-m", "lobby", *words], self.out(name), around)
        self.playing[name] = child
        return child

    def out(self, name: str) -> Path:
        """Return the output file of a program."""
        return self.folder / f"{name}.out"

    def until(self, name: str, words: str) -> None:
        """Wait until this program prints a matching line, while all programs keep running."""

        def says() -> bool:
            assert all(child.poll() is None for child in self.playing.values()), self.said()
            return re.search(words, self.out(name).read_text(), re.MULTILINE) is not None

        until(says, self.out(name), self.playing[name])

    def said(self) -> dict[str, str]:
        """Return the output of all programs."""
        return {name: self.out(name).read_text() for name in self.playing}

    def end(self, *names: str) -> None:
        """Kill these programs."""
        for name in names:
            child = self.playing.pop(name)
            child.kill()
            child.wait()
            self.out(name).unlink()


def test_a_match_and_a_tournament_are_played_across_two_networks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Networks() as hosts:
        evening = Evening(hosts, tmp_path)
        match_of_three(evening)
        hosts.route()
        codes = tournament(evening)
    said = evening.said()
    assert codes == dict.fromkeys(said, 0), said
    digests = {re.findall(r"Digest +(\w+)", text)[-1] for text in said.values()}
    assert len(digests) == 1, said
    assert cli.run(["verify", str(tmp_path / "Cem.cup")]) == 0
    checked = capsys.readouterr().out
    assert f"{PLAYERS} players, {ROUNDS} rounds" in checked and digests.pop() in checked


def test_guests_on_both_networks_join_by_one_invitation(tmp_path: Path) -> None:
    """The host is on two networks, and each guest can reach one of the host's addresses."""
    with Networks() as hosts:
        evening = Evening(hosts, tmp_path)
        evening.start("Bea", "host", "--seats", "3", "--name", "Bea", "--bot", "random", *FEW)
        evening.until("Bea", r"an invitation that works in both networks: tether join '(\S+)'$")
        text = re.findall(r"tether join '(tether:\S+)'$", evening.out("Bea").read_text(), re.MULTILINE)[-1]
        assert {hosts.addresses["B"], hosts.addresses["B2"]} == set(re.findall(r"\d+(?:\.\d+){3}", text))
        for name in ("Ada", "Cem"):
            evening.start(name, "join", text, "--name", name, "--bot", "random")
        for name in ("Ada", "Bea", "Cem"):
            evening.until(name, r"^Round 1:")


LISTED = """
from lobby.discovery.listing import listen_for
from net.channels.addresses import format_address
for heard in listen_for(1.5)[0]:
    print(format_address((heard.host, heard.announcement.port)))
"""


def test_a_room_is_listed_and_joined_on_a_network_without_ipv4(tmp_path: Path) -> None:
    """The hosts have only link-local addresses, which each computer names with its own interface."""
    with Networks() as hosts:
        hosts.without_ipv4()
        evening = Evening(hosts, tmp_path)
        evening.start("Ada", "host", "--seats", "2", "--open", "--name", "Ada", *FEW, "--bot", "random")
        heard = tmp_path / "heard"

        def address() -> re.Match[str] | None:
            heard.unlink(missing_ok=True)
            hosts.start("B", ["-c", LISTED], heard, evening.around).wait(PATIENCE)
            return re.search(r"^\[fe80:.*%\d+\]:47801$", heard.read_text(), re.MULTILINE)

        def row() -> re.Match[str] | None:
            heard.unlink(missing_ok=True)
            hosts.start("B", ["-m", "lobby", "rooms", "--for", "1.5"], heard, evening.around).wait(PATIENCE)
            return re.search(r"^\[fe80:\S*%\d+\]:47801 +Ada ", heard.read_text(), re.MULTILINE)

        evening.until("Ada", r"^Others join with: tether join '\[fe80:[0-9a-f:]+\]:47801'")
        assert NO_NETWORK not in evening.out("Ada").read_text()
        hosts.unplug()
        evening.until("Ada", f"^{NO_NETWORK}")
        hosts.plug()
        evening.until("Ada", f"^{NO_NETWORK}\n(.*\n)*Waiting for 1 more player")
        until(row, heard)
        until(address, heard)
        evening.start("Bea", "join", heard.read_text().split()[0], "--name", "Bea", "--bot", "random")
        for name in ("Ada", "Bea"):
            evening.until(name, r"^Round 2:")


def test_a_link_local_address_can_be_typed_as_the_host_shows_it(tmp_path: Path) -> None:
    """A computer with one interface need not name it in the address.

    B's name for the interface means nothing to A.
    """
    with Networks() as hosts:
        hosts.without_ipv4()
        evening, address = Evening(hosts, tmp_path), f"[{hosts.link_address()}]:47801"
        evening.start("Bea", "host", "--seats", "2", "--open", "--name", "Bea", *FEW, "--bot", "random")
        evening.until("Bea", f"^Others join with: tether join '{re.escape(address)}'")
        evening.start("Ada", "join", address, "--name", "Ada", "--bot", "random")
        for name in ("Ada", "Bea"):
            evening.until(name, r"^Round 2:")


def match_of_three(evening: Evening) -> None:
    """Play a match of three in which C is not on the network of A.

    C discovers the room through B, a member of it, and receives all of A's messages through B.
    """
    evening.start("Ada", "host", "--seats", "3", "--open", "--name", "Ada", *FEW, "--bot", "random")
    for name, members, contact in (("Bea", "1", "10.71.1.1"), ("Cem", "2", "10.71.2.2")):
        where = room(evening, name[0], members)
        assert where.startswith(contact)
        evening.start(name, "join", where, "--name", name, "--bot", "random")
    for name in ("Ada", "Bea", "Cem"):
        evening.until(name, r"^Round 3:")
    rounds = [
        dict(re.findall(r"^(Round [23]|All seats are taken): (.*)$", text, re.MULTILINE))
        for text in evening.said().values()
    ]
    assert len(rounds[0]) == 3 and rounds[0] == rounds[1] == rounds[2], rounds
    evening.end("Ada", "Bea", "Cem")


def room(evening: Evening, host: str, members: str) -> str:
    """Return the address at which a host discovers Ada's room with this number of members."""
    heard = evening.folder / f"rooms {host}"

    def row() -> re.Match[str] | None:
        heard.unlink(missing_ok=True)
        command = ["-m", "lobby", "rooms", "--for", "1.5"]
        evening.hosts.start(host, command, heard, evening.around).wait(PATIENCE)
        return re.search(rf"^(10\S+) +Ada .* {members} of 3", heard.read_text(), re.MULTILINE)

    until(row, heard)
    found = re.search(r"^(10\S+)", heard.read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def tournament(evening: Evening) -> dict[str, int]:
    """Play a tournament that all hosts find by its title; C restarts and resumes without an address."""

    def enter(name: str, *words: str) -> None:
        out = ("--out", str(evening.folder / f"{name}.cup"))
        evening.start(name, "tournament", *words, *out)

    def here(name: str) -> tuple[str, ...]:
        return "--name", name, "--keep", str(evening.folder / name)

    terms = ("--title", "Friday", "--start-with", str(PLAYERS), "--rounds", str(ROUNDS), "--tables", "2,2,2", *SHORT)
    enter("Bea", "open", "--open", *terms, *here("Bea"))
    evening.until("Bea", "Others take part")
    for name in [name for names in NAMES.values() for name in names if name != "Bea"]:
        enter(name, "join", "friday", *here(name))
    evening.until("Cem", "^Round 1$")
    evening.end(*NAMES["C"])
    for name in NAMES["C"]:
        enter(name, "run", str(evening.folder / name))
    return {name: child.wait(PATIENCE) for name, child in evening.playing.items()}
