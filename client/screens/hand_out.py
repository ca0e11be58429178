"""Dialog of a room for a guest without Tether: the address of the page, and the number to compare."""

from __future__ import annotations

from collections.abc import Callable

from client.screens.people import QrPicture
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.richtext import escape
from client.ui.ui import Ui
from lobby.hand_out.hand_out import HandOutStatus

DIALOG_WIDTH, BESIDE, SIDE = 560.0, 370.0, 170.0
EXPLANATION = (
    "Your computer can give Tether to a guest on this network, without internet. The guest needs Python, opens a page "
    "and starts one file. Anyone who reaches your computer can fetch it: the program, nothing of yours.\n"
    "It stops when the match begins, when you leave, or after 15 minutes."
)


class HandOutDialog(Panel):
    """Dialog that starts and stops handing out; the room's screen gives it each new state."""

    def __init__(self, on_start: Callable[[], object], on_stop: Callable[[], object]) -> None:
        self.words = Label(EXPLANATION, wrap=True, width=DIALOG_WIDTH)
        self.page = Label("", markup=True, wrap=True, width=BESIDE)
        self.number = Label("", "accent", 26.0, "bold", width=BESIDE)
        self.digits = Label("", "muted", "small", wrap=True, width=BESIDE)
        self.qr = QrPicture(SIDE)
        self.others = Label("", markup=True, wrap=True, width=DIALOG_WIDTH)
        self.start = Button("Hand out Tether", on_start, "peers", look="primary", action="confirm")
        self.stop = Button("Stop handing out", on_stop)
        texts = Column(
            Label("The guest opens, on the computer to play on", "muted", "small"), self.page, Space(4),
            Label("Number of the file, to compare before starting it", "muted", "small"), self.number, self.digits,
            gap=4,
        )  # fmt: skip
        self.found = Row(self.qr, texts, gap=14, align="start")
        buttons = Row(Space(grow=1), Button("Close", self.close, action="back"), self.stop, self.start, gap=10)
        content = Column(self.words, self.found, self.others, buttons, gap=12)
        super().__init__(content, "A guest has no Tether", 16, "dialog")
        self._home: Ui | None = None
        self._offer: HandOutStatus | None = None
        self.follow(None)

    def open(self, ui: Ui) -> None:
        """Open the dialog above everything."""
        self._home = ui
        ui.open(self)

    def close(self) -> None:
        """Close the dialog; handing out goes on."""
        if self._home is not None:
            self._home.close(self)

    def follow(self, offer: HandOutStatus | None) -> None:
        """Show the state of handing out."""
        self.found.visible = self.others.visible = offer is not None and bool(offer.urls)
        self.start.visible = offer is None or offer.is_over
        self.stop.visible = not self.start.visible
        if offer is None or offer == self._offer:
            return
        if self._home is not None and offer.words != (self._offer.words if self._offer is not None else ""):
            self._home.announcer.announce(escape(offer.words))
        self._offer = offer
        self.words.text = offer.words
        self.page.text = "\n".join(f"*{escape(url)}*" for url in offer.urls[:2])
        self.qr.text = offer.urls[0] if offer.urls else ""
        if offer.files:
            first, *others = offer.files
            self.number.text = first.number
            notes = "".join(f"\n{note}" for note in first.notes)
            self.digits.text = f"{first.title}. SHA-256 begins {first.hex_digits}{notes}"
            self.others.text = "\n".join(
                f"{escape(o.title)}: *{o.number}*  {{muted}}{o.hex_digits}{{/}}" for o in others
            )
