"""The virtual environment next to the project, which is created if missing and updated when pyproject.toml changes.

This module needs only the standard library. Every interpreter is started isolated (`-I`), so that no file of the
current folder runs. Libraries are installed in the versions of constraints.txt, and only files with the hashes listed
there.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pythons import LEAST, MOST, how_to_install

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from lobby.hand_out.systems import System, UnknownSystem, library_of, needed_libraries, this_system, wheel_fits

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
LOWEST = ROOT / ".venv-lowest"
"""Environment for `scripts/test.py --lowest`.

Every library has the lowest version that pyproject.toml names.
"""
LOCK = ROOT / "constraints.txt"
"""The versions with which everything was tested, and the hashes of their files (`scripts/build/lock.py`)."""
LOWEST_LOCK = ROOT / "constraints-lowest.txt"
"""The lowest versions that pyproject.toml allows, of the libraries for which they are not those of the lock."""
FOR = "# for:"
"""In the lock: begins the line before a library, with the extras that need it; "base" is the terminal."""
COVERS = {
    "": ("client", "fonts", "lab", "package", "print", "test"),
    "client": ("fonts", "package", "print", "test"),
    "lab": ("test",),
    "print": ("package", "test"),
}
"""By extra: the extras that install all of it."""

WITH_WINDOW = ("client", "fonts", "package", "print", "test")
"""Extras with the libraries of the window."""

offline: Path | None = None
"""Folder of wheels (`scripts/build/package.py --wheels`) to install from, instead of from a registry."""
REMEMBERED = "offline"
"""File in the environment with the name of the folder of wheels that was given last."""
ALL_AT_ONCE = ("client", "lab")
"""Extras that are installed from a folder of wheels even before a command needs them."""
untested = False
"""True to take the newest versions that fit, without hashes; only if the user asks for it."""


def python_for(extra: str = "") -> Path:
    """Return the Python of an environment in which the project and an extra of pyproject.toml are installed.

    Exit with an explanation if that is impossible.
    """
    check_python(extra)
    python = _python_in(HOME)
    wanted = [extra] if is_installed(extra) and offline is None else _extras_to_install(extra)
    if not _works(python):
        _make_home()
    for item in wanted:
        if not is_installed(item):
            _install(python, item)
            _stamp(item).write_text(_fingerprint())
    if offline is not None:
        (HOME / REMEMBERED).write_text(str(offline), encoding="utf-8")
    return python


def _extras_to_install(extra: str) -> list[str]:
    """Return the extras to install now; with a folder of wheels, these are all extras that it contains.

    Report at once which wheels do not fit this Python, and exit if a given folder lacks a required library.
    """
    global offline
    if untested:
        return [extra]
    remembered = _remembered_wheels() if offline is None else None
    folder = offline or remembered
    if folder is None:
        return [extra]
    missing = missing_libraries(folder, extra)
    if missing and offline is not None and not is_installed(extra):
        sys.exit(missing_wheels_message(folder, missing))
    if missing and offline is None:
        print(f"{folder} does not have all that is needed now, so it is downloaded.", flush=True)
        return [extra]
    offline = folder
    others = [item for item in ALL_AT_ONCE if item != extra and not is_installed(item)]
    for item in others:
        unfit = [wheel for wheels in missing_libraries(folder, item).values() for wheel in wheels]
        if unfit:
            print(f"Not for {_system().title}, so it is not installed: {', '.join(unfit)}", flush=True)
    return [*(item for item in others if not missing_libraries(folder, item)), extra]


def _remembered_wheels() -> Path | None:
    """Return the folder of wheels that was given last, or None if it no longer exists."""
    with suppress(OSError):
        folder = Path((HOME / REMEMBERED).read_text(encoding="utf-8"))
        return folder if folder.is_dir() else None
    return None


def _system() -> System:
    """Return this computer, with the Python of the environment if it exists."""
    try:
        return this_system()._replace(python=_version())
    except UnknownSystem as why:
        sys.exit(str(why))


def missing_libraries(folder: Path, extra: str) -> dict[str, list[str]]:
    """Return the libraries of an extra without a suitable wheel in a folder, each with its unsuitable wheels."""
    system, wheels = _system(), sorted(path.name for path in folder.glob("*.whl"))
    good = {library_of(wheel) for wheel in wheels if wheel_fits(wheel, system)}
    missing = [library for library in needed_libraries(locked_requirements(extra), system) if library not in good]
    return {library: [wheel for wheel in wheels if library_of(wheel) == library] for library in missing}


def missing_wheels_message(folder: Path, missing: dict[str, list[str]]) -> str:
    """Return a message about the libraries that a folder of wheels lacks for this Python, and the remedy."""
    title, unfit = _system().title, [wheel for wheels in missing.values() for wheel in wheels]
    lines = [f"The folder {folder} does not have all that Tether needs for {title}."]
    if unfit:
        lines.append(f"For another system or Python: {', '.join(unfit)}")
    if len(missing) > len([wheels for wheels in missing.values() if wheels]):
        lines.append(f"Missing: {', '.join(library for library, wheels in missing.items() if not wheels)}")
    return "\n".join([*lines, f"Make the folder on a computer with {title}: scripts/build/package.py --wheels FOLDER"])


def is_installed(extra: str = "") -> bool:
    """Return True if the environment contains an extra as it is currently declared.

    The extra "" has the libraries that the terminal needs.
    """
    wanted = _fingerprint()
    stamps = [_stamp(item) for item in (extra, *COVERS.get(extra, ()))]
    return any(stamp.exists() and stamp.read_text() == wanted for stamp in stamps)


def enter(extra: str = "") -> None:
    """Start the running script again in the environment, and exit; return if it already runs in that environment."""
    python = python_for(extra)
    if Path(sys.prefix).resolve() != HOME.resolve():
        sys.exit(run([str(python), *sys.argv]))


def check_python(extra: str = "") -> None:
    """Exit unless this Python is new enough, and not too new for the libraries of the window."""
    is_too_new = sys.version_info[:2] > MOST and extra in WITH_WINDOW and not untested
    if sys.version_info < LEAST or is_too_new:
        sys.exit(how_to_install())


def run(command: list[str]) -> int:
    """Run a command in the user's directory, pass Ctrl-C on to it, and return its exit code."""
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def can_import(*modules: str) -> bool:
    """Return True if this Python can import all of these modules."""
    return all(importlib.util.find_spec(module) is not None for module in modules)


def locked_requirements(extra: str = "") -> str:
    """Return the part of the lock file that an extra needs, as a list of requirements with hashes."""
    blocks = re.split(rf"^{FOR}", LOCK.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    parts = [block.partition("\n") for block in blocks]
    return "".join(library for extras, _, library in parts if (extra or "base") in extras.split())


def lowest_requirements() -> str:
    """Return the requirements of the tests like `locked`, with the lowest versions of direct dependencies."""
    lowest = by_library(LOWEST_LOCK.read_text(encoding="utf-8"))
    return "".join(({**by_library(locked_requirements("test")), **lowest}).values())


def by_library(listed: str) -> dict[str, str]:
    """Return the blocks of a list of requirements with hashes by library; a library may have several blocks."""
    result: dict[str, str] = {}
    for block in re.split(r"^(?=[A-Za-z0-9])", re.sub(r"^#.*\n", "", listed, flags=re.MULTILINE), flags=re.MULTILINE):
        name = block.partition("==")[0]
        result[name] = result.get(name, "") + block
    return result


def pip(python: Path, *words: str, check: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `pip install` with these arguments; exit if it fails and `check` is True."""
    command = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if check and done.returncode:
        sys.exit(f"Installing has failed:\n{last_lines(done.stdout + done.stderr)}")
    return done


def make_environment(folder: Path) -> Path:
    """Create a virtual environment in a folder, and return its Python; exit with an explanation if that fails."""
    if not can_import("venv"):
        sys.exit(NO_VENV)
    base = getattr(sys, "_base_executable", "") or sys.executable
    with _debian_pip() as wheel:
        without = ["--without-pip"] if wheel else []
        done = _run_quietly([base, "-I", "-m", "venv", "--clear", *without, str(folder)])
        if not done.returncode and wheel:
            done = _run_quietly([str(_python_in(folder)), "-I", "-c", RUN_PIP, str(wheel)])
    if done.returncode:
        sys.exit(f"The environment in {folder} cannot be made:\n{last_lines(done.stdout + done.stderr)}")
    return _python_in(folder)


RUN_PIP = """
import runpy, sys
wheel = sys.argv[1]
sys.path.insert(0, wheel)
sys.argv[:] = ["pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheel]
runpy.run_module("pip", run_name="__main__")
"""
NO_VENV = (
    "Python's venv module is missing here. On Debian and Ubuntu: sudo apt install python3-venv\n"
    "(elsewhere: install a complete Python), then start again."
)


@contextmanager
def _debian_pip() -> Iterator[Path | None]:
    """Yield None if Python has its own pip, else pip's wheel from Debian's package; exit if there is none.

    Debian and Ubuntu keep `ensurepip` in a package that is often missing. Any user may download the package that
    contains pip.
    """
    if can_import("ensurepip"):
        yield None
        return
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        sys.exit(NO_VENV)
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["apt-get", "download", "-qq", "python3-pip-whl"], cwd=work, capture_output=True, check=False)
        for package in Path(work).glob("*.deb"):
            _run_quietly(["dpkg-deb", "-x", str(package), work])
        wheels = sorted(Path(work).rglob("pip-*.whl"))
        if not wheels:
            sys.exit(NO_VENV)
        yield wheels[-1]


def _python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _stamp(extra: str) -> Path:
    return HOME / f"tether{'-' + extra if extra else ''}.stamp"


def _run_quietly(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _works(python: Path) -> bool:
    """Return True if the environment exists, is complete, and has a new enough Python."""
    probe = f"import sys, pip; sys.exit(sys.version_info < {LEAST})"
    try:
        return _run_quietly([str(python), "-I", "-c", probe]).returncode == 0
    except OSError:
        return False


def _make_home() -> None:
    print("Making a Python environment in .venv ...", flush=True)
    make_environment(HOME)


def _install(python: Path, extra: str) -> None:
    print(f"Installing Tether{' for ' + extra if extra else ''} into .venv ...", flush=True)
    if untested:
        done = pip(python, "--editable", f"{ROOT}[{extra}]" if extra else str(ROOT))
    else:
        done = _install_listed(python, locked_requirements(extra))
    if done.returncode:
        sys.exit(failure_message(done.stdout + done.stderr))


def _install_listed(python: Path, libraries: str) -> subprocess.CompletedProcess[str]:
    """Install the listed files and no others, then Tether."""
    done = _install_libraries(python, libraries)
    if not done.returncode:
        done = pip(python, "--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    return done


def _install_libraries(python: Path, libraries: str) -> subprocess.CompletedProcess[str]:
    source = ["--no-index", "--find-links", str(offline)] if offline is not None else []
    with tempfile.TemporaryDirectory() as work:
        listed = Path(work) / "libraries.txt"
        listed.write_text(libraries, encoding="utf-8")
        return pip(python, *source, "--require-hashes", "--only-binary", ":all:", "--requirement", str(listed))


def failure_message(said: str) -> str:
    """Return a message about a failed installation: the reason, pip's last lines, and the remedy.

    >>> print(why_not("ERROR: No matching distribution found for pymunk==6.9.0").splitlines()[1])
    ERROR: No matching distribution found for pymunk==6.9.0
    """
    lines = last_lines(said)
    if offline is not None:
        return f"The folder {offline} does not hold all that Tether needs for this Python:\n{lines}"
    if any(sign in said for sign in NO_NETWORK):
        return (
            "The libraries that Tether needs cannot be downloaded: there seems to be no network.\n"
            f"{last_lines(said, 2)}\n"
            "It is needed once, for the first start; then Tether plays without it. Start again when you are online,\n"
            "or give a folder of wheels that was made elsewhere: python3 scripts/play.py --offline FOLDER"
        )
    if "DO NOT MATCH THE HASHES" in said:
        return (
            f"A library that was downloaded is not the tested file, so it was not installed:\n{lines}\n"
            "Try again on another network. If it happens again, do not install it, and report it."
        )
    if "No matching distribution" in said or "Could not find a version" in said:
        here = f"{platform.system()} on {platform.machine()} with Python {platform.python_version()}"
        return (
            f"The tested libraries do not exist for {here}:\n{lines}\n"
            "To take the newest ones instead, which nobody has tested: python3 scripts/play.py --untested"
        )
    if "No space left" in said:
        return f"The disk is full; Tether needs about 300 MB in {HOME}:\n{lines}\nMake room, then start again."
    return f"Installing has failed:\n{lines}\nStart again; if it stays so, delete {HOME} first."


def lowest_python() -> Path:
    """Return the Python of an environment in which every library has the lowest version that pyproject.toml allows."""
    check_python()
    python = _python_in(LOWEST)
    stamp = LOWEST / "tether.stamp"
    if stamp.exists() and stamp.read_text() == _fingerprint():
        return python
    print("Installing the lowest versions into .venv-lowest ...", flush=True)
    make_environment(LOWEST)
    done = _install_listed(python, lowest_requirements())
    if done.returncode:
        sys.exit(failure_message(done.stdout + done.stderr))
    stamp.write_text(_fingerprint())
    return python


NO_NETWORK = (
    "NewConnectionError",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Name or service not known",
    "Network is unreachable",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "getaddrinfo failed",
)
"""Words by which pip reports that it reaches nothing."""


def _fingerprint() -> str:
    """Return a hash of all that an installation depends on: the declaration, Python, and the project's folder."""
    declared = (ROOT / "pyproject.toml").read_bytes() + LOCK.read_bytes() + LOWEST_LOCK.read_bytes()
    return hashlib.sha256(declared + f"{_version()} {ROOT}".encode()).hexdigest()


def _version() -> tuple[int, int]:
    """Return the version of the environment's Python, which need not be the Python that runs this code."""
    try:
        noted = re.search(r"^version\s*=\s*(\d+)\.(\d+)", (HOME / "pyvenv.cfg").read_text(), re.MULTILINE)
    except OSError:
        noted = None
    return (int(noted[1]), int(noted[2])) if noted else sys.version_info[:2]


def last_lines(text: str, count: int = 12) -> str:
    """Return the last lines of a program's output."""
    return "\n".join(text.strip().splitlines()[-count:])
