"""Evidence and desync reports, which the peer that makes them writes to its disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.match.events import FoundDesync, FoundEvidence, PlayerNotice
from net.proofs import desync, evidence
from net.proofs.report_files import write_finding
from tests.net.proofs.test_evidence import REAL, caught

MATCH = bytes(range(32))
FORK = next(number for number, (_, _, kind, _) in enumerate(REAL) if kind == "fork")


def test_each_finding_is_written_to_a_separate_file(tmp_path: Path) -> None:
    (proof,) = caught(FORK)[1]
    words = write_finding(tmp_path / "deep", MATCH, proof)
    (path,) = (tmp_path / "deep").iterdir()
    assert path.name == "00010203-step-3-seat-3-fork.evidence"
    assert str(path) in words and "tether verify" in words
    assert evidence.read(path).pack() == proof.data
    assert "before step 7 is kept in" in write_finding(tmp_path, MATCH, FoundDesync(2, 7, b"x"))
    assert (tmp_path / "00010203-step-7-seat-2.desync").read_bytes() == b"x"
    assert desync.FORM.magic != evidence.FORM.magic


def test_a_finding_that_cannot_be_written_is_reported_to_the_player(tmp_path: Path) -> None:
    proof = FoundEvidence(2, 1, "form", b"x")
    assert "was found and not kept" in write_finding(None, MATCH, proof)
    (tmp_path / "file").write_text("")
    assert "cannot be kept" in write_finding(tmp_path / "file" / "deeper", MATCH, proof)
    assert write_finding(tmp_path, MATCH, PlayerNotice("other")) == ""


@pytest.mark.parametrize("kind", ["fork", "slot"])
def test_the_name_of_an_evidence_file_contains_no_text_from_peers(kind: str, tmp_path: Path) -> None:
    write_finding(tmp_path, MATCH, FoundEvidence(6, 2**32, kind, b""))
    (path,) = tmp_path.iterdir()
    assert path.name == f"00010203-step-{2**32}-seat-6-{kind}.evidence"
