"""Requirements of the packaged program.

It starts bots with its own executable, and contains every module and the sources that the rules' hash reads.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from client.app import packaged
from core.games.bridgefront.game import GAME
from net.cli.matches import processes
from net.cli.matches.processes import COMMAND_LINE, Processes, ProcessPlan
from net.match import genesis

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    spec = importlib.util.spec_from_file_location("package", ROOT / "scripts" / "build" / "package.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_program_run_from_sources_starts_bots_with_python() -> None:
    assert processes.tether_command() == [sys.executable, "-P", "-m", "net.cli"]


def test_the_packaged_program_starts_bots_with_its_own_executable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert processes.tether_command() == [sys.executable, COMMAND_LINE]


def test_the_packaged_program_plays_a_match_in_separate_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        processes, "tether_command", lambda: [sys.executable, "-m", "client.app.packaged", COMMAND_LINE]
    )
    plan = ProcessPlan("bridgefront", 2, {}, "packaged", ["random", "random"], ["", ""], tmp_path / "match.tether")
    with Processes(plan) as playing:
        told = [message for message in playing.messages(60.0) if message is not None]
    assert [message.fields["code"] for message in told if message.kind == "ended"] == [0, 0]
    assert plan.record.exists()


def test_the_packaged_program_runs_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert packaged.main([COMMAND_LINE, "--help"]) == 0
    assert "tether match" in capfd.readouterr().out


def test_the_packaged_program_contains_every_module(package: ModuleType) -> None:
    names = package.module_names()
    assert {
        "core.games.bridgefront.cards.power",
        "net.cli.matches.peer",
        "client.app.app",
        "client.screens.settings.settings",
    } <= set(names)
    assert all(importlib.util.find_spec(name) is not None for name in names if not name.startswith("client"))


def test_the_packaged_program_contains_the_compiled_modules_of_libraries(package: ModuleType) -> None:
    importlib.import_module("openskill.models")
    home = Path(str(sys.modules["openskill"].__file__)).parent
    is_compiled = any(home.rglob("*.so")) or any(home.rglob("*.pyd"))  # older ones are not
    shared = {name for name in sys.modules if name.endswith("__mypyc")}
    assert bool(shared) == is_compiled and shared <= set(package.compiled_modules())


def test_the_packed_rule_sources_give_the_same_rules_hash(
    package: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = genesis.rules_hash(GAME)
    for source, folder in package.data_files():
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / Path(source).name).write_bytes(Path(source).read_bytes())
    monkeypatch.setattr(genesis.core.engine, "__file__", str(tmp_path / "core" / "engine" / "__init__.py"))
    genesis._rules_hash.cache_clear()
    try:
        assert genesis.rules_hash(GAME) == whole
    finally:
        genesis._rules_hash.cache_clear()


def test_the_packaged_program_contains_the_assets(package: ModuleType) -> None:
    packed = {f"{folder}/{Path(source).name}" for source, folder in package.data_files()}
    assert {"client/assets/fonts/text.ttf", "client/assets/sounds/build.wav"} <= packed


def test_the_windows_package_has_a_console_program_and_is_a_zip(package: ModuleType, tmp_path: Path) -> None:
    assert package.programs("nt") == [("tether", False), ("tether-terminal", True)]
    assert package.programs("posix") == [("tether", False)]
    folder = tmp_path / "tether"
    folder.mkdir()
    (folder / "tether.exe").write_bytes(b"MZ")
    packed = package.pack_archive(folder, "nt")
    assert packed == tmp_path / "tether.zip" and zipfile.ZipFile(packed).read("tether/tether.exe") == b"MZ"
    assert package.pack_archive(folder, "posix") == tmp_path / "tether.tar.xz"


def test_the_pyinstaller_spec_is_valid_python(package: ModuleType) -> None:
    told = package.SPEC.format(
        entry="e", root="r", datas=[], modules=[], never=[], name="tether", programs=package.programs("nt"), strip=False
    )
    names = {node.id for node in ast.walk(ast.parse(told)) if isinstance(node, ast.Name)}
    assert {"EXE", "COLLECT", "programs"} <= names
