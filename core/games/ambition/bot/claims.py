"""What the heuristic bot says in Ambition when an Intrigue card asks for words, and whom it believes then."""

from __future__ import annotations

from core.games.ambition import challenges, statements
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.bot.weights import USUAL, Weights
from core.games.ambition.cards import (
    ARMAGEDDON,
    BLACKMAIL,
    CAUGHT,
    DEFECTION,
    EARLY_WARNING,
    ELITES,
    HIGHEST,
    INSPECTION,
    NUCLEAR_ARMS,
)
from core.games.ambition.decisions import Declare, Disarm, Doubt, Yield
from core.games.ambition.hands import DECKS
from core.games.ambition.state import Statement


def disarm(a: Ask) -> Disarm:
    """All Nuclear Arms; now and then one is kept."""
    weights: Weights = a.weights or USUAL
    v = View(a)
    arms = v.has(NUCLEAR_ARMS)
    if arms and v.late == 0 and len(v.intrigue) > 1 and v.chance(weights.arms_held_back):
        arms = arms[1:]
    return Disarm(tuple(DECKS.named(a.state, a.secrets, entry) for entry in arms))


def census(a: Ask) -> Declare:
    """The best Elite; now and then one that is a little better than what has been said."""
    weights: Weights = a.weights or USUAL
    v = View(a)
    best = v.elites[-1].face
    said = max((one.value for one in a.state.statements), default=0)
    if said >= best and said < HIGHEST and v.chance(weights.boasted + weights.boasted_poor * (v.purse < weights.poor)):
        return Declare(min(HIGHEST, said + (said < weights.highest_boast)))
    return Declare(best)


def yielded(a: Ask) -> Yield:
    """What costs least; a lie now and then."""
    weights: Weights = a.weights or USUAL
    by, face, named = a.detail
    v = View(a)
    found = list(statements.YIELD.options(a.state, a.seat, a.secrets, by, face, named))
    ways = {one.kind: one for one in reversed(found)}
    no = ways.get("no")
    give = ways.get("give")
    poor = v.purse < weights.poor
    if face == DEFECTION:
        if give is None:
            return Yield("no")
        cheap = min((one for one in found if one.kind == "give"), key=lambda one: _value(v, one))
        return Yield("no") if v.chance(weights.poor_lies if poor else _denied(weights, len(v.elites))) else cheap
    warlike = bool(v.has(*statements.WARLIKE))
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


def _denied(weights: Weights, held: int) -> int:
    """How often somebody with so many Elites says that none is worth 3."""
    return weights.no_elite[min(held, len(weights.no_elite) - 1)]


def _value(v: View, one: Yield) -> int:
    card = one.card
    return ELITES[v.state.face(card) if isinstance(card, int) else card.face].value


def doubt(a: Ask) -> Doubt:
    """Who is likely to lie, if being wrong costs less than being right brings."""
    weights: Weights = a.weights or USUAL
    v = View(a)
    found = []
    for one in a.state.statements:
        if one.seat != a.seat and one.seat in challenges.doubtful(a.state):
            lies = lied(v, one)
            brings = v.harm(one.seat) * min(CAUGHT, a.state.purse[one.seat]) + _fulfilled(v, one)
            found.append((lies * brings - (100 - lies) * (10 * min(CAUGHT, v.purse) + weights.doubt_costs), one.seat))
    return Doubt(max(found)[1] if found and max(found)[0] > 0 else 0)


def _fulfilled(v: View, one: Statement) -> int:
    """What a caught claimant gives up, to this seat or for good."""
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


def lied(v: View, one: Statement) -> int:
    """How likely these words are a lie, in percent."""
    weights = v.weights
    state, seen = v.state, v.seen(one.seat, "intrigue")
    if one.what == statements.VALUE or one.what == statements.NONE:
        return _boasted(v, one)
    bad = {
        statements.ALL: (NUCLEAR_ARMS,),
        statements.NO: (one.value,),
    }.get(one.what, statements.WARLIKE)
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


def _boasted(v: View, one: Statement) -> int:
    """About Elites: what the deck says of so many cards, and that most speak the truth."""
    weights = v.weights
    least = one.value if one.what == statements.VALUE else statements.WORTHY
    lacking = 1000
    for entry in v.state.hand(one.seat, "elites"):
        may = v.values(entry)
        lacking = lacking * sum(value < least for value in may) // max(1, len(may))
    if one.what == statements.VALUE:
        false, true, often = lacking, 1000 - lacking, weights.census_lied
    else:
        false, true, often = 1000 - lacking, lacking, _denied(weights, len(v.state.hand(one.seat, "elites")))
    return 100 * false * often // max(1, false * often + 100 * true)
