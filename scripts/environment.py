"""The virtual environment beside the project: made when missing, brought up to date when pyproject.toml changes.

Runs on the standard library alone. Every interpreter is started isolated (`-I`), so that no file of the current folder
runs. Libraries are installed in the versions of constraints.txt, and only files with the hashes listed there.
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

from pythons import LEAST, MOST, sentence

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
    """Return the Python of an environment with the project, and an extra of pyproject.toml, installed.

    Exits with a clear sentence where that cannot be.
    """
    check_python(extra)
    python = _python_in(HOME)
    wanted = [extra] if is_installed(extra) and offline is None else _at_once(extra)
    if not _works(python):
        _make_home()
    for item in wanted:
        if not is_installed(item):
            _install(python, item)
            _stamp(item).write_text(_fingerprint())
    if offline is not None:
        (HOME / REMEMBERED).write_text(str(offline), encoding="utf-8")
    return python


def _at_once(extra: str) -> list[str]:
    """Return the extras to install now: from a folder of wheels all that it has.

    Tells at once which wheels do not fit this Python, and exits if a folder that was given lacks what is needed.
    """
    global offline
    if untested:
        return [extra]
    remembered = _remembered() if offline is None else None
    folder = offline or remembered
    if folder is None:
        return [extra]
    missing = lacking(folder, extra)
    if missing and offline is not None and not is_installed(extra):
        sys.exit(why_not_from(folder, missing))
    if missing and offline is None:
        print(f"{folder} does not have all that is needed now, so it is downloaded.", flush=True)
        return [extra]
    offline = folder
    others = [item for item in ALL_AT_ONCE if item != extra and not is_installed(item)]
    for item in others:
        unfit = [wheel for wheels in lacking(folder, item).values() for wheel in wheels]
        if unfit:
            print(f"Not for {_system().title}, so it is not installed: {', '.join(unfit)}", flush=True)
    return [*(item for item in others if not lacking(folder, item)), extra]


def _remembered() -> Path | None:
    """Return the folder of wheels that was given last, if it is still there."""
    with suppress(OSError):
        folder = Path((HOME / REMEMBERED).read_text(encoding="utf-8"))
        return folder if folder.is_dir() else None
    return None


def _system() -> System:
    """Return this computer, with the Python of the environment if there is one."""
    try:
        return this_system()._replace(python=_version())
    except UnknownSystem as why:
        sys.exit(str(why))


def lacking(folder: Path, extra: str) -> dict[str, list[str]]:
    """Return the libraries of an extra without a wheel in a folder that fits, each with its wheels that do not fit."""
    system, wheels = _system(), sorted(path.name for path in folder.glob("*.whl"))
    good = {library_of(wheel) for wheel in wheels if wheel_fits(wheel, system)}
    missing = [library for library in needed_libraries(locked(extra), system) if library not in good]
    return {library: [wheel for wheel in wheels if library_of(wheel) == library] for library in missing}


def why_not_from(folder: Path, missing: dict[str, list[str]]) -> str:
    """Return what a folder of wheels lacks for this Python, and what to do."""
    title, unfit = _system().title, [wheel for wheels in missing.values() for wheel in wheels]
    lines = [f"The folder {folder} does not have all that Tether needs for {title}."]
    if unfit:
        lines.append(f"For another system or Python: {', '.join(unfit)}")
    if len(missing) > len([wheels for wheels in missing.values() if wheels]):
        lines.append(f"Missing: {', '.join(library for library, wheels in missing.items() if not wheels)}")
    return "\n".join([*lines, f"Make the folder on a computer with {title}: scripts/build/package.py --wheels FOLDER"])


def is_installed(extra: str = "") -> bool:
    """Return True if the environment holds an extra ("": what the terminal needs) as it is declared today."""
    wanted = _fingerprint()
    stamps = [_stamp(item) for item in (extra, *COVERS.get(extra, ()))]
    return any(stamp.exists() and stamp.read_text() == wanted for stamp in stamps)


def enter(extra: str = "") -> None:
    """Start the script that runs again in the environment, and end; return if this is that environment."""
    python = python_for(extra)
    if Path(sys.prefix).resolve() != HOME.resolve():
        sys.exit(run([str(python), *sys.argv]))


def check_python(extra: str = "") -> None:
    """Exit unless this Python is new enough, and not too new for the libraries of the window."""
    is_too_new = sys.version_info[:2] > MOST and extra in WITH_WINDOW and not untested
    if sys.version_info < LEAST or is_too_new:
        sys.exit(sentence())


def run(command: list[str]) -> int:
    """Run a command in the user's directory, hand Ctrl-C on to it, and return its exit code."""
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def has(*modules: str) -> bool:
    """Return True if this Python can import all of these."""
    return all(importlib.util.find_spec(module) is not None for module in modules)


def locked(extra: str = "") -> str:
    """Return the part of the lock that an extra needs, as a list of requirements with hashes."""
    blocks = re.split(rf"^{FOR}", LOCK.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    parts = [block.partition("\n") for block in blocks]
    return "".join(library for extras, _, library in parts if (extra or "base") in extras.split())


def locked_lowest() -> str:
    """Return what the tests need, as `locked` does, with the lowest versions of all that Tether itself needs."""
    lowest = by_library(LOWEST_LOCK.read_text(encoding="utf-8"))
    return "".join(({**by_library(locked("test")), **lowest}).values())


def by_library(listed: str) -> dict[str, str]:
    """Return the blocks of a list of requirements with hashes by library; one library may have several."""
    result: dict[str, str] = {}
    for block in re.split(r"^(?=[A-Za-z0-9])", re.sub(r"^#.*\n", "", listed, flags=re.MULTILINE), flags=re.MULTILINE):
        name = block.partition("==")[0]
        result[name] = result.get(name, "") + block
    return result


def pip(python: Path, *words: str, check: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `pip install` with these words; with `check`, exit if it fails."""
    command = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if check and done.returncode:
        sys.exit(f"Installing has failed:\n{last_lines(done.stdout + done.stderr)}")
    return done


def made(folder: Path) -> Path:
    """Make a virtual environment there, and return its Python; exit with a clear sentence if it cannot be made."""
    if not has("venv"):
        sys.exit(NO_VENV)
    base = getattr(sys, "_base_executable", "") or sys.executable
    with _debian_pip() as wheel:
        without = ["--without-pip"] if wheel else []
        done = _quiet([base, "-I", "-m", "venv", "--clear", *without, str(folder)])
        if not done.returncode and wheel:
            done = _quiet([str(_python_in(folder)), "-I", "-c", RUN_PIP, str(wheel)])
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
    """Yield None where Python has its own pip, else the wheel of pip from Debian's package; exit if there is none.

    Debian and Ubuntu keep `ensurepip` in a package that is often missing. Any user may download the one with pip.
    """
    if has("ensurepip"):
        yield None
        return
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        sys.exit(NO_VENV)
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["apt-get", "download", "-qq", "python3-pip-whl"], cwd=work, capture_output=True, check=False)
        for package in Path(work).glob("*.deb"):
            _quiet(["dpkg-deb", "-x", str(package), work])
        wheels = sorted(Path(work).rglob("pip-*.whl"))
        if not wheels:
            sys.exit(NO_VENV)
        yield wheels[-1]


def _python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _stamp(extra: str) -> Path:
    return HOME / f"tether{'-' + extra if extra else ''}.stamp"


def _quiet(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _works(python: Path) -> bool:
    """Return True if an environment is there, whole, and its Python new enough."""
    probe = f"import sys, pip; sys.exit(sys.version_info < {LEAST})"
    try:
        return _quiet([str(python), "-I", "-c", probe]).returncode == 0
    except OSError:
        return False


def _make_home() -> None:
    print("Making a Python environment in .venv ...", flush=True)
    made(HOME)


def _install(python: Path, extra: str) -> None:
    print(f"Installing Tether{' for ' + extra if extra else ''} into .venv ...", flush=True)
    if untested:
        done = pip(python, "--editable", f"{ROOT}[{extra}]" if extra else str(ROOT))
    else:
        done = _install_listed(python, locked(extra))
    if done.returncode:
        sys.exit(why_not(done.stdout + done.stderr))


def _install_listed(python: Path, libraries: str) -> subprocess.CompletedProcess[str]:
    """Install the listed files and no others, then Tether."""
    done = _libraries(python, libraries)
    if not done.returncode:
        done = pip(python, "--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    return done


def _libraries(python: Path, libraries: str) -> subprocess.CompletedProcess[str]:
    source = ["--no-index", "--find-links", str(offline)] if offline is not None else []
    with tempfile.TemporaryDirectory() as work:
        listed = Path(work) / "libraries.txt"
        listed.write_text(libraries, encoding="utf-8")
        return pip(python, *source, "--require-hashes", "--only-binary", ":all:", "--requirement", str(listed))


def why_not(said: str) -> str:
    """Return what a failed installation tells the user: the reason, pip's last lines, and what to do.

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


def lowest() -> Path:
    """Return the Python of an environment in which every library has the lowest version that pyproject.toml allows."""
    check_python()
    python = _python_in(LOWEST)
    stamp = LOWEST / "tether.stamp"
    if stamp.exists() and stamp.read_text() == _fingerprint():
        return python
    print("Installing the lowest versions into .venv-lowest ...", flush=True)
    made(LOWEST)
    done = _install_listed(python, locked_lowest())
    if done.returncode:
        sys.exit(why_not(done.stdout + done.stderr))
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
    """Return a hash of what an installation depends on: the declaration, the Python, and where the project lies."""
    declared = (ROOT / "pyproject.toml").read_bytes() + LOCK.read_bytes() + LOWEST_LOCK.read_bytes()
    return hashlib.sha256(declared + f"{_version()} {ROOT}".encode()).hexdigest()


def _version() -> tuple[int, int]:
    """Return the version of the environment's Python, which need not be the one that runs."""
    try:
        noted = re.search(r"^version\s*=\s*(\d+)\.(\d+)", (HOME / "pyvenv.cfg").read_text(), re.MULTILINE)
    except OSError:
        noted = None
    return (int(noted[1]), int(noted[2])) if noted else sys.version_info[:2]


def last_lines(text: str, count: int = 12) -> str:
    """Return the last lines of what a program printed."""
    return "\n".join(text.strip().splitlines()[-count:])
