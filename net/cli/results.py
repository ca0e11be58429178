"""Standing and result of a match, as data for --json and as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.engine.game import Game, Standing, State
from core.engine.options import Value
from core.engine.result import TEAM, kind_of, outcome
from core.engine.text.outcome import place_text, winners_text
from core.engine.text.words import capitalised, listed
from net.match.early_end import AGREED
from net.records.record import MatchRecord
from net.records.verification import Replay, VerificationReport
from net.session.runner import seat_name
from net.system import game_files
from net.text.sanitizer import UNLIMITED_LINE_WIDTH, Json, in_columns, plain
from net.version import VERSION

NOT_AUDITED = 3
"""Exit code for a match that ended, but in which some seat's closed cards were never audited."""
Rows = list[Json]


class Result(NamedTuple):
    """Result of a match that was played to its end; the fields are the keys of --json.

    `kind` is a word of `core.engine.result`. `winners` are seats; it is empty if a team or a lone seat has lost.
    `audit` is a verdict of `core.engine.hidden.audits`, or the reason why the record is not valid. `unaudited` are the
    seats that have passed no audit.
    """

    game: str
    kind: str
    seats: int
    options: dict[str, Value]
    seed: str | None
    rounds: int
    steps: int
    winners: list[int]
    ranking: Rows
    digest: str
    audit: str
    unaudited: list[int]
    seconds: float
    datagrams: list[int]
    bytes: list[int]
    left_out: Rows


class ReplayedRecord(NamedTuple):
    """Record that was replayed from its first entry to its last, as its report and its final state."""

    report: VerificationReport
    state: State


def check(
    record: MatchRecord, game: Game, going: Callable[[int, int], object] = lambda done, whole: None
) -> ReplayedRecord:
    """Replay the whole record with every check; raise `BadRecord` if it is not valid.

    `going` receives each step and the approximate total. The total is estimated from three entries of a seat per step.
    """
    replay = Replay(record, game)
    whole = max(map(len, record.feeds), default=0) // 3
    for shown in replay.steps():
        going(shown.t, max(whole, shown.t))
    return ReplayedRecord(replay.report(), replay.table.state)


def ranking(game: Game, state: State, standing: Sequence[Standing]) -> Rows:
    """Return the seats from first to last as data, each with its rank, badge and scores."""
    return [
        {
            "rank": place.rank,
            "seat": place.seat,
            **dict([game.badge(state, place.seat)[:2]]),
            **{name: value for name, value in place.score if name != "vp"},
        }
        for place in standing
    ]


def in_short(game: Game, standing: Sequence[Standing]) -> str:
    """Return the standing on one line: each seat with its first score, or the score of the team."""
    if kind_of(game, len(standing)) == TEAM:
        name, score = standing[0].score[0]
        return f"the team has {score} {name}"
    return ", ".join(f"Seat {place.seat}: {place.score[0][1]}" for place in standing)


def in_full(
    game: Game, state: State, standing: Sequence[Standing], width: int = UNLIMITED_LINE_WIDTH, names: Sequence[str] = ()
) -> str:
    """Return the standing as a table whose lines are no longer than `width`.

    The table has a column for the players' names if they have any. If the seats play different things, it has a column
    for these too.
    """
    names = own_names(names)
    headings = game.headings(state)
    badges = [game.badge(state, place.seat)[2] for place in standing]
    plays = any(badges)
    head = [capitalised(game.badge(state, 1)[0])] if plays else []
    kind = kind_of(game, len(standing))
    columns = ["", "Seat", *(["Player"] if names else []), *head, *(heading for heading, _ in headings)]
    rows = []
    for place, badge in zip(standing, badges):
        score = dict(place.score)
        played = [plain(names[place.seat - 1])] if names else []
        played += [badge or "-"] if plays else []
        rows.append(
            [place_text(kind, place), str(place.seat), *played, *(str(score[column]) for _, column in headings)]
        )
    return in_columns(columns, rows, width)


def own_names(names: Sequence[str]) -> Sequence[str]:
    """Return the names of the players, or no names if they are only the numbers of the seats."""
    return () if list(names) == [seat_name(seat) for seat in range(1, len(names) + 1)] else names


def winners(game: Game, state: State, standing: Sequence[Standing], names: Sequence[str] = ()) -> str:
    """Return a text that says who has won."""
    names = own_names(names)

    def who(seat: int) -> str:
        called = plain(names[seat - 1]) if names else f"Seat {seat}"
        plays = game.badge(state, seat)[2].removeprefix("The ")
        return f"{called} ({plays})" if plays else called

    return winners_text(outcome(game, standing), who)


def winning(game: Game, report: VerificationReport) -> tuple[int, ...]:
    """Return the winners of a match by its record.

    There are none before its end, or if all players agreed to end it.
    """
    return outcome(game, report.standing).winners if report.complete and report.ended != AGREED else ()


def won(game: Game, state: State, report: VerificationReport) -> str:
    """Return a sentence that says who has won by a record, and after how many steps."""
    agreed = report.ended == AGREED
    who = "Nobody has won. Final table" if agreed else winners(game, state, report.standing, report.names)
    return f"{who} after {report.steps} steps."


def with_version(words: str) -> str:
    """Add our version to a refusal if its reason is that the rules differ, or the name of our game file.

    It lets people see what they have to compare.

    >>> with_version("too late"), with_version("it has other rules than seat 1").partition("; ")[2][:14]
    ('too late', 'this is Tether')
    """
    if "other rule" not in words:
        return words
    if game_files.LOADED:
        files = listed(loaded.path.name for loaded in game_files.LOADED.values())
        return f"{words}; there is another version of {files}: everyone needs the same game file"
    return f"{words}; this is Tether {VERSION}, and theirs is older or newer; compare `tether --version`"
