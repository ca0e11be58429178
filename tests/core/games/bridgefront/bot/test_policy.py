"""The heuristic bot of Bridgefront in small positions with an obvious move."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import Dice
from core.engine.hidden import hand as holding
from core.games.bridgefront.bot.action import opinion_of_card
from core.games.bridgefront.bot.effect_scores import Advice
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases import action
from tests.support.games.bridgefront.table import Table


def decide(t: Table, seat: int = 1) -> Any:
    """Return the bot's decision on the seat's question, after checking that it is legal."""
    decision = HeuristicBot("play", seat).decide(GAME, t.state, seat, t.secrets[seat])
    GAME.check(t.state, seat, decision)
    return decision


def act(t: Table, seat: int = 1) -> Action:
    """Return the action that the bot chooses now."""
    t.ask(seat)
    chosen: Action = decide(t, seat)
    return chosen


def named(t: Table, chosen: Action) -> str:
    """Return the name of the played card, or the basic action."""
    return (
        chosen.kind
        if chosen.card is None
        else t.name_of(chosen.card if isinstance(chosen.card, int) else chosen.card[1])
    )


# Legality -------------------------------------------------------------------------------------------------------------


def rich() -> Table:
    """Return a position with something of everything for seat 1."""
    t = Table("vapourborn", "gatewright", "cipher", gold=30, mana=9)
    t.road((3, 0), (2, 0), (1, 0), (0, 0), (0, 1))
    t.put(1, 5, t.home(1))
    t.put(1, 4, (0, 0))
    for name in ("Skystriker Ace", "Field Surgeon", "Logistics Officer"):
        t.put(1, name, (0, 0), hp=2)
    t.mine((1, -1))
    t.put(1, 2, (1, -1))
    t.forge((-1, 1))
    t.put(1, 1, (-1, 1))
    t.put(2, 3, (0, 1))
    t.put(2, "Jet Striker", (0, 1))
    t.put(2, 2, t.home(2))
    t.put(3, 1, (1, 0))
    t.discarded(1, "Zap", "Recruit")
    t.unknown(1, "Stall", "Zap")
    return t


def besieged() -> Table:
    """Return a position with the enemy in the Capital of seat 1."""
    t = Table(gold=30, mana=9)
    t.put(1, 1, t.home(1))
    t.put(2, 4, t.home(1))
    t.put(2, "Brute", t.home(1))
    return t


@pytest.mark.parametrize("held", [(), ("Zap",), ("Zap", "Recruit", "Jet Striker")], ids=len)
@pytest.mark.parametrize("place", [rich, besieged, lambda: Table(gold=30, mana=9)], ids=["rich", "besieged", "bare"])
def test_the_bot_plays_every_card_legally(place: Any, held: tuple[str, ...]) -> None:
    """The bot's locked choices are legal for every card, even for cards without any effect."""
    for card in CARDS:
        t = place()
        t.hold(1, *held)
        copy = t.hold(1, card.name)
        t.ask(1)
        if action.why_unplayable(t.state, 1, copy):
            continue
        hand = holding.held_cards(t.state, 1, t.secrets[1])
        advice = Advice(View(t.state, 1), Dice(bytes(8)), [c for c, _ in hand])
        advice.copy = copy
        opening, *others = (holding.name_card(t.secrets[1], c) for c in sorted(hand, key=lambda c: c[0] != copy))
        c = ChoiceContext(t.state, 1, card, (), tuple(others) if card.names_cards else ())
        _, locked = opinion_of_card(advice, card, c)
        GAME.check(t.state, 1, Action("card", opening, locked))


# Fighting -------------------------------------------------------------------------------------------------------------


def test_the_bot_attacks_a_weak_stack_on_the_center() -> None:
    t = Table()
    t.road((1, 0), (0, 0))
    t.put(1, 6, (1, 0))
    t.put(2, 1, (0, 0))
    chosen = act(t)
    assert chosen.kind == "march" and chosen.locked[0].path == (t.at((0, 0)),)


def test_the_bot_does_not_attack_a_stronger_stack() -> None:
    t = Table()
    t.road((1, 0), (0, 0))
    t.put(1, 1, (1, 0))
    t.put(2, 6, (0, 0))
    chosen = act(t)
    assert chosen.kind != "march" or chosen.locked[0].path != (t.at((0, 0)),)


def test_the_bot_builds_bridges_towards_the_center() -> None:
    """Without anything else to do, the Bridge leads towards the Center."""
    t = Table(gold=0)
    t.put(1, 4, (1, 0))
    chosen = act(t)
    assert chosen.kind == "build"
    (edge,) = chosen.locked[0]
    assert t.at((0, 0)) in t.state.grid.edges[edge]


def test_the_bot_keeps_a_garrison_on_the_center() -> None:
    """A garrison stays on the Center, although the enemy's empty Capital is open."""
    t = Table(gold=0)
    t.road((0, 0), (-1, 0), (-2, 0), (-3, 0))
    t.put(1, 2, (0, 0))
    chosen = act(t)
    assert chosen.kind != "march" or chosen.locked[0].forces < 2


def test_the_bot_zaps_a_weak_enemy_champion() -> None:
    t = Table()
    t.put(1, 2, (0, 0))
    t.hold(1, "Zap", "Field Medic")
    weak = t.put(2, "Jet Striker", (1, 0), hp=1)
    t.put(2, "Brute", (1, 0))
    chosen = act(t)
    assert named(t, chosen) == "Zap" and chosen.locked == (weak,)


def test_the_bot_heals_a_hurt_champion() -> None:
    t = Table(gold=0)
    surgeon = t.put(1, "Field Surgeon", (0, 0))
    hurt = t.put(1, "Brute", (0, 0), hp=2)
    assert act(t).powers == ((surgeon, hurt),)


def test_the_bot_answers_done_without_a_useful_action() -> None:
    t = Table(gold=0)
    t.hold(1, "Field Medic")
    assert act(t).kind == "done"


# Cards ----------------------------------------------------------------------------------------------------------------


def test_the_bot_keeps_good_cards_on_top_with_the_relic() -> None:
    t = Table(mana=9)
    t.pile(1, "Field Medic", "War Taxes")
    t.play(1, "Center Relic")
    order = decide(t)
    assert [t.name_of(t.secrets[1].faces[slot]) for slot in order.top] == ["War Taxes"]
    assert [t.name_of(t.secrets[1].faces[slot]) for slot in order.bottom] == ["Field Medic"]


def test_the_bot_keeps_the_best_card_with_scout_report() -> None:
    t = Table()
    t.pile(1, "Zap", "Royal Mint", "Stall")
    t.play(1, "Scout Report")
    assert t.name_of(t.secrets[1].faces[decide(t).keep]) == "Royal Mint"


def test_the_bot_discards_and_burns_the_weakest_cards() -> None:
    for card in ("Cycle Notes", "Perfect Cycle"):
        t = Table()
        t.hold(1, "Battalion Contract", "Field Medic")
        t.unknown(1, "War Taxes", "War Taxes")
        t.play(1, card)
        ((_, copy, _),) = decide(t).cards
        assert t.name_of(copy) == "Field Medic"


def test_the_bot_prefers_victory_points_to_gold_in_an_offer() -> None:
    """A Power Pick takes a Victory card before gold; only a whole army may be valued higher."""
    t = Table(mana=9)
    t.forge((0, 0))
    t.put(1, 1, (0, 0))
    t.hold(1, "Zap")

    def fits(t: Table) -> bool:
        cards = [CARDS[t.state.card[copy]] for offer in t.state.offers for copy in offer.copies]
        armies = [effect for card in cards for effect in card.effects if getattr(effect, "forces", 0) > 5]
        return any(card.vp for card in cards) and any(not card.vp for card in cards) and not armies

    t.play(1, "Forge Relic", luck=fits)
    offered = t.state.offers[0].copies
    assert CARDS[t.state.card[offered[decide(t).pick]]].vp == max(CARDS[t.state.card[c]].vp for c in offered)
