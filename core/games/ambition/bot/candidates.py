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
from core.games.ambition.alliances import payable_kinds
from core.games.ambition.bot import intrigue as plots
from core.games.ambition.bot import policy as plan
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.cards import NUCLEAR_ARMS
from core.games.ambition.decisions import Diplomacy, Industry, Launch, Play
from core.games.ambition.hands import DECKS, face_of, known_face

Act: TypeAlias = Launch | Diplomacy | Industry | Play
Candidate = tuple[int, Callable[[], Act]]
"""A rating, and a function that makes the decision.

The decision is made only when it is needed, since sealing a paper is slow.
"""


def ranked_acts(position: Ask, max_count: int) -> list[Act]:
    """Return at most `max_count` different legal decisions, the best first.

    The heuristic's own decision comes first, then the rest by rating. If `max_count` is 2 or more, the list includes
    doing nothing: the die, a draw, a pass or a stop.
    """
    question, _ = position.game.pending_question(position.state, position.seat)
    quiet, ideas = CANDIDATE_GENERATORS[question]
    v = View(position)
    first = plan.ANSWERS[question](position)
    assert isinstance(first, Act)
    opens, found = v.choose_openings(), [first]
    for _, made in sorted(ideas(v), key=lambda idea: -idea[0]):
        if len(found) < max_count:
            _add_candidate(v, found, made()._replace(opens=opens))
    if max_count > 1 and _add_candidate(v, found, quiet(position)._replace(opens=opens)) and len(found) > max_count:
        del found[max_count - 1]
    return found


def _add_candidate(view: View, found: list[Act], decision: Act) -> bool:
    """Add the decision if it is legal and the list has no equivalent; return True if it was added.

    If it is illegal only because it opens alliances, it is added without these openings.
    """
    if _equivalence_key(view, decision) in [_equivalence_key(view, item) for item in found]:
        return False
    for item in (decision, decision._replace(opens=())):
        try:
            view.a.game.check(view.state, view.seat, item)
        except IllegalDecision:
            continue
        found.append(item)
        return True
    return False


def _equivalence_key(view: View, decision: Act) -> Act:
    """Return a key that is equal for decisions that differ only in cards of equal worth."""
    if isinstance(decision, Diplomacy):
        face = view.state.rules.elites[known_face(view.state, view.own, decision.card)].value if decision.card else 0
    else:
        face = face_of(view.state, decision.card) if decision.card else -1
    return decision._replace(card=face, opens=())


# Values of decisions --------------------------------------------------------------------------------------------------


def _launch_candidates(view: View) -> Iterator[Candidate]:
    """Yield a launch at each other seat, and the roll of the die."""
    yield 0, Launch
    if arms := view.entries_with_faces(NUCLEAR_ARMS) if NUCLEAR_ARMS not in view.a.banned else []:
        card = DECKS.named_card(view.state, view.own, arms[0])
        for other in view.state.others(view.seat):
            yield view.strike_value(other), partial(Launch, other, card)


def _diplomacy(view: View) -> Iterator[Candidate]:
    """Yield a draw or nothing, claims and alliances, each open or secret as it is usually proposed."""
    weights = view.weights
    (ways,) = view.a.detail
    more = 50 - plan.claim_frequency(view)  # a seat that draws as often as it claims values a draw like an Elite
    yield weights.an_elite * (100 + more) // 100 if turn.DRAW in ways else 0, partial(Diplomacy, ways[0])
    if turn.CLAIM in ways and view.elites:
        yield from _claims(view)
    if turn.PROPOSE in ways:
        for other in view.state.others(view.seat):
            for kind in (
                payable_kinds(view.state, view.seat, other) if not view.state.are_allied(view.seat, other) else ()
            ):
                secrecy = 100 * (weights.sealed[kind[0]] > 50)
                yield view.pact_worth(other, kind, secrecy=secrecy), partial(_proposed, view, other, kind)


def _proposed(view: View, other: int, kind: tuple[int, int]) -> Diplomacy:
    weights = view.weights
    if weights.sealed[kind[0]] > 50:
        return turn.secret_proposal(view.state, view.seat, other, kind, view.own)
    return Diplomacy(turn.PROPOSE, partner=other, pact=kind[0], extra=kind[1])


def _claims(view: View) -> Iterator[Candidate]:
    """Yield claims: each Elite at its true value, and the lowest Elite at every higher value.

    A claim is rated by its gain over keeping the Elite.
    """
    weights = view.weights
    cap, low, entries = (
        turn.highest_declarable(view.state, view.seat),
        view.elites[0],
        {item.face: item.entry for item in reversed(view.elites)},
    )
    ways = [(value, value, entry) for value, entry in entries.items() if value <= cap]
    ways += [(value, low.face, low.entry) for value in range(low.face + 1, cap + 1)]
    if not ways:
        ways = [(cap, low.face, low.entry)]
    for value, held, entry in ways:
        yield weights.a_claim + _claim_gain(view, value, held), partial(Diplomacy, turn.CLAIM, entry, value)


def _claim_gain(view: View, value: int, held: int) -> int:
    """Return the expected gain of a claim, less the worth that the Elite would have at the end."""
    weights = view.weights
    others = [other for other in view.state.others(view.seat) if view.state.purse[other] >= value]
    doubted = (
        min(
            plan.challenge_rate(weights, value, view.state.seat_count) * view.lie_rate(view.seat) // 100,
            weights.most_doubted,
        )
        if others
        else 0
    )
    harm = sum(view.harm_value(other) for other in others) // max(1, len(others))
    if value == held:
        return doubted * harm * value // 1000
    lost = 10 * min(value, view.purse) + harm * value
    return ((1000 - doubted) * 10 * value - doubted * lost) // 1000 - 10 * held


def _industry_candidates(view: View) -> Iterator[Candidate]:
    """Yield the use of Gridworks, each Industrial card that may come into play, and the end of the step."""
    yield 0, partial(Industry, industry.STOP)
    if industry.GRID in industry.possible_actions(view.state, view.seat):
        yield 10, partial(Industry, industry.GRID)
    for face, entry in {face: entry for face, entry in view.industry if plan.can_bring_into_play(view, face)}.items():
        card = DECKS.named_card(view.state, view.own, entry)
        yield plan.play_gain(view, face), partial(Industry, industry.PLAY, card)


def _intrigue_candidates(view: View) -> Iterator[Candidate]:
    """Yield drawing a card, and playing each playable card of the hand."""
    weights = view.weights
    yield plots.keep_value(view) + weights.a_draw, Play
    for face, entry in {face: entry for face, entry in view.intrigue if plots.is_playable(view, face)}.items():
        card = DECKS.named_card(view.state, view.own, entry)
        yield plots.play_value(view, face), partial(Play, card)


CANDIDATE_GENERATORS: Mapping[AnyQuestion, tuple[Callable[[Ask], Act], Callable[[View], Iterator[Candidate]]]] = {
    turn.LAUNCH: (lambda a: Launch(), _launch_candidates),
    turn.DIPLOMACY: (lambda a: Diplomacy(a.detail[0][0]), _diplomacy),
    industry.INDUSTRY: (lambda a: Industry(industry.STOP), _industry_candidates),
    intrigue.PLAY: (lambda a: Play(), _intrigue_candidates),
}
"""By question: the decision to do nothing, and the generator of all candidates."""
