"""Spectating a running match in a window: from its start, live and rewound, with public facts only."""

from __future__ import annotations

import asyncio
import queue
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from client import games
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.live_loader import SpectateScreen
from client.session.room_session import RoomExclusion
from client.session.spectator_session import MatchFound, NewsEnded, SpectatorSession, StatusText, StepShown
from client.table.keys import KEYS
from client.table.replay.frames import ReplayFrames
from client.table.replay.timeline import Place
from client.table.screen import TableScreen
from client.table.screens import live_screen
from client.ui import theme as themes
from client.ui.canvas import Canvas
from client.ui.keys import Keymap
from core.bots.random_bot import RandomBot
from core.bots.registry import BOTS
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.registry import find_game
from lobby.players.identity import new_identity
from lobby.room.join import RoomClient
from lobby.room.join_plan import GuestPlan, HostPlan
from net.match.events import ChatMessage, StepResolved
from net.records import record
from net.records.verification import verify
from net.session.peer_config import PeerOutcome
from net.session.runner import run_peer
from tests.client.screens.test_rooms import Bare
from tests.client.session.test_tournament_session import PATIENCE, SHORT, until
from tests.support.client.driver import Driver

pytestmark = pytest.mark.waits

GAME = find_game("bridgefront")
STEPS = 14
HERE = "127.0.0.1"


class Line:
    """Fake session whose match is played by the test."""

    addresses = (("192.168.1.5", 47801),)

    def __init__(self) -> None:
        self.to_tell: list[Any] = []
        self.ended = False

    def news(self) -> list[Any]:
        """Return and clear the news."""
        news, self.to_tell = self.to_tell, []
        return news

    def close(self) -> None:
        """Stop spectating."""
        self.ended = True


def played(steps: int) -> tuple[MatchFound, list[StepShown]]:
    """Return the beginning of a match between bots, and its steps as a spectator receives them."""
    table = LocalMatch(GAME, {seat: BOTS["heuristic"]("live", seat) for seat in (1, 2)}, "live", {})
    state = table.state.clone()
    frames = ReplayFrames(
        GAME, bytes(32), ("Ada", "Ilse"), {}, False, "", [state], [state.digest()], faces={1: {}, 2: {}}
    )
    said = []
    for t in range(1, steps + 1):
        decisions, events = table.step()
        digest = table.state.digest()
        said.append(
            StepShown(StepResolved(t, dict(decisions), table.state.beacon, list(events), digest), table.state.clone())
        )
    return MatchFound(frames), said


@pytest.mark.parametrize("game", ["bridgefront", "midnight", "cabinet", "outposts", "ambition"])
def test_the_big_screen_shows_the_table_without_any_hand(driver: Driver, game: str) -> None:
    """The big screen names the awaited seats in large letters, and then only that something happens.

    It shows no hand, no bar and no secret.
    """
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    table = LocalMatch(find_game(game), {seat: BOTS["random"]("big", seat) for seat in (1, 2, 3)}, "big", {})
    state = table.state.clone()
    faces = {seat: {} for seat in (1, 2, 3)}
    names = ("Ada", "Ilse", "Marek")
    frames = ReplayFrames(find_game(game), bytes(32), names, {}, False, "", [state], [state.digest()], faces=faces)
    line, said = Line(), []
    while len(said) < STEPS or not any(
        not ask.is_automatic for ask in find_game(game).pending_asks(table.state).values()
    ):
        decisions, events = table.step()
        step = StepResolved(len(said) + 1, dict(decisions), table.state.beacon, list(events), table.state.digest())
        said.append(StepShown(step, table.state.clone()))
    screen = live_screen(
        games.table_of(find_game(game)),
        MatchFound(frames),
        line,
        Settings(reduced_motion=True),
        print,
        None,
        said,
        big=True,
    )
    driver.show(screen)
    driver.step(frames=4)
    while screen.table.narrator.is_busy:
        assert screen.controller.audience.describe_awaited(screen.controller) == "Happening now"
        screen.table.narrator.skip_all()
        driver.step()
    asked = find_game(game).pending_asks(table.state)
    assert screen.controller.audience.describe_awaited(screen.controller).startswith("Waiting for ") and names[
        min(asked) - 1
    ] in screen.controller.audience.describe_awaited(screen.controller)
    screen.controller.audience._waited = 10.99
    driver.step(frames=2)
    assert screen.controller.audience.describe_awaited(screen.controller).endswith("0:11")
    assert not any(
        widget.visible
        for widget in (screen.table.hand, screen.table.hands, screen.controller.bar, screen.table.prompt)
        if widget
    )
    line.to_tell.append(NewsEnded("Everyone has left any more."))
    driver.step()
    assert screen.controller.audience.describe_awaited(screen.controller) == "Everyone has left any more."
    driver.shot()


@pytest.mark.parametrize("game", ["bridgefront", "midnight", "cabinet", "outposts", "ambition"])
def test_the_big_screen_addresses_no_player_as_you(driver: Driver, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """All people in the room read the screen, even if it shows the view from one seat."""
    written: set[str] = set()
    draw = Canvas.text

    def write(canvas: Canvas, text: str, *rest: Any, **more: Any) -> float:
        written.add(text)
        return draw(canvas, text, *rest, **more)

    monkeypatch.setattr(Canvas, "text", write)
    themes.set_theme(game_theme())
    table = LocalMatch(find_game(game), {seat: BOTS["heuristic"]("you", seat) for seat in (1, 2, 3)}, "you", {})
    state = table.state.clone()
    faces = {seat: {} for seat in (1, 2, 3)}
    names = ("Ada", "Ilse", "Marek")
    frames = ReplayFrames(find_game(game), bytes(32), names, {}, False, "", [state], [state.digest()], faces=faces)
    line = Line()
    settings = Settings(reduced_motion=True)
    screen = live_screen(games.table_of(find_game(game)), MatchFound(frames), line, settings, print, big=True)
    driver.show(screen)
    for t in range(1, 61):
        decisions, events = table.step()
        step = StepResolved(t, dict(decisions), table.state.beacon, list(events), table.state.digest())
        line.to_tell.append(StepShown(step, table.state.clone()))
        driver.step()
        screen.table.narrator.skip_all()
        for widget in screen.ui.widgets():
            widget.touch()
        driver.step()
    assert len(written) > 30
    assert not [text for text in written if re.search(r"\b(you|your|yours)\b", text, re.IGNORECASE)]


@pytest.fixture
def watched(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> tuple[Driver, Line, list[Any]]:
    """Return the screen that joins a match, its session, and the list of its results."""
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    driver.window.keys = Keymap(KEYS)
    themes.set_theme(game_theme())
    line, done = Line(), []
    settings = Settings(name="Ada", reduced_motion=True)
    screen = SpectateScreen(line, settings, lambda: done.append("left"), done.append)  # type: ignore[arg-type]
    driver.show(screen)
    return driver, line, done


def hear(driver: Driver, line: Line, *news: Any) -> None:
    """Deliver the news."""
    line.to_tell += news
    driver.step()
    driver.step()


def test_a_spectator_follows_live_and_can_rewind_to_the_start(watched: tuple[Driver, Line, list[Any]]) -> None:
    driver, line, _ = watched
    hear(driver, line, StatusText("The match of Ada's room has not begun yet; waiting for it."))
    assert "waiting for it" in driver.screen.words.text  # type: ignore[attr-defined]
    begun, steps = played(STEPS)
    hear(driver, line, begun, *steps[:10])
    screen = driver.screen
    assert isinstance(screen, TableScreen) and screen.controller.frames.steps == 10
    assert screen.controller.place.step == 9, "who follows a match that is on is led to its last step"
    driver.key("HOME")
    driver.step()
    assert screen.controller.place.step == 0 and screen.controller.playing
    driver.key("END")
    driver.step()
    assert screen.controller.place == Place(10) and "Live" in screen.table.prompt.value_text()
    screen.timeline.speed = 8.0
    hear(driver, line, steps[10], ChatMessage(2, "Well played"))
    for _ in range(1200):
        if screen.controller.place == Place(11):
            break
        driver.window._dispatch_updates(1 / 10)
    assert screen.controller.place == Place(11) and screen.table.model.digest == steps[10].step.digest
    driver.key("SPACE")
    hear(driver, line, *steps[11:])
    assert screen.controller.place == Place(11) and screen.controller.frames.steps == STEPS, (
        "it is not followed any more"
    )
    assert any(entry.chat is not None for entry in screen.controller.replay_timeline.entries)
    hear(driver, line, NewsEnded("Everyone has left any more."))
    driver.key("END")
    driver.step()
    assert "Everyone has left" in screen.table.prompt.value_text()
    driver.window.clear_screens()
    assert line.ended


def test_a_spectator_sees_only_opened_cards(watched: tuple[Driver, Line, list[Any]]) -> None:
    driver, line, _ = watched
    begun, steps = played(6)
    hear(driver, line, begun, *steps)
    screen = driver.screen
    assert isinstance(screen, TableScreen)
    driver.key("END")
    driver.step()
    spots = [spot for _, row in screen.table.hands.rows() for spot in row]
    assert spots and not any(spot.copy for spot in spots if not spot.open)


def test_a_match_that_cannot_be_watched_is_explained(watched: tuple[Driver, Line, list[Any]]) -> None:
    driver, line, done = watched
    shut = RoomExclusion("Nobody answers at 192.168.1.5.")
    hear(driver, line, shut)
    assert done[:1] == [shut]
    driver.key("ESCAPE")
    assert done[-1] == "left"


def test_an_unanswering_address_is_reported_to_the_spectator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.discovery.probe.QUERY_TIMEOUT", 0.2)
    session = SpectatorSession([("127.0.0.1", 9)])
    session._main()
    (told,) = session.news()
    assert isinstance(told, RoomExclusion) and "Nobody answers" in told.words


# A real match ---------------------------------------------------------------------------------------------------------


class Pausing(RandomBot):
    """A bot that stops after a number of steps until it is released, and then plays on."""

    quick = False

    def __init__(self, step: int) -> None:
        super().__init__("live", 1)
        self.step, self.there, self.let = step, threading.Event(), threading.Event()

    def decide(self, game: Any, state: Any, seat: int, secrets: Secrets) -> Any:
        if state.t > self.step and not self.let.is_set():
            self.step = state.t - 1
            self.there.set()
            assert self.let.wait(PATIENCE)
        return super().decide(game, state, seat, secrets)


class Match(threading.Thread):
    """A room on this computer in which two bots sit down and play."""

    def __init__(self, first: Pausing) -> None:
        super().__init__(daemon=True)
        self.first, self.contact = first, queue.SimpleQueue[int]()
        self.outcomes: list[PeerOutcome] = []

    def run(self) -> None:
        """Open the room and play to the end."""
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            self.outcomes = runner.run(self._both())

    async def _both(self) -> list[PeerOutcome]:
        host = HostPlan(GAME, 2, SHORT, "Ada", 0, bot="random", host=HERE)
        told = asyncio.Event()
        room = RoomClient(host, new_identity(), lambda view: told.set(), self.first)
        opened = asyncio.create_task(room.run())
        await told.wait()
        self.contact.put(room.contact[1])
        guest = GuestPlan(room.contact, "Ilse", bot="random", host=HERE)
        begun = await asyncio.gather(
            opened, RoomClient(guest, new_identity(), lambda view: None, RandomBot("live", 2)).run()
        )
        return await asyncio.gather(
            *(run_peer(one.config, one.sock, one.links, one.wrap_transport) for one in begun if one)
        )


def test_a_late_spectator_sees_the_whole_public_match(watched: tuple[Driver, Line, list[Any]], tmp_path: Path) -> None:
    driver, _, done = watched
    match = Match(Pausing(25))
    match.start()
    contact = match.contact.get(timeout=PATIENCE)
    assert match.first.there.wait(PATIENCE)
    kept, said = tmp_path / "watched.tether", tmp_path / "said.txt"
    with said.open("w") as out:
        terminal = subprocess.Popen(
            [sys.executable, "-m", "lobby", "watch", f"{HERE}:{contact}", "--out", str(kept)], stdout=out
        )
    session = SpectatorSession([(HERE, contact)])
    session.start()
    driver.show(SpectateScreen(session, Settings(name="Cem", reduced_motion=True), lambda: None, done.append))
    until(driver, lambda: bool(said.read_text()))
    steps = match.first.step
    until(driver, lambda: isinstance(driver.screen, TableScreen) and driver.screen.controller.frames.steps == steps)
    screen = driver.screen
    assert isinstance(screen, TableScreen) and not done
    assert screen.controller.is_live and not screen.controller.frames.complete
    driver.key("END")
    driver.step()
    spots = [spot for _, row in screen.table.hands.rows() for spot in row]
    assert spots and not any(spot.copy for spot in spots if not spot.open), "hands are closed"
    assert screen.controller.frames.states[0].t == 1, "from its start"
    match.first.let.set()
    until(driver, lambda: not screen.controller.is_live)
    assert terminal.wait(PATIENCE) == 0
    match.join(PATIENCE)
    (digest,) = {outcome.digest for outcome in match.outcomes}
    assert f"Digest  {digest.hex()}" in said.read_text() and "Round 1" in said.read_text()
    assert screen.controller.frames.complete and screen.controller.frames.digests[-1] == digest
    report = verify(record.read(kept), GAME)
    assert report.complete and report.digest == digest and report.steps == screen.controller.frames.steps
    screen.controller.go_to(Place(20))
    driver.step()
    assert all(spot.copy for _, row in screen.table.hands.rows() for spot in row), "all hands, once it is over"
