"""The bot's answers to Intrigue cards that demand statements, and its trust in other seats' statements."""

from __future__ import annotations

from core.games.ambition import challenges, statements
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.bot.weights import USUAL, Weights
from core.games.ambition.cards import (
    ARMAGEDDON,
    BLACKMAIL,
    DEFECTION,
    EARLY_WARNING,
    INSPECTION,
    NUCLEAR_ARMS,
)
from core.games.ambition.decisions import Declare, Disarm, Doubt, Yield
from core.games.ambition.hands import DECKS
from core.games.ambition.state import Statement


def disarm(a: Ask) -> Disarm:
    """Return a decision that discards all Nuclear Arms, or occasionally keeps one of several."""
    weights = a.weights_or(USUAL)
    v = View(a)
    arms = v.has(NUCLEAR_ARMS)
    if arms and v.late == 0 and len(v.intrigue) > 1 and v.chance(weights.arms_held_back):
        arms = arms[1:]
    return Disarm(tuple(DECKS.named(a.state, a.secrets, entry) for entry in arms))


def census(a: Ask) -> Declare:
    """Return the value of the best Elite, or occasionally one slightly above the earlier declarations."""
    weights = a.weights_or(USUAL)
    v = View(a)
    best, highest = v.elites[-1].face, a.state.rules.highest
    said = max((item.value for item in a.state.statements), default=0)
    if said >= best and said < highest and v.chance(weights.boasted + weights.boasted_poor * (v.purse < weights.poor)):
        return Declare(min(highest, said + (said < weights.highest_boast)))
    return Declare(best)


def yielded(a: Ask) -> Yield:
    """Return the cheapest answer to the card, occasionally a lie."""
    weights = a.weights_or(USUAL)
    by, face, named = a.detail
    v = View(a)
    results = list(statements.YIELD.options(a.state, a.seat, a.secrets, by, face, named))
    ways = {item.kind: item for item in reversed(results)}
    no = ways.get("no")
    give = ways.get("give")
    poor = v.purse < weights.poor
    if face == DEFECTION:
        if give is None:
            return Yield("no")
        cheap = min((item for item in results if item.kind == "give"), key=lambda item: _value(v, item))
        return (
            Yield("no")
            if v.chance(weights.poor_lies if poor else _false_denial_chance(weights, len(v.elites)))
            else cheap
        )
    warlike = bool(v.has(*statements.WARLIKE_CARDS))
    if face == INSPECTION:
        if give is not None:
            return Yield("no") if no and v.chance(weights.inspected_lies) else give
        return no if no and (not warlike or v.chance(weights.inspected_token)) else Yield("token")
    if face == BLACKMAIL:
        if no and (not warlike or v.chance(weights.blackmailed_lies)):
            return no
        return Yield("show")
    if give is None or v.chance(weights.poor_lies if poor else weights.ultimatum_lies):
        return Yield("no")
    return give if named != ARMAGEDDON or v.lead() < -weights.world_handed else Yield("pay")


def _false_denial_chance(weights: Weights, held: int) -> int:
    """Return the chance, in percent, that a seat falsely denies having an Elite worth 3 or more.

    The chance depends on `held`, the number of Elites in its hand.
    """
    return weights.no_elite[min(held, len(weights.no_elite) - 1)]


def _value(v: View, one: Yield) -> int:
    card = one.card
    return v.state.rules.elites[v.state.face(card) if isinstance(card, int) else card.face].value


def doubt(a: Ask) -> Doubt:
    """Return a challenge of the seat whose false claim is most profitable to expose, or of no seat (0).

    The bot challenges only if the expected gain is greater than the expected cost.
    """
    weights = a.weights_or(USUAL)
    v = View(a)
    results = []
    for item in a.state.statements:
        if item.seat != a.seat and item.seat in challenges.challengeable_seats(a.state):
            lies, penalty = lie_probability(v, item), a.state.rules.numbers.challenge_penalty
            brings = v.harm(item.seat) * min(penalty, a.state.purse[item.seat]) + _penalty_worth(v, item)
            results.append(
                (lies * brings - (100 - lies) * (10 * min(penalty, v.purse) + weights.doubt_costs), item.seat)
            )
    return Doubt(max(results)[1] if results and max(results)[0] > 0 else 0)


def _penalty_worth(v: View, one: Statement) -> int:
    """Return the value, to this seat, of the penalty for a claimant whose lie is exposed."""
    weights = v.weights
    if one.what == statements.VALUE:
        said = max((other.value for other in v.state.statements if other.seat == v.seat), default=0)
        best = max(other.value for other in v.state.statements if other.seat != one.seat)
        return weights.doubt_census if said and said >= best else weights.doubt_census_else
    if one.to == v.seat:
        return {statements.NONE: weights.doubt_elite, statements.PEACEFUL: weights.doubt_peaceful}.get(
            one.what, weights.doubt_own
        )
    return weights.doubt_others


def lie_probability(v: View, one: Statement) -> int:
    """Return the probability that this statement is a lie, in percent."""
    weights = v.weights
    state, seen = v.state, v.seen(one.seat, "intrigue")
    if one.what == statements.VALUE or one.what == statements.NONE:
        return _elite_lie_probability(v, one)
    bad = {
        statements.ALL: (NUCLEAR_ARMS,),
        statements.NO: (one.value,),
    }.get(one.what, statements.WARLIKE_CARDS)
    if any(face in seen for face in bad):
        return 100
    if len(seen) == len(state.hand(one.seat, "intrigue")):
        return 0
    if not state.token[one.seat] and EARLY_WARNING not in bad:
        return 0
    return {
        statements.ALL: weights.all_lied,
        statements.CLEAN: weights.clean_lied,
        statements.PEACEFUL: weights.peaceful_lied,
        statements.NO: weights.no_lied,
    }[one.what]


def _elite_lie_probability(v: View, one: Statement) -> int:
    """Return the probability that a statement about Elites is a lie, in percent.

    It combines the deck's odds for the claimant's Elites with the usual honesty of players.
    """
    weights = v.weights
    minimum = one.value if one.what == statements.VALUE else v.state.rules.numbers.defection
    lacking = 1000
    for entry in v.state.hand(one.seat, "elites"):
        may = v.values(entry)
        lacking = lacking * sum(value < minimum for value in may) // max(1, len(may))
    if one.what == statements.VALUE:
        false, true, often = lacking, 1000 - lacking, weights.census_lied
    else:
        false, true, often = (
            1000 - lacking,
            lacking,
            _false_denial_chance(weights, len(v.state.hand(one.seat, "elites"))),
        )
    return 100 * false * often // max(1, false * often + 100 * true)
