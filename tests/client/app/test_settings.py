"""The settings file: any content leads to valid settings and a message about the errors."""

from __future__ import annotations

import json
import os
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.app import settings as kept
from client.app.settings import Settings, faulty_copy_path, from_plain_data, load, save, to_plain_data
from client.ui.scale import AUTOMATIC
from net.match.genesis import is_name

LETTERS = st.characters(categories=("L", "Nd", "P"))
NAMES = st.text(LETTERS, max_size=kept.NAME_LENGTH).filter(lambda name: not name or is_name(name))
WORDS = st.text(LETTERS, min_size=1, max_size=20)
VOLUMES = st.floats(0, 1)
VALID = st.builds(
    Settings,
    name=NAMES,
    scale=st.just(AUTOMATIC) | st.floats(0.8, 2.0),
    text_scale=st.floats(kept.SMALLEST_TEXTS, kept.LARGEST_TEXTS),
    palette=st.sampled_from(list(kept.SEAT_PALETTES)),
    reduced_motion=st.booleans(),
    speed=st.sampled_from(kept.SPEEDS),
    effects=st.sampled_from(kept.EFFECTS),
    master=VOLUMES,
    effects_volume=VOLUMES,
    interface_volume=VOLUMES,
    ambience_volume=VOLUMES,
    music_volume=VOLUMES,
    announcer=st.booleans(),
    fullscreen=st.booleans(),
    width=st.integers(640, 16384),
    height=st.integers(360, 16384),
    keys=st.dictionaries(WORDS, st.lists(WORDS, max_size=8).map(tuple), max_size=5),
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


def read(path: Path) -> tuple[Settings, list[str]]:
    said: list[str] = []
    return load(path, said.append), said


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings") / "client.json"


def test_settings_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().name = "Ada"  # type: ignore[misc]


def test_the_default_settings_are_valid() -> None:
    assert from_plain_data(to_plain_data(Settings())) == (Settings(), [])


def test_every_setting_has_a_rule_that_checks_it() -> None:
    assert all("rule" in spec.metadata for spec in fields(Settings))


@given(VALID)
def test_stored_settings_are_read_again(file: Path, settings: Settings) -> None:
    assert save(settings, file) == ""
    assert read(file) == (settings, [])


@given(VALID)
def test_valid_settings_are_unchanged_by_the_check(settings: Settings) -> None:
    assert settings.with_valid_values() == settings


@given(st.dictionaries(st.sampled_from([spec.name for spec in fields(Settings)]) | st.text(), ANYTHING))
def test_a_settings_file_with_any_values_gives_valid_settings(data: dict[str, object]) -> None:
    settings, wrong = from_plain_data(data)
    assert from_plain_data(to_plain_data(settings)) == (settings, [])
    assert all("\n" not in line and len(line) < 400 for line in wrong)
    assert len(wrong) <= len(data)


@given(st.binary(max_size=200) | ANYTHING.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")))
def test_the_program_starts_with_any_bytes_in_the_settings_file(file: Path, raw: bytes) -> None:
    file.write_bytes(raw)
    settings, _ = read(file)
    assert settings.with_valid_values() == settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scale", 9),
        ("scale", "1.5"),
        ("scale", float("nan")),
        ("scale", True),
        ("scale", False),
        ("text_scale", 10**400),
        ("palette", "mud"),
        ("palette", []),
        ("speed", 3),
        ("speed", True),
        ("effects", None),
        ("master", -0.1),
        ("width", 1280.5),
        ("width", 10),
        ("fullscreen", 1),
        ("name", "a\nb"),
        ("name", "1 + 1"),
        ("name", "Ada  L."),
        ("name", "a" * 21),
        ("name", {"a": 1}),
        ("keys", [1]),
        ("keys", {"march": "X"}),
        ("keys", {"march": [1]}),
        ("keys", {"march": ["X"] * 9}),
        ("keys", {"": ["X"]}),
        ("keys", {str(i): ["X"] for i in range(201)}),
    ],
)
def test_an_invalid_value_falls_back_to_the_default_and_is_reported(tmp_path: Path, name: str, value: object) -> None:
    file = tmp_path / "client.json"
    text = json.dumps({"reduced_motion": True, name: value})
    file.write_text(text)
    settings, said = read(file)
    assert settings == Settings(reduced_motion=True)
    assert len(said) == 2 and f"{name} must be" in said[0] and "saved as" in said[1]
    assert faulty_copy_path(file).read_text() == file.read_text() == text


def test_an_integer_is_a_valid_scale() -> None:
    assert from_plain_data({"scale": 2, "speed": 4}) == (Settings(scale=2.0, speed=4.0), [])


@pytest.mark.parametrize(("former", "now"), [(1.0, AUTOMATIC), (1.3, 1.3), (2, 2.0)])
def test_only_a_scale_that_the_player_chose_is_taken_from_an_older_file(former: float, now: float) -> None:
    assert from_plain_data({"ui_scale": former, "speed": 4}) == (Settings(scale=now, speed=4.0), [])
    assert from_plain_data({"ui_scale": former, "scale": 0.9}) == (Settings(scale=0.9), [])


def test_unknown_settings_are_reported_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "client.json"
    file.write_text(json.dumps({"name": "Ada", **{f"new {i}": i for i in range(9)}}))
    settings, said = read(file)
    assert settings == Settings(name="Ada")
    assert len(said) == 2 and "and 6 more" in said[0]


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 60000, "not JSON"),
        (b"[1, 2]", "no settings"),
        (b'"name"', "no settings"),
        (b'{"name": "' + b"a" * kept.MAX_FILE_BYTES + b'"}', "larger than 64 kB"),
        (b'{"width": ' + b"9" * 5000 + b"}", "not JSON"),
    ],
)
def test_an_unreadable_settings_file_is_moved_aside_and_reported(tmp_path: Path, raw: bytes, why: str) -> None:
    file = tmp_path / "client.json"
    file.write_bytes(raw)
    settings, said = read(file)
    assert settings == Settings()
    assert len(said) == 2 and why in said[0]
    assert not file.exists() and faulty_copy_path(file).read_bytes() == raw
    assert read(file) == (Settings(), [])


def test_a_missing_settings_file_is_not_reported(tmp_path: Path) -> None:
    assert read(tmp_path / "none" / "client.json") == (Settings(), [])


def test_a_pipe_in_place_of_the_settings_does_not_block(tmp_path: Path) -> None:
    file = tmp_path / "client.json"
    os.mkfifo(file)
    settings, said = read(file)
    assert settings == Settings() and "not a file" in said[0]


def test_a_failed_write_keeps_the_old_settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "client.json"
    save(Settings(name="Ada"), file)

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in save(replace(Settings(), name="Bob"), file)
    assert read(file) == (Settings(name="Ada"), [])
    assert [entry.name for entry in tmp_path.iterdir()] == ["client.json"]


def test_an_impossible_settings_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "could not be saved" in save(Settings(), tmp_path / "file" / "client.json")


def test_settings_are_stored_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert kept.path().name == "client.json" and kept.path().parent.name == "tether"
