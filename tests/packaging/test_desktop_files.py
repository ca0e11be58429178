"""Records opened by a double click: the program, the desktop entry and the MIME type, as installed."""

from __future__ import annotations

import configparser
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from client.app import startup
from client.table.replay.library import SUFFIX
from net.records.record import FORM

ROOT = Path(__file__).resolve().parents[2]
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def test_the_path_of_a_record_opens_its_replay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(startup, "run_command", lambda words: asked.append(list(words)) or 0)
    other = tmp_path / "a record without a suffix"
    other.write_bytes(FORM.magic)
    for path in (f"match{SUFFIX}", str(tmp_path / f"a match{SUFFIX}"), str(other)):
        assert startup.main([path]) == 0
        assert asked.pop() == ["replay", path]
    for words in (["match"], ["--version"], ["host", f"x{SUFFIX}"], [str(tmp_path)], ["no/such"]):
        startup.main(words)
        assert asked.pop() == words
    assert startup.RECORD == SUFFIX


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder `share` of an installation of the package."""
    work = tmp_path_factory.mktemp("wheel")
    source = work / "source"
    (source / "client" / "desktop").mkdir(parents=True)
    for package in ("core", "net", "lab", "lobby", "client"):
        (source / package).mkdir(exist_ok=True)
        (source / package / "__init__.py").touch()
    (source / "net" / "version.py").write_text('VERSION = "0.0.1"\n')
    for file in (ROOT / "client" / "desktop").iterdir():
        (source / "client" / "desktop" / file.name).write_bytes(file.read_bytes())
    (source / "scripts" / "build").mkdir(parents=True)
    for name in ("pyproject.toml", "README.md", "LICENSE", "scripts/build/backend.py"):
        (source / name).write_bytes((ROOT / name).read_bytes())
    pip = [sys.executable, "-m", "pip"]
    build = ["wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(work), str(source)]
    subprocess.run([*pip, *build], check=True, timeout=300)
    (built,) = work.glob("*.whl")
    install = ["install", "-q", "--no-deps", "--no-index", "--ignore-installed", "--prefix", str(work / "usr")]
    subprocess.run([*pip, *install, str(built)], check=True, timeout=300)
    (found,) = (work / "usr").rglob("applications/tether.desktop")
    return found.parents[1]


def test_the_installed_desktop_entry_opens_records(share: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(share / "applications" / "tether.desktop", "utf-8")
    said = entry["Desktop Entry"]
    command, argument = said["Exec"].split()
    assert command in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert argument == "%f" and said["Type"] == "Application" and said["Terminal"] == "false"
    kind = ElementTree.parse(share / "mime" / "packages" / "tether.xml").getroot().find(f"{MIME}mime-type")
    assert kind is not None and said["MimeType"] == f"{kind.get('type')};" == "application/x-tether;"
    glob, match = kind.find(f"{MIME}glob"), kind.find(f"{MIME}magic/{MIME}match")
    assert glob is not None and glob.get("pattern") == f"*{SUFFIX}"
    assert match is not None and FORM.magic.startswith(str(match.get("value")).encode())
    icon = share / "icons" / "hicolor" / "scalable" / "apps" / f"{said['Icon']}.svg"
    assert ElementTree.parse(icon).getroot().tag.endswith("svg")
