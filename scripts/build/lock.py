#!/usr/bin/env python3
"""Write constraints.txt: the newest compatible versions of all libraries, with the hashes of their files.

It also writes constraints-lowest.txt, for `scripts/test.py --lowest`.

    python3 scripts/build/lock.py             take the newest versions
    python3 scripts/build/lock.py --keep      keep the versions that are listed, and renew hashes and extras
    python3 scripts/build/lock.py --check     only test whether the listed files suffice for every system

The versions apply to every system and every Python that Tether supports, and the hashes are those of all published
files of a version. Each library is preceded by the extras of pyproject.toml that need it. Run the tests before you
commit the file, since `scripts/play.py` and `scripts/build/package.py` install exactly these versions.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment
import pythons

HEAD = "# The tested versions, with the hashes of their files; written by scripts/build/lock.py."
LOWEST_HEAD = "# The lowest versions, for scripts/test.py --lowest; written by scripts/build/lock.py."
LIBRARY = re.compile(r"^[A-Za-z0-9]", re.MULTILINE)
VERSION = re.compile(r"^[A-Za-z0-9][^ ;]*", re.MULTILINE)
SYSTEMS = {
    "x86_64-manylinux_2_28": "sys_platform == 'linux' and platform_machine == 'x86_64'",
    "aarch64-manylinux_2_28": "",
    "x86_64-apple-darwin": "sys_platform == 'darwin' and platform_machine == 'x86_64'",
    "aarch64-apple-darwin": "sys_platform == 'darwin' and platform_machine == 'arm64'",
    "x86_64-pc-windows-msvc": "sys_platform == 'win32' and platform_machine == 'AMD64'",
}
"""Systems with wheels of every library, by uv's names, with their markers; where the newest version has none for a
system, that system gets an older one. "" is a system without the window, as pymunk has no wheels for it."""
WINDOWLESS = ("", "lab")
"""Extras that every system can install."""


def write_project(work: Path) -> None:
    """Write the project's declaration into a folder, with the systems for which wheels must exist."""
    newest = ".".join(map(str, pythons.MOST))
    markers = [f"{marker} and python_version <= '{newest}'" for marker in SYSTEMS.values() if marker]
    declared = (environment.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needed = f"[tool.uv]\nrequired-environments = {markers}\n"
    (work / "pyproject.toml").write_text(f"{declared}\n{needed}", encoding="utf-8")


def run_uv(uv: Path, work: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run uv in a folder, without the settings of this user and this machine."""
    around = {**os.environ, "XDG_CONFIG_HOME": str(work), "XDG_CONFIG_DIRS": str(work)}
    return subprocess.run([str(uv), *words], cwd=work, env=around, capture_output=True, text=True, check=False)


def resolve_libraries(uv: Path, work: Path, extras: list[str], *more: str) -> str:
    """Return the libraries of some extras, as uv resolves them for the oldest supported Python."""
    words = [word for extra in extras for word in ("--extra", extra)]
    minimum = ".".join(map(str, pythons.LEAST))
    done = run_uv(
        uv,
        work,
        *("pip", "compile", "pyproject.toml", "build.in", *words),
        *("--python-version", minimum, "--only-binary", ":all:"),
        *("--no-header", "--no-annotate", "--quiet", *more),
    )
    if done.returncode:
        sys.exit(f"The libraries do not go together:\n{done.stderr.strip()}")
    return done.stdout


def library_names(listed: str) -> set[str]:
    """Return the names of the libraries in a list of requirements."""
    return {line.partition("==")[0] for line in listed.splitlines() if LIBRARY.match(line)}


def unsupported_systems(uv: Path, work: Path) -> list[str]:
    """Return the systems and Pythons for which the listed files do not suffice, with the reason."""
    results = []
    listed = work / "libraries.txt"
    for extra, system in product(("", "lab", "client", "test"), SYSTEMS):
        if extra not in WINDOWLESS and not SYSTEMS[system]:
            continue
        listed.write_text(environment.locked_requirements(extra), encoding="utf-8")
        for minor in range(pythons.LEAST[1], pythons.MOST[1] + 1):
            done = run_uv(
                uv,
                work,
                *("pip", "install", "--dry-run", "--target", str(work / "none")),
                *("--require-hashes", "--only-binary", ":all:", "--requirement", str(listed)),
                *("--python-platform", system, "--python-version", f"3.{minor}"),
            )
            if done.returncode:
                results.append(f"{extra or 'base'}, {system}, Python 3.{minor}: {done.stderr.strip()}")
    return results


def main() -> int:
    """Resolve all extras together, then each one with these versions; write the file, and test it for every system."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="keep the listed versions where they still fit")
    parser.add_argument("--check", action="store_true", help="only try the listed files for every system")
    chosen = parser.parse_args()
    declared = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        python = environment.make_environment(work / "uv")
        environment.pip(python, "uv", check=True)
        uv = python.with_name("uv.exe" if python.suffix else "uv")
        if not chosen.check:
            write_project(work)
            (work / "build.in").write_text("\n".join(declared["build-system"]["requires"]) + "\n", encoding="utf-8")
            write_lock(uv, work, sorted(declared["project"]["optional-dependencies"]), chosen.keep)
            write_lowest(uv, work, declared["project"]["dependencies"])
        failed = unsupported_systems(uv, work)
    print("\n".join(failed) or f"{environment.LOCK.name}: the listed files suffice for every system")
    return bool(failed)


def write_lock(uv: Path, work: Path, extras: list[str], keeps: bool) -> None:
    """Write the lock file; each library follows a line with the extras that need it."""
    whole = work / "whole.txt"
    if keeps:
        whole.write_bytes(environment.LOCK.read_bytes())
    resolve_libraries(uv, work, extras, "--universal", "--generate-hashes", "--output-file", str(whole))
    listed = "".join(line for line in whole.read_text(encoding="utf-8").splitlines(True) if not line.startswith("#"))
    needs = {"base": library_names(resolve_libraries(uv, work, [], "--universal", "--constraint", str(whole)))}
    for extra in extras:
        needs[extra] = library_names(resolve_libraries(uv, work, [extra], "--universal", "--constraint", str(whole)))
    blocks = [HEAD]
    for block in re.split(r"\n(?=[A-Za-z0-9])", listed.strip()):
        name = block.partition("==")[0]
        blocks.append(f"{environment.FOR} {' '.join(extra for extra, some in needs.items() if name in some)}\n{block}")
    environment.LOCK.write_text("\n".join(blocks) + "\n", encoding="utf-8", newline="\n")
    print(f"{environment.LOCK.name}: {len(blocks) - 1} libraries")


def write_lowest(uv: Path, work: Path, dependencies: list[str]) -> None:
    """Write the lowest versions that the declaration allows, if they differ from those of the lock file.

    They apply only to the oldest Python, since some of these versions have no files for newer ones.
    """
    floors, whole = work / "floors.in", work / "lowest.txt"
    floors.write_text("\n".join(line.replace(">=", "==") for line in dependencies) + "\n", encoding="utf-8")
    whole.write_bytes(environment.LOCK.read_bytes())
    resolve_libraries(uv, work, ["test"], "floors.in", "--generate-hashes", "--output-file", str(whole))
    tested = set(VERSION.findall(environment.LOCK.read_text(encoding="utf-8")))
    lowest = environment.by_library(whole.read_text(encoding="utf-8")).values()
    listed = "".join(block for block in lowest if not tested.issuperset(VERSION.findall(block)))
    environment.LOWEST_LOCK.write_text(f"{LOWEST_HEAD}\n{listed}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
