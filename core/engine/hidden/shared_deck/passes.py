"""One seat's pass over a list of closed cards: a shuffle that is re-encrypted, with a proof that it is one.

A closed card is an ElGamal ciphertext (a, b) = (rG, C + rK), 64 bytes. Who passes the list lays the cards into another
order and adds fresh randomness to each, so that nobody can tell which became which; the proof says that what comes out
is what went in and nothing of the order. It is the shuffle argument of Terelius and Wikstroem, in the form of Haenni,
Locher, Koenig and Dubuis (2017): c commits to the order, `chain` to the product of the challenges in that order.

An answer is out (64 N), c (32 N), chain (32 N), h, s_1..s_4 (160), then s^ and s' (32 N each): 192 N + 160 bytes.
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
    BadPoint,
    base_times,
    dot,
    hash_to_point,
    hash_to_scalar,
    minus,
    multiple,
    number,
    plus,
    scalar,
    total,
    valid_scalar,
)

CARD = 2 * POINT
"""The bytes of a closed card: a, then b."""
FEWEST, MOST = 1, 130
"""Fewest and most cards of one pass; more would not fit into one entry."""
G = bytes.fromhex("58" + 31 * "66")
"""The base point."""


class Turn(NamedTuple):
    """Whose pass it is, of which deck, in which step of which match, under which key: a proof holds for that alone."""

    match: bytes
    t: int
    seat: int
    deck: int
    K: bytes


class Draws(NamedTuple):
    """The fresh secrets of one pass: the order, and what is drawn for each card (lists) and for the whole (four)."""

    order: list[int]
    r: list[int]
    e: list[int]
    d: list[int]
    x: list[int]
    y: list[int]
    w: list[int]


def size(cards: int) -> int:
    """The bytes of the pass of so many cards.

    >>> size(6), size(42), size(130)
    (1312, 8224, 25120)
    """
    return 6 * POINT * cards + 5 * POINT


def split(data: bytes, width: int = POINT) -> list[bytes]:
    """The bytes in pieces."""
    return [data[i : i + width] for i in range(0, len(data), width)]


@lru_cache(maxsize=MOST + 1)
def generator(i: int) -> bytes:
    """g_i, the same in all matches: nobody knows one as a multiple of others."""
    return hash_to_point(H("tether.passgen", [i]))


def _generators(n: int) -> list[bytes]:
    return [generator(i + 1) for i in range(n)]


# -- made by its seat --------------------------------------------------------------------------------------------------


def secret_of(seed: bytes, match: bytes, t: int, deck: int, K: bytes, cards: bytes) -> bytes:
    """The key from which one pass or copy takes its secrets: another step or another list, another key. Were it the
    same, what two answers have in common would show the order.
    """
    return KDF(seed, "tether.passkey", [match, t, deck, H("tether.passin", [K, cards])])


def draws(key: bytes, n: int) -> Draws:
    """The secrets of a pass of n cards."""

    def each(what: str, count: int = n) -> list[int]:
        return [int.from_bytes(scalar(key, "tether.passrand", [what, i]), "little") for i in range(count)]

    order = Stream(key, ["perm"]).shuffle(range(n))
    return Draws(order, each("r"), each("c"), each("d"), each("x"), each("y"), each("w", 4))


def shuffle(turn: Turn, drawn: Draws, cards: bytes) -> bytes:
    """The answer of the seat whose turn it is: the cards in the drawn order, and the proof."""
    return _proved(turn, drawn, cards, _laid(turn.K, drawn, cards))


def _laid(K: bytes, drawn: Draws, cards: bytes) -> list[bytes]:
    """The cards in the drawn order, each under fresh randomness."""
    before = split(cards, CARD)
    return [
        plus(before[at][:POINT], base_times(number(r))) + plus(before[at][POINT:], multiple(r, K))
        for at, r in zip(drawn.order, drawn.r)
    ]


def _proved(turn: Turn, drawn: Draws, cards: bytes, after: Sequence[bytes]) -> bytes:
    """What was laid, with the proof that it is what went in."""
    order, r, e, d, x, y, w = drawn
    n, K = len(order), turn.K
    out, c = b"".join(after), b"".join(_committed(order, e))
    seal, u = _challenges(turn, cards, out, c)
    v = [u[at] for at in order]
    links, steps, last, q = [], [], generator(0), 0
    for i in range(n):
        steps.append(plus(base_times(number(x[i])), multiple(y[i], last)))
        last = plus(base_times(number(d[i])), multiple(v[i], last))
        links.append(last)
        q = (d[i] + v[i] * q) % GROUP_ORDER
    T = [
        base_times(number(w[0])),
        base_times(number(w[1])),
        plus(base_times(number(w[2])), dot(y, _generators(n))),
        minus(dot(y, [card[:POINT] for card in after]), base_times(number(w[3]))),
        minus(dot(y, [card[POINT:] for card in after]), multiple(w[3], K)),
    ]
    chain = b"".join(links)
    h = _last_challenge(seal, chain, [*T, *steps])
    sums = (sum(e), q, sum(a * b for a, b in zip(e, u)), sum(a * b for a, b in zip(r, v)))
    s = [one + h * many for one, many in zip(w, sums)]
    s += [one + h * other for one, other in zip(x, d)]
    s += [one + h * other for one, other in zip(y, v)]
    return out + c + chain + number(h) + b"".join(map(number, s))


def _committed(order: Sequence[int], e: Sequence[int]) -> list[bytes]:
    """c: at the place from which card i comes, generator i + 1, hidden by e."""
    places = {at: i for i, at in enumerate(order)}
    return [plus(base_times(number(one)), generator(places[at] + 1)) for at, one in enumerate(e)]


def _challenges(turn: Turn, cards: bytes, out: bytes, c: bytes) -> tuple[bytes, list[int]]:
    """U, which binds all that the proof is about, and a challenge u_i for each card that went in."""
    match, t, seat, deck, K = turn
    seal = H("tether.pass", [match, t, seat, deck, K, cards, out, c])
    u = [int.from_bytes(scalar(seal, "tether.passu", [i]), "little") for i in range(len(cards) // CARD)]
    return seal, u


def _last_challenge(seal: bytes, chain: bytes, T: Sequence[bytes]) -> int:
    return int.from_bytes(hash_to_scalar("tether.passh", [seal, chain, b"".join(T)]), "little")


# -- checked by everybody ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def fault(turn: Turn, cards: bytes, answer: bytes) -> str:
    """Why this is no pass of the cards; "" if it is one. A step may be resolved more than once, so it is kept."""
    n = len(cards) // CARD
    if not FEWEST <= n <= MOST or len(answer) != size(n):
        return "is of the wrong length"
    scalars = split(answer[4 * POINT * n :])
    if not all(map(valid_scalar, scalars)):
        return "holds a scalar that is none"
    try:
        return (
            "" if _proves(turn, cards, answer, [int.from_bytes(s, "little") for s in scalars]) else "has a false proof"
        )
    except BadPoint:
        return "holds a point that is none"


def passed(cards: int, answer: bytes) -> list[bytes]:
    """What comes out of a checked pass, card by card."""
    return split(answer[: CARD * cards], CARD)


def look_ahead(turn: Turn, cards: bytes, answer: bytes) -> None:
    """Reckons on another core what `fault` will ask for, its last sums first. It decides nothing, and raises
    `BadPoint` or `ValueError` where there is nothing to reckon.
    """
    n = len(cards) // CARD
    out, c = answer[: CARD * n], answer[CARD * n : 3 * POINT * n]
    primes = [int.from_bytes(one, "little") for one in split(answer[4 * POINT * n :])[5 + n :]]
    _, u = _challenges(turn, cards, out, c)
    for pair in reversed(_sums(u, primes, cards, out, c)):
        _sum(*pair)


Sum: TypeAlias = tuple[tuple[int, ...], tuple[bytes, ...]]


def _sums(u: list[int], primes: list[int], cards: bytes, out: bytes, c: bytes) -> list[Sum]:
    """The sums of a proof that are as long as the list: of what was hidden, of the generators, of both halves of the
    cards.
    """
    sums = [(u, split(c)), (primes, _generators(len(u)))]
    for half in (0, POINT):
        sums += [
            (by, [card[half : half + POINT] for card in split(of, CARD)]) for by, of in ((primes, out), (u, cards))
        ]
    return [(tuple(by), tuple(of)) for by, of in sums]


@lru_cache(maxsize=256)
def _sum(by: tuple[int, ...], of: tuple[bytes, ...]) -> bytes:
    return dot(by, of)


def alone(sums: Sequence[Sum]) -> list[bytes]:
    """What the sums come to; raises `BadPoint`."""
    return [_sum(*pair) for pair in sums]


reckon: Callable[[Sequence[Sum]], list[bytes]] = alone
"""The same with the help of whoever has time, who begins with the last while this begins with the first."""


def _proves(turn: Turn, cards: bytes, answer: bytes, scalars: list[int]) -> bool:
    """Whether h comes out again; raises `BadPoint`. Every point that was sent is multiplied, and checked by that."""
    K, n = turn.K, len(cards) // CARD
    out, c, chain = answer[: CARD * n], answer[CARD * n : 3 * POINT * n], answer[3 * POINT * n : 4 * POINT * n]
    h, s1, s2, s3, s4, *rest = scalars
    hats, primes = rest[:n], rest[n:]
    seal, u = _challenges(turn, cards, out, c)
    links, committed, gens = split(chain), split(c), _generators(n)
    whole = 1
    for one in u:
        whole = whole * one % GROUP_ORDER
    chained = [((prime, -h % GROUP_ORDER), pair) for prime, pair in zip(primes, pairwise([generator(0), *links]))]
    found = reckon([*chained, *_sums(u, primes, cards, out, c)])
    steps = [plus(base_times(number(hat)), linked) for hat, linked in zip(hats, found)]
    weighed, hatted, *halves = found[n:]
    T = [
        plus(base_times(number(s1)), multiple(-h, minus(total(committed), total(gens)))),
        plus(base_times(number(s2)), multiple(-h, minus(links[-1], multiple(whole, generator(0))))),
        plus(plus(base_times(number(s3)), hatted), multiple(-h, weighed)),
    ]
    for sent, came, against in ((*halves[:2], base_times(number(s4))), (*halves[2:], multiple(s4, K))):
        T.append(minus(plus(sent, multiple(-h, came)), against))
    return _last_challenge(seal, chain, [*T, *steps]) == h
