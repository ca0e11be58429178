"""A second verifier in JavaScript, written from docs/internals/protocol.md without a look at the code.

It accepts the records that Tether accepts, and names the same seat and the same breach for spoiled ones.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from net.records.record import pack
from net.session.runner import match_record
from tests.net.seat.test_flooding_seats import CHEAT as FLOODING
from tests.net.seat.test_flooding_seats import flooded_for_real
from tests.support.tiers import LONG
from tests.support.verifier_records import BY_SEAT_2, GOOD_ONES, Finding, found, spoiled

PROGRAM = Path(__file__).parent / "second_verifier" / "verify.js"
NODE = shutil.which("node")
ALL_OF_THEM = 60
"""Minimum number of spoiled records, each with another breach."""
SLOW = ("pot-6-lost", "magpies-4-lost", "bridgefront-3-lost", "common_purse-3", "tricks-4")
"""Records, similar to others, that only a long run checks, as it does all but one of the false passes."""

pytestmark = [pytest.mark.needs("node"), pytest.mark.waits]


def told(folder: Path) -> dict[str, dict]:
    """Return the verdicts of the second verifier on the records in a folder, by name."""
    assert NODE is not None
    files = sorted(map(str, folder.glob("*.tether")))
    done = subprocess.run([NODE, str(PROGRAM), *files], capture_output=True, text=True, timeout=300)
    assert done.stderr == "" and done.returncode in (0, 1), done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {Path(line["file"]).stem: line for line in lines}


def test_the_second_verifier_accepts_the_records_of_all_games(tmp_path: Path) -> None:
    """A record that is replayed completely must come to the same last step."""
    names = [name for name in GOOD_ONES if LONG or name not in SLOW]
    for name in names:
        data = GOOD_ONES[name]()
        assert found(data).holds, name
        (tmp_path / f"{name}.tether").write_bytes(data)
    said = told(tmp_path)
    assert [name for name in names if not said[name]["ok"]] == []
    replayed = {name for name in names if said[name]["replayed"]}
    assert replayed == {name for name in names if name.partition("-")[0] in ("pot", "tricks")}


def test_the_second_verifier_names_the_same_seat_and_fault(tmp_path: Path) -> None:
    wanted: dict[str, Finding] = {}
    for name, data in spoiled():
        if LONG or not name.startswith("deck-") or name == "deck-CopiesAnother":
            (tmp_path / f"{name}.tether").write_bytes(data)
            wanted[name] = found(data)
    assert len(wanted) >= ALL_OF_THEM and len(BY_SEAT_2) >= 30
    assert {one.kind for one in wanted.values()} >= {
        "form",
        "vote",
        "seal",
        "slot",
        "copy",
        "fork",
        "digest",
        "decision",
    }
    said = told(tmp_path)
    for name, one in wanted.items():
        line = said[name]
        if one.holds:  # it is told beside the end of the match
            assert line["ok"] and [tuple(pair) for pair in line["accused"]] == list(one.accused), name
        else:
            named = (line["seat"], line["rule"]) if one.seat else (line["seat"], "")
            assert not line["ok"] and named == (one.seat, one.kind), (name, line)


@pytest.mark.parametrize("votes", [1000, 230] if LONG else [1000])
def test_the_second_verifier_limits_the_bytes_of_a_step_and_a_feed(tmp_path: Path, votes: int) -> None:
    """1,000 votes have too many bytes for one step; 230 have not, but in five steps they have too many for the feed."""
    data = pack(match_record(flooded_for_real(votes).drivers[1]))
    wanted = found(data)
    assert wanted.holds and wanted.accused == ((FLOODING, "form"),)
    (tmp_path / "flood.tether").write_bytes(data)
    (line,) = told(tmp_path).values()
    assert line["ok"] and [tuple(pair) for pair in line["accused"]] == [*wanted.accused]


def test_the_second_verifier_refuses_arbitrary_bytes_with_a_message(tmp_path: Path) -> None:
    for number, data in enumerate((b"", b"\xff" * 5000, b"TETHER match 1\n", b"TETHER match 1\n" + bytes(4000))):
        (tmp_path / f"{number}.tether").write_bytes(data)
    assert {line["ok"] for line in told(tmp_path).values()} == {False}
    assert NODE is not None
    nothing = subprocess.run([NODE, str(PROGRAM)], capture_output=True, text=True, timeout=60)
    assert nothing.returncode == 2 and "at " not in nothing.stderr


def test_the_second_verifier_is_short_and_imports_nothing_of_tether() -> None:
    """It has fewer than 1,600 lines, and imports only its own modules and those of Node."""
    files = sorted(PROGRAM.parent.glob("*.js"))
    texts = [path.read_text("utf-8") for path in files]
    assert sum(text.count("\n") for text in texts) < 1600
    for text in texts:
        assert all(source.startswith(("./", "node:")) for source in re.findall(r'\bfrom "([^"]+)"', text))
        assert "import(" not in text and "require(" not in text
