"""How the heuristic bot plays Intrigue cards in Ambition, what it says when one names it, and whom it believes then."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.ambition import alliances, doubts, intrigue, schemes, statements
from core.ambition.alliances import SECRETS
from core.ambition.cards import (
    ARMAGEDDON,
    BACK_CHANNEL,
    BLACKMAIL,
    CABLES,
    CARD_NIGHT,
    CAUGHT,
    COMMUNIQUE,
    DEFECTION,
    DELAY,
    EARLY_WARNING,
    ELITES,
    EXCHANGE,
    HIGHEST,
    HOLD,
    INSPECTION,
    INTRIGUES,
    KNIFE,
    NATIONALISATION,
    NUCLEAR_ARMS,
    SHOTGUN,
    TURNCOAT,
    ULTIMATUM,
    WORLD,
)
from core.ambition.decisions import Aim, Declare, Disarm, Doubt, Drawn, Duel, Gift, Play, Under, Yield
from core.ambition.hands import DECKS, known, must_resolve
from core.ambition.state import Statement
from core.bots.ambition_view import Ask, View

A_DRAW = 8
"""What drawing an Intrigue card is worth."""
KEPT = (11, 14, 18)
"""What a kept card is worth, by how often the deck has run out."""
AHEAD = (40, 25, 10)
"""By how much one has to be ahead to end the world."""
LIES = {statements.ALL: 6, statements.CLEAN: 6, statements.PEACEFUL: 12, statements.NO: 15}
"""How many of a hundred of such words are thought to be lies."""
NO_ELITE = (0, 35, 25, 15, 6)
"""How often it says that it has no Elite of 3 or more though it has, by how many Elites it holds; from then on 3."""

# Playing and drawing --------------------------------------------------------------------------------------------------


def kept(v: View) -> int:
    """What a card is worth in hand."""
    return KEPT[min(v.late, 2)]


def play(a: Ask) -> Play:
    """The best card if it brings more than it is worth in hand and a new one together; Armageddon when ahead."""
    v = View(a)
    opens = v.openings()
    found = [(_worth(v, face), entry) for face, entry in v.intrigue if _playable(v, face)]
    if found and max(found)[0] > kept(v) + A_DRAW:
        return Play(DECKS.named(a.state, a.secrets, max(found)[1]), opens)
    return Play(opens=opens)


def _playable(v: View, face: int) -> bool:
    if face in v.a.banned:
        return False
    kind = INTRIGUES[face].kind
    return kind == HOLD or (kind == WORLD and bool(v.state.token[v.seat]) and intrigue.world_may_end(v.state))


def drawn(a: Ask) -> Drawn:
    """Played at once, kept, or discarded under a Delay Tactic."""
    (entry,), v = a.detail, View(a)
    face = known(a.state, a.secrets, entry)
    card = Drawn(DECKS.named(a.state, a.secrets, entry))
    if must_resolve(a.state, a.seat, face):
        return card
    if face == ARMAGEDDON:
        delays = [one for one in v.mine() if one.pact == DELAY]
        if _playable(v, face) and _worth(v, face) > 0:
            return card
        armed = [one for one in delays if all(a.state.token[seat] for seat in one.pair)]
        return card._replace(discard=True) if armed or (delays and v.lead() < 0) else Drawn()
    return card if _playable(v, face) and _worth(v, face) > kept(v) else Drawn()


def under(a: Ask) -> Under:
    """The worse of the two."""
    (slots,), v = a.detail, View(a)
    return Under(min(slots, key=lambda slot: (_fresh(v, known(a.state, a.secrets, slot)), slot)))


def _fresh(v: View, face: int) -> int:
    """What drawing a card of this face is worth."""
    if face == ARMAGEDDON:
        return 200 if v.lead() > 0 else 15
    if face == NUCLEAR_ARMS:
        return 5
    return max(kept(v), _worth(v, face)) if INTRIGUES[face].kind == HOLD else 20 if face < SHOTGUN else 15


def _end(v: View) -> int:
    """What ending the world is worth: all or nothing."""
    delays = sum(10 for one in v.mine() if one.pact == DELAY)
    return 1000 if v.lead() - delays > AHEAD[min(v.late, 2)] else -1000


def _worth(v: View, face: int) -> int:
    """What playing a card of the own hand brings, as it would be aimed."""
    if face == ARMAGEDDON:
        return _end(v)
    if face == BACK_CHANNEL:
        return max(
            (
                v.pact_worth(other, kind) * 3 // 4
                for other in v.state.others(v.seat)
                if not v.state.allied(v.seat, other)
                for kind in alliances.payable(v.state, v.seat, other)
            ),
            default=0,
        )
    return max((_aimed(v, face, aim) for aim in schemes.AIMS[face](v.state, v.seat)), default=0)


# Aims -----------------------------------------------------------------------------------------------------------------


def aim(a: Ask) -> Aim:
    """What brings most; of equal ones any."""
    (face,), v = a.detail, View(a)
    return max(
        schemes.AIMS[face](a.state, a.seat), key=lambda one: (16 * _aimed(v, face, one) + a.dice.uniform(16), one)
    )


def _aimed(v: View, face: int, one: Aim) -> int:
    return WORTH[face](v, one)


def _knife(v: View, one: Aim) -> int:
    """Both stakes at once, in the place of the chance that the alliance is completed."""
    alliance = next((x for x in v.mine() if one.seat in x.pair), None)
    if alliance is None:
        return 0
    stake = alliance.stakes[0]
    chance = v.pact_chance(one.seat, (alliance.pact, alliance.extra))
    sealed = v.state.between(v.seat, one.seat) is None
    if sealed and min(v.purse, v.state.purse[one.seat]) + 1 < stake:
        return 0
    return 2 * stake * (100 - chance) // 10 + v.harm(one.seat) * 2 * stake * chance // 100


def _turncoat(v: View, one: Aim) -> int:
    state = v.state
    cards = len(state.hand(one.seat, "intrigue"))
    arms = 8 if state.token[one.seat] else 0
    return 10 + v.harm(one.seat) * cards // (cards + len(state.hand(one.seat, "industry"))) - arms


def _defection(v: View, one: Aim) -> int:
    hand = v.state.hand(one.seat, "elites")
    lacking = 100
    for entry in hand:
        may = v.values(entry)
        lacking = lacking * sum(value < statements.WORTHY for value in may) // max(1, len(may))
    return (100 - lacking) * (35 + 4 * v.harm(one.seat)) // 100


def _blackmail(v: View, one: Aim) -> int:
    rich = v.state.purse[one.seat] >= statements.DEMAND
    return (8 if rich else 2) + v.harm(one.seat) + (10 if v.state.token[one.seat] else 0)


def _night(v: View, one: Aim) -> int:
    return max(_duelled(value) for value, _ in v.elites)


def _ultimatum(v: View, one: Aim) -> int:
    seen = v.seen(one.seat, "intrigue")
    if one.what == NUCLEAR_ARMS:
        return -10
    if one.what in seen:
        return 40 + v.harm(one.seat)
    cards = len(v.state.hand(one.seat, "intrigue"))
    if one.what == ARMAGEDDON:
        return min(16, 4 * cards) * bool(v.state.token[one.seat]) + v.harm(one.seat)
    return min(10, 2 * cards) + v.harm(one.seat)


def _nationalised(v: View, one: Aim) -> int:
    foiled = 0
    for alliance in v.state.alliances:
        if alliance.pact == EXCHANGE and alliance.extra == one.what and one.seat in alliance.pair:
            foiled += sum(60 if seat == v.seat else -8 * v.harm(seat) for seat in alliance.pair)
    return 12 + v.harm(one.seat) - foiled


WORTH: Mapping[int, Callable[[View, Aim], int]] = {
    INSPECTION: lambda v, one: v.harm(one.seat),
    SHOTGUN: lambda v, one: v.pact_worth(one.seat, (one.what, one.extra)),
    CABLES: lambda v, one: len(SECRETS.of(v.state, one.seat)) - 2 * len(SECRETS.of(v.state, v.seat)),
    COMMUNIQUE: lambda v, one: 30 - 3 * v.harm(one.seat),
    KNIFE: _knife,
    TURNCOAT: _turncoat,
    DEFECTION: _defection,
    BLACKMAIL: _blackmail,
    CARD_NIGHT: _night,
    ULTIMATUM: _ultimatum,
    NATIONALISATION: _nationalised,
}
"""What a card brings that is aimed so, by face."""


def gift(a: Ask) -> Gift:
    """A token for the weakest of those without one."""
    v = View(a)
    may = [other for other in a.state.others(a.seat) if not a.state.token[other]]
    if v.late == 0 and len(may) == 1 and v.lead() < -60 and not v.has(ARMAGEDDON):
        return Gift(0)
    return Gift(min(may, key=lambda other: (v.standings[other], other)))


def _duelled(value: int) -> int:
    """What an Elite is worth in a duel: against any one of 1 to 4, low ones more likely."""
    against = (4, 3, 2, 1)
    wins, loses = sum(against[: value - 1]), sum(against[value:])
    return 5 * wins - 3 * loses - 10 * value


def duel(a: Ask) -> Duel:
    """What is likely to win and is not worth too much."""
    v = View(a)
    best = max(v.elites, key=lambda one: (_duelled(one.face) + a.dice.uniform(14), one.entry))
    return Duel(DECKS.named(a.state, a.secrets, best.entry))


# Words ----------------------------------------------------------------------------------------------------------------


def disarm(a: Ask) -> Disarm:
    """All Nuclear Arms; now and then one is kept."""
    v = View(a)
    arms = v.has(NUCLEAR_ARMS)
    if arms and v.late == 0 and len(v.intrigue) > 1 and v.chance(12):
        arms = arms[1:]
    return Disarm(tuple(DECKS.named(a.state, a.secrets, entry) for entry in arms))


def census(a: Ask) -> Declare:
    """The best Elite; now and then one that is a little better than what has been said."""
    v = View(a)
    best = v.elites[-1].face
    said = max((one.value for one in a.state.statements), default=0)
    if said >= best and said < HIGHEST and v.chance(12 + 20 * (v.purse < 3)):
        return Declare(min(HIGHEST, said + (said < 4)))
    return Declare(best)


def yielded(a: Ask) -> Yield:
    """What costs least; a lie now and then."""
    by, face, named = a.detail
    v = View(a)
    found = list(statements.YIELD.options(a.state, a.seat, a.secrets, by, face, named))
    ways = {one.kind: one for one in reversed(found)}
    no = ways.get("no")
    give = ways.get("give")
    poor = v.purse < 3
    if face == DEFECTION:
        if give is None:
            return Yield("no")
        lies = NO_ELITE[len(v.elites)] if len(v.elites) < len(NO_ELITE) else 3
        cheap = min((one for one in found if one.kind == "give"), key=lambda one: _value(v, one))
        return Yield("no") if v.chance(60 if poor else lies) else cheap
    warlike = bool(v.has(*statements.WARLIKE))
    if face == INSPECTION:
        if give is not None:
            return Yield("no") if no and v.chance(8) else give
        return no if no and (not warlike or v.chance(80)) else Yield("token")
    if face == BLACKMAIL:
        if no and (not warlike or v.chance(25)):
            return no
        return Yield("show")
    if give is None or v.chance(60 if poor else 25):
        return Yield("no")
    return give if named != ARMAGEDDON or v.lead() < -50 else Yield("pay")


def _value(v: View, one: Yield) -> int:
    card = one.card
    return ELITES[v.state.face(card) if isinstance(card, int) else card.face].value


def doubt(a: Ask) -> Doubt:
    """Who is likely to lie, if being wrong costs less than being right brings."""
    v = View(a)
    found = []
    for one in a.state.statements:
        if one.seat != a.seat and one.seat in doubts.doubtful(a.state):
            lies = lied(v, one)
            brings = v.harm(one.seat) * min(CAUGHT, a.state.purse[one.seat]) + _fulfilled(v, one)
            found.append((lies * brings - (100 - lies) * (10 * min(CAUGHT, v.purse) + 4), one.seat))
    return Doubt(max(found)[1] if found and max(found)[0] > 0 else 0)


def _fulfilled(v: View, one: Statement) -> int:
    """What a caught claimant gives up, to this seat or for good."""
    if one.what == statements.VALUE:
        said = max((other.value for other in v.state.statements if other.seat == v.seat), default=0)
        best = max(other.value for other in v.state.statements if other.seat != one.seat)
        return 40 if said and said >= best else 4
    if one.to == v.seat:
        return {statements.NONE: 40, statements.PEACEFUL: 40}.get(one.what, 10)
    return 5


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
    return LIES[one.what]


def _boasted(v: View, one: Statement) -> int:
    """About Elites: what the deck says of so many cards, and that most speak the truth."""
    least = one.value if one.what == statements.VALUE else statements.WORTHY
    lacking = 1000
    for entry in v.state.hand(one.seat, "elites"):
        may = v.values(entry)
        lacking = lacking * sum(value < least for value in may) // max(1, len(may))
    if one.what == statements.VALUE:
        false, true, often = lacking, 1000 - lacking, 14
    else:
        held = len(v.state.hand(one.seat, "elites"))
        false, true, often = 1000 - lacking, lacking, NO_ELITE[held] if held < len(NO_ELITE) else 3
    return 100 * false * often // max(1, false * often + 100 * true)
