"""Endings of an interrupted program, each in a separate process.

The causes are Ctrl-C while the program loads, runs and exits, a reader that goes away, and a full disk.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.waits

ROOT = Path(__file__).resolve().parents[2]
WHOLE = 120.0
PROGRAM = "from client.app.entry import entry\nentry()\n"
STOPS_WHILE_IT_LOADS = """
import os, signal, sys

class Counting:
    left = {number}

    def find_spec(self, name, path=None, target=None):
        Counting.left -= 1
        if Counting.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

import client.app.entry
sys.meta_path.insert(0, Counting())
"""
STOPS_AS_IT_EXITS = """
import atexit, os, signal
import client.app.entry
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
"""
STOPS_WHERE_PYTHON_SWALLOWS_IT = """
import os, signal, time
import client.app.entry
from net.cli.games import cards

class Closing:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        sum(range(1000))

def game_by(rules, name, before=cards.game_of_ruleset):
    Closing()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(0.01)
    return before(rules, name)

cards.game_of_ruleset = game_by
"""


def heeds_ctrl_c() -> None:
    """Restore the default Ctrl-C action, since a test run in the background may pass on an ignored one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def tether(*words: str, first: str = "", **how: Any) -> subprocess.CompletedProcess[str]:
    """Run the program after executing these lines of Python."""
    command = [sys.executable, "-c", textwrap.dedent(first) + PROGRAM, *words]
    usual = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": heeds_ctrl_c}
    return subprocess.run(command, text=True, cwd=ROOT, timeout=WHOLE, check=False, **{**usual, **how})


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a record."""
    path = tmp_path_factory.mktemp("kept") / "match.tether"
    words = ["match", "--local", "--seats=3", "--seed=ends", "--bots=random", "--game=midnight", f"--out={path}"]
    assert tether(*words).returncode == 0
    return path


# Ctrl-C ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 20, 60, 120, 180])
def test_ctrl_c_stops_a_loading_command(number: int) -> None:
    said = tether("cards", first=STOPS_WHILE_IT_LOADS.format(number=number))
    assert (said.returncode, said.stdout, said.stderr.lstrip()) == (130, "", "tether: stopped\n")


@pytest.mark.parametrize(
    ("first", "words"),
    [(STOPS_AS_IT_EXITS, ["--version"]), (STOPS_WHERE_PYTHON_SWALLOWS_IT, ["cards"])],
    ids=["as it exits", "where Python swallows it"],
)
def test_ctrl_c_stops_a_command_where_python_may_swallow_the_signal(first: str, words: list[str]) -> None:
    said = tether(*words, first=first)
    assert said.returncode == 130 and said.stderr.strip() == "tether: stopped"


def test_an_ignored_ctrl_c_stays_ignored() -> None:
    """A shell starts programs in the background with Ctrl-C ignored."""
    said = tether(
        "--version",
        first=STOPS_WHILE_IT_LOADS.format(number=5),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert said.returncode == 0 and said.stderr == ""


@pytest.mark.parametrize("module", ["client", "lobby", "net.cli"])
def test_a_waiting_seat_names_the_awaited_seat_and_stops_on_ctrl_c(module: str, tmp_path: Path) -> None:
    words = [
        "peer",
        "--seats",
        "2",
        "--seat",
        "1",
        "--room",
        "x",
        "--peer",
        "127.0.0.1:9",
        "--port",
        "0",
        "--listen",
        "127.0.0.1",
    ]
    command = [sys.executable, "-m", module, *words, f"--keep={tmp_path}"]
    pipe = subprocess.PIPE
    seat = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=ROOT, preexec_fn=heeds_ctrl_c)
    assert seat.stdout is not None
    late = threading.Timer(WHOLE, seat.kill)  # one that says nothing must not be waited for
    late.start()
    try:
        first = seat.stdout.readline()
        seat.send_signal(signal.SIGINT)
        _, err = seat.communicate()
    finally:
        late.cancel()
    assert first.startswith("Waiting for Seat 2 at 127.0.0.1:9; this seat is on UDP port ")
    assert (seat.returncode, err.strip()) == (130, f"Stopped. To resume: tether resume {tmp_path}")
    assert not list(tmp_path.rglob("*.part"))


def test_ctrl_c_stops_an_installation() -> None:
    script = """
import runpy, sys
sys.path.insert(0, "scripts")
import environment
def installing(*_):
    raise KeyboardInterrupt
environment.python_for = installing
sys.argv = ["scripts/play.py", "--seats", "2"]
runpy.run_path("scripts/play.py", run_name="__main__")
"""
    command = [sys.executable, "-c", script]
    said = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=WHOLE, check=False)
    assert (said.returncode, said.stderr.strip()) == (130, "stopped")


# Streams and disks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["verify {}", "show {}", "cards", "--help", "--version", "code --qr", "verify --json {}"]
)
def test_output_to_a_full_disk_is_reported(words: str, kept: Path) -> None:
    with Path("/dev/full").open("w") as full:
        said = tether(*words.format(kept).split(), stdout=full)
    assert said.returncode == 1
    assert said.stderr.startswith("tether: ") and said.stderr.endswith("No space left on device\n")
    assert said.stderr.count("\n") == 1


def test_full_standard_streams_end_a_command_with_an_error(kept: Path) -> None:
    with Path("/dev/full").open("w") as full:
        assert tether("verify", str(kept), stdout=full, stderr=full).returncode == 1


@pytest.mark.parametrize("words", ["show {}", "cards", "--help"])
def test_a_closed_output_pipe_ends_a_command_quietly(words: str, kept: Path) -> None:
    there, here = os.pipe()
    os.close(there)
    said = tether(*words.format(kept).split(), stdout=here)
    os.close(here)
    assert (said.returncode, said.stderr) == (1, "")


def test_verify_works_without_a_standard_output(kept: Path) -> None:
    def closed() -> None:
        heeds_ctrl_c()
        os.close(1)

    assert tether("verify", str(kept), stdout=None, preexec_fn=closed).returncode == 0


def test_a_full_disk_leaves_no_partial_record_file(tmp_path: Path) -> None:
    def little() -> None:
        heeds_ctrl_c()
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    words = ["match", "--local", "--seats=3", "--bots=random", "--game=midnight", f"--out={tmp_path / 'x.tether'}"]
    said = tether(*words, preexec_fn=little)
    assert said.returncode == 1 and said.stderr.splitlines()[-1].startswith("tether: cannot write the record to ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_qr_code_is_printed_in_ascii_when_the_encoding_is_limited(encoding: str) -> None:
    said = tether("code", "--qr", env={**os.environ, "PYTHONIOENCODING": encoding})
    assert said.returncode == 0 and said.stderr == ""
    assert set("".join(said.stdout.splitlines()[1:])) == {"#", " "}
