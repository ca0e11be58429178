"""Types of values on a command line: numbers, durations and ports.

A value of another form is rejected with a sentence.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SECOND, MINUTE, HOUR, DAY = 1.0, 60.0, 3600.0, 86_400.0
UNITS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), SECOND),
    **dict.fromkeys(("m", "min", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hour", "hours"), HOUR),
}
DURATION = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?) *([a-z]*)", re.ASCII)
SHOWN = 60
"""Maximum number of characters of a wrong value that an error quotes."""


def quote_value(value: object) -> str:
    """Return a wrong value in quotes for an error message, shortened if it is long."""
    text = str(value)
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


def parse_duration(text: str, unit: float = SECOND) -> float | None:
    """Return a duration in seconds, or None if the text is not a duration.

    `unit` is the number of seconds in the unit that is used if the text has none.

    `unit` is the unit of a number without one, in seconds.

    >>> [parse_duration(text) for text in ("30", "30s", "1.5 min", "2h", "5x", "soon", "-1")]
    [30.0, 30.0, 90.0, 7200.0, None, None, None]
    """
    found = DURATION.fullmatch(text.strip().lower())
    if found is None or (found[2] and found[2] not in UNITS):
        return None
    return float(found[1]) * (UNITS[found[2]] if found[2] else unit)


class WrongGameFile(click.ClickException):
    """Error for a game file that cannot be loaded. The command was used correctly, so no help is named."""

    exit_code = 2


class GameFileName(click.ParamType[str]):
    """Parameter type for the path of a game file: the file is loaded, and the value is the game's name."""

    name = "game file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Load the file and return the name of its game."""
        from net.system import game_files

        try:
            return game_files.load(Path(str(value)))
        except game_files.BadGameFile as bad:
            raise WrongGameFile(str(bad)) from None


class Duration(click.ParamType[float]):
    """Parameter type for a duration such as 30s, 5min or 2h; the value is in seconds.

    A number without a unit is in seconds, or in the unit that `unit` gives.
    """

    name = "duration"

    def __init__(self, least: float, most: float = DAY, unit: float = SECOND) -> None:
        self.least, self.most, self.unit = least, most, unit

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the duration in seconds."""
        if isinstance(value, (int, float)):
            return float(value)
        seconds = parse_duration(str(value), self.unit)
        if seconds is None:
            self.fail(f"{quote_value(value)} is not a time such as 30s or 5min", param, ctx)
        if not self.least <= seconds <= self.most:
            self.fail(
                f"{quote_value(value)} is out of range: {format_duration(self.least)} to {format_duration(self.most)}",
                param,
                ctx,
            )
        return seconds


def format_duration(seconds: float) -> str:
    """Return a duration in the form in which it is typed.

    >>> [format_duration(seconds) for seconds in (0.1, 30, 300, 86_400)]
    ['0.1s', '30s', '5min', '24h']
    """
    for name, unit in (("h", HOUR), ("min", MINUTE)):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds / unit:g}{name}"
    return f"{seconds:g}s"


class WholeNumber(click.IntRange):
    """Parameter type for a whole number in a range."""

    def _describe_range(self) -> str:
        return super()._describe_range() if (self.min, self.max) != (None, None) else ""

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{quote_value(value)} is not a whole number", param, ctx)
        return int(super().convert(number, param, ctx))


class Port(WholeNumber):
    """Parameter type for a UDP port; 0 means any free port."""

    name = "port"

    def __init__(self) -> None:
        super().__init__(0, 65_535)

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{quote_value(value)} is not a port: ports are 0 to 65535, and 0 means any free one", param, ctx)


class Number(click.FloatRange):
    """Parameter type for a number in a range, which must be finite."""

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"{quote_value(value)} is not a number", param, ctx)
        return float(super().convert(number, param, ctx))


class Choice(click.Choice[str]):
    """Parameter type for one of several words.

    A blank is read as a hyphen, and capital letters as small ones.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(words, case_sensitive=False)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word."""
        return str(super().convert(str(value).strip().replace(" ", "-"), param, ctx))


class DurationChoice(Duration):
    """Parameter type for one of several durations; 0 means none."""

    def __init__(self, *seconds: int) -> None:
        super().__init__(0.0)
        self.seconds = seconds

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds."""
        found = super().convert(value, param, ctx)
        if found not in self.seconds:
            words = ", ".join(map(format_duration, self.seconds))
            self.fail(f"{quote_value(value)} is none of {words}", param, ctx)
        return found

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return completions from the durations."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in map(format_duration, self.seconds) if word.startswith(incomplete)]
