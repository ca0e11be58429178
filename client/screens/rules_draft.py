"""A ruleset while the player edits it: its values with their ranges, and the file that it is saved to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.engine.changed_game import ChangedGame, rulesets_of
from core.engine.ruleset import FLAG, Changes, Field, Integer, RulesetError, Rulesets, Word, slug
from core.engine.text.rules_file import read_rules_file, ruleset_text, write_rules_file
from core.games.registry import GAMES
from net.cli.games.rules import read_game
from net.system.durable_files import write_atomically

MAX_SHOWN = 60
"""Maximum number of characters of a value in a row."""


class RulesDraft:
    """The changes that a ruleset makes to a game, of which the player may edit the values.

    Options and new cards of the file stay as they are.
    """

    def __init__(self, game: str, path: str = "") -> None:
        """Begin with the ruleset of a file, or with the printed rules; raise `BadRules`."""
        rulesets = rulesets_of(GAMES[game])
        assert rulesets is not None
        self.game, self.path = game, path
        self.rulesets: Rulesets[Any] = rulesets
        self.changes = Changes("", {}, {}, {})
        if path:
            changed = read_game(Path(path))
            if isinstance(changed, ChangedGame):
                self.changes = rulesets.parse(changed.text)
        self.name = self.changes.name

    @property
    def sections(self) -> list[str]:
        """Sections of the values, such as "numbers" and "cards"."""
        return list(dict.fromkeys(path.partition(".")[0] for path in self.rulesets.fields))

    def paths(self, section: str, words: str = "") -> Iterator[str]:
        """Yield the paths of a section whose names contain all these words; "" is the section of changed values."""
        wanted = words.lower().split()
        for path in self.rulesets.fields:
            within = path in self.changes.values if not section else path.partition(".")[0] == section
            if within and all(word in field_label(path).lower() for word in wanted):
                yield path

    def field(self, path: str) -> Field:
        """Return the declaration of a value."""
        return self.rulesets.fields[path]

    def value(self, path: str) -> str:
        """Return the present value of a path as text."""
        return self._text(path, self.changes.values.get(path, self.field(path).printed))

    def printed_value(self, path: str) -> str:
        """Return the printed value of a path as text."""
        return self._text(path, self.field(path).printed)

    def _text(self, path: str, value: Any) -> str:
        try:
            return self.field(path).kind.write(value)
        except ValueError:
            return "as printed"  # it has no notation

    def is_changed(self, path: str) -> bool:
        """Return True if the value differs from the printed one."""
        return path in self.changes.values

    def range_of(self, path: str) -> str:
        """Return the valid values of a path in words."""
        kind = self.field(path).kind
        return "0 (off) or 1 (on)" if kind is FLAG else kind.range

    def set(self, path: str, text: str) -> None:
        """Set a value; raise `ValueError` with the valid values for any other text."""
        field = self.field(path)
        value = field.kind.read(text.strip())
        if value == field.printed:
            self.changes.values.pop(path, None)
        else:
            self.changes.values[path] = value

    def step(self, path: str, by: int) -> bool:
        """Change a number or a word by one step, within its range; return True if that is possible."""
        kind, now = self.field(path).kind, self.changes.values.get(path, self.field(path).printed)
        if isinstance(kind, Integer):
            to = max(kind.low, min(kind.high, now + by))
        elif isinstance(kind, Word) and now in kind.words:
            to = kind.words[(kind.words.index(now) + by) % len(kind.words)]
        else:
            return False
        self.set(path, kind.write(to))
        return True

    def reset(self, *paths: str) -> None:
        """Give these values their printed ones, or all values if none is named."""
        for path in paths or tuple(self.changes.values):
            self.changes.values.pop(path, None)

    def describe_change(self, path: str) -> str:
        """Return a sentence about a changed value."""
        return self.field(path).difference(self.changes.values[path])

    def describe_value(self, path: str) -> str:
        """Return a sentence about the present value, without the printed one."""
        field = self.field(path)
        words = field.difference(self.changes.values.get(path, field.printed))
        return re.sub(r", not [^.]*", "", words)

    def to_toml(self) -> str:
        """Return the ruleset file; raise `RulesetError` if the values do not fit together."""
        written = write_rules_file(self.game, self.rulesets, self.changes._replace(name=self.name.strip()))
        ruleset_text(self.rulesets, read_rules_file(written.encode()))
        return written

    def find_problem(self) -> str:
        """Return the first reason why the values do not fit together, or ""."""
        try:
            self.to_toml()
        except RulesetError as wrong:
            return wrong.problems[0].reason
        return ""

    def save(self, folder: Path) -> Path:
        """Write the file into this folder, named for the ruleset; raise `RulesetError` or `OSError`.

        A file of the same folder that the ruleset was read from is written again.
        """
        text = self.to_toml()
        path = Path(self.path) if self.path and Path(self.path).parent == folder else self._unused_path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode())
        self.path = str(path)
        return path

    def _unused_path(self, folder: Path) -> Path:
        """Return a path in the folder that no file has yet."""
        stem = slug(self.name) or f"{self.game}_rules"
        numbered = (folder / f"{stem}{'' if number == 1 else f'_{number}'}.toml" for number in range(1, 1000))
        return next(path for path in numbered if not path.exists())


def field_label(path: str) -> str:
    """Return the readable name of a value, without its section.

    >>> [field_label(name) for name in ("cards.zap.mana", "numbers.start_gold", "decks.market1.copies.cycle_notes")]
    ['Zap: mana', 'Start gold', 'Market1: copies, cycle notes']
    """
    first, *rest = (part.replace("_", " ") for part in path.split(".")[1:])
    name = first[:1].upper() + first[1:]
    return f"{name}: {', '.join(rest)}" if rest else name.replace(" vp", " VP")
