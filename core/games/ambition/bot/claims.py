"""What the heuristic bot says in Ambition when an Intrigue card asks for words, and whom it believes then."""

from __future__ import annotations

from core.games.ambition import challenges, statements
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.bot.weights import (
    ALL_LIED,
    ARMS_HELD_BACK,
    BLACKMAILED_LIES,
    BOASTED,
    BOASTED_POOR,
    CENSUS_LIED,
    CLEAN_LIED,
    DOUBT_CENSUS,
    DOUBT_CENSUS_ELSE,
    DOUBT_COSTS,
    DOUBT_ELITE,
    DOUBT_OTHERS,
    DOUBT_OWN,
    DOUBT_PEACEFUL,
    HIGHEST_BOAST,
    INSPECTED_LIES,
    INSPECTED_TOKEN,
    NO_ELITE,
    NO_LIED,
    PEACEFUL_LIED,
    POOR,
    POOR_LIES,
    ULTIMATUM_LIES,
    WORLD_HANDED,
)
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
    v = View(a)
    arms = v.has(NUCLEAR_ARMS)
    if arms and v.late == 0 and len(v.intrigue) > 1 and v.chance(ARMS_HELD_BACK):
        arms = arms[1:]
    return Disarm(tuple(DECKS.named(a.state, a.secrets, entry) for entry in arms))


def census(a: Ask) -> Declare:
    """The best Elite; now and then one that is a little better than what has been said."""
    v = View(a)
    best = v.elites[-1].face
    said = max((one.value for one in a.state.statements), default=0)
    if said >= best and said < HIGHEST and v.chance(BOASTED + BOASTED_POOR * (v.purse < POOR)):
        return Declare(min(HIGHEST, said + (said < HIGHEST_BOAST)))
    return Declare(best)


def yielded(a: Ask) -> Yield:
    """What costs least; a lie now and then."""
    by, face, named = a.detail
    v = View(a)
    found = list(statements.YIELD.options(a.state, a.seat, a.secrets, by, face, named))
    ways = {one.kind: one for one in reversed(found)}
    no = ways.get("no")
    give = ways.get("give")
    poor = v.purse < POOR
    if face == DEFECTION:
        if give is None:
            return Yield("no")
        cheap = min((one for one in found if one.kind == "give"), key=lambda one: _value(v, one))
        return Yield("no") if v.chance(POOR_LIES if poor else _denied(len(v.elites))) else cheap
    warlike = bool(v.has(*statements.WARLIKE))
    if face == INSPECTION:
        if give is not None:
            return Yield("no") if no and v.chance(INSPECTED_LIES) else give
        return no if no and (not warlike or v.chance(INSPECTED_TOKEN)) else Yield("token")
    if face == BLACKMAIL:
        if no and (not warlike or v.chance(BLACKMAILED_LIES)):
            return no
        return Yield("show")
    if give is None or v.chance(POOR_LIES if poor else ULTIMATUM_LIES):
        return Yield("no")
    return give if named != ARMAGEDDON or v.lead() < -WORLD_HANDED else Yield("pay")


def _denied(held: int) -> int:
    """How often somebody with so many Elites says that none is worth 3."""
    return NO_ELITE[min(held, len(NO_ELITE) - 1)]


def _value(v: View, one: Yield) -> int:
    card = one.card
    return ELITES[v.state.face(card) if isinstance(card, int) else card.face].value


def doubt(a: Ask) -> Doubt:
    """Who is likely to lie, if being wrong costs less than being right brings."""
    v = View(a)
    found = []
    for one in a.state.statements:
        if one.seat != a.seat and one.seat in challenges.doubtful(a.state):
            lies = lied(v, one)
            brings = v.harm(one.seat) * min(CAUGHT, a.state.purse[one.seat]) + _fulfilled(v, one)
            found.append((lies * brings - (100 - lies) * (10 * min(CAUGHT, v.purse) + DOUBT_COSTS), one.seat))
    return Doubt(max(found)[1] if found and max(found)[0] > 0 else 0)


def _fulfilled(v: View, one: Statement) -> int:
    """What a caught claimant gives up, to this seat or for good."""
    if one.what == statements.VALUE:
        said = max((other.value for other in v.state.statements if other.seat == v.seat), default=0)
        best = max(other.value for other in v.state.statements if other.seat != one.seat)
        return DOUBT_CENSUS if said and said >= best else DOUBT_CENSUS_ELSE
    if one.to == v.seat:
        return {statements.NONE: DOUBT_ELITE, statements.PEACEFUL: DOUBT_PEACEFUL}.get(one.what, DOUBT_OWN)
    return DOUBT_OTHERS


def lied(v: View, one: Statement) -> int:
    """How likely these words are a lie, in percent."""
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
        statements.ALL: ALL_LIED,
        statements.CLEAN: CLEAN_LIED,
        statements.PEACEFUL: PEACEFUL_LIED,
        statements.NO: NO_LIED,
    }[one.what]


def _boasted(v: View, one: Statement) -> int:
    """About Elites: what the deck says of so many cards, and that most speak the truth."""
    least = one.value if one.what == statements.VALUE else statements.WORTHY
    lacking = 1000
    for entry in v.state.hand(one.seat, "elites"):
        may = v.values(entry)
        lacking = lacking * sum(value < least for value in may) // max(1, len(may))
    if one.what == statements.VALUE:
        false, true, often = lacking, 1000 - lacking, CENSUS_LIED
    else:
        false, true, often = 1000 - lacking, lacking, _denied(len(v.state.hand(one.seat, "elites")))
    return 100 * false * often // max(1, false * often + 100 * true)
