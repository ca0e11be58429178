"""The match screen in trouble: silent and lost seats, votes, verdicts and missing sound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from client.app.theme import game_theme
from client.art.sound.mixer import Mixer
from client.art.sound.sounds import ACTION_SOUNDS, EVENT_SOUNDS, SOUND_MAKERS
from client.games.bridgefront.table import TABLE
from client.screens.end import EndScreen
from client.session.source import AwaitedSeat, FaultFile, LinkStatus, MatchEvent, SessionEnded, TableStatus
from client.table.match import trouble
from client.table.match.local_source import LocalSource
from client.table.match.trouble import left_out_lines
from client.table.screens import match_screen
from client.table.seats.ending import Ending
from client.table.seats.names import Names
from client.table.view_model import Audit
from client.ui import theme as themes
from client.ui.controls.basic import Label
from client.ui.richtext import plain_text
from core.bots.random_bot import RandomBot
from core.games.registry import find_game
from net.cli.file_report import report_on_file
from net.match.events import Accusation, AdjournWish, ChatMessage, MotionReport, Presence, Verdict
from net.match.exclusions import UNKNOWN_EXCLUSION_NOTE, Exclusion
from net.records import record
from net.session.runner import play_local
from tests.support.client.bridgefront.players import MousePerson, sit_down
from tests.support.client.driver import Driver

GAME = find_game("bridgefront")


@pytest.fixture
def screen(driver: Driver) -> Any:
    """Return a table of four, Ada (our seat), Ilse, Marek and Oda, on our turn."""
    screen = sit_down(driver, "trouble")
    MousePerson(driver, screen, "trouble").play(lambda s: s.controller.prompts.inquiry is not None)
    screen.wanted = []
    screen.controller.source.propose = screen.wanted.append
    screen.controller.away.propose = screen.wanted.append
    return screen


def now(silent: int = 0, linked: bool = True, waited: int = 0, **more: object) -> TableStatus:
    """Return a table state that waits for seat 2, which has this trouble; the others are fine."""
    peers = (LinkStatus(2, linked, silent), LinkStatus(3, True, 0), LinkStatus(4, True, 0))
    possible = ((1, 3, 4),)
    return TableStatus(peers, (AwaitedSeat(2, "commit", waited),), **{"possible": possible, **more})


def test_chips_and_panels_show_links_and_awaited_seats(driver: Driver, screen: Any) -> None:
    screen.controller.process_message(now(waited=21))
    driver.step()
    assert screen.table.top.links.visible and screen.table.top.links.text == "3/3"
    assert screen.table.seats.panels[2].activity()[1] == "choosing 0:21"
    screen.controller.process_message(now(silent=12, waited=21))
    driver.step()
    assert screen.table.top.links.text == "2/3" and screen.table.seats.panels[2].activity()[1] == "silent for 0:12"
    screen.controller.process_message(now(linked=False, waited=21))
    driver.step()
    assert screen.table.seats.panels[2].activity()[1] == "no link"
    driver.click("Links")
    driver.step()
    table = screen.controller.fairness.seats
    you, ilse, marek, _ = table.value_text().split("; ")
    assert you == "You: committed, you, 0 audits passed"
    assert ilse == "Ilse: has not chosen yet, 0:21, no link, 0 audits passed"
    assert marek == "Marek: committed, linked, 0 audits passed"
    screen.table.model.audits += [Audit(1, 3, 36, "passed"), Audit(1, 2, 4, "owed")]
    screen.controller.process_message(now())
    assert table.value_text().endswith(
        "Marek: committed, linked, 1 audit passed; Oda: committed, linked, 0 audits passed"
    )
    driver.move((table.rect.x + 20, table.rect.top - 48 - 45))
    driver.step()
    assert plain_text(table.explain()).endswith("Round 1: absent, 4 cards still to be opened")


def test_the_prompt_names_what_a_late_seat_must_still_send(screen: Any) -> None:
    screen.table.model.locked = True
    screen.controller.announce_waiting()
    screen.controller.process_message(now(waited=21))
    assert plain_text(screen.table.prompt.text) == "Locked in. Ilse has not chosen yet (0:21)."


def test_a_silent_seat_can_be_waited_for_or_left_behind(driver: Driver, screen: Any) -> None:
    screen.controller.process_message(now(silent=5))
    assert not screen.controller.away.visible
    screen.controller.process_message(now(silent=12))
    driver.step()
    assert screen.controller.away.visible and "Ilse is disconnected (0:12)" in plain_text(
        screen.controller.away.words.text
    )
    driver.click("Go on without Ilse")
    assert screen.wanted == [(1, 3, 4)]
    screen.controller.process_message(now(silent=13, motions=((1, (1, 3, 4)), (4, (1, 3, 4)))))
    driver.step()
    said = plain_text(screen.controller.away.words.text)
    assert "You and Oda want to go on without Ilse." in said and not screen.controller.away.without.enabled
    driver.click("Wait")
    assert screen.wanted == [(1, 3, 4), ()] and not screen.controller.away.visible
    screen.controller.process_message(now(silent=14))
    assert not screen.controller.away.visible
    screen.controller.process_message(now(silent=14 + trouble.WAIT_SECONDS))
    assert screen.controller.away.visible


def test_a_connected_seat_at_fault_can_be_left_behind(driver: Driver, screen: Any) -> None:
    """A seat in another state, or one that signed an invalid entry, is not silent but blocks the match."""
    screen.controller.process_message(now(waited=1))
    assert not screen.controller.away.visible
    screen.controller.process_message(now(waited=1, at_fault=(2,)))
    driver.step()
    assert screen.controller.away.visible
    assert "The program of Ilse does not follow the rules" in plain_text(screen.controller.away.words.text)
    driver.click("Go on without Ilse")
    assert screen.wanted == [(1, 3, 4)]
    screen.controller.process_message(now(waited=1, at_fault=(2,), away=(2,)))
    assert not screen.controller.away.visible


def test_a_connected_seat_that_withholds_its_reveal_can_be_left_behind(driver: Driver, screen: Any) -> None:
    late = (AwaitedSeat(2, "reveal", trouble.WITHHOLDING_SECONDS),)
    screen.controller.process_message(
        now()._replace(awaited=(AwaitedSeat(2, "reveal", trouble.WITHHOLDING_SECONDS - 1),))
    )
    assert not screen.controller.away.visible
    screen.controller.process_message(now()._replace(awaited=late))
    driver.step()
    assert "The match waits for the program of Ilse." in plain_text(screen.controller.away.words.text)
    driver.click("Go on without Ilse")
    assert screen.wanted == [(1, 3, 4)]


def test_with_too_few_left_the_match_can_be_left_and_played_on_with_bots(
    driver: Driver, screen: Any, tmp_path: Path
) -> None:
    homes: list[Path] = []
    screen.controller.process_message(now(silent=12, possible=()))
    assert screen.controller.away.visible and not screen.controller.away.part.visible, (
        "there is no way to it, or nothing is kept"
    )
    screen.controller.on_part, screen.controller.source.home = homes.append, tmp_path
    screen.controller.process_message(now(silent=13))
    assert not screen.controller.away.part.visible, "the others can go on"
    screen.controller.process_message(now(silent=14, possible=()))
    driver.step()
    assert plain_text(screen.controller.away.words.text).endswith("or leave and continue with bots as a new match.")
    driver.click("Play on with bots")
    assert homes == [tmp_path]


def test_another_seats_motion_reopens_the_absence_panel(screen: Any) -> None:
    screen.controller.process_message(now(silent=12))
    screen.controller.away._keep_waiting()
    screen.controller.process_message(now(silent=14, motions=((3, (1, 3, 4)),)))
    assert screen.controller.away.visible


def test_the_absence_panel_closes_once_all_agree(screen: Any) -> None:
    screen.controller.process_message(now(silent=12, motions=((1, (1, 3, 4)), (3, (1, 3, 4)))))
    assert screen.controller.away.visible
    screen.controller.process_message(now(silent=14, motions=tuple((seat, (1, 3, 4)) for seat in (1, 3, 4))))
    assert (
        not screen.controller.away.visible
        and plain_text(screen.table.prompt.late) == "then the match goes on without Ilse"
    )
    screen.table.model.locked = True
    screen.controller.process_message(now(silent=15, motions=tuple((seat, (1, 3, 4)) for seat in (1, 3, 4))))
    assert (
        screen.controller.away.visible
        and "All agree" in plain_text(screen.controller.away.words.text)
        and not screen.table.prompt.late
    )


def test_the_button_to_continue_is_disabled_if_too_few_players_are_left(driver: Driver, screen: Any) -> None:
    screen.controller.process_message(now(silent=12, possible=()))
    driver.step()
    assert (
        "Too few players are left" in plain_text(screen.controller.away.words.text)
        and not screen.controller.away.without.enabled
    )


def test_an_absent_seat_is_shown_as_absent(screen: Any) -> None:
    screen.controller.process_message(now(silent=40, away=(2,)))
    assert not screen.controller.away.visible
    assert screen.table.seats.panels[2].activity()[1].startswith("away")


def test_absences_are_logged(screen: Any) -> None:
    names = screen.table.names
    told = [
        trouble.describe_report(names, report, 4)
        for report in (
            MotionReport(4, (1, 3, 4)),
            MotionReport(4, ()),
            Presence((1, 3, 4), (2,)),
            Presence((1, 2, 3, 4), ()),
            AdjournWish(3),
            Accusation(2, 7, "fork", "two versions"),
        )
    ]
    assert [plain_text(line) for line in told] == [
        "Oda wants to go on without Ilse.", "Oda waits.", "Going on without Ilse.", "Everyone is back.",
        "Marek asked to continue on another day.", "step 7: Ilse: two versions",
    ]  # fmt: skip


def test_the_turn_timer_counts_down_and_warns_without_excluding_a_seat(screen: Any) -> None:
    heard: list[str] = []
    screen.ui.on_feedback = heard.append

    def after(seconds: int) -> str:
        screen.controller.process_message(TableStatus((), (AwaitedSeat(1, "ready", seconds),)))
        return plain_text(screen.table.prompt.full_text).removeprefix(screen.table.prompt.text)

    screen.controller.source.timer = 30
    assert after(5) == "  0:25" and not heard
    assert after(20) == "  0:10" and heard == ["late"] and "{warn}" in screen.table.prompt.full_text
    assert after(29) == "  0:01" and heard == ["late"]
    assert after(31) == " (the others wait: 0:31)" and heard == ["late", "late"]
    assert after(60) == " (the others wait: 1:00)" and heard == ["late"] * 3
    assert screen.controller.prompts.inquiry is not None
    screen.controller.source.timer = 0
    assert after(300) == "" and heard == ["late"] * 3


@pytest.mark.parametrize(
    ("verdict", "says"),
    [
        (Verdict(2, 7, "fork", "it has signed two versions"), "two versions of one step"),
        (Verdict(0, 7, "digest", "states differ", ((1, 3), (2, 4)), "gold"), "first part that differs: gold"),
        (Verdict(3, 7, "audit", "a card too many"), "do not match"),
    ],
)
def test_a_verdict_stops_the_match_with_plain_words(driver: Driver, screen: Any, verdict: Verdict, says: str) -> None:
    screen.controller.stop(screen.table.names.to_plain_text(str(verdict)), verdict)
    driver.step()
    assert screen.controller.stopped.visible and says in plain_text(screen.controller.stopped.words.text)
    assert screen.table.top.chip.icon == "desync" and "stopped" in plain_text(screen.table.prompt.text)
    assert screen.controller.prompts.inquiry is None and not screen.controller.stopped.save.enabled


def test_the_record_of_a_stopped_match_can_be_kept(
    driver: Driver, screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.table.match.controller.records_folder", lambda: tmp_path / "records")
    played = play_local(GAME, 2, {"vp_to_win": 5}, "kept", [RandomBot("kept", 1), RandomBot("kept", 2)])
    screen.controller.process_message(SessionEnded(played.record, "the network is gone"))
    driver.step()
    driver.click("Save the record")
    (path,) = (tmp_path / "records").iterdir()
    assert record.read(path) == played.record and str(path) in plain_text(screen.controller.stopped.words.text)


def test_a_match_that_stops_before_any_player_is_seated_shows_the_reason(driver: Driver) -> None:
    themes.set_theme(game_theme())
    source = LocalSource(GAME, {2: RandomBot("stops", 2)})
    source.drain = list  # type: ignore[method-assign]
    screen = match_screen(TABLE, source)
    driver.show(screen)
    screen.controller.process_message(SessionEnded(None, "the folder cannot be written"))
    driver.step()
    assert screen.controller.stopped.visible and "cannot be written" in plain_text(screen.controller.stopped.words.text)
    driver.shot()


def test_a_record_that_cannot_be_saved_is_reported(screen: Any, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("client.table.match.controller.records_folder", lambda: tmp_path / "file")
    played = play_local(GAME, 2, {"vp_to_win": 5}, "kept", [RandomBot("kept", 1), RandomBot("kept", 2)])
    screen.table.model.record = played.record
    assert "cannot be saved" in screen.controller._save_record()


def test_evidence_is_named_explained_and_its_path_copied(driver: Driver, screen: Any) -> None:
    file = max((Path(__file__).parents[3] / "data" / "corpus" / "evidence").iterdir(), key=lambda f: f.stat().st_size)
    screen.controller.stop("step 7: Ilse: two versions", Verdict(2, 7, "fork", "two versions"))
    assert not screen.controller.stopped.explain.visible
    screen.controller.process_message(FaultFile(file))
    driver.step()
    assert str(file) in plain_text(screen.controller.stopped.words.text).replace("\n", "")
    driver.click("Copy its path")
    assert driver.window.clipboard.get() == str(file)
    driver.click("What it says")
    assert screen.controller.explained is not None and screen.controller.explained.wait(60)
    driver.step(frames=2)
    assert report_on_file(file).text == screen.controller.explained.words.text
    driver.key("ESCAPE")
    assert screen.controller.explained not in [layer.widget for layer in screen.ui.layers]
    assert screen.controller.stopped.visible


def test_chat_lines_are_cleaned_and_shortened_before_they_are_shown(screen: Any) -> None:
    screen.controller.process_message(
        MatchEvent(ChatMessage(2, "hello\n\u202e*there*\x07 " + "x" * 600), None, None, (), b"")
    )
    line = plain_text(screen.table.story.chat.lines[-1].markup)
    assert line.startswith("Ilse: hello *there* xxx") and len(line) < 220 and line.isprintable()


def test_a_player_can_be_muted_and_unmuted(driver: Driver, screen: Any) -> None:
    """A muted player's lines are not shown, read aloud or announced by a sound; no other player is muted."""
    story, played = screen.table.story, []
    driver.window.on_feedback = lambda what, *_: played.append(what)
    assert not story.heard.visible, "nobody has said anything"
    said = iter(range(9))

    def hear(seat: int) -> bool:
        before = len(story.chat.lines), len(story.log.lines), len(played)
        screen.controller.process_message(MatchEvent(ChatMessage(seat, f"line {next(said)}"), None, None, (), b""))
        return (len(story.chat.lines), len(story.log.lines)) > before[:2] and len(played) > before[2]

    assert hear(2) and story.heard.visible
    screen.controller._show_tab("Chat")
    driver.step(frames=2)
    driver.click(story.heard)
    driver.step()
    driver.key("DOWN", "ENTER")
    driver.step()
    assert story.muted == {2} and "Ilse is muted" in plain_text(story.chat.lines[-1].markup)
    assert story.heard.options[0].text == "Muted: Ilse"
    assert not hear(2) and hear(3)
    story.heard.choose(next(i for i, option in enumerate(story.heard.options) if option.text == "Unmute Ilse"))
    assert not story.muted and hear(2)


# What is heard --------------------------------------------------------------------------------------------------------


def test_each_action_and_event_has_an_existing_sound() -> None:
    assert set(ACTION_SOUNDS.values()) | set(EVENT_SOUNDS.values()) <= set(SOUND_MAKERS)
    assert not set(ACTION_SOUNDS) & set(EVENT_SOUNDS)


def test_a_match_plays_sounds(driver: Driver) -> None:
    mixer = Mixer()
    mixer._works = False
    driver.window.on_feedback = mixer.feedback
    screen = sit_down(driver, "heard", speed=50.0)
    person = MousePerson(driver, screen, "heard")
    person.play(lambda s: s.table.model.t >= 1 and s.controller.prompts.inquiry is not None)
    assert {"your turn", "lock", "click"} & set(mixer.played) and "reveal" in mixer.played


def test_a_missing_sound_device_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class SilentDriver:
        """Fake of pyglet's driver for a machine without a sound device."""

    monkeypatch.setattr("client.art.sound.mixer._driver", SilentDriver)
    mixer = Mixer()
    assert "silent" in mixer.why_silent()
    mixer.feedback("press")
    mixer.start("roil")
    assert mixer.played == ["click"] and not mixer._loops.get("roil")
    monkeypatch.setattr("client.art.sound.mixer._driver", lambda: object())
    assert Mixer().why_silent() == ""


LEFT = Exclusion(2, 5, (1, 3, 4)), Exclusion(3, 9, (1, 2, 4), 12)
LEFT_WORDS = (
    "Ilse was left out from step 5 on: you, Marek and Oda voted for that; Ilse did not come back.\n"
    "Marek was left out from step 9 to step 11: you, Ilse and Oda voted for that; then Marek came back.\n"
    f"{UNKNOWN_EXCLUSION_NOTE}"
)


def test_excluded_seats_are_named_in_the_fairness_panel_and_at_the_end(driver: Driver, screen: Any) -> None:
    screen.controller.process_message(now())
    screen.controller.open_fairness()
    driver.step()
    assert "left out" not in plain_text(screen.controller.fairness.step.text)
    screen.controller.process_message(now(left_out=LEFT))
    driver.step()
    assert plain_text(screen.controller.fairness.step.text).endswith(f"\n{LEFT_WORDS}")
    end = EndScreen(screen.table.model, (), Ending("", Label(""), ""), lambda: None, lambda: None)
    assert plain_text(end.fairness_note()).endswith(f"\n{LEFT_WORDS}")


def test_our_own_exclusion_is_reported() -> None:
    said = plain_text(left_out_lines(Names(3, ("Ada", "Ben", "Cleo")), [Exclusion(3, 5, (1, 2))]))
    often = plain_text(left_out_lines(Names(1), [Exclusion(3, t, (1, 2), t + 1) for t in range(1, 20, 2)]))
    assert (
        often.count("Seat 3 was left out in step") == trouble.MAX_ABSENCES_LISTED
        and "And 6 more times later on." in often
    )
    assert said.startswith("You were left out from step 5 on: Ada and Ben voted for that; you did not come back.")
