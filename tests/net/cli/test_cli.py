"""The command line: matches, records, cards, and a single clear line for each error."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.game import GAME as BRIDGEFRONT
from net.cli.app import cli, run
from net.cli.matches.match import ProcessMonitor
from net.cli.matches.processes import Processes, ProcessMessage, ProcessPlan, free_ports
from net.cli.matches.progress import Progress
from net.crypto.invite import normalize_code
from net.match.events import FoundDesync, FoundEvidence
from net.proofs import evidence
from net.records import record
from net.transport.simulated import SimulatedNetwork
from tests.support.net import cheats
from tests.support.net.tables import drivers

pytestmark = pytest.mark.waits

KEYS = [
    "game",
    "kind",
    "seats",
    "options",
    "seed",
    "rounds",
    "steps",
    "winners",
    "ranking",
    "digest",
    "audit",
    "unaudited",
    "seconds",
    "datagrams",
    "bytes",
    "left_out",
]
ROOT = Path(__file__).resolve().parents[3]
TETHER = [sys.executable, "-m", "net.cli"]
WHOLE = 60.0


class Said(NamedTuple):
    """Result of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def tether(capfd: pytest.CaptureFixture[str]) -> Any:
    """Return a runner of commands in this process."""

    def command(*args: str | Path) -> Said:
        capfd.readouterr()
        code = run([str(arg) for arg in args])
        return Said(code, *capfd.readouterr())

    return command


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a match of two seats, played in one process."""
    path = tmp_path_factory.mktemp("records") / "match.tether"
    assert (
        run(["match", "--seats", "2", "--seed", "kept", "--bots", "random", "--local", "--json", "--out", str(path)])
        == 0
    )
    return path


# Matches --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "bots"), [(2, "heuristic,random"), (3, "random")])
def test_separate_processes_and_local_play_give_the_same_match(
    tether: Any, tmp_path: Path, seats: int, bots: str
) -> None:
    words = ["match", "--seats", str(seats), "--seed", "one & the same ☂", "--bots", bots, "--json"]
    apart = json.loads(tether(*words, "--out", tmp_path / "apart.tether").out)
    local = json.loads(tether(*words, "--local", "--out", tmp_path / "local.tether").out)
    assert list(apart) == list(local) == KEYS
    assert apart["audit"] == local["audit"] == "passed"
    for key in ("digest", "steps", "rounds", "ranking", "options", "seed"):
        assert apart[key] == local[key], key
    assert min(apart["datagrams"]) > 0
    assert min(apart["bytes"]) > 0
    assert len(apart["bytes"]) == seats
    assert tether("show", tmp_path / "apart.tether").out == tether("show", tmp_path / "local.tether").out


def test_match_prints_the_standing_at_the_end(tether: Any) -> None:
    said = tether("match", "--seats", "2", "--seed", "words", "--bots", "random", "--local")
    assert said.code == 0
    for words in ("Test match (seed 'words')", "Permanence", "Digest  ", "Audit   passed", " rounds and "):
        assert words in said.out
    assert "Round 1: Seat" in said.err


def test_match_prints_the_shared_score_of_a_team(tether: Any) -> None:
    said = tether("match", "--game", "cabinet", "--seats", "2", "--local", "--seed", "one team")
    assert "Turn 1, 0 of 12 points: the team has 0 points" in said.err and "Seat 1: 0" not in said.err


@pytest.mark.parametrize("seed", ["", "e\u0301", "two\nlines", "x" * 20_000, "no text: \udcff"], ids=range(5))
def test_any_text_can_be_a_seed(tether: Any, tmp_path: Path, seed: str) -> None:
    path = tmp_path / "seeded.tether"
    words = ["match", "--seats", "2", "--bots", "random", "--local", "--json", "--out", path]
    first, again = (json.loads(tether(*words, f"--seed={seed}").out) for _ in range(2))
    assert first["audit"] == "passed"
    assert first["digest"] == again["digest"]
    assert tether("verify", path).code == 0


def test_matches_without_a_seed_differ(tether: Any) -> None:
    digests = {
        json.loads(tether("match", "--seats", "2", "--bots", "random", "--local", "--json").out)["digest"]
        for _ in range(2)
    }
    assert len(digests) == 2


def test_match_uses_the_given_factions_and_options(tether: Any) -> None:
    words = ["match", "--seats", "2", "--seed", "f", "--bots", "random", "--local", "--json"]
    plain = json.loads(tether(*words).out)
    chosen = json.loads(tether(*words, "--faction", "cipher,gatewright", "--option", "gold_word=Aurum").out)
    assert {row["seat"]: row["faction"] for row in chosen["ranking"]} == {1: "cipher", 2: "gatewright"}
    assert chosen["options"] == {**plain["options"], "gold_word": "Aurum"}
    assert chosen["digest"] != plain["digest"]
    assert list(chosen["ranking"][0]) == ["rank", "seat", "faction", "permanent", "control", "gold"]


def test_peers_that_share_a_room_word_find_each_other(tmp_path: Path) -> None:
    ports = free_ports(2)
    processes = []
    for seat, port, other in ((1, *ports), (2, *reversed(ports))):
        words = ["peer", "--seats=2", f"--seat={seat}", "--room=friday", "--bot=random", "--listen=127.0.0.1"]
        words += [f"--port={port}", f"--peer=127.0.0.1:{other}", f"--out={tmp_path / str(seat)}"]
        processes.append(subprocess.Popen([*TETHER, *words], stdout=subprocess.PIPE, text=True, cwd=ROOT))
    said = [process.communicate(timeout=WHOLE)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert said[0].splitlines()[-1] == said[1].splitlines()[-1]
    assert "All seats are taken" in said[0]
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


# What stops a match ---------------------------------------------------------------------------------------------------


def plan(tmp_path: Path, seats: int = 2) -> ProcessPlan:
    return ProcessPlan("bridgefront", seats, {}, "stops", ["random"] * seats, [""] * seats, tmp_path / "record")


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_dead_process_is_named_and_ends_all_others(tmp_path: Path) -> None:
    table = ProcessMonitor(2, Progress(quiet=True))
    with Processes(plan(tmp_path)) as processes:
        for told in processes.messages(WHOLE):
            table.process(told)
            if told is not None and told.kind == "seated":
                os.kill(processes.pids[2], signal.SIGKILL)
            if table.trouble:
                break
    assert table.trouble == "the process of Seat 2 ended by signal 9 before the match was over"
    assert all(gone(pid) for pid in processes.pids.values())


def heeds_ctrl_c() -> None:
    """Restore the default Ctrl-C action, since a test run in the background may pass on an ignored one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_every_process_of_the_match() -> None:
    words = [*TETHER, "match", "--seats=4"]
    pipe = subprocess.PIPE
    match = subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, cwd=ROOT, preexec_fn=heeds_ctrl_c)
    assert match.stderr is not None
    match.stderr.readline()
    children = Path(f"/proc/{match.pid}/task/{match.pid}/children").read_text().split()
    match.send_signal(signal.SIGINT)
    _, err = match.communicate(timeout=WHOLE)
    assert len(children) == 4
    assert match.returncode == 130
    assert "tether: stopped" in err
    assert "Traceback" not in err
    assert all(gone(int(pid)) for pid in children)


def test_a_verdict_stops_the_match_and_awaited_seats_are_named() -> None:
    said: list[str] = []

    class Quiet(Progress):
        def set_awaited(self, words: str) -> None:
            said.append(words)

    table = ProcessMonitor(3, Quiet(quiet=True))
    table.process(None)
    table.process(ProcessMessage(1, "seated", {"match": "00"}))
    table.process(ProcessMessage(1, "chosen", {"t": 1}))
    table.process(ProcessMessage(3, "chosen", {"t": 1}))
    table.process(None)
    for seat in (1, 3):
        step = {"t": 1, "where": "round 1: market", "standing": "", "asked": []}
        table.process(ProcessMessage(seat, "stepped", step))
    table.process(None)
    table.process(ProcessMessage(3, "verdict", {"words": "step 2: seat 2: a second commit for step 2"}))
    table.process(ProcessMessage(2, "ended", {"code": 1, "last": ""}))
    assert [words for words in said if words] == [
        "Waiting for the other processes...",
        "Waiting for Seat 2 in step 1",
        "Waiting for Seat 2 in step 2",
    ]
    assert table.trouble == "step 2: seat 2: a second commit for step 2 (found by Seat 3)"


# Records --------------------------------------------------------------------------------------------------------------


def test_verify_accepts_a_valid_record(tether: Any, kept: Path) -> None:
    said = tether("verify", kept)
    assert said.code == 0
    assert "The record is valid." in said.out
    assert "Test match" in said.out
    assert said.err == ""


def test_show_prints_one_line_for_each_event_of_a_record(tether: Any, kept: Path) -> None:
    said = tether("show", kept)
    lines = said.out.splitlines()
    assert said.code == 0
    assert len(lines) > 200
    assert re.fullmatch(r"   1  Seat [12] plays \D+", lines[1])
    assert "The match is over" in lines[-3]
    assert re.fullmatch(r"Seat .* (wins|share the victory) after \d+ steps\.", lines[-2])
    assert lines[-1].startswith("Audit: passed: every hidden card")


@pytest.mark.parametrize("options", [("target=storm", "clock=seed"), ("courtesy=on",)])
def test_the_record_of_a_team_match_is_verified_and_shown(
    tether: Any, tmp_path: Path, options: tuple[str, ...]
) -> None:
    path = tmp_path / "team.tether"
    chosen = [word for option in options for word in ("--option", option)]
    words = ("match", "--game", "cabinet", "--seats", "3", "--seed", "team", "--local", "--json", *chosen)
    made = json.loads(tether(*words, "--out", path).out)
    assert made["kind"] == "team" and made["winners"] in ([], [1, 2, 3]) and made["audit"] == "nothing was closed"
    held = json.loads(tether("verify", path, "--json").out)
    assert all(held[key] == made[key] for key in ("digest", "winners", "ranking", "audit")) and held["complete"]
    assert dict(option.split("=") for option in options).items() <= held["options"].items()
    said = tether("verify", path).out
    assert "The record is valid." in said and ("The team wins" in said or "The team loses" in said)
    told = tether("show", path).out.splitlines()
    assert len(told) > 100 and told[-2].startswith(("The team wins", "The team loses"))
    *shown, last = map(json.loads, tether("show", path, "--json").out.splitlines())
    assert shown[-1]["digest"] == made["digest"] and last["winners"] == made["winners"]
    assert "Challenges in play (" in tether("show", path, "--step", "20").out


def test_show_prints_a_state_with_its_digest(tether: Any, kept: Path) -> None:
    start = tether("show", kept, "--step", "0")
    assert start.out.startswith("After step 0, digest ")
    assert "Set-up: Factions" in start.out
    last = len(record.read(kept).feeds[0]) // 3
    said = tether("show", kept, "--step", str(last))
    assert said.code == 0
    assert "Decks: Archive I" in said.out
    beyond = tether("show", kept, "--step", "999")
    assert (beyond.code, beyond.out) == (2, "")
    assert beyond.err.startswith("tether: --step 999: the record has ")


def one_line(said: Said, code: int, *words: str) -> None:
    """Check that the command failed with this code and one line that contains these words."""
    assert said.code == code
    assert said.out == ""
    assert said.err.startswith("tether: ")
    assert said.err.count("\n") == 1
    for word in words:
        assert word in said.err


def test_verify_refuses_a_record_with_any_changed_byte(tether: Any, kept: Path, tmp_path: Path) -> None:
    whole = kept.read_bytes()
    spots = [*range(20), *range(20, len(whole) - 40, len(whole) // 20), *range(len(whole) - 40, len(whole), 3)]
    for spot in spots:
        changed = bytearray(whole)
        changed[spot] ^= 1 << spot % 8
        path = tmp_path / "changed.tether"
        path.write_bytes(changed)
        one_line(tether("verify", path), 1, "is not valid")


def test_verify_and_show_refuse_a_record_cut_short(tether: Any, kept: Path, tmp_path: Path) -> None:
    whole = kept.read_bytes()
    for length in (0, 1, 14, 15, 16, 50, len(whole) // 3, len(whole) - 33, len(whole) - 1):
        path = tmp_path / "cut.tether"
        path.write_bytes(whole[:length])
        one_line(tether("verify", path), 1, "is not valid")
        one_line(tether("show", path), 1, "is not valid")


def test_verify_and_show_refuse_a_file_of_another_kind(tether: Any) -> None:
    one_line(tether("verify", __file__), 1, "is not a record, tournament, evidence file or desync report")
    one_line(tether("show", __file__), 1, "is not a record, tournament, evidence file or desync report")


def test_verify_blames_a_seat_with_a_foreign_entry(tether: Any, kept: Path, tmp_path: Path) -> None:
    """A seat whose feed has a foreign entry at its end is blamed.

    The last entry of feed 2 is replaced by that of feed 1, then removed, and finally both feeds lack theirs.
    """
    whole = record.read(kept)
    path = tmp_path / "swapped.tether"
    record.write(path, whole._replace(feeds=(whole.feeds[0], (*whole.feeds[1][:-1], whole.feeds[0][-1]))))
    one_line(tether("verify", path), 1, "feed 2, entry")
    record.write(path, whole._replace(feeds=(whole.feeds[0], whole.feeds[1][:-1])))
    assert tether("verify", path).code == 0, "one seat's signed result is enough"
    record.write(path, whole._replace(feeds=(whole.feeds[0][:-1], whole.feeds[1][:-1])))
    said = tether("verify", path)
    assert said.code == 1
    assert "before its match does: the match broke off, or the file is cut short" in said.err
    assert "no seat is to blame" in said.err and "The record is valid." not in said.out


# Cards ----------------------------------------------------------------------------------------------------------------


def test_the_cards_command_lists_and_explains_cards(tether: Any) -> None:
    assert f"{len(CARDS)} cards." in tether("cards").out
    assert "1 damage to a Champion" in tether("cards", "zap").out
    assert "Binding Hour (printed: Timer)" in tether("cards", "Timer").out
    assert "lasting Permanence" in tether("cards", "binding", "hour").out
    assert tether("cards", "Leadbound").out.count("Leadbound ·") == 2
    one_line(tether("cards", "Zapp"), 2, "perhaps Zap")
    midnight = ("cards", "--game", "midnight")
    assert "29 cards." in tether(*midnight).out
    assert "takes out one Large Cannon" in tether(*midnight, "jam").out
    assert tether(*midnight, "Escalations").out.count("Escalations ·") == 20
    one_line(tether(*midnight, "Zap"), 2, "Midnight has no card 'Zap'")
    ambition = ("cards", "--game", "ambition")
    assert "58 cards." in tether(*ambition).out
    assert "you lose 5 Influence instead of 10" in tether(*ambition, "tecmed").out
    assert tether(*ambition, "Elites").out.count("Elites ·") == 20


# Bad input ------------------------------------------------------------------------------------------------------------

PEER = ["peer", "--seats", "2", "--seat", "1", "--room", "r", "--peer", "127.0.0.1:9"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["match", "--game", "chess"], "no game 'chess'; there are: bridgefront, midnight"),
        (["match", "--seats", "7"], "is for 2 to 6 seats, not 7"),
        (["match", "--seats", "1"], "is for 2 to 6 seats, not 1"),
        (["match", "--seats", "many"], "'many' is not a whole number"),
        (["match", "--bots", "human"], "no bot 'human'; there are: easy, normal, hard, master, heuristic, random"),
        (["match", "--seats", "2", "--bots", "random,random,random"], "3 bots for 2 seats"),
        (["match", "--faction", "elves"], "no faction 'elves'; there are: leadbound"),
        (["match", "--option", "mana=6"], "no option 'mana'; did you mean base_mana? There are: base_mana"),
        (["match", "--option", "base_mana=7"], "base_mana=7: the values are 4, 5, 6"),
        (["match", "--option", "base_mana"], "needs a value, for instance base_mana=5"),
        (["match", "--out", "/no/such/place/x"], "there is no directory"),
        (["match", "--loud"], "--loud"),
        (["play"], "No such command 'play'"),
        (["verify", "/no/such/file"], "does not exist"),
        ([*PEER, "--seat", "3"], "the seats are 1 to 2"),
        ([*PEER, "--peer", "127.0.0.1:10"], "--peer names 2 seats, but the match has 1 other seat"),
        ([*PEER, "--seed", "s"], "--room WORD"),
        ([*PEER, "--port", "70000"], "ports are 0 to 65535"),
        ([*PEER, "--name", " "], "is not a name"),
        (
            ["peer", "--seats", "2", "--seat", "1", "--room", "r", "--peer", "no:where"],
            "--peer 'no:where' is no address: HOST or HOST:PORT",
        ),
        (["watch", "no:where", "--room", "r"], "tether: 'no:where' is no address"),
        (["code", "zzz"], "tether: 'zzz' is not an invite code"),
    ],
)
def test_bad_input_is_refused_in_one_line(tether: Any, args: list[str], words: str) -> None:
    one_line(tether(*args), 2, words)


def test_peer_reports_a_busy_port_in_one_line(tether: Any) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("0.0.0.0", 0))
        port = taken.getsockname()[1]
        one_line(tether(*PEER, "--port", port), 2, f"UDP port {port} is already in use")


def test_an_invite_code_is_made_and_a_wrong_code_is_refused(tether: Any) -> None:
    said = tether("code")
    assert said.code == 0
    assert len(normalize_code(said.out)) == 10
    one_line(tether(*PEER, "--code", "nonsense"), 2, "--code 'nonsense' is not an invite code")


@pytest.mark.parametrize("command", ["match", "peer", "code", "verify", "show", "cards"])
def test_every_command_has_help_with_examples(tether: Any, command: str) -> None:
    said = tether(command, "--help")
    assert said.code == 0
    assert "Examples" in said.out
    assert f"tether {command}" in said.out
    assert command in cli.commands


def test_tether_without_arguments_shows_the_help(tether: Any) -> None:
    said = tether()
    assert said.code == 2
    assert "tether match --seats 4" in said.err


# Evidence and desync reports ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> dict[str, bytes]:
    """Return the evidence that the first seat finds at three tables of Bridgefront.

    The faults are a fork, a false decision and another state.
    """
    made: dict[str, bytes] = {}
    for name, kind in (
        ("fork", cheats.signing(cheats.TwoCommits)),
        ("decision", cheats.signing(cheats.DecidesRubbish)),
        ("digest", cheats.Richer),
    ):
        net = SimulatedNetwork(drivers(BRIDGEFRONT, 3, cheats={3: kind}), seed=2)
        wanted = {FoundEvidence, FoundDesync} if name == "digest" else {FoundEvidence}
        net.run(is_done=lambda net=net, wanted=wanted: wanted <= set(map(type, net.reports[1])))
        for said in net.reports[1]:
            if isinstance(said, (FoundEvidence, FoundDesync)):
                made[said.kind if isinstance(said, FoundEvidence) else "desync"] = said.data
        assert name in made
    return made


@pytest.mark.parametrize("kind", ["fork", "decision", "digest"])
def test_verify_names_the_seat_and_the_broken_rule(
    tether: Any, found: dict[str, bytes], kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "found.evidence"
    path.write_bytes(found[kind])
    for command in ("verify", "show"):
        said = tether(command, path)
        assert said.code == 0
        assert said.out.startswith("Seat 3, Cleo (key ")
        assert "Rule broken: " in said.out


def test_verify_refuses_evidence_that_proves_nothing(tether: Any, found: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "false.evidence"
    evidence.write(path, evidence.unpack(found["fork"])._replace(kind="seal"))
    one_line(tether("verify", path), 1, "proves nothing", "no seat is to blame")
    path.write_bytes(found["fork"][:-40])
    one_line(tether("verify", path), 1, "is not valid: the evidence file is cut short")


def test_verify_explains_a_desync_report(tether: Any, found: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "two.desync"
    path.write_bytes(found["desync"])
    said = tether("verify", path)
    assert said.code == 0
    for words in (
        "Before step 3 seat 1, Ada, and seat 3, Cleo, have different states",
        "First difference (seat 1 and seat 3): gold[3]: ",
        "Running the log again gives the state of seat 1; that of seat 3 is wrong.",
        "accuses no seat",
    ):
        assert words in said.out
    shown = tether("show", path)
    assert shown.code == 0
    assert "Differences:\n  gold[3]: " in shown.out and "The state that the log gives, digest " in shown.out
    one_line(tether("show", path, "--step", "3"), 2, "--step is for records")
    path.write_bytes(found["desync"][:-1])
    one_line(tether("verify", path), 1, "is not valid")
