"""Named actions and the keys that do them, changeable by the player.

    keys = Keymap({"commit": ("ENTER",), "take back": ("BACKSPACE",), "log": ("L",), "chat": ("CTRL+T",)})
    keys.action(arcade.key.L, 0)         # "log"
    keys.bind("chat", "L")               # raises KeyTaken("log")
    settings["keys"] = keys.changes()    # plain data: only what the player changed

A chord is written as modifiers and a key: "CTRL+SHIFT+S", "F1", "QUESTION".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pyglet.window import key as codes

MODIFIERS = {"CTRL": codes.MOD_CTRL, "ALT": codes.MOD_ALT, "SHIFT": codes.MOD_SHIFT}
_MODIFIER_KEYS = {
    codes.LCTRL, codes.RCTRL, codes.LALT, codes.RALT, codes.LSHIFT, codes.RSHIFT, codes.LMETA, codes.RMETA,
    codes.CAPSLOCK, codes.NUMLOCK, codes.LCOMMAND, codes.RCOMMAND, codes.LOPTION, codes.ROPTION,
}  # fmt: skip
_ALIASES = {"RETURN": "ENTER", "ESC": "ESCAPE", "DEL": "DELETE"}
_SHOWN = {
    "ESCAPE": "Esc", "BRACKETLEFT": "[", "BRACKETRIGHT": "]", "PLUS": "+", "MINUS": "-", "EQUAL": "=", "COMMA": ",",
    "PERIOD": ".", "SLASH": "/", "SEMICOLON": ";", "APOSTROPHE": "'", "BACKSLASH": "\\", "GRAVE": "`",
    "PAGEUP": "Page up", "PAGEDOWN": "Page down", "NUM_ENTER": "Keypad Enter", "NUM_ADD": "Keypad +",
    "NUM_SUBTRACT": "Keypad -", "CTRL": "Ctrl",
}  # fmt: skip

DEFAULTS: dict[str, tuple[str, ...]] = {
    "next": ("TAB",),
    "previous": ("SHIFT+TAB",),
    "confirm": ("ENTER", "NUM_ENTER"),
    "back": ("ESCAPE",),
    "inspect": ("I",),
    "full screen": ("F11",),
    "screenshot": ("F12",),
}
"""What the kit itself understands; every keymap has these actions."""


class KeyTaken(ValueError):
    """The chord already does something else; `action` says what."""

    def __init__(self, chord: str, action: str) -> None:
        super().__init__(f"{shown(chord)} already means “{action}”")
        self.action = action


def chord(symbol: int, modifiers: int) -> str:
    """How a key press is written, or "" for a modifier alone.

    >>> chord(codes.S, codes.MOD_CTRL | codes.MOD_SHIFT)
    'CTRL+SHIFT+S'
    """
    if symbol in _MODIFIER_KEYS:
        return ""
    name = codes.symbol_string(symbol).removeprefix("_")
    name = _ALIASES.get(name, name)
    return "+".join([*(word for word, bit in MODIFIERS.items() if modifiers & bit), name])


def plain(written: str) -> str:
    """The one way of writing a chord, or a ValueError if there is no such key.

    >>> plain("shift+ctrl+return")
    'CTRL+SHIFT+ENTER'
    """
    *words, name = written.upper().replace(" ", "").split("+") if written != "+" else ["PLUS"]
    name = _ALIASES.get(name, name)
    known = hasattr(codes, name) or hasattr(codes, f"_{name}")
    if not known or any(word not in MODIFIERS for word in words):
        raise ValueError(f"there is no key {written!r}")
    return "+".join([*(word for word in MODIFIERS if word in words), name])


def shown(written: str) -> str:
    """A chord as one reads it on a button.

    >>> shown("CTRL+PAGEUP"), shown("BRACKETLEFT")
    ('Ctrl+Page up', '[')
    """
    return "+".join(_SHOWN.get(part, part if len(part) == 1 else part.capitalize()) for part in written.split("+"))


class Keymap:
    """Which keys do what. An action may have several chords; a chord has one action."""

    def __init__(self, actions: Mapping[str, Iterable[str]] | None = None) -> None:
        merged = {**DEFAULTS, **(actions or {})}
        self.defaults = {action: tuple(plain(c) for c in chords) for action, chords in merged.items()}
        self._chords = dict(self.defaults)
        self._actions = self._inverse()

    def action(self, symbol: int, modifiers: int) -> str | None:
        """What a key press means."""
        return self._actions.get(chord(symbol, modifiers))

    def chords(self, action: str) -> tuple[str, ...]:
        """The chords of an action."""
        return self._chords[action]

    def shown(self, action: str) -> str:
        """The first chord of an action as one reads it, "" if it has none."""
        chords = self._chords.get(action, ())
        return shown(chords[0]) if chords else ""

    def actions(self) -> list[str]:
        """All actions, those of the kit first."""
        return list(self._chords)

    def bind(self, action: str, *chords: str, force: bool = False) -> None:
        """Give an action these chords and no others; `force` takes them away from where they were."""
        if action not in self._chords:
            raise KeyError(action)
        wanted = tuple(dict.fromkeys(plain(c) for c in chords))
        for written in wanted:
            other = self._actions.get(written)
            if other is not None and other != action:
                if not force:
                    raise KeyTaken(written, other)
                self._chords[other] = tuple(c for c in self._chords[other] if c != written)
        self._chords[action] = wanted
        self._actions = self._inverse()

    def reset(self) -> None:
        """As it was made."""
        self._chords = dict(self.defaults)
        self._actions = self._inverse()

    def changes(self) -> dict[str, list[str]]:
        """What differs from the defaults, as plain data."""
        return {a: list(c) for a, c in self._chords.items() if c != self.defaults[a]}

    def load(self, changes: Mapping[str, Iterable[str]]) -> None:
        """The reverse of `changes`; what no longer exists is passed over, of two that clash the later wins."""
        self.reset()
        for action, chords in changes.items():
            if action in self._chords:
                self.bind(action, *(c for c in chords if _exists(c)), force=True)

    def _inverse(self) -> dict[str, str]:
        out: dict[str, str] = {}
        for action, chords in self._chords.items():
            for written in chords:
                if out.setdefault(written, action) != action:
                    raise KeyTaken(written, out[written])
        return out


def _exists(written: str) -> bool:
    try:
        plain(written)
    except (ValueError, AttributeError):
        return False
    return True
