"""The player's settings: one frozen record, stored as a small JSON file that may be edited by hand.

    settings = load(path())                               # always valid; says in one line each what was wrong
    settings = replace(settings, scale=1.5)               # dataclasses.replace
    trouble = save(settings, path())                      # "", or why that was not possible

`Settings` declares each field once, with its default and its range. Reading, writing and checking follow from it.
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
from typing import Any, Protocol, TypeVar, runtime_checkable

from client.art.theme import SEAT_PALETTES
from client.ui.scale import AUTOMATIC
from lobby.players.colours import COLOURS, NO_COLOUR
from net.match.genesis import is_name
from net.system import paths
from net.system.safe_files import open_regular
from net.text.errors import error_reason
from net.text.sanitizer import print_lines

T = TypeVar("T")
SETTINGS_FORMAT = 1
"""Version of the file format; from a file of a higher version, the program reads what it understands."""
MAX_FILE_BYTES = 64 * 1024
"""Maximum bytes of a settings file that are read; a full file has about two thousand."""
NAME_LENGTH = 20
SMALLEST_TEXTS, LARGEST_TEXTS = 0.9, 1.4
VERSION_KEY = "format"
FORMER_SCALE = "ui_scale"
SPEEDS = (1.0, 2.0, 4.0)
EFFECTS = ("full", "low")
SMALLEST_WINDOW, LARGEST_WINDOW = (640, 360), 16384

# Field rules ----------------------------------------------------------------------------------------------------------


class Rule(Protocol):
    """Validator of a value in a settings file.

    `read` returns the value in the form that the program uses, or raises a ValueError that states what is expected.
    """

    def read(self, value: object) -> object: ...


@dataclass(frozen=True, slots=True)
class NumberRule:
    """Rule for a number within bounds."""

    low: float
    high: float

    def read(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not self.low <= value <= self.high:
            raise ValueError(f"a number from {self.low:g} to {self.high:g}")
        return float(value)


@dataclass(frozen=True, slots=True)
class ScaleRule(NumberRule):
    """Rule for a scale within bounds, or `AUTOMATIC`."""

    def read(self, value: object) -> float:
        if type(value) in (int, float) and value == AUTOMATIC:
            return AUTOMATIC
        try:
            return NumberRule(self.low, self.high).read(value)
        except ValueError as asked:
            raise ValueError(f"{AUTOMATIC:g}, which is automatic, or {asked}") from None


@dataclass(frozen=True, slots=True)
class IntegerRule:
    """Rule for an integer within bounds."""

    low: int
    high: int

    def read(self, value: object) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError(f"a whole number from {self.low} to {self.high}")
        return value


@dataclass(frozen=True, slots=True)
class ChoiceRule:
    """Rule for a value that is one of a few permitted values."""

    values: tuple[object, ...]

    def read(self, value: object) -> object:
        found = [v for v in self.values if not isinstance(value, bool) and v == value]
        if not found:
            raise ValueError(f"one of {', '.join(f'{v:g}' if isinstance(v, float) else str(v) for v in self.values)}")
        return found[0]


@dataclass(frozen=True, slots=True)
class BooleanRule:
    """Rule for true or false."""

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError("true or false")
        return value


@dataclass(frozen=True, slots=True)
class NameRule:
    """Rule for the name that other players see at the table; it may be empty."""

    longest: int

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.longest or not (value == "" or is_name(value)):
            raise ValueError(
                f"at most {self.longest} letters, digits and punctuation marks, with single spaces between words"
            )
        return value


@dataclass(frozen=True, slots=True)
class KeyBindingsRule:
    """Rule for actions and their keys, as `Keymap.changes` returns them.

    Only the keymap knows which actions exist.
    """

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


def _setting_field(rule: Rule, default: T) -> T:
    return field(default=default, metadata={"rule": rule})


# Settings -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the player."""

    name: str = _setting_field(NameRule(NAME_LENGTH), "")
    """Name that other players see."""
    colour: int = _setting_field(IntegerRule(0, len(COLOURS)), NO_COLOUR)
    """Preferred colour at a table, counted from 1; 0 stands for the seat's colour."""
    scale: float = _setting_field(ScaleRule(0.8, 2.0), AUTOMATIC)
    """Scale of the whole interface; `AUTOMATIC` follows the window."""
    text_scale: float = _setting_field(NumberRule(SMALLEST_TEXTS, LARGEST_TEXTS), 1.0)
    """Scale of texts, which is multiplied by the scale of the interface."""
    palette: str = _setting_field(ChoiceRule(tuple(SEAT_PALETTES)), "okabe-ito")
    """Palette of the seats' colours."""
    reduced_motion: bool = _setting_field(BooleanRule(), False)
    speed: float = _setting_field(ChoiceRule(SPEEDS), 1.0)
    """Speed of animations."""
    effects: str = _setting_field(ChoiceRule(EFFECTS), "full")
    """Amount of mist, dust and sparks: "full" or "low"."""
    master: float = _setting_field(NumberRule(0.0, 1.0), 1.0)
    effects_volume: float = _setting_field(NumberRule(0.0, 1.0), 0.8)
    interface_volume: float = _setting_field(NumberRule(0.0, 1.0), 0.6)
    ambience_volume: float = _setting_field(NumberRule(0.0, 1.0), 0.1)
    music_volume: float = _setting_field(NumberRule(0.0, 1.0), 0.15)
    announcer: bool = _setting_field(BooleanRule(), False)
    """True if every prompt and event is also written as a plain line."""
    fullscreen: bool = _setting_field(BooleanRule(), False)
    width: int = _setting_field(IntegerRule(SMALLEST_WINDOW[0], LARGEST_WINDOW), 1280)
    height: int = _setting_field(IntegerRule(SMALLEST_WINDOW[1], LARGEST_WINDOW), 720)
    """Height of the window when it does not fill the screen."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False, metadata={"rule": KeyBindingsRule()})
    """Keys that differ from the program's defaults."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window when it does not fill the screen."""
        return self.width, self.height

    def with_valid_values(self) -> Settings:
        """Return a copy in which defaults replace the values that are out of bounds."""
        return from_plain_data(to_plain_data(self))[0]


@runtime_checkable
class SettingsObserver(Protocol):
    """Observer that updates its display when the player changes the settings."""

    def apply_settings(self, settings: Settings) -> None:
        """Apply the new settings."""


def to_plain_data(settings: Settings) -> dict[str, object]:
    """Return the settings as plain data, ready for JSON."""
    data: dict[str, object] = {spec.name: getattr(settings, spec.name) for spec in fields(settings)}
    data["keys"] = {action: list(keys) for action, keys in settings.keys.items()}
    return data


def from_plain_data(data: object) -> tuple[Settings, list[str]]:
    """Return the settings that plain data describes, and one line for each error in it.

    Defaults replace all wrong values.
    """
    if not isinstance(data, dict):
        return Settings(), ["there are no settings in it"]
    data = _migrate(data)
    known: dict[str, Any] = {}  # each value has the type of its field: its rule has read it
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
            wrong.append(f"{spec.name} must be {asked}, not {_shorten(data[spec.name])}; using {_shorten(instead)}")
    unknown = sorted(set(data) - {spec.name for spec in fields(Settings)})
    if unknown:
        more = f" and {len(unknown) - 3} more" if len(unknown) > 3 else ""
        wrong.append(f"unknown and skipped: {', '.join(map(_shorten, unknown[:3]))}{more}")
    return Settings(**known), wrong


def _migrate(data: dict[str, object]) -> dict[str, object]:
    """Return the data of a settings file, converted from the format before the automatic scale.

    In that format, `ui_scale` was 1.0 unless the player had chosen another number. Therefore only another number counts
    as a choice.
    """
    now = {name: value for name, value in data.items() if name != FORMER_SCALE}
    former = data.get(FORMER_SCALE, 1.0)
    return now if former == 1.0 else {"scale": former, **now}


def _shorten(value: object, longest: int = 40) -> str:
    """Return a value on one line of bounded length, as JSON writes it."""
    if isinstance(value, (dict, list)):
        return "{...}" if isinstance(value, dict) and value else "[...]" if value else json.dumps(value)
    text = json.dumps(value)
    return text if len(text) <= longest else text[:longest] + "..."


# File -----------------------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Return the folder of the program's files, inside the system's folder for user settings."""
    return paths.settings_folder()


def path() -> Path:
    """Return the path of the settings file."""
    return folder() / "client.json"


def faulty_copy_path(path: Path) -> Path:
    """Return the path under which a faulty file is kept."""
    return path.with_name(f"{path.name}.bad")


def warn(line: str) -> None:
    """Print a warning on the terminal, if there is one."""
    print_lines(f"tether: {line}", err=True)


def load(path: Path, say: Callable[[str], object] = warn) -> Settings:
    """Return the settings in a file, or the defaults if there is no file.

    Each error is reported in one line, and a copy of the original file is kept with the suffix `.bad`.
    """
    try:
        data = _read(path)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        say(f"the settings in {path} cannot be read, so the defaults apply: {error_reason(error)}")
        return Settings()
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, _UnusableFile) else "it is not JSON"
        say(f"the settings in {path} are not valid, so the defaults apply: {why}")
        _keep_aside(path, os.replace, say)
        return Settings()
    version = data.pop(VERSION_KEY, SETTINGS_FORMAT)
    if type(version) is int and version > SETTINGS_FORMAT:
        settings, _ = from_plain_data(data)
        say(f"{path} was written by a newer Tether (format {version}); parts that are unknown here are skipped")
        _keep_aside(path, shutil.copyfile, say)
        return settings
    settings, wrong = from_plain_data(data)
    for line in wrong:
        say(f"in {path}: {line}")
    if wrong:
        _keep_aside(path, shutil.copyfile, say)
    return settings


def save(settings: Settings, path: Path) -> str:
    """Save the settings atomically; return "" or the reason for the failure."""
    text = json.dumps({VERSION_KEY: SETTINGS_FORMAT, **to_plain_data(settings)}, indent=2) + "\n"
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
        return f"The settings could not be saved in {path.parent}: {error_reason(error)}"
    return ""


class _UnusableFile(ValueError):
    """Error for a file that is unusable as a whole; its text is the reason."""


def _read(path: Path) -> dict[str, object]:
    if path.exists() and not path.is_file():
        raise _UnusableFile("it is not a file")
    with open_regular(path) as file:
        raw = file.read(MAX_FILE_BYTES + 1)
    if len(raw) > MAX_FILE_BYTES:
        raise _UnusableFile(f"it is larger than {MAX_FILE_BYTES // 1024} kB")
    data = json.loads(raw.decode("utf-8-sig"))
    if not isinstance(data, dict):
        raise _UnusableFile("there are no settings in it")
    return data


def _keep_aside(path: Path, keep: Callable[[Path, Path], object], say: Callable[[str], object]) -> None:
    try:
        keep(path, faulty_copy_path(path))
    except OSError as error:
        say(f"{path} could not be set aside: {error}")
    else:
        say(f"the original file was saved as {faulty_copy_path(path)}")
