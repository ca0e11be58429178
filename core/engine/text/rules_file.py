"""Ruleset files: TOML that people write, read into the canonical text of a ruleset with errors that name the line.

game = "bridgefront"
name = "Leaner Orodin"

[options]
vp_to_win = 9

[cards."Zap"]
mana = 2

[new_cards."Field Notes"]
type = "order"
deck = "market1"
mana = 1
initiative = [50, 120]
effects = ["draw 2", "gold 1"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.engine.options import Value
from core.engine.ruleset import (
    MAX_TEXT_LENGTH,
    NAME,
    Changes,
    Integer,
    Integers,
    Problem,
    RulesetError,
    Rulesets,
    ValueKind,
)

MAX_FILE_BYTES = 8 * MAX_TEXT_LENGTH
"""Maximum size of a ruleset file."""
MAX_DEPTH = 4
"""Maximum number of tables and arrays within each other."""
MAX_OPEN_BRACKETS = 8
"""Maximum number of brackets or dots in one line, which limits how deep tables can be nested."""
GAME = "game"


class RulesFile(NamedTuple):
    """The contents of a ruleset file before it is checked: the name of its game, and its changes with their lines."""

    game: str
    entries: tuple[tuple[tuple[str, ...], str], ...]
    lines: Mapping[tuple[str, ...], int]


def read_rules_file(data: bytes) -> RulesFile:
    """Return the contents of a ruleset file; raise `RulesetError` with the line of each error."""
    if len(data) > MAX_FILE_BYTES:
        raise RulesetError(Problem("", f"the file has {len(data):,} bytes, and may have {MAX_FILE_BYTES:,}"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = data[: error.start].count(b"\n") + 1
        raise RulesetError(Problem(f"line {at}", "the file is not in UTF-8")) from None
    for number, line in enumerate(text.split("\n"), 1):
        if max(line.count("["), line.count("{"), line.partition("=")[0].count(".")) > MAX_OPEN_BRACKETS:
            raise RulesetError(Problem(f"line {number}", "too many brackets or dots"))
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(_syntax_problem(str(error), len(text.rstrip().split("\n")))) from None
    except (RecursionError, ValueError):
        raise RulesetError(Problem("", "tables or numbers that are too deep or too large")) from None
    lines = _lines_of(text)
    game = table.pop(GAME, None)
    if type(game) is not str:
        raise RulesetError(Problem("", 'the file does not say its game, for instance game = "bridgefront"'))
    try:
        entries = tuple(_entries((), table))
    except RecursionError:
        raise RulesetError(Problem("", "tables that are too deep")) from None
    except RulesetError as wrong:
        raise RulesetError(*(_add_line(problem, lines) for problem in wrong.problems)) from None
    return RulesFile(game, entries, lines)


def ruleset_text(rulesets: Rulesets[object], file: RulesFile) -> str:
    """Return the canonical text of the changes in a file; raise `RulesetError` with the line of each error."""
    try:
        return rulesets.compose(file.entries)
    except RulesetError as wrong:
        raise RulesetError(*(_add_line(problem, file.lines) for problem in wrong.problems)) from None


def _entries(path: tuple[str, ...], value: object) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, dict):
        if len(path) > MAX_DEPTH:
            raise RulesetError(Problem(".".join(path), "tables within tables within tables"))
        for key, inner in value.items():
            yield from _entries((*path, key), inner)
    elif isinstance(value, bool):
        yield path, str(int(value))
    elif isinstance(value, (int, str)):
        yield path, str(value) if not isinstance(value, int) or abs(value) < 10**9 else "a number that is too large"
    elif isinstance(value, list) and value and all(type(item) is int for item in value):
        yield path, "/".join(str(item) if abs(item) < 10**9 else "?" for item in value)
    elif isinstance(value, list) and value and all(type(item) is str for item in value):
        yield path, ", ".join(value)
    else:
        raise RulesetError(Problem(".".join(path), "a value is a whole number, a text, or a list of either"))


def _syntax_problem(error: str, last: int) -> Problem:
    """Return the problem that a message of the TOML reader describes; `last` is the last line of the file."""
    result = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", error, re.DOTALL)
    words = (result[1] if result else error).splitlines()[0][:120]
    words = f"{words[:1].lower()}{words[1:]}"
    return Problem(f"line {result[2] if result and result[2] else last}", words)


_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_KEY_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def _lines_of(text: str) -> dict[tuple[str, ...], int]:
    """Return the line of each key that can be found without a full parser."""
    result: dict[tuple[str, ...], int] = {}
    above: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            above = _key_parts(header[1])
            result.setdefault(above, number)
        elif key := _KEY.match(line):
            result.setdefault((*above, *_key_parts(key[1])), number)
    return result


def _key_parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _KEY_PART.findall(text))


def _add_line(problem: Problem, lines: Mapping[tuple[str, ...], int]) -> Problem:
    """Return the problem with the line of its path, or of the nearest table above it."""
    for known, line in sorted(lines.items(), key=lambda both: -len(both[0])):
        path = ".".join(known)
        if problem.path == path or problem.path.startswith(f"{path}."):
            return Problem(f"line {line}, {problem.path}", problem.reason)
    return problem


# Writing --------------------------------------------------------------------------------------------------------------


def write_rules_file(game: str, rulesets: Rulesets[object], changes: Changes) -> str:
    """Return a ruleset file with these changes; the file reads as the same ruleset."""
    lines = [f'game = "{game}"'] + ([f'name = "{changes.name}"'] if changes.name else [])
    if changes.options:
        lines += ["", "[options]", *(f"{name} = {_option_comment(value)}" for name, value in changes.options.items())]
    tables: dict[tuple[str, ...], list[str]] = {}
    for path, value in changes.values.items():
        *above, key = path.split(".")
        kind = rulesets.fields[path].kind
        tables.setdefault(tuple(above), []).append(f"{key} = {_to_toml(kind.write(value))}")
    additions = rulesets.additions
    for name, values in changes.cards.items():
        assert additions is not None
        for key, value in values.items():
            written = f"{key} = {_to_toml(additions.fields[key].kind.write(value))}"
            tables.setdefault(("new_cards", f'"{name}"'), []).append(written)
    for above_key, rows in tables.items():
        lines += ["", f"[{'.'.join(above_key)}]", *rows]
    return "\n".join(lines) + "\n"


def template(game: str, title: str, rulesets: Rulesets[object]) -> str:
    """Return a ruleset file that changes nothing, in which every value of the rules is a comment with its range."""
    lines = [
        f"# House rules for {title}. Remove the # before a line to change its value.",
        "# Then: tether rules check FILE; tether host --rules FILE",
        f'game = "{game}"',
        f'# {NAME} = "My rules"',
        "",
        "[options]",
    ]
    lines += [
        f"# {o.name} = {_option_comment(o.default)}  # {o.valid_values_text()}: {o.text}"
        for o in rulesets.options.table.values()
    ]
    above = ""
    for path, field in rulesets.fields.items():
        table, _, key = path.rpartition(".")
        if table != above:
            lines += ["", f"[{table}]"]
            above = table
        try:
            value = _to_toml(field.kind.write(field.printed))
        except ValueError:
            continue  # it has no notation
        lines.append(f"# {key} = {value}{_range_of(field.kind)}")
    if rulesets.additions is not None:
        lines += ["", "# A new card:", '# [new_cards."Field Notes"]', '# type = "order"', '# deck = "market1"']
        lines += ["# mana = 1", "# initiative = [50, 120]", '# effects = ["draw 2", "gold 1"]']
    lines += ["", *(f"# {words}" for words in (*rulesets.description.notes(), *rulesets.description.fixed_rules()))]
    return "\n".join(lines) + "\n"


def _range_of(kind: ValueKind) -> str:
    return f"  # {kind.low} to {kind.high}" if isinstance(kind, (Integer, Integers)) else ""


def _option_comment(value: Value) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'


def _to_toml(text: str) -> str:
    """Return the canonical text of a value in TOML."""
    if re.fullmatch(r"-?\d+", text):
        return text
    if re.fullmatch(r"-?\d+(/-?\d+)+", text):
        return f"[{', '.join(text.split('/'))}]"
    if " " in text:
        return "[" + ", ".join(f'"{part.strip()}"' for part in text.split(",")) + "]"
    return f'"{text}"'
