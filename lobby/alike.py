"""Names that eyes take for each other (PROTOCOL 1.8).

>>> folded("Ada"), folded("АdА"), folded("A.d a"), folded("B0b") == folded("Bob")
('ada', 'ada', 'ada', True)
>>> [is_plain(name) for name in ("Ada L.", "Аda", "Ａda", "Ада")]
[True, False, False, True]
>>> cleaned("  Ａda\\u200b \\t Lovelace, the very first of them all ")
'Ada Lovelace, the very f'
"""

from __future__ import annotations

import unicodedata

from net.genesis import is_name

LONGEST = 24
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
SCRIPTS = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE"))
"""Scripts with letters that look alike: a name has letters of one of them at most."""
_LIKE = str.maketrans(
    "абвгдеёжзикмнорстухцѕіјһԁԛԝӏαβγεηικνορτυχω" + "013456789$@|!",
    "abbrqeex3ukmhopctyxusijhdqwlabyenikvoptuxw" + "oleasbtbgsaii",
)
"""Letters and digits, in small ones, for what they look like."""
_PAIRS = (("rn", "m"), ("vv", "w"), ("l", "i"), ("j", "i"))
"""What looks alike in some fonts; the same for all names, so it need not be right for each."""


def folded(name: str) -> str:
    """What is left of a name once case, accents, blanks, marks and look-alike letters make no difference; only to be
    compared.
    """
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_LIKE)
    plain = "".join(letter for letter in letters if unicodedata.category(letter)[0] in "LN")
    for one, other in _PAIRS:
        plain = plain.replace(one, other)
    return plain or name


def is_plain(name: str) -> bool:
    """Whether it is a name for a room: one of `net.genesis.is_name`, in one script, no letter written as another."""
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in name} & SCRIPTS
    return is_name(name) and len(scripts) < 2 and unicodedata.normalize("NFKC", name) == name


def cleaned(text: str) -> str:
    """The name that was meant by what somebody typed, as far as it can be one; it may still be none."""
    letters = unicodedata.normalize("NFKC", text)
    shown = (" " if letter.isspace() else letter for letter in letters if unicodedata.category(letter) not in _HIDDEN)
    return " ".join("".join(shown).split())[:LONGEST].rstrip()
