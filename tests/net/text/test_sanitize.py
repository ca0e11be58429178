"""The only function that writes to terminals, pages and spreadsheets: its filter, and the absence of ways around it."""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.cli.matches.progress import Progress
from net.text import sanitizer
from net.text.sanitizer import (
    html_name,
    html_text,
    print_json,
    print_lines,
    print_table,
    print_text,
    spreadsheet_cell,
    visible_line,
)
from tests.support.hostile_texts import HOSTILE, harm
from tests.support.sources import LAYERS, ROOT, modules, nodes

DOOR = "net/text/sanitizer.py"
BESIDE = {
    "lobby/hand_out/bootstrap.py": {"print"},  # runs on its own, before anything is installed, in fixed words
    "lobby/cli/identity.py": {"click"},  # asks for a passphrase, in fixed words
    "net/cli/declarations.py": {"sys"},  # asks whether standard output is a terminal
    "net/cli/matches/progress.py": {"rich"},  # what changes on the screen; its texts are `rich_text`
    "net/cli/matches/resume.py": {"click"},  # asks for a number, in fixed words
    "net/records/verification_worker.py": {"os"},  # pipes between two processes, no text
    "net/system/shutdown.py": {"os"},  # one sentence of ours, while nothing else may be loaded yet
    "scripts/build/fonts.py": {"print"},  # a tool of ours, about our own files
}
"""Other modules that may write, and the means of each."""
PROMPTS = {"echo", "secho", "echo_via_pager", "prompt", "confirm", "pause", "edit", "progressbar", "get_text_stream"}
TEXTS = st.text(st.characters(exclude_categories=())) | st.sampled_from(list(HOSTILE.values()))


# Around the door ------------------------------------------------------------------------------------------------------


def writers(said: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the calls of a module that write to a terminal."""
    for node in said:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"print", "pprint"}:
            yield "print"
        if isinstance(node, ast.Name) and node.id == "print" and isinstance(node.ctx, ast.Load):
            yield "print"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            if node.value.id == "click" and node.attr in PROMPTS:
                yield "click"
            if node.value.id == "sys" and node.attr in {"stdout", "stderr", "__stdout__", "__stderr__"}:
                yield "sys"
            if (node.value.id, node.attr) in {("os", "write"), ("traceback", "print_exc"), ("warnings", "warn")}:
                yield node.value.id
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        modules += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        yield from ("rich" for name in modules if name.split(".")[0] == "rich")
        yield from ("logging" for name in modules if name.split(".")[0] == "logging")
        if isinstance(node, ast.ImportFrom) and node.module in {"click", "sys"}:
            yield from ("import" for alias in node.names if alias.name in PROMPTS | {"stdout", "stderr"})


def test_all_output_goes_through_the_sanitizer() -> None:
    around = {path: set(writers(nodes(path))) - BESIDE.get(path, set()) for path in modules(*LAYERS) if path != DOOR}
    assert {path: means for path, means in around.items() if means} == {}


@pytest.mark.parametrize(
    "source",
    [
        "print(name)", "sink = print", "click.echo(name)", "click.secho(name)", "sys.stdout.write(name)",
        "out = sys.stderr", "from rich.table import Table", "import rich", "from click import echo", "import logging",
        "os.write(1, name)", "from sys import stdout",
    ],
)  # fmt: skip
def test_code_that_writes_directly_to_a_terminal_is_detected(source: str) -> None:
    assert list(writers(ast.walk(ast.parse(source))))


# Through the door -----------------------------------------------------------------------------------------------------


@given(TEXTS)
def test_a_sanitized_text_is_a_single_visible_line(text: str) -> None:
    said = visible_line(text)
    assert not harm(said) and "\n" not in said and visible_line(said) == said


@pytest.mark.parametrize("text", ["Ada", "[/x]", "[red]Al", "Zoë", "Ада", "מרים", "愛", "👑 x̣̂", "fe80::1%eth0", "a  b"])
def test_the_sanitizer_leaves_visible_text_unchanged(text: str) -> None:
    assert visible_line(text) == text


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_lines_are_printed_harmlessly(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_lines(f"Seat 1: {text}", f"Seat 2: {text}")
    print_text(f"first\nsecond {visible_line(text)}", err=True)
    said = capsys.readouterr()
    assert not harm(said.out + said.err) and said.out.count("\n") == said.err.count("\n") == 2
    assert said.out.splitlines()[0].startswith("Seat 1: ")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_table_cells_are_printed_harmlessly(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("Room of", text), [("[fe80::1%eth0]:47801", text), ("next", "row")])
    said = capsys.readouterr().out
    assert not harm(said) and "[fe80::1%eth0]:47801" in said and "next" in said
    shown = visible_line(text).replace(" ", "")
    assert shown in said.replace("\n", "").replace(" ", "") or len(text) > 60


def test_a_table_prints_markup_and_emoji_codes_literally(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("[b]Name[/b]",), [("[/x]",), ("[red]Al",), (":bomb:",), ("[link=x]y",)])
    assert capsys.readouterr().out.split() == ["[b]Name[/b]", "[/x]", "[red]Al", ":bomb:", "[link=x]y"]


def test_json_output_is_a_single_ascii_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_json(dict(HOSTILE))
    said = capsys.readouterr().out
    assert said.isascii() and said.count("\n") == 1 and not harm(said)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_unencodable_letters_are_printed_as_escapes(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(buffer, encoding, write_through=True))
    print_lines("Ада and Zoë")
    print_table(("Player",), [("Ада",)])
    said = buffer.getvalue().decode(encoding)
    assert "and Zo" in said and ("Ада" in said if encoding == "utf-8" else "\\u0410" in said)


def test_printing_without_a_standard_error_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    print_lines("Ada", err=True)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_progress_text_is_printed_harmlessly_to_a_file(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress() as progress:
        progress.set_position(f"round {text}", text)
        progress.set_awaited(text)
    said = capsys.readouterr().err
    assert not harm(said) and said.count("\n") == 2


def test_a_hostile_progress_text_is_printed_harmlessly_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with Progress() as progress:
        progress.set_position("round 1", "[/x]\x1b]0;Al\x07 [red]Bo")
    said = screen.getvalue()
    assert "[/x]\ufffd]0;Al\ufffd [red]Bo" in said and "\x1b]0" not in said


# Pages and spreadsheets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1+1", "-1+1", "@A1", "\t=1", "\r=1", "\n=1", "  =1", "\u200b=1", "\ufeff@A1", "\u3164=1", "\x00=1"),
        *("\uff1d1", "\uff0b1", "\uff0d1+1", "\uff20A1", "\ufe661", "\ufe621", "\ufe6bA", "\u22121+1", "\u3000\uff1d1"),
        *("|x", "%0", "-", "+", "--1", "-1\u0661", "+\u0661"),
    ],
)
def test_a_spreadsheet_cell_is_never_a_formula(text: str) -> None:
    assert spreadsheet_cell(text).startswith("'") and not harm(spreadsheet_cell(text))


@pytest.mark.parametrize("text", ["", "Ada", "1", "+3", "-2", "-2.5", "0.83", "12", "a=b", "[/x]"])
def test_a_harmless_spreadsheet_cell_is_unchanged(text: str) -> None:
    assert spreadsheet_cell(text) == text


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@given(TEXTS)
def test_a_hostile_name_is_escaped_and_isolated_in_html(text: str) -> None:
    read = _Reader()
    read.feed(html_name(text))
    assert read.tags == ["bdi"] and read.text == visible_line(text) and not harm(read.text)
    assert html_name(text) == f"<bdi>{html_text(text)}</bdi>" and '"' not in html_text(text)


def test_the_sanitizer_is_the_module_at_the_listed_path() -> None:
    assert Path(str(sanitizer.__file__)).resolve() == ROOT / DOOR
    assert {"sys", "rich"} <= set(writers(nodes(DOOR)))
