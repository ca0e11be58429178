"""Home folders for a second player of the same user."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.system import paths


def test_another_home_folder_contains_all_files_except_the_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = paths.state_folder()
    monkeypatch.setenv(paths.VARIABLE, str(tmp_path / "second"))
    home = tmp_path / "second"
    assert (paths.data_folder(), paths.settings_folder(), paths.cache_folder()) == (
        home,
        home / "settings",
        home / "cache",
    )
    assert paths.state_folder() == before, "one key must not play twice on a computer"


def test_a_relative_home_folder_becomes_an_absolute_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(paths.VARIABLE, "second")
    assert paths.data_folder() == tmp_path / "second"


def test_an_empty_home_variable_leaves_the_usual_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = paths.data_folder()
    monkeypatch.setenv(paths.VARIABLE, "")
    assert paths.data_folder() == usual
