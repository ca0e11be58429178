"""Where a peer keeps what it has found: evidence files and desync reports, one file each."""

from __future__ import annotations

from pathlib import Path

from net import chunkfile
from net.reports import Desync, Proof, Report

SUFFIXES = (".evidence", ".desync")


def kept(home: Path | None, match: bytes, said: Report) -> str:
    """Writes what a report has found to the directory `home`; one sentence about it, empty for any other report."""
    if isinstance(said, Proof):
        name = f"{match.hex()[:8]}-step-{said.t}-seat-{said.seat}-{said.kind}{SUFFIXES[0]}"
        what = f"Evidence about seat {said.seat} in step {said.t} ({said.kind})"
    elif isinstance(said, Desync):
        name = f"{match.hex()[:8]}-step-{said.t}-seat-{said.seat}{SUFFIXES[1]}"
        what = f"A report of both states before step {said.t}"
    else:
        return ""
    if home is None:
        return f"{what} was found and not kept: no directory was named for it"
    try:
        chunkfile.write(home / name, said.data)
    except OSError as error:
        return f"{what} cannot be kept in {home}: {error.strerror or error}"
    return f"{what} is kept in {home / name}; `tether verify` reads it"
