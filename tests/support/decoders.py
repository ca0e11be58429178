"""Fuzz targets for the decoders of rooms, tournaments, announcements and links.

Each target takes bytes, and returns a value or raises the declared error. `DECODERS` lists the targets for
`scripts/trials/fuzz.py --decoders`, with the functions whose every line must be reached. Each target also checks that
the value encodes to the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from core.engine.codec import BadEncodingError, Plain, dec, enc
from core.engine.game import Game, any_game
from core.games.registry import GAMES
from lobby.discovery import announcement as announcing
from lobby.discovery import reachability, responder, room_announcement
from lobby.discovery import tournament_announcement as cup_cry
from lobby.discovery.responder import Notice
from lobby.discovery.room_announcement import RoomAnnouncement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from lobby.players import confusables
from lobby.room import messages as message
from lobby.room import seniority, signed_records
from lobby.room.seniority import Entry
from lobby.room.signed_records import Line, Record, RoomSettings, Status
from lobby.tournament.app import finder
from lobby.tournament.model import contents, entries, opening
from lobby.tournament.model.contents import Close, InvalidContent, Start
from lobby.tournament.model.opening import BadOpening
from lobby.tournament.protocol import file, messages, presence
from net.channels import addresses, channel
from net.crypto import primitives, private_chat
from net.crypto.noise import BadHandshake
from net.crypto.primitives import Signer
from net.match.genesis import rules_hash
from net.records.chunk_file import BadFile
from net.replication import messages as wire
from net.replication.entries import Place
from net.replication.entries import make as make_entry
from net.replication.entries import read as read_entry
from net.replication.message_table import Message, MessageTable
from net.text import names
from net.text import normalization as typed
from tests.support.all_games import SAMPLES
from tests.support.net.message_examples import examples
from tests.support.net.tables import TOYS
from tests.support.net.toys import POT
from tests.support.targets import Target

TEAM = SAMPLES["against_the_house"]
GAMES_HERE: dict[str, Game] = {**GAMES, **{game.name: game for game in (*TOYS, TEAM)}}
TELLER = Signer(b"t" * 32)
ID = bytes(32)
OTHER = b"o" * 32
HOSTS = [("10.0.0.8", 47801), ("fd00::8", 47801)]

# -- rooms -------------------------------------------------------------------------------------------------------------


def _record(data: bytes) -> None:
    try:
        said = signed_records.read_record(ID, data)
    except BadEncodingError:
        return
    assert signed_records.read_record(ID, signed_records.record_bytes(ID, said)) == said


def _records() -> list[bytes]:
    near = (OTHER[:8], bytes(8))
    places = tuple(Entry(bytes([n]) * 8, near[n % 2], n) for n in range(1, 4))
    plain = Record(TELLER.identity, 1, "Ada", 1, 1, "", b"", (), (), near, near, places, bytes(8), tuple(HOSTS),
                   Status.HERE, b"")  # fmt: skip
    bot = plain._replace(bot="heuristic", by=OTHER[:8], seat=255, colour=0)
    ready = plain._replace(status=Status.READY, state=OTHER, brings=near, against=near[:1])
    return [signed_records.record_bytes(ID, item) for item in (plain, bot, ready, plain._replace(status=Status.GONE))]


def _line(data: bytes) -> None:
    try:
        said = signed_records.read_line(ID, data)
    except BadEncodingError:
        return
    assert signed_records.sign_line(ID, said, TELLER)[0] == data and "\n" not in said.text


def _lines() -> list[bytes]:
    said = (Line(1, TELLER.identity, "Ada", "a"), Line(9, TELLER.identity, "Ben", "é !"))
    return [signed_records.sign_line(ID, line, TELLER)[0] for line in said]


def _settings(data: bytes) -> None:
    try:
        said = signed_records.read_settings(ID, data, GAMES_HERE)
    except BadEncodingError:
        return
    assert signed_records.sign_settings(ID, said, TELLER)[0] == data


def _some_settings() -> list[bytes]:
    made = []
    for game in GAMES_HERE.values():
        head = (1, TELLER.identity, "Ada", game.name, rules_hash(game), game.seat_counts[0], 60)
        made.append(RoomSettings(*head, game.options.complete_values({})))
    return [signed_records.sign_settings(ID, item, TELLER)[0] for item in made]


def _bench(data: bytes) -> None:
    try:
        said = seniority.read_bench(data)
    except BadEncodingError:
        return
    assert seniority.pack_bench(said) == data and len(said) <= seniority.MOST_ENTRIES


def _benches() -> list[bytes]:
    return [
        seniority.pack_bench(tuple(Entry(bytes([n]) * 8, bytes(8), n % 7) for n in range(most))) for most in (0, 3, 24)
    ]


def _message(data: bytes) -> None:
    try:
        plain = dec(data)
        other = message.is_of_other_version(plain)
        said = message.read_message(plain)
    except BadEncodingError:
        return
    assert not other
    assert enc([message.SAY_TAG, *said]) == data


def _messages() -> list[bytes]:
    pair = [OTHER, bytes(64)]
    return [enc([message.SAY_TAG, [pair], [pair], [pair, pair], [pair]]), enc([message.SAY_TAG, [], [], [], []])]


def _name(data: bytes) -> None:
    text = data.decode(errors="replace")
    assert len(confusables.clean_name(text)) <= names.LONGEST
    assert not names.is_name(text) or confusables.clean_name(text) == text
    typed.to_nfkc(text)
    line = signed_records.clean_line(text)
    assert signed_records.clean_line(line) == line


# -- tournaments -------------------------------------------------------------------------------------------------------


def _entry(data: bytes) -> None:
    try:
        entries.read_body(read_entry(data))
    except BadEncodingError:
        return


def _some_entries() -> list[bytes]:
    bodies: list[Any] = [
        entries.Enrol("Ada", False, True, OTHER), entries.Reveal(1, OTHER), entries.ResultReport(1, 1, OTHER, 900),
        entries.UnfinishedReport(1, 1), entries.Leave(), entries.Move(1, 1), entries.Propose(1, 1, OTHER, 90),
        entries.Back(1, 1, OTHER), entries.Welcome(OTHER, 3, True),
    ]  # fmt: skip
    feed = entries.feed_id(ID, TELLER.identity)
    proposals: tuple[list[Plain], ...] = ([1, 1, OTHER, 90], [1, 1, OTHER, 90, b"\x07"], [1, 1, OTHER, 90, bytes(40)])
    proposed = [
        make_entry(TELLER, Place(feed, 1, 1, OTHER), entries.Kind.PROPOSE, (), item).stored for item in proposals
    ]
    return proposed + [
        make_entry(TELLER, Place(feed, 1, seq, OTHER), entries.KIND_OF[type(body)], (seq,), list(body)).stored
        for seq, body in enumerate(bodies)
    ]


def _pulse(data: bytes) -> None:
    """Read a pulse with an invalid signature, and with a valid one."""
    for signature in (bytes(64), TELLER.sign(primitives.SOFT, data)):
        try:
            said = presence.read_pulse(ID, data, signature, 0.0)
        except BadEncodingError:
            continue
        assert said.identity == TELLER.identity and said.signed == (data, signature)


def _cup_message(data: bytes) -> None:
    try:
        said = messages.TABLE.read(data)
    except BadEncodingError:
        return
    assert enc([dec(messages.pack_message(item)) for item in said]) == data and all(
        messages.TABLE.weight(item) >= 0 for item in said
    )


def _cup_messages() -> list[bytes]:
    lines: list[Message] = [
        messages.Heads(((bytes(8), 1, bytes(4)),) * 2),
        messages.Sum(bytes(16)),
        messages.EntryMessage(OTHER, b"stored"),
        messages.Want(((bytes(8), 0),)),
        messages.Ask(OTHER, (0, 1)),
        messages.Chunk(OTHER, 0, 3, b"abc"),
        messages.UnreadPulse(b"beat", bytes(64)),
        messages.Have(OTHER),
        messages.AdmissionRequest(OTHER, b"stored", "10.0.0.9", 1, 0),
    ]
    return [
        enc([dec(messages.pack_message(item)) for item in lines]),
        *(enc([dec(messages.pack_message(item))]) for item in lines),
    ]


def _content(data: bytes) -> None:
    try:
        said, digest = contents.read_content(data)
    except InvalidContent:
        return
    assert contents.pack_content(said, digest) == data


def _contents() -> list[bytes]:
    close = Close(0, ((ID, OTHER),), (3,), ((0, OTHER, (1, 2)),), ((1, (3, 4)),))
    return [contents.pack_content(item, OTHER) for item in (Start(0, (1, 2, 3)), close)]


def _opening(data: bytes) -> None:
    try:
        said = opening.read_opening(data, GAMES_HERE)
    except BadOpening:
        return
    assert said.packed == data


@cache
def _openings() -> list[bytes]:
    results = [
        opening.make_opening(TELLER.identity, "Cup", kind, game, {}, OTHER, sizes=(2, 2, 2)).packed
        for kind in opening.KINDS
        for game in (any_game(POT), GAMES["bridgefront"])
    ]
    said = dec(results[0])
    assert isinstance(said, list)
    of_a_team = [TEAM.name if part == POT.name else part for part in said]
    later, earlier = ([opening.VERSION + by, *said[1:]] for by in (1, -1))
    return [*results, enc(of_a_team), enc(later), enc(earlier)]


def _cup_cry(data: bytes) -> None:
    _announced(cup_cry.read_announcement, data)


def _cup_answer(data: bytes) -> None:
    try:
        finder._read_answer(data, bytes(responder.RANDOM))
    except finder.TournamentTrouble:
        return


def _cup_answers() -> list[bytes]:
    return [
        bytes([finder.ANSWER]) + bytes(responder.RANDOM) + enc([closed, made])
        for closed in (True, False)
        for made in _openings()[1::2]
    ]


def _cup_file(data: bytes) -> None:
    body = file.FORM.magic + data
    try:
        kept = file.unpack(body + file.FORM.hash(body))
    except BadFile:
        return
    assert file.pack(kept)[len(file.FORM.magic) : -32] == data


def _cup_files() -> list[bytes]:
    kept = file.SavedTournament(
        _openings()[0], ((TELLER.identity, tuple(_some_entries())),), ((ID, b"x"),), (b"blob",), (OTHER,)
    )
    return [file.pack(kept)[len(file.FORM.magic) : -32]]


# -- announcements and doors -------------------------------------------------------------------------------------------

NOTICE = Notice(ID, "pot", OTHER, "Ada", 3, 2, False, b"")
ANNOUNCEMENT = RoomAnnouncement(47801, NOTICE, ("Ada", "Ben"), (bytes(5), bytes(5)))
CUP = TournamentAnnouncement(47820, ID, "Cup", "pot", OTHER, "swiss", 2, 0, True)


def _cried(one: RoomAnnouncement | TournamentAnnouncement) -> bytes:
    return one.pack(TELLER, 7, [OTHER])


def _announced(read: Callable[[bytes], announcing.Announcement[Any] | None], data: bytes) -> None:
    """Read an announcement as received and with a valid signature, and check that it encodes to the same bytes."""
    if read(data) is None:
        return
    body = data[: -primitives.SIGNATURE_BYTES]
    said = read(body + TELLER.sign(announcing.PURPOSE, body))
    assert said is not None and said.is_signed == (said.key == TELLER.identity)
    if said.is_signed:
        assert said.content.pack(TELLER, said.counter, said.fellows) == said.datagram


def _announce(data: bytes) -> None:
    _announced(room_announcement.read_announcement, data)


def _contact(data: bytes) -> None:
    random = bytes(responder.RANDOM)
    said, other = responder.read_answer(data, random), responder.find_other_version(data, random)
    assert said is None or (responder.make_answer(random, said) == data and not other)


def _here(data: bytes) -> None:
    """Read an answer to an address query, as received and with a valid signature."""
    assert (
        not reachability.is_valid_answer(data, bytes(reachability.RANDOM), ID, TELLER.identity) or data == _heres()[0]
    )
    announcing.is_other_version(data)


@cache
def _heres() -> list[bytes]:
    return [reachability.make_answerer(TELLER, lambda: ID)(bytes(reachability.RANDOM)) or b""]


# -- links -------------------------------------------------------------------------------------------------------------


def _introduction(data: bytes) -> None:
    """Read an introduction signed for another key, and one signed for the right key."""
    try:
        said = dec(data)
        anew = enc([said[0] if isinstance(said, list) else None, TELLER.sign(channel.LINK, OTHER)])
    except (BadEncodingError, TypeError, LookupError, KeyError):
        anew = data
    for payload in (data, anew):
        try:
            assert channel.read_introduction(payload, OTHER) == TELLER.identity
        except BadHandshake:
            continue


def _address(data: bytes) -> None:
    said = addresses.unpack_address(data)
    assert said is None or addresses.unpack_address(addresses.pack_address(said)) == said


def _typed(data: bytes) -> None:
    text = data.decode(errors="replace")
    try:
        host, port = addresses.parse_address(text)
    except addresses.BadAddress:
        return
    assert host and 0 < port < 1 << 16


def _private(data: bytes) -> None:
    text = private_chat._read_text(data)
    assert len(text.encode()) <= private_chat.MAX_TEXT
    if text:
        key = bytes(32)
        assert private_chat.open_line(key, ID, 1, 2, private_chat.seal_line(key, key, ID, 1, 2, 1, text)) == text


def _privates() -> list[bytes]:
    filled = private_chat.MAX_TEXT
    return [b"\0\3" + b"abc".ljust(filled, b"\0"), b"\0\2" + b"\xff\xfe".ljust(filled, b"\0"), b"\0\1ab"]


def _addressed(data: bytes) -> None:
    text, names = data.decode(errors="replace"), ("Ada", "Ben", "Ben Two", "Cleo", "Cleo")
    try:
        to, said = private_chat.parse_line(text, 1, names)
    except ValueError:
        return
    assert to != 1 and 0 <= to <= len(names) and said in text


def _all_addressed() -> list[bytes]:
    typed = ("hello", "/to Ben Two hello", "/to 4 hello", "/to Cleo hello", "/to Ben", "/to Dan hello")
    return [text.encode() for text in typed]


def _datagram(data: bytes) -> None:
    try:
        said = wire.read(data)
    except BadEncodingError:
        return
    assert [again for sent in wire.pack_datagrams(map(wire.pack_message, said)) for again in wire.read(sent)] == said


def _datagrams() -> list[bytes]:
    soft = wire.Soft(b"soft", bytes(64))
    lines: list[wire.Message] = [
        wire.Heads(ID, ((2, bytes(8)), (0, b""))), wire.Part(ID, 1, 1, 0, 1, b"abc"), wire.Want(ID, 2, 3, 9), soft,
        wire.Fields(ID, 1, (bytes(8),)), wire.Hello(ID, 1, OTHER, "Ada", (1,)), wire.Card(b"card", bytes(64)),
    ]  # fmt: skip
    return list(wire.pack_datagrams(map(wire.pack_message, examples(wire.TABLE, lines))))


DECODERS: dict[str, Target] = {
    "room-record": Target(
        _record,
        _records,
        signed_records.LONGEST + 8,
        (
            signed_records.read_record,
            signed_records.read_addresses,
            signed_records._read_short_ids,
            signed_records._read_fields,
            signed_records.check_types,
        ),
    ),
    "room-line": Target(
        _line,
        _lines,
        signed_records.LONGEST + 8,
        (signed_records.read_line, signed_records._read_fields, signed_records.check_types),
    ),
    "room-settings": Target(
        _settings,
        _some_settings,
        1200,
        (signed_records.read_settings, signed_records._read_fields, signed_records.check_types),
    ),
    "room-message": Target(
        _message, _messages, 1200, (message.read_message, message._read_pair, message.is_of_other_version)
    ),
    "room-bench": Target(_bench, _benches, 17 * 30, (seniority.read_bench,)),
    "room-cry": Target(
        _announce,
        lambda: [_cried(ANNOUNCEMENT), _cried(ANNOUNCEMENT._replace(prints=()))],
        room_announcement.LENGTH + 8,
        (
            room_announcement.read_announcement,
            room_announcement._parse_parts,
            room_announcement._is_valid,
            room_announcement._are_prints,
            Notice.is_valid,
            announcing.read,
        ),
        1,
        primitives.SIGNATURE_BYTES,
    ),
    "room-here": Target(
        _here,
        lambda: [*_heres(), _cried(ANNOUNCEMENT), b"\x18\xdc\x00\x10\x01"],
        300,
        (reachability.is_valid_answer, announcing.is_other_version),
        1,
        primitives.SIGNATURE_BYTES,
    ),
    "room-door": Target(
        _contact,
        lambda: [responder.make_answer(bytes(responder.RANDOM), NOTICE)],
        responder.LENGTH + 8,
        (responder.read_answer, responder.find_other_version),
        1 + responder.RANDOM,
    ),
    "name": Target(
        _name,
        lambda: [
            b"Ada L.",
            "\u0410da".encode(),
            ("\U00010400" * 160).encode(),
            "Ａda\u200b А".encode(),
            "e\u0301".encode() * 4,
        ],
        700,
        (confusables.clean_name, typed.to_nfkc, names.is_name, signed_records.clean_line),
    ),
    "cup-entry": Target(_entry, _some_entries, entries.MOST_STORED + 8, (entries.read_body, entries._check)),
    "cup-pulse": Target(
        _pulse,
        lambda: [presence.make_pulse(TELLER, ID, 5, HOSTS, 47801).signed[0]],
        420,
        (presence.read_pulse, presence.read_unchecked_pulse, presence._check),
    ),
    "cup-message": Target(
        _cup_message,
        _cup_messages,
        1300,
        (MessageTable.read, MessageTable._read, MessageTable.weight),
    ),
    "cup-content": Target(
        _content,
        _contents,
        4096,
        (
            contents.read_content,
            contents._read_number,
            contents._read_numbers,
            contents._read_hash,
            contents._read_list,
        ),
    ),
    "cup-opening": Target(_opening, _openings, opening.LENGTH + 8, (opening.read_opening, opening._check_sizes)),
    "cup-cry": Target(
        _cup_cry,
        lambda: [_cried(CUP)],
        cup_cry.LENGTH + 8,
        (cup_cry.read_announcement, cup_cry._parse_parts, cup_cry._is_valid, announcing.read),
        1,
        primitives.SIGNATURE_BYTES,
    ),
    "cup-answer": Target(_cup_answer, _cup_answers, finder.QUESTION + 8, (finder._read_answer,), 1 + responder.RANDOM),
    "cup-file": Target(_cup_file, _cup_files, 4096, (file._read_saved, file._read_bytes)),
    "introduction": Target(
        _introduction, lambda: [channel.make_introduction(TELLER, OTHER)], 400, (channel.read_introduction,)
    ),
    "address": Target(
        _address,
        lambda: [*map(addresses.pack_address, HOSTS)],
        32,
        (addresses.unpack_address, addresses._is_link_local),
    ),
    "typed-address": Target(
        _typed, lambda: [b"192.168.1.12:47801", b"[::1]:47801", b"host"], 200, (addresses.parse_address,)
    ),
    "private-line": Target(_private, _privates, 600, (private_chat._read_text,)),
    "typed-line": Target(_addressed, _all_addressed, 600, (private_chat.parse_line, private_chat._begins_with_name)),
    "datagram": Target(_datagram, _datagrams, 1300, (wire.read,)),
}
"""Fuzz targets by name."""
