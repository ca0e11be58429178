"""The checks that a game must pass before people play it: `tether check GAME`.

Each check plays matches between bots. It raises `CheckFailure` with one sentence in the terms of the game's author. The
checks work for every game, but are designed for games of the kit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import click

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import Dice, RandomBot
from core.engine.agenda import AgendaGame, UnfinishedMatchError
from core.engine.codec import H
from core.engine.game import Decision, Event, Game, IllegalDecision, State
from core.engine.hidden.card_game import CardGame
from core.engine.local_match import LocalMatch
from core.engine.options import Value
from core.engine.result import FREE_FOR_ALL, kind_of, outcome
from core.engine.text.words import format_count, join_list
from core.games.registry import record_of
from core.kit.audit import Auditor
from core.kit.errors import KitError, describe
from core.kit.game import KitGame
from core.kit.questions import KitQuestion
from core.kit.step import DECKS, Told
from core.kit.table import Table
from net.cli.arguments import options
from net.cli.matches.processes import tether_command
from net.cli.matches.progress import LiveLines
from net.records.verification import verify
from net.session.runner import LocalFailure, play_local
from net.system import game_files
from net.text.sanitizer import print_json, print_lines

MAX_STEPS = 3000
"""Maximum number of steps of a match; a longer one is taken to be endless."""
CHECKED_STEPS = 200
"""Number of first steps of a match that are all checked; of the later ones every tenth is."""
MATCHES = 12
"""Number of random matches for each number of seats."""
LISTED = 60
"""Maximum number of answers to one question that are tried."""
DUELS = 60
"""Number of matches in which the bot plays one seat against random players."""
SECONDS = 60.0
"""Maximum duration of a match in another process."""


class CheckFailure(Exception):
    """Error for a check that the game does not pass; the message is the reason and how to reproduce the failure."""


class CheckResult(NamedTuple):
    """Result of a check that the game passes: the name of the check, and the findings."""

    name: str
    findings: str


Options = Mapping[str, Value]
Progress = Callable[[int, int], object]
"""Callback that receives the number of matches that have been played, and how many will be."""
Check = Callable[[Game, Progress], str]


def run_checks(game: Game, on_progress: Callable[[str, int, int], object] = lambda *_: None) -> Iterator[CheckResult]:
    """Run all checks of a game and yield their results; raise `CheckFailure` at the first that is not passed.

    `on_progress` receives the name of a check, the number of its matches so far, and how many it plays.
    """
    for name, check in CHECKS.items():
        try:
            found = check(game, partial(on_progress, name))
        except CheckFailure as failed:
            raise CheckFailure(f"{name}: {failed}") from None
        except (KitError, UnfinishedMatchError) as error:
            raise CheckFailure(f"{name}: {error}") from None
        yield CheckResult(name, found)


# The checks -----------------------------------------------------------------------------------------------------------


def _check_random_matches(game: Game, progress: Progress) -> str:
    """Play random matches for every number of seats and every value of every option, and check every step."""
    steps, played, seen = 0, 0, _Occurrences()
    total = len(game.seat_counts) * (MATCHES + 2 * (len([*_option_sets(game)]) - 1))
    for seats in game.seat_counts:
        for number, chosen in enumerate(_option_sets(game)):
            for seed in range(MATCHES if not number else 2):
                progress(played, total)
                steps += _play_random_match(game, seats, chosen, f"{number}.{seed}", seen)
                played += 1
    if isinstance(game, AgendaGame):
        never = sorted(_own_questions(game) - seen.question_kinds)
        if never:
            raise CheckFailure(
                f"{format_count(played, 'random match', 'random matches')} never asked {join_list(never)}"
            )
    if isinstance(game, KitGame):
        untold = sorted(game.kit.sentences.names - seen.sentences)
        if untold:
            raise CheckFailure(f"no match told {join_list(untold)}; is there a step.tell for each sentence?")
    return f"{format_count(played, 'match', 'matches')}, {format_count(steps, 'step')}"


def _own_questions(game: AgendaGame[Any]) -> set[str]:
    """Return the kinds of questions that the game's author has written."""
    if isinstance(game, KitGame):
        return {kind for kind, question in game.questions.items() if isinstance(question, KitQuestion)}
    return set(game.questions) - {"fresh", "clear", "reveal"}


class _Occurrences:
    """Kinds of questions and sentences that have occurred in matches."""

    def __init__(self) -> None:
        self.question_kinds: set[str] = set()
        self.sentences: set[str] = set()


def _play_random_match(game: Game, seats: int, chosen: Options, seed: str, occurrences: _Occurrences) -> int:
    """Play one random match, check every step and return the number of steps."""
    where = _describe_match(seats, chosen, seed)
    table = _new_match(game, seats, chosen, seed)
    with _add_match_to_errors(where, table), _audited(game) as auditor:
        while not table.state.over:
            _check_limit(table.state, where)
            is_checked = table.state.t < CHECKED_STEPS or table.state.t % 10 == 0
            for seat, ask in game.pending_asks(table.state).items():
                occurrences.question_kinds.add(ask.kind)
                if is_checked:
                    _check_answers(game, table, seat, where)
            _, events = table.step()
            if auditor is not None:
                auditor.after_step()
            occurrences.sentences |= {event.what for event in events if isinstance(event, Told)}
            if not is_checked:
                continue
            _check_words(game, table.state, events, where)
            if table.state.clone().digest() != table.state.digest():
                raise CheckFailure(f"a copy of the state differs from it ({where}, step {table.state.t})")
        _check_result(game, table.state, seats, where)
    return table.state.t - 1


def _check_answers(game: Game, table: LocalMatch[State], seat: int, where: str) -> None:
    state, secrets = table.state, table.secrets[seat]
    before = state.digest()
    if game.automatic_decision(state, seat, secrets) is None:
        answers = list(islice(game.options_of(state, seat, secrets), LISTED))
        if not answers:
            raise CheckFailure(
                f"seat {seat} is asked {game.pending_asks(state)[seat].kind!r} and has no answer ({where})"
            )
        for answer in answers:
            try:
                game.check(state, seat, answer)
            except IllegalDecision as refused:
                raise CheckFailure(f"an offered answer is refused: {refused} ({where}, step {state.t})") from None
            game.describe_decision(state, seat, answer, secrets)
        bot = HeuristicBot(where, seat)
        try:
            game.check(state, seat, bot.decide(game, state, seat, secrets))
        except IllegalDecision as refused:
            raise CheckFailure(f"the bot's answer is refused: {refused} ({where}, step {state.t})") from None
    if state.digest() != before:
        raise CheckFailure(f"the offers or the bot's scores change the state ({where}, step {state.t})")


def _check_words(game: Game, state: State, events: list[Event], where: str) -> None:
    before = state.digest()
    texts = [game.progress(state), game.describe(state), *(game.narrate(state, event) for event in events)]
    if not all(isinstance(text, str) and text for text in texts):
        raise CheckFailure(f"a sentence is empty ({where}, step {state.t})")
    if state.digest() != before:
        raise CheckFailure(f"the words change the state ({where}, step {state.t})")


@contextmanager
def _audited(game: Game) -> Iterator[Auditor | None]:
    """Check the state after each phase of a game of the kit in this context."""
    if not isinstance(game, KitGame):
        yield None
        return
    auditor = Auditor(game.kit)
    game.kit.audit = auditor.after_phase
    try:
        yield auditor
    finally:
        game.kit.audit = None


def _check_result(game: Game, state: State, seats: int, where: str) -> None:
    standing = game.standing(state)
    if sorted(place.seat for place in standing) != list(range(1, seats + 1)):
        raise CheckFailure(f"the standing does not rank every seat once ({where})")
    if kind_of(game, seats) == FREE_FOR_ALL and not outcome(game, standing).winners:
        raise CheckFailure(f"nobody has won ({where})")


def _check_lost_seats(game: Game, progress: Progress) -> str:
    """Play random matches in which seats are lost at random steps."""
    absences = 0
    for number, seats in enumerate(game.seat_counts):
        for seed in range(MATCHES // 2):
            progress(number * (MATCHES // 2) + seed, len(game.seat_counts) * (MATCHES // 2))
            where = _describe_match(seats, {}, f"lost {seed}")
            table, dice = _new_match(game, seats, {}, f"lost {seed}"), Dice(H("tether.bot", ["lost", seats, seed]))
            with _add_match_to_errors(where, table):
                while not table.state.over:
                    _check_limit(table.state, where)
                    lost = frozenset(seat for seat in range(1, seats + 1) if not dice.uniform(6))
                    absences += len(lost)
                    table.step(lost)
    return f"{format_count(absences, 'absence')}"


def _check_interleaved_matches(game: Game, progress: Progress) -> str:
    """Play two matches in alternation, and compare them with the same matches played alone."""
    seats = game.seat_counts[0]

    def end(seed: str) -> bytes:
        return _new_match(game, seats, {}, seed).play(limit=MAX_STEPS).digest()

    alone = [end("one"), end("two")]
    pair = [_new_match(game, seats, {}, seed) for seed in ("one", "two")]
    while any(not table.state.over for table in pair):
        for table in pair:
            if not table.state.over:
                table.step()
    if [table.state.digest() for table in pair] != alone:
        raise CheckFailure(
            "two matches at once differ from the same ones alone; keep everything that changes in the state"
        )
    return "2 matches"


def _check_other_processes(game: Game, progress: Progress) -> str:
    """Play one match in two processes in which sets are ordered differently."""
    seats, found = game.seat_counts[-1], set()
    name = game_files.command_argument(game.name)
    words = ["match", "--local", "--json", "--bots=random", f"--seats={seats}", "--seed=check", f"--game={name}"]
    for order in ("1", "2"):
        try:
            done = subprocess.run(
                [*tether_command(), *words], capture_output=True, text=True, timeout=SECONDS,
                env={**os.environ, "PYTHONHASHSEED": order}, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise CheckFailure(f"another process has not finished a match after {SECONDS:g} seconds") from None
        if done.returncode:
            words_of_it = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            raise CheckFailure(f"another process fails: {''.join(words_of_it).removeprefix('tether: ')}")
        found.add(json.loads(done.stdout)["digest"])
    if len(found) > 1:
        raise CheckFailure("the same match ends differently in another process; is a set iterated, which has no order?")
    return "2 processes"


def _check_records(game: Game, progress: Progress) -> str:
    """Play a match with all seals and signatures, and verify its record."""
    seats = game.seat_counts[-1]
    try:
        played = play_local(game, seats, {}, "check", [RandomBot("check", seat) for seat in range(1, seats + 1)])
    except LocalFailure as failure:
        raise CheckFailure(str(failure)) from None
    report = verify(played.record, game)
    if not report.complete:
        raise CheckFailure("the record of a match is not complete")
    return f"{format_count(played.steps, 'step')}, verified"


def _check_determinization(game: Game, progress: Progress) -> str:
    """Let every seat guess the hidden state at some steps, as a bot that looks ahead does."""
    if not isinstance(game, CardGame):
        return "no closed cards"
    seats, worlds = game.seat_counts[-1], 0
    table, dice = _new_match(game, seats, {}, "worlds"), Dice(H("tether.bot", ["worlds"]))
    while not table.state.over and table.state.t < 40:
        for seat in game.pending_asks(table.state):
            world = game.sample_world(table.state, seat, table.secrets[seat], dice)
            assert world is not None
            worlds += 1
        table.step()
    return f"{format_count(worlds, 'world')}"


def _check_bot(game: Game, progress: Progress) -> str:
    """Let the bot play one seat against random players, and count its wins and its different answers."""
    record = record_of(game.name)
    if record is None or not record.plan:
        return "the game has no bot; all levels play at random"
    seats = game.seat_counts[-1]
    won, answers = 0, Counter[str]()
    for duel in range(DUELS):
        progress(duel, DUELS)
        own = duel % seats + 1
        kinds = {seat: HeuristicBot if seat == own else RandomBot for seat in range(1, seats + 1)}
        players = {seat: kind(f"duel {duel}", seat) for seat, kind in kinds.items()}
        table = LocalMatch(game, players, f"duel {duel}")
        first: Decision | None = None
        while not table.state.over:
            state, secrets = table.state, table.secrets[own]
            asked = own in game.pending_asks(state) and game.automatic_decision(state, own, secrets) is None
            before = state.clone() if asked and first is None else None
            decisions, _ = table.step()
            if before is not None:
                first = decisions[own]
                answers[game.describe_decision(before, own, first, secrets)] += 1
        won += own in outcome(game, game.standing(table.state)).winners
    share = 100 * won // DUELS
    unscored: list[str] = []
    if isinstance(game, KitGame):
        unscored = sorted(_own_questions(game) - {each.kind for each in game.kit.scores})
    hint = "".join(f"; {kind} has no bot: write @kit.bot({kind})" for kind in unscored)
    if kind_of(game, seats) != FREE_FOR_ALL:
        return f"wins {share} % beside random players{hint}"
    fair = 100 // seats
    if share <= fair:
        raise CheckFailure(f"the bot wins {share} % against random players, and {fair} % by chance alone")
    first_answers = format_count(len(answers), "different first answer")
    return f"wins {share} % against random players (by chance {fair} %); {first_answers}{hint}"


def _check_rulebook(game: Game, progress: Progress) -> str:
    """Look for the text at the top of a game file, which players read as the rulebook; its absence is only a hint."""
    if not isinstance(game, KitGame):
        return "not in a game file"
    words = (getattr(sys.modules.get(type(game).__module__), "__doc__", None) or "").split()
    if not words:
        return "none; write the rules as a text in triple quotes at the top of the file"
    return format_count(len(words), "word")


CHECKS: dict[str, Check] = {
    "Random matches": _check_random_matches,
    "Absent seats": _check_lost_seats,
    "Two matches at once": _check_interleaved_matches,
    "Other processes": _check_other_processes,
    "Seals and records": _check_records,
    "Imagined worlds": _check_determinization,
    "The bot": _check_bot,
    "The rulebook": _check_rulebook,
}
"""The checks by name, in the order in which they run."""


# Parts ----------------------------------------------------------------------------------------------------------------


def _option_sets(game: Game) -> Iterator[Options]:
    """Yield the default options, then each other value of each option alone."""
    yield {}
    for option in game.options.table.values():
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def _new_match(game: Game, seats: int, chosen: Options, seed: str) -> LocalMatch[State]:
    players = {seat: RandomBot(seed, seat) for seat in range(1, seats + 1)}
    return LocalMatch(game, players, seed, dict(chosen))


def _describe_match(seats: int, chosen: Options, seed: str) -> str:
    named = "".join(f", {name}={value}" for name, value in chosen.items())
    return f"{format_count(seats, 'seat')}{named}, seed {seed!r}"


def _check_limit(state: State, where: str) -> None:
    if state.t > MAX_STEPS:
        raise CheckFailure(f"the match has not ended after {MAX_STEPS} steps ({where})")


def _empty_decks(table: LocalMatch[State]) -> str:
    """Return a remark about the common decks that have no cards left, which may be the reason of an error."""
    game, state = table.game, table.state
    if not isinstance(game, KitGame) or not isinstance(state, Table):
        return ""
    empty = [cards.names[0] for cards in game.kit.sets if not cards.own and not DECKS.size(state, cards.deck)]
    return "".join(f"; the deck that begins with {name!r} has no cards left" for name in empty)


@contextmanager
def _add_match_to_errors(where: str, table: LocalMatch[State]) -> Iterator[None]:
    """Add a description of the match to the errors that a game raises in this context."""
    try:
        yield
    except CheckFailure:
        raise
    except (KitError, UnfinishedMatchError) as error:
        raise CheckFailure(f"{error}{_empty_decks(table)} ({where}, step {table.state.t})") from None
    except Exception as error:  # a fault of the game's author that no other sentence foresees
        raise CheckFailure(f"{describe(error)} ({where}, step {table.state.t})") from error


# The command ----------------------------------------------------------------------------------------------------------


def check(game: str, as_json: bool) -> int:
    """Check a game and print the results; return the exit code."""
    found = options.find_game(game)
    passed: list[CheckResult] = []
    fault = ""
    with LiveLines(not as_json) as line:
        try:
            for each in run_checks(found, lambda name, number, total: line.show(f"{name} {number}/{total}")):
                passed.append(each)
                line.show()
                if not as_json:
                    print_lines(f"{each.name:22}{each.findings}")
        except CheckFailure as failed:
            fault = str(failed)
    if as_json:
        print_json({"game": found.name, "passed": dict(passed), "fault": fault})
    elif fault:
        raise click.ClickException(f"{found.title} does not pass. {fault}")
    else:
        print_lines(f"{found.title} passes all checks.")
    return 1 if fault else 0
