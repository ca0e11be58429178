"""Reasons of the heuristic bot of Cabinet, each in one sentence."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.advice import ReasonsOf
from core.engine.text.words import format_count, join_list
from core.games.cabinet import action, cards, discards, milestones, ministries, payment, turn
from core.games.cabinet.bot.weights import Ask, turns_left
from core.games.cabinet.cards import MINISTRY
from core.games.cabinet.decisions import Accept, Act, Attempt, Draw, Mix, Pledge, Settle, Swap
from core.games.cabinet.state import Cabinet


def _action_reason(position: Ask, act: Act) -> str:
    return ACTION_REASONS[act.kind](position, act)


def _solve_reason(position: Ask, act: Act) -> str:
    lying = len(position.state.challenges)
    return (
        f"{cards.name_of(act.challenge)} costs the team a card at every Upkeep, and you can pay for it alone; "
        f"{format_count(lying - 1, 'Challenge')} would remain."
    )


def _milestone_reason(position: Ask, act: Act) -> str:
    missing, left = max(0, position.state.target - position.state.score), turns_left(position.state)
    return (
        f"The team lacks {format_count(missing, 'point')} with about {format_count(left, 'turn')} left, and "
        f"together you can pay now."
    )


def _share_reason(position: Ask, act: Act) -> str:
    return (
        f"With {cards.name_of(act.card)}, seat {act.to} can pay for a Challenge alone, or you save a card "
        f"over the limit."
    )


def _play_reason(position: Ask, act: Act) -> str:
    return f"{cards.name_of(act.card)} does more for the team now than as an Assist later."


def _gather_reason(position: Ask, act: Act) -> str:
    if act.deck == MINISTRY:
        return "You hold fewer than two Ministries, and an Assist replaces two cards in a payment."
    return "No payment and no Ministry brings more than one card this turn, so take the card."


ACTION_REASONS: dict[str, Callable[[Ask, Act], str]] = {
    action.GATHER: _gather_reason,
    action.PLAY: _play_reason,
    action.ATTEMPT: _milestone_reason,
    action.SOLVE: _solve_reason,
    action.SHARE: _share_reason,
    action.STOP: lambda a, act: "Every action that is left costs more than it brings.",
}


def _draw_reason(position: Ask, draw: Draw) -> str:
    if draw.deck == MINISTRY:
        return "You hold fewer than two Ministries: one to assist with and one to play is a good hand."
    return "You have enough Ministries, and every payment needs Resources."


def _mix_reason(position: Ask, mix: Mix) -> str:
    if mix.ministries:
        return "A Ministry to play or to assist with is worth more than one more Resource."
    return "You have enough Ministries, and every payment needs Resources."


def _settle_reason(position: Ask, settle: Settle) -> str:
    name = cards.name_of(position.state.at_stake)
    if not settle.pays:
        return f"The cards for {name} are worth more to the team than what it does."
    if settle.assist:
        return f"With {cards.name_of(settle.assist)} as Assist, {name} costs the team least."
    return f"Unpaid, {name} would cost the team more than its price."


def _attempt_reason(position: Ask, attempt: Attempt) -> str:
    if not attempt.card:
        return "The team cannot pay for either of them, or not in the calm that they need."
    face = position.state.rules.milestone(attempt.card)
    return f"{face.name} gives {format_count(face.points, 'point')}, and the team holds the cards for it."


def _pledge_reason(position: Ask, pledge: Pledge) -> str:
    if not pledge.cards:
        return "You hold nothing that this payment needs."
    names = join_list(dict.fromkeys(cards.name_of(card) for card in pledge.cards))
    return f"The cost asks for {names}, and only what is needed is taken."


def _swap_reason(position: Ask, swap: Swap) -> str:
    if not swap.to:
        return "No swap would let you pay for a Challenge."
    return f"With {join_list(map(cards.name_of, swap.theirs))} you can pay for a Challenge alone."


def _accept_reason(position: Ask, accept: Accept) -> str:
    return "You all play for one team, and the swap leaves you a card." if accept.yes else "It would empty your hand."


REASONS: ReasonsOf[Cabinet] = {
    turn.DRAW: _draw_reason,
    turn.MIX: _mix_reason,
    action.ACT: _action_reason,
    milestones.ATTEMPT: _attempt_reason,
    payment.SETTLE: _settle_reason,
    payment.PLEDGE: _pledge_reason,
    discards.OFFER: lambda a, decision: "The team misses these cards least.",
    discards.LOSE: lambda a, decision: "These are the least useful cards of your hand.",
    discards.TRIM: lambda a, decision: "These are the least useful cards of your hand.",
    ministries.ARRANGE: lambda a, decision: "What the team can pay comes up first.",
    ministries.GUESTS: lambda a, decision: "They hold the fewest cards, so a card helps them most.",
    ministries.SWAP: _swap_reason,
    ministries.ACCEPT: _accept_reason,
    ministries.TAKE: lambda a, decision: "The team has the fewest of these.",
}
