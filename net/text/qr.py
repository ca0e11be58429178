"""QR pictures: of an invitation, for a telephone's camera or another computer's."""

from __future__ import annotations

Modules = tuple[tuple[bool, ...], ...]
"""Rows from the top; a dark module is true."""
QUIET = 4
"""Light modules around it, without which cameras find none."""
BLOCKS = "█▀▄"
LONGEST = 400
"""Characters that may be shown."""


def modules(text: str) -> Modules:
    """The picture of a text without its light border; raises `ValueError` for one that is too long."""
    if not 0 < len(text) <= LONGEST:
        raise ValueError(f"1 to {LONGEST} characters fit into a picture")
    import segno  # takes long to load, and only who shows a code needs it

    return tuple(tuple(bool(module) for module in row) for row in segno.make_qr(text, error="l").matrix)


def in_blocks(picture: Modules) -> list[str]:
    """The picture with its border for a terminal, two rows in a line: light as full blocks, which are light on the dark
    ground that terminals have mostly; cameras read it the other way round as well.
    """
    light = _framed(picture)
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return ["".join(signs[pair] for pair in zip(*light[y : y + 2])) for y in range(0, len(light), 2)]


def in_letters(picture: Modules) -> list[str]:
    """The same for a terminal without blocks: two letters a module, of which cameras read large ones alone."""
    return ["".join("##" if light else "  " for light in row) for row in _framed(picture)]


def _framed(picture: Modules) -> list[list[bool]]:
    """What is light, with the border, in an even number of rows."""
    wide = len(picture) + 2 * QUIET
    light = [[True] * wide for _ in range(wide + wide % 2)]
    for y, row in enumerate(picture, QUIET):
        for x, dark in enumerate(row, QUIET):
            light[y][x] = not dark
    return light
