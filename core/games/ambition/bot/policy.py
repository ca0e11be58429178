"""The heuristic bot of Ambition: plausible claims, promising alliances, and profitable strikes.

Its claims are true about as often as the deck suggests. Dice decide about challenges and declarations, so that no
pattern reveals a lie.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from core.bots.base import PlanOf
from core.engine.game import IllegalDecision
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.games.ambition import alliances, challenges, claims, industry, intrigue, schemes, statements, strike, turn
from core.games.ambition.alliances import SECRET, SECRETS, Kind
from core.games.ambition.bot import claims as words
from core.games.ambition.bot import intrigue as plots
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.bot.weights import USUAL, Weights
from core.games.ambition.cards import (
    BUNKER,
    DEFENSE,
    DRILL,
    EARLY_WARNING,
    EXCHANGE,
    INTRIGUES,
    NUCLEAR_ARMS,
    TECHNOLOGY,
)
from core.games.ambition.decisions import (
    Accept,
    Challenge,
    Counter,
    Diplomacy,
    Industry,
    Launch,
    Play,
    Shelter,
    Shift,
    Unseal,
)
from core.games.ambition.hands import DECKS
from core.games.ambition.options import ON
from core.games.ambition.state import Ambition
from core.games.ambition.strike import shielded

MIN_SEATS = 3
"""Minimum number of players, which is the number for the first item of tuples by number of players."""


# Turn -----------------------------------------------------------------------------------------------------------------


def launch(a: Ask) -> Launch:
    """Return a strike at the best target if its worth is positive, otherwise no strike."""
    v = View(a)
    arms = v.has(NUCLEAR_ARMS)
    if arms and NUCLEAR_ARMS not in a.banned:
        best = max(a.state.others(a.seat), key=lambda other: (16 * v.strike(other) + a.dice.uniform(16), other))
        if v.strike(best) > 0:
            return Launch(best, DECKS.named(a.state, a.secrets, arms[0]), v.openings())
    return Launch(opens=v.openings())


def shift(a: Ask) -> Shift:
    """Return the shift of a die of 4 or 5: to 5 for a good alliance, else to 4; keep any other roll."""
    weights = a.weights_or(USUAL)
    (die,), v = a.detail, View(a)
    if die in (4, 5):
        result = proposal(v)
        return Shift(5 if result is not None and result[0] > weights.a_claim else 4)
    return Shift(die)


def diplomacy(a: Ask) -> Diplomacy:
    """Return the best alliance if it is worth more than a claim, otherwise a claim or a draw."""
    weights = a.weights_or(USUAL)
    (ways,), v = a.detail, View(a)
    opens = v.openings()
    if turn.PROPOSE in ways:
        result = proposal(v)
        minimum = weights.a_claim if turn.CLAIM in ways and v.elites else 0
        if result is not None and result[0] > minimum:
            return propose(v, *result[1:])._replace(opens=opens)
    if turn.CLAIM in ways and v.elites and (turn.DRAW not in ways or v.chance(claim_frequency(v))):
        return claim(v)._replace(opens=opens)
    return Diplomacy(ways[0], opens=opens)


def claim_frequency(v: View) -> int:
    """Return the chance, in percent, that the seat claims where it could draw."""
    weights = v.weights
    if v.state.option("claim_draw") != ON:
        return weights.claim_unrewarded
    return weights.claim_in_danger if v.endangered() and v.purse < weights.danger_purse else weights.claim_often


def claim(v: View) -> Diplomacy:
    """Return a claim of any Elite at its true value, or sometimes of a low one at a higher value.

    The higher values follow the proportions of the deck.
    """
    weights = v.weights
    cap = turn.cap(v.state, v.seat)
    free = [value for value in range(1, cap + 1) if not _able_challengers(v, value)]
    low = v.elites[0]
    if free and free[-1] > low.face:
        return Diplomacy(turn.CLAIM, low.entry, free[-1])
    payable = [item for item in v.elites if item.face <= cap]
    if not payable:
        return lie(v, low.entry, cap)
    value, entry = payable[v.a.dice.uniform(len(payable))]
    lied = {1: weights.ones_lied, 2: weights.twos_lied}.get(value)
    if lied and v.chance(100 * lied[v.state.n - MIN_SEATS] // max(1, v.caught(v.seat))):
        return lie(v, low.entry, cap)
    return Diplomacy(turn.CLAIM, entry, value)


def _able_challengers(v: View, value: int) -> list[int]:
    return [other for other in v.state.others(v.seat) if v.state.purse[other] >= value]


def lie(v: View, entry: int, cap: int) -> Diplomacy:
    """Return a claim of this Elite at a value that is drawn with the deck's probabilities."""
    weights = v.weights
    may = sorted(value for value in _public(v, entry) if min(weights.least_lie, cap) <= value <= cap)
    return Diplomacy(
        turn.CLAIM, entry, may[v.a.dice.uniform(len(may))] if may else min(v.state.rules.numbers.smallest_cap, cap)
    )


def _public(v: View, entry: int) -> list[int]:
    """Return the values that the Elite may have according to the public state."""
    if entry < 0:
        return []
    shared, deck = v.state.shared, deck_of_slot(entry)
    elites = v.state.rules.elites
    return [elites[shared.face_of(copy)].value for copy in shared.closed[deck] if shared.since[copy] <= entry]


def challenge(a: Ask) -> Challenge:
    """Return the decision to challenge a claim or not.

    The bot challenges every impossible claim. It challenges other claims often enough that lying gains nothing.
    """
    (claimant, value), v = a.detail, View(a)
    assert a.state.claim is not None
    may = v.values(a.state.claim.entry)
    return Challenge(a.dice.uniform(1000) < own_challenge_rate(v, claimant, value, may), v.openings())


def challenge_rate(weights: Weights, value: int, seats: int) -> int:
    """Return the challenge rate of a value, in thousandths, at which lies do not pay.

    At this rate, a false claim with a 1 gains no more than a true one. The rate rises with the number of players. A lie
    widens the scatter of results, and with more players scatter wins more often.
    """
    if value == 2:
        return weights.twos_doubted
    return weights.brakes[seats - MIN_SEATS] * (value - 1) // value + weights.brake_scatter * (value - 1) * (
        seats - MIN_SEATS
    )


def own_challenge_rate(v: View, claimant: int, value: int, may: list[int]) -> int:
    """Return this seat's challenge rate, in thousandths, as its share of the rate of all seats together."""
    weights = v.weights
    fit = may.count(value)
    if not fit:
        return 1000
    if fit == len(may):
        return 0
    many = max(v.state.rules.copies_of_value.get(value, 0), fit)
    together = min(
        challenge_rate(weights, value, v.state.n) * many // fit * v.caught(claimant) // 100,
        weights.most_doubted,
    )
    among = sum(v.state.purse[other] >= value for other in v.state.others(claimant))
    return together * (1000 + together * (among - 1) // (2 * among)) // (1000 * among)


# Alliances ------------------------------------------------------------------------------------------------------------


def proposal(v: View) -> tuple[int, int, Kind] | None:
    """Return the best alliance to propose, as (worth, partner, kind), or None if none is possible."""
    results = []
    for other in v.state.others(v.seat):
        if v.state.allied(v.seat, other):
            continue
        for kind in alliances.payable(v.state, v.seat, other):
            worth = v.pact_worth(other, kind)
            results.append((worth * 16 + v.a.dice.uniform(16), other, kind))
    if not results:
        return None
    worth, other, kind = max(results)
    return worth // 16, other, kind


def propose(v: View, other: int, kind: Kind) -> Diplomacy:
    """Return a proposal of this alliance, open or secret.

    Alliances that other seats could prevent are mostly secret, although the stake of an open alliance is safe from
    strikes.
    """
    weights = v.weights
    sealed = weights.sealed[kind[0]]
    if v.chance(sealed * weights.sealed_in_danger // 100 if v.endangered() else sealed):
        return turn.secret(v.state, v.seat, other, kind, v.own)
    return Diplomacy(turn.PROPOSE, partner=other, pact=kind[0], extra=kind[1])


def accept(a: Ask) -> Accept:
    """Return an acceptance if the alliance is worth more than the current one with the proposer.

    Without a current alliance it must be worth more than 0. Otherwise return a refusal.
    """
    weights = a.weights_or(USUAL)
    (proposer, pact, extra, number), v = a.detail, View(a)
    kind: Kind = (pact, extra)
    if pact == SECRET:
        paper = SECRETS.paper(a.state, number)
        terms = None if paper is None else SECRETS.terms(paper, a.secrets)
        if terms is None:
            return Accept(False)
        kind = terms[0], terms[1]
    bound = next((item for item in v.mine() if proposer in item.pair), None)
    minimum = 0
    if bound is not None:
        chance = v.pact_chance(proposer, (bound.pact, bound.extra))
        minimum = weights.bound * v.state.rules.pacts[bound.pact].stake * chance // 1000
    return Accept(v.pact_worth(proposer, kind, proposed=True) > minimum)


# Industry -------------------------------------------------------------------------------------------------------------


def industry_action(a: Ask) -> Industry:
    """Return the use of Gridworks, if possible; otherwise the play of the best Industrial card, or a stop.

    The best cards are those that protect the seat or foil others, and those that its alliances need.
    """
    v = View(a)
    ways, opens = industry.may(a.state, a.seat), v.openings()
    if industry.GRID in ways:
        return Industry(industry.GRID, opens=opens)
    if industry.PLAY in ways:
        results = [(played(v, face), entry) for face, entry in v.industry if may_play(v, face)]
        results = [item for item in results if item[0] > 0]
        if results:
            return Industry(industry.PLAY, DECKS.named(a.state, a.secrets, max(results)[1]), opens=opens)
    return Industry(industry.STOP, opens=opens)


def may_play(v: View, face: int) -> bool:
    """Return True if the seat's own Industrial card may come into play and is not banned."""
    return v.state.holder(face) != v.seat and len(INTRIGUES) + face not in v.a.banned


def played(v: View, face: int) -> int:
    """Return the value of bringing an Industrial card into play, minus its value in hand."""
    weights = v.weights
    holder = v.state.holder(face)
    foils = [x for x in v.state.alliances if x.pact == EXCHANGE and x.extra == face and holder in x.pair]
    if any(v.seat not in x.pair for x in foils):
        return weights.plant_foils
    if any(x.pact == EXCHANGE and x.extra == face and holder == x.other(v.seat) for x in v.mine()):
        return 0
    if face in v.wants():
        return weights.plant_wanted
    stake = v.state.rules.pacts[EXCHANGE].stake
    hopes = v.purse >= stake and v.late < weights.hoped_till
    hopes = hopes and any(v.state.purse[other] >= stake for other in v.state.others(v.seat))
    return weights.plant[face] - (weights.plant_hoped if hopes else 0)


# Strikes --------------------------------------------------------------------------------------------------------------


def counter(a: Ask) -> Counter:
    """Return a counter to a strike if it is worth its cost, otherwise none.

    It saves the seat itself, or an ally under a Pact of Mutual Defense.
    """
    weights = a.weights_or(USUAL)
    (attacker, target), v = a.detail, View(a)
    opens = v.openings()
    may = [face for face in (NUCLEAR_ARMS, EARLY_WARNING) if face not in a.banned]
    cards = [entry for face in may if face != NUCLEAR_ARMS or a.state.token[a.seat] for entry in v.has(face)]
    if not cards:
        return Counter(opens=opens)
    card = Counter(DECKS.named(a.state, a.secrets, cards[0]), opens)
    cost = weights.counter_arms if cards[0] in v.has(NUCLEAR_ARMS) else weights.counter_warning
    saved = 0
    if a.seat in strike.blast(a.state, target) and not shielded(a.state, a.seat, attacker):
        saved = v.loss(a.seat) - others_lose(v, attacker, target)
    if a.seat != target and any(x.pact == DEFENSE and target in x.pair for x in v.mine()):
        saved += weights.ally_saved
    return card if saved > max(cost, 0) or (a.seat == target and saved > cost) else Counter(opens=opens)


def others_lose(v: View, attacker: int, target: int) -> int:
    """Return the value, to this seat, of what a strike costs other seats."""
    return sum(
        v.harm(other) * v.loss(other) // 10
        for other in strike.blast(v.state, target)
        if other not in (v.seat, attacker) and not shielded(v.state, other, attacker)
    )


def unseal(a: Ask) -> Unseal:
    """Return a decision that opens the papers that shield this seat or are completed by this strike.

    It also opens papers whose stakes would otherwise burn in the purse.
    """
    v = View(a)
    assert a.state.strike is not None
    attacker, target = a.state.strike
    holder, shields = a.state.holder(BUNKER), []
    for paper in SECRETS.of(a.state, a.seat):
        alliance = v.opened(paper)
        if alliance is None:
            continue
        blast = strike.blast(a.state, target)
        safe = a.seat not in blast or a.seat == attacker or shielded(a.state, a.seat, attacker)
        if not safe and v.purse < v.state.rules.numbers.blast + alliance.stakes[0] and v.covered(alliance):
            shields.append(paper.number)
            continue
        if holder not in paper.pair:
            continue
        hit = any(seat in blast for seat in paper.pair)
        trade = alliance.pact == TECHNOLOGY and attacker not in paper.pair and hit
        shared = alliance.pact == EXCHANGE and alliance.extra == BUNKER and holder != a.seat
        if trade or shared:
            shields.append(paper.number)
    return Unseal(v.openings(*shields))


def shelter(a: Ask) -> Shelter:
    """Return the use of a Fallout Drill if it saves enough, otherwise none."""
    weights = a.weights_or(USUAL)
    v = View(a)
    drills = v.has(DRILL) if DRILL not in a.banned else []
    return Shelter(DECKS.named(a.state, a.secrets, drills[0]) if drills and v.loss(a.seat) > weights.drilled else 0)


Opens = TypeVar("Opens", Launch, Diplomacy, Challenge, Industry, Play, Counter)
"""A decision with which a seat may open alliances."""


def without_illegal_openings(plan: Callable[[Ask], Opens]) -> Callable[[Ask], Opens]:
    """Return a plan that leaves out openings which would make its decision illegal.

    Opening an alliance costs a stake, which may change the legal decisions.
    """

    def decide(a: Ask) -> Opens:
        decision = plan(a)
        if decision.opens:
            try:
                a.game.check(a.state, a.seat, decision)
            except IllegalDecision:
                return decision._replace(opens=())
        return decision

    return decide


ANSWERS: PlanOf[Ambition] = {
    turn.LAUNCH: without_illegal_openings(launch),
    turn.SHIFT: shift,
    turn.DIPLOMACY: without_illegal_openings(diplomacy),
    alliances.ACCEPT: accept,
    claims.CHALLENGE: challenge,
    industry.INDUSTRY: without_illegal_openings(industry_action),
    intrigue.PLAY: without_illegal_openings(plots.play),
    intrigue.FREIGHT: plots.freightline,
    intrigue.DRAWN: plots.drawn,
    schemes.AIM: plots.aim,
    schemes.GIFT: plots.gift,
    schemes.DUEL: plots.duel,
    statements.DISARM: words.disarm,
    statements.DECLARE: words.census,
    statements.YIELD: words.yielded,
    challenges.DOUBT: words.doubt,
    strike.COUNTER: without_illegal_openings(counter),
    strike.UNSEAL: unseal,
    strike.SHELTER: shelter,
}
"""The bot's plan for Ambition: the functions that answer the questions to a player, by question."""
