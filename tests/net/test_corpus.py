"""What a fuzzer once found interesting is read again: every decoder refuses it, or takes it, with no other error."""

from __future__ import annotations

import pytest

from tests.fuzzing import CORPUS, TARGETS, corpus


@pytest.mark.parametrize("name", TARGETS)
def test_every_kept_input_is_taken_or_refused_in_order(name: str) -> None:
    target = TARGETS[name]
    kept = corpus(name)
    assert all(len(data) <= target.longest for data in kept)
    for data in [*kept, *target.seeds(), b"", b"\x00"]:
        target.run(data)


def test_every_kept_input_belongs_to_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= set(TARGETS)
