"""Installation of Tether on a guest's computer, from the file that the host has handed out.

It needs only the standard library. It reads nothing from a network, and writes only into its own folder among the
user's data: an environment with the libraries in the file. Nothing is installed unless the whole content of the file
matches the file's list of hashes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

ALTERED = "This file is incomplete, or it was changed. Fetch it again, and compare its number with the host's screen."
GROUP = 4
"""Number of letters of the file's number that the guest must type."""
TRIES = 3
NEEDED = 300_000_000
"""Bytes of free disk space that the installation needs."""
LEFT_OVER = 3600.0
"""Seconds after which the folder of an interrupted installation is deleted."""
RUN_PIP = """
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
sys.argv[0] = "pip"
runpy.run_module("pip", run_name="__main__")
"""
RULES = """
import json
from core.games.registry import GAMES
from net.match.genesis import rules_hash
print(json.dumps({name: rules_hash(GAMES[name]).hex() for name in GAMES}))
"""
DISPLAY = "import client.app.display_check as check; print(check.why_not())"
EXPLANATION = """\
Usage: python3 {file} [ADDRESS]

Install Tether for this user, and join the room at ADDRESS or the only one on the network. Only this file is needed, no
internet. It is installed once, into {home}; delete that folder to remove it.
"""


class Manifest(TypedDict):
    """Description of the file, which is stored in the file."""

    version: str
    system: list[str | int]
    title: str
    least: list[int]
    letters: str
    wheels: list[list[str]]
    """Name, library with version, and SHA-256 of each wheel."""
    pip: str
    rules: dict[str, str]


def main(words: list[str], manifest: Manifest) -> int:
    """Install Tether if it is not installed yet, and join a room; return the exit code."""
    file = Path(sys.argv[0])
    check_system(manifest)
    with contextlib.ExitStack() as cleanup:
        try:
            content = file.read_bytes()
        except OSError as wrong:
            sys.exit(f"{file} cannot be read: {wrong.strerror}.")
        number = file_number(content, manifest["letters"])
        home = data_folder() / "program" / number.replace(" ", "")
        if words in (["--help"], ["-h"]):
            print(EXPLANATION.format(file=file.name, home=home))
            return 0
        print(f"Tether {manifest['version']}, for {manifest['title']}.", flush=True)
        if not (home / "pyvenv.cfg").exists():
            folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="tether-")))
            unpack(file, manifest, folder)
            confirm(number)
            install(manifest, folder, home)
    return play(python_in(home), words)


# Checks ---------------------------------------------------------------------------------------------------------------


def check_system(manifest: Manifest) -> None:
    """Exit with a message unless the file is for this kind of computer."""
    machine = {"AMD64": "x86_64"}.get(platform.machine(), platform.machine())
    is_other_build = sys.implementation.name != "cpython" or bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    here = [sys.platform, machine, *sys.version_info[:2]]
    if here != manifest["system"] or is_other_build or sys.maxsize < 2**32:
        build = f" ({sys.implementation.name}{', 32 bits' if sys.maxsize < 2**32 else ''})"
        sys.exit(
            f"This file is for {manifest['title']}. This computer is {platform.system()} {machine}, "
            f"Python {sys.version_info[0]}.{sys.version_info[1]}{build}. Ask the host for another file."
        )
    least, found = manifest["least"], system_version()
    if found is not None and found < least:
        name = "macOS" if sys.platform == "darwin" else "a C library (glibc)"
        sys.exit(
            f"This file needs {name} of version {least[0]}.{least[1]} or newer; "
            f"this computer has {'.'.join(map(str, found)) or 'another one'}."
        )


def system_version() -> list[int] | None:
    """Return the version of macOS, or on Linux of glibc ([] for another C library); None on other systems."""
    if sys.platform == "win32":
        return None
    name, version = platform.libc_ver() if sys.platform == "linux" else ("glibc", platform.mac_ver()[0])
    return [int(part) for part in version.split(".")[:2]] if name == "glibc" and version else []


def file_number(content: bytes, letters: str) -> str:
    """Return the number of a file in the form that the host's screen shows."""
    value = int.from_bytes(hashlib.sha256(content).digest()[:10], "big")
    text = "".join(letters[value >> shift & 31] for shift in range(75, -1, -5))
    return " ".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def unpack(file: Path, manifest: Manifest, folder: Path) -> None:
    """Unpack pip and all wheels into a folder; exit with a message if one does not match its hash."""
    wanted = {f"wheels/{name}": digest for name, _, digest in manifest["wheels"]} | {"pip.whl": manifest["pip"]}
    try:
        with zipfile.ZipFile(file) as packed:
            for name, digest in wanted.items():
                content = packed.read(name)
                if hashlib.sha256(content).hexdigest() != digest or name.count("/") > 1 or "\\" in name:
                    sys.exit(ALTERED)
                (folder / name.rpartition("/")[2]).write_bytes(content)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, ValueError):
        sys.exit(ALTERED)
    except OSError as wrong:
        sys.exit(f"The file cannot be unpacked into {folder}: {wrong.strerror}.")


def confirm(number: str) -> None:
    """Exit unless the guest types the first letters of the number, which only the host's screen shows."""
    first, _, others = number.partition(" ")
    print(f"You are about to run the program of the host. The number of this file ends in {others}.")
    print("It must end so on the host's screen too. If it does not, stop: somebody has changed the file.")
    for _ in range(TRIES):
        typed = ask("Type the first four letters from the host's screen: ")
        if typed.upper().replace("O", "0").replace("I", "1").replace("L", "1").replace(" ", "")[:GROUP] == first:
            return
        print("These are not the first four letters of this file.")
    sys.exit("Nothing was installed. Fetch the file again from the address on the host's screen.")


def ask(question: str) -> str:
    """Return a line that the user types; exit if the input has ended."""
    try:
        return input(question).strip()
    except EOFError:
        sys.exit("\nNothing was typed, so nothing was done.")


# Installation ---------------------------------------------------------------------------------------------------------


def data_folder() -> Path:
    """Return Tether's folder among the user's data; exit if the user has no home folder."""
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tether"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "tether"
        chosen = os.environ.get("XDG_DATA_HOME", "")
        return (Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".local" / "share") / "tether"
    except RuntimeError:
        sys.exit("This user has no home folder to install into; set HOME to one.")


def install(manifest: Manifest, folder: Path, home: Path) -> None:
    """Create an environment with the wheels in a folder; it gets its final name only once it is complete."""
    with temporary_folder(home) as part:
        print(f"Installing into {home} ...", flush=True)
        free = shutil.disk_usage(part).free
        if free < NEEDED:
            sys.exit(f"Tether needs {NEEDED // 10**6} MB in {home.parent}; only {free // 10**6} MB are free there.")
        base = getattr(sys, "_base_executable", "") or sys.executable
        environment = part / "environment"
        run([base, "-I", "-m", "venv", "--without-pip", str(environment)], "An environment cannot be made")
        python = python_in(environment)
        lines = [f"{library} --hash=sha256:{digest}\n" for _, library, digest in manifest["wheels"]]
        (folder / "libraries.txt").write_text("".join(lines), encoding="utf-8")
        pip = [str(python), "-I", "-c", RUN_PIP, str(folder / "pip.whl"), "--isolated", "install", "--quiet"]
        only = ["--no-index", "--find-links", str(folder), "--require-hashes", "--no-deps", "--only-binary", ":all:"]
        plain = ["--no-cache-dir", "--no-compile", "--no-warn-script-location", "--disable-pip-version-check"]
        run([*pip, *only, *plain, "--requirement", str(folder / "libraries.txt")], "Installing has failed")
        said = run([str(python), "-I", "-c", RULES], "Tether cannot be started")
        if json.loads(said) != manifest["rules"]:
            sys.exit("The rules that were installed are not those of the host, so nothing was kept.")
        try:
            environment.rename(home)
        except OSError as wrong:
            if not home.exists():  # else another start of this file was faster
                sys.exit(f"{home} cannot be made: {wrong.strerror}.")


@contextlib.contextmanager
def temporary_folder(home: Path) -> Iterator[Path]:
    """Context manager that creates a folder beside `home` and deletes it afterwards.

    Old folders of interrupted installations are deleted too.
    """
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        for old in home.parent.glob("part-*"):
            if old.stat().st_mtime < time.time() - LEFT_OVER:
                shutil.rmtree(old, ignore_errors=True)
        part = Path(tempfile.mkdtemp(prefix="part-", dir=home.parent))
    except OSError as wrong:
        sys.exit(f"Nothing can be written into {home.parent}: {wrong.strerror}.")
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def run(command: list[str], otherwise: str) -> str:
    """Return the output of a command; if it fails, exit with a message and its last lines."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit("\n".join([f"{otherwise}:", *(done.stdout + done.stderr).strip().splitlines()[-8:]]))
    return done.stdout


def python_in(environment: Path) -> Path:
    """Return the path of an environment's Python."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


# Start ----------------------------------------------------------------------------------------------------------------


def play(python: Path, words: list[str]) -> int:
    """Ask for the invite code, and start Tether: in its window if that is possible, otherwise in the terminal."""
    done = subprocess.run([str(python), "-I", "-c", DISPLAY], capture_output=True, text=True, check=False)
    why = done.stdout.strip() if not done.returncode else "The window cannot be started."
    if why:
        print(why)
    try:
        code = input("Invite code, from the host's screen (Enter if the room has none): ").strip()
    except EOFError:
        code = ""
    command = [str(python), "-P", "-m", "client", "join", *words, *(["--code", code] if code else [])]
    print(f"To start Tether again: {python} -m client", flush=True)
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue
