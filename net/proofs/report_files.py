"""Files of a peer's findings: one file per piece of evidence, and one per desync report."""

from __future__ import annotations

from pathlib import Path

from net.match.events import Desync, Proof, Report
from net.records import chunk_file

REPORT_SUFFIXES = (".evidence", ".desync")


def name_of(match: bytes, said: Proof | Desync) -> str:
    """Return the name of the file for a finding."""
    about = f"{match.hex()[:8]}-step-{said.t}-seat-{said.seat}"
    return f"{about}-{said.kind}{REPORT_SUFFIXES[0]}" if isinstance(said, Proof) else f"{about}{REPORT_SUFFIXES[1]}"


def write_finding(home: Path | None, match: bytes, said: Report) -> str:
    """Write a finding to the directory `home` and return a sentence about it; "" for any other report."""
    if isinstance(said, Proof):
        what = f"Evidence about seat {said.seat} in step {said.t} ({said.kind})"
    elif isinstance(said, Desync):
        what = f"A report of both states before step {said.t}"
    else:
        return ""
    name = name_of(match, said)
    if home is None:
        return f"{what} was found and not kept: no directory was named for it"
    try:
        chunk_file.write(home / name, said.data)
    except OSError as error:
        return f"{what} cannot be kept in {home}: {error.strerror or error}"
    return f"{what} is kept in {home / name}; `tether verify` reads it"
