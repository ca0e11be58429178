"""Games in files: only a file that the player names is loaded, and the rules' hash covers all that rules depend on."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from core.games.registry import GAMES, NAMES
from net.cli.games.new_game import TEMPLATE
from net.match.genesis import rules_hash
from net.system import endless, game_files
from net.system.game_files import BadGameFile, load, rules_text
from tests.support.kit import EXAMPLES, loaded, loaded_file

FLOTSAM = (EXAMPLES / "flotsam.py").read_text()


def hashed(text: str, folder: Path) -> bytes:
    """Return the rules' hash of the game in a file with this text."""
    with loaded(text, folder) as game:
        return rules_hash(game)


SAME = {
    "a corrected sentence": ("{seat} takes {card}.", "{seat} grabs {card}."),
    "the score of the bot": ("250 * mine", "240 * mine"),
    "the spread of the bot": ("spread=300", "spread=200"),
    "the docstring of the file": ("Ten minutes.", "Twelve minutes."),
}


@pytest.mark.parametrize("what", SAME)
def test_changed_texts_or_bots_leave_the_rules_hash_unchanged(what: str, tmp_path: Path) -> None:
    before, after = SAME[what]
    assert FLOTSAM.count(before) == 1
    assert hashed(FLOTSAM.replace(before, after), tmp_path) == hashed(FLOTSAM, tmp_path)


OTHER = {
    "a number": ("MOST, AIR = (", "AIR, MOST = ("),
    "a rule": ("-strength[seat]) if alone", "strength[seat]) if alone"),
    "the offers of a question": ("-WRECKS[copy].worth", "WRECKS[copy].worth"),
    "a rule that names the bot's function": ("s.taken[seat] += (wreck,)", "s.taken[seat] += (wreck,); prize"),
    "a kit that is another thing": ("@table\n", "kit = kit\n\n@table\n"),
    "an attribute of the kit": ("@table\n", "kit.says = kit.says\n\n@table\n"),
    "a comment": ("# The rules", "# The rulez"),
}  # fmt: skip


@pytest.mark.parametrize("what", OTHER)
def test_any_change_outside_texts_and_bots_changes_the_rules_hash(what: str, tmp_path: Path) -> None:
    before, after = OTHER[what]
    assert FLOTSAM.count(before) == 1
    assert hashed(FLOTSAM.replace(before, after), tmp_path) != hashed(FLOTSAM, tmp_path)


CODE_IN_WORDS = {
    "a call in a sentence": 'kit.says(x="{seat}".replace("seat", DIVERS.names[0]))',
    "a call in a default of a score": "@kit.bot(take)\ndef w(s, seat, wreck, more=print) -> int:\n    return 1",
    "a call in an annotation": "@kit.bot(take)\ndef w(s, seat, wreck: Kit('a', 'A', (2,)) ) -> int:\n    return 1",
    "a second decorator": "@kit.bot(take)\n@kit.phase\ndef w(s, seat, wreck) -> int:\n    return 1",
    "a rule behind a semicolon": 'kit.says(x="{seat}"); MOST = 5',
}


@pytest.mark.parametrize("what", CODE_IN_WORDS)
def test_code_between_the_texts_counts_as_rules(what: str) -> None:
    """A line that could run code when the file is loaded is part of the hash, even if it looks like a text."""
    line = CODE_IN_WORDS[what].replace("print", "None")
    text = FLOTSAM.replace("GAME = ", f"{line}\n\nGAME = ")
    assert line.splitlines()[-1].encode() in rules_text(text)


def test_the_rules_text_does_not_depend_on_line_endings(tmp_path: Path) -> None:
    assert rules_text(FLOTSAM.replace("\n", "\r\n")) == rules_text(FLOTSAM)


def test_a_bot_function_that_a_rule_names_counts_as_rules() -> None:
    text = FLOTSAM.replace("s.taken[seat] += (wreck,)", "s.taken[seat] += (wreck,); prize")
    assert b"200 * MOST" in rules_text(text) and b"200 * MOST" not in rules_text(FLOTSAM)


def test_the_hash_of_a_game_file_covers_the_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from net.match import genesis

    names: list[str] = []
    monkeypatch.setattr(genesis, "_content_hash", lambda path: names.append(path.as_posix()) or bytes(32))
    genesis._rules_hash.cache_clear()
    with loaded(FLOTSAM, tmp_path) as game:
        rules_hash(game)
    genesis._rules_hash.cache_clear()
    assert any(name.endswith("core/kit/step.py") for name in names)
    assert not any("kit/text/" in name or "kit/bot/" in name for name in names)


def test_a_loaded_game_does_not_change_with_its_file(tmp_path: Path) -> None:
    with loaded(FLOTSAM, tmp_path) as game:
        before = rules_hash(game)
        (tmp_path / "tried.py").write_text(FLOTSAM.replace("MOST, AIR = (", "AIR, MOST = ("))
        with pytest.raises(BadGameFile, match="has changed since it was loaded"):
            load(tmp_path / "tried.py")
        assert rules_hash(game) == before


@pytest.mark.parametrize("name", NAMES)
def test_a_game_file_cannot_take_the_name_of_another_game(name: str, tmp_path: Path) -> None:
    path = tmp_path / "tried.py"
    path.write_text(FLOTSAM.replace('"flotsam"', f'"{name}"'))
    before = GAMES[name]
    with pytest.raises(BadGameFile, match="choose another name"):
        load(path)
    assert GAMES[name] is before


def test_two_game_files_with_the_same_name_are_not_loaded_together(tmp_path: Path) -> None:
    with loaded(FLOTSAM, tmp_path):
        other = tmp_path / "other.py"
        other.write_text(FLOTSAM)
        with pytest.raises(BadGameFile, match="choose another name"):
            load(other)


def test_hostile_game_files_are_refused_with_an_explanation(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    (tmp_path / "large.py").write_bytes(b"#" * (game_files.MAX_FILE + 1))
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "zero.py").write_bytes(b"a = 1\x00")
    (tmp_path / "deep.py").write_text("a = " + "(" * 5000 + ")" * 5000)
    (tmp_path / "minus.py").write_text("a = " + "-" * 60000 + "1")
    for name in ("pipe", "large", "binary", "zero", "deep", "minus", "none"):
        with pytest.raises(BadGameFile) as told:
            load(tmp_path / f"{name}.py")
        assert "\n" not in str(told.value) and name in str(told.value)


ESCAPES = (
    "().__class__", "__builtins__", "__import__('os')", "getattr(kit, 'x')", "eval('1')", "exec('1')", "open('x')",
    "vars()", "globals()", "Kit.__init__", "breakpoint()", "super()", "setattr(kit, 'x', 1)",
)  # fmt: skip


@pytest.mark.parametrize("code", ESCAPES)
def test_attempts_to_import_other_modules_are_refused_in_a_game_file(code: str, tmp_path: Path) -> None:
    path = tmp_path / "tried.py"
    path.write_text(FLOTSAM.replace("GAME = ", f"x = {code}\n\nGAME = "))
    with pytest.raises(BadGameFile, match="is not for a game file"):
        load(path)


def test_no_name_from_a_peer_loads_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the command line and the window load game files; a name in a room or record is looked up in the registry."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flotsam.py").write_text(FLOTSAM)
    for name in ("flotsam", "flotsam.py", "./flotsam.py"):
        assert name not in GAMES
        with pytest.raises(KeyError):
            GAMES[name]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_every_example_is_a_game_of_at_most_200_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= (150 if path.stem == "flotsam" else 200)
    with loaded_file(path) as game:
        assert game.name == path.stem


# Two versions of one game ---------------------------------------------------------------------------------------------


def test_a_game_that_is_in_no_file_has_no_other_version() -> None:
    assert game_files.other_version("bridgefront") == ""


def test_another_version_of_a_loaded_file_is_named(tmp_path: Path) -> None:
    with loaded(TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf"), tmp_path, "my-wolf.py"):
        assert game_files.other_version("wolf") == (
            "They have another version of my-wolf.py: everyone needs the same game file."
        )


# Attacks --------------------------------------------------------------------------------------------------------------

REFUSED = {
    "a part of the kit as a module": ("from core.kit import kit as k", "core.kit.kit is not for a game file"),
    "the whole kit": ("import core.kit", "write `from core.kit import ...`"),
    "a module of a module": ("from enum import sys", "enum.sys is not for a game file"),
    "a module through a module": ("import dataclasses\nx = dataclasses.sys", "dataclasses.sys is not for a game file"),
    "a module under two names": ("import typing\nx = typing\ny = x.sys", "the module typing is used alone"),
    "everything of a module": ("from operator import *", "imports * from operator"),
    "attributes by texts": ("from operator import attrgetter", "operator.attrgetter is not for a game file"),
    "attributes by copying": ("from functools import update_wrapper", "functools.update_wrapper is not for"),
    "a hidden part": ("from typing import _eval_type", "typing._eval_type is not for a game file"),
    "types as texts": ("x: \"open('x')\" = 1", "must be written without quotes"),
    "types of values as texts": ("def f(x: 'list[open]') -> None: ...", "must be written without quotes"),
    "a frame": ("x = (y for y in ()).gi_frame", "gi_frame is not for a game file"),
    "an attribute in a text": ("x = '{0.name}'.format(kit)", "format is not for a game file; use a text with f"),
    "an attribute in a case": ("match kit:\n    case Kit(__class__=x): pass", "in a case is not for a game file"),
    "the engine": ("def f(step): step._engine.kit", "_engine is not for a game file"),
    "another game's kit": ("Step.roll = None", "changes Step, which is outside the state"),
    "a root": ("from math import sqrt", "math.sqrt is not for a game file, since it may make fractions; use isqrt"),
    "a file beside it": ("import helper", "imports helper, and a game file may import core.kit and"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_other_ways_out_of_a_game_file_are_refused(what: str, tmp_path: Path) -> None:
    code, sentence = REFUSED[what]
    path = tmp_path / "tried.py"
    path.write_text(FLOTSAM.replace("GAME = ", f"{code}\n\nGAME = "))
    (tmp_path / "helper.py").write_text("raise SystemExit\n")
    with pytest.raises(BadGameFile) as told:
        load(path)
    assert sentence in str(told.value), told.value


REACHES = {
    "the kit under another name": "k = kit",
    "the scores of the kit": "x = kit.scores",
    "the kit of a question": "def f(s): return dive.closed.kit.scores",
    "the words of the game": "def f(s): return GAME.narrate(s, None)",
}


@pytest.mark.parametrize("what", REACHES)
def test_texts_and_bots_count_as_rules_if_a_rule_can_read_them(what: str) -> None:
    text = FLOTSAM.replace("GAME = ", f"{REACHES[what]}\n\nGAME = ")
    assert b"{seat} takes {card}." in rules_text(text) and b"240 * mine" in rules_text(text.replace("250 *", "240 *"))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_no_rule_is_left_out_of_the_hash_by_its_line_ends(end: str, tmp_path: Path) -> None:
    """Python ends lines at a carriage return, too; a file that counted otherwise would lose rules from its hash."""
    changed = FLOTSAM.replace('"pearl"), 4, 5', '"pearl"), 4, 6')
    assert rules_text(FLOTSAM.replace("\n", end)) == rules_text(FLOTSAM) != rules_text(changed.replace("\n", end))
    path = tmp_path / "tried.py"
    path.write_bytes(b"\xef\xbb\xbf" + FLOTSAM.replace("\n", end).encode())
    with loaded_file(path) as game:
        with_mark = rules_hash(game)
    assert with_mark == hashed(FLOTSAM, tmp_path)


def test_a_file_whose_statements_never_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless.GUARD, "limit", 0.3)
    path = tmp_path / "tried.py"
    path.write_text("from core.kit import Kit\nfor x in iter(int, 1):\n    y = x\n")
    with pytest.raises(BadGameFile, match=r"tried.py, line [23]: the file \(line [23]\) has run for 0.3 seconds"):
        load(path)


def test_a_file_that_wants_all_memory_is_refused_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "tried.py"
    path.write_text("x = [0] * 10**15\n")
    with pytest.raises(BadGameFile, match="it wants more memory than there is"):
        load(path)


def test_the_guard_keeps_no_frame_of_other_functions(tmp_path: Path) -> None:
    """A frame keeps the values of its function, such as a view of a buffer, which could then not be changed."""
    with loaded(FLOTSAM, tmp_path):
        data = bytearray(b"log")

        def seen() -> object:
            view = memoryview(data)
            looking = threading.Thread(target=endless.GUARD._look, args=(0.0,))
            looking.start()
            looking.join()
            return len(view)

        assert seen() == 3
        data.clear()
