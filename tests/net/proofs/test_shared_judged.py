"""Evidence and records of a shared deck, judged by a process that has only the file; the cost of false passes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from core.engine.codec import Plain
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.passes import Turn
from net.match.events import FoundEvidence
from net.match.state_machine import StateMachine
from net.proofs import evidence
from net.records.record import pack
from net.session.runner import match_record
from net.transport.simulated import BAD, SimulatedNetwork
from tests.net.session.test_shared_deck import CHEAT, CHEATS, HERE, caught, shameless
from tests.support.games.magpies.game import GAME
from tests.support.net.deckcheats import CheatsTheDeck
from tests.support.net.tables import drivers
from tests.support.net.vanishing import one_end, run_on

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from core.games.registry import GAMES
from tests.support.games.magpies.game import GAME
GAMES[GAME.name] = GAME
from net.cli.app import run
sys.exit(run(sys.argv[1:]))
"""
KINDS = {"pass": "Lays_twin", "share": "GivesFalsely", "copy": "CopiesAnother", "slot": "OpensAnother"}
NUMBERS = {kind: [one.__name__ for one, _, _ in CHEATS].index(name) for kind, name in KINDS.items()}


def told(*words: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the verdict, as data, of a fresh process on a file."""
    command = [sys.executable, "-c", PROGRAM, *words, "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.returncode, json.loads(ran.stdout)


def proof_of(kind: str) -> tuple[FoundEvidence, int]:
    """Return the evidence of a cheat, and the step."""
    net = caught(NUMBERS[kind])
    t = net.drivers[CHEAT].protocol.own.told[0]  # type: ignore[union-attr]
    return next(report for report in net.reports[1] if isinstance(report, FoundEvidence) and report.t == t), t


@pytest.mark.parametrize("kind", KINDS)
def test_a_fresh_process_judges_an_evidence_file_alike(kind: str, tmp_path: Path) -> None:
    """`tether verify FILE` names seat, kind and step."""
    proof, t = proof_of(kind)
    file = tmp_path / "fault.evidence"
    file.write_bytes(proof.data)
    code, said = told("verify", str(file))
    here = evidence.judge(proof.data, HERE)
    assert code == 0 and said["holds"] and said["kind"] == "evidence file"
    words = " ".join(said["words"])
    assert f"Seat {CHEAT}" in words and f"step {t}" in words and evidence.RULES[kind] in words and here.words in words


@pytest.mark.parametrize("kind", KINDS)
def test_no_evidence_file_convicts_an_honest_seat(kind: str) -> None:
    """The same log, presented against another seat or as another kind of fault, convicts no honest seat.

    Neither does the log without its last entry.
    """
    proof, _ = proof_of(kind)
    right = evidence.unpack(proof.data)
    others = [right._replace(seat=seat) for seat in (1, 3, 4)]
    others += [right._replace(kind=other) for other in KINDS if other != kind]
    shorter = tuple(feed[:-1] if seat == CHEAT else feed for seat, feed in enumerate(right.feeds, 1))
    for other in (*others, right._replace(feeds=shorter)):
        assert not evidence.judge(other.pack(), HERE).proves


def test_a_fresh_process_verifies_a_record_with_a_refused_pass(tmp_path: Path) -> None:
    """The process needs only the file of the match."""
    net = caught(NUMBERS["pass"])
    file = tmp_path / "match.tether"
    file.write_bytes(pack(match_record(net.drivers[1])))
    code, said = told("verify", str(file))
    assert said["kind"] == "record of a match" and said["digest"] == net.drivers[1].finished.digest.hex()  # type: ignore[union-attr]
    assert code in (0, 1) and any(f"eat {CHEAT}" in line for line in said["words"])


def test_a_false_pass_costs_the_others_one_check_per_match() -> None:
    """A false pass costs the others one check per match, and its author is excluded.

    Each pass is checked once, however often a step is resolved.
    """
    seen: list[Turn] = []
    real = passes._proof_valid

    def counting(turn: Turn, *given: Any) -> bool:
        seen.append(turn)
        return real(turn, *given)

    class Always(CheatsTheDeck):
        """A seat that cheats in every pass."""

        def publish_commit(self, table: StateMachine, decision: Plain) -> None:
            self.told = (0, 0)
            super().publish_commit(table, decision)

        def due(self, state: Any, detail: Any) -> bool:
            return True

        def instead(self, state: Any, detail: Any, right: bytes) -> Plain:
            return [right[:-32] + bytes([5]) + bytes(31)]

    passes.find_fault.cache_clear()
    with mock.patch.object(passes, "_proof_valid", counting):
        table = drivers(GAME, 4, cheats={CHEAT: shameless(Always)}, patience=1.0, rounds=1, kinds=5)
        net = SimulatedNetwork(table, seed=3, faults=BAD)
        run_on(net, [1, 3, 4], until=600.0)
    one_end(net, [1, 3, 4])
    assert [turn.seat for turn in seen].count(CHEAT) == 1 and len(seen) > 5
    assert len(set(seen)) == len(seen)
