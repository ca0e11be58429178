"""How the chapters hang together: the agenda, the asks and one step's resolution.

What is still to be done stands on the state's *agenda* as tuples of a name and plain values, so a match can stop for a
decision anywhere. A chapter declares what it can do with `@agenda("name")` and what it can ask with `@answers("kind")`
and `@checks("kind")`:

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

from collections.abc import Callable, Collection
from typing import Any

from core.bridgefront.state import Bridgefront
from core.kernel.beacon import Chance
from core.kernel.game import Decision, Event

AGENDA: dict[str, Callable[..., None]] = {}
CHECKS: dict[str, Callable[[Bridgefront, int, Any, tuple[Any, ...]], None]] = {}
ANSWERS: dict[str, Callable[[Step, dict[int, Any], dict[int, tuple[Any, ...]]], None]] = {}


class Step:
    """The resolution of one step: the state, the step's randomness and what has happened so far."""

    __slots__ = ("_draws", "chance", "events", "lost", "open_piles", "state")

    def __init__(self, state: Bridgefront, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
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
        agenda = self.state.agenda
        while agenda and not self.state.asking:
            name, *values = agenda.pop()
            AGENDA[name](self, *values)

    def answer(self, decisions: dict[int, Decision]) -> None:
        """Hands the checked decisions to the chapters that asked for them."""
        asking, self.state.asking = self.state.asking, ()
        kinds = {kind for _, kind, _ in asking}
        for kind in sorted(kinds, key=_answer_order):
            seats = [(seat, detail) for seat, asked, detail in asking if asked == kind]
            ANSWERS[kind](self, {seat: decisions[seat] for seat, _ in seats}, dict(seats))


def agenda(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declares what runs for agenda items of this name."""

    def declare(handler: Callable[..., None]) -> Callable[..., None]:
        AGENDA[name] = handler
        return handler

    return declare


def checks(kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declares what tells a legal answer to an ask of this kind from an illegal one."""

    def declare(handler: Callable[..., None]) -> Callable[..., None]:
        CHECKS[kind] = handler
        return handler

    return declare


def answers(kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declares what an answer to an ask of this kind brings about."""

    def declare(handler: Callable[..., None]) -> Callable[..., None]:
        ANSWERS[kind] = handler
        return handler

    return declare


def _answer_order(kind: str) -> tuple[bool, str]:
    """Cards that must be shown count before fresh slots are laid (hidden cards 2.5); else one step asks one thing."""
    return kind == "fresh", kind
