"""Progress of a running match on standard error: its round, phase, standing and awaited seats."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Group
from rich.live import Live

from core.engine.text.words import capitalise
from net.text.sanitizer import make_console, print_lines, rich_text


class LiveLines:
    """Lines on a terminal that can be changed; they disappear when the context ends."""

    def __init__(self, wanted: bool = True) -> None:
        self._console = make_console(err=True)
        live = self._console.is_terminal and wanted
        self._live = Live(console=self._console, transient=True, refresh_per_second=8) if live else None

    def __enter__(self) -> Self:
        if self._live:
            self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.__exit__(kind, error, trace)

    @property
    def is_live(self) -> bool:
        """True if standard error is a terminal whose lines can be changed."""
        return self._live is not None

    def show(self, *lines: str) -> None:
        """Replace the shown lines by these."""
        if self._live:
            self._live.update(Group(*(rich_text(line, self._console) for line in lines if line)))


class Progress(LiveLines):
    """Progress of a match, shown as a few changing lines on a terminal.

    If standard error is no terminal, one line is printed per round, or none if `quiet` is true.
    """

    def __init__(self, quiet: bool = False) -> None:
        super().__init__()
        self._quiet = quiet
        self._round = ""
        self._where = "setting up the match"
        self._standing = ""
        self._waiting = ""

    def set_position(self, where: str, standing: str) -> None:
        """Show the round, the phase and the standing of the match."""
        self._where, self._standing = where, standing
        if self._live:
            self._show()
        elif not self._quiet and where.partition(":")[0] != self._round:
            self._round = where.partition(":")[0]
            self._print(f"{capitalise(self._round)}: {standing}")

    def set_awaited(self, words: str) -> None:
        """Show a text on the seats that the match waits for; an empty text removes it."""
        if words == self._waiting:
            return
        self._waiting = words
        if self._live:
            self._show()
        elif not self._quiet:
            self._print(words or ("Resumed." if self._round else "Connected."))

    def _print(self, line: str) -> None:
        print_lines(line, err=True)

    def _show(self) -> None:
        self.show(capitalise(self._where), self._standing, self._waiting)


class ProgressLine(LiveLines):
    """Progress of long work, shown as a changing line on a terminal; without a terminal nothing is shown.

    with ProgressLine("Checking", "step") as on_progress:
        on_progress(3, 250)
    """

    def __init__(self, what: str, unit: str, quiet: bool = False) -> None:
        super().__init__(not quiet)
        self._what, self._unit = what, unit

    def __call__(self, done: int, whole: int) -> None:
        """Show the amount done and the total; a total of 0 means that the total is unknown."""
        share = f" of {whole} ({100 * done // whole} %)" if whole else ""
        self.show(f"{self._what}: {self._unit} {done}{share}")
