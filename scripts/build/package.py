#!/usr/bin/env python3
"""Build the client as one folder that starts on a machine without Python.

The result runs on the same system as this script.

    python3 scripts/build/package.py                      build into dist/tether
    python3 scripts/build/package.py --out /tmp --archive     build into /tmp/tether, and /tmp/tether.tar.xz (.zip)
    python3 scripts/build/package.py --check           start the result: a first picture, and a match with its bots
    python3 scripts/build/package.py --wheels FOLDER      fetch all files for `scripts/play.py --offline FOLDER`

On Linux, build on the oldest system to be supported, since the program needs a glibc at least as new as that of the
machine it was built on. Otherwise, it needs only the parts of the system that any desktop has (OpenGL, X11,
fontconfig).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

sys.path.insert(0, str(environment.ROOT))
from net.version import VERSION

ROOT = environment.ROOT
NAME = "tether"
NEVER = [
    "tkinter",
    "pytest",
    "hypothesis",
    "mypy",
    "ruff",
    "IPython",
    "numpy",
    "scipy",
    "cma",
    "distributed",
    "PIL._avif",
    "PIL._webp",
    "PIL._imagingcms",
]
MACHINE_CODE = tuple(EXTENSION_SUFFIXES)
PATIENCE = 120.0

SPEC = """
import arcade
from pathlib import Path
from PyInstaller.utils.hooks import copy_metadata

home = Path(arcade.__file__).parent
analysis = Analysis([{entry!r}], pathex=[{root!r}], datas={datas!r}, hiddenimports={modules!r}, excludes={never!r})
# Arcade reads its version from a file; its hook would make a folder of that name.
analysis.datas = [data for data in analysis.datas if not (data[0].startswith("arcade") and "VERSION" in data[0])]
analysis.datas.append(("arcade/VERSION", str(home / "VERSION"), "DATA"))
archive = PYZ(analysis.pure)
programs = [
    EXE(archive, analysis.scripts, exclude_binaries=True, name=program, console=console, strip={strip})
    for program, console in {programs!r}
]
COLLECT(*programs, analysis.binaries, analysis.datas, name={name!r}, strip={strip})
"""


def module_names() -> list[str]:
    """Return the names of all modules of the program, as some are only imported by name."""
    names = []
    for package in ("core", "net", "lab", "lobby", "client"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "__main__" not in parts:
                names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def compiled_modules() -> list[str]:
    """Return the shared modules of packages compiled by mypyc.

    Each is a module next to its package, and no source file names it.
    """
    files = [file for item in distributions() if item.name not in NEVER for file in item.files or ()]
    shared = [file.name for file in files if file.name.endswith(MACHINE_CODE) and "__mypyc." in file.name]
    return sorted({name.partition(".")[0] for name in shared})


def data_files() -> list[tuple[str, str]]:
    """Return the data files: assets, the fitted weights of bots, shipped rulesets, and the sources of the rules.

    All seats of a match compare the hash of these sources.
    """
    assets = [path for path in (ROOT / "client" / "assets").rglob("*") if path.is_file()]
    rules = [*(ROOT / "core").rglob("*.py")]
    fitted = [*(ROOT / "core").rglob("fitted.json")]
    rulesets = [*(ROOT / "core").rglob("rulesets/*.toml")]
    found = sorted([*assets, *rules, *fitted, *rulesets])
    return [(str(path), path.parent.relative_to(ROOT).as_posix()) for path in found]


def programs(system: str = os.name) -> list[tuple[str, bool]]:
    """Return the programs of the package, each with True if it has a console.

    On Windows a program with a window has no console, and its output is lost. The package therefore contains a second,
    otherwise identical program for the terminal.
    """
    return [(NAME, False), (f"{NAME}-terminal", True)] if system == "nt" else [(NAME, False)]


def build(out: Path, strip: bool) -> Path:
    """Build the program into a folder in `out`, and return its path."""
    with tempfile.TemporaryDirectory() as work:
        spec = Path(work) / f"{NAME}.spec"
        entry = str(ROOT / "client" / "app" / "packaged.py")
        text = SPEC.format(
            entry=entry,
            root=str(ROOT),
            datas=data_files(),
            modules=[*module_names(), *compiled_modules()],
            never=NEVER,
            name=NAME,
            programs=programs(),
            strip=strip,
        )
        spec.write_text(text, encoding="utf-8")
        os.environ["PYINSTALLER_CONFIG_DIR"] = work  # its cache, so that nothing of an earlier build is packed
        words = ["--noconfirm", "--log-level", "WARN", "--distpath", str(out), "--workpath", str(Path(work) / "work")]
        done = environment.run([sys.executable, "-P", "-m", "PyInstaller", *words, str(spec)])
    if done:
        sys.exit("PyInstaller has failed; what it said stands above.")
    return out / NAME / (f"{NAME}.exe" if os.name == "nt" else NAME)


def with_dependencies(names: list[str], found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the installed distributions of these names, and all distributions that they need."""
    for name in names:
        if name.lower() in found:
            continue
        try:
            found[name.lower()] = one = distribution(name)
        except PackageNotFoundError:
            continue  # not needed on this system or Python
        lines = [line for line in one.requires or [] if "extra ==" not in line]
        with_dependencies([re.split(r"[ \[<>=!~;(]", line)[0] for line in lines], found)
    return found


def write_licences(folder: Path) -> int:
    """Write the licences of all parts of the package into a folder, and return the number of parts."""
    parts: dict[str, list[tuple[str, str]]] = {"tether": [("LICENSE", (ROOT / "LICENSE").read_text())]}
    for part in (*(ROOT / "client" / "assets" / "fonts").glob("LICENSE-*"), ROOT / "docs" / "LICENSE-Unicode.txt"):
        parts["tether"].append((part.name, part.read_text(encoding="utf-8")))
    python = [Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt"]
    parts["python"] = [("LICENSE.txt", path.read_text()) for path in python if path.exists()][:1]
    for name, item in with_dependencies(["arcade", "pyglet", *_named()], {}).items():
        files = [file for file in item.files or () if LICENCE.search(file.name) and ".dist-info" in file.parts[0]]
        texts = [(file.name, file.read_text(encoding="utf-8")) for file in files]
        parts[name] = texts or [("LICENSE", str(item.metadata.json.get("license") or ""))]
    for package, text in _system_packages(folder):
        parts[f"system-{package}"] = [("copyright", text)]
    without = sorted(name for name, texts in parts.items() if not any(text.strip() for _, text in texts))
    if without:
        sys.exit(f"No licence is found of {', '.join(without)}.")
    for name, texts in parts.items():
        (folder / "licences" / name).mkdir(parents=True, exist_ok=True)
        for file, text in texts:
            (folder / "licences" / name / file).write_text(text, encoding="utf-8")
    return len(parts)


LICENCE = re.compile(r"LICEN[CS]E|COPYING|NOTICE|AUTHORS", re.IGNORECASE)


def _named() -> list[str]:
    return [re.split(r"[ \[<>=!~;(]", line)[0] for line in distribution("tether").requires or [] if "extra" not in line]


def _system_packages(folder: Path) -> list[tuple[str, str]]:
    """Return the system packages of the included libraries with their copyright files, as far as dpkg knows them."""
    if shutil.which("dpkg") is None:
        return []
    own = {Path(str(file)).name for item in distributions() for file in item.files or ()}
    result: dict[str, str] = {}
    for library in sorted({path.name for path in folder.rglob("*.so*") if path.is_file()} - own):
        done = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True, check=False)
        for package in {line.partition(":")[0] for line in done.stdout.splitlines()}:
            note = Path("/usr/share/doc") / package / "copyright"
            if note.exists():
                result[package] = note.read_text(encoding="utf-8")
    return sorted(result.items())


def pack_archive(folder: Path, system: str = os.name) -> Path:
    """Pack the folder into one file next to it in a format that the system can open, and return its path."""
    if system == "nt":
        return Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))
    packed = folder.with_name(f"{folder.name}.tar.xz")
    with tarfile.open(packed, "w:xz") as tar:
        tar.add(folder, folder.name)
    return packed


def folder_megabytes(folder: Path) -> float:
    """Return the total size of all files in a folder in megabytes."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


def bare_environment() -> dict[str, str]:
    """Return an environment without any settings of this machine's Python."""
    kept = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "SYSTEMROOT", "TEMP", "TMP", "APPDATA")
    return {name: os.environ[name] for name in kept if name in os.environ}


def check_program(program: Path) -> list[str]:
    """Start the program as on a player's machine, and return one line for each result; exit on failure."""
    results = []
    with tempfile.TemporaryDirectory() as home:
        around = {**bare_environment(), "HOME": home, "USERPROFILE": home, "PATH": home}
        picture = Path(home) / "first.png"
        started = time.monotonic()
        said = _run([str(program), "first-frame", str(picture)], around, home)
        if not picture.exists():
            sys.exit(f"The program has drawn nothing:\n{said.stdout}{said.stderr}")
        results.append(f"window: {said.stdout.strip()}, started and ended in {time.monotonic() - started:.2f} s")
        said = _run([str(program), "command-line", "--version"], around, home)
        if said.stdout != f"tether {VERSION}\n":
            sys.exit(f"The program does not say its version: {said.stdout}{said.stderr}")
        match = ["match", "--seats", "2", "--seed", "package", "--json"]
        packaged = _result([str(program), "command-line", *match], around, home)
        source = _result([sys.executable, "-P", "-m", "net.cli", *match], dict(os.environ), str(ROOT))
        if packaged["digest"] != source["digest"]:
            sys.exit("The packaged program plays another match than the sources with the same seed.")
        results.append(
            f"match: {packaged['steps']} steps with bots in {packaged['seconds']:.1f} s, as the sources play it"
        )
    return results


def _run(command: list[str], around: dict[str, str], folder: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=around, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


def _result(command: list[str], around: dict[str, str], folder: str) -> dict[str, object]:
    said = _run(command, around, folder)
    if said.returncode:
        sys.exit(f"This has failed: {' '.join(command)}\n{said.stdout}{said.stderr}")
    result: dict[str, object] = json.loads(said.stdout)
    return result


def fetch_wheels(folder: Path) -> int:
    """Fetch the libraries of the window and the terminal, and the build tools, for this system and Python."""
    folder.mkdir(parents=True, exist_ok=True)
    python = environment.python_for("client")
    with tempfile.TemporaryDirectory() as work:
        listed = Path(work) / "libraries.txt"
        listed.write_text(environment.locked_requirements("client"), encoding="utf-8")
        what = ["--require-hashes", "--only-binary", ":all:", "--requirement", str(listed), "--wheel-dir", str(folder)]
        command = [str(python), "-I", "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", *what]
        done = environment.run(command)
    if done:
        sys.exit("pip has failed; what it said stands above.")
    results = sorted(folder.glob("*.whl"))
    print(f"{len(results)} wheels, {sum(item.stat().st_size for item in results) / 1e6:.0f} MB in {folder}")
    return 0


def main() -> int:
    """Build the package, or run the requested step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder to build into (dist)")
    parser.add_argument("--archive", action="store_true", help="pack it into a .tar.xz (Windows: .zip) as well")
    parser.add_argument("--no-strip", action="store_true", help="leave the symbols in the libraries (Linux)")
    parser.add_argument("--check", action="store_true", help="start what was built; needs a display")
    parser.add_argument("--wheels", type=Path, metavar="FOLDER", help="only fetch the libraries, for --offline")
    chosen = parser.parse_args()
    if chosen.wheels:
        return fetch_wheels(chosen.wheels.resolve())
    if not environment.can_import("PyInstaller", "arcade"):
        environment.enter("package")
    started = time.monotonic()
    program = build(chosen.out.resolve(), sys.platform.startswith("linux") and not chosen.no_strip)
    print(f"licences of {write_licences(program.parent)} parts", flush=True)
    print(
        f"{program}: {folder_megabytes(program.parent):.0f} MB, built in {time.monotonic() - started:.0f} s", flush=True
    )
    if chosen.archive:
        packed = pack_archive(program.parent)
        print(f"{packed}: {packed.stat().st_size / 1e6:.1f} MB", flush=True)
    if chosen.check:
        print("\n".join(check_program(program)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
