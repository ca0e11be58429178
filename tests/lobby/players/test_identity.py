"""Identities: the words and pictures of keys, look-alike names, known players and moving an identity."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from lobby.cli import commands, identity, room
from lobby.discovery import listing
from lobby.discovery.discovery import DiscoveredRoom, RoomAnnouncement
from lobby.discovery.responder import Notice
from lobby.players import known_players, transfer
from lobby.players.confusables import are_confusable, clean_name
from lobby.players.identity import (
    FILE,
    HUE_COUNT,
    SIDE,
    Identity,
    fingerprint,
    key_picture,
    key_print,
    load_own_identity,
    new_identity,
    print_in_words,
)
from lobby.players.known_players import MOST, KnownPlayer, KnownPlayers, Standing
from lobby.players.profile import Profile, login_name, random_name, read_profile, write_profile
from lobby.players.transfer import BadTransfer, Passport, decrypt_passport, encrypt_passport, install_passport
from net.text.code_words import WORDS
from net.text.names import is_name

TODAY = date(2026, 11, 22)
ADA, BEN, EVE = (bytes([number]) * 32 for number in (1, 2, 3))
PASSPHRASE = "correct horse"
KEYS = st.binary(min_size=32, max_size=32)


@pytest.fixture(autouse=True)
def cheap_scrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    real = transfer.hashlib.scrypt
    monkeypatch.setattr(transfer.hashlib, "scrypt", lambda *said, **how: real(*said, **how | {"n": 2}))


# Keys -----------------------------------------------------------------------------------------------------------------


@given(KEYS)
def test_a_key_has_one_picture_mirrored_left_to_right_and_four_words(key: bytes) -> None:
    rows, hue = key_picture(key)
    assert key_picture(key) == (rows, hue) and 0 <= hue < HUE_COUNT
    assert len(rows) == SIDE and all(row == row[::-1] and set(row) <= {0, 1, 2} for row in rows)
    assert len(print_in_words(key).split()) == 4 and set(print_in_words(key).split()) <= set(WORDS)


def test_pictures_and_words_of_many_keys_differ() -> None:
    keys = [bytes([n, m]) * 16 for n in range(8) for m in range(8)]
    assert len({key_picture(key) for key in keys}) == len({print_in_words(key) for key in keys}) == len(keys)


# Names ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["ADA", "Аda", "A.da", "Ąda", "４da", "4da", "A d a"])
def test_player_names_that_look_the_same_are_confusable(other: str) -> None:
    assert are_confusable(other, "Ada") and are_confusable("Ada", other)


@pytest.mark.parametrize("name", ["Аda", "Αda", "Ａda", "Ada ", "A\u200bda", "", "x" * 25, "²"])
def test_an_invalid_room_name_is_refused(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("name", ["Ada", "Ада", "Αδα", "愛", "Zoë", "Ada 2", "Łukasz K."])
def test_player_names_in_one_script_are_valid(name: str) -> None:
    assert is_name(name)


@given(st.text(max_size=60))
def test_cleaning_a_cleaned_player_name_changes_nothing(text: str) -> None:
    name = clean_name(text)
    assert clean_name(name) == name and len(name) <= 24


def test_generated_player_names_are_valid() -> None:
    assert all(is_name(random_name()) for _ in range(50)) and is_name(login_name())


# Players that one has met ---------------------------------------------------------------------------------------------


def test_a_known_name_with_another_key_is_marked(tmp_path: Path) -> None:
    players = KnownPlayers(tmp_path / known_players.FILE)
    assert players.standing("Ada", ADA) is Standing.NEW
    players.record_match([("Ada", ADA), ("Ben", BEN)], TODAY)
    players.record_match([("Ada", ADA)], TODAY)
    again = KnownPlayers(tmp_path / known_players.FILE)
    assert again.standing("Ada", ADA) is Standing.MET
    assert again.standing_text("Ada", ADA) == "Met before: 2 matches, last on 2026-11-22."
    for name, key in (("Ada", EVE), ("A d a", EVE), ("Аda", BEN)):
        assert again.standing(name, key) is Standing.OTHER_KEY
        assert again.standing_text(name, key) == "Not the key that you know as Ada."
    assert again.standing("Benjamin", BEN) is Standing.RENAMED
    assert again.standing_text("Benjamin", BEN) == "Met before as Ben: one match, last on 2026-11-22."
    assert again.standing_text("Eve", EVE) == "New to you."


def test_a_fingerprint_is_enough_to_recognise_a_player() -> None:
    players = KnownPlayers()
    players.record_match([("Ada", ADA)], TODAY)
    assert players.standing("Ada", key_print(ADA)) is Standing.MET
    assert players.standing("Ada", key_print(BEN)) is Standing.OTHER_KEY


def test_a_list_of_rooms_marks_known_names_with_other_keys() -> None:
    players = KnownPlayers()
    players.record_match([("Ada", ADA), ("Ben", BEN)], TODAY)
    notice = Notice(bytes(32), "pot", bytes(32), "Ada", 3, 2, False, b"")
    announcement = RoomAnnouncement(1, notice, ("Ada", "Ben"), (key_print(EVE), key_print(BEN)))
    assert (
        listing.players_text(DiscoveredRoom("10.0.0.1", announcement, 0.0), players)
        == "Ada (not the key you know), Ben"
    )
    assert (
        listing.players_text(DiscoveredRoom("10.0.0.1", announcement._replace(prints=()), 0.0), players) == "Ada, Ben"
    )


def test_a_forgotten_player_is_new_again(tmp_path: Path) -> None:
    players = KnownPlayers(tmp_path / known_players.FILE)
    players.record_match([("Ada", ADA), ("Ben", BEN)], TODAY)
    assert players.forget(ADA) and not players.forget(ADA)
    assert [met.name for met in KnownPlayers(tmp_path / known_players.FILE).players] == ["Ben"]


def test_the_list_of_known_players_is_bounded() -> None:
    players = KnownPlayers()
    for number in range(MOST + 3):
        met = KnownPlayer(number.to_bytes(32, "big"), ("Ada",), "2026-01-01", f"2026-01-{1 + (number > 5):02}", 1)
        players._met[met.identity] = met
    players.record_match([(f"Name {n}", ADA) for n in range(9)], TODAY)
    ada = players.find(ADA)
    assert len(players.players) == MOST and ada is not None and ada.names == tuple(f"Name {n}" for n in range(5, 9))


def row(**changes: object) -> bytes:
    good = {"identity": ADA.hex(), "names": ["Ada"], "first": "2026-01-01", "last": "2026-01-01", "matches": 1}
    return json.dumps([good | changes]).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{}", b"[1]", b"[" * 100_000, b"[" + b"1," * 300_000, b"\xff", row(identity="00"), row(names=[]),
        row(names=["\n"]), row(names=[1]), row(first="today"), row(matches=0), row(matches="1"), row(matches=10**9),
    ],
)  # fmt: skip
def test_a_damaged_list_of_known_players_is_reported_and_not_overwritten(data: bytes, tmp_path: Path) -> None:
    assert known_players.read_players(row())[0].name == "Ada"
    (tmp_path / known_players.FILE).write_bytes(data)
    players = KnownPlayers(tmp_path / known_players.FILE)
    assert not players.players and known_players.FILE in players.trouble


# Name and colour ------------------------------------------------------------------------------------------------------


def test_name_and_colour_are_saved_and_damaged_profiles_ignored(tmp_path: Path) -> None:
    assert read_profile(tmp_path) == Profile()
    write_profile(tmp_path, Profile("Zoë", 3))
    assert read_profile(tmp_path) == Profile("Zoë", 3)
    for damaged in (b"", b"[]", b'{"name": "\\n", "colour": 1}', b'{"name": "Ada", "colour": 9}', b"[" * 4000):
        (tmp_path / "profile.json").write_bytes(damaged)
        assert read_profile(tmp_path) == Profile()


# To another computer --------------------------------------------------------------------------------------------------


def test_an_identity_moves_with_name_colour_and_known_players(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    me = load_own_identity(old)
    write_profile(old, Profile("Ada", 2))
    KnownPlayers(old / known_players.FILE).record_match([("Ben", BEN)], TODAY)
    file = tmp_path / f"ada{transfer.SUFFIX}"
    transfer.write(file, transfer.make_passport(old, me), PASSPHRASE)
    assert me.seed not in file.read_bytes() and file.stat().st_mode & 0o077 == 0
    with pytest.raises(FileExistsError):
        transfer.write(file, transfer.make_passport(old, me), PASSPHRASE)
    before = load_own_identity(new)
    now = install_passport(new, transfer.read(file, PASSPHRASE), before)
    assert now.key == me.key and now.file is not None and read_profile(new) == Profile("Ada", 2)
    assert [met.name for met in KnownPlayers(new / known_players.FILE).players] == ["Ben"]
    assert (new / transfer.PREVIOUS_FILE).read_bytes() == before.seed


def test_an_identity_in_use_is_not_replaced_by_an_import(tmp_path: Path) -> None:
    mine = load_own_identity(tmp_path)
    with pytest.raises(BadTransfer, match="Another Tether"):
        install_passport(tmp_path, Passport(bytes(32), Profile()))
    assert (tmp_path / FILE).read_bytes() == mine.seed


def test_an_exported_identity_opens_only_unaltered_and_with_its_passphrase() -> None:
    passport = Passport(os.urandom(32), Profile("Ada", 1), (KnownPlayer(BEN, ("Ben",), "2026-01-01", "2026-01-02", 3),))
    data = encrypt_passport(passport, PASSPHRASE)
    assert decrypt_passport(data, PASSPHRASE) == passport and "Ada" not in repr(passport.seed)
    assert (
        decrypt_passport(encrypt_passport(passport, "d\u00e9j\u00e0 vu, toi"), "de\u0301ja\u0300 vu, toi") == passport
    ), "however it is typed"
    with pytest.raises(BadTransfer, match="passphrase"):
        decrypt_passport(data, PASSPHRASE + "s")
    for at in range(0, len(data), 7):
        with pytest.raises(BadTransfer):
            decrypt_passport(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], PASSPHRASE)
    with pytest.raises(BadTransfer, match="8 characters"):
        encrypt_passport(passport, "short")


@settings(max_examples=50)
@given(st.binary(max_size=200), st.booleans())
def test_arbitrary_bytes_are_refused_as_an_exported_identity(data: bytes, headed: bool) -> None:
    with pytest.raises(BadTransfer):
        decrypt_passport(transfer.MAGIC + data if headed else data, PASSPHRASE)


def test_the_repr_of_an_identity_hides_the_private_key() -> None:
    me = new_identity()
    for said in (me, Passport(me.seed, Profile("Ada"))):
        assert me.seed.hex() not in repr(said) and repr(me.seed) not in repr(said)


# The command ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in (identity, room):
        monkeypatch.setattr(module, "identity_folder", lambda: tmp_path)
    return tmp_path


def say(*words: str, **around: str) -> Result:
    return CliRunner().invoke(commands.identity, words, env={"COLUMNS": "200", **around})


def test_the_identity_command_shows_and_sets_the_profile(home: Path) -> None:
    said = say("set", "--name", " Ada  L.", "--colour", "green").output
    me = load_own_identity(home)
    assert (
        "Name         Ada L." in said
        and "green" in said
        and fingerprint(me.key) in said
        and print_in_words(me.key) in said
    )
    assert me.seed.hex() not in said and me.file is not None
    assert "close it first" in say().output
    me.file.close()
    assert say("set", "--colour", "any").output == say().output and "that of your seat" in say().output
    assert say("set", "--name", "Аda").exit_code == 2


def test_an_exported_identity_can_be_imported_with_its_passphrase_only(
    home: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("stick") / "me"
    say("set", "--name", "Ada")
    first = (home / FILE).read_bytes()
    assert "too" not in say("export", str(file), TETHER_PASSPHRASE=PASSPHRASE).output and file.exists()
    assert "there already" in say("export", str(file), TETHER_PASSPHRASE=PASSPHRASE).output
    (home / FILE).write_bytes(bytes(32))
    assert "Wrong passphrase" in say("import", str(file), TETHER_PASSPHRASE="wrong word").output
    assert "Ada" in say("import", str(file), TETHER_PASSPHRASE=PASSPHRASE).output
    assert (home / FILE).read_bytes() == first and (home / transfer.PREVIOUS_FILE).read_bytes() == bytes(32)


def test_the_known_command_lists_and_forgets_players(home: Path) -> None:
    assert "nobody yet" in say("known").output
    KnownPlayers(home / known_players.FILE).record_match([("Ada", ADA), ("Ada", BEN), ("Eve", EVE)], TODAY)
    assert all(fingerprint(key) in say("known").output for key in (ADA, BEN, EVE))
    assert (
        "2 known players" in say("forget", "ada").output and "You have met nobody called" in say("forget", "zoe").output
    )
    assert "is forgotten" in say("forget", fingerprint(BEN).lower()).output
    assert "is forgotten" in say("forget", "eve").output
    assert [met.identity for met in KnownPlayers(home / known_players.FILE).players] == [ADA]
    (home / known_players.FILE).write_bytes(b"x")
    assert "cannot be read" in say("known").output


def test_a_join_plan_uses_the_profile_or_a_temporary_identity(home: Path) -> None:
    write_profile(home, Profile("Ada", 4))
    rest = {"name": "", "colour": "", "throw_away": False, "told": False}
    plan = room.GuestPlan(("127.0.0.1", 1), "")
    usual = room._with_name_and_colour(plan, rest)
    assert (usual.name, usual.colour) == ("Ada", 4)
    other = room._with_name_and_colour(plan, rest | {"name": "Zoë", "colour": "any"})
    assert (other.name, other.colour) == ("Zoë", 0)
    secret = room._with_name_and_colour(plan, rest | {"throw_away": True})
    assert secret.name not in ("", "Ada") and secret.colour == 0
    mine = room._choose_identity(usual, False)
    assert mine.seed == (home / FILE).read_bytes() and isinstance(mine, Identity)
    assert room._choose_identity(secret, False).file is None and room._choose_identity(usual, True).file is None
