"""Preparation of files for other systems, and the packaged program."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from lobby.cli.commands import run
from lobby.hand_out import preparation
from lobby.hand_out.preparation import packaged_program, prepare, prepared_systems, prepared_wheels, read_lock
from lobby.hand_out.systems import parse_system, this_system
from lobby.hand_out.wheels import Library, NothingToHandOut, pack_wheels
from net.system import paths
from tests.lobby.hand_out.test_wheels import FILES, KEPT

WINDOWS = parse_system("windows-py312")
TAG = {"toy-1.2.dist-info/WHEEL": b"Wheel-Version: 1.0\nTag: cp312-cp312-win_amd64\n"}
TOY = Library("toy", "1.2", {name: FILES[name] for name in KEPT} | TAG)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder from which pip takes wheels instead of a network: one for Windows, and a larger one."""
    monkeypatch.setenv("TETHER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "shelf"))
    (tmp_path / "shelf").mkdir()
    (wheel,) = pack_wheels([TOY])
    (tmp_path / "shelf" / wheel.name).write_bytes(wheel.data)
    return tmp_path / "shelf"


def lock(shelf: Path) -> str:
    (path,) = shelf.glob("toy-*.whl")
    return f"toy==1.2 \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def test_a_system_is_prepared_with_the_files_named_in_the_lock(shelf: Path) -> None:
    assert prepared_wheels() == ([], []) and prepare(WINDOWS, lock(shelf)) > 0
    ((system, (wheel,)),), damaged = prepared_wheels()
    assert (system, wheel.requirement, damaged) == (WINDOWS, "toy==1.2", [])
    assert prepared_systems() == [WINDOWS] and wheel == pack_wheels([TOY])[0]
    prepare(WINDOWS, lock(shelf))
    assert [path.name for path in (paths.cache_folder() / "hand-out").iterdir()] == [WINDOWS.word]


def test_a_file_other_than_the_one_named_in_the_lock_is_refused(shelf: Path) -> None:
    listed = lock(shelf)
    (path,) = shelf.glob("toy-*.whl")
    (other,) = pack_wheels([TOY._replace(files={**TOY.files, "toy/words.py": b"HELLO = 'other'\n"})])
    path.write_bytes(other.data)
    with pytest.raises(NothingToHandOut, match=r"cannot be fetched:\n(.*\n)*.*sha256"):
        prepare(WINDOWS, listed)
    assert prepared_systems() == []


def test_a_wheel_for_another_system_is_not_used(shelf: Path) -> None:
    with pytest.raises(NothingToHandOut, match=r"libraries for macOS arm64, Python 3\.12 cannot be fetched"):
        prepare(parse_system("macos-py312"), lock(shelf))


def test_a_system_with_damaged_files_is_left_out_with_an_explanation(shelf: Path) -> None:
    prepare(WINDOWS, lock(shelf))
    next((paths.cache_folder() / "hand-out" / WINDOWS.word).glob("*.whl")).unlink()
    assert prepared_wheels()[0] == [] and "are damaged, so that system is left out" in prepared_wheels()[1][0]
    (paths.cache_folder() / "hand-out" / WINDOWS.word / "list.json").write_text("[1, 2]")
    assert len(prepared_wheels()[1]) == 1


def test_without_the_lock_no_system_is_prepared(tmp_path: Path) -> None:
    with pytest.raises(NothingToHandOut, match="only from Tether's folder"):
        read_lock(tmp_path)


# The packaged program -------------------------------------------------------------------------------------------------

RULES = {"core/__init__.py": b"", "core/engine/a.py": b"a = 1\n"}
TETHER = Library("tether", "0.1.0", {**RULES, "net/version.py": b"", "core/games/x/bot/fitted.json": b"{}"})


def packaged(folder: Path, rules: dict[str, bytes], name: str = "tether.tar.xz") -> None:
    """Write an archive with these rules, as the script for packaging does."""
    folder.mkdir(exist_ok=True)
    contents = {f"tether/_internal/{path}": content for path, content in rules.items()} | {"tether/tether": b"\x7fELF"}
    if name.endswith(".zip"):
        with zipfile.ZipFile(folder / name, "w") as packed:
            for path, content in contents.items():
                packed.writestr(path, content)
        return
    with tarfile.open(folder / name, "w:xz") as tar:
        for path, content in contents.items():
            info = tarfile.TarInfo(path)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))


@pytest.mark.parametrize("name", ["tether.tar.xz", "tether.zip"])
def test_a_packaged_program_with_the_same_rules_is_handed_out(tmp_path: Path, name: str) -> None:
    packaged(tmp_path / "dist", RULES, name)
    found = packaged_program(tmp_path / "dist", TETHER, this_system())
    assert found is not None and found.data == (tmp_path / "dist" / name).read_bytes()
    assert found.name == f"tether-0.1.0-program{name.removeprefix('tether')}" and not found.needs_python


@pytest.mark.parametrize("rules", [{}, {"core/__init__.py": b""}, {**RULES, "core/engine/a.py": b"a = 2\n"},
                                   {**RULES, "core/engine/b.py": b""}])  # fmt: skip
def test_a_packaged_program_with_other_rules_is_not_handed_out(tmp_path: Path, rules: dict[str, bytes]) -> None:
    packaged(tmp_path / "dist", rules)
    assert packaged_program(tmp_path / "dist", TETHER, this_system()) is None


def test_a_truncated_or_missing_packaged_program_is_not_handed_out(tmp_path: Path) -> None:
    assert packaged_program(tmp_path, TETHER, this_system()) is None
    packaged(tmp_path, RULES)
    path = tmp_path / "tether.tar.xz"
    path.write_bytes(path.read_bytes()[:-20])
    assert packaged_program(tmp_path, TETHER, this_system()) is None


# The command ----------------------------------------------------------------------------------------------------------


def test_hand_out_prepares_the_systems_given_on_the_command_line(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "constraints.txt").write_text(f"# head\n# for: client test\n{lock(shelf)}")
    monkeypatch.setattr(preparation, "ROOT", tmp_path)
    monkeypatch.setattr("lobby.cli.hand_out.ROOT", tmp_path)
    assert run(["hand-out", "--for", "windows-py312", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["all"] == ["windows-x86_64-py312"] and said["prepared"][0]["bytes"] > 0
    assert run(["hand-out", "--for", "windows-py312,windows-py312"]) == 0
    assert "Prepared: Windows x86_64, Python 3.12." in capsys.readouterr().out
    assert run(["hand-out", "--for", "amiga-py312"]) == 2
    assert "--for: 'amiga-py312' is no system." in capsys.readouterr().err
    assert run(["hand-out", "--for", "macos-py312"]) == 1
    assert "cannot be fetched" in capsys.readouterr().err
