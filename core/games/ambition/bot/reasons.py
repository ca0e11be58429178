"""Reasons of the heuristic bot of Ambition, each in one sentence."""

from __future__ import annotations

from core.bots.advice import ReasonsOf
from core.engine.text.words import format_count
from core.games.ambition import alliances, challenges, claims, industry, intrigue, schemes, statements, strike, turn
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.cards import PACTS
from core.games.ambition.decisions import (
    Accept,
    Challenge,
    Counter,
    Declare,
    Diplomacy,
    Disarm,
    Doubt,
    Drawn,
    Gift,
    Industry,
    Launch,
    Play,
    Shelter,
)
from core.games.ambition.state import Ambition


def _launch_reason(position: Ask, launch: Launch) -> str:
    if launch.target:
        return f"The strike costs seat {launch.target} more than your Nuclear Arms are worth."
    return "No strike costs a rival more than it costs you."


def _diplomacy_reason(position: Ask, choice: Diplomacy) -> str:
    if choice.kind == turn.CLAIM:
        return _claim_reason(View(position), choice)
    if choice.kind in (turn.PROPOSE, turn.SEAL):
        if choice.kind == turn.SEAL:
            return f"An alliance with seat {choice.partner} pays its stake twice, and in secret nobody can prevent it."
        stake = position.state.rules.pacts[choice.pact].stake
        return f"A {PACTS[choice.pact].name} with seat {choice.partner} has a good chance to pay {stake} back twice."
    if choice.kind == turn.DRAW:
        return "An Elite more in your hand counts at the end, and nobody can challenge a draw."
    return "Nothing here gains more than it risks."


def _claim_reason(view: View, choice: Diplomacy) -> str:
    true = next((face for face, entry in view.elites if entry == choice.card), 0)
    able = [other for other in view.state.others(view.seat) if view.state.purse[other] >= choice.value]
    if not able:
        return f"Nobody has the {choice.value} Influence that a challenge needs, so the claim is safe."
    if true == choice.value:
        return f"It is true: if somebody challenges, they pay you {choice.value} instead."
    return (
        f"It is a lie that {format_count(len(able), 'rival')} must believe; told rarely, it makes your true claims pay."
    )


def _challenge_reason(position: Ask, answer: Challenge) -> str:
    _, value = position.detail
    assert position.state.claim is not None
    may = View(position).possible_values(position.state.claim.entry)
    fit, every = may.count(value), len(may)
    if not fit:
        return f"It cannot be a {value}: you can see where all of them are."
    if fit == every:
        return f"It can only be a {value}."
    seen = f"{fit} of the {every} Elites that it can be are a {value}"
    return f"{seen}, and lies must not pay." if answer.yes else f"{seen}: a wrong challenge costs you {value}."


def _accept_reason(position: Ask, accept: Accept) -> str:
    proposer = position.detail[0]
    if accept.yes:
        return f"The alliance with seat {proposer} is likely enough to be completed, and then pays the stake twice."
    return "The stake would be lost too often."


def _industry_reason(position: Ask, choice: Industry) -> str:
    if choice.kind == industry.GRID:
        return f"Gridworks gives {position.state.rules.numbers.gridworks_gain} Influence for nothing."
    if choice.kind == industry.PLAY:
        return "In play this card protects you, or decides an alliance; in your hand it does nothing."
    if choice.kind == industry.STOP:
        return "No Industrial card of yours does more in play than in your hand."
    return "What you see there helps you to judge claims."


def _play_reason(position: Ask, choice: Play) -> str:
    return "This card gains most now." if choice.card else "A new card is worth more than those you hold."


def _drawn_reason(position: Ask, choice: Drawn) -> str:
    if choice.discard:
        return "The end of the world would come too early for you."
    return "Played now, it gains more than later." if choice.card else "It will be worth more later."


def _gift_reason(position: Ask, choice: Gift) -> str:
    if not choice.seat:
        return "A token would arm a rival."
    return f"{position.state.rules.numbers.death_gift} Influence are worth a token for seat {choice.seat}."


def _disarm_reason(position: Ask, choice: Disarm) -> str:
    if not choice.cards:
        return "You lose nothing by saying so."
    return f"A lie here costs {position.state.rules.numbers.challenge_penalty} if it is caught."


def _declare_reason(position: Ask, choice: Declare) -> str:
    if not choice.value:
        return "No value that you could prove would win."
    if not any(face >= choice.value for face, _ in View(position).elites):
        return "Few can afford to doubt it."
    penalty = position.state.rules.numbers.challenge_penalty
    return f"You hold a {choice.value} or more, so a challenger would lose {penalty}."


def _doubt_reason(position: Ask, choice: Doubt) -> str:
    if choice.seat:
        return f"The statement of seat {choice.seat} is more likely false than true, from what you can see."
    return f"No statement is doubtful enough to risk {position.state.rules.numbers.challenge_penalty} Influence."


def _counter_reason(position: Ask, choice: Counter) -> str:
    return (
        "The strike would cost you more than this card." if choice.card else "The card is worth more than the damage."
    )


def _shelter_reason(position: Ask, choice: Shelter) -> str:
    return "The drill saves more than it costs." if choice.card else "The damage is smaller than the worth of the card."


REASONS: ReasonsOf[Ambition] = {
    turn.LAUNCH: _launch_reason,
    turn.SHIFT: lambda a, decision: (
        "A 5 lets you propose an alliance." if decision.die > 4 else "A draw is worth more than a proposal now."
    ),
    turn.DIPLOMACY: _diplomacy_reason,
    alliances.ACCEPT: _accept_reason,
    claims.CHALLENGE: _challenge_reason,
    industry.INDUSTRY: _industry_reason,
    intrigue.PLAY: _play_reason,
    intrigue.FREIGHT: lambda a, decision: "The other card is worth more to you.",
    intrigue.DRAWN: _drawn_reason,
    schemes.AIM: lambda a, decision: f"Seat {decision.seat} loses most by it, or stands in your way most.",
    schemes.GIFT: _gift_reason,
    schemes.DUEL: lambda a, decision: "It is the Elite that you risk most gladly.",
    statements.DISARM: _disarm_reason,
    statements.DECLARE: _declare_reason,
    statements.YIELD: lambda a, decision: "It costs you least, with the chance that a lie is caught.",
    challenges.DOUBT: _doubt_reason,
    strike.COUNTER: _counter_reason,
    strike.UNSEAL: lambda a, decision: "An open alliance protects only if it is open before the strike hits.",
    strike.SHELTER: _shelter_reason,
}
