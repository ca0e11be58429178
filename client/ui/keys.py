"""Named actions and the keys that do them, changeable by the player.

    keys = Keymap({"commit": ("ENTER",), "take back": ("BACKSPACE",), "log": ("L",), "chat": ("CTRL+T",)})
    keys.action(arcade.key.L, 0)         # "log"
    keys.bind("chat", "L")               # raises KeyTaken("log")
    settings["keys"] = keys.changes()    # plain data: only what the player changed

A chord is written as modifiers and a key: "CTRL+SHIFT+S", "F1", "QUESTION". A key without a name in pyglet is written
by its code: "KEY_47". A key that does nothing itself does what its stand-in does: keypad digits stand for digits, and a
letter of another script for the Latin letter at the same place.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from pyglet.window import key as codes

MODIFIER_BITS = {"CTRL": codes.MOD_CTRL, "ALT": codes.MOD_ALT, "SHIFT": codes.MOD_SHIFT}
_MODIFIER_KEYS = {
    codes.LCTRL, codes.RCTRL, codes.LALT, codes.RALT, codes.LSHIFT, codes.RSHIFT, codes.LMETA, codes.RMETA,
    codes.CAPSLOCK, codes.NUMLOCK, codes.LCOMMAND, codes.RCOMMAND, codes.LOPTION, codes.ROPTION,
}  # fmt: skip
_USES_X11 = not sys.platform.startswith(("win", "darwin"))
_LEVELS = {codes.MODESWITCH, codes.user_key(108), codes.user_key(92)}
"""AltGr and similar keys under X11, which are only the beginning of a key press."""
_UNKNOWN_KEY_PREFIX = "KEY_"
_LARGEST_CODE = 0xFFFF
_LETTER_ROWS = {24: "QWERTYUIOP", 38: "ASDFGHJKL", 52: "ZXCVBNM"}
"""The rows of letters, by the X11 code of the first key in the row.

Other systems name the keys of all scripts by these letters.
"""
_LETTERS_BY_KEYCODE = (
    {first + at: letter for first, row in _LETTER_ROWS.items() for at, letter in enumerate(row)} if _USES_X11 else {}
)
_KEY_ALIASES = {"RETURN": "ENTER", "ESC": "ESCAPE", "DEL": "DELETE"}
_KEY_LABELS = {
    "ESCAPE": "Esc", "BRACKETLEFT": "[", "BRACKETRIGHT": "]", "PLUS": "+", "MINUS": "-", "EQUAL": "=", "COMMA": ",",
    "PERIOD": ".", "SLASH": "/", "SEMICOLON": ";", "APOSTROPHE": "'", "BACKSLASH": "\\", "GRAVE": "`",
    "PAGEUP": "Page up", "PAGEDOWN": "Page down", "NUM_ENTER": "Keypad Enter", "NUM_ADD": "Keypad +",
    "NUM_SUBTRACT": "Keypad -", "CTRL": "Ctrl",
}  # fmt: skip

DEFAULT_BINDINGS: dict[str, tuple[str, ...]] = {
    "next": ("TAB",),
    "previous": ("SHIFT+TAB",),
    "confirm": ("ENTER", "NUM_ENTER"),
    "back": ("ESCAPE",),
    "inspect": ("I",),
    "full screen": ("F11",),
    "screenshot": ("F12",),
}
"""The actions of the kit and their chords; every keymap has them."""


class KeyTaken(ValueError):
    """The error raised if a chord already belongs to another action, which `action` names."""

    def __init__(self, chord: str, action: str) -> None:
        super().__init__(f"{chord_label(chord)} already means “{action}”")
        self.action = action


def format_chord(symbol: int, modifiers: int) -> str:
    """Return the written form of a key press, or "" if only a modifier is pressed.

    >>> format_chord(codes.S, codes.MOD_CTRL | codes.MOD_SHIFT)
    'CTRL+SHIFT+S'
    """
    if symbol in _MODIFIER_KEYS or symbol in _LEVELS:
        return ""
    if is_unknown(symbol):
        return "+".join([*_modifier_names(modifiers), f"{_UNKNOWN_KEY_PREFIX}{symbol >> 32}"])
    name = codes.symbol_string(symbol).removeprefix("_")
    name = _KEY_ALIASES.get(name, name)
    return "+".join([*_modifier_names(modifiers), name])


def is_unknown(symbol: int) -> bool:
    """Return True if a key has no name in pyglet, but only a code.

    >>> is_unknown(codes.user_key(47)), is_unknown(codes.A)
    (True, False)
    """
    return symbol >> 32 > 0


def fallback_key(symbol: int) -> int:
    """Return the key whose action a key without its own action takes, or 0 if there is none.

    >>> fallback_key(codes.NUM_3) == codes._3, fallback_key(codes.user_key(52)) == codes.Z, fallback_key(codes.A)
    (True, True, 0)
    """
    if codes.NUM_0 <= symbol <= codes.NUM_9:
        return codes._0 + symbol - codes.NUM_0
    if is_unknown(symbol) and symbol >> 32 in _LETTERS_BY_KEYCODE:
        return int(getattr(codes, _LETTERS_BY_KEYCODE[symbol >> 32]))
    return 0


def _modifier_names(modifiers: int) -> list[str]:
    return [word for word, bit in MODIFIER_BITS.items() if modifiers & bit]


def normalise_chord(written: str) -> str:
    """Return the canonical form of a chord; raise `ValueError` if there is no such key.

    >>> normalise_chord("shift+ctrl+return")
    'CTRL+SHIFT+ENTER'
    """
    *words, name = written.upper().replace(" ", "").split("+") if written != "+" else ["PLUS"]
    name = _KEY_ALIASES.get(name, name)
    known = hasattr(codes, name) or hasattr(codes, f"_{name}") or _is_code(name)
    if not known or any(word not in MODIFIER_BITS for word in words):
        raise ValueError(f"there is no key {written!r}")
    return "+".join([*(word for word in MODIFIER_BITS if word in words), name])


def _is_code(name: str) -> bool:
    number = name.removeprefix(_UNKNOWN_KEY_PREFIX)
    return (
        name.startswith(_UNKNOWN_KEY_PREFIX)
        and number.isascii()
        and number.isdigit()
        and 0 < int(number[:9]) <= _LARGEST_CODE
    )


def chord_label(written: str) -> str:
    """Return the form of a chord that a button shows.

    >>> chord_label("CTRL+PAGEUP"), chord_label("BRACKETLEFT"), chord_label("NUM_3"), chord_label("KEY_47")
    ('Ctrl+Page up', '[', 'Keypad 3', 'Key 47')
    """
    return "+".join(map(_key_label, written.split("+")))


def _key_label(part: str) -> str:
    if part in _KEY_LABELS or len(part) == 1:
        return _KEY_LABELS.get(part, part)
    for prefix, words in (("NUM_", "Keypad "), (_UNKNOWN_KEY_PREFIX, "Key ")):
        if part.startswith(prefix):
            return words + part.removeprefix(prefix).capitalize()
    return part.capitalize()


class Keymap:
    """An assignment of keys to actions.

    An action may have several chords. A chord has one action.
    """

    def __init__(self, actions: Mapping[str, Iterable[str]] | None = None) -> None:
        merged = {**DEFAULT_BINDINGS, **(actions or {})}
        self.defaults = {action: tuple(normalise_chord(c) for c in chords) for action, chords in merged.items()}
        self._chords = dict(self.defaults)
        self._actions = self._actions_by_chord()

    def action_for(self, symbol: int, modifiers: int) -> str | None:
        """Return the action of a key press, or else the action of the key's stand-in, or None."""
        own = self._actions.get(format_chord(symbol, modifiers))
        other = fallback_key(symbol)
        return self._actions.get(format_chord(other, modifiers)) if own is None and other else own

    def chords(self, action: str) -> tuple[str, ...]:
        """Return the chords that are assigned to an action."""
        return self._chords[action]

    def label(self, action: str) -> str:
        """Return the first chord of an action in the form shown on a button, or "" if it has none."""
        chords = self._chords.get(action, ())
        return chord_label(chords[0]) if chords else ""

    def actions(self) -> list[str]:
        """Return all actions, those of the kit first."""
        return list(self._chords)

    def bind(self, action: str, *chords: str, force: bool = False) -> None:
        """Assign these chords, and no others, to an action.

        `force` takes the chords from other actions.
        """
        if action not in self._chords:
            raise KeyError(action)
        wanted = tuple(dict.fromkeys(normalise_chord(c) for c in chords))
        for written in wanted:
            other = self._actions.get(written)
            if other is not None and other != action:
                if not force:
                    raise KeyTaken(written, other)
                self._chords[other] = tuple(c for c in self._chords[other] if c != written)
        self._chords[action] = wanted
        self._actions = self._actions_by_chord()

    def reset(self) -> None:
        """Restore the default chords."""
        self._chords = dict(self.defaults)
        self._actions = self._actions_by_chord()

    def changes(self) -> dict[str, list[str]]:
        """Return the differences from the default chords, as plain data."""
        return {a: list(c) for a, c in self._chords.items() if c != self.defaults[a]}

    def load_changes(self, changes: Mapping[str, Iterable[str]]) -> None:
        """Load the result of `changes`.

        Actions and keys that no longer exist are skipped. If two entries clash, the later one wins.
        """
        self.reset()
        for action, chords in changes.items():
            if action in self._chords:
                self.bind(action, *(c for c in chords if _is_valid_chord(c)), force=True)

    def _actions_by_chord(self) -> dict[str, str]:
        out: dict[str, str] = {}
        for action, chords in self._chords.items():
            for written in chords:
                if out.setdefault(written, action) != action:
                    raise KeyTaken(written, out[written])
        return out


def _is_valid_chord(written: str) -> bool:
    try:
        normalise_chord(written)
    except (ValueError, AttributeError):
        return False
    return True
