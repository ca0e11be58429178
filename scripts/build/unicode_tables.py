"""Make `net/text/unicode_tables.py`: Tether's Unicode data, the same for every Python.

    python scripts/build/unicode_tables.py FOLDER

FOLDER must contain these files of one version, as published at unicode.org/Public: UnicodeData.txt, Scripts.txt,
ScriptExtensions.txt, DerivedCoreProperties.txt, DerivedNormalizationProps.txt, CaseFolding.txt,
PropertyValueAliases.txt and, from the security data, confusables.txt. The first seven are in Debian's package
`unicode-data`. The file confusables.txt is in the sources of ICU (ICU 72 contains that of 15.0.0).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from textwrap import wrap

VERSION = "15.0.0"
OUT = Path(__file__).resolve().parents[2] / "net" / "text" / "unicode_tables.py"
BLANK = {0x2800, 0xFFFC, 0x1D159}
"""Invisible symbols: the empty Braille cell, the object replacement character, the empty note head."""
AUGMENTED = {
    "Hani": ("Hanb", "Jpan", "Kore"),
    "Hira": ("Jpan",),
    "Kana": ("Jpan",),
    "Hang": ("Kore",),
    "Bopo": ("Hanb",),
}
"""Scripts that are written together (UTS 39, 5.1)."""
ALIKE = {
    **dict(zip("013456789@!lj", "oleasbtbgaiii")),
    **dict(zip("\u0138\u025c\u0185\u0438\ua793", "kebue")),
    "w": "vv",
    "\u03c9": "vv",
    "\u028d": "rn",
}
"""Further letters that look alike, or are commonly written for each other.

The table is the same for all names, so it need not be right for each. confusables.txt itself has "m" as "rn".
"""
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
MOST_ROUNDS = 20


class Unicode:
    """Data of the Unicode files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("Scripts", "ScriptExtensions", "DerivedCoreProperties", "CaseFolding", "confusables"):
            if VERSION not in "".join(self._text(name)[:400]):
                raise SystemExit(f"{name}.txt is not of Unicode {VERSION}")
        self.category: dict[int, str] = {}
        self.name: dict[int, str] = {}
        self.decomposed: dict[int, str] = {}
        first = 0
        for fields in self._rows("UnicodeData"):
            code, name = int(fields[0], 16), fields[1]
            first = code if name.endswith("First>") else first
            for item in range(first, code + 1) if name.endswith("Last>") else (code,):
                self.category[item], self.name[item] = fields[2], name
            if fields[5]:
                self.decomposed[code] = _letters(fields[5].rpartition(">")[2])

    def _text(self, name: str) -> str:
        return (self._folder / f"{name}.txt").read_text("utf-8-sig")

    def _rows(self, name: str) -> Iterator[list[str]]:
        for line in self._text(name).splitlines():
            said = line.partition("#")[0].strip()
            if said:
                yield [field.strip() for field in said.split(";")]

    def _with(self, name: str) -> Iterator[tuple[range, list[str]]]:
        """Yield the rows whose first field is a code point or a range of code points."""
        for first, *fields in self._rows(name):
            begin, _, end = first.partition("..")
            yield range(int(begin, 16), int(end or begin, 16) + 1), fields

    @cached_property
    def ignorable(self) -> set[int]:
        """Code points with Default_Ignorable_Code_Point, which show nothing if a font does not support them."""
        rows = self._with("DerivedCoreProperties")
        return {code for codes, fields in rows if fields[0] == "Default_Ignorable_Code_Point" for code in codes}

    @cached_property
    def unstable(self) -> set[int]:
        """Code points whose NFKC_Quick_Check is not Yes; NFC_Quick_Check is Yes for all other code points."""
        rows = self._with("DerivedNormalizationProps")
        return {code for codes, fields in rows if fields[0] in ("NFC_QC", "NFKC_QC") for code in codes}

    @cached_property
    def scripts(self) -> dict[int, tuple[str, ...]]:
        """Augmented script extensions of each code point; an empty tuple means all scripts."""
        short = {fields[2]: fields[1] for fields in self._rows("PropertyValueAliases") if fields[0] == "sc"}
        result = {code: {short[fields[0]]} for codes, fields in self._with("Scripts") for code in codes}
        result |= {code: set(fields[0].split()) for codes, fields in self._with("ScriptExtensions") for code in codes}
        for code, scripts in result.items():
            more = {other for script in scripts for other in AUGMENTED.get(script, ())}
            result[code] = set() if scripts & {"Zyyy", "Zinh"} else scripts | more
        return {code: tuple(sorted(scripts)) for code, scripts in result.items()}

    @cached_property
    def prototypes(self) -> dict[str, str]:
        """The prototype of each character, which looks like the character (UTS 39, section 4)."""
        return {_letters(item): _letters(other) for item, other, _ in self._rows("confusables")}

    @cached_property
    def small(self) -> dict[str, str]:
        """Full case folding."""
        rows = (fields for fields in self._rows("CaseFolding") if fields[1] in "CF")
        return {_letters(fields[0]): _letters(fields[2]) for fields in rows}

    @cached_property
    def alike(self) -> dict[str, str]:
        """The table `ALIKE`, extended by small capitals."""
        named = ((chr(code), name) for code, name in self.name.items() if name.startswith(SMALL_CAPITAL))
        capitals = {item: name[-1].lower() for item, name in named if len(name) == len(SMALL_CAPITAL) + 1}
        return capitals | ALIKE

    def shown(self) -> Iterator[int]:
        """Yield the visible code points, without spaces and blank symbols."""
        for code, category in self.category.items():
            if category[0] in "LMNPS" and code not in self.ignorable and code not in BLANK:
                yield code

    def marks(self) -> Iterator[int]:
        """Return the combining marks, which are attached to the letter before them."""
        return (code for code, category in self.category.items() if category[0] == "M")

    def named(self) -> Iterator[int]:
        """Yield the code points that are allowed in names."""
        for code in self.shown():
            category = self.category[code]
            if (category[0] in "LP" or category == "Nd") and code not in self.unstable:
                yield code

    def looks(self, text: str) -> str:
        """Return the skeleton of a text: without case, accents, spaces, punctuation and look-alikes."""
        for _ in range(MOST_ROUNDS):
            before = text
            for table in (self.prototypes, self.small, self.alike):
                text = "".join(table.get(letter, letter) for letter in self._bare(text))
            if text == before:
                return "".join(letter for letter in text if self.category[ord(letter)][0] in "LN")
        raise SystemExit(f"the look of {before!r} goes round in circles")

    def looks_of(self, code: int) -> str:
        """Return the skeleton of a code point; that of a letter is never empty."""
        letter = chr(code)
        is_letter = self.category[code][0] in "LN"
        return self.looks(letter) or (self.small.get(letter, letter) if is_letter else "")

    def _bare(self, text: str) -> str:
        """Return a text in full decomposition, without marks and invisible characters."""
        while any(ord(letter) in self.decomposed for letter in text):
            text = "".join(self.decomposed.get(ord(letter), letter) for letter in text)
        return "".join(c for c in text if self.category[ord(c)][0] in "LNPS" and ord(c) not in self.ignorable)


def _letters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def range_texts(codes: Iterable[int]) -> str:
    """Return code points in hexadecimal; consecutive ones are written as FIRST-LAST."""
    rows: list[list[int]] = []
    for code in sorted(codes):
        if rows and rows[-1][1] == code - 1:
            rows[-1][1] = code
        else:
            rows.append([code, code])
    return " ".join(f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in rows)


def constant_source(name: str, said: str, parts: Iterable[str]) -> str:
    """Return the source code of a constant and its docstring."""
    inside = "\n".join(wrap("; ".join(parts), 118, break_on_hyphens=False))
    return f'{name} = """\n{inside}\n"""\n"""{said}"""\n'


def table_parts(table: Mapping[int, str]) -> list[str]:
    """Return the parts "WORD RANGES" of a table, one for each word."""
    result: dict[str, list[int]] = defaultdict(list)
    for code, word in table.items():
        result[word].append(code)
    return [f"{_ascii(word) or '-'} {range_texts(codes)}" for word, codes in sorted(result.items())]


def _ascii(word: str) -> str:
    return "".join(c if c.isascii() else f"\\u{ord(c):04x}" if ord(c) < 1 << 16 else f"\\U{ord(c):08x}" for c in word)


def module_source(data: Unicode) -> str:
    """Return the source code of the module."""
    names = {code: ",".join(data.scripts.get(code, ())) for code in data.named()}
    looks = {code: data.looks_of(code) for code, category in data.category.items() if category[0] in "LNP"}
    typed = {code: look for code, look in looks.items() if code in data.unstable and look.isascii()}
    changed = {code: looks[code] for code in names if looks[code] != chr(code)}
    small = {code: data.looks(data.small.get(chr(code), chr(code))) for code in names}
    other = {code: look for code, look in small.items() if look and look != looks[code]}
    parts = [
        f'"""Tether\'s tables of Unicode {VERSION}, made by scripts/build/unicode_tables.py'
        " from Unicode's own files.\n\n"
        "Code points are hexadecimal, consecutive ones as FIRST-LAST; a property comes before its code points."
        " The reader is\n"
        "`net.text.unicode`.\n"
        '"""\n',
        f'VERSION = "{VERSION}"\n',
        constant_source("SHOWN", "What can be seen, blanks aside.", [range_texts(data.shown())]),
        constant_source("MARKS", "What stands on the letter before it.", [range_texts(data.marks())]),
        constant_source(
            "NAMES",
            "What names are made of, by the scripts in which it is written; - is all of them.",
            table_parts(names),
        ),
        constant_source(
            "LOOKS", "What a letter looks like, where that is not itself; - is nothing.", table_parts(typed | changed)
        ),
        constant_source("SMALL_LOOKS", "What its small letter looks like, where that differs.", table_parts(other)),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {Path(sys.argv[0]).name} FOLDER")
    OUT.write_text(module_source(Unicode(Path(sys.argv[1]))), "utf-8")
    print(f"{OUT.name}: {OUT.stat().st_size // 1024} kB")
