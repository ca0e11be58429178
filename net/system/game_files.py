"""Games in files that a person names, such as `tether match --game ./flotsam.py` (docs/design/your-first-game.md).

A file is loaded only because someone at this computer named it, never because a peer, a room or a record did. It may
import the kit and the pure part of the standard library, so that its text is all that its rules depend on.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from hashlib import blake2b
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from core.games.registry import GAMES
from core.kit.constants import Constants
from core.kit.errors import KitError, line_in
from core.kit.game import KitGame
from net.system.endless import GUARD
from net.system.safe_files import UnsafeFile, read_limited

MAX_FILE = 256 * 1024
SUFFIX = ".py"
IMPORTS = frozenset(
    ("__future__", "collections", "collections.abc", "core.kit", "dataclasses", "enum", "functools", "itertools")
) | {"math", "operator", "string", "typing"}
"""The modules that a game file may import."""
ADVICE = {
    "float": "use whole numbers, for example thousandths",
    "print": "use step.tell",
    "input": "ask the seats with step.ask",
    "hash": "its values differ from computer to computer",
    "id": "its values differ from computer to computer",
    "random": "use step.roll, step.lots or a deck",
    "format": "use a text with f before it",
    "sqrt": "use isqrt",
    "truediv": "use // for whole numbers",
}
"""Advice on each name that a game file may not use: its replacement, or the reason."""
FORBIDDEN = frozenset(ADVICE) | {
    *("open", "eval", "exec", "compile", "globals", "locals", "vars", "breakpoint", "complex", "help", "exit", "quit"),
    *("getattr", "setattr", "delattr", "memoryview", "super", "copyright", "credits", "license"),
} - {"format", "sqrt", "truediv"}
FORBIDDEN_ATTRIBUTES = frozenset(("format", "format_map", "mro", "f_back", "f_builtins", "f_globals", "f_locals")) | {
    *("ag_frame", "cr_frame", "gi_frame", "tb_frame", "tb_next", "_engine"),
}
"""Attributes through which a file could reach what its hash does not cover, such as the texts of its own words."""
WHOLE_MATHS = frozenset(("comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"))
"""The functions of `math` whose results are whole numbers, alike on every computer."""
FORBIDDEN_PARTS = frozenset(("update_wrapper", "wraps")) | frozenset(
    ("attrgetter", "methodcaller", "truediv", "itruediv", "Formatter", "ForwardRef", "get_type_hints", "make_dataclass")
)
"""The parts of modules that find attributes by texts, run texts as Python, or make fractions."""
TEXT_DECLARATIONS = frozenset(("says",))
"""The declarations of the kit that contain only texts for players."""


DECLARATIONS = frozenset(("bot", "deck", "game", "hands", "in_turn", "option", "phase", "says", "together"))
"""The operations of a kit by which a file declares its game."""


class BadGameFile(ValueError):
    """Error for a file that is no game of the kit; the message says why and where."""


class GameFile(NamedTuple):
    """A game that was loaded from a file: the path of the file, and the part of its text that contains rules."""

    path: Path
    rules: bytes


LOADED: dict[str, GameFile] = {}
"""The loaded files by the name of their game."""
MODULES: dict[str, bytes] = {}
"""The rules of the loaded files by the name of their module."""


def is_path(text: str) -> bool:
    """Return True if the text by which a game is chosen is a path, not a name."""
    return text.endswith(SUFFIX) or "/" in text or "\\" in text


def command_argument(game: str) -> str:
    """Return the command-line argument that names this game to another process: its name, or its file's path."""
    return str(LOADED[game].path) if game in LOADED else game


def loaded_paths() -> tuple[Path, ...]:
    """Return the paths of all loaded game files, for another process that needs the same games."""
    return tuple(loaded.path for loaded in LOADED.values())


def file_options() -> list[str]:
    """Return the options `--game=FILE` of all loaded game files, for another process that needs the same games."""
    return [f"--game={path}" for path in loaded_paths()]


def not_here(game: str) -> str:
    """Return a sentence about a game that this program does not know.

    >>> not_here("flotsam")
    "The game 'flotsam' is not on this computer. If it is in a file, ask the host for the file and open it first."
    """
    ask = "If it is in a file, ask the host for the file and open it first."
    return f"The game {game!r} is not on this computer. {ask}"


def other_version(game: str) -> str:
    """Return a sentence about rules that differ from those of our game file, or "" for a game that is in no file."""
    if game not in LOADED:
        return ""
    return f"They have another version of {LOADED[game].path.name}: everyone needs the same game file."


def load(path: Path) -> str:
    """Load a game file, register its game and return the game's name.

    Raises `BadGameFile` if the file has an error. A file that is already loaded is not loaded again.
    """
    path = path.absolute()
    text = _read_text(path)
    try:
        rules = rules_text(text)
    except BadGameFile as bad:
        raise BadGameFile(f"{path.name}, {bad}") from None
    for name, loaded in LOADED.items():
        if loaded.path == path:
            if loaded.rules != rules:
                raise BadGameFile(f"{path.name} has changed since it was loaded; start Tether again")
            return name
    game = _run_game_file(path, text)
    if game.name in GAMES:
        raise BadGameFile(f"{path.name} is called {game.name!r}, and there is a game of that name; choose another name")
    GAMES.install(game.name, "core", f"{type(game).__module__}:GAME.entry")
    GUARD.watch(str(path), game)
    game.kit.constants = Constants(vars(sys.modules[type(game).__module__]))
    LOADED[game.name], MODULES[type(game).__module__] = GameFile(path, rules), rules
    return game.name


def check(text: str) -> ast.Module:
    """Return the syntax tree of a game file; raise `BadGameFile` if the file does what no game may do."""
    try:
        tree = ast.parse(text)
    except SyntaxError as wrong:
        raise BadGameFile(f"line {wrong.lineno}: {wrong.msg}") from None
    except (ValueError, RecursionError, MemoryError) as wrong:
        raise BadGameFile(f"it is no Python that can be read: {wrong}") from None
    for node in ast.walk(tree):
        fault = _find_fault(node)
        if fault:
            raise BadGameFile(f"line {getattr(node, 'lineno', 0)}: {fault}")
    for line, fault in _name_faults(tree):
        if fault:
            raise BadGameFile(f"line {line}: {fault}")
    for statement in tree.body:
        if isinstance(statement, ast.While):
            raise BadGameFile(f"line {statement.lineno}: a loop outside of functions must be a `for`")
    return tree


def rules_text(text: str) -> bytes:
    """Return the lines of a game file that count as rules, without its docstring, texts and bots.

    The first docstring, `kit.says` with plain texts, and functions under `@kit.bot` that no rule calls are left out.
    Therefore players whose files differ only in a corrected typo can play together. Raises `BadGameFile` as `check`
    does.
    """
    text = _plain_lines(text)
    tree = check(text)
    left_out = [each for index, each in enumerate(tree.body) if _is_docstring(each, index)]
    if _has_only_declared_kit(tree):
        left_out += [each for each in tree.body if _is_text_declaration(each)] + _bot_functions(tree)
    lines: list[str | None] = list(text.split("\n"))
    for statement in left_out:
        first, last = _line_range(statement)
        others = [_line_range(other) for other in tree.body if other is not statement]
        if not any(begin <= last and first <= end for begin, end in others):
            lines[first - 1 : last] = [None] * (last - first + 1)
    return "\n".join(line for line in lines if line is not None).encode()


def _plain_lines(text: str) -> str:
    """Return the text with one kind of line ends, since Python ends a line at each kind, and the hash counts lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _line_range(statement: ast.stmt) -> tuple[int, int]:
    """Return the numbers of the first line of a statement, including its decorators, and of its last line."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)]), statement.end_lineno or statement.lineno


def _read_text(path: Path) -> str:
    try:
        return _plain_lines(read_limited(path, MAX_FILE).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadGameFile(f"{path.name} is not UTF-8 text") from None
    except UnsafeFile as unsafe:
        raise BadGameFile(f"{path.name}: {unsafe}") from None
    except OSError as wrong:
        raise BadGameFile(f"{path.name}: {wrong.strerror or wrong}") from None


class _Loader(InspectLoader):
    """Loader that runs exactly the text that was checked, even if the file has changed since."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    def get_source(self, fullname: str) -> str:
        return self.text

    def get_code(self, fullname: str) -> object:  # type: ignore[override]  # it names its file in errors
        return self.source_to_code(self.text, str(self.path))


def _run_game_file(path: Path, text: str) -> KitGame:
    name = f"tether_game_{blake2b(str(path).encode(), digest_size=8).hexdigest()}"
    spec = spec_from_loader(name, _Loader(path, text), origin=str(path))
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    GUARD.watch(str(path))
    try:
        spec.loader.exec_module(module)
        game = module.__dict__.get("GAME")
        if not isinstance(game, KitGame):
            raise BadGameFile(f"{path.name} has no game; its last line must be `GAME = kit.game(...)`")
    except BadGameFile:
        _forget(name, path)
        raise
    except (Exception, SystemExit) as wrong:
        _forget(name, path)
        words = str(wrong) if isinstance(wrong, KitError) else f"{type(wrong).__name__}: {wrong}"
        if isinstance(wrong, MemoryError):
            words = "it wants more memory than there is"
        raise BadGameFile(f"{path.name}, line {line_in(wrong.__traceback__, str(path))}: {words}") from wrong
    return game


def _forget(module: str, path: Path) -> None:
    del sys.modules[module]
    GUARD.forget(str(path))


def _name_faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the error of each use of an imported name that no game may make."""
    nodes = list(ast.walk(tree))
    whole = [each for node in nodes if isinstance(node, ast.Import) for each in node.names]
    parts = [each for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names]
    modules = {each.asname or each.name: each.name for each in whole}
    imported = {each.asname or each.name for each in whole + parts}
    shared = imported | {each.name for each in tree.body if isinstance(each, (ast.ClassDef, ast.FunctionDef))}
    owners = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        match node:
            case ast.Name(name) if name in modules and id(node) not in owners:
                yield node.lineno, f"the module {name} is used alone; write {name}. and the name of what you use"
            case ast.Attribute(ast.Name(name), _, ast.Store() | ast.Del()) if name in shared:
                yield node.lineno, f"changes {name}, which is outside the state; what changes belongs into the state"
            case ast.Attribute(ast.Name(name), part) if name in modules:
                yield node.lineno, _part_fault(modules[name], part)


def _part_fault(module: str, name: str) -> str:
    """Return the error in the use of a part of a module that a game file may import, or ""."""
    advice = f"; {ADVICE[name]}" if name in ADVICE else ""
    if module == "math" and name not in WHOLE_MATHS:
        return f"math.{name} is not for a game file, since it may make fractions{advice}"
    found = getattr(import_module(module), name, None)
    if name in FORBIDDEN_PARTS or name.startswith("_") or isinstance(found, ModuleType):
        return f"{module}.{name} is not for a game file{advice}"
    return ""


def _annotation_fault(note: ast.expr | None) -> str:
    """Return the error in an annotation, which Python may run, or ""."""
    nodes = [] if note is None else list(ast.walk(note))
    kept = {
        id(part) for node in nodes if isinstance(node, ast.Subscript) and _is_literal(node) for part in ast.walk(node)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in kept:
            name = node.value
            if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) or name in FORBIDDEN or name.startswith("__"):
                return f"the type {name[:40]!r} must be written without quotes"
    return ""


def _is_literal(node: ast.Subscript) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "Literal"


def _find_fault(node: ast.AST) -> str:
    """Return the error in a node of a game file, or "" if there is none."""
    match node:
        case ast.Import(names):
            return next(filter(None, (_import_fault(each.name) for each in names)), "")
        case ast.ImportFrom(module, names, level):
            if level or module is None or module not in IMPORTS:
                return _import_fault(f"{'.' * level}{module or ''}")
            if names[0].name == "*":
                return f"imports * from {module}; name what you use"
            return next(filter(None, (_part_fault(module, each.name) for each in names)), "")
        case ast.Name(name) if name in FORBIDDEN or name.startswith("__"):
            return f"{name} is not for a game file" + (f"; {ADVICE[name]}" if name in ADVICE else "")
        case ast.Attribute(attr=name) if name.startswith("__") or name in FORBIDDEN_ATTRIBUTES:
            return f"{name} is not for a game file" + (f"; {ADVICE[name]}" if name in ADVICE else "")
        case ast.MatchClass(kwd_attrs=names) if any(n.startswith("__") or n in FORBIDDEN_ATTRIBUTES for n in names):
            return f"{', '.join(names)} in a case is not for a game file"
        case ast.AnnAssign(annotation=note) | ast.arg(annotation=note) if fault := _annotation_fault(note):
            return fault
        case ast.FunctionDef(returns=note) if fault := _annotation_fault(note):
            return fault
        case ast.Constant(value) if isinstance(value, float | complex):
            return f"{value} is no whole number; {ADVICE['float']}"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return "/ makes a fraction; use // for whole numbers"
        case ast.Global():
            return "global is not for a game file; what changes belongs into the state"
        case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith() | ast.Yield() | ast.YieldFrom():
            return "" if isinstance(node, ast.Yield | ast.YieldFrom) else "async is not for a game file"
    return ""


def _import_fault(name: str) -> str:
    """Return the error in the import of a whole module, or ""."""
    if name in IMPORTS:
        return f"imports {name} as a whole; write `from {name} import ...`" if "." in name else ""
    root = name.partition(".")[0]
    more = f"; {ADVICE[root]}" if root in ADVICE else ""
    return f"imports {name}, and a game file may import core.kit and {', '.join(sorted(IMPORTS - {'core.kit'}))}{more}"


def _is_docstring(statement: ast.stmt, index: int) -> bool:
    return (
        index == 0
        and isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _is_text_declaration(statement: ast.stmt) -> bool:
    """Return True for `kit.says(name="text", ...)` with constant texts, so that no code runs in the call."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("kit"), name), [], keywords)) if name in TEXT_DECLARATIONS:
            return all(each.arg and _is_text(each.value) for each in keywords)
    return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_bot(statement: ast.stmt) -> bool:
    """Return True for a function with `@kit.bot(QUESTION, spread=N)` as its only decorator and no default values."""
    match statement:
        case ast.FunctionDef(
            args=ast.arguments(defaults=[], kw_defaults=[]),
            decorator_list=[ast.Call(ast.Attribute(ast.Name("kit"), "bot"), [ast.Name()], keywords)],
        ):
            return all(isinstance(each.value, ast.Constant) for each in keywords) and not _is_annotated_by_calls(
                statement
            )
    return False


def _is_annotated_by_calls(function: ast.FunctionDef) -> bool:
    """Return True if annotations of the function contain calls, which would run when the file is loaded."""
    every = [*function.args.args, *function.args.posonlyargs, *function.args.kwonlyargs]
    notes = [each.annotation for each in every] + [function.returns]
    return any(note is not None and any(isinstance(node, ast.Call) for node in ast.walk(note)) for note in notes)


def _bot_functions(tree: ast.Module) -> list[ast.stmt]:
    """Return the functions under `@kit.bot` to which no rule refers."""
    bots = [each for each in tree.body if isinstance(each, ast.FunctionDef) and _is_bot(each)]
    while True:
        rules = [each for each in tree.body if each not in bots]
        named = {node.id for each in rules for node in ast.walk(each) if isinstance(node, ast.Name)}
        kept = [each for each in bots if each.name not in named]
        if kept == bots:
            return list(bots)
        bots = kept


def _has_only_declared_kit(tree: ast.Module) -> bool:
    """Return True if `kit` is always the same `Kit`, so that its declarations can do nothing unexpected."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "core.kit"]
    names = [name for node in ast.walk(tree) for name in _bound_names(node)]
    made = [
        each for each in tree.body
        if isinstance(each, ast.Assign) and [ast.unparse(target) for target in each.targets] == ["kit"]
        and isinstance(each.value, ast.Call) and isinstance(each.value.func, ast.Name) and each.value.func.id == "Kit"
    ]  # fmt: skip
    imported = [name for node in imports for name in node.names if (name.asname or name.name) == "Kit"]
    return (
        [name.name for name in imported] == ["Kit"]
        and len(made) == 1
        and names.count("kit") == 1
        and names.count("Kit") == 1
        and not _reaches_words(tree)
    )


def _reaches_words(tree: ast.Module) -> bool:
    """Return True if a rule could read the texts or the bots: through `kit`, the game, or a question's own kit."""
    nodes = list(ast.walk(tree))
    declared = {
        id(node.value) for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in DECLARATIONS and isinstance(node.ctx, ast.Load)
    }  # fmt: skip
    return any(
        (isinstance(node, ast.Name) and node.id in ("kit", "GAME") and _is_read(node) and id(node) not in declared)
        or (isinstance(node, ast.Attribute) and node.attr in ("kit", "closed"))
        for node in nodes
    )


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _bound_names(node: ast.AST) -> list[str]:
    """Return the names to which a node assigns a value."""
    match node:
        case ast.Name(name, ast.Store() | ast.Del()) | ast.FunctionDef(name) | ast.ClassDef(name) | ast.arg(name):
            return [name]
        case ast.Import(names) | ast.ImportFrom(names=names):
            return [each.asname or each.name.partition(".")[0] for each in names]
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.MatchMapping(rest=str(name)):
            return [name]
    return []
