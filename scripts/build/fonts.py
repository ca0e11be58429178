#!/usr/bin/env python3
"""Make the fonts in `client/assets/fonts`, which are static, with few characters, and each a separate family.

    python3 scripts/build/fonts.py                  make them again, for example after adding a name to
    client/art/icons.py
    python3 scripts/build/fonts.py --out FOLDER     make them in another folder

The result has the same bytes on every machine, as the originals and fontTools are pinned by their hashes. pyglet finds
only one weight of a family, so each weight is a separate family with the regular weight class. The icon font contains
the glyphs that `client/art/icons.py` names, and `icons.json` lists their code points.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

sys.path.insert(0, str(environment.ROOT))

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

SOURCES = """
fontpkg-cinzel==2.0 --hash=sha256:8cccc36b6e101a96fbe2fea3f3a51cb9207e7a98e09ac41b20d159a410ec7c45
fontpkg-inter==4.1 --hash=sha256:cf0c904c8901929691a180f3796e31953c8641a29693569774874f24d053a1cb
ttkbootstrap-icons-mat==1.0.1 --hash=sha256:9cac45f11fc43fc9d70fb4c37d1a96aa85499e1792d0a98e56c80927348566cf
"""
"""Packages with the original fonts."""
CINZEL, INTER, ICON_FONT = "Cinzel[wght].ttf", "Inter[opsz,wght].ttf", "materialdesignicons-webfont.ttf"
NOTICE = "Material Design Icons, Apache License 2.0. Changed for Tether: has only the glyphs that Tether shows."
"""Notice of the changes that the Apache License asks for (4 b), in the description of the font."""

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
    # family, file, original, axes, characters
    ("Tether Title", "title.ttf", CINZEL, {"wght": 700}, LATIN),
    ("Tether Text", "text.ttf", INTER, {"wght": 500, "opsz": 14}, LATIN + GREEK_AND_CYRILLIC),
    ("Tether Text Bold", "text-bold.ttf", INTER, {"wght": 750, "opsz": 14}, LATIN + GREEK_AND_CYRILLIC),
)


def make_font(family: str, target: Path, source: Path, axes: dict[str, float], characters: list[int]) -> None:
    """Write one static font with these characters."""
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
    rename_family(font, family)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)


def make_icons(family: str, target: Path, source: Path, codes: list[int]) -> None:
    """Write the icon font with these characters."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    # FreeType places a glyph by its stored box, which is off in the original: keep it, so that every pixel is the same.
    font = TTFont(source, recalcBBoxes=False, recalcTimestamp=False)
    options = subset.Options(layout_features=[], glyph_names=False, notdef_outline=True)
    options.drop_tables += ["GSUB"]
    options.name_IDs = [1, 2, 3, 4, 5, 6]
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=codes)
    chosen.subset(font)
    rename_family(font, family)
    set_name(font, 10, NOTICE)
    font.save(target)


def rename_family(font: TTFont, family: str) -> None:
    """Give a font another family name, as a changed font may not use a reserved name of its original."""
    for number, text in ((1, family), (2, "Regular"), (3, family), (4, family), (6, family.replace(" ", ""))):
        set_name(font, number, text)


def set_name(font: TTFont, number: int, text: str) -> None:
    """Set one text of the name table, for both Windows and the Macintosh."""
    font["name"].setName(text, number, 3, 1, 0x409)
    font["name"].setName(text, number, 1, 0, 0)


def fetch_originals(folder: Path) -> dict[str, Path]:
    """Download the original fonts and the map of the icons; return their paths by file name."""
    listed = folder / "sources.txt"
    listed.write_text(SOURCES, encoding="utf-8")
    words = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement", str(listed)]
    environment.pip(Path(sys.executable), "--target", str(folder / "packages"), *words, check=True)
    return {path.name: path for path in (folder / "packages").rglob("*")}


def main() -> int:
    """Make every font, and the table of icons."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="the folder to write into (client/assets/fonts)")
    chosen = parser.parse_args()
    if not environment.can_import("fontTools", "PIL"):
        environment.enter("fonts")
    from client.art.fonts import FILES, FONT_FOLDER, ICONS
    from client.art.icons import CARD_GLYPHS, ICON_GLYPHS

    out: Path = chosen.out or FONT_FOLDER
    out.mkdir(parents=True, exist_ok=True)
    names = sorted({*ICON_GLYPHS.values(), *CARD_GLYPHS.values()})
    with tempfile.TemporaryDirectory() as work:
        originals = fetch_originals(Path(work))
        for family, file, original, axes, characters in FACES:
            make_font(family, out / file, originals[original], dict(axes), characters)
        codes: dict[str, str] = json.loads(originals["glyphmap.json"].read_text(encoding="utf-8"))
        if unknown := [name for name in names if name not in codes]:
            sys.exit(f"The icon font has no {', '.join(unknown)}.")
        table = {name: codes[name] for name in names}
        (out / "icons.json").write_text(json.dumps(table, indent=0) + "\n", encoding="utf-8", newline="\n")
        make_icons(ICONS, out / FILES[ICONS], originals[ICON_FONT], [int(code, 16) for code in table.values()])
    for family, file in FILES.items():
        print(f"{family}: {file}, {(out / file).stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
