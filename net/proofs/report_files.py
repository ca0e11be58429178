"""Files of proofs that a peer has found: one for each piece of evidence and for each desync report."""

from __future__ import annotations

from pathlib import Path

from net.match.events import FoundDesync, FoundEvidence, Report
from net.records import chunk_file

REPORT_SUFFIXES = (".evidence", ".desync")


def file_name_of(match: bytes, finding: FoundEvidence | FoundDesync) -> str:
    """Return the file name for evidence or a desync report."""
    about = f"{match.hex()[:8]}-step-{finding.t}-seat-{finding.seat}"
    return (
        f"{about}-{finding.kind}{REPORT_SUFFIXES[0]}"
        if isinstance(finding, FoundEvidence)
        else f"{about}{REPORT_SUFFIXES[1]}"
    )


def write_finding(home: Path | None, match: bytes, report: Report) -> str:
    """Write evidence or a desync report to the directory `home`, and return a sentence about the file.

    For any other report the result is "", and nothing is written.
    """
    if isinstance(report, FoundEvidence):
        what = f"Evidence about seat {report.seat} in step {report.t} ({report.kind})"
    elif isinstance(report, FoundDesync):
        what = f"A report of both states before step {report.t}"
    else:
        return ""
    name = file_name_of(match, report)
    if home is None:
        return f"{what} was found and not kept: no directory was named for it"
    try:
        chunk_file.write(home / name, report.data)
    except OSError as error:
        return f"{what} cannot be kept in {home}: {error.strerror or error}"
    return f"{what} is kept in {home / name}; `tether verify` reads it"
