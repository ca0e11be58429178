"""Files and directories on a command line; `-` stands for standard input or standard output."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import click

from net.cli.games.shipped_rules import find_shipped_ruleset
from net.system.safe_files import check_regular
from net.text.errors import error_reason

STDOUT_PATH = Path("-")
"""Path that stands for standard output (`--out -`); a file with this name is given as `./-`."""
STDIN = "standard input"
FOLDER = "tether-stdin-"
MOST = 64 * 1024 * 1024 + 1
"""Maximum number of bytes that are read from standard input.

It is one more than any file of Tether may have.
"""


class InFile(click.Path):
    """Parameter type for an existing file, or `-` for standard input.

    The content of standard input is copied to a file that is deleted when the command ends.
    """

    def __init__(self, folders: bool = False, dash: bool = True) -> None:
        """Declare the type.

        If `folders` is true, a directory is accepted too. If `dash` is false, standard input is not accepted.
        """
        super().__init__(exists=True, dir_okay=folders, allow_dash=False, path_type=Path)
        self._folders, self._dash = folders, dash

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path."""
        if value == "-" and self._dash:
            return STDOUT_PATH if ctx is None or ctx.resilient_parsing else _copy_stdin(ctx)
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not path.is_dir():
            try:
                check_regular(path, path.stat())
            except OSError as wrong:
                hint = "; pipe it in and name - instead" if self._dash and path.is_fifo() else ""
                self.fail(f"{path} cannot be read: {error_reason(wrong)}{hint}", param, ctx)
        return path


class RulesetFile(InFile):
    """Parameter type for a ruleset file, or the name of a shipped one."""

    def __init__(self) -> None:
        super().__init__(dash=False)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path of the file, or the name of a shipped ruleset as a path."""
        text = os.fsdecode(value)
        if find_shipped_ruleset(text):
            return Path(text)
        path = super().convert(value, param, ctx)
        return path.absolute() if find_shipped_ruleset(path.as_posix()) else path  # "./cabinet/seed" is a file


class OutFile(click.Path):
    """Parameter type for a file to be written, or `-` for standard output."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path of the file, or `STDOUT_PATH` for standard output."""
        if value == "-":
            return STDOUT_PATH
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        return path.absolute() if path == STDOUT_PATH else path


class Directory(click.Path):
    """Parameter type for a directory, which must exist if `exists` is true."""

    name = "directory"

    def __init__(self, exists: bool = False) -> None:
        super().__init__(exists=exists, file_okay=False, path_type=Path)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Return the path."""
        path = Path(os.fsdecode(value))
        if path.exists() and not path.is_dir():
            self.fail(f"{path} is not a directory", param, ctx)
        return super().convert(value, param, ctx)


def is_stdin(path: Path) -> bool:
    """Return True if the file is the copy of standard input."""
    return path.name == STDIN and path.parent.name.startswith(FOLDER)


def display_name(path: Path) -> str:
    """Return the name of a file for messages."""
    return STDIN if is_stdin(path) else str(path)


def _copy_stdin(ctx: click.Context) -> Path:
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("nothing is piped into standard input: name a file instead of -", ctx)
    folder = ctx.with_resource(tempfile.TemporaryDirectory(prefix=FOLDER))
    path = Path(folder) / STDIN
    path.write_bytes(sys.stdin.buffer.read(MOST))
    return path
