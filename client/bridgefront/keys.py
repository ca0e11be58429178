"""The keys of a match, by what they do; the player may change them."""

from __future__ import annotations

KEYS: dict[str, tuple[str, ...]] = {
    "take back": ("BACKSPACE",),
    "build": ("Z",),
    "march": ("X",),
    "reinforce": ("C",),
    "done": ("V",),
    "target order": ("O",),
    **{f"card {i + 1}": (str((i + 1) % 10),) for i in range(10)},
    "card before": ("Q",),
    "card after": ("E",),
    "target before": ("BRACKETLEFT",),
    "target after": ("BRACKETRIGHT",),
    "log": ("L",),
    "chat": ("T",),
    "find": ("CTRL+F",),
    "hide": ("H",),
    "skip": ("SPACE",),
    "skip all": ("F",),
    "speed": ("G",),
    "fit board": ("HOME",),
    "zoom in": ("PLUS", "EQUAL", "NUM_ADD"),
    "zoom out": ("MINUS", "NUM_SUBTRACT"),
    "pan left": ("A",),
    "pan right": ("D",),
    "pan up": ("W",),
    "pan down": ("S",),
    "fairness": ("F2",),
    "help": ("F1",),
}
