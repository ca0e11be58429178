"""Joint payments (rules part 6): at most two sealed rounds, in which all name what they would give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from core.engine.game import Chooser, IllegalDecision
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards, events
from core.games.cabinet.cards import GOODWILL, JUSTICE, MILESTONE, MINISTRIES, Cost
from core.games.cabinet.decisions import Pledge
from core.games.cabinet.rules import Question, Step, agenda, check_named, question
from core.games.cabinet.state import Cabinet

Pledges = Sequence[tuple[int, tuple[int, ...]]]
"""(seat, copies) for each who gives, clockwise from P."""


class Filled(NamedTuple):
    """What pledges come to: the cards that are needed of each seat, whether the Assist is, and the places left open."""

    taken: tuple[tuple[int, tuple[int, ...]], ...]
    assisted: bool
    missing: Cost


def fill(cost: Cost, pledges: Pledges, assist: Cost = ()) -> Filled:
    """Only cards that are needed are taken: a named Assist, exact cards, a wild Assist, Goodwill (P2).

    >>> fill((0, 0, 1), [(1, (1, 56)), (2, (2, 3))])
    Filled(taken=((1, (1, 56)), (2, (2,))), assisted=False, missing=())
    """
    need = [cost.count(kind) for kind in range(GOODWILL)]
    assisted = False
    for kind in assist:
        if kind != GOODWILL and need[kind]:
            need[kind] -= 1
            assisted = True
    taken: dict[int, list[int]] = {seat: [] for seat, _ in pledges}
    wild: list[tuple[int, int]] = []
    for seat, copies in pledges:
        for copy in copies:
            kind = cards.kind(copy)
            if kind == GOODWILL:
                wild.append((seat, copy))
            elif need[kind]:
                need[kind] -= 1
                taken[seat].append(copy)
    missing = [kind for kind, places in enumerate(need) for _ in range(places)]
    for _ in range(assist.count(GOODWILL)):
        if missing:
            missing.pop(0)
            assisted = True
    for seat, copy in wild[: len(missing)]:
        missing.pop(0)
        taken[seat].append(copy)
    return Filled(tuple((seat, tuple(copies)) for seat, copies in taken.items() if copies), assisted, tuple(missing))


def fitting(cost: Cost, copies: Iterable[int]) -> tuple[int, ...]:
    """Those of the copies that can fill a place: never more of a kind than it has places."""
    room = {kind: cost.count(kind) for kind in range(GOODWILL)} | {GOODWILL: len(cost)}
    found = []
    for copy in copies:
        if cards.is_resource(copy) and room[cards.kind(copy)]:
            room[cards.kind(copy)] -= 1
            found.append(copy)
    return tuple(found)


def pays(cost: Cost, copies: tuple[int, ...], less: int = 0) -> bool:
    """Whether the copies are just what the cost asks for, less so many of its places."""
    filled = fill(cost, [(0, copies)])
    return len(filled.missing) == less and sum(len(taken) for _, taken in filled.taken) == len(copies)


def payments(cost: Cost, copies: Iterable[int], less: int = 0) -> Iterator[tuple[int, ...]]:
    """Every way to pay it out of the copies; of those with the same print, one."""
    for chosen in cards.handfuls(fitting(cost, copies), len(cost) - less):
        if pays(cost, chosen, less):
            yield chosen


# The rounds -----------------------------------------------------------------------------------------------------------


def assists(state: Cabinet, seat: int) -> list[int]:
    """The Ministries that the seat may name: those in P's hand, for a Milestone (B6); of one ministry, one card."""
    if seat != state.current or cards.deck_of(state.at_stake) != MILESTONE:
        return []
    return [group[0] for (deck, _), group in cards.by_face(state.hand[seat]).items() if deck == cards.MINISTRY]


def assist_of(copy: int) -> Cost:
    """The places that a Ministry fills; 0 is none."""
    return MINISTRIES[cards.kind(copy)].assist if copy else ()


def most(state: Cabinet, cost: Cost) -> Filled:
    """What the whole team's hands would come to, with the Assist that leaves least open."""
    hands = [(seat, fitting(cost, state.hand[seat])) for seat in state.clockwise(state.current)]
    ways = [fill(cost, hands, assist_of(copy)) for copy in (0, *assists(state, state.current))]
    return min(ways, key=lambda filled: len(filled.missing))


def begin(step: Step, copy: int, then: str) -> None:
    """A Milestone or Challenge is to be paid jointly; afterwards the agenda item of that name runs, and is told if it
    was.
    """
    state = step.state
    state.at_stake = copy
    missing = most(state, cards.cost(copy)).missing
    if missing:  # B26
        step.say(events.PaymentShort(copy, missing, 1))
        _finish(step, then, False)
    else:
        step.later(("pledge", 1, then))


@agenda("pledge")
def pledge(step: Step, number: int, then: str) -> None:
    """Asks all who have something to give (B27), for the first or the second time."""
    state = step.state
    for seat in state.seats:
        if fitting(cards.cost(state.at_stake), state.hand[seat]) or assists(state, seat):
            step.ask(PLEDGE, seat, number, then)


def _finish(step: Step, then: str, paid: bool) -> None:
    state = step.state
    copy, state.at_stake, state.assist = state.at_stake, 0, 0
    state.pledges = [()] * len(state.pledges)
    step.later((then, copy, int(paid)))


def proposal(state: Cabinet, seat: int, assist: int = 0) -> tuple[int, ...]:
    """What the seat gives if all give what fits, exact cards before Goodwill: what a client proposes."""
    hands = [
        (other, fitting(cards.cost(state.at_stake), state.hand[other])) for other in state.clockwise(state.current)
    ]
    return dict(fill(cards.cost(state.at_stake), hands, assist_of(assist)).taken).get(seat, ())


class JointPledge(Question[Pledge, int, str]):
    """What the seat gives for a joint payment, in round 1 or 2 (P1, P3)."""

    kind = "pledge"
    decision = Pledge

    def check(self, state: Cabinet, seat: int, decision: Pledge, number: int, then: str) -> None:
        """Resource cards of the own hand that can fill a place; an Assist of P."""
        check_named(seat, decision.cards, state.hand[seat])
        cost = cards.cost(state.at_stake)
        if len(fitting(cost, decision.cards)) != len(decision.cards):
            raise IllegalDecision(seat, "not all of these cards can fill a place of the cost")
        if decision.assist:
            check_named(seat, (decision.assist,), state.hand[seat])
            if not assists(state, seat) or not cards.is_ministry(decision.assist):
                raise IllegalDecision(seat, "that card cannot assist")

    def answer_all(self, step: Step, decisions: Mapping[int, Pledge], details: Mapping[int, tuple[int, str]]) -> None:
        """All are opened together; covered, or a second round, or it has failed."""
        state = step.state
        number, then = next(iter(details.values()))
        giving = [seat for seat in state.clockwise(state.current) if seat in decisions]
        for seat in giving:
            state.pledges[seat] = decisions[seat].cards
            step.say(events.CardsPledged(seat, *decisions[seat]))
        copy = state.at_stake
        assist = state.assist = decisions[state.current].assist if state.current in decisions else 0
        filled = fill(cards.cost(copy), [(seat, decisions[seat].cards) for seat in giving], assist_of(assist))
        if filled.missing:
            step.say(events.PaymentShort(copy, filled.missing, int(number == 2)))
            if number == 2:
                _finish(step, then, False)
            else:
                step.later(("pledge", 2, then))
            return
        for seat, copies in filled.taken:
            state.take(seat, copies)
            state.spend(copies)
            step.say(events.CardsPaid(seat, copies))
        if filled.assisted:  # B28
            state.take(state.current, (assist,))
            state.spend((assist,))
            step.say(events.AssistUsed(state.current, assist))
            if cards.kind(assist) == JUSTICE:
                step.later(("take", state.current, 1, tuple(c for _, copies in filled.taken for c in copies)))
        _finish(step, then, True)

    def options(self, state: Cabinet, seat: int, own: Secrets, number: int, then: str) -> Iterator[Pledge]:
        """Everything that fits first, nothing last."""
        groups = list(cards.by_face(fitting(cards.cost(state.at_stake), state.hand[seat])).values())
        for assist in (0, *assists(state, seat)):
            for counts in product(*(range(len(group), -1, -1) for group in groups)):
                chosen = (copy for group, count in zip(groups, counts) for copy in group[:count])
                yield Pledge(tuple(chosen), assist)

    def sample(self, state: Cabinet, seat: int, own: Secrets, chance: Chooser, number: int, then: str) -> Pledge:
        fits = fitting(cards.cost(state.at_stake), state.hand[seat])
        chosen = tuple(copy for copy in fits if chance.uniform(3))
        named = (0, *assists(state, seat))
        return Pledge(chosen, named[chance.uniform(len(named))])

    def default(self, state: Cabinet, seat: int, own: Secrets, chance: Chooser, number: int, then: str) -> Pledge:
        """None (P1)."""
        return Pledge(())

    def stand_in(self, state: Cabinet, seat: int, chance: Chooser, number: int, then: str) -> Pledge:
        """All that fits (B19)."""
        return Pledge(fitting(cards.cost(state.at_stake), state.hand[seat]))


PLEDGE = question(JointPledge())
