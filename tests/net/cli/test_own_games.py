"""Game files on the command line: `tether new game`, `tether check`, and matches, records and the lab."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from net.cli.app import run
from net.cli.games import check
from net.cli.games.new_game import TEMPLATE
from net.system import endless
from tests.support.kit import EXAMPLES, ROOT, forget, loaded, loaded_file

FLOTSAM = EXAMPLES / "flotsam.py"


def tether(*words: str | Path, cwd: Path, **around: str) -> subprocess.CompletedProcess[str]:
    """Run `tether` in a separate process."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TETHER_HOME": str(cwd / "home"), **around}
    command = [sys.executable, "-m", "client", *map(str, words)]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False)


def test_a_new_game_passes_every_check(tmp_path: Path) -> None:
    assert tether("new", "game", "lone-wolf", cwd=tmp_path).returncode == 0
    checked = tether("check", "./lone-wolf.py", cwd=tmp_path)
    assert checked.returncode == 0 and checked.stdout.endswith("Lone Wolf passes all checks.\n"), checked.stderr
    again = tether("new", "game", "lone-wolf", cwd=tmp_path)
    assert again.returncode == 1 and "there is a file lone-wolf.py already" in again.stderr


@pytest.mark.parametrize("name", ["", "Wolf", "../wolf", "a" * 25, "bridgefront", "wolf.py", "\x1b[31m"])
def test_new_game_refuses_a_name_that_is_not_plain(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "game", name]) == 2 and not list(tmp_path.iterdir())


def test_a_game_file_plays_over_processes_and_its_record_verifies(tmp_path: Path) -> None:
    game = ("--game", FLOTSAM)
    played = tether("match", *game, "--seats", "3", "--seed", "own", "--json", "--out", "own.tether", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    checked = tether("verify", *game, "own.tether", "--json", cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
    told = tether("show", *game, "own.tether", cwd=tmp_path)
    assert "Round 6:" in told.stdout and "5 points for" in told.stdout
    alone = tether("verify", "own.tether", cwd=tmp_path)
    assert alone.returncode == 1 and "not valid" not in alone.stderr
    assert "own.tether cannot be checked here: it is a match of 'flotsam'; --game FILE names the file" in alone.stderr
    text = FLOTSAM.read_text()
    assert text.count("MOST, AIR = (") == 1
    (tmp_path / "flotsam.py").write_text(text.replace('"pearl"), 4, 5', '"pearl"), 4, 6'))
    other = tether("verify", "--game", "flotsam.py", "own.tether", cwd=tmp_path)
    assert "the match was played with another version of flotsam.py" in other.stdout + other.stderr


def test_the_lab_plays_a_game_file_in_separate_processes(tmp_path: Path) -> None:
    words = ("lab", "compare", "usual", "rounds=4", "--game", FLOTSAM, "--seats", "3", "--budget", "12")
    done = tether(*words, "--into", "stored", cwd=tmp_path)
    assert done.returncode == 0 and "Flotsam, 3 seats" in done.stderr, done.stderr


def test_a_seat_with_another_version_of_the_file_is_refused(tmp_path: Path) -> None:
    """Two seats whose files differ in a rule do not begin a match; one of them reports that the rules differ."""
    own, other = tmp_path / "own", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
        text = TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf")
        (folder / "wolf.py").write_text(text if folder is own else text.replace("range(1, 10)", "range(1, 11)", 1))
    from net.cli.matches.processes import free_ports

    ports = free_ports(2)
    started = []
    for seat, folder in ((1, own), (2, other)):
        words = ["peer", "--game", "wolf.py", "--seats", "2", "--seat", str(seat), "--room", "x"]
        words += ["--listen", "127.0.0.1", "--port", str(ports[seat - 1]), "--peer", f"127.0.0.1:{ports[2 - seat]}"]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "TETHER_HOME": str(folder / "home")}
        started.append(subprocess.Popen([sys.executable, "-m", "client", *words], cwd=folder, env=env, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT))  # fmt: skip
    try:
        said = started[0].communicate(timeout=120)[0]
    finally:
        for process in started:
            process.kill()
            process.communicate()
    assert started[0].returncode != 0
    assert "other rules" in said and "another version of wolf.py: everyone needs the same game file" in said


PAID = "s.prizes = ()"
ROUND = "s.prizes += step"
LETTERS = "[*{'a', 'b', 'c', 'd', 'e'}]"
NEVER = "@kit.in_turn('x', hand)\ndef never(step, s, seat, copy): ...\n\n\nkit.says("
OTHER = """@kit.together("name", numbers(lambda s, seat: (1, 2)))
def other(step: Step, s: State, named: dict[int, int]) -> None:
    step.ask_all(play)


kit.says("""
FAULTS = {
    "sets have no order": (ROUND, f"s.points[1] += {LETTERS}.index('a'); {ROUND}", "another process"),
    "a change outside the state": (
        ROUND,
        f"FACE.append(1); s.points[1] += len(FACE); {ROUND}",
        "next_round has changed FACE, which is",
    ),
    "a change that no list shows": (ROUND, f"s.points[1] += next(COUNT); {ROUND}", "two matches at once"),
    "a bot changes a list": ("-abs(4 *", "FACE.append(1) or -abs(4 *", "an offer of answers, has changed FACE"),
    "an offer changes the state": ("-abs(4 *", "s.points.append(1) or -abs(4 *", "change the state"),
    "a question is never asked": ("kit.says(", NEVER, "never asked never"),
    "a sentence is never told": ("kit.says(", 'kit.says(never="x")\nkit.says(', "no match told never"),
    "seats count from 0": ("s.points[winner] +=", "s.points[winner - 1] +=", "points[0] has changed"),
    "a card is put back and kept": (
        ROUND,
        f"step.put_back(PRIZES, s.prizes); {ROUND}",
        "is in the deck already, and in s.prizes; take it out of s.prizes when you put it back",
    ),
    "a card twice in a row": ("step.turn_up(PRIZES)", "step.turn_up(PRIZES) * 2", "s.prizes contains prize 10 twice"),
    "a column is too short": (ROUND, f"s.points = [0]; {ROUND}", "s.points has 1 entries and needs 3"),
    "a value of another type": (PAID, "s.prizes = []", "s.prizes is [] and must be a tuple of cards"),
    "a number that is too large": (ROUND, f"s.points[1] += 10**30; {ROUND}", "s.points[1] is 1"),
    "a deck is too small": (
        "s.points[winner] +=",
        "step.turn_up(PRIZES, 9); (step.left(PRIZES) or [][1]); s.points[winner] +=",
        "or no more; the deck that begins with 'prize 1' has no cards left",
    ),
    "the bot returns nothing": ("return -abs", "-abs", "returned None: is a `return` missing?"),
    "the bot plays badly": ("return -abs", "return abs", "by chance alone"),
    "the match never ends": ("if s.round == s[ROUNDS]", "if s.round == -1", "has no possible answer"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_check_explains_each_fault_of_a_game_file(what: str, tmp_path: Path) -> None:
    before, after, sentence = FAULTS[what]
    text = (
        TEMPLATE.replace("NAME", "wolf")
        .replace("TITLE", "Wolf")
        .replace("kit = Kit", "FACE: list[int] = []\nCOUNT = iter(range(10**6))\nkit = Kit")
    )
    assert text.count(before) == 1
    with loaded(text.replace(before, after), tmp_path) as game, pytest.raises(check.CheckFailure) as told:
        list(check.run_checks(game))
    assert sentence in str(told.value), told.value


def test_check_ends_a_loop_that_never_ends_and_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless.GUARD, "limit", 0.5)
    text = (
        TEMPLATE.replace("NAME", "wolf")
        .replace("TITLE", "Wolf")
        .replace("if alone:", "while True: pass\n    if alone:")
    )
    line = text[: text.index("while True")].count("\n") + 1
    with loaded(text, tmp_path) as game, pytest.raises(endless.Endless) as told:
        LocalMatch(game, {seat: RandomBot("", seat) for seat in (1, 2)}, "endless").play()
    assert str(told.value).startswith(f"the answer to play (line {line}) has run for 0.5 seconds"), told.value


@pytest.mark.parametrize(("words", "where"), [
    (("--local",), "the answer to play"), (("--seats", "2"), "the answer to play"),
    (("--seats", "2", "--bots", "heuristic"), "the bot's score of play"),
])  # fmt: skip
def test_a_match_ends_at_a_loop_that_never_ends(words: tuple[str, ...], where: str, tmp_path: Path) -> None:
    """One sentence names the function, also if the seats are processes, none of which is left."""
    text = TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf")
    place = "if alone:" if "answer" in where else "return -abs"
    (tmp_path / "wolf.py").write_text(text.replace(place, f"while True: pass\n    {place}"))
    done = tether("match", *words, "--game", "wolf.py", cwd=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and where in last and "does a loop never end?" in last, done.stderr
    assert "Traceback" not in done.stderr


def test_check_reports_progress_and_names_questions_without_a_bot(tmp_path: Path) -> None:
    text = TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf").replace("(2, 3, 4, 5, 6)", "(2, 3)")
    text = text[text.index('"""', 3) + 3 :].replace("hand, table", "hand, numbers, table")
    text = text.replace("kit.says(", OTHER).replace("step.ask_all(play)", "step.ask_all(other)", 1)
    seen = []
    with loaded(text, tmp_path) as game:
        results = dict(check.run_checks(game, lambda *values: seen.append(values)))
    assert ("Random matches", 0, 32) in seen and ("The bot", 59, 60) in seen
    assert results["The bot"].endswith("; other has no bot: write @kit.bot(other)"), results
    assert results["The rulebook"].startswith("none; write the rules"), results


MORE = [ROOT / "tests" / "support" / "games" / f"{name}.py" for name in ("smugglers", "bakers")]


@pytest.mark.parametrize("path", [*sorted(EXAMPLES.glob("*.py")), *MORE], ids=lambda path: path.stem)
def test_every_example_passes_every_check(path: Path) -> None:
    with loaded_file(path) as game:
        assert [passed.name for passed in check.run_checks(game)] == list(check.CHECKS)


@pytest.mark.parametrize("command", [["match", "--local"], ["match", "--seats", "2"]])
def test_a_mistake_in_a_game_file_stops_a_match_with_one_line(command: list[str], tmp_path: Path) -> None:
    text = TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf").replace("return -abs", "-abs")
    (tmp_path / "wolf.py").write_text(text)
    done = tether(*command, "--game", "wolf.py", cwd=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and "the bot's score of play (line 6" in last and "Error" not in last, done.stderr
    assert "Traceback" not in done.stderr


def test_a_failed_check_prints_a_single_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wolf.py"
    path.write_text(TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf").replace("step.end()", "pass"))
    try:
        assert run(["check", str(path), "--json"]) == 1
        said = json.loads(capsys.readouterr().out)
        assert said["game"] == "wolf" and "not over" in said["fault"] and said["passed"] == {}
        assert run(["check", str(path)]) == 1
        told = capsys.readouterr().err
        assert told.startswith("tether: Wolf does not pass. Random matches: ") and told.count("\n") == 1
    finally:
        forget("wolf")
