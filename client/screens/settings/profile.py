"""Player's page of the settings: name, colour, key, known players, and export of the key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client.app.local_player import LocalPlayer
from client.app.settings import Settings
from client.screens.people import ColourChoice, KeyPicture
from client.ui.controls.basic import Button, Label
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.controls.table import Table
from client.ui.controls.table import TableColumn as Cell
from client.ui.ui import Ui
from lobby.players.identity import fingerprint, print_in_words
from lobby.players.known_players import KnownPlayer
from lobby.players.profile import Profile
from net.text.errors import error_reason

KEPT_APART = "Anyone with the file and the passphrase can play as you: keep them apart."
DIALOG_WIDTH = 560.0


class KeyCard(Row):
    """Row with the picture of our key, its fingerprint and its words."""

    def __init__(self, person: LocalPlayer) -> None:
        self.person = person
        self.letters, self.words = Label("", "text", "body", "bold"), Label("", "muted", "small")
        self.picture = KeyPicture(b"", 46.0)
        super().__init__(self.picture, Column(self.letters, self.words, gap=3), gap=12, align="center", width=300)
        self.show()

    def show(self) -> None:
        """Show the current key."""
        key = self.person.identity.key
        self.picture.key = key
        self.letters.text = fingerprint(key)
        self.words.text = (
            print_in_words(key) if self.person.is_stored else f"{print_in_words(key)}; until Tether closes"
        )
        self.picture.touch()


def colour_choice(settings: Settings, on_change: Callable[[int], object]) -> ColourChoice:
    """Return the control for the colour that the player wants at a table."""
    return ColourChoice("Your colour", settings.colour, on_change, width=300)


class KnownPlayersDialog(Panel):
    """Dialog with the known players, in which the player can make the client forget each of them."""

    def __init__(self, ui: Ui, person: LocalPlayer) -> None:
        self.person, self._ui_of = person, ui
        self.table: Table[KnownPlayer] = Table(
            "Players that you have met",
            [
                Cell("Player", lambda met: met.name, grow=1, order=lambda met: met.name),
                Cell("Key", lambda met: fingerprint(met.identity), width=100),
                Cell("In words", lambda met: print_in_words(met.identity), grow=2),
                Cell("Matches", lambda met: str(met.matches), width=76, order=lambda met: met.matches),
                Cell("Last", lambda met: met.last, width=96, order=lambda met: met.last),
            ],
            person.known.players, on_select=self._choose, key=lambda met: met.identity, row_tip=_display_name,
            empty="No players yet. They are added when a match with them begins.", height=270, width=680,
        )  # fmt: skip
        self._chosen: KnownPlayer | None = None
        self.forget = Button("Forget", self._forget, "close")
        self.forget.enabled, self.forget.reason = False, "Choose a player first."
        foot = Row(self.forget, Space(grow=1), Button("Close", self._close, action="back", look="primary"), gap=8)
        form = Column(Label("Players that you have met", "text", "heading", "bold"), self.table, foot, gap=10)
        super().__init__(form, pad=18, box="dialog", name="Players that you have met", is_tab_stop=True)

    def _choose(self, met: KnownPlayer) -> None:
        self._chosen = met
        self.forget.enabled = True

    def _forget(self) -> None:
        if self._chosen is None:
            return
        try:
            self.person.known.forget(self._chosen.identity)
        except OSError as wrong:
            self._ui_of.announcer.announce(f"This could not be saved: {wrong}")
        self._ui_of.announcer.announce(f"{self._chosen.name} is forgotten.")
        self._chosen, self.forget.enabled = None, False
        self.table.set_items(self.person.known.players)

    def _close(self) -> None:
        self._ui_of.close(self)


def _display_name(met: KnownPlayer) -> str | None:
    others = [name for name in met.names if name != met.name]
    return f"Also called {', '.join(others)}. First met on {met.first}." if others else f"First met on {met.first}."


class IdentityFileDialog(Panel):
    """Dialog that asks for a file and a passphrase, and passes both to a function."""

    def __init__(self, ui: Ui, title: str, words: str, path: Path, twice: bool, do: Callable[[Path, str], str]) -> None:
        """Create the dialog.

        `do` receives the file and the passphrase. It returns the text that the dialog shows on success, or raises
        `ValueError` or `OSError`.
        """
        self._ui_of, self._do, self._twice = ui, do, twice
        self.file = TextField("File", str(path), "Where", max_length=400, on_submit=self._submit, width=DIALOG_WIDTH)
        self.phrase = TextField("Passphrase", "", "At least eight characters; several words are best", max_length=200,
                                on_submit=self._submit, width=DIALOG_WIDTH, is_masked=True)  # fmt: skip
        self.again = TextField("Repeat it", "", "Repeat the passphrase", max_length=200,
                               on_submit=self._submit, width=DIALOG_WIDTH, is_masked=True, visible=twice)  # fmt: skip
        self.trouble = Label("", "bad", wrap=True, width=DIALOG_WIDTH)
        buttons = Row(Button("Cancel", self._close, action="back", grow=1),
                      Button(title, self._submit, look="primary", action="confirm", grow=1), gap=8)  # fmt: skip
        form = Column(Label(f"{title} your identity", "text", "heading", "bold"),
                      Label(words, "muted", "small", wrap=True, width=DIALOG_WIDTH), self.file, self.phrase, self.again,
                      self.trouble, buttons, gap=9)  # fmt: skip
        super().__init__(form, pad=20, box="dialog", name=f"{title} your identity", is_tab_stop=True)

    def _submit(self, *_: object) -> None:
        phrase = self.phrase.text
        try:
            if self._twice and phrase != self.again.text:
                raise ValueError("The passphrases differ. Type them again.")
            said = self._do(Path(self.file.text.strip()).expanduser(), phrase)
        except (ValueError, OSError) as wrong:
            words = f"{error_reason(wrong)}: {self.file.text}" if isinstance(wrong, OSError) else str(wrong)
            self.trouble.text = words
            self._ui_of.announcer.announce(words)
            return
        self._close()
        self._ui_of.announcer.announce(said)

    def _close(self) -> None:
        self._ui_of.close(self)


def ask_export(ui: Ui, person: LocalPlayer, name: str) -> IdentityFileDialog:
    """Ask for the file and the passphrase for an export of the identity."""
    from lobby.players.transfer import suggested_path

    def do(path: Path, phrase: str) -> str:
        person.export_identity(path, phrase)
        return f"Your identity is in {path}. {KEPT_APART}"

    file = suggested_path(name)
    dialog = IdentityFileDialog(ui, "Export", f"Key, name, colour and known players. {KEPT_APART}", file, True, do)
    ui.open(dialog)
    ui.focus_on(dialog.phrase)
    return dialog


def ask_import(ui: Ui, person: LocalPlayer, name: str, then: Callable[[Profile], object]) -> IdentityFileDialog:
    """Ask for the file that contains the identity, and for its passphrase."""
    from lobby.players.transfer import PREVIOUS_FILE, suggested_path

    def do(path: Path, phrase: str) -> str:
        then(person.import_identity(path, phrase))
        return "You now use the identity from the file."

    words = f"Your present key is saved in the file {PREVIOUS_FILE}."
    dialog = IdentityFileDialog(ui, "Import", words, suggested_path(name), False, do)
    ui.open(dialog)
    ui.focus_on(dialog.file)
    return dialog
