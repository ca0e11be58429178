"""QR pictures of an invitation, for a telephone's camera or another computer's."""

from __future__ import annotations

Modules = tuple[tuple[bool, ...], ...]
"""Rows of a picture, from the top; True is a dark module."""
QUIET = 4
"""Number of light modules around the picture, without which cameras do not find it."""
BLOCKS = "█▀▄"
LONGEST = 400
"""Maximum number of characters of the text in a picture."""


def modules(text: str) -> Modules:
    """Return the picture of a text without its light border; raise `ValueError` if the text is too long."""
    if not 0 < len(text) <= LONGEST:
        raise ValueError(f"1 to {LONGEST} characters fit into a picture")
    import segno  # slow import, needed only to show a code

    return tuple(tuple(bool(module) for module in row) for row in segno.make_qr(text, error="l").matrix)


def in_blocks(picture: Modules) -> list[str]:
    """Return the lines that draw the picture with its border on a terminal, two rows per line.

    Light modules are full blocks, which look light on the usual dark background. Cameras also read the inverse picture.
    """
    light = _light_modules(picture)
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return ["".join(signs[pair] for pair in zip(*light[y : y + 2])) for y in range(0, len(light), 2)]


def in_letters(picture: Modules) -> list[str]:
    """Return the lines that draw the picture without block characters, with two letters per module.

    They are for a terminal that has no block characters. Cameras can read such a picture only if it is large.
    """
    return ["".join("##" if light else "  " for light in row) for row in _light_modules(picture)]


def _light_modules(picture: Modules) -> list[list[bool]]:
    """Return, with the border and in an even number of rows, True for each module that is light."""
    wide = len(picture) + 2 * QUIET
    light = [[True] * wide for _ in range(wide + wide % 2)]
    for y, row in enumerate(picture, QUIET):
        for x, dark in enumerate(row, QUIET):
            light[y][x] = not dark
    return light
