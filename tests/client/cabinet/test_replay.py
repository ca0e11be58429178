"""Matches of Cabinet seen again and watched: what is shown is what the engine comes to, wherever one goes."""

from __future__ import annotations

from functools import lru_cache

from client.cabinet.replay import LiveScreen, ReplayScreen
from client.kit import theme as themes
from client.kit.richtext import plain
from client.live import Begun, Ended, Step, add_step
from client.look import game_theme
from client.replay.frames import ReplayFrames
from client.replay.timeline import Place
from client.settings import Settings
from core.bots import BOTS
from core.cabinet import cards
from core.cabinet import events as e
from core.cabinet.game import GAME
from core.cabinet.state import Cabinet
from core.kernel.local import Table
from net.reports import Stepped
from tests.client.driver import Driver
from tests.client.replay.watched import watched
from tests.client.test_live import Line

NAMES = ("Ada", "Ilse", "Marek")
COURTESY = {"courtesy": "on"}


def table() -> Table[Cabinet]:
    return Table(GAME, {seat: BOTS["heuristic"]("again", seat) for seat in (1, 2, 3)}, "again", COURTESY)


@lru_cache(maxsize=1)
def steps() -> tuple[Step, ...]:
    """A whole match of three bots, as it is heard of."""
    played, told = table(), []
    while not played.state.over:
        t = played.state.t
        decisions, events = played.step()
        stepped = Stepped(t, dict(decisions), played.state.beacon, list(events), played.state.digest())
        told.append(Step(stepped, played.state.clone()))
    return tuple(told)


def frames(length: int = 10_000) -> ReplayFrames:
    """The match, as far as this."""
    state = table().state.clone()
    made = ReplayFrames(
        GAME, bytes(32), NAMES, COURTESY, False, "", [state], [state.digest()], faces={1: {}, 2: {}, 3: {}}
    )
    for step in steps()[:length]:
        add_step(made, step)
    made.complete = length > len(steps())
    return made


def shows(screen: ReplayScreen, step: int) -> None:
    """Everywhere it is the table after this step."""
    digest = screen.frames.digests[step]
    assert screen.place == Place(step) and screen.model.state.digest() == screen.model.digest == digest
    assert screen.board.ladder.value() == f"{screen.model.state.score} of {screen.model.state.target} points"


def test_one_goes_anywhere_by_bar_marks_and_lines(driver: Driver) -> None:
    screen = watched(driver, ReplayScreen, frames())
    shows(screen, 0)
    y = screen.bar.scrub.line().center[1]
    for step in (60, 9, screen.frames.steps, 30):
        driver.click((screen.bar.scrub.x_of(screen.replay_timeline.position(Place(step)) + 0.5), y))
        shows(screen, step)
    driver.key("N")
    step, event = screen.place
    assert isinstance(screen.frames.events[step][event], e.MilestoneAchieved)
    driver.key("PERIOD")
    shows(screen, step + 1)
    number = next(
        i for i, entry in enumerate(screen.replay_timeline.entries) if isinstance(entry.event, e.ChallengeFlipped)
    )
    screen._go_to_line(screen._lines[number])
    assert screen.place == screen.replay_timeline.entries[number].place
    driver.key("SPACE")
    driver.pass_time(4)
    assert screen.playing and screen.place > screen.replay_timeline.entries[number].place
    driver.key("END")
    shows(screen, screen.frames.steps)
    assert "The match is over" in screen.prompt.text
    assert {mark.kind for mark in screen.replay_timeline.marks} >= {"turn", "payment", "challenge"}


def test_every_hand_is_open_whatever_was_courtesy_at_the_table(driver: Driver) -> None:
    screen = watched(driver, ReplayScreen, frames())
    screen.go_to(Place(30))
    state = screen.frames.states[30]
    for seat, plate in screen.board.plates.items():
        assert not plate.shut
        assert all(cards.name(copy) in plate.value() for copy in state.hand[seat])
    driver.click(screen.board.plates[2])
    assert screen.viewing == 2 and sorted(copy for copy, _ in screen.hand.cards) == sorted(state.hand[2])


def test_a_running_match_is_followed(driver: Driver) -> None:
    themes.use(game_theme())
    line = Line()
    screen = LiveScreen(Begun(frames(0)), line, Settings(), lambda: None, None, steps()[:6])  # type: ignore[arg-type]
    driver.show(screen)
    assert "Live" in plain(screen.prompt.text) or screen.playing
    line.to_tell += [*steps()[6:12], Ended("")]
    driver.step(frames=2)
    screen.go_to(screen.replay_timeline.end)
    shows(screen, 12)
    assert not screen.live
