"""Rulesets of Ambition: changed numbers, Elites and copies are what is played and what is told."""

from __future__ import annotations

from dataclasses import fields

import pytest

from core.engine.ruleset import RulesetError
from core.games.ambition import cards
from core.games.ambition.changes import RULESETS
from core.games.ambition.ruleset import Numbers, Rules
from core.games.ambition.text.catalogue import CATALOGUE


def text_of(**changes: str) -> str:
    """Return the ruleset with these changes, whose paths have __ for a dot."""
    return RULESETS.compose([(tuple(path.split("__")), text) for path, text in changes.items()])


def rules(**changes: str) -> Rules:
    return RULESETS.of(text_of(**changes))


def faces(text: str = "") -> dict[str, str]:
    """Return the full text of each card by its name."""
    return {card.name: card.face for card in CATALOGUE.by_rules(text).cards}


def test_every_number_that_a_card_names_stands_on_it() -> None:
    printed = faces()
    for name, text in {"blast": "Fallout Drill", "tax": "War Tax", "death_gift": "I Am Become Death", "relief":
                       "Relief Fund", "exchange_rounds": "Industrial Exchange", "blackmail": "Blackmail",
                       "gridworks_gain": "Gridworks", "defection": "Defection"}.items():  # fmt: skip
        number = next(field for field in fields(Numbers) if field.name == name)
        changed = faces(text_of(**{f"numbers__{name}": str(number.metadata["high"])}))[text]
        assert str(number.metadata["high"]) in changed and changed != printed[text]
    assert not any("{" in face for face in printed.values())


def test_decks_have_the_changed_copies() -> None:
    r = rules(elites__archbishop__copies="3", industries__bunker__copies="0", intrigues__war_tax__copies="5",
              numbers__core_arms="3", numbers__core_deaths="0")  # fmt: skip
    intrigue, elites, *_, industry = r.kinds(4, 0)
    assert elites[17] == 3 and industry[cards.BUNKER] == 0 and intrigue[cards.WAR_TAX] == 5
    assert (intrigue[cards.NUCLEAR_ARMS], intrigue[cards.DEATH], intrigue[cards.ARMAGEDDON]) == (14, 4, 1)


def test_claims_go_up_to_the_best_elite_of_the_deck() -> None:
    assert RULESETS.printed.highest == 6
    assert rules(elites__gate_clerk__value="9").highest == 9
    assert rules(elites__gate_clerk__value="9", elites__gate_clerk__copies="0").highest == 6
    r = rules(elites__gate_clerk__value="9", elites__gate_clerk__copies="2")
    assert r.copies_of_value[9] == 2 and sum(r.copies_of_value.values()) == sum(r.elite_copies)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({f"elites__{cards.ELITES[i].name.lower().replace(' ', '_')}__copies": "0" for i in range(11)},
         "a deck of Elites has 9 cards, not 10 to 30"),
        ({f"industries__{card.name.lower()}__copies": "0" for card in cards.INDUSTRIES}, "not 1 to 18"),
        ({"pool_drawn__players_6": "31"}, "from 8 to 30"),
        ({"intrigues__nuclear_arms__copies": "4"}, "there is no such value"),
        ({"alliances__unity_compact__stake": "0"}, "from 1 to 20"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_are_refused(changes: dict[str, str], why: str) -> None:
    with pytest.raises(RulesetError) as refused:
        rules(**changes)
    assert why in str(refused.value)
