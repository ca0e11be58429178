"""Common parts of the forms that open or join a room or a tournament."""

from __future__ import annotations

from collections.abc import Callable

from client.app.settings import NAME_LENGTH
from client.ui.controls.basic import Button, Label, Toggle
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Row, Space
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions
from client.ui.ui import Ui
from client.ui.widget import Widget
from lobby.players.confusables import clean_name
from lobby.players.profile import random_name
from net.text.names import is_name

NAME_RULE = "Letters of one script, digits and punctuation marks"


class Form:
    """Title, player's name, error message and buttons of a form; `go` is the button that submits it."""

    def __init__(
        self, ui: Ui, name: str, go: tuple[str, str], submit: Callable[[], object], on_back: Callable[[], object],
        secret: bool = False,
    ) -> None:  # fmt: skip
        """Create the parts.

        `name` is the player's usual name. `go` has the text and the icon of the button that calls `submit`, as Enter
        does. With `secret`, the player uses another name and key.
        """
        self._ui, self._usual_name, self.submit, self.on_back = ui, name, submit, on_back
        self.go = Button(go[0], submit, go[1], look="primary", action="confirm", size="heading")
        self.name = TextField("Your name", name, "What the others call you", max_length=NAME_LENGTH,
                              on_submit=lambda _t: submit(), grow=1)  # fmt: skip
        self.secret = Toggle("Play under a temporary name and key", secret, self._rename,
                             tip="Nobody can recognise you. The key is deleted afterwards.")  # fmt: skip
        self.words = Label("", "bad", wrap=True)
        if secret:
            self._rename(True)

    def lay_out(self, title: str, top: float, *more: Widget, trouble: str = "", width: float = 430.0) -> None:
        """Add the title, the error message and the buttons to a form that ends at `top`.

        The buttons are below the form, and the widgets `more` at the right of the buttons. `trouble` is an error to
        show at once.
        """
        put, self.words.width = self._ui.put, width
        put(Panel(self.words, pad=12, box="dialog", name="Trouble"), (40, top - 12, width, 0), v="high")
        back = Button("Back", self.on_back, "back", action="back")
        put(Row(back, self.go, Space(grow=1), *more, gap=10, region="start", is_tab_stop=True), (40, 60, width, 44))
        put(Label(title, "accent", 34.0, "title"), (42, 640, 700, 50), v="high")
        self.show_error(trouble)

    @property
    def trouble(self) -> str:
        """The error that is shown, or ""."""
        return self.words.text

    def show_error(self, words: str) -> None:
        """Show and announce an error."""
        self.words.text = words
        panel = self.words.parent
        if panel is not None:
            panel.visible = bool(words)
        if words:
            self._ui.announcer.announce(words)

    def refuse(self, field: TextField, words: str, error: str = "") -> None:
        """Show an error in a text field, and give that field the focus."""
        field.error = error or words
        self.show_error(words)
        self._ui.focus_on(field)

    def _rename(self, secret: bool) -> None:
        self.name.set(random_name()[:NAME_LENGTH] if secret else self._usual_name)

    def typed_name(self) -> str:
        """Return the typed name; if it is invalid, show the error and return ""."""
        name = clean_name(self.name.text)
        if is_name(name):
            return name
        self.refuse(self.name, f"{NAME_RULE}." if name else "Enter the name that the others will see.", NAME_RULE)
        return ""

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter submits, Esc goes back."""
        return {"confirm": self.submit, "back": self.on_back}


def form_row(title: str, control: Widget) -> Row:
    """Return a line of a form."""
    return Row(Label(title, "muted", width=110), control, gap=10, height=34, align="center")
