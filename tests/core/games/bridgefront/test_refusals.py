"""Decisions of a tampered client that are refused with an explanation, never with a crash.

The simulation suite finds such cases by changing legal decisions at random. Each one found gets an example here.
"""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.decisions import Discard, Keep
from core.games.bridgefront.effects.conditions import PickIndex
from core.games.bridgefront.game import GAME
from tests.support.games.bridgefront.table import Table


def test_an_empty_choice_has_only_one_legal_form() -> None:
    """An empty choice is None if the choice is a single item and () if it is a list.

    The other form would break the code that resolves it.
    """
    refused = 0
    for card in CARDS:
        t = Table("cipher", "gatewright", gold=20, mana=9)
        t.ask(1)
        t.hold(1, card.name)
        first = (0,) if card.choices and isinstance(card.choices[0], PickIndex) else ()
        action = t.choose(1, card.name, *first)
        try:
            GAME.check(t.state, 1, action)
        except IllegalDecision:
            continue
        for i, value in enumerate(action.locked[len(first) :], len(first)):
            other = () if value is None else None
            locked = (*action.locked[:i], other, *action.locked[i + 1 :])
            with pytest.raises(IllegalDecision):
                GAME.check(t.state, 1, action._replace(locked=locked))
            refused += 1
    assert refused > 40


def test_a_foundry_heist_that_burns_no_card_is_offered_and_resolves() -> None:
    t = Table("cipher", "gatewright")
    t.forge((0, 0))
    t.put(1, 1, (0, 0))
    t.hold(1, "Foundry Heist")
    t.ask(1)
    offered = [o for o in GAME.options_of(t.state, 1, t.secrets[1]) if o.kind == "card" and o.locked[0] == 1]
    assert [action.locked for action in offered] == [(1, ())]
    GAME.step(t.state, {1: offered[0]}, bytes(32))
    assert t.discards(1) == ["Foundry Heist"]


def test_an_open_card_named_twice_is_refused() -> None:
    t = Table("virtuous", "gatewright")
    copy = t.show(1, "Zap")
    t.hold(1, "Recruit", "Recruit")
    t.play(1, "Cycle Protocol")
    with pytest.raises(IllegalDecision) as refused:
        GAME.check(t.state, 1, Discard((copy, copy)))
    assert refused.value.kind == "slot"


def test_a_scout_report_that_shows_a_nonexistent_card_is_refused() -> None:
    t = Table("virtuous", "gatewright")
    t.pile(1, "Recruit", "Zap", "Recruit")
    t.play(1, "Scout Report")
    _, kind, (slots,) = t.state.asking[0]
    assert kind == "scout"
    keep, *others = slots
    opened = tuple(t.secrets[1].opening(slot) for slot in others)
    for copy in (len(t.state.card), 10**9, -1):
        with pytest.raises(IllegalDecision) as refused:
            GAME.check(t.state, 1, Keep(keep, opened, (keep, copy, b"")))
        assert refused.value.kind == "slot"
