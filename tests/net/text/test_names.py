"""Names: one script, no invisible letters, and look-alikes, judged by tables that come with Tether."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.players.confusables import are_confusable, clean_name, skeletons
from lobby.room.signed_records import MOST_CHAT, MOST_CHAT_BYTES, clean_line
from net.match import genesis
from net.text import names, unicode, unicode_tables
from net.text.names import LONGEST, is_name
from net.text.unicode import MOST_MARKS, is_mark, is_shown, normalize_blanks, replace_invisible, scripts, skeleton
from tests.support.hostile_texts import HOSTILE, harm


@cache
def letters() -> list[str]:
    """Return all letters that names may contain."""
    return [chr(code) for code in range(sys.maxunicode + 1) if scripts(chr(code)) is not None]


@cache
def same() -> list[str]:
    """Return the letters that this version of Python knows too."""
    return [letter for letter in letters() if unicodedata.category(letter) != "Cn"]


ONE_OF_THEM = st.deferred(lambda: st.sampled_from(same()))


# The rule -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "Ada L.", "O'Neill-Smith", "Zoë", "Łukasz K.", "Ångström", "Ida 2", "x" * 24, "[/x]", "d'Arc (2)"),
        *("Ада", "Іван", "Αδα", "Գոռ", "מרים", "محمد", "علی ۲", "ნინო", "สมชย", "नल"),
        *("愛", "山田タロウ", "さくら", "高橋ゆい", "スミス・ジョン", "한글", "金철수", "ㄅㄆ王"),
    ],
)
def test_names_in_one_script_are_valid(name: str) -> None:
    assert is_name(name)


MIXED = [
    *("Аda", "Adа", "Αda", "Ａda", "A\u03bfda", "Bоb", "АΒ", "Ivan И.", "\u13aada", "\ua4eeda", "\U000102a0da"),
    *("A愛", "A丨ice", "Aㄥice", "Bob太郎", "さ한", "ㄅさ", "א1а", "\u2c80da", "اA", "ไA", "Aー"),
]
UNSEEN = [
    *(
        "A\u115fda",
        "A\u1160da",
        "\u3164",
        "\uffa0da",
        "Ada\ufe0f",
        "A\U000e0100da",
        "A\u034fda",
        "A\u00adda",
        "A\u17b4da",
    ),
    *("A\u200bda", "A\u200dda", "\u2060Ada", "\ufeffAda", "A\u202eda", "A\u2066da", "A\u061cda", "A\U000e0061da"),
    *("A\u2800da", "A\x1bda", "A\x9bda", "A\x00da", "A\nda", "A\tda", "A\u2028da", "A\ud800da", "A\ue000da"),
    *("A\U0010ffffda", "A\u0378da", "A\u00a0da", "A\u3000da", "A\u2003da", "A\ufffcda", "A\u180eda"),
]
NOT_ONE_WAY = [
    "A\u0308da",
    "\u212bda",
    "\ufb01n",
    "\u2460",
    "\u00b2",
    "\uff11",
    "\u1d400",
    "\u1161",
    "\u11a8",
    "\uf900",
    "ﷺ",
]
NO_NAMES = ["", " ", " Ada", "Ada ", "A  d", "x" * 25, "=1", "A+B", "A<b>", "$", "`", "👑", "½", "Ⅻ"]


@pytest.mark.parametrize("name", [*MIXED, *UNSEEN, *NOT_ONE_WAY, *NO_NAMES])
def test_an_invalid_name_is_refused(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_a_valid_name_only_if_it_is_harmless(name: str) -> None:
    assert not is_name(HOSTILE[name]) or not harm(HOSTILE[name])


def test_every_kind_of_name_is_judged_by_the_same_rule() -> None:
    from lobby.discovery import responder, tournament_announcement
    from lobby.discovery import room_announcement as lobby_cry
    from lobby.room import signed_records
    from lobby.tournament.model import entries, opening
    from net.seat import handshake

    judges = [lobby_cry.is_name, responder.is_name, signed_records.is_name, genesis.is_name, handshake.is_name]
    judges += [tournament_announcement.is_name, entries.is_name, opening.is_name, signed_records.is_name]
    assert set(judges) == {names.is_name}


@given(st.text(ONE_OF_THEM, min_size=1, max_size=LONGEST))
def test_a_valid_name_is_normalised_in_every_python(name: str) -> None:
    assert unicodedata.normalize("NFC", name) == unicodedata.normalize("NFKC", name) == name


# The tables -----------------------------------------------------------------------------------------------------------


def test_the_unicode_tables_agree_with_this_python() -> None:
    """For the letters that this Python knows, the tables equal its Unicode data.

    Categories of another version are equal, and invisible letters that are not control characters are known.
    """
    for code in range(sys.maxunicode + 1):
        letter, category = chr(code), unicodedata.category(chr(code))
        if category[0] in "CZ":
            assert category == "Cn" or (not is_shown(letter) and scripts(letter) is None), hex(code)
        elif not is_shown(letter):
            assert code in IGNORABLE or later(), hex(code)
        if category != "Cn":
            assert is_mark(letter) == (category[0] == "M"), hex(code)
        if scripts(letter) is not None and category != "Cn":
            assert category[0] in "LP" or category == "Nd", hex(code)


IGNORABLE = {
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0, 0x2800, 0xFFFC, 0x1D159),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
}


def later() -> bool:
    """Return True if this Python's Unicode is newer than that of Tether's tables."""
    return tuple(map(int, unicodedata.unidata_version.split("."))) > tuple(map(int, unicode_tables.VERSION.split(".")))


def test_the_unicode_tables_name_their_version_and_are_small() -> None:
    assert unicode_tables.VERSION == "15.0.0"
    assert len(str(unicode_tables.__dict__)) < 100_000
    assert len(letters()) > 130_000 and scripts("a") == {"Latn"} and scripts("-") == set() and scripts(" ") is None


# Look-alikes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        *("ADA", "A.da", "A d a", "Ąda", "Ádá", "4da", "@da", "Ad4"),
        *("Аdа", "Аda", "Αdα", "\u0251da", "Ad\u0251", "\u1d00\u1d05\u1d00", "\ua4ee\ua4d3\ua4ee"),
        *("\u13aada", "\U000102a0da", "\uff21\uff44\uff41", "\U0001d400da"),
    ],
)
def test_names_that_look_the_same_are_confusable(other: str) -> None:
    assert are_confusable(other, "Ada") and are_confusable("Ada", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bam", "Barn"), ("will", "vvill"), ("Ida", "lda"), ("Ida", "1da"), ("Jan", "Ian"), ("Bob", "B0b"),
        ("Sam", "5am"), ("Eve", "3v3"), ("Tom", "7om"), ("Ben", "8en"), ("Ben", "6en"), ("gil", "9il"), ("ida", "!da"),
        ("Ina", "\u0406na"), ("Maria", "М\u0430ria"), ("Roma", "R\u043eма"), ("vera", "\u03bdera"),
        ("Oda", "\u0555da"), ("ΝΙΝΑ", "νινα"), ("НИНА", "нина"), ("hm", "нм"), ("Tk", "тк"), ("B", "\u0432"),
        ("BOB", "\ua4d0\ua4f3\ua4d0"), ("straße", "strasse"), ("Æsa", "aesa"), ("タロウ", "夕口ウ"), ("ΒΑΝ", "BAN"),
        ("wendy", "\u03c9endy"), ("Pia", "Pj4"), ("anna", "\u0251nn\u0251"), ("kim", "\u1d0b\u026a\u1d0d"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_confusable(one: str, other: str) -> None:
    assert are_confusable(one, other) and are_confusable(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ida"),
        ("Ada", "Adam"),
        ("Ann", "Avv"),
        ("hat", "nat"),
        ("愛", "山"),
        ("金", "김"),
        ("...", "---"),
        ("ð", "ɂ"),
    ],
)
def test_names_that_look_different_are_not_confusable(one: str, other: str) -> None:
    assert not are_confusable(one, other)


def test_every_letter_except_punctuation_has_a_skeleton() -> None:
    for letter in same():
        assert skeleton(letter) or unicodedata.category(letter)[0] == "P", letter
    assert skeletons("...") == {"..."}


@given(st.text(ONE_OF_THEM, max_size=LONGEST))
def test_the_skeleton_of_a_name_is_idempotent_and_ignores_spaces(name: str) -> None:
    """The skeleton of a skeleton is the same, and spaces make no difference."""
    assert skeleton(skeleton(name)) == skeleton(name)
    assert skeleton(" ".join(name)) == skeleton(name)


# Texts ----------------------------------------------------------------------------------------------------------------

ANY = st.text(st.characters(exclude_categories=()), max_size=300) | st.sampled_from(list(HOSTILE.values()))


@given(ANY)
def test_cleaning_a_cleaned_name_changes_nothing(text: str) -> None:
    name = clean_name(text)
    assert clean_name(name) == name and len(name) <= LONGEST and not harm(name)


@given(ANY)
def test_a_cleaned_chat_line_is_harmless_and_stays_unchanged(text: str) -> None:
    line = clean_line(text)
    assert clean_line(line) == line and not harm(line) and "\n" not in line and "  " not in line
    assert len(line) <= MOST_CHAT and len(line.encode()) <= MOST_CHAT_BYTES


@pytest.mark.parametrize("text", ["Ada", " Ada ", "\uff21da", "A\u200bda", "Ad\u0061", "\tAda\n", "\U0001d400da"])
def test_a_name_is_cleaned_to_the_intended_form(text: str) -> None:
    assert clean_name(text) == "Ada"


def test_the_number_of_stacked_marks_in_a_name_is_limited() -> None:
    heap = "a" + "\u0301" * 9 + "b" + "\u0301\u200b" * 5
    assert replace_invisible(heap, "") == "a" + "\u0301" * MOST_MARKS + "b" + "\u0301" * MOST_MARKS
    assert normalize_blanks(" \t a\u2028b \u3000c\n") == "a b c"


def test_unicode_tables_are_read_correctly_at_range_ends() -> None:
    assert [is_shown(chr(code)) for code in (0x20, 0x21, 0x7E, 0x7F, 0xA0, 0xA1, 0xAC, 0xAD, 0xAE)] == [
        *(False, True, True, False, False, True, True, False, True)
    ]
    assert scripts("@") == frozenset() and scripts("A") == scripts("Z") == {"Latn"} and scripts("[") == frozenset()
    assert scripts("\U0010ffff") is None and scripts("\x00") is None
    assert unicode.small_skeleton("ΝΙΝΑ") == "viva" and skeleton("ΝΙΝΑ") == "nina"
