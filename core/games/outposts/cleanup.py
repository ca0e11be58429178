"""The check for the end, the Cleanup, and the final score (rules part 4, EC and CL, and part 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from core.engine.game import IllegalDecision, RandomSource, shuffled
from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Secrets
from core.engine.question import size_with_openings
from core.games.outposts import events
from core.games.outposts.actions import STORE
from core.games.outposts.board import DIRECTIONS
from core.games.outposts.decisions import Tidy
from core.games.outposts.goods import GOODS, IRON, MARKS, OIL, PARLEY, RAID, SALT, SURVEY, TIMBER, WALL, WRIT
from core.games.outposts.hidden_cards import CLOSED_CARDS, DECKS, discard_copies, hand_of
from core.games.outposts.rules import Question, Step, agenda, question
from core.games.outposts.state import WARDEN, Outposts

STORED = 3
KEPT_FIRST = (WRIT, SURVEY, PARLEY, RAID)
STORED_FIRST = (OIL, TIMBER, IRON, SALT)
MARCHWARDEN, OBELISK = "Marchwarden's Seat", "Four Winds Obelisk"
Marks = tuple[int, int, int, int]


# Score (part 8) -------------------------------------------------------------------------------------------------------


def final_vp(state: Outposts, seat: int) -> int:
    """Return the seat's VP, computed as if the match ended now."""
    own = state.outposts_of(seat)
    points = state.points[seat] + len(state.hold[seat]) + len(own) * state.rules.numbers.outpost_vp
    points += state.has_location(seat, MARCHWARDEN) * sum(state.level[place] > 1 for place in own)
    ways = sum(state.in_direction(seat, way) > 0 for way in range(len(DIRECTIONS)))
    return points + state.has_location(seat, OBELISK) * ways


def warden_final_vp(state: Outposts) -> int:
    """Return the Warden's VP, computed as if the match ended now."""
    outposts = len(state.outposts_of(WARDEN)) * state.rules.numbers.outpost_vp
    return state.warden_points + len(state.warden_hold) + outposts


def leftover_goods(state: Outposts, seat: int) -> int:
    """Return the seat's total number of crew, resources and marks, which decides ties."""
    return sum(state.goods[seat]) - state.goods[seat][WALL]


@agenda("end check")
def check_end(step: Step) -> None:
    """End the match if its condition is met (EC)."""
    state = step.state
    if (
        max(*state.points[1:], state.warden_points) >= state.rules.numbers.end_at
        or state.round == state.rules.numbers.last_round
    ):
        state.phase = "over"
        state.over = True
        points = tuple(final_vp(state, seat) for seat in state.seats)
        step.emit(events.MatchEnded(points, warden_final_vp(state) if state.is_solo else -1))
    else:
        step.schedule(("cleanup",))


# Cleanup --------------------------------------------------------------------------------------------------------------


def marks_of(state: Outposts, seat: int) -> list[int]:
    """Return the seat's numbers of survey, raid and parley marks and of writs."""
    return [state.goods[seat][kind] for kind in MARKS]


def usual_marks(state: Outposts, seat: int) -> Marks:
    """Return the marks that are kept by default: first writs, then survey, parley and raid marks."""
    left, kept = state.rules.numbers.marks_kept, dict.fromkeys(MARKS, 0)
    for kind in KEPT_FIRST:
        kept[kind] = min(left, state.goods[seat][kind])
        left -= kept[kind]
    return kept[SURVEY], kept[RAID], kept[PARLEY], kept[WRIT]


@agenda("cleanup")
def begin_cleanup(step: Step) -> None:
    """Ask each seat that has more marks or cards than it may keep."""
    state = step.state
    state.phase = "cleanup"
    step.schedule(("cleaned",))
    for seat in state.seats:
        over = max(0, state.piles.hand_size(seat) - state.rules.numbers.hand_limit)
        if over or sum(marks_of(state, seat)) > state.rules.numbers.marks_kept:
            step.ask(TIDY, seat, over)


class TidyChoice(Question[Tidy, int]):
    """Question to a seat: the marks that it keeps, and the cards over the hand limit that it discards."""

    kind = "tidy"
    decision = Tidy

    def check(self, state: Outposts, seat: int, decision: Tidy, over: int) -> None:
        """Check that the decision keeps the right number of marks and discards the right number of cards."""
        had = marks_of(state, seat)
        if sum(decision.marks) != min(state.rules.numbers.marks_kept, sum(had)) or any(
            not 0 <= kept <= most for kept, most in zip(decision.marks, had)
        ):
            raise IllegalDecision(seat, f"it keeps {state.rules.numbers.marks_kept} of its marks")
        if len(decision.cards) != over:
            raise IllegalDecision(seat, f"it discards {over} cards")
        CLOSED_CARDS.check_cards(state, seat, decision.cards)

    def apply(self, step: Step, seat: int, decision: Tidy, over: int) -> None:
        state = step.state
        kept = dict(zip(MARKS, decision.marks))
        state.goods[seat] = tuple(kept.get(kind, had) for kind, had in enumerate(state.goods[seat]))
        if copies := tuple(state.piles.leave_hand(seat, card) for card in decision.cards):
            discard_copies(step, *copies)
            step.emit(events.CardsDiscarded(seat, copies))
        step.emit(events.MarksKept(seat, decision.marks))

    def max_answer_size(self, state: Outposts, seat: int, over: int) -> int:
        """Return the maximum size of the decision in bytes, reached if all discarded cards are closed."""
        return size_with_openings(over)

    def forced_answer(self, state: Outposts, seat: int, own: Secrets, over: int) -> Tidy | None:
        """Return the only decision if all marks are of one kind and no card is over the limit, else None."""
        if over or sum(map(bool, marks_of(state, seat))) > 1:
            return None
        return Tidy(usual_marks(state, seat), ())

    def options(self, state: Outposts, seat: int, own: Secrets, over: int) -> Iterator[Tidy]:
        """Yield the possible decisions, those with the usual marks first."""
        hand = hand_of(state, seat, own)
        for marks in self._possible_marks(state, seat):
            for copies in combinations(hand, over):
                yield Tidy(marks, tuple(hand[copy] for copy in copies))

    def sample(self, state: Outposts, seat: int, own: Secrets, chance: RandomSource, over: int) -> Tidy:
        """Return a decision with random marks and random cards."""
        return self._any_decision(state, seat, chance, hand_of(state, seat, own).values(), over)

    def default_answer(self, state: Outposts, seat: int, own: Secrets, chance: RandomSource, over: int) -> Tidy:
        """Return a decision with the usual marks, and with any cards."""
        return self.sample(state, seat, own, chance, over)._replace(marks=usual_marks(state, seat))

    def stand_in(self, state: Outposts, seat: int, chance: RandomSource, over: int) -> Tidy:
        """Return a decision with the usual marks and random face-up cards."""
        result = self._any_decision(state, seat, chance, state.piles.shown[seat], over)
        return result._replace(marks=usual_marks(state, seat))

    def _any_decision(self, state: Outposts, seat: int, chance: RandomSource, hand: Iterable[Card], over: int) -> Tidy:
        marks = list(self._possible_marks(state, seat))
        return Tidy(marks[chance.uniform(len(marks))], tuple(shuffled(hand, chance)[:over]))

    def _possible_marks(self, state: Outposts, seat: int) -> Iterator[Marks]:
        had, usual = marks_of(state, seat), usual_marks(state, seat)
        yield usual
        for a, b, c, d in product(*(range(min(count, state.rules.numbers.marks_kept) + 1) for count in had)):
            if a + b + c + d == sum(usual) and (a, b, c, d) != usual:
                yield a, b, c, d


TIDY = question(TidyChoice())


def kept_goods(state: Outposts, seat: int) -> tuple[int, ...]:
    """Return the seat's goods after Cleanup.

    They are the marks that it chose, and the goods that its Bonded Stores keep.
    """
    goods, kept = state.goods[seat], [0] * len(GOODS)
    for kind in MARKS:
        kept[kind] = goods[kind]
    remaining = STORED * state.has_location(seat, STORE)
    for kind in STORED_FIRST:
        kept[kind] = min(remaining, goods[kind])
        remaining -= kept[kind]
    return tuple(kept)


@agenda("cleaned")
def finish_cleanup(step: Step) -> None:
    """Carry out the rest of the Cleanup (CL), and begin the next round."""
    state = step.state
    for seat in state.seats:
        state.goods[seat] = kept_goods(state, seat)
    state.walls = {}
    state.used = {}
    state.visited = ()
    state.guarded = [0] * len(state.guarded)
    state.boarded, state.laboured = [0] * len(state.boarded), [0] * len(state.laboured)
    state.passed = [0] * len(state.passed)
    state.warden_passed = state.warden_built = state.warden_attacks = state.warden_hits = 0
    state.warden_raids = state.warden_razed = 0
    for copy in sorted((*state.connections, *state.claimed)):
        DECKS.put_under(step, 1 + state.rules.connection(copy).pile, (copy,))
    state.connections = state.claimed = ()
    step.emit(events.RoundEnded(state.round))
    if not state.is_solo:
        state.first = state.next_seat(state.first)
    step.schedule(("round",))
