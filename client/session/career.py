"""The career of the player: results of the records in the library, win rates, and achievements.

A result is read from the record's own signed end, without a check of every proof. The file `career` beside the records
remembers results, and what no record contains: the levels of the bots and the
colours of the seats.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from client.table.replay.library import SavedRecord
from core.bots.names import BOT
from core.engine.codec import Plain
from core.engine.fork import base_name
from core.engine.result import FREE_FOR_ALL, SOLO, TEAM, kind_of
from core.games.registry import GAMES, NAMES
from lobby.players.colours import COLOURS
from net.records import record
from net.records.record import BadRecord, MatchRecord
from net.records.verification import record_genesis
from net.replication.entries import Kind
from net.replication.entries import read as read_entry
from net.session import saved_match
from net.session.kept_matches import bot_directories
from net.system.durable_files import write_private
from net.system.safe_files import read_limited

FILE = "career.json"
MAX_BYTES = 4 * 1024 * 1024
PEOPLE, UNKNOWN = "people", "bots"
"""Words for the opponents of a match with other people, and of one against bots of unknown levels."""


class MatchResult(NamedTuple):
    """Result of a record: the game, the names, our seat and its rank, the kind of victory, and the opponents.

    `rank` is 0 if the match has no end. `level` is the level of the bots, "mixed", `PEOPLE` or `UNKNOWN`.
    """

    game: str
    names: tuple[str, ...]
    seat: int
    rank: int
    kind: str
    points: str
    level: str

    @property
    def won(self) -> bool:
        """True if we have won."""
        return self.rank == 1

    @property
    def words(self) -> str:
        """The result in a few words."""
        if not self.rank:
            return "no result"
        points = f", {self.points}" if self.points else ""
        if self.kind != FREE_FOR_ALL:
            return f"{'Won' if self.won else 'Lost'}{points}"
        return f"{'Won' if self.won else f'{_ordinal(self.rank)} of {len(self.names)}'}{points}"


def _ordinal(number: int) -> str:
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number, 'th')}"


class Career:
    """The results of a library."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._levels: dict[str, list[str]] = {}
        self._colours: dict[str, list[int]] = {}
        self._results: dict[str, MatchResult] = {}
        self._load()

    def note_match(self, record_path: Path, home: Path | None, colours: Sequence[int]) -> None:
        """Remember the bots' levels and the seats' colours of a match that has just ended.

        No record contains them. A disk error does no further harm.
        """
        self._colours[record_path.name] = list(colours)
        levels = []
        for bot in bot_directories(home) if home is not None else ():
            with contextlib.suppress(saved_match.BadSavedMatch):
                levels.append(saved_match.read(bot).bot)
        if levels:
            self._levels[record_path.name] = levels
        self._save()

    def colours_of(self, record_path: Path) -> tuple[int, ...]:
        """Return the colours of the seats in a match of this library, or none if they are not known."""
        return tuple(self._colours.get(record_path.name, ()))

    def results(self, records: Iterable[SavedRecord], own: str, watch: Callable[[], object]) -> dict[Path, MatchResult]:
        """Return the results of records, by file; `own` is the player's name.

        Records that cannot be read, or that are not ours, are left out. `watch` is called after each record, and may
        raise to end the work.
        """
        found, known = {}, len(self._results)
        try:
            for kept in records:
                key = f"{kept.path.name} {kept.size}"
                if key not in self._results:
                    with contextlib.suppress(BadRecord, OSError, ValueError, KeyError, IndexError, TypeError):
                        made = result_of(record.read(kept.path), own, self._levels.get(kept.path.name, ()))
                        if made is not None:
                            self._results[key] = made
                if key in self._results:
                    found[kept.path] = self._results[key]
                watch()
        finally:
            if len(self._results) > known:
                self._save()
        return found

    def _load(self) -> None:
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            data = json.loads(read_limited(self.path, MAX_BYTES))
            levels = {str(name): [str(level) for level in given] for name, given in data["levels"].items()}
            results = {
                str(key): MatchResult(str(game), tuple(map(str, names)), int(seat), int(rank), str(kind), str(points),
                                      str(level))
                for key, (game, names, seat, rank, kind, points, level) in data["results"].items()
            }  # fmt: skip
            colours = {str(name): _read_colours(given) for name, given in data.get("colours", {}).items()}
            self._levels, self._results, self._colours = levels, results, colours

    def _save(self) -> None:
        kept = {"levels": self._levels, "colours": self._colours, "results": self._results}
        data = json.dumps(kept, ensure_ascii=False)
        with contextlib.suppress(OSError):
            write_private(self.path, data.encode())


def _read_colours(given: list[object]) -> list[int]:
    """Return the colours of a stored match; raise `ValueError` if they are not colours of different seats."""
    colours = [colour for colour in given if type(colour) is int and 1 <= colour <= len(COLOURS)]
    if len(set(colours)) != len(given):
        raise ValueError("not the colours of seats")
    return colours


def result_of(kept: MatchRecord, own: str, levels: Sequence[str]) -> MatchResult | None:
    """Return the result of a record for the player with this name, or None if the player has no seat in it.

    The only person against bots is the player, who may have had another name then.
    """
    genesis = record_genesis(kept)
    names = tuple(genesis.names)
    people = [seat for seat, name in enumerate(names, 1) if not name.startswith(BOT)]
    if own in names:
        seat = names.index(own) + 1
    elif len(people) == 1:
        seat = people[0]
    else:
        return None
    game = base_name(genesis.terms.game)
    others = [name for number, name in enumerate(names, 1) if number != seat]
    if any(not name.startswith(BOT) for name in others):
        level = PEOPLE
    else:
        level = (levels[0] if len(set(levels)) == 1 else "mixed") if levels else UNKNOWN
    rank, points = _standing(kept, seat)
    return MatchResult(game, names, seat, rank, kind_of(GAMES[game], len(names)), points, level if others else "alone")


def _standing(kept: MatchRecord, seat: int) -> tuple[int, str]:
    """Return our rank and our points from the last signed result of a record, or 0 if there is none."""
    for feed in kept.feeds:
        for stored in reversed(feed[-4:]):
            entry = read_entry(stored)
            if entry.kind == Kind.RESULT and type(entry.body) is list:
                outcome = entry.body[2]
                rows = outcome if type(outcome) is list else []
                for row in rows:
                    if type(row) is list and len(row) == 3 and row[1] == seat and type(row[0]) is int:
                        return row[0], _points(row[2])
    return 0, ""


def _points(score: Plain) -> str:
    """Return the first number of a score, with its name."""
    rows = score if type(score) is list else []
    for row in rows:
        if type(row) is list and len(row) == 2 and type(row[1]) is int and type(row[0]) is str:
            name = row[0].replace("_", " ")
            return f"{row[1]} {name.upper() if name == 'vp' else name}"
    return ""


# Career ---------------------------------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """Victories and matches against opponents of a level in a game."""

    game: str
    level: str
    won: int
    played: int

    @property
    def words(self) -> str:
        """The tally in words, such as "3 of 4, 75 %"."""
        return f"{self.won} of {self.played}, {100 * self.won // self.played} %"


def tallies(results: Iterable[MatchResult]) -> list[Tally]:
    """Return the tallies of all games and levels that occur."""
    won, played = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for result in results:
        if result.rank:
            played[result.game, result.level] += 1
            won[result.game, result.level] += result.won
    order = sorted(played, key=lambda key: (NAMES.index(key[0]) if key[0] in NAMES else len(NAMES), key))
    return [Tally(game, level, won[game, level], played[game, level]) for game, level in order]


class Achievement(NamedTuple):
    """An achievement: its name, its condition in words, and its progress."""

    name: str
    about: str
    done: int
    needed: int

    @property
    def is_reached(self) -> bool:
        """True if the player has it."""
        return self.done >= self.needed


STRONG_LEVELS = ("hard", "master")
LARGE_TABLE, STREAK, LOYAL, VETERAN, OLD_HAND = 5, 3, 10, 10, 50


def achievements(oldest_first: Sequence[MatchResult]) -> list[Achievement]:
    """Return all achievements with the player's progress."""
    ended = [result for result in oldest_first if result.rank]
    won = [result for result in ended if result.won]
    games = Counter(result.game for result in ended)
    most = max(games.values(), default=0)
    streak = longest = 0
    for result in ended:
        streak = streak + 1 if result.won else 0
        longest = max(longest, streak)
    strong = [result for result in won if result.level in STRONG_LEVELS]

    def number(of: Mapping[str, int] | Sequence[MatchResult]) -> int:
        return len(of)

    every = len(NAMES)
    return [
        Achievement("First match", "Finish a match.", min(1, number(ended)), 1),
        Achievement("First victory", "Win a match.", min(1, number(won)), 1),
        Achievement("Taster", "Finish a match of each game.", len(set(games) & set(NAMES)), every),
        Achievement("All-rounder", "Win each game once.", len({r.game for r in won} & set(NAMES)), every),
        Achievement("Hard nut", "Beat bots that are all hard or better.", min(1, number(strong)), 1),
        Achievement("Master class", "Beat bots of level master.", min(1, sum(r.level == "master" for r in won)), 1),
        Achievement("In a row", f"Win {STREAK} matches in a row.", min(STREAK, longest), STREAK),
        Achievement("Full table", f"Win against {LARGE_TABLE - 1} or more opponents.",
                    min(1, sum(r.kind == FREE_FOR_ALL and len(r.names) >= LARGE_TABLE for r in won)), 1),
        Achievement("Good company", "Finish a match with other people.",
                    min(1, sum(r.level == PEOPLE for r in ended)), 1),
        Achievement("For the team", "Win a match together with others.", min(1, sum(r.kind == TEAM for r in won)), 1),
        Achievement("On your own", "Win a match alone.", min(1, sum(r.kind == SOLO for r in won)), 1),
        Achievement("Faithful", f"Finish {LOYAL} matches of one game.", min(LOYAL, most), LOYAL),
        Achievement("Regular", f"Finish {VETERAN} matches.", min(VETERAN, number(ended)), VETERAN),
        Achievement("Old hand", f"Finish {OLD_HAND} matches.", min(OLD_HAND, number(ended)), OLD_HAND),
    ]  # fmt: skip
