"""Standing and result of a match, as data for --json and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.engine.game import Game, Standing, State
from core.engine.options import Value
from core.engine.result import TEAM, kind_of, outcome
from core.engine.text.outcome import place_text, winners_text
from core.engine.text.words import capitalised
from net.match.early_end import AGREED
from net.records.record import MatchRecord
from net.records.verification import Replay, VerificationReport
from net.session.runner import seat_name
from net.text.sanitizer import UNFOLDED, Json, in_columns, plain
from net.version import VERSION

NOT_AUDITED = 3
"""Exit code where the match ended but some seat's closed cards were never accounted for."""
Rows = list[Json]


class Result(NamedTuple):
    """Result of a match that was played to its end; the fields are the keys of --json.

    `kind` is a word of `core.engine.result`. `winners` are seats, none where a team or a lone seat has lost. `audit` is
    a verdict of `core.engine.hidden.audits`, or the reason why the record does not hold. `unaudited` are the seats that
    no audit has passed.
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
    """Record replayed from its first entry to its last: its report, and the state at its end."""

    report: VerificationReport
    state: State


def check(
    record: MatchRecord, game: Game, going: Callable[[int, int], object] = lambda done, whole: None
) -> ReplayedRecord:
    """Replay the whole record with every check; raise `BadRecord`.

    `going` receives each step and the approximate total: a step is three entries of a seat.
    """
    replay = Replay(record, game)
    whole = max(map(len, record.feeds), default=0) // 3
    for shown in replay.steps():
        going(shown.t, max(whole, shown.t))
    return ReplayedRecord(replay.report(), replay.table.state)


def ranking(game: Game, state: State, standing: Sequence[Standing]) -> Rows:
    """Return the seats from first to last, as data."""
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
    """Format the standing on one line: each seat with its first score, or the score of a team."""
    if kind_of(game, len(standing)) == TEAM:
        name, score = standing[0].score[0]
        return f"the team has {score} {name}"
    return ", ".join(f"Seat {place.seat}: {place.score[0][1]}" for place in standing)


def in_full(
    game: Game, state: State, standing: Sequence[Standing], width: int = UNFOLDED, names: Sequence[str] = ()
) -> str:
    """Return the standing as a table of lines that are no longer than `width`.

    The names of the players have a column if they have any, and what the seats play if they play different things.
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
    """Return the names of the players, or none if they are but numbers of seats."""
    return () if list(names) == [seat_name(seat) for seat in range(1, len(names) + 1)] else names


def winners(game: Game, state: State, standing: Sequence[Standing], names: Sequence[str] = ()) -> str:
    """Return who has won, in words."""
    names = own_names(names)

    def who(seat: int) -> str:
        called = plain(names[seat - 1]) if names else f"Seat {seat}"
        plays = game.badge(state, seat)[2].removeprefix("The ")
        return f"{called} ({plays})" if plays else called

    return winners_text(outcome(game, standing), who)


def winning(game: Game, report: VerificationReport) -> tuple[int, ...]:
    """Return the winners of a match by its record; none before its end or where all agreed to end it."""
    return outcome(game, report.standing).winners if report.complete and report.ended != AGREED else ()


def won(game: Game, state: State, report: VerificationReport) -> str:
    """Return the same as a sentence, with how long it took."""
    agreed = report.ended == AGREED
    who = "Nobody has won. Final table" if agreed else winners(game, state, report.standing, report.names)
    return f"{who} after {report.steps} steps."


def with_version(words: str) -> str:
    """Add our version to a refusal that is due to other rules, so that people see whose is older.

    >>> with_version("too late"), with_version("it has other rules than seat 1").partition("; ")[2][:14]
    ('too late', 'this is Tether')
    """
    if "other rule" not in words:
        return words
    return f"{words}; this is Tether {VERSION}, and theirs is older or newer: `tether --version` tells"
