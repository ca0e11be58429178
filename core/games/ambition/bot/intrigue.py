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
    CENSUS,
    COMMUNIQUE,
    DEAD_HAND,
    DEFECTION,
    DELAY,
    EXCHANGE,
    HOLD,
    INSPECTION,
    KNIFE,
    NATIONALISATION,
    NUCLEAR_ARMS,
    PANIC,
    RELIEF,
    SHOTGUN,
    TURNCOAT,
    ULTIMATUM,
    WAR_TAX,
    WIRETAP,
    WORLD,
)
from core.games.ambition.decisions import Aim, Drawn, Duel, Gift, Play, Under
from core.games.ambition.hands import DECKS, known_face, must_resolve
from core.games.ambition.ruleset import Numbers

DECISIVE_WORTH = 1000
"""Value of an action that decides the match, in tenths of Influence; it exceeds all other values."""

# Playing and drawing --------------------------------------------------------------------------------------------------


def keep_value(view: View) -> int:
    """Return the worth of an Intrigue card that is kept in hand."""
    weights = view.weights
    return weights.kept[min(view.late, len(weights.kept) - 1)]


def choose_play(position: Ask) -> Play:
    """Return the play of the best card if that gains more than keeping it and drawing another, otherwise a draw.

    Armageddon is played if the seat is far enough ahead.
    """
    weights = position.weights_or(USUAL)
    v = View(position)
    opens = v.choose_openings()
    results = [(play_value(v, face), entry) for face, entry in v.intrigue if is_playable(v, face)]
    if results and max(results)[0] > keep_value(v) + weights.a_draw:
        return Play(DECKS.named_card(position.state, position.secrets, max(results)[1]), opens)
    return Play(opens=opens)


def is_playable(view: View, face: int) -> bool:
    """Return True if a card may be played now and is not banned."""
    if face in view.a.banned:
        return False
    kind = view.state.rules.intrigues[face].kind
    return kind == HOLD or (kind == WORLD and bool(view.state.token[view.seat]) and intrigue.can_world_end(view.state))


def choose_drawn(position: Ask) -> Drawn:
    """Return the use of the drawn card: play it, keep it, or discard it under a Delay Tactic."""
    (entry,), v = position.detail, View(position)
    face = known_face(position.state, position.secrets, entry)
    card = Drawn(DECKS.named_card(position.state, position.secrets, entry))
    if must_resolve(position.state, position.seat, face):
        return card
    if face == ARMAGEDDON:
        delays = [item for item in v.own_alliances() if item.pact == DELAY]
        if is_playable(v, face) and play_value(v, face) > 0:
            return card
        armed = [item for item in delays if all(position.state.token[seat] for seat in item.pair)]
        return card._replace(discard=True) if armed or (delays and v.lead() < 0) else Drawn()
    at_once = is_playable(v, face) and intrigue.may_play_drawn(
        position.state, position.state.rules.intrigues[face].kind
    )
    return card if at_once and play_value(v, face) > keep_value(v) else Drawn()


def choose_freightline(position: Ask) -> Under:
    """Return a decision that puts one of two drawn cards under the deck: a banned one, else the worse one."""
    (slots,), v = position.detail, View(position)
    faces = {slot: known_face(position.state, position.secrets, slot) for slot in slots}
    return Under(min(slots, key=lambda slot: (faces[slot] not in position.banned, _draw_value(v, faces[slot]), slot)))


def _draw_value(view: View, face: int) -> int:
    """Return the worth of drawing a card of this face."""
    weights = view.weights
    if face == ARMAGEDDON:
        return weights.fresh_world_ahead if view.lead() > 0 else weights.fresh_world
    if face == NUCLEAR_ARMS:
        return weights.fresh_arms
    if view.state.rules.intrigues[face].kind == HOLD:
        return max(keep_value(view), play_value(view, face))
    return weights.fresh_people if face < SHOTGUN else weights.fresh_rest


def _end_value(view: View) -> int:
    """Return the value of ending the world: `DECISIVE_WORTH` if the seat would win, otherwise minus that."""
    weights = view.weights
    delays = sum(weights.end_delay for item in view.own_alliances() if item.pact == DELAY)
    least = weights.end_ahead[min(view.late, len(weights.end_ahead) - 1)]
    least += weights.end_rivals * (view.state.seat_count - 4)
    return DECISIVE_WORTH if view.lead() - delays - _dead_hand_risk(view) > least else -DECISIVE_WORTH


def _dead_hand_risk(view: View) -> int:
    """Return the expected loss by the Dead Hands of others if the seat ends the world."""
    loss = 0
    for other in view.state.others(view.seat):
        known = view.known_faces(other, "intrigue")
        unknown = len(view.state.hand(other, "intrigue")) - len(known)
        loss += 100 * known.count(DEAD_HAND) + view.weights.dead_hand_share * unknown
    return loss * view.state.rules.numbers.dead_hand // 10


def play_value(view: View, face: int) -> int:
    """Return the gain from playing a card of the seat's own hand at its best target."""
    weights = view.weights
    if face == ARMAGEDDON:
        return _end_value(view)
    if face == BACK_CHANNEL:
        return max(
            (
                view.pact_worth(other, kind) * weights.channel_share // 100
                for other in view.state.others(view.seat)
                if not view.state.are_allied(view.seat, other)
                for kind in alliances.payable_kinds(view.state, view.seat, other)
            ),
            default=0,
        )
    if face in UNAIMED_VALUES:
        return UNAIMED_VALUES[face](view)
    return max((_aim_value(view, face, aim) for aim in schemes.AIM_GENERATORS[face](view.state, view.seat)), default=0)


# Aims -----------------------------------------------------------------------------------------------------------------


def choose_aim(position: Ask) -> Aim:
    """Return the aim with the highest gain; dice decide between equal ones."""
    (face,), v = position.detail, View(position)
    return max(
        schemes.AIM_GENERATORS[face](position.state, position.seat),
        key=lambda item: (16 * _aim_value(v, face, item) + position.dice.uniform(16), item),
    )


def _aim_value(view: View, face: int, one: Aim) -> int:
    return AIM_VALUES[face](view, one)


def _knife_value(view: View, one: Aim) -> int:
    """Return the gain from taking both stakes of an alliance now, minus its expected gain."""
    alliance = next((x for x in view.own_alliances() if one.seat in x.pair), None)
    if alliance is None:
        return 0
    stake = alliance.stakes[0]
    chance = view.pact_chance(one.seat, (alliance.pact, alliance.extra))
    sealed = view.state.alliance_between(view.seat, one.seat) is None
    if sealed and min(view.purse, view.state.purse[one.seat]) + view.state.rules.numbers.alliance_gain < stake:
        return 0
    return 2 * stake * (100 - chance) // 10 + view.harm_value(one.seat) * 2 * stake * chance // 100


def _turncoat_value(view: View, one: Aim) -> int:
    weights = view.weights
    state = view.state
    cards = len(state.hand(one.seat, "intrigue"))
    arms = weights.stolen_armed if state.token[one.seat] else 0
    toll = min(state.purse[one.seat], state.rules.numbers.turncoat_toll)
    return (
        (10 + view.harm_value(one.seat)) * toll
        + weights.stolen
        + view.harm_value(one.seat) * cards // (cards + len(state.hand(one.seat, "industry")))
        - arms
    )


def _wiretap_value(view: View, one: Aim) -> int:
    unknown = len(view.state.hand(one.seat, "elites")) - len(view.known_faces(one.seat, "elites"))
    gained = 10 * view.state.rules.numbers.wiretap_gain
    return gained + view.weights.wiretapped * unknown + view.harm_value(one.seat)


def _census_value(view: View) -> int:
    best = view.elites[-1].face if view.elites else 0
    scale = view.weights.census_chance
    chance = scale[min(best, len(scale) - 1)]
    return view.state.rules.numbers.census_gain * chance // 10


def _tax_value(view: View) -> int:
    tax = view.state.rules.numbers.tax
    own = 10 * min(view.purse, tax * (len(view.intrigue) - 1))
    return (
        sum(
            view.harm_value(other) * min(view.state.purse[other], tax * len(view.state.hand(other, "intrigue")))
            for other in view.state.others(view.seat)
        )
        - own
    )


def _panic_value(view: View) -> int:
    richest = max(view.state.purse[1:])
    losses = {
        s: min(richest, view.state.rules.numbers.panic) for s in view.state.seats if view.state.purse[s] == richest
    }
    return sum(-10 * loss if s == view.seat else view.harm_value(s) * loss for s, loss in losses.items())


def _relief_value(view: View) -> int:
    poorest, relief = min(view.state.purse[1:]), view.state.rules.numbers.relief
    gainers = [seat for seat in view.state.seats if view.state.purse[seat] == poorest]
    return sum(10 * relief if seat == view.seat else -view.harm_value(seat) * relief for seat in gainers)


UNAIMED_VALUES: Mapping[int, Callable[[View], int]] = {
    CENSUS: _census_value,
    WAR_TAX: _tax_value,
    PANIC: _panic_value,
    RELIEF: _relief_value,
}
"""The functions that return the gain of a card without a target, by face."""


def _defection_value(view: View, one: Aim) -> int:
    weights = view.weights
    hand = view.state.hand(one.seat, "elites")
    lacking = 100
    for entry in hand:
        may = view.possible_values(entry)
        lacking = lacking * sum(value < view.state.rules.numbers.defection for value in may) // max(1, len(may))
    return (100 - lacking) * (weights.defected + weights.defected_harm * view.harm_value(one.seat)) // 100


def _blackmail_value(view: View, one: Aim) -> int:
    weights = view.weights
    rich = view.state.purse[one.seat] >= view.state.rules.numbers.blackmail
    armed = weights.blackmailed_armed if view.state.token[one.seat] else 0
    return (weights.blackmailed_rich if rich else weights.blackmailed_poor) + view.harm_value(one.seat) + armed


def _card_night_value(view: View, one: Aim) -> int:
    weights = view.weights
    return max(_worth_in_duel(weights, view.state.rules.numbers, value) for value, _ in view.elites)


def _ultimatum_value(view: View, one: Aim) -> int:
    weights = view.weights
    seen = view.known_faces(one.seat, "intrigue")
    if one.what == NUCLEAR_ARMS:
        return weights.ultimatum_arms
    if one.what in seen:
        return weights.ultimatum_seen + view.harm_value(one.seat)
    cards = len(view.state.hand(one.seat, "intrigue"))
    if one.what == ARMAGEDDON:
        maximum, each = weights.ultimatum_world
        return min(maximum, each * cards) * bool(view.state.token[one.seat]) + view.harm_value(one.seat)
    maximum, each = weights.ultimatum_warning
    return min(maximum, each * cards) + view.harm_value(one.seat)


def _nationalisation_value(view: View, one: Aim) -> int:
    weights = view.weights
    foiled = 0
    for alliance in view.state.alliances:
        if alliance.pact == EXCHANGE and alliance.extra == one.what and one.seat in alliance.pair:
            foiled += sum(
                weights.foiled_own if seat == view.seat else -weights.foiled_harm * view.harm_value(seat)
                for seat in alliance.pair
            )
    return weights.nationalised + view.harm_value(one.seat) - foiled


AIM_VALUES: Mapping[int, Callable[[View, Aim], int]] = {
    INSPECTION: lambda v, one: v.harm_value(one.seat),
    SHOTGUN: lambda v, one: v.pact_worth(one.seat, (one.what, one.extra)),
    CABLES: lambda v, one: (
        len(SECRETS.signed_papers(v.state, one.seat))
        - v.weights.cables_own * len(SECRETS.signed_papers(v.state, v.seat))
    ),
    COMMUNIQUE: lambda v, one: (10 - v.harm_value(one.seat)) * v.state.rules.numbers.communique,
    KNIFE: _knife_value,
    TURNCOAT: _turncoat_value,
    DEFECTION: _defection_value,
    BLACKMAIL: _blackmail_value,
    CARD_NIGHT: _card_night_value,
    ULTIMATUM: _ultimatum_value,
    NATIONALISATION: _nationalisation_value,
    WIRETAP: _wiretap_value,
}
"""The functions that return the gain of a card with a given aim, by face."""


def choose_gift(position: Ask) -> Gift:
    """Return a gift of a token to the weakest seat without one, or occasionally of no token."""
    weights = position.weights_or(USUAL)
    v = View(position)
    may = [other for other in position.state.others(position.seat) if not position.state.token[other]]
    if v.late == 0 and len(may) == 1 and v.lead() < -weights.token_kept_behind and not v.entries_with_faces(ARMAGEDDON):
        return Gift(0)
    return Gift(min(may, key=lambda other: (v.standings[other], other)))


def _worth_in_duel(weights: Weights, numbers: Numbers, value: int) -> int:
    """Return the worth of an Elite of this value in a duel.

    The opponent may open any Elite of 1 to 4; low ones are more likely.
    """
    wins, loses = sum(weights.duelled[: value - 1]), sum(weights.duelled[value:])
    return numbers.duel_gain * wins - numbers.duel_loss * loses - 10 * value


def choose_duel(position: Ask) -> Duel:
    """Return an Elite that will probably win the duel and has a low worth."""
    weights = position.weights_or(USUAL)
    v = View(position)
    best = max(
        v.elites,
        key=lambda item: (
            _worth_in_duel(weights, v.state.rules.numbers, item.face) + position.dice.uniform(weights.duel_scatter),
            item.entry,
        ),
    )
    return Duel(DECKS.named_card(position.state, position.secrets, best.entry))
