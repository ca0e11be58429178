"""The log and the chat: every event as one line, with names in their colours, filters, and a line to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.bridgefront.names import Names
from client.kit import richtext
from client.kit.fields import TextField
from client.kit.layout import Column
from client.kit.log import Log
from client.kit.panel import Panel
from client.kit.tabs import Tabs
from core.bridgefront import events as e

HEADS = (e.RoundBegan, e.AgeBegan, e.MatchEnded)
CHAPTERS = (e.PhaseBegan, e.ActionStepBegan)
BATTLES = (e.BattleBegan, e.BattleEnded)
INDENTED = (e.CombatRolled, e.HitLanded, e.ForcesDied, e.ChampionHurt, e.ChampionDied, e.DamagePaidOff)
QUIET = (e.AuditPassed, e.AuditOwed, e.PileLaid, e.CardsDrawn, e.CardsLookedAt)


def line_of(event: Any, told: str) -> tuple[str, set[str], float]:
    """How the sentence of an event is written: markup, tags, indent."""
    kind = type(event)
    if kind in HEADS:
        return f"{{accent}}*{told}*{{/}}", {"round"}, 0.0
    if kind in CHAPTERS:
        return f"{{accent}}{told}{{/}}", {"phase"}, 0.0
    if kind in BATTLES:
        return f"{{bad}}{told}{{/}}", {"battle"}, 0.0
    if kind in INDENTED:
        return told, {"battle"}, 10.0
    if kind in QUIET:
        return f"{{muted}}{told}{{/}}", {"cards"}, 0.0
    if kind is e.Fizzled:
        return f"{{warn}}{told}{{/}}", {"play"}, 0.0
    return told, {"play"}, 0.0


class Story(Panel):
    """Two tabs: what happened, and what people say."""

    def __init__(self, names: Names, on_hover: Callable[[str], object], on_say: Callable[[str], object]) -> None:
        self.names = names
        self.log = Log("Log", on_hover=on_hover, grow=1)
        self.chat = Log("Chat lines", grow=1)
        self.field = TextField("Say", placeholder="Say something to the table", longest=200, on_submit=self._submit)
        self.on_say = on_say
        talk = Column(self.chat, self.field, gap=4)
        self.tabs = Tabs("Log and chat", {"Log": self.log, "Chat": talk})
        super().__init__(self.tabs, region="log", pad=6, name="Log and chat panel")

    def tell(self, event: Any, told: str, link: str = "") -> None:
        """Another event."""
        markup, tags, indent = line_of(event, told)
        self.log.append(markup, tags, link, indent=indent)

    def remark(self, markup: str) -> None:
        """Something that is no event."""
        self.log.append(markup, {"note"})

    def said(self, seat: int, text: str) -> None:
        """Somebody said something."""
        self.chat.append(f"{self.names.coloured(seat)}: {richtext.escape(text)}")
        if self.tabs.shown != "Chat":
            waiting = int(self.tabs.badges.get("Chat") or 0)
            self.tabs.badge("Chat", str(waiting + 1))

    def _submit(self, text: str) -> None:
        if text.strip():
            self.on_say(text.strip())
        self.field.set("")
