"""The page on architecture: every name of code and every path in it exists, and its diagrams stay short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from core.games.registry import NAMES, title_of
from tests.support.sources import LAYERS, ROOT, modules

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FOLDERS = (*LAYERS, "docs", "scripts", "tests")
MOST_WORDS, MOST_FILES = 1500, 8
"""Maximum number of words of the page, and of files on the path of a diagram."""
WORDS = {"a", "the", "bot", "beacon", "thread"}
"""English words that stand beside an arrow."""
PATH = re.compile(rf"\b(?:{'|'.join(FOLDERS)})(?:/(?:[\w.*<>-]|{{[\w,]+}})+)+/?")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
ARROW = re.compile(r"(?:([A-Za-z_][\w.]*) )?->(?: ([A-Za-z_][\w.]*))?")
CAMEL = re.compile(r"(?:[A-Z][a-z0-9]+){2,}")


class Names:
    """Names that one file defines, or that a class has."""

    def __init__(self, tree: ast.AST) -> None:
        self.classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self.all = {name for node in ast.walk(tree) for name in _defined(node)}


def _defined(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node defines: of functions, classes, variables, attributes and parameters."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
        yield node.id if isinstance(node, ast.Name) else node.attr
    elif isinstance(node, ast.arg):
        yield node.arg


@cache
def names_of(path: str) -> Names:
    return Names(ast.parse((ROOT / path).read_text(encoding="utf-8")))


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    """Return all classes by name; some games use the same name."""
    found: dict[str, list[ast.ClassDef]] = {}
    for path in modules(*LAYERS):
        for name, node in names_of(path).classes.items():
            found.setdefault(name, []).append(node)
    return found


@cache
def known() -> frozenset[str]:
    """Return all names of the project, those of its modules included."""
    found = {path.removesuffix(".py").rpartition("/")[2] for path in modules(*LAYERS)}
    return frozenset(found.union(*(names_of(path).all for path in modules(*LAYERS))))


def members(node: ast.ClassDef) -> Iterator[str]:
    """Yield the methods of a class, its variables, and the attributes that its methods set."""
    for item in node.body:
        if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield item.name
        elif isinstance(item, (ast.Assign, ast.AnnAssign)):
            yield from (name for part in ast.walk(item) for name in _defined(part))
    yield from (
        part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
    )


def has(owner: str, member: str, seen: tuple[str, ...] = ()) -> bool:
    """Return True if a class of this name, or one of its bases, has the member."""
    for node in classes().get(owner, []):
        bases = {name.id for base in node.bases for name in ast.walk(base) if isinstance(name, ast.Name)}
        if member in members(node) or any(has(base, member, (*seen, owner)) for base in bases - {owner, *seen}):
            return True
    return False


def exists(name: str, here: Iterable[str] | None = None) -> bool:
    """Return True if the code has this name.

    A bare name must be in `here`, or anywhere if that is None. A dotted one is a module with a name in it, or a class
    with a member.
    """
    head, *rest = name.split(".")
    if head in (*LAYERS, "tests"):
        return _in_module(name)
    if not rest:
        return name in (known() if here is None else here)
    if head in classes():
        return has(head, rest[0]) and all(part in known() for part in rest[1:])
    files = [path for path in modules(*LAYERS) if path.endswith(f"/{head}.py")]
    return any(rest[0] in names_of(path).all for path in files) or (
        head in known() and all(part in known() for part in rest)
    )


def _in_module(name: str) -> bool:
    """Return True if a full name is that of a package, a module, or a name in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        path = "/".join(parts[:end])
        if (ROOT / f"{path}.py").exists():
            rest = parts[end:]
            if len(rest) > 1:
                return has(rest[0], rest[1])
            return not rest or rest[0] in names_of(f"{path}.py").all
        if (ROOT / path).is_dir():
            return end == len(parts)
    return False


def files(path: str, *folders: str) -> bool:
    """Return True if a path, or the end of one, names something; `<game>` is any game, and braces list choices."""
    plain = re.sub(r"<\w+>", "*", path).rstrip("/")
    choices = re.search(r"{(.*)}", plain)
    if choices:
        return all(files(plain.replace(choices[0], each)) for each in choices[1].split(","))
    return any(ROOT.glob(plain)) or any(any((ROOT / folder).glob(f"**/{plain}")) for folder in folders or FOLDERS)


def diagram(title: str) -> str:
    """Return the first block under a heading."""
    found = re.search(rf"^## {title}\n.*?^```\n(.*?)^```", PAGE, re.M | re.S)
    assert found, title
    return found[1]


def rows(text: str) -> Iterator[tuple[str, str]]:
    """Yield the file and the text of each entry of a diagram, which may have several lines."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        path = re.match(r"(\w+(?:/\w+)+\.py) +(.*)", line)
        if path or not found:
            found.append((path[1] if path else "", [path[2] if path else line]))
        else:
            found[-1][1].append(line)
    return ((path, "\n".join(lines)) for path, lines in found)


def named(text: str) -> set[str]:
    """Return the names of code in the words of a diagram: dotted, with `_`, in CamelCase, or beside an arrow."""
    found = {name for name in NAME.findall(text) if "_" in name or CAMEL.search(name) or re.search(r"\w\.\w", name)}
    beside = {word.strip(".") for pair in ARROW.findall(text) for word in pair if word}
    return (found | beside) - WORDS


DIAGRAMS = ("One step", "One datagram", "One click")


@pytest.mark.parametrize("title", DIAGRAMS)
def test_every_name_in_a_diagram_is_in_the_file_of_its_line(title: str) -> None:
    """A bare name belongs to the file of its line, or to a class that is named there."""
    wrong = []
    for path, text in rows(diagram(title)):
        told = named(text)
        owners = {name.split(".")[0] for name in told if "." in name}
        here = None
        if path:
            assert (ROOT / path).exists(), path
            here = {*names_of(path).all, *(name for name in told if CAMEL.fullmatch(name) and name in known())}
        wrong += [
            f"{name} is not in {path}"
            for name in sorted(told)
            if not exists(name, here) and not ("." not in name and any(has(owner, name) for owner in owners))
        ]
    assert not wrong, "docs/architecture.md: " + ", ".join(wrong)


@pytest.mark.parametrize("title", ["One datagram", "One click"])
def test_a_reader_follows_a_diagram_in_few_files(title: str) -> None:
    """Of the lines for a place and for a card, a reader needs one."""
    paths = [path for path, text in rows(diagram(title)) if not text.startswith("a card:")]
    assert len(paths) == len(set(paths)) <= MOST_FILES


CODE = [
    code
    for code in re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.S).partition("## From the rules")[0])
    if not code.startswith(("tether ", "python "))
]


@pytest.mark.parametrize("code", sorted({*CODE}))
def test_every_path_and_name_in_the_text_exists(code: str) -> None:
    if "->" in code and "/" not in code:  # the order of the packages
        packages = re.findall(r"\w+", code)
        assert all((ROOT / package).is_dir() for package in packages)
    elif "/" in code or re.search(r"\.(py|md|json)$|\*$", code):
        assert files(code), code
    else:
        name = re.sub(r"\(.*\)$", "", code)
        assert exists(name), code


def test_every_path_in_the_blocks_exists() -> None:
    blocks = "\n".join(re.findall(r"^```\n(.*?)^```", PAGE, re.M | re.S))
    found = set(PATH.findall(blocks))
    assert len(found) > 15
    assert [path for path in found if not files(path)] == []


def test_every_folder_and_file_of_the_tree_exists() -> None:
    tree = diagram("The tree")
    for line in tree.splitlines():
        for name in re.findall(r"(?<![\w/<])\w+(?:/(?:\w+|<\w+>|{[\w,]+}))*/(?=\W|$)|\w+\.py", line):
            assert files(name), name
    for layer in ("lab", "lobby", "client"):
        text = re.search(rf"^{layer}/ .*(?:\n .*)*", tree, re.M)
        packages = {path.parent.name for path in (ROOT / layer).glob("*/__init__.py")}
        assert text and packages <= set(re.findall(r"(\w+)/", text[0])), layer
    chain = re.search(r"net/ +(\w+(?: < \w+)+)", tree)
    assert chain
    assert {*chain[1].split(" < ")} == {path.parent.name for path in (ROOT / "net").glob("*/__init__.py")}


def test_the_chapters_of_each_game_name_its_modules() -> None:
    table = PAGE.partition("## From the rules")[2].partition("\n## ")[0]
    places = {title_of(name): name for name in NAMES} | {"Bridgefront": "bridgefront"}
    games = ["", "", ""]
    count = 0
    for line in table.splitlines():
        if not line.startswith("|") or line.startswith("|--"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        for column in range(3):
            title, told = cells[2 * column].strip("*"), cells[2 * column + 1]
            games[column] = places.get(title, games[column])
            for name in re.findall(r"`([^`]+)`", told):
                module, _, member = name.partition(".")
                home = f"core/games/{games[column]}"
                found = files(module, home) if module.endswith("/") else files(f"{module}.py", home)
                assert found and (not member or exists(name)), f"{games[column]}: {name}"
                count += 1
    assert count > 60


def test_the_sample_imports_what_exists() -> None:
    sample = re.search(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    assert sample
    wanted = [node for node in ast.walk(ast.parse(sample[1])) if isinstance(node, ast.ImportFrom)]
    assert wanted and all(_in_module(f"{node.module}.{item.name}") for node in wanted for item in node.names)


def test_the_page_is_short() -> None:
    assert len([word for word in PAGE.split() if re.search(r"\w", word)]) <= MOST_WORDS


@pytest.mark.parametrize(
    "name", ["UdpEndpoint._take", "MatchProtocol.read_on", "net.match.state_machine.StateMachine.follow", "Stepped"]
)
def test_a_name_that_is_gone_is_found(name: str) -> None:
    assert not exists(name)


def test_a_bare_name_of_another_file_is_found() -> None:
    assert exists("continue_reading") and not exists("continue_reading", names_of("net/seat/driver.py").all)
