"""Rulesets of Outposts: changed cards, Connections, leagues and Territories are what is played and what is told."""

from __future__ import annotations

import re

import pytest

from core.bots.base import DecisionPosition
from core.bots.random_bot import Dice
from core.engine.hidden.secrets import Secrets
from core.engine.ruleset import RulesetError
from core.games.outposts import cards, cleanup, setup
from core.games.outposts.bot.reasons import REASONS
from core.games.outposts.changes import RULESETS
from core.games.outposts.decisions import Act, Bury
from core.games.outposts.events import OutpostActivated, WardenFlipped
from core.games.outposts.game import GAME
from core.games.outposts.goods import gain_of, gain_text
from core.games.outposts.ruleset import Rules
from core.games.outposts.text.catalogue import CATALOGUE
from core.games.outposts.text.narration import SENTENCES
from core.games.outposts.text.prompts import PROMPTS
from core.games.outposts.text.words import describe_decision


def text_of(**changes: str) -> str:
    """Return the ruleset with these changes, whose paths have __ for a dot."""
    return RULESETS.compose([(tuple(path.split("__")), text) for path, text in changes.items()])


def rules(**changes: str) -> Rules:
    return RULESETS.of(text_of(**changes))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"cards__blubber_works__gives": "2 oil, 1 card"}, "Production: 2 oil, 1 card."),
        ({"cards__docks__gives": "2 crew", "cards__docks__most": "5"},
         "Production: 2 crew per Shoal Location you own, this one included, at most 5."),
        ({"cards__fish_market__gives": "1 VP"}, "Open production: 1 VP."),
        ({"cards__crossroads_fair__gives": "3 crew"},
         "Production: choose a Central direction; 3 crew per Outpost of yours in it, at most 3."),
        ({"cards__toll_causeway__gives": "2 VP"}, "After you make a Deal: 2 VP."),
        ({"cards__divers_guild__gives": "2 cards", "cards__divers_guild__pays": "2 crew"},
         "Pay 2 crew: 2 cards. Twice per round."),
        ({"cards__relay_riders__pays": "1 oil"}, "Pay 1 oil: activate one of your Outposts."),
        ({"cards__salt_pans__effect": "Production: 1 salt, 1 crew."}, "Production: 1 crew, 1 salt."),
        ({"cards__trophy_mast__effect": "After you are visited: 1 oil."}, "After you are visited: 1 oil."),
        ({"cards__mint__effect": "Pay 1 hand card: 1 VP per Deal you have, at most 2. Twice per round."},
         "Pay 1 hand card: 1 VP per Deal you have, at most 2. Twice per round."),
    ],
)  # fmt: skip
def test_the_text_of_a_card_says_what_it_does_now(changes: dict[str, str], text: str) -> None:
    card = next(card for card in rules(**changes).cards if f"cards__{_slug(card.name)}__" in next(iter(changes)))
    assert card.text == text
    assert cards.effect_of(card.kind, card.text) == card.effect, "the text is read as the effect"
    listed = CATALOGUE.by_rules(text_of(**changes))
    assert any(text in each.face for each in listed.cards)


def _slug(name: str) -> str:
    from core.engine.ruleset import slug

    return slug(name)


def test_every_printed_text_is_written_again_from_its_effect() -> None:
    for card in cards.CARDS:
        effect = card.effect
        written = cards.with_effect(card._replace(effect=effect._replace(most=-1)), effect.pays, effect.gives, -1)
        assert written.text == card.text


def test_copies_territories_and_connections_are_changed() -> None:
    r = rules(cards__salt_pans__copies="5", cards__mint__copies="0", connections__wreckers__gain="3 oil",
              territories__centre__level_3="4 VP")  # fmt: skip
    names = [cards.name_of(copy) for copy in r.deck]
    assert (names.count("Salt Pans"), names.count("Mint"), len(names)) == (5, 0, 129)
    assert r.territory(5).gives[2] == gain_of("4 VP") and gain_text(r.territory(5).gives[0]) == "1 card"
    link = next(copy for copy in cards.LINKS if cards.name_of(copy) == "Wreckers")
    assert r.connection(link).gain == gain_of("3 oil")
    assert RULESETS.printed.deck == tuple(cards.COPIES) and RULESETS.printed.cards == cards.CARDS


def test_sentences_and_choices_name_the_gains_of_the_ruleset() -> None:
    r = rules(territories__centre__level_2="4 oil", cards__salt_pans__dist="3")
    centre, pans = 5, next(copy for copy in cards.COPIES if cards.name_of(copy) == "Salt Pans")
    assert SENTENCES[OutpostActivated](r, OutpostActivated(1, centre, 2)).endswith("on Centre: 4 oil")
    assert "Salt Pans" in (said := SENTENCES[WardenFlipped](r, WardenFlipped(pans, 0))) and "distance 3" in said
    own = Secrets(b"m" * 32, 1, bytes(32))
    upgrade = Act("upgrade", place=centre, level=2, card=pans)
    assert "for 4 oil, discarding Salt Pans" in describe_decision(r, upgrade, own)


def test_no_prompt_and_no_reason_names_a_number_that_a_ruleset_changes() -> None:
    for question in (setup.BURY, cleanup.TIDY):
        assert not re.search(r"\d|two|three|four|ten", PROMPTS[question].sentence), PROMPTS[question].sentence
    position = DecisionPosition(GAME, None, 1, Secrets(b"m" * 32, 1, bytes(32)), (3,), Dice(bytes(8)))  # type: ignore[arg-type]
    assert "two" not in REASONS[setup.BURY](position, Bury((1, 2, 3)))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"cards__mint__pays": "-"}, "goods such as"),
        ({"cards__mint__gives": "1 hand card"}, "goods such as"),
        ({"cards__mint__gives": "5 VP"}, "at most 4 of each"),
        ({"cards__hiring_steps__pays": "1 crew"}, "there is no such value"),
        ({"cards__great_orrery__effect": "After you make a Deal: 1 VP."}, "there is no such value"),
        ({"cards__mint__effect": "Pay 1 iron: 9 VP."}, "an effect in the words"),
        ({"cards__mint__effect": "Pay 2 hand card: 1 VP."}, "an effect in the words"),
        ({"cards__mint__effect": "Pay 1 crew: draw the whole deck."}, "an effect in the words"),
        ({"cards__docks__effect": "Production: 1 crew per star, at most 3."}, "an effect in the words"),
        ({"cards__docks__effect": "After you make a Deal: 1 VP."}, "an effect in the words"),
        ({"cards__trophy_mast__effect": "After you sleep: 1 VP."}, "an effect in the words"),
        ({"cards__mint__effect": "Pay 1 oil: 1 VP.", "cards__mint__gives": "2 VP"}, "the whole effect is given"),
        ({f"cards__{_slug(card.name)}__copies": "0" for card in cards.CARDS[:45]}, "the deck has"),
    ],
)
def test_values_that_do_not_fit_are_refused(changes: dict[str, str], why: str) -> None:
    with pytest.raises(RulesetError) as refused:
        rules(**changes)
    assert why in str(refused.value)
