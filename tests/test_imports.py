"""Layers of the code: imports point one way, and core is pure."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from core.games.registry import NAMES
from tests.support.shapes import cycles
from tests.support.sources import LAYERS, ROOT, imported, modules, nodes

REGISTRY = "client/games/__init__.py"
"""The window's way to the records of its tables."""
LIBRARIES = ("numpy", "scipy", "cma", "distributed")
"""Libraries of `tether[lab]`."""
IMPURE = {
    *("asyncio", "datetime", "locale", "multiprocessing", "os", "pathlib", "pickle", "platform", "random", "secrets"),
    *("socket", "subprocess", "threading", "time", "uuid", "zoneinfo"),
}
"""Modules that core never imports: nothing in it may depend on clock, chance, files, system or network."""


Wrong = dict[str, list[str]]
"""Violations by path; all files are checked at once, for there are some nine hundred of them."""


def who_imports(paths: Iterable[str], forbidden: Callable[[str, str], bool]) -> Wrong:
    """Return the files that import a module which is `forbidden(path, name)`, each with the names."""
    found = {path: [name for name in imported(path) if forbidden(path, name)] for path in paths}
    return {path: names for path, names in found.items() if names}


@cache
def games() -> tuple[str, ...]:
    """Return the folders of the registered games."""
    return tuple(sorted(f"core.games.{name}" for name in NAMES))


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_the_import_tests_find_modules_and_games() -> None:
    assert len(modules("core")) > 30
    assert {"core.games.bridgefront", "core.games.midnight"} <= set(games())


@pytest.mark.parametrize("room", LAYERS)
def test_no_layer_imports_a_higher_layer(room: str) -> None:
    above = (*LAYERS[LAYERS.index(room) + 1 :], "tests", "scripts")
    assert who_imports(modules(room), lambda path, name: within(name, *above)) == {}


def test_lobby_and_client_import_only_the_labs_commands() -> None:
    """They may import the lab's commands and the match to show, but none of its libraries."""
    known = ("lab.cli", "lab.run.replay")
    inside = who_imports(
        modules("lobby", "client"),
        lambda path, name: name.startswith("lab.") and name != "lab.run" and not within(name, *known),
    )
    assert inside == {}
    assert who_imports(modules("lobby", "client"), lambda path, name: within(name, *LIBRARIES)) == {}


def test_the_libraries_of_the_lab_are_loaded_only_by_the_lab() -> None:
    said = (
        f"import sys, lobby.cli.room, client.app.startup; print([name for name in {LIBRARIES} if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, check=True).stdout
    assert told.split() == [b"[]"]


def test_the_engine_imports_no_game() -> None:
    others = who_imports(
        modules("core/engine"), lambda path, name: name.startswith("core.") and not within(name, "core.engine")
    )
    assert others == {}


@pytest.mark.parametrize("game", games())
def test_a_game_imports_only_the_engine_and_itself(game: str) -> None:
    folder = game.replace(".", "/")
    files = modules(folder)
    bot = modules(f"{folder}/bot")
    record = f"{folder}/entry.py"
    rules = [path for path in files if path not in bot and path != record]
    others_of_record = [name for name in imported(record) if name.startswith("core.")]
    assert others_of_record and all(within(name, "core.games.entry") for name in others_of_record)
    others = who_imports(rules, lambda path, name: name.startswith("core.") and not within(name, "core.engine", game))
    others |= who_imports(rules, lambda path, name: within(name, f"{game}.bot"))
    known = ("core.engine", "core.bots", game)
    others |= who_imports(bot, lambda path, name: name.startswith("core.") and not within(name, *known))
    assert rules and others == {}


def shared_by_all_tables() -> list[str]:
    """Return the modules of the client that belong to no game, except the registry of tables."""
    around = [f"client/{path.name}" for path in (ROOT / "client").glob("*.py")]
    rooms = modules("client/app", "client/session", "client/ui", "client/table", "client/screens")
    return sorted({*around, *rooms} - {REGISTRY})


def test_shared_client_modules_import_no_game() -> None:
    theirs = (*games(), *(game.replace("core", "client", 1) for game in games()))
    shared = shared_by_all_tables()
    assert len(shared) > 100 and who_imports(shared, lambda path, name: within(name, *theirs)) == {}


def test_the_menu_loads_no_game() -> None:
    """The menu and the board behind it then appear sooner."""
    imports = "import sys, client.app.launch, client.screens.menu, client.games, client.games.bridgefront.backdrop"
    said = f"{imports}; client.games.titles(); client.games.lessons(); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    loaded = {name for name in told.split() if name.startswith(games())}
    assert loaded == {*games(), *(f"{game}.entry" for game in games())}, "the records, and nothing that they name"


def test_looking_up_a_game_loads_only_that_game() -> None:
    said = "import sys; from core.games.registry import GAMES; GAMES['cabinet']; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    loaded = {name for name in told.split() if name.startswith(games())}
    assert "core.games.cabinet.game" in loaded
    entries = {name for game in games() for name in (game, f"{game}.entry")}
    assert all(within(name, "core.games.cabinet") for name in loaded - entries)


def test_net_and_lobby_import_no_game() -> None:
    assert who_imports(modules("net", "lobby"), lambda path, name: within(name, *games())) == {}


NET_CHAIN = (
    *("text", "crypto", "channels", "system", "replication", "match", "records", "proofs"),
    *("seat", "transport", "session", "cli"),
)
"""Packages of `net`, lowest first. Each imports only from itself and from those before it."""


@pytest.mark.parametrize("package", NET_CHAIN)
def test_packages_of_net_form_a_chain(package: str) -> None:
    above = tuple(f"net.{name}" for name in NET_CHAIN[NET_CHAIN.index(package) + 1 :])
    assert who_imports(modules(f"net/{package}"), lambda path, name: within(name, *above)) == {}


def test_the_chain_of_packages_names_every_package_of_net() -> None:
    there = {path.parent.name for path in (ROOT / "net").glob("*/__init__.py")}
    assert there == set(NET_CHAIN)


def bound_names(path: str) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def public_modules(package: str) -> set[str] | None:
    """Return the modules that a package's `__init__` lists for others, or None if it lists none."""
    for node in nodes(f"{package}/__init__.py"):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return None


def test_no_package_imports_private_modules_of_another() -> None:
    """A package that lists its public modules in `__all__` keeps all others to itself."""
    curated = {
        str(path.parent.relative_to(ROOT)).replace("/", "."): public
        for top in LAYERS
        for path in (ROOT / top).rglob("__init__.py")
        if (public := public_modules(str(path.parent.relative_to(ROOT)))) is not None
    }
    assert len(curated) > 30

    def is_private(path: str, name: str) -> bool:
        parts = name.split(".")
        own = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for i in range(1, len(parts)):
            package, module = ".".join(parts[:i]), parts[i]
            if package in curated and not within(own, package) and module not in curated[package]:
                folder = ROOT / package.replace(".", "/")
                if (folder / f"{module}.py").is_file():
                    return True
        return False

    assert who_imports(modules(*LAYERS), is_private) == {}


NAMED_TUPLE = {"_asdict", "_field_defaults", "_fields", "_make", "_replace"}
"""Public attributes of every NamedTuple, despite their underscore."""
PRIVATE_OF_LIBRARIES = {
    "sys._current_frames": "the only view of a running function of another thread",
    "os._exit": "ends a process that may be in a lock",
    "codes._0": "pyglet's name of a key",
    "codes._9": "pyglet's name of a key",
    "screen.display._display": "pyglet has no other way to the display of X11",
}
"""Private attributes that are read from outside, with the reason."""


def defined_names(node: ast.AST) -> Iterator[str]:
    """Yield the names of the attributes, methods and fields that a node defines."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
        yield node.attr
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield node.name
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def private_accesses(path: str) -> Iterator[str]:
    """Yield each private attribute of another object that a module reads or sets and does not define."""
    tree = list(nodes(path))
    own = {name for node in tree for name in defined_names(node)}
    for node in tree:
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = ast.unparse(node.value)
            if owner not in ("self", "cls", "super()") and node.attr not in own | NAMED_TUPLE:
                yield f"{owner}.{node.attr}"


def test_private_attributes_stay_in_their_module() -> None:
    """An attribute that other modules need is public; otherwise the code that uses it belongs to its class."""
    found = {path: {*private_accesses(path)} for path in modules(*LAYERS)}
    unused = PRIVATE_OF_LIBRARIES.keys() - set().union(*found.values())
    assert not unused
    assert {path: wrong for path, names in found.items() if (wrong := names - PRIVATE_OF_LIBRARIES.keys())} == {}


def test_no_modules_import_each_other_in_a_circle_while_they_load() -> None:
    """A module that is loaded finds every module that it imports complete, whichever is loaded first."""
    assert cycles(LAYERS, loading=True) == []


def test_modules_listed_in_all_exist() -> None:
    for top in LAYERS:
        for path in (ROOT / top).rglob("__init__.py"):
            package = str(path.parent.relative_to(ROOT))
            bound = set(bound_names(f"{package}/__init__.py"))
            for name in (public_modules(package) or set()) - bound:
                assert (path.parent / f"{name}.py").is_file() or (path.parent / name).is_dir(), f"{path}: {name}"


def test_core_imports_no_impure_module() -> None:
    assert who_imports(modules("core"), lambda path, name: name.split(".")[0] in IMPURE) == {}


def test_core_uses_only_integers() -> None:
    """Core has no float literal, no true division and no call of float, since floats differ between machines."""
    wrong = []
    for path in modules("core"):
        for node in nodes(path):
            number = isinstance(node, ast.Constant) and isinstance(node.value, (float, complex))
            divides = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div)
            if number or divides or called(node) in ("float", "hash", "id"):
                wrong.append(f"{path}:{getattr(node, 'lineno', 0)}")
    assert not wrong


def test_core_reads_and_prints_nothing() -> None:
    wrong = [path for path in modules("core") if {"open", "print", "input"} & {called(node) for node in nodes(path)}]
    assert not wrong


def called(node: ast.AST) -> str:
    """Return the name that the node calls, or ""."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def test_card_numbers_do_not_depend_on_the_import_order() -> None:
    said = "from core.games.bridgefront.catalogue import CARDS; print([card.name for card in CARDS])"
    told = set()
    for module in (
        "core.games.bridgefront.game",
        "core.games.bridgefront.cards.power",
        "core.games.bridgefront.cards.market_2",
    ):
        command = [sys.executable, "-c", f"import {module}; {said}"]
        told.add(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
    assert len(told) == 1
