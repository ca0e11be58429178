"""Reasons of the heuristic bot of Cabinet, each in one sentence."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.advice import ReasonsOf
from core.engine.text.words import count, listed
from core.games.cabinet import action, cards, discards, milestones, ministries, payment, turn
from core.games.cabinet.bot.weights import Ask, turns_left
from core.games.cabinet.cards import MINISTRY
from core.games.cabinet.decisions import Accept, Act, Attempt, Draw, Pledge, Swap
from core.games.cabinet.state import Cabinet


def _act(a: Ask, act: Act) -> str:
    return ACTS[act.kind](a, act)


def _solve(a: Ask, act: Act) -> str:
    lying = len(a.state.challenges)
    return (
        f"{cards.name(act.challenge)} costs the team a card at every Upkeep, and you can pay for it alone; "
        f"{count(lying - 1, 'Challenge')} would remain."
    )


def _milestone(a: Ask, act: Act) -> str:
    missing, left = max(0, a.state.target - a.state.score), turns_left(a.state)
    return (
        f"The team lacks {count(missing, 'point')} with about {count(left, 'turn')} left, and together you can pay now."
    )


def _share(a: Ask, act: Act) -> str:
    return (
        f"With {cards.name(act.card)}, seat {act.to} can pay for a Challenge alone, or you save a card over the limit."
    )


def _play(a: Ask, act: Act) -> str:
    return f"{cards.name(act.card)} does more for the team now than as an Assist later."


def _gather(a: Ask, act: Act) -> str:
    if act.deck == MINISTRY:
        return "You hold fewer than two Ministries, and an Assist replaces two cards in a payment."
    return "No payment and no Ministry brings more than one card this turn, so take the card."


ACTS: dict[str, Callable[[Ask, Act], str]] = {
    action.GATHER: _gather,
    action.PLAY: _play,
    action.ATTEMPT: _milestone,
    action.SOLVE: _solve,
    action.SHARE: _share,
    action.STOP: lambda a, act: "Every action that is left costs more than it brings.",
}


def _draw(a: Ask, draw: Draw) -> str:
    if draw.deck == MINISTRY:
        return "You hold fewer than two Ministries: one to assist with and one to play is a good hand."
    return "You have Ministries enough, and every payment needs Resources."


def _attempt(a: Ask, attempt: Attempt) -> str:
    if not attempt.card:
        return "The team cannot pay for either of them, or not in the calm that they need."
    face = a.state.rules.milestone(attempt.card)
    return f"{face.name} gives {count(face.points, 'point')}, and the team holds the cards for it."


def _pledge(a: Ask, pledge: Pledge) -> str:
    if not pledge.cards:
        return "You hold nothing that this payment needs."
    names = listed(dict.fromkeys(cards.name(card) for card in pledge.cards))
    return f"The cost asks for {names}, and only what is needed is taken."


def _swap(a: Ask, swap: Swap) -> str:
    if not swap.to:
        return "No swap would let you pay for a Challenge."
    return f"With {listed(map(cards.name, swap.theirs))} you can pay for a Challenge alone."


def _accept(a: Ask, accept: Accept) -> str:
    return "You all play for one team, and the swap leaves you a card." if accept.yes else "It would empty your hand."


REASONS: ReasonsOf[Cabinet] = {
    turn.DRAW: _draw,
    action.ACT: _act,
    milestones.ATTEMPT: _attempt,
    payment.PLEDGE: _pledge,
    discards.OFFER: lambda a, decision: "The team misses these cards least.",
    discards.LOSE: lambda a, decision: "These are the least useful cards of your hand.",
    discards.TRIM: lambda a, decision: "These are the least useful cards of your hand.",
    ministries.ARRANGE: lambda a, decision: "What the team can pay comes up first.",
    ministries.GUESTS: lambda a, decision: "They hold the fewest cards, so a card helps them most.",
    ministries.SWAP: _swap,
    ministries.ACCEPT: _accept,
    ministries.TAKE: lambda a, decision: "The team has the fewest of these.",
}
