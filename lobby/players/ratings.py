"""Ratings of players, computed on this computer from the available records, for display only.

Only valid records count, and each match counts once. The method is that of Plackett and Luce, as `openskill` implements
it. It gives each player a strength and an uncertainty. The displayed rating is a strength that the player almost
certainly has.

A match does not count for a player that was left out of it (PROTOCOL part 14), neither as won nor as lost. A majority
can leave out anybody, and no record shows if it did so or if the player had gone. The match still counts for the other
players, so that nobody can make it worthless by leaving. A seat whose own signatures show that it broke a rule has
lost. It ranks behind all others (PROTOCOL 14.13).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import click
from openskill.models import PlackettLuce

from core.engine.changed_game import ChangedGame
from core.engine.result import SOLO, TEAM
from core.engine.text.words import join_list
from lobby.players import solo_records
from lobby.players import team_ratings as teams
from lobby.players.identity import fingerprint, identity_folder
from lobby.players.rated_records import NotCounted, counted_match
from lobby.tournament.model.contents import Close, InvalidContent, read_content
from lobby.tournament.protocol import file as tournament_file
from net.cli.games.rules import game_of_ruleset
from net.cli.matches.progress import ProgressLine
from net.records import record
from net.records.chunk_file import BadFile, read_beginning
from net.records.record import BadRecord, MatchRecord
from net.text.sanitizer import print_json, print_lines, print_table

T = TypeVar("T")
COLUMNS = ("Rating", "Player", "Key", "Strength", "Uncertainty", "Matches")


class RatedMatch(NamedTuple):
    """A verified match: its id, and the keys, names and ranks of the players that it counts for.

    `ignored_weight` are the names of the other players; the match continued without them.
    """

    match: bytes
    identities: tuple[bytes, ...]
    names: tuple[str, ...]
    ranks: tuple[int, ...]
    left_out: tuple[str, ...] = ()


class Rating(NamedTuple):
    """Rating of a player: strength, uncertainty and number of matches.

    `shown` is a strength that the player almost certainly has.
    """

    identity: bytes
    name: str
    strength: float
    uncertainty: float
    matches: int

    @property
    def shown(self) -> float:
        """Displayed rating: the strength minus three times the uncertainty."""
        return self.strength - 3 * self.uncertainty


def rate_players(matches: Iterable[RatedMatch]) -> list[Rating]:
    """Return the ratings of all players, the strongest first.

    The matches are rated in this order, each once. A match that counts for fewer than two players is ignored.
    """
    model = PlackettLuce()
    ratings: dict[bytes, Rating] = {}
    seen: set[bytes] = set()
    for played in matches:
        if played.match in seen or len(played.identities) < 2:
            continue
        seen.add(played.match)
        before = [ratings.get(identity) for identity in played.identities]
        teams = [
            [model.rating() if known is None else model.rating(mu=known.strength, sigma=known.uncertainty)]
            for known in before
        ]
        after = model.rate(teams, ranks=[float(rank) for rank in played.ranks])
        for identity, name, known, (now,) in zip(played.identities, played.names, before, after):
            matches_before = known.matches if known is not None else 0
            ratings[identity] = Rating(identity, name, float(now.mu), float(now.sigma), matches_before + 1)
    return sorted(ratings.values(), key=lambda rating: (-rating.shown, rating.identity))


EXCLUDED = {
    TEAM: "a team game, which all win or lose together",
    SOLO: "a solo match, which has no opponent",
}
"""Reason for excluding a match from the ratings, by kind of result."""


def rated_match(match_record: MatchRecord, rules: str = "") -> RatedMatch:
    """Return the rated match in a record.

    Raises `BadRecord` if the record is invalid, and `NotCounted` if its match does not count.

    `rules` is the name of the changed game that is rated, or "" for the printed rules.
    """
    genesis, _, report = counted_match(match_record, EXCLUDED, rules)
    ranks = {standing.seat: standing.rank for standing in report.standing}
    absent = {left.seat for left in report.left_out} - report.broke_rules - set(report.conceded)
    there = [seat for seat in sorted(ranks) if seat not in absent]
    return RatedMatch(
        genesis.match,
        tuple(genesis.terms.identities[seat - 1] for seat in there),
        tuple(genesis.names[seat - 1] for seat in there),
        tuple(ranks[seat] for seat in there),
        tuple(genesis.names[seat - 1] for seat in sorted(absent)),
    )


def read_records(path: Path) -> list[tuple[str, MatchRecord]]:
    """Return the records in a file, each with a readable name.

    A record in a tournament's file is named by its round and table. Raises `BadRecord` or `BadFile` if the file is
    neither a valid record nor a valid tournament.
    """
    if not tournament_file.FORM.matches_beginning(read_beginning(path)):
        return [(path.name, record.read(path))]
    saved = tournament_file.read(path)
    blobs = {tournament_file.blob_hash(blob): blob for blob in saved.blobs}
    names: dict[bytes, str] = {}
    for hash in saved.decisions:
        with contextlib.suppress(InvalidContent):
            content, _ = read_content(blobs.get(hash, b""))
            for table, played, _ in content.results if isinstance(content, Close) else ():
                names[played] = f"Round {content.round}, table {table + 1}"
    found = ((hash, blob) for hash, blob in blobs.items() if record.FORM.matches_beginning(blob[:64]))
    return [(names.get(hash, path.name), record.unpack(blob)) for hash, blob in found]


def read_matches(
    path: Path, counts: Callable[[MatchRecord], T], on_uncounted: Callable[[str], object] = lambda why: None
) -> Iterator[T]:
    """Yield the matches that count in the file of a record or a tournament.

    `on_uncounted` is called with the reason for each match that does not count. Raises `BadRecord` or `BadFile` if the
    file is neither a valid record nor a valid tournament.
    """
    for _, kept in read_records(path):
        try:
            yield counts(kept)
        except NotCounted as why:
            on_uncounted(str(why))


def ratings(files: tuple[Path, ...], rules: Path | None, as_teams: bool, as_alone: bool, as_json: bool) -> int:
    """Print the ratings of players; return 1 if no match counts.

    With a ruleset file, only matches by this ruleset count.
    """
    game = None if rules is None else game_of_ruleset(rules, "")
    changed = game.name if isinstance(game, ChangedGame) else ""
    if as_teams and as_alone:
        raise click.UsageError("--teams and --alone contradict each other: choose one")
    given = list(files) or sorted(
        path for end in ("tether", "tournament") for path in identity_folder().rglob(f"*.{end}")
    )
    matches: list[RatedMatch] = []
    played_as: list[teams.TeamMatch] = []
    played_alone: list[solo_records.SoloGame] = []
    passed: list[dict[str, str]] = []

    def pass_over(path: Path, why: object) -> None:
        passed.append({"file": str(path), "why": str(why)})
        if not as_json:
            print_lines(f"{path.name} does not count: {why}")

    with ProgressLine("Checking", "file", as_json) as going:
        for number, path in enumerate(given, 1):
            going(number, len(given))
            try:
                if as_teams:
                    played_as += read_matches(path, partial(teams.team_match, rules=changed), partial(pass_over, path))
                    continue
                if as_alone:
                    played_alone += read_matches(
                        path, partial(solo_records.solo_game, rules=changed), partial(pass_over, path)
                    )
                    continue
                for name, kept in read_records(path):
                    try:
                        played = rated_match(kept, changed)
                    except NotCounted as why:
                        pass_over(path, why)
                        continue
                    matches.append(played)
                    if played.left_out and not as_json:
                        print_lines(_excluded_players_text(name, played))
            except (BadRecord, BadFile) as bad:
                pass_over(path, bad)
    if as_teams:
        return _show_teams(teams.rank_teams(played_as), passed, len(given), as_json)
    if as_alone:
        return _show_solo_games(solo_records.best_games(played_alone), passed, len(given), as_json)
    rows = rate_players(matches)
    if as_json:
        print_json({"ratings": [_rating_data(row) for row in rows], "not_counted": passed})
    elif rows:
        print_table(COLUMNS, map(_rating_row, rows))
    else:
        print_lines(_empty_list_text(len(given), len(passed)), err=True)
    return 0 if rows else 1


def _show_teams(found: list[teams.Team], passed: list[dict[str, str]], given: int, as_json: bool) -> int:
    """Print the teams, ordered by games won; return the exit code."""
    if as_json:
        print_json({"teams": list(map(teams.team_data, found)), "not_counted": passed})
    elif found:
        print_table(teams.COLUMNS, map(teams.team_row, found))
    else:
        print_lines("No finished team games found." if given else _empty_list_text(0, 0), err=True)
    return 0 if found else 1


def _show_solo_games(
    found: list[solo_records.SoloGame], passed: list[dict[str, str]], given: int, as_json: bool
) -> int:
    """Print the best solo games; return the exit code."""
    if as_json:
        print_json({"alone": list(map(solo_records.solo_game_data, found)), "not_counted": passed})
    elif found:
        print_table(solo_records.COLUMNS, map(solo_records.solo_game_row, found))
    else:
        print_lines("No finished solo games found." if given else _empty_list_text(0, 0), err=True)
    return 0 if found else 1


def _empty_list_text(given: int, passed: int) -> str:
    """Return a sentence on why a rating list is empty."""
    if not given:
        return f"There are no records in {identity_folder()} yet, and you named none."
    if passed:
        return "No rated matches found."
    return "No rated matches found: none of them has two players who count."


def _rating_data(row: Rating) -> dict[str, object]:
    return {
        "rating": round(row.shown, 3), "name": row.name, "fingerprint": fingerprint(row.identity),
        "strength": round(row.strength, 3), "uncertainty": round(row.uncertainty, 3), "matches": row.matches,
    }  # fmt: skip


def _rating_row(row: Rating) -> tuple[str, ...]:
    numbers = f"{row.strength:.1f}", f"{row.uncertainty:.1f}", str(row.matches)
    return f"{row.shown:.1f}", row.name, fingerprint(row.identity), *numbers


def _excluded_players_text(name: str, played: RatedMatch) -> str:
    """Return a sentence with the names of the players for whom a match does not count."""
    was = "was" if len(played.left_out) == 1 else "were"
    who = f"{name} does not count for {join_list(played.left_out)}, who {was} left out of it"
    return f"{who}; among the others it does." if len(played.identities) > 1 else f"{who}, nor for anybody else."
