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


def choose_disarm(position: Ask) -> Disarm:
    """Return a decision that discards all Nuclear Arms, or occasionally keeps one of several."""
    weights = position.weights_or(USUAL)
    v = View(position)
    arms = v.entries_with_faces(NUCLEAR_ARMS)
    if arms and v.late == 0 and len(v.intrigue) > 1 and v.roll_percent(weights.arms_held_back):
        arms = arms[1:]
    return Disarm(tuple(DECKS.named_card(position.state, position.secrets, entry) for entry in arms))


def choose_declaration(position: Ask) -> Declare:
    """Return the value of the best Elite, or occasionally one slightly above the earlier declarations."""
    weights = position.weights_or(USUAL)
    v = View(position)
    best, highest = v.elites[-1].face, position.state.rules.highest
    said = max((item.value for item in position.state.statements), default=0)
    if (
        said >= best
        and said < highest
        and v.roll_percent(weights.boasted + weights.boasted_poor * (v.purse < weights.poor))
    ):
        return Declare(min(highest, said + (said < weights.highest_boast)))
    return Declare(best)


def choose_yield(position: Ask) -> Yield:
    """Return the cheapest answer to the card, occasionally a lie."""
    weights = position.weights_or(USUAL)
    by, face, named = position.detail
    v = View(position)
    results = list(statements.YIELD.options(position.state, position.seat, position.secrets, by, face, named))
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
            if v.roll_percent(weights.poor_lies if poor else _false_denial_chance(weights, len(v.elites)))
            else cheap
        )
    warlike = bool(v.entries_with_faces(*statements.WARLIKE_CARDS))
    if face == INSPECTION:
        if give is not None:
            return Yield("no") if no and v.roll_percent(weights.inspected_lies) else give
        return no if no and (not warlike or v.roll_percent(weights.inspected_token)) else Yield("token")
    if face == BLACKMAIL:
        if no and (not warlike or v.roll_percent(weights.blackmailed_lies)):
            return no
        return Yield("show")
    if give is None or v.roll_percent(weights.poor_lies if poor else weights.ultimatum_lies):
        return Yield("no")
    return give if named != ARMAGEDDON or v.lead() < -weights.world_handed else Yield("pay")


def _false_denial_chance(weights: Weights, held: int) -> int:
    """Return the chance, in percent, that a seat falsely denies having an Elite worth 3 or more.

    The chance depends on `held`, the number of Elites in its hand.
    """
    return weights.no_elite[min(held, len(weights.no_elite) - 1)]


def _value(view: View, one: Yield) -> int:
    card = one.card
    return view.state.rules.elites[view.state.face(card) if isinstance(card, int) else card.face].value


def choose_doubt(position: Ask) -> Doubt:
    """Return a challenge of the seat whose false claim is most profitable to expose, or of no seat (0).

    The bot challenges only if the expected gain is greater than the expected cost.
    """
    weights = position.weights_or(USUAL)
    v = View(position)
    results = []
    for item in position.state.statements:
        if item.seat != position.seat and item.seat in challenges.challengeable_seats(position.state):
            numbers = position.state.rules.numbers
            lies, penalty = lie_probability(v, item), numbers.challenge_penalty
            paid = min(penalty, position.state.purse[item.seat])
            brings = v.harm_value(item.seat) * paid + 10 * min(paid, numbers.doubt_reward) + _penalty_value(v, item)
            owed = weights.an_elite * numbers.forfeited_elites * (v.purse < penalty and bool(v.elites))
            costs = 10 * min(penalty, v.purse) + owed + weights.doubt_costs
            results.append((lies * brings - (100 - lies) * costs, item.seat))
    return Doubt(max(results)[1] if results and max(results)[0] > 0 else 0)


def _penalty_value(view: View, one: Statement) -> int:
    """Return the value, to this seat, of the penalty for a claimant whose lie is exposed."""
    weights = view.weights
    if one.what == statements.VALUE:
        said = max((other.value for other in view.state.statements if other.seat == view.seat), default=0)
        best = max(other.value for other in view.state.statements if other.seat != one.seat)
        return weights.doubt_census if said and said >= best else weights.doubt_census_else
    if one.to == view.seat:
        return {statements.NONE: weights.doubt_elite, statements.PEACEFUL: weights.doubt_peaceful}.get(
            one.what, weights.doubt_own
        )
    return weights.doubt_others


def lie_probability(view: View, one: Statement) -> int:
    """Return the probability that this statement is a lie, in percent."""
    weights = view.weights
    state, seen = view.state, view.known_faces(one.seat, "intrigue")
    if one.what == statements.VALUE or one.what == statements.NONE:
        return _elite_lie_probability(view, one)
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


def _elite_lie_probability(view: View, one: Statement) -> int:
    """Return the probability that a statement about Elites is a lie, in percent.

    It combines the deck's odds for the claimant's Elites with the usual honesty of players.
    """
    weights = view.weights
    minimum = one.value if one.what == statements.VALUE else view.state.rules.numbers.defection
    lacking = 1000
    for entry in view.state.hand(one.seat, "elites"):
        may = view.possible_values(entry)
        lacking = lacking * sum(value < minimum for value in may) // max(1, len(may))
    if one.what == statements.VALUE:
        false, true, often = lacking, 1000 - lacking, weights.census_lied
    else:
        false, true, often = (
            1000 - lacking,
            lacking,
            _false_denial_chance(weights, len(view.state.hand(one.seat, "elites"))),
        )
    return 100 * false * often // max(1, false * often + 100 * true)
