"""QR pictures of an invitation, to be read by a phone's camera or another computer's."""

from __future__ import annotations

Modules = tuple[tuple[bool, ...], ...]
"""Rows of a picture, from the top; True is a dark module."""
QUIET = 4
"""Number of light modules around the picture, without which cameras do not find it."""
BLOCKS = "█▀▄"
LONGEST = 400
"""Maximum number of characters of the text in a picture."""


def make_modules(text: str) -> Modules:
    """Return the QR picture of a text, without a border; raise `ValueError` if the text is too long."""
    if not 0 < len(text) <= LONGEST:
        raise ValueError(f"1 to {LONGEST} characters fit into a picture")
    import segno  # slow import, needed only to show a code

    return tuple(tuple(bool(module) for module in row) for row in segno.make_qr(text, error="l").matrix)


def draw_with_blocks(picture: Modules) -> list[str]:
    """Return the terminal lines that draw a QR picture and its border in block characters, two rows to a line.

    Light modules are full blocks, which look light on the usual dark background. Cameras also read the picture with
    light and dark exchanged.
    """
    light = _light_modules(picture)
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return ["".join(signs[pair] for pair in zip(*light[y : y + 2])) for y in range(0, len(light), 2)]


def draw_with_letters(picture: Modules) -> list[str]:
    """Return the terminal lines that draw a QR picture without block characters, two letters to a module.

    They are for a terminal that cannot show block characters. A camera reads such a picture only if it is large.
    """
    return ["".join("##" if light else "  " for light in row) for row in _light_modules(picture)]


def _light_modules(picture: Modules) -> list[list[bool]]:
    """Return the picture with its border, in an even number of rows: True for each light module."""
    wide = len(picture) + 2 * QUIET
    light = [[True] * wide for _ in range(wide + wide % 2)]
    for y, row in enumerate(picture, QUIET):
        for x, dark in enumerate(row, QUIET):
            light[y][x] = not dark
    return light
