"""Kinds of computers: the wheels that run on each, and the libraries in the lock file that it needs.

Only the standard library is used, because `scripts/play.py` imports this module before anything is installed.
"""

from __future__ import annotations

import platform
import re
import sys
from itertools import product
from typing import NamedTuple

NAMES = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}
WORDS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
MACHINES = {"linux": ("x86_64",), "darwin": ("arm64", "x86_64"), "win32": ("x86_64",)}
"""Processors for which there are wheels of all libraries, by system; the most common comes first."""
PYTHONS = ((3, 11), (3, 12), (3, 13))
WINDOWS_MACHINES = {"x86_64": "AMD64"}
"""Names of processors as Windows spells them."""
COMPARISON = re.compile(r"(\w+) (==|!=|<=|>=|<|>) '([^']*)'")


class UnknownSystem(ValueError):
    """Error for a kind of computer, or its name, that Tether does not support; the message is a sentence."""


class System(NamedTuple):
    """Kind of computer: its system, its processor and its version of Python."""

    platform: str
    """System, as in `sys.platform`."""
    machine: str
    """Processor, such as x86_64 or arm64."""
    python: tuple[int, int]

    @property
    def title(self) -> str:
        """Name of the kind of computer for players."""
        return f"{NAMES[self.platform]} {self.machine}, Python {self.python[0]}.{self.python[1]}"

    @property
    def word(self) -> str:
        """Name in one word, such as `linux-x86_64-py311`."""
        return f"{WORDS[self.platform]}-{self.machine}-py{self.python[0]}{self.python[1]}"


def this_system() -> System:
    """Return the kind of this computer; raise `UnknownSystem` if Tether does not support it."""
    if sys.platform not in NAMES or sys.implementation.name != "cpython":
        raise UnknownSystem("Tether can be handed out from Linux, macOS and Windows, with the usual Python.")
    machine = platform.machine()
    return System(sys.platform, {"AMD64": "x86_64"}.get(machine, machine), sys.version_info[:2])


def parse_system(word: str) -> System:
    """Return the kind of computer that a word names; the processor may be left out.

    Raises `UnknownSystem` if there is none.

    >>> parse_system("windows-py312"), parse_system("macos-x86_64-py311").title
    (System(platform='win32', machine='x86_64', python=(3, 12)), 'macOS x86_64, Python 3.11')
    """
    known = {name: name_of for name_of, name in WORDS.items()}
    system, *machine, python = word.strip().lower().split("-") if "-" in word else ("", "")
    found = known.get(system, "")
    pythons = {f"py{major}{minor}": (major, minor) for major, minor in PYTHONS}
    machines = MACHINES.get(found, ())
    if not found or python not in pythons or len(machine) > 1 or not {*machine} <= {*machines}:
        raise UnknownSystem(f"{word[:40]!r} is no system. Examples: windows-py312, macos-arm64-py313, linux-py311.")
    return System(found, machine[0] if machine else machines[0], pythons[python])


def wheel_fits(wheel: str, system: System) -> bool:
    """Return True if the wheel with this file name runs on a system, apart from the version of its C library.

    >>> wheel_fits("a-1-cp38-abi3-manylinux_2_34_x86_64.whl", System("linux", "x86_64", (3, 11)))
    True
    """
    parts = wheel.removesuffix(".whl").split("-")[-3:]
    if len(parts) < 3 or not wheel.endswith(".whl"):
        return False
    pythons, abis, platforms = (part.split(".") for part in parts)
    is_python = any(_fits_python(python, abi, system.python[1]) for python, abi in product(pythons, abis))
    return is_python and any(_fits_platform(name, system) for name in platforms)


def _fits_python(python: str, abi: str, minor: int) -> bool:
    if abi == "none" and (python == "py3" or (python[:3] == "py3" and int(python[3:] or 0) <= minor)):
        return True
    if not re.fullmatch(r"cp3\d+", python):
        return False
    least = int(python[3:])
    return (abi == "abi3" and least <= minor) or (least == minor and abi in (python, "none"))


def _fits_platform(name: str, system: System) -> bool:
    if system.platform == "win32":
        return name in ("any", f"win_{WINDOWS_MACHINES.get(system.machine, system.machine).lower()}")
    if system.platform == "darwin":
        return name == "any" or (name.startswith("macosx_") and name.endswith((f"_{system.machine}", "_universal2")))
    return name == "any" or (name.startswith(("manylinux", "linux_")) and name.endswith(f"_{system.machine}"))


def needed_libraries(listed: str, system: System) -> dict[str, str]:
    """Return the libraries that a system needs from a part of the lock file, with requirement and hashes.

    The keys have the form of wheel names, such as `rich-15.0.0`.
    """
    found = {}
    for block in re.split(r"^(?=[A-Za-z0-9])", listed, flags=re.MULTILINE)[1:]:
        requirement, _, hashes = block.partition(" \\\n")
        library, _, marker = requirement.partition(" ; ")
        if not marker or is_marker_true(marker, system):
            name, _, version = library.partition("==")
            hashed = re.findall(r"--hash=\S+", hashes)
            found[f"{wheel_name(name)}-{version}"] = " ".join([library, *hashed])
    return found


def wheel_name(name: str) -> str:
    """Return a library's name in the form used in wheel names.

    >>> wheel_name("pytiled.Parser")
    'pytiled_parser'
    """
    return re.sub(r"[-_.]+", "_", name).lower()


def library_of(wheel: str) -> str:
    """Return the library and version in a wheel's file name, in the form of the keys of `needed_libraries`.

    >>> library_of("PyNaCl-1.6.2-cp38-abi3-win_amd64.whl")
    'pynacl-1.6.2'
    """
    name, _, rest = wheel.partition("-")
    return f"{wheel_name(name)}-{rest.partition('-')[0]}"


def is_marker_true(marker: str, system: System) -> bool:
    """Return True if a marker in the lock file is true for a system; raise `ValueError` if it is malformed.

    >>> is_marker_true("sys_platform == 'win32' or python_version < '3.12'", System("linux", "x86_64", (3, 11)))
    True
    """
    return any(all(_is_true(part, system) for part in parts.split(" and ")) for parts in marker.split(" or "))


def _is_true(comparison: str, system: System) -> bool:
    found = COMPARISON.fullmatch(comparison.strip())
    if found is None:
        raise ValueError(f"the lock has a marker that cannot be read: {comparison}")
    name, sign, wanted = found.groups()
    if name in ("python_version", "python_full_version"):
        here, there = system.python, tuple(int(part) for part in wanted.split("."))
        return {"<": here < there, ">=": here >= there, "==": here == there}[sign]
    machine = WINDOWS_MACHINES.get(system.machine, system.machine) if system.platform == "win32" else system.machine
    known = {
        "sys_platform": system.platform,
        "platform_machine": machine,
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return {"==": known[name] == wanted, "!=": known[name] != wanted}[sign]
