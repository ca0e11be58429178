"""The resolution of one step in a game of the kit: what a phase can do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from core.engine.codec import Plain
from core.engine.hidden.cards import CardStep, CommonDecks
from core.engine.hidden.piles import EMPTY, without
from core.engine.question import Item
from core.engine.text.words import join_list
from core.kit.cards import CardSet
from core.kit.errors import KitError, calling_line, in_line
from core.kit.table import Cards

if TYPE_CHECKING:
    from core.kit.kit import Kit
    from core.kit.questions import KitQuestion

Phase = Callable[..., None]
ASK, OPEN, TURN, DRAW = "kit.ask", "kit.open", "kit.turn", "draw"
LOOK, GIVE, STEAL, MIX = "kit.look", "kit.give", "kit.steal", "kit.mix"
"""The names of the kit's items on the agenda; "draw" is the engine's."""
MAX_PHASES = 2000
"""Maximum number of phases in one step; more of them follow each other without end."""
LISTED_PHASES = 12
"""Number of last phases among which a message looks for those that follow each other without end."""


def agenda_name(phase: str) -> str:
    """Return the name of a phase on the agenda, which differs from all names of the engine, such as "draw"."""
    return f"game.{phase}"


class Told(NamedTuple):
    """Event of a game: the name of a sentence, and the values in it."""

    what: str
    values: tuple[tuple[str, Plain], ...]


class MatchEnded(NamedTuple):
    """Event: the match is over, after this number of rounds."""

    rounds: int


class EngineStep(CardStep[Any]):  # the state is of the game's own class, which its phases name
    """The engine's resolution of a step in a game of the kit."""

    __slots__ = ("asking_lines", "last_phases", "moved_lines", "phases", "turned")
    kit: ClassVar[Kit]
    phases: int
    """The number of phases that have run in this step."""

    def __init__(self, state: Any, beacon: bytes, lost: Collection[int] = frozenset()) -> None:
        super().__init__(state, beacon, lost)
        self.phases = 0
        self.last_phases: list[str] = []
        """The last phases before there were too many in this step."""
        self.asking_lines: dict[str, int] = {}
        """The line that asked each question in this step, for messages."""
        self.moved_lines: dict[int, tuple[str, int]] = {}
        """The operation and the line that moved each copy to a deck or a hand in this step, for messages."""
        self.turned: set[int] = set()
        """The copies of common decks that were turned up in this step."""

    def run_phase(self, name: str, phase: Phase, *values: Any) -> None:
        """Run a phase, then put on the agenda what it said, in that order."""
        self.schedule(*self.ran(name, phase, *values))

    def ran(self, name: str, phase: Phase, *values: Any) -> list[Item]:
        """Run a phase or the effect of answers, and return what it said, as items for the agenda."""
        self.phases += 1
        if self.phases > MAX_PHASES - LISTED_PHASES:
            self.last_phases.append(name)
        if self.phases > MAX_PHASES:
            who = join_list(dict.fromkeys(self.last_phases))
            raise KitError(f"{MAX_PHASES} phases follow each other in one step: {who}. Do they ask nobody, for ever?")
        if self.state.over:
            raise KitError(
                f"the phase {name} follows after step.end(), which a phase before it has called; "
                "call step.then only if the match goes on, and return after step.end()"
            )
        self._check_constants("a bot, or an offer of answers,")
        step = Step(self)
        phase(step, self.state, *values)
        self._check_constants(name)
        if self.kit.audit is not None:
            self.kit.audit(self, name)
        return step.queue

    def _check_constants(self, who: str) -> None:
        changed = self.kit.constants.changed() if self.kit.constants is not None else ""
        if changed:
            raise KitError(f"{who} has changed {changed}, which is outside the state: what changes belongs into it")


DECKS: CommonDecks[Any, EngineStep] = CommonDecks()


class Step:
    """The operations of a phase, which happen in the order in which the phase calls them."""

    __slots__ = ("_engine", "queue")

    def __init__(self, engine: EngineStep) -> None:
        self._engine = engine
        self.queue: list[Item] = []
        """The items for the agenda that the phase has ordered, the first one first."""

    # What happens next ------------------------------------------------------------------------------------------------

    def then(self, *phases: Phase | tuple[Any, ...]) -> None:
        """Let these phases follow, the first one first. A phase with values is a tuple: `(deal, 3)`.

        Raise `KitError` for a function that is no phase.
        """
        for phase in phases:
            function, *values = phase if isinstance(phase, tuple) else (phase,)
            name = self._engine.kit.phase_name(function)
            self._engine.kit.check_values(name, len(values))
            self.queue.append((agenda_name(name), *values))

    def ask(self, question: KitQuestion[Any], *seats: int) -> None:
        """Ask these seats together; what the phase says afterwards waits for their answers.

        Raise `KitError` for anything that is no question, for no seat, for a seat that there is not, and for a seat
        that the phase has just asked.
        """
        self._engine.kit.check_question(question)
        self._engine.asking_lines[question.kind] = calling_line()
        if not seats:
            raise KitError(f"step.ask({question.kind}) names no seat")
        for seat in seats:
            if not isinstance(seat, int):
                raise KitError(f"asks seat {seat!r}; for several seats write step.ask({question.kind}, *seats)")
            if seat not in self._engine.state.seats:
                raise KitError(f"asks seat {seat!r}, and the seats are 1 to {len(self._engine.state.seats)}")
        before = self.queue.pop()[1] if self.queue and self.queue[-1][0] == ASK else ()
        asked = dict[int, str](before)
        for seat in seats:
            if seat in asked:
                raise KitError(_asked_twice(seat, asked[seat], question.kind))
            asked[seat] = question.kind
        self.queue.append((ASK, tuple(asked.items())))

    def ask_all(self, question: KitQuestion[Any]) -> None:
        """Ask all seats together. Nobody sees an answer before all have sealed theirs."""
        self.ask(question, *self._engine.state.seats)

    def draw(self, counts: Mapping[int, int]) -> None:
        """Let each seat draw this number of cards of its own deck into its hand, unseen by others."""
        if not isinstance(counts, Mapping):
            raise KitError(f"step.draw({counts!r}) needs a number of cards for each seat: step.draw({{1: 2}})")
        self._check_seats("draw", *counts)
        self.queue.append((DRAW, tuple((seat, count) for seat, count in sorted(counts.items()) if count > 0)))

    def fill_hands(self, size: int) -> None:
        """Let all seats draw until each has this many cards in its hand, as far as there are any."""
        self.draw({seat: size - self._engine.state.hand_size(seat) for seat in self._engine.state.seats})

    def look(self, seat: int, owner: int) -> None:
        """Let a seat look at the cards that lie face down before another one. Nobody else sees them."""
        self._pair("look", seat, owner)
        self._needs_down("look")
        self.queue.append((LOOK, seat, owner, "down", 0))

    def look_at_hand(self, seat: int, owner: int, count: int = 0) -> None:
        """Let a seat look at the hand of another one, or at this number of its cards, drawn by lot."""
        self._pair("look_at_hand", seat, owner)
        self._check_number("look_at_hand", "number of cards", count, 0)
        self.queue.append((LOOK, seat, owner, "hand", count))

    def give(self, giver: int, receiver: int) -> None:
        """Move the cards that lie before a seat to the hand of another; nobody else sees those that lie face down.

        If both are the same seat, it takes its cards back.
        """
        self._check_seats("give", giver, receiver)
        self._needs_down("give")
        self.queue.append((GIVE, giver, receiver))

    def steal(self, taker: int, victim: int) -> None:
        """Move a card of a hand, drawn by lot, to another hand. Only the two seats see it."""
        self._pair("steal", taker, victim)
        self.queue.append((STEAL, taker, victim))

    def open_hands(self) -> None:
        """Open all hands and decks. `open_hand` reads them in the phases that follow."""
        self.queue.append((OPEN,))

    def turn_over(self, *seats: int) -> None:
        """Turn up all cards that lie face down before these seats; `s.turned_up` reads them in the next phase."""
        self._check_seats("turn_over", *seats)
        self._needs_down("turn_over")
        self.queue.append((TURN, seats))

    def end(self, won: bool = False) -> None:
        """End the match. `won` matters where all seats win or lose together, and for a seat that plays alone."""
        self._engine.state.over, self._engine.state.won = True, won
        self._engine.emit(MatchEnded(self._engine.state.round))

    # What happens now -------------------------------------------------------------------------------------------------

    def turn_up(self, cards: CardSet[Any], count: int = 1) -> Cards:
        """Turn up the next cards of a common deck and return them in order, as far as there are any."""
        self._common(cards)
        self._check_number("turn_up", "number of cards", count, 0)
        turned = [DECKS.turn_up(self._engine, cards.deck) for _ in range(min(count, self.left(cards)))]
        self._engine.turned.update(turned)
        return tuple(sorted(copy for copy in turned if copy != EMPTY))

    def put_back(self, cards: CardSet[Any], copies: Iterable[int]) -> None:
        """Shuffle these copies into their common deck. Raise `KitError` for a copy that is in the deck already."""
        self._common(cards)
        line, returned = calling_line(), list[int]()
        there = set(DECKS.sorted_cards(self._engine.state, cards.deck))
        for copy in _several("put_back", copies):
            name = cards.name(copy)
            self._engine.moved_lines[copy] = "put_back", line
            self._leave_spent(copy)
            if copy in there and self._engine.state.twins:
                continue
            if copy in there:
                field = self._engine.state.place_of(copy)
                advice = f"take it out of {field} when you put it back" if field else "put each card back once"
                raise KitError(f"put_back{in_line(line)}: {name} is in the deck already; {advice}")
            there.add(copy)
            returned.append(copy)
        DECKS.shuffle_in(self._engine, cards.deck, returned)

    def into_hand(self, seat: int, copies: Iterable[int]) -> None:
        """Move open cards from where they lie to the hand of a seat, where they are closed again.

        Raise `KitError` for a card that does not lie face up in a field, among played cards or before a seat.
        """
        self._check_seats("into_hand", seat)
        state, line = self._engine.state, calling_line()
        for copy in _several("into_hand", copies):
            name = self._engine.kit.card(copy)
            if not (self._leave_field(copy) | self._leave_spent(copy) | (copy in self._engine.turned)):
                raise KitError(
                    f"into_hand{in_line(line)}: {name} does not lie face up on the table; "
                    "leave it in its field, into_hand takes it out"
                )
            self._engine.turned.discard(copy)
            self._engine.moved_lines[copy] = "into_hand", line
            state.piles.shown[seat] += (copy,)
        self.queue.append((MIX, seat))

    def left(self, cards: CardSet[Any]) -> int:
        """Return the number of cards in a common deck."""
        self._common(cards)
        return DECKS.size(self._engine.state, cards.deck)

    def put_away(self, seat: int) -> Cards:
        """Move the cards that are turned up before a seat to its played cards, and return them."""
        self._check_seats("put_away", seat)
        state = self._engine.state
        copies: Cards = state.turned_up(seat)
        state.face_down[seat] = tuple(entry for entry in state.face_down[seat] if entry > 0)
        state.piles.discard[seat] += copies
        return copies

    def take_back(self, seat: int) -> None:
        """Shuffle all cards that a seat has played into its own deck."""
        self._check_seats("take_back", seat)
        piles = self._engine.state.piles
        again = self._engine.kit.closed.twins_of(self._engine.state, seat, piles.discard[seat] + piles.mix[seat])
        kept = tuple(copy for copy in piles.discard[seat] if copy in again)
        piles.discard[seat] = tuple(copy for copy in piles.discard[seat] if copy not in again)
        piles.reshuffle(seat)
        piles.discard[seat] = kept

    def roll(self, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll dice with the numbers 1 to `sides`. Nobody can know or bend them, since all seats make them together."""
        self._check_number("roll", "number of dice", count, 0)
        self._check_number("roll", "number of sides", sides, 1)
        dice = self._engine.chance.numbered_stream("kit.dice")
        return tuple(1 + dice.uniform(sides) for _ in range(count))

    def lots(self) -> tuple[int, ...]:
        """Return all seats in an order drawn by lot."""
        return tuple(self._engine.chance.numbered_stream("kit.lots").shuffle(self._engine.state.seats))

    def tell(self, what: str, **values: Plain) -> None:
        """Tell the players what has happened, with a sentence of `Kit.says`. Raise `KitError` if that does not fit."""
        told = Told(what, tuple(values.items()))
        self._engine.kit.sentences.check(what, values, len(self._engine.state.seats))
        self._engine.emit(told)

    def _leave_spent(self, copy: int) -> bool:
        """Remove a card from the played cards and from those that are turned up; return True if it was there."""
        state, found = self._engine.state, False
        for seat in state.seats:
            if copy in state.piles.discard[seat]:
                state.piles.discard[seat], found = without(state.piles.discard[seat], copy), True
            if -copy in state.face_down[seat]:
                state.face_down[seat], found = without(state.face_down[seat], -copy), True
        return found

    def _leave_field(self, copy: int) -> bool:
        """Remove a card from the field of the state that contains it; return True if there is one."""
        state = self._engine.state
        for field in sorted(state.card_fields):
            value = getattr(state, field)
            for cell, copies in enumerate(value) if isinstance(value, list) else ((-1, value),):
                if copy in copies:
                    left = without(copies, copy)
                    if cell < 0:
                        setattr(state, field, left)
                    else:
                        value[cell] = left
                    return True
        return False

    def _check_seats(self, operation: str, *seats: int) -> None:
        for seat in seats:
            if seat not in self._engine.state.seats:
                many = len(self._engine.state.seats)
                raise KitError(f"step.{operation} names seat {seat!r}, and the seats are 1 to {many}")

    def _check_number(self, operation: str, what: str, number: int, least: int) -> None:
        if type(number) is not int or not least <= number < 2**31:
            raise KitError(f"step.{operation}: the {what} is {number!r}, and must be a whole number from {least}")

    def _pair(self, operation: str, seat: int, other: int) -> None:
        self._check_seats(operation, seat, other)
        if seat == other:
            raise KitError(f"step.{operation}({seat}, {other}): it needs two different seats")

    def _needs_down(self, operation: str) -> None:
        if not self._engine.kit.lays_down:
            raise KitError(f"step.{operation}: no question of this game lays cards face down; use hand_down")

    def _common(self, cards: CardSet[Any]) -> None:
        if not isinstance(cards, CardSet):
            raise KitError(f"{cards!r} is no common deck: declare it with kit.deck")
        if cards.own:
            raise KitError("a set of kit.hands is no common deck: declare it with kit.deck")


def _several(operation: str, copies: object) -> Cards:
    """Return copies as a tuple; raise `KitError` for a single one."""
    if not isinstance(copies, Iterable):
        raise KitError(f"step.{operation} needs a tuple of cards; write (card,) for one card")
    return tuple(copies)


def _asked_twice(seat: int, before: str, kind: str) -> str:
    """Return the message about a seat that a phase asks two questions at once."""
    if before == kind:
        return f"seat {seat} is asked {kind} twice at the same time"
    return f"seat {seat} is asked {before} and {kind} at the same time; ask {kind} in the effect of {before}"
