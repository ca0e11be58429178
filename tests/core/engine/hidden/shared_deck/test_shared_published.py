"""Passes and shares compared with the published algorithms.

GenShuffleProof, CheckShuffleProof, GenDecryptionProof and CheckDecryptionProof of the CHVote specification are written
out here again, with their own names and a separate arithmetic. They are GenProof and CheckProof of Haenni, Locher,
Koenig and Dubuis (2017). docs/internals/fairness.md lists the differences.
"""

from __future__ import annotations

from functools import reduce
from operator import mul
from typing import NamedTuple

import pytest

from core.engine.codec import GROUP_ORDER as Q
from core.engine.hidden.points import hash_to_scalar
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.keys import DeckKeys
from core.engine.hidden.shared_deck.passes import Turn, generator
from tests.support.core.shared_seats import MATCH, Cheat, drawn_by, joint, listed, seated

# -- the group, written multiplicatively as it was published ----------------------------------------------------------

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


class El(NamedTuple):
    """A point of the curve -x^2 + y^2 = 1 + d x^2 y^2: x/z and y/z, t = xy/z."""

    x: int
    y: int
    z: int = 1
    t: int = 0

    def __mul__(self, other: El) -> El:  # type: ignore[override]
        less, more = (self.y - self.x) * (other.y - other.x), (self.y + self.x) * (other.y + other.x)
        both, twice = 2 * D * self.t * other.t, 2 * self.z * other.z
        e, f, up, sum_of_both = more - less, twice - both, twice + both, more + less
        return El(e * f % P, up * sum_of_both % P, f * up % P, e * sum_of_both % P)

    def __truediv__(self, other: El) -> El:
        return self * El(-other.x, other.y, other.z, -other.t)

    def __pow__(self, times: int) -> El:
        found, power = El(0, 1), self
        for bit in range((times % Q).bit_length()):
            if times % Q >> bit & 1:
                found = found * power
            power = power * power
        return found


def read(data: bytes) -> El:
    sign, y = data[31] >> 7, int.from_bytes(data, "little") & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert y < P and x * x % P == square
    x = P - x if x % 2 != sign else x
    return El(x, y, 1, x * y % P)


def written(point: El) -> bytes:
    z = pow(point.z, -1, P)
    return (point.y * z % P | (point.x * z % P & 1) << 255).to_bytes(32, "little")


def prod(points: list[El]) -> El:
    return reduce(mul, points)


def to_the(points: list[El], exponents: list[int]) -> El:
    return prod([point**exponent for point, exponent in zip(points, exponents, strict=True)])


g = read(passes.G)

# -- what both sides know ----------------------------------------------------------------------------------------------

N = 3
SEATS = seated(3)
KEY = joint(SEATS)
CARDS = listed(KEY, range(N))
TURN = Turn(MATCH, 3, 2, 0, KEY)
ANSWER = SEATS[2].shuffle(3, 0, CARDS, KEY)
pk, h = read(KEY), read(generator(0))
bold_h = [read(generator(i + 1)) for i in range(N)]


def encryptions(data: bytes) -> list[tuple[El, El]]:
    """Return (a, b) as in the publication, where b = g^r and a = m pk^r: our b and a."""
    return [(read(card[32:]), read(card[:32])) for card in passes.split_bytes(data, 64)]


def challenges(cards: bytes, out: bytes, c: list[El]) -> tuple[bytes, list[int]]:
    return passes._challenges(TURN, cards, out, b"".join(map(written, c)))


def challenge(seal: bytes, c_hat: list[El], t: list[El]) -> int:
    value = [seal, b"".join(map(written, c_hat)), b"".join(map(written, t))]
    return int.from_bytes(hash_to_scalar("tether.passh", value), "little")


def published_proof(cards: bytes, out: bytes) -> bytes:
    """Return the result of GenShuffleProof with the secrets of our pass in place of random ones."""
    psi, r, e, d, x, y, w = drawn_by(2, 3, KEY, cards)
    bold_e2 = encryptions(out)
    r_prime = [0] * N
    for i, j in enumerate(psi):  # as published r' has the order of what goes in, ours of what comes out
        r_prime[j] = r[i]
    bold_c = [El(0, 1)] * N
    for i, j in enumerate(psi):  # GenPermutationCommitment
        bold_c[j] = g ** e[j] * bold_h[i]
    seal, u = challenges(cards, out, bold_c)
    u_prime = [u[j] for j in psi]
    c_hat, before = [], h
    for i in range(N):  # GenCommitmentChain
        before = g ** d[i] * before ** u_prime[i]
        c_hat.append(before)
    t_1, t_2, t_3 = g ** w[0], g ** w[1], g ** w[2] * to_the(bold_h, y)
    t_41 = pk ** -w[3] * to_the([a for a, _ in bold_e2], y)
    t_42 = g ** -w[3] * to_the([b for _, b in bold_e2], y)
    t_hat = [g ** x[i] * (h if i == 0 else c_hat[i - 1]) ** y[i] for i in range(N)]
    c = challenge(seal, c_hat, [t_1, t_2, t_3, t_42, t_41, *t_hat])
    v = [1] * N
    for i in range(N - 2, -1, -1):
        v[i] = u_prime[i + 1] * v[i + 1] % Q
    s = [w[0] + c * sum(e)]
    s.append(w[1] + c * sum(one * many for one, many in zip(d, v)))
    s.append(w[2] + c * sum(one * many for one, many in zip(e, u)))
    s.append(w[3] + c * sum(one * many for one, many in zip(r_prime, u)))
    s += [x[i] + c * d[i] for i in range(N)] + [y[i] + c * u_prime[i] for i in range(N)]
    points = [*bold_c, *c_hat]
    return out + b"".join(map(written, points)) + b"".join((one % Q).to_bytes(32, "little") for one in (c, *s))


def published_check(cards: bytes, answer: bytes) -> bool:
    """Return the verdict of CheckShuffleProof in the form that sends the challenge instead of t."""
    out, rest = answer[: 64 * N], passes.split_bytes(answer[64 * N :])
    bold_c, c_hat = [list(map(read, rest[i : i + N])) for i in (0, N)]
    c, s_1, s_2, s_3, s_4, *s = [int.from_bytes(one, "little") for one in rest[2 * N :]]
    s_hat, s_prime = s[:N], s[N:]
    bold_e, bold_e2 = encryptions(cards), encryptions(out)
    seal, u = challenges(cards, out, bold_c)
    c_bar = prod(bold_c) / prod(bold_h)
    c_end = c_hat[N - 1] / h ** reduce(mul, u)
    c_tilde = to_the(bold_c, u)
    e_1, e_2 = (to_the([pair[half] for pair in bold_e], u) for half in (0, 1))
    t_1 = c_bar**-c * g**s_1
    t_2 = c_end**-c * g**s_2
    t_3 = c_tilde**-c * g**s_3 * to_the(bold_h, s_prime)
    t_41 = e_1**-c * pk**-s_4 * to_the([a for a, _ in bold_e2], s_prime)
    t_42 = e_2**-c * g**-s_4 * to_the([b for _, b in bold_e2], s_prime)
    t_hat = [c_hat[i] ** -c * g ** s_hat[i] * (h if i == 0 else c_hat[i - 1]) ** s_prime[i] for i in range(N)]
    return c == challenge(seal, c_hat, [t_1, t_2, t_3, t_42, t_41, *t_hat])


def test_a_pass_equals_the_published_proof_byte_for_byte() -> None:
    assert published_proof(CARDS, ANSWER[: 64 * N]) == ANSWER


@pytest.mark.parametrize("name", ["right", "twin", "left_out", "foreign", "scaled", "crossed"])
def test_the_published_check_and_that_of_tether_give_the_same_verdict(name: str) -> None:
    answer = ANSWER if name == "right" else getattr(Cheat(TURN, CARDS), name)()
    assert published_check(CARDS, answer) == (passes.find_fault(TURN, CARDS, answer) == "") == (name == "right")


@pytest.mark.parametrize("at", [2 * N, 3 * N, *range(4 * N, 6 * N + 5)])
def test_both_checks_refuse_a_modified_pass(at: int) -> None:
    """Both refuse a pass with a changed scalar, or with a changed point that is still a point.

    The points are those of c and of the chain.
    """
    whole = passes.split_bytes(ANSWER)
    if at < 4 * N:
        whole[at] = written(read(whole[at]) * g)
    else:
        whole[at] = ((int.from_bytes(whole[at], "little") + 1) % Q).to_bytes(32, "little")
    answer = b"".join(whole)
    assert not published_check(CARDS, answer) and passes.find_fault(TURN, CARDS, answer) == "has a false proof"


@pytest.mark.parametrize("of", [2, 1], ids=["own share", "part"])
def test_a_share_passes_the_published_decryption_check(of: int) -> None:
    """A share passes CheckDecryptionProof for one encryption.

    t_1 = g^s pk_j^-c and t_2 = b^s b'^-c give the challenge again.
    """
    seat: DeckKeys = SEATS[2]
    card, key = ANSWER[:64], seat._secrets[0] if of == 2 else seat.received_values[1]
    share = seat.make_share(5, 9, card, of)
    sk, b = int.from_bytes(key, "little"), read(card[:32])
    assert share[:32] == written(b**sk)
    c, s = (int.from_bytes(share[at : at + 32], "little") for at in (32, 64))
    t = [written(g**s / (g**sk) ** c), written(b**s / (b**sk) ** c)]
    y = [[MATCH, 5, 2, "deckshare", 9, of], written(g**sk), card[:32], share[:32]]
    assert int.from_bytes(hash_to_scalar("tether.proof", [*y, *t]), "little") == c
