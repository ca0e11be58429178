"""Command `tether doctor`: checks of this computer, with hints on how to solve problems."""

from __future__ import annotations

import contextlib
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import ifaddr

from core.engine.text.words import join_list
from lobby.discovery import broadcast
from lobby.hand_out.server import listening_socket
from lobby.tournament.app import finder
from net.channels.addresses import PORT, link_local_hosts, own_hosts
from net.system import paths
from net.system.installation import install_command
from net.text.errors import error_reason
from net.text.sanitizer import output_encoding, print_json, print_lines, terminal_width, visible_line
from net.transport.udp import PortBusy, bind
from net.version import VERSION

GOOD, HINT, BAD = "good", "hint", "bad"
SIGNS = {GOOD: "  ", HINT: "? ", BAD: "! "}
LEAST_PYTHON = (3, 11)
MINIMUM_FREE, RECOMMENDED_FREE = 10_000_000, 200_000_000
"""Bytes of free disk space: the minimum for saving a match, and the recommended amount."""
LIBRARIES = ("asyncio-dgram", "click", "cryptography", "ifaddr", "msgpack", "networkx", "openskill", "platformdirs",
             "pynacl", "rich", "segno")  # fmt: skip
LOOPBACK_TIMEOUT = 1.0
"""Seconds within which a datagram that this computer sends to itself must arrive."""


class Finding(NamedTuple):
    """Result of one check: its state, and a hint on how to solve the problem.

    `BAD` means that playing is impossible, `HINT` that something is limited.
    """

    name: str
    words: str
    state: str = GOOD
    helps: str = ""


def _check_no_window() -> Iterator[Finding]:
    yield Finding("Window", "not part of this installation", HINT)


window: Callable[[], Iterator[Finding]] = _check_no_window
"""Checks of the display, of OpenGL and of the sound, if the program has a window."""


def check_all() -> Iterator[Finding]:
    """Yield the results of all checks in the order in which they are shown."""
    yield Finding("Tether", VERSION)
    yield _check_python()
    yield _check_libraries()
    yield _check_terminal()
    yield from window()
    yield from _check_network()
    yield from _check_ports()
    yield _check_loopback()
    yield _check_firewall()
    yield from _check_folders()


def _check_python() -> Finding:
    words = f"{platform.python_version()} on {platform.system()} {platform.release()} {platform.machine()}"
    if sys.version_info < LEAST_PYTHON:
        return Finding("Python", words, BAD, f"Tether needs {'.'.join(map(str, LEAST_PYTHON))} or newer.")
    return Finding("Python", words)


def _check_libraries() -> Finding:
    found, missing = [], []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing and not getattr(sys, "frozen", False):  # a packaged program contains them without metadata
        return Finding("Libraries", f"missing: {', '.join(missing)}", BAD, f"Install Tether again: {install_command()}")
    return Finding("Libraries", ", ".join(found) or "included in the package")


def _check_terminal() -> Finding:
    letters = output_encoding()
    words = f"{letters}, {terminal_width()} columns"
    if "utf" not in letters.lower():
        return Finding(
            "Terminal", words, HINT, "Characters that this terminal cannot show are printed as escape codes."
        )
    return Finding("Terminal", words)


# Network --------------------------------------------------------------------------------------------------------------


def _check_network() -> Iterator[Finding]:
    try:
        adapters = list(ifaddr.get_adapters())
        hosts = own_hosts()
    except OSError as wrong:
        yield Finding("Network", f"its network interfaces cannot be listed: {error_reason(wrong)}", HINT)
        return
    for adapter in adapters:
        ips = ", ".join(str(ip.ip if ip.is_IPv4 else ip.ip[0]) for ip in adapter.ips)
        yield Finding("Interface", f"{visible_line(adapter.nice_name)}: {ips or 'no address'}")
    if hosts:
        yield Finding("Addresses", f"others find this computer at {join_list(hosts)}")
    elif links := link_local_hosts():
        helps = "You can find and join rooms on this link from the list; other networks do not reach it."
        words = f"others on the same link find this computer at {join_list(host.partition('%')[0] for host in links)}"
        yield Finding("Addresses", words, GOOD, helps)
    else:
        helps = "Connect it to play with others; a match on this computer needs no network."
        yield Finding("Addresses", "this computer is on no network", HINT, helps)


def _check_ports() -> Iterator[Finding]:
    for port, what in ((PORT, "rooms and matches"), (finder.PORT, "tournaments")):
        try:
            bind(port, broadcast.ALL).close()
            yield Finding("Port", f"UDP {port}, for {what}, is free")
        except PortBusy:
            helps = "That may be another Tether. Any other port will do: --port 0"
            yield Finding("Port", f"UDP {port}, for {what}, is already in use", HINT, helps)
        except OSError as wrong:
            yield Finding("Port", f"UDP {port}, for {what}, cannot be opened: {error_reason(wrong)}", BAD)
    yield _check_tcp_port()
    with contextlib.closing(broadcast.Broadcaster()) as hearing:
        if hearing.is_port_taken or hearing.is_port_partly_taken:
            helps = "Tether may not find all rooms here. You can join them by address."
            yield Finding(
                "Port", f"UDP {broadcast.PORT}, for finding rooms, is already in use by another program", HINT, helps
            )
        else:
            yield Finding("Port", f"UDP {broadcast.PORT} (used to find rooms) is free")


def _check_tcp_port() -> Finding:
    """Return the result of opening the TCP port on which guests without Tether are served."""
    try:
        with listening_socket(broadcast.ALL, PORT) as sock:
            if sock.getsockname()[1] == PORT:
                return Finding("Port", f"TCP {PORT}, to hand out Tether, is free")
    except OSError as wrong:
        return Finding("Port", f"TCP {PORT}, to hand out Tether, cannot be opened: {error_reason(wrong)}", HINT)
    return Finding(
        "Port", f"TCP {PORT}, to hand out Tether, is already in use", GOOD, "Tether takes another free port."
    )


def _check_loopback() -> Finding:
    """Return the result of sending a datagram from this computer to its own address."""
    host = next(iter(own_hosts()), "127.0.0.1")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as there, socket.socket(family, socket.SOCK_DGRAM) as here:
            there.bind((host, 0))
            there.settimeout(LOOPBACK_TIMEOUT)
            here.sendto(b"tether", there.getsockname())
            there.recv(64)
    except TimeoutError:
        return Finding("Datagrams", f"none comes through to {host}", HINT, "A firewall on this computer blocks UDP.")
    except OSError as wrong:
        return Finding("Datagrams", f"none can be sent to {host}: {error_reason(wrong)}", BAD)
    return Finding("Datagrams", f"come through to {host}")


def _check_firewall() -> Finding:
    ports = f"UDP {broadcast.PORT}, {PORT} and {finder.PORT}"
    if sys.platform == "win32":
        return Finding("Firewall", "Windows asks at the first start", HINT, f"Allow private networks: {ports}.")
    if sys.platform == "darwin":
        helps = f"Allow Tether, or the terminal, in System Settings, Privacy, Local Network; and {ports}."
        return Finding("Firewall", "macOS asks before a program may reach the local network", HINT, helps)
    if _file_contains(Path("/etc/ufw/ufw.conf"), "enabled=yes"):
        return Finding("Firewall", "ufw is on", HINT, f"sudo ufw allow {broadcast.PORT},{PORT},{finder.PORT}/udp")
    if Path("/run/firewalld").exists():
        return Finding("Firewall", "firewalld is on", HINT, f"Open {ports} in its zone: firewall-cmd --add-port=...")
    return Finding("Firewall", f"none found; a firewall must allow {ports}")


def _file_contains(path: Path, words: str) -> bool:
    try:
        return words in path.read_text("utf-8", "replace").lower()
    except OSError:
        return False


# Folders --------------------------------------------------------------------------------------------------------------


def _check_folders() -> Iterator[Finding]:
    for what, where, state in (
        ("Data", paths.data_folder, BAD),
        ("State", paths.state_folder, BAD),
        ("Settings", paths.settings_folder, HINT),
        ("Cache", paths.cache_folder, HINT),
    ):
        try:
            yield _check_folder(what, where(), state)
        except OSError as wrong:
            yield Finding(what, error_reason(wrong), state)


def _check_folder(what: str, path: Path, state: str) -> Finding:
    """Return the result of checking that a folder, or its nearest existing parent, can be written to.

    The check creates no folder.
    """
    there = next(one for one in (path, *path.parents) if one.exists())
    try:
        with contextlib.ExitStack() as held:
            held.enter_context(tempfile.TemporaryFile(dir=there))
    except OSError as wrong:
        helps = "Without it Tether cannot save anything." if state == BAD else ""
        return Finding(what, f"{path}: nothing can be written there: {error_reason(wrong)}", state, helps)
    free = shutil.disk_usage(there).free
    words = f"{path}, {free // 1_000_000} MB are free" + ("" if there == path else "; created when needed")
    if free < MINIMUM_FREE:
        return Finding(what, words, state, "A match takes a few MB.")
    return Finding(what, words, GOOD if free >= RECOMMENDED_FREE else HINT)


# Command --------------------------------------------------------------------------------------------------------------


def doctor(as_json: bool) -> int:
    """Print the results of all checks; return 1 if one of them is `BAD`."""
    found = list(check_all())
    bad = any(one.state == BAD for one in found)
    if as_json:
        print_json({"playable": not bad, "findings": [one._asdict() for one in found]})
        return int(bad)
    for one in found:
        print_lines(f"{SIGNS[one.state]}{one.name}: {one.words}")
        if one.helps:
            print_lines(f"    {one.helps}")
    print_lines(
        "", "This computer is not ready to play: see the lines marked !." if bad else "This computer is ready to play."
    )
    return int(bad)
