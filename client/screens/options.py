"""Settings: size, text, colours, motion, speed, keys."""

from __future__ import annotations

from collections.abc import Callable

from client.art.theme import PALETTES
from client.bridgefront.keys import KEYS
from client.kit.fields import TextField
from client.kit.keys import KeyTaken, chord, shown
from client.kit.layout import Column, Row, Space
from client.kit.lists import Choice, Option, ScrollList
from client.kit.widgets import Button, Label, Panel, Slider, Toggle
from client.screens.backdrop import MenuLike
from client.settings import Settings

WORDS = {"okabe-ito": "Okabe and Ito", "high-separation": "High separation"}


class Keys(ScrollList[str]):
    """The keys of a match; Enter and then a key binds it anew."""

    def __init__(self, screen: OptionsScreen) -> None:
        self.screen = screen
        self.waiting = ""
        super().__init__("Keys", list(KEYS), row_height=26, paint_row=self._row, on_activate=self._wait, grow=1)

    def _row(self, canvas, rect, action, state) -> None:  # type: ignore[no-untyped-def]
        keys = self.screen.window.keys
        text = "press a key" if action == self.waiting else "  ".join(shown(c) for c in keys.chords(action))
        canvas.label(action.capitalize(), rect.inset(10, 0), "text", align=0)
        canvas.label(text, rect.inset(12, 0), "warn" if action == self.waiting else "accent", role="bold", align=1)

    def _wait(self, action: str) -> None:
        self.waiting = action
        self.touch()

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """The key that was waited for."""
        if not self.waiting:
            return super().on_key(symbol, modifiers)
        written = chord(symbol, modifiers)
        if not written:
            return True
        action, self.waiting = self.waiting, ""
        if written != "ESCAPE":
            try:
                self.screen.window.keys.bind(action, written)
                self.screen.say(f"{action.capitalize()}: {shown(written)}")
            except KeyTaken as taken:
                self.screen.say(str(taken))
        self.touch()
        return True


class OptionsScreen(MenuLike):
    """Everything that can be set; it is kept when one leaves."""

    def __init__(self, settings: Settings, on_change: Callable[[], object], on_back: Callable[[], object]) -> None:
        super().__init__(settings.palette, settings.reduced_motion)
        self.settings, self.on_change, self.on_back = settings, on_change, on_back

    def build(self) -> None:
        """The form and the keys."""
        s = self.settings
        form = Column(
            Label("Your name", "muted", "small"),
            TextField("Your name", s.name, placeholder="What the others see", longest=20,
                      on_change=lambda t: self._set("name", t)),
            Label("Size of everything", "muted", "small"),
            Slider("Size of everything", s.ui_scale, 0.8, 2.0, 0.1, lambda v: self._set("ui_scale", v, True),
                   lambda v: f"{v:.0%}"),
            Label("Size of text", "muted", "small"),
            Slider("Size of text", s.text_scale, 0.9, 1.3, 0.05, lambda v: self._set("text_scale", v, True),
                   lambda v: f"{v:.0%}"),
            Label("Colours of the seats", "muted", "small"),
            Choice("Colours of the seats", [Option(p, WORDS.get(p, p)) for p in PALETTES], s.palette,
                   lambda v: self._set("palette", v, True)),
            Label("How fast a step is shown", "muted", "small"),
            Choice("Speed", [Option(v, f"x{v:g}") for v in (1.0, 2.0, 4.0)], s.speed, lambda v: self._set("speed", v)),
            Toggle("Reduced motion", s.reduced_motion, lambda on: self._set("reduced_motion", on)),
            Space(grow=1),
            gap=6,
        )  # fmt: skip
        self.ui.put(Panel(form, "Look and speed", 14, region="form", tab_each=True), (40, 120, 400, 500), v="high")
        self.status = Label("Choose a line twice, or Enter, then press the new key.", "muted", "small")
        keys = Column(Keys(self), self.status, gap=8)
        self.ui.put(Panel(keys, "Keys", 14, region="keys"), (454, 120, 400, 500), v="high")
        reset = Button("All keys as they were", self._reset)
        row = Row(Button("Back", self.on_back, "back", hint="Esc"), Space(grow=1), reset, region="back", tab_each=True)
        self.ui.put(row, (40, 60, 814, 38))
        self.ui.put(Label("Settings", "accent", 34.0, "title"), (42, 640, 700, 50), v="high")

    def say(self, words: str) -> None:
        """What a key has become."""
        self.status.text = words
        self._set("keys", {action: tuple(keys) for action, keys in self.window.keys.changes().items()})
        self.ui.announcer.say(words)

    def _reset(self) -> None:
        self.window.keys.reset()
        self.say("All keys are as they were.")

    def _set(self, name: str, value: object, at_once: bool = False) -> None:
        object.__setattr__(self.settings, name, value)  # the program holds on to this one record
        if at_once:
            self.on_change()

    def act(self, action: str) -> bool:
        """Esc goes back."""
        if action == "back":
            self.on_back()
            return True
        return False
