"""A match of a changed game in the real window: set up, played by keys against bots, kept, verified and replayed."""

from __future__ import annotations

from math import inf
from pathlib import Path

from client.app.launch import start_solo_session
from client.app.settings import Settings
from client.games import table_of
from client.screens.rules_draft import RulesDraft
from client.screens.solo import SoloSetup
from client.table.replay.frames import read_frames
from client.table.replay.library import RecordLibrary
from client.table.replay.timeline import Place
from client.table.screens import match_screen
from client.table.view import Look
from core.engine.changed_game import ChangedGame
from core.games.cabinet.state import Cabinet
from net.cli.results import replay_record
from net.records.fork import describe_origin, game_of_record
from net.records.record import read
from tests.support.client.cabinet.players import Keys
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table
from tests.support.client.replay.watched import watched

MOST_STEPS = 30_000
"""Maximum number of pictures; most of them are drawn while the bot's process starts."""


def ruleset(home: Path) -> str:
    """Save a ruleset of a short match with other costs, and return its path."""
    draft = RulesDraft("cabinet")
    draft.name = "Short office"
    for path, text in {
        "targets.players_2": "1/2/3",
        "numbers.start_resources": "8",
        "numbers.hand_limit": "12",
        "milestones.night_trains.cost": "W",
        "challenges.embargo.penalty": "0",
    }.items():
        draft.set(path, text)
    return str(draft.save(home / "rules"))


def test_a_changed_game_is_played_by_keys_kept_verified_and_replayed(driver: Driver, tmp_path: Path) -> None:
    setup = SoloSetup(["easy"], ["", ""], {}, "cabinet", rules=ruleset(tmp_path))
    session = start_solo_session(setup, Settings(name="Ada"), tmp_path / "matches")
    session.library = RecordLibrary(tmp_path / "records")
    try:
        lay_table(driver)
        screen = match_screen(table_of(setup.changed_game()), session, 1, Look(speed=inf))
        driver.show(screen)
        Keys(driver, screen, "a changed game").play(MOST_STEPS)
        state = screen.table.model.table_of(Cabinet)
        assert state.over and state.target == 2 and state.rules.numbers.hand_limit == 12
        digest = state.digest()
        for _ in range(MOST_STEPS):
            if session.kept is not None:
                break
            driver.step()
    finally:
        session.close()
    assert session.kept is not None
    kept = read(session.kept)
    game = game_of_record(kept)
    report, at_the_end = replay_record(kept, game)
    assert isinstance(game, ChangedGame) and game.rules_name == "Short office"
    assert report.complete and report.digest == digest == at_the_end.digest()
    assert "Night Trains costs W, not F W W." in describe_origin(game)
    frames = read_frames(session.kept, lambda part, words: None)
    assert not frames.trouble and frames.digests[-1] == digest
    replay = watched(driver, table_of(game), frames)
    replay.controller.go_to(Place(len(frames.states) - 1))
    driver.step()
    shown = replay.table.model.table_of(Cabinet)
    assert shown.digest() == digest and shown.rules is at_the_end.rules
