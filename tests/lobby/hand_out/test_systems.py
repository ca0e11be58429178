"""Systems: their names, the wheels that fit them, and the libraries of the lock that they need."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.tags import sys_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from lobby.hand_out.preparation import ROOT, read_lock
from lobby.hand_out.systems import (
    MACHINES,
    PYTHONS,
    System,
    UnknownSystem,
    is_marker_true,
    library_of,
    needed_libraries,
    parse_system,
    this_system,
    wheel_fits,
)

SYSTEMS = [System(name, machine, python) for name in MACHINES for machine in MACHINES[name] for python in PYTHONS]
LINUX = System("linux", "x86_64", (3, 12))
WHEELS = {
    "a-1-py3-none-any.whl": True,
    "a-1-py2.py3-none-any.whl": True,
    "a-1-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl": True,
    "a-1-cp38-abi3-manylinux_2_34_x86_64.whl": True,
    "a-1-1-cp312-none-any.whl": True,
    "a-1-py312-none-any.whl": True,
    "a-1-cp311-cp311-manylinux_2_17_x86_64.whl": False,
    "a-1-cp313-abi3-manylinux_2_17_x86_64.whl": False,
    "a-1-cp312-cp312t-manylinux_2_17_x86_64.whl": False,
    "a-1-pp312-pypy312_pp73-manylinux_2_17_x86_64.whl": False,
    "a-1-cp312-cp312-manylinux_2_17_aarch64.whl": False,
    "a-1-cp312-cp312-musllinux_1_2_x86_64.whl": False,
    "a-1-cp312-cp312-win_amd64.whl": False,
    "a-1-cp312-cp312-macosx_11_0_x86_64.whl": False,
    "a-1-py2-none-any.whl": False,
    "a-1.tar.gz": False,
    "a.whl": False,
    "": False,
}


@pytest.mark.parametrize("wheel", WHEELS)
def test_a_wheel_fits_a_system_according_to_its_tags(wheel: str) -> None:
    assert wheel_fits(wheel, LINUX) == WHEELS[wheel]


def test_wheels_fit_this_system_exactly_if_pip_accepts_them() -> None:
    here, supported = this_system(), set(sys_tags())
    for wheel in WHEELS:
        if wheel.count("-") >= 4:
            assert wheel_fits(wheel, here) == bool(parse_wheel_filename(wheel)[3] & supported), wheel


def test_wheels_for_windows_and_macos_fit_only_their_architecture() -> None:
    windows, mac = parse_system("windows-py312"), parse_system("macos-py312")
    assert wheel_fits("a-1-cp312-cp312-win_amd64.whl", windows) and not wheel_fits(
        "a-1-cp312-cp312-win_arm64.whl", windows
    )
    assert wheel_fits("a-1-cp38-abi3-macosx_10_10_universal2.whl", mac)
    assert not wheel_fits("a-1-cp38-abi3-macosx_10_10_x86_64.whl", mac)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.word)
def test_the_lock_is_read_as_pip_reads_it(system: System) -> None:
    lock = read_lock(ROOT)
    machine = "AMD64" if system.platform == "win32" else system.machine
    version = ".".join(map(str, system.python))
    there = {"sys_platform": system.platform, "platform_machine": machine, "python_full_version": f"{version}.1"}
    there |= {"python_version": version, "implementation_name": "cpython", "platform_python_implementation": "CPython"}
    lines = [line.rstrip(" \\") for line in lock.splitlines() if re.match("[A-Za-z0-9]", line)]
    wanted = [one for one in map(Requirement, lines) if one.marker is None or one.marker.evaluate(there)]
    found = needed_libraries(lock, system)
    assert [line.partition(" ")[0] for line in found.values()] == [f"{one.name}{one.specifier}" for one in wanted]
    assert all("--hash=sha256:" in line for line in found.values())


def test_every_marker_in_the_lock_can_be_read() -> None:
    markers = re.findall(r" ; (.+?) \\$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert markers and all(is_marker_true(marker, system) in (True, False) for marker in markers for system in SYSTEMS)
    with pytest.raises(ValueError, match="cannot be read"):
        is_marker_true("(sys_platform == 'linux')", LINUX)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.word)
def test_the_word_for_a_system_is_read_as_that_system(system: System) -> None:
    assert parse_system(system.word) == system


@pytest.mark.parametrize(
    "word", ["", "linux", "py312", "linux-py310", "linux-mips-py312", "linux-x86_64-a-py312", "ö-py312"]
)
def test_an_unknown_word_for_a_system_is_refused_with_examples(word: str) -> None:
    with pytest.raises(UnknownSystem, match=r"is no system\. Examples: windows-py312"):
        parse_system(word)


def test_the_library_of_a_wheel_is_read_from_its_file_name() -> None:
    for name in ("PyNaCl-1.6.2-cp38-abi3-win_amd64.whl", "pytiled_parser-2.2.9-py2.py3-none-any.whl"):
        library, version = parse_wheel_filename(name)[:2]
        assert library_of(name) == f"{canonicalize_name(library).replace('-', '_')}-{version}"
