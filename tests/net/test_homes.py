"""Folders of another player of the same user."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.system import paths


def test_another_home_holds_everything_but_the_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = paths.state()
    monkeypatch.setenv(paths.VARIABLE, str(tmp_path / "second"))
    home = tmp_path / "second"
    assert (paths.data(), paths.settings(), paths.cache()) == (home, home / "settings", home / "cache")
    assert paths.state() == before, "one key must not play twice on a computer"


def test_a_home_in_the_present_folder_is_an_absolute_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(paths.VARIABLE, "second")
    assert paths.data() == tmp_path / "second"


def test_an_empty_home_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = paths.data()
    monkeypatch.setenv(paths.VARIABLE, "")
    assert paths.data() == usual
