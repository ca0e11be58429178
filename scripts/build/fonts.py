"""Make the fonts in `client/assets/fonts` from their variable sources.

They are static, each its own family, with few scripts.

    python -m scripts.build.fonts 'Cinzel[wght].ttf' 'Inter[opsz,wght].ttf'
    python -m scripts.build.fonts glyphmap.json     (after a new name in icons.py: its codepoint into icons.json)

pyglet finds only one weight of a family, so each weight is a separate family with the regular weight class. It also
wants a round weight class. Needs fontTools, which the client itself does not.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from client.art.fonts import FONT_FOLDER
from client.art.icons import GLYPHS, ICON_GLYPHS

LATIN = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x218, 0x21C),
    *range(0x1E00, 0x1F00),
    *range(0x2010, 0x2027),
    0x2030,
    0x2032,
    0x2039,
    0x203A,
    0x20AC,
    0x2122,
    *range(0x2190, 0x219A),
    *(
        0x2212,
        0x2215,
        0x221E,
        0x2248,
        0x2260,
        0x2264,
        0x2265,
        0x00D7,
        0x25B2,
        0x25B6,
        0x25BC,
        0x25C0,
        0x25CF,
        0x2713,
        0x2717,
    ),
]
GREEK_AND_CYRILLIC = [*range(0x370, 0x400), *range(0x400, 0x460)]

FACES = (
    # family, file, source, axes, characters
    ("Tether Title", "title.ttf", 0, {"wght": 700}, LATIN),
    ("Tether Text", "text.ttf", 1, {"wght": 500, "opsz": 14}, LATIN + GREEK_AND_CYRILLIC),
    ("Tether Text Bold", "text-bold.ttf", 1, {"wght": 750, "opsz": 14}, LATIN + GREEK_AND_CYRILLIC),
)


def make(family: str, target: Path, source: Path, axes: dict[str, float], characters: list[int]) -> None:
    """Write one static font."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    font = instancer.instantiateVariableFont(TTFont(source), axes)
    options = subset.Options(layout_features=["kern", "mark", "ccmp", "tnum"], hinting=False, notdef_outline=True)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 11, 13, 14]
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=characters)
    chosen.subset(font)
    font["OS/2"].usWeightClass = 400
    font["OS/2"].fsSelection = 0x40
    font["head"].macStyle = 0
    names = font["name"]
    for record in list(names.names):
        if record.nameID in (16, 17, 21, 22, 25):
            names.removeNames(record.nameID)
    for number, text in ((1, family), (2, "Regular"), (3, family), (4, family), (6, family.replace(" ", ""))):
        names.setName(text, number, 3, 1, 0x409)
        names.setName(text, number, 1, 0, 0)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)


def make_icon_table(glyphmap: Path) -> None:
    """Write the codepoints of the glyphs that `icons` names, out of the full map of the icon font."""
    codes = json.loads(glyphmap.read_text(encoding="utf-8"))
    names = sorted({*ICON_GLYPHS.values(), *GLYPHS.values()})
    if unknown := [name for name in names if name not in codes]:
        raise SystemExit(f"the font has no {', '.join(unknown)}")
    table = {name: codes[name] for name in names}
    (FONT_FOLDER / "icons.json").write_text(json.dumps(table, indent=0) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Make every face from the given sources, or the table of icons."""
    if len(arguments) == 1:
        return make_icon_table(Path(arguments[0]))
    if len(arguments) != 2:
        raise SystemExit(__doc__)
    sources = [Path(argument) for argument in arguments]
    for family, file, source, axes, characters in FACES:
        make(family, FONT_FOLDER / file, sources[source], dict(axes), characters)
        print(family, (FONT_FOLDER / file).stat().st_size)
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
