"""Files in a seat's directory: written once, and read to resume the match or refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.engine.codec import dec, enc
from core.games.registry import GAMES
from net.cli.app import cli
from net.crypto.primitives import Signer
from net.replication.entry_log import FileEntryLog
from net.session import saved_match
from net.session.peer_config import PeerConfig, seat_directory
from net.session.runner import open_seat
from net.session.saved_match import BadSavedMatch, Progress

ROOM, MEETING, IDENTITY = bytes(range(32)), bytes(32), b"i" * 32


def begun(folder: Path) -> tuple[PeerConfig, Path]:
    """Return the configuration and directory of a seat that has started with every setting."""
    game = GAMES["bridgefront"]
    config = PeerConfig(
        game, 3, 2, {"vp_to_win": 6}, None, 4711, [("127.0.0.1", 4712), ("fd00::2", 4713)], None, ROOM, "Ada",
        IDENTITY, folder / "matches", folder / "locks", host="127.0.0.1", persons=(2,), code="K7Q2M9XTR4",
        identities=[bytes([n]) * 32 for n in (1, 2, 3)], meeting=MEETING, bot="random", timer=90,
        colours=(4, 1, 6),
    )  # fmt: skip
    at, entry_log = open_seat(config)
    assert isinstance(entry_log, FileEntryLog) and at.fresh
    entry_log.close()
    home = seat_directory(config, ROOM)
    assert home is not None
    return config, home


def test_a_seat_resumes_from_its_directory(tmp_path: Path) -> None:
    config, home = begun(tmp_path)
    again = replace(saved_match.read(home).make_config(home), locks=config.locks)
    same = ("game", "seats", "seat", "port", "room", "name", "directory", "host", "code", "meeting", "bot", "timer")
    for name in same:
        assert getattr(again, name) == getattr(config, name), name
    assert dict(again.options)["vp_to_win"] == 6 and list(again.peers) == list(config.peers)
    assert (
        list(again.persons) == [2]
        and list(again.colours) == [4, 1, 6]
        and list(again.identities) == list(config.identities)
    )
    at, entry_log = open_seat(again)
    assert isinstance(entry_log, FileEntryLog) and not at.fresh, "an older copy of its feed may be anywhere"
    entry_log.close()
    assert Signer(at.seeds.identity).identity == Signer(IDENTITY).identity
    assert list(saved_match.saved_seats(tmp_path / "matches")) == [home] and not list(
        saved_match.saved_seats(tmp_path / "nowhere")
    )


def test_saved_progress_reads_back_and_a_damaged_or_missing_file_is_unknown(tmp_path: Path) -> None:
    far = Progress(("Ada", "Ilse"), 7, "round 1: action, step 2", False)
    saved_match.write_progress(tmp_path, far)
    assert saved_match.read_progress(tmp_path) == far
    (tmp_path / saved_match.PROGRESS).write_bytes(b"\x93\x01")
    assert saved_match.read_progress(tmp_path) is None and saved_match.read_progress(tmp_path / "nowhere") is None
    saved_match.write_progress(tmp_path / "nowhere", far)


@pytest.mark.parametrize("host", ["a\0b", "\u2488com", "\x1b[2J"])
def test_a_saved_match_with_a_hostile_host_is_refused(tmp_path: Path, host: str) -> None:
    """A host name with a null character once ended `tether resume` with a traceback."""
    _, home = begun(tmp_path)
    said = dec((home / saved_match.MATCH).read_bytes())
    assert type(said) is list
    said[1 + saved_match.SavedMatch._fields.index("host")] = host
    (home / saved_match.MATCH).write_bytes(enc(said))
    with pytest.raises(BadSavedMatch, match="damaged"):
        saved_match.read(home)


def test_a_renamed_or_empty_match_directory_is_refused(tmp_path: Path) -> None:
    _, home = begun(tmp_path)
    moved = home.rename(home.with_name("friday"))
    with pytest.raises(BadSavedMatch, match="renamed"):
        saved_match.read(moved).make_config(moved)
    with pytest.raises(BadSavedMatch, match="cannot be read"):
        saved_match.read(tmp_path)
    with pytest.raises(BadSavedMatch, match="no match that has begun"):
        saved_match.record_of(moved)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.data())
def test_an_altered_saved_match_is_refused_with_a_message(tmp_path: Path, data: st.DataObject) -> None:
    if not (tmp_path / "matches").exists():
        begun(tmp_path)
    (home,) = saved_match.saved_seats(tmp_path / "matches")
    right = (home / saved_match.MATCH).read_bytes()
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(right) - 1))
        wrong = right[:at] + data.draw(st.binary(max_size=3)) + right[at + data.draw(st.integers(0, 3)) :]
    else:
        wrong = data.draw(st.binary(max_size=60))
    other = tmp_path / "other"
    other.mkdir(exist_ok=True)
    (other / saved_match.MATCH).write_bytes(wrong)
    try:
        assert isinstance(saved_match.read(other), saved_match.SavedMatch)
    except BadSavedMatch as bad:
        assert "damaged" in str(bad) or "newer Tether" in str(bad)


@pytest.mark.parametrize("words", [["resume", "here"], ["resume", "here/bad-1"]])
def test_a_failed_resume_is_explained_in_one_line(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bad-1", "bad-2"):
        Path("here", name).mkdir(parents=True)
        Path("here", name, saved_match.MATCH).write_bytes(b"no")
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 2 and ("contains 2 saved matches" in result.output or "is damaged" in result.output)
