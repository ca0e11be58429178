"""Malicious texts, and the characters that must never reach a terminal."""

from __future__ import annotations

from net.text.unicode import is_shown

HOSTILE = {
    "closes nothing": "[/x]",
    "is coloured": "[red]Al",
    "is a link": "[link=https://example.invalid/]Al[/link]",
    "escapes": "Al\x1b[2J\x1b[31m",
    "is a link of the terminal": "\x1b]8;;https://example.invalid\x07Al\x1b]8;;\x07",
    "sets the title": "\x1b]0;Al\x07",
    "is a control of one byte": "Al\x9b2J\x85\x8d",
    "begins a line": "Al\nThe record is valid.",
    "returns": "Al\rBo\x08\x08",
    "has zeros": "A\x00l\x7f",
    "is written backwards": "Al\u202egnitset\u202c\u2066x\u2069\u200f\u061c",
    "is not seen": "A\u200b\u200d\u2060\ufeff\u00ad\u180el",
    "is filled": "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4",
    "has variations": "A\ufe0fl\U000e0100",
    "has tags": "Al\U000e0041\U000e007f",
    "is a surrogate": "Al\ud800",
    "is private": "Al\ue000\U000f0000",
    "is no letter": "Al\uffff\ufffe\u0378",
    "is a heap": "A" + "\u0301" * 40,
    "separates lines": "Al\u2028Bo\u2029Cy\x1c\x1d\x1e\x0b\x0c",
    "is a formula": "=HYPERLINK(1)",
    "is markup": "<script>alert(1)</script>&amp;",
    "is an emoji of rich": ":bomb: :smile:",
    "is a format": "%s {0} %(x)s",
    "is long": "x" * 5000,
}


def harm(said: str) -> list[str]:
    """Return the characters in a terminal's output that are neither printable nor our own line breaks."""
    return [f"U+{ord(letter):04X}" for letter in said if letter not in " \n\ufffd" and not is_shown(letter)]
