"""Questions that a game asks a seat, each with its answers and their effects.

A question also defines the answers that no player makes: those of a client alone, those after the turn timer, and
those for a lost seat. Its details are typed. The rules ask it by its object:

    class Trim(Question[State, Step, Discard, int]):
        kind = "trim"
        decision = Discard

        def check(self, state, seat, decision, over): ...         # raises IllegalDecision
        def apply(self, step, seat, decision, over): ...         # applies the answer of one seat
        def options(self, state, seat, own, over): ...            # yields the legal answers
        def stand_in(self, state, seat, chance, over): ...        # for a lost seat, from the public state alone

    TRIM = GAME_RULES.question(Trim())
    ...
    step.ask(TRIM, seat, 2)

The wording for players is not part of the rules. It is in the game's `text` package, indexed by the question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, TypeVarTuple

from core.engine.codec import Plain
from core.engine.decoder import read
from core.engine.game import Detail as Detail
from core.engine.game import IllegalDecision, RandomSource, State
from core.engine.hidden.secrets import Secrets

Item = tuple[Any, ...]  # each name has its handler, which types the values
"""A piece of pending work: the name of its agenda handler, followed by the arguments."""
OpenAsk = tuple[int, str, Detail]
"""A question in the state that a seat has not answered yet, as (seat, kind, details)."""


class AgendaState(State, Protocol):
    """A state that contains the pending work of its match as data."""

    agenda: list[Item]
    """Pending work in reverse order: the last item runs next."""
    asking: tuple[OpenAsk, ...]
    """Questions that seats must answer before the agenda continues."""


DEFAULT_MAX_SIZE = 222
"""Maximum size in bytes of an answer to any question that declares no other size.

The shortest opening has room for this.
"""


def size_with_openings(openings: int, each: int = 32, more: int = 48) -> int:
    """Return the maximum size in bytes of an answer with up to `openings` openings of slots.

    An opening takes at most `each` bytes, and the rest of the answer at most `more` bytes.

    >>> size_with_openings(2), size_with_openings(0)
    (112, 48)
    """
    return more + each * openings


S = TypeVar("S", bound=AgendaState)
"""The type of the game's state."""
T = TypeVar("T")
"""The game's subclass of `Step`."""
D = TypeVar("D")
"""The class of the decision that answers the question."""
Ds = TypeVarTuple("Ds")
"""The types of the question's details, which are plain immutable values."""


class Question(ABC, Generic[S, T, D, *Ds]):
    """One kind of question, with its legal answers and their effects.

    A game has one object of each kind. The object contains no state of a match.
    """

    kind: str
    """Name of the question in states and digests; it is never derived from a class name."""
    decision: type[D]
    """NamedTuple class of the answers."""
    is_automatic: bool = False
    """True if a client answers the question without its player."""
    of_slots: bool = False
    """True if the question names specific closed cards, so that it is dropped when all cards are redealt."""
    lists_all: bool = True
    """True if `options` yields every legal answer, apart from equivalent forms."""
    at_random: bool = False
    """True if a random legal answer is sent after the turn timer, instead of the first one."""
    shows_one: bool = False
    """True if the answer shows cards to one other seat alone."""
    order: int = 0
    """Rank among the kinds of questions asked in one step; answers to lower ranks are applied first."""

    def as_open_ask(self, seat: int, *detail: *Ds) -> OpenAsk:
        """Return this question to a seat, in the form that the state contains."""
        return seat, self.kind, detail

    def asked_seats(self, state: S) -> list[int]:
        """Return the seats with a pending question of this kind."""
        return [seat for seat, kind, _ in state.asking if kind == self.kind]

    # Rules ------------------------------------------------------------------------------------------------------------

    def read(self, state: S, plain: Plain) -> D:
        """Return the answer that a peer sent as plain data; raise `WrongShapeError` if its types are wrong."""
        return read(self.decision, plain)

    @abstractmethod
    def check(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        """Raise `IllegalDecision` if the seat may not give this answer now; change nothing."""

    def precompute_checks(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        """Precompute, on a worker, the slow parts of `check`.

        The answer may be invalid, so this may raise any exception.
        """

    def apply(self, step: T, seat: int, decision: D, *detail: *Ds) -> None:
        """Apply the checked answer of one seat."""
        raise NotImplementedError(f"{self.kind!r} is answered by all who are asked together")

    def apply_all(self, step: T, decisions: Mapping[int, D], details: Mapping[int, tuple[*Ds]]) -> None:
        """Apply the checked answers of all asked seats, in the order in which they were asked.

        `decisions` and `details` are indexed by seat.
        """
        for seat, decision in decisions.items():
            self.apply(step, seat, decision, *details[seat])

    @abstractmethod
    def stand_in(self, state: S, seat: int, chance: RandomSource, *detail: *Ds) -> D:
        """Return a substitute answer for a lost seat, from the public state alone (protocol 14.6).

        It must not use `options`.
        """

    def max_answer_size(self, state: S, seat: int, *detail: *Ds) -> int:
        """Return the maximum size of a legal answer in bytes, or 0 if `DEFAULT_MAX_SIZE` is enough.

        It depends on the public state alone. Encrypted answers are padded to this size, so that their length reveals
        nothing (protocol 4.1).
        """
        return 0

    def renewed_details(self, state: S, seat: int, *detail: *Ds) -> tuple[*Ds]:
        """Return the details for asking again after all closed cards were redealt (protocol 14.10)."""
        return detail

    def null_scheme_details(self, state: S, seat: int, *detail: *Ds) -> tuple[*Ds]:
        """Return the details under the null scheme, where no superseded slot is opened."""
        return detail

    # Client, from the public state and the seat's secrets -------------------------------------------------------------

    @abstractmethod
    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        """Yield the legal answers, one after the other."""

    def sample(self, state: S, seat: int, own: Secrets, chance: RandomSource, *detail: *Ds) -> D:
        """Return a random legal answer, good or bad.

        The default draws from `options`, which is suitable if there are few.
        """
        results = list(self.options(state, seat, own, *detail))
        return results[chance.uniform(len(results))]

    def forced_answer(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> D | None:
        """Return the only possible answer, or None if the player has a choice.

        An answer is forced if it is the only legal one, or if it follows from a standing order.
        """
        return None

    def default_answer(self, state: S, seat: int, own: Secrets, chance: RandomSource, *detail: *Ds) -> D:
        """Return the answer that is sent when the turn timer has expired.

        `chance` belongs to the seat, and is the same after a restart.
        """
        if self.at_random:
            return self.sample(state, seat, own, chance, *detail)
        return next(self.options(state, seat, own, *detail))

    def restore_faces(self, state: S, seat: int, own: Secrets, decision: D, *detail: *Ds) -> None:
        """Restore the faces of the slots that one of the seat's answers filled, from that answer."""


class OneOf(Question[S, T, D, *Ds]):
    """A question with a few legal answers, which follow from the public state alone."""

    refusal_reason: str
    """Reason given when any other answer is refused."""

    @abstractmethod
    def legal_answers(self, state: S, seat: int, *detail: *Ds) -> Iterator[D]:
        """Yield every legal answer, the usual one first."""

    def check(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        if decision not in self.legal_answers(state, seat, *detail):
            raise IllegalDecision(seat, self.refusal_reason)

    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        return self.legal_answers(state, seat, *detail)

    def stand_in(self, state: S, seat: int, chance: RandomSource, *detail: *Ds) -> D:
        """Return the first legal answer."""
        return next(self.legal_answers(state, seat, *detail))


class Duty(Question[S, T, D, *Ds]):
    """A question without a choice: only the seat's client can answer it, from the seat's secrets."""

    is_automatic = True
    empty_answer: D
    """Empty answer that replaces the answer of a lost seat and has no effect."""

    @abstractmethod
    def forced_answer(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> D:
        """Return the only legal answer."""

    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        yield self.forced_answer(state, seat, own, *detail)

    def sample(self, state: S, seat: int, own: Secrets, chance: RandomSource, *detail: *Ds) -> D:
        return self.forced_answer(state, seat, own, *detail)

    def stand_in(self, state: S, seat: int, chance: RandomSource, *detail: *Ds) -> D:
        return self.empty_answer


AnyQuestion: TypeAlias = Question[Any, Any, Any, *tuple[Any, ...]]
"""A question of a game whose types are not known."""
