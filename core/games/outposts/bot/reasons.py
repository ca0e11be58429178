"""Reasons of the heuristic bot of Outposts, each in one sentence."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.advice import ReasonsOf
from core.bots.base import DecisionPosition
from core.engine.hidden.piles import copy_of
from core.engine.text.words import count
from core.games.outposts import cards, cleanup, lookout_phase, production, setup
from core.games.outposts.action import ACT
from core.games.outposts.actions import owner_of
from core.games.outposts.bot.weights import USUAL, rounds_left
from core.games.outposts.decisions import Act, Select
from core.games.outposts.gains import level_gain
from core.games.outposts.goods import Gain
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import goods, place

Ask = DecisionPosition[Outposts]


def _left(a: Ask) -> str:
    rounds = rounds_left(USUAL, a.state)
    return f"about {count(rounds, 'more round')}" if rounds else "this last round"


def _what(gain: Gain) -> str:
    return goods(gain) or "nothing at once"


def _build(a: Ask, act: Act) -> str:
    card = a.state.rules.card(copy_of(act.card))
    if card.kind == cards.PRODUCTION:
        return f"{card.name} produces now and in {_left(a)}, and counts 1 VP at the end."
    return f"{card.name} keeps working for {_left(a)}, and counts 1 VP at the end."


def _deal(a: Ask, act: Act) -> str:
    return f"The Deal gives you {_what(a.state.rules.card(copy_of(act.card)).deal)} now and in {_left(a)}."


def _raze_card(a: Ask, act: Act) -> str:
    return (
        f"The spoils, {_what(a.state.rules.card(copy_of(act.card)).spoils)}, are worth more than the card in your hand."
    )


def _raze_location(a: Ask, act: Act) -> str:
    owner = owner_of(a.state, a.seat, act.at)
    whose = "the Warden" if owner == WARDEN else f"seat {owner}"
    return f"It costs {whose} {cards.name(act.at)}, and gives you {_what(a.state.rules.card(act.at).spoils)}."


def _raze_outpost(a: Ask, act: Act) -> str:
    owner = a.state.owner[act.place]
    whose = "the Warden" if owner == WARDEN else f"seat {owner}"
    return (
        f"It takes {place(act.place)} from {whose}, and gives you {_what(level_gain(a.state, act.place, act.level))}."
    )


def _outpost(a: Ask, act: Act) -> str:
    return f"An Outpost there gives you {_what(level_gain(a.state, act.place, 1))}, and more when you upgrade it."


def _upgrade(a: Ask, act: Act) -> str:
    return f"With the upgrade, {place(act.place)} gives you {_what(level_gain(a.state, act.place, act.level))}."


ACTS: dict[str, Callable[[Ask, Act], str]] = {
    "pass": lambda a, act: "Nothing that is left gains more than it costs, and after a pass nobody can raze you.",
    "build": _build,
    "develop": lambda a, act: "Developing brings the new Location and 1 VP more.",
    "deal": _deal,
    "raze card": _raze_card,
    "raze location": _raze_location,
    "raze outpost": _raze_outpost,
    "use": lambda a, act: f"{cards.name(act.at)} is free this round, and unused it gives nothing.",
    "board": lambda a, act: "Your league turns goods that you would lose into better ones.",
    "visit": lambda a, act: (
        f"A visit to {cards.name(act.at)} costs only a crew, which you lose at the end of the round."
    ),
    "claim": lambda a, act: f"The Connection gives you {_what(a.state.rules.connection(act.at).gain)} for a crew.",
    "labour": lambda a, act: "Crew is lost at the end of the round, and a mark is kept.",
    "fortify": lambda a, act: "A rival has enough to raze you, and Walls are lost at the end of the round anyway.",
    "outpost": _outpost,
    "upgrade": _upgrade,
}


def _act(a: Ask, act: Act) -> str:
    reason = ACTS.get(act.kind)
    return reason(a, act) if reason is not None else "It gains more than it costs."


def _select(a: Ask, choice: Select) -> str:
    if choice.card:
        card = a.state.rules.card(choice.card)
        return f"{card.name} is the card of the row that would gain you most in {_left(a)}."
    gain = _what(level_gain(a.state, choice.place, 1))
    return f"An Outpost on {place(choice.place)} gives you {gain}, more than any card."


REASONS: ReasonsOf[Outposts] = {
    setup.LEAGUE: lambda a, decision: "All leagues are worth about the same; choose the one that you like.",
    setup.BURY: lambda a, decision: "Those under your satchel would gain you least as Locations.",
    lookout_phase.SELECT: _select,
    production.FAVOUR: lambda a, decision: "This direction gives the most.",
    ACT: _act,
    cleanup.TIDY: lambda a, decision: "Marks pay for the most, and these cards are the best of your hand.",
}
