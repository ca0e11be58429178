"""`tether shot GAME`: a picture of a game's table at a step of a match between bots, for the author of the game."""

from __future__ import annotations

from io import BytesIO
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from client.app.commands import MAX_STEPS
from client.session.source import MatchEvent, SourceMessage
from client.ui import NoWindow, why_no_window
from core.bots.registry import BOTS
from core.engine.game import Game
from core.engine.local_match import LocalMatch
from core.engine.options import Value
from core.engine.result import FREE_FOR_ALL, kind_of
from net.cli.arguments import options as setting
from net.cli.arguments import outfile
from net.cli.arguments.paths import STDOUT_PATH
from net.match.events import DecisionRequest, MatchStarted, OwedEntry, StepResolved
from net.text.sanitizer import print_lines

if TYPE_CHECKING:
    from PIL import Image

    from client.table.replay.library import RecordLibrary
    from core.engine.game import Decision
    from core.engine.hidden.secrets import Secrets

NAMES = ("Ada", "Ilse", "Marek", "Oda", "Priya", "Tomas")
SIZES = {"1280x720": (1280, 720), "1366x768": (1366, 768), "1920x1080": (1920, 1080)}
FRAME, FRAMES = 1 / 20, 40
"""Seconds of a frame, and the frames after which the table is at rest."""


class Moment(NamedTuple):
    """A step of a match: what a seat hears of it, and what the seat is asked before it."""

    asked: MatchEvent | None
    heard: MatchEvent


class PictureSource:
    """A source of messages that are all there from the beginning."""

    library: RecordLibrary | None = None
    kept: Path | None = None
    home: Path | None = None
    timer = 0

    def __init__(self, told: list[SourceMessage]) -> None:
        self.told = told

    def drain(self) -> list[SourceMessage]:
        """Return everything at once."""
        told, self.told = self.told, []
        return told

    def decide(self, decision: Decision, own: Secrets) -> None:
        """Ignore the decision."""

    def take_back(self) -> None:
        """Do nothing."""

    def chat(self, text: str, to: int = 0) -> None:
        """Ignore the text."""

    def gesture(self, what: int, place: str = "") -> None:
        """Do nothing."""

    def propose(self, seats: tuple[int, ...]) -> None:
        """Ignore the proposal."""

    def adjourn(self) -> None:
        """Do nothing."""

    def vote_to_end(self, what: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def play_match(
    game: Game, seats: int, seat: int, options: dict[str, Value], seed: str
) -> tuple[MatchEvent, list[Moment]]:
    """Return the beginning and all steps of a match between bots, as a seat hears them."""
    players = {each: BOTS["heuristic"](seed, each) for each in range(1, seats + 1)}
    match: LocalMatch[Any] = LocalMatch(game, players, seed, options)
    first = MatchEvent(MatchStarted(match.match, NAMES[:seats]), match.state.clone(), None, (), b"")
    moments: list[Moment] = []
    while not match.state.over and len(moments) < MAX_STEPS:
        before, own = match.state.clone(), match.secrets[seat].copy()
        asks = game.pending_asks(before)
        asked = None
        if seat in asks and game.automatic_decision(before, seat, own.copy()) is None:
            owed = tuple(OwedEntry(each, "decision") for each in asks)
            asked = MatchEvent(DecisionRequest(before.t, asks[seat]), before, own, owed, b"")
        decisions, events = match.step()
        after, digest = match.state.clone(), match.state.digest()
        report = StepResolved(before.t, dict(decisions), after.beacon, events, digest)
        moments.append(Moment(asked, MatchEvent(report, after, match.secrets[seat].copy(), (), digest)))
    return first, moments


def clamp_step(moments: list[Moment], step: int | None) -> int:
    """Return the step before which the table is shown: the wanted one, or one in the middle that asks the seat."""
    if step is not None:
        return min(max(0, step - 1), len(moments))
    asked = [at for at, moment in enumerate(moments) if moment.asked is not None]
    return min(asked, key=lambda at: abs(at - len(moments) // 2), default=len(moments))


def render_table(
    game: Game, first: MatchEvent, moments: list[Moment], at: int, seat: int, size: tuple[int, int]
) -> Image.Image:
    """Return the picture of the table before a step; raise `NoWindow`."""
    from client.app.theme import game_theme
    from client.games import table_of
    from client.table.keys import KEYS
    from client.table.screens import match_screen
    from client.table.view import Look
    from client.ui import theme as themes
    from client.ui.keys import Keymap
    from client.ui.window import NoOpenGL, open_window

    why = why_no_window()
    if why:
        raise NoWindow(why)
    themes.set_theme(game_theme())
    try:
        window = open_window("Tether", size, keys=Keymap(KEYS), atlas=4096, vsync=False, visible=False)
    except NoOpenGL as error:
        raise NoWindow(str(error)) from error
    try:
        told: list[SourceMessage] = [first, *(moment.heard for moment in moments[:at])]
        asked = moments[at].asked if at < len(moments) else None
        screen = match_screen(
            table_of(game), PictureSource([*told, *([asked] if asked else [])]), seat, Look(speed=inf)
        )
        window.push(screen)
        window.switch_to()
        for _ in range(FRAMES):
            window.screen_view.on_update(FRAME)
            window.screen_view.on_draw()
        return window.snapshot()
    finally:
        window.close()


def shot(
    game: str, out: Path | None, step: int | None, seat: int, seats: int | None, settings: tuple[str, ...],
    seed: str | None, size: str,
) -> int:  # fmt: skip
    """Write the picture of a game's table, and return the exit code."""
    rules = setting.find_game(game)
    if seats is None:
        free = [each for each in rules.seat_counts if kind_of(rules, each) == FREE_FOR_ALL]
        seats = min(free or rules.seat_counts, key=lambda each: abs(each - 4))
    setting.check_seats(rules, seats)
    if seat > seats:
        raise click.UsageError(f"--seat {seat}: the seats are 1 to {seats}")
    options = setting.read_options(rules, settings)
    missing = why_no_window()
    if missing:
        raise _not_painted(missing)
    first, moments = play_match(rules, seats, seat, options, seed or "shot")
    at = clamp_step(moments, step)
    path = out or Path(f"{rules.name}.png")
    outfile.check_writable(path)
    try:
        image = render_table(rules, first, moments, at, seat, SIZES[size])
    except NoWindow as why:
        raise _not_painted(str(why)) from None
    data = BytesIO()
    image.save(data, "PNG")
    outfile.write(path, data.getvalue(), "the picture")
    where = f"before step {at + 1} of {len(moments)}" if at < len(moments) else f"after all {len(moments)} steps"
    if path != STDOUT_PATH:
        print_lines(f"{path}: {rules.title} {where}, as seat {seat} of {seats} sees it")
    return 0


def _not_painted(why: str) -> click.ClickException:
    return click.ClickException(
        f"{why.rstrip('.')}. The picture needs a display; `xvfb-run tether shot` brings its own"
    )
