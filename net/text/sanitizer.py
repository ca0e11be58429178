"""Texts on their way out: the one way to terminals, pages and spreadsheets.

Names, titles, games, options, chat, factions, paths: whatever somebody else may have written is told as it is written,
and nothing in it is a command to whatever shows it. No other module writes to a terminal
(`tests/net/text/test_sanitize.py`).

>>> plain("[red]Al\\x1b[2J\\u202e\\tB\\nob")
'[red]Al\\ufffd[2J\\ufffd B ob'
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
from typing import IO, TYPE_CHECKING, Any

from core.engine.text import words
from net.text.errors import reason
from net.text.unicode import BLANKS, is_shown, seen

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Json = dict[str, Any]
"""What a command says to programs (docs/internals/json.md)."""
UNSEEN = "\ufffd"
"""Stands for what nobody sees."""
FOLDED = 12
"""Columns that are wider may be folded to so many letters."""
UNFOLDED = 10_000
"""The width of what is as wide as it likes to be."""
_data: IO[str] | None = None
"""Standard output while it carries a file."""
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?", re.ASCII)
_FORMULA = frozenset("=+-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe66\ufe62\ufe63\ufe6b\u2212\u207a\u207b\u207c")
"""With which a formula may begin, full-width, small and raised signs among them."""


def plain(text: object) -> str:
    """A text on one line of letters that can be seen."""
    said = str(text)
    if said.isascii() and said.isprintable():
        return said
    return "".join(" " if letter in BLANKS else letter for letter in seen(said, UNSEEN))


# Terminals ------------------------------------------------------------------------------------------------------------


class Unsaid(Exception):
    """What was said could not be written, and nothing more will be; the message says why. `unread`: its reader has
    gone, and needs no words. It is no `OSError`, which would be taken for a fault of a network or a file.
    """

    def __init__(self, wrong: OSError) -> None:
        super().__init__(f"the output cannot be written: {reason(wrong)}")
        self.unread = isinstance(wrong, BrokenPipeError)


def say(*lines: object, err: bool = False) -> None:
    """Lines for whoever sits at the terminal, or reads standard error; each stays one line, whatever is in it. Raises
    `Unsaid` for standard output; where standard error takes nothing there is nobody to be told.
    """
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        _write(stream, "".join(f"{_fitting(plain(line), stream)}\n" for line in lines))


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
            raise Unsaid(wrong) from None


@contextlib.contextmanager
def data_on_stdout() -> Iterator[None]:
    """Reserve standard output for `say_bytes`: words go to standard error as long as one is in it (`--out -`)."""
    global _data
    before, _data, sys.stdout = _data, sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout, _data = _data, before


def say_bytes(data: bytes) -> None:
    """Write a file to standard output, within `data_on_stdout`; raises `Unsaid`."""
    raw = getattr(_data, "buffer", None)
    try:
        if raw is not None:
            raw.write(data)
            raw.flush()
    except OSError as wrong:
        raise Unsaid(wrong) from None


def tolerate() -> None:
    """From now on letters that a stream cannot encode are told by their numbers, whoever writes them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def finish() -> None:
    """Whatever was said is written; raises `Unsaid`."""
    for stream in (sys.stderr, sys.stdout):
        if stream is not None:
            _write(stream, "")


def can_show(letters: str, err: bool = False) -> bool:
    """Whether all of these letters can be written there."""
    stream = sys.stderr if err else sys.stdout
    return stream is None or _fitting(letters, stream) == letters


def say_all(text: str, err: bool = False) -> None:
    """Several lines in one text, in which nothing of somebody else's can begin a new line."""
    say(*text.split("\n"), err=err)


def say_data(data: object) -> None:
    """Plain data as a line of JSON, in ASCII, for another program."""
    say(json.dumps(data))


def say_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows below their heads, folded to the width of the terminal; on one that is too narrow for that, each row as a
    few lines of its own.
    """
    from rich.table import Table

    rows, on = list(rows), console()
    widest = [max(on.measure(rich_text(cell, on)).maximum for cell in column) for column in zip(columns, *rows)]
    if sum(min(width, FOLDED) for width in widest) + 2 * len(widest) > on.width:
        say(*in_rows(columns, rows))
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


def in_columns(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """The same as a text of whole lines, where none is to be folded.

    >>> print(in_columns(("Seat", "Gold"), [("1", "12")], 80))
    Seat  Gold
    1     12
    >>> print(in_columns(("Seat", "Gold"), [("1", "12")], 9))
    Seat: 1
    Gold: 12
    """
    text = words.table([columns, *rows])
    return text if max(map(len, text.split("\n"))) <= width else "\n".join(in_rows(columns, rows))


def in_rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows for a narrow terminal: each cell on a line behind its head, an empty line between the rows."""
    lines: list[str] = []
    for row in rows:
        lines += [""] if lines else []
        lines += [f"{head}: {cell}" if head else cell for head, cell in zip(columns, row) if cell]
    return lines


def encoding() -> str:
    """In what letters are written on standard output; none where there is no such output."""
    return getattr(sys.stdout, "encoding", None) or "none"


def width() -> int:
    """How many letters fit on a line of the terminal; 80 where there is none."""
    return shutil.get_terminal_size().columns


def console(err: bool = False) -> Console:
    """A terminal for `rich`, to which only `rich_text` is given."""
    from rich.console import Console

    return Console(stderr=err, highlight=False)


def rich_text(text: object, on: Console) -> Text:
    """One line of it, without markup."""
    from rich.text import Text

    return Text(_fitting(plain(text), on.file))


def _fitting(text: str, stream: IO[str]) -> str:
    """The text with nothing in it that the stream cannot encode."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


# Pages and spreadsheets -----------------------------------------------------------------------------------------------


def html_text(text: object) -> str:
    """A text for a page, which is no markup there.

    >>> html_text("<b>&")
    '&lt;b&gt;&amp;'
    """
    return html.escape(plain(text))


def html_name(text: object) -> str:
    """The same, with the direction in which it is written kept to itself.

    >>> html_name("Ada")
    '<bdi>Ada</bdi>'
    """
    return f"<bdi>{html_text(text)}</bdi>"


def cell(text: object) -> str:
    """A text for a spreadsheet; what it might take for a formula is marked as text, a number is not.

    >>> [cell(text) for text in ("Ada", "=1+1", " \\uff1d1", "-2.5", "-2-3", "\\t@A1")]
    ['Ada', "'=1+1", "' \\uff1d1", '-2.5', "'-2-3", "' @A1"]
    """
    said = plain(text)
    first = next((letter for letter in said if letter != " " and letter != UNSEEN and is_shown(letter)), "")
    return f"'{said}" if first in _FORMULA and not _NUMBER.fullmatch(said) else said
