"""Reasons of the heuristic bot of Midnight, each in one sentence."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.advice import ReasonsOf
from core.bots.base import DecisionPosition
from core.engine.hidden.piles import copy_of
from core.engine.text.words import format_count
from core.games.midnight import action, elimination, setup, totals, turn, upgrades
from core.games.midnight.cards import (
    BUILD,
    DIAL_NAMES,
    INFLUENCE,
    JAM,
    MIGHT,
    PROTECTION,
    RESEARCH,
    SHIELD,
    UPGRADE,
    kind_of,
)
from core.games.midnight.decisions import Act, Deploy, Upgrades
from core.games.midnight.state import Midnight

Ask = DecisionPosition[Midnight]

DIAL_REASONS = {
    MIGHT: "every Cannon then hits harder",
    PROTECTION: "every Shield then stops more",
    INFLUENCE: "each turn then has one more card and one more action",
    RESEARCH: "sets and Builds then earn more",
}


def _action_reason(position: Ask, act: Act) -> str:
    return ACTION_REASONS[act.kind](position, act)


def _capital_reason(position: Ask, act: Act) -> str:
    if kind_of(copy_of(act.cards[0])) == UPGRADE:
        return "An Upgrade raises a dial as soon as every Capital has one, and a dial pays for the rest of the match."
    return "A Siren in every Capital makes the clock tick, so it hurries the end while it suits you."


def _discard_reason(position: Ask, act: Act) -> str:
    if kind_of(copy_of(act.cards[0])) == BUILD:
        return (
            f"A discarded Build pays {position.state.dial_value(position.seat, RESEARCH)} at once, and "
            f"nobody can stop it."
        )
    return "Intelligence shows what faces you before the guns speak."


def _border_play_reason(position: Ask, act: Act) -> str:
    entry, to = act.entries[0], act.to
    return _border_reason(position, kind_of(position.secrets.faces[entry] if entry > 0 else -entry), to)


def _border_reason(position: Ask, what: int, to: int) -> str:
    state, name = position.state, position.state.rules.cards[what].name
    facing = len(state.border(to, position.seat))
    if position.state.rules.cards[what].attack:
        hit = position.state.rules.cards[what].attack * state.dial_value(position.seat, MIGHT)
        if totals.falls_at_next_tick(state, to):
            return f"Seat {to} is close to Ruin, and this {name} threatens {hit} more."
        if state.worth[to] >= max(state.worth):
            return f"Seat {to} leads with {state.worth[to]} Worth, and this {name} threatens {hit} of it."
        return f"This {name} threatens {hit} of the {state.worth[to]} Worth of seat {to}."
    if what == SHIELD:
        held = state.dial_value(position.seat, PROTECTION)
        if facing:
            return f"Seat {to} has {format_count(facing, 'card')} facing you there, and this Shield stops {held}."
        return f"This Shield stops {held} on a border that is still open."
    if what == BUILD:
        return f"A Build on a border earns {position.state.rules.numbers.build_worth} Worth in the next dispute there."
    if what == JAM:
        return f"A Jam takes out a gun of seat {to}, who has {format_count(facing, 'card')} facing you."
    return f"Intelligence takes out one of the {format_count(facing, 'card')} of seat {to} before they act."


def _move_reason(position: Ask, act: Act) -> str:
    entry = act.entries[0]
    there = _border_reason(position, kind_of(position.secrets.faces[entry] if entry > 0 else -entry), act.to)
    return f"The card does more on the other border: {there[0].lower()}{there[1:]}"


def _set_reason(position: Ask, act: Act) -> str:
    return (
        f"Three cards that count alike pay {position.state.dial_value(position.seat, RESEARCH)} Worth now, "
        f"and make room in your hand."
    )


ACTION_REASONS: dict[str, Callable[[Ask, Act], str]] = {
    action.STOP: lambda a, act: "The cards left in your hand are worth more later than any action is now.",
    action.CAPITAL: _capital_reason,
    action.DISCARD: _discard_reason,
    action.SET: _set_reason,
    action.PAIR: lambda a, act: (
        f"In Ruin a pair pays {a.state.rules.numbers.pair_worth} Worth, and recovery comes closer."
    ),
    action.BORDER: _border_play_reason,
    action.MOVE: _move_reason,
    action.STORE: lambda a, act: "At Midnight your stockpile is your hand, so guns and Builds belong there now.",
}


def _deploy_reason(position: Ask, decision: Deploy) -> str:
    if not decision.plays:
        return "No card of yours does more on a border than in your hand."
    to, entry = decision.plays[0]
    return _border_reason(position, kind_of(position.secrets.faces[entry] if entry > 0 else -entry), to)


def _upgrade_reason(position: Ask, decision: Upgrades) -> str:
    dial = decision.dials[0]
    return f"{DIAL_NAMES[dial]} helps most now: {DIAL_REASONS[dial]}."


REASONS: ReasonsOf[Midnight] = {
    setup.NATION: lambda a, decision: "All nations are equally strong; choose the one that you like.",
    action.ACT: _action_reason,
    turn.TRIM: lambda a, decision: "These cards are the least useful ones in your hand.",
    turn.DEPLOY: _deploy_reason,
    upgrades.UPGRADES: _upgrade_reason,
    elimination.DOWNGRADE: lambda a, decision: (
        f"{DIAL_NAMES[decision.dial]} is the dial that you can spare most easily."
    ),
    elimination.CAPTURE: lambda a, decision: "It is the most useful card in that hand.",
}
