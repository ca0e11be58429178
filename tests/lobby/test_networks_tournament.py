"""Three hosts on two networks, one of them on both: a tournament of eight with a host switched off and on."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from lobby import cli
from tests.lobby.namespaces import PATIENCE, Networks, until

SHORT = ("--option", "vp_to_win=5", "--option", "max_action_steps=8", "--option", "base_mana=4")
NAMES = {"A": ("Ada", "Ann", "Aki"), "B": ("Bea", "Bob", "Ben"), "C": ("Cem", "Cai")}


def test_eight_players_on_two_networks_with_a_host_switched_off_and_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All find the tournament by its title, and C's programs go on without an address."""
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}  # once, not ten times
    around = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), **compiled}
    out = {name: tmp_path / f"{name}.out" for names in NAMES.values() for name in names}
    playing: dict[str, subprocess.Popen[str]] = {}

    def says(name: str, words: str) -> bool:
        """Whether a program has said that line, while all of them run."""
        assert all(child.poll() is None for child in playing.values()), [one.read_text() for one in out.values()]
        return words in out[name].read_text()

    with Networks(routed=True) as hosts:

        def start(name: str, *words: str) -> None:
            command = ("-m", "lobby", "tournament", *words, "--out", str(tmp_path / f"{name}.cup"))
            playing[name] = hosts.start(name[0], command, out[name], around)

        def here(name: str) -> tuple[str, ...]:
            return "--name", name, "--keep", str(tmp_path / name)

        terms = ("--title", "Friday", "--start-with", "8", "--rounds", "3", "--tables", "2,2,2", *SHORT)
        start("Bea", "open", "--open", *terms, *here("Bea"))
        until(lambda: says("Bea", "Others take part"), out["Bea"], playing["Bea"])
        for name in [name for name in out if name != "Bea"]:
            start(name, "join", "friday", *here(name))
        until(lambda: says("Cem", "Round 1\n"), out["Cem"], playing["Cem"])
        for name in NAMES["C"]:
            playing[name].kill()
            playing[name].wait()
        for name in NAMES["C"]:
            start(name, "run", str(tmp_path / name))
        codes = {name: child.wait(PATIENCE) for name, child in playing.items()}
    said = {name: path.read_text() for name, path in out.items()}
    assert codes == dict.fromkeys(out, 0), said
    digests = {re.findall(r"Digest +(\w+)", text)[-1] for text in said.values()}
    assert len(digests) == 1, said
    assert cli.run(["verify", str(tmp_path / "Cem.cup")]) == 0
    checked = capsys.readouterr().out
    assert "8 players, 3 rounds" in checked and digests.pop() in checked
