"""Standing and result of a match, as text and as data for --json."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.engine.game import Game, Standing, State
from core.engine.options import Value
from core.engine.result import TEAM, kind_of, outcome
from core.engine.text.outcome import place_text, winners_text
from core.engine.text.words import capitalise, join_list
from net.match.early_end import AGREED
from net.records.record import MatchRecord
from net.records.verification import Replay, VerificationReport
from net.session.runner import seat_name
from net.system import game_files
from net.text.sanitizer import UNLIMITED_LINE_WIDTH, Json, format_table, visible_line
from net.version import VERSION

NOT_AUDITED = 3
"""Exit code for a match that ended, but in which some seat's closed cards were never audited."""
Rows = list[Json]


class Result(NamedTuple):
    """Result of a finished match; the fields are the keys of --json.

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
    """Result of replaying a whole record: the report and the final state."""

    report: VerificationReport
    state: State


def replay_record(
    record: MatchRecord, game: Game, on_progress: Callable[[int, int], object] = lambda done, whole: None
) -> ReplayedRecord:
    """Replay a record with every check; raise `BadRecord` if it is not valid.

    `on_progress` is called with the number of each step and an estimated total. The estimate assumes three entries of a
    seat per step.
    """
    replay = Replay(record, game)
    whole = max(map(len, record.feeds), default=0) // 3
    for shown in replay.steps():
        on_progress(shown.t, max(whole, shown.t))
    return ReplayedRecord(replay.report(), replay.table.state)


def ranking_rows(game: Game, state: State, standing: Sequence[Standing]) -> Rows:
    """Return the seats, from first to last, as data: each with its rank, badge and scores."""
    return [
        {
            "rank": place.rank,
            "seat": place.seat,
            **dict([game.badge(state, place.seat)[:2]]),
            **{name: value for name, value in place.score if name != "vp"},
        }
        for place in standing
    ]


def standing_line(game: Game, standing: Sequence[Standing]) -> str:
    """Return the standing in one line: each seat with its main score, or the score of the team."""
    if kind_of(game, len(standing)) == TEAM:
        name, score = standing[0].score[0]
        return f"the team has {score} {name}"
    return ", ".join(f"Seat {place.seat}: {place.score[0][1]}" for place in standing)


def standing_table(
    game: Game, state: State, standing: Sequence[Standing], width: int = UNLIMITED_LINE_WIDTH, names: Sequence[str] = ()
) -> str:
    """Return the standing as a table that is at most `width` wide.

    It has a column for the players' names if they have any. If the seats play different factions or roles, it has a
    column for these too.
    """
    names = player_names(names)
    headings = game.headings(state)
    badges = [game.badge(state, place.seat)[2] for place in standing]
    plays = any(badges)
    head = [capitalise(game.badge(state, 1)[0])] if plays else []
    kind = kind_of(game, len(standing))
    columns = ["", "Seat", *(["Player"] if names else []), *head, *(heading for heading, _ in headings)]
    rows = []
    for place, badge in zip(standing, badges):
        score = dict(place.score)
        played = [visible_line(names[place.seat - 1])] if names else []
        played += [badge or "-"] if plays else []
        rows.append(
            [place_text(kind, place), str(place.seat), *played, *(str(score[column]) for _, column in headings)]
        )
    return format_table(columns, rows, width)


def player_names(names: Sequence[str]) -> Sequence[str]:
    """Return the players' names, or no names if they are only the default names of the seats."""
    return () if list(names) == [seat_name(seat) for seat in range(1, len(names) + 1)] else names


def describe_winners(game: Game, state: State, standing: Sequence[Standing], names: Sequence[str] = ()) -> str:
    """Return a text on who has won."""
    names = player_names(names)

    def who(seat: int) -> str:
        called = visible_line(names[seat - 1]) if names else f"Seat {seat}"
        plays = game.badge(state, seat)[2].removeprefix("The ")
        return f"{called} ({plays})" if plays else called

    return winners_text(outcome(game, standing), who)


def winning_seats(game: Game, report: VerificationReport) -> tuple[int, ...]:
    """Return the seats that have won, according to a report.

    There are none before the end of the match, or if all players agreed to end it.
    """
    return outcome(game, report.standing).winners if report.complete and report.ended != AGREED else ()


def describe_outcome(game: Game, state: State, report: VerificationReport) -> str:
    """Return a sentence on who has won and after how many steps, according to a report."""
    agreed = report.ended == AGREED
    who = "Nobody has won. Final table" if agreed else describe_winners(game, state, report.standing, report.names)
    return f"{who} after {report.steps} steps."


def add_version(words: str) -> str:
    """Return a refusal, with our version added if the reason is that the rules differ, or the name of our game file.

    The version shows people which of two programs is older.

    It lets people see what they have to compare.

    >>> add_version("too late"), add_version("it has other rules than seat 1").partition("; ")[2][:14]
    ('too late', 'this is Tether')
    """
    if "other rule" not in words:
        return words
    if game_files.LOADED:
        files = join_list(loaded.path.name for loaded in game_files.LOADED.values())
        return f"{words}; there is another version of {files}: everyone needs the same game file"
    return f"{words}; this is Tether {VERSION}, and theirs is older or newer; compare `tether --version`"
