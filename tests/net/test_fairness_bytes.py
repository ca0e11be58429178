"""What docs/fairness.md shows in bytes is what the code makes, and every hash of the code has its row there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.kernel.beacon import Stream, first_beacon, next_beacon
from core.kernel.codec import KDF, H, enc
from core.kernel.forked import ForkedGame
from core.kernel.game import Setup
from core.kernel.options import Options
from core.kernel.secrets import Secrets, slot_commitment
from net import crypto, entries, keys, wire
from net.crypto import Address, Signer
from net.entries import Entry, Kind, Place
from net.genesis import Genesis, SeatCard, Terms, genesis, make_card, parted_rules, read_card
from net.invite import room_key
from net.keys import MatchKeys, SeatSeeds
from net.link import introduction

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
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
"""Bots, matches without keys and seeded test matches: nobody else need make these."""


def section(title: str) -> str:
    """The text under a heading."""
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def in_the_code() -> set[str]:
    """The person strings and purposes under which matches and rooms are hashed and signed, without tournaments."""
    paths = [*(ROOT / "core").rglob("*.py"), *(ROOT / "net").rglob("*.py"), *(ROOT / "lobby").glob("*.py")]
    found = {name for path in paths for name in PERSON.findall(path.read_text(encoding="utf-8"))}
    return found - OF_TESTS


def test_every_hash_has_its_row() -> None:
    rows = [line.split("|")[1] for line in section("Hashes and what they are for").splitlines() if line.startswith("|")]
    listed = [name for row in rows for name in re.findall(r"`(tether\.[a-z]+)`", row)]
    assert in_the_code() - set(listed) == set(), "hashes without a row in docs/fairness.md"
    assert set(listed) - in_the_code() == set(), "rows without a hash in the code"
    assert len(listed) == len(set(listed)), "each is used in one construction only"
    assert all(len(name) <= 16 for name in listed)


# -- worked bytes ------------------------------------------------------------------------------------------------------


def seeds(seat: int) -> SeatSeeds:
    """The identity's seed, the match seed and r of a seat: 32 times one byte each, for seat 1 the key itself."""
    return SeatSeeds(*(bytes([seat * 16 + use]) * 32 for use in (1, 2, 3)))


def cards() -> list[tuple[bytes, bytes]]:
    """Two seat cards of a game `pot` with rules hash 33..33 and the one option 6."""
    signers = [Signer(seeds(seat).identity) for seat in (1, 2)]
    terms = Terms(ROOM, "pot", b"\x33" * 32, (6,), tuple(signer.identity for signer in signers))
    return [make_card(terms, seat, name, seeds(seat), signers[seat - 1]) for seat, name in ((1, "Ada"), (2, "Ben"))]


def made() -> tuple[Genesis, SeatCard]:
    """The genesis of these two cards, and the first card."""
    read = [read_card(card) for card in cards()]
    return genesis(read), read[0]


def commit_entry() -> Entry:
    """The entry 1 of seat 1: its commit of step 1."""
    step = dict(worked_step())
    return entries.make(
        Signer(seeds(1).identity), Place(MATCH, 1, 1, b"\x44" * 32), Kind.COMMIT, (1, 1), [1, step["c"], step["D"], []]
    )


def worked_bytes() -> Iterator[tuple[str, bytes]]:
    yield 'enc([1, -1, true, nil, bin 00ff, "é", [300]])', enc([1, -1, True, None, b"\x00\xff", "é", [300]])
    yield 'H("tether.match", [bin "abc", 7])', H("tether.match", [b"abc", 7])
    yield 'KDF(key, "tether.salt", [5, 2])', KDF(KEY, "tether.salt", [5, 2])
    yield "identity of the seed 11..11", Signer(seeds(1).identity).identity
    yield '`tether.soft` signature of bin "abc" by it', Signer(seeds(1).identity).sign(crypto.SOFT, b"abc")


def worked_match() -> Iterator[tuple[str, bytes]]:
    table, card = made()
    yield "card of seat 1", cards()[0][0]
    yield "its signature", cards()[0][1]
    yield "B of seat 1", card.B
    yield "match", table.match
    own = MatchKeys(seeds(1).seed, table.match, 1, 2)
    box = crypto.box(seeds(1).seed, table.boxes[1], Address(table.match, 1, 2, "share", 0), own.share(2))
    yield "box of f(2) for seat 2: eG", box[0]
    yield "its ciphertext", box[1]


def worked_step() -> Iterator[tuple[str, bytes]]:
    own, secrets = MatchKeys(KEY, MATCH, 1, 3), Secrets(MATCH, 1, KEY)
    E = own.seal(1, keys.opening(secrets.nonce(1), ["buy", 3]))
    D = H("tether.state", [b"S"])
    step = own.step(1)
    yield "A_0", own.points[0]
    yield "f(2)", own.share(2)
    yield "P[1]", keys.step_point(MATCH, 1)
    yield "Q[1]", step.Q
    yield "k[1]", step.key
    yield "nonce[1]", secrets.nonce(1)
    yield "E", E
    yield "D", D
    yield "c", keys.commitment(MATCH, 1, 1, D, E)
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
    yield "heads", wire.message(wire.Heads(MATCH, ((2, b"12345678"), (0, b""))))
    yield "part", wire.message(wire.Part(MATCH, 1, 1, 0, 1, b"abc"))
    yield "want", wire.message(wire.Want(MATCH, 2, 3, 9))
    yield "hello", wire.message(wire.Hello(ROOM, 1, KEY, "Ada", (1,)))


def worked_links() -> Iterator[tuple[str, bytes]]:
    yield "psk of the code K7Q2M9XTR4", room_key("K7Q2M9XTR4", ROOM)
    yield "payload for the static key 55..55", introduction(Signer(seeds(1).identity), b"\x55" * 32)
    yield "link numbers for the handshake hash 66..66", H("tether.linkno", [b"\x66" * 32])[:8]


PARTS: dict[str, Callable[[], Iterator[tuple[str, bytes]]]] = {
    "bytes": worked_bytes,
    "cards and genesis": worked_match,
    "a step": worked_step,
    "entries and messages": worked_entries,
    "links": worked_links,
}


@pytest.mark.parametrize("part", PARTS)
def test_the_page_shows_the_bytes_that_the_code_makes(part: str) -> None:
    page = section("Worked bytes")
    for label, value in PARTS[part]():
        assert f"\n{label} = {value.hex()}\n" in page, (label, value.hex())


def test_the_page_shows_the_name_and_the_rules_of_a_match_that_is_played_on() -> None:
    state = SimpleNamespace(digest=lambda: dict(worked_step())["D"], clone=lambda: None)
    pot = SimpleNamespace(name="pot", title="Pot", options=Options([]))
    game = ForkedGame(pot, Setup(2, {}, MATCH), state, 57)
    page = section("Worked bytes")
    assert f"\nname = {game.name}\n" in page, game.name
    rules = parted_rules(b"\x33" * 32, game)
    assert f"\nrules hash = {rules.hex()}\n" in page, rules.hex()


def test_the_page_shows_the_draws_that_the_code_makes() -> None:
    page = section("Worked bytes")
    die, draw = Stream(KEY, ["die", 3]), Stream(KEY, ["draw", 2, 0])
    shown = {
        'R(key, ["die", 3]): dice': [die.die() for _ in range(12)],
        'R(key, ["draw", 2, 0]): uniform(13)': [draw.uniform(13) for _ in range(12)],
        'R(key, ["shuffle", 1]) on 0..9': Stream(KEY, ["shuffle", 1]).shuffle(range(10)),
        'R(key, ["bottom", 0]): sample 4 of 0..9': Stream(KEY, ["bottom", 0]).sample(range(10), 4),
        "order(1, 0) of cards 3 5 8 13 21": Secrets(MATCH, 1, KEY).order(1, 0, [3, 5, 8, 13, 21]),
    }
    for label, numbers in shown.items():
        assert f"\n{label} = {' '.join(map(str, numbers))}\n" in page, (label, numbers)
