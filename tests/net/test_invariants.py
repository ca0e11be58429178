"""Invariants of PROTOCOL 17 that no other file tests, each with a mutation that breaks it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.kernel.secrets import Secrets
from net import crypto, keys
from tests.net.tables import drivers, play
from tests.net.toys import POT, TRICKS


def repeated(game: Any, patch: pytest.MonkeyPatch) -> Counter[str]:
    """What is used twice in a match though it must be used once (invariant 9), by its kind."""
    used: Counter[tuple[str, Any]] = Counter()
    real = crypto.aead

    def aead(key: bytes, message: bytes, ad: Any) -> bytes:
        used["key of aead", key] += 1
        return real(key, message, ad)

    patch.setattr(crypto, "aead", aead)
    table = drivers(game, 3)
    play(table)
    for driver in table.values():
        secrets, own = driver.secrets, driver.play.own if driver.play else None
        assert secrets is not None and own is not None
        for t in range(1, driver.state.t):
            used["nonce", secrets.nonce(t)] += 1
            used["seal point", own.keys.step(t).Q] += 1
        for slot in secrets.faces:
            used["slot", (driver.seat, slot)] += 1
            used["salt", secrets.salt(slot)] += 1
    return Counter(what for (what, _), times in used.items() if times > 1)


@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
def test_nothing_repeats_that_must_not(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Invariant 9: slots, salts, nonces, seal keys and keys of `aead`."""
    assert not repeated(game, monkeypatch)


def test_a_nonce_that_forgets_its_step_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Secrets.nonce
    monkeypatch.setattr(Secrets, "nonce", lambda self, t: real(self, 1))
    assert repeated(POT, monkeypatch)["nonce"]


def test_a_seal_key_that_forgets_its_step_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = keys.step_point
    monkeypatch.setattr(keys, "step_point", lambda match, t: real(match, 1))
    found = repeated(POT, monkeypatch)
    assert found["seal point"] and found["key of aead"]


def test_a_salt_that_forgets_its_slot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Secrets.salt
    monkeypatch.setattr(Secrets, "salt", lambda self, slot: real(self, 1024))
    assert repeated(TRICKS, monkeypatch)["salt"]
