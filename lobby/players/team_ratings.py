"""Teams ordered by games won, from verified records of cooperative matches.

The list is for display only. A team is identified by its keys and its game. A player that was left out of a match
(PROTOCOL part 14) does not belong to the team that ended it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.engine.result import FREE_FOR_ALL, SOLO
from lobby.players.game_titles import game_title
from lobby.players.identity import fingerprint
from lobby.players.rated_records import counted_match
from net.records.record import MatchRecord

COLUMNS = ("Won", "Played", "Game", "Team", "Best")


EXCLUDED = dict.fromkeys((FREE_FOR_ALL, SOLO), "a match in which everyone plays for themselves")
"""Reason for excluding a match from the list, by kind of result."""


class TeamMatch(NamedTuple):
    """A verified match of a team: its id, game, members and result, and its main score with the score's name."""

    match: bytes
    game: str
    identities: tuple[bytes, ...]
    names: tuple[str, ...]
    won: bool
    score: tuple[str, int]


class Team(NamedTuple):
    """A team: its game, keys, names, number of games, number of games won, and best score."""

    game: str
    identities: tuple[bytes, ...]
    names: tuple[str, ...]
    won: int
    games: int
    best: tuple[str, int]


def team_match(match_record: MatchRecord, rules: str = "") -> TeamMatch:
    """Return the team match in a record.

    Raises `BadRecord` if the record is invalid, and `NotCounted` if its match does not count.
    """
    genesis, game, report = counted_match(match_record, EXCLUDED, rules)
    absent = {left.seat for left in report.left_out}
    team = sorted(
        (genesis.terms.identities[seat - 1], genesis.names[seat - 1])
        for seat in range(1, genesis.seats + 1)
        if seat not in absent
    )
    first = report.standing[0]
    name, value = first.score[0]
    identities, names = tuple(identity for identity, _ in team), tuple(name for _, name in team)
    return TeamMatch(genesis.match, game.name, identities, names, first.rank == 1, (name, int(value)))


def rank_teams(matches: Iterable[TeamMatch]) -> list[Team]:
    """Return the teams, ordered by games won, then by fewer games, then by their best score.

    Each match counts once, in this order. The names of a team are those in its last match.
    """
    teams: dict[tuple[str, tuple[bytes, ...]], Team] = {}
    seen: set[bytes] = set()
    for played in matches:
        if played.match in seen or not played.identities:
            continue
        seen.add(played.match)
        key = played.game, played.identities
        known = teams.get(key, Team(*key, played.names, 0, 0, played.score))
        best = max(known.best, played.score, key=lambda score: score[1])
        teams[key] = Team(*key, played.names, known.won + played.won, known.games + 1, best)
    return sorted(teams.values(), key=lambda team: (-team.won, team.games, -team.best[1], team.game, team.identities))


def team_row(team: Team) -> tuple[str, ...]:
    """Return a team as a row of the table."""
    name, value = team.best
    return str(team.won), str(team.games), game_title(team.game), ", ".join(team.names), f"{value} {name}"


def team_data(team: Team) -> dict[str, object]:
    """Return a team as plain data for programs (docs/internals/json.md)."""
    name, value = team.best
    return {
        "game": team.game, "won": team.won, "played": team.games, "best": {name: value},
        "team": [{"name": who, "fingerprint": fingerprint(key)} for who, key in zip(team.names, team.identities)],
    }  # fmt: skip
