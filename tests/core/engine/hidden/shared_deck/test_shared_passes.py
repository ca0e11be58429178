"""Passes, shares, copies and keys of a shared deck: every false part of one is refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.codec import GROUP_ORDER
from core.engine.hidden.points import (
    BadPointError,
    add_any,
    hash_to_point,
    hash_to_scalar,
    interpolate,
    is_share_valid,
    multiply,
    multiply_base,
    multiply_by_int,
    prove,
    scalar_from_int,
    secret_share,
    share_point,
    subtract_any,
    valid_scalar,
)
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.keys import AnnouncedKeys, DeckKeys, ShareRequest
from core.engine.hidden.shared_deck.passes import Turn
from tests.support.core.shared_seats import MATCH, NO_POINTS, Cheat, drawn_by, joint, listed, seated

SEATS = seated(4)
K = joint(SEATS)
N = 6
CARDS = listed(K, range(N))
TURN = Turn(MATCH, 3, 2, 0, K)
RIGHT = SEATS[2].shuffle(3, 0, CARDS, K)


def test_a_correct_pass_is_accepted_and_keeps_every_card() -> None:
    assert passes.find_fault(TURN, CARDS, RIGHT) == ""
    out = passes.shuffled_cards(N, RIGHT)
    secret = sum(int.from_bytes(SEATS[seat]._secrets[0], "little") for seat in SEATS)
    opened = [subtract_any(card[32:], multiply_by_int(secret, card[:32])) for card in out]
    assert sorted(opened) == sorted(keys.face_point(MATCH, 0, face) for face in range(N))
    assert opened != [keys.face_point(MATCH, 0, face) for face in range(N)]


@pytest.mark.parametrize("n", [2, 3, 42, 130])
def test_a_pass_has_its_documented_size(n: int) -> None:
    cards = listed(K, range(n))
    answer = SEATS[1].shuffle(1, 0, cards, K)
    assert len(answer) == passes.shuffle_bytes(n)
    assert passes.find_fault(Turn(MATCH, 1, 1, 0, K), cards, answer) == ""


@pytest.mark.parametrize(
    "attack",
    [
        Cheat.twin,
        Cheat.left_out,
        Cheat.foreign,
        lambda cheat: cheat.marked(0),
        lambda cheat: cheat.marked(1),
        Cheat.scaled,
        Cheat.crossed,
    ],
    ids=["twin", "left out", "foreign", "marks in a", "marks in b", "scaled", "crossed"],
)
def test_a_pass_that_is_not_a_shuffle_cannot_be_proven(attack: Callable[[Cheat], bytes]) -> None:
    assert passes.find_fault(TURN, CARDS, attack(Cheat(TURN, CARDS))) == "has a false proof"


@pytest.mark.parametrize(
    "turn",
    [
        TURN._replace(match=b"\x12" * 32),
        TURN._replace(t=4),
        TURN._replace(seat=3),
        TURN._replace(deck=1),
        TURN._replace(K=add_any(K, passes.G)),
    ],
    ids=["match", "step", "seat", "deck", "key"],
)
def test_a_pass_is_valid_only_for_its_turn(turn: Turn) -> None:
    assert passes.find_fault(turn, CARDS, RIGHT) == "has a false proof"


def test_a_pass_is_valid_only_for_the_list_it_was_made_for() -> None:
    other = CARDS[64:128] + CARDS[:64] + CARDS[128:]
    assert passes.find_fault(TURN, other, RIGHT) == "has a false proof"
    assert passes.find_fault(TURN, CARDS[64:], RIGHT) == "is of the wrong length"
    assert passes.find_fault(TURN, RIGHT[: 64 * N], RIGHT) == "has a false proof"


@pytest.mark.parametrize("at", range(passes.shuffle_bytes(N) // 32))
def test_a_pass_with_any_changed_field_is_refused(at: int) -> None:
    spoilt = bytearray(RIGHT)
    spoilt[32 * at] ^= 1
    assert passes.find_fault(TURN, CARDS, bytes(spoilt)) != ""


@given(st.integers(0, passes.shuffle_bytes(N) * 8 - 1))
def test_a_pass_with_any_changed_bit_is_refused(bit: int) -> None:
    spoilt = bytearray(RIGHT)
    spoilt[bit // 8] ^= 1 << bit % 8
    assert passes.find_fault(TURN, CARDS, bytes(spoilt)) != ""


@pytest.mark.parametrize("bad", NO_POINTS, ids=lambda point: point.hex()[:8])
@pytest.mark.parametrize("at", [0, 1, 2 * N - 1, 2 * N, 3 * N, 4 * N - 1])
def test_a_pass_with_points_outside_the_group_is_refused(bad: bytes, at: int) -> None:
    assert (
        passes.find_fault(TURN, CARDS, RIGHT[: 32 * at] + bad + RIGHT[32 * at + 32 :]) == "holds a point that is none"
    )


@pytest.mark.parametrize("bad", [bytes(32), scalar_from_int(-1)[:31] + b"\x7f", b"\xff" * 32])
@pytest.mark.parametrize("at", [4 * N, 4 * N + 4, 4 * N + 5, 6 * N + 4])
def test_a_pass_with_scalars_out_of_range_is_refused(bad: bytes, at: int) -> None:
    assert not valid_scalar(bad)
    assert (
        passes.find_fault(TURN, CARDS, RIGHT[: 32 * at] + bad + RIGHT[32 * at + 32 :]) == "holds a scalar that is none"
    )


@given(st.binary(max_size=passes.shuffle_bytes(3)))
def test_arbitrary_bytes_as_a_pass_are_refused_without_an_error(data: bytes) -> None:
    assert passes.find_fault(TURN, CARDS[: 64 * 3], data.ljust(passes.shuffle_bytes(3), b"\x07")) != ""
    assert passes.find_fault(TURN, CARDS[:64], data) != ""


# -- secrets of passes -------------------------------------------------------------------------------------------------


def test_a_pass_is_deterministic_and_reuses_no_secret_for_another_list() -> None:
    """Equal lists in one step give equal answers, and other lists use other secrets.

    Otherwise a second pass over known data would reveal the order of the first.
    """
    assert SEATS[2].shuffle(3, 0, CARDS, K) == RIGHT
    first = drawn_by(2, 3, K, CARDS)
    for t, cards in ((4, CARDS), (3, CARDS[64:] + CARDS[:64])):
        other = drawn_by(2, t, K, cards)
        for name in ("r", "e", "d", "x", "y", "w"):
            assert not set(getattr(first, name)) & set(getattr(other, name)), name
    key = passes.shuffle_secret(b"\x02" * 32, MATCH, 3, 0, K, CARDS)
    others = [
        passes.shuffle_secret(b"\x02" * 32, MATCH, 3, 1, K, CARDS),
        passes.shuffle_secret(b"\x02" * 32, bytes(32), 3, 0, K, CARDS),
        passes.shuffle_secret(b"\x02" * 32, MATCH, 3, 0, passes.G, CARDS),
        passes.shuffle_secret(b"\x03" * 32, MATCH, 3, 0, K, CARDS),
    ]
    assert key not in others and len(set(others)) == len(others)


def test_a_pass_uses_no_secret_twice() -> None:
    drawn = drawn_by(2, 3, K, CARDS)
    every = [*drawn.r, *drawn.e, *drawn.d, *drawn.x, *drawn.y, *drawn.w]
    assert len(set(every)) == len(every) and sorted(drawn.order) == list(range(N))


def test_the_orders_of_passes_are_uniform() -> None:
    counts = [0] * 6
    for t in range(600):
        order = drawn_by(1, t, K, CARDS[: 64 * 3]).order
        counts[order[0] * 2 + (order[1] > order[2])] += 1
    assert sum(counts) == 600 and all(60 < count < 145 for count in counts)


# -- shares, openings, parts -------------------------------------------------------------------------------------------

CARD, OTHER = passes.shuffled_cards(N, RIGHT)[:2]
SLOT, T = 2048, 5


def asked(
    giver: int = 2, of: int = 2, t: int = T, slot: int = SLOT, card: bytes = CARD, match: bytes = MATCH
) -> ShareRequest:
    return ShareRequest(match, t, giver, slot, card, of)


SHARE = SEATS[2].make_share(T, SLOT, CARD, 2)


def test_a_correct_share_is_accepted_and_any_changed_bit_is_refused() -> None:
    assert asked().is_valid_share(SEATS[2].points, SHARE)
    for bit in range(0, len(SHARE) * 8, 5):
        spoilt = bytearray(SHARE)
        spoilt[bit // 8] ^= 1 << bit % 8
        assert not asked().is_valid_share(SEATS[2].points, bytes(spoilt)), bit
    assert not asked().is_valid_share(SEATS[2].points, SHARE + b"\0") and not asked().is_valid_share(
        SEATS[2].points, b""
    )


@pytest.mark.parametrize(
    "other",
    [
        asked(t=T + 1),
        asked(slot=SLOT + 1),
        asked(slot=SLOT + 1, card=OTHER),
        asked(card=OTHER),
        asked(giver=3, of=3),
        asked(giver=3),
        asked(of=3),
        asked(match=bytes(32)),
    ],
    ids=["step", "slot", "another card", "its bytes", "seat", "giver", "whose", "match"],
)
def test_a_share_is_valid_only_for_its_request(other: ShareRequest) -> None:
    assert not other.is_valid_share(SEATS[other.of].points, SHARE)


@pytest.mark.parametrize("bad", NO_POINTS, ids=lambda point: point.hex()[:8])
def test_a_share_with_a_point_outside_the_group_is_refused(bad: bytes) -> None:
    assert not asked().is_valid_share(SEATS[2].points, bad + SHARE[32:])


@pytest.mark.parametrize("at", [1, 2], ids=["h", "z"])
def test_a_share_with_scalars_above_the_group_order_is_refused(at: int) -> None:
    """The scalars h + L and z + L prove the same as h and z.

    If they were accepted, one share would have many encodings.
    """
    whole = passes.split_bytes(SHARE)
    whole[at] = (int.from_bytes(whole[at], "little") + GROUP_ORDER).to_bytes(32, "little")
    assert not asked().is_valid_share(SEATS[2].points, b"".join(whole))


def test_a_share_under_an_unannounced_key_is_refused() -> None:
    """The share is made with another key than the announced one, and proven for that key."""
    k = scalar_from_int(4711)
    point = multiply(k, CARD[:32])
    h, z = prove(bytes(32), [MATCH, T, 2, "deckshare", SLOT, 2], k, SEATS[2].points[0], CARD[:32], point)
    assert not asked().is_valid_share(SEATS[2].points, point + h + z)


@pytest.mark.parametrize("lost", [1, 4])
def test_any_m_correct_parts_rebuild_a_lost_seats_share(lost: int) -> None:
    """Any m correct parts rebuild the share of a lost seat; a false part is refused.

    Parts of another seat, and parts of the giver's own key, are false.
    """
    others = [seat for seat in SEATS if seat != lost]
    parts = {seat: SEATS[seat].make_share(T, SLOT, CARD, lost) for seat in others}
    right = SEATS[lost].make_share(T, SLOT, CARD, lost)[:32]
    for some in combinations(others, 3):
        assert interpolate({seat: parts[seat][:32] for seat in some}) == right
    for seat in others:
        due = ShareRequest(MATCH, T, seat, SLOT, CARD, lost)
        assert due.is_valid_share(SEATS[lost].points, parts[seat])
        assert not due.is_valid_share(SEATS[lost].points, SEATS[seat].make_share(T, SLOT, CARD, seat))
        assert not due.is_valid_share(SEATS[lost].points, parts[others[others.index(seat) - 1]])
        assert not due.is_valid_share(
            SEATS[lost].points, multiply(scalar_from_int(2), parts[seat][:32]) + parts[seat][32:]
        )


# -- copies ------------------------------------------------------------------------------------------------------------

COPY = SEATS[3].copy_card(T, SLOT, CARD, K)


def copied(answer: bytes, t: int = T, seat: int = 3, slot: int = SLOT, card: bytes = CARD, key: bytes = K) -> bool:
    return keys.is_copy_valid(MATCH, t, seat, slot, card, key, answer)


def test_a_correct_copy_is_accepted_and_any_changed_bit_is_refused() -> None:
    assert copied(COPY)
    for bit in range(0, len(COPY) * 8, 7):
        spoilt = bytearray(COPY)
        spoilt[bit // 8] ^= 1 << bit % 8
        assert not copied(bytes(spoilt)), bit


def test_a_copy_is_valid_only_for_its_step_seat_slot_card_and_key() -> None:
    assert not copied(COPY, t=T + 1) and not copied(COPY, seat=2) and not copied(COPY, slot=SLOT + 1)
    assert not copied(COPY, card=OTHER) and not copied(COPY, key=passes.G) and not copied(COPY[:-1])
    assert not keys.is_copy_valid(bytes(32), T, 3, SLOT, CARD, K, COPY)


def test_a_copy_of_another_card_cannot_be_proven() -> None:
    """Another card, a marked copy and an unchanged card are refused, each with the best possible proof."""
    r = scalar_from_int(31337)
    rG, rK = multiply_base(r), multiply(r, K)
    h, z = prove(bytes(32), [MATCH, T, 3, "deckcopy", SLOT], r, rG, K, rK)
    right = add_any(CARD[:32], rG) + add_any(CARD[32:], rK)
    assert copied(right + h + z)
    assert not copied(add_any(right[:32], passes.G) + right[32:] + h + z)
    assert not copied(right[:32] + add_any(right[32:], passes.G) + h + z)
    assert not copied(add_any(OTHER[:32], rG) + add_any(OTHER[32:], rK) + h + z)
    assert not copied(CARD + h + z)


def test_a_copy_identical_to_its_card_is_refused() -> None:
    """All seats could track a copy with r = 0.

    For 0 = 0 any proof is possible, but none that r is not 0.
    """
    neutral, w = b"\x01" + bytes(31), scalar_from_int(5)
    h = hash_to_scalar(
        "tether.proof", [[MATCH, T, 3, "deckcopy", SLOT], neutral, K, neutral, multiply_base(w), multiply(w, K)]
    )
    assert not copied(CARD + h + w)


@pytest.mark.parametrize("bad", NO_POINTS, ids=lambda point: point.hex()[:8])
def test_a_copy_with_a_point_outside_the_group_is_refused(bad: bytes) -> None:
    assert not copied(bad + COPY[32:]) and not copied(COPY[:32] + bad + COPY[64:])


# -- keys --------------------------------------------------------------------------------------------------------------


def test_announced_keys_are_valid_only_for_their_seat_and_match() -> None:
    announced = SEATS[2].announced_keys()
    assert announced.is_valid(MATCH, 2, 4)
    assert (
        not announced.is_valid(MATCH, 3, 4)
        and not announced.is_valid(bytes(32), 2, 4)
        and not announced.is_valid(MATCH, 2, 6)
    )
    assert not announced._replace(Y=add_any(announced.Y, passes.G)).is_valid(MATCH, 2, 4)
    for points in (announced.points[:-1], (*announced.points, passes.G)):
        assert not announced._replace(points=points).is_valid(MATCH, 2, 4)


@pytest.mark.parametrize("bad", NO_POINTS, ids=lambda point: point.hex()[:8])
def test_announced_keys_outside_the_group_are_refused(bad: bytes) -> None:
    announced = SEATS[2].announced_keys()
    for at in range(3):
        points = (*announced.points[:at], bad, *announced.points[at + 1 :])
        assert not announced._replace(points=points).is_valid(MATCH, 2, 4)
    assert not announced._replace(Y=bad).is_valid(MATCH, 2, 4)


def test_a_key_that_cancels_those_of_others_is_refused() -> None:
    """An announced key must not cancel those of others.

    With D_0 = dG - (D_0 of seats 1 and 2), seats 3 and 4 would know K. Its maker does not know its d_0.
    """
    d = scalar_from_int(99)
    rogue = subtract_any(subtract_any(multiply_base(d), SEATS[1].points[0]), SEATS[2].points[0])
    X = keys.key_base(MATCH, 3)
    for Y in (
        multiply(d, X),
        subtract_any(subtract_any(multiply(d, X), SEATS[1].announced_keys().Y), SEATS[2].announced_keys().Y),
    ):
        proof = prove(bytes(32), [MATCH, 0, 3, "deckkey"], d, rogue, X, Y)
        assert not AnnouncedKeys((rogue, *SEATS[3].points[1:]), Y, proof).is_valid(MATCH, 3, 4)


def test_a_key_share_of_another_seat_is_refused() -> None:
    fresh = DeckKeys(MATCH, 1, b"\x01" * 32, 4)
    assert fresh.store_value(2, SEATS[2].points, SEATS[2].share_for(1))
    assert not fresh.store_value(2, SEATS[2].points, SEATS[2].share_for(3))
    assert not fresh.store_value(2, SEATS[3].points, SEATS[2].share_for(1))
    assert not fresh.store_value(2, SEATS[2].points, bytes(32))


def test_keys_that_cancel_out_have_no_joint_key() -> None:
    negated = (subtract_any(subtract_any(passes.G, passes.G), SEATS[1].points[0]),)
    with pytest.raises(BadPointError):
        keys.joint_key([SEATS[1].points, negated])


def chosen(shares: dict[int, int], first: int = 7) -> list[bytes]:
    """Return a polynomial with m = 3 secrets whose values at two seats are chosen."""
    (x, at_x), (y, at_y) = shares.items()
    a, b = (at_x - first) * pow(x, -1, GROUP_ORDER), (at_y - first) * pow(y, -1, GROUP_ORDER)
    second = (a - b) * pow(x - y, -1, GROUP_ORDER) % GROUP_ORDER
    return [scalar_from_int(first), scalar_from_int(a - second * x), scalar_from_int(second)]


def test_parts_sum_to_the_share_even_if_keys_cancel_out() -> None:
    """The weighted parts of seats 1 and 2 cancel out.

    Together with the part of seat 3 they still sum to the share.
    """
    f, P = chosen({1: 5, 2: 5}), hash_to_point(bytes(range(32)))
    assert secret_share(f, 1) == secret_share(f, 2) == scalar_from_int(5)
    weights = {1: 3, 2: -3, 3: 1}  # at 0, from the values at 1, 2 and 3
    assert (
        sum(weight * int.from_bytes(secret_share(f, y), "little") for y, weight in weights.items()) % GROUP_ORDER == 7
    )
    assert interpolate({y: multiply(secret_share(f, y), P) for y in weights}) == multiply(f[0], P)


def test_a_zero_part_of_a_key_is_refused_without_an_error() -> None:
    """Seat 4 has chosen its keys so that seat 3's part is 0, and seat 3 does not report it."""
    f = chosen({2: 5, 3: 0})
    points = [multiply_base(one) for one in f]
    part = share_point(points, 3)
    assert part == b"\x01" + bytes(31) and not is_share_valid(points, 3, bytes(32))
    assert not asked(giver=3, of=4).is_valid_share(points, SEATS[3].make_share(T, SLOT, CARD, 3))
    half = [multiply_base(scalar_from_int(one)) for one in (6, -3, 9)]  # 6 - 3 x 2 = 0, and 9 x 4 is left
    assert share_point(half, 2) == multiply_base(scalar_from_int(36)) and is_share_valid(half, 2, scalar_from_int(36))


# -- leagues -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("league", [some for size in (1, 2, 3) for some in combinations(SEATS, size)], ids=str)
def test_m_seats_can_read_a_card_and_fewer_cannot(league: tuple[int, ...]) -> None:
    """The same holds for opening a seal.

    The seats of a league use their own keys and those they received. Fewer than m cannot reconstruct another seat's
    share, whatever the values of the missing ones.
    """
    faces = {keys.face_point(MATCH, 0, face) for face in range(N)}
    shares = {seat: multiply(SEATS[seat]._secrets[0], CARD[:32]) for seat in league}
    for seat in SEATS:
        if seat not in league:
            parts = {one: multiply(SEATS[one].received_values[seat], CARD[:32]) for one in league}
            shares[seat] = interpolate(parts)
    rest = keys.remove_shares(CARD[32:], list(shares.values()))
    assert (rest in faces) == (len(league) >= 3)


@pytest.mark.parametrize("league", list(combinations(SEATS, 2)), ids=str)
def test_a_league_below_m_cannot_follow_a_card_through_a_pass(league: tuple[int, ...]) -> None:
    """A league of two of four cannot track a card through another seat's pass.

    The league knows the orders of its own passes and its keys. One of the three passes is another seat's. The
    difference of input and output is not (rG, rK) for any r or key that the league knows.
    """
    lists = [CARDS]
    for t, seat in enumerate((1, 2, 3), 1):
        lists.append(SEATS[seat].shuffle(t, 0, lists[-1], K)[: 64 * N])
    honest = next(t for t, seat in enumerate((1, 2, 3), 1) if seat not in league)
    before, after = (passes.split_bytes(lists[t], 64) for t in (honest - 1, honest))
    known = [SEATS[seat]._secrets[0] for seat in league]
    known += [SEATS[seat].received_values[other] for seat in league for other in SEATS if other != seat]
    joined = scalar_from_int(sum(int.from_bytes(one, "little") for one in known[:2]))
    linked = 0
    for card in before:
        for other in after:
            a, b = subtract_any(other[:32], card[:32]), subtract_any(other[32:], card[32:])
            linked += any(multiply(k, a) == b for k in (*known, joined))
    assert linked == 0
    whole = scalar_from_int(sum(int.from_bytes(SEATS[seat]._secrets[0], "little") for seat in SEATS))
    assert (
        sum(
            multiply(whole, subtract_any(other[:32], card[:32])) == subtract_any(other[32:], card[32:])
            for card in before
            for other in after
        )
        == N
    )


def test_precomputed_sums_do_not_change_the_verdict_on_a_pass() -> None:
    passes.find_fault.cache_clear()
    passes._sum.cache_clear()
    passes.precompute_sums(TURN, CARDS, RIGHT)
    assert passes._sum.cache_info()[:2] == (0, 6)
    assert passes.find_fault(TURN, CARDS, RIGHT) == "" and passes._sum.cache_info().hits == 6
    wrong = Cheat.twin(Cheat(TURN, CARDS))
    passes.precompute_sums(TURN, CARDS, wrong)
    assert passes.find_fault(TURN, CARDS, wrong) == "has a false proof"
    for cut in (b"", RIGHT[:-1], RIGHT[: 64 * N]):
        with suppress(BadPointError, ValueError):
            passes.precompute_sums(TURN, CARDS, cut)
        assert passes.find_fault(TURN, CARDS, cut) == "is of the wrong length"
