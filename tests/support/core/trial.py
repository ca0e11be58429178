"""A random match of any game with every check on: the suite plays hundreds of them, scripts/trials/soak.py thousands.

A game joins by being registered. Books are kept of its cards (ledger.py). It may have a module of its own for that,
`tests/support/games/<game>/conserved.py`: there the class `Conserved` says what a match must conserve, `Bold` is a
player (of a seed and a seat) that plays so that much happens, since random ones hardly ever meet, and `stir` makes a
position livelier where it may, so that rare things come together.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, Protocol

from core.bots.random_bot import Dice
from core.bots.registry import BOTS
from core.engine.codec import H, dec, enc
from core.engine.fork import base_name
from core.engine.game import Game, IllegalDecision, Player
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import Table
from core.engine.options import Value
from core.engine.result import FREE_FOR_ALL, Outcome, outcome
from core.engine.state import differences
from tests.support.all_games import GAMES
from tests.support.budget import LONG
from tests.support.core import ledger
from tests.support.core.mutations import mutants, plainly

MANY = 4000
"""Options of one ask are listed up to so many."""
MEETING = (0, 1, 2, 3, 8, 12, 26, 35)
"""The random matches of each game that `positions` come from: they meet what hardly any other one does, too."""
MEETING_IN = {"ambition": (0, 1, 2, 3, 12) if LONG else (1, 2, 12)}
"""Those of a game whose other ones add nothing, and whose shared cards take long: three meet all that five do."""


class Conservation(Protocol):
    """What a game's `conserved` module offers as the class `Conserved`."""

    def after(self, state: Any, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Raises `AssertionError` if something was lost or made up in the step."""

    def longest(self, state: Any) -> int:
        """More steps than a match with the state's options can take."""

    def plainly(self, decision: Any) -> Any:
        """The decision without what may differ between two ways to say the same."""

    def closed_slots(self, state: Any, seat: int) -> tuple[int, ...]:
        """The slots whose cards the seat alone may know."""

    def unaudited(self, state: Any, seat: int) -> tuple[int, ...]:
        """The steps in which the seat laid cards that have not been accounted for yet."""


def conserved(game: Game, state: Any) -> Conservation:
    """A fresh ledger for a match of the game."""
    books: Conservation = _module(game).Conserved(state)
    return books


def players(game: Game, seats: int, seed: str, kind: str = "bold") -> dict[int, Player]:
    """Players of a kind: "bold", a bot by its name, or "mixed", one seat after the other another kind."""
    kinds: dict[str, Callable[[str, int], Player]] = {"bold": _module(game).Bold, **BOTS}
    turn = list(kinds.values()) if kind == "mixed" else [kinds[kind]]
    return {seat: turn[seat % len(turn)](seed, seat) for seat in range(1, seats + 1)}


def stir(game: Game, state: Any, dice: Dice) -> bool:
    """Makes a position livelier where it may; whether it did."""
    return bool(_module(game).stir(state, dice))


@cache
def _books(name: str) -> Any:
    game = GAMES[name]
    folder = f"tests.support.games.{type(game).__module__.split('.')[-2]}"
    own = f"{folder}.conserved"
    found = importlib.util.find_spec(folder) and importlib.util.find_spec(own)
    return importlib.import_module(own) if found else ledger.Books(game)


def _module(game: Game) -> Any:
    return _books(base_name(game.name))


@cache
def length(name: str, seats: int) -> int:
    """So many steps a match of the game takes: what is tested of a short game is tested in more matches."""
    table = Table(GAMES[name], players(GAMES[name], seats, "length", "random"), "length")
    return int(table.play().t)


class Case(NamedTuple):
    """Everything that decides how a trial goes."""

    game: str
    seats: int
    seed: str
    options: tuple[tuple[str, Value], ...] = ()
    sealed: bool = False
    players: str = "random"
    stirred: bool = False
    sample: int = 4
    """The checks of one position are made at one step in so many."""
    listed: int = 60
    """So many of the offered options are tried, and half as many mutants of each decision."""
    lost: bool = False
    """Whether seats are lost now and then, and come back."""

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options)
        how = [
            "sealed" if self.sealed else "null",
            self.players,
            *(["stirred"] if self.stirred else []),
            *(["lost"] if self.lost else []),
        ]
        return f"{self.game}, {self.seats} seats, seed {self.seed!r}, {options or 'no option'}, {', '.join(how)}"


class Failure(AssertionError):
    """A check has failed; the message names the case and the step."""


class Done(NamedTuple):
    """How a trial went."""

    steps: int
    decisions: int
    rounds: str
    digest: bytes
    refused: int
    accepted: int


class Input(NamedTuple):
    """One step as it was played: what went in, and the digest that came out."""

    decisions: Mapping[int, Any]
    beacon: bytes
    lost: frozenset[int]
    digest: bytes


class Trial:
    """One match and what is remembered of it."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.game: Any = GAMES[case.game]
        self.dice = Dice(H("tether.bot", ["trial", str(case)]))
        seated = players(self.game, case.seats, case.seed, case.players)
        self.table = Table(self.game, seated, case.seed, dict(case.options), case.sealed)
        self.state = self.table.state
        self.ledger = conserved(self.game, self.state)
        self.kept: list[tuple[Any, bytes, int]] = []
        """Copies of earlier states, their digests, and how many inputs came before them."""
        self.inputs: list[Input] = []
        self.listed: dict[int, frozenset[Any] | None] = {}
        """Every option of the present step by seat, where an accepted mutant has asked for them; None if too many."""
        self.lost: frozenset[int] = frozenset()
        """The seats that have no say just now."""
        self.refused = 0
        self.accepted = 0

    def play(self, steps: int = 10**6) -> Done:
        """Plays to the end, or so many steps; raises `Failure` where a check fails."""
        try:
            while not self.state.over and self.state.t <= steps:
                self.step()
            if self.state.over:
                self.check_end()
        except Exception as error:
            where = f"{self.case}, step {self.state.t}, {self.game.progress(self.state)}"
            raise Failure(f"{where}: {type(error).__name__}: {error}") from error
        return Done(
            self.state.t - 1,
            self.table.decided,
            self.game.progress(self.state),
            self.state.digest(),
            self.refused,
            self.accepted,
        )

    def step(self) -> None:
        """One step with its checks."""
        game, state = self.game, self.state
        if self.case.stirred and stir(game, state, self.dice):
            self.ledger = conserved(game, state)
            self.kept, self.inputs = [], []
        sampled = self.dice.uniform(self.case.sample) == 0
        if sampled:
            self.check_clone()
            self.check_options()
        decisions = self.decide()
        if sampled:
            self.check_refusals(decisions)
            self.check_loss(decisions)
        decisions = self.lose(decisions)
        beacon = self.table.beacon(self.lost)
        twin = state.clone()
        told = game.step(twin, decisions, beacon, self.lost)
        happened = game.step(state, self.travelled(decisions), beacon, self.lost)
        digest = state.digest()
        assert twin.digest() == digest, f"the same inputs: {differences(twin, state)[:3]}"
        assert told == happened, "the same inputs, other events"
        self.inputs.append(Input(decisions, beacon, self.lost, digest))
        assert state.over or state.asking or state.agenda, "nobody is asked, nothing waits, and the match is not over"
        self.ledger.after(state, happened, self.table.secrets)
        assert state.t <= self.ledger.longest(state), "the match has outlasted its bound"
        if sampled:
            self.check_telling(happened)
            self.check_replay()

    def decide(self) -> dict[int, Any]:
        """Everybody's decision; a client's own answer where it gives one."""
        decisions = {}
        for seat, ask in self.game.asks(self.state).items():
            own = self.table.secrets[seat]
            decision = self.game.automatic(self.state, seat, own)
            assert decision is not None or not ask.automatic, f"seat {seat} has no answer to {ask.kind!r}"
            if decision is None:
                decision = self.table.players[seat].decide(self.game, self.state, seat, own)
            decisions[seat] = decision
        self.table.decided += len(decisions)
        return decisions

    def lose(self, decisions: dict[int, Any]) -> dict[int, Any]:
        """Now and then a seat is lost or comes back; the decisions of those that are there."""
        if self.case.lost and self.dice.uniform(8) == 0:
            self.lost ^= {1 + self.dice.uniform(self.case.seats)}
        return {seat: decision for seat, decision in decisions.items() if seat not in self.lost}

    def travelled(self, decisions: Mapping[int, Any]) -> dict[int, Any]:
        """The decisions as they arrive at another peer."""
        arrived = {}
        for seat, decision in decisions.items():
            read = self.game.read(self.state, seat, dec(enc(decision)))
            assert read == decision and type(read) is type(decision), f"{decision} arrives as {read}"
            assert enc(read) == enc(decision)
            arrived[seat] = read
        return arrived

    # One position -----------------------------------------------------------------------------------------------------

    def check_clone(self) -> None:
        """The copy is equal, and no copy made before has changed since."""
        state = self.state
        copy = state.clone()
        assert copy.lower() == state.lower() and copy.digest() == state.digest(), "a copy differs from its original"
        assert len(state.sub_digests()) == len(state.lower()) == len(state.field_names)
        self.kept.append((copy, copy.digest(), len(self.inputs)))
        old, digest, _ = self.kept[self.dice.uniform(len(self.kept))]
        assert old.digest() == digest, f"the copy of step {old.t} has changed with its original"

    def check_options(self) -> None:
        """What is offered, what is done by default and what a client does by itself: all of it is legal."""
        game, state = self.game, self.state
        before = state.digest()
        taken: list[dict[int, Any]] = [{}, {}, {}]
        for seat, ask in game.asks(state).items():
            own = self.table.secrets[seat]
            listed = list(islice(game.options_of(state, seat, own), self.case.listed))
            assert listed, f"{ask.kind!r} has no option"
            for i, decision in enumerate(listed):
                game.check(state, seat, decision)
                if self.dice.uniform(i + 1) == 0:
                    taken[0][seat] = decision
            if self.case.sealed:
                assert len(set(listed)) == len(listed), f"{ask.kind!r} has the same option twice"
                forced = game.questions[ask.kind].lists_all and game.automatic(state, seat, own) is not None
                assert len(listed) == 1 or not forced, f"{ask.kind!r} with {len(listed)} options is answered unasked"
            taken[1][seat] = game.default(state, seat, own)
            taken[2][seat] = game.sample(state, seat, own, self.dice)
        assert state.digest() == before, "asking for options has changed the state"
        for decisions in taken:
            try:
                game.step(state.clone(), decisions, bytes(32))
            except Exception as error:
                raise AssertionError(f"stepping with {decisions}: {type(error).__name__} {error}") from error

    def check_refusals(self, decisions: Mapping[int, Any]) -> None:
        """Decisions of nobody asked, too few and too many, and whatever a tampered client sends."""
        game, state = self.game, self.state
        before = state.digest()
        self.listed = {}
        for seat in range(self.case.seats + 2):
            if seat not in decisions:
                self._refuses(seat, lambda seat=seat: game.read(state, seat, []))
                for decision in islice(decisions.values(), 1):
                    self._refuses(seat, lambda seat=seat, one=decision: game.check(state, seat, one))
                    self._refuses(seat, lambda seat=seat, one=decision: self._step_with(decisions, seat, one))
        for seat, decision in decisions.items():
            others = {other: one for other, one in decisions.items() if other != seat}
            self._refuses(seat, lambda others=others: game.step(state, others, bytes(32)))
            self._refuses(seat, lambda seat=seat: self._step_with(decisions, seat, ("nonsense",)))
            for mutant in mutants(plainly(decision), self.dice, self.case.listed // 2):
                self._try(decisions, seat, mutant)
        assert state.digest() == before, "a refused decision has changed the state"

    def check_loss(self, decisions: Mapping[int, Any]) -> None:
        """With any of the seats lost, each wrong decision of another is refused before anything has changed."""
        game, state = self.game, self.state
        before = state.digest()
        lost = {1 + self.dice.uniform(self.case.seats), 1 + self.dice.uniform(self.case.seats)}
        there = {seat: one for seat, one in decisions.items() if seat not in lost}
        for seat in decisions:
            wrong = {**there, seat: ("nonsense",)}
            self._refuses(seat, lambda wrong=wrong: game.step(state, wrong, bytes(32), lost))
        assert state.digest() == before, "a refused decision has changed the state"
        try:
            game.step(state.clone(), there, bytes(32), lost)
        except Exception as error:
            raise AssertionError(f"stepping without seats {lost}: {type(error).__name__} {error}") from error

    def _step_with(self, decisions: Mapping[int, Any], seat: int, decision: Any) -> None:
        self.game.step(self.state, {**decisions, seat: decision}, bytes(32))

    def _refuses(self, seat: int, act: Any) -> None:
        try:
            act()
        except IllegalDecision as illegal:
            assert illegal.seat == seat, f"seat {illegal.seat} is blamed, it was seat {seat}"
            self.refused += 1
        else:
            raise AssertionError(f"seat {seat} was not refused")

    def _try(self, decisions: Mapping[int, Any], seat: int, plain: Any) -> None:
        """Plain data that may be legal or not: refused by reading, checking and stepping alike, or by none of them."""
        game, state = self.game, self.state
        try:
            decision = game.read(state, seat, plain)
        except IllegalDecision as illegal:
            assert illegal.seat == seat
            self.refused += 1
            return
        except Exception as error:
            raise AssertionError(f"reading {plain}: {type(error).__name__} {error}") from error
        try:
            game.check(state, seat, decision)
        except IllegalDecision:
            self._refuses(seat, lambda: self._step_with(decisions, seat, decision))
            return
        except Exception as error:
            raise AssertionError(f"checking {decision}: {type(error).__name__} {error}") from error
        self.accepted += 1
        self._is_listed(seat, decision)
        try:
            game.step(state.clone(), {**decisions, seat: decision}, bytes(32))
        except Exception as error:
            raise AssertionError(f"stepping with {decision}: {type(error).__name__} {error}") from error

    def _is_listed(self, seat: int, decision: Any) -> None:
        """What is accepted is on the list of options, where the game lists all and the scheme tells false openings."""
        ask = self.game.asks(self.state)[seat]
        if not self.case.sealed or not self.game.questions[ask.kind].lists_all:
            return
        if seat not in self.listed:
            options = self.game.options_of(self.state, seat, self.table.secrets[seat])
            plain = [self.ledger.plainly(option) for option in islice(options, MANY)]
            self.listed[seat] = frozenset(plain) if len(plain) < MANY else None
        listed = self.listed[seat]
        if listed is not None:
            assert self.ledger.plainly(decision) in listed, f"{decision} is legal and not offered"

    def check_telling(self, happened: list[Any]) -> None:
        """Every event and the state can be told in words."""
        for event in happened:
            line = self.game.tell(self.state, event)
            assert isinstance(line, str) and "\n" not in line, f"{event} is told as {line!r}"
            assert line != str(event), f"{event} has no words"
        assert self.game.describe(self.state) and self.game.headings(self.state) and self.game.rounds(self.state) >= 0

    # The match so far -------------------------------------------------------------------------------------------------

    def check_replay(self) -> None:
        """From an earlier copy the same inputs lead to the same digests."""
        copy, digest, at = self.kept[-1 - self.dice.uniform(min(3, len(self.kept)))]
        assert copy.digest() == digest, f"the copy of step {copy.t} has changed with its original"
        again = copy.clone()
        for decisions, beacon, lost, after in self.inputs[at:]:
            self.game.step(again, decisions, beacon, lost)
            assert again.digest() == after, f"replayed from step {copy.t}, step {again.t - 1} ends otherwise"

    def check_end(self) -> None:
        """There is a result, and all earlier copies are what they were."""
        for copy, digest, _ in self.kept:
            assert copy.digest() == digest, f"the copy of step {copy.t} has changed with its original"
        ended(self.game, self.state, self.case.seats)
        assert not self.game.asks(self.state)


def ended(game: Game, state: Any, seats: int) -> Outcome:
    """How a match has ended: somebody has won, or all win or lose as one."""
    standing = game.standing(state)
    found = outcome(game, standing)
    ranks = [place.rank for place in standing]
    assert sorted(place.seat for place in standing) == list(range(1, seats + 1)) and ranks == sorted(ranks)
    if found.kind == FREE_FOR_ALL:
        assert ranks[0] == 1
    else:
        assert set(ranks) in ({1}, {2}), f"a {found.kind} match that ends with the ranks {ranks}"
    return found


def option_values(game: Game) -> Iterator[tuple[str, Value]]:
    """Every value of every option but the default."""
    for option in game.options.table.values():
        for value in option.values:
            if value != option.default:
                yield option.name, value


def random_options(game: Game, dice: Dice) -> tuple[tuple[str, Value], ...]:
    """A value for every option, drawn without regard to its default."""
    return tuple((o.name, o.values[dice.uniform(len(o.values))]) for o in game.options.table.values())


class Position(NamedTuple):
    """A state in which a seat is asked something, and everybody's legal answers."""

    game: Any
    state: Any
    seat: int
    kind: str
    answers: dict[int, Any]


def positions(*games: str) -> list[Position]:
    """Two positions for every kind of ask that random games with random options meet: of these games, or of all."""
    met = [position for name in games or GAMES for position in _positions(name)]
    return [position._replace(state=position.state.clone()) for position in met]


@cache
def _positions(name: str) -> tuple[Position, ...]:
    game = GAMES[name]
    found: dict[str, list[Position]] = {}
    kinds: Any = game.questions
    for i in MEETING_IN.get(name, MEETING):
        if all(len(found.get(kind, ())) == 2 for kind in kinds):
            break
        options = random_options(game, Dice(H("tether.bot", ["positions", i])))
        seats = game.seat_counts[i % len(game.seat_counts)]
        trial = Trial(Case(name, seats, f"positions {i}", options, True, "bold"))
        while not trial.state.over:
            stir(game, trial.state, trial.dice)
            decisions = trial.decide()
            for seat, ask in game.asks(trial.state).items():
                known = found.setdefault(ask.kind, [])
                if len(known) < 2:
                    known.append(Position(game, trial.state.clone(), seat, ask.kind, decisions))
            game.step(trial.state, decisions, trial.table.beacon())
    return tuple(position for known in found.values() for position in known)
