"""One seat's shuffle of a list of closed cards: a re-encryption shuffle with its proof.

A closed card is an ElGamal ciphertext (a, b) = (rG, C + rK), 64 bytes. The seat reorders the cards and adds fresh
randomness to each, so that nobody can match them with the cards before the shuffle. The proof shows that the same cards
came out that went in, without revealing the order. It is the shuffle argument of Terelius and Wikstroem,
in the form of Haenni, Locher, Koenig and Dubuis (2017). In it, c commits to the order, and `chain` to the product of
the challenges in that order.

The answer for N cards consists of the cards (64 N bytes), c (32 N), chain (32 N), h and s_1..s_4 (160), and s^ and s'
(32 N each). That is 192 N + 160 bytes in all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from core.engine.chance.beacon import Stream
from core.engine.codec import GROUP_ORDER, KDF, H
from core.engine.hidden.points import (
    POINT,
    BadPointError,
    add_any,
    derive_scalar,
    hash_to_point,
    hash_to_scalar,
    multi_scalar_sum,
    multiply_base,
    multiply_by_int,
    scalar_from_int,
    subtract_any,
    sum_points,
    valid_scalar,
)

CARD_BYTES = 2 * POINT
"""Size of a closed card in bytes: the points a and b."""
MIN_CARDS, MAX_CARDS = 1, 130
"""Minimum and maximum number of cards in one shuffle; more would not fit into one entry."""
G = bytes.fromhex("58" + 31 * "66")
"""The base point of the group."""


class Turn(NamedTuple):
    """The context of one seat's shuffle; its proof is valid in no other context."""

    match: bytes
    t: int
    seat: int
    deck: int
    K: bytes


class Draws(NamedTuple):
    """The fresh secrets of one shuffle: the order, random numbers for each card, and four for the whole list."""

    order: list[int]
    r: list[int]
    e: list[int]
    d: list[int]
    x: list[int]
    y: list[int]
    w: list[int]


def shuffle_bytes(cards: int) -> int:
    """Return the size in bytes of a shuffle of this number of cards, with its proof.

    >>> shuffle_bytes(6), shuffle_bytes(42), shuffle_bytes(130)
    (1312, 8224, 25120)
    """
    return 6 * POINT * cards + 5 * POINT


def split_bytes(data: bytes, width: int = POINT) -> list[bytes]:
    """Return the bytes as pieces of `width` bytes."""
    return [data[i : i + width] for i in range(0, len(data), width)]


@lru_cache(maxsize=MAX_CARDS + 1)
def generator(i: int) -> bytes:
    """Return the i-th generator of the commitments, the same in all matches.

    Nobody knows its discrete logarithm in terms of another generator.
    """
    return hash_to_point(H("tether.passgen", [i]))


def _first_generators(n: int) -> list[bytes]:
    return [generator(i + 1) for i in range(n)]


# Creation -------------------------------------------------------------------------------------------------------------


def shuffle_secret(seed: bytes, match: bytes, t: int, deck: int, K: bytes, cards: bytes) -> bytes:
    """Return the key from which the secrets of one shuffle or copy are derived.

    It differs for every step and list, since two answers made with one key would reveal the order.
    """
    return KDF(seed, "tether.passkey", [match, t, deck, H("tether.passin", [K, cards])])


def derive_draws(key: bytes, n: int) -> Draws:
    """Return the fresh secrets for a shuffle of n cards, derived from the key."""

    def each(what: str, count: int = n) -> list[int]:
        return [int.from_bytes(derive_scalar(key, "tether.passrand", [what, i]), "little") for i in range(count)]

    order = Stream(key, ["perm"]).shuffle(range(n))
    return Draws(order, each("r"), each("c"), each("d"), each("x"), each("y"), each("w", 4))


def shuffle(turn: Turn, drawn: Draws, cards: bytes) -> bytes:
    """Return the shuffled cards with their proof, as this seat's answer."""
    return _with_proof(turn, drawn, cards, _reencrypt_cards(turn.K, drawn, cards))


def _reencrypt_cards(K: bytes, drawn: Draws, cards: bytes) -> list[bytes]:
    """Return the cards in the drawn order, re-encrypted with fresh randomness."""
    before = split_bytes(cards, CARD_BYTES)
    return [
        add_any(before[at][:POINT], multiply_base(scalar_from_int(r)))
        + add_any(before[at][POINT:], multiply_by_int(r, K))
        for at, r in zip(drawn.order, drawn.r)
    ]


def _with_proof(turn: Turn, drawn: Draws, cards: bytes, after: Sequence[bytes]) -> bytes:
    """Return the shuffled cards, followed by a proof that they are the same cards as before."""
    order, r, e, d, x, y, w = drawn
    n, K = len(order), turn.K
    out, c = b"".join(after), b"".join(_order_commitments(order, e))
    seal, u = _challenges(turn, cards, out, c)
    v = [u[at] for at in order]
    links, steps, last, q = [], [], generator(0), 0
    for i in range(n):
        steps.append(add_any(multiply_base(scalar_from_int(x[i])), multiply_by_int(y[i], last)))
        last = add_any(multiply_base(scalar_from_int(d[i])), multiply_by_int(v[i], last))
        links.append(last)
        q = (d[i] + v[i] * q) % GROUP_ORDER
    T = [
        multiply_base(scalar_from_int(w[0])),
        multiply_base(scalar_from_int(w[1])),
        add_any(multiply_base(scalar_from_int(w[2])), multi_scalar_sum(y, _first_generators(n))),
        subtract_any(multi_scalar_sum(y, [card[:POINT] for card in after]), multiply_base(scalar_from_int(w[3]))),
        subtract_any(multi_scalar_sum(y, [card[POINT:] for card in after]), multiply_by_int(w[3], K)),
    ]
    chain = b"".join(links)
    h = _last_challenge(seal, chain, [*T, *steps])
    sums = (sum(e), q, sum(a * b for a, b in zip(e, u)), sum(a * b for a, b in zip(r, v)))
    s = [item + h * many for item, many in zip(w, sums)]
    s += [item + h * other for item, other in zip(x, d)]
    s += [item + h * other for item, other in zip(y, v)]
    return out + c + chain + scalar_from_int(h) + b"".join(map(scalar_from_int, s))


def _order_commitments(order: Sequence[int], e: Sequence[int]) -> list[bytes]:
    """Return the commitments to the order.

    The commitment at the original place of card i is generator i + 1, hidden by a random number of `e`.
    """
    places = {at: i for i, at in enumerate(order)}
    return [add_any(multiply_base(scalar_from_int(item)), generator(places[at] + 1)) for at, item in enumerate(e)]


def _challenges(turn: Turn, cards: bytes, out: bytes, c: bytes) -> tuple[bytes, list[int]]:
    """Return a hash of all inputs of the proof, and a challenge for each card."""
    match, t, seat, deck, K = turn
    seal = H("tether.pass", [match, t, seat, deck, K, cards, out, c])
    u = [int.from_bytes(derive_scalar(seal, "tether.passu", [i]), "little") for i in range(len(cards) // CARD_BYTES)]
    return seal, u


def _last_challenge(seal: bytes, chain: bytes, T: Sequence[bytes]) -> int:
    return int.from_bytes(hash_to_scalar("tether.passh", [seal, chain, b"".join(T)]), "little")


# Verification ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def find_fault(turn: Turn, cards: bytes, answer: bytes) -> str:
    """Return the reason why an answer is not a valid shuffle of the cards, or "" if it is valid.

    The result is cached, since a step may be resolved more than once.
    """
    n = len(cards) // CARD_BYTES
    if not MIN_CARDS <= n <= MAX_CARDS or len(answer) != shuffle_bytes(n):
        return "is of the wrong length"
    scalars = split_bytes(answer[4 * POINT * n :])
    if not all(map(valid_scalar, scalars)):
        return "holds a scalar that is none"
    try:
        return (
            ""
            if _proof_valid(turn, cards, answer, [int.from_bytes(s, "little") for s in scalars])
            else "has a false proof"
        )
    except BadPointError:
        return "holds a point that is none"


def shuffled_cards(cards: int, answer: bytes) -> list[bytes]:
    """Return the shuffled list of cards in a valid answer."""
    return split_bytes(answer[: CARD_BYTES * cards], CARD_BYTES)


def precompute_sums(turn: Turn, cards: bytes, answer: bytes) -> None:
    """Precompute, on a worker, the sums that `find_fault` needs, the last one first.

    Raise `BadPointError` or `ValueError` if the answer has no valid sums.
    """
    n = len(cards) // CARD_BYTES
    out, c = answer[: CARD_BYTES * n], answer[CARD_BYTES * n : 3 * POINT * n]
    primes = [int.from_bytes(item, "little") for item in split_bytes(answer[4 * POINT * n :])[5 + n :]]
    _, u = _challenges(turn, cards, out, c)
    for pair in reversed(_per_card_sums(u, primes, cards, out, c)):
        _sum(*pair)


Sum: TypeAlias = tuple[tuple[int, ...], tuple[bytes, ...]]


def _per_card_sums(u: list[int], primes: list[int], cards: bytes, out: bytes, c: bytes) -> list[Sum]:
    """Return the sums of a proof that have one term for each card."""
    sums = [(u, split_bytes(c)), (primes, _first_generators(len(u)))]
    for half in (0, POINT):
        sums += [
            (by, [card[half : half + POINT] for card in split_bytes(of, CARD_BYTES)])
            for by, of in ((primes, out), (u, cards))
        ]
    return [(tuple(by), tuple(of)) for by, of in sums]


@lru_cache(maxsize=256)
def _sum(by: tuple[int, ...], of: tuple[bytes, ...]) -> bytes:
    return multi_scalar_sum(by, of)


def compute_sums_here(sums: Sequence[Sum]) -> list[bytes]:
    """Return the results of the sums, computed in this process; raise `BadPointError` for an invalid point."""
    return [_sum(*pair) for pair in sums]


compute_sums: Callable[[Sequence[Sum]], list[bytes]] = compute_sums_here
"""Function that computes the sums; an application may replace it to use a worker.

The worker begins with the last sum while this process begins with the first.
"""


def _proof_valid(turn: Turn, cards: bytes, answer: bytes, scalars: list[int]) -> bool:
    """Return True if the proof is correct; raise `BadPointError` for an invalid point."""
    K, n = turn.K, len(cards) // CARD_BYTES
    out, c, chain = (
        answer[: CARD_BYTES * n],
        answer[CARD_BYTES * n : 3 * POINT * n],
        answer[3 * POINT * n : 4 * POINT * n],
    )
    h, s1, s2, s3, s4, *rest = scalars
    hats, primes = rest[:n], rest[n:]
    seal, u = _challenges(turn, cards, out, c)
    links, committed, gens = split_bytes(chain), split_bytes(c), _first_generators(n)
    whole = 1
    for item in u:
        whole = whole * item % GROUP_ORDER
    chained = [((prime, -h % GROUP_ORDER), pair) for prime, pair in zip(primes, pairwise([generator(0), *links]))]
    result = compute_sums([*chained, *_per_card_sums(u, primes, cards, out, c)])
    steps = [add_any(multiply_base(scalar_from_int(hat)), linked) for hat, linked in zip(hats, result)]
    weighed, hatted, *halves = result[n:]
    T = [
        add_any(
            multiply_base(scalar_from_int(s1)),
            multiply_by_int(-h, subtract_any(sum_points(committed), sum_points(gens))),
        ),
        add_any(
            multiply_base(scalar_from_int(s2)),
            multiply_by_int(-h, subtract_any(links[-1], multiply_by_int(whole, generator(0)))),
        ),
        add_any(add_any(multiply_base(scalar_from_int(s3)), hatted), multiply_by_int(-h, weighed)),
    ]
    for sent, came, against in (
        (*halves[:2], multiply_base(scalar_from_int(s4))),
        (*halves[2:], multiply_by_int(s4, K)),
    ):
        T.append(subtract_any(add_any(sent, multiply_by_int(-h, came)), against))
    return _last_challenge(seal, chain, [*T, *steps]) == h
