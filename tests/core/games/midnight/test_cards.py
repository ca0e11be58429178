"""Each way to play an action card (rules 2.3, 4.1, 4.4), with a check that each has a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.engine.game import IllegalDecision
from core.games.midnight.cards import (
    BUILD,
    CANNON,
    CARDS,
    INTELLIGENCE,
    JAM,
    LARGE_CANNON,
    SHIELD,
    SIREN,
    UPGRADE,
    kind_of,
)
from core.games.midnight.decisions import Act, Upgrades
from core.games.midnight.escalations import ESCALATIONS
from core.games.midnight.events import Attacked, CardCancelled, ClockTicked, Looked, UpgradesTriggered
from core.games.midnight.game import GAME
from core.games.midnight.ruleset import Numbers
from tests.support.games.midnight.table import Position

START_WORTH = Numbers().start_worth
PLACES = ("border", "capital", "discard")


def disputed(mine: tuple[int, ...], theirs: tuple[int, ...], dials: tuple[int, ...] = (0, 0, 0, 0)) -> Position:
    """Return a dispute in which seats 1 and 2 have revealed the cards between them, with seat 1's dials set."""
    p = Position()
    p.dials(1, *dials)
    p.border(1, 2, *mine)
    p.border(2, 1, *theirs)
    p.run(("dispute", 1, 2))
    return p


def blows(p: Position) -> list[tuple[int, int]]:
    """Return (attack, defence) of each side that attacked."""
    return [(x.attack, x.defence) for x in p.said(Attacked)]


def cancelled(p: Position) -> list[int]:
    """Return the kinds of the cards that were cancelled before they counted."""
    return [kind_of(x.copy) for x in p.said(CardCancelled)]


# Borderlands ----------------------------------------------------------------------------------------------------------


def test_cannon_on_the_border_adds_the_owners_might_to_the_attack() -> None:
    """Each Cannon adds the owner's Might; the difference to the defence is lost."""
    p = disputed((CANNON, CANNON), (), (1, 0, 0, 0))
    assert blows(p) == [(6, 0)] and p.state.worth[2] == START_WORTH - 6
    assert len(p.state.piles.discard[1]) == 2, "what was in the dispute is discarded"


def test_large_cannon_on_the_border_counts_twice() -> None:
    assert blows(disputed((LARGE_CANNON,), (), (2, 0, 0, 0))) == [(8, 0)]


def test_shield_on_the_border_adds_the_owners_protection_to_the_defence() -> None:
    """Each Shield adds the owner's Protection against attack and counterattack."""
    p = disputed((SHIELD, SHIELD), (CANNON, CANNON, CANNON), (0, 1, 0, 0))
    assert blows(p) == [(6, 6)] and p.state.worth[1] == START_WORTH
    p = disputed((SHIELD,), (CANNON, CANNON))
    assert blows(p) == [(4, 2)] and p.state.worth[1] == START_WORTH - 2


def test_jam_on_the_border_cancels_a_gun_of_the_enemy() -> None:
    """The Jam takes a Large Cannon, else a Cannon, else nothing, and is discarded."""
    assert cancelled(disputed((JAM,), (CANNON,))) == [CANNON]
    p = disputed((JAM,), (SHIELD, BUILD))
    assert not cancelled(p) and kind_of(p.state.piles.discard[1][0]) == JAM


def test_build_on_the_border_gives_3_worth() -> None:
    """Build gives 3 Worth; the enemy's Intelligence comes too late for one of the first."""
    p = disputed((BUILD, BUILD), ())
    assert p.state.worth[1] == START_WORTH + 6 and len(p.state.piles.discard[1]) == 2
    p = disputed((BUILD,), (INTELLIGENCE,))
    assert p.state.worth[1] == START_WORTH + 3 and not cancelled(p)


def test_intelligence_on_the_border_cancels_an_enemy_card_in_a_fixed_order() -> None:
    """The order is fixed: a Jam if an own gun can be jammed, a Build, a Jam, an Intelligence, nothing."""
    assert cancelled(disputed((INTELLIGENCE, CANNON), (BUILD, JAM))) == [JAM]
    assert cancelled(disputed((INTELLIGENCE,), (BUILD, JAM))) == [BUILD]
    assert cancelled(disputed((INTELLIGENCE,), (JAM, INTELLIGENCE))) == [JAM]
    assert cancelled(disputed((INTELLIGENCE,), (INTELLIGENCE, SHIELD))) == [INTELLIGENCE]
    assert cancelled(disputed((INTELLIGENCE,), (SHIELD, CANNON))) == []


# Capital --------------------------------------------------------------------------------------------------------------


def test_upgrade_in_the_capital_advances_dials_once_there_is_one_for_each_nation() -> None:
    """It waits for as many cards as nations; then each owner takes a step for each of its own."""
    p = Position()
    p.capital(2, UPGRADE)
    p.capital(3, UPGRADE)
    (last,) = p.hand(1, UPGRADE)
    p.run()
    p.decide(seat1=Act("capital", (last,)))
    assert p.said(UpgradesTriggered) and sorted(p.asked("upgrade")) == [1, 2, 3]
    p.decide(seat1=Upgrades((3,)), seat2=Upgrades((0,)), seat3=Upgrades((1,)))
    assert [p.state.dials[seat] for seat in (1, 2, 3)] == [(0, 0, 0, 1), (1, 0, 0, 0), (0, 1, 0, 0)]
    assert not any(p.state.capital)


def test_siren_in_the_capital_ticks_the_clock_once_every_nation_has_one() -> None:
    """The Sirens wait until every nation has one; then all are discarded."""
    p = Position()
    p.capital(2, SIREN)
    first, second = p.hand(1, SIREN, CANNON)
    p.capital(3, SIREN)
    p.run()
    assert p.state.clock == 5
    p.decide(seat1=Act("capital", (first,)))
    assert len(p.said(ClockTicked)) == 1 and p.state.clock == 4 and not any(p.state.capital)
    assert kind_of(second) == CANNON


# Discard --------------------------------------------------------------------------------------------------------------


def test_build_by_discard_gives_worth_equal_to_research() -> None:
    p = Position()
    p.dials(1, 0, 0, 0, 3)
    (build,) = p.hand(1, BUILD)
    p.run()
    p.decide(seat1=Act("discard", (build,)))
    assert p.state.worth[1] == START_WORTH + 4 and build in p.state.piles.discard[1]


def test_intelligence_by_discard_looks_at_an_opponents_cards_and_draws_one() -> None:
    """The owner looks at all cards that one opponent has facing it."""
    p = Position(sealed=True)
    (spy,) = p.hand(1, INTELLIGENCE)
    p.border(2, 1, CANNON, SHIELD)
    p.border(2, 3, BUILD)
    p.run()
    p.decide(seat1=Act("discard", (spy,), to=2))
    assert p.said(Looked) == [Looked(1, 2, 2)]
    p.settle()
    assert len(p.state.piles.hand[1]) + len(p.state.piles.shown[1]) == 1


@pytest.mark.parametrize("three", [(CANNON,) * 3, (SHIELD,) * 3, (CANNON, JAM, INTELLIGENCE), (SHIELD, SHIELD, SIREN)])
def test_a_set_of_three_by_discard_gives_worth_equal_to_research(three: tuple[int, ...]) -> None:
    """A set costs one action; up to two of its cards may be Wild."""
    p = Position()
    p.dials(1, 0, 0, 0, 2)
    cards = p.hand(1, *three)
    p.run()
    p.decide(seat1=Act("set", cards))
    assert p.state.worth[1] == START_WORTH + 3 and set(cards) <= set(p.state.piles.discard[1])


# Where cards may not go -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", range(len(CARDS)), ids=[card.name for card in CARDS])
def test_a_card_is_played_only_in_its_legal_places(what: int) -> None:
    """A card is played at Border, Capital or Discard, as the table allows, and nowhere else."""
    p = Position()
    (copy,) = p.hand(1, what)
    p.run()
    acts = {
        "border": Act("border", entries=(-copy,), to=2),
        "capital": Act("capital", (copy,)),
        "discard": Act("discard", (copy,), to=2 if what == INTELLIGENCE else 0),
    }
    for place in PLACES:
        if getattr(CARDS[what], place):
            GAME.check(p.state, 1, acts[place])
        else:
            with pytest.raises(IllegalDecision):
                GAME.check(p.state, 1, acts[place])


# Nothing lacks its test -----------------------------------------------------------------------------------------------


def _tests(file: str) -> set[str]:
    source = (Path(__file__).parent / file).read_text(encoding="utf-8")
    return set(re.findall(r"^def test_(\w+)", source, re.MULTILINE))


def _called(name: str) -> str:
    return name.lower().replace(" ", "_")


def test_every_card_escalation_and_ruling_has_a_test() -> None:
    cards, rulings = _tests("test_cards.py"), _tests("test_rulings.py")
    ways = {f"{_called(card.name)}_{how}" for card in CARDS for how in _ways(card)}
    assert not [way for way in ways if not any(test.startswith(f"{way}_") for test in cards)]
    escalations = _tests("test_escalations.py")
    names = {_called(escalation.name) for escalation in ESCALATIONS}
    assert not [name for name in names if not any(test.startswith(f"{name}_") for test in escalations)]
    assert {int(name.split("_")[0][1:]) for name in rulings if re.match(r"R\d+_", name)} == set(range(1, 30))


def _ways(card: object) -> list[str]:
    words = {"border": "on_the_border", "capital": "in_the_capital", "discard": "by_discard"}
    return [words[place] for place in PLACES if getattr(card, place)]
