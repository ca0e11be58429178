"""Encoding: every encoded value can be decoded, since `enc` refuses every value that `dec` refuses."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codec import MAX_DEPTH, MAX_ELEMENTS, MAX_STR, BadEncodingError, dec, enc, fields

LONG = 1 << 26


class Pair(NamedTuple):
    left: Any
    right: Any


class Named(IntEnum):
    THREE = 3


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63) - 2, 2**64 + 2),
    st.binary(max_size=40),
    st.text(max_size=8),
    st.text(st.characters(), max_size=4),
    st.text("e\u0301\u212b\ud800", max_size=3),
    st.floats(),
    st.just(Named.THREE),
    st.binary(max_size=4).map(bytearray),
    st.binary(max_size=4).map(memoryview),
    st.just({}),
    st.just(frozenset()),
    st.sampled_from(["a" * MAX_STR, "a" * (MAX_STR + 1), "é" * (MAX_STR // 2 + 1)]),
)


def any_value() -> st.SearchStrategy[Any]:
    """Return a strategy for plain values and lookalikes, some nested too deep or too long."""

    def inside(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        deep = st.tuples(inner, st.integers(MAX_DEPTH - 3, MAX_DEPTH + 1)).map(lambda pair: nested(*pair))
        return st.one_of(
            st.lists(inner, max_size=5), st.lists(inner, max_size=4).map(tuple), st.builds(Pair, inner, inner), deep
        )

    return st.recursive(LEAVES, inside, max_leaves=10)


def nested(value: Any, depth: int) -> Any:
    """Return the value in `depth` nested lists."""
    for _ in range(depth):
        value = [value]
    return value


def lists(value: Any) -> Any:
    """Return the value as decoding gives it: lists for tuples and records, bytes for columns."""
    if isinstance(value, (list, tuple)):
        return [lists(part) for part in value]
    return bytes(value) if isinstance(value, bytearray) else value


@settings(max_examples=600)
@given(any_value())
def test_encoded_values_decode_to_the_same_values(value: Any) -> None:
    try:
        data = enc(value)
    except BadEncodingError:
        return
    assert dec(data, LONG) == lists(value)


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        {},
        {"a": 1},
        "\ud800",
        "a" * (MAX_STR + 1),
        [0] * (MAX_ELEMENTS + 1),
        nested(1, MAX_DEPTH + 1),
        2**64,
        -(2**63) - 1,
        {1, 2},
        pytest.param(memoryview(b"a"), id="memoryview"),
        [[1, (2.0,)]],
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_that_no_peer_could_decode_is_not_encoded(value: Any) -> None:
    with pytest.raises(BadEncodingError):
        enc(value)


@pytest.mark.parametrize(
    "value", ["a" * MAX_STR, "é", [0] * MAX_ELEMENTS, nested(1, MAX_DEPTH), 2**64 - 1, -(2**63), Pair(1, (b"", None))]
)
def test_values_of_the_largest_allowed_size_are_encoded(value: Any) -> None:
    assert dec(enc(value), LONG) == lists(value)


@pytest.mark.parametrize("value", [None, b"ab", [1], [1, b"", 2], [True, b""], [1, "a"], [1, None], (1, b"")])
def test_a_list_whose_items_have_other_types_is_refused(value: Any) -> None:
    with pytest.raises(BadEncodingError):
        fields(value, int, bytes)


def test_an_item_of_a_list_may_have_any_type() -> None:
    assert fields([1, [b"", None]], int, object) == (1, [b"", None])
