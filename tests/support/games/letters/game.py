"""Letters for 3 or 4: promises under seal that pay both seats when they are opened.

Each seat in turn proposes a sealed promise to another seat. A promise is (kind, worth). Both seats gain its worth, or
nothing if it is more than the proposer had when the promise was made. After each round all promises of seat 1 are
opened, after the last round all promises.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from core.engine.agenda import AgendaGame, GameRules, Step
from core.engine.chance.beacon import first_beacon
from core.engine.game import Event, IllegalDecision, RandomSource, Setup, Standing
from core.engine.hidden.contracts import Openings, Paper, Papers, Sealed
from core.engine.hidden.secrets import Secrets, Terms
from core.engine.options import Option, Options
from core.engine.question import Item, OpenAsk, Question
from core.engine.result import standing_by_points
from core.engine.state import StateData, Static, state

START, KINDS, WORTHS = 3, (1, 2), (1, 2, 3)


class Write(NamedTuple):
    """Decision of the active seat: a paper for a partner (0 for none), and papers that it opens first."""

    partner: int
    paper: Sealed = Sealed(b"", b"")
    opens: Openings = ()


class Reply(NamedTuple):
    """The partner's answer to a proposal."""

    accepts: bool


@state
@dataclass(slots=True)
class Desk(StateData):
    """Complete public state."""

    setup: Static[Setup]
    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[OpenAsk, ...]
    papers: tuple[Paper, ...]
    points: list[int]
    round: int


RULES = GameRules()


class Round(Step[Desk]):
    """One step of a match."""

    __slots__ = ()
    game_rules = RULES


class Promises(Papers[Desk, Round]):
    """Promises with a kind and a value; the public record is the proposer's points."""

    term_count = 2

    def is_valid(self, state: Desk, paper: Paper, terms: Terms) -> bool:
        return terms[0] in KINDS and terms[1] in WORTHS

    def sample_terms(self, state: Desk, paper: Paper, chance: RandomSource) -> Terms:
        lawful = [worth for worth in WORTHS if worth <= paper.record[0]]
        return KINDS[chance.uniform(len(KINDS))], lawful[chance.uniform(len(lawful))]

    def on_opened(self, step: Round, paper: Paper, terms: Terms, by: int) -> None:
        if terms[1] <= paper.record[0]:
            for seat in paper.pair:
                step.state.points[seat] += terms[1]


PROMISES = Promises(RULES)


class Writes(Question[Desk, Round, Write]):
    """The question to the active seat for a promise."""

    kind = "write"
    decision = Write

    def check(self, state: Desk, seat: int, decision: Write) -> None:
        PROMISES.check_openings(state, seat, decision.opens)
        if not decision.partner:
            if decision.paper != Sealed(b"", b""):
                raise IllegalDecision(seat, "writes to nobody")
            return
        PROMISES.check_sealed(state, seat, decision.partner, decision.paper)
        if PROMISES.signed_paper(state, seat, decision.partner) is not None:
            raise IllegalDecision(seat, "has a promise with that seat")

    def apply(self, step: Round, seat: int, decision: Write) -> None:
        state = step.state
        PROMISES.open(step, {seat: decision.opens})
        if decision.partner:
            number = PROMISES.offer(step, seat, decision.partner, decision.paper, (state.points[seat],))
            step.ask(REPLIES, decision.partner, number)

    def options(self, state: Desk, seat: int, own: Secrets) -> Iterator[Write]:
        yield Write(0)
        mine = PROMISES.openings(state, seat, own, (paper.number for paper in PROMISES.signed_papers(state, seat)))
        for opens in ((), *((opening,) for opening in mine)):
            for other in range(1, state.setup.seats + 1):
                if other != seat and PROMISES.signed_paper(state, seat, other) is None:
                    for kind in KINDS:
                        for worth in WORTHS[: state.points[seat]]:
                            yield Write(other, PROMISES.seal(state, seat, other, (kind, worth), own), opens)

    lists_all = False

    def stand_in(self, state: Desk, seat: int, chance: RandomSource) -> Write:
        return Write(0)


class Replies(Question[Desk, Round, Reply, int]):
    """The question whether to accept a promise; only the client refuses a promise that it cannot decrypt."""

    kind = "reply"
    decision = Reply
    of_slots = True

    def check(self, state: Desk, seat: int, decision: Reply, number: int) -> None:
        pass

    def apply(self, step: Round, seat: int, decision: Reply, number: int) -> None:
        (PROMISES.sign if decision.accepts else PROMISES.refuse)(step, number)

    def forced_answer(self, state: Desk, seat: int, own: Secrets, number: int) -> Reply | None:
        return None if PROMISES.is_acceptable(state, number, own) else Reply(False)

    def options(self, state: Desk, seat: int, own: Secrets, number: int) -> Iterator[Reply]:
        yield Reply(False)
        if PROMISES.is_acceptable(state, number, own):
            yield from (Reply(True),) * 3

    def stand_in(self, state: Desk, seat: int, chance: RandomSource, number: int) -> Reply:
        return Reply(False)


WRITES, REPLIES = RULES.question(Writes()), RULES.question(Replies())


def first(setup: Setup) -> Desk:
    """Return the state before step 1."""
    start = first_beacon(setup.match)
    return Desk(setup, 1, start, False, [("round",)], (), (), [0] + [START] * setup.seats, 0)


@RULES.agenda("round")
def next_round(step: Round) -> None:
    """Let each seat write once, then open the promises that seat 1 has signed; after the last round, open all."""
    state = step.state
    if state.round == state.setup.options["rounds"]:
        step.schedule(("papers",), ("end",))
        return
    state.round += 1
    step.schedule(*(("turn", seat) for seat in range(1, state.setup.seats + 1)), ("exposed",), ("round",))


@RULES.agenda("turn")
def turn(step: Round, seat: int) -> None:
    """Ask one seat to write."""
    step.ask(WRITES, seat)


@RULES.agenda("exposed")
def exposed(step: Round) -> None:
    """Demand the papers that seat 1 has signed."""
    PROMISES.demand(step, [paper.number for paper in PROMISES.signed_papers(step.state, 1)])


@RULES.agenda("end")
def end(step: Round) -> None:
    """End the match; only points count."""
    step.state.over = True


class Letters(AgendaGame[Desk]):
    """Game object of Letters."""

    name = "letters"
    title = "Letters"
    seat_counts: tuple[int, ...] = (3, 4)
    options = Options([Option("rounds", (2, 3), 2, "open", "how often each writes")])
    step_class = Round
    make_first_state = staticmethod(first)

    def standing(self, state: Desk) -> list[Standing]:
        return standing_by_points(state.points)

    def headings(self, state: Desk) -> tuple[tuple[str, str], ...]:
        return (("Points", "points"),)

    def rounds(self, state: Desk) -> int:
        return state.round

    def progress(self, state: Desk) -> str:
        return f"round {state.round}"

    def narrate(self, state: Desk, event: Event) -> str:
        return f"{type(event).__name__}: {' '.join(map(str, event))}"

    def describe(self, state: Desk) -> str:
        return f"{len(state.papers)} sealed; points {state.points[1:]}"


GAME = Letters()
