"""The handed-out file on a guest's computer: files that it refuses with an explanation, and what it leaves behind."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lobby.hand_out import bundle, gate
from lobby.hand_out.bundle import Handout, make_handout
from lobby.hand_out.systems import System, this_system
from lobby.hand_out.wheels import Library, pack_wheels
from tests.lobby.hand_out.test_wheels import FILES, KEPT

ALTERED = "This file is incomplete, or it was changed. Fetch it again, and compare its number"
BASE = getattr(sys, "_base_executable", sys.executable)
TOY = Library("toy", "1.2", {name: FILES[name] for name in KEPT})


@pytest.fixture(scope="module")
def made() -> Handout:
    """Return a handout with one small library, which is not Tether."""
    return make_handout(this_system(), pack_wheels([TOY]))


@pytest.fixture
def file(made: Handout, tmp_path: Path) -> Path:
    path = tmp_path / made.name
    path.write_bytes(made.data)
    return path


def start(file: Path, typed: str = "", *words: str, python: str = BASE) -> tuple[int, str]:
    """Run a file as a guest with an empty home folder; return the exit code and all that it prints."""
    home = file.parent / "home"
    home.mkdir(exist_ok=True)
    around = {"HOME": str(home), "PATH": "", "TETHER_PYTHON_CHOSEN": "1"}
    if os.name == "nt":
        around |= {"LOCALAPPDATA": str(home), "SYSTEMROOT": os.environ["SYSTEMROOT"]}
    done = subprocess.run(
        [python, str(file), *words], input=typed, env=around, cwd=file.parent, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def left(file: Path) -> list[str]:
    """Return the files in the home folder."""
    return [path.name for path in (file.parent / "home").rglob("*") if path.is_file()]


def rewritten(file: Path, name: str, content: bytes) -> None:
    """Replace an entry of the archive, with correct checksums in the archive."""
    with zipfile.ZipFile(file) as packed:
        entries = {info.filename: packed.read(info) for info in packed.infolist()}
    assert name in entries
    with zipfile.ZipFile(file, "w") as packed:
        for one, old in entries.items():
            packed.writestr(one, content if one == name else old)


def test_the_file_shows_its_number_and_asks_for_the_first_four_letters(made: Handout, file: Path) -> None:
    code, said = start(file, "NONE\n" * 3)
    assert code == 1 and made.number[5:] in said and made.number[:4] not in said
    assert said.count("These are not the first four letters of this file.") == 3
    assert "Nothing was installed." in said and left(file) == []


def test_a_file_from_an_attacker_is_refused_because_its_number_differs(made: Handout, file: Path) -> None:
    """The file is whole and its list is right, but the letters on the host's screen do not fit."""
    other = make_handout(
        this_system(), pack_wheels([TOY._replace(files={**TOY.files, "toy/words.py": b"HELLO = 'evil'\n"})])
    )
    file.write_bytes(other.data)
    code, said = start(file, f"{made.number[:4]}\n" * 3)
    assert code == 1 and "These are not the first four letters of this file." in said
    assert made.number[5:] not in said and left(file) == []


def test_without_any_typed_letters_nothing_is_installed(file: Path) -> None:
    code, said = start(file)
    assert code == 1 and "Nothing was typed, so nothing was done." in said and left(file) == []


@pytest.mark.parametrize("part", [0.999, 0.5, 0.01])
def test_a_truncated_file_is_refused_with_an_explanation(file: Path, part: float) -> None:
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * part)])
    code, said = start(file, "7Q2M\n")
    assert code == 1 and ALTERED in said and "Traceback" not in said and left(file) == []


def test_an_altered_wheel_is_refused(made: Handout, file: Path) -> None:
    (name,) = (info.filename for info in zipfile.ZipFile(file).infolist() if info.filename.startswith("wheels/"))
    rewritten(file, name, b"another wheel")
    code, said = start(file, f"{made.number[:4]}\n")
    assert code == 1 and ALTERED in said and "Traceback" not in said and left(file) == []


def test_an_altered_pip_is_refused(made: Handout, file: Path) -> None:
    rewritten(file, "pip.whl", b"another pip")
    assert ALTERED in start(file, f"{made.number[:4]}\n")[1] and left(file) == []


def test_a_file_with_altered_bytes_in_its_wheels_is_refused(made: Handout, file: Path) -> None:
    """One bit is changed in many places of the wheels, of which the archive has no second copy."""
    content = bytearray(made.data)
    for at in range(len(content) // 3, len(content) // 2, 10_000):
        content[at] ^= 1
    file.write_bytes(content)
    code, said = start(file, f"{made.number[:4]}\n")
    assert code == 1 and ALTERED in said and "Traceback" not in said and left(file) == []


def test_a_file_with_an_unreadable_list_is_refused(file: Path) -> None:
    rewritten(file, "manifest.json", b"[]")
    code, said = start(file)
    assert code == 1 and ALTERED in said and "Traceback" not in said


@pytest.mark.parametrize("version", [(3, sys.version_info[1] + 1), (2, 7)])
def test_a_guest_with_another_python_version_is_refused_with_an_explanation(
    tmp_path: Path, version: tuple[int, int]
) -> None:
    other = make_handout(this_system()._replace(python=version), pack_wheels([TOY]))
    (path := tmp_path / other.name).write_bytes(other.data)
    code, said = start(path)
    assert code == 1 and said.startswith(f"This file is for Python {version[0]}.{version[1]}. This is Python 3.")
    assert said.count("\n") == 1


@pytest.mark.parametrize(("platform", "title"), [("win32", "Windows"), ("darwin", "macOS"), ("linux", "Linux")])
def test_a_guest_with_another_system_is_refused_with_an_explanation(tmp_path: Path, platform: str, title: str) -> None:
    other = make_handout(System(platform, "mips", this_system().python), pack_wheels([TOY]))
    (path := tmp_path / other.name).write_bytes(other.data)
    code, said = start(path)
    assert code == 1 and said.startswith(f"This file is for {title} mips, Python 3.") and said.count("\n") == 1


def test_a_guest_with_an_old_c_library_is_refused_with_an_explanation(tmp_path: Path) -> None:
    newer = {**TOY.files, "toy-1.2.dist-info/WHEEL": b"Tag: cp311-abi3-manylinux_9_99_x86_64\n"}
    other = make_handout(this_system(), pack_wheels([TOY._replace(files=newer)]))
    (path := tmp_path / other.name).write_bytes(other.data)
    code, said = start(path)
    assert code == 1 and "needs a C library (glibc) of version 9.99 or newer; this computer has" in said


def test_a_file_without_tether_leaves_no_environment_behind(made: Handout, file: Path) -> None:
    """The library is installed, but it is not Tether, so no environment is left that could be started."""
    code, said = start(file, f"{made.number[:4].lower()}\n")
    assert code == 1 and "Tether cannot be started" in said and "No module named 'core'" in said
    assert left(file) == []


FAKE = {
    "core/games/registry.py": b"GAMES = {'bridgefront': None}\n",
    "net/match/genesis.py": b"def rules_hash(game):\n    return bytes(32)\n",
    "client/__main__.py": b"import sys\nprint('PLAYS', sys.argv[1:])\n",
}
"""Modules that stand in for Tether: they answer the questions of the bootstrap."""


@pytest.fixture
def fake(tmp_path: Path) -> tuple[Handout, Path]:
    made = make_handout(this_system(), pack_wheels([TOY._replace(files={**TOY.files, **FAKE})]))
    (path := tmp_path / made.name).write_bytes(made.data)
    return made, path


def test_a_file_whose_rules_differ_from_its_list_leaves_no_environment_behind(fake: tuple[Handout, Path]) -> None:
    made, file = fake
    code, said = start(file, f"{made.number[:4]}\n")
    assert code == 1 and "The rules that were installed are not those of the host, so nothing was kept." in said
    assert left(file) == []


def test_the_file_is_installed_at_the_first_start_only(fake: tuple[Handout, Path]) -> None:
    _, file = fake
    with zipfile.ZipFile(file) as packed:
        manifest = json.loads(packed.read("manifest.json"))
    rewritten(file, "manifest.json", json.dumps({**manifest, "rules": {"bridgefront": "00" * 32}}).encode())
    digest = hashlib.sha256(file.read_bytes()).digest()
    code, said = start(file, f"{bundle.format_number(digest)[:4]}\nK7Q2M-9XTR4\n", "192.168.1.11:47801")
    assert code == 0 and "PLAYS ['join', '192.168.1.11:47801', '--code', 'K7Q2M-9XTR4']" in said
    (home,) = (path for path in (file.parent / "home").rglob(bundle.format_number(digest).replace(" ", "")))
    assert not [*home.parent.glob("part-*")] and not [*home.rglob("direct_url.json")]
    code, said = start(file, "\n")
    assert code == 0 and "PLAYS ['join']" in said and "Installing" not in said and "first four letters" not in said


def test_a_folder_that_cannot_be_written_is_reported_without_a_traceback(made: Handout, file: Path) -> None:
    (file.parent / "home").mkdir()
    (file.parent / "home" / ".local").write_text("in the way")
    (file.parent / "home" / "tether").write_text("in the way")
    (file.parent / "home" / "Library").write_text("in the way")
    code, said = start(file, f"{made.number[:4]}\n")
    assert code == 1 and "Nothing can be written into" in said and "Traceback" not in said


def test_the_help_of_the_file_names_the_folder_and_writes_nothing(made: Handout, file: Path) -> None:
    code, said = start(file, "", "--help")
    assert code == 0 and made.number.replace(" ", "") in said and left(file) == []


def test_the_programs_in_the_file_need_only_the_standard_library() -> None:
    done = subprocess.run(
        [BASE, "-I", "-S", "-c", "import sys; sys.path.insert(0, sys.argv[1]); import bootstrap, gate",
         str(Path(bundle.__file__).parent)],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_gate_parses_on_every_python() -> None:
    """The gate has no syntax newer than Python 2.7: no annotations, no f-strings, no star in a list."""
    tree = ast.parse(Path(gate.__file__).read_text("utf-8"), feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Starred, ast.AsyncFunctionDef, ast.Nonlocal)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions and not [one.name for one in functions if one.returns or one.args.kwonlyargs]


def test_the_list_in_the_file_names_every_wheel(made: Handout, file: Path) -> None:
    with zipfile.ZipFile(file) as packed:
        manifest = json.loads(packed.read("manifest.json"))
        names = {info.filename for info in packed.infolist()}
    assert {f"wheels/{name}" for name, _, _ in manifest["wheels"]} == {
        name for name in names if name.startswith("wheels/")
    }
    assert set(manifest["rules"]) >= {"bridgefront", "midnight", "cabinet", "outposts", "ambition"}


def test_two_handouts_of_the_same_program_have_the_same_number(made: Handout) -> None:
    assert make_handout(this_system(), pack_wheels([TOY])) == made
