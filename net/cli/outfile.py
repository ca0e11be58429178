"""--out: where the record of a match is kept."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import click

from net import record
from net.record import MatchRecord


def check(out: Path | None) -> None:
    """A usage error unless a file can be written there: better before the match than after it."""
    if out is None:
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
    """Writes the record, if that was asked for."""
    if out is None:
        return
    try:
        record.write(out, kept)
    except OSError as error:
        raise click.ClickException(f"the record cannot be written to {out}: {error.strerror}") from None
