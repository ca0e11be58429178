"""Runs that are stopped, killed and resumed, which always give the same rows."""

from __future__ import annotations

import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from lab.run import store as stores
from lab.run.budget import BadBudget, Budget, read_budget
from lab.run.design import Arm, Design
from lab.run.executor import Chunk, PlayedChunk, Serial
from lab.run.metrics import Columns
from lab.run.replay import NoSuchMatch, replay_match
from lab.run.run import load_columns, play_run
from lab.run.simulation import compress_detail, play_block, read_detail
from lab.run.store import FILE, BadStore, Store
from tests.support.lab.toys import DESIGN, toy_chunk, toy_match

ROOT = Path(__file__).parents[2]


def rows(home: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(home / FILE)) as db:
        return list(db.iterdump())


def played(home: Path, matches: int, known: int = 0) -> str:
    """Play a run of `matches` matches and return why it ended.

    With `known`, the run ends once that many blocks are known.
    """

    def is_known(columns: Sequence[Columns]) -> bool:
        return bool(known) and len(columns[0]) >= known

    with Store(home) as store:
        return play_run(store, Serial(), DESIGN, Budget(matches), is_known, play=toy_chunk).ended


def test_a_continued_run_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    assert played(tmp_path / "whole", 60) == "budget"

    def interrupted(text: str, chunk: Chunk) -> PlayedChunk:
        if 12 in chunk:
            raise KeyboardInterrupt
        return toy_chunk(text, chunk)

    with Store(tmp_path / "parts") as store:
        ran = play_run(store, Serial(), DESIGN, Budget(60), play=interrupted)
        assert (ran.ended, ran.final) == ("stopped", False) and 0 < ran.blocks <= 12
    assert played(tmp_path / "parts", 60) == "budget"
    assert rows(tmp_path / "whole") == rows(tmp_path / "parts")
    with Store(tmp_path / "whole") as store:
        [run] = store.runs()
        assert len(load_columns(store, run)[0]) == 30 == store.blocks(run)


def test_a_run_stops_at_the_same_block_after_interruptions(tmp_path: Path) -> None:
    assert played(tmp_path / "a", 200, known=30) == "known"
    assert played(tmp_path / "b", 40, known=30) == "budget"
    assert played(tmp_path / "b", 200, known=30) == "known"
    assert rows(tmp_path / "a") == rows(tmp_path / "b")
    assert played(tmp_path / "a", 400, known=30) == "known", "what is known is not played for again"


def test_a_run_killed_at_any_moment_continues_to_the_same_rows(tmp_path: Path) -> None:
    """A process that is killed repeatedly has stored whole blocks only, and resumes to the same rows."""
    assert played(tmp_path / "whole", 60) == "budget"
    for last in (2, 11, 17):
        said = f"from tests.support.lab.toys import killed; killed({str(tmp_path / 'parts')!r}, {last})"
        assert subprocess.run([sys.executable, "-c", said], cwd=ROOT, check=False).returncode == -signal.SIGKILL
        with Store(tmp_path / "parts") as store:
            [run] = store.runs()
            assert store.blocks(run) == last + 1
    assert played(tmp_path / "parts", 60) == "budget"
    assert rows(tmp_path / "whole") == rows(tmp_path / "parts")


def test_the_budget_of_a_run_can_be_a_time(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert play_run(store, Serial(), DESIGN, Budget(seconds=1e-9), play=toy_chunk).blocks == 1


@pytest.mark.parametrize("text", ["", "0", "-3", "many", "5 weeks", "9" * 12, "1.5h"])
def test_a_run_without_a_budget_is_refused(text: str) -> None:
    with pytest.raises(BadBudget, match="budget"):
        read_budget(text)


# The store ------------------------------------------------------------------------------------------------------------


def test_a_store_for_other_rules_is_created_beside_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path, 20)
    monkeypatch.setattr(stores, "rules_of", lambda _: "others")
    with Store(tmp_path) as store:
        [old] = store.runs()
        assert not old.by_these_rules
        new = store.run(DESIGN)
        assert new.id != old.id and store.blocks(new) == 0 and store.blocks(old) == 10


def test_a_truncated_store_is_reported(tmp_path: Path) -> None:
    played(tmp_path, 400)
    data = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(data[: len(data) // 2])
    with pytest.raises(BadStore, match=r"malformed|damaged"):
        Store(tmp_path)
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(BadStore, match="not a database"):
        Store(tmp_path)


def test_an_unreadable_match_is_named(tmp_path: Path) -> None:
    played(tmp_path, 4)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE match SET detail = substr(detail, 1, 20) WHERE block = 1 AND rotation = 0")
    with Store(tmp_path) as store, pytest.raises(BadStore, match=r"match 1\.1\.0\.0 cannot be read"):
        load_columns(store, store.runs()[0])


def test_an_empty_store_can_be_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"")
    assert played(tmp_path, 4) == "budget"


def test_a_full_disk_loses_only_the_block_that_does_not_fit(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store._db.execute(f"PRAGMA max_page_count={store._db.execute('PRAGMA page_count').fetchone()[0] + 2}")
        with pytest.raises(BadStore, match="full; all before it is kept"):
            play_run(store, Serial(), DESIGN, Budget(2000), play=toy_chunk)
        [run] = store.runs()
        kept = store.blocks(run)
        assert kept > 3 and len(load_columns(store, run)[0]) == kept
    assert played(tmp_path, 60) == "budget"


def test_a_block_out_of_order_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path) as store, pytest.raises(BadStore, match="not the next"):
        store.add(store.run(DESIGN), 5, [toy_match(5, 0, 0, 1)])


def test_a_store_of_another_version_or_no_store_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="nothing was played"):
        Store(tmp_path, write=False)
    played(tmp_path, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(BadStore, match="newer Tether"):
        Store(tmp_path)


def edited(home: Path, *questions: str) -> None:
    """Return a store whose file was changed."""
    played(home, 2)
    with contextlib.closing(sqlite3.connect(home / FILE)) as db, db:
        for question in questions:
            db.execute(question)


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"


@pytest.mark.parametrize(
    "changes",
    [
        ("DROP TABLE match", f"CREATE VIEW match AS {ENDLESS} 1 AS run, i AS block FROM n"),
        ("DROP TABLE run", f"CREATE VIEW run AS {ENDLESS} i AS id, '' AS design, '' AS rules, '' AS version FROM n"),
        (f"CREATE TRIGGER more AFTER INSERT ON block BEGIN INSERT INTO finding {ENDLESS} i, 'a', 'b' FROM n; END",),
        ("ALTER TABLE block ADD COLUMN more INTEGER GENERATED ALWAYS AS (run + 1)",),
        ("DROP TABLE finding",),
    ],
)
@pytest.mark.parametrize("write", [False, True])
def test_a_store_with_other_tables_is_refused(tmp_path: Path, changes: tuple[str, ...], write: bool) -> None:
    """Before, a view named `match` that counts up never ended."""
    edited(tmp_path, *changes)
    with pytest.raises(BadStore, match="has other tables than the lab makes"):
        Store(tmp_path, write)


def test_details_that_unpack_to_too_much_are_refused(tmp_path: Path) -> None:
    """Before, 8 MB in the file became 8 GB in memory."""
    played(tmp_path, 2)
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(200)) + packer.flush()
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE match SET detail = ? WHERE rotation = 0", (bomb,))
    tracemalloc.start()
    with Store(tmp_path, write=False) as store, pytest.raises(BadStore, match=r"match 1\.0\.0\.0 cannot be read"):
        load_columns(store, store.runs()[0])
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("detail", [b"[" * 100_000, b"[]", b"{}", b'{"seats": 1, "leaders": 1, "places": 1}', b"\xff"])
def test_malformed_details_are_refused(detail: bytes) -> None:
    with pytest.raises(ValueError):
        read_detail(zlib.compress(detail))
    with pytest.raises(ValueError):
        read_detail(zlib.compress(b'{"seats": [], "leaders": [], "places": {}}')[:-3])


def hostile_arm(**fields: object) -> str:
    """Return the design of the toy runs with other values in its first arm, as text."""
    data = json.loads(DESIGN.text())
    data["arms"][0] |= fields
    return json.dumps(data)


HOSTILE_DESIGNS = [
    "[" * 90_000,
    '{"purpose": "play", "seed": "x", "arms": []}',
    json.dumps({**json.loads(DESIGN.text()), "seed": 5}),
    json.dumps({**json.loads(DESIGN.text()), "arms": json.loads(DESIGN.text())["arms"] * 1001}),
    hostile_arm(options=[1]),
    hostile_arm(options={"warden": {}}),
    hostile_arm(seats=10**9),
    hostile_arm(seats="2"),
    hostile_arm(seats=-1),
    hostile_arm(bots=[]),
    hostile_arm(bots=[5]),
    hostile_arm(changes=[5]),
    hostile_arm(bans=10**9),
    hostile_arm(turned="x"),
]


@pytest.mark.parametrize("text", HOSTILE_DESIGNS, ids=range(len(HOSTILE_DESIGNS)))
def test_a_store_with_a_hostile_design_is_refused(tmp_path: Path, text: str) -> None:
    """Before, a design with a thousand million seats filled the memory, and other values ended in a traceback."""
    played(tmp_path, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE run SET design = ?", (text,))
    with Store(tmp_path, write=False) as store, pytest.raises(BadStore, match="no runs that can be read"):
        store.runs()


def hostile_detail(**fields: object) -> bytes:
    """Return the stored details of a toy match with other values."""
    return compress_detail(read_detail(toy_match(0, 0, 0, 1).detail) | fields)


SEAT = read_detail(toy_match(0, 0, 0, 1).detail)["seats"][0]
SEATS = DESIGN.arms[0].seats
HOSTILE_VALUES: list[tuple[str, object]] = [
    ("rounds", "abc"),
    ("rounds", 10**18),
    ("rounds", 1.5),
    ("steps", b"x"),
    ("arm", 7),
    ("rotation", "x"),
    ("rotation", 99),
    ("winners", "9" * 5000),
    ("winners", "1,1"),
    ("winners", "99"),
    ("winners", b"1"),
    ("detail", "text"),
    ("detail", hostile_detail(seats=[])),
    ("detail", hostile_detail(seats=[5] * SEATS)),
    ("detail", hostile_detail(seats=[{**SEAT, "counts": {"gold": "x"}}] * SEATS)),
    ("detail", hostile_detail(seats=[{**SEAT, "sources": None}] * SEATS)),
    ("detail", hostile_detail(seats=[{**SEAT, "cards": {"Docks": 5}}] * SEATS)),
    ("detail", hostile_detail(seats=[{**SEAT, "faction": []}] * SEATS)),
    ("detail", hostile_detail(leaders=[[99]])),
    ("detail", hostile_detail(leaders=5)),
    ("detail", hostile_detail(places={"x": 1})),
    ("detail", hostile_detail(places={"1": 10**30})),
    ("detail", hostile_detail(places={"1": float("nan")})),
]


@pytest.mark.parametrize(("column", "value"), HOSTILE_VALUES, ids=range(len(HOSTILE_VALUES)))
def test_a_store_with_a_hostile_value_of_a_match_is_refused(tmp_path: Path, column: str, value: object) -> None:
    """Before, values of another type or size ended in a traceback, or filled the memory (10^18 rounds)."""
    played(tmp_path, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute(f"UPDATE match SET {column} = ? WHERE rotation = 0", (value,))
    with Store(tmp_path, write=False) as store, pytest.raises(BadStore, match="is damaged"):
        load_columns(store, store.runs()[0])


def test_a_block_that_lacks_a_match_is_refused(tmp_path: Path) -> None:
    played(tmp_path, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("DELETE FROM match WHERE rotation = 0")
    with Store(tmp_path, write=False) as store, pytest.raises(BadStore, match="lacks matches"):
        load_columns(store, store.runs()[0])


@pytest.mark.parametrize("margin", ['"x"', "[1]", "nan", "NaN", "[" * 90_000, "-5", "null", b"x"])
def test_a_store_with_a_hostile_finding_is_refused(tmp_path: Path, margin: str | bytes) -> None:
    played(tmp_path, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("INSERT OR REPLACE INTO finding VALUES (1, 'margin', ?)", (margin,))
    with Store(tmp_path, write=False) as store, pytest.raises(BadStore, match="the findings of run 1"):
        store.ended(store.runs()[0])


def test_a_store_counts_the_ends_of_budgets_with_new_blocks(tmp_path: Path) -> None:
    played(tmp_path, 4)
    with Store(tmp_path) as store:
        run = store.runs()[0]
        assert store.ended(run)[1] == 0 and store.add_look(run) == store.add_look(run) == 1
        store.keep(run, "ended", '"budget"')
        assert store.ended(run)[1] == 1
    played(tmp_path, 8)
    with Store(tmp_path) as store:
        run = store.runs()[0]
        assert store.add_look(run) == 2 and store.ended(run)[1] == 2
        store.keep(run, "looks", '["x"]')
        with pytest.raises(BadStore, match="the findings of run 1"):
            store.ended(run)


@pytest.mark.parametrize("fields", [{"bots": ["nobody"]}, {"changes": ["x"]}, {"options": {"warden": "nope"}}])
def test_a_match_that_cannot_be_played_again_is_named(tmp_path: Path, fields: dict[str, object]) -> None:
    played(tmp_path, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE run SET design = ?", (hostile_arm(**fields),))
    with Store(tmp_path, write=False) as store, pytest.raises(NoSuchMatch, match="cannot be played again"):
        replay_match(store, "1.0.0.0")


def test_reading_a_store_does_not_write_to_it(tmp_path: Path) -> None:
    played(tmp_path, 2)
    with Store(tmp_path, write=False) as store, pytest.raises(BadStore, match="readonly"):
        store.keep(store.runs()[0], "name", "{}")


def test_a_query_that_takes_too_long_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path, 2)
    monkeypatch.setattr(stores, "MAX_QUERY_STEPS", 3_000_000)
    with Store(tmp_path, write=False) as store, pytest.raises(BadStore, match="interrupted"):
        list(store._read(f"{ENDLESS} i FROM n"))


# Designs and blocks ---------------------------------------------------------------------------------------------------


def test_a_block_plays_one_seed_with_all_rotations_in_each_arm() -> None:
    arm = Arm("usual", "outposts", 2, bots=("random",))
    matches = play_block(Design("play", (arm, arm._replace(options=(("brisk", "on"),))), "toy"), 0)
    assert [(match.arm, match.rotation) for match in matches] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert arm.rotations == 2 and Arm("usual", "cabinet", 3).rotations == 1
    assert Arm("usual", "midnight", 4).rotations == 1, "nations are names: rotations would be the same match again"
    assert Arm("usual", "cabinet", 3, bots=("heuristic", "random")).rotations == 3
