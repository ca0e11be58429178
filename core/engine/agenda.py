"""How the chapters of a game's rules hang together: the agenda, the asks and one step's resolution.

What is still to be done stands on the state's *agenda* as tuples of a name and plain values, so a match can stop for a
decision anywhere. A game has one `Chapters`; a chapter declares what it can do with `@agenda("name")` and what it can
ask as objects (see question.py):

    agenda, question = CHAPTERS.agenda, CHAPTERS.question

    @agenda("reset")
    def reset(step): ...
        step.later(("draw", wants, 0, ()), ("market",))     # runs after this handler returns, in this order

    @agenda("over the limit")
    def over_the_limit(step, seat):
        step.ask(TRIM, seat, 2)               # the agenda rests here till the seat has answered

    TRIM = question(Trim())

Two agenda items of one name, or two questions of one kind, are refused where they are declared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar, TypeVarTuple

from core.engine.chance.beacon import Chance, first_beacon
from core.engine.codec import Plain
from core.engine.decoder import WrongShape
from core.engine.game import Ask, Chooser, Decision, Event, IllegalDecision, Lost, Setup
from core.engine.hidden.audits import demand
from core.engine.hidden.determinization import World, unsealed
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value
from core.engine.question import AnyQuestion, Item, Question, Resting
from core.engine.result import FREE_FOR_ALL
from core.engine.text.plain import WithoutWords

Detail = tuple[Any, ...]
H = TypeVar("H", bound=Callable[..., None])
Q = TypeVar("Q", bound=AnyQuestion)
Ds = TypeVarTuple("Ds")
S = TypeVar("S", bound=Resting)


class Unfinished(RuntimeError):
    """The rules of a game leave a match standing that is not over; the message says in which step."""


class Chapters:
    """What the chapters of one game have declared: agenda handlers by name, questions by kind."""

    def __init__(self) -> None:
        self.agendas: dict[str, Callable[..., None]] = {}
        self.questions: dict[str, AnyQuestion] = {}
        self.cards: object = None
        """The chapter of closed cards (`core.engine.hidden.cards.Cards`), if the game has one."""
        self.shared: Any = None
        """The chapter of shared decks (`core.engine.hidden.shared_deck.SharedDecks`), if the game has one."""
        self.papers: Any = None
        """The chapter of sealed papers (`core.engine.hidden.contracts.Papers`), if the game has one."""

    def agenda(self, name: str) -> Callable[[H], H]:
        """Declares what runs for agenda items of this name; raises `ValueError` if something does already."""

        def declare(handler: H) -> H:
            if name in self.agendas:
                raise ValueError(f"two agenda handlers are called {name!r}")
            self.agendas[name] = handler
            return handler

        return declare

    def question(self, question: Q) -> Q:
        """Declares a question; raises `ValueError` if there is one of its kind already."""
        if question.kind in self.questions:
            raise ValueError(f"two questions are of the kind {question.kind!r}")
        self.questions[question.kind] = question
        return question


class Decided(Exception):
    """The match is decided, in the middle of whatever was going on: all that was to come falls away but these items."""

    def __init__(self, *items: Item) -> None:
        self.items = items


class Step(Generic[S]):
    """The resolution of one step: the state, the step's randomness and what has happened so far.

    A game derives its own and names its `chapters`.
    """

    __slots__ = ("_draws", "chance", "events", "lost", "open_piles", "state", "states")

    chapters: ClassVar[Chapters]

    def __init__(self, state: S, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        self.state = state
        self.states: list[S] | None = None
        """Takes a copy of the state at each event, where somebody wants to see it."""
        self.lost = lost
        """The seats that have no say in this step (PROTOCOL 14.6)."""
        self.open_piles: set[int] = set()
        """Those of them that were due to lay their pile: in this step they draw straight from the mix (14.7)."""
        self.chance = Chance(beacon)
        self.events: list[Event] = []
        self._draws: dict[int, int] = {}

    @property
    def refused(self) -> Mapping[int, str]:
        """The lost seats that were there and had their answer refused, by the kind of fault."""
        return self.lost.refused if isinstance(self.lost, Lost) else {}

    def say(self, event: Event) -> None:
        """Something happened. A chapter says it once the state shows it, so that whoever is shown the step sees so."""
        self.events.append(event)
        if self.states is not None:
            self.states.append(self.state.clone())

    def later(self, *items: Item) -> None:
        """Puts items on the agenda, before all that stands there; the first given runs first."""
        self.state.agenda.extend(reversed(items))

    def ask(self, question: Question[S, Any, Any, *Ds], seat: int, *detail: *Ds) -> None:
        """Asks a seat; the agenda rests until every ask of the step is answered. Details are plain immutable data."""
        state, kind = self.state, question.kind
        if kind not in self.chapters.questions:
            raise LookupError(f"the question {kind!r} is not declared: `NAME = CHAPTERS.question(...)`")
        for asking in state.asking:
            if asking[0] == seat:
                raise ValueError(f"seat {seat} is to be asked {kind!r} and {state.asking} in one step")
        state.asking += ((seat, kind, detail),)

    def draw_number(self, seat: int) -> int:
        """Counts the draws and looks of the seat's pile in this step (PROTOCOL 6.3)."""
        number = self._draws.get(seat, 0)
        self._draws[seat] = number + 1
        return number

    def begin(self) -> None:
        """What comes before all that the answers have brought about: lost seats' cards of shared decks."""
        if self.chapters.shared is not None:
            self.chapters.shared.begin(self)

    def run(self) -> None:
        """Works the agenda off until somebody is asked or nothing is left."""
        state, handlers = self.state, self.chapters.agendas
        agenda = state.agenda
        while agenda and not state.asking:
            item = agenda.pop()
            handler = handlers.get(item[0])
            if handler is None:
                raise LookupError(f"no agenda handler is called {item[0]!r}; there are: {', '.join(sorted(handlers))}")
            try:
                handler(self, *item[1:])
            except Decided as decided:
                self._decide(decided)

    def _decide(self, decided: Decided) -> None:
        self.state.asking = ()
        self.state.agenda[:] = reversed(decided.items)

    def answer(self, decisions: Mapping[int, Decision]) -> None:
        """Hands the checked decisions to the questions that they answer, in their order."""
        try:
            self._answer(decisions)
        except Decided as decided:
            self._decide(decided)

    def _answer(self, decisions: Mapping[int, Decision]) -> None:
        asking, self.state.asking = self.state.asking, ()
        questions = self.chapters.questions
        asked: dict[str, dict[int, Detail]] = {}
        for seat, kind, detail in asking:
            asked.setdefault(kind, {})[seat] = detail
        kinds = sorted(asked, key=lambda kind: (questions[kind].order, kind)) if len(asked) > 1 else asked
        for kind in kinds:
            details = asked[kind]
            questions[kind].answer_all(self, {seat: decisions[seat] for seat in details}, details)


# The game object ------------------------------------------------------------------------------------------------------


class Agenda(WithoutWords[S], ABC, Generic[S]):
    """What games with an agenda have in common, as a base of the game object."""

    title: str
    kind: str = FREE_FOR_ALL
    seat_counts: tuple[int, ...]
    steps: type[Step[S]]
    """The game's own kind of step, which knows its chapters."""
    questions: Mapping[str, AnyQuestion]
    """Everything that can be asked, by kind, as the chapters of `steps` have declared it."""
    shared: Any = None
    """The chapter of shared decks, if the game has one: then entry 0 of each feed holds keys for them."""
    papers: Any = None
    """The chapter of sealed papers, if the game has one."""
    opening: Callable[[Setup], S]
    """The state before step 1."""

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "steps"):
            cls.questions = cls.steps.chapters.questions
            cls.shared = cls.steps.chapters.shared
            cls.papers = cls.steps.chapters.papers

    def asked(self, state: S, seat: int) -> tuple[AnyQuestion, Detail]:
        """What the seat is asked: question and details; raises `IllegalDecision` if it is asked nothing."""
        for who, kind, detail in state.asking:
            if who == seat:
                return self.questions[kind], detail
        raise IllegalDecision(seat, "decides without being asked")

    def new(self, setup: Setup) -> S:
        if setup.seats not in self.seat_counts:
            least, most = self.seat_counts[0], self.seat_counts[-1]
            raise ValueError(f"{self.title} is for {least} to {most} players, not {setup.seats}")
        return self.opening(setup)

    def asks(self, state: S) -> dict[int, Ask]:
        questions = self.questions
        return {seat: Ask(kind, detail, questions[kind].by_itself) for seat, kind, detail in sorted(state.asking)}

    def read(self, state: S, seat: int, plain: Plain) -> Decision:
        question, _ = self.asked(state, seat)
        try:
            decision: Decision = question.read(state, plain)
            return decision
        except WrongShape as wrong:
            raise IllegalDecision(seat, str(wrong)) from None

    def check(self, state: S, seat: int, decision: Decision) -> None:
        question, detail = self.asked(state, seat)
        if type(decision) is not question.decision:
            raise IllegalDecision(seat, f"{question.decision.__name__} is due, not {type(decision).__name__}")
        question.check(state, seat, decision, *detail)

    def look_ahead(self, state: S, decisions: Mapping[int, Decision]) -> None:
        for seat, kind, detail in reversed(state.asking):
            if seat in decisions:
                self.questions[kind].look_ahead(state, seat, decisions[seat], *detail)

    def step(
        self,
        state: S,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[S] | None = None,
    ) -> list[Event]:
        """Checks every decision, then resolves the step in place; lost seats have no say in it."""
        self._check_all(state, decisions, lost)
        return self.resolve(state, decisions, beacon, lost, states)

    def resolve(
        self,
        state: S,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[S] | None = None,
    ) -> list[Event]:
        """A step whose decisions need no check: those of `step`, or a search's own in a world that it imagines."""
        if not (state.agenda or state.asking or state.over):
            raise Unfinished(
                f"{self.title}: in step {state.t} nothing waits, nobody is asked, and the match is not over. "
                "Does a rule forget to set `over`, or to ask somebody?"
            )
        step = self.steps(state, beacon, lost)
        step.states = states
        step.answer({**decisions, **self.absent(step)} if lost else decisions)
        step.begin()
        step.run()
        demand(state, step.lost)
        state.t += 1
        state.beacon = beacon
        return step.events

    def _check_all(self, state: S, decisions: Mapping[int, Decision], lost: Collection[int]) -> None:
        """Raises `IllegalDecision` unless every seat that is asked and not lost, and no other, decides what it may."""
        due = [asking for asking in state.asking if asking[0] not in lost] if lost else state.asking
        if len(decisions) > len(due):
            asked = [seat for seat, _, _ in due]
            raise IllegalDecision(next(seat for seat in decisions if seat not in asked), "decides without being asked")
        questions = self.questions
        for seat, kind, detail in due:
            decision = decisions.get(seat)
            question = questions[kind]
            if type(decision) is not question.decision:
                raise IllegalDecision(seat, f"owes the decision {kind!r}", "duty")
            question.check(state, seat, decision, *detail)

    # Seats without a say ----------------------------------------------------------------------------------------------

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

    def stand_in(self, state: S, seat: int, chance: Chooser) -> Decision:
        question, detail = self.asked(state, seat)
        decision: Decision = question.stand_in(state, seat, chance, *detail)
        return decision

    # A match that is played on as a new one (PROTOCOL 14.10) ---------------------------------------------------------

    def carried(self, state: S, setup: Setup) -> S:
        """The position as the state before step 1 of another match."""
        first = state.clone()
        first.t, first.beacon = 1, first_beacon(setup.match)
        for chapter in filter(None, (self.shared, self.papers)):
            chapter.carry(first, setup)
        return first

    def deal_anew(self, state: S, seats: Collection[int], beacon: bytes, states: list[S] | None = None) -> list[Event]:
        """Deals all closed cards anew in the open; what was asked is asked again, unless it was about certain of them:
        then the stand-in answers for all.
        """
        step = self.steps(state, beacon, frozenset(seats))
        step.states = states
        for seat in sorted(seats):
            self.lay_open(step, seat)
        self.forget_slots(state)
        questions = self.questions
        if self.shared is not None:
            self.shared.forget(state)
        if self.papers is not None:
            self.papers.lapse_all(step)
        if any(questions[kind].of_slots for _, kind, _ in state.asking):
            step.answer(self._stand_ins(step))
        else:
            state.asking = tuple(
                (seat, kind, questions[kind].renewed(state, seat, *detail)) for seat, kind, detail in state.asking
            )
        step.events += self._going_on(step)
        state.t += 1
        state.beacon = beacon
        return step.events

    def _going_on(self, step: Step[S]) -> list[Event]:
        """What follows in the step in which all is dealt anew: shared decks are laid again before anybody is asked."""
        if self.shared is None:
            step.run()
            return []
        after = self.steps(step.state, step.chance.beacon)
        self.shared.lay_anew(after)
        after.run()
        return after.events

    def forget_slots(self, state: S) -> None:
        """Drops what is kept of slots that nobody can open any more."""

    # The clients of seats ---------------------------------------------------------------------------------------------

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Makes the secrets follow what the seat has published and what it is being shown."""
        if self.shared is not None:
            self.shared.learn(state, seat, secrets)

    def _told(self, state: S, seat: int, secrets: Secrets) -> tuple[AnyQuestion, Detail]:
        """What the seat is asked, once its secrets have followed the state."""
        self.learn(state, seat, secrets)
        return self.asked(state, seat)

    def automatic(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        question, detail = self._told(state, seat, secrets)
        decision: Decision | None = question.forced(state, seat, secrets, *detail)
        return decision

    def default(self, state: S, seat: int, secrets: Secrets) -> Decision:
        question, detail = self._told(state, seat, secrets)
        decision: Decision = question.default(state, seat, secrets, secrets.chance(state.t), *detail)
        return decision

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Decision]:
        question, detail = self._told(state, seat, secrets)
        return question.options(state, seat, secrets, *detail)

    def room(self, state: S, seat: int) -> int:
        question, detail = self.asked(state, seat)
        return question.room(state, seat, *detail)

    def sample(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> Decision:
        question, detail = self._told(state, seat, secrets)
        decision: Decision = question.sample(state, seat, secrets, chance, *detail)
        return decision

    def recall(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        question, detail = self._told(state, seat, secrets)
        question.lays(state, seat, secrets, decision, *detail)

    # Comparisons -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def progress(self, state: S) -> str:
        """Where the match is, in a few words."""

    def place(self, state: S) -> tuple[Value, ...]:
        """Where the match is: what it says of its progress."""
        return (self.progress(state),)

    # Search -----------------------------------------------------------------------------------------------------------

    def imagine(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> World[S]:
        """A world that the seat cannot tell from the real one, each equally likely; nothing in it is shared."""
        self.learn(state, seat, secrets)
        world = World(state.clone(), unsealed(secrets, sorted({seat, *secrets.pairs}), chance))
        self._imagine_more(state, secrets, chance, world)
        return world

    def _imagine_more(self, state: S, secrets: Secrets, chance: Chooser, world: World[S]) -> None:
        """What chapters beside that of closed cards have to say of a world."""
        for chapter in filter(None, (self.shared, self.papers)):
            chapter.imagine(state, secrets, chance, world)
