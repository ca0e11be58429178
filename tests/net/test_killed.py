"""Peers that are killed by the system at any moment and started again (PROTOCOL 15; issue 4)."""

from __future__ import annotations

from tests.net.killing import play


def test_a_match_survives_processes_that_are_killed_again_and_again() -> None:
    survived = play("killed", seats=4, kills=6, spacing=50)
    assert survived.kills == 6
    assert survived.digests == {survived.report.digest.hex()}
    assert survived.report.complete and not survived.report.lacking
