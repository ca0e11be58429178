"""Matches of Ambition seen again and watched: what is shown is what the engine comes to, wherever one goes."""

from __future__ import annotations

from functools import lru_cache

from client.ambition.places import Seat
from client.ambition.replay import LiveScreen, ReplayScreen
from client.kit import theme as themes
from client.kit.richtext import plain
from client.live import Begun, Ended, Step, add_step
from client.look import game_theme
from client.replay.frames import ReplayFrames
from client.replay.timeline import Place
from client.settings import Settings
from client.table.retold import moments
from core.ambition import events as e
from core.ambition.game import GAME
from core.ambition.state import Ambition
from core.bots import BOTS
from core.kernel.local import Table
from net.reports import Stepped
from tests.client.driver import Driver
from tests.client.replay.watched import watched
from tests.client.test_live import Line

NAMES = ("Ada", "Ilse", "Marek", "Oda")


def table(sealed: bool = False) -> Table[Ambition]:
    return Table(GAME, {seat: BOTS["random"]("again", seat) for seat in (1, 2, 3, 4)}, "again", sealed=sealed)


@lru_cache(maxsize=1)
def steps() -> tuple[Step, ...]:
    """A whole match of four bots, as it is heard of."""
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
        GAME, bytes(32), NAMES, {}, False, "", [state], [state.digest()], faces={seat: {} for seat in (1, 2, 3, 4)}
    )
    for step in steps()[:length]:
        add_step(made, step)
    made.complete = length > len(steps())
    return made


def shows(screen: ReplayScreen, step: int) -> None:
    """Everywhere it is the table after this step."""
    digest = screen.frames.digests[step]
    assert screen.place == Place(step) and screen.model.state.digest() == screen.model.digest == digest
    state = screen.model.state
    for seat, member in screen.board.members.items():
        assert f": {state.purse[seat]} Influence" in member.value()


def test_one_goes_anywhere_by_bar_marks_and_lines(driver: Driver) -> None:
    screen = watched(driver, ReplayScreen, frames())
    shows(screen, 0)
    y = screen.bar.scrub.line().center[1]
    for step in (60, 9, screen.frames.steps, 30):
        driver.click((screen.bar.scrub.x_of(screen.replay_timeline.position(Place(step)) + 0.5), y))
        shows(screen, step)
    driver.key("N")
    step, event = screen.place
    assert isinstance(screen.frames.events[step][event], e.Struck | e.Deflected)
    driver.key("PERIOD")
    shows(screen, step + 1)
    number = next(i for i, entry in enumerate(screen.replay_timeline.entries) if isinstance(entry.event, e.ClaimJudged))
    screen._go_to_line(screen._lines[number])
    assert screen.place == screen.replay_timeline.entries[number].place
    driver.key("SPACE")
    driver.pass_time(4)
    assert screen.playing and screen.place > screen.replay_timeline.entries[number].place
    driver.key("END")
    shows(screen, screen.frames.steps)
    assert "The match is over" in screen.prompt.text
    assert {mark.kind for mark in screen.replay_timeline.marks} >= {"turn", "strike", "challenge"}


def test_the_hands_of_all_and_of_one_lie_below_the_table(driver: Driver) -> None:
    screen = watched(driver, ReplayScreen, frames())
    screen.go_to(Place(60))
    driver.step()
    hands, plates = screen.hands.rect, [place.rect for place in screen.board.around.values()]
    assert screen.hands.visible and all(hands.top <= plate.y + 4 for plate in plates)
    assert [len(spots) for _, spots in screen.hands.rows()] == [
        sum(len(screen.model.state.hand(seat, sort)) for sort in ("elites", "intrigue", "industry"))
        for seat in (1, 2, 3, 4)
    ]
    other = screen.board.around[2]
    assert isinstance(other, Seat)
    driver.click(other)
    assert screen.viewing == 2 and screen.hand.visible and not screen.hands.visible
    assert len(screen.hand.cards) == len(screen.hands.rows()[1][1])


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


def test_the_first_step_of_a_sealed_match_is_told_from_the_table_before_its_keys() -> None:
    """Between computers the keys of the decks come once the table is seen already."""
    played = table(sealed=True)
    before = GAME.new(played.state._setup)
    assert not before.shared.points
    decisions, events = played.step()
    told = moments(GAME, before, events, decisions, played.state.beacon, after=played.state)
    assert len(told) == len(events) > 0 and not before.shared.points
    assert [state.digest() for state in told][-1] != before.digest()
