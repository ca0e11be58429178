"""Noise handshakes of the channels: `Noise_XXpsk3_25519_ChaChaPoly_BLAKE2s` (PROTOCOL 13.2).

The three classes have the names that the Noise specification (revision 34) gives them. They support the patterns NN and
XX with any psk modifiers. X25519 and ChaCha20-Poly1305 come from `cryptography`, and BLAKE2s from the standard library.
For any input from a peer, the only exception is `BadHandshake`. A rejected message leaves the state unchanged.

>>> alice, bob = (HandshakeState("NN", initiator=side, prologue=b"hi") for side in (True, False))
>>> bob.read_message(alice.write_message(b"to Bob")), alice.read_message(bob.write_message(b"to Alice"))
(b'to Bob', b'to Alice')
>>> to_bob, to_alice = alice.split()
>>> bob.split()[1].decrypt(0, to_bob.encrypt(0, b"secret"))
b'secret'
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Sequence
from hashlib import blake2s

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

KEY = 32
TAG = 16
HANDSHAKE_PATTERNS: dict[str, tuple[tuple[str, ...], ...]] = {
    "NN": (("e",), ("e", "ee")),
    "XX": (("e",), ("e", "ee", "s", "es"), ("s", "se")),
}
"""Tokens of each message of a pattern, beginning with the initiator's first message."""


class BadHandshake(ValueError):
    """Error for a message that is not the next valid message of its handshake."""


def public_key(private: bytes) -> bytes:
    """Return the X25519 public key of a private key."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def dh(private: bytes, public: bytes) -> bytes:
    """Return the X25519 shared secret; raise `BadHandshake` for a public key of small order."""
    try:
        return X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        raise BadHandshake("a public key without a secret") from None


def _hash(data: bytes) -> bytes:
    return blake2s(data).digest()


def _derive_hkdf_keys(chaining_key: bytes, material: bytes, outputs: int) -> list[bytes]:
    """Derive two or three keys with the HKDF of the Noise specification."""
    secret = hmac.digest(chaining_key, material, blake2s)
    found, last = [], b""
    for number in range(1, outputs + 1):
        last = hmac.digest(secret, last + bytes([number]), blake2s)
        found.append(last)
    return found


class CipherState:
    """Cipher with one key; the caller counts the nonces and uses each of them only once."""

    __slots__ = ("_aead",)

    def __init__(self, key: bytes) -> None:
        self._aead = ChaCha20Poly1305(key)

    def encrypt(self, nonce: int, plaintext: bytes, ad: bytes = b"") -> bytes:
        """Return the ciphertext with its tag."""
        return self._aead.encrypt(_nonce_bytes(nonce), plaintext, ad)

    def decrypt(self, nonce: int, ciphertext: bytes, ad: bytes = b"") -> bytes:
        """Return the plaintext; raise `BadHandshake` if the ciphertext does not match the nonce and `ad`."""
        try:
            return self._aead.decrypt(_nonce_bytes(nonce), ciphertext, ad)
        except InvalidTag:
            raise BadHandshake("not enciphered by this key") from None


def _nonce_bytes(number: int) -> bytes:
    return bytes(4) + number.to_bytes(8, "little")


class SymmetricState:
    """State that both sides share during a handshake: the chaining key, the transcript hash and the current key."""

    __slots__ = ("_chaining_key", "_cipher", "_nonce", "hash")

    def __init__(self, protocol: bytes) -> None:
        self.hash = protocol.ljust(KEY, b"\x00") if len(protocol) <= KEY else _hash(protocol)
        self._chaining_key = self.hash
        self._cipher: CipherState | None = None
        self._nonce = 0

    def copy(self) -> SymmetricState:
        """Return an independent copy, which can be discarded if a message turns out to be invalid."""
        other = SymmetricState.__new__(SymmetricState)
        other.hash, other._chaining_key = self.hash, self._chaining_key
        other._cipher, other._nonce = self._cipher, self._nonce
        return other

    def mix_hash(self, data: bytes) -> None:
        """Mix data into the transcript hash."""
        self.hash = _hash(self.hash + data)

    def mix_key(self, material: bytes) -> None:
        """Mix a shared secret into the key."""
        self._chaining_key, key = _derive_hkdf_keys(self._chaining_key, material, 2)
        self._cipher, self._nonce = CipherState(key), 0

    def mix_key_and_hash(self, psk: bytes) -> None:
        """Mix a pre-shared key into the key and the transcript hash."""
        self._chaining_key, said, key = _derive_hkdf_keys(self._chaining_key, psk, 3)
        self.mix_hash(said)
        self._cipher, self._nonce = CipherState(key), 0

    @property
    def has_key(self) -> bool:
        """True if a key has already been set."""
        return self._cipher is not None

    def encrypt_and_hash(self, plaintext: bytes) -> bytes:
        """Return the ciphertext, bound to all messages so far; before there is a key, return the plaintext."""
        said = plaintext
        if self._cipher is not None:
            said = self._cipher.encrypt(self._nonce, plaintext, self.hash)
            self._nonce += 1
        self.mix_hash(said)
        return said

    def decrypt_and_hash(self, ciphertext: bytes) -> bytes:
        """Reverse `encrypt_and_hash` and return the plaintext; raise `BadHandshake` if the ciphertext is invalid."""
        plaintext = ciphertext
        if self._cipher is not None:
            plaintext = self._cipher.decrypt(self._nonce, ciphertext, self.hash)
            self._nonce += 1
        self.mix_hash(ciphertext)
        return plaintext

    def split(self) -> tuple[CipherState, CipherState]:
        """Return the two keys after the handshake: the initiator's sending key, then its receiving key."""
        first, second = _derive_hkdf_keys(self._chaining_key, b"", 2)
        return CipherState(first), CipherState(second)


class HandshakeState:
    """State of one side of a handshake."""

    __slots__ = (
        "_ephemeral",
        "_ephemeral_public",
        "_initiator",
        "_psks",
        "_remote_ephemeral",
        "_static",
        "_static_public",
        "_symmetric",
        "_turn",
        "_turns",
        "remote_static",
    )

    def __init__(
        self,
        pattern: str,
        initiator: bool,
        prologue: bytes = b"",
        static: bytes = b"",
        psks: Sequence[bytes] = (),
        ephemeral: bytes = b"",
    ) -> None:
        """Set up one side of a handshake with a `pattern` such as "XXpsk3".

        `ephemeral` is the private key of this handshake, drawn at random unless a test passes one.
        """
        name, _, modifiers = pattern.partition("psk")
        turns = [list(tokens) for tokens in HANDSHAKE_PATTERNS[name]]
        places = [int(place) for place in modifiers.split("+psk")] if modifiers else []
        if len(places) != len(psks) or any(len(psk) != KEY for psk in psks):
            raise ValueError(f"{pattern} takes {len(places)} keys of {KEY} bytes")
        for place in places:
            turns[max(place - 1, 0)].insert(0 if place == 0 else len(turns[place - 1]), "psk")
        self._turns = [tuple(tokens) for tokens in turns]
        self._turn = 0
        self._initiator = initiator
        self._static = static
        self._static_public = public_key(static) if static else b""
        self._ephemeral = ephemeral or os.urandom(KEY)
        self._ephemeral_public = public_key(self._ephemeral)
        self._remote_ephemeral = b""
        self._psks = list(psks)
        self.remote_static = b""
        """Static public key of the other side; empty before the other side has sent it."""
        self._symmetric = SymmetricState(f"Noise_{pattern}_25519_ChaChaPoly_BLAKE2s".encode())
        self._symmetric.mix_hash(prologue)

    @property
    def finished(self) -> bool:
        """True if all messages of the pattern have been exchanged."""
        return self._turn == len(self._turns)

    @property
    def hash(self) -> bytes:
        """Transcript hash of the handshake, which is the same on both sides and different for every channel."""
        return self._symmetric.hash

    def split(self) -> tuple[CipherState, CipherState]:
        """Return the two keys of the channel: this side's sending key, then its receiving key."""
        first, second = self._symmetric.split()
        return (first, second) if self._initiator else (second, first)

    def write_message(self, payload: bytes = b"") -> bytes:
        """Return this side's next handshake message, with a payload."""
        symmetric, said = self._symmetric, b""
        psks = iter(self._psks)
        for token in self._turns[self._turn]:
            if token == "e":
                said += self._ephemeral_public
                self._mix_ephemeral(symmetric, self._ephemeral_public)
            elif token == "s":
                said += symmetric.encrypt_and_hash(self._static_public)
            elif token == "psk":
                symmetric.mix_key_and_hash(next(psks))
            else:
                symmetric.mix_key(self._shared_secret(token, self._remote_ephemeral, self.remote_static))
        self._end_turn()
        return said + symmetric.encrypt_and_hash(payload)

    def read_message(self, message: bytes) -> bytes:
        """Return the payload of the other side's next handshake message; raise `BadHandshake` if it is invalid."""
        if self.finished:
            raise BadHandshake("a message after the last")
        symmetric = self._symmetric.copy()
        ephemeral, static = self._remote_ephemeral, self.remote_static
        psks = iter(self._psks)
        for token in self._turns[self._turn]:
            if token == "e":
                ephemeral, message = _split_at(message, KEY)
                self._mix_ephemeral(symmetric, ephemeral)
            elif token == "s":
                said, message = _split_at(message, KEY + TAG * symmetric.has_key)
                static = symmetric.decrypt_and_hash(said)
            elif token == "psk":
                symmetric.mix_key_and_hash(next(psks))
            else:
                symmetric.mix_key(self._shared_secret(token, ephemeral, static))
        payload = symmetric.decrypt_and_hash(message)
        self._symmetric, self._remote_ephemeral, self.remote_static = symmetric, ephemeral, static
        self._end_turn()
        return payload

    def _end_turn(self) -> None:
        for _ in range(self._turns[self._turn].count("psk")):
            del self._psks[0]
        self._turn += 1

    def _mix_ephemeral(self, symmetric: SymmetricState, public: bytes) -> None:
        symmetric.mix_hash(public)
        if any("psk" in tokens for tokens in self._turns):
            symmetric.mix_key(public)

    def _shared_secret(self, token: str, remote_ephemeral: bytes, remote_static: bytes) -> bytes:
        """Return the shared secret of a token such as "es".

        The first letter is the initiator's key and the second the responder's: "e" for ephemeral, "s" for static.
        """
        ours, theirs = (0, 1) if self._initiator else (1, 0)
        return dh(
            self._ephemeral if token[ours] == "e" else self._static,
            remote_ephemeral if token[theirs] == "e" else remote_static,
        )


def _split_at(message: bytes, length: int) -> tuple[bytes, bytes]:
    if len(message) < length:
        raise BadHandshake("a message that is too short")
    return message[:length], message[length:]
