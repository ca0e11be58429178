"""The end of a match in which a seat broke a rule, as the window describes it."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from client.table.match.end import EarlyEndControls
from client.table.seats.ending import headline, match_over_line
from client.table.seats.names import Names
from core.engine.codec import H
from core.engine.game import Standing
from core.engine.result import FREE_FOR_ALL, TEAM, Outcome
from net.match.events import EndOfMatch

NAMES = Names(1, ("Ada", "Ben", "Cleo"))


def ended(kind: str, *broke: int) -> EarlyEndControls:
    model = SimpleNamespace(own=1)
    table = SimpleNamespace(names=NAMES, kind=kind, model=model)
    screen: Any = SimpleNamespace(table=table, names=NAMES, model=model)
    end = EarlyEndControls(screen)
    standing = tuple(Standing(2 if seat in broke else 1, seat, ()) for seat in (1, 2, 3))
    end.finished = EndOfMatch(9, H("tether.state", []), standing, broke=broke)
    return end


def said(text: str) -> str:
    """Return rich text without its markup."""
    return re.sub(r"\{[^}]*\}", "", text)


@pytest.mark.parametrize(
    ("broke", "words"),
    [
        ((2,), "Ben has broken a rule and cannot win."),
        ((1,), "You have broken a rule and cannot win."),
        ((2, 3), "Ben and Cleo have broken a rule and cannot win."),
    ],
)
def test_the_end_screen_names_rule_breakers(broke: tuple[int, ...], words: str) -> None:
    end = ended(FREE_FOR_ALL, *broke)
    assert said(end.end_line()) == words
    assert end.victory_reason == "First among players who kept the rules"
    assert ended(TEAM, *broke).victory_reason == "A rule was broken"


def test_the_end_screen_names_no_winner_if_all_seats_broke_a_rule() -> None:
    nobody = Outcome(FREE_FOR_ALL, ())
    assert (
        headline(NAMES, nobody) == "Nobody wins" and match_over_line(NAMES, nobody) == "The match is over. Nobody wins."
    )
