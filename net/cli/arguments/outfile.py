"""The option --out: the file for the record of a match."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import click

from net.cli.arguments.paths import STDOUT_PATH
from net.records import record
from net.records.record import MatchRecord
from net.system.durable_files import is_stream, write_whole
from net.text.errors import reason
from net.text.sanitizer import say_bytes


def check(out: Path | None) -> None:
    """Raise a usage error unless the file can be written.

    It is better to find this out before the match than after it.
    """
    if out is None or out == STDOUT_PATH or is_stream(out):
        return
    home = out.absolute().parent
    if not home.is_dir():
        raise click.UsageError(f"--out {out}: there is no directory {home}")
    try:
        with contextlib.ExitStack() as held:
            held.enter_context(tempfile.TemporaryFile(dir=home))
    except OSError as error:
        raise click.UsageError(f"--out {out}: {error.strerror}") from None


def keep(out: Path | None, kept: MatchRecord) -> None:
    """Write the record to the file, if there is one."""
    if out is not None:
        write(out, record.pack(kept), "the record")


def write(out: Path, data: bytes, name: str) -> None:
    """Write data to a file, or to standard output for `-`.

    `name` describes the data in an error message.
    """
    if out == STDOUT_PATH:
        say_bytes(data)
        return
    try:
        write_whole(out, data)
    except OSError as error:
        raise click.ClickException(f"cannot write {name} to {out}: {reason(error)}") from None
