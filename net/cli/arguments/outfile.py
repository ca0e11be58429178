"""The option --out: the file to which a match's record is written."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import click

from net.cli.arguments.paths import STDOUT_PATH
from net.records import record
from net.records.record import MatchRecord
from net.system.durable_files import is_stream, write_atomically
from net.text.errors import error_reason
from net.text.sanitizer import write_bytes


def check_writable(out: Path | None) -> None:
    """Raise a usage error if the file cannot be written.

    It is better to learn this before the match than after it.
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


def write_record(out: Path | None, match_record: MatchRecord) -> None:
    """Write the record to the file, if there is one."""
    if out is not None:
        write(out, record.pack(match_record), "the record")


def write(out: Path, data: bytes, name: str) -> None:
    """Write data to a file, or to standard output for `-`.

    `name` describes the data in error messages.
    """
    if out == STDOUT_PATH:
        write_bytes(data)
        return
    try:
        write_atomically(out, data)
    except OSError as error:
        raise click.ClickException(f"cannot write {name} to {out}: {error_reason(error)}") from None
