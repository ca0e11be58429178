"""Game files of tests, which are loaded inside a context and forgotten afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.engine.game import Game
from core.games import registry
from core.games.registry import GAMES
from net.system import game_files

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


@contextmanager
def loaded(text: str, folder: Path, name: str = "tried.py") -> Iterator[Game]:
    """Write a game file and load it; forget it at the end of the context."""
    path = folder / name
    path.write_text(text)
    with loaded_file(path) as game:
        yield game


@contextmanager
def loaded_file(path: Path) -> Iterator[Game]:
    """Load a game file; forget it at the end of the context."""
    game = game_files.load(path)
    try:
        yield GAMES[game]
    finally:
        forget(game)


def forget(game: str) -> None:
    """Remove a game that was loaded from a file."""
    module = type(GAMES[game]).__module__
    del GAMES[game], game_files.LOADED[game], game_files.MODULES[module], sys.modules[module]
    registry.PLACES["core"].pop(game)
    registry.RECORDS._loaded.pop(game, None)
