"""How the chapters of a game's rules hang together: the agenda, the asks and one step's resolution.

What is still to be done stands on the state's *agenda* as tuples of a name and plain values, so a match can stop for a
decision anywhere. A game has one `Chapters`; a chapter declares what it can do with `@agenda("name")` and what it can
ask with `@answers("kind")` and `@checks("kind")`:

    @agenda("reset")
    def reset(step): ...
        step.later(("draw", wants, 0, ()), ("market",))     # runs after this handler returns, in this order

    @agenda("some question")
    def some_question(step, seat):
        step.ask("discard", seat, 2)          # the agenda rests here till the seat has answered

    @checks("discard")
    def check_discard(state, seat, decision, detail): ...   # raises IllegalDecision; changes nothing

    @answers("discard")
    def answer_discard(step, decisions, details): ...       # {seat: decision}, {seat: detail}; all checked
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from core.kernel.audits import demand
from core.kernel.beacon import Chance, first_beacon
from core.kernel.codec import Plain
from core.kernel.game import Ask, Chooser, Decision, Event, IllegalDecision, Setup
from core.kernel.result import FREE_FOR_ALL
from core.kernel.secrets import Secrets
from core.kernel.shapes import WrongShape, read
from core.kernel.telling.plain import decision_words

Detail = tuple[Any, ...]
Handler = Callable[..., None]
Declares = Callable[[Handler], Handler]


class Resting(Protocol):
    """A state whose continuation is data."""

    t: int
    beacon: bytes
    agenda: list[tuple[Any, ...]]
    """What is still to be done, last item first: tuples of a name and plain values."""
    asking: tuple[tuple[int, str, Detail], ...]
    """Open asks: seat, kind, detail."""

    def clone(self) -> Self:
        """An independent copy."""


S = TypeVar("S", bound=Resting)


class Chapters:
    """What the chapters of one game have declared, by name and by kind of ask."""

    def __init__(self) -> None:
        self.agendas: dict[str, Handler] = {}
        self.checks_: dict[str, Handler] = {}
        self.answers_: dict[str, Handler] = {}

    def agenda(self, name: str) -> Declares:
        """Declares what runs for agenda items of this name."""
        return _declaring(self.agendas, name)

    def checks(self, kind: str) -> Declares:
        """Declares what tells a legal answer to an ask of this kind from an illegal one."""
        return _declaring(self.checks_, kind)

    def answers(self, kind: str) -> Declares:
        """Declares what an answer to an ask of this kind brings about."""
        return _declaring(self.answers_, kind)


def _declaring(table: dict[str, Handler], name: str) -> Declares:
    def declare(handler: Handler) -> Handler:
        table[name] = handler
        return handler

    return declare


class Step(Generic[S]):
    """The resolution of one step: the state, the step's randomness and what has happened so far.

    A game derives its own and names its `chapters`.
    """

    __slots__ = ("_draws", "chance", "events", "lost", "open_piles", "state")

    chapters: ClassVar[Chapters]

    def __init__(self, state: S, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        self.state = state
        self.lost = lost
        """The seats that have no say in this step (PROTOCOL 14.6)."""
        self.open_piles: set[int] = set()
        """Those of them that were due to lay their pile: in this step they draw straight from the mix (14.7)."""
        self.chance = Chance(beacon)
        self.events: list[Event] = []
        self._draws: dict[int, int] = {}

    def say(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)

    def later(self, *items: tuple[Any, ...]) -> None:
        """Puts items on the agenda, before all that stands there; the first given runs first."""
        self.state.agenda.extend(reversed(items))

    def ask(self, kind: str, seat: int, *detail: Any) -> None:
        """Asks a seat; the agenda rests until every ask of the step is answered. Details are plain immutable data."""
        self.state.asking += ((seat, kind, detail),)

    def draw_number(self, seat: int) -> int:
        """Counts the draws and looks of the seat's pile in this step (PROTOCOL 6.3)."""
        number = self._draws.get(seat, 0)
        self._draws[seat] = number + 1
        return number

    def run(self) -> None:
        """Works the agenda off until somebody is asked or nothing is left."""
        agenda, handlers = self.state.agenda, self.chapters.agendas
        while agenda and not self.state.asking:
            name, *values = agenda.pop()
            handlers[name](self, *values)

    def answer(self, decisions: Mapping[int, Decision]) -> None:
        """Hands the checked decisions to the chapters that asked for them."""
        asking, self.state.asking = self.state.asking, ()
        kinds = {kind for _, kind, _ in asking}
        for kind in sorted(kinds, key=_answer_order):
            seats = [(seat, detail) for seat, asked, detail in asking if asked == kind]
            self.chapters.answers_[kind](self, {seat: decisions[seat] for seat, _ in seats}, dict(seats))


def _answer_order(kind: str) -> tuple[bool, str]:
    """Cards that must be shown count before fresh slots are laid (hidden cards 2.5); else one step asks one thing."""
    return kind == "fresh", kind


# Asks and decisions ---------------------------------------------------------------------------------------------------


def asked(state: Resting, seat: int) -> tuple[str, Detail]:
    """What the seat is asked: kind and detail; raises `IllegalDecision` if it is asked nothing."""
    for who, kind, detail in state.asking:
        if who == seat:
            return kind, detail
    raise IllegalDecision(seat, "decides without being asked")


def check_decision(
    chapters: Chapters, types: Mapping[str, type], state: Resting, seat: int, decision: Decision
) -> None:
    """Raises `IllegalDecision` unless the seat may decide this now; `types` says what answers each kind of ask."""
    kind, detail = asked(state, seat)
    if type(decision) is not types[kind]:
        raise IllegalDecision(seat, f"{types[kind].__name__} is due, not {type(decision).__name__}")
    chapters.checks_[kind](state, seat, decision, detail)


def check_decisions(
    chapters: Chapters,
    types: Mapping[str, type],
    state: Resting,
    decisions: Mapping[int, Decision],
    lost: Collection[int],
) -> None:
    """Raises `IllegalDecision` unless every seat that is asked and not lost, and no other, decides what it may."""
    due = {seat: (kind, detail) for seat, kind, detail in state.asking if seat not in lost}
    for seat in decisions:
        if seat not in due:
            raise IllegalDecision(seat, "decides without being asked")
    for seat, (kind, detail) in due.items():
        decision = decisions.get(seat)
        if type(decision) is not types[kind]:
            raise IllegalDecision(seat, f"owes the decision {kind!r}", "duty")
        chapters.checks_[kind](state, seat, decision, detail)


class Agenda(ABC, Generic[S]):
    """What games with an agenda have in common, as a base of the game object."""

    title: str
    kind: str = FREE_FOR_ALL
    seat_counts: tuple[int, ...]
    steps: type[Step[S]]
    """The game's own kind of step, which knows its chapters."""
    decisions: Mapping[str, type]
    """What answers each kind of ask."""
    by_itself: Collection[str] = ()
    """Kinds of ask that the client answers without its player."""
    of_slots: Collection[str] = ()
    """Kinds of ask that are about certain closed cards, so that they fall away where all are dealt anew."""
    opening: Callable[[Setup], S]
    """The state before step 1."""

    def new(self, setup: Setup) -> S:
        """The state before step 1; raises `ValueError` for a seat count that the game does not have."""
        if setup.seats not in self.seat_counts:
            least, most = self.seat_counts[0], self.seat_counts[-1]
            raise ValueError(f"{self.title} is for {least} to {most} players, not {setup.seats}")
        return self.opening(setup)

    def asks(self, state: S) -> dict[int, Ask]:
        """Who must decide what now."""
        return {seat: Ask(kind, detail, kind in self.by_itself) for seat, kind, detail in sorted(state.asking)}

    def read(self, state: S, seat: int, plain: Plain) -> Decision:
        """The decision that a peer sent as plain data; raises `IllegalDecision` if it has not the right shape."""
        kind, _ = asked(state, seat)
        try:
            return self.refined(state, read(self.decisions[kind], plain))
        except WrongShape as wrong:
            raise IllegalDecision(seat, str(wrong)) from None

    def refined(self, state: S, decision: Decision) -> Decision:
        """A decision whose fields are read further than their types say; raises `WrongShape`."""
        return decision

    def check(self, state: S, seat: int, decision: Decision) -> None:
        """Raises `IllegalDecision` unless the seat may decide this now."""
        check_decision(self.steps.chapters, self.decisions, state, seat, decision)

    def step(
        self, state: S, decisions: Mapping[int, Decision], beacon: bytes, lost: Collection[int] = frozenset()
    ) -> list[Event]:
        """Checks every decision, then resolves the step in place; lost seats have no say in it."""
        check_decisions(self.steps.chapters, self.decisions, state, decisions, lost)
        step = self.steps(state, beacon, lost)
        step.answer({**decisions, **self.absent(step)} if lost else decisions)
        step.run()
        demand(state, step.lost)
        state.t += 1
        state.beacon = beacon
        return step.events

    # Seats without a say, and clients; as they are where nothing is hidden but the choice itself --------------------

    def absent(self, step: Step[S]) -> dict[int, Decision]:
        """Puts the cards of lost seats in the open, and decides for those of them that are asked."""
        lost = sorted(step.lost)
        for seat in lost:
            self.lay_open(step, seat)
        return self._stand_ins(step)

    def _stand_ins(self, step: Step[S]) -> dict[int, Decision]:
        asked_now = {seat for seat, _, _ in step.state.asking}
        return {
            seat: self.stand_in(step.state, seat, step.chance.stream("standin", seat))
            for seat in sorted(step.lost)
            if seat in asked_now
        }

    def lay_open(self, step: Step[S], seat: int) -> None:
        """Puts the closed cards of a lost seat in the open (PROTOCOL 14.7)."""

    # A match that is played on as a new one (PROTOCOL 14.10) ---------------------------------------------------------

    def carried(self, state: S, setup: Setup) -> S:
        """The position as the state before step 1 of another match."""
        first = state.clone()
        first.t, first.beacon = 1, first_beacon(setup.match)
        return first

    def deal_anew(self, state: S, seats: Collection[int], beacon: bytes) -> list[Event]:
        """Deals all closed cards anew in the open; what was asked is asked again, unless it was about certain of them:
        then the stand-in answers for all.
        """
        step = self.steps(state, beacon, frozenset(seats))
        for seat in sorted(seats):
            self.lay_open(step, seat)
        self.forget_slots(state)
        if any(kind in self.of_slots for _, kind, _ in state.asking):
            step.answer(self._stand_ins(step))
            step.run()
        else:
            state.asking = tuple(
                (seat, kind, self.renewed(state, seat, kind, detail)) for seat, kind, detail in state.asking
            )
        state.t += 1
        state.beacon = beacon
        return step.events

    def forget_slots(self, state: S) -> None:
        """Drops what is kept of slots that nobody can open any more."""

    def renewed(self, state: S, seat: int, kind: str, detail: Detail) -> Detail:
        """The detail of an ask that is asked again, now that all closed cards lie open or wait to be laid."""
        return detail

    @abstractmethod
    def stand_in(self, state: S, seat: int, chance: Chooser) -> Decision:
        """What is decided for a lost seat (PROTOCOL 14.6)."""

    def automatic(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        """The answer that the client gives without its player, if it does."""
        return None

    def recall(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Lays again what an own decision in this state has laid."""

    # Words, for games that have none of their own ---------------------------------------------------------------------

    def choice(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> str:
        """A decision in a few words, as it is offered to its own seat."""
        return decision_words(decision, secrets, lambda copy: self.card(state, copy))

    def card(self, state: S, copy: int) -> str:
        """What a copy is called."""
        return f"card {copy}"
