"""Codes as chat programs write them, counted nouns, and the error of a full disk."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from core.engine.text.words import describe_left
from net.crypto.invite import normalize_code, read_invitation
from net.replication import entry_log
from net.replication.entry_log import ChunkKind, FileEntryLog
from net.system import durable_files
from net.text.errors import error_reason_with_file

CODE = "K7Q2M9XTR4"


@pytest.mark.parametrize(
    "text",
    [
        "K7Q2M\N{EN DASH}9XTR4", "K7Q2M\N{NON-BREAKING HYPHEN}9XTR4", "code: K7Q2M-9XTR4", "Code:K7Q2M\N{EM DASH}9XTR4",
        "The code is K7Q2M-9XTR4.", "\N{LEFT DOUBLE QUOTATION MARK}K7Q2M-9XTR4\N{RIGHT DOUBLE QUOTATION MARK}",
        "`K7Q2M-9XTR4`", "*K7Q2M-9XTR4*", "invite code = k7q2m 9xtr4", "K7Q2M\N{ZERO WIDTH SPACE}9XTR4",
        "code: nimble railway oval velvet robin",
    ],
)  # fmt: skip
def test_a_code_is_read_as_chat_programs_write_it(text: str) -> None:
    assert normalize_code(text) == CODE


def test_a_code_that_begins_with_code_is_read_whole() -> None:
    assert normalize_code("CODE2-34567") == normalize_code("code: C0DE2-34567") == "C0DE234567"


@pytest.mark.parametrize(
    "text",
    [
        "tether:192.168.1.11:47801#K7Q2M\N{EN DASH}9XTR4", "192.168.1.11:47801 code: K7Q2M\N{EN DASH}9XTR4",
        "tether join 192.168.1.11:47801 \N{EM DASH}code K7Q2M-9XTR4", "<tether:192.168.1.11:47801#K7Q2M-9XTR4>",
    ],
)  # fmt: skip
def test_an_invitation_is_read_as_chat_programs_write_it(text: str) -> None:
    assert read_invitation(text) == ("192.168.1.11:47801", CODE)


def test_counted_nouns_are_singular_for_one_and_plural_otherwise() -> None:
    assert describe_left(1, "minute") == "1 minute is left" and describe_left(2, "second") == "2 seconds are left"


def test_the_error_of_a_full_disk_names_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    log = FileEntryLog(tmp_path / "match" / "log")
    for module in (durable_files, entry_log):
        monkeypatch.setattr(module, "make_durable", full)
    log.append(next(iter(ChunkKind)), b"entry")
    with pytest.raises(OSError, match="No space left") as wrong:
        log.sync()
    assert error_reason_with_file(wrong.value) == f"{tmp_path / 'match' / 'log'}: No space left on device"
    with pytest.raises(OSError, match="No space left") as wrong:
        durable_files.write_atomically(tmp_path / "record.tether", b"bytes")
    assert error_reason_with_file(wrong.value) == f"{tmp_path / 'record.tether'}: No space left on device"
