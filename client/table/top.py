"""The top bar of a match: menu, progress, speed, links and the fairness chip."""

from __future__ import annotations

from collections.abc import Callable

from client.table.match.trouble import link_words
from client.table.view_model import ViewModel
from client.ui.controls.basic import Button, IconButton
from client.ui.controls.layout import Row, Space
from client.ui.controls.panel import Panel
from client.ui.widget import Widget


class TopBar(Panel):
    """A bar with the menu, the progress in the words of the game, help, speed, links and fairness."""

    def __init__(
        self, shown: ViewModel, where: list[Widget], on_menu: Callable[[], object], on_fair: Callable[[], object]
    ) -> None:
        self.shown = shown
        self.menu = IconButton("menu", "Menu", on_menu)
        tip = "Speed of animations"
        self.speed = Button("×1", icon="speed", look="ghost", size="small", name="Speed", tip=tip, action="speed")
        self.help = IconButton("help", "What can I do?", visible=False)
        self.chip = Button("", on_fair, "fair", look="ghost", size="small", name="Fairness",
                           tip="Is everything fair? Step, digest, audits (F2)")  # fmt: skip
        self.emotes = IconButton("chat", "Emotes", visible=False)
        self.links = Button("", on_fair, "peers", look="ghost", size="small", name="Links",
                            tip="Connections, and players you are waiting for (F2)")  # fmt: skip
        self.links.visible = False
        self.ends = Button("", on_menu, "pact", look="ghost", size="small", name="End the match", visible=False,
                           tip="Players who agree to a draw: all must agree")  # fmt: skip
        chips = self.help, self.speed, self.emotes, self.ends, self.links, self.chip
        row = Row(self.menu, *where, Space(grow=0), *chips, gap=12, align="center")
        self.row = row
        super().__init__(row, region="top", pad=5, box="bar.top", name="Top bar")

    def refresh(self) -> None:
        """Update the bar after a change of the table."""
        digest = self.shown.digest.hex()
        bad = bool(self.shown.verdict)
        waited = [s for s in sorted(self.shown.owed) if s != self.shown.own]
        self.chip.icon = "desync" if bad else "fair"
        self.chip.text = f"State {digest[:4]} {digest[4:8]}" if digest else "No step yet"
        self.chip.is_chosen = bad or bool(waited)
        now = self.shown.now
        gone = {*now.conceded, *now.away}
        self.ends.visible = bool(now.agreeing)
        self.ends.text = f"End it? {len(now.agreeing)}/{len(self.shown.names.names) - len(gone)}"
        wrong = [peer.seat for peer in now.peers if link_words(now, peer.seat)]
        self.links.visible = bool(now.peers)
        self.links.icon = "no link" if wrong else "peers"
        self.links.text = f"{len(now.peers) - len(wrong)}/{len(now.peers)}"
        self.links.is_chosen = bool(wrong)
