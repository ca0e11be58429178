r"""Safe output of untrusted text to terminals, pages and spreadsheets.

Names, titles, games, options, chat, factions and paths may come from others. They are shown as written, but nothing in
them is a command to the program that shows them. No other module writes to a terminal
(`tests/net/text/test_sanitize.py`).

>>> visible_line("[red]Al\x1b[2J\u202e\tB\nob")
'[red]Al\ufffd[2J\ufffd B ob'
"""

from __future__ import annotations

import contextlib
import html
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING

from core.engine.text import words
from net.text.errors import error_reason
from net.text.unicode import BLANK_LETTERS, is_shown, replace_invisible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Json = dict[str, object]
"""JSON output of a command, which other programs read (docs/internals/json.md)."""
REPLACEMENT_LETTER = "\ufffd"
"""Character that is shown in place of an invisible one."""
MIN_FOLDED_WIDTH = 12
"""Number of letters to which a wider column may be folded."""
UNLIMITED_LINE_WIDTH = 10_000
"""Number of letters in a line of output that has no limit on its width."""
_data: IO[str] | None = None
"""Standard output while a file is written to it; otherwise None."""
_NUMBER_PATTERN = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?", re.ASCII)
_FORMULA_STARTS = frozenset(
    "=+-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe66\ufe62\ufe63\ufe6b\u2212\u207a\u207b\u207c"
)
"""Characters that can begin a formula, including full-width, small, superscript and subscript signs."""


def visible_line(text: object) -> str:
    """Return a text as one line, with a replacement character for each invisible one."""
    said = str(text)
    if said.isascii() and said.isprintable():
        return said
    return "".join(" " if letter in BLANK_LETTERS else letter for letter in replace_invisible(said, REPLACEMENT_LETTER))


# Terminals ------------------------------------------------------------------------------------------------------------


class OutputError(Exception):
    """Error for output that cannot be written; the program writes nothing more after this error.

    The message is the reason. `has_reader_gone` is True if the reader has closed the pipe and needs no message. The
    class is not an `OSError`, which callers would take for an error of a network or a file.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(f"the output cannot be written: {error_reason(error)}")
        self.has_reader_gone = isinstance(error, BrokenPipeError)


def print_lines(*lines: object, err: bool = False) -> None:
    """Print each value as one line, whatever it contains, to standard output or standard error.

    Raises `OutputError` if standard output fails. A failure of standard error is ignored, as there is no place left to
    report it.
    """
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        _write(stream, "".join(f"{_escape_unencodable(visible_line(line), stream)}\n" for line in lines))


def _write(stream: IO[str], text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except OSError as wrong:
        gone = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - the exit flushes into it
        if stream is sys.stderr:
            sys.stderr = gone
        else:
            sys.stdout = gone
            raise OutputError(wrong) from None


@contextlib.contextmanager
def reserve_stdout() -> Iterator[None]:
    """Reserve standard output for `write_bytes` (`--out -`).

    While any such context is active, all text goes to standard error.
    """
    global _data
    before, _data, sys.stdout = _data, sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout, _data = _data, before


def write_bytes(data: bytes) -> None:
    """Write a file to standard output, within `reserve_stdout`; raise `OutputError` if that fails."""
    raw = getattr(_data, "buffer", None)
    try:
        if raw is not None:
            raw.write(data)
            raw.flush()
    except OSError as wrong:
        raise OutputError(wrong) from None


def escape_unencodable() -> None:
    """Make the output streams print the number of each letter that they cannot encode, for every writer."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def flush_output() -> None:
    """Flush both output streams; raise `OutputError` if standard output fails."""
    for stream in (sys.stderr, sys.stdout):
        if stream is not None:
            _write(stream, "")


def can_show(letters: str, err: bool = False) -> bool:
    """Return True if standard output (with `err`, standard error) can encode all of these letters."""
    stream = sys.stderr if err else sys.stdout
    return stream is None or _escape_unencodable(letters, stream) == letters


def print_text(text: str, err: bool = False) -> None:
    """Print a text that may have several lines; untrusted parts cannot begin a line of their own."""
    print_lines(*text.split("\n"), err=err)


def print_json(data: object) -> None:
    """Print data as one line of ASCII JSON, to be read by another program."""
    print_lines(json.dumps(data))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows below their headings, folded to the width of the terminal.

    If the terminal is too narrow for the table, each row is printed as a few lines of its own.
    """
    from rich.table import Table

    rows, on = list(rows), make_console()
    widest = [max(on.measure(rich_text(cell, on)).maximum for cell in column) for column in zip(columns, *rows)]
    if sum(min(width, MIN_FOLDED_WIDTH) for width in widest) + 2 * len(widest) > on.width:
        print_lines(*format_narrow_table(columns, rows))
        return
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(rich_text(column, on), overflow="fold")
    for row in rows:
        table.add_row(*(rich_text(cell, on) for cell in row))
    with on.capture() as laid:
        on.print(table)
    if sys.stdout is not None:
        _write(sys.stdout, laid.get())


def format_table(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """Return a table as text, or as the lines of `format_narrow_table` if it is wider than `width`.

    >>> print(format_table(("Seat", "Gold"), [("1", "12")], 80))
    Seat  Gold
    1     12
    >>> print(format_table(("Seat", "Gold"), [("1", "12")], 9))
    Seat: 1
    Gold: 12
    """
    text = words.align_table([columns, *rows])
    return text if max(map(len, text.split("\n"))) <= width else "\n".join(format_narrow_table(columns, rows))


def format_narrow_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the rows as lines for a narrow terminal: each cell after its heading, a blank line between rows."""
    lines: list[str] = []
    for row in rows:
        lines += [""] if lines else []
        lines += [f"{head}: {cell}" if head else cell for head, cell in zip(columns, row) if cell]
    return lines


def output_encoding() -> str:
    """Return the encoding of standard output, or "none" if the program has no such stream."""
    return getattr(sys.stdout, "encoding", None) or "none"


def terminal_width() -> int:
    """Return the width of the terminal in letters, or 80 if there is no terminal."""
    return shutil.get_terminal_size().columns


def make_console(err: bool = False) -> Console:
    """Return a `rich` console for one of the output streams; all text for it must come from `rich_text`."""
    from rich.console import Console

    return Console(stderr=err, highlight=False)


def rich_text(text: object, terminal: Console) -> Text:
    """Return one line of text for `rich`, in which nothing is interpreted as markup."""
    from rich.text import Text

    return Text(_escape_unencodable(visible_line(text), terminal.file))


def _escape_unencodable(text: str, stream: IO[str]) -> str:
    """Return the text with an escape sequence for each letter that the stream cannot encode."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


# Pages and spreadsheets -----------------------------------------------------------------------------------------------


def html_text(text: object) -> str:
    """Return a text for an HTML page, escaped so that nothing in it is markup.

    >>> html_text("<b>&")
    '&lt;b&gt;&amp;'
    """
    return html.escape(visible_line(text))


def html_name(text: object) -> str:
    """Return a name for an HTML page, isolated from the writing direction of the text around it.

    >>> html_name("Ada")
    '<bdi>Ada</bdi>'
    """
    return f"<bdi>{html_text(text)}</bdi>"


def spreadsheet_cell(text: object) -> str:
    r"""Return a text for a spreadsheet cell, with an apostrophe in front if it could be taken for a formula.

    Numbers are not marked.

    >>> [spreadsheet_cell(text) for text in ("Ada", "=1+1", " \uff1d1", "-2.5", "-2-3", "\t@A1")]
    ['Ada', "'=1+1", "' \uff1d1", '-2.5', "'-2-3", "' @A1"]
    """
    said = visible_line(text)
    first = next((letter for letter in said if letter != " " and letter != REPLACEMENT_LETTER and is_shown(letter)), "")
    return f"'{said}" if first in _FORMULA_STARTS and not _NUMBER_PATTERN.fullmatch(said) else said
