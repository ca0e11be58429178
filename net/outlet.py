"""Texts on their way out: the one door to terminals, pages and spreadsheets.

Names, titles, games, options, chat, factions, paths: whatever somebody else may have written is told as it is written,
and nothing in it is a command to whatever shows it. No other module writes to a terminal
(`tests/net/test_outlet.py`).

>>> plain("[red]Al\\x1b[2J\\u202e\\tB\\nob")
'[red]Al\\ufffd[2J\\ufffd B ob'
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from net.unicode import BLANKS, is_shown, seen

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

UNSEEN = "\ufffd"
"""Stands for what nobody sees."""
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


def say(*lines: object, err: bool = False) -> None:
    """Lines for whoever sits at the terminal, or reads standard error; each stays one line, whatever is in it."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.write("".join(f"{_fitting(plain(line), stream)}\n" for line in lines))
        stream.flush()


def say_all(text: str, err: bool = False) -> None:
    """Several lines in one text, in which nothing of somebody else's can begin a new line."""
    say(*text.split("\n"), err=err)


def say_data(data: Any) -> None:
    """Plain data as a line of JSON, in ASCII, for another program."""
    say(json.dumps(data))


def say_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows below their heads, folded to the width of the terminal."""
    from rich.table import Table

    on = console()
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(rich_text(column, on), overflow="fold")
    for row in rows:
        table.add_row(*(rich_text(cell, on) for cell in row))
    on.print(table)


def console(err: bool = False) -> Console:
    """A terminal for `rich`, to which only `rich_text` is given."""
    from rich.console import Console

    return Console(stderr=err, highlight=False)


def rich_text(text: object, on: Console) -> Text:
    """One line of it, without markup."""
    from rich.text import Text

    return Text(_fitting(plain(text), on.file))


def _fitting(text: str, stream: Any) -> str:
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
