"""Help, version and completion: what they print, and that they load nothing slow."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click
import pytest

from client.app.commands import ALL as WINDOW_COMMANDS
from core.bots.registry import PLAYERS
from core.games.entry import load_object
from core.games.registry import GAMES
from lab.cli import app as lab
from lab.cli import common as lab_common
from lab.run.design import LOT, OWN
from lobby.cli import commands as lobby_commands
from lobby.discovery import broadcast, listing
from lobby.room import timer
from lobby.tournament.app import finder
from lobby.tournament.model import opening
from net.channels import addresses
from net.cli.app import SECTIONS, cli, run
from net.cli.arguments import completion, shared_options
from net.cli.declarations import MAX_SUMMARY_LENGTH, Command, Group
from net.crypto import invite
from net.seat import absence
from tests.support.kit import EXAMPLES, forget

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    "core.bots",
    "core.games.bridgefront.game",
    "cryptography",
    "nacl",
    "numpy",
    "asyncio",
    "ifaddr",
    "openskill",
    "arcade",
    "pyglet",
    "reportlab",
    "rich",
    "net.session.runner",
    "net.crypto.primitives",
    "lobby.room.room",
    "lab.run.executor",
)
"""Modules that take time, and that no question about the command line itself needs."""
LOADED = f"""
import sys
sys.argv = ["tether", *{{words!r}}]
from client.app.startup import main
try:
    main()
except SystemExit:
    pass
print("LOADED", *(name for name in {HEAVY!r} if name in sys.modules))
"""
SHELL = {"_TETHER_COMPLETE": "bash_complete"}


def all_commands(group: click.Group = cli, path: str = "tether") -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its full name."""
    yield path, group
    mine = {each.name: each for each in WINDOW_COMMANDS} if group is cli else {}
    for name, command in {**mine, **group.commands}.items():
        if isinstance(command, click.Group):
            yield from all_commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


ALL = dict(all_commands())


def asked(words: list[str], typed: str = "", *flags: str) -> str:
    """Return the standard output of the program in a separate process; `typed` is a line to complete."""
    parts = typed.split(" ")
    around = SHELL | {"COMP_WORDS": typed, "COMP_CWORD": str(len(parts) - 1)} if typed else {}
    told = subprocess.run([sys.executable, *flags, "-c", LOADED.format(words=words)], cwd=ROOT, text=True, check=True,
                          capture_output=True, env={**os.environ, **around})  # fmt: skip
    return told.stdout


@pytest.mark.parametrize(
    ("words", "typed"),
    [(["--version"], ""), (["-V"], ""), (["version"], ""), (["--help"], ""), (["help"], ""), (["lab", "--help"], ""),
     (["tournament", "open", "--help"], ""), (["help", "host"], ""), (["verify", "--help"], ""),
     ([], "tether "), ([], "tether lab "), ([], "tether match --"), ([], "tether match --game "),
     ([], "tether host --bots hard,"), ([], "tether host --timer "), ([], "tether tournament open --kind ")],
)  # fmt: skip
def test_help_and_completion_load_no_game(words: list[str], typed: str) -> None:
    said = asked(words, typed)
    assert said.splitlines()[-1] == "LOADED", "this costs a second of processor time at every press of Tab"
    assert len(said.splitlines()) > 1


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("tether ver", "verify"), ("tether match --game mid", "midnight"), ("tether match --bots hard,ra", "hard,random"),
     ("tether match --option vp_to", "vp_to_win="), ("tether match --game midnight --option pac", "pacts="),
     ("tether match --option board_size=w", "board_size=wide"), ("tether cards Za", "Zap"),
     ("tether print mid", "midnight"), ("tether print midnight --cards Siren,Ca", "Siren,Cannon"),
     ("tether print bridgefront --type cha", "champion"),
     ("tether lab ask base", "base_mana"), ("tether host --timer 2", "2min"), ("tether help lab pl", "play"),
     ("tether match --faction leadbound,ciph", "leadbound,cipher")],
)  # fmt: skip
def test_shell_completion_completes_option_values(typed: str, wanted: str) -> None:
    assert f"plain,{wanted}" in asked([], typed).splitlines()


def test_the_printed_completion_script_completes_words_in_bash(tmp_path: Path) -> None:
    program = tmp_path / "tether"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m client "$@"\n')
    program.chmod(0o755)
    typed = 'eval "$(tether completion bash)"; COMP_WORDS=(tether match --game mid); COMP_CWORD=3'
    shell = f'{typed}; _tether_completion tether; echo "${{COMPREPLY[@]}}"'
    around = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    told = subprocess.run(["bash", "-c", shell], env=around, text=True, check=True, capture_output=True)
    assert told.stdout.split() == ["midnight"]


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_there_is_a_completion_script_for_every_shell(shell: str) -> None:
    assert "_TETHER_COMPLETE" in asked(["completion", shell], "")


def test_shell_completion_never_inserts_the_names_of_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name may be `$(reboot)`, so the fingerprint is completed and the name shown beside it."""
    from lobby.cli import completion as players
    from lobby.players import known_players
    from lobby.players.identity import fingerprint

    monkeypatch.setattr("lobby.players.identity.identity_folder", lambda: tmp_path)
    row = {"first": "2026-01-01", "last": "2026-01-01", "matches": 1, "identity": bytes(32).hex(), "names": ["Ada"]}
    (tmp_path / known_players.FILE).write_text(f"[{row}]".replace("'", '"'))
    [item] = players.complete_known_player(click.Context(cli), click.Argument(["who"]), "")
    assert item.value == fingerprint(bytes(32)) and item.help == "Ada"


@pytest.mark.parametrize("flags", [(), ("-OO",)], ids=["usual", "without docstrings"])
def test_help_is_complete_without_docstrings(flags: tuple[str, ...]) -> None:
    said = asked(["verify", "--help"], "", *flags)
    assert "Check records, tournaments, evidence files and desync reports offline." in said
    assert "Exit codes:" in said and "3  every file is valid, but" in said


def test_the_main_help_lists_every_command_and_the_first_step() -> None:
    said = asked(["--help"])
    assert "Without a command: opens the window. Start with `tether doctor`" in said
    assert [line[:-1] for line in said.splitlines() if line[:-1] in SECTIONS] == list(SECTIONS)
    listed = re.findall(r"^  ([a-z-]+)  +([A-Z][^\n]*)$", said, re.M)
    assert {name for name, _ in listed} == {name for names in SECTIONS.values() for name in names}
    assert "..." not in said and all(len(line) <= 80 for line in said.splitlines() if "#" not in line), said


@pytest.mark.parametrize("path", ALL)
def test_each_command_has_a_summary_and_examples(path: str) -> None:
    command = ALL[path]
    assert isinstance(command, (Command, Group))
    assert command.short_help and len(command.short_help) <= MAX_SUMMARY_LENGTH and not command.short_help.endswith(".")
    assert command.help and command.help.strip().partition("\n")[0].rstrip().endswith((".", ":", "the"))
    assert command.epilog and "Examples:" in command.epilog and path in command.epilog
    for param in command.params:
        if isinstance(param, click.Option) and not param.hidden:
            assert param.help and param.help.endswith(".") and param.help[0].isupper(), (path, param.name)


@pytest.mark.parametrize("path", [path for path, command in ALL.items() if isinstance(command, Command)])
def test_each_command_names_an_existing_function_with_its_parameters(path: str) -> None:
    """The function named in a declaration exists and takes the declared parameters."""
    command = ALL[path]
    assert isinstance(command, Command)
    needed, allowed = set(), set()
    for name, param in inspect.signature(load_object(command.does), eval_str=True).parameters.items():
        if param.kind == param.VAR_KEYWORD:
            [fields] = get_args(param.annotation)
            allowed |= fields.__required_keys__ | fields.__optional_keys__
            needed |= fields.__required_keys__
        else:
            allowed.add(name)
            needed |= {name} if param.default is param.empty else set()
    given = {param.name for param in command.params if param.expose_value}
    assert needed <= given <= allowed, path


def test_values_repeated_in_the_declarations_are_correct() -> None:
    """The declarations repeat names and numbers, so that they need not load the modules that define these."""
    assert completion.game_names() == list(GAMES) and next(iter(GAMES)) == shared_options.GAME
    assert tuple(PLAYERS) == completion.BOT_NAMES and shared_options.DEFAULT_BOT_NAME in PLAYERS
    assert (shared_options.PORT, shared_options.PATIENCE, shared_options.CODE_VARIABLE) == (
        addresses.PORT, absence.PATIENCE, invite.CODE_VARIABLE,
    )  # fmt: skip
    here = lobby_commands
    assert (here.ALL_ADDRESSES, here.TOURNAMENT_PORT) == (broadcast.ALL, finder.PORT)
    assert (timer.TIMER.values, timer.USUAL, listing.LISTEN_SECONDS) == (
        here.TURN_TIMERS,
        here.TURN_TIMER,
        here.LISTENS,
    )
    assert [kind.replace(" ", "-") for kind in opening.KINDS] == list(here.KINDS)
    assert (here.MOST_ROUNDS, here.MOST_MINUTES, here.MOST_PLAYERS) == (
        opening.MOST_ROUNDS, opening.MOST_MINUTES, opening.MOST_PLAYERS,
    )  # fmt: skip
    assert (LOT, OWN) == ("lot", "own")
    assert lab.PLAYER == lab_common.PLAYER and lab.PLAYER in PLAYERS


@pytest.mark.parametrize("words", [
    ["match", "--game", "FILE", "--help"], ["match", "--help", "--game=FILE"], ["peer", "--game=FILE", "-h"],
])  # fmt: skip
def test_the_help_has_the_options_of_the_named_game(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "flotsam.py"
    try:
        assert run([word.replace("FILE", str(path)) for word in words]) == 0
        told = capsys.readouterr().out
        assert "Options of flotsam" in told and "to how many divers hands are filled up" in told
        assert told.count("Options of ") == 1
    finally:
        forget("flotsam")


@pytest.mark.parametrize("command", ["match", "check", "help", "rules", "new game", "show"])
def test_help_prints_the_help_of_a_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", *command.split()]) == 0
    assert f"Usage: tether {command}" in capsys.readouterr().out


def test_help_of_shot_names_no_option_that_it_lacks(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "client", "help", "shot"], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TETHER_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0 and "Usage: tether shot" in done.stdout, done.stderr
    assert "--game" not in done.stdout


def test_the_help_of_a_file_that_is_no_game_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.py").write_text("import random\n")
    assert run(["match", "--game", str(tmp_path / "bad.py"), "--help"]) == 2
    assert "imports random" in capsys.readouterr().err
