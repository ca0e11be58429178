"""Evidence of every kind from real faults: each file alone names the guilty seat."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from core.engine.codec import Plain, enc
from core.games.registry import GAMES
from net.match.events import FoundEvidence
from net.proofs import desync, evidence
from net.proofs.evidence import RULES, Evidence, Judgement, judge, judge_evidence
from net.records import record
from net.records.chunk_file import BadFile, Form
from net.replication.entries import Kind
from net.replication.entry_log import MemoryEntryLog
from net.replication.feeds import AddResult, Feeds
from net.seat.driver import Driver
from net.seat.signer import SeatSigner
from net.transport.simulated import GOOD, NetworkFaults, SimulatedNetwork
from tests.net.proofs.test_cheats import CAUGHT, CHEAT, FAULTS
from tests.support.net import cheats
from tests.support.net.adversaries import LaysAnothers, LaysTwinsForAWhile, Shameless
from tests.support.net.hoard import HOARD, Show
from tests.support.net.tables import TOYS, drivers, play, reported_by, sent_by
from tests.support.net.toys import POT, TRICKS
from tests.support.net.vanishing import vanishing
from tests.support.sources import protocol_text
from tests.support.tiers import pairs, quick_one_in

pytestmark = pytest.mark.waits

GAMES_HERE = {**GAMES, **{game.name: game for game in (*TOYS, HOARD)}}
IN_A_FRESH_PROCESS = """
import sys
from core.games.registry import GAMES
from net.proofs.evidence import judge
from tests.support.net.hoard import HOARD
from tests.support.net.tables import TOYS
import socket
socket.socket = None
print(judge(sys.stdin.buffer.read(), {**GAMES, **{game.name: game for game in (*TOYS, HOARD)}}))
"""


class LaysShort(SeatSigner):
    """A seat whose batch is one commitment short (Tricks)."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        return super().make_opening(t, [decision[0][32:]] if t == 1 else decision)


class Denies(SeatSigner):
    """A seat that claims of every drawn card that the card need not be shown (Hoard)."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        return super().make_opening(t, Show(()) if isinstance(decision, Show) else decision)


def shameless(kind: type[SeatSigner]) -> type[Driver]:
    """Return a client that ignores its own rules."""
    return type(f"Driver{kind.__name__}", (Driver,), {"signer_class": kind, "protocol_class": Shameless})


REAL = [
    *((cheats.signing(kind), game, word, words) for kind, game, word, words in CAUGHT),
    (cheats.signing(cheats.FalseLink), POT, "form", "does not follow"),
    (cheats.signing(cheats.WrongPoints), POT, "form", "point"),
    (cheats.signing(cheats.OtherGenesis), POT, "form", "another genesis"),
    (cheats.signing(cheats.WrongResult), TRICKS, "form", "does not follow from its own state"),
    (cheats.signing(LaysShort), TRICKS, "duty", "wrong length"),
    (shameless(Denies), HOARD, "claim", "was denied when it was drawn"),
    (shameless(LaysTwinsForAWhile), HOARD, "audit", "went in"),
    (shameless(LaysAnothers), HOARD, "audit", "went in"),
    (cheats.signing(cheats.WritesLongHand), POT, "form", "begins as an entry of this match and is none"),
    (cheats.Richer, POT, "digest", "another state"),
    (cheats.Richer, TRICKS, "digest", "another state"),
    (type("RicherAtTheEnd", (Driver,), {"protocol_class": cheats.RicherAtTheEnd}), TRICKS, "digest", "another state"),
]
NAMES = [getattr(kind, "__name__", "").removeprefix("Driver") + f"-{game.name}" for kind, game, _, _ in REAL]


def proofs(net: SimulatedNetwork) -> dict[int, list[FoundEvidence]]:
    """Return the evidence that each driver produced."""
    return {seat: [r for r in said if isinstance(r, FoundEvidence)] for seat, said in net.reports.items()}  # type: ignore[misc]


def at_table(number: int, faults: NetworkFaults = GOOD, text: str = "") -> SimulatedNetwork:
    """Return a played match with the cheat of this number."""
    kind, game, _, _ = REAL[number]
    table = drivers(game, 4, text or text_for(number), cheats={CHEAT: kind})
    return play(table, seed=7, faults=faults, until=12.0)


@cache
def text_for(number: int) -> str:
    """Return a seed text for which no other fault surfaces before the expected one.

    A twin may be drawn before it is audited.
    """
    _, game, word, _ = REAL[number]
    for text in [f"test {n}" for n in range(30 if game is HOARD else 0)]:
        judged = against_the_cheat(proofs(at_table(number, text=text))[1])
        if {judgement.kind for judgement in judged} == {word}:
            return text
    return "test"


@cache
def caught(number: int, faults: NetworkFaults = GOOD) -> dict[int, list[FoundEvidence]]:
    """Return the evidence of the honest seats at a table with the cheat of this number."""
    net = at_table(number, faults)
    net.run(is_done=net.all_settled, until=net.now + 10)
    return {seat: found for seat, found in proofs(net).items() if seat != CHEAT}


def against_the_cheat(found: list[FoundEvidence]) -> list[Judgement]:
    judged = [judge(proof.data, GAMES_HERE) for proof in found]
    assert all(j.seat == CHEAT for j in judged if j.proves)
    return [j for j in judged if j.proves]


@pytest.mark.parametrize(("number", "faults"), quick_one_in(3, pairs(range(len(REAL)), FAULTS)))
def test_every_honest_seat_proves_a_fault_and_all_judge_alike(number: int, faults: str) -> None:
    _, _, word, words = REAL[number]
    said = set()
    for found in caught(number, FAULTS[faults]).values():
        judged = against_the_cheat(found)
        if word == "digest" and not judged:  # it saw that the others differ before it had signed its own state
            said.add("")
            continue
        judgement = judged[0]  # a false claim, and a false batch, come out again at each audit
        assert {(one.kind, one.words) for one in judged} == {(word, judgement.words)}
        assert words in judgement.words
        said.add(str(judgement))
    (sentence,) = said
    if faults == "bad" and not sentence:
        return
    assert sentence.startswith("Seat 3, Cleo (key ")
    assert "Rule broken: " in sentence


@pytest.mark.parametrize("word", sorted({word for _, _, word, _ in REAL}))
def test_each_kind_of_evidence_is_judged_in_a_fresh_process(word: str) -> None:
    number = next(i for i, (_, _, kind, _) in enumerate(REAL) if kind == word)
    (proof, *_) = caught(number)[1]
    ran = subprocess.run(
        [sys.executable, "-c", IN_A_FRESH_PROCESS], input=proof.data, capture_output=True, check=True, timeout=60
    )
    assert ran.stdout.decode().strip() == str(judge(proof.data, GAMES_HERE))
    assert "Seat 3, Cleo" in ran.stdout.decode()


LOST = 5
BESIDE_A_LOST_SEAT = [
    (cheats.VotesTwice, Kind.COMMIT, "vote", "a vote for round 1 after that for round 1"),
    (cheats.FalseShare, Kind.SEAL, "form", "its share of seat 5 is false"),
]


@pytest.mark.parametrize(
    ("kind", "after", "word", "words"), BESIDE_A_LOST_SEAT, ids=lambda x: getattr(x, "__name__", "")
)
def test_false_entries_in_later_rounds_are_proven(kind: type[SeatSigner], after: Kind, word: str, words: str) -> None:
    """False entries without a lost seat are proven by all honest seats with equal files.

    The honest seats also continue without the cheat.
    """
    kinds = {CHEAT: cheats.signing(kind), LOST: vanishing(after)}
    net = play(drivers(POT, 5, cheats=kinds, patience=1.0), seed=7, until=60.0)
    found = {seat: proofs(net)[seat] for seat in (1, 2, 4)}
    said = {str(judgement) for proven in found.values() for judgement in against_the_cheat(proven)}
    (sentence,) = said
    assert all(map(against_the_cheat, found.values()))
    assert words in sentence and RULES[word] in sentence
    assert {net.drivers[seat].finished is not None for seat in found} == {True}
    assert {frozenset(net.drivers[seat].attendance.away) for seat in found} == {frozenset({CHEAT, LOST})}


def own_run(bodies: list[tuple[Kind, Plain]]) -> Evidence:
    """Return evidence of seat 3's own entries in step 1: entry 0, its commit, and entries with these bodies."""
    driver = play(drivers(POT, 4)).drivers[3]
    assert driver.protocol is not None
    feeds = Feeds(driver.feeds.match, driver.feeds.identities)
    for entry in driver.feeds.feed_of(3)[:2]:
        assert feeds.add(entry) is AddResult.NEW
    own = SeatSigner(driver.at, driver.protocol.table.genesis, feeds, MemoryEntryLog(), lambda entry: None)
    made = [own.publish(kind, body) for kind, body in bodies]
    return evidence.entry_evidence(
        driver.cards, driver.protocol.table.genesis, feeds.feed_of(3), made[-1].seq
    ) or Evidence("", 3, ())


W, LATER = [1, 2, 3], [1, 3, 4]
VOTES = [
    (
        [(Kind.VOTE, [1, 1, W, [], None]), (Kind.VOTE, [1, 1, LATER, [], None])],
        "a vote for round 1 after that for round 1",
    ),
    ([(Kind.VOTE, [1, 2, W, [], None]), (Kind.CUT, [1, 1, [bytes(32)] * 3])], "a cut for round 1 after its vote"),
    ([(Kind.VOTE, [1, 1, W, [], None]), (Kind.REVEAL, [1, 0, bytes(32), [bytes(32)] * 2, []])], "a reveal of round 0"),
    ([(Kind.VOTE, [1, 1, W, [], 0])], "hides or invents a reveal"),
]


@pytest.mark.parametrize(("bodies", "words"), VOTES, ids=range(4))
def test_two_votes_for_a_round_or_an_entry_of_an_earlier_round_are_proven(
    bodies: list[tuple[Kind, Plain]], words: str
) -> None:
    made = own_run(bodies)
    judgement = judge_evidence(made)
    assert (judgement.proves, judgement.kind, judgement.seat) == (True, "vote", 3)
    assert words in judgement.words
    for dropped in range(1, len(made.entries)):
        entries = (*made.entries[:dropped], *made.entries[dropped + 1 :])
        assert judge_evidence(made._replace(entries=entries)).kind in ("", "vote")


def test_votes_in_ascending_rounds_are_no_fault() -> None:
    assert not own_run([(Kind.VOTE, [1, 1, W, [], None]), (Kind.VOTE, [1, 2, LATER, [], None])]).kind


def test_an_evidence_file_reads_back_unchanged(tmp_path: Path) -> None:
    (proof, *_) = caught(0)[1]
    made = evidence.unpack(proof.data)
    evidence.write(tmp_path / "found.evidence", made)
    assert evidence.read(tmp_path / "found.evidence") == made
    assert made.pack() == proof.data
    with pytest.raises(BadFile, match="no evidence file"):
        evidence.read(Path(__file__))


@pytest.mark.parametrize(
    ("form", "header"),
    [(evidence.FORM, [1, "fork", 3, 4]), (desync.FORM, [1, 1, 2, 5, 2]), (record.FORM, [1, None, 2])],
    ids=lambda x: getattr(x, "name", ""),
)
def test_the_protocol_page_shows_the_bytes_of_each_evidence_file(form: Form, header: Plain) -> None:
    data = enc(header)
    page = protocol_text()
    length = len(data).to_bytes(4, "big")
    assert f"{form.magic.hex()} {length.hex()} {data.hex()}" in page
    assert form.pack([header]) == form.magic + length + data + form.hash(form.magic + length + data)
    assert form.pack([header])[-32:].hex() in page


def test_evidence_of_a_single_seats_fault_needs_no_log() -> None:
    for number, (_, _, word, words) in enumerate(REAL):
        for proof in caught(number)[1]:
            made = evidence.unpack(proof.data)
            if word in ("fork", "form", "seal") and "own state" not in words:
                assert not made.feeds
                assert len(made.entries) <= (5 if "chat" not in words else 203)
            else:
                assert made.feeds and not made.entries


def test_a_restarted_seat_still_knows_the_signer_of_an_invalid_entry() -> None:
    """After a restart, a seat still knows which seat signed an invalid entry.

    The cheat need not send the entry again, and the others have sent it once.
    """
    net = SimulatedNetwork(drivers(POT, 3, cheats={3: cheats.signing(cheats.WritesLongHand)}))
    net.run(until=20.0, is_done=lambda: bool(proofs(net)[1]))
    old = net.drivers[1]
    sent_by(old)
    cast(MemoryEntryLog, old._entry_log).crash()
    again = Driver(old.at, old._entry_log, [2, 3], old.setup.player)
    again.tick(net.now)
    assert again.protocol is not None and again.protocol.faults.convicted == {3}
    (proof,) = [report for report in reported_by(again) if isinstance(report, FoundEvidence)]
    assert judge(proof.data, GAMES_HERE).seat == 3
