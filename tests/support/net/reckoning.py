"""Caches for computations that all peers of one process would repeat."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from core.engine.hidden import points
from net.crypto import primitives
from net.replication import entries, messages, sync

MOST = 100_000


def remember(module: Any, name: str, most: int = MOST) -> None:
    """Cache the results of a function."""
    setattr(module, name, lru_cache(most)(getattr(getattr(module, name), "__wrapped__", getattr(module, name))))


patched: Any = SimpleNamespace(points=points, primitives=primitives, sync=sync)
patched.points.sodium = SimpleNamespace(**vars(patched.points.sodium))  # all products of the tests, and no others
for _name in ("crypto_scalarmult_ed25519_noclamp", "crypto_scalarmult_ed25519_base_noclamp"):
    remember(patched.points.sodium, _name)
for _name in ("crypto_core_ed25519_add", "crypto_core_ed25519_sub"):
    remember(patched.points.sodium, _name, 20_000)  # the peers of one match alone ask for the same ones
for _name in ("multiply", "multiply_base", "valid_point", "is_proof_valid", "hash_to_point", "_signature_holds"):
    remember(primitives, _name)
remember(messages, "read", 4096)
remember(entries, "read", 4096)
patched.sync.read_entry = entries.read


def _sign(self: primitives.Signer, purpose: str, x: bytes) -> bytes:
    signature = _really_sign(self, purpose, x)
    _made_here.add((self.identity, primitives._signed_message(purpose, x), signature))
    if len(_made_here) > MOST:
        _made_here.clear()
    return signature


def _holds(identity: bytes, message: bytes, signature: bytes) -> bool:
    return (identity, message, signature) in _made_here or _really_holds(identity, message, signature)


_made_here: set[tuple[bytes, bytes, bytes]] = set()
_really_sign, _really_holds = primitives.Signer.sign, primitives._signature_holds
patched.primitives.Signer.sign, patched.primitives._signature_holds = _sign, _holds
