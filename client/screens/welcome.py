"""Screen of the first start, which asks for a name and a colour while the key is created."""

from __future__ import annotations

from collections.abc import Callable

from client.app.local_player import LocalPlayer
from client.app.settings import NAME_LENGTH, Settings
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.settings.profile import KeyCard, colour_choice
from client.ui.controls.basic import Button, Label
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions, Screen
from lobby.players.confusables import clean_name
from lobby.players.profile import DEFAULT_PLAYER_NAME, login_name
from net.text.names import is_name

DIALOG_WIDTH = 470.0


class WelcomeScreen(Screen):
    """Welcome screen that asks for a name; if the player gives none, the login name is used."""

    def __init__(
        self,
        settings: Settings,
        person: LocalPlayer,
        on_done: Callable[[str, int], object],
        on_later: Callable[[], object],
    ) -> None:
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.person, self.on_done, self.on_later = person, on_done, on_later

    def build(self) -> None:
        """Build the name field, the colour choice, the key picture, and two buttons to continue."""
        dim_background(self.ui)
        name = login_name()
        offered = "" if name == DEFAULT_PLAYER_NAME else name[:NAME_LENGTH]
        self.name = TextField("Your name", offered, "What the others call you", max_length=NAME_LENGTH,
                              on_submit=lambda _t: self.submit(), width=DIALOG_WIDTH)  # fmt: skip
        self.colour = colour_choice(self.settings, lambda _c: None)
        self.key = KeyCard(self.person)
        about = Label("Others see this name at the table, and next to it the picture of your key. The key was created "
            "just now and stays on this computer. You can change all of this in the settings.",
                      "muted", "small", wrap=True, width=DIALOG_WIDTH)  # fmt: skip
        buttons = Row(Button("Later", self.on_later, action="back"),
                      Button("Continue", self.submit, "check", look="primary", action="confirm", grow=1),
                      gap=8)  # fmt: skip
        form = Column(Label("What should the others call you?", "text", "heading", "bold"), self.name, Space(2),
                      Label("Your preferred colour", "muted", "small"), self.colour, Space(2),
                      Label("Your key", "muted", "small"), self.key, Space(2), about, Space(4), buttons,
                      gap=8)  # fmt: skip
        self.ui.put(Label("Welcome", "accent", 34.0, "title"), (42, 640, 700, 50), v="high")
        panel = Panel(form, pad=20, box="dialog", name="Welcome", region="welcome", is_tab_stop=True)
        self.ui.put(panel, (40, 222, DIALOG_WIDTH + 40, 378), v="high")
        self.ui.focus_on(self.name, quiet=True)
        self.name.select_all()

    def submit(self) -> None:
        """Accept the name and the colour."""
        name = clean_name(self.name.text)
        if is_name(name):
            self.on_done(name, self.colour.chosen)
            return
        self.name.error = "Letters of one script, digits and punctuation marks"
        self.ui.announcer.announce(self.name.error)
        self.ui.focus_on(self.name)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter accepts the name, Esc asks again at the next start."""
        return {"confirm": self.submit, "back": self.on_later}
