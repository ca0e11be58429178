"""Invite codes as words, invitations, and their QR pictures."""

from __future__ import annotations

import pytest
import zxingcpp
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from net.cli.app import cli
from net.crypto.invite import (
    LENGTH,
    LETTERS,
    BadCode,
    format_code,
    format_invitation,
    format_words,
    normalize_code,
    read_invitation,
)
from net.text import qr
from net.text.code_words import WORDS, from_words, to_words

WIDEST = "[2001:db8:1234:5678:9abc:def0:1234:5678]:47801"
TWO = format_invitation([WIDEST, "[fd12:3456:789a:1234:5678:9abc:def0:1234]:47801"], "K7Q2M9XTR4")
"""Longest invitation that Tether makes."""
CODES = st.text(LETTERS, min_size=LENGTH, max_size=LENGTH)


def test_code_words_differ_in_their_first_four_letters() -> None:
    assert len(WORDS) == len({word[:4] for word in WORDS}) == 1024
    assert all(3 <= len(word) <= 9 and word.isascii() and word.islower() for word in WORDS)


@given(st.integers(0, 2**40 - 1))
def test_code_words_decode_to_their_number(number: int) -> None:
    assert from_words(to_words(number, 4), 4) == number


@given(CODES, st.sampled_from([" ", "  ", "-", ", ", "\n"]), st.booleans())
def test_code_words_are_read_in_upper_case_or_by_their_first_four_letters(code: str, between: str, short: bool) -> None:
    words = [word[:4] if short else word.upper() for word in format_words(code).split()]
    assert normalize_code(f" {between.join(words)}. ") == code


@pytest.mark.parametrize(
    "text", ["nimble railway oval velvet", "nimble railway oval velvet robin robin", "x " * 5, "é" * 9]
)
def test_invalid_code_words_are_refused(text: str) -> None:
    with pytest.raises(BadCode):
        normalize_code(text)


@given(CODES, st.sampled_from(["192.168.1.11", "192.168.1.11:47802", "[fd00::2]:47801"]))
def test_an_invitation_decodes_to_its_address_and_code(code: str, address: str) -> None:
    assert read_invitation(format_invitation([address], code)) == (address, code)
    assert read_invitation(format_invitation([address], "")) == (address, "")
    for said in (
        f"{address}  code {format_code(code)}",
        f"tether join {address} --code {format_code(code)}",
        f"{address} {code}",
    ):
        assert read_invitation(said) == (address, code)
    assert read_invitation(f"'{address}' {format_words(code)}") == (address, code)


@given(CODES, st.sampled_from(["[fd00::2]:47801", "10.71.2.2:5000"]))
def test_all_forms_of_an_invitation_keep_both_addresses(code: str, other: str) -> None:
    both = f"192.168.1.11:47801,{other}"
    for said in (
        format_invitation(both.split(","), code),
        f"{both}  code {format_code(code)}",
        f"tether join '{format_invitation(both.split(','), code)}'",
        f"tether join {both.replace(',', ', ')} --code {format_code(code)}",
        f"<{both.replace(',', ' , ')} code: {format_words(code)}>",
    ):
        assert read_invitation(said) == (both, code), said
    assert read_invitation(format_invitation(both.split(","), "")) == (both, "")


def test_a_code_after_a_comma_is_not_read_as_an_address() -> None:
    assert read_invitation("192.168.1.11, 7Q2MK9XTR4")[0] == "192.168.1.11,"


@pytest.mark.parametrize("text", ["192.168.1.11" + " " * 400, "1.2.3.4," * 60, "9" * 10_000_000])
def test_a_huge_invitation_is_refused_with_an_explanation(text: str) -> None:
    with pytest.raises(BadCode, match=r"too long for an invitation, which has at most 400 characters\.$"):
        read_invitation(text)


@given(st.text(max_size=500))
def test_any_text_is_either_an_invitation_or_refused_without_a_crash(text: str) -> None:
    try:
        address, code = read_invitation(text)
    except BadCode:
        return
    assert len(address) <= len(text) and len(code) in (0, LENGTH)


def test_a_qr_picture_has_three_finder_patterns_and_a_light_border() -> None:
    picture = qr.make_modules(format_invitation(["192.168.1.11:47801"], "K7Q2M9XTR4"))
    size = len(picture)
    assert size == len(picture[0]) and (size - 17) % 4 == 0
    eye = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for x, y in ((0, 0), (size - 7, 0), (0, size - 7)):
        assert ["".join(str(int(dark)) for dark in row[x : x + 7]) for row in picture[y : y + 7]] == eye
    blocks = qr.draw_with_blocks(picture)
    assert {len(line) for line in blocks} == {size + 2 * qr.QUIET} and len(blocks) == (size + 2 * qr.QUIET + 1) // 2
    assert set(blocks[0]) == set(blocks[1]) == {"█"}


@pytest.mark.parametrize("text", ["K7Q2M-9XTR4", TWO, "x" * 400])
@pytest.mark.parametrize("ink", [0, 255])
def test_a_camera_can_read_the_qr_code_on_light_and_dark_terminals(text: str, ink: int) -> None:
    """QR codes are readable both as light on dark and as dark on light."""
    rows = [
        [cell in upper for cell in line]
        for line in qr.draw_with_blocks(qr.make_modules(text))
        for upper in ("█▀", "█▄")
    ]
    picture = Image.new("L", (len(rows[0]), len(rows)))
    picture.putdata([255 - ink if light else ink for row in rows for light in row])
    (read,) = zxingcpp.read_barcodes(picture.resize((picture.width * 3, picture.height * 3), Image.Resampling.NEAREST))
    assert read.text == text


@pytest.mark.parametrize("text", ["", "x" * 401])
def test_a_text_that_is_no_invitation_has_no_qr_picture(text: str) -> None:
    with pytest.raises(ValueError):
        qr.make_modules(text)


def test_the_code_command_prints_words_and_a_qr_code() -> None:
    said = CliRunner().invoke(cli, ["code", "nimble railway oval velvet robin", "--words", "--qr"]).output.splitlines()
    assert said[:2] == ["K7Q2M-9XTR4", "nimble railway oval velvet robin"]
    assert said[2:] == qr.draw_with_blocks(qr.make_modules("K7Q2M-9XTR4"))
    assert "not an invite code" in CliRunner().invoke(cli, ["code", "friday"]).output
