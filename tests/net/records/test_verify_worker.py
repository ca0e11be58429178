"""A second process for verification: it changes no verdict and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from core.engine.codec import dec, enc
from core.engine.hidden.points import BadPointError
from core.engine.hidden.shared_deck import passes
from net.crypto import primitives
from net.crypto.match_keys import seat_seeds_from_text
from net.crypto.primitives import PROVEN, SIGNED, Signer
from net.records import verification_worker
from net.records.record import BadRecord, MatchRecord, write
from net.records.verification import VerificationReport, verify
from net.replication.entries import Kind, Place, make, signed_part
from net.session.runner import play_local
from tests.core.engine.hidden.shared_deck.test_shared_passes import CARDS, RIGHT, TURN
from tests.support.games.magpies.game import GAME
from tests.support.net import reckoning
from tests.support.net.tables import player_of

pytestmark = pytest.mark.needs("fork")
ROOT = Path(__file__).resolve().parents[3]
SEATS = 3
Beside = Callable[[MatchRecord], verification_worker.Twin]


@pytest.fixture(autouse=True)
def as_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set up verification as in a program.

    Test records are short, the machine may have one core, and the test runner may have a thread. Results that other
    tests have computed (by `tests.support.net`) are not known here.
    """
    monkeypatch.setattr(verification_worker, "MIN_FILE_BYTES", 1)
    monkeypatch.setattr(verification_worker, "can_fork_twin", lambda: True)
    passes.find_fault.cache_clear()
    passes._sum.cache_clear()
    really = getattr(reckoning._really_holds, "__wrapped__", reckoning._really_holds)
    monkeypatch.setattr(primitives, "_signature_holds", getattr(really, "__wrapped__", really))
    monkeypatch.setattr(
        primitives, "is_proof_valid", getattr(primitives.is_proof_valid, "__wrapped__", primitives.is_proof_valid)
    )


@cache
def played() -> MatchRecord:
    """Return a match with a shared deck, which has signatures, proofs and passes."""
    return play_local(GAME, SEATS, {}, "twin", [player_of(GAME, seat) for seat in range(1, SEATS + 1)]).record


def with_entry(seat: int, seq: int, change: Callable[[bytes], bytes]) -> MatchRecord:
    feeds = [list(feed) for feed in played().feeds]
    feeds[seat - 1][seq] = change(feeds[seat - 1][seq])
    return played()._replace(feeds=tuple(map(tuple, feeds)))


def forged() -> MatchRecord:
    return with_entry(2, 7, lambda data: data[:-1] + bytes([data[-1] ^ 1]))


def cut() -> MatchRecord:
    return played()._replace(feeds=tuple(feed[: len(feed) // 2] for feed in played().feeds))


def headless() -> MatchRecord:
    """Return a match in which one feed lacks its first entry, which contains the points for the proofs."""
    return played()._replace(feeds=(played().feeds[0], (), played().feeds[2]))


def falsely_proven() -> MatchRecord:
    """Return a match whose record ends where seat 3 has signed a reveal with a false proof."""
    feeds = [list(feed) for feed in played().feeds]
    feed = feeds[2]
    seq = [seq for seq, data in enumerate(feed) if dec(signed_part(data)[0])[5] == Kind.REVEAL][5]
    _, match, seat, _, prev, kind, seen, body = dec(signed_part(feed[seq])[0])
    body[3][1] = bytes([body[3][1][0] ^ 1]) + body[3][1][1:]
    signer = Signer(seat_seeds_from_text("twin", 3).identity)
    entry = make(signer, Place(match, seat, seq, prev), kind, tuple(seen), body)
    feeds[2] = [*feed[:seq], enc([entry.raw, entry.signature])]
    return played()._replace(feeds=tuple(map(tuple, feeds)))


def garbage() -> MatchRecord:
    return with_entry(1, 5, lambda data: enc([enc(["no", "entry"]), bytes(64)]))


RECORDS = (played, forged, cut, headless, falsely_proven, garbage)


def verdict(made: MatchRecord) -> VerificationReport | str:
    passes.find_fault.cache_clear()
    try:
        return verify(made, GAME)
    except BadRecord as bad:
        return f"{bad} {bad.seat} {bad.seq} {bad.step} {bad.kind}"


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def wait_for(done: Callable[[], bool], seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "it takes too long"
        time.sleep(0.01)


def said_all(other: verification_worker.Twin) -> Callable[[], bool]:
    """Return a function that is True once the worker has been quiet for a while."""
    last = [-1, 0.0]

    def all_said() -> bool:
        other._read_results()
        if len(other._known) != last[0]:
            last[:] = [len(other._known), time.monotonic()]
        return time.monotonic() - last[1] > 0.5

    return all_said


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Beside]:
    """Return a function that starts a worker and waits until it has read the whole record."""
    open_now = []

    def begin(made: MatchRecord) -> verification_worker.Twin:
        write(tmp_path / "match.tether", made)
        context = verification_worker.running_twin(tmp_path / "match.tether")
        other = context.__enter__()
        open_now.append(context)
        assert other is not None
        wait_for(said_all(other))
        return other

    yield begin
    for context in open_now:
        context.__exit__(None, None, None)


@pytest.mark.parametrize("made", RECORDS)
def test_the_verdict_is_the_same_with_a_worker_that_has_finished(
    made: Callable[[], MatchRecord], beside: Beside
) -> None:
    alone = verdict(made())
    assert (made is played) == (isinstance(alone, VerificationReport) and alone.complete)
    beside(made())
    assert verdict(made()) == alone


@pytest.mark.parametrize("made", RECORDS)
def test_the_verdict_is_the_same_with_a_worker_still_running(made: Callable[[], MatchRecord], tmp_path: Path) -> None:
    alone = verdict(made())
    write(tmp_path / "match.tether", made())
    with verification_worker.running_twin(tmp_path / "match.tether") as other:
        assert other is not None
        assert verdict(made()) == alone


def test_checks_confirmed_by_the_worker_are_not_repeated(beside: Beside, monkeypatch: pytest.MonkeyPatch) -> None:
    beside(played())
    checked: list[str] = []
    monkeypatch.setattr(primitives, "_signature_holds", lambda *args: checked.append("signature") or True)
    monkeypatch.setattr(primitives.points, "is_proof_valid", lambda *args: checked.append("proof") or True)
    assert verify(played(), GAME).complete
    assert checked.count("signature") == SEATS, "those of the cards"
    assert checked.count("proof") <= verification_worker.LEAD


def test_a_worker_confirms_all_signatures_and_proofs_but_the_false_ones(beside: Beside) -> None:
    """A worker confirms neither an altered signature nor a false proof, but all others."""
    for made in (forged(), falsely_proven()):
        other = beside(made)
        found = dict.fromkeys((True, False), 0)
        for identity, feed in zip(_identities(made), made.feeds):
            for data in feed:
                raw, signature = signed_part(data)
                held = primitives._signature_holds(
                    identity, primitives._signed_message(primitives.ENTRY, raw), signature
                )
                found[held] += 1
                name = primitives.signature_id(identity, primitives.ENTRY, raw, signature)
                assert (name in other._known) == held
        assert found[False] == (made == forged()) and found[True] > 20
        claims = sorted(verification_worker._claims(made, verification_worker.record_genesis(made)))
        said = [primitives.proof_id(*claim) in other._known for claim in claims]
        truth = [primitives.points.is_proof_valid(*claim) for claim in claims]
        assert said[verification_worker.LEAD :] == truth[verification_worker.LEAD :]
        assert truth.count(False) == (made != forged())
        primitives.twin = None  # so that another may begin


def _identities(made: MatchRecord) -> tuple[bytes, ...]:
    return verification_worker.record_genesis(made).terms.identities


def test_a_worker_that_dies_changes_no_verdict(tmp_path: Path) -> None:
    alone = verdict(played())
    write(tmp_path / "match.tether", played())
    for wait in (0.0, 0.05, 0.2):
        with verification_worker.running_twin(tmp_path / "match.tether") as other:
            assert other is not None
            time.sleep(wait)
            os.kill(other._pid, signal.SIGKILL)
            assert verdict(played()) == alone
            wait_for(lambda: other._read_results() or not other.busy)
            assert not primitives.second_core_is_busy(), "the other core is free again"
        _is_gone(other._pid)


def test_a_stalled_worker_does_not_block_verification(tmp_path: Path) -> None:
    alone = verdict(played())
    write(tmp_path / "match.tether", played())
    with verification_worker.running_twin(tmp_path / "match.tether") as other:
        assert other is not None
        os.kill(other._pid, signal.SIGSTOP)
        assert verdict(played()) == alone
    _is_gone(other._pid)


def test_verification_works_where_no_worker_can_be_forked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError("too many processes")

    held = open_files()
    write(tmp_path / "match.tether", played())
    monkeypatch.setattr(os, "fork", refused)
    with verification_worker.running_twin(tmp_path / "match.tether") as other:
        assert other is None and primitives.twin is None
        assert verify(played(), GAME).complete
    assert open_files() == held, "and no pipe stays open"


def test_no_worker_is_started_for_short_missing_or_several_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "match.tether", played())
    for files in ((), (tmp_path,), (tmp_path / "none",), (tmp_path / "match.tether",) * 2):
        with verification_worker.running_twin(*files) as other:
            assert other is None
    monkeypatch.setattr(verification_worker, "MIN_FILE_BYTES", 1 << 30)
    with verification_worker.running_twin(tmp_path / "match.tether") as other:
        assert other is None


def test_no_worker_is_started_while_other_threads_run() -> None:
    """No worker is started while other threads run.

    A lock that a thread holds would stay locked in the worker for ever.
    """
    said = (
        "import threading, time; from net.records import verification_worker as twin; before = twin.can_fork_twin(); \
threading.Thread(target=time.sleep, args=(1,)).start(); print(before, twin.can_fork_twin())"
    )
    told = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.split()[1] == "False"


def _is_gone(pid: int) -> None:
    """Check that the child process has ended and left nothing behind."""
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, 0)


@pytest.mark.parametrize("wrong", [None, KeyboardInterrupt, ValueError])
def test_a_worker_leaves_no_open_files_or_processes(wrong: type[BaseException] | None, tmp_path: Path) -> None:
    held = open_files()
    write(tmp_path / "match.tether", played())
    with suppress(KeyboardInterrupt, ValueError), verification_worker.running_twin(tmp_path / "match.tether") as other:
        if wrong:
            raise wrong
    assert other is not None
    _is_gone(other._pid)
    assert primitives.twin is None and passes.compute_sums is passes.compute_sums_here
    assert open_files() == held


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_worker_ends_with_its_program(number: int, tmp_path: Path) -> None:
    """A worker ends with its program, however the program ends.

    The worker shares the standard output, so this test ends with the last of the two.
    """
    write(tmp_path / "match.tether", played())
    said = f"""import signal, sys, time
from pathlib import Path
from net.records import verification_worker as twin
signal.signal(signal.SIGINT, signal.default_int_handler)  # a program that is started beside others may have lost it
twin.MIN_FILE_BYTES = 1
twin.can_fork_twin = lambda: True
with twin.running_twin(Path({str(tmp_path / "match.tether")!r})) as other:
    print(other._pid, flush=True)
    time.sleep(60)
"""
    program = subprocess.Popen([sys.executable, "-c", said], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    assert int(program.stdout.readline()) > 0
    program.send_signal(number)
    began = time.monotonic()
    program.communicate(timeout=30)
    assert time.monotonic() - began < 20


# -- sums --------------------------------------------------------------------------------------------------------------


def sums(cards: bytes = CARDS, answer: bytes = RIGHT) -> list[passes.Sum]:
    """Return the sums of a pass, and some longer ones than a part of 40 terms."""
    n = len(cards) // passes.CARD_BYTES
    found = passes._per_card_sums(
        list(range(5, 5 + n)), list(range(90, 90 + n)), cards, answer[: 64 * n], answer[64 * n : 96 * n]
    )
    return [*found, *((by * 7, of * 7) for by, of in found)]


def test_the_worker_computes_the_same_sums_as_the_main_process(beside: Beside) -> None:
    other = beside(played())
    for _ in range(20):
        assert other.compute_sums(sums()) == passes.compute_sums_here(sums())
        time.sleep(0.01)


def test_the_worker_computes_the_sums_that_the_main_process_has_not_begun(
    beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The main process computes the first sum, and meanwhile the worker computes all others."""
    other = beside(played())
    here = []
    really = verification_worker._compute_sum

    def slowly(part: verification_worker.Part) -> bytes:
        here.append(part)
        time.sleep(2)
        return really(part)

    monkeypatch.setattr(verification_worker, "_compute_sum", slowly)
    assert other.compute_sums(sums()) == passes.compute_sums_here(sums())
    assert len(here) == 1


def test_the_worker_refuses_an_invalid_point_in_a_sum(beside: Beside) -> None:
    other = beside(played())
    for at in (0, len(sums()) - 1):
        wrong = sums()
        by, of = wrong[at]
        wrong[at] = by, (*of[:-1], b"\x02" + bytes(31))
        with pytest.raises(BadPointError):
            other.compute_sums(wrong)
        assert other.compute_sums(sums()) == passes.compute_sums_here(sums())


def test_the_worker_finds_the_same_fault_in_a_false_pass(beside: Beside) -> None:
    beside(played())
    assert primitives.twin is not None
    false = RIGHT[:-1] + bytes([RIGHT[-1] ^ 1])
    moved = bytes([RIGHT[0] ^ 1]) + RIGHT[1:]
    for answer in (RIGHT, false, moved, RIGHT[:-1]):
        passes.find_fault.cache_clear()
        helped = passes.find_fault(TURN, CARDS, answer)
        passes.find_fault.cache_clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(passes, "compute_sums", passes.compute_sums_here)
            assert passes.find_fault(TURN, CARDS, answer) == helped
        assert (helped == "") == (answer == RIGHT)


def test_checks_that_differ_in_any_part_have_different_names() -> None:
    signed = (b"a" * 32, "tether.entry", b"x", b"s" * 64)
    proof = ((b"m", 3, 1, 1), b"A" * 32, b"X" * 32, b"Y" * 32, (b"h" * 32, b"z" * 32))
    names = {
        primitives.signature_id(*signed),
        primitives.proof_id(*proof),
        primitives.sum_id(b"s" * 32, b"p" * 32),
    }
    names |= {
        primitives.signature_id(b"b" * 32, *signed[1:]),
        primitives.signature_id(signed[0], "tether.card", *signed[2:]),
    }
    names |= {
        primitives.signature_id(*signed[:2], b"y", signed[3]),
        primitives.signature_id(*signed[:3], b"t" * 64),
    }
    names |= {
        primitives.proof_id((b"m", 4, 1, 1), *proof[1:]),
        primitives.proof_id(*proof[:4], (b"h" * 32, b"y" * 32)),
    }
    names |= {primitives.proof_id(proof[0], *(b"Q" * 32 if i == at else proof[i] for i in (1, 2, 3)), proof[4])
              for at in (1, 2, 3)}  # fmt: skip
    names |= {primitives.sum_id(b"t" * 32, b"p" * 32), primitives.sum_id(b"s" * 32, b"q" * 32)}
    assert len(names) == 3 + 4 + 5 + 2


def test_the_worker_counts_the_checks_that_the_main_process_asks_for(beside: Beside) -> None:
    """By this count the worker knows the progress of the main process."""
    other = beside(played())
    assert verify(played(), GAME).complete
    entries = sum(map(len, played().feeds))
    assert entries <= other._asked[SIGNED] <= entries + 2 * SEATS
    assert other._asked[PROVEN] >= len(
        list(verification_worker._claims(played(), verification_worker.record_genesis(played())))
    )
