"""The hash of the rules covers every module of a game, wherever it is."""

from __future__ import annotations

import sys
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import pytest

from core.games.registry import GAMES
from net.match.genesis import _rules_hash, rules_hash

GAME_FILE = """
from tests.support.games.magpies.game import Magpies
{more}
class Own(Magpies):
    name = "own"

GAME = Own()
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that writes the files of a game into a new folder and returns the hash of its rules."""
    count = 0

    def hash_of(files: dict[str, str], module: str) -> bytes:
        nonlocal count
        count += 1
        folder = tmp_path / str(count)
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(folder))
            for name in [name for name in sys.modules if name.partition(".")[0] in ("outside", "lone")]:
                patch.delitem(sys.modules, name)
            invalidate_caches()
            _rules_hash.cache_clear()
            return rules_hash(import_module(module).GAME)

    yield hash_of
    for name in [name for name in sys.modules if name.partition(".")[0] in ("outside", "lone")]:
        del sys.modules[name]
    _rules_hash.cache_clear()


def package(**more: str) -> dict[str, str]:
    files = {
        "__init__.py": "",
        "game.py": GAME_FILE.format(more="from outside.rules import DRAWN"),
        "rules.py": "DRAWN = 2",
    }
    files |= {name.replace("__", "/") + ".py": text for name, text in more.items()}
    return {f"outside/{name}": text for name, text in files.items()}


def test_two_packages_with_different_rules_have_different_hashes(made: Any) -> None:
    first = made(package(), "outside.game")
    assert made(package(), "outside.game") == first, "the folder where it lies does not count"
    assert made(package(rules="DRAWN = 3"), "outside.game") != first
    assert made(package(cards__all="NONE = ()"), "outside.game") != first, "a module deeper in the package"
    assert made(package(text__words="TITLE = 'Own'"), "outside.game") == first, "words change no rules"
    assert made(package(entry="ENTRY = None"), "outside.game") == first, "the record of a game holds no rules"


def test_the_rules_hash_of_a_single_file_game_covers_only_that_file(made: Any) -> None:
    first = made({"lone.py": GAME_FILE.format(more="DRAWN = 2")}, "lone")
    assert made({"lone.py": GAME_FILE.format(more="DRAWN = 2"), "other.py": "x = 1"}, "lone") == first
    assert made({"lone.py": GAME_FILE.format(more="DRAWN = 3")}, "lone") != first


def test_the_rules_hash_of_a_game_in_a_package_covers_the_package(made: Any) -> None:
    whole = {
        "outside/__init__.py": GAME_FILE.format(more="from outside.rules import DRAWN"),
        "outside/rules.py": "DRAWN = 2",
    }
    first = made(whole, "outside")
    assert made(whole | {"outside/rules.py": "DRAWN = 3"}, "outside") != first


def test_the_games_have_different_rules_hashes() -> None:
    assert len({rules_hash(game) for game in GAMES.values()}) == len(GAMES)
