"""Games that the user has installed in addition to Tether, found by the entry point group `tether.games`.

A package names its records in that group: "tides" for the record in core, "tides.client" and "tides.lab" for those of
the other layers. The records are read from the packages that are installed on this computer. No name that a peer sends
installs or loads anything.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from core.games.entry import GameEntry, load_object
from core.games.registry import GAMES, LAYERS, NAMES, PLACES, RECORDS
from net.text.names import is_identifier

if TYPE_CHECKING:
    from collections.abc import Iterable

GROUP = "tether.games"


def register_installed_games(points: Iterable[EntryPoint] | None = None) -> list[str]:
    """Register the records of installed games; return one sentence for each record that is refused.

    No game is loaded. Tests pass `points` in place of the installed entry points.
    """
    refused = []
    found = entry_points(group=GROUP) if points is None else points
    for point in sorted(found, key=lambda point: (point.name, point.value)):
        name, _, layer = point.name.partition(".")
        if not is_identifier(name) or "+" in name:
            refused.append(f"The installed game {name!r} is left out: its name may have letters, digits, _ and - only.")
            continue
        if PLACES.get(layer or "core", {}).get(name) == point.value:
            continue  # this process has registered it
        try:
            GAMES.install(name, layer or "core", point.value)
        except ValueError as taken:
            refused.append(f"The installed game {point.name!r} is left out: {taken}.")
    return refused


def leave_out_broken_games() -> list[str]:
    """Load the installed games, and remove those whose packages fail; return one sentence for each of them.

    Otherwise a single broken package would stop every command that lists the games.
    """
    refused = []
    for name in [name for name in GAMES if name not in NAMES]:
        try:
            fault = _find_fault(name)
        except (Exception, SystemExit) as wrong:  # any fault of somebody else's package
            fault = f"{type(wrong).__name__}: {' '.join(str(wrong).split())}"
        if fault:
            GAMES.uninstall(name)
            refused.append(f"The installed game {name!r} is left out: its package does not work ({fault}).")
    return refused


def _find_fault(name: str) -> str:
    """Return the fault of an installed game, or ""; loading it may raise any exception."""
    record = RECORDS.find(name)
    if record is None:
        return f"there is no {PLACES['core'][name]}"
    if not isinstance(record, GameEntry):
        return f"{PLACES['core'][name]} is no GameEntry"
    if GAMES[name].name != name or record.name != name:
        return f"it is called {GAMES[name].name!r}"
    for layer in LAYERS[1:]:
        if name in PLACES[layer]:
            load_object(PLACES[layer][name])
    return ""
