"""Questions: everything that can be asked of a seat, each in one place.

A question defines its answer, the legal answers and their effects. It also defines the answer where nobody decides: by
a client alone, after a turn timer, for a lost seat. Its details are typed, and asks name the object:

    class Trim(Question[State, Step, Discard, int]):
        kind = "trim"
        decision = Discard

        def check(self, state, seat, decision, over): ...         # raises IllegalDecision; changes nothing
        def answer(self, step, seat, decision, over): ...         # what one seat's answer brings about
        def options(self, state, seat, own, over): ...            # the legal answers, lazily
        def stand_in(self, state, seat, chance, over): ...        # for a lost seat, from the public state alone

    TRIM = CHAPTERS.question(Trim())
    ...
    step.ask(TRIM, seat, 2)

The wording for a player is no part of the rules. It is in the game's `telling`, keyed by the question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, TypeVarTuple

from core.engine.codec import Plain
from core.engine.decoder import read
from core.engine.game import Chooser, IllegalDecision, State
from core.engine.game import Detail as Detail
from core.engine.hidden.secrets import Secrets

Item = tuple[Any, ...]  # each name has its handler, which types the values
"""An item of pending work: the name of an agenda handler and the plain values for it."""
OpenAsk = tuple[int, str, Detail]
"""An open ask in the state, as (seat, kind, details)."""


class AgendaState(State, Protocol):
    """A state that holds the pending work of its match as data."""

    agenda: list[Item]
    """The pending work in reverse order: the item that runs next is the last one."""
    asking: tuple[OpenAsk, ...]
    """The open asks, which seats must answer before the agenda continues."""


SMALL = 222
"""Bytes that every answer may take, to any question.

This is the space that the nonce and its length leave in the shortest opening.
"""


def room_for(openings: int, each: int = 32, more: int = 48) -> int:
    """Return the bytes that an answer may take if it holds at most `openings` openings of slots.

    An opening takes at most `each` bytes, and the rest of the answer at most `more` bytes.

    >>> room_for(2), room_for(0)
    (112, 48)
    """
    return more + each * openings


S = TypeVar("S", bound=AgendaState)
"""The type of the game's state."""
T = TypeVar("T")
"""The game's class of step."""
D = TypeVar("D")
"""The decision that answers the question."""
Ds = TypeVarTuple("Ds")
"""The types of an ask's details, which are plain immutable values."""


class Question(ABC, Generic[S, T, D, *Ds]):
    """One kind of ask, with everything that belongs to it.

    It holds no state of a match. A game has one object of each kind.
    """

    kind: str
    """The question's name in the state and in every digest, which is never derived from a class name."""
    decision: type[D]
    """The NamedTuple class of the decision that answers the question."""
    by_itself: bool = False
    """True if a client answers it without its player."""
    of_slots: bool = False
    """True if the question is about specific closed cards, so it is dropped when all cards are redealt."""
    lists_all: bool = True
    """True if `options` is complete, apart from equivalent forms of an answer."""
    at_random: bool = False
    """True if the answer after the turn timer is a random legal answer, instead of the first one."""
    shows_one: bool = False
    """True if the answer shows cards to one other seat alone."""
    order: int = 0
    """Rank of the question among the kinds asked in one step; lower ranks are applied first."""

    def to(self, seat: int, *detail: *Ds) -> OpenAsk:
        """Return an ask of this question to the seat, in the form in which the state holds it."""
        return seat, self.kind, detail

    def asked(self, state: S) -> list[int]:
        """Return the seats that are now asked this question."""
        return [seat for seat, kind, _ in state.asking if kind == self.kind]

    # Rules ------------------------------------------------------------------------------------------------------------

    def read(self, state: S, plain: Plain) -> D:
        """Return the answer that a peer sent as plain data; raise `WrongShape` if its types are wrong."""
        return read(self.decision, plain)

    @abstractmethod
    def check(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        """Raise `IllegalDecision` unless the seat may give this answer now; change nothing."""

    def look_ahead(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        """Precompute, on a worker, the slow parts of `check`.

        This decides nothing about the answer, and may raise any exception.
        """

    def answer(self, step: T, seat: int, decision: D, *detail: *Ds) -> None:
        """Apply the checked answer of one seat."""
        raise NotImplementedError(f"{self.kind!r} is answered by all who are asked together")

    def answer_all(self, step: T, decisions: Mapping[int, D], details: Mapping[int, tuple[*Ds]]) -> None:
        """Apply the checked answers of all seats that were asked, in the order of the asks.

        `decisions` and `details` are indexed by seat.
        """
        for seat, decision in decisions.items():
            self.answer(step, seat, decision, *details[seat])

    @abstractmethod
    def stand_in(self, state: S, seat: int, chance: Chooser, *detail: *Ds) -> D:
        """Return the answer for a lost seat, from the public state alone (protocol 14.6).

        It never uses `options`.
        """

    def room(self, state: S, seat: int, *detail: *Ds) -> int:
        """Return the bytes that the longest legal answer may take, or 0 if `SMALL` is enough.

        This depends on the public state alone. Sealed answers are padded to this length, so that their length does not
        show which answer was chosen (PROTOCOL 4.1).
        """
        return 0

    def renewed(self, state: S, seat: int, *detail: *Ds) -> tuple[*Ds]:
        """Return the details of the repeated ask after all closed cards were redealt face up (14.10)."""
        return detail

    def unsealed(self, state: S, seat: int, *detail: *Ds) -> tuple[*Ds]:
        """Return the details under the null scheme, where no superseded slot is owed (determinization.py)."""
        return detail

    # Client, from the public state and the seat's secrets -------------------------------------------------------------

    @abstractmethod
    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        """Yield the legal answers, one after the other."""

    def sample(self, state: S, seat: int, own: Secrets, chance: Chooser, *detail: *Ds) -> D:
        """Return a legal answer, chosen without regard to its merit.

        By default it is drawn from the options, which is suitable if they are few.
        """
        results = list(self.options(state, seat, own, *detail))
        return results[chance.uniform(len(results))]

    def forced(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> D | None:
        """Return the answer that needs no player, or None if the player must decide.

        It is the only legal answer, or one that follows from a standing order.
        """
        return None

    def default(self, state: S, seat: int, own: Secrets, chance: Chooser, *detail: *Ds) -> D:
        """Return the answer that is sent when the turn timer has expired.

        `chance` belongs to the seat, and is the same after a restart.
        """
        if self.at_random:
            return self.sample(state, seat, own, chance, *detail)
        return next(self.options(state, seat, own, *detail))

    def lays(self, state: S, seat: int, own: Secrets, decision: D, *detail: *Ds) -> None:
        """Store again the faces of the slots that one of the seat's answers in this state filled (`recall`).

        This restores secrets that lack those faces.
        """


class OneOf(Question[S, T, D, *Ds]):
    """A question with few answers, which all follow from the public state.

    `legal` lists them, and no other answer is legal.
    """

    refusal: str
    """The reason that is given when any other answer is refused."""

    @abstractmethod
    def legal(self, state: S, seat: int, *detail: *Ds) -> Iterator[D]:
        """Yield every legal answer, the usual one first."""

    def check(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        if decision not in self.legal(state, seat, *detail):
            raise IllegalDecision(seat, self.refusal)

    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        return self.legal(state, seat, *detail)

    def stand_in(self, state: S, seat: int, chance: Chooser, *detail: *Ds) -> D:
        """Return the first legal answer."""
        return next(self.legal(state, seat, *detail))


class Duty(Question[S, T, D, *Ds]):
    """A question without a choice, which only the seat's client can answer, from its secrets."""

    by_itself = True
    nothing: D
    """The empty answer that replaces the answer of a lost seat; the rules read nothing from it."""

    @abstractmethod
    def forced(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> D:
        """Return the only legal answer."""

    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        yield self.forced(state, seat, own, *detail)

    def sample(self, state: S, seat: int, own: Secrets, chance: Chooser, *detail: *Ds) -> D:
        return self.forced(state, seat, own, *detail)

    def stand_in(self, state: S, seat: int, chance: Chooser, *detail: *Ds) -> D:
        return self.nothing


AnyQuestion: TypeAlias = Question[Any, Any, Any, *tuple[Any, ...]]
"""A question of a game whose types are not known; it is found by its kind.

Its state, step, decision and details are those of the game.
"""
