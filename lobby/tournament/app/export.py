"""Export of a tournament: standings and rounds as CSV, and everything as one printable page."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from core.engine.text.words import format_count, join_list
from lobby.players.identity import fingerprint
from lobby.tournament.model.results import WIN_POINTS, points
from lobby.tournament.model.state import Round, TournamentState
from net.match.early_end import describe_early_end
from net.match.exclusions import UNKNOWN_EXCLUSION_NOTE
from net.system.durable_files import write_atomically
from net.text import sanitizer
from net.text.sanitizer import Json, html_name, html_text

STANDINGS_COLUMNS = ("Rank", "Player", "Key", "Score", "Opponents", "Head to head", "Wins", "Played", "")
TABLES = ("Round", "Table", "Seat", "Player", "Key", "Rank", "Points", "Left out", "Record")


def score_text(score: int | Fraction) -> str:
    """Return points as text; a table won counts as 1.

    >>> score_text(120), score_text(60), score_text(Fraction(100))
    ('1', '0.5', '0.83')
    """
    hundredths = int(Fraction(score, WIN_POINTS) * 100 + Fraction(1, 2))
    text = f"{hundredths // 100}.{hundredths % 100:02}"
    return text.rstrip("0").rstrip(".")


def standings_rows(course: TournamentState) -> list[tuple[str, ...]]:
    """Return the rows of the standings, from first to last place."""
    rows: list[tuple[str, ...]] = []
    for place in course.standings():
        player = course.player_numbered(place.player)
        rows.append(
            (
                str(place.rank),
                player.name,
                fingerprint(player.identity),
                score_text(place.score),
                score_text(place.strength),
                f"{place.head_to_head:+}" if place.head_to_head else "",
                str(place.wins),
                str(place.played),
                "left" if player.left else "",
            )
        )
    return rows


def table_rows(course: TournamentState) -> list[tuple[str, ...]]:
    """Return one row for each player at each table, in the order of the rounds."""
    rows: list[tuple[str, ...]] = []
    for played in course.rounds:
        for number, table in enumerate(played.tables):
            ranks, gained = result_texts(played, number)
            for seat, who in enumerate(table):
                player = course.player_numbered(who)
                rows.append(
                    (
                        str(played.number + 1),
                        "bye" if len(table) == 1 else str(number + 1),
                        str(seat + 1),
                        player.name,
                        fingerprint(player.identity),
                        ranks[seat],
                        gained[seat],
                        " ".join(_describe_exclusions(course, played, number, seat + 1)),
                        played.records[number].hex() if played.closed else "",
                    )
                )
    return rows


def standings_data(course: TournamentState) -> list[Json]:
    """Return the standings, from first to last place, as plain data for programs."""
    return [
        {
            "rank": place.rank,
            "player": course.player_numbered(place.player).name,
            "key": fingerprint(course.player_numbered(place.player).identity),
            "score": _score_number(place.score),
            "opponents": _score_number(place.strength),
            "head_to_head": place.head_to_head,
            "wins": place.wins,
            "played": place.played,
            "gone": course.player_numbered(place.player).left,
        }
        for place in course.standings()
    ]


def tables_data(course: TournamentState) -> list[Json]:
    """Return the players at each table of each round, as plain data for programs."""
    return [
        {
            "round": played.number + 1,
            "table": number + 1,
            "bye": len(table) == 1,
            "seat": seat,
            "player": course.player_numbered(who).name,
            "key": fingerprint(course.player_numbered(who).identity),
            "rank": ranks[seat - 1] if ranks else None,
            "points": _score_number(points(ranks)[seat - 1]) if ranks else 0.0 if played.closed else None,
            "left_out": _describe_exclusions(course, played, number, seat),
            "conceded": _has_conceded(played, number, seat),
            "record": played.records[number].hex() if played.closed else None,
        }
        for played in course.rounds
        for number, table in enumerate(played.tables)
        for ranks in [_table_ranks(played, number)]
        for seat, who in enumerate(table, 1)
    ]


def _table_ranks(played: Round, table: int) -> Sequence[int]:
    """Return the ranks at a table of a closed round, or no ranks if the table has no result."""
    result = played.results[table] if played.closed else None
    return result.ranks if result is not None else ()


def _score_number(score: int | Fraction) -> float:
    """Return points as a number rounded to hundredths; a table won counts as 1."""
    return float(score_text(score))


def left_out_sentences(course: TournamentState) -> list[str]:
    """Return sentences on the seats that were left out of matches.

    Each sentence says whose votes left the seat out, and up to which point the seat played. The list is empty if no
    seat was left out.
    """
    lines = []
    for played in course.rounds:
        for number, table in enumerate(played.tables):
            said = [
                words
                for seat in range(1, len(table) + 1)
                for words in _describe_exclusions(course, played, number, seat)
            ]
            names = join_list(
                [f"{course.player_numbered(who).name} in seat {seat}" for seat, who in enumerate(table, 1)]
            )
            lines += [f"Round {played.number + 1}, table {number + 1}, {names}: {words}" for words in said]
    return [*lines, f"{UNKNOWN_EXCLUSION_NOTE} Ratings do not count such a match for that seat."] if lines else []


def early_end_sentences(course: TournamentState) -> list[str]:
    """Return sentences on the matches that players conceded, and on those that ended by consent of all."""
    return [
        f"Round {played.number + 1}, table {number + 1}: {words}"
        for played in course.rounds
        for number, match in enumerate(played.matches)
        if match is not None
        for words in describe_early_end(match.ended, match.conceded, match.broke_rules)
    ]


def _describe_exclusions(course: TournamentState, played: Round, table: int, seat: int) -> list[str]:
    """Return sentences on how a seat was left out of the match at a table of a closed round."""
    match = played.matches[table] if played.matches else None
    names = {seat: course.player_numbered(who).name for seat, who in enumerate(played.tables[table], 1)}
    broke = " It had broken a rule." if match is not None and seat in match.broke_rules else ""
    return (
        [f"{left.describe(names)}{broke}" for left in match.left_out if left.seat == seat] if match is not None else []
    )


def _has_conceded(played: Round, table: int, seat: int) -> bool:
    """Return True if a seat conceded the match at a table of a closed round."""
    match = played.matches[table] if played.matches else None
    return match is not None and seat in match.conceded


def result_texts(played: Round, table: int, ranks: Sequence[int] = ()) -> tuple[Sequence[str], Sequence[str]]:
    """Return the ranks and the points at a table as texts.

    `ranks` are the ranks in a round that is still running, if they are known.
    """
    none = [""] * len(played.tables[table])
    if played.closed:
        result = played.results[table]
        if result is None:
            return none, ["0"] * len(none)
        ranks = result.ranks
    return ([str(rank) for rank in ranks], [score_text(score) for score in points(ranks)]) if ranks else (none, none)


def to_csv(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows as lines of CSV.

    A name that a spreadsheet would interpret as a formula is marked as text.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow(map(sanitizer.spreadsheet_cell, row))
    return out.getvalue()


def standings_csv(course: TournamentState) -> str:
    """Return the standings as CSV."""
    return to_csv((*STANDINGS_COLUMNS[:-1], "Left"), standings_rows(course))


def tables_csv(course: TournamentState) -> str:
    """Return all tables of all rounds as CSV, which is the bracket of a knock-out tournament."""
    return to_csv(TABLES, table_rows(course))


STYLE = """
body { font: 11pt/1.4 sans-serif; margin: 2em auto; max-width: 60em; color: #111; background: #fff; }
h1 { margin-bottom: 0; } h2 { margin: 1.4em 0 .4em; } p { color: #444; margin: .2em 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .2em .6em .2em 0; }
th { border-bottom: 2px solid #111; } td { border-bottom: 1px solid #ccc; } td.n, th.n { text-align: right; }
.rounds { display: flex; flex-wrap: wrap; gap: 1em 1.5em; align-items: center; }
.round { flex: 1 1 11em; display: flex; flex-direction: column; gap: .8em; align-self: stretch; }
.round h3 { margin: 0; font-size: 1em; } .round .fill { display: flex; flex-direction: column; gap: .8em;
justify-content: space-around; flex: 1; }
.table { border: 1px solid #888; border-radius: .3em; padding: .3em .6em; break-inside: avoid; }
.table b { float: right; } .won { font-weight: bold; } small { color: #666; }
@media print { body { margin: 0; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""
NUMBERS = {"Rank", "Score", "Opponents", "Head to head", "Wins", "Played"}


def make_page(course: TournamentState) -> str:
    """Return the tournament as one self-contained HTML page: the standings, then the rounds side by side."""
    opening = course.opening
    status = (
        "final" if course.is_over else f"after {format_count(sum(played.closed for played in course.rounds), 'round')}"
    )
    rows = "".join(f"<tr>{''.join(map(_cell_html, STANDINGS_COLUMNS, row))}</tr>" for row in standings_rows(course))
    head = "".join(f"<th{_class_attribute(name)}>{html_text(name)}</th>" for name in STANDINGS_COLUMNS)
    rounds = "".join(_round_html(course, played) for played in course.rounds)
    bracket = "Bracket" if opening.kind == "knock-out" else "Rounds"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{html_text(opening.title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{html_name(opening.title)}</h1><p>{html_name(opening.describe())}</p>"
        f"<p>{format_count(len(course.players), 'player')}, {status}. Results are computed from verified match "
        f"records.</p>"
        f"<h2>Standings</h2><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f'<h2>{bracket}</h2><div class="rounds">{rounds}</div>{_absent_players(course)}'
        f"<p><small>Tournament {opening.id.hex()}</small></p></body></html>\n"
    )


EXPORTERS_BY_FILE_NAME: dict[str, Callable[[TournamentState], str]] = {
    "standings.csv": standings_csv,
    "tables.csv": tables_csv,
    "tournament.html": make_page,
}


def _absent_players(course: TournamentState) -> str:
    words = "".join(f"<p>{html_name(line)}</p>" for line in (*left_out_sentences(course), *early_end_sentences(course)))
    return f"<h2>Left out</h2>{words}" if words else ""


def write_exports(course: TournamentState, folder: Path, names: Iterable[str] = EXPORTERS_BY_FILE_NAME) -> list[Path]:
    """Write these exports into a folder, which is created if it is missing, and return their paths.

    Raises `OSError` if a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        write_atomically(folder / name, EXPORTERS_BY_FILE_NAME[name](course).encode())
    return [folder / name for name in names]


def _class_attribute(name: str) -> str:
    return ' class="n"' if name in NUMBERS else ""


def _cell_html(name: str, text: str) -> str:
    return f"<td{_class_attribute(name)}>{html_name(text)}</td>"


def _round_html(course: TournamentState, played: Round) -> str:
    tables = "".join(_table_html(course, played, number) for number in range(len(played.tables)))
    return f'<div class="round"><h3>Round {played.number + 1}</h3><div class="fill">{tables}</div></div>'


def _table_html(course: TournamentState, played: Round, number: int) -> str:
    ranks, gained = result_texts(played, number)
    lines = []
    for seat, who in enumerate(played.tables[number]):
        won = ' class="won"' if ranks[seat] == "1" else ""
        lines.append(f"<div{won}>{html_name(course.player_numbered(who).name)} <b>{gained[seat]}</b></div>")
    name = "Bye" if len(played.tables[number]) == 1 else f"Table {number + 1}"
    return f'<div class="table"><small>{name}</small>{"".join(lines)}</div>'
