"""The virtual environment beside the project: made when missing, brought up to date when pyproject.toml changes.

Runs on the standard library alone, and reads on old Pythons far enough to say that they are too old.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
LOWEST = ROOT / ".venv-lowest"
"""For `scripts/test.py --lowest`: every library at the lowest version that pyproject.toml names."""
LOCK = ROOT / "constraints.txt"
"""The versions with which everything was tested (`scripts/lock.py`)."""
LEAST = (3, 11)

offline: Path | None = None
"""A folder of wheels (`scripts/package.py --wheels`) from which is installed, instead of from a registry."""


def python_for(extra: str = "") -> Path:
    """The Python of an environment with the project, and the extra of pyproject.toml, installed; exits with a clear
    sentence where that cannot be.
    """
    check_python()
    python = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not _works(python):
        _make_home()
    stamp = HOME / f"tether{'-' + extra if extra else ''}.stamp"
    wanted = _fingerprint()
    if not stamp.exists() or stamp.read_text() != wanted:
        _install(python, extra)
        stamp.write_text(wanted)
    return python


def enter(extra: str = "") -> None:
    """Starts the script that runs again in the environment, and ends; goes on if this is that environment."""
    python = python_for(extra)
    if Path(sys.prefix).resolve() != HOME.resolve():
        sys.exit(run([str(python), *sys.argv]))


def check_python() -> None:
    """Exits unless this Python is new enough."""
    if sys.version_info < LEAST:
        here = ".".join(str(part) for part in sys.version_info[:3])
        sys.exit(f"Tether needs Python {LEAST[0]}.{LEAST[1]} or newer; this is Python {here} ({sys.executable}).")


def run(command: list[str]) -> int:
    """Runs a command in the user's directory and hands Ctrl-C on to it; its exit code."""
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def has(*modules: str) -> bool:
    """Whether this Python can import all of these."""
    return all(importlib.util.find_spec(module) is not None for module in modules)


def _works(python: Path) -> bool:
    """Whether an environment is there, whole, and its Python new enough."""
    probe = f"import sys, pip; sys.exit(sys.version_info < {LEAST})"
    try:
        return subprocess.run([str(python), "-c", probe], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _make_home() -> None:
    if not has("venv", "ensurepip"):
        sys.exit(
            "Python's venv module is missing here. On Debian and Ubuntu: sudo apt install python3-venv\n"
            "(elsewhere: install a complete Python), then start again."
        )
    print("Making a Python environment in .venv ...", flush=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(HOME)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        sys.exit(f"The environment in {HOME} cannot be made:\n{_last_lines(made.stdout + made.stderr)}")


def _install(python: Path, extra: str) -> None:
    print(f"Installing Tether{' for ' + extra if extra else ''} into .venv ...", flush=True)
    what = f"{ROOT}[{extra}]" if extra else str(ROOT)
    if offline is not None:
        done = pip(python, "--no-index", "--find-links", str(offline), "--editable", what)
    else:
        done = pip(python, "--constraint", str(LOCK), "--editable", what)
        if done.returncode and not any(sign in done.stderr for sign in NO_NETWORK):
            print(
                "The tested versions of the libraries are not there for this Python; newer ones are taken.", flush=True
            )
            done = pip(python, "--editable", what)
    said = done.stdout + done.stderr
    if done.returncode and offline is not None:
        sys.exit(f"The folder {offline} does not hold all that Tether needs for this Python:\n{_last_lines(said, 3)}")
    if done.returncode and any(sign in said for sign in NO_NETWORK):
        sys.exit(
            "The libraries that Tether needs cannot be downloaded: there seems to be no network.\n"
            "It is needed once, for the first start; then Tether plays without it. Start again when you are online,\n"
            "or give a folder of wheels that was made elsewhere: python3 scripts/play.py --offline FOLDER"
        )
    if done.returncode:
        sys.exit(f"Installing has failed:\n{_last_lines(said)}")


def pip(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What `pip install` says to this."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def lowest() -> Path:
    """The Python of an environment in which every library has the lowest version that pyproject.toml allows."""
    import tomllib

    check_python()
    python = LOWEST / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = LOWEST / "tether.stamp"
    if stamp.exists() and stamp.read_text() == _fingerprint():
        return python
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    floors = [line.replace(">=", "==") for line in project["dependencies"]]
    print(f"Installing the lowest versions: {', '.join(floors)} ...", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(LOWEST)], check=True)
    done = pip(python, *floors, "--editable", f"{ROOT}[test]")
    if done.returncode:
        sys.exit(f"Installing has failed:\n{_last_lines(done.stdout + done.stderr)}")
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
"""Words by which pip says that it reaches nothing."""


def _fingerprint() -> str:
    """What an installation depends on: the project's declaration, the Python, and where the project lies."""
    declared = (ROOT / "pyproject.toml").read_bytes() + LOCK.read_bytes()
    return hashlib.sha256(declared + f"{sys.version_info[:2]} {ROOT}".encode()).hexdigest()


def _last_lines(text: str, count: int = 12) -> str:
    return "\n".join(text.strip().splitlines()[-count:])
