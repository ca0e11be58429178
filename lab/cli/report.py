"""The commands `tether lab report` and `tether lab show`, which publish the results of a store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lab.cli import common
from net.cli.arguments import outfile
from net.text.sanitizer import Json, print_json, print_lines

if TYPE_CHECKING:
    from lab.run.replay import ReplayedMatch

PAGE = "report.html"
viewer: Callable[[ReplayedMatch], int | None] | None = None
"""Function that shows a match in a window until the user closes it; None if there are no windows.

It returns the exit code, or None if it cannot open a window.
"""


def report(folder: Path, out: Path | None, as_json: bool) -> int:
    """Write all results of a store into one page, and return an exit code."""
    common.needs_libraries()
    from lab.report.page import page
    from lab.run.store import BadStore, Store

    try:
        with Store(folder, write=False) as store:
            runs = len(store.runs())
            made = page(store, folder)
    except BadStore as wrong:
        raise click.ClickException(str(wrong)) from None
    path = out or folder / PAGE
    data = made.html.encode()
    outfile.write(path, data, "the page")
    if as_json:
        verdicts = [{"of": of, "kind": kind or "plain", "words": words} for of, kind, words in made.verdicts]
        print_json({"page": str(path), "bytes": len(data), "runs": runs, "verdicts": verdicts})
    else:
        off = [f"{of}: {words}" for of, kind, words in made.verdicts if kind in ("moved", "helps")]
        open_ones = sum(kind == "open" for _, kind, _ in made.verdicts)
        print_lines(*(off or ["Nothing significant found yet."]))
        if open_ones:
            print_lines(f"Not known yet: {open_ones} more, which the page names.")
        print_lines(f"{path}: {runs} runs, {len(data) // 1000} kB")
    return 0


def show(folder: Path, match: str, terminal: bool, as_json: bool) -> int:
    """Show a stored match again, and return an exit code."""
    common.needs_libraries()
    from lab.run.replay import NoSuchMatch, replay_match
    from lab.run.store import BadStore, Store

    try:
        with Store(folder, write=False) as store:
            shown = replay_match(store, match)
    except (BadStore, NoSuchMatch) as wrong:
        raise click.ClickException(str(wrong)) from None
    if as_json:
        print_json(_data(shown, match))
        return 0
    if viewer is not None and not terminal:
        code = viewer(shown)
        if code is not None:
            return code
    for events in shown.event_texts:
        print_lines(*events)
    return 0


def _data(shown: ReplayedMatch, match: str) -> Json:
    return {
        "match": match,
        "game": shown.game.name,
        "steps": len(shown.events),
        "digest": shown.digests[-1].hex(),
        "names": list(shown.names),
        "told": [line for lines in shown.event_texts for line in lines],
    }
