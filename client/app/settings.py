"""What the player has set: one frozen record, kept as a small JSON file that may be edited by hand.

    settings = load(path())                               # always valid; says in one line each what was wrong
    settings = replace(settings, scale=1.5)               # dataclasses.replace
    trouble = save(settings, path())                      # "", or why that was not possible

A field, its default and what it may be are declared once, in `Settings`; reading, writing and checking follow from it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from client.art.theme import PALETTES
from client.ui.scale import AUTOMATIC
from lobby.players.colours import COLOURS, NO_COLOUR
from net.match.genesis import is_name
from net.system import paths
from net.text.errors import reason
from net.text.sanitizer import say

FORMAT = 1
"""The format of the file. A file of a higher one is read as far as it is understood."""
LARGEST = 64 * 1024
"""Bytes of a file that are still looked at; a full one has about two thousand."""
NAME_LENGTH = 20
SMALLEST_TEXTS, LARGEST_TEXTS = 0.9, 1.4
VERSION_KEY = "format"
FORMER_SCALE = "ui_scale"
SPEEDS = (1.0, 2.0, 4.0)
EFFECTS = ("full", "low")
SMALLEST_WINDOW, LARGEST_WINDOW = (640, 360), 16384

# What a field may be --------------------------------------------------------------------------------------------------


class Rule(Protocol):
    """What a value of a file may be: `read` gives the value as the program has it, or a ValueError that says what is
    asked for.
    """

    def read(self, value: object) -> Any: ...


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds."""

    low: float
    high: float

    def read(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not self.low <= value <= self.high:
            raise ValueError(f"a number from {self.low:g} to {self.high:g}")
        return float(value)


@dataclass(frozen=True, slots=True)
class Scale(Number):
    """A scale within bounds, or `AUTOMATIC`."""

    def read(self, value: object) -> float:
        if type(value) in (int, float) and value == AUTOMATIC:
            return AUTOMATIC
        try:
            return Number(self.low, self.high).read(value)
        except ValueError as asked:
            raise ValueError(f"{AUTOMATIC:g}, which is automatic, or {asked}") from None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int
    high: int

    def read(self, value: object) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError(f"a whole number from {self.low} to {self.high}")
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    values: tuple[object, ...]

    def read(self, value: object) -> object:
        found = [v for v in self.values if not isinstance(value, bool) and v == value]
        if not found:
            raise ValueError(f"one of {', '.join(f'{v:g}' if isinstance(v, float) else str(v) for v in self.values)}")
        return found[0]


@dataclass(frozen=True, slots=True)
class YesNo:
    """True or false."""

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError("true or false")
        return value


@dataclass(frozen=True, slots=True)
class Name:
    """A name as others see it at the table, or none yet."""

    longest: int

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.longest or not (value == "" or is_name(value)):
            raise ValueError(f"at most {self.longest} letters, digits and punctuation marks with single blanks between")
        return value


@dataclass(frozen=True, slots=True)
class Bindings:
    """Actions and their keys, as `Keymap.changes` gives them. Which of them exist only the keymap knows."""

    actions: int = 200
    chords: int = 8
    longest: int = 40

    def read(self, value: object) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict) or len(value) > self.actions:
            raise ValueError("actions and for each a list of keys")
        return {self._word(action): self._keys(keys) for action, keys in value.items()}

    def _keys(self, keys: object) -> tuple[str, ...]:
        if not isinstance(keys, (list, tuple)) or len(keys) > self.chords:
            raise ValueError(f"actions and for each a list of at most {self.chords} keys")
        return tuple(self._word(key) for key in keys)

    def _word(self, word: object) -> str:
        if not isinstance(word, str) or not word or len(word) > self.longest or not word.isprintable():
            raise ValueError(f"actions and keys in words of at most {self.longest} letters")
        return word


def _rule(rule: Rule, default: Any) -> Any:
    return field(default=default, metadata={"rule": rule})


# The settings ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set."""

    name: str = _rule(Name(NAME_LENGTH), "")
    """What others see."""
    colour: int = _rule(Whole(0, len(COLOURS)), NO_COLOUR)
    """The colour that is wanted at a table, from 1; 0 for that of the seat."""
    scale: float = _rule(Scale(0.8, 2.0), AUTOMATIC)
    """Of everything; `AUTOMATIC` follows the window."""
    text_scale: float = _rule(Number(SMALLEST_TEXTS, LARGEST_TEXTS), 1.0)
    """Of texts, on top of the scale of everything."""
    palette: str = _rule(OneOf(tuple(PALETTES)), "okabe-ito")
    """The colours of the seats."""
    reduced_motion: bool = _rule(YesNo(), False)
    speed: float = _rule(OneOf(SPEEDS), 1.0)
    """Of animations."""
    effects: str = _rule(OneOf(EFFECTS), "full")
    """Mist, dust and sparks: "full" or "low"."""
    master: float = _rule(Number(0.0, 1.0), 1.0)
    effects_volume: float = _rule(Number(0.0, 1.0), 0.8)
    interface_volume: float = _rule(Number(0.0, 1.0), 0.6)
    ambience_volume: float = _rule(Number(0.0, 1.0), 0.1)
    music_volume: float = _rule(Number(0.0, 1.0), 0.15)
    announcer: bool = _rule(YesNo(), False)
    """Whether every prompt and event is also written as a plain line."""
    fullscreen: bool = _rule(YesNo(), False)
    width: int = _rule(Whole(SMALLEST_WINDOW[0], LARGEST_WINDOW), 1280)
    height: int = _rule(Whole(SMALLEST_WINDOW[1], LARGEST_WINDOW), 720)
    """Of the window when it does not fill the screen."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False, metadata={"rule": Bindings()})
    """Only what differs from the keys that the program comes with."""

    @property
    def size(self) -> tuple[int, int]:
        """The size of the window."""
        return self.width, self.height

    def corrected(self) -> Settings:
        """The same, with the default in place of whatever is out of bounds."""
        return checked(plain(self))[0]


@runtime_checkable
class Following(Protocol):
    """What shows itself as the player has set it, and differently as soon as that changes."""

    def follow(self, settings: Settings) -> None:
        """These settings are in force now."""


def plain(settings: Settings) -> dict[str, object]:
    """As plain data, ready for JSON."""
    data: dict[str, object] = {spec.name: getattr(settings, spec.name) for spec in fields(settings)}
    data["keys"] = {action: list(keys) for action, keys in settings.keys.items()}
    return data


def checked(data: object) -> tuple[Settings, list[str]]:
    """The settings in plain data; for all that is wrong the default, and a line that says so."""
    if not isinstance(data, dict):
        return Settings(), ["there are no settings in it"]
    data = _as_now(data)
    known: dict[str, Any] = {}
    wrong = []
    default = Settings()
    for spec in fields(Settings):
        if spec.name not in data:
            continue
        rule: Rule = spec.metadata["rule"]
        try:
            known[spec.name] = rule.read(data[spec.name])
        except ValueError as asked:
            instead = getattr(default, spec.name)
            wrong.append(f"{spec.name} must be {asked}, not {_short(data[spec.name])}; taken as {_short(instead)}")
    unknown = sorted(set(data) - {spec.name for spec in fields(Settings)})
    if unknown:
        more = f" and {len(unknown) - 3} more" if len(unknown) > 3 else ""
        wrong.append(f"not known and passed over: {', '.join(map(_short, unknown[:3]))}{more}")
    return Settings(**known), wrong


def _as_now(data: dict[str, object]) -> dict[str, object]:
    """The data of a file from before there was an automatic scale. Its `ui_scale` was 1.0 unless the player had chosen
    another figure: only another one is a choice.
    """
    now = {name: value for name, value in data.items() if name != FORMER_SCALE}
    former = data.get(FORMER_SCALE, 1.0)
    return now if former == 1.0 else {"scale": former, **now}


def _short(value: object, longest: int = 40) -> str:
    """A value on one line of bounded length, as JSON writes it."""
    if isinstance(value, (dict, list)):
        return "{...}" if isinstance(value, dict) and value else "[...]" if value else json.dumps(value)
    text = json.dumps(value)
    return text if len(text) <= longest else text[:longest] + "..."


# The file -------------------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Where the program keeps its own files: the user's folder for such, as the system has it."""
    return paths.settings()


def path() -> Path:
    """The file of the settings."""
    return folder() / "client.json"


def aside(path: Path) -> Path:
    """Where a file with something wrong in it is kept."""
    return path.with_name(f"{path.name}.bad")


def complain(line: str) -> None:
    """Says it on the terminal, if there is one."""
    say(f"tether: {line}", err=True)


def load(path: Path, say: Callable[[str], object] = complain) -> Settings:
    """The settings of a file; the defaults if there is none. What is wrong in it is said, each in one line, and the
    file as it was is kept beside it.
    """
    try:
        data = _read(path)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        say(f"the settings in {path} cannot be read, the defaults hold: {reason(error)}")
        return Settings()
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, _Useless) else "it is not JSON"
        say(f"the settings in {path} are of no use, the defaults hold: {why}")
        _keep_aside(path, os.replace, say)
        return Settings()
    version = data.pop(VERSION_KEY, FORMAT)
    if type(version) is int and version > FORMAT:
        settings, _ = checked(data)
        say(f"{path} was written by a newer Tether (format {version}); what is not known here is passed over")
        _keep_aside(path, shutil.copyfile, say)
        return settings
    settings, wrong = checked(data)
    for line in wrong:
        say(f"in {path}: {line}")
    if wrong:
        _keep_aside(path, shutil.copyfile, say)
    return settings


def save(settings: Settings, path: Path) -> str:
    """Keeps them, whole or not at all; "" or why that was not possible."""
    text = json.dumps({VERSION_KEY: FORMAT, **plain(settings)}, indent=2) + "\n"
    fresh = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number, fresh = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".new")
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)  # noqa: PTH105 - one call that is atomic on every system
    except OSError as error:
        if fresh is not None:
            with contextlib.suppress(OSError):
                Path(fresh).unlink()
        return f"The settings could not be kept in {path.parent}: {reason(error)}"
    return ""


class _Useless(ValueError):
    """The file as a whole is no good; the text says why."""


def _read(path: Path) -> dict[str, object]:
    if path.exists() and not path.is_file():
        raise _Useless("it is not a file")
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise _Useless(f"it is larger than {LARGEST // 1024} kB")
    data = json.loads(raw.decode("utf-8-sig"))
    if not isinstance(data, dict):
        raise _Useless("there are no settings in it")
    return data


def _keep_aside(path: Path, keep: Callable[[Path, Path], object], say: Callable[[str], object]) -> None:
    try:
        keep(path, aside(path))
    except OSError as error:
        say(f"{path} could not be kept aside: {error}")
    else:
        say(f"the file as it was is kept as {aside(path)}")
