"""The store of played matches: one SQLite file with runs, blocks and matches.

Only the parent process writes to the file. A block is one transaction, so the store always contains whole blocks. No
value depends on the clock, so the same runs produce the same rows.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import core.bots
from core.games.registry import GAMES
from lab.run.design import Design, read_design
from lab.run.simulation import Match, is_sound
from net.match.genesis import rules_hash
from net.system.safe_files import check_regular
from net.text.errors import error_reason_with_file
from net.version import VERSION

FILE = "lab.sqlite"
SQLITE_SUFFIXES = ("-journal", "-wal", "-shm")
"""Suffixes of the files that SQLite creates beside the store."""
MAX_VALUE_BYTES = 16 * 1024 * 1024
"""Maximum size in bytes of one value in the file."""
STEPS_PER_CHECK, MAX_QUERY_STEPS = 1_000_000, 2_000_000_000
"""Number of SQLite steps between two checks of a query, and maximum number of steps of a query.

A query over a million matches takes about a hundredth of the maximum.
"""
DEFAULT_FINDINGS = {"margin": "0.02", "ended": '"stopped"', "looks": "[]"}
"""Default values, as JSON, for a run that has not stored how it ended."""
SCHEMA_VERSION = 1
PLAY_VERSION = "lab 6"
"""Version of the way in which matches are played; it changes when the same design would give other matches."""
_TABLES_SQL = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY, design TEXT NOT NULL, rules TEXT NOT NULL, version TEXT NOT NULL,
    UNIQUE (design, rules));
CREATE TABLE block (
    run INTEGER NOT NULL, block INTEGER NOT NULL, PRIMARY KEY (run, block)) WITHOUT ROWID;
CREATE TABLE match (
    run INTEGER NOT NULL, block INTEGER NOT NULL, arm INTEGER NOT NULL, rotation INTEGER NOT NULL,
    rounds INTEGER NOT NULL, steps INTEGER NOT NULL, winners TEXT NOT NULL, digest TEXT NOT NULL, detail BLOB NOT NULL,
    PRIMARY KEY (run, block, arm, rotation)) WITHOUT ROWID;
CREATE TABLE finding (
    run INTEGER NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (run, name)) WITHOUT ROWID;
"""


def _schema_rows(db: sqlite3.Connection) -> list[tuple[str, ...]]:
    return db.execute(
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY type, name"
    ).fetchall()


@cache
def _own_schema() -> list[tuple[str, ...]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_TABLES_SQL)
        return _schema_rows(db)


class BadStore(Exception):
    """Raised for a store that cannot be used; the message gives the reason."""


class Run(NamedTuple):
    """A stored run: its design, the hash of its rules, and the version of Tether that played it."""

    id: int
    design: Design
    rules: str
    version: str

    @property
    def by_these_rules(self) -> bool:
        """True if the run was played by the same rules and bots as those of this program."""
        return self.rules == rules_of(self.design)


def rules_of(design: Design) -> str:
    """Return a hash of the rules of a design's games and of the bots that play them."""
    games = dict.fromkeys(arm.game for arm in design.arms)
    hashes = [rules_hash(GAMES[game]).hex() if game in GAMES else "" for game in games]
    return ",".join([*hashes, _bots(), PLAY_VERSION])


@cache
def _bots() -> str:
    home = Path(str(core.bots.__file__)).parent
    folders = (home, *home.parent.glob("games/*/bot"))
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".json"))
    return blake2b(b"".join(path.read_bytes().replace(b"\r\n", b"\n") for path in files), digest_size=16).hexdigest()


class Store:
    """An open store in a folder.

    If `write` is True, the store is created if it does not exist. Raise `BadStore` if it cannot be used.
    """

    def __init__(self, home: Path, write: bool = True) -> None:
        self.path = home / FILE
        if not write and not self.path.exists():
            raise BadStore(f"there is no {FILE} in {home}: nothing was played into it")
        try:
            home.mkdir(parents=True, exist_ok=True)
            for path in (self.path, *(self.path.with_name(f"{FILE}{end}") for end in SQLITE_SUFFIXES)):
                if path.exists():
                    check_regular(path, path.stat())
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=10)
            self._limit_database(write)
            if write and not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self._db.executescript(f"BEGIN; {_TABLES_SQL} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")
            result = self._db.execute("PRAGMA user_version").fetchone()[0]
            known = result != SCHEMA_VERSION or _schema_rows(self._db) == _own_schema()
            whole = self._db.execute("PRAGMA quick_check(1)").fetchone()[0] if known else "ok"
        except (sqlite3.Error, OSError) as wrong:
            raise BadStore(f"{self.path} cannot be used: {error_reason_with_file(wrong)}") from None
        if whole != "ok":
            raise BadStore(f"{self.path} is damaged ({whole.splitlines()[-1]}): move it away, or restore it")
        if result > SCHEMA_VERSION:
            raise BadStore(f"{self.path} was written by a newer Tether (format {result}): update Tether to read it")
        if result != SCHEMA_VERSION:
            raise BadStore(f"{self.path} was written by an older Tether (format {result}): use another folder")
        if not known:
            raise BadStore(f"{self.path} has other tables than the lab makes: use another folder")

    def _limit_database(self, write: bool) -> None:
        """Limit the memory and the time that reading an untrusted file can take."""
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        self._db.execute("PRAGMA trusted_schema=OFF")
        self._db.set_progress_handler(self._look, STEPS_PER_CHECK)
        self._steps = 0
        if write:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
        else:
            self._db.execute("PRAGMA query_only=ON")

    def _look(self) -> bool:
        """Count the steps of the running query, and return True to stop it if there are too many."""
        self._steps += STEPS_PER_CHECK
        return self._steps > MAX_QUERY_STEPS

    def close(self) -> None:
        """Close the database file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, design: Design) -> Run:
        """Return the run of a design under the current rules, and create it if it does not exist.

        Raise `BadStore` if the store cannot be used.
        """
        rules = rules_of(design)
        try:
            self._db.execute(
                "INSERT OR IGNORE INTO run (design, rules, version) VALUES (?, ?, ?)", (design.text(), rules, VERSION)
            )
        except sqlite3.Error as wrong:
            raise BadStore(f"{self.path} cannot be written: {wrong}") from None
        return next(run for run in self.runs() if run.design == design and run.rules == rules)

    def runs(self) -> list[Run]:
        """Return all runs in the order of their creation; raise `BadStore` if the file is damaged."""
        rows = list(self._read("SELECT id, design, rules, version FROM run ORDER BY id"))
        try:
            return [Run(number, read_design(text), str(rules), str(version)) for number, text, rules, version in rows]
        except ValueError as wrong:
            raise BadStore(f"{self.path} holds no runs that can be read: {wrong}") from None

    def blocks(self, run: Run) -> int:
        """Return the number of stored blocks of a run; raise `BadStore` if the file is damaged."""
        [(last,)] = self._read("SELECT max(block) FROM block WHERE run = ?", run.id)
        return 0 if last is None else int(last) + 1

    def add(self, run: Run, block: int, matches: Sequence[Match]) -> None:
        """Add the next block of a run in one transaction; raise `BadStore` if that fails."""
        if block != self.blocks(run):
            raise BadStore(f"block {block} is not the next one of {self.path}: does another program write to it?")
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("INSERT INTO block VALUES (?, ?)", (run.id, block))
            self._db.executemany(
                "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [(run.id, *match) for match in matches]
            )
            self._db.execute("COMMIT")
        except sqlite3.Error as wrong:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise BadStore(
                f"block {block} cannot be written to {self.path}: {wrong}; all before it is kept, and the same command "
                "goes on there once it can"
            ) from None

    def matches(self, run: Run) -> Iterator[Match]:
        """Yield the matches of a run in the order of their blocks; raise `BadStore` if the file is damaged."""
        fields = ", ".join(Match._fields)
        for row in self._read(f"SELECT {fields} FROM match WHERE run = ? ORDER BY block, arm, rotation", run.id):
            yield self._whole(run, Match(*row))

    def match(self, run: Run, block: int, arm: int, rotation: int) -> Match | None:
        """Return one match, or None if it is not stored; raise `BadStore` if the file is damaged."""
        where = "run = ? AND block = ? AND arm = ? AND rotation = ?"
        rows = list(
            self._read(f"SELECT {', '.join(Match._fields)} FROM match WHERE {where}", run.id, block, arm, rotation)
        )
        return self._whole(run, Match(*rows[0])) if rows else None

    def _whole(self, run: Run, match: Match) -> Match:
        """Return the match unchanged; raise `BadStore` if it is not valid."""
        if not is_sound(match, run.design.arms):
            name = f"{run.id}.{match.block}.{match.arm}.{match.rotation}"
            raise BadStore(f"{self.path} is damaged (match {name} cannot be read): move it away, or restore it")
        return match

    def _read(self, question: str, *values: int) -> Iterator[Any]:
        self._steps = 0
        try:
            yield from self._db.execute(question, values)
        except sqlite3.Error as wrong:
            raise BadStore(f"{self.path} is damaged ({wrong}): move it away, or restore it") from None

    def keep(self, run: Run, name: str, data: str) -> None:
        """Store a value of a run under a name; raise `BadStore` if that fails."""
        try:
            self._db.execute("INSERT OR REPLACE INTO finding VALUES (?, ?, ?)", (run.id, name, data))
        except sqlite3.Error as wrong:
            raise BadStore(f"{self.path} cannot be written: {wrong}") from None

    def findings(self, run: Run) -> dict[str, str]:
        """Return the stored values of a run by name; raise `BadStore` if the file is damaged."""
        return dict(self._read("SELECT name, data FROM finding WHERE run = ? ORDER BY name", run.id))

    def add_look(self, run: Run) -> int:
        """Note that a budget of the run is used up, and return how often that has happened.

        A second look at the same blocks is not counted. Raise `BadStore` if the store cannot be used.
        """
        looks = self._ending(run)[2]
        blocks = self.blocks(run)
        if not looks or blocks > looks[-1]:
            looks = [*looks, blocks]
            self.keep(run, "looks", json.dumps(looks))
        return len(looks)

    def ended(self, run: Run) -> tuple[float, int]:
        """Return the margin of a run, and the number of final looks at it, or 0 if its budget is not used up.

        Raise `BadStore` if the file is damaged.
        """
        margin, ended, looks = self._ending(run)
        return margin, max(1, len(looks)) if ended == "budget" else 0

    def _ending(self, run: Run) -> tuple[float, str, list[int]]:
        """Return the margin of a run, its end, and the numbers of blocks at its final looks."""
        result = self.findings(run)
        try:
            margin, ended, looks = (json.loads(result.get(name, usual)) for name, usual in DEFAULT_FINDINGS.items())
        except (ValueError, TypeError, RecursionError):
            margin, ended, looks = None, None, None
        sound = type(margin) in (int, float) and 0 < margin <= 1 and type(looks) is list
        if not sound or not all(type(blocks) is int for blocks in looks):
            raise BadStore(f"{self.path} is damaged (the findings of run {run.id}): move it away, or restore it")
        return float(margin), str(ended), looks
