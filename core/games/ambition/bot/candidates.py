"""Candidate decisions in Ambition, the best first, for bots that search.

The first candidate is the heuristic's own decision. The others are rated with the same weights, in tenths of Influence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from core.engine.game import IllegalDecision
from core.engine.question import AnyQuestion
from core.games.ambition import industry, intrigue, turn
from core.games.ambition.alliances import payable
from core.games.ambition.bot import intrigue as plots
from core.games.ambition.bot import policy as plan
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.cards import NUCLEAR_ARMS
from core.games.ambition.decisions import Diplomacy, Industry, Launch, Play
from core.games.ambition.hands import DECKS, face_of, known

Act: TypeAlias = Launch | Diplomacy | Industry | Play
Candidate = tuple[int, Callable[[], Act]]
"""A rating, and a function that makes the decision.

The decision is made only when it is needed, since sealing a paper is slow.
"""


def ranked_acts(a: Ask, most: int) -> list[Act]:
    """Return at most `most` different legal decisions, the best first.

    The heuristic's own decision comes first, then the rest by rating. If `most` is 2 or more, the list includes doing
    nothing: the die, a draw, a pass or a stop.
    """
    question, _ = a.game.asked(a.state, a.seat)
    quiet, ideas = CANDIDATE_GENERATORS[question]
    v = View(a)
    first = plan.ANSWERS[question](a)
    assert isinstance(first, Act)
    opens, found = v.openings(), [first]
    for _, made in sorted(ideas(v), key=lambda idea: -idea[0]):
        if len(found) < most:
            _add(v, found, made()._replace(opens=opens))
    if most > 1 and _add(v, found, quiet(a)._replace(opens=opens)) and len(found) > most:
        del found[most - 1]
    return found


def _add(v: View, found: list[Act], decision: Act) -> bool:
    """Add the decision if it is legal and the list has no equivalent; return True if it was added.

    If it is illegal only because it opens alliances, it is added without these openings.
    """
    if _equivalence_key(v, decision) in [_equivalence_key(v, item) for item in found]:
        return False
    for item in (decision, decision._replace(opens=())):
        try:
            v.a.game.check(v.state, v.seat, item)
        except IllegalDecision:
            continue
        found.append(item)
        return True
    return False


def _equivalence_key(v: View, decision: Act) -> Act:
    """Return a key that is equal for decisions that differ only in cards of equal worth."""
    if isinstance(decision, Diplomacy):
        face = v.state.rules.elites[known(v.state, v.own, decision.card)].value if decision.card else 0
    else:
        face = face_of(v.state, decision.card) if decision.card else -1
    return decision._replace(card=face, opens=())


# Values of decisions --------------------------------------------------------------------------------------------------


def _launch_candidates(v: View) -> Iterator[Candidate]:
    """Yield a launch at each other seat, and the roll of the die."""
    yield 0, Launch
    if arms := v.has(NUCLEAR_ARMS) if NUCLEAR_ARMS not in v.a.banned else []:
        card = DECKS.named(v.state, v.own, arms[0])
        for other in v.state.others(v.seat):
            yield v.strike(other), partial(Launch, other, card)


def _diplomacy(v: View) -> Iterator[Candidate]:
    """Yield a draw or nothing, claims and alliances, each open or secret as it is usually proposed."""
    weights = v.weights
    (ways,) = v.a.detail
    more = 50 - plan.claim_frequency(v)  # a seat that draws as often as it claims values a draw like an Elite
    yield weights.an_elite * (100 + more) // 100 if turn.DRAW in ways else 0, partial(Diplomacy, ways[0])
    if turn.CLAIM in ways and v.elites:
        yield from _claims(v)
    if turn.PROPOSE in ways:
        for other in v.state.others(v.seat):
            for kind in payable(v.state, v.seat, other) if not v.state.allied(v.seat, other) else ():
                yield v.pact_worth(other, kind), partial(_proposed, v, other, kind)


def _proposed(v: View, other: int, kind: tuple[int, int]) -> Diplomacy:
    weights = v.weights
    if weights.sealed[kind[0]] > 50:
        return turn.secret(v.state, v.seat, other, kind, v.own)
    return Diplomacy(turn.PROPOSE, partner=other, pact=kind[0], extra=kind[1])


def _claims(v: View) -> Iterator[Candidate]:
    """Yield claims: each Elite at its true value, and the lowest Elite at every higher value.

    A claim is rated by its gain over keeping the Elite.
    """
    weights = v.weights
    cap, low, entries = turn.cap(v.state, v.seat), v.elites[0], {item.face: item.entry for item in reversed(v.elites)}
    ways = [(value, value, entry) for value, entry in entries.items() if value <= cap]
    ways += [(value, low.face, low.entry) for value in range(low.face + 1, cap + 1)]
    if not ways:
        ways = [(cap, low.face, low.entry)]
    for value, held, entry in ways:
        yield weights.a_claim + _claim_gain(v, value, held), partial(Diplomacy, turn.CLAIM, entry, value)


def _claim_gain(v: View, value: int, held: int) -> int:
    """Return the expected gain of a claim, less the worth that the Elite would have at the end."""
    weights = v.weights
    others = [other for other in v.state.others(v.seat) if v.state.purse[other] >= value]
    doubted = (
        min(plan.challenge_rate(weights, value, v.state.n) * v.caught(v.seat) // 100, weights.most_doubted)
        if others
        else 0
    )
    harm = sum(v.harm(other) for other in others) // max(1, len(others))
    if value == held:
        return doubted * harm * value // 1000
    lost = 10 * min(value, v.purse) + harm * value
    return ((1000 - doubted) * 10 * value - doubted * lost) // 1000 - 10 * held


def _industry_candidates(v: View) -> Iterator[Candidate]:
    """Yield the use of Gridworks, each Industrial card that may come into play, and the end of the step."""
    yield 0, partial(Industry, industry.STOP)
    if industry.GRID in industry.may(v.state, v.seat):
        yield 10, partial(Industry, industry.GRID)
    for face, entry in {face: entry for face, entry in v.industry if plan.may_play(v, face)}.items():
        card = DECKS.named(v.state, v.own, entry)
        yield plan.played(v, face), partial(Industry, industry.PLAY, card)


def _intrigue_candidates(v: View) -> Iterator[Candidate]:
    """Yield drawing a card, and playing each playable card of the hand."""
    weights = v.weights
    yield plots.hold_worth(v) + weights.a_draw, Play
    for face, entry in {face: entry for face, entry in v.intrigue if plots.playable(v, face)}.items():
        card = DECKS.named(v.state, v.own, entry)
        yield plots.worth(v, face), partial(Play, card)


CANDIDATE_GENERATORS: Mapping[AnyQuestion, tuple[Callable[[Ask], Act], Callable[[View], Iterator[Candidate]]]] = {
    turn.LAUNCH: (lambda a: Launch(), _launch_candidates),
    turn.DIPLOMACY: (lambda a: Diplomacy(a.detail[0][0]), _diplomacy),
    industry.INDUSTRY: (lambda a: Industry(industry.STOP), _industry_candidates),
    intrigue.PLAY: (lambda a: Play(), _intrigue_candidates),
}
"""By question: the decision to do nothing, and the generator of all candidates."""
