"""Wheels that are rebuilt from the installed packages, offline and with the same bytes each time.

The files of a library are those in its `RECORD`, and each is compared with the hash there. Nothing else of this
computer is packed: no settings, no compiled files, no paths of the installation.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from net.version import VERSION

TETHER = "tether"
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Time of each file in an archive: the earliest that the format allows."""
THREADS = 2
"""Number of wheels that are compressed in parallel."""
INFO_FILES = ("METADATA", "WHEEL", "entry_points.txt", "top_level.txt")
"""Files of a `.dist-info` folder that are packed in addition to the licences."""
LICENCE = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
NEVER = ("*.pyc", "*.pyo", "*.pth", "*.pyi", "*/__pycache__/*", "*/tests/*", "__editable__*")
"""Patterns of files that no guest needs."""
UNUSED: Mapping[str, tuple[str, ...]] = {
    "arcade": ("arcade/examples/*", "arcade/lib/*", "arcade/resources/assets/*"),
    "pillow": ("PIL/_avif.*", "*/libavif*"),
    "pymunk": ("pymunk/examples/*",),
}
"""Patterns of files that Tether does not use, by library, such as samples and video codecs."""
SOURCES = ("*.py", "*/py.typed", "core/*/fitted.json", "core/*/rulesets/*.toml", "client/assets/*")
"""Patterns of Tether's own files, as in pyproject.toml."""


class NothingToHandOut(Exception):
    """Error for an installation that cannot be packed; the message is a sentence."""


class Library(NamedTuple):
    """A library: its name, its version, and its files by their paths in a wheel."""

    name: str
    version: str
    files: Mapping[str, bytes]
    changed: tuple[str, ...] = ()
    """Paths of files that differ from the hash in `RECORD`."""

    @property
    def info(self) -> str:
        """Name of the `.dist-info` folder."""
        return next(path.partition("/")[0] for path in self.files if path.endswith(".dist-info/METADATA"))

    @property
    def tags(self) -> list[str]:
        """Tags of its Pythons and systems, such as `cp311-abi3-manylinux_2_34_x86_64`."""
        told = self.files[f"{self.info}/WHEEL"].decode("utf-8").splitlines()
        return [line.partition(": ")[2].strip() for line in told if line.startswith("Tag: ")]

    @property
    def file_name(self) -> str:
        """File name of its wheel."""
        parts = zip(*(tag.split("-") for tag in self.tags))
        name = re.sub(r"[-_.]+", "_", self.name)
        return f"{name}-{self.version}-{'-'.join('.'.join(dict.fromkeys(part)) for part in parts)}.whl"


class Wheel(NamedTuple):
    """A wheel in memory."""

    name: str
    requirement: str
    """Name and version in the form that pip reads."""
    data: bytes


def installed_libraries(root: str = TETHER) -> list[Library]:
    """Return Tether and the installed libraries that it needs, ordered by name.

    Raises `NothingToHandOut` if one of them was not installed from a wheel.
    """
    found: dict[str, Distribution] = {}
    _collect([root], found)
    if root not in found:
        raise NothingToHandOut("Tether is not installed here as a Python package, so it cannot be packed again.")
    return [_read_library(one) for _, one in sorted(found.items())]


def _collect(names: Iterable[str], found: dict[str, Distribution]) -> None:
    """Add the installed distributions of these names and their dependencies to `found`, by normal name."""
    for name in names:
        if name in found:
            continue
        try:
            found[name] = one = distribution(name)
        except PackageNotFoundError:
            continue  # not needed on this system, or an extra that is not installed
        _collect(_needed_names(one, name == TETHER), found)


def _needed_names(one: Distribution, with_window: bool) -> Iterator[str]:
    """Yield the normal names of a distribution's dependencies, for Tether including those of the window."""
    for line in one.requires or ():
        _, _, marker = line.partition(";")
        if "extra" not in marker or (with_window and re.search(r"""extra == ["']client["']""", marker)):
            yield normal_name(re.split(r"[ \[<>=!~;(]", line)[0])


def normal_name(name: str) -> str:
    """Return a library's name in the form in which names are compared.

    >>> normal_name("Typing_Extensions")
    'typing-extensions'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def _read_library(one: Distribution) -> Library:
    name = normal_name(one.metadata["Name"])
    text = one.read_text("RECORD")
    if text is None or one.read_text("WHEEL") is None:
        raise NothingToHandOut(f"{name} was not installed from a wheel here, so it cannot be packed again.")
    files: dict[str, bytes] = {}
    changed = []
    for path, digest, _ in csv.reader(io.StringIO(text)):
        if not is_packed(name, path):
            continue
        try:
            files[path] = Path(str(one.locate_file(path))).read_bytes()
        except OSError:
            raise NothingToHandOut(f"{path} of {name} is missing or cannot be read: install Tether again.") from None
        if digest and digest != _record_hash(files[path]):
            changed.append(path)
    if name == TETHER and "core/__init__.py" not in files:
        return _from_sources(files)
    return Library(name, one.version, files, tuple(changed))


def _from_sources(info: Mapping[str, bytes]) -> Library:
    """Return Tether as it runs from a source folder, for which pip has installed only the metadata."""
    folder = f"{TETHER}-{VERSION}.dist-info"
    files = {f"{folder}/{path.partition('/')[2]}": content for path, content in info.items() if ".dist-info/" in path}
    metadata = files[f"{folder}/METADATA"].decode("utf-8")
    files[f"{folder}/METADATA"] = re.sub(r"(?m)^Version: .*$", f"Version: {VERSION}", metadata, count=1).encode()
    for package in files[f"{folder}/top_level.txt"].decode().split():
        spec = find_spec(package)
        for home in spec.submodule_search_locations or () if spec is not None else ():
            files |= dict(_source_files(Path(home)))
    return Library(TETHER, VERSION, files)


def _source_files(home: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file of a package that belongs to Tether."""
    for path in sorted(home.rglob("*")):
        name = f"{home.name}/{path.relative_to(home).as_posix()}"
        is_source = any(fnmatchcase(name, pattern) for pattern in SOURCES)
        if is_source and is_packed(TETHER, name) and path.is_file() and not path.is_symlink():
            yield name, path.read_bytes()


def is_packed(library: str, path: str) -> bool:
    """Return True if a file of a library is part of its wheel for guests.

    >>> is_packed("arcade", "arcade/examples/a.py"), is_packed("arcade", "../../../bin/arcade")
    (False, False)
    >>> is_packed("rich", "rich-15.0.0.dist-info/direct_url.json"), is_packed("rich", "rich/text.py")
    (False, True)
    """
    first, *others = path.split("/")
    if first in ("", "..") or ".." in others or ":" in path or "\\" in path or (not others and first.endswith(".pth")):
        return False
    if first.endswith(".dist-info"):
        return others[-1] in INFO_FILES or bool(LICENCE.search("/".join(others)))
    return not any(fnmatchcase(path, pattern) for pattern in (*NEVER, *UNUSED.get(library, ())))


def read_wheel(data: bytes) -> Library:
    """Return the library in a downloaded wheel, without the files that Tether does not need.

    Raises `NothingToHandOut` if the bytes are not a wheel.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = [info.filename for info in packed.infolist() if not info.is_dir()]
            info = next(name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
            fields = packed.read(info).decode("utf-8")
            name, version = (re.search(rf"(?m)^{field}: (\S+)", fields)[1] for field in ("Name", "Version"))  # type: ignore[index]
            name = normal_name(name)
            return Library(name, version, {path: packed.read(path) for path in names if is_packed(name, path)})
    except (zipfile.BadZipFile, StopIteration, TypeError, ValueError, EOFError, NotImplementedError):
        raise NothingToHandOut("A file in the folder of prepared systems is no wheel.") from None


def pack_wheels(libraries: Iterable[Library], is_over: Callable[[], bool] = lambda: False) -> list[Wheel]:
    """Return a wheel for each library; stop compressing once `is_over` returns True."""
    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(lambda one: _make_wheel(one, is_over), libraries))


def _make_wheel(one: Library, is_over: Callable[[], bool]) -> Wheel:
    out = io.BytesIO()
    record = []
    with zipfile.ZipFile(out, "w") as packed:
        for path, content in sorted(one.files.items(), key=lambda file: (".dist-info/" in file[0], file[0])):
            if is_over():
                raise NothingToHandOut("It was stopped.")
            _add_file(packed, path, content)
            record.append(f"{path},{_record_hash(content)},{len(content)}\n")
        _add_file(packed, f"{one.info}/RECORD", "".join([*record, f"{one.info}/RECORD,,\n"]).encode())
    return Wheel(one.file_name, f"{one.name}=={one.version}", out.getvalue())


def _add_file(packed: zipfile.ZipFile, path: str, content: bytes) -> None:
    info = zipfile.ZipInfo(path, EARLIEST)
    info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
    packed.writestr(info, content, compresslevel=6)


def _record_hash(content: bytes) -> str:
    return f"sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()}"
