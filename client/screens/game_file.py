"""Screen that opens a game file: a path, and below it the folders and game files that match it."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from client.app.settings import Settings
from client.screens.backdrop import MenuScenery, dim_background
from client.ui.controls.basic import Button, Label
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.lists import ScrollList
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions, Screen
from client.ui.window import Window
from core.games.registry import title_of
from net.system import game_files
from net.text.errors import error_reason
from net.text.sanitizer import visible_line

MAX_READ, MAX_LISTED = 2000, 300
"""Entries of a folder: maximum number that are read, and that are listed."""
WARNING = "A game file is a program. Open only files of people whose programs you would run."
NOTHING = "No game files here. They end in .py."


class FolderEntry(NamedTuple):
    """A folder or a game file in the list."""

    path: Path
    folder: bool

    @property
    def words(self) -> str:
        """The name of the entry, with a slash after a folder."""
        return visible_line(self.path.name) + ("/" if self.folder else "")


def list_entries(folder: Path, beginning: str) -> list[FolderEntry]:
    """Return the folders and game files of a folder whose names begin with a text; raise `OSError`.

    Hidden ones are listed only if the text begins with a dot.
    """
    found = []
    with os.scandir(folder) as there:
        for each in islice(there, MAX_READ):
            hidden = each.name.startswith((".", "__")) and not beginning
            if hidden or not each.name.lower().startswith(beginning.lower()):
                continue
            try:
                is_folder = each.is_dir()
            except OSError:
                continue
            if is_folder or each.name.endswith(game_files.SUFFIX):
                found.append(FolderEntry(folder / each.name, is_folder))
    return sorted(found, key=lambda each: (each.folder, each.path.name.lower()))[:MAX_LISTED]


def first_folder() -> Path:
    """Return the folder that is shown first: that of the last game file, the present one if it has any, or home."""
    if game_files.LOADED:
        return list(game_files.LOADED.values())[-1].path.parent
    try:
        here = Path.cwd()
        if any(not each.folder for each in list_entries(here, "")):
            return here
        return Path.home()
    except (OSError, RuntimeError):
        return Path(os.sep)


class GameFileScreen(Screen):
    """Screen with a text field for the path, which completes it, and the list of what there is."""

    def __init__(
        self, settings: Settings, on_open: Callable[[str], object], on_back: Callable[[], object], folder: Path
    ) -> None:
        """Create the screen; `on_open` receives the name of the game that was loaded."""
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.on_open, self.on_back, self._folder = on_open, on_back, folder

    def build(self) -> None:
        """Build the field, the list and the buttons."""
        dim_background(self.ui)
        self.path = TextField("Path", hint="Path of a game file", max_length=1000, grow=1)
        self.path.on_change, self.path.on_submit = lambda _text: self._list(), lambda _text: self.open()
        self.up = Button("Folder above", self._go_up, "up", size="small")
        self.list: ScrollList[FolderEntry] = ScrollList(
            "Game files", text=lambda entry: entry.words, on_activate=self._choose, key=lambda entry: entry.path,
            empty=NOTHING, grow=1,
        )  # fmt: skip
        self.list.activates_on_press = True
        self.words = Label("", "bad", wrap=True, width=690, visible=False)
        self.go = Button("Open", self.open, "load", look="primary", action="confirm")
        buttons = Row(Button("Back", self.on_back, "back", action="back"), Space(grow=1), self.go, gap=10)
        inside = Column(Row(self.path, self.up, gap=8), self.list, self.words,
                        Label(WARNING, "muted", "small", wrap=True, width=690), buttons, gap=10)  # fmt: skip
        panel = Panel(inside, "Open a game file", 18, "dialog", region="file", is_tab_stop=True)
        self.ui.put(panel, (270, 90, 740, 540), "middle", "middle")
        self._show_folder(self._folder)
        self.ui.focus_on(self.path, quiet=True)

    # List -------------------------------------------------------------------------------------------------------------

    def typed_path(self) -> Path:
        """Return the path in the field."""
        return Path(self.path.text.strip()).expanduser()

    def _show_folder(self, folder: Path) -> None:
        text = str(folder)
        self.path.set(text if text.endswith(os.sep) else text + os.sep)
        self._list()

    def _list(self) -> None:
        """List what the typed path may be completed to."""
        self.show_error("")
        text = self.path.text.strip()
        try:
            path = self.typed_path()
            folder, beginning = (path, "") if text.endswith(("/", os.sep)) else (path.parent, path.name)
            self.list.set_items(list_entries(folder, beginning))
        except (OSError, ValueError, RuntimeError):  # a folder that is not there yet, or a name that cannot be one
            self.list.set_items([])

    def _go_up(self) -> None:
        """Show the folder above the shown one."""
        try:
            path = self.typed_path()
        except RuntimeError:
            path = self._folder
        self._show_folder((path if self.path.text.endswith(("/", os.sep)) else path.parent).absolute().parent)

    # Opening ----------------------------------------------------------------------------------------------------------

    def show_error(self, words: str) -> None:
        """Show and announce an error; "" removes it."""
        self.words.text, self.words.visible = words, bool(words)
        if words:
            self.ui.announcer.announce(words)

    def _choose(self, entry: FolderEntry) -> None:
        """Show a folder, or open a game file."""
        if entry.folder:
            self._show_folder(entry.path)
        else:
            self._open(entry.path)

    def open(self) -> None:
        """Open the file in the field, the only one that it may be completed to, or the folder."""
        if not self.path.text.strip():
            self.show_error("Enter the path of a game file, or choose one from the list.")
            return
        try:
            path = self.typed_path()
            if path.is_dir():
                files = [each for each in self.list.items if not each.folder]
                if len(files) == 1 and self.path.text.endswith(("/", os.sep)):
                    self._open(files[0].path)
                    return
                self._show_folder(path)
                self.show_error("This is a folder. Choose a game file from the list.")
                return
            if not path.exists() and len(self.list.items) == 1:
                self._choose(self.list.items[0])
                return
        except (OSError, ValueError, RuntimeError) as wrong:
            self.show_error(f"This path cannot be opened: {error_reason(wrong)}.")
            return
        self._open(path)

    def _open(self, path: Path) -> None:
        try:
            game = game_files.load(path)
        except game_files.BadGameFile as bad:
            self.show_error(f"This file cannot be opened: {visible_line(bad)}.")
        else:
            self.on_open(game)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter opens, Esc goes back."""
        return {"confirm": self.open, "back": self.on_back}


def open_game_file(window: Window, settings: Settings, then: Callable[[str], object]) -> None:
    """Show the screen above the present one; `then` receives the name of the game, after a notice."""

    def opened(game: str) -> None:
        window.pop()
        then(game)
        window.notify(f"{title_of(game)} is in the lists of games now, for solo matches and for rooms")

    window.push(GameFileScreen(settings, opened, window.pop, first_folder()))
