"""Packages that scripts install, and the Python that they find.

Versions are tested and pinned by hashes, so that no unexpected package is installed.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

from tests.support.scripts import ROOT, SCRIPTS, load

PYTHON = Path("python")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = ("", *PROJECT["project"]["optional-dependencies"])


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """Return the script as a module, with an environment that does not exist yet."""
    module = load(monkeypatch, "environment")
    monkeypatch.setattr(module, "HOME", tmp_path / ".venv")
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(module, "_works", lambda _python: True)
    return module


class Pip:
    """Stand-in for pip that records its arguments and the list of requirements named in them."""

    def __init__(self, code: int = 0, said: str = "") -> None:
        self.code, self.said = code, said
        self.asked: list[tuple[str, ...]] = []
        self.listed: list[str] = []

    def __call__(self, _python: Path, *words: str, check: bool = False) -> subprocess.CompletedProcess[str]:
        self.asked.append(words)
        if "--requirement" in words:
            self.listed.append(Path(words[words.index("--requirement") + 1]).read_text(encoding="utf-8"))
        return subprocess.CompletedProcess(words, self.code, "", self.said)


def libraries(listed: str) -> set[str]:
    return {line.partition("==")[0] for line in listed.splitlines() if re.match("[A-Za-z0-9]", line)}


def named(extra: str) -> set[str]:
    """Return the libraries that pyproject.toml names for an extra, including those of Tether's extras within it."""
    project = PROJECT["project"]
    lines = project["optional-dependencies"][extra] if extra else project["dependencies"]
    found: set[str] = set() if not extra else named("")
    for line in lines:
        name = re.split(r"[\[=>~;]", line)[0]
        if name == "tether":
            for other in re.findall(r"\w+", line)[1:]:
                found |= named(other)
        else:
            found.add(name.lower())
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_lock_has_every_library_of_an_extra_with_hashes(environment: ModuleType, extra: str) -> None:
    listed = environment.locked_requirements(extra)
    assert named(extra) | {"setuptools"} <= libraries(listed)
    blocks = re.split(r"\n(?=[A-Za-z0-9])", listed.strip())
    assert len({block.partition("\\")[0] for block in blocks}) == len(blocks)
    assert all(re.match(r"\S+==\S+( ; [^\\]+)? \\\n    --hash=sha256:[0-9a-f]{64}", block) for block in blocks)


SYSTEMS = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64"), ("darwin", "arm64"), ("win32", "AMD64"))


@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize(("system", "machine"), SYSTEMS)
def test_the_lock_has_one_version_of_each_library_for_every_system(
    environment: ModuleType, extra: str, system: str, machine: str
) -> None:
    """The newest version may lack files for a system: Intel Macs get an older cryptography."""
    for python in ("3.11", "3.12", "3.13"):
        here = {"sys_platform": system, "platform_machine": machine, "python_version": python, "extra": ""}
        here |= {"python_full_version": f"{python}.1"}
        lines = [
            line.rstrip(" \\")
            for line in environment.locked_requirements(extra).splitlines()
            if re.match("[A-Za-z0-9]", line)
        ]
        listed = [Requirement(line) for line in lines]
        fitting = [one.name for one in listed if one.marker is None or one.marker.evaluate(here)]
        assert len(fitting) == len(set(fitting))
        assert named(extra) - set(fitting) <= {"atheris"}


def test_the_lowest_locked_versions_are_those_declared_in_pyproject(environment: ModuleType) -> None:
    listed = environment.by_library(environment.lowest_requirements())
    assert {name for name in listed if name} == libraries(environment.locked_requirements("test"))
    for line in PROJECT["project"]["dependencies"]:
        name, _, floor = line.partition(">=")
        assert re.match(rf"{name}=={re.escape(floor)}(\.0)* .*\\\n    --hash=sha256:", listed[name]), name


def test_the_lowest_versions_are_installed_by_their_hashes(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    monkeypatch.setattr(environment, "LOWEST", tmp_path)
    monkeypatch.setattr(environment, "make_environment", lambda folder: folder)
    environment.lowest_python()
    environment.lowest_python()
    assert [words[0] for words in pip.asked] == ["--require-hashes", "--no-index"]
    assert pip.listed == [environment.lowest_requirements()]


def test_the_base_installation_needs_no_window_library(environment: ModuleType) -> None:
    base, client = libraries(environment.locked_requirements("")), libraries(environment.locked_requirements("client"))
    assert base < client and {"arcade", "pyglet", "pillow", "pymunk"} <= client - base
    assert libraries(environment.locked_requirements("lab")) - base >= {"numpy", "scipy", "cma"}


def test_the_build_backend_is_pinned_as_in_the_lock(environment: ModuleType) -> None:
    (build,) = PROJECT["build-system"]["requires"]
    assert re.fullmatch(r"setuptools==[0-9.]+", build)
    assert f"\n{build} \\\n" in f"\n{environment.locked_requirements('')}"


@pytest.mark.parametrize("extra", ["", "client", "test"])
def test_only_files_named_in_the_lock_are_installed(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, extra: str
) -> None:
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    environment.python_for(extra)
    libraries_first, tether = pip.asked
    assert libraries_first[:3] == ("--require-hashes", "--only-binary", ":all:")
    assert pip.listed == [environment.locked_requirements(extra)]
    assert tether == ("--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))


def test_an_offline_installation_uses_only_the_files_in_the_folder(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    monkeypatch.setattr(environment, "offline", shelf(environment, tmp_path, "client"))
    environment.python_for("client")
    assert pip.asked[0][:5] == ("--no-index", "--find-links", str(tmp_path), "--require-hashes", "--only-binary")
    assert pip.listed == [environment.locked_requirements("client")]


def shelf(environment: ModuleType, folder: Path, extra: str, tag: str = "py3-none-any", begins: str = "") -> Path:
    """Fill a folder with empty wheels of an extra; libraries whose names begin with `begins` have another tag."""
    for library in environment.needed_libraries(environment.locked_requirements(extra), environment.this_system()):
        (folder / f"{library}-{tag if library.startswith(begins) else 'py3-none-any'}.whl").touch()
    return folder


def test_a_folder_of_wheels_is_installed_at_once_and_remembered(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first command needs no window; a later one does, and does not name the folder again."""
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    monkeypatch.setattr(environment, "offline", shelf(environment, tmp_path, "client"))
    environment.python_for("")
    assert pip.listed == [environment.locked_requirements("client")] and environment.is_installed("client")
    monkeypatch.setattr(environment, "offline", None)
    environment.python_for("client")
    assert len(pip.asked) == 2
    shelf(environment, tmp_path, "lab")
    environment.python_for("lab")
    assert pip.asked[2][:3] == ("--no-index", "--find-links", str(tmp_path)) and pip.listed[
        1
    ] == environment.locked_requirements("lab")


def test_a_folder_that_lacks_the_window_still_installs_the_terminal(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    folder = shelf(environment, tmp_path, "client", "cp39-cp39-win_amd64", "pymunk")
    monkeypatch.setattr(environment, "offline", folder)
    environment.python_for("")
    assert pip.listed == [environment.locked_requirements("")]
    said = capsys.readouterr().out
    assert re.search(
        r"^Not for .*, so it is not installed: pymunk-[0-9.]+-cp39-cp39-win_amd64\.whl$", said, re.MULTILINE
    )
    with pytest.raises(SystemExit, match=r"does not have all .*\nFor another system or Python: pymunk-"):
        environment.python_for("client")


def test_wheels_for_another_python_are_named_before_an_environment_is_made(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "_works", lambda _python: False)
    monkeypatch.setattr(environment, "_make_home", lambda: pytest.fail("an environment was made"))
    folder = shelf(environment, tmp_path, "", "cp39-cp39-win_amd64", "msgpack")
    next(folder.glob("rich-*")).unlink()
    monkeypatch.setattr(environment, "offline", folder)
    with pytest.raises(SystemExit) as end:
        environment.python_for("")
    said = str(end.value.code).splitlines()
    assert said[0].startswith(f"The folder {tmp_path} does not have all that Tether needs for ")
    assert re.fullmatch(r"For another system or Python: msgpack-\S+-cp39-cp39-win_amd64\.whl", said[1])
    assert re.fullmatch(r"Missing: rich-[0-9.]+", said[2]) and "package.py --wheels" in said[3]


def test_a_remembered_folder_that_is_gone_or_too_small_is_not_used(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    for folder, words in ((tmp_path, f"{tmp_path} does not have all that is needed now"), (tmp_path / "gone", "")):
        (tmp_path / ".venv" / "offline").write_text(str(folder))
        environment.python_for("client")
        assert "--no-index" not in pip.asked[0] and words in capsys.readouterr().out
        pip.asked.clear()
        (tmp_path / ".venv" / "tether-client.stamp").unlink()


def test_untested_versions_are_installed_only_on_request(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    monkeypatch.setattr(environment, "untested", True)
    environment.python_for("client")
    assert pip.asked == [("--editable", f"{ROOT}[client]")]


REASONS = {
    "ERROR: No matching distribution found for pymunk==6.9.0": "--untested",
    "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.": "Try again on another network",
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": "Make room",
    "Temporary failure in name resolution": "--offline FOLDER",
    "error: something else": "delete",
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_failed_installation_is_explained_and_not_retried(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    pip = Pip(1, f"much\nmore\n{reason}\n")
    monkeypatch.setattr(environment, "pip", pip)
    with pytest.raises(SystemExit) as end:
        environment.python_for("client")
    said = str(end.value.code)
    assert reason in said and REASONS[reason] in said
    assert len(pip.asked) == 1 and not environment.is_installed("client")


def test_an_installed_extra_is_not_installed_again(environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = Pip()
    monkeypatch.setattr(environment, "pip", pip)
    environment.python_for("client")
    environment.python_for()
    environment.python_for("client")
    assert len(pip.asked) == 2
    assert not environment.is_installed("lab")


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_covering_extra_contains_all_libraries(environment: ModuleType, extra: str) -> None:
    for other in environment.COVERS.get(extra, ()):
        assert libraries(environment.locked_requirements(extra)) <= libraries(environment.locked_requirements(other))


def test_a_too_new_python_runs_the_terminal_but_not_the_window(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment.sys, "version_info", (3, 14, 0, "final", 0))
    environment.check_python("")
    environment.check_python("lab")
    with pytest.raises(SystemExit, match=r"Tether needs Python 3.11 to 3.13; this is Python 3.14"):
        environment.check_python("client")
    monkeypatch.setattr(environment, "untested", True)
    environment.check_python("client")


# Pythons --------------------------------------------------------------------------------------------------------------


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def pythons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    module = load(monkeypatch, "pythons")
    monkeypatch.setattr(module, "HOME", str(tmp_path / "none"))
    return module


def test_a_python_on_the_path_is_used_only_if_it_runs(
    pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that only has the name, such as a shim without a Python, is skipped."""
    program(tmp_path / "a", "python3.13", "exit 127")
    program(tmp_path / "b", "python3.12", f'exec {sys.executable} "$@"')
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}:{tmp_path / 'b'}")
    assert Path(pythons.find_python()).samefile(sys.executable)


def test_uv_is_asked_for_a_python_last_and_outside_the_current_folder(
    pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    program(tmp_path / "a", "uv", f'echo "$PWD $@" >> {asked}; echo {sys.executable}')
    monkeypatch.setenv("PATH", str(tmp_path / "a"))
    assert Path(pythons.find_python()).samefile(sys.executable)
    assert asked.read_text() == f"{SCRIPTS} python find --no-config --no-project --system 3.13\n"


def test_the_current_folder_is_never_searched_for_python(
    pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program(tmp_path / "here", "python3.13", f'touch {tmp_path}/ran; exec {sys.executable} "$@"')
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PATH", f".:{os.pathsep}here")
    assert pythons.find_python() == "" and not (tmp_path / "ran").exists()


def test_every_python_from_3_11_to_3_13_is_supported(pythons: ModuleType) -> None:
    versions = [(2, 7), (3, 6), (3, 10), (3, 11), (3, 12), (3, 13), (3, 14), (3, 15)]
    assert [version for version in versions if pythons.is_supported(version)] == [(3, 11), (3, 12), (3, 13)]
    supported = {line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if "Python :: 3." in line}
    assert supported == {"3.11", "3.12", "3.13"}


@pytest.mark.parametrize("name", ["pythons", "play", "test"])
def test_scripts_for_old_pythons_use_no_new_syntax(name: str) -> None:
    tree = ast.parse((SCRIPTS / f"{name}.py").read_text(encoding="utf-8"))
    new = (ast.AnnAssign, ast.JoinedStr, ast.NamedExpr, ast.AsyncFunctionDef, ast.Starred, ast.YieldFrom, ast.Nonlocal)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not [node for node in ast.walk(tree) if isinstance(node, new)]
    assert all(function.returns is None for function in functions)
    assert all(not function.args.kwonlyargs and not function.args.posonlyargs for function in functions)
    assert not any(argument.annotation for function in functions for argument in function.args.args)
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not any(node.module == "__future__" for node in imported)


def old_pythons() -> list[str]:
    homes = sorted((Path.home() / ".pyenv" / "versions").glob("*/bin/python"))
    return [str(path) for path in homes if re.match(r"2\.7|3\.([0-9]|10)\.", path.parts[-3])]


@pytest.mark.parametrize("script", ["play.py", "test.py"])
def test_each_installed_old_python_is_refused_in_one_sentence(script: str, tmp_path: Path) -> None:
    """Each old Python that is at hand is tried."""
    copy = tmp_path / "scripts"
    copy.mkdir()
    for name in (script, "pythons.py"):
        text = (SCRIPTS / name).read_text(encoding="utf-8")
        (copy / name).write_text(text, encoding="utf-8")
    for python in old_pythons():
        done = subprocess.run(
            [python, str(copy / script)], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1 and done.stdout == ""
        assert re.fullmatch(r"Tether needs Python 3\.11 to 3\.13; this is Python [^\n]+\.\n", done.stderr)


def test_a_too_old_python_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """On a computer without an old Python, this one is tried with another version number."""
    command = [sys.executable, "-c", OLD, str(SCRIPTS), "--version"]
    done = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"Tether needs Python 3\.11 to 3\.13; this is Python 3\.10, [^\n]+\.\n", done.stderr)


def test_an_old_python_starts_a_newer_python(tmp_path: Path) -> None:
    program(tmp_path / "a", "python3.12", f'exec {sys.executable} "$@"')
    command = [sys.executable, "-c", OLD, str(SCRIPTS), "--version"]
    around = {"PATH": str(tmp_path / "a")}
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("tether ")


OLD = """
import sys
sys.path.insert(0, sys.argv[1])
import pythons
sys.version_info = (3, 10, 13, "final", 0)
pythons.HOME = "/nowhere"
sys.argv[:2] = [sys.argv[1] + "/play.py"]
pythons.start("play_main")
"""


# A pip where Debian keeps its own away -------------------------------------------------------------------------------


def wheel_of_pip(folder: Path) -> Path:
    """Pack the pip of this environment as a wheel, since Debian's `ensurepip` contains none."""
    pip = distribution("pip")
    wheel = folder / f"pip-{pip.version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in pip.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                archive.write(str(file.locate()), file.as_posix())
    return wheel


def test_a_missing_venv_is_explained_in_one_sentence(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "can_import", lambda *names: False)
    with pytest.raises(SystemExit, match="sudo apt install python3-venv"):
        environment.make_environment(tmp_path / "new")


def test_a_missing_ensurepip_without_apt_is_explained_in_one_sentence(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "can_import", lambda *names: "ensurepip" not in names)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="sudo apt install python3-venv"):
        environment.make_environment(tmp_path / "new")


def test_pip_comes_from_the_debian_package_without_ensurepip(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wheel = wheel_of_pip(tmp_path)
    program(tmp_path / "bin", "apt-get", "touch pip.deb")
    program(tmp_path / "bin", "dpkg-deb", f'mkdir -p "$3/usr/share" && cp {wheel} "$3/usr/share"')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(environment, "can_import", lambda *names: "ensurepip" not in names)
    python = environment.make_environment(tmp_path / "new")
    done = subprocess.run([str(python), "-I", "-m", "pip", "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and str(tmp_path / "new") in done.stdout
