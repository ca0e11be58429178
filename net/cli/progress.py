"""How a match goes on while it is played: round, phase, standing, and who is waited for. On standard error."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Group
from rich.live import Live

from core.engine.text.words import capitalised
from net.text.sanitizer import console, rich_text, say


class Changing:
    """Lines that change as long as one is in it, on a terminal alone, and are gone after it."""

    def __init__(self, wanted: bool = True) -> None:
        self._console = console(err=True)
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
    def live(self) -> bool:
        """Whether there is a terminal on which they change."""
        return self._live is not None

    def show(self, *lines: str) -> None:
        """These are the lines now."""
        if self._live:
            self._live.update(Group(*(rich_text(line, self._console) for line in lines if line)))


class Progress(Changing):
    """A few lines that change on a terminal; elsewhere one line a round, or none if `quiet`."""

    def __init__(self, quiet: bool = False) -> None:
        super().__init__()
        self._quiet = quiet
        self._round = ""
        self._where = "setting the table"
        self._standing = ""
        self._waiting = ""

    def stands(self, where: str, standing: str) -> None:
        """The match has come to this round and phase, and stands so."""
        self._where, self._standing = where, standing
        if self._live:
            self._show()
        elif not self._quiet and where.partition(":")[0] != self._round:
            self._round = where.partition(":")[0]
            self._print(f"{capitalised(self._round)}: {standing}")

    def waits(self, words: str) -> None:
        """The match waits for somebody, or (empty) for nobody."""
        if words == self._waiting:
            return
        self._waiting = words
        if self._live:
            self._show()
        elif not self._quiet:
            self._print(words or ("Resumed." if self._round else "Connected."))

    def _print(self, line: str) -> None:
        say(line, err=True)

    def _show(self) -> None:
        self.show(capitalised(self._where), self._standing, self._waiting)


class Going(Changing):
    """How far long work is: a line that changes on a terminal, nothing elsewhere.

    with Going("Checking", "step") as going:
        going(3, 250)
    """

    def __init__(self, what: str, unit: str, quiet: bool = False) -> None:
        super().__init__(not quiet)
        self._what, self._unit = what, unit

    def __call__(self, done: int, whole: int) -> None:
        """So much is done, of so much; 0 where nobody knows how much it will be."""
        share = f" of {whole} ({100 * done // whole} %)" if whole else ""
        self.show(f"{self._what}: {self._unit} {done}{share}")
