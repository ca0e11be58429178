"""`tether tournament` as separate processes on this computer: opened, played, verified, exported."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.games.registry import GAMES
from lobby.cli import room, tournament
from lobby.players.identity import FILE
from lobby.players.profile import Profile, write_profile
from lobby.tournament.app import finder
from lobby.tournament.model.opening import make_opening
from lobby.tournament.protocol import file
from net.channels.addresses import Address
from net.crypto.primitives import KEY, Signer
from net.system.durable_files import write_private
from net.text.code_words import WORDS

pytestmark = pytest.mark.waits

PATIENCE = 200.0


def start(*words: str, home: Path | None = None) -> subprocess.Popen[str]:
    """Start a tournament process of the user whose home is this folder."""
    command = [sys.executable, "-m", "lobby", "tournament", *words]
    around = {**os.environ, "XDG_DATA_HOME": str(home)} if home is not None else None
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=around)


def test_three_bots_play_a_tournament_whose_files_all_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is Midnight at a table of three.

    `tests/lobby/discovery/test_networks.py` has a tournament of Bridgefront at tables of two.
    """
    title = f"Cup {os.getpid()}"  # other tests may have one beside this
    terms = ("--game=midnight", "--start-with=3", "--rounds=2", "--tables=3,3,3", "--port=0", "--title", title)
    files = [tmp_path / f"{i}.tournament" for i in range(3)]
    known, secret = tmp_path / "known" / "tether", tmp_path / "secret" / "tether"
    for home, name, seed in ((known, "Ada", b"a" * KEY), (secret, "Wilhelmina", b"w" * KEY)):
        write_private(home / FILE, seed)
        write_profile(home, Profile(name))
    here = ("--listen", "127.0.0.1", "--bot=random")
    opener = start("open", *terms, *here, "--out", str(files[0]), home=known.parent)
    children = [opener]
    try:
        assert opener.stdout is not None
        assert "swiss, 2 rounds" in opener.stdout.readline()
        line = opener.stdout.readline()
        found = re.fullmatch(r"Others take part with: tether tournament join (\S+) --code (\S+)\n", line)
        assert found is not None, line
        for i in range(1, 3):
            contact, name = (found[1], ("--name", "P1")) if i == 1 else (title, ("--throw-away",))
            words = ("join", contact, "--code", found[2], *here, *name, "--out", str(files[i]))
            children.append(start(*words, home=secret.parent))
        said = [child.communicate(timeout=PATIENCE)[0] for child in children]
    finally:
        for child in children:
            child.kill()
            child.wait()
    assert [child.returncode for child in children] == [0] * 3, said
    digests = {re.search(r"Digest +(\w+)", text)[1] for text in said}  # type: ignore[index]
    assert len(digests) == 1
    assert room.run(["verify", str(files[-1])]) == 0
    assert "3 players, 2 rounds, 2 records" in (checked := capsys.readouterr().out) and digests.pop() in checked
    course = file.verify(file.read(files[0]), GAMES).course
    own = {Signer(seed * KEY).identity: name for seed, name in ((b"a", "Ada"), (b"w", "P1"))}
    assert {player.identity: player.name for player in course.players if player.identity in own} == own
    others = [player.name for player in course.players if player.identity not in own]
    assert len(others) == 1 and all(set(name.lower().split()) <= set(WORDS) for name in others)
    assert not any(b"Wilhelmina" in path.read_bytes() for path in files)
    assert room.run(["tournament", "export", str(files[1]), "--into", str(tmp_path / "out")]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"standings.csv", "tables.csv", "tournament.html"}
    damaged = tmp_path / "damaged"
    damaged.write_bytes(files[0].read_bytes()[:-9])
    capsys.readouterr()
    assert room.run(["verify", str(damaged)]) == 1
    assert "cut short" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["open", "--name", "A", "--tables", "x"], "three numbers"),
        (["open", "--name", "A", "--tables", "7,2,7"], "is for 2 to 6"),
        (["open", "--name", "\u0410da"], "--name"),
        (["open", "--name", "A", "--rounds", "0"], "rounds"),
        (["join", "1:2:3", "--name", "A"], "is no address"),
        (["join", "127.0.0.1", "--name", "A", "--code", "short"], "is not an invite code"),
        (["run", "."], "is not a saved tournament"),
        (
            ["join", "No such cup", "--name", "A", "--listen", "127.0.0.1"],
            "No tournament called No such cup found here",
        ),
        (["show", __file__], "is no file of a tournament"),
    ],
)
def test_errors_of_tournament_commands_are_reported_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert room.run(["tournament", *words]) != 0
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def test_a_resumed_member_uses_the_known_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A resumed member tries the given addresses, then its saved ones.

    A damaged line of saved addresses is ignored.
    """
    opening = make_opening(bytes(KEY), "Cup", "swiss", GAMES["bridgefront"], {}, bytes(32), rounds=1, sizes=(2, 2, 2))
    (tmp_path / "opening").write_bytes(opening.packed)
    (tmp_path / "part.json").write_text(json.dumps({"name": "Ada", "throw_away": True}), "utf-8")
    gone_to: list[Address] = []
    monkeypatch.setattr(tournament, "_take_part", lambda runner, opening, contacts, *_: gone_to.extend(contacts))
    finder.write_addresses(tmp_path, [("10.0.0.7", 4711), ("fe80::1%3", 4712)])
    with (tmp_path / finder.ADDRESSES_FILE).open("a") as file:
        file.write("1:2:3\n10.0.0.8:4713\n")
    room.run(["tournament", "run", str(tmp_path), "10.0.0.9:4714"])
    assert gone_to == [("10.0.0.9", 4714), ("10.0.0.7", 4711), ("fe80::1%3", 4712), ("10.0.0.8", 4713)]
    finder.write_addresses(tmp_path, [("10.0.0.7", port) for port in range(1, 99)])
    assert len(finder.read_addresses(tmp_path)) == finder.MOST_KEPT


HOSTILE_TERMS = [
    "[1]",
    "[" * 100_000,
    "{}",
    '{"name": 5}',
    '{"name": "\\u001b[2J"}',
    '{"name": "Ada", "among": "/tmp"}',
    '{"name": "Ada", "keep": "/tmp"}',
    '{"name": "Ada", "port": -1}',
    '{"name": "Ada", "port": "1"}',
    '{"name": "Ada", "play_port": 65536}',
    '{"name": "Ada", "host": 5}',
    '{"name": "Ada", "host": "a\\u0000b"}',
    '{"name": "Ada", "host": "\\u2488com"}',
    '{"name": "Ada", "start_with": "x"}',
    '{"name": "Ada", "patience": NaN}',
    '{"name": "Ada", "plays": null}',
    '{"name": "Ada", "closed": "yes"}',
    f'{{"name": {"9" * 5000}}}',
]


@pytest.mark.parametrize("terms", HOSTILE_TERMS, ids=range(len(HOSTILE_TERMS)))
def test_hostile_terms_in_a_folder_are_refused(terms: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Terms in a tournament folder from someone else are checked before they are used."""
    opening = make_opening(bytes(KEY), "Cup", "swiss", GAMES["bridgefront"], {}, bytes(32), rounds=1, sizes=(2, 2, 2))
    (tmp_path / "opening").write_bytes(opening.packed)
    (tmp_path / "part.json").write_text(terms, "utf-8")
    assert room.run(["tournament", "run", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "is not a saved tournament" in said and said.count("\n") == 1


@pytest.mark.parametrize("key", [None, b"short"])
def test_resuming_a_tournament_with_a_lost_key_is_refused_with_an_explanation(
    key: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GAMES["bridgefront"]
    opening = make_opening(bytes(KEY), "Cup", "swiss", game, {}, bytes(32), rounds=1, sizes=(2, 2, 2))
    (tmp_path / "opening").write_bytes(opening.packed)
    terms = {"name": "Ada", "host": "127.0.0.1", "closed": False, "throw_away": True}
    (tmp_path / "part.json").write_text(json.dumps(terms), "utf-8")
    if key is not None:
        (tmp_path / FILE).write_bytes(key)
    assert room.run(["tournament", "run", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "gone or damaged" in said and said.count("\n") == 1
