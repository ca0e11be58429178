"""Fuzz targets for every decoder of the project (`scripts/trials/fuzz.py`).

A target takes any bytes and raises nothing: the errors that its decoder declares are caught. Interesting inputs are in
tests/data/corpus, and tests/net/test_corpus.py replays them.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from core.engine.codec import BadEncodingError, Plain, dec, enc
from core.engine.game import any_game
from core.games.registry import GAMES
from lobby.discovery import reachability
from lobby.discovery import tournament_announcement as tournaments
from lobby.discovery.directory import MOST_OF_ONE
from lobby.discovery.discovery import CALL_BYTES, Discovery
from lobby.discovery.responder import Notice
from lobby.discovery.room_announcement import RoomAnnouncement, read_announcement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from net.channels.addresses import BadAddress, parse_address
from net.channels.channel import ECHO_BYTES, make_hello
from net.channels.channels import Channels
from net.crypto import private_chat
from net.crypto.invite import BadCode, normalize_code
from net.crypto.match_keys import SeatSeeds
from net.crypto.noise import BadHandshake, HandshakeState
from net.crypto.primitives import BadSignature, Signer
from net.match.events import FoundDesync, FoundEvidence
from net.match.feed_reader import AGREES, CONCEDES, ProtocolFault
from net.match.genesis import BadCard, Genesis, read_card, rules_hash
from net.match.readiness import Readiness
from net.match.state_machine import StateMachine
from net.proofs import desync, evidence, wellformed
from net.records import record
from net.records.chunk_file import BadFile, Form
from net.records.fork import game_of_record
from net.records.record import BadRecord
from net.records.verification import verify
from net.replication import entry_log, messages
from net.replication.entries import Kind, Place
from net.replication.entries import make as make_entry
from net.replication.entries import read as read_entry
from net.replication.entry_log import ChunkKind, MemoryEntryLog
from net.replication.feeds import Feeds
from net.seat.driver import Driver
from net.session import runner
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.net.records.test_fork import played_on, stands
from tests.support.decoders import DECODERS
from tests.support.guests import OBJECTS
from tests.support.net import cheats
from tests.support.net.tables import TOYS, drivers, seat_at, sent_by
from tests.support.net.toys import POT, First
from tests.support.targets import Target, joined, pieces

CORPUS = Path(__file__).resolve().parents[1] / "data" / "corpus"
GAMES_HERE = {**GAMES, **{game.name: game for game in TOYS}}
PIECES = 16
"""Maximum number of datagrams in one input."""
STRANGER, DIALLED = ("10.0.0.8", 47801), ("10.0.0.9", 47801)


def corpus(name: str) -> list[bytes]:
    """Return the inputs kept for a target."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


# -- what the seeds are made of ----------------------------------------------------------------------------------------


@cache
def played() -> SimulatedNetwork:
    """Return a small match that stopped because of a cheat."""
    net = SimulatedNetwork(drivers(POT, 2, cheats={2: cheats.signing(cheats.FalseProof)}))
    net.run(until=20.0)
    return net


@cache
def differing() -> SimulatedNetwork:
    """Return a small match that stopped because two states differ."""
    net = SimulatedNetwork(drivers(POT, 2, cheats={2: cheats.Richer}))
    net.run(until=20.0)
    return net


def _datagrams() -> list[bytes]:
    """Return the datagrams of the start and the first steps of a match."""
    flown: list[bytes] = []
    table = drivers(POT, 2)
    now = 0.0
    for _ in range(12):
        for seat, driver in table.items():
            driver.tick(now)
            for _to, datagram in sent_by(driver):
                flown.append(datagram)
                table[3 - seat].receive(datagram, seat)
        now += 0.05
    return flown


def _found(kind: type[Any], *nets: SimulatedNetwork) -> list[bytes]:
    return [said.data for net in nets for reports in net.reports.values() for said in reports if isinstance(said, kind)]


def _parted() -> record.MatchRecord:
    """Return the record of a match that continues another one."""
    return played_on(stands("pot", 2, 6))


# -- targets -----------------------------------------------------------------------------------------------------------


@cache
def _log() -> tuple[tuple[ChunkKind, bytes], ...]:
    """Return the log of a seat after a few steps of a match; each input is applied to it."""
    return tuple(_underway()[1]._entry_log.chunks())


def _underway() -> dict[Any, Driver]:
    """Return a match after a few steps."""
    table = drivers(POT, 2, goal=12)
    SimulatedNetwork(table).run(is_done=lambda: table[1].state is not None and table[1].state.t > 2)
    return table


def _driver(data: bytes) -> None:
    """Pass several datagrams to a seat in the middle of a match.

    In the input, each datagram follows its length in two bytes.
    """
    driver = _restored(_log())
    for datagram in pieces(data, PIECES):
        driver.receive(datagram, 2)
        driver.tick(1.0)
        sent_by(driver)
    assert sum(peer.held_bytes for peer in driver.sync.peers.values()) <= 256 * 1024


def _restored(chunks: tuple[tuple[ChunkKind, bytes], ...]) -> Driver:
    kept = MemoryEntryLog()
    for keep, chunk in chunks:
        kept.append(keep, chunk)
    return Driver(seat_at(POT, 2, 1, goal=12), kept, [2], First())


def _restore(data: bytes) -> None:
    """Restore from a log whose checksums are right and whose content is invalid."""
    kinds = list(ChunkKind)
    chunks = [(kinds[chunk[0] % len(kinds)], chunk[1:]) for chunk in pieces(data, 4 * PIECES) if chunk]
    try:
        _restored(tuple(chunks)).tick(1.0)
    except (BadEncodingError, BadCard):
        return


def _chunks(data: bytes) -> None:
    for keep, chunk in entry_log.read_chunks(io.BytesIO(data)):
        assert keep in set(ChunkKind) and len(chunk) <= entry_log.MAX_CHUNK


def _links(data: bytes) -> None:
    """Pass datagrams of a stranger, and complete a first message with the requested cookie."""
    own = Channels(Signer(bytes(32)), bytes(32), bytes(32), (DIALLED,), Counter(), random=random.Random(1).randbytes)
    own.tick(0.0)
    own.take_datagrams()
    for datagram in pieces(data, PIECES):
        if datagram[:1] == b"\x12" and len(datagram) == 198:
            hello = make_hello(datagram[1:33])
            own.receive(hello, STRANGER, 1.0)
            cookies = [answer for _, answer in own.take_datagrams() if answer[:1] == b"\x11"]
            datagram = datagram[:33] + cookies[0][1 + ECHO_BYTES :] + datagram[49:] if cookies else datagram
        for address in (STRANGER, DIALLED):
            own.receive(datagram, address, 1.0)
            answered = sum(len(answer) for to, answer in own.take_datagrams() if to == STRANGER)
            assert address != STRANGER or answered <= len(datagram)


def _noise(data: bytes) -> None:
    for initiator in (True, False):
        own, secret = bytes(range(32)), bytes(range(1, 33))
        hand = HandshakeState("XXpsk3", initiator, b"tether/1", own, (bytes(32),), secret)
        try:
            if initiator:
                hand.write_message()
            hand.read_message(data)
        except BadHandshake:
            continue


def _entry(data: bytes) -> None:
    try:
        entry = read_entry(data)
    except BadEncodingError:
        return
    assert entry.stored == data
    driver, genesis = played().drivers[1], entry_genesis()
    wellformed.find_fault(genesis, driver.feeds.feed_of(1)[0], [*driver.feeds.feed_of(1)[:1], entry])
    wellformed.signed_state(genesis, entry)
    Feeds(genesis.match, genesis.terms.identities).add(entry)
    table = StateMachine(any_game(POT), genesis)
    for seat in table.seats:
        table.read_entry(driver.feeds.feed_of(seat)[0])
    if entry.match == genesis.match and entry.seat in table.seats:
        with contextlib.suppress(ProtocolFault):
            table.read_entry(entry)


def _card(data: bytes) -> None:
    try:
        read_card((data[64:], data[:64]))
    except BadCard:
        return


def _soft(data: bytes) -> None:
    driver = played().drivers[1]
    ready = Readiness(driver.feeds.match, driver.feeds.identities, 1, Signer(bytes(32)))
    with contextlib.suppress(BadSignature):
        ready.receive(messages.Soft(data[64:], data[:64].ljust(64, b"\x00")))


def _plain(data: bytes) -> None:
    try:
        value = dec(data)
    except BadEncodingError:
        return
    assert enc(value) == data


def _file(form_: Form, check: Callable[[bytes], Any]) -> Callable[[bytes], None]:
    """Return a target that checks a file as it is, and with a corrected header and hash."""

    def run(data: bytes) -> None:
        body = form_.magic + data
        for made in (data, body + form_.hash(body)):
            try:
                check(made)
            except (BadFile, BadRecord):
                continue

    return run


def _bodies(form_: Form, files: list[bytes]) -> list[bytes]:
    return [data[len(form_.magic) : -32] for data in files]


def _verify(data: bytes) -> None:
    kept = record.unpack(data)
    verify(kept, game_of_record(kept, GAMES_HERE))


def _seeds_file(data: bytes) -> None:
    home = Path(gettempdir()) / "tether-fuzz"
    home.mkdir(exist_ok=True)
    (home / "seeds").write_bytes(data)
    try:
        runner._load_seeds(home, SeatSeeds(bytes(32), bytes(32), bytes(32)), None)
    except ValueError:
        return


ROOM = Notice(bytes(32), "pot", rules_hash(any_game(POT)), "Ada", 3, 2, False, b"")
ANNOUNCEMENT = RoomAnnouncement(47801, ROOM, ("Ada", "Ben"))
CUP = TournamentAnnouncement(47820, bytes(32), "Cup", "pot", rules_hash(any_game(POT)), "swiss", 2, 0, True)
TELLER, LISTENER = Signer(b"t" * 32), Signer(b"l" * 32)


def _announce(data: bytes) -> None:
    """Pass discovery datagrams to a listener that has a room.

    Announcements are also signed again, and queries are answered.
    """
    for read in (read_announcement, tournaments.read_announcement):
        said = read(data)
        assert said is None or said.content.pack(TELLER, said.counter)[:1] == data[:1]
    own = Discovery(["lan"], 0.5, 0.0, LISTENER, random=random.Random(1).randbytes)
    own.announce(ANNOUNCEMENT, 0.0)
    for datagram in (data, *pieces(data, PIECES)):
        own.receive(datagram, "10.0.0.8", "lan", 1.0, 47801)
        said = read_announcement(datagram) or tournaments.read_announcement(datagram)
        if said is not None:
            own.receive(said.content.pack(TELLER, said.counter), "10.0.0.8", "lan", 1.0, 47801)
        own.tick(1.0)
        for _, (host, port), question in own.take_questions():
            id = said.content.key if said is not None else bytes(32)
            for answered in (datagram, reachability.make_answerer(TELLER, partial(bytes, id))(question[1:17]) or b""):
                own.receive(answered, host, "lan", 1.0, port)
    assert len(own.rooms(1.0)) + len(own.tournaments(1.0)) <= MOST_OF_ONE
    assert len(own.take_datagrams()) <= 4 + PIECES and len(own.fellow_addresses(1.0)) <= 4


def _cries() -> list[bytes]:
    """Return the announcements of a room and of a tournament."""
    own = ANNOUNCEMENT._replace(port=5), CUP, ANNOUNCEMENT._replace(notice=ROOM._replace(room=b"r" * 32))
    return [item.pack(TELLER, 1, [LISTENER.identity]) for item in own]


def _text(data: bytes) -> None:
    text = data.decode(errors="replace")
    for read, bad in ((normalize_code, BadCode), (parse_address, BadAddress)):
        try:
            read(text)
        except bad:
            continue


def _entries() -> list[bytes]:
    """Return an entry of each kind: the first entry of a match, and all others as second entries of a seat."""
    driver = played().drivers[1]
    first, genesis = driver.feeds.feed_of(1)[0], entry_genesis()
    place = Place(genesis.match, 1, 1, first.id)
    bodies: dict[int, Plain] = {
        Kind.CHAT: ["hello"], Kind.VOTE: [1, 1, [1], [], None], Kind.CUT: [1, 1, []], Kind.RETURN: [1],
        Kind.ADJOURN: [], Kind.RESULT: [1, bytes(32), []], Kind.PRIVATE: [2, bytes(private_chat.LENGTH)],
    }  # fmt: skip
    lines = [*bodies.items(), *((Kind.END, [1, what]) for what in (AGREES, CONCEDES))]
    signer = Signer(driver.at.seeds.identity)
    return [
        *(entry.stored for seat in (1, 2) for entry in driver.feeds.feed_of(seat)[:6]),
        *(make_entry(signer, place, kind, (1, 1), body).stored for kind, body in lines),
    ]


def entry_genesis() -> Genesis:
    """Return the genesis of the match whose entries the target `entry` reads."""
    play = played().drivers[1].protocol
    assert play is not None
    return play.table.genesis


def _guest_speaks() -> list[bytes]:
    """Return messages of a seat that are not decisions: chat, a private line, an agreement and a concession."""
    lines: list[Callable[[Any], None]] = [
        lambda guest: guest.chat("hello"),
        lambda guest: guest.chat("hello", 1),
        lambda guest: guest.protocol.own.publish_end_declaration(guest.protocol.table, AGREES),
        lambda guest: guest.protocol.own.publish_end_declaration(guest.protocol.table, CONCEDES),
    ]
    flown = []
    for say in lines:
        table = _underway()
        sent_by(table[2])
        say(table[2])
        table[2].tick(table[2].sync.now)
        flown += [datagram for to, datagram in sent_by(table[2]) if to == 1]
    return flown


TARGETS: dict[str, Target] = {
    **DECODERS,
    **OBJECTS,
    "plain": Target(_plain, lambda: [enc([1, -1, True, None, b"\x00", "é", [[300]]])]),
    "driver": Target(
        _driver,
        lambda: [joined(_datagrams()[4:9]), *(joined([d]) for d in (*_datagrams()[-6:], *_guest_speaks()))],
        8192,
    ),
    "links": Target(_links, lambda: [joined([bytes([kind]) * 198]) for kind in (*range(16, 22), 31, 32)], 1300),
    "noise": Target(_noise, lambda: [bytes(32 + 101), bytes(range(181))], 300),
    "entry": Target(_entry, _entries),
    "card": Target(_card, lambda: [s + c for c, s in played().drivers[1].cards], 2048),
    "soft": Target(_soft, lambda: [bytes(64) + enc([0, bytes(32), 1, 1, 1, True, bytes(32)])], 512),
    "record": Target(
        _file(record.FORM, _verify),
        lambda: _bodies(record.FORM, [*map(record.pack, [*map(match_record, played().drivers.values()), _parted()])]),
        8192,
    ),
    "evidence": Target(
        _file(evidence.FORM, lambda data: evidence.judge(data, GAMES_HERE)),
        lambda: _bodies(evidence.FORM, _found(FoundEvidence, played(), differing())),
        8192,
    ),
    "desync": Target(
        _file(desync.FORM, lambda data: desync.check(desync.unpack(data), GAMES_HERE)),
        lambda: _bodies(desync.FORM, _found(FoundDesync, differing())),
        8192,
    ),
    "store": Target(_chunks, lambda: [b"".join(entry_log.stored_chunk(keep, data) for keep, data in _log()[:3])]),
    "restore": Target(_restore, lambda: [joined([bytes([keep - 1]) + data for keep, data in _log()])], 8192),
    "keyfile": Target(_seeds_file, lambda: [bytes(96), bytes(95)], 200),
    "cry": Target(_announce, lambda: [*_cries(), CALL_BYTES, joined([*_cries(), CALL_BYTES])], 2048),
    "text": Target(_text, lambda: [b"K7Q2M-9XTR4", b"192.168.1.12:47801", b"[::1]:47801"], 200),
}
