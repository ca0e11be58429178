"""The file for a guest: a Python archive that contains Tether, its libraries and their hashes.

The number of a file is 80 bits of its SHA-256, in the letters of an invite code. Guests compare it with the host's
screen. Therefore the same program must produce the same bytes at each start.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

from core.games.registry import GAMES, NAMES
from lobby.hand_out import wheels
from lobby.hand_out.systems import System
from lobby.hand_out.wheels import EARLIEST, Library, NothingToHandOut, Wheel
from net.crypto.invite import LETTERS
from net.match.genesis import rules_hash
from net.version import VERSION

BITS = 80
"""Number of bits of a file's number: enough that nobody can make a second file with the same one."""
HALF = (
    "#!/usr/bin/env python3\n"
    '"This file is incomplete, or it was changed. Fetch it again, and compare its number with the screen of the host.\n'
)
"""Beginning of the file, before the archive.

Python looks for the archive at the end of the file. If the end is missing, Python runs the beginning as a program and
prints its second line: a text without its closing quote.
"""
PROGRAMS = ("__main__.py", "gate.py"), ("bootstrap.py", "bootstrap.py")
"""Modules that run on the guest's computer: the name in the file, and the name in this package."""


@dataclass(frozen=True)
class Handout:
    """A file for guests, with the details that the host's screen shows."""

    name: str
    title: str
    """Systems that the file is for."""
    data: bytes = field(repr=False)
    notes: tuple[str, ...] = ()
    """Sentences to show beside the number."""
    needs_python: bool = True
    """False for a packaged program, which contains its own Python."""
    digest: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", hashlib.sha256(self.data).digest())

    @property
    def number(self) -> str:
        """Number of the file in 16 letters, in groups of four."""
        return format_number(self.digest)

    @property
    def hex_digits(self) -> str:
        """First 20 hexadecimal digits of the SHA-256, the same bits in the form that system tools print."""
        return self.digest[: BITS // 8].hex()


def format_number(digest: bytes) -> str:
    """Return the first 80 bits of a digest in the letters of an invite code.

    >>> format_number(bytes(range(32)))
    '000G 40R4 0M30 E209'
    """
    value = int.from_bytes(digest[: BITS // 8], "big")
    letters = "".join(LETTERS[value >> shift & 31] for shift in range(BITS - 5, -1, -5))
    return " ".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def make_handout(system: System, packed: Sequence[Wheel], notes: Sequence[str] = ()) -> Handout:
    """Return the file for a kind of computer, made from wheels of Tether and its libraries.

    Raises `NothingToHandOut` if this computer has no pip that can be packed.
    """
    return Handout(
        f"tether-{VERSION}-{system.word}.pyz", system.title, make_archive(system, packed, _pip_wheel()), tuple(notes)
    )


def change_note(library: Library) -> str:
    """Return a sentence on a library whose files have changed since it was installed."""
    count = len(library.changed)
    return f"Changed here: {library.changed[0]}{f' and {count - 1} more files' if count > 1 else ''} of {library.name}."


def make_archive(system: System, packed: Sequence[Wheel], pip: bytes) -> bytes:
    """Return the bytes of the file."""
    manifest = {
        "version": VERSION,
        "system": [system.platform, system.machine, *system.python],
        "title": system.title,
        "least": lowest_system_version(packed),
        "letters": LETTERS,
        "wheels": [[one.name, one.requirement, hashlib.sha256(one.data).hexdigest()] for one in packed],
        "pip": hashlib.sha256(pip).hexdigest(),
        "rules": {name: rules_hash(GAMES[name]).hex() for name in NAMES},
    }
    out = io.BytesIO(HALF.encode())
    out.seek(0, io.SEEK_END)
    with zipfile.ZipFile(out, "a") as file:
        for name, source in PROGRAMS:
            _store(file, name, (Path(__file__).parent / source).read_bytes(), zipfile.ZIP_DEFLATED)
        _store(file, "manifest.json", json.dumps(manifest, indent=1, sort_keys=True).encode(), zipfile.ZIP_DEFLATED)
        _store(file, "pip.whl", pip, zipfile.ZIP_STORED)
        for one in packed:
            _store(file, f"wheels/{one.name}", one.data, zipfile.ZIP_STORED)
    return out.getvalue()


def _store(file: zipfile.ZipFile, name: str, content: bytes, method: int) -> None:
    info = zipfile.ZipInfo(name, EARLIEST)
    info.compress_type, info.create_system, info.external_attr = method, 3, 0o100644 << 16
    file.writestr(info, content)


def lowest_system_version(packed: Sequence[Wheel]) -> list[int]:
    """Return the lowest version of glibc (Linux) or macOS on which all wheels run, or [] for any version.

    >>> wheel = Wheel("a-1-cp311-abi3-manylinux_2_17_x86_64.manylinux_2_34_x86_64.whl", "a==1", b"")
    >>> lowest_system_version([wheel, Wheel("b-1-cp38-abi3-manylinux_2_28_x86_64.whl", "b==1", b"")])
    [2, 28]
    """
    found: list[list[int]] = [[]]
    for one in packed:
        versions = re.findall(r"(?:manylinux|macosx)_(\d+)_(\d+)", one.name.rpartition("-")[2])
        found.append(min(([int(part) for part in version] for version in versions), default=[]))
    return max(found)


def _pip_wheel() -> bytes:
    """Return the wheel of pip that comes with this Python, or one rebuilt from the installed pip.

    A guest's Python may lack pip: Debian and Ubuntu have it in a separate package.
    """
    try:
        bundled = sorted(files("ensurepip").joinpath("_bundled").iterdir(), key=lambda one: one.name)
        return next(one.read_bytes() for one in bundled if one.name.startswith("pip-") and one.name.endswith(".whl"))
    except (ModuleNotFoundError, OSError, StopIteration):
        pass
    try:
        distribution("pip")
    except PackageNotFoundError:
        raise NothingToHandOut(
            "This Python has no pip, which the guest would need: install a complete Python."
        ) from None
    (pip,) = wheels.pack_wheels(one for one in wheels.installed_libraries("pip") if one.name == "pip")
    return pip.data
