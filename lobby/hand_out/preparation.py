"""All files that can be handed out: for computers like this one, for prepared systems, and the packaged program.

Libraries for another system are downloaded while there is internet, in the tested versions and only with the hashes in
the lock file. They are stored in the cache folder. Tether itself is always this computer's.
"""

from __future__ import annotations

import io
import json
import lzma
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from lobby.hand_out import wheels
from lobby.hand_out.bundle import Handout, change_note, make_handout
from lobby.hand_out.systems import (
    NAMES,
    WINDOWS_MACHINES,
    System,
    UnknownSystem,
    needed_libraries,
    parse_system,
    this_system,
)
from lobby.hand_out.wheels import TETHER, Library, NothingToHandOut, Wheel
from net.system import paths
from net.system.durable_files import write_atomically
from net.system.safe_files import MOST_SMALL, read_limited

ROOT = Path(__file__).resolve().parents[2]
LOCK = "constraints.txt"
FOLDER = "hand-out"
"""Name of the folder, in the cache folder, for the libraries of prepared systems."""
LIST = "list.json"
"""Name of the file that lists the wheels of a prepared system; it is written last."""
GLIBC = range(5, 40)
"""Minor versions of glibc whose wheels are downloaded."""
MACOS = "macosx_14_0"
PROGRAMS = ("tether.tar.xz", "tether.zip")
"""File names of the packaged program's archives, as `scripts/build/package.py --archive` names them."""
LARGEST = 300_000_000
"""Maximum number of bytes of an archive that is handed out."""


def all_handouts(is_over: Callable[[], bool]) -> list[Handout]:
    """Return all files that can be handed out.

    Raises `NothingToHandOut` if there are none, or once `is_over` returns True.
    """
    try:
        system = this_system()
    except UnknownSystem as why:
        raise NothingToHandOut(str(why)) from None
    libraries = wheels.installed_libraries()
    notes = [change_note(one) for one in libraries if one.changed]
    packed = wheels.pack_wheels(libraries, is_over)
    (own,) = (one for one in packed if one.requirement.startswith(f"{TETHER}=="))
    (tether,) = (one for one in libraries if one.name == TETHER)
    others, damaged = prepared_wheels()
    found = [make_handout(system, packed, [*notes, *damaged])]
    found += [make_handout(other, [own, *libraries], notes) for other, libraries in others if other != system]
    program = packaged_program(ROOT / "dist", tether, system)
    return [*found, *([program] if program is not None else [])]


# Other systems --------------------------------------------------------------------------------------------------------


def prepared_wheels() -> tuple[list[tuple[System, list[Wheel]]], list[str]]:
    """Return the prepared systems with the wheels of their libraries, and a sentence on each damaged one."""
    systems: list[tuple[System, list[Wheel]]] = []
    damaged = []
    for folder in _folders():
        try:
            listed = json.loads(read_limited(folder / LIST, MOST_SMALL))
            found = [Wheel(name, library, read_limited(folder / Path(name).name, LARGEST)) for name, library in listed]
            systems.append((parse_system(folder.name), found))
        except (OSError, ValueError, TypeError):
            damaged.append(f"The files in {folder} are damaged, so that system is left out: prepare it again.")
    return systems, damaged


def prepared_systems() -> list[System]:
    """Return the systems whose libraries have been prepared."""
    return [parse_system(folder.name) for folder in _folders()]


def _folders() -> list[Path]:
    try:
        home = paths.cache_folder() / FOLDER
        return sorted(one for one in home.iterdir() if (one / LIST).exists())
    except OSError:
        return []


def prepare(system: System, lock: str) -> int:
    """Download the libraries for a system with pip and store them; return their total size in bytes.

    `lock` is the part of the lock file that the window needs. Raises `NothingToHandOut` if pip fails, and `OSError` if
    the files cannot be stored.
    """
    home = paths.cache_folder() / FOLDER
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="new-", dir=home) as work:
        downloads, part = Path(work) / "downloads", Path(work) / system.word
        part.mkdir()
        _download(system, lock, Path(work) / "libraries.txt", downloads)
        packed = wheels.pack_wheels(
            wheels.read_wheel(read_limited(path, LARGEST)) for path in sorted(downloads.glob("*.whl"))
        )
        for one in packed:
            write_atomically(part / one.name, one.data)
        write_atomically(part / LIST, json.dumps([[one.name, one.requirement] for one in packed]).encode())
        shutil.rmtree(home / system.word, ignore_errors=True)
        part.rename(home / system.word)
    return sum(len(one.data) for one in packed)


def _download(system: System, lock: str, listed: Path, downloads: Path) -> None:
    lines = [line for library, line in needed_libraries(lock, system).items() if not library.startswith("setuptools-")]
    write_atomically(listed, "".join(f"{line}\n" for line in lines).encode())
    version = ".".join(map(str, system.python))
    command = [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--require-hashes", "--requirement", str(listed), "--dest", str(downloads)]
    command += ["--implementation", "cp", "--python-version", version]
    command += [word for name in platform_tags(system) for word in ("--platform", name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-4:])
        raise NothingToHandOut(f"The libraries for {system.title} cannot be fetched:\n{last}")


def platform_tags(system: System) -> list[str]:
    """Return the platform tags of the wheels that run on a system, in the order of pip."""
    if system.platform == "win32":
        return [f"win_{WINDOWS_MACHINES.get(system.machine, system.machine).lower()}"]
    if system.platform == "darwin":
        return [f"{MACOS}_{system.machine}"]
    newest_first = [f"manylinux_2_{minor}_{system.machine}" for minor in reversed(GLIBC)]
    return [*newest_first, *(f"{name}_{system.machine}" for name in ("manylinux2014", "manylinux2010", "manylinux1"))]


# Packaged program -----------------------------------------------------------------------------------------------------


def packaged_program(folder: Path, tether: Library, system: System) -> Handout | None:
    """Return the packaged program in a folder, or None if there is none with the same rules as this Tether."""
    for name in PROGRAMS:
        try:
            content = read_limited(folder / name, LARGEST)
            rules = dict(_rules_in(content, name))
        except (OSError, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, EOFError, ValueError):
            continue
        wanted = {name: content for name, content in tether.files.items() if is_rule(name)}
        if rules == wanted:
            title = f"{NAMES[system.platform]} {system.machine}, without Python"
            offered = name.replace(TETHER, f"{TETHER}-{tether.version}-program", 1)
            return Handout(offered, title, content, needs_python=False)
    return None


def is_rule(path: str) -> bool:
    """Return True for a file of the engine or a game, which the packaged program must have unchanged."""
    return path.startswith("core/") and path.endswith(".py")


def _rules_in(archive: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the rules files in an archive of the packaged program.

    The whole archive is read, because it may be cut off.
    """
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            for info in packed.infolist():
                if is_rule(name := _path_in_libraries(info.filename)):
                    yield name, packed.read(info)
        return
    with lzma.open(io.BytesIO(archive)) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            file = tar.extractfile(member) if is_rule(_path_in_libraries(member.name)) and member.isfile() else None
            if file is not None:
                yield _path_in_libraries(member.name), file.read()
        while stream.read(1 << 20):
            pass


def _path_in_libraries(name: str) -> str:
    """Return the path of a file relative to the program's folder of libraries."""
    return name.partition("_internal/")[2]


def read_lock(root: Path) -> str:
    """Return the part of the lock file that the window needs; raise `NothingToHandOut` if there is no lock file."""
    try:
        text = read_limited(root / LOCK, MOST_SMALL).decode("utf-8")
    except (OSError, ValueError):
        words = "Other systems can be prepared only from Tether's folder: python3 scripts/play.py hand-out --for SYSTEM"
        raise NothingToHandOut(words) from None
    blocks = (block.partition("\n") for block in text.split("\n# for:")[1:])
    return "".join(f"{library}\n" for extras, _, library in blocks if "client" in extras.split())
