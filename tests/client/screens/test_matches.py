"""My matches: the list and its actions, in a real window with saved matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.matches import MatchesScreen
from client.session.match_session import resumed_session
from client.session.saved_matches import OpenMatch, SavedMatches
from client.table.keys import KEYS
from client.table.replay.library import RecordLibrary, SavedRecord
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.widget import walk
from core.engine.codec import enc
from core.engine.fork import ForkedGame, base_name
from net.records import record
from net.replication.entry_log import ChunkKind, FileEntryLog
from net.session import saved_match
from net.session.saved_match import BadSavedMatch, Progress
from tests.net.session.test_saved_match import begun
from tests.support.client.driver import Driver
from tests.support.client.replay.records import NAMES, played


def kept_match(folder: Path) -> Path:
    """Return the directory of a match of three after a few steps, in which our seat is the second."""
    _, home = begun(folder)
    match = played()[0].record
    entry_log = FileEntryLog(home / saved_match.LOG)
    for card in match.cards:
        entry_log.append(ChunkKind.CARD, enc(list(card)))
    for feed in match.feeds:
        for entry in feed[:20]:
            entry_log.append(ChunkKind.ENTRY, entry)
    entry_log.close()
    saved_match.write_progress(home, Progress(NAMES, 9, "round 1: market", False))
    return home


@pytest.fixture
def table(driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[MatchesScreen, list[Any]]:
    """Return the screen with an unfinished match, the first in the list, and a record."""
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    home = kept_match(tmp_path)
    library = RecordLibrary(tmp_path / "records")
    library.save_record(played()[0].record, "Bridgefront", NAMES)
    done: list[Any] = []
    resume = lambda match, elsewhere: done.extend([match, *elsewhere])  # noqa: E731
    part = lambda game, match: done.extend([game, match])  # noqa: E731
    screen = MatchesScreen(SavedMatches(home.parent), library, resume, done.append, lambda: None, Settings(), part)
    driver.show(screen)
    return screen, done


def choose(screen: MatchesScreen, kind: type) -> None:
    number = next(i for i, match in enumerate(screen.table.items) if isinstance(match, kind))
    screen.table.select(number)


def test_unfinished_matches_are_listed_first(driver: Driver, table: Any) -> None:
    screen, done = table
    first, second = screen.table.items
    assert isinstance(first, OpenMatch) and isinstance(second, SavedRecord)
    assert (first.title, first.where) == ("The Last Tether: Bridgefront - Ada - Ilse - Marek", "round 1: market")
    driver.key("ENTER")
    driver.key("DOWN", "ENTER")
    assert done == [first, second] and not screen.resume.enabled and screen.resume.reason == "This match is over."


def test_a_match_that_cannot_be_resumed_gives_the_reason(driver: Driver, table: Any) -> None:
    screen, _ = table

    def refuse(match: OpenMatch, elsewhere: object) -> None:
        raise BadSavedMatch("its seeds are damaged")

    screen.on_resume = refuse
    driver.click("Resume")
    assert screen.words.text == "This match cannot be resumed: its seeds are damaged."


def test_continuing_with_bots_asks_for_confirmation(driver: Driver, table: Any) -> None:
    screen, done = table
    driver.click("Play on with bots")
    panel = screen.forked
    assert "does not replace its result" in panel.words.text and "dealt again, face up" in panel.words.text
    driver.key("ESC")
    assert not screen.ui.layers and not done
    driver.click("Play on with bots")
    driver.click("Play on")
    assert screen.forked.wait(60)
    driver.step()
    game, match = done
    assert isinstance(game, ForkedGame) and base_name(game.name) == "bridgefront" and game.seat_counts == (3,)
    assert match is screen.table.item
    driver.step()
    assert len(done) == 2, "it begins once"


def test_a_match_that_cannot_be_continued_gives_the_reason(driver: Driver, table: Any, tmp_path: Path) -> None:
    screen, _ = table
    match = screen.table.item
    log = match.home / saved_match.LOG
    log.write_bytes(log.read_bytes()[:100])
    driver.click("Play on with bots")
    driver.click("Play on")
    assert screen.forked.wait(60)
    driver.step()
    assert screen.forked.words.text == "This match cannot be continued: the log holds no match that has begun."
    screen.ui.close()

    def refuse(game: object, match: object) -> None:
        raise OSError(28, "No space left on device")

    log.unlink()
    kept_match(tmp_path / "again")
    log.write_bytes(next((tmp_path / "again" / "matches").glob(f"*/{saved_match.LOG}")).read_bytes())
    screen.on_part = refuse
    driver.click("Play on with bots")
    driver.click("Play on")
    assert screen.forked.wait(60)
    driver.step()
    assert screen.forked.words.text == "This match cannot be continued: No space left on device."


def test_a_match_can_be_continued_with_bots_from_its_table(driver: Driver, table: Any) -> None:
    screen, _ = table
    match = screen.matches.list_matches()[0]
    other = MatchesScreen(
        screen.matches, screen.library, *[lambda *_: None] * 3, Settings(), screen.on_part, "", match.home
    )
    driver.show(other)
    assert other.forked is not None and other.ui.layers[-1].widget.name == f"Play on with bots: {match.title}"


def test_a_resumed_match_accepts_new_addresses(driver: Driver, table: Any) -> None:
    screen, done = table
    driver.click("Resume at")
    driver.type("192.168.1.20, nobody here!")
    driver.key("ENTER")
    assert not done
    assert any("here!" in widget.describe() for widget in walk(screen.ui.layers[-1].root))
    driver.key("CTRL+A")
    driver.type("192.168.1.20, [fd00::2]:47802")
    driver.click(next(w for w in walk(screen.ui.layers[-1].root) if w.name == "Resume"))
    assert done == [screen.table.items[0], ("192.168.1.20", 47801), ("fd00::2", 47802)] and not screen.ui.layers
    there = resumed_session(screen.table.items[0].home, done[1:]).config.peers
    assert list(there) == list(dict.fromkeys([*saved_match.read(screen.table.items[0].home).peers, *done[1:]]))
    choose(screen, SavedRecord)
    assert screen.elsewhere.reason == "This match is over."


@pytest.mark.parametrize(("kind", "says"), [(OpenMatch, "does not hold"), (SavedRecord, "The record is valid.")])
def test_the_result_of_verifying_a_record_is_shown(driver: Driver, table: Any, kind: type, says: str) -> None:
    screen, _ = table
    choose(screen, kind)
    driver.click("Verify")
    assert screen.explained is not None and screen.explained.wait(120)
    driver.step(frames=2)
    assert says in screen.explained.words.text or "Everything in it is valid" in screen.explained.words.text
    driver.key("ESCAPE")
    assert not screen.ui.layers


@pytest.mark.parametrize("kind", [OpenMatch, SavedRecord])
def test_a_copy_of_a_record_is_exported_without_overwriting_a_file(
    driver: Driver, table: Any, kind: type, tmp_path: Path
) -> None:
    screen, _ = table
    choose(screen, kind)
    driver.click("Export")
    for where, says in ((tmp_path / "out.tether", "Saved as"), (tmp_path / "out.tether", "already exists"),
                        (tmp_path, "is a folder")):  # fmt: skip
        driver.click("To")
        driver.key("CTRL+A")
        driver.type(str(where))
        driver.key("ENTER")
        dialog = " ".join(widget.describe() for widget in walk(screen.ui.layers[-1].root))
        assert says in dialog
    assert len(record.read(tmp_path / "out.tether").feeds) == len(NAMES)


def test_an_unfinished_match_can_be_deleted_unless_a_program_plays_it(driver: Driver, table: Any) -> None:
    screen, _ = table
    match = screen.table.items[0]

    def delete() -> None:
        driver.click("Delete")
        driver.click(next(w for w in walk(screen.ui.layers[-1].root) if w.name == "Delete"))

    entry_log = FileEntryLog(match.home / saved_match.LOG)
    delete()
    assert "is playing this match" in screen.words.text and match.home.exists()
    entry_log.close()
    delete()
    assert not match.home.exists() and [type(m) for m in screen.table.items] == [SavedRecord]


def test_a_match_that_was_left_is_offered_with_bots_once(driver: Driver, tmp_path: Path) -> None:
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    home = kept_match(tmp_path)
    nothing = lambda *_: None  # noqa: E731
    screen = MatchesScreen(SavedMatches(home.parent), None, nothing, nothing, nothing, Settings(), nothing, "", home)
    driver.show(screen)
    assert screen.forked is not None and isinstance(screen.table.item, OpenMatch) and screen.table.item.home == home
    driver.key("ESC")
    screen.forked = None
    screen.on_shown()
    assert screen.forked is None and not screen.ui.layers
