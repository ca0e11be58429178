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
from core.games.ambition.strike import full_shield

MIN_SEATS = 3
"""Minimum number of players, which is the number for the first item of tuples by number of players."""


# Turn -----------------------------------------------------------------------------------------------------------------


def choose_launch(position: Ask) -> Launch:
    """Return a strike at the best target if its worth is positive, otherwise no strike."""
    v = View(position)
    arms = v.entries_with_faces(NUCLEAR_ARMS)
    if arms and NUCLEAR_ARMS not in position.banned:
        best = max(
            position.state.others(position.seat),
            key=lambda other: (16 * v.strike_value(other) + position.dice.uniform(16), other),
        )
        if v.strike_value(best) > 0:
            return Launch(best, DECKS.named_card(position.state, position.secrets, arms[0]), v.choose_openings())
    return Launch(opens=v.choose_openings())


def choose_shift(position: Ask) -> Shift:
    """Return the shift of a die of 4 or 5: to 5 for a good alliance, else to 4; keep any other roll."""
    weights = position.weights_or(USUAL)
    (die,), v = position.detail, View(position)
    if die in (4, 5):
        result = best_proposal(v)
        return Shift(5 if result is not None and result[0] > weights.a_claim else 4)
    return Shift(die)


def choose_diplomacy(position: Ask) -> Diplomacy:
    """Return the best alliance if it is worth more than a claim, otherwise a claim or a draw."""
    weights = position.weights_or(USUAL)
    (ways,), v = position.detail, View(position)
    opens = v.choose_openings()
    if turn.PROPOSE in ways:
        result = best_proposal(v)
        minimum = weights.a_claim if turn.CLAIM in ways and v.elites else 0
        if result is not None and result[0] > minimum:
            return make_proposal(v, *result[1:])._replace(opens=opens)
    if turn.CLAIM in ways and v.elites and (turn.DRAW not in ways or v.roll_percent(claim_frequency(v))):
        return choose_claim(v)._replace(opens=opens)
    return Diplomacy(ways[0], opens=opens)


def claim_frequency(view: View) -> int:
    """Return the chance, in percent, that the seat claims where it could draw."""
    weights = view.weights
    if view.state.option("claim_draw") != ON:
        return weights.claim_unrewarded
    return (
        weights.claim_in_danger if view.is_endangered() and view.purse < weights.danger_purse else weights.claim_often
    )


def choose_claim(view: View) -> Diplomacy:
    """Return a claim of any Elite at its true value, or sometimes of a low one at a higher value.

    The higher values follow the proportions of the deck.
    """
    weights = view.weights
    cap = turn.highest_declarable(view.state, view.seat)
    free = [value for value in range(1, cap + 1) if not _able_challengers(view, value)]
    low = view.elites[0]
    if free and free[-1] > low.face:
        return Diplomacy(turn.CLAIM, low.entry, free[-1])
    payable = [item for item in view.elites if item.face <= cap]
    if not payable:
        return choose_lie(view, low.entry, cap)
    value, entry = payable[view.a.dice.uniform(len(payable))]
    lied = {1: weights.ones_lied, 2: weights.twos_lied}.get(value)
    if lied and view.roll_percent(100 * lied[view.state.seat_count - MIN_SEATS] // max(1, view.lie_rate(view.seat))):
        return choose_lie(view, low.entry, cap)
    return Diplomacy(turn.CLAIM, entry, value)


def _able_challengers(view: View, value: int) -> list[int]:
    return [other for other in view.state.others(view.seat) if view.state.purse[other] >= value]


def choose_lie(view: View, entry: int, cap: int) -> Diplomacy:
    """Return a claim of this Elite at a value that is drawn with the deck's probabilities."""
    weights = view.weights
    may = sorted(
        value for value in _publicly_possible_values(view, entry) if min(weights.least_lie, cap) <= value <= cap
    )
    return Diplomacy(
        turn.CLAIM,
        entry,
        may[view.a.dice.uniform(len(may))] if may else min(view.state.rules.numbers.smallest_cap, cap),
    )


def _publicly_possible_values(view: View, entry: int) -> list[int]:
    """Return the values that the Elite may have according to the public state."""
    if entry < 0:
        return []
    shared, deck = view.state.shared, deck_of_slot(entry)
    elites = view.state.rules.elites
    return [elites[shared.face_of(copy)].value for copy in shared.closed[deck] if shared.since[copy] <= entry]


def choose_challenge(position: Ask) -> Challenge:
    """Return the decision to challenge a claim or not.

    The bot challenges every impossible claim. It challenges other claims often enough that lying gains nothing.
    """
    (claimant, value), v = position.detail, View(position)
    assert position.state.claim is not None
    may = v.possible_values(position.state.claim.entry)
    return Challenge(position.dice.uniform(1000) < own_challenge_rate(v, claimant, value, may), v.choose_openings())


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


def own_challenge_rate(view: View, claimant: int, value: int, may: list[int]) -> int:
    """Return this seat's challenge rate, in thousandths, as its share of the rate of all seats together."""
    weights = view.weights
    fit = may.count(value)
    if not fit:
        return 1000
    if fit == len(may):
        return 0
    many = max(view.state.rules.copies_of_value.get(value, 0), fit)
    together = min(
        challenge_rate(weights, value, view.state.seat_count) * many // fit * view.lie_rate(claimant) // 100,
        weights.most_doubted,
    )
    among = sum(view.state.purse[other] >= value for other in view.state.others(claimant))
    return together * (1000 + together * (among - 1) // (2 * among)) // (1000 * among)


# Alliances ------------------------------------------------------------------------------------------------------------


def best_proposal(view: View) -> tuple[int, int, Kind] | None:
    """Return the best alliance to propose, as (worth, partner, kind), or None if none is possible."""
    results = []
    for other in view.state.others(view.seat):
        if view.state.are_allied(view.seat, other):
            continue
        for kind in alliances.payable_kinds(view.state, view.seat, other):
            worth = view.pact_worth(other, kind, secrecy=view.weights.sealed[kind[0]])
            results.append((worth * 16 + view.a.dice.uniform(16), other, kind))
    if not results:
        return None
    worth, other, kind = max(results)
    return worth // 16, other, kind


def make_proposal(view: View, other: int, kind: Kind) -> Diplomacy:
    """Return a proposal of this alliance, open or secret.

    Alliances that other seats could prevent are mostly secret, although the stake of an open alliance is safe from
    strikes.
    """
    weights = view.weights
    sealed = weights.sealed[kind[0]]
    if view.roll_percent(sealed * weights.sealed_in_danger // 100 if view.is_endangered() else sealed):
        return turn.secret_proposal(view.state, view.seat, other, kind, view.own)
    return Diplomacy(turn.PROPOSE, partner=other, pact=kind[0], extra=kind[1])


def choose_accept(position: Ask) -> Accept:
    """Return an acceptance if the alliance is worth more than the current one with the proposer.

    Without a current alliance it must be worth more than 0. Otherwise return a refusal.
    """
    weights = position.weights_or(USUAL)
    (proposer, pact, extra, number), v = position.detail, View(position)
    kind: Kind = (pact, extra)
    if pact == SECRET:
        paper = SECRETS.paper(position.state, number)
        terms = None if paper is None else SECRETS.terms(paper, position.secrets)
        if terms is None:
            return Accept(False)
        kind = terms[0], terms[1]
    bound = next((item for item in v.own_alliances() if proposer in item.pair), None)
    minimum = 0
    if bound is not None:
        chance = v.pact_chance(proposer, (bound.pact, bound.extra))
        minimum = weights.bound * v.state.rules.pacts[bound.pact].stake * chance // 1000
    return Accept(v.pact_worth(proposer, kind, proposed=True, secrecy=100 * (pact == SECRET)) > minimum)


# Industry -------------------------------------------------------------------------------------------------------------


def choose_industry(position: Ask) -> Industry:
    """Return the use of Gridworks, if possible; otherwise the play of the best Industrial card, or a stop.

    The best cards are those that protect the seat or foil others, and those that its alliances need.
    """
    v = View(position)
    ways, opens = industry.possible_actions(position.state, position.seat), v.choose_openings()
    if industry.GRID in ways:
        return Industry(industry.GRID, opens=opens)
    if industry.PLAY in ways:
        results = [(play_gain(v, face), entry) for face, entry in v.industry if can_bring_into_play(v, face)]
        results = [item for item in results if item[0] > 0]
        if results:
            return Industry(
                industry.PLAY, DECKS.named_card(position.state, position.secrets, max(results)[1]), opens=opens
            )
    return Industry(industry.STOP, opens=opens)


def can_bring_into_play(view: View, face: int) -> bool:
    """Return True if the seat's own Industrial card may come into play and is not banned."""
    return view.state.holder(face) != view.seat and len(INTRIGUES) + face not in view.a.banned


def play_gain(view: View, face: int) -> int:
    """Return the value of bringing an Industrial card into play, minus its value in hand."""
    weights = view.weights
    holder = view.state.holder(face)
    foils = [x for x in view.state.alliances if x.pact == EXCHANGE and x.extra == face and holder in x.pair]
    if any(view.seat not in x.pair for x in foils):
        return weights.plant_foils
    if any(x.pact == EXCHANGE and x.extra == face and holder == x.other(view.seat) for x in view.own_alliances()):
        return 0
    if face in view.wanted_industries():
        return weights.plant_wanted
    stake = view.state.rules.pacts[EXCHANGE].stake
    hopes = view.purse >= stake and view.late < weights.hoped_till
    hopes = hopes and any(view.state.purse[other] >= stake for other in view.state.others(view.seat))
    return weights.plant[face] - (weights.plant_hoped if hopes else 0)


# Strikes --------------------------------------------------------------------------------------------------------------


def choose_counter(position: Ask) -> Counter:
    """Return a counter to a strike if it is worth its cost, otherwise none.

    It saves the seat itself, or an ally under a Pact of Mutual Defense.
    """
    weights = position.weights_or(USUAL)
    (attacker, target), v = position.detail, View(position)
    opens = v.choose_openings()
    may = [face for face in (NUCLEAR_ARMS, EARLY_WARNING) if face not in position.banned]
    cards = [
        entry
        for face in may
        if face != NUCLEAR_ARMS or position.state.token[position.seat]
        for entry in v.entries_with_faces(face)
    ]
    if not cards:
        return Counter(opens=opens)
    card = Counter(DECKS.named_card(position.state, position.secrets, cards[0]), opens)
    cost = weights.counter_arms if cards[0] in v.entries_with_faces(NUCLEAR_ARMS) else weights.counter_warning
    saved = 0
    if position.seat in strike.blast_seats(position.state, target) and not full_shield(
        position.state, position.seat, attacker
    ):
        saved = v.strike_loss(position.seat) - others_loss_value(v, attacker, target)
    if position.seat != target and any(x.pact == DEFENSE and target in x.pair for x in v.own_alliances()):
        saved += weights.ally_saved
    return card if saved > max(cost, 0) or (position.seat == target and saved > cost) else Counter(opens=opens)


def others_loss_value(view: View, attacker: int, target: int) -> int:
    """Return the value, to this seat, of what a strike costs other seats."""
    return sum(
        view.harm_value(other) * view.strike_loss(other) // 10
        for other in strike.blast_seats(view.state, target)
        if other not in (view.seat, attacker) and not full_shield(view.state, other, attacker)
    )


def choose_unseal(position: Ask) -> Unseal:
    """Return a decision that opens the papers that shield this seat or are completed by this strike.

    It also opens papers whose stakes would otherwise burn in the purse.
    """
    v = View(position)
    assert position.state.strike is not None
    attacker, target = position.state.strike
    holder, shields = position.state.holder(BUNKER), []
    for paper in SECRETS.signed_papers(position.state, position.seat):
        alliance = v.secret_as_open(paper)
        if alliance is None:
            continue
        blast = strike.blast_seats(position.state, target)
        safe = (
            position.seat not in blast
            or position.seat == attacker
            or full_shield(position.state, position.seat, attacker)
        )
        if not safe and v.purse < v.state.rules.numbers.blast + alliance.stakes[0] and v.can_pay_stakes(alliance):
            shields.append(paper.number)
            continue
        if holder not in paper.pair:
            continue
        hit = any(seat in blast for seat in paper.pair)
        trade = alliance.pact == TECHNOLOGY and attacker not in paper.pair and hit
        shared = alliance.pact == EXCHANGE and alliance.extra == BUNKER and holder != position.seat
        if trade or shared:
            shields.append(paper.number)
    return Unseal(v.choose_openings(*shields))


def choose_shelter(position: Ask) -> Shelter:
    """Return the use of a Fallout Drill if it saves enough, otherwise none."""
    weights = position.weights_or(USUAL)
    v = View(position)
    drills = v.entries_with_faces(DRILL) if DRILL not in position.banned else []
    return Shelter(
        DECKS.named_card(position.state, position.secrets, drills[0])
        if drills and v.strike_loss(position.seat) > weights.drilled
        else 0
    )


OpeningDecision = TypeVar("OpeningDecision", Launch, Diplomacy, Challenge, Industry, Play, Counter)
"""A decision with which a seat may open alliances."""


def without_illegal_openings(plan: Callable[[Ask], OpeningDecision]) -> Callable[[Ask], OpeningDecision]:
    """Return a plan that leaves out openings which would make its decision illegal.

    Opening an alliance costs a stake, which may change the legal decisions.
    """

    def decide(a: Ask) -> OpeningDecision:
        decision = plan(a)
        if decision.opens:
            try:
                a.game.check(a.state, a.seat, decision)
            except IllegalDecision:
                return decision._replace(opens=())
        return decision

    return decide


ANSWERS: PlanOf[Ambition] = {
    turn.LAUNCH: without_illegal_openings(choose_launch),
    turn.SHIFT: choose_shift,
    turn.DIPLOMACY: without_illegal_openings(choose_diplomacy),
    alliances.ACCEPT: choose_accept,
    claims.CHALLENGE: choose_challenge,
    industry.INDUSTRY: without_illegal_openings(choose_industry),
    intrigue.PLAY: without_illegal_openings(plots.choose_play),
    intrigue.FREIGHT: plots.choose_freightline,
    intrigue.DRAWN: plots.choose_drawn,
    schemes.AIM: plots.choose_aim,
    schemes.GIFT: plots.choose_gift,
    schemes.DUEL: plots.choose_duel,
    statements.DISARM: words.choose_disarm,
    statements.DECLARE: words.choose_declaration,
    statements.YIELD: words.choose_yield,
    challenges.DOUBT: words.choose_doubt,
    strike.COUNTER: without_illegal_openings(choose_counter),
    strike.UNSEAL: choose_unseal,
    strike.SHELTER: choose_shelter,
}
"""The bot's plan for Ambition: the functions that answer the questions to a player, by question."""
