"""The bot's use of Intrigue cards in Ambition: which card to play, at which target, and which to keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.games.ambition import alliances, intrigue, schemes
from core.games.ambition.alliances import SECRETS
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.bot.weights import USUAL, Weights
from core.games.ambition.cards import (
    ARMAGEDDON,
    BACK_CHANNEL,
    BLACKMAIL,
    CABLES,
    CARD_NIGHT,
    COMMUNIQUE,
    DEFECTION,
    DELAY,
    EXCHANGE,
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
from core.games.ambition.decisions import Aim, Drawn, Duel, Gift, Play, Under
from core.games.ambition.hands import DECKS, known, must_resolve

DECISIVE_WORTH = 1000
"""Value of an action that decides the match, in tenths of Influence; it exceeds all other values."""

# Playing and drawing --------------------------------------------------------------------------------------------------


def hold_worth(v: View) -> int:
    """Return the worth of an Intrigue card that is kept in hand."""
    weights = v.weights
    return weights.kept[min(v.late, len(weights.kept) - 1)]


def play(a: Ask) -> Play:
    """Return the play of the best card if that gains more than keeping it and drawing another, otherwise a draw.

    Armageddon is played if the seat is far enough ahead.
    """
    weights = a.weights_or(USUAL)
    v = View(a)
    opens = v.openings()
    results = [(worth(v, face), entry) for face, entry in v.intrigue if playable(v, face)]
    if results and max(results)[0] > hold_worth(v) + weights.a_draw:
        return Play(DECKS.named(a.state, a.secrets, max(results)[1]), opens)
    return Play(opens=opens)


def playable(v: View, face: int) -> bool:
    """Return True if a card may be played now and is not banned."""
    if face in v.a.banned:
        return False
    kind = INTRIGUES[face].kind
    return kind == HOLD or (kind == WORLD and bool(v.state.token[v.seat]) and intrigue.world_may_end(v.state))


def drawn(a: Ask) -> Drawn:
    """Return the use of the drawn card: play it, keep it, or discard it under a Delay Tactic."""
    (entry,), v = a.detail, View(a)
    face = known(a.state, a.secrets, entry)
    card = Drawn(DECKS.named(a.state, a.secrets, entry))
    if must_resolve(a.state, a.seat, face):
        return card
    if face == ARMAGEDDON:
        delays = [item for item in v.mine() if item.pact == DELAY]
        if playable(v, face) and worth(v, face) > 0:
            return card
        armed = [item for item in delays if all(a.state.token[seat] for seat in item.pair)]
        return card._replace(discard=True) if armed or (delays and v.lead() < 0) else Drawn()
    return card if playable(v, face) and worth(v, face) > hold_worth(v) else Drawn()


def freightline(a: Ask) -> Under:
    """Return a decision that puts one of two drawn cards under the deck: a banned one, else the worse one."""
    (slots,), v = a.detail, View(a)
    faces = {slot: known(a.state, a.secrets, slot) for slot in slots}
    return Under(min(slots, key=lambda slot: (faces[slot] not in a.banned, _fresh(v, faces[slot]), slot)))


def _fresh(v: View, face: int) -> int:
    """Return the worth of drawing a card of this face."""
    weights = v.weights
    if face == ARMAGEDDON:
        return weights.fresh_world_ahead if v.lead() > 0 else weights.fresh_world
    if face == NUCLEAR_ARMS:
        return weights.fresh_arms
    if INTRIGUES[face].kind == HOLD:
        return max(hold_worth(v), worth(v, face))
    return weights.fresh_people if face < SHOTGUN else weights.fresh_rest


def _end(v: View) -> int:
    """Return the value of ending the world: `DECISIVE_WORTH` if the seat would win, otherwise minus that."""
    weights = v.weights
    delays = sum(weights.end_delay for item in v.mine() if item.pact == DELAY)
    return (
        DECISIVE_WORTH
        if v.lead() - delays > weights.end_ahead[min(v.late, len(weights.end_ahead) - 1)]
        else -DECISIVE_WORTH
    )


def worth(v: View, face: int) -> int:
    """Return the gain from playing a card of the seat's own hand at its best target."""
    weights = v.weights
    if face == ARMAGEDDON:
        return _end(v)
    if face == BACK_CHANNEL:
        return max(
            (
                v.pact_worth(other, kind) * weights.channel_share // 100
                for other in v.state.others(v.seat)
                if not v.state.allied(v.seat, other)
                for kind in alliances.payable(v.state, v.seat, other)
            ),
            default=0,
        )
    return max((_aimed(v, face, aim) for aim in schemes.AIM_GENERATORS[face](v.state, v.seat)), default=0)


# Aims -----------------------------------------------------------------------------------------------------------------


def aim(a: Ask) -> Aim:
    """Return the aim with the highest gain; dice decide between equal ones."""
    (face,), v = a.detail, View(a)
    return max(
        schemes.AIM_GENERATORS[face](a.state, a.seat),
        key=lambda item: (16 * _aimed(v, face, item) + a.dice.uniform(16), item),
    )


def _aimed(v: View, face: int, one: Aim) -> int:
    return WORTH[face](v, one)


def _knife(v: View, one: Aim) -> int:
    """Return the gain from taking both stakes of an alliance now, minus its expected gain."""
    alliance = next((x for x in v.mine() if one.seat in x.pair), None)
    if alliance is None:
        return 0
    stake = alliance.stakes[0]
    chance = v.pact_chance(one.seat, (alliance.pact, alliance.extra))
    sealed = v.state.between(v.seat, one.seat) is None
    if sealed and min(v.purse, v.state.purse[one.seat]) + v.state.rules.numbers.alliance_gain < stake:
        return 0
    return 2 * stake * (100 - chance) // 10 + v.harm(one.seat) * 2 * stake * chance // 100


def _turncoat(v: View, one: Aim) -> int:
    weights = v.weights
    state = v.state
    cards = len(state.hand(one.seat, "intrigue"))
    arms = weights.stolen_armed if state.token[one.seat] else 0
    return weights.stolen + v.harm(one.seat) * cards // (cards + len(state.hand(one.seat, "industry"))) - arms


def _defection_worth(v: View, one: Aim) -> int:
    weights = v.weights
    hand = v.state.hand(one.seat, "elites")
    lacking = 100
    for entry in hand:
        may = v.values(entry)
        lacking = lacking * sum(value < v.state.rules.numbers.defection for value in may) // max(1, len(may))
    return (100 - lacking) * (weights.defected + weights.defected_harm * v.harm(one.seat)) // 100


def _blackmail_worth(v: View, one: Aim) -> int:
    weights = v.weights
    rich = v.state.purse[one.seat] >= v.state.rules.numbers.blackmail
    armed = weights.blackmailed_armed if v.state.token[one.seat] else 0
    return (weights.blackmailed_rich if rich else weights.blackmailed_poor) + v.harm(one.seat) + armed


def _night(v: View, one: Aim) -> int:
    weights = v.weights
    return max(_worth_in_duel(weights, value) for value, _ in v.elites)


def _ultimatum_worth(v: View, one: Aim) -> int:
    weights = v.weights
    seen = v.seen(one.seat, "intrigue")
    if one.what == NUCLEAR_ARMS:
        return weights.ultimatum_arms
    if one.what in seen:
        return weights.ultimatum_seen + v.harm(one.seat)
    cards = len(v.state.hand(one.seat, "intrigue"))
    if one.what == ARMAGEDDON:
        maximum, each = weights.ultimatum_world
        return min(maximum, each * cards) * bool(v.state.token[one.seat]) + v.harm(one.seat)
    maximum, each = weights.ultimatum_warning
    return min(maximum, each * cards) + v.harm(one.seat)


def _nationalised(v: View, one: Aim) -> int:
    weights = v.weights
    foiled = 0
    for alliance in v.state.alliances:
        if alliance.pact == EXCHANGE and alliance.extra == one.what and one.seat in alliance.pair:
            foiled += sum(
                weights.foiled_own if seat == v.seat else -weights.foiled_harm * v.harm(seat) for seat in alliance.pair
            )
    return weights.nationalised + v.harm(one.seat) - foiled


WORTH: Mapping[int, Callable[[View, Aim], int]] = {
    INSPECTION: lambda v, one: v.harm(one.seat),
    SHOTGUN: lambda v, one: v.pact_worth(one.seat, (one.what, one.extra)),
    CABLES: lambda v, one: len(SECRETS.of(v.state, one.seat)) - v.weights.cables_own * len(SECRETS.of(v.state, v.seat)),
    COMMUNIQUE: lambda v, one: 30 - 3 * v.harm(one.seat),
    KNIFE: _knife,
    TURNCOAT: _turncoat,
    DEFECTION: _defection_worth,
    BLACKMAIL: _blackmail_worth,
    CARD_NIGHT: _night,
    ULTIMATUM: _ultimatum_worth,
    NATIONALISATION: _nationalised,
}
"""The functions that return the gain of a card with a given aim, by face."""


def gift(a: Ask) -> Gift:
    """Return a gift of a token to the weakest seat without one, or occasionally of no token."""
    weights = a.weights_or(USUAL)
    v = View(a)
    may = [other for other in a.state.others(a.seat) if not a.state.token[other]]
    if v.late == 0 and len(may) == 1 and v.lead() < -weights.token_kept_behind and not v.has(ARMAGEDDON):
        return Gift(0)
    return Gift(min(may, key=lambda other: (v.standings[other], other)))


def _worth_in_duel(weights: Weights, value: int) -> int:
    """Return the worth of an Elite of this value in a duel.

    The opponent may open any Elite of 1 to 4; low ones are more likely.
    """
    wins, loses = sum(weights.duelled[: value - 1]), sum(weights.duelled[value:])
    return 5 * wins - 3 * loses - 10 * value


def duel(a: Ask) -> Duel:
    """Return an Elite that will probably win the duel and has a low worth."""
    weights = a.weights_or(USUAL)
    v = View(a)
    best = max(
        v.elites,
        key=lambda item: (_worth_in_duel(weights, item.face) + a.dice.uniform(weights.duel_scatter), item.entry),
    )
    return Duel(DECKS.named(a.state, a.secrets, best.entry))
