"""Three hosts on two networks, one of them on both: they hear of each other, sit down in one room and play a while."""

from __future__ import annotations

import re
from pathlib import Path

from tests.lobby.namespaces import PATIENCE, Networks, until


def test_three_hosts_on_two_networks_find_each_other_and_play(tmp_path: Path) -> None:
    """C is not on the network of A: it hears of the room from B, which sits in it, and gets all of A's words from B."""
    around = {"COLUMNS": "140", "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    out = {host: tmp_path / host for host in "ABC"}
    lists = {host: tmp_path / f"rooms {host}" for host in "BC"}
    short = ["--option", "vp_to_win=5", "--option", "max_action_steps=8", "--bot", "random"]
    with Networks() as hosts:

        def rooms(host: str, seats: str) -> str:
            """The address at which a host hears of Ada's room once it has so many members."""

            def heard() -> str:
                lists[host].unlink(missing_ok=True)
                hosts.start(host, ["-m", "lobby", "rooms", "--seconds", "1.5"], lists[host], around).wait(PATIENCE)
                row = re.search(rf"^(10\S+) +Ada .* {seats} of 3", lists[host].read_text(), re.MULTILINE)
                return row[1] if row else ""

            found: list[str] = []
            until(lambda: found.append(heard()) or found[-1], lists[host])
            return found[-1]

        playing = {"A": hosts.start("A", ["-m", "lobby", "host", "--seats", "3", "--open", "--name", "Ada", *short],
                                    out["A"], around)}  # fmt: skip
        for host, name, seats in (("B", "Bea", "1"), ("C", "Cem", "2")):
            command = ["-m", "lobby", "join", rooms(host, seats), "--name", name, "--bot", "random"]
            playing[host] = hosts.start(host, command, out[host], around)

        def rounds() -> list[dict[str, str]]:
            """What each host has said of the rounds, and of the match."""
            return [dict(re.findall(r"^(Round \d+|All seats are taken): (.*)$", out[host].read_text(), re.MULTILINE))
                    for host in "ABC"]  # fmt: skip

        until(lambda: all("Round 3" in said for said in rounds()), out["A"], playing["A"])
        said = rounds()
        assert all(child.poll() is None for child in playing.values())
        assert "10.71.1.1" in lists["B"].read_text() and "10.71.2.2" in lists["C"].read_text()
    for what in ("All seats are taken", "Round 2", "Round 3"):
        assert len({one[what] for one in said}) == 1, said
