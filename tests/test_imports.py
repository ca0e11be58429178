"""The rooms of the house: imports point one way, and core is pure."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("core", "net", "lab", "lobby", "client")
"""Each may import those before it."""
REGISTRY = "client/tables.py"
"""Where the window's tables are named: as text, loaded when they are wanted."""
LIBRARIES = ("numpy", "scipy", "cma", "distributed")
"""Of `tether[lab]`."""
IMPURE = {
    *("asyncio", "datetime", "locale", "multiprocessing", "os", "pathlib", "pickle", "platform", "random", "secrets"),
    *("socket", "subprocess", "threading", "time", "uuid", "zoneinfo"),
}
"""What core never imports: nothing in it may depend on clock, chance, files, system or network."""


def modules(*rooms: str) -> list[str]:
    """The Python files of the rooms, by path from the root."""
    files = (path for room in rooms for path in (ROOT / room).rglob("*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in files)


@cache
def tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), path)


@cache
def imported(path: str) -> tuple[str, ...]:
    """Every module that a file names in an import, wherever it stands; relative ones in full."""
    return tuple(_imported(path))


def _imported(path: str) -> Iterator[str]:
    package = path.removesuffix(".py").split("/")[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            name = ".".join(filter(None, (base, node.module)))
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


@cache
def games() -> tuple[str, ...]:
    """The folders of the games that are registered."""
    named = {".".join(name.split(".")[:2]) for name in imported("core/games.py") if name.startswith("core.")}
    return tuple(sorted(named - {"core.kernel"}))


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_there_is_something_to_look_at() -> None:
    assert len(modules("core")) > 30
    assert "core.kernel.game" in set(imported("core/games.py"))
    assert {"core.bridgefront", "core.midnight"} <= set(games())


@pytest.mark.parametrize("path", modules(*LAYERS))
def test_imports_point_one_way(path: str) -> None:
    above = LAYERS[LAYERS.index(path.split("/")[0]) + 1 :]
    assert not [name for name in imported(path) if within(name, *above, "tests", "scripts")]


@pytest.mark.parametrize("path", modules("lobby", "client"))
def test_the_lab_is_handed_over_to_and_nothing_else(path: str) -> None:
    """Lobby and window name its commands, and the match that is to be shown; none of its libraries."""
    doors = ("lab.cli", "lab.showing")
    assert not [name for name in imported(path) if within(name, "lab") and name != "lab" and not within(name, *doors)]
    assert not [name for name in imported(path) if within(name, *LIBRARIES)]


def test_the_labs_libraries_are_loaded_for_the_lab_alone() -> None:
    said = f"import sys, lobby.cli, client.start; print([name for name in {LIBRARIES} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, check=True).stdout
    assert told.split() == [b"[]"]


@pytest.mark.parametrize("path", modules("core/kernel"))
def test_the_kernel_knows_no_game(path: str) -> None:
    others = [name for name in imported(path) if within(name, "core") and not within(name, "core.kernel")]
    assert [name for name in others if name != "core"] == []


@pytest.mark.parametrize("path", modules(*(game.replace(".", "/") for game in games())))
def test_a_game_knows_the_kernel_and_itself(path: str) -> None:
    own = ".".join(path.split("/")[:2])
    known = [name for name in imported(path) if within(name, "core") and name != "core"]
    assert all(within(name, "core.kernel", own) for name in known)


def shared_by_all_tables() -> list[str]:
    """The modules of the client that belong to no game, the registry of tables aside."""
    around = [f"client/{path.name}" for path in (ROOT / "client").glob("*.py")]
    rooms = modules("client/kit", "client/table", "client/replay", "client/screens", "client/plain")
    return sorted({*around, *rooms} - {REGISTRY})


@pytest.mark.parametrize("path", shared_by_all_tables())
def test_what_all_tables_share_knows_no_game(path: str) -> None:
    assert not [
        name
        for name in imported(path)
        if within(name, *games(), *(game.replace("core", "client", 1) for game in games()))
    ]


def test_the_menu_comes_before_any_game() -> None:
    """Nothing of a game is loaded for the menu and for what the board behind it begins as: so it is there sooner."""
    imports = "import sys, client.opening, client.screens.menu, client.tables, client.bridgefront.backdrop"
    said = f"{imports}; print([name for name in sys.modules if name.startswith({games()})])"
    told = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, check=True).stdout
    assert told.split() == [b"[]"]


@pytest.mark.parametrize("path", modules("net", "lobby"))
def test_links_and_rooms_know_no_game(path: str) -> None:
    assert not [name for name in imported(path) if within(name, *games())]


@pytest.mark.parametrize("path", modules("core"))
def test_core_is_pure(path: str) -> None:
    assert not [name for name in imported(path) if name.split(".")[0] in IMPURE]


@pytest.mark.parametrize("path", modules("core"))
def test_core_counts_in_whole_numbers(path: str) -> None:
    """No float literal, no true division, no call of float: they differ between machines, or tempt to."""
    wrong = []
    for node in ast.walk(tree(path)):
        number = isinstance(node, ast.Constant) and isinstance(node.value, (float, complex))
        divides = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div)
        called = (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("float", "hash", "id")
        )
        if number or divides or called:
            wrong.append(f"{path}:{getattr(node, 'lineno', 0)}")
    assert not wrong


@pytest.mark.parametrize("path", modules("core"))
def test_core_reads_and_prints_nothing(path: str) -> None:
    calls = [n.func.id for n in ast.walk(tree(path)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    assert not {"open", "print", "input"} & set(calls)


def test_card_numbers_do_not_depend_on_what_is_imported_first() -> None:
    said = "from core.bridgefront.catalogue import CARDS; print([card.name for card in CARDS])"
    told = set()
    for module in ("core.games", "core.bridgefront.cards.power", "core.bridgefront.cards.market_2"):
        command = [sys.executable, "-c", f"import {module}; {said}"]
        told.add(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
    assert len(told) == 1
