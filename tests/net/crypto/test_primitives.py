"""Points, proofs, boxes, signatures and seat keys, checked against the vectors of PROTOCOL part 18."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from hashlib import sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings as sodium

from core.engine.codec import GROUP_ORDER, KDF, H
from net.crypto import match_keys, primitives
from net.crypto.primitives import BoxAddress, Signer
from tests.support.sources import ROOT

KEY, MATCH = bytes(range(32)), b"\x11" * 32
KEYS = match_keys.MatchKeys(KEY, MATCH, 1, 3)
A_0 = "f7d168ebe39df4910c6611fd6afdb8660acc3dad95dc7ef27ed298dbd79f8a3b"
SHARE = "c8d9e9796077e85e09d5fb5049f3c18d7878cad7e4e5037a1f8f113b2e939807"
P_1 = "5528d6a9680574d3b313f66ccad51a4bd55c3c64b761e371d0f22d16644c66f4"
Q_1 = "94161f7ecd60d78af907043319205288bbc9933c0938180bb42dbb0bc36642ec"
K_1 = "6211c7edcdc14ae503587bbf7d4e5f2901b0535b56b00ab0442fb0396d51fcb3"
NONCE = "48a0bd4a347e11cfbd40b18ef3b9d3222b96f15319c38062c3c36f24e4ea541b"
E = (
    "51375c52baf81e69329fd7c754f06a82184ca602b2b27e72f3ae21f9549fed15afb7d03bea1ff032b888a9477277822198db"
    "99e6eaf6cdb96f2a42c92d0ac8498099d08e21cd30a7d996c07c8479501bb3bbffd1ec047f713b2ce4039534e6b3f06c8ba4"
    "3162b60526b953b81cdf0c4c9346980fafe6b05532ea0959641e9d0a1a8e34ce496cbba01c82d153b790f372e6f9a94c1f0f"
    "5e2613b4d54b4b8db8ae93794ef7cf3460d78254a7b88350cad1af787da5c0208af6084411ed3f87e0567e937699d660ee71"
    "a526b8e8d47d655a12c98f4f5192248b65b9b6b2d3118b84e5774d7ed31ea2f1b592b3cf512a42a2a82b9284e362a5f1ff33"
    "ab528403fa134cc306c00721934be9c6d6bdce4ae1bc"
)
C = "09a897b907165e684f21b20a2010f7675e20cbcff0a86bd4d826eb1c062987f6"
PROOF_H = "8d1af3a525d1d5cb7a798073ecc6002c6875e259f6bed7e7ba7b5b7ed1550e02"
PROOF_Z = "06fa931d5f236419a14d586398f13e41fd157f9f9b9690f0b720e1a3cc4efa09"
PROOF = KEYS.step_key(1).proof
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]


def test_escrowed_shares_rebuild_the_seal_point() -> None:
    assert KEYS.points[0].hex() == A_0
    assert KEYS.share_for(2).hex() == SHARE
    assert len(KEYS.points) == match_keys.quorum(3) == 2


def test_step_point_seal_point_and_seal_key_match_the_protocol() -> None:
    assert match_keys.step_point(MATCH, 1).hex() == P_1
    assert KEYS.step_key(1).Q.hex() == Q_1
    assert KEYS.step_key(1).key.hex() == K_1


def test_seals_and_commitments_match_the_protocol() -> None:
    nonce = KDF(KEY, "tether.nonce", [MATCH, 1])
    assert nonce.hex() == NONCE
    opening = match_keys.pack_opening(nonce, ["buy", 3])
    sealed = KEYS.seal(1, opening)
    assert sealed.hex() == E
    assert match_keys.open_seal(MATCH, 1, 1, KEYS.step_key(1).Q, sealed) == opening
    assert match_keys.open_seal(MATCH, 1, 2, KEYS.step_key(1).Q, sealed) is None
    digest = H("tether.state", [b"S"])
    assert match_keys.commitment(MATCH, 1, 1, digest, sealed).hex() == C


def test_a_correct_equality_proof_is_accepted() -> None:
    proof = KEYS.step_key(1).proof
    assert [part.hex() for part in proof] == [PROOF_H, PROOF_Z]
    assert _holds(proof=proof)


def _holds(
    ctx: tuple[bytes, int, int, int] = (MATCH, 1, 1, 1),
    A: bytes = KEYS.points[0],
    Y: bytes = bytes.fromhex(Q_1),
    proof: primitives.Proof = PROOF,
) -> bool:
    return primitives.is_proof_valid(ctx, A, bytes.fromhex(P_1), Y, proof)


@given(st.integers(0, 64 * 8 - 1))
def test_an_equality_proof_with_any_bit_changed_is_refused(bit: int) -> None:
    spoilt = bytearray(b"".join(KEYS.step_key(1).proof))
    spoilt[bit // 8] ^= 1 << bit % 8
    assert not _holds(proof=(bytes(spoilt[:32]), bytes(spoilt[32:])))


@given(st.integers(0, 32 * 8 - 1))
def test_an_equality_proof_for_another_point_is_refused(bit: int) -> None:
    spoilt = bytearray.fromhex(Q_1)
    spoilt[bit // 8] ^= 1 << bit % 8
    assert not _holds(Y=bytes(spoilt))


def test_an_equality_proof_is_refused_in_another_context() -> None:
    for ctx in ((MATCH, 2, 1, 1), (MATCH, 1, 2, 1), (MATCH, 1, 1, 2), (bytes(32), 1, 1, 1)):
        assert not _holds(ctx=ctx)
    assert not _holds(A=KEYS.points[1])


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_random_bytes_as_an_equality_proof_are_refused_without_error(Y: bytes, h: bytes, z: bytes) -> None:
    assert not _holds(Y=Y, proof=(h, z))


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_points_of_small_order_are_refused_everywhere(point: str) -> None:
    bad = bytes.fromhex(point)
    assert not primitives.valid_point(bad)
    with pytest.raises(primitives.BadPointError):
        primitives.multiply((5).to_bytes(32, "little"), bad)
    assert not _holds(Y=bad)
    assert (
        primitives.open_box(KEY, primitives.multiply_base(KEY), BoxAddress(MATCH, 1, 2, "share", 0), (bad, b"")) is None
    )


def test_a_point_outside_the_prime_order_group_is_refused() -> None:
    """A valid point plus a point of order 8 is on the curve but outside the group, so it is refused."""
    mixed = sodium.crypto_core_ed25519_add(bytes.fromhex(Q_1), bytes.fromhex(SMALL_ORDER[3]))
    assert not primitives.valid_point(mixed)
    with pytest.raises(primitives.BadPointError):
        primitives.multiply((5).to_bytes(32, "little"), mixed)
    assert not _holds(Y=mixed)


def test_scalars_have_one_encoding() -> None:
    assert not primitives.valid_scalar(bytes(32))
    assert not primitives.valid_scalar(GROUP_ORDER.to_bytes(32, "little"))
    assert primitives.valid_scalar((GROUP_ORDER - 1).to_bytes(32, "little"))


@pytest.mark.parametrize("seats", range(2, 7))
def test_any_majority_of_the_other_seats_can_compute_a_seal_point_and_fewer_cannot(seats: int) -> None:
    own = match_keys.MatchKeys(KEY, MATCH, 1, seats)
    m = match_keys.quorum(seats)
    shares = {y: own.share_for(y) for y in range(2, 2 + m)}
    assert all(match_keys.is_share_valid(own.points, y, share) for y, share in shares.items())
    assert not match_keys.is_share_valid(own.points, 2, own.share_for(3))
    assert _rebuilt(shares) == own.step_key(4).Q
    del shares[2]
    if shares:
        assert _rebuilt(shares) != own.step_key(4).Q


def _rebuilt(shares: dict[int, bytes]) -> bytes:
    """Return Q[4] from shares, by interpolation at 0."""
    total = b""
    for y, share in shares.items():
        weight = 1
        for other in shares:
            if other != y:
                weight = weight * other * pow(other - y, -1, GROUP_ORDER) % GROUP_ORDER
        part = primitives.multiply(
            weight.to_bytes(32, "little"), primitives.multiply(share, match_keys.step_point(MATCH, 4))
        )
        total = primitives.add(total, part) if total else part
    return total


def test_only_the_receiver_can_open_a_box() -> None:
    b = primitives.derive_scalar(KEY, "tether.boxsecret", [1])
    B = primitives.multiply_base(b)
    address = BoxAddress(MATCH, 1, 2, "share", 0)
    sealed = primitives.seal_box(KEY, B, address, b"hello")
    assert primitives.open_box(b, B, address, sealed) == b"hello"
    assert primitives.open_box(b, B, address._replace(i=1), sealed) is None
    other = primitives.derive_scalar(KEY, "tether.boxsecret", [2])
    assert primitives.open_box(other, primitives.multiply_base(other), address, sealed) is None


def test_a_signature_is_valid_for_one_purpose_and_matches_the_protocol() -> None:
    signer = Signer(KEY)
    signature = signer.sign(primitives.ENTRY, b"abc")
    signed = b"tether.entry\x00" + H("tether.entry", [b"abc"])
    assert sodium.crypto_sign_open(signature + signed, signer.identity) == signed
    assert primitives.signature_holds(signer.identity, primitives.ENTRY, b"abc", signature)
    assert not primitives.signature_holds(signer.identity, primitives.CARD, b"abc", signature)
    assert not primitives.signature_holds(signer.identity, primitives.ENTRY, b"abd", signature)
    assert not primitives.signature_holds(signer.identity, primitives.ENTRY, b"abc", signature[:-1])


def test_a_key_of_small_order_verifies_no_signature() -> None:
    """With a key of small order, a lax verifier would accept one signature for any message."""
    for key in map(bytes.fromhex, SMALL_ORDER):
        forged = bytes.fromhex(SMALL_ORDER[0]) + bytes(32)
        assert not primitives.signature_holds(key, primitives.ENTRY, sha512(key).digest(), forged)


def test_seeded_secrets_differ_by_text_seat_and_use() -> None:
    drawn = [match_keys.seat_seeds_from_text(text, seat) for text in ("a", "b") for seat in (1, 2)]
    values = [value for seeds in drawn for value in seeds] + [
        match_keys.room_id_from_text("a"),
        match_keys.room_id_from_text("b"),
    ]
    assert len(set(values)) == len(values) == 14


def test_batch_verification_agrees_with_single_verification() -> None:
    """Two threads give the same result as one, for any wrong signature and any number of signatures."""
    one, other = Signer(bytes(32)), Signer(b"\x01" * 32)
    many = []
    for number in range(9):
        x = bytes([number])
        by = other if number % 4 == 2 else one
        many.append(
            primitives.Signed(one.identity, primitives.ENTRY, x, by.sign(primitives.ENTRY, x)[: 64 - number // 8])
        )
    primitives.verify_ahead(many)
    held = [primitives.signature_holds(*signed) for signed in many]
    assert held == [number not in (2, 6, 8) for number in range(9)]


def test_entries_checked_ahead_are_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signatures that were checked ahead are not checked again.

    Otherwise the second core would not shorten catching up.
    """
    done = []

    @lru_cache
    def noting(identity: bytes, message: bytes, signature: bytes) -> bool:
        done.append(signature)
        return True

    monkeypatch.setattr(primitives, "_signature_holds", noting)
    signed = [primitives.Signed(KEY, primitives.ENTRY, bytes([n]), bytes([n] * 64)) for n in range(8)]
    primitives.verify_ahead(signed)
    assert all(primitives.signature_holds(*one) for one in signed)
    assert sorted(done) == [one.signature for one in signed]


def test_an_ending_program_does_not_wait_for_the_worker() -> None:
    """A program that ends does not wait for its worker thread.

    Ctrl-C may interrupt the thread that holds a lock there, and then nothing releases the lock.
    """
    held = "lock = Lock(); lock.acquire(); crypto.run_on_second_core(lock.acquire)"
    said = f"from threading import Lock; from net.crypto import primitives as crypto; {held}; print('ended')"
    told = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, timeout=60, check=True)
    assert told.stdout.split() == [b"ended"]


def test_an_error_on_the_worker_is_reported_and_ends_nothing() -> None:
    with pytest.raises(ZeroDivisionError):
        primitives.run_on_second_core(lambda: 1 // 0).result(60)
    assert primitives.run_on_second_core(pow, 2, 5).result(60) == 32
