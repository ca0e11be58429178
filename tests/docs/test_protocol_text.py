"""docs/internals/protocol.md compared with the code: bytes, bounds, kinds, sample games, and citations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine import codec
from core.engine.chance.beacon import Stream, first_beacon, next_beacon
from core.engine.codec import KDF, H, Plain, dec, enc
from core.engine.fork import ForkedGame
from core.engine.game import Setup
from core.engine.hidden.secrets import Secrets, slot_commitment
from core.engine.hidden.shared_deck import passes, shared_decks
from core.engine.options import Options
from lobby.tournament.model.entry_store import EntryStore
from lobby.tournament.protocol import messages as cup_messages
from lobby.tournament.protocol.blobs import MemoryBlobs
from lobby.tournament.protocol.gossip import Gossip
from net.channels.channel import make_introduction
from net.crypto import match_keys, primitives, private_chat
from net.crypto.invite import room_key
from net.crypto.match_keys import MatchKeys, SeatSeeds
from net.crypto.primitives import BoxAddress, Signer
from net.match import feed_reader, quorum
from net.match.genesis import Genesis, SeatCard, Terms, continued_rules_hash, make_card, make_genesis, read_card
from net.proofs import desync, evidence
from net.records import chunk_file, record
from net.records.verification import replay
from net.replication import entries, feeds, messages
from net.replication.entries import Entry, Kind, Place
from net.replication.message_table import MessageTable
from net.seat import signer as signatory
from net.session.runner import play_local
from tests.support.all_games import GAMES
from tests.support.lobby.tournament.hall import opening
from tests.support.net.tables import drivers, player_of
from tests.support.net.toys import POT, TRICKS, First, Take
from tests.support.sources import protocol_text

ROOT = Path(__file__).resolve().parents[2]
PAGE = protocol_text()
KEY, MATCH, ROOM = bytes(range(32)), b"\x11" * 32, b"\x22" * 32
PERSON = re.compile(r"\"(tether\.[a-z]+)\"")
OF_TESTS = {
    "tether.bot",
    "tether.local",
    "tether.localpair",
    "tether.localseat",
    "tether.testmatch",
    "tether.testroom",
    "tether.testseat",
}
"""Person strings of bots, matches without keys and seeded test matches: no other implementation needs them."""
NO_HASHES = {"tether.games", "tether.zip"}
"""The group of entry points under which installed games are found; a program that is handed out."""


def section(title: str) -> str:
    """Return the text under a heading."""
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def in_the_code() -> set[str]:
    """Return the person strings and purposes for hashing and signing of matches and rooms, without tournaments."""
    paths = [path for room in ("core", "net", "lobby") for path in (ROOT / room).rglob("*.py")]
    paths = [path for path in paths if "tournament" not in path.relative_to(ROOT).as_posix()]
    found = {name for path in paths for name in PERSON.findall(path.read_text(encoding="utf-8"))}
    return found - OF_TESTS - NO_HASHES


@pytest.mark.parametrize(
    ("table", "module", "page"),
    [
        (messages.TABLE, messages, section("12 Sync")),
        (cup_messages.TABLE, cup_messages, (ROOT / "docs" / "internals" / "tournaments.md").read_text("utf-8")),
    ],
    ids=["match", "tournament"],
)
def test_every_kind_of_message_is_declared_once_and_documented(table: MessageTable, module: Any, page: str) -> None:
    """The page has a row for each kind, with the number of fields in the declaration."""
    rows = {int(kind): fields for kind, fields in re.findall(r"\| (\d+) [a-z]+ \| (.+) \|", page)}
    assert rows.keys() == table.kinds.keys()
    declared = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    assert set(table.kinds.values()) == {one for one in declared if issubclass(one, tuple)}
    for kind, message in table.kinds.items():
        inside = re.sub(r"\[[^][]*(\[[^][]*\][^][]*)*\]|\([^)]*\)|: .*", "", rows[kind])
        assert inside.count(",") + 1 >= len(getattr(message, "_fields")), message  # noqa: B009


def test_every_kind_of_message_has_a_handler() -> None:
    driver = drivers(POT, 2)[1]
    assert driver.handlers.kinds == set(messages.TABLE.kinds.values())
    cup = Gossip(EntryStore(opening(), bounded=True), MemoryBlobs(), bytes(32))
    assert cup.handlers.kinds == set(cup_messages.TABLE.kinds.values())


def test_a_kind_is_declared_once_and_each_field_has_a_form() -> None:
    table = MessageTable(100)
    table.kind(1)(messages.Want)
    with pytest.raises(ValueError, match="kind 1 is declared twice"):
        table.kind(1)(messages.Card)
    with pytest.raises(ValueError, match="a field of Place has no form"):
        table.kind(2)(Place)


def test_every_hash_has_a_row_on_the_protocol_page() -> None:
    rows = [line for line in section("Hashes and what they are for").splitlines() if line.startswith("|")]
    listed = [name for row in rows for name in re.findall(r"`(tether\.[a-z]+)`", row)]
    assert in_the_code() - set(listed) == set(), "hashes without a row in docs/internals/protocol.md"
    assert set(listed) - in_the_code() == set(), "rows without a hash in the code"
    assert len(listed) == len(set(listed)), "each is used in one construction only"
    assert all(len(name) <= 16 for name in listed)


# -- worked bytes ------------------------------------------------------------------------------------------------------


def seeds(seat: int) -> SeatSeeds:
    """Return the identity's seed, the match seed and r of a seat.

    Each is one byte, repeated 32 times; for seat 1 it is the key itself.
    """
    return SeatSeeds(*(bytes([seat * 16 + use]) * 32 for use in (1, 2, 3)))


def cards() -> list[tuple[bytes, bytes]]:
    """Return two seat cards of a game `pot` with rules hash 33..33 and the single option 6."""
    signers = [Signer(seeds(seat).identity) for seat in (1, 2)]
    terms = Terms(ROOM, "pot", b"\x33" * 32, (6,), tuple(signer.identity for signer in signers))
    return [make_card(terms, seat, name, seeds(seat), signers[seat - 1]) for seat, name in ((1, "Ada"), (2, "Ben"))]


def made() -> tuple[Genesis, SeatCard]:
    """Return the genesis with these two cards, and the first card."""
    read = [read_card(card) for card in cards()]
    return make_genesis(read), read[0]


def commit_entry() -> Entry:
    """Return entry 1 of seat 1: its commit of step 1."""
    step = dict(worked_step())
    return entries.make(
        Signer(seeds(1).identity), Place(MATCH, 1, 1, b"\x44" * 32), Kind.COMMIT, (1, 1), [1, step["c"], step["D"], []]
    )


def worked_bytes() -> Iterator[tuple[str, bytes]]:
    yield 'enc([1, -1, true, nil, bin 00ff, "é", [300]])', enc([1, -1, True, None, b"\x00\xff", "é", [300]])
    yield 'H("tether.match", [bin "abc", 7])', H("tether.match", [b"abc", 7])
    yield 'KDF(key, "tether.salt", [5, 2])', KDF(KEY, "tether.salt", [5, 2])
    yield "identity of the seed 11..11", Signer(seeds(1).identity).identity
    commitment, box = Secrets(MATCH, 1, KEY, True, {3: bytes(range(32, 64))}).encrypt_terms(7, 3, (4, 2))
    yield "commitment of the paper [4, 2] of seat 1 for seat 3 in step 7, seed key, key of the two 20..3f", commitment
    yield "its box", box
    line = private_chat.seal_line(bytes(32), KEY, MATCH, 1, 3, 5, "trust me")[:24]
    yield (
        'private line "trust me" of seat 1 to seat 3, entry 5, seed 00..00, key of the two key, its first 24 bytes',
        line,
    )
    yield '`tether.soft` signature of bin "abc" by it', Signer(seeds(1).identity).sign(primitives.SOFT, b"abc")


def worked_match() -> Iterator[tuple[str, bytes]]:
    table, card = made()
    yield "card of seat 1", cards()[0][0]
    yield "its signature", cards()[0][1]
    yield "B of seat 1", card.B
    yield "match", table.match
    own = MatchKeys(seeds(1).seed, table.match, 1, 2)
    box = primitives.seal_box(
        seeds(1).seed, table.boxes[1], BoxAddress(table.match, 1, 2, "share", 0), own.share_for(2)
    )
    yield "box of f(2) for seat 2: eG", box[0]
    yield "its ciphertext", box[1]


def worked_step() -> Iterator[tuple[str, bytes]]:
    own, secrets = MatchKeys(KEY, MATCH, 1, 3), Secrets(MATCH, 1, KEY)
    E = own.seal(1, match_keys.pack_opening(secrets.nonce(1), ["buy", 3]))
    D = H("tether.state", [b"S"])
    step = own.step_key(1)
    yield "A_0", own.points[0]
    yield "f(2)", own.share_for(2)
    yield "P[1]", match_keys.step_point(MATCH, 1)
    yield "Q[1]", step.Q
    yield "k[1]", step.key
    yield "nonce[1]", secrets.nonce(1)
    yield "E, of 272 bytes, its first 64", E[:64]
    yield "D", D
    yield "c", match_keys.commitment(MATCH, 1, 1, D, E)
    yield "h", step.proof[0]
    yield "z", step.proof[1]
    yield "beacon[0]", first_beacon(MATCH)
    nonces = [(1, b"\x01" * 32), (2, b"\x02" * 32)]
    yield "beacon[1] with the nonces 01..01 and 02..02", next_beacon(MATCH, 1, first_beacon(MATCH), nonces)
    slots = Secrets(MATCH, 1, KEY)
    yield "salt of slot (1, 0)", slots.salt(1024)
    yield "commitment of card 17 in slot (1, 0)", slot_commitment(MATCH, 1, 1024, 17, slots.salt(1024))


def worked_entries() -> Iterator[tuple[str, bytes]]:
    entry = commit_entry()
    yield "entry", entry.raw
    yield "its id", entry.id
    yield "stored", entry.stored
    ready = enc([0, MATCH, 1, 1, 1, True, dict(worked_step())["D"]])
    yield "ready", ready
    yield "heads", messages.pack_message(messages.Heads(MATCH, ((2, b"12345678"), (0, b""))))
    yield "part", messages.pack_message(messages.Part(MATCH, 1, 1, 0, 1, b"abc"))
    yield "want", messages.pack_message(messages.Want(MATCH, 2, 3, 9))
    yield "hello", messages.pack_message(messages.Hello(ROOM, 1, KEY, "Ada", (1,)))


def worked_links() -> Iterator[tuple[str, bytes]]:
    yield "psk of the code K7Q2M9XTR4", room_key("K7Q2M9XTR4", ROOM)
    yield "payload for the static key 55..55", make_introduction(Signer(seeds(1).identity), b"\x55" * 32)
    yield "link numbers for the handshake hash 66..66", H("tether.linkno", [b"\x66" * 32])[:8]


PARTS: dict[str, Callable[[], Iterator[tuple[str, bytes]]]] = {
    "bytes": worked_bytes,
    "cards and genesis": worked_match,
    "a step": worked_step,
    "entries and messages": worked_entries,
    "links": worked_links,
}


@pytest.mark.parametrize("part", PARTS)
def test_the_page_shows_the_bytes_that_the_code_produces(part: str) -> None:
    page = section("Worked bytes")
    for label, value in PARTS[part]():
        assert f"\n{label} = {value.hex()}\n" in page, (label, value.hex())


def test_the_page_shows_the_name_and_rules_of_a_continued_match() -> None:
    state = SimpleNamespace(digest=lambda: dict(worked_step())["D"], clone=lambda: None)
    pot = SimpleNamespace(name="pot", title="Pot", options=Options([]))
    game = ForkedGame(pot, Setup(2, {}, MATCH), state, 57)
    page = section("Worked bytes")
    assert f"\nname = {game.name}\n" in page, game.name
    rules = continued_rules_hash(b"\x33" * 32, game)
    assert f"\nrules hash = {rules.hex()}\n" in page, rules.hex()


def test_the_page_shows_the_draws_that_the_code_produces() -> None:
    page = section("Worked bytes")
    die, draw = Stream(KEY, ["die", 3]), Stream(KEY, ["draw", 2, 0])
    shown = {
        'R(key, ["die", 3]): dice': [die.die() for _ in range(12)],
        'R(key, ["draw", 2, 0]): uniform(13)': [draw.uniform(13) for _ in range(12)],
        'R(key, ["shuffle", 1]) on 0..9': Stream(KEY, ["shuffle", 1]).shuffle(range(10)),
        'R(key, ["bottom", 0]): sample 4 of 0..9': Stream(KEY, ["bottom", 0]).sample(range(10), 4),
        "order(1, 0) of cards 3 5 8 13 21": Secrets(MATCH, 1, KEY).secret_order(1, 0, [3, 5, 8, 13, 21]),
    }
    for label, numbers in shown.items():
        assert f"\n{label} = {' '.join(map(str, numbers))}\n" in page, (label, numbers)


# -- bounds, kinds, sample games ---------------------------------------------------------------------------------------


def table(head: str) -> list[list[str]]:
    """Return the cells of the table with this head, anywhere in the page."""
    lines = [line.strip() for line in PAGE.splitlines()]
    start = lines.index(head) + 2
    end = next(i for i in range(start, len(lines)) if not lines[i].startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:end]]


def test_the_bounds_on_the_page_match_the_code() -> None:
    told = [int(row[1].replace(",", "")) for row in table("| bound | value |")]
    assert told == [codec.MAX_ENTRY, entries.MAX_STORED, codec.MAX_DEPTH, codec.MAX_ELEMENTS, codec.MAX_STR]
    numbers = [
        f"at most {chunk_file.MAX_CHUNK:,})",
        f"at most {chunk_file.MAX_FEED:,}",
        "At most 64 MiB",
        "pieces of 16 KiB",
        f"At most {feed_reader.MAX_CHATS} entries",
        f"at most {feed_reader.MAX_CHAT} bytes",
        f"held at most {feed_reader.MAX_LISTED_SEALS}",
        f"at most {feeds.MAX_UNREAD_ENTRIES} unread",
        f"at most {feeds.MAX_SIDE_ENTRIES} entries of other versions",
        f"r < {quorum.MAX_ROUND}",
        f"fewer than {quorum.MAX_VOTES} votes",
        f"at most {feed_reader.MAX_STEP_BYTES:,};",
        f"at most {feed_reader.FEED_BYTES:,} + {feed_reader.FEED_BYTES_A_STEP:,} t",
        f"once they have {feeds.UNREAD_BYTES:,} bytes",
        f"{passes.MIN_CARDS} <= N <= {passes.MAX_CARDS}",
        f"At most {shared_decks.MAX_SHARES} are asked",
        f"at most {evidence.MAX_ENTRIES:,})",
        f"at most {signatory.MAX_OPENING:,} bytes",
        f"multiple of {match_keys.BLOCK} that holds {match_keys.HEAD} +",
        f"at most {messages.MAX_MESSAGE:,} bytes",
        f"at most {messages.MAX_LIST:,} bytes",
    ]
    text = " ".join(PAGE.split())
    assert [words for words in numbers if words not in text] == []
    assert (chunk_file.MAX_FILE, chunk_file.PIECE) == (64 * 1024 * 1024, 16 * 1024)


def test_the_page_shows_the_bodies_of_end_entries() -> None:
    assert enc([7, feed_reader.AGREES]).hex() == "920701" and enc([7, feed_reader.CONCEDES]).hex() == "920702"
    assert "of an end in step 7: `920701` by consent, `920702` conceding" in " ".join(PAGE.split())


def test_the_kinds_on_the_page_match_the_code() -> None:
    told = [(int(row[0]), row[1]) for row in table("| kind | name | body |")]
    assert told == [(int(kind), kind.name.lower()) for kind in Kind]
    listed = [word for row in table("| kind | holds | judged by |") for word in row[0].split(", ")]
    assert set(listed) == set(evidence.RULES) == {*evidence.FORK, *evidence.REPLAYABLE_FAULTS}
    for form in (record.FORM, evidence.FORM, desync.FORM):
        assert form.magic.decode().replace("\n", "\\n") in PAGE
        assert f"person `{form.person.decode()}`" in PAGE


def shown(label: str, value: bytes) -> bool:
    """Return True if a line of the page gives this value after this label."""
    return f"\n{label} = {value.hex()}\n" in PAGE


def test_the_page_shows_the_states_of_pot() -> None:
    state = POT.new_state(Setup(2, {"goal": 3}, MATCH))
    assert shown("pot D_1", state.digest())
    POT.step(state, {1: Take(2)}, b"\x01" * 32)
    assert shown("pot D_2, pot 3, gold 2 0", state.digest())
    POT.step(state, {}, b"\x02" * 32, {2})
    assert shown("pot D_3, pot 0, gold 2 3", state.digest()) and state.over


def test_the_page_shows_a_match_of_pot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.match.genesis._rules_hash", lambda *_: b"\x33" * 32)
    game: Any = POT
    end = play_local(game, 2, {"goal": 3}, "text", [First()] * 2)
    assert shown("match of the seed text", end.match)
    assert f"`pot` below (24) has {len(record.pack(end.record)):,} bytes" in " ".join(PAGE.split())
    assert [len(feed) for feed in end.record.feeds] == [14, 14]
    steps = list(replay(end.record, game))
    assert [step.t for step in steps] == [1, 2, 3, 4]
    for step in steps:
        assert shown(f"its beacon[{step.t}]", step.beacon)
        assert shown(f"its D_{step.t + 1}", step.digest)


def test_the_page_shows_the_states_of_tricks() -> None:
    state = TRICKS.new_state(Setup(2, {"rounds": 2}, MATCH))
    assert shown("tricks D_1", state.digest())
    own = {seat: Secrets(MATCH, seat, bytes([seat]) * 32) for seat in (1, 2)}
    laid = {seat: TRICKS.automatic_decision(state, seat, own[seat]) for seat in own}
    assert all(shown(f"batch of seat {seat}", decision.batch) for seat, decision in laid.items())
    TRICKS.step(state, laid, b"\x01" * 32)
    assert shown("tricks D_2", state.digest())
    plays = {seat: TRICKS.default_decision(state, seat, own[seat]) for seat in own}
    for seat, (slot, copy, salt) in plays.items():
        assert shown(f"salt of slot {slot} of seat {seat}, copy {copy}", salt)
    TRICKS.step(state, plays, b"\x02" * 32)
    assert shown("tricks D_3, gold 3 0", state.digest()) and state.gold[1:] == [3, 0]


def test_the_from_uniform_of_the_page_equals_that_of_libsodium() -> None:
    """The page writes `from_uniform` out over integers."""
    p, A = 2**255 - 19, 486662
    d = -121665 * pow(121666, -1, p) % p

    def plus(P: tuple[int, int], Q: tuple[int, int]) -> tuple[int, int]:
        k = d * P[0] * Q[0] * P[1] * Q[1] % p
        x = (P[0] * Q[1] + Q[0] * P[1]) * pow(1 + k, -1, p)
        return x % p, (P[1] * Q[1] + P[0] * Q[0]) * pow(1 - k, -1, p) % p

    def from_uniform(data: bytes) -> bytes:
        number = int.from_bytes(data, "little")
        sign, r = number >> 255, number & (2**255 - 1)
        u = -A * pow(1 + 2 * r * r, -1, p) % p
        if pow(u**3 + A * u * u + u, (p - 1) // 2, p) == p - 1:
            u = (-u - A) % p
        y = (u - 1) * pow(u + 1, -1, p) % p
        square = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
        x = pow(square, (p + 3) // 8, p)
        x = x if x * x % p == square else x * pow(2, (p - 1) // 4, p) % p
        P = (x if x % 2 == sign else p - x, y)
        for _ in range(3):
            P = plus(P, P)
        return (P[1] | (P[0] & 1) << 255).to_bytes(32, "little")

    for i in range(20):
        digest = H("tether.step", [MATCH, i])
        assert from_uniform(digest) == primitives.hash_to_point(digest)


# -- slots without the rules (19.12) -----------------------------------------------------------------------------------


def parts_of(plain: Plain) -> Iterator[Plain]:
    """Yield the value and all values in it."""
    yield plain
    for part in plain if type(plain) is list else []:
        yield from parts_of(part)


def misfits(match: bytes, steps: Iterable[tuple[int, Mapping[int, Plain]]]) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the number of openings in the decisions of a match.

    Also return step, seat and slot of those that fit no batch.
    """
    laid: dict[tuple[int, int], list[bytes]] = {}
    count, found = 0, []
    for t, decisions in steps:
        for seat, plain in decisions.items():
            laid[seat, t] = [part for part in parts_of(plain) if type(part) is bytes and len(part) % 32 == 0]
        for seat, plain in decisions.items():
            for part in parts_of(plain):
                if type(part) is list and [type(one) for one in part] == [int, int, bytes] and len(part[2]) == 16:
                    owner, own = part[0] // 2**40 or seat, part[0] % 2**40
                    at, i = divmod(own, 1024)
                    mark = H("tether.slot", [match, owner, at, i, *part[1:]])
                    count += 1
                    if mark not in [batch[32 * i : 32 * i + 32] for batch in laid.get((owner, at), [])]:
                        found.append((t, seat, part[0]))
    return count, found


@pytest.mark.parametrize("game", [TRICKS, GAMES["pickpockets"]], ids=lambda game: str(game.name))
def test_openings_are_matched_as_the_protocol_page_specifies(game: Any) -> None:
    end = play_local(game, 3, {}, "slots", [player_of(game, seat) for seat in (1, 2, 3)])
    steps = [
        (step.t, {seat: dec(enc(one)) for seat, one in step.decisions.items()}) for step in replay(end.record, game)
    ]
    count, found = misfits(end.match, steps)
    assert count >= 9 and found == []
    t, decisions = next((t, decisions) for t, decisions in steps if misfits(end.match, [*steps[:t]])[0])
    opening = next(p for plain in decisions.values() for p in parts_of(plain) if type(p) is list and len(p) == 3)
    opening[2] = bytes(16)
    assert [where[0] for where in misfits(end.match, steps)[1]] == [t]


# -- what is cited -----------------------------------------------------------------------------------------------------

POINTS = r"\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*"
CITES = re.compile(rf"PROTOCOL (?:parts? )?({POINTS})|\bP(\d+(?:\.\d+)?)\b(?![\d.]*\w)")

ELSEWHERE = re.compile(r"\b(?:DESIGN (?:part )?\d+|(?:PROTOCOL|SHARED_DECK|GAMEKIT|ROOMS|CLIENT|DESIGN)\.md)")
"""Pattern of texts that were here once, or never."""


def told() -> set[str]:
    """Return the numbers of the page's parts and points; those of part 17 may stand in the table of invariants."""
    table = (ROOT / "docs" / "internals" / "fairness-tables.md").read_text("utf-8").partition("## Invariants")[2]
    found, part = {f"17.{number}" for number in re.findall(r"^\| (\d+) \|", table.partition("\n## ")[0], re.M)}, ""
    for line in PAGE.splitlines():
        if heading := re.match(r"## (\d+) ", line):
            part = heading[1]
            found.add(part)
        elif point := re.match(r"(\d+)\. ", line):
            found.add(f"{part}.{point[1]}")
    return found


def test_protocol_points_are_numbered_without_gaps_and_resolve() -> None:
    points = sorted(tuple(map(int, name.split("."))) for name in told() if "." in name)
    assert all(b == (a[0], a[1] + 1) or b[1] == 1 for a, b in pairwise(points))
    inside = set(
        re.findall(r"(?<![\w.,^*-])(\d{1,2}\.\d{1,2})(?![\w.*]|,\d)", re.sub(r"```.*?```", "", PAGE, flags=re.S))
    )
    assert inside - told() == set()


def test_every_cited_section_of_the_protocol_exists() -> None:
    known, missing, count = told(), [], 0
    folders = [ROOT / name for name in ("core", "net", "lobby", "client", "scripts", "tests", "docs")]
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".md", ".toml")]
    for path in [*paths, *ROOT.glob("*.md")]:
        if path == Path(__file__).resolve():
            continue
        text = re.sub(r"\s+(?:# )?", " ", path.read_text(encoding="utf-8"))
        for many, one in CITES.findall(text):
            if one and path.suffix != ".md" and path.parent.name not in ("net", "tests"):
                continue  # P3 is a name elsewhere
            for what in re.findall(r"\d+(?:\.\d+)?", many or one):
                count += 1
                if what not in known:
                    missing.append(f"{path.relative_to(ROOT)}: {what}")
        missing += [f"{path.relative_to(ROOT)}: {text}" for text in ELSEWHERE.findall(text)]
    assert missing == [] and count > 150
