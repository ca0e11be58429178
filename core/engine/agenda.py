"""The framework for a game's rules: the agenda of pending work, the questions put to seats, and the steps of a match.

The state contains its pending work as an *agenda* of tuples, each a name and plain values. So a match can stop for a
decision anywhere. Each game has one registry of its rules (`GameRules`), usually called `GAME_RULES`. Every module of
the rules registers its handlers with `@agenda("name")` and its questions as objects (see question.py):

    agenda, question = GAME_RULES.agenda, GAME_RULES.question

    @agenda("reset")
    def reset(step): ...
        step.schedule(("draw", wants, 0, ()), ("market",))     # runs after this handler returns, in this order

    @agenda("over the limit")
    def over_the_limit(step, seat):
        step.ask(TRIM, seat, 2)               # the agenda pauses here until the seat has answered

    TRIM = question(Trim())

Registering two handlers for one name, or two questions of one kind, raises `ValueError`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar, TypeVarTuple

from core.engine.chance.beacon import Chance, first_beacon
from core.engine.codec import Plain
from core.engine.decoder import WrongShapeError
from core.engine.game import Ask, Decision, Event, IllegalDecision, LostSeats, RandomSource, Setup, SharedRules
from core.engine.hidden.audits import require_audits
from core.engine.hidden.determinization import World, sampled_secrets
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value
from core.engine.question import AgendaState, AnyQuestion, Detail, Item, Question
from core.engine.result import FREE_FOR_ALL
from core.engine.ruleset import Rulesets
from core.engine.text.plain import DefaultTexts

H = TypeVar("H", bound=Callable[..., None])
Q = TypeVar("Q", bound=AnyQuestion)
Ds = TypeVarTuple("Ds")
T = TypeVar("T")
D = TypeVar("D")
S = TypeVar("S", bound=AgendaState)


class UnfinishedMatchError(RuntimeError):
    """Raised when a match has nothing left to do but is not over.

    The rules of the game are at fault. The message names the step.
    """


class RulesPart(Protocol[S]):
    """Interface between the engine and one part of a game's rules, such as its closed cards."""

    def carry(self, first: S, setup: Setup) -> None:
        """Prepare the state for step 1 of a match that continues an earlier one."""

    def sample_hidden(self, state: S, own: Secrets, chance: RandomSource, world: World[S]) -> None:
        """Fill in at random everything that the seat cannot know, in the sampled world `world`."""


class SharedDeckPart(RulesPart[S], SharedRules[S], Protocol[S]):
    """Interface of the shared-deck rules (`core.engine.hidden.shared_deck.SharedDecks`)."""

    def handle_lost_seats(self, step: Step[S]) -> None:
        """Handle the seats that are lost in this step, before any answer takes effect."""

    def learn(self, state: S, seat: int, own: Secrets) -> None:
        """Add to a seat's secrets the cards that it was dealt or shown."""

    def drop_questions(self, state: S) -> None:
        """Remove the pending questions about cards of the old match."""

    def redeal(self, step: Step[S]) -> None:
        """Shuffle and redeal all closed cards, then ask the pending questions again."""


class PapersPart(RulesPart[S], Protocol[S]):
    """Interface of the rules for sealed papers (`core.engine.hidden.contracts.Papers`)."""

    def lapse_all(self, step: Step[S]) -> None:
        """Void all papers of the old match, since nobody can open them."""


class GameRules:
    """Registry of a game's rules: the handlers of agenda items by name, and the questions by kind."""

    def __init__(self) -> None:
        self.agendas: dict[str, Callable[..., None]] = {}
        self.questions: dict[str, AnyQuestion] = {}
        self.cards: object = None
        """The closed-card rules (`core.engine.hidden.cards.Cards`), or None if the game has none."""
        self.shared: Any = None  # it takes steps of the game's own class, which no type names here
        """The shared-deck rules (`core.engine.hidden.shared_deck.SharedDecks`), or None if the game has none."""
        self.papers: Any = None  # as `shared`
        """The rules for sealed papers (`core.engine.hidden.contracts.Papers`), or None if the game has none."""

    def agenda(self, name: str) -> Callable[[H], H]:
        """Return a decorator that registers the handler of the agenda items with this name.

        Raise `ValueError` if the name has a handler already.
        """

        def declare(handler: H) -> H:
            if name in self.agendas:
                raise ValueError(f"two agenda handlers are called {name!r}")
            self.agendas[name] = handler
            return handler

        return declare

    def question(self, question: Q) -> Q:
        """Register a question and return it.

        Raise `ValueError` if another question has the same kind.
        """
        if question.kind in self.questions:
            raise ValueError(f"two questions are of the kind {question.kind!r}")
        self.questions[question.kind] = question
        return question


class MatchDecided(Exception):
    """Raised by a rule to end the match at once.

    The step drops all pending agenda items and continues with `items` alone.
    """

    def __init__(self, *items: Item) -> None:
        self.items = items


class Step(Generic[S]):
    """One step of a match while it is resolved: the state, the random numbers and the events so far.

    Each game derives its own class and sets `game_rules` to its registry of rules.
    """

    __slots__ = ("_draws", "chance", "events", "lost", "open_piles", "state", "states")

    game_rules: ClassVar[GameRules]

    def __init__(self, state: S, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        self.state = state
        self.states: list[S] | None = None
        """List that receives a copy of the state after each event, or None if no caller needs the copies."""
        self.lost = lost
        """Seats that make no decision in this step (protocol 14.6)."""
        self.open_piles: set[int] = set()
        """Lost seats whose draw pile should have moved to fresh slots in this step.

        They draw from their face-up cards instead, during this step only (protocol 14.7).
        """
        self.chance = Chance(beacon)
        self.events: list[Event] = []
        self._draws: dict[int, int] = {}

    @property
    def refusals(self) -> Mapping[int, str]:
        """The lost seats whose answer was refused, each with the kind of its fault; absent seats are not included."""
        return self.lost.refusals if isinstance(self.lost, LostSeats) else {}

    def emit(self, event: Event) -> None:
        """Record an event.

        Call this after the state has changed, so that a viewer of the step sees the event and its effect together.
        """
        self.events.append(event)
        if self.states is not None:
            self.states.append(self.state.clone())

    def schedule(self, *items: Item) -> None:
        """Put items on the agenda before all pending ones; the first of them runs first."""
        self.state.agenda.extend(reversed(items))

    def ask(self, question: Question[S, T, D, *Ds], seat: int, *detail: *Ds) -> None:
        """Ask a seat a question; the agenda pauses until all questions of the step are answered.

        The details must be plain immutable data. Raise `LookupError` if the question is not registered, and
        `ValueError` if the seat has a pending question already.
        """
        state, kind = self.state, question.kind
        if kind not in self.game_rules.questions:
            raise LookupError(f"the question {kind!r} is not declared: `NAME = GAME_RULES.question(...)`")
        for asking in state.asking:
            if asking[0] == seat:
                raise ValueError(f"seat {seat} is to be asked {kind!r} and {state.asking} in one step")
        state.asking += ((seat, kind, detail),)

    def draw_number(self, seat: int) -> int:
        """Return the number of earlier draws and looks from the seat's pile in this step; count one more.

        See protocol 6.3.
        """
        number = self._draws.get(seat, 0)
        self._draws[seat] = number + 1
        return number

    def handle_lost_seats(self) -> None:
        """Handle the seats of shared decks that are lost, before any answer takes effect."""
        if self.game_rules.shared is not None:
            self.game_rules.shared.handle_lost_seats(self)

    def run(self) -> None:
        """Run agenda items until a seat is asked a question or no item is left."""
        state, handlers = self.state, self.game_rules.agendas
        agenda = state.agenda
        while agenda and not state.asking:
            item = agenda.pop()
            handler = handlers.get(item[0])
            if handler is None:
                raise LookupError(f"no agenda handler is called {item[0]!r}; there are: {', '.join(sorted(handlers))}")
            try:
                handler(self, *item[1:])
            except MatchDecided as decided:
                self._end_early(decided)

    def _end_early(self, decided: MatchDecided) -> None:
        self.state.asking = ()
        self.state.agenda[:] = reversed(decided.items)

    def apply_decisions(self, decisions: Mapping[int, Decision]) -> None:
        """Apply the checked decisions, in the order that the kinds of questions define."""
        try:
            self._apply_decisions(decisions)
        except MatchDecided as decided:
            self._end_early(decided)

    def _apply_decisions(self, decisions: Mapping[int, Decision]) -> None:
        asking, self.state.asking = self.state.asking, ()
        questions = self.game_rules.questions
        asked: dict[str, dict[int, Detail]] = {}
        for seat, kind, detail in asking:
            asked.setdefault(kind, {})[seat] = detail
        kinds = sorted(asked, key=lambda kind: (questions[kind].order, kind)) if len(asked) > 1 else asked
        for kind in kinds:
            details = asked[kind]
            questions[kind].apply_all(self, {seat: decisions[seat] for seat in details}, details)


# Game object ----------------------------------------------------------------------------------------------------------


class AgendaGame(DefaultTexts[S], ABC, Generic[S]):
    """Base class of games whose pending work is an agenda."""

    title: str
    kind: str = FREE_FOR_ALL
    seat_counts: tuple[int, ...]
    step_class: type[Step[S]]
    """The game's own subclass of `Step`, which names its registry of rules."""
    questions: Mapping[str, AnyQuestion]
    """All questions of the game by kind."""
    shared: SharedDeckPart[S] | None = None
    """The shared-deck rules, or None if the game has none.

    A game with shared decks publishes their keys in entry 0 of each feed.
    """
    papers: PapersPart[S] | None = None
    """The rules for sealed papers, or None if the game has none."""
    make_first_state: Callable[[Setup], S]
    """Function that returns the state before step 1."""
    rulesets: Rulesets[Any] | None = None
    """The changes that a ruleset may make, or None if the game takes no rulesets."""

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "step_class"):
            cls.questions = cls.step_class.game_rules.questions
            cls.shared = cls.step_class.game_rules.shared
            cls.papers = cls.step_class.game_rules.papers

    def pending_question(self, state: S, seat: int) -> tuple[AnyQuestion, Detail]:
        """Return the question that the seat must answer, and its details.

        Raise `IllegalDecision` if the seat has no pending question.
        """
        for other_seat, kind, detail in state.asking:
            if other_seat == seat:
                return self.questions[kind], detail
        raise IllegalDecision(seat, "decides without being asked")

    def new_state(self, setup: Setup) -> S:
        if setup.seats not in self.seat_counts:
            minimum, maximum = self.seat_counts[0], self.seat_counts[-1]
            raise ValueError(f"{self.title} is for {minimum} to {maximum} players, not {setup.seats}")
        return self.make_first_state(setup)

    def pending_asks(self, state: S) -> dict[int, Ask]:
        questions = self.questions
        return {seat: Ask(kind, detail, questions[kind].is_automatic) for seat, kind, detail in sorted(state.asking)}

    def read(self, state: S, seat: int, plain: Plain) -> Decision:
        question, _ = self.pending_question(state, seat)
        try:
            decision: Decision = question.read(state, plain)
            return decision
        except WrongShapeError as wrong:
            raise IllegalDecision(seat, str(wrong)) from None

    def check(self, state: S, seat: int, decision: Decision) -> None:
        question, detail = self.pending_question(state, seat)
        if type(decision) is not question.decision:
            raise IllegalDecision(seat, f"{question.decision.__name__} is due, not {type(decision).__name__}")
        question.check(state, seat, decision, *detail)

    def precompute_checks(self, state: S, decisions: Mapping[int, Decision]) -> None:
        for seat, kind, detail in reversed(state.asking):
            if seat in decisions:
                self.questions[kind].precompute_checks(state, seat, decisions[seat], *detail)

    def step(
        self,
        state: S,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[S] | None = None,
    ) -> list[Event]:
        """Check every decision, then resolve the step and change `state` in place.

        Seats in `lost` make no decision.
        """
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
        """Resolve a step without checking its decisions.

        The caller has checked them, or made them in a search.
        """
        if not (state.agenda or state.asking or state.over):
            raise UnfinishedMatchError(
                f"{self.title}: in step {state.t} nothing waits, nobody is asked, and the match is not over. "
                "Does a rule forget to end the match, to ask somebody, or to say what follows?"
            )
        step = self.step_class(state, beacon, lost)
        step.states = states
        step.apply_decisions({**decisions, **self.replace_lost_seats(step)} if lost else decisions)
        step.handle_lost_seats()
        step.run()
        require_audits(state, step.lost)
        state.t += 1
        state.beacon = beacon
        return step.events

    def _check_all(self, state: S, decisions: Mapping[int, Decision], lost: Collection[int]) -> None:
        """Raise `IllegalDecision` unless exactly the seats that must decide have decided, and legally."""
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

    # Absent seats -----------------------------------------------------------------------------------------------------

    def replace_lost_seats(self, step: Step[S]) -> dict[int, Decision]:
        """Turn the cards of lost seats face up, and return the substitute decisions of lost seats that were asked."""
        lost = sorted(step.lost)
        for seat in lost:
            self.turn_up_lost_seat(step, seat)
        return self._substitute_decisions(step)

    def _substitute_decisions(self, step: Step[S]) -> dict[int, Decision]:
        asked_now = {seat for seat, _, _ in step.state.asking}
        return {
            seat: self.stand_in(step.state, seat, step.chance.stream("standin", seat))
            for seat in sorted(step.lost)
            if seat in asked_now
        }

    def turn_up_lost_seat(self, step: Step[S], seat: int) -> None:
        """Turn the closed cards of a lost seat face up (protocol 14.7)."""

    def stand_in(self, state: S, seat: int, chance: RandomSource) -> Decision:
        question, detail = self.pending_question(state, seat)
        decision: Decision = question.stand_in(state, seat, chance, *detail)
        return decision

    # Continued matches (PROTOCOL 14.10) -------------------------------------------------------------------------------

    def carry_over(self, state: S, setup: Setup) -> S:
        """Return this position as the state before step 1 of a new match."""
        first = state.clone()
        first.t, first.beacon = 1, first_beacon(setup.match)
        for part in filter(None, (self.shared, self.papers)):
            part.carry(first, setup)
        return first

    def redeal_all(self, state: S, seats: Collection[int], beacon: bytes, states: list[S] | None = None) -> list[Event]:
        """Redeal all closed cards face up, then ask the pending questions again.

        If one of these questions was about certain closed cards, every asked seat gets a substitute decision instead.
        """
        step = self.step_class(state, beacon, frozenset(seats))
        step.states = states
        for seat in sorted(seats):
            self.turn_up_lost_seat(step, seat)
        self.forget_slots(state)
        questions = self.questions
        if self.shared is not None:
            self.shared.drop_questions(state)
        if self.papers is not None:
            self.papers.lapse_all(step)
        if any(questions[kind].of_slots for _, kind, _ in state.asking):
            step.apply_decisions(self._substitute_decisions(step))
        else:
            state.asking = tuple(
                (seat, kind, questions[kind].renewed_details(state, seat, *detail))
                for seat, kind, detail in state.asking
            )
        step.events += self._finish_redeal(step)
        state.t += 1
        state.beacon = beacon
        return step.events

    def _finish_redeal(self, step: Step[S]) -> list[Event]:
        """Finish the step in which all cards are redealt, and return its further events.

        Shared decks are restored before any seat is asked.
        """
        if self.shared is None:
            step.run()
            return []
        after = self.step_class(step.state, step.chance.beacon)
        self.shared.redeal(after)
        after.run()
        return after.events

    def forget_slots(self, state: S) -> None:
        """Drop the commitments of slots that no seat can open any more."""

    # Clients ----------------------------------------------------------------------------------------------------------

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Add to the secrets everything that the seat has published and been shown."""
        if self.shared is not None:
            self.shared.learn(state, seat, secrets)

    def _updated_question(self, state: S, seat: int, secrets: Secrets) -> tuple[AnyQuestion, Detail]:
        """Update the seat's secrets, and return the seat's question with its details."""
        self.learn(state, seat, secrets)
        return self.pending_question(state, seat)

    def automatic_decision(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        question, detail = self._updated_question(state, seat, secrets)
        decision: Decision | None = question.forced_answer(state, seat, secrets, *detail)
        return decision

    def default_decision(self, state: S, seat: int, secrets: Secrets) -> Decision:
        question, detail = self._updated_question(state, seat, secrets)
        decision: Decision = question.default_answer(state, seat, secrets, secrets.chance(state.t), *detail)
        return decision

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Decision]:
        question, detail = self._updated_question(state, seat, secrets)
        return question.options(state, seat, secrets, *detail)

    def max_decision_size(self, state: S, seat: int) -> int:
        question, detail = self.pending_question(state, seat)
        return question.max_answer_size(state, seat, *detail)

    def sample(self, state: S, seat: int, secrets: Secrets, chance: RandomSource) -> Decision:
        question, detail = self._updated_question(state, seat, secrets)
        decision: Decision = question.sample(state, seat, secrets, chance, *detail)
        return decision

    def restore_faces(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        question, detail = self._updated_question(state, seat, secrets)
        question.restore_faces(state, seat, secrets, decision, *detail)

    # Comparisons -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def progress(self, state: S) -> str:
        """Return the progress of the match in a few words, such as its round and phase."""

    def progress_key(self, state: S) -> tuple[Value, ...]:
        """Return the point that the match has reached, as comparable values.

        By default it is the progress text.
        """
        return (self.progress(state),)

    # Search -----------------------------------------------------------------------------------------------------------

    def sample_world(self, state: S, seat: int, secrets: Secrets, chance: RandomSource) -> World[S]:
        """Return a random world that is consistent with everything the seat knows.

        All consistent worlds are equally likely. The world shares no data with the real state.
        """
        self.learn(state, seat, secrets)
        world = World(state.clone(), sampled_secrets(secrets, sorted({seat, *secrets.pairs}), chance))
        self._sample_other_parts(state, secrets, chance, world)
        return world

    def _sample_other_parts(self, state: S, secrets: Secrets, chance: RandomSource, world: World[S]) -> None:
        """Sample the hidden parts of a world that are not closed cards, such as shared decks and papers."""
        for part in filter(None, (self.shared, self.papers)):
            part.sample_hidden(state, secrets, chance, world)
