"""What a seat might do in its turn in Ambition, the best first: for those who compare decisions.

The first is what the heuristic would do; what the others are worth is counted as its plans count, in tenths of
Influence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from core.engine.game import Decision, IllegalDecision
from core.engine.question import AnyQuestion
from core.games.ambition import industry, intrigue, turn
from core.games.ambition.alliances import payable
from core.games.ambition.bot import intrigue as plots
from core.games.ambition.bot import policy as plan
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.cards import ELITES, NUCLEAR_ARMS
from core.games.ambition.decisions import Diplomacy, Industry, Launch, Play
from core.games.ambition.hands import DECKS, face_of, known

Idea = tuple[int, Callable[[], Any]]
"""What a decision is worth, and the decision, made when it is wanted: a paper takes long to seal."""


def ranked_acts(a: Ask, most: int) -> list[Decision]:
    """Legal decisions about what the seat is asked in its turn (launch, Diplomacy phase, industry, Intrigue phase), at
    most so many, best first: the heuristic's own, then what is worth most; of like ones one. If they may be two or
    more, doing nothing is among them: the die, a draw, to pass, to stop.
    """
    question, _ = a.game.asked(a.state, a.seat)
    quiet, ideas = IDEAS[question]
    v = View(a)
    opens, found = v.openings(), [plan.ANSWERS[question](a)]
    for _, made in sorted(ideas(v), key=lambda idea: -idea[0]):
        if len(found) < most:
            _add(v, found, made()._replace(opens=opens))
    if most > 1 and _add(v, found, quiet(a)._replace(opens=opens)) and len(found) > most:
        del found[most - 1]
    return found


def _add(v: View, found: list[Any], decision: Any) -> bool:
    """The decision, if it is legal and none is like it; no alliance is opened where it would then not be allowed."""
    if _like(v, decision) in [_like(v, one) for one in found]:
        return False
    for one in (decision, decision._replace(opens=())):
        try:
            v.a.game.check(v.state, v.seat, one)
        except IllegalDecision:
            continue
        found.append(one)
        return True
    return False


def _like(v: View, decision: Any) -> Any:
    """The same of decisions that take other cards which are worth as much."""
    card = decision.card
    if isinstance(decision, Diplomacy):
        face = ELITES[known(v.state, v.own, card)].value if card else 0
    else:
        face = face_of(v.state, card) if card else -1
    return decision._replace(card=face, opens=())


# What each decision is worth ------------------------------------------------------------------------------------------


def _strikes(v: View) -> Iterator[Idea]:
    """A launch at each other seat, and the die."""
    yield 0, Launch
    if arms := v.has(NUCLEAR_ARMS) if NUCLEAR_ARMS not in v.a.banned else []:
        card = DECKS.named(v.state, v.own, arms[0])
        for other in v.state.others(v.seat):
            yield v.strike(other), partial(Launch, other, card)


def _diplomacy(v: View) -> Iterator[Idea]:
    """A draw or nothing, claims, alliances: each openly or in secret, as it is mostly proposed."""
    weights = v.weights
    (ways,) = v.a.detail
    more = 50 - plan.keen(v)  # where it draws as often as it claims, a draw is worth an Elite
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


def _claims(v: View) -> Iterator[Idea]:
    """Each Elite as what it is, the lowest as anything better: what that brings, beside the Elite in hand."""
    weights = v.weights
    cap, low, entries = turn.cap(v.state, v.seat), v.elites[0], {one.face: one.entry for one in reversed(v.elites)}
    ways = [(value, value, entry) for value, entry in entries.items() if value <= cap]
    ways += [(value, low.face, low.entry) for value in range(low.face + 1, cap + 1)]
    if not ways:
        ways = [(cap, low.face, low.entry)]
    for value, held, entry in ways:
        yield weights.a_claim + _brings(v, value, held), partial(Diplomacy, turn.CLAIM, entry, value)


def _brings(v: View, value: int, held: int) -> int:
    """What a claim brings, beside the Elite, which is worth so much at the end."""
    weights = v.weights
    others = [other for other in v.state.others(v.seat) if v.state.purse[other] >= value]
    doubted = (
        min(plan.brake(weights, value, v.state.n) * v.caught(v.seat) // 100, weights.most_doubted) if others else 0
    )
    harm = sum(v.harm(other) for other in others) // max(1, len(others))
    if value == held:
        return doubted * harm * value // 1000
    lost = 10 * min(value, v.purse) + harm * value
    return ((1000 - doubted) * 10 * value - doubted * lost) // 1000 - 10 * held


def _plants(v: View) -> Iterator[Idea]:
    """Gridworks at once, each Industrial card that may come into play, or no more."""
    yield 0, partial(Industry, industry.STOP)
    if industry.GRID in industry.may(v.state, v.seat):
        yield 10, partial(Industry, industry.GRID)
    for face, entry in {face: entry for face, entry in v.industry if plan.may_play(v, face)}.items():
        card = DECKS.named(v.state, v.own, entry)
        yield plan.played(v, face), partial(Industry, industry.PLAY, card)


def _schemes(v: View) -> Iterator[Idea]:
    """A new card, or one of the hand."""
    weights = v.weights
    yield plots.kept(v) + weights.a_draw, Play
    for face, entry in {face: entry for face, entry in v.intrigue if plots.playable(v, face)}.items():
        card = DECKS.named(v.state, v.own, entry)
        yield plots.worth(v, face), partial(Play, card)


IDEAS: Mapping[AnyQuestion, tuple[Callable[[Ask], Any], Callable[[View], Iterator[Idea]]]] = {
    turn.LAUNCH: (lambda a: Launch(), _strikes),
    turn.DIPLOMACY: (lambda a: Diplomacy(a.detail[0][0]), _diplomacy),
    industry.INDUSTRY: (lambda a: Industry(industry.STOP), _plants),
    intrigue.PLAY: (lambda a: Play(), _schemes),
}
"""By question, how to do nothing, and all that might be done."""
