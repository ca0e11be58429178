"""The ruleset files that come with Tether: other editions of a game, and numbers that the lab has balanced.

A file `core/games/<game>/rulesets/<name>.toml` is offered as `<game>/<name>` wherever a ruleset file can be named.
"""

from __future__ import annotations

import re
from pathlib import Path

import core.games
from core.engine.text.rules_file import MAX_FILE_BYTES
from net.system.safe_files import read_limited

FOLDER = "rulesets"
"""Folder of a game that contains its rulesets."""
_GAMES = Path(core.games.__file__).parent


def shipped_rulesets(game: str) -> dict[str, Path]:
    """Return the shipped ruleset files of a game by name, such as "cabinet/classic"; a game in a file has none."""
    if not re.fullmatch("[a-z][a-z0-9_]*", game):
        return {}
    return {f"{game}/{path.stem}": path for path in sorted((_GAMES / game / FOLDER).glob("*.toml"))}


def find_shipped_ruleset(name: str) -> Path | None:
    """Return the shipped ruleset file of this name, or None if there is none."""
    return shipped_rulesets(name.partition("/")[0]).get(name)


def ruleset_summary(path: Path) -> str:
    """Return the sentence in the first line of a shipped ruleset file."""
    return read_limited(path, MAX_FILE_BYTES).decode().partition("\n")[0].removeprefix("#").strip()
