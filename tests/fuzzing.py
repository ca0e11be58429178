"""What `scripts/fuzz.py` throws bytes at: every decoder of the project, one function each.

A target takes any bytes and raises nothing: the errors that its decoder declares are taken in here, any other one is a
finding. The inputs that once were interesting are in tests/data/corpus and are replayed by tests/net/test_corpus.py.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NamedTuple

from core.games import GAMES
from core.kernel.codec import BadBytes, dec, enc
from lobby.bench import MOST_ENTRIES
from lobby.chat import MOST_LINES
from lobby.discovery import CALL_BYTES, MOST_OF_ONE, Cry, Discovery, cry_bytes, read_cry
from lobby.door import Notice, answer, read_answer
from lobby.records import LINE, RECORD, SETTINGS, Settings
from lobby.room import Me, Room
from lobby.tournament import cry as tournaments
from lobby.tournament.cry import TournamentCry
from net import desync, evidence, form, match, record, store, wire
from net.addresses import BadAddress, parsed
from net.chunkfile import BadFile, Form
from net.crypto import Forged, Signer
from net.driver import Driver
from net.entries import read as read_entry
from net.feeds import Feeds
from net.genesis import BadCard, read_card, rules_hash
from net.invite import BadCode, normal
from net.keys import SeatSeeds
from net.links import Links
from net.match import match_record
from net.noise import BadHandshake, HandshakeState
from net.parted import game_of
from net.ready import Readiness
from net.record import BadRecord
from net.reports import Desync, Proof
from net.simnet import SimNet
from net.store import Keep, MemoryStore
from net.table import Table, Wrong
from net.verify import verify
from tests.net import cheats
from tests.net.tables import TOYS, drivers, seat_at
from tests.net.test_parted import played_on, stands
from tests.net.toys import POT, First

CORPUS = Path(__file__).resolve().parent / "data" / "corpus"
GAMES_HERE = {**GAMES, **{game.name: game for game in TOYS}}
PIECES = 16
"""So many datagrams of an input are passed on at most: what matters is what they are, not how many."""
STRANGER, DIALLED = ("10.0.0.8", 47801), ("10.0.0.9", 47801)


class Target(NamedTuple):
    """A decoder: what is done with bytes, some inputs to begin with, and how long they may be."""

    run: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    longest: int = 4096


def corpus(name: str) -> list[bytes]:
    """The inputs kept for a target."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


# -- what the seeds are made of ----------------------------------------------------------------------------------------


@cache
def played() -> SimNet:
    """A small match that stopped over a cheat."""
    net = SimNet(drivers(POT, 2, cheats={2: cheats.signing(cheats.FalseProof)}))
    net.run(until=20.0)
    return net


@cache
def differing() -> SimNet:
    """A small match that stopped over two states."""
    net = SimNet(drivers(POT, 2, cheats={2: cheats.Richer}))
    net.run(until=20.0)
    return net


def _datagrams() -> list[bytes]:
    """What flies at a table that sits down and plays a little."""
    flown: list[bytes] = []
    table = drivers(POT, 2)
    now = 0.0
    for _ in range(12):
        for seat, driver in table.items():
            driver.tick(now)
            for _to, datagram in driver.take_datagrams():
                flown.append(datagram)
                table[3 - seat].receive(datagram, seat)
        now += 0.05
    return flown


def _found(kind: type[Any], *nets: SimNet) -> list[bytes]:
    return [said.data for net in nets for reports in net.reports.values() for said in reports if isinstance(said, kind)]


def _parted() -> record.MatchRecord:
    """A match that plays on another one."""
    return played_on(stands("pot", 2, 6))


# -- targets -----------------------------------------------------------------------------------------------------------


def _datagram(data: bytes) -> None:
    try:
        said = wire.read(data)
    except BadBytes:
        return
    assert [again for sent in wire.datagrams(map(wire.message, said)) for again in wire.read(sent)] == said


@cache
def _log() -> tuple[tuple[Keep, bytes], ...]:
    """The log of a seat in the middle of a match, a few steps long: each input begins from it."""
    table = drivers(POT, 2, goal=12)
    SimNet(table).run(done=lambda: table[1].state is not None and table[1].state.t > 2)
    return tuple(table[1]._store.chunks())


def _driver(data: bytes) -> None:
    """Several datagrams, each after two bytes of length, at a seat in the middle of a match."""
    driver = _restored(_log())
    for datagram in _split(data):
        driver.receive(datagram, 2)
        driver.tick(1.0)
        driver.take_datagrams()
    assert sum(peer.held for peer in driver.sync.peers.values()) <= 256 * 1024


def _split(data: bytes, most: int = PIECES) -> Iterator[bytes]:
    at = 0
    for _ in range(most):
        if at + 2 > len(data):
            return
        length = int.from_bytes(data[at : at + 2], "big")
        yield data[at + 2 : at + 2 + length]
        at += 2 + length


def _joined(datagrams: list[bytes]) -> bytes:
    return b"".join(len(datagram).to_bytes(2, "big") + datagram for datagram in datagrams)


def _restored(chunks: tuple[tuple[Keep, bytes], ...]) -> Driver:
    kept = MemoryStore()
    for keep, chunk in chunks:
        kept.append(keep, chunk)
    return Driver(seat_at(POT, 2, 1, goal=12), kept, [2], First())


def _restore(data: bytes) -> None:
    """A log on disk whose checks are right and whose content is not: kind byte and content after a length."""
    kinds = list(Keep)
    chunks = [(kinds[chunk[0] % len(kinds)], chunk[1:]) for chunk in _split(data, 4 * PIECES) if chunk]
    try:
        _restored(tuple(chunks)).tick(1.0)
    except (BadBytes, BadCard):
        return


def _chunks(data: bytes) -> None:
    for keep, chunk in store.chunks_in(io.BytesIO(data)):
        assert keep in set(Keep) and len(chunk) <= store.MAX_CHUNK


def _links(data: bytes) -> None:
    """Datagrams of a stranger; a first message gets the cookie that it asks for."""
    own = Links(Signer(bytes(32)), bytes(32), bytes(32), (DIALLED,), Counter(), random=random.Random(1).randbytes)
    own.tick(0.0)
    own.take_datagrams()
    for datagram in _split(data):
        if datagram[:1] == b"\x12" and len(datagram) == 198:
            hello = bytes([16]) + datagram[1:33] + bytes(95)
            own.receive(hello, STRANGER, 1.0)
            cookies = [answer for _, answer in own.take_datagrams() if answer[:1] == b"\x11"]
            datagram = datagram[:33] + cookies[0][1:] + datagram[49:] if cookies else datagram
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
    except BadBytes:
        return
    assert entry.stored == data
    driver = played().drivers[1]
    assert driver.play is not None
    genesis = driver.play.table.genesis
    form.fault(genesis, driver.feeds.of(1)[0], [*driver.feeds.of(1)[:1], entry])
    form.state_signed(genesis, entry)
    Feeds(genesis.match, genesis.terms.identities).add(entry)
    table = Table(POT, genesis)
    for seat in table.seats:
        table.take(driver.feeds.of(seat)[0])
    if entry.match == genesis.match and entry.seat in table.seats:
        with contextlib.suppress(Wrong):
            table.take(entry)


def _card(data: bytes) -> None:
    try:
        read_card((data[64:], data[:64]))
    except BadCard:
        return


def _soft(data: bytes) -> None:
    driver = played().drivers[1]
    ready = Readiness(driver.feeds.match, driver.feeds.identities, 1, Signer(bytes(32)))
    with contextlib.suppress(Forged):
        ready.hear(wire.Soft(data[64:], data[:64].ljust(64, b"\x00")))


def _plain(data: bytes) -> None:
    try:
        value = dec(data)
    except BadBytes:
        return
    assert enc(value) == data


def _file(form_: Form, check: Callable[[bytes], Any]) -> Callable[[bytes], None]:
    """A file as it is, and with its beginning and its hash mended."""

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
    verify(kept, game_of(kept, GAMES_HERE))


def _seeds_file(data: bytes) -> None:
    home = Path(gettempdir()) / "tether-fuzz"
    home.mkdir(exist_ok=True)
    (home / "seeds").write_bytes(data)
    try:
        match._kept(home, SeatSeeds(bytes(32), bytes(32), bytes(32)), None)
    except ValueError:
        return


ROOM = Notice(bytes(32), "pot", rules_hash(POT), "Ada", 3, 2, False, b"")
CRY = Cry(47801, ROOM, ("Ada", "Ben"))
CUP = TournamentCry(47820, bytes(32), "Cup", "pot", rules_hash(POT), "swiss", 2, 0, True)
TELLER, LISTENER = Signer(b"t" * 32), Signer(b"l" * 32)


def _cry(data: bytes) -> None:
    """Datagrams of type 24, 25 and 28 at a discovery that has a room of its own."""
    cup = tournaments.read_cry(data)
    assert cup is None or cup.sent == data
    cry = read_cry(data)
    assert cry is None or read_cry(cry_bytes(cry)) == cry
    own = Discovery(["lan"], 0.5, 0.0)
    own.open(CRY, 0.0)
    for datagram in (data, *_split(data)):
        own.receive(datagram, "10.0.0.8", "lan", 1.0)
    own.tick(1.0)
    assert len(own.rooms(1.0)) + len(own.tournaments(1.0)) <= MOST_OF_ONE and len(own.take_datagrams()) <= 4


def _door(data: bytes) -> None:
    """The answer to a question at a door."""
    notice = read_answer(data, bytes(16))
    assert notice is None or read_answer(answer(bytes(16), notice), bytes(16)) == notice


def _members() -> tuple[Room, Room]:
    """Who has opened a room and tells of it, and who comes to it."""
    settings = Settings(1, TELLER.identity, "Ada", POT.name, rules_hash(POT), 3, 60, POT.options.complete({}))
    teller = Room(bytes(32), TELLER, Me("Ada"), GAMES_HERE, 1, settings)
    listener = Room(bytes(32), LISTENER, Me("Ben"), GAMES_HERE, 1)
    for one, other in ((teller, listener), (listener, teller)):
        one.meet(other.identity, STRANGER)
    return teller, listener


def _room(data: bytes) -> None:
    """Messages of a member, as they are and with what is said in them signed anew."""
    _, listener = _members()
    for message in (data, *_split(data)):
        for said in (message, _signed_anew(message)):
            listener.hear(TELLER.identity, said, STRANGER)
            listener.tick(listener.now + 0.5)
            listener.take_data()
            listener.dials()
    assert len(listener.kept) < MOST_ENTRIES and len(listener.lines) <= MOST_LINES


def _signed_anew(message: bytes) -> bytes:
    """The message with settings, records and lines signed by its teller, whatever they say."""
    try:
        said = dec(message)
        for place, purpose in ((1, SETTINGS), (2, RECORD), (3, LINE)):
            said[place] = [[one[0], TELLER.sign(purpose, one[0])] for one in said[place]]
        return enc(said)
    except (BadBytes, TypeError, IndexError):
        return message


def _room_messages() -> list[bytes]:
    """What two members say to each other until they are ready."""
    both, said = _members(), []
    for step in range(8):
        for one, other in (both, both[::-1]):
            one.tick(0.5 * step)
            one.set_ready(step > 4)
            if step == 3:
                one.chat("well met")
            for _, data in one.take_data():
                said.append(data)
                other.hear(one.identity, data, STRANGER)
    return said


def _text(data: bytes) -> None:
    text = data.decode(errors="replace")
    for read, bad in ((normal, BadCode), (parsed, BadAddress)):
        try:
            read(text)
        except bad:
            continue


def _entries() -> list[bytes]:
    return [entry.stored for seat in (1, 2) for entry in played().drivers[1].feeds.of(seat)[:6]]


TARGETS: dict[str, Target] = {
    "plain": Target(_plain, lambda: [enc([1, -1, True, None, b"\x00", "é", [[300]]])]),
    "datagram": Target(_datagram, _datagrams, 1300),
    "driver": Target(_driver, lambda: [_joined(_datagrams()[4:9]), *(_joined([d]) for d in _datagrams()[-6:])], 8192),
    "links": Target(_links, lambda: [_joined([bytes([kind]) * 198]) for kind in (16, 17, 18, 19, 20, 21)], 1300),
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
        lambda: _bodies(evidence.FORM, _found(Proof, played(), differing())),
        8192,
    ),
    "desync": Target(
        _file(desync.FORM, lambda data: desync.check(desync.unpack(data), GAMES_HERE)),
        lambda: _bodies(desync.FORM, _found(Desync, differing())),
        8192,
    ),
    "store": Target(_chunks, lambda: [b"".join(store._chunk(keep, data) for keep, data in _log()[:3])]),
    "restore": Target(_restore, lambda: [_joined([bytes([keep - 1]) + data for keep, data in _log()])], 8192),
    "keyfile": Target(_seeds_file, lambda: [bytes(96), bytes(95)], 200),
    "cry": Target(_cry, lambda: [cry_bytes(CRY), CUP.sent, CALL_BYTES, _joined([cry_bytes(CRY), CALL_BYTES])], 2048),
    "door": Target(_door, lambda: [answer(bytes(16), ROOM)], 400),
    "room": Target(_room, lambda: [*_room_messages(), _joined(_room_messages())]),
    "text": Target(_text, lambda: [b"K7Q2M-9XTR4", b"192.168.1.12:47801", b"[::1]:47801"], 200),
}
