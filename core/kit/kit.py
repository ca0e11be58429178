"""The declarations of a game in one file."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Concatenate, ParamSpec, TypeVar, overload

from core.engine.hidden.cards import closed_entries
from core.engine.options import Option, Value
from core.engine.result import FREE_FOR_ALL, TEAM
from core.kit.bot.plan import Score
from core.kit.cards import LAST_COPY, MAX_SEATS, CardSet, F, Naming, is_plain
from core.kit.closed import KitCards, KitRules
from core.kit.constants import Constants
from core.kit.errors import KitError, in_line, located
from core.kit.questions import DownFromHand, FromDeck, KitQuestion, Source, question_of
from core.kit.sources import HandCard, HandCards, HandDown, NextCards, Offers
from core.kit.step import ASK, OPEN, TURN, EngineStep, Step, agenda_name
from core.kit.table import OptionOf, Table
from core.kit.text.sentences import NAME, Sentences

P = ParamSpec("P")
S = TypeVar("S", bound=Table)
V = TypeVar("V")
W = TypeVar("W", bound=Value)
Worth = TypeVar("Worth", bound=Callable[..., int])
MAX_BATCH = 12
"""Maximum number of cards of a secret deck that a seat is dealt at once."""
MAX_VALUES = 6
"""Maximum number of values that a phase gets beside the step and the state."""
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


def is_game_name(name: str) -> bool:
    """Return True if a game may have this name: 1 to 24 small letters, digits, - and _, with a letter first."""
    return 1 <= len(name) <= 24 and set(name) <= NAME_CHARACTERS and name[0] in LETTERS


class Kit:
    """One game. Its parts are declared one by one, and `game` makes the game's object of them.

    `name` is the word that `--game` accepts: small letters, digits, - and _. `seats` are the possible numbers of
    players, 1 to 6. In a game with `team` all seats win or lose together. Raise `KitError` for anything else.
    """

    def __init__(self, name: str, title: str, seats: Iterable[int], team: bool = False) -> None:
        if isinstance(seats, int):
            raise KitError(f"seats={seats} must be a tuple: write seats=({seats},)")
        self.seats = tuple(sorted(set(seats)))
        if not (isinstance(name, str) and is_game_name(name)):
            raise KitError(f"the game's name {name!r} must be 1 to 24 small letters, digits, - and _")
        if not (isinstance(title, str) and 1 <= len(title) <= 40 and is_plain(title)):
            raise KitError(f"the title {title!r} must have 1 to 40 printable characters")
        if not self.seats or not all(type(seat) is int and 1 <= seat <= MAX_SEATS for seat in self.seats):
            raise KitError(f"the numbers of seats are {self.seats}: use numbers from 1 to {MAX_SEATS}, such as (3, 4)")
        self.name, self.title, self.kind = name, title, TEAM if team else FREE_FOR_ALL
        self.rules = KitRules()
        self.sets: list[CardSet[Any]] = []
        self.closed = KitCards(self)
        self.options: list[Option] = []
        self.sentences = Sentences()
        self.scores: dict[KitQuestion[Any], Score] = {}
        self._phases: dict[str, Callable[..., None]] = {}
        self._accepted: set[tuple[str, int]] = set()
        """Phases with numbers of values that they accept."""
        self.constants: Constants | None = None
        """The values outside the functions of the game's file, once it is loaded."""
        self.audit: Callable[[EngineStep, str], None] | None = None
        """Check of the state after each phase, by its name, while the author checks the game; otherwise None."""
        self.rules.agenda(ASK)(_ask)
        self.rules.agenda(OPEN)(_open_hands)
        self.rules.agenda(TURN)(_turn_over)

    # Parts ------------------------------------------------------------------------------------------------------------

    def option(self, name: str, values: tuple[W, ...], default: W, text: str) -> OptionOf[W]:
        """Declare an option that the players set before a match. A state reads it as `s[OPTION]`."""
        if not (isinstance(name, str) and NAME.fullmatch(name) and isinstance(text, str)):
            raise KitError(f"the option {name!r} needs a name of letters, digits and _, and a text about it")
        kinds = {type(value) for value in values} if isinstance(values, tuple) else set()
        if len(kinds) != 1 or not kinds <= {int, bool, str}:
            raise KitError(f"the option {name}: its values are {values!r}; use a tuple of numbers, or one of texts")
        if default not in values:
            raise KitError(f"the option {name}: its default {default!r} is none of its values {values}")
        if any(option.name == name for option in self.options):
            raise KitError(f"there are two options called {name!r}")
        self.options.append(Option(name, values, default, "open", text))
        return OptionOf(self.options[-1], values)

    def hands(self, called: str, faces: Iterable[F]) -> CardSet[F]:
        """Declare cards of which each seat has one of each, closed, in a draw pile of its own.

        `called` makes the names from the fields of the faces, for example "diver {strength}".
        """
        if any(each.batch for each in self.sets):
            raise KitError("kit.hands does not go with a deck that is drawn from in secret")
        first = 1 + sum(len(own) for own in self.sets if own.own)
        made = self._cards(called, faces, first, -1)
        for own in self.sets:
            own.cycle = first - 1 + len(made) if own.own else own.cycle
        self._check_size()
        return made

    def deck(self, called: str, faces: Iterable[F], batch: int = 0) -> CardSet[F]:
        """Declare a common deck with one of each of these cards, in an order that nobody knows or can bend.

        With a `batch`, seats draw from it in secret by `step.draw`: each is dealt this number of cards, which all
        know as a set, and draws from them unseen until they are used up. Raise `KitError` for two such decks.
        """
        if type(batch) is not int or not 0 <= batch <= MAX_BATCH:
            raise KitError(f"the batch of a deck is {batch!r}: use a whole number from 1 to {MAX_BATCH}")
        if batch and any(each.batch or each.own for each in self.sets):
            raise KitError("only one deck can be drawn from in secret, and not beside kit.hands")
        common = [each for each in self.sets if not each.own]
        listed = tuple(faces)
        lowest = min((each.first for each in common), default=LAST_COPY + 1)
        made = self._cards(called, listed, lowest - len(listed), len(common))
        made.batch = batch
        self._check_size()
        return made

    def _cards(self, called: str, faces: Iterable[F], first: int, deck: int) -> CardSet[F]:
        listed = tuple(faces)
        made = CardSet(Naming(called).named(listed), listed, first, deck)
        made.owners = self.seats[-1]
        self.sets.append(made)
        return made

    def _check_size(self) -> None:
        own = sum(len(each) for each in self.sets if each.own)
        common = sum(len(each) for each in self.sets if not each.own)
        if own * self.seats[-1] + common > LAST_COPY:
            raise KitError(
                f"there are {own} cards for each of {self.seats[-1]} seats and {common} in common decks, together more "
                f"than {LAST_COPY}"
            )

    def phase(self, function: Callable[Concatenate[Step, S, P], None]) -> Callable[Concatenate[Step, S, P], None]:
        """Declare a phase, as a decorator of `phase(step, s)`. `step.then(phase)` lets it follow."""
        name = _named(function, "a phase", 2, MAX_VALUES)
        if name in self._phases:
            raise KitError(f"there are two phases called {name!r}")
        self._phases[name] = function
        run = located(f"the phase {name}", function)
        self.rules.agenda(agenda_name(name))(lambda step, *values: step.run_phase(name, run, *values))
        return function

    def function(self, name: str) -> Callable[..., object] | None:
        """Return the function of a phase, or of a question's effect, or None."""
        question = self.rules.questions.get(name)
        return question.function if isinstance(question, KitQuestion) else self._phases.get(name)

    @property
    def lays_down(self) -> bool:
        """True if a question of the game lays cards face down."""
        return any(isinstance(each, DownFromHand) for each in self.rules.questions.values())

    def phase_name(self, function: object) -> str:
        """Return the name under which a phase is on the agenda; raise `KitError` if the function is none."""
        if function is None:
            raise KitError("step.then needs a phase, and not the result of calling one: step.then((phase, value))")
        if isinstance(function, KitQuestion):
            raise KitError(f"step.then({function.kind}): {function.kind} is a question; use step.ask or step.ask_all")
        name = getattr(function, "__name__", "")
        if self._phases.get(name) is not function:
            shown = name or repr(function)
            raise KitError(f"step.then({shown}): {shown} is no phase of this game; write @kit.phase before it")
        return name

    def check_values(self, name: str, count: int) -> None:
        """Raise `KitError` unless a phase accepts this number of values beside the step and the state."""
        if (name, count) in self._accepted:
            return
        function = self._phases[name]
        if not _accepts(function, 2 + count):
            wanted = list(inspect.signature(function).parameters)[2:]
            call = f"step.then(({', '.join([name, *wanted])}))" if wanted else f"step.then({name})"
            raise KitError(f"step.then: the phase {name} gets {count} values: write {call}")
        self._accepted.add((name, count))

    def check_question(self, question: object) -> None:
        """Raise `KitError` unless this is a question of the game."""
        name = getattr(question, "__name__", None) or getattr(question, "kind", None) or repr(question)
        if self._phases.get(name) is question:
            raise KitError(f"step.ask({name}): {name} is a phase; use step.then({name})")
        if self.rules.questions.get(name) is not question:
            raise KitError(f"step.ask({name}): {name} is no question of this game")

    @overload
    def together(
        self, verb: str, source: HandCard
    ) -> Callable[[Callable[[Step, S, dict[int, int]], None]], KitQuestion[int]]: ...
    @overload
    def together(
        self, verb: str, source: HandDown
    ) -> Callable[[Callable[[Step, S, dict[int, int]], None]], KitQuestion[int]]: ...
    @overload
    def together(
        self, verb: str, source: NextCards
    ) -> Callable[[Callable[[Step, S, dict[int, int]], None]], KitQuestion[int]]: ...
    @overload
    def together(
        self, verb: str, source: HandCards
    ) -> Callable[[Callable[[Step, S, dict[int, tuple[int, ...]]], None]], KitQuestion[tuple[int, ...]]]: ...
    @overload
    def together(
        self, verb: str, source: Offers[V]
    ) -> Callable[[Callable[[Step, S, dict[int, V]], None]], KitQuestion[V]]: ...
    def together(self, verb: str, source: Source) -> Callable[[Callable[..., None]], KitQuestion[Any]]:
        """Declare a question, as a decorator of `effect(step, s, answers)`, which gets all answers at once, by seat.

        `verb` says what the players do, for example "send". `source` is what they answer with: `hand`, `hand_cards`,
        `hand_down`, `next_cards`, `cards`, `seats`, `numbers` or `words`.
        """
        return lambda effect: self._question(verb, source, effect, True)

    @overload
    def in_turn(
        self, verb: str, source: HandCard
    ) -> Callable[[Callable[[Step, S, int, int], None]], KitQuestion[int]]: ...
    @overload
    def in_turn(
        self, verb: str, source: HandDown
    ) -> Callable[[Callable[[Step, S, int, int], None]], KitQuestion[int]]: ...
    @overload
    def in_turn(
        self, verb: str, source: NextCards
    ) -> Callable[[Callable[[Step, S, int, int], None]], KitQuestion[int]]: ...
    @overload
    def in_turn(
        self, verb: str, source: HandCards
    ) -> Callable[[Callable[[Step, S, int, tuple[int, ...]], None]], KitQuestion[tuple[int, ...]]]: ...
    @overload
    def in_turn(
        self, verb: str, source: Offers[V]
    ) -> Callable[[Callable[[Step, S, int, V], None]], KitQuestion[V]]: ...
    def in_turn(self, verb: str, source: Source) -> Callable[[Callable[..., None]], KitQuestion[Any]]:
        """Declare a question, as a decorator of `effect(step, s, seat, answer)`. `together` explains the rest."""
        return lambda effect: self._question(verb, source, effect, False)

    def _question(self, verb: str, source: Source, effect: Callable[..., None], together: bool) -> KitQuestion[Any]:
        kind = _named(effect, "the effect of a question", 3 if together else 4)
        if not (isinstance(verb, str) and is_plain(verb)):
            raise KitError(
                f"the verb of the question {kind} is {verb!r}; write what players do as a text, such as 'send'"
            )
        if kind in self.rules.questions:
            raise KitError(f"there are two questions called {kind!r}")
        return self.rules.question(question_of(source, self.closed, kind, verb, effect, together))

    # Words and bot, which are no part of the rules --------------------------------------------------------------------

    def says(self, **sentences: str) -> None:
        """Declare the sentences of `step.tell`, for example took="{seat} takes {card}"."""
        for what, template in sentences.items():
            self.sentences.add(what, template)

    def bot(self, question: KitQuestion[V], spread: int = 0) -> Callable[[Worth], Worth]:
        """Declare what answers are worth to the bot, as a decorator of `worth(s, seat, answer)`, a whole number.

        A function `worth(s, seat, answer, own)` also gets the cards of the bot's own hand, and one with a fifth value
        `down` the cards that lie before it, face down or turned up. A sixth value `seen` maps each other seat to the
        closed cards of it that the bot has looked at. An answer that is worth `spread` less than the best is never
        given; with 0 only the best ones are.
        """
        if self.rules.questions.get(getattr(question, "kind", "")) is not question:
            name = getattr(question, "__name__", "") or getattr(question, "kind", "") or repr(question)
            more = f"{name} is a phase" if name in self._phases else f"{name} is no question of this game"
            raise KitError(f"@kit.bot({name}): {more}; name the function under @kit.together or @kit.in_turn")
        if type(spread) is not int or spread < 0:
            raise KitError(f"@kit.bot: spread={spread!r} must be a whole number from 0")

        def declare(worth: Worth) -> Worth:
            shown = next((more for more in (3, 2, 1) if _accepts(worth, 3 + more)), 0)
            if not shown:
                _named(worth, "the bot's score", 3)
            if question in self.scores:
                raise KitError(f"the question {question.kind} has two scores")
            self.scores[question] = Score(worth, spread, shown)
            return worth

        return declare

    # Cards ------------------------------------------------------------------------------------------------------------

    def card(self, copy: int) -> str:
        """Return the name of a copy; raise `KitError` if no set contains it."""
        for cards in self.sets:
            if copy in cards:
                return cards.name(copy)
        raise KitError(f"{copy!r} is no card of this game")

    def game(self, table: type[S], begin: Callable[[Step, S], None], points: str = "points") -> Any:
        """Return the game. `begin` is the first phase, and `points` the column of the state that ranks the seats.

        In a team game `points` may also be a single number, such as a floor that all have reached.
        """
        from core.kit.game import made

        return made(self, table, begin, points)


def _ask(step: EngineStep, asks: tuple[tuple[int, str], ...]) -> None:
    if step.state.over:
        kind = asks[0][1]
        line = in_line(step.asking_lines.get(kind, 0))
        raise KitError(f"{kind} is asked{line} after step.end(): return after step.end()")
    if _look_ahead(step, asks):
        return
    for seat, kind in asks:
        question = step.game_rules.questions[kind]
        assert isinstance(question, KitQuestion)
        if not question.ready(step.state, seat):
            where = in_line(step.asking_lines.get(kind, 0))
            raise KitError(f"seat {seat} is asked {kind!r}{where}, and has no possible answer")
        step.ask(question, seat)


def _look_ahead(step: EngineStep, asks: tuple[tuple[int, str], ...]) -> bool:
    """Let seats look at the cards that a question is about; return True if they must first lay fresh slots."""
    blocked = []
    for seat, kind in asks:
        question = step.game_rules.questions[kind]
        if isinstance(question, FromDeck) and step.kit.closed.look_ahead(step, seat, question.look):
            blocked.append(seat)
    if blocked:
        step.schedule((ASK, asks))
    for seat in dict.fromkeys(blocked):
        step.kit.closed.ask_for_fresh_slots(step, seat)
    return bool(blocked)


def _turn_over(step: EngineStep, seats: tuple[int, ...]) -> None:
    for seat in seats:
        step.kit.closed.shows.ask(step, seat, closed_entries(step.state.face_down[seat]))


def _open_hands(step: EngineStep) -> None:
    step.cards.final_audit(step)


def _named(function: Callable[..., object], what: str, count: int, more: int = 0) -> str:
    """Return the name of a function that accepts `count` values, or up to `more` more; raise `KitError` otherwise."""
    name = getattr(function, "__name__", "")
    if not NAME.fullmatch(name):
        raise KitError(f"{what} must be a function with a name")
    if not any(_accepts(function, number) for number in range(count, count + more + 1)):
        wanted = {2: "(step, s)", 3: "(step, s, answers)", 4: "(step, s, seat, answer)"}
        shape = "(s, seat, answer)" if what == "the bot's score" else wanted[count]
        raise KitError(f"{what} is {name}{shape}, and {name} has other parameters")
    return name


def _accepts(function: Callable[..., object], count: int) -> bool:
    """Return True if a function can be called with this number of values."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    return True
