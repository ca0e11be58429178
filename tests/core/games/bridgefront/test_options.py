"""Texts of the options."""

from __future__ import annotations

import pytest

from core.engine.options import Option
from core.games.bridgefront.options import OPTIONS, VALUE_TEXTS


@pytest.mark.parametrize("option", OPTIONS.table.values(), ids=lambda option: option.name)
def test_every_value_of_an_option_has_a_word_and_a_description_of_its_own(option: Option) -> None:
    words = [option.display_name(value) for value in option.values]
    assert len(set(words)) == len(words)
    assert all(option.meaning(value) for value in option.values if isinstance(value, str))
    said = [value for value, _, _ in option.value_texts]
    assert said == [value for value in option.values if value in said]
    assert all(type(value) is type(option.default) for value in said)


def test_only_existing_options_have_texts() -> None:
    assert set(VALUE_TEXTS) <= set(OPTIONS.table)
