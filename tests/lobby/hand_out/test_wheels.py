"""Wheels made from installed packages: complete, the same each time, and without any trace of this computer."""

from __future__ import annotations

import csv
import hashlib
import io
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from lobby.hand_out import wheels
from lobby.hand_out.wheels import Library, NothingToHandOut, installed_libraries, is_packed, pack_wheels, read_wheel
from net.version import VERSION

SECRET = b"/home/ada/secret"
FILES = {
    "toy/__init__.py": b"import toy.words\n",
    "toy/words.py": b"HELLO = 'hello'\n",
    "toy/fast.abi3.so": b"\x7fELF",
    "toy/__pycache__/words.cpython-311.pyc": SECRET,
    "toy/tests/test_toy.py": b"assert True\n",
    "toy/words.pyi": b"HELLO: str\n",
    "toy.pth": SECRET,
    "../../../bin/toy": SECRET,
    "/etc/toy": SECRET,
    "toy-1.2.dist-info/METADATA": b"Metadata-Version: 2.1\nName: Toy\nVersion: 1.2\n",
    "toy-1.2.dist-info/WHEEL": b"Wheel-Version: 1.0\nTag: cp311-abi3-manylinux_2_17_x86_64\n"
    b"Tag: cp311-abi3-manylinux2014_x86_64\n",
    "toy-1.2.dist-info/INSTALLER": b"pip\n",
    "toy-1.2.dist-info/REQUESTED": b"",
    "toy-1.2.dist-info/uv_cache.json": SECRET,
    "toy-1.2.dist-info/direct_url.json": b'{"url": "file://' + SECRET + b'"}',
    "toy-1.2.dist-info/licenses/LICENSE": b"Free.\n",
    "toy-1.2.dist-info/entry_points.txt": b"[console_scripts]\ntoy = toy:main\n",
}
KEPT = {
    *("toy/__init__.py", "toy/words.py", "toy/fast.abi3.so", "toy-1.2.dist-info/METADATA", "toy-1.2.dist-info/WHEEL"),
    *("toy-1.2.dist-info/licenses/LICENSE", "toy-1.2.dist-info/entry_points.txt"),
}


def digest(content: bytes) -> str:
    return "sha256=" + urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which the library `toy` is installed."""
    rows = []
    for name, content in FILES.items():
        rows.append(f"{name},{digest(content)},{len(content)}")
        if not name.startswith(("/", "..")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(content)
    (tmp_path / "toy-1.2.dist-info" / "RECORD").write_text("\n".join([*rows, "toy-1.2.dist-info/RECORD,,"]) + "\n")
    (tmp_path / "toy" / "notes.txt").write_bytes(SECRET)  # no part of the library
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_wheel_has_the_files_in_the_record_that_a_guest_needs(site: Path) -> None:
    (library,) = installed_libraries("toy")
    assert (library.name, library.version, library.changed, set(library.files)) == ("toy", "1.2", (), KEPT)
    (wheel,) = pack_wheels([library])
    assert wheel.name == "toy-1.2-cp311-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
    assert wheel.requirement == "toy==1.2"
    with zipfile.ZipFile(io.BytesIO(wheel.data)) as packed:
        assert {*packed.namelist()} == {*KEPT, "toy-1.2.dist-info/RECORD"}
        assert packed.namelist()[-1].endswith("RECORD")
        contents = {name: packed.read(name) for name in packed.namelist()}
        assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    rows = list(csv.reader(io.StringIO(contents.pop("toy-1.2.dist-info/RECORD").decode())))
    assert {row[0]: row[1] for row in rows if row[1]} == {name: digest(content) for name, content in contents.items()}
    assert not [name for name, content in contents.items() if SECRET in content]


def test_a_changed_file_of_an_installed_library_is_named(site: Path) -> None:
    (site / "toy" / "words.py").write_text("HELLO = 'other'\n")
    (library,) = installed_libraries("toy")
    assert library.changed == ("toy/words.py",) and library.files["toy/words.py"] == b"HELLO = 'other'\n"


def test_a_missing_file_of_an_installed_library_is_explained(site: Path) -> None:
    (site / "toy" / "words.py").unlink()
    with pytest.raises(NothingToHandOut, match=r"toy/words\.py of toy is missing or cannot be read"):
        installed_libraries("toy")


def test_a_library_without_a_record_is_refused_with_an_explanation(site: Path) -> None:
    (site / "toy-1.2.dist-info" / "RECORD").unlink()
    with pytest.raises(NothingToHandOut, match="toy was not installed from a wheel"):
        installed_libraries("toy")


def test_an_unknown_library_is_refused_with_an_explanation() -> None:
    with pytest.raises(NothingToHandOut, match="not installed here"):
        installed_libraries("no-such-library")


@pytest.mark.parametrize("path", ["a/../../b", "..", "C:/a", "a\\b", "", "/a", "a/b:c"])
def test_paths_outside_a_library_are_never_packed(path: str) -> None:
    assert not is_packed("toy", path)


def test_the_same_files_in_any_order_make_the_same_wheel(site: Path) -> None:
    (library,) = installed_libraries("toy")
    turned = Library(library.name, library.version, dict(reversed(library.files.items())))
    assert pack_wheels([library]) == pack_wheels([turned])


def test_packing_can_be_stopped(site: Path) -> None:
    with pytest.raises(NothingToHandOut):
        pack_wheels(installed_libraries("toy"), lambda: True)


def test_a_wheel_from_elsewhere_is_read_without_unneeded_files(site: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, content in FILES.items():
            packed.writestr(name, content)
    assert read_wheel(out.getvalue())._replace(changed=()) == installed_libraries("toy")[0]


@pytest.mark.parametrize("cut", [0, 10, 200, -1])
def test_a_truncated_wheel_is_refused(site: Path, cut: int) -> None:
    (wheel,) = pack_wheels(installed_libraries("toy"))
    with pytest.raises(NothingToHandOut):
        read_wheel(wheel.data[:cut])


# Tether itself --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tether() -> list[Library]:
    return installed_libraries()


def test_tether_comes_with_all_needed_libraries_and_no_others(tether: list[Library]) -> None:
    names = {library.name for library in tether}
    assert {"tether", "arcade", "pyglet", "pillow", "pymunk", "pynacl", "cryptography", "rich", "click"} <= names
    assert not {"numpy", "scipy", "pytest", "mypy", "ruff", "pip", "distributed"} & names


def test_sources_of_a_folder_are_packed_as_a_build_packs_them(tether: list[Library]) -> None:
    (own,) = (library for library in tether if library.name == "tether")
    root = Path(__file__).resolve().parents[3]
    packages = ("core", "net", "lab", "lobby", "client")
    paths = [path for package in packages for path in (root / package).rglob("*.py")]
    modules = {path.relative_to(root).as_posix() for path in paths if (path.parent / "__init__.py").exists()}
    assert {name for name in own.files if name.endswith(".py")} == modules
    others = {name for name in own.files if not name.endswith(".py") and ".dist-info/" not in name}
    assert {name.rpartition(".")[2] for name in others} <= {"typed", "json", "toml", "ttf", "wav", "txt"}
    assert "client/assets/fonts/icons.ttf" in own.files and "core/games/midnight/bot/fitted.json" in own.files
    assert "core/games/cabinet/rulesets/seed.toml" in own.files
    assert own.version == VERSION and f"\nVersion: {VERSION}\n".encode() in own.files[f"{own.info}/METADATA"]


def test_no_path_of_this_installation_is_packed(tether: list[Library]) -> None:
    here = (str(Path(wheels.__file__).parents[2]), str(Path(pytest.__file__).parents[1]))
    for library in tether:
        for name, content in library.files.items():
            assert not [path for path in here if path.encode() in content], f"{name} of {library.name}"
            assert not name.endswith((".pth", ".pyc", "direct_url.json")), name


def test_unused_parts_of_arcade_are_left_out(tether: list[Library]) -> None:
    (arcade,) = (library for library in tether if library.name == "arcade")
    assert sum(map(len, arcade.files.values())) < 12_000_000
    assert not [name for name in arcade.files if name.startswith(("arcade/examples/", "arcade/lib/"))]
