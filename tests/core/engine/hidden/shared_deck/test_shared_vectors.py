"""The shared deck compared with its test vectors (docs/internals/shared-deck.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import pytest

from core.engine.hidden.points import add_any, interpolate, multiply_base, scalar_from_int
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.keys import DeckKeys, ShareRequest, face_point
from core.engine.hidden.shared_deck.passes import Turn

MATCH, N = b"\x11" * 32, 5
SEATS = {seat: DeckKeys(MATCH, seat, bytes([seat]) * 32, 3) for seat in (1, 2, 3)}
K = keys.joint_key([SEATS[seat].points for seat in SEATS])
LIST = b"".join(keys.list_entry(MATCH, 0, face, K) for face in range(N))
for _x, _from in SEATS.items():
    for _y, _to in SEATS.items():
        assert _x == _y or _to.store_value(_x, _from.points, _from.share_for(_y))


ROOT = Path(__file__).resolve().parents[5]
PAGE = (ROOT / "docs" / "internals" / "shared-deck.md").read_text(encoding="utf-8")
ATTACKS = (ROOT / "docs" / "data" / "shared_deck.json").read_text(encoding="utf-8")


def short(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def test_deck_keys_match_their_vectors() -> None:
    announced = SEATS[1].announced_keys()
    assert [point.hex() for point in announced.points] == [
        "7098ad8f105221e0949337997db6a4e9d91b1c8ee819dfd9e5270a91bf52e76c",
        "c0a90680a4e3ef34369e9f261521f86608474541f6c943a0b906617c0363dcad",
    ]
    assert SEATS[1].share_for(2).hex() == "c2f50605ce6d90027400a1dfa95196bdda59235045fab7286e9333a35764200b"
    assert announced.Y.hex() == "dc70e39598711376f97d947bea04e10121fb36605358e74e196f55c596411462"
    assert b"".join(announced.proof).hex() == (
        "336e0f52e92ac4948a91a050cf1e181b32b590f421694570a3a596320592cd02"
        "466d23ffeadf9892961fdbf5b5c99c136dae2c4289dbdbbde70cccbdd56d4804"
    )
    assert all(SEATS[seat].announced_keys().is_valid(MATCH, seat, 3) for seat in SEATS)
    assert K.hex() == "21ea924183fe96d8433a5750697ccdce35c82a3da1b6df98c78552e3579da028"


def test_faces_and_generators_match_their_vectors() -> None:
    assert face_point(MATCH, 0, 0).hex() == "986c13ed9ab9147007f85ca53bba29201d5efd4214a211b2ebe3ac88f6cc7a3d"
    assert face_point(MATCH, 0, 4).hex() == "3c935b5f41553c005c206f4bf2adf30cf1fccaa95a7a225a05e8c4dc80e7ee43"
    assert LIST[:64].hex() == (
        "5866666666666666666666666666666666666666666666666666666666666666"
        "e945580602be080aa44794e38ab51b1a85ade003d4e16853e63a0ffd0f190726"
    )
    assert passes.generator(0).hex() == "6f48bc51f91509f7bdf8f38460fd47485c1210473836faa6cb8f13d56da12d3c"
    assert passes.generator(1).hex() == "990ec3d09f5c86d943a66f02076fb3067cdc5a1e068a4effe2ae576dd4e0ace2"


def passed_twice() -> tuple[bytes, bytes]:
    """Return the passes of seats 1 and 2, in steps 1 and 2."""
    first = SEATS[1].shuffle(1, 0, LIST, K)
    return first, SEATS[2].shuffle(2, 0, first[: 64 * N], K)


def test_passes_match_their_vectors() -> None:
    first, second = passed_twice()
    assert short(first) == "40d7aa258cadbbb79d9746a1a9d7db21fad3c86772086b78d26893f73c7d3c85"
    assert short(second) == "7eb3d3186a7ab56b806d1c78f4b9fc20f590b0ec45e906cefcb40b6df2d80273"
    assert len(first) == passes.shuffle_bytes(N) == 1120
    assert first[128 * N : 128 * N + 32].hex() == "9856c24931d44f0d6b60c5da4cf3a9d8cae53b787854bfdabb5c67976e0e4606"
    assert second[128 * N + 128 :][:32].hex() == "434d518c01b11e1e6497fe322f27c59ef810b807f4d8a4c856401256fab02d0c"
    assert passes.find_fault(Turn(MATCH, 1, 1, 0, K), LIST, first) == ""
    assert passes.find_fault(Turn(MATCH, 2, 2, 0, K), first[: 64 * N], second) == ""


def test_a_deal_and_an_opening_match_their_vectors() -> None:
    card, slot = passed_twice()[1][:64], 2048
    shares = {seat: SEATS[seat].make_share(3, slot, card, seat) for seat in (1, 2)}
    assert shares[1].hex() == (
        "0d721706d319205fac0ed8e9d982690402891274c0ed760d47db21e401d38872"
        "b6ae374ae68a9642458383fc1843215a87dd75280d2bd4abc79434ceefd2a409"
        "ec20f7fe1f5e107f6e387409bf1d5c2bb9816580ccbfdae50bf7b63e00251a09"
    )
    assert short(shares[2]) == short(
        bytes.fromhex(
            "dac3ebbd459b90543677f7ab5216784c069921b754283dbaf31d11f11e760ff5"
            "bf38aad7d426e6d24e4e052553fb1e1a3f704b6e22b859bd713a97c94b56c705"
            "b5286214d31ea417ff34d4ba0678c852804970acb8580992901696dafb87240c"
        )
    )
    assert all(
        ShareRequest(MATCH, 3, seat, slot, card, seat).is_valid_share(SEATS[seat].points, shares[seat])
        for seat in (1, 2)
    )
    rest = keys.remove_shares(card[32:], [shares[seat][:32] for seat in (1, 2)])
    assert rest.hex() == "208b874affe2d70654b5ad58a439896eeb6a6cefae6d1bc8334697f06631f92e"
    opening = SEATS[3].make_share(4, slot, card, 3)
    assert opening.hex() == (
        "779ab1b76491d89f9c0df551bc59bf40517ac54e40b3dc191ac58a22ffb5f1c3"
        "c8c18c4934639f335043149168a0714593805fa71286671f493b11a49e85070c"
        "77a12b74cfef669ab07e3c70d8e3833ce9ff1bca9f6135c71d50772c17116c0a"
    )
    assert ShareRequest(MATCH, 4, 3, slot, card, 3).is_valid_share(SEATS[3].points, opening)
    table = {face_point(MATCH, 0, face): face for face in range(N)}
    assert SEATS[3].face(rest, card, table) == table[keys.remove_shares(rest, [opening[:32]])] == 0


def test_a_false_share_and_its_rebuilt_replacement_match_their_vectors() -> None:
    card, slot = passed_twice()[1][64:128], 2049
    right = SEATS[2].make_share(5, slot, card, 2)
    false = keys.multiply((12345).to_bytes(32, "little"), card[:32]) + right[32:]
    assert false[:32].hex() == "a25aa508194b948a94fea6a67b5daef0e85e79e718dd04dbd76a3bf983041494"
    assert ShareRequest(MATCH, 5, 2, slot, card, 2).is_valid_share(SEATS[2].points, right)
    assert not ShareRequest(MATCH, 5, 2, slot, card, 2).is_valid_share(SEATS[2].points, false)
    parts = {seat: SEATS[seat].make_share(6, slot, card, 2) for seat in (1, 3)}
    assert short(parts[1]) == short(
        bytes.fromhex(
            "5d28a891530bb1f4ec0f6ec1a9428f29ed77bd359c9d4ecdd7c00a4cfc416e33"
            "d8f0d2bfdf1a26d74d81812ec142ff391adb350b14fe54ebd60faa89ec6bc201"
            "a3f97bc521fc524d89624dcd847dff9d402e94fbd87cb02020e1c2f82b569205"
        )
    )
    assert parts[3].hex().startswith("8b75a85b449fc870da60002bf18f1c199228f58306e86142ffe1d41f7ddbe2dc")
    assert all(
        ShareRequest(MATCH, 6, seat, slot, card, 2).is_valid_share(SEATS[2].points, parts[seat]) for seat in parts
    )
    together = interpolate({seat: part[:32] for seat, part in parts.items()})
    assert together.hex() == "81d45fc96ec4c7d1aac756b0f5ac2e42b7cd47eb60e46bcbf52467f674e7ca60"
    assert together == right[:32]


def twin_committed(order: Sequence[int], e: Sequence[int]) -> list[bytes]:
    """Return the commitments of a false order, as in the vector.

    An unused place has 7G, and a place used twice has the later card.
    """
    places = {at: i for i, at in enumerate(order)}
    return [
        add_any(multiply_base(scalar_from_int(one)), passes.generator(places[at] + 1))
        if at in places
        else multiply_base(scalar_from_int(7))
        for at, one in enumerate(e)
    ]


def test_a_pass_with_a_twin_matches_its_vector_and_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes, "_order_commitments", twin_committed)
    cards = passed_twice()[1][: 64 * N]
    key = passes.shuffle_secret(bytes([3]) * 32, MATCH, 7, 0, K, cards)
    drawn = passes.derive_draws(key, N)._replace(order=[0, 0, 2, 3, 4])
    bad = passes.shuffle(Turn(MATCH, 7, 3, 0, K), drawn, cards)
    assert short(bad) == "4972da0b081aa50eca269b96e55bad991588f8d8f8cbd85296ccfbc99ccfd884"
    assert passes.find_fault(Turn(MATCH, 7, 3, 0, K), cards, bad) == "has a false proof"


def test_a_copy_matches_its_vector() -> None:
    card = passed_twice()[1][:64]
    copy = SEATS[3].copy_card(8, 2048, card, K)
    assert copy.hex() == (
        "a7e5dfb762cd64c2a8fee5da3b5c3eea7895c584e2a60195a5207fbf011e9d50"
        "4153ab59b6b3eb99c88a51b13455bad56c2ae5693d4fbd2b7e05a0228257937e"
        "c213776b719612c32a7ed82b71bb5defdf669ad29e0c067681c2ca98f509560b"
        "205b647aab51e5d000404e465518daaef963a6fa11e36a55f1a9680a6816bc03"
    )
    assert keys.is_copy_valid(MATCH, 8, 3, 2048, card, K, copy)


def test_the_documentation_shows_the_same_vectors() -> None:
    """The values in docs/internals/shared-deck.md are compared in their order; the tests named there exist."""
    first, second = passed_twice()
    cards = [second[:64], second[64:128]]
    shares = [SEATS[seat].make_share(3, 2048, cards[0], seat) for seat in (1, 2)]
    parts = {seat: SEATS[seat].make_share(6, 2049, cards[1], 2)[:32] for seat in (1, 3)}
    announced = SEATS[1].announced_keys()
    made = [
        *(point.hex() for point in announced.points),
        SEATS[1].share_for(2).hex(),
        announced.Y.hex(),
        b"".join(announced.proof).hex(),
        K.hex(),
        face_point(MATCH, 0, 0).hex(),
        LIST[:64].hex(),
        passes.generator(0).hex(),
        short(first),
        short(second),
        shares[0].hex(),
        keys.remove_shares(cards[0][32:], [share[:32] for share in shares]).hex(),
        SEATS[3].make_share(4, 2048, cards[0], 3).hex(),
        interpolate(parts).hex(),
        SEATS[3].copy_card(8, 2048, cards[0], K).hex(),
    ]
    block = PAGE.split("## Test vectors", 1)[1].split("```")[1]
    assert re.findall(r"= ([0-9a-f]+)$", block, re.M) == made
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_shared_*.py"))
    named = re.findall(r"`(test_\w+)`", PAGE + ATTACKS)
    assert len(named) > 10 and [name for name in named if f"def {name}(" not in tests] == []
