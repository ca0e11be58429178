"""What a seat's directory says of its match: written once, read by whoever takes the match up again, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.games import GAMES
from net import kept
from net.cli.app import cli
from net.crypto import Signer
from net.kept import BadKept, Progress
from net.match import PeerConfig, open_seat, seat_home
from net.store import FileStore

ROOM, MEETING, IDENTITY = bytes(range(32)), bytes(32), b"i" * 32


def begun(folder: Path) -> tuple[PeerConfig, Path]:
    """A seat that has sat down with everything that can be set."""
    game = GAMES["bridgefront"]
    config = PeerConfig(
        game, 3, 2, {"vp_to_win": 6}, None, 4711, [("127.0.0.1", 4712), ("fd00::2", 4713)], None, ROOM, "Ada",
        IDENTITY, folder / "matches", folder / "locks", host="127.0.0.1", persons=(2,), code="K7Q2M9XTR4",
        identities=[bytes([n]) * 32 for n in (1, 2, 3)], meeting=MEETING, bot="random", timer=90,
        colours=(4, 1, 6),
    )  # fmt: skip
    at, store = open_seat(config)
    assert isinstance(store, FileStore) and at.fresh
    store.close()
    home = seat_home(config, ROOM)
    assert home is not None
    return config, home


def test_a_seat_sits_down_again_from_its_directory_alone(tmp_path: Path) -> None:
    config, home = begun(tmp_path)
    again = kept.read(home).config(home, locks=config.locks)
    same = ("game", "seats", "seat", "port", "room", "name", "directory", "host", "code", "meeting", "bot", "timer")
    for name in same:
        assert getattr(again, name) == getattr(config, name), name
    assert dict(again.options)["vp_to_win"] == 6 and list(again.peers) == list(config.peers)
    assert (
        list(again.persons) == [2]
        and list(again.colours) == [4, 1, 6]
        and list(again.identities) == list(config.identities)
    )
    at, store = open_seat(again)
    assert isinstance(store, FileStore) and not at.fresh, "an older copy of its feed may be anywhere"
    store.close()
    assert Signer(at.seeds.identity).identity == Signer(IDENTITY).identity
    assert list(kept.homes(tmp_path / "matches")) == [home] and not list(kept.homes(tmp_path / "nowhere"))


def test_how_far_a_match_is_can_be_read_or_is_not_known(tmp_path: Path) -> None:
    far = Progress(("Ada", "Ilse"), 7, "round 1: action, step 2", False)
    kept.note(tmp_path, far)
    assert kept.progress(tmp_path) == far
    (tmp_path / kept.PROGRESS).write_bytes(b"\x93\x01")
    assert kept.progress(tmp_path) is None and kept.progress(tmp_path / "nowhere") is None
    kept.note(tmp_path / "nowhere", far)


def test_a_directory_that_was_renamed_or_holds_nothing_is_refused(tmp_path: Path) -> None:
    _, home = begun(tmp_path)
    moved = home.rename(home.with_name("friday"))
    with pytest.raises(BadKept, match="renamed"):
        kept.read(moved).config(moved)
    with pytest.raises(BadKept, match="cannot be read"):
        kept.read(tmp_path)
    with pytest.raises(BadKept, match="no match that has begun"):
        kept.record_of(moved)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_other_bytes_are_refused_in_words(tmp_path: Path, data: st.DataObject) -> None:
    if not (tmp_path / "matches").exists():
        begun(tmp_path)
    (home,) = kept.homes(tmp_path / "matches")
    right = (home / kept.MATCH).read_bytes()
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(right) - 1))
        wrong = right[:at] + data.draw(st.binary(max_size=3)) + right[at + data.draw(st.integers(0, 3)) :]
    else:
        wrong = data.draw(st.binary(max_size=60))
    other = tmp_path / "other"
    other.mkdir(exist_ok=True)
    (other / kept.MATCH).write_bytes(wrong)
    try:
        assert isinstance(kept.read(other), kept.KeptMatch)
    except BadKept as bad:
        assert "damaged" in str(bad)


@pytest.mark.parametrize("words", [["resume", "here"], ["resume", "here/bad-1"]])
def test_what_cannot_be_resumed_is_one_clear_line(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bad-1", "bad-2"):
        Path("here", name).mkdir(parents=True)
        Path("here", name, kept.MATCH).write_bytes(b"no")
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 2 and ("holds 2 matches" in result.output or "is damaged" in result.output)
