"""Files of a later format: the error names a newer Tether, not damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from client.app import settings
from core.engine.codec import enc
from lab.run.store import FILE as STORE
from lab.run.store import SCHEMA_VERSION, BadStore, Store
from lobby.players import identity, transfer
from lobby.players.profile import Profile
from lobby.tournament.protocol import file as tournament_file
from net.proofs import desync, evidence
from net.records import chunk_file, record
from net.records.chunk_file import BadFile, Form
from net.session import saved_match

FORMS = [record.FORM, evidence.FORM, desync.FORM, tournament_file.FORM]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_file_of_a_later_format_names_a_newer_tether(form: Form, tmp_path: Path) -> None:
    version = form.newest + 1
    data = form.pack([[version, "something new"], b"more"])
    with pytest.raises(BadFile, match=rf"written by a newer Tether \(format {version}\)"):
        form.unpack(data, lambda chunks: chunks.read_next())
    damaged = bytearray(data)
    damaged[-40] ^= 1
    with pytest.raises(BadFile, match=r"altered, or is damaged|cut short"):
        form.unpack(bytes(damaged), lambda chunks: [chunks.read_next(), chunks.read_next(), chunks.read_next()])
    path = tmp_path / "file"
    path.write_bytes(form.magic.replace(b" 1\n", b" 9\n") + b"whatever")
    with pytest.raises(BadFile, match=r"newer Tether \(format 9\)"):
        form.read(path)


@pytest.mark.parametrize(
    ("read", "wrong"),
    [
        (record.unpack, record.BadRecord),
        (evidence.unpack, BadFile),
        (desync.unpack, BadFile),
        (tournament_file.unpack, BadFile),
    ],
)
def test_every_reader_of_a_later_format_names_a_newer_tether(
    read: Callable[[bytes], object], wrong: type[Exception]
) -> None:
    form = FORMS[[record.unpack, evidence.unpack, desync.unpack, tournament_file.unpack].index(read)]
    with pytest.raises(wrong, match=r"newer Tether \(format 3\)"):
        read(form.pack([[3, "new"]]))


def test_a_saved_match_of_a_later_format_names_a_newer_tether(tmp_path: Path) -> None:
    (tmp_path / saved_match.MATCH).write_bytes(enc([saved_match.VERSION + 1, "new"]))
    with pytest.raises(saved_match.BadSavedMatch, match=r"newer Tether \(format 2\)"):
        saved_match.read(tmp_path)


def test_an_identity_of_a_later_format_names_a_newer_tether(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / identity.FILE).write_bytes(b"TETHER key 2\n" + bytes(64))
    with pytest.raises(ValueError, match=r"newer Tether \(format 2\)"):
        identity.load_own_identity(tmp_path)
    monkeypatch.setattr(transfer, "VERSION", 2)
    passport = transfer.Passport(bytes(32), Profile("Ann", 1))
    data = transfer.encrypt_passport(passport, "a passphrase")
    monkeypatch.undo()
    with pytest.raises(transfer.BadTransfer, match=r"newer Tether \(format 2\)"):
        transfer.decrypt_passport(data, "a passphrase")
    with pytest.raises(transfer.BadTransfer, match=r"newer Tether \(format 4\)"):
        transfer.decrypt_passport(b"TETHER identity 4\n" + bytes(80), "a passphrase")


def test_a_lab_store_of_a_later_format_names_a_newer_tether(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / STORE) as db:
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(BadStore, match=rf"newer Tether \(format {SCHEMA_VERSION + 1}\)"):
        Store(tmp_path)


def test_settings_of_a_later_format_name_a_newer_tether(tmp_path: Path) -> None:
    said: list[str] = []
    path = tmp_path / "client.json"
    path.write_text('{"format": 3, "name": "Ada", "hologram": true, "speed": 2.0, "palette": "infrared"}', "utf-8")
    found = settings.load(path, said.append)
    assert (found.name, found.speed, found.palette) == ("Ada", 2.0, settings.Settings().palette)
    assert "written by a newer Tether (format 3)" in said[0] and len(said) == 2
    assert settings.faulty_copy_path(path).is_file()
    said.clear()
    assert settings.save(found, path) == "" and settings.load(path, said.append) == found and not said


def test_a_current_or_missing_format_number_does_not_count_as_later() -> None:
    assert chunk_file.later_version(b"TETHER match 1\n", b"TETHER match 1\n") == 0
    assert chunk_file.later_version(b"TETHER match 1\n", b"TETHER match x\n") == 0
