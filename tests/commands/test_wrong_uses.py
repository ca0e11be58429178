"""Wrong uses of the command line: no traceback, no silent acceptance, but one sentence and a pointer to the help."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from client.app import startup
from client.app.commands import ALL as WINDOW_COMMANDS
from lobby.cli import room as lobby_cli
from lobby.players import identity
from net.cli.app import cli, run
from net.crypto.invite import CODE_VARIABLE
from tests.support.alarms import at_once

ROOT = Path(__file__).resolve().parents[2]
HELP = r" Try: tether[a-z ]* --help\n$"
WRONG: list[tuple[str, int, str]] = [
    ("versoin", 2, "No such command 'versoin'"),
    ("help me", 2, "No such command 'me'"),
    ("help match more", 2, "tether match has no command 'more'"),
    ("match more", 2, "unexpected extra argument"),
    ("match --bots heuristc", 2, "no bot 'heuristc'; did you mean heuristic?"),
    ("match --bots hard,,easy", 2, "no bot ''; there are: easy"),
    ("match --bots hard,esay", 2, "did you mean easy?"),
    ("match --game Midnite", 2, "no game 'midnite'; did you mean midnight?".replace("midnite", "Midnite")),
    ("match --game ''", 2, "no game ''; there are: bridgefront"),
    ("match --option vptowin=9", 2, "no option 'vptowin'; did you mean vp_to_win?"),
    ("match --option vp_to_win", 2, "needs a value"),
    ("match --option =5", 2, "no option ''"),
    ("match --option vp_to_win=many", 2, "vp_to_win=many: the values are"),
    ("match --seats two", 2, "'two' is not a whole number"),
    ("match --seats 2.5", 2, "'2.5' is not a whole number"),
    ("match --seats -1", 2, "is for 2 to 6 seats, not -1"),
    ("match --faction elf", 2, "no faction 'elf'; "),
    ("match --out -  --json", 2, "--out - and --json both need standard output"),
    ("match --out nowhere/x", 2, "there is no directory"),
    ("match --out .", 2, "is a directory"),
    ("match --outt x", 2, "No such option"),
    ("match --bots", 2, "requires an argument"),
    ("verify", 2, "Missing argument"),
    ("verify nothing", 2, "'nothing' does not exist"),
    ("verify notes.txt", 1, "notes.txt is not valid: it is not a record, tournament, evidence file or desync report"),
    ("verify folder", 1, "folder is not valid: it is not a saved match"),
    ("verify notes.txt folder", 1, "2 of 2 files are not valid"),
    ("show notes.txt", 1, "notes.txt is not valid"),
    ("show notes.txt --step x", 2, "'x' is not a whole number"),
    ("show notes.txt --step -1", 2, "-1 is not in the range"),
    ("part notes.txt", 1, "notes.txt cannot be continued"),
    ("print", 2, "Missing argument 'GAME'"),
    ("print midnigth", 2, "did you mean midnight?"),
    ("print midnight --seats 9", 2, "is for 3 to 5 players, not 9"),
    ("print midnight --paper a3", 2, "'a3' is not one of 'a4', 'letter'"),
    ("print midnight --cards Canon", 2, "Midnight has no card 'canon'; perhaps Cannon"),
    ("print midnight --cards ' , '", 2, "--cards names nothing"),
    ("print midnight --type escalation,lawes", 2, "no deck or type of cards 'lawes'"),
    ("print midnight --cards Siren --no-cards", 2, "--no-cards does not go with --cards or --type"),
    ("print midnight --copies 100", 2, "100 is not in the range"),
    ("print midnight --out nowhere/x.pdf", 2, "there is no directory"),
    ("print midnight --out folder", 2, "is a directory"),
    ("shot", 2, "Missing argument 'GAME'"),
    ("shot midnigth", 2, "did you mean midnight?"),
    ("shot midnight --seats 6", 2, "is for 3 to 5 seats, not 6"),
    ("shot midnight --seats 3 --seat 4", 2, "the seats are 1 to 3"),
    ("shot midnight --size 3x4", 2, "'3x4' is not one of"),
    ("replay notes.txt more", 2, "unexpected extra argument"),
    ("ratings notes.txt", 1, "No rated matches found."),
    ("ratings --teams --alone", 2, "contradict each other"),
    ("resume folder", 2, "folder is not a saved match"),
    ("resume notes.txt", 2, "is not a directory"),
    ("cards Zapp", 2, "perhaps Zap"),
    ("cards --game ambitoin", 2, "did you mean ambition?"),
    ("code hello", 2, "'hello' is not an invite code"),
    ("rooms --for abc", 2, "'abc' is not a time such as 30s or 5min"),
    ("rooms --for 0", 2, "out of range: 0.1s to 24h"),
    ("rooms --for 5d", 2, "'5d' is not a time such as 30s or 5min"),
    ("join 'not an address'", 2, "is not an invite code"),
    ("join 999.1.1.1 --terminal", 1, "999.1.1.1 is not an address: each of the four numbers is 0 to 255."),
    ("join 127.0.0.1:99999", 2, "the port is not between 1 and 65535"),
    ("join 127.0.0.1 --code K7", 2, "is not an invite code"),
    ("join 127.0.0.1 --bot nobody", 2, "no bot 'nobody'"),
    ("join 127.0.0.1 --colour mauve", 2, "'mauve' is not one of"),
    ("join 127.0.0.1 --port 80000", 2, "'80000' is not a port: ports are 0 to 65535"),
    ("host --open --code K7Q2M-9XTR4", 2, "--open and --code contradict each other"),
    ("tournament open --open --code K7Q2M-9XTR4", 2, "--open and --code contradict each other"),
    ("host --port 80000", 2, "ports are 0 to 65535, and 0 means any free one"),
    ("host --timer 31", 2, "'31' is none of 0s, 30s"),
    ("host --timer soon", 2, "'soon' is not a time"),
    ("host --when-late drop", 2, "'drop' is not one of"),
    ("host --seats 4 --bots easy,easy,easy,easy", 2, "4 bots and you do not fit into 4 seats"),
    ("host --bots nobody", 2, "no bot 'nobody'"),
    ("host --name 'a  very long name indeed, far too long'", 2, "too long: a name has at most 24 characters"),
    ("peer --seats 2 --seat 1 --room x", 2, "name the other seat with --peer ADDRESS"),
    ("peer --seats 3 --seat 1 --room x --peer 127.0.0.1", 2, "the match has 2 other seats"),
    ("peer --seats 2 --seat 1 --room x --peer no/host", 2, "is no address"),
    ("peer --seats 2 --seat 1 --room x --peer nosuchhost.invalid", 2, "There is no computer called nosuchhost.invalid"),
    (
        "peer --seats 2 --seat 1 --room x --seed y --peer 127.0.0.1",
        2,
        "with --room WORD, or a test match with --seed TEXT",
    ),
    ("peer --seat 1", 2, "Missing option '--seats'"),
    ("peer --seats 2 --seat 1 --room x --peer 127.0.0.1 --patience never", 2, "'never' is not a time"),
    ("watch nosuchhost.invalid", 2, "There is no computer called nosuchhost.invalid"),
    ("watch", 2, "Missing argument"),
    ("watch 127.0.0.1 --room x --seed y", 2, "name the match"),
    ("identity set", 2, "nothing to change: use --name NAME or --colour COLOUR"),
    ("identity set --name ''", 2, "a name is 1-24 letters"),
    (f"identity set --name {'x' * 200}", 2, "is too long: a name has at most 24 characters"),
    ("identity set --colour mauve", 2, "'mauve' is not one of"),
    ("identity forget Nobody", 1, "You have met nobody called 'Nobody'"),
    ("identity export me", 2, "there is no terminal to ask for a passphrase: set TETHER_PASSPHRASE"),
    ("identity export -", 2, "an identity is not written to standard output"),
    ("identity import nothing", 2, "does not exist"),
    ("identity improt x", 2, "No such command 'improt'"),
    ("tournament open --kind league", 2, "'league' is not one of"),
    ("tournament open --rounds 0", 2, "0 is not in the range"),
    ("tournament open --round-time soon", 2, "'soon' is not a time"),
    ("tournament open --tables 4", 2, "three numbers"),
    ("tournament open --title ''", 2, "--title"),
    ("tournament run folder", 2, "folder is not a saved tournament"),
    ("tournament show notes.txt", 1, "notes.txt is not valid"),
    ("tournament export notes.txt", 1, "notes.txt is not valid"),
    ("tournament verify notes.txt", 1, "notes.txt is not valid"),
    ("lab play --budget soon", 2, "a number of matches, or a time as in 5min"),
    ("lab play --bots nobody", 2, "no bot 'nobody'"),
    ("lab play --engine dask", 2, "--engine dask needs --scheduler ADDRESS"),
    ("lab play --workers many", 2, "'many' is not a whole number"),
    ("lab ask nothing", 2, "no option or number of bridgefront 'nothing'"),
    ("lab ask base_man", 2, "did you mean base_mana?"),
    ("lab compare usual usual", 2, "usual and usual are the same way to play"),
    ("lab compare usual vptowin=9", 2, "did you mean vp_to_win?"),
    ("lab compare usual", 2, "Missing argument"),
    ("lab mend vapourbron", 2, "did you mean vapourborn?"),
    ("lab ladder --rungs hard", 2, "a ladder needs two rungs or more"),
    ("lab show folder 1.0.0.0", 1, "folder"),
    ("lab report folder", 1, "folder"),
    ("host --timeout drop", 2, "'drop' is not one of"),
    ("rooms --seconds abc", 2, "'abc' is not a time such as 30s or 5min"),
    ("peer --seats 3 --seat 1 --room x --host 127.0.0.1 --peer 127.0.0.1", 2, "the match has 2 other seats"),
    ("tournament open --minutes soon", 2, "'soon' is not a time"),
    ("tournament export notes.txt --to folder", 1, "notes.txt is not valid"),
    ("lab play --bot nobody --out folder", 2, "no bot 'nobody'"),
    ("tournament open --kind round-robin --tables 7,2,7", 2, "is for 2 to 6"),
    ("doctor now", 2, "unexpected extra argument"),
    ("games midnight", 2, "unexpected extra argument"),
    ("--versoin", 2, "No such option"),
]


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home folder and, in the current folder, a text file and an empty folder."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home" / name))
    for name in (CODE_VARIABLE, "TETHER_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)
    for each in WINDOW_COMMANDS:
        monkeypatch.setitem(cli.commands, each.name, each)
    monkeypatch.setattr(lobby_cli, "window", None)
    monkeypatch.setattr(sys, "stdin", None)
    work = tmp_path / "work"
    (work / "folder").mkdir(parents=True)
    (work / "notes.txt").write_text("Buy milk.")
    monkeypatch.chdir(work)
    return work


def words_of(typed: str) -> list[str]:
    """Return the words as a shell splits them."""
    return [word.strip("'") for word in re.findall(r"'[^']*'|[^\s']+", typed)]


@pytest.mark.parametrize(("typed", "code", "says"), WRONG, ids=[typed[:60] for typed, _, _ in WRONG])
def test_a_wrong_use_is_explained_in_one_sentence(
    typed: str, code: int, says: str, around: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with at_once():  # without its refusal a room would open, and wait for guests
        got = run(words_of(typed))
    said = capfd.readouterr()
    last = said.err.splitlines(keepends=True)[-1]
    assert got == code, said
    assert says in last and "Traceback" not in said.err + said.out and "Errno" not in said.err, said
    assert last.startswith("tether: ") or code == 1
    assert code != 2 or re.search(HELP, last), f"it points to no help: {last}"
    assert sorted(path.name for path in around.iterdir()) == ["folder", "notes.txt"], "nothing was made"


def test_games_are_found_by_title_and_in_capital_letters(around: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("Midnight", "MIDNIGHT"):
        assert run(["cards", "--game", name, "jam"]) == 0
        assert "takes out one Large Cannon" in capfd.readouterr().out


@pytest.mark.parametrize("words", [["-V"], ["--version"], ["version"]])
def test_tether_prints_its_version(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 0 and re.fullmatch(r"tether \d+\.\d+\.\d+\S*\n", capfd.readouterr().out)


def test_the_help_command_and_option_print_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "tournament", "open"]) == 0
    asked = capfd.readouterr().out
    assert run(["tournament", "open", "--help"]) == 0
    assert asked == capfd.readouterr().out and asked.startswith("Usage: tether tournament open")


def test_a_record_is_piped_from_match_to_verify(around: Path) -> None:
    tether = [sys.executable, "-m", "lobby"]
    there = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = ["match", "--local", "--seats=3", "--bots=random", "--game=midnight", "--option=pacts=off", "--seed=pipe"]
    with subprocess.Popen([*tether, *words, "--out=-"], cwd=around, env=there, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as match:  # fmt: skip
        done = subprocess.run([*tether, "verify", "-"], cwd=around, env=there, stdin=match.stdout, text=True,
                              capture_output=True, check=False)  # fmt: skip
        assert match.stderr is not None and b"Digest  " in match.stderr.read()
    assert done.returncode == 0 and "The record is valid." in done.stdout, done
    assert sorted(path.name for path in around.iterdir()) == ["folder", "notes.txt"], "no file is called -"


def test_a_code_in_the_environment_does_not_close_an_open_room(around: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setenv(CODE_VARIABLE, "K7Q2M-9XTR4")
    monkeypatch.setattr(lobby_cli, "window", lambda plan, bots: opened.append(plan.code) or 0)
    assert run(["host", "--open"]) == 0 and run(["host"]) == 0
    assert opened == ["", "K7Q2M9XTR4"]


def test_a_refused_name_leaves_the_profile_unchanged(around: Path) -> None:
    assert run(["identity", "set", "--name", "Ada"]) == 0
    assert run(["identity", "set", "--name", "x" * 30]) == 2
    assert b"Ada" in (identity.identity_folder() / "profile.json").read_bytes()
    assert callable(startup.main)
