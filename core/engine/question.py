"""Questions: whatever can be asked of a seat, each in one place.

A question says what answers it, which answers are legal, what they bring about, and what is answered where nobody
decides: by a client alone, after a turn timer, for a lost seat. Its details are typed, and asks name the object:

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

How it is put to a player in words is no part of the rules: it stands in the game's `telling`, keyed by the question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, TypeVarTuple

from core.engine.codec import Plain
from core.engine.decoder import read
from core.engine.game import Chooser, IllegalDecision, State
from core.engine.hidden.secrets import Secrets

Item = tuple[Any, ...]
"""What is still to be done: the name of an agenda handler and its plain values."""
Asking = tuple[int, str, tuple[Any, ...]]
"""An open ask as it stands in the state: seat, kind, details."""


class Resting(State, Protocol):
    """A state whose continuation is data."""

    agenda: list[Item]
    """What is still to be done, last item first."""
    asking: tuple[Asking, ...]
    """Who has still to answer what."""


SMALL = 222
"""Bytes that an answer may take at every question: the nonce and its length leave so many in the shortest opening."""


def room_for(openings: int, each: int = 32, more: int = 48) -> int:
    """Return the bytes for an answer that holds at most so many openings of slots, of at most `each` bytes.

    >>> room_for(2), room_for(0)
    (112, 48)
    """
    return more + each * openings


S = TypeVar("S", bound=Resting)
"""The state of the game."""
T = TypeVar("T")
"""Its kind of step."""
D = TypeVar("D")
"""The decision that answers the question."""
Ds = TypeVarTuple("Ds")
"""The details of an ask: plain immutable values, one after the other."""


class Question(ABC, Generic[S, T, D, *Ds]):
    """One kind of ask, whole. It holds no state of a match; a game has one object of each."""

    kind: str
    """Its name in the state, and so in every digest: explicit, never derived from a class's name."""
    decision: type[Any]
    """The NamedTuple that answers it."""
    by_itself: bool = False
    """Whether a client answers it without its player."""
    of_slots: bool = False
    """Whether it is about certain closed cards, so that it falls away where all are dealt anew."""
    lists_all: bool = True
    """Whether `options` is complete, apart from several ways to say the same."""
    at_random: bool = False
    """Whether the answer after the turn timer is drawn from all legal ones, not the first of them."""
    shows_one: bool = False
    """Whether the answer shows cards to one other seat alone."""
    order: int = 0
    """Where one step asks several kinds, those of a lower order are answered first."""

    def to(self, seat: int, *detail: *Ds) -> Asking:
        """An ask of the seat as it stands in the state."""
        return seat, self.kind, detail

    def asked(self, state: S) -> list[int]:
        """The seats that are asked this now."""
        return [seat for seat, kind, _ in state.asking if kind == self.kind]

    # The rules --------------------------------------------------------------------------------------------------------

    def read(self, state: S, plain: Plain) -> D:
        """The answer that a peer sent as plain data; raises `WrongShape`."""
        decision: D = read(self.decision, plain)
        return decision

    @abstractmethod
    def check(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        """Raises `IllegalDecision` unless the seat may answer so now; changes nothing."""

    def look_ahead(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        """Reckons what takes long in `check`, for another core; decides nothing, and may raise anything."""

    def answer(self, step: T, seat: int, decision: D, *detail: *Ds) -> None:
        """What the checked answer of one seat brings about."""
        raise NotImplementedError(f"{self.kind!r} is answered by all who are asked together")

    def answer_all(self, step: T, decisions: Mapping[int, D], details: Mapping[int, tuple[*Ds]]) -> None:
        """What the checked answers of all who were asked bring about: by seat, as they were asked."""
        for seat, decision in decisions.items():
            self.answer(step, seat, decision, *details[seat])

    @abstractmethod
    def stand_in(self, state: S, seat: int, chance: Chooser, *detail: *Ds) -> D:
        """What a lost seat answers, from the public state alone (PROTOCOL 14.6); never falls back on `options`."""

    def room(self, state: S, seat: int, *detail: *Ds) -> int:
        """Return the bytes that the longest legal answer may take, from the public state alone; 0 for up to `SMALL`.

        Sealed answers are padded to it, so that their length does not show which one was chosen (PROTOCOL 4.1).
        """
        return 0

    def renewed(self, state: S, seat: int, *detail: *Ds) -> tuple[*Ds]:
        """The details where it is asked again, after all closed cards were dealt anew in the open (14.10)."""
        return detail

    def unsealed(self, state: S, seat: int, *detail: *Ds) -> tuple[*Ds]:
        """The details in a world under the null scheme, where no superseded slot is owed (determinization.py)."""
        return detail

    # The seat's own client, from the public state and its secrets -----------------------------------------------------

    @abstractmethod
    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        """The legal answers, one after the other."""

    def sample(self, state: S, seat: int, own: Secrets, chance: Chooser, *detail: *Ds) -> D:
        """A legal answer drawn without regard to its merit: one of the options, where those are few."""
        found = list(self.options(state, seat, own, *detail))
        return found[chance.uniform(len(found))]

    def forced(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> D | None:
        """The answer without the player: the only one there is, or one by a standing order; None if there is none."""
        return None

    def default(self, state: S, seat: int, own: Secrets, chance: Chooser, *detail: *Ds) -> D:
        """The answer after the turn timer; `chance` is the seat's own, and the same after a restart."""
        if self.at_random:
            return self.sample(state, seat, own, chance, *detail)
        return next(self.options(state, seat, own, *detail))

    def lays(self, state: S, seat: int, own: Secrets, decision: D, *detail: *Ds) -> None:
        """Lays again what an own answer in this state has laid, so that secrets without faces know them (`recall`)."""


class OneOf(Question[S, T, D, *Ds]):
    """A question with few answers, all of which follow from the public state: they are listed, and nothing else is
    legal.
    """

    refusal: str
    """Why anything else is refused."""

    @abstractmethod
    def legal(self, state: S, seat: int, *detail: *Ds) -> Iterator[D]:
        """Every answer, the first being the usual one."""

    def check(self, state: S, seat: int, decision: D, *detail: *Ds) -> None:
        if decision not in self.legal(state, seat, *detail):
            raise IllegalDecision(seat, self.refusal)

    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        return self.legal(state, seat, *detail)

    def stand_in(self, state: S, seat: int, chance: Chooser, *detail: *Ds) -> D:
        """The first."""
        return next(self.legal(state, seat, *detail))


class Duty(Question[S, T, D, *Ds]):
    """A question that leaves nothing to decide: the seat's client answers it from its secrets, and nobody else can."""

    by_itself = True
    nothing: D
    """What stands for the answer of a lost seat: empty, and nothing is taken from it."""

    @abstractmethod
    def forced(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> D:
        """The answer."""

    def options(self, state: S, seat: int, own: Secrets, *detail: *Ds) -> Iterator[D]:
        yield self.forced(state, seat, own, *detail)

    def sample(self, state: S, seat: int, own: Secrets, chance: Chooser, *detail: *Ds) -> D:
        return self.forced(state, seat, own, *detail)

    def stand_in(self, state: S, seat: int, chance: Chooser, *detail: *Ds) -> D:
        return self.nothing


AnyQuestion: TypeAlias = Question[Any, Any, Any, *tuple[Any, ...]]
"""A question of any game."""
