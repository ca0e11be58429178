"""Games in files: only a file that the player names is loaded, and the rules' hash covers all that rules depend on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.games.registry import GAMES, NAMES
from net.cli.games.new_game import TEMPLATE
from net.match.genesis import rules_hash
from net.system import game_files
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
    "a call in a sentence": 'kit.says(x="{seat}".format(seat=DIVERS.faces))',
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
