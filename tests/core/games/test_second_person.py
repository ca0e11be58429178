"""Verb forms in sentences of the rules that address the player's own seat."""

from __future__ import annotations

import ast
import re

import pytest

from client.table.seats.names import Names
from core.engine.text.words import second_person
from tests.support.sources import ROOT

WORDS = {
    "catches": "catch", "pushes": "push", "passes": "pass", "mixes": "mix", "buzzes": "buzz", "vetoes": "veto",
    "goes": "go", "carries": "carry", "tries": "try", "lies": "lie", "dies": "die", "plays": "play", "takes": "take",
    "chooses": "choose", "loses": "lose", "uses": "use", "freezes": "freeze", "seizes": "seize", "razes": "raze",
    "is": "are", "has": "have", "was": "were", "does": "do",
}  # fmt: skip


@pytest.mark.parametrize(("verb", "yours"), WORDS.items())
def test_a_verb_is_put_into_the_second_person(verb: str, yours: str) -> None:
    assert second_person(verb) == yours
    assert Names(1).to_plain_text(f"Seat 1 {verb} prey") == f"You {yours} prey"
    assert Names(2, ("Ada",)).to_plain_text(f"Seat 1 {verb} prey") == f"Ada {verb} prey"


def test_every_verb_of_the_games_has_a_correct_second_person() -> None:
    """No verb that follows a seat in a sentence of the rules keeps an ending of the third person."""
    verbs = set()
    for path in (ROOT / "core").rglob("text/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                verbs.update(re.findall(r"^ ([a-z]+s)\b", node.value))
    assert len(verbs) > 30
    wrong = {verb: second_person(verb) for verb in verbs if re.search(r"(che|she|sse|xe|ie)$", second_person(verb))}
    assert wrong.keys() <= {"lies", "dies", "ties"}
