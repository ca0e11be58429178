"""The depth of inheritance and the number of methods of all classes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tests.support.sources import LAYERS, ROOT, modules, nodes

MOST_METHODS, DEEPEST = 40, 2


class Shape(NamedTuple):
    """Shape of a class: its depth, and its methods including those of its ancestors in this project.

    A class in a game's folder is counted from the shared classes that it extends: a game needs no entry in a list for
    extending them.
    """

    depth: int
    methods: int


class _Class(NamedTuple):
    bases: tuple[str, ...]
    methods: frozenset[str]
    flat: bool
    """True for a protocol, or an abstract class that says what its subclasses are: their depth is counted from it."""
    empty: bool
    """True for a class that only gives another one a name or types."""


def named(path: str) -> str:
    """Return the dotted name of the module at a path."""
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


@cache
def _classes() -> dict[str, _Class]:
    """Return the classes of all modules by their full names."""
    result: dict[str, _Class] = {}
    for path in modules(*LAYERS):
        module = named(path)
        names = {node.name: f"{module}.{node.name}" for node in nodes(path) if isinstance(node, ast.ClassDef)}
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                names.update({item.asname or item.name: f"{node.module}.{item.name}" for item in node.names})
            elif isinstance(node, ast.Import):
                names.update({item.asname or item.name: item.name for item in node.names})
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                result[f"{module}.{node.name}"] = _read(node, names)
    return result


def _read(node: ast.ClassDef, names: dict[str, str]) -> _Class:
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    texts = [ast.unparse(base) for base in bases]
    heads = [text.partition(".") for text in texts]
    full = tuple(f"{names.get(head, head)}{dot}{rest}" for head, dot, rest in heads)
    methods = frozenset(item.name for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef))
    marks = [mark for item in node.body if isinstance(item, ast.FunctionDef) for mark in item.decorator_list]
    abstract = any("abstractmethod" in ast.unparse(mark) for mark in marks)
    flat = abstract or any(text.rpartition(".")[2] in ("Protocol", "ABC") for text in texts)
    empty = not any(isinstance(item, ast.FunctionDef | ast.AnnAssign | ast.Assign) for item in node.body)
    return _Class(full, methods, flat, empty)


def _bases(name: str) -> list[str]:
    """Return the bases that count: those of this project, and for a class of a game those of the same game."""
    layer, games, *folders = name.split(".")
    home = f"{layer}.{games}.{folders[0]}." if games == "games" else ""
    return [base for base in _classes()[name].bases if base in _classes() and base.startswith(home)]


def _ancestors(name: str) -> Iterator[str]:
    for base in _bases(name):
        yield base
        yield from _ancestors(base)


def _depth(name: str) -> int:
    """Return the number of this project's classes from this one up to a library's class or a protocol."""
    mine = _classes()[name]
    if mine.flat and all(_depth(base) == 0 for base in _bases(name)):
        return 0
    above = max(map(_depth, _bases(name)), default=0)
    return above if mine.empty and len(mine.bases) == 1 else above + 1


def shape(name: str) -> Shape:
    """Return the shape of a class by its full name."""
    methods = frozenset[str]().union(*(_classes()[item].methods for item in (name, *_ancestors(name))))
    return Shape(_depth(name), len(methods))


def too_deep_or_wide(layers: Iterable[str]) -> dict[str, Shape]:
    """Return the classes of these layers that are deeper or have more methods than a class may."""
    wanted = tuple(f"{layer}." for layer in layers)
    shapes = {name: shape(name) for name in _classes() if name.startswith(wanted)}
    return {name: item for name, item in shapes.items() if item.depth > DEEPEST or item.methods > MOST_METHODS}


def _at_load(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when a module is loaded: not in functions, nor for type checkers alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from _at_load(ast.Module(node.orelse, []))
            continue
        yield node
        yield from _at_load(node)


@cache
def _graph(loading: bool) -> dict[str, set[str]]:
    """Return the modules that each module imports, including imports inside functions unless only `loading` counts."""
    paths = {named(path): path for path in modules(*LAYERS)}
    result: dict[str, set[str]] = {}
    for name, path in paths.items():
        far: set[str] = set()
        for node in _at_load(ast.parse((ROOT / path).read_text(encoding="utf-8"))) if loading else nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                fulls = [f"{node.module}.{item.name}" for item in node.names]
                far |= {full if full in paths else node.module for full in fulls}
            elif isinstance(node, ast.Import):
                far |= {item.name for item in node.names}
        result[name] = {item for item in far if item in paths and item != name}
    return result


def cycles(layers: Iterable[str], loading: bool = False) -> list[list[str]]:
    """Return the groups of modules of these layers that import each other in a circle.

    With `loading`, only imports count that run when a module is loaded.
    """
    graph = {
        name: far for name, far in _graph(loading).items() if name.startswith(tuple(f"{item}." for item in layers))
    }
    while True:  # who imports nothing that is left is in no circle
        ends = {name for name, far in graph.items() if not far & graph.keys()}
        if not ends:
            break
        graph = {name: far for name, far in graph.items() if name not in ends}
    reach = {name: _reached(graph, name) for name in graph}
    groups = {frozenset(two for two in reach[item] if item in reach[two]) for item in graph if item in reach[item]}
    return sorted(sorted(group) for group in groups)


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    result: set[str] = set()
    fresh = [start]
    while fresh:
        for far in graph.get(fresh.pop(), ()):
            if far in graph and far not in result:
                result.add(far)
                fresh.append(far)
    return result
