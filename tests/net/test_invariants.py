"""Invariants of PROTOCOL 17 that have no test file of their own, each with a mutation that breaks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from core.engine.codec import GROUP_ORDER, KDF, H, enc
from core.engine.hidden.secrets import Secrets
from net.crypto import match_keys, primitives
from net.crypto.match_keys import MatchKeys
from net.replication.entries import Kind
from net.replication.entry_log import ChunkKind
from net.seat.driver import Driver
from net.seat.signer import SeatSigner
from net.transport.simulated import SimulatedNetwork
from tests.support.net.tables import drivers, play
from tests.support.net.toys import POT, TRICKS


def repeated(game: Any, patch: pytest.MonkeyPatch) -> Counter[str]:
    """Return the number of values, by kind, that occur twice although they must be unique (invariant 9)."""
    used: Counter[tuple[str, Any]] = Counter()
    real = primitives.encrypt

    def aead(key: bytes, message: bytes, ad: Any) -> bytes:
        used["key of aead", key] += 1
        return real(key, message, ad)

    patch.setattr(primitives, "encrypt", aead)
    table = drivers(game, 3)
    play(table)
    for driver in table.values():
        secrets, own = driver.secrets, driver.protocol.own if driver.protocol else None
        assert secrets is not None and own is not None
        for t in range(1, driver.state.t):
            used["nonce", secrets.nonce(t)] += 1
            used["seal point", own.keys.step_key(t).Q] += 1
        for slot in secrets.faces:
            used["slot", (driver.seat, slot)] += 1
            used["salt", secrets.salt(slot)] += 1
    return Counter(what for (what, _), times in used.items() if times > 1)


@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
def test_slots_salts_nonces_and_keys_never_repeat(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slots, salts, nonces, seal keys and keys of `aead` never repeat (invariant 9)."""
    assert not repeated(game, monkeypatch)


def test_a_nonce_that_ignores_its_step_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Secrets.nonce
    monkeypatch.setattr(Secrets, "nonce", lambda self, t: real(self, 1))
    assert repeated(POT, monkeypatch)["nonce"]


def test_a_seal_key_that_ignores_its_step_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    real = match_keys.step_point
    monkeypatch.setattr(match_keys, "step_point", lambda match, t: real(match, 1))
    found = repeated(POT, monkeypatch)
    assert found["seal point"] and found["key of aead"]


def test_a_salt_that_ignores_its_slot_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Secrets.salt
    monkeypatch.setattr(Secrets, "salt", lambda self, slot: real(self, 1024))
    assert repeated(TRICKS, monkeypatch)["salt"]


# -- one opening tells nothing of another (invariant 10) ---------------------------------------------------------------

OWNER = 1
PERSONS = ("salt", "nonce", "handkey", "order", "step", "sealkey", "escrow", "slot", "share")
LATER = range(2, 6)


def opened(own: MatchKeys, secrets: Secrets) -> dict[str, bytes]:
    """Return the values that step 1 shows of a seat.

    They are the first slot's salt, the nonce, the seal point and key, and one lost seat's share.
    """
    Q = own.step_key(1).Q
    share = primitives.multiply(own.share_for(2), match_keys.step_point(own.match, 1))
    return {
        "salt": secrets.salt(1024),
        "nonce": secrets.nonce(1),
        "point": Q,
        "key": match_keys.seal_key(Q),
        "share": share,
    }


def closed(own: MatchKeys, secrets: Secrets) -> Iterator[tuple[str, bytes]]:
    """Yield the values that no other seat may know yet.

    They are other salts, later nonces, points, keys and shares, and the keys behind them.
    """
    for slot in (*range(1025, 1030), 2048):
        yield "salt", secrets.salt(slot)
    for t in LATER:
        Q = own.step_key(t).Q
        yield from (("nonce", secrets.nonce(t)), ("point", Q), ("key", match_keys.seal_key(Q)))
        yield "share", primitives.multiply(own.share_for(2), match_keys.step_point(own.match, t))
    yield "share", primitives.multiply(own.share_for(3), match_keys.step_point(own.match, 1))
    yield from (("hand key", secrets._hand_key), ("escrow", own._escrow[0]), ("dealt", own.share_for(2)))


def guesses(known: dict[str, bytes], match: bytes) -> Iterator[bytes]:
    """Yield guesses from opened values: unchanged, incremented, hashed, derived and multiplied."""
    labels = ([], [match], [match, OWNER], *([match, t] for t in LATER), *([1, i] for i in range(6)), [2, 0])
    for value in known.values():
        yield value
        number = int.from_bytes(value, "little")
        yield from ((number + n).to_bytes(len(value) + 1, "little")[: len(value)] for n in range(1, 6))
        for person in PERSONS:
            yield H(f"tether.{person}", [value])
            for label in labels:
                yield H(f"tether.{person}", [value, *label])
                yield KDF(value, f"tether.{person}", label)
    for point in (known["point"], known["share"]):
        for factor in (*range(2, 6), GROUP_ORDER - 1, *(pow(n, -1, GROUP_ORDER) for n in range(2, 6))):
            again = primitives.multiply(factor.to_bytes(primitives.SCALAR, "little"), point)
            yield from (again, match_keys.seal_key(again))
        for t in LATER:  # as if what a step's point is multiplied with could be carried over
            yield primitives.add(point, match_keys.step_point(match, t))
    yield primitives.add(known["point"], known["share"])


def guessed() -> set[str]:
    """Return the kinds of secrets found among the guesses."""
    match = H("tether.match", ["one opening"])
    own, secrets = MatchKeys(bytes(range(32)), match, OWNER, 5), Secrets(match, OWNER, bytes(range(32)))
    tried = {guess for made in guesses(opened(own, secrets), match) for guess in (made, made[:16])}
    return {kind for kind, value in closed(own, secrets) if value in tried}


def test_an_opening_reveals_nothing_about_another_opening() -> None:
    """One opening reveals nothing about another, as far as a test can show this (invariant 10).

    Each secret is derived separately from a key that is never shown.
    """
    assert not guessed()


def test_shares_below_a_majority_reveal_no_seal_key() -> None:
    """For any other a_0 there is a polynomial with the same shares, so they reveal nothing about it (invariant 10)."""
    own = MatchKeys(bytes(range(32)), bytes(32), OWNER, 5)
    known = {y: int.from_bytes(own.share_for(y), "little") for y in (2, 3)}  # of the three that it takes
    for secret in (0, 1, 2**200):
        points = {**known, 0: secret}
        again = {y: _through(points, y) for y in (4, 5)}
        assert _through({**known, 4: again[4]}, 0) == secret
        assert {y: _through({0: secret, 4: again[4], 5: again[5]}, y) for y in known} == known


def _through(points: dict[int, int], at: int) -> int:
    """Return the value at this point of the polynomial through these points."""
    total = 0
    for x, value in points.items():
        for other in points:
            if other != x:
                value = value * (at - other) * pow(x - other, -1, GROUP_ORDER) % GROUP_ORDER
        total += value
    return total % GROUP_ORDER


def _salts_in_a_chain(patch: pytest.MonkeyPatch) -> None:
    def salt(self: Secrets, slot: int) -> bytes:
        found = KDF(self._hand_key, "tether.salt", [slot // 1024])
        for _ in range(slot % 1024):
            found = H("tether.salt", [found[:16]])
        return found[:16]

    patch.setattr(Secrets, "salt", salt)


def _nonces_that_count_on(patch: pytest.MonkeyPatch) -> None:
    def nonce(self: Secrets, t: int) -> bytes:
        return (int.from_bytes(KDF(self.seed, "tether.nonce", []), "little") + t).to_bytes(33, "little")[:32]

    patch.setattr(Secrets, "nonce", nonce)


def _points_in_a_row(patch: pytest.MonkeyPatch) -> None:
    """Make P[t] = t P[1], so that Q[t] = t Q[1]."""
    real = match_keys.step_point
    patch.setattr(
        match_keys,
        "step_point",
        lambda match, t: primitives.multiply(t.to_bytes(primitives.SCALAR, "little"), real(match, 1)),
    )


def _a_hand_key_from_a_nonce(patch: pytest.MonkeyPatch) -> None:
    """Derive the hand key from a value that a step shows."""
    real = Secrets.__init__

    def init(self: Secrets, *args: Any, **more: Any) -> None:
        real(self, *args, **more)
        self._hand_key = KDF(self.nonce(1), "tether.handkey", [self.match])

    patch.setattr(Secrets, "__init__", init)


@pytest.mark.parametrize(
    ("derived", "kinds"),
    [
        (_salts_in_a_chain, {"salt"}),
        (_nonces_that_count_on, {"nonce"}),
        (_points_in_a_row, {"point", "key", "share"}),
        (_a_hand_key_from_a_nonce, {"hand key"}),
    ],
)
def test_a_secret_derived_from_another_opening_is_detected(
    derived: Any, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    derived(monkeypatch)
    assert guessed() == kinds


# -- no secret leaves (invariant 23) -----------------------------------------------------------------------------------


def leaked(game: Any) -> set[str]:
    """Return the secrets found in a seat's datagrams, log or openings after two steps of a match of three."""
    table = drivers(game, 3)
    net = SimulatedNetwork(table)
    sent: dict[int, bytearray] = {seat: bytearray() for seat in table}
    for seat, driver in table.items():
        _tap(driver, sent[seat])
    net.run(until=10.0, is_done=lambda: all(d.protocol and d.protocol.table.last >= 2 for d in table.values()))
    found: set[str] = set()
    for seat, driver in table.items():
        logged = b"".join(data for keep, data in driver._entry_log.chunks())
        readable = bytes(sent[seat]) + logged + b"".join(_openings(driver))
        found |= {what for what, secret in _secrets_of(driver) if secret in readable}
    return found


def _tap(driver: Driver, sent: bytearray) -> None:
    take = driver.take_datagrams

    def tapped() -> Any:
        datagrams = take()
        sent.extend(b"".join(datagram for _, datagram in datagrams))
        return datagrams

    driver.take_datagrams = tapped  # type: ignore[method-assign]


def _openings(driver: Driver) -> Iterator[bytes]:
    """Yield the openings of a seat's own seals in resolved steps, which every seat can open."""
    assert driver.protocol is not None
    for entry in driver.feeds.feed_of(driver.seat):
        if entry.kind == 2 and entry.body[0] <= driver.protocol.table.last:
            t, _, E = entry.body
            O = match_keys.open_seal(driver.feeds.match, t, driver.seat, driver.protocol.own.keys.step_key(t).Q, E)  # noqa: E741
            yield O or b""


def _secrets_of(driver: Driver) -> Iterator[tuple[str, bytes]]:
    secrets, own = driver.secrets, driver.protocol.own if driver.protocol else None
    assert secrets is not None and own is not None
    yield from (("seed", driver.at.seeds.seed), ("identity", driver.at.seeds.identity), ("hand key", secrets._hand_key))
    yield from (("escrow", a) for a in own.keys._escrow)
    yield "box secret", own._b
    yield from (("nonce", secrets.nonce(t)) for t in range(driver.state.t + 1, driver.state.t + 4))
    for slot in driver.state.slots[driver.seat] if hasattr(driver.state, "slots") else ():
        yield "salt", secrets.salt(slot)


@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
def test_no_secret_is_sent_logged_or_opened(game: Any) -> None:
    """No secret is in a seat's datagrams, log or opened seals (invariant 23)."""
    assert not leaked(game)


def _salts_alike(patch: pytest.MonkeyPatch) -> None:
    real = Secrets.salt
    patch.setattr(Secrets, "salt", lambda self, slot: real(self, 1024))


def _a_hand_key_for_a_nonce(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Secrets, "nonce", lambda self, t: self._hand_key)


def _a_seed_in_the_log(patch: pytest.MonkeyPatch) -> None:
    real = SeatSigner.publish_commit

    def commit(self: SeatSigner, table: Any, decision: Any) -> None:
        self._entry_log.append(ChunkKind.SEALED, enc([0, self._seed]))
        real(self, table, decision)

    patch.setattr(SeatSigner, "publish_commit", commit)


def _an_escrow_beside_the_shares(patch: pytest.MonkeyPatch) -> None:
    real = SeatSigner.publish_shares

    def shares(self: SeatSigner) -> None:
        real(self)
        self.publish(Kind.ADJOURN, [self.keys._escrow[0]])

    patch.setattr(SeatSigner, "publish_shares", shares)


@pytest.mark.parametrize(
    ("leak", "game", "what"),
    [
        (_salts_alike, TRICKS, {"salt"}),
        (_a_hand_key_for_a_nonce, POT, {"hand key", "nonce"}),
        (_a_seed_in_the_log, POT, {"seed"}),
        (_an_escrow_beside_the_shares, POT, {"escrow"}),
    ],
)
def test_a_leaked_secret_is_detected(leak: Any, game: Any, what: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert leaked(game) == what
