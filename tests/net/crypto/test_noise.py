"""Noise handshakes against published vectors, and with invalid bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.crypto.noise import BadHandshake, HandshakeState

VECTORS = json.loads((Path(__file__).parents[2] / "data" / "noise_vectors.json").read_text())["vectors"]


def side(vector: dict[str, Any], who: str) -> HandshakeState:
    return HandshakeState(
        vector["name"].split("_")[1],
        who == "init",
        bytes.fromhex(vector["prologue"]),
        bytes.fromhex(vector[f"{who}_static"]),
        [bytes.fromhex(psk) for psk in vector["psks"]],
        bytes.fromhex(vector[f"{who}_ephemeral"]),
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_noise_matches_published_vectors(vector: dict[str, Any]) -> None:
    sides = [side(vector, "init"), side(vector, "resp")]
    counts = [0, 0]
    for number, message in enumerate(vector["messages"]):
        sender, receiver = sides[number % 2], sides[1 - number % 2]
        payload, said = bytes.fromhex(message["payload"]), bytes.fromhex(message["ciphertext"])
        if not sender.finished:
            assert sender.write_message(payload) == said
            assert receiver.read_message(said) == payload
            continue
        nonce = counts[number % 2]
        assert sender.split()[0].encrypt(nonce, payload) == said
        assert receiver.split()[1].decrypt(nonce, said) == payload
        counts[number % 2] += 1
    assert sides[0].hash == sides[1].hash
    assert all(one.finished for one in sides) and sum(counts) >= 2


def test_the_tested_noise_vectors_include_the_pattern_of_the_protocol() -> None:
    assert "Noise_XXpsk3_25519_ChaChaPoly_BLAKE2s" in {vector["name"] for vector in VECTORS}


PSK, STATICS = bytes(range(32)), (b"\x01" * 32, b"\x02" * 32)


def pair(psks: tuple[bytes, bytes] = (PSK, PSK), prologues: tuple[bytes, bytes] = (b"p", b"p")) -> list[HandshakeState]:
    return [
        HandshakeState("XXpsk3", number == 0, prologues[number], STATICS[number], [psks[number]]) for number in (0, 1)
    ]


def shake(alice: HandshakeState, bob: HandshakeState) -> None:
    bob.read_message(alice.write_message())
    alice.read_message(bob.write_message(b"bob"))
    bob.read_message(alice.write_message(b"alice"))


def test_both_sides_know_each_others_keys_after_the_handshake() -> None:
    alice, bob = pair()
    shake(alice, bob)
    assert alice.hash == bob.hash
    assert (alice.remote_static, bob.remote_static) == (bob._static_public, alice._static_public)


@pytest.mark.parametrize(
    "wrong", [{"psks": (PSK, bytes(32))}, {"prologues": (b"p", b"q")}], ids=["another key", "another prologue"]
)
def test_a_noise_handshake_with_another_key_or_prologue_fails(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadHandshake):
        shake(*pair(**wrong))


def test_a_public_key_of_small_order_is_refused() -> None:
    alice, bob = pair()
    with pytest.raises(BadHandshake):
        first = bytearray(alice.write_message())
        first[:32] = bytes(32)
        bob.read_message(bytes(first))
    other = HandshakeState("NN", initiator=False)
    other.read_message(bytes(32))
    with pytest.raises(BadHandshake, match="a public key without a secret"):
        other.write_message()


@given(st.integers(0, 2), st.data())
def test_a_noise_message_with_one_wrong_bit_is_refused_and_the_right_one_is_still_accepted(
    turn: int, data: Any
) -> None:
    sides = pair()
    for number in range(turn + 1):
        sender, receiver = sides[number % 2], sides[1 - number % 2]
        message = sender.write_message(b"payload")
        if number == turn:
            spoilt = bytearray(message)
            bit = data.draw(st.integers(0, 8 * len(message) - 1))
            spoilt[bit // 8] ^= 1 << bit % 8
            with pytest.raises(BadHandshake):
                receiver.read_message(bytes(spoilt))
        assert receiver.read_message(message) == b"payload"


@given(st.integers(0, 2), st.binary(max_size=300))
def test_any_bytes_are_refused_without_changing_the_noise_state(turn: int, noise: bytes) -> None:
    sides = pair()
    for number in range(turn + 1):
        sender, receiver = sides[number % 2], sides[1 - number % 2]
        message = sender.write_message()
        if number == turn and noise != message:
            with pytest.raises(BadHandshake):
                receiver.read_message(noise)
        receiver.read_message(message)


def test_a_noise_pattern_with_a_psk_refuses_to_start_without_one() -> None:
    with pytest.raises(ValueError, match="XXpsk3 takes 1 keys of 32 bytes"):
        HandshakeState("XXpsk3", True)
