"""The checks that a game must pass before people play it: `tether check GAME`.

Each check plays matches between bots and raises `Failed` with one sentence in the terms of the game's author. They work
for every game, and are made for games of the kit.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

import click

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import Dice, RandomBot
from core.engine.agenda import AgendaGame, Unfinished
from core.engine.codec import H
from core.engine.game import Decision, Event, Game, IllegalDecision, State
from core.engine.hidden.card_game import CardGame
from core.engine.local_match import LocalMatch
from core.engine.options import Value
from core.engine.result import FREE_FOR_ALL, kind_of, outcome
from core.engine.text.words import count, listed
from core.games.registry import record_of
from core.kit.errors import KitError
from core.kit.game import KitGame
from core.kit.step import Told
from core.kit.table import blank
from net.cli.arguments import options
from net.cli.matches.processes import tether
from net.records.verification import verify
from net.session.runner import LocalFailure, play_local
from net.system import game_files
from net.text.sanitizer import print_json, print_lines

MAX_STEPS = 3000
"""Maximum number of steps of a match; a longer one is taken to be endless."""
MATCHES = 12
"""Number of random matches for each number of seats."""
LISTED = 60
"""Maximum number of answers to a question that are tried."""
DUELS = 60
"""Number of matches in which the bot plays one seat against random players."""
SECONDS = 60.0
"""Maximum duration of a match in another process."""


class Failed(Exception):
    """A check that the game does not pass; the message says why and how to see it again."""


class Passed(NamedTuple):
    """A check that the game passes: its name, and what was found."""

    name: str
    found: str


Options = Mapping[str, Value]
Check = Callable[[Game], str]


def checks(game: Game) -> Iterator[Passed]:
    """Run all checks of a game, one after the other; raise `Failed` at the first that it does not pass."""
    for name, check in CHECKS.items():
        try:
            found = check(game)
        except Failed as failed:
            raise Failed(f"{name}: {failed}") from None
        except (KitError, Unfinished) as error:
            raise Failed(f"{name}: {error}") from None
        yield Passed(name, found)


# The checks -----------------------------------------------------------------------------------------------------------


def _random_matches(game: Game) -> str:
    """Play random matches for every number of seats and every value of every option, and look at every step."""
    steps, played, seen = 0, 0, _Seen()
    for seats in game.seat_counts:
        for number, chosen in enumerate(_option_sets(game)):
            for seed in range(MATCHES if not number else 2):
                steps += _watched(game, seats, chosen, f"{number}.{seed}", seen)
                played += 1
    if isinstance(game, AgendaGame):
        never = sorted(set(game.questions) - seen.kinds - {"fresh", "clear", "reveal"})
        if never:
            raise Failed(f"{count(played, 'random match', 'random matches')} never asked {listed(never)}")
    if isinstance(game, KitGame):
        untold = sorted(game.kit.sentences.names - seen.told)
        if untold:
            raise Failed(f"no match told {listed(untold)}; is there a step.tell for each sentence?")
    return f"{count(played, 'match', 'matches')}, {count(steps, 'step')}"


class _Seen:
    """The kinds of questions and sentences that have occurred."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.told: set[str] = set()


def _watched(game: Game, seats: int, chosen: Options, seed: str, seen: _Seen) -> int:
    """Play one random match, check every step and return the number of steps."""
    where = _where(seats, chosen, seed)
    table = _table(game, seats, chosen, seed)
    with _located(where, table):
        while not table.state.over:
            _check_limit(table.state, where)
            for seat, ask in game.asks(table.state).items():
                seen.kinds.add(ask.kind)
                _check_answers(game, table, seat, where)
            _, events = table.step()
            _check_columns(game, table.state, where)
            seen.told |= {event.what for event in events if isinstance(event, Told)}
            _check_words(game, table.state, events, where)
            if table.state.clone().digest() != table.state.digest():
                raise Failed(f"a copy of the state differs from it ({where}, step {table.state.t})")
        _check_result(game, table.state, seats, where)
    return table.state.t - 1


def _check_answers(game: Game, table: LocalMatch[State], seat: int, where: str) -> None:
    state, secrets = table.state, table.secrets[seat]
    before = state.digest()
    if game.automatic(state, seat, secrets) is None:
        answers = list(islice(game.options_of(state, seat, secrets), LISTED))
        if not answers:
            raise Failed(f"seat {seat} is asked {game.asks(state)[seat].kind!r} and has no answer ({where})")
        for answer in answers:
            try:
                game.check(state, seat, answer)
            except IllegalDecision as refused:
                raise Failed(f"an offered answer is refused: {refused} ({where}, step {state.t})") from None
            game.choice(state, seat, answer, secrets)
        bot = HeuristicBot(where, seat)
        try:
            game.check(state, seat, bot.decide(game, state, seat, secrets))
        except IllegalDecision as refused:
            raise Failed(f"the bot's answer is refused: {refused} ({where}, step {state.t})") from None
    if state.digest() != before:
        raise Failed(f"the offers or the bot's scores change the state ({where}, step {state.t})")


def _check_words(game: Game, state: State, events: list[Event], where: str) -> None:
    before = state.digest()
    texts = [game.progress(state), game.describe(state), *(game.tell(state, event) for event in events)]
    if not all(isinstance(text, str) and text for text in texts):
        raise Failed(f"a sentence is empty ({where}, step {state.t})")
    if state.digest() != before:
        raise Failed(f"the words change the state ({where}, step {state.t})")


def _check_columns(game: Game, state: State, where: str) -> None:
    """Check that index 0 of each column by seat, which belongs to nobody, has not changed."""
    if not isinstance(game, KitGame):
        return
    for name, first in blank(game.table, len(game.standing(state))).items():
        value = getattr(state, name)
        if isinstance(first, list) and (len(value) != len(first) or value[0] != first[0]):
            raise Failed(f"{name}[0] has changed or {name} has another length: seats count from 1 ({where})")


def _check_result(game: Game, state: State, seats: int, where: str) -> None:
    standing = game.standing(state)
    if sorted(place.seat for place in standing) != list(range(1, seats + 1)):
        raise Failed(f"the standing does not rank every seat once ({where})")
    if kind_of(game, seats) == FREE_FOR_ALL and not outcome(game, standing).winners:
        raise Failed(f"nobody has won ({where})")


def _lost_seats(game: Game) -> str:
    """Play random matches in which seats are lost at random steps."""
    absences = 0
    for seats in game.seat_counts:
        for seed in range(MATCHES // 2):
            where = _where(seats, {}, f"lost {seed}")
            table, dice = _table(game, seats, {}, f"lost {seed}"), Dice(H("tether.bot", ["lost", seats, seed]))
            with _located(where, table):
                while not table.state.over:
                    _check_limit(table.state, where)
                    lost = frozenset(seat for seat in range(1, seats + 1) if not dice.uniform(6))
                    absences += len(lost)
                    table.step(lost)
    return f"{count(absences, 'absence')}"


def _interleaved(game: Game) -> str:
    """Play two matches alternately, and compare them with the same matches played alone."""
    seats = game.seat_counts[0]

    def end(seed: str) -> bytes:
        return _table(game, seats, {}, seed).play(limit=MAX_STEPS).digest()

    alone = [end("one"), end("two")]
    pair = [_table(game, seats, {}, seed) for seed in ("one", "two")]
    while any(not table.state.over for table in pair):
        for table in pair:
            if not table.state.over:
                table.step()
    if [table.state.digest() for table in pair] != alone:
        raise Failed("two matches at once differ from the same ones alone; keep everything that changes in the state")
    return "2 matches"


def _other_processes(game: Game) -> str:
    """Play one match in two processes whose sets have another order."""
    seats, found = game.seat_counts[-1], set()
    name = game_files.argument(game.name)
    words = ["match", "--local", "--json", "--bots=random", f"--seats={seats}", "--seed=check", f"--game={name}"]
    for order in ("1", "2"):
        done = subprocess.run(
            [*tether(), *words], capture_output=True, text=True, timeout=SECONDS,
            env={**os.environ, "PYTHONHASHSEED": order}, check=False,
        )  # fmt: skip
        if done.returncode:
            raise Failed(f"another process fails: {done.stderr.strip() or done.stdout.strip()}")
        found.add(json.loads(done.stdout)["digest"])
    if len(found) > 1:
        raise Failed("the same match ends differently in another process; is a set iterated, which has no order?")
    return "2 processes"


def _records(game: Game) -> str:
    """Play a match with all seals and signatures, and verify its record."""
    seats = game.seat_counts[-1]
    try:
        played = play_local(game, seats, {}, "check", [RandomBot("check", seat) for seat in range(1, seats + 1)])
    except LocalFailure as failure:
        raise Failed(str(failure)) from None
    report = verify(played.record, game)
    if not report.complete:
        raise Failed("the record of a match is not complete")
    return f"{count(played.steps, 'step')}, verified"


def _worlds(game: Game) -> str:
    """Let every seat imagine what it cannot see, at some steps, as a bot that looks ahead does."""
    if not isinstance(game, CardGame):
        return "no closed cards"
    seats, worlds = game.seat_counts[-1], 0
    table, dice = _table(game, seats, {}, "worlds"), Dice(H("tether.bot", ["worlds"]))
    while not table.state.over and table.state.t < 40:
        for seat in game.asks(table.state):
            world = game.imagine(table.state, seat, table.secrets[seat], dice)
            assert world is not None
            worlds += 1
        table.step()
    return f"{count(worlds, 'world')}"


def _bot(game: Game) -> str:
    """Let the bot play one seat against random players, and count its wins and its different answers."""
    record = record_of(game.name)
    if record is None or not record.plan:
        return "the game has no bot; all levels play at random"
    seats = game.seat_counts[-1]
    won, answers = 0, Counter[str]()
    for duel in range(DUELS):
        own = duel % seats + 1
        kinds = {seat: HeuristicBot if seat == own else RandomBot for seat in range(1, seats + 1)}
        players = {seat: kind(f"duel {duel}", seat) for seat, kind in kinds.items()}
        table = LocalMatch(game, players, f"duel {duel}")
        first: Decision | None = None
        while not table.state.over:
            state, secrets = table.state, table.secrets[own]
            asked = own in game.asks(state) and game.automatic(state, own, secrets) is None
            before = state.clone() if asked and first is None else None
            decisions, _ = table.step()
            if before is not None:
                first = decisions[own]
                answers[game.choice(before, own, first, secrets)] += 1
        won += own in outcome(game, game.standing(table.state)).winners
    share = 100 * won // DUELS
    unscored: list[str] = []
    if isinstance(game, KitGame):
        unscored = sorted(set(game.questions) - {*(each.kind for each in game.kit.scores), "fresh", "clear"})
    hint = f"; at random: {listed(unscored)}" if unscored else ""
    if kind_of(game, seats) != FREE_FOR_ALL:
        return f"wins {share} % beside random players{hint}"
    fair = 100 // seats
    if share <= fair:
        raise Failed(f"the bot wins {share} % against random players, and {fair} % by chance alone")
    first_answers = count(len(answers), "different first answer")
    return f"wins {share} % against random players (by chance {fair} %); {first_answers}{hint}"


CHECKS: dict[str, Check] = {
    "Random matches": _random_matches,
    "Absent seats": _lost_seats,
    "Two matches at once": _interleaved,
    "Other processes": _other_processes,
    "Seals and records": _records,
    "Imagined worlds": _worlds,
    "The bot": _bot,
}
"""The checks by name, in their order."""


# Parts ----------------------------------------------------------------------------------------------------------------


def _option_sets(game: Game) -> Iterator[Options]:
    """Yield the default options, then every other value of every option alone."""
    yield {}
    for option in game.options.table.values():
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def _table(game: Game, seats: int, chosen: Options, seed: str) -> LocalMatch[State]:
    players = {seat: RandomBot(seed, seat) for seat in range(1, seats + 1)}
    return LocalMatch(game, players, seed, dict(chosen))


def _where(seats: int, chosen: Options, seed: str) -> str:
    named = "".join(f", {name}={value}" for name, value in chosen.items())
    return f"{count(seats, 'seat')}{named}, seed {seed!r}"


def _check_limit(state: State, where: str) -> None:
    if state.t > MAX_STEPS:
        raise Failed(f"the match has not ended after {MAX_STEPS} steps ({where})")


@contextmanager
def _located(where: str, table: LocalMatch[State]) -> Iterator[None]:
    """Add the match to the errors of a game."""
    try:
        yield
    except Failed:
        raise
    except (KitError, Unfinished) as error:
        raise Failed(f"{error} ({where}, step {table.state.t})") from None
    except Exception as error:  # a fault of the game's author that no other sentence foresees
        raise Failed(f"{type(error).__name__}: {error} ({where}, step {table.state.t})") from error


# The command ----------------------------------------------------------------------------------------------------------


def check(game: str, as_json: bool) -> int:
    """Check a game and print what each check has found; return the exit code."""
    found = options.find_game(game)
    passed: list[Passed] = []
    fault = ""
    try:
        for each in checks(found):
            passed.append(each)
            if not as_json:
                print_lines(f"{each.name:22}{each.found}")
    except Failed as failed:
        fault = str(failed)
    if as_json:
        print_json({"game": found.name, "passed": dict(passed), "fault": fault})
    elif fault:
        raise click.ClickException(f"{found.title} does not pass. {fault}")
    else:
        print_lines(f"{found.title} passes all checks.")
    return 1 if fault else 0
