"""Reasons of the heuristic bot of Outposts, each in one sentence."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.advice import ReasonsOf
from core.bots.base import DecisionPosition
from core.engine.hidden.piles import copy_of
from core.engine.text.words import format_count
from core.games.outposts import cards, cleanup, lookout_phase, production, setup
from core.games.outposts.action import ACT
from core.games.outposts.actions import owner_of
from core.games.outposts.bot.weights import USUAL, rounds_left
from core.games.outposts.decisions import Act, Select
from core.games.outposts.gains import level_gain
from core.games.outposts.goods import Gain
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import goods_text, place_name

Ask = DecisionPosition[Outposts]


def _rounds_left_text(position: Ask) -> str:
    rounds = rounds_left(USUAL, position.state)
    return f"about {format_count(rounds, 'more round')}" if rounds else "this last round"


def _gain_text(gain: Gain) -> str:
    return goods_text(gain) or "nothing at once"


def _build_reason(position: Ask, act: Act) -> str:
    card = position.state.rules.card(copy_of(act.card))
    if card.kind == cards.PRODUCTION:
        return f"{card.name} produces now and in {_rounds_left_text(position)}, and counts 1 VP at the end."
    return f"{card.name} keeps working for {_rounds_left_text(position)}, and counts 1 VP at the end."


def _deal_reason(position: Ask, act: Act) -> str:
    return (
        f"The Deal gives you {_gain_text(position.state.rules.card(copy_of(act.card)).deal)} now and in "
        f"{_rounds_left_text(position)}."
    )


def _raze_card_reason(position: Ask, act: Act) -> str:
    return (
        f"The spoils, {_gain_text(position.state.rules.card(copy_of(act.card)).spoils)}, are worth more than "
        f"the card in your hand."
    )


def _raze_location_reason(position: Ask, act: Act) -> str:
    owner = owner_of(position.state, position.seat, act.at)
    whose = "the Warden" if owner == WARDEN else f"seat {owner}"
    return (
        f"It costs {whose} {cards.name_of(act.at)}, and gives you "
        f"{_gain_text(position.state.rules.card(act.at).spoils)}."
    )


def _raze_outpost_reason(position: Ask, act: Act) -> str:
    owner = position.state.owner[act.place]
    whose = "the Warden" if owner == WARDEN else f"seat {owner}"
    return (
        f"It takes {place_name(act.place)} from {whose}, and gives you "
        f"{_gain_text(level_gain(position.state, act.place, act.level))}."
    )


def _outpost_reason(position: Ask, act: Act) -> str:
    return (
        f"An Outpost there gives you {_gain_text(level_gain(position.state, act.place, 1))}, and more when "
        f"you upgrade it."
    )


def _upgrade_reason(position: Ask, act: Act) -> str:
    return (
        f"With the upgrade, {place_name(act.place)} gives you "
        f"{_gain_text(level_gain(position.state, act.place, act.level))}."
    )


ACTION_REASONS: dict[str, Callable[[Ask, Act], str]] = {
    "pass": lambda a, act: (
        "Nothing that is left gains more than it costs, and after a pass nobody can raze your Outposts."
    ),
    "build": _build_reason,
    "develop": lambda a, act: "Developing brings the new Location and 1 VP more.",
    "deal": _deal_reason,
    "raze card": _raze_card_reason,
    "raze location": _raze_location_reason,
    "raze outpost": _raze_outpost_reason,
    "use": lambda a, act: f"{cards.name_of(act.at)} is free this round, and unused it gives nothing.",
    "board": lambda a, act: "Your league turns goods that you would lose into better ones.",
    "visit": lambda a, act: (
        f"A visit to {cards.name_of(act.at)} costs only a crew, which you lose at the end of the round."
    ),
    "claim": lambda a, act: f"The Connection gives you {_gain_text(a.state.rules.connection(act.at).gain)} for a crew.",
    "labour": lambda a, act: "Crew is lost at the end of the round, and a mark is kept.",
    "fortify": lambda a, act: "A rival has enough to raze you, and Walls are lost at the end of the round anyway.",
    "outpost": _outpost_reason,
    "upgrade": _upgrade_reason,
}


def _action_reason(position: Ask, act: Act) -> str:
    reason = ACTION_REASONS.get(act.kind)
    return reason(position, act) if reason is not None else "It gains more than it costs."


def _select_reason(position: Ask, choice: Select) -> str:
    if choice.card:
        card = position.state.rules.card(choice.card)
        return f"{card.name} is the card of the row that would gain you most in {_rounds_left_text(position)}."
    gain = _gain_text(level_gain(position.state, choice.place, 1))
    return f"An Outpost on {place_name(choice.place)} gives you {gain}, more than any card."


REASONS: ReasonsOf[Outposts] = {
    setup.LEAGUE: lambda a, decision: "All leagues are worth about the same; choose the one that you like.",
    setup.BURY: lambda a, decision: "Those under your satchel would gain you least as Locations.",
    lookout_phase.SELECT: _select_reason,
    production.FAVOUR: lambda a, decision: "This direction gives the most.",
    ACT: _action_reason,
    cleanup.TIDY: lambda a, decision: "Marks pay for the most, and these cards are the best of your hand.",
}
