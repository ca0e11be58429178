"""Settings page for changing keys."""

from __future__ import annotations

from collections.abc import Callable

from pyglet.window import key as codes

from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.lists import ScrollList
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.keys import Keymap, KeyTaken, chord_label, format_chord
from client.ui.widget import Widget

ACTION_TITLES = {
    "next": "Next item",
    "previous": "Previous item",
    "confirm": "Confirm, press",
    "back": "Back, close",
    "inspect": "Explain the selected item",
    "build": "Build a bridge",
    "done": "End this step",
    "log": "Go to the log",
    "chat": "Write to the table",
    "hide": "Hide all but the board",
    "skip": "Skip one animation",
    "skip all": "Skip all animations",
    "speed": "Speed of animations",
    "fit board": "Show the whole board",
    "fairness": "Fairness and links",
    "ping": "Point at a place",
    "find": "Search the log",
    "help": "What can I do?",
    "rules": "The rules",
    "step before": "Replay: previous step",
    "step after": "Replay: next step",
    "round before": "Replay: previous round",
    "round after": "Replay: next round",
    "battle before": "Replay: previous battle",
    "battle after": "Replay: next battle",
    "to the start": "Replay: to the start",
    "to the end": "Replay: to the end",
}
"""Titles of the actions whose names are too short for this page."""

REQUIRED_ACTIONS = ("next", "previous", "confirm", "back")
"""Actions that always need a key, for keyboard use and for the way back to this page."""
ARROW_KEYS = {codes.LEFT, codes.RIGHT, codes.UP, codes.DOWN}


def title(action: str) -> str:
    """Return the title of an action."""
    return ACTION_TITLES.get(action, action.capitalize())


class KeyCapture(Widget):
    """Widget that waits for one key of any kind; Esc cancels."""

    role = "question"
    focusable = True

    def __init__(self, text: str, on_chord: Callable[[str], object], on_cancel: Callable[[], object]) -> None:
        super().__init__(text, height=52, width=380)
        self.on_chord, self.on_cancel = on_chord, on_cancel

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Accept a key; a modifier alone does not count, because another key must follow it."""
        written = format_chord(symbol, modifiers)
        if written == "ESCAPE":
            self.on_cancel()
        elif written:
            self.on_chord(written)
        return True

    def paint(self, canvas: Canvas) -> None:
        """Paint the action that waits for a key."""
        canvas.label(self.name, Rect(self.rect.x, self.rect.y + 26, self.rect.w, 26), "accent", "heading", "bold")
        canvas.label("Esc cancels", Rect(self.rect.x, self.rect.y, self.rect.w, 22), "muted", "small")


class KeysPage(Row):
    """Settings page with all actions and their keys, and with buttons for the chosen action.

    The page calls `on_change` after each change.
    """

    def __init__(self, keymap: Keymap, on_change: Callable[[], object]) -> None:
        self.keymap, self.on_change = keymap, on_change
        self.list: ScrollList[str] = ScrollList(
            "Actions", keymap.actions(), self._line, row_height=27, paint_row=self._paint_row, on_activate=self._change,
            on_select=lambda _action: self._refresh(), selected=0, grow=1, width=470,
        )  # fmt: skip
        self.what = Label("", "accent", "heading", "bold")
        self.now = Label("", "muted", "small", wrap=True)
        self.news = Label("", "good", "small", wrap=True)
        self.change = Button("Change the key", lambda: self._ask(False), action="confirm")
        self.another = Button("Add another key", lambda: self._ask(True))
        self.before = Button("Reset", self._reset_selected)
        every = Button("Reset all keys", self._reset_all)
        side = Column(
            self.what, self.now, Space(6), self.change, self.another, self.before, Space(8), self.news, Space(grow=1),
            every, gap=8, width=300,
        )  # fmt: skip
        super().__init__(self.list, side, gap=18, grow=1)
        self._refresh()

    # Display ----------------------------------------------------------------------------------------------------------

    def _line(self, action: str) -> str:
        return f"{title(action)}: {self._keys(action) or 'no key'}"

    def _keys(self, action: str) -> str:
        return ", ".join(chord_label(written) for written in self.keymap.chords(action))

    def _is_changed(self, action: str) -> bool:
        return self.keymap.chords(action) != self.keymap.defaults[action]

    def _paint_row(self, canvas: Canvas, rect: Rect, action: str, state: str) -> None:
        keys = self._keys(action)
        canvas.label(title(action), Rect(rect.x + 10, rect.y, rect.w * 0.55 - 10, rect.h), "text", align=0)
        room = Rect(rect.x + rect.w * 0.55, rect.y, rect.w * 0.45 - 26, rect.h)
        canvas.label(keys or "no key", room, "accent" if keys else "warn", role="bold", align=1)
        if self._is_changed(action):
            canvas.label("•", Rect(rect.right - 22, rect.y, 16, rect.h), "info", role="bold")

    def _refresh(self, news: str = "", color: str = "good") -> None:
        action = self.list.item or self.list.items[0]
        at_first = ", ".join(chord_label(c) for c in self.keymap.defaults[action]) or "no key"
        self.what.text = title(action)
        self.now.text = f"Now: {self._keys(action) or 'no key'}" + (
            f"\nDefault:  {at_first}" if self._is_changed(action) else ""
        )
        self.before.enabled, self.before.reason = self._is_changed(action), "This key has not been changed"
        self.news.text, self.news.color = news, color
        self.list.touch()
        if news and self.ui is not None:
            self.ui.announcer.announce(news)

    def refresh(self) -> None:
        """Show a keymap that another part of the program has changed."""
        self._refresh()

    # Actions ----------------------------------------------------------------------------------------------------------

    def _change(self, _action: str) -> None:
        self._ask(False)

    def _ask(self, another: bool) -> None:
        """Open a dialog that waits for a key."""
        ui, action = self.ui, self.list.item
        if ui is None or action is None:
            return

        def close() -> None:
            ui.close(dialog)

        def take(written: str) -> None:
            close()
            self._bind(action, written, another)

        capture = KeyCapture(f"Press the {'other' if another else 'new'} key for “{title(action)}”", take, close)
        dialog = Panel(Column(capture, Button("Cancel", close), gap=10), pad=20, box="dialog", name="New key")
        ui.open(dialog)
        ui.focus_on(capture)

    def _bind(self, action: str, written: str, another: bool) -> None:
        if getattr(codes, written, None) in ARROW_KEYS:
            self._refresh("The arrow keys move between items and cannot be assigned.", "warn")
            return
        keys = (*self.keymap.chords(action), written) if another else (written,)
        try:
            self.keymap.bind(action, *keys)
        except KeyTaken as taken:
            self._resolve_key_conflict(action, keys, written, taken.action)
            return
        except ValueError:
            self._refresh("Tether does not know this key. Press another one.", "warn")
            return
        self._finish_change(f"{title(action)}: {self._keys(action)}")

    def _resolve_key_conflict(self, action: str, keys: tuple[str, ...], written: str, other: str) -> None:
        """Resolve a key conflict: take the key from its other action only if the player confirms."""
        ui = self.ui
        if ui is None:
            return
        if other in REQUIRED_ACTIONS and self.keymap.chords(other) == (written,):
            self._refresh(f"{chord_label(written)} is the only key of “{title(other)}”, which needs one.", "warn")
            return

        def close() -> None:
            ui.close(dialog)

        def take() -> None:
            close()
            self.keymap.bind(action, *keys, force=True)
            left = self._keys(other) or "no key"
            self._finish_change(f"{title(action)}: {self._keys(action)}. {title(other)} now has {left}.")

        words = f"{chord_label(written)} already does “{title(other)}”."
        left = len(self.keymap.chords(other)) - 1
        more = (
            "Its other key stays."
            if left == 1
            else "Its other keys stay."
            if left
            else "The old one would have no key."
        )
        buttons = Row(
            Button("Cancel", close, action="back", grow=1),
            Button(f"Take it for “{title(action)}”", take, look="primary", grow=1),
            gap=8,
        )
        form = Column(
            Label(words, "text", "heading", "bold"), Label(more, "muted", "small"), Space(6), buttons, gap=6, width=520
        )
        dialog = Panel(form, pad=20, box="dialog", name=words)
        ui.open(dialog)

    def _reset_selected(self) -> None:
        action = self.list.item
        if action is None:
            return
        try:
            self.keymap.bind(action, *self.keymap.defaults[action])
        except KeyTaken as taken:
            self._refresh(f"{taken}. Change that first.", "warn")
            return
        self._finish_change(f"{title(action)} is reset.")

    def _reset_all(self) -> None:
        self.keymap.reset()
        self._finish_change("All keys are reset.")

    def _finish_change(self, words: str) -> None:
        self._refresh(words)
        self.on_change()
