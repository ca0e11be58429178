"""Random matches of any game, with every check after every step.

The suite plays hundreds of them, and scripts/trials/soak.py thousands. A game takes part once it is registered. A
ledger tracks its cards (ledger.py). A game may have its own module for that, `tests/support/games/<game>/conserved.py`,
with three names:

- `Conserved` checks what a match must conserve.
- `Bold` is a player, made from a seed and a seat, that seeks events, since random players cause few of them.
- `stir` makes a position livelier where possible, so that rare events coincide.
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
from core.engine.local_match import LocalMatch
from core.engine.options import Value
from core.engine.result import FREE_FOR_ALL, Outcome, outcome
from core.engine.state import serialized_differences
from tests.support.all_games import GAMES
from tests.support.core import ledger
from tests.support.core.mutations import mutants, plainly
from tests.support.tiers import LONG

MANY = 4000
"""Maximum number of listed options of one question."""
MEETING = (0, 1, 2, 3, 8, 12, 26, 35)
"""Seeds of random matches from which `positions` are taken; they also cover rare positions."""
MEETING_IN = {"ambition": (0, 1, 2, 3, 12, 22) if LONG else (22, 1, 2)}
"""Seeds for games with slow shared decks, for which the other seeds add nothing new."""


class Conservation(Protocol):
    """Interface of the class `Conserved` in a game's `conserved` module."""

    def after(self, state: Any, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Raise `AssertionError` if the step lost or made up anything."""

    def longest(self, state: Any) -> int:
        """Return an upper bound on the steps of a match with the state's options."""

    def plainly(self, decision: Any) -> Any:
        """Return the decision without details that may differ between equivalent forms."""

    def closed_slots(self, state: Any, seat: int) -> tuple[int, ...]:
        """Return the slots whose cards only the seat can know."""

    def unaudited(self, state: Any, seat: int) -> tuple[int, ...]:
        """Return the steps whose committed cards of the seat are not yet audited."""


def conserved(game: Game, state: Any) -> Conservation:
    """Return a fresh ledger for a match of the game."""
    books: Conservation = _module(game).Conserved(state)
    return books


def players(game: Game, seats: int, seed: str, kind: str = "bold") -> dict[int, Player]:
    """Return players of a kind: "bold", a bot by its name, or "mixed".

    "mixed" assigns the kinds to the seats in turn.
    """
    kinds: dict[str, Callable[[str, int], Player]] = {"bold": _module(game).Bold, **BOTS}
    turn = list(kinds.values()) if kind == "mixed" else [kinds[kind]]
    return {seat: turn[seat % len(turn)](seed, seat) for seat in range(1, seats + 1)}


def stir(game: Game, state: Any, dice: Dice) -> bool:
    """Make a position more eventful if that is possible; return True if it changed."""
    return bool(_module(game).stir(state, dice))


@cache
def _books(name: str) -> Any:
    game = GAMES[name]
    folder = f"tests.support.games.{'.'.join(type(game).__module__.split('.')[-2:-1]) or 'none'}"
    own = f"{folder}.conserved"
    found = importlib.util.find_spec(folder) and importlib.util.find_spec(own)
    return importlib.import_module(own) if found else ledger.Books(game)


def _module(game: Game) -> Any:
    return _books(base_name(game.name))


@cache
def length(name: str, seats: int) -> int:
    """Return the number of steps in a match of the game, so that short games can be tested more often."""
    table = LocalMatch(GAMES[name], players(GAMES[name], seats, "length", "random"), "length")
    return int(table.play().t)


class Case(NamedTuple):
    """The inputs that determine a trial."""

    game: str
    seats: int
    seed: str
    options: tuple[tuple[str, Value], ...] = ()
    sealed: bool = False
    players: str = "random"
    stirred: bool = False
    sample: int = 4
    """Average number of steps between two checks of a single position."""
    listed: int = 60
    """Number of offered options that are tried; half as many illegal variants are made of each decision."""
    lost: bool = False
    """True if seats are lost and return now and then."""

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
    """Raised when a check fails; the message names the case and the step."""


class Done(NamedTuple):
    """Result of a trial."""

    steps: int
    decisions: int
    rounds: str
    digest: bytes
    refused: int
    accepted: int


class Input(NamedTuple):
    """The inputs of one step, and the resulting digest."""

    decisions: Mapping[int, Any]
    beacon: bytes
    lost: frozenset[int]
    digest: bytes


class Trial:
    """One match, with the history that its checks need."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.game: Any = GAMES[case.game]
        self.dice = Dice(H("tether.bot", ["trial", str(case)]))
        seated = players(self.game, case.seats, case.seed, case.players)
        self.table = LocalMatch(self.game, seated, case.seed, dict(case.options), case.sealed)
        self.state = self.table.state
        self.ledger = conserved(self.game, self.state)
        self.kept: list[tuple[Any, bytes, int]] = []
        """Copies of earlier states, with their digests and the number of inputs before them."""
        self.inputs: list[Input] = []
        self.listed: dict[int, frozenset[Any] | None] = {}
        """Options of each seat in this step, computed when they are needed; None if there are too many."""
        self.lost: frozenset[int] = frozenset()
        """Seats that are lost now."""
        self.refused = 0
        self.accepted = 0

    def play(self, steps: int = 10**6) -> Done:
        """Play to the end, or for this number of steps; raise `Failure` if a check fails."""
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
        """Play one step with its checks."""
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
        found = serialized_differences(state.field_names, twin.lower(), state.lower())
        assert twin.digest() == digest, f"the same inputs: {found[:3]}"
        assert told == happened, "the same inputs, other events"
        self.inputs.append(Input(decisions, beacon, self.lost, digest))
        waits: Any = state
        assert state.over or waits.asking or waits.agenda, "nobody is asked, nothing waits, and the match is not over"
        self.ledger.after(state, happened, self.table.secrets)
        assert state.t <= self.ledger.longest(state), "the match has outlasted its bound"
        if sampled:
            self.check_telling(happened)
            self.check_replay()

    def decide(self) -> dict[int, Any]:
        """Return every seat's decision, with the client's automatic answers first."""
        decisions = {}
        for seat, ask in self.game.pending_asks(self.state).items():
            own = self.table.secrets[seat]
            decision = self.game.automatic_decision(self.state, seat, own)
            assert decision is not None or not ask.is_automatic, f"seat {seat} has no answer to {ask.kind!r}"
            if decision is None:
                decision = self.table.players[seat].decide(self.game, self.state, seat, own)
            decisions[seat] = decision
        self.table.decided += len(decisions)
        return decisions

    def lose(self, decisions: dict[int, Any]) -> dict[int, Any]:
        """Lose a seat or let a lost one return now and then; return the decisions of the present seats."""
        if self.case.lost and self.dice.uniform(8) == 0:
            self.lost ^= {1 + self.dice.uniform(self.case.seats)}
        return {seat: decision for seat, decision in decisions.items() if seat not in self.lost}

    def travelled(self, decisions: Mapping[int, Any]) -> dict[int, Any]:
        """Return the decisions as another peer receives them."""
        arrived = {}
        for seat, decision in decisions.items():
            read = self.game.read(self.state, seat, dec(enc(decision)))
            assert read == decision and type(read) is type(decision), f"{decision} arrives as {read}"
            assert enc(read) == enc(decision)
            arrived[seat] = read
        return arrived

    # One position -----------------------------------------------------------------------------------------------------

    def check_clone(self) -> None:
        """Check that a copy equals its original and that no earlier copy has changed."""
        state = self.state
        copy = state.clone()
        assert copy.lower() == state.lower() and copy.digest() == state.digest(), "a copy differs from its original"
        assert len(state.sub_digests()) == len(state.lower()) == len(state.field_names)
        self.kept.append((copy, copy.digest(), len(self.inputs)))
        old, digest, _ = self.kept[self.dice.uniform(len(self.kept))]
        assert old.digest() == digest, f"the copy of step {old.t} has changed with its original"

    def check_options(self) -> None:
        """Check that all offered options, defaults and automatic answers are legal."""
        game, state = self.game, self.state
        before = state.digest()
        taken: list[dict[int, Any]] = [{}, {}, {}]
        for seat, ask in game.pending_asks(state).items():
            own = self.table.secrets[seat]
            listed = list(islice(game.options_of(state, seat, own), self.case.listed))
            assert listed, f"{ask.kind!r} has no option"
            for i, decision in enumerate(listed):
                game.check(state, seat, decision)
                if self.dice.uniform(i + 1) == 0:
                    taken[0][seat] = decision
            if self.case.sealed:
                assert len(set(listed)) == len(listed), f"{ask.kind!r} has the same option twice"
                forced = game.questions[ask.kind].lists_all and game.automatic_decision(state, seat, own) is not None
                assert len(listed) == 1 or not forced, f"{ask.kind!r} with {len(listed)} options is answered unasked"
            taken[1][seat] = game.default_decision(state, seat, own)
            taken[2][seat] = game.sample(state, seat, own, self.dice)
        assert state.digest() == before, "asking for options has changed the state"
        for decisions in taken:
            try:
                game.step(state.clone(), decisions, bytes(32))
            except Exception as error:
                raise AssertionError(f"stepping with {decisions}: {type(error).__name__} {error}") from error

    def check_refusals(self, decisions: Mapping[int, Any]) -> None:
        """Check that missing, extra, tampered and unasked decisions are refused."""
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
        """Check that wrong decisions are refused while seats are lost, and that a refusal changes nothing."""
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
        """Check that reading, checking and stepping agree on whether plain data is a legal decision."""
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
        """Check that an accepted decision is among the listed options.

        This applies only if the game lists all options and false openings are detected.
        """
        ask = self.game.pending_asks(self.state)[seat]
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
        """Check that the state and every event have a description in words."""
        for event in happened:
            line = self.game.narrate(self.state, event)
            assert isinstance(line, str) and "\n" not in line, f"{event} is told as {line!r}"
            assert line != str(event), f"{event} has no words"
        assert self.game.describe(self.state) and self.game.headings(self.state) and self.game.rounds(self.state) >= 0

    # The match so far -------------------------------------------------------------------------------------------------

    def check_replay(self) -> None:
        """Check that the same inputs give the same digests when an earlier copy is replayed."""
        copy, digest, at = self.kept[-1 - self.dice.uniform(min(3, len(self.kept)))]
        assert copy.digest() == digest, f"the copy of step {copy.t} has changed with its original"
        again = copy.clone()
        for decisions, beacon, lost, after in self.inputs[at:]:
            self.game.step(again, decisions, beacon, lost)
            assert again.digest() == after, f"replayed from step {copy.t}, step {again.t - 1} ends otherwise"

    def check_end(self) -> None:
        """Check that there is a result, and that no earlier copy has changed."""
        for copy, digest, _ in self.kept:
            assert copy.digest() == digest, f"the copy of step {copy.t} has changed with its original"
        ended(self.game, self.state, self.case.seats)
        assert not self.game.pending_asks(self.state)


def ended(game: Game, state: Any, seats: int) -> Outcome:
    """Return the result, after checking that it is consistent with the kind of the match."""
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
    """Yield every non-default value of every option."""
    for option in game.options.table.values():
        for value in option.values:
            if value != option.default:
                yield option.name, value


def random_options(game: Game, dice: Dice) -> tuple[tuple[str, Value], ...]:
    """Return a random value for every option, drawn without regard to its default."""
    return tuple((o.name, o.values[dice.uniform(len(o.values))]) for o in game.options.table.values())


class Position(NamedTuple):
    """A state in which a seat is asked, with the legal answers of every asked seat."""

    game: Any
    state: Any
    seat: int
    kind: str
    answers: dict[int, Any]


def positions(*games: str) -> list[Position]:
    """Return two positions for every kind of question in random matches of these games, or of all games."""
    met = [position for name in games or GAMES for position in _positions(name)]
    return [position._replace(state=position.state.clone()) for position in met]


@cache
def _positions(name: str) -> tuple[Position, ...]:
    game = GAMES[name]
    found: dict[str, list[Position]] = {}
    kinds: Any = getattr(game, "questions")  # noqa: B009 - games with an agenda have them
    for i in MEETING_IN.get(name, MEETING):
        if all(len(found.get(kind, ())) == 2 for kind in kinds):
            break
        options = random_options(game, Dice(H("tether.bot", ["positions", i])))
        seats = game.seat_counts[i % len(game.seat_counts)]
        trial = Trial(Case(name, seats, f"positions {i}", options, True, "bold"))
        while not trial.state.over:
            stir(game, trial.state, trial.dice)
            decisions = trial.decide()
            for seat, ask in game.pending_asks(trial.state).items():
                known = found.setdefault(ask.kind, [])
                if len(known) < 2:
                    known.append(Position(game, trial.state.clone(), seat, ask.kind, decisions))
            game.step(trial.state, decisions, trial.table.beacon())
    return tuple(position for known in found.values() for position in known)
