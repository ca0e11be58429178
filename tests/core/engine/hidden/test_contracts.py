"""Papers sealed by two seats: only these two can open them, and only with the written terms (PROTOCOL 9.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from core.bots.random_bot import Dice, RandomBot
from core.engine.codec import H
from core.engine.game import IllegalDecision, LostSeats
from core.engine.hidden.audits import UnauditedError, require_audits
from core.engine.hidden.contracts import Opened, PaperLapsed, PaperOpened, PaperOpening, Sealed
from core.engine.hidden.secrets import BOX_BYTES, HASH, Secrets, paper_commitment
from core.engine.local_match import LocalMatch
from net.crypto.match_keys import room_id_from_text
from net.match.events import Accusation
from net.records.verification import verify
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import BAD, SimulatedNetwork
from tests.net.session.test_matches import expect_all_equal
from tests.net.session.test_reconnect import cleared
from tests.net.session.test_spectator import Watched
from tests.support.all_games import SAMPLES
from tests.support.games.letters.game import GAME, KINDS, PROMISES, WORTHS, Reply, Write
from tests.support.net.cables import linked_table
from tests.support.net.cheats import signing
from tests.support.net.tables import drivers, play
from tests.support.net.vanishing import one_end, run_on, steps, vanishing

SEED = "letters"
WRITTEN_AT, OPENED_AT = 2, 6
"""Steps in which seat 1 proposes its promise, and in which the rules demand it (`Scripted`)."""


class Scripted:
    """A player whose seat 1 promises (2, 3) to seat 2; the others write nothing and accept everything."""

    def decide(self, game: Any, state: Any, seat: int, own: Secrets) -> Any:
        """Return a single promise, then none."""
        if game.pending_asks(state)[seat].kind == "reply":
            return Reply(True)
        if seat == 1 and state.round == 1:
            return Write(2, PROMISES.seal(state, 1, 2, (2, 3), own))
        return Write(0)


def signed(sealed: bool = True, seats: int = 3) -> LocalMatch[Any]:
    """Return a local match in which seats 1 and 2 have just sealed a promise."""
    table = LocalMatch(GAME, {seat: Scripted() for seat in range(1, seats + 1)}, SEED, sealed=sealed)
    while not PROMISES.signed_papers(table.state, 1):
        table.step()
    return table


def number(table: LocalMatch[Any]) -> int:
    return int(table.state.papers[0].number)


@pytest.mark.parametrize("sealed", [True, False])
def test_only_both_allies_can_read_their_paper(sealed: bool) -> None:
    table = signed(sealed)
    (paper,) = table.state.papers
    assert [PROMISES.terms(paper, table.secrets[seat]) for seat in (1, 2, 3)] == [(2, 3), (2, 3), None]
    one, two = (PROMISES.openings(table.state, seat, table.secrets[seat], [paper.number]) for seat in (1, 2))
    assert one == two, "either opens it alone"
    assert PROMISES.openings(table.state, 3, table.secrets[3], [paper.number]) == ()


def test_sealed_papers_look_alike_for_all_terms() -> None:
    table = signed()
    own = table.secrets[3]
    proposed = [PROMISES.seal(table.state, 3, 1, (kind, worth), own) for kind in KINDS for worth in WORTHS]
    assert {(len(sealed.commitment), len(sealed.box)) for sealed in proposed} == {(HASH, BOX_BYTES)}
    pads = {int.from_bytes(sealed.box, "big") ^ bytes_of(own, sealed) for sealed in proposed}
    assert len(pads) == len(proposed), "no pad serves two contents"


def bytes_of(own: Secrets, sealed: Sealed) -> int:
    """Return the size of the content of a box, as its proposer decrypts it."""
    t = own_t = 0
    for t in range(1, 20):
        read = own.decrypt_terms(t, 3, 1, sealed.commitment, sealed.box, 2)
        if read is not None:
            own_t = t
            terms, salt = read
    assert own_t
    return int.from_bytes(bytes(terms).ljust(16, b"\0") + salt, "big")


def test_a_client_reads_its_paper_again_from_its_seed() -> None:
    table = signed()
    again = Secrets(table.match, 2, H("tether.localseat", [table.match, 2]), True, table.secrets[2].pairs)
    assert PROMISES.terms(table.state.papers[0], again) == (2, 3)


@pytest.mark.parametrize("at", range(0, BOX_BYTES, 5))
def test_the_client_refuses_a_paper_with_a_modified_box(at: int) -> None:
    table = LocalMatch(GAME, {seat: Scripted() for seat in (1, 2, 3)}, SEED, sealed=True)
    table.step()
    right = table.players[1].decide(GAME, table.state, 1, table.secrets[1])
    box = bytearray(right.paper.box)
    box[at] ^= 1
    GAME.step(table.state, {1: right._replace(paper=right.paper._replace(box=bytes(box)))}, table.beacon())
    assert GAME.automatic_decision(table.state, 2, table.secrets[2]) == Reply(False)
    table.step()
    assert table.state.papers == ()


def test_a_copied_paper_of_another_pair_is_refused() -> None:
    table = signed()
    while 3 not in GAME.pending_asks(table.state):
        table.step()
    (paper,) = table.state.papers
    GAME.step(table.state, {3: Write(1, Sealed(paper.commitment, paper.box))}, table.beacon())
    assert GAME.automatic_decision(table.state, 1, table.secrets[1]) == Reply(False)


def test_the_client_refuses_a_paper_with_unknown_terms() -> None:
    table = LocalMatch(GAME, {seat: Scripted() for seat in (1, 2, 3)}, SEED, sealed=True)
    table.step()
    strange = PROMISES.seal(table.state, 1, 2, (9, 9), table.secrets[1])
    GAME.step(table.state, {1: Write(2, strange)}, table.beacon())
    assert GAME.automatic_decision(table.state, 2, table.secrets[2]) == Reply(False)


def falsely(opening: PaperOpening) -> Iterator[PaperOpening]:
    """Yield the opening with one field changed each time."""
    yield opening._replace(terms=(1, 3))
    yield opening._replace(terms=(2, 3, 0))
    yield opening._replace(terms=(2, 259))
    yield opening._replace(terms=(2, -1))
    yield opening._replace(salt=bytes(16))
    yield opening._replace(salt=b"")
    yield opening._replace(number=opening.number + 1)


def test_either_ally_opens_a_paper_with_a_decision_and_only_as_written() -> None:
    table = signed()
    while 2 not in GAME.pending_asks(table.state):
        table.step()
    (right,) = PROMISES.openings(table.state, 2, table.secrets[2], [number(table)])
    for false in falsely(right):
        with pytest.raises(IllegalDecision):
            GAME.check(table.state, 2, Write(0, opens=(false,)))
    with pytest.raises(IllegalDecision, match="order"):
        GAME.check(table.state, 2, Write(0, opens=(right, right)))
    events = GAME.step(table.state, {2: Write(0, opens=(right,))}, table.beacon())
    assert PaperOpened(1, 2, (2, 3), 2) in events and table.state.points == [0, 6, 6, 3]
    table.step()
    with pytest.raises(IllegalDecision, match="has not"):
        PROMISES.check_openings(table.state, 2, (right,))


def test_a_seat_cannot_open_the_paper_of_others() -> None:
    table = signed()
    with pytest.raises(IllegalDecision, match="has not"):
        PROMISES.check_openings(table.state, 3, PROMISES.openings(table.state, 1, table.secrets[1], [number(table)]))


def demanded(seats: int = 3) -> LocalMatch[Any]:
    """Return a match whose rules have just demanded the promise of seats 1 and 2."""
    table = signed(seats=seats)
    while "open papers" not in {ask.kind for ask in GAME.pending_asks(table.state).values()}:
        table.step()
    return table


@pytest.mark.parametrize("lost", [(), (1,), (2,)])
def test_a_demanded_paper_is_opened_by_the_seats_present(lost: tuple[int, ...]) -> None:
    table = demanded()
    asks = GAME.pending_asks(table.state)
    assert set(asks) == {1, 2} and all(ask.is_automatic for ask in asks.values())
    _, events = table.step(LostSeats(lost))
    assert [event for event in events if isinstance(event, PaperOpened)] == [PaperOpened(1, 2, (2, 3), 0)]
    assert table.state.points == [0, 6, 6, 3]


def test_a_paper_lapses_if_both_its_seats_are_lost() -> None:
    table = demanded(4)
    _, events = table.step(LostSeats((1, 2)))
    assert PaperLapsed(1, 2) in events and not table.state.papers and table.state.points[1:] == [3] * 4


def test_withholding_a_demanded_opening_is_refused_and_names_the_seat() -> None:
    table = demanded()
    right = {seat: GAME.automatic_decision(table.state, seat, table.secrets[seat]) for seat in (1, 2)}
    for seat in (1, 2):
        with pytest.raises(IllegalDecision, match=f"seat {seat}: owes the openings") as refused:
            GAME.step(table.state, {**right, seat: Opened(())}, table.beacon())
        assert refused.value.kind == "duty" and refused.value.seat == seat


def test_a_match_is_not_over_while_a_paper_is_sealed() -> None:
    table = signed()
    table.state.over = True
    with pytest.raises(UnauditedError, match="papers"):
        require_audits(table.state, ())


@pytest.mark.parametrize(("seat", "readings"), [(1, {(2, 3)}), (3, {(k, w) for k in KINDS for w in WORTHS})])
def test_an_imagined_world_keeps_own_papers_and_varies_those_of_others(seat: int, readings: set[Any]) -> None:
    table, dice, found = signed(), Dice(H("tether.bot", ["worlds"])), set()
    for _ in range(60):
        world = GAME.sample_world(table.state, seat, table.secrets[seat], dice)
        (paper,) = world.state.papers
        terms = PROMISES.terms(paper, world.secrets[1])
        assert terms == PROMISES.terms(paper, world.secrets[2]) and paper.commitment == b""
        found.add(terms)
    assert found == readings
    assert table.state.papers[0].commitment
    while not world.state.over:  # it is played on, to the end
        answers = {}
        for who in GAME.pending_asks(world.state):
            own = world.secrets[who]
            answer = GAME.automatic_decision(world.state, who, own)
            answers[who] = GAME.sample(world.state, who, own, dice) if answer is None else answer
        GAME.step(world.state, answers, bytes(32))


def test_sealed_papers_lapse_in_a_continued_match() -> None:
    table = demanded()
    setup = table.state.setup._replace(match=bytes(32))
    new = GAME.carry_over(table.state, setup)
    events = GAME.redeal_all(new, (1, 2, 3), bytes(32))
    assert PaperLapsed(1, 2) in events and not new.papers and new.setup.match == bytes(32)
    assert GAME.pending_asks(new) and "open papers" not in {ask.kind for ask in GAME.pending_asks(new).values()}


def test_the_bytes_of_a_paper_match_the_protocol_page() -> None:
    """The page is docs/internals/protocol.md."""
    own = Secrets(b"\x11" * 32, 1, bytes(range(32)), True, {3: bytes(range(32, 64))})
    commitment, box = own.encrypt_terms(7, 3, (4, 2))
    assert commitment.hex() == "546cf7c377495b0dac37130e4363862ac94c4f276346c281252771d72618063b"
    assert box.hex() == "5b8342a686e8f3dfa68db0db059f0aee101a33fbdae2ef22eeaee4ef5be08d71"
    terms, salt = own.decrypt_terms(7, 1, 3, commitment, box, 2) or ((), b"")
    assert paper_commitment(b"\x11" * 32, 7, 1, 3, terms, salt) == commitment


# Whole matches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [True, False])
def test_random_bots_play_a_match_with_papers_to_the_end(sealed: bool) -> None:
    opened = 0

    def watch(state: Any, decisions: Mapping[int, Any], events: list[Any]) -> None:
        nonlocal opened
        opened += sum(isinstance(event, PaperOpened) for event in events)
        assert len({type(x) for x in state.lower()}) and state.clone().digest() == state.digest()

    for seed in "abc":
        LocalMatch(GAME, {seat: RandomBot(seed, seat) for seat in (1, 2, 3, 4)}, seed, sealed=sealed).play(watch)
    assert opened > 5


def test_a_match_with_papers_survives_a_bad_network_and_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SAMPLES, GAME.name, GAME)
    table, links = linked_table(GAME, 3)
    net = Watched(table, links=links, faults=BAD)
    net.run(0.3)
    spectator = net.watch(room_id_from_text("test"), (2,), {GAME.name: GAME})
    assert net.run(120.0)
    digests = {driver.finished.digest for driver in table.values() if driver.finished}
    assert spectator.finished is not None and digests == {spectator.finished.digest}
    assert verify(match_record(spectator), GAME).complete


def test_a_seat_restored_from_its_keys_opens_its_signed_paper() -> None:
    net = SimulatedNetwork(drivers(GAME, 3, player=Scripted()))
    assert net.run(
        is_done=lambda: any(PROMISES.signed_papers(driver.state, 2) for driver in net.drivers.values() if driver.state)
    )
    cleared(net, 2)
    assert net.run(net.now + 60.0)
    expect_all_equal(net.drivers)
    assert not net.drivers[2].state.papers and min(net.drivers[2].state.points[1:3]) >= 6


def test_the_ally_of_a_lost_seat_opens_their_paper() -> None:
    net = SimulatedNetwork(drivers(GAME, 3, cheats={2: vanishing(None, OPENED_AT)}, player=Scripted(), patience=1.0))
    run_on(net, [1, 3])
    one_end(net, [1, 3])
    assert 2 in steps(net, 1)[OPENED_AT].lost and net.drivers[3].state.points[1:] == [6, 6, 3]


class Withholds(SeatSigner):
    """A client that opens nothing when the rules demand an opening."""

    def make_opening(self, t: int, decision: Any) -> bytes:
        return super().make_opening(t, self.instead(decision) if t == OPENED_AT else decision)

    def instead(self, decision: Any) -> Any:
        """Return the answer sent in place of the opening."""
        return [[]]


class OpensAnother(Withholds):
    """A client that opens terms which it has not written."""

    def instead(self, decision: Any) -> Any:
        (((number, _, salt),),) = decision
        return [[[number, [2, 1], salt]]]


@pytest.mark.parametrize(
    ("kind", "word", "words"), [(Withholds, "duty", "owes the openings"), (OpensAnother, "decision", "falsely")]
)
@pytest.mark.parametrize("cheat", [1, 2])
def test_a_false_opening_accuses_its_seat_and_the_ally_opens_the_paper(
    cheat: int, kind: type[SeatSigner], word: str, words: str
) -> None:
    net = play(drivers(GAME, 3, cheats={cheat: signing(kind)}, player=Scripted(), patience=1.0))
    left = [seat for seat in (1, 2, 3) if seat != cheat]
    for seat in left:
        told = [report for report in net.reports[seat] if isinstance(report, Accusation)]
        assert [(said.seat, said.t, said.kind) for said in told] == [(cheat, OPENED_AT, word)]
        assert words in told[0].words and net.drivers[seat].state.points[1:] == [6, 6, 3]
    report = verify(match_record(net.drivers[left[0]]), GAME)
    assert report.complete and f"seat {cheat}" in report.accused[0] and words in report.accused[0]


class SpoilsItsBox(Withholds):
    """A client that proposes a paper whose box its partner cannot decrypt."""

    def make_opening(self, t: int, decision: Any) -> bytes:
        if t == WRITTEN_AT:
            decision = [decision[0], [decision[1][0], bytes(BOX_BYTES)], *decision[2:]]
        return SeatSigner.make_opening(self, t, decision)


def test_a_paper_with_a_modified_box_is_refused_over_the_network() -> None:
    net = play(drivers(GAME, 3, cheats={1: signing(SpoilsItsBox)}, player=Scripted()))
    for driver in net.drivers.values():
        assert driver.finished is not None and driver.state.points[1:] == [3, 3, 3]
