"""The screens of a table, each composed of the same parts: a match, a replay, a spectator's view, and a lesson."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.app.settings import Settings
from client.session.source import MatchSource
from client.session.spectator_session import MatchFound, SpectatorNews, SpectatorSession
from client.table.lesson.plan import LessonPlan, OnSolo
from client.table.lesson.setup import lesson_source
from client.table.match.assist import may_assist
from client.table.match.controller import MatchController
from client.table.replay.audience import Audience
from client.table.replay.bar import ALL
from client.table.replay.controller import ReplayController
from client.table.replay.feed import LiveFeed
from client.table.replay.timeline import ReplayTimeline
from client.table.screen import Controller, TableScreen
from client.table.seats.names import Names
from client.table.spec import TableSpec
from client.table.view import Look, TableView
from client.ui import theme
from core.engine.game import Standing

MatchScreen = TableScreen[MatchController]
ReplayScreen = TableScreen[ReplayController]
LessonScreen = TableScreen[Controller]
DEFAULT_LOOK = Look()
OWN_SEAT = 1
"""The player's seat in a lesson."""
OnEnd = Callable[[MatchController, tuple[Standing, ...]], object]


def match_screen(
    spec: TableSpec,
    source: MatchSource,
    own: int = 1,
    look: Look = DEFAULT_LOOK,
    on_end: OnEnd | None = None,
    on_leave: Callable[[], object] | None = None,
) -> MatchScreen:
    """Return the screen on which our seat plays a match."""
    screen: MatchScreen = TableScreen(look.speed, look.reduced)
    screen.table = _make_table(spec, screen, Names(own), own, look)
    screen.table.dialogs.on_leave = on_leave
    screen.controller = MatchController(screen.table, spec, source, on_end)
    screen.controller.assists = may_assist(source)
    return screen


def lesson_screen(
    plan: LessonPlan,
    settings: Settings,
    on_leave: Callable[[], object] | None = None,
    on_solo: OnSolo = None,
    speed: float | None = None,
) -> LessonScreen:
    """Return the screen of a lesson; `on_solo` opens the set-up screen of a solo match."""
    s = settings
    look = Look(s.palette, s.speed if speed is None else speed, s.reduced_motion, s.effects)
    source = lesson_source(plan.table.game, plan.prepared(), OWN_SEAT, plan.actors, s.name)
    screen: LessonScreen = TableScreen(look.speed, look.reduced)
    screen.table = _make_table(plan.table, screen, Names(OWN_SEAT), OWN_SEAT, look)
    screen.table.dialogs.on_leave = on_leave
    screen.controller = plan.controller(MatchController(screen.table, plan.table, source), on_solo)
    return screen


def replay_screen(
    spec: TableSpec,
    timeline: ReplayTimeline,
    settings: Settings,
    title: str = "Replay",
    on_leave: Callable[[], object] | None = None,
    on_settings: Callable[[], object] | None = None,
    feed: LiveFeed | None = None,
    audience: Audience | None = None,
) -> ReplayScreen:
    """Return the screen that shows a record."""
    s = settings
    look = Look(theme.theme().palette, s.speed, s.reduced_motion, s.effects)
    screen: ReplayScreen = TableScreen(look.speed, look.reduced)
    screen.table = _make_table(spec, screen, timeline.names, ALL, look)
    screen.table.dialogs.on_leave, screen.table.dialogs.on_settings = on_leave, on_settings
    screen.controller = ReplayController(screen.table, spec, timeline, title, feed, audience)
    return screen


def live_screen(
    spec: TableSpec,
    begun: MatchFound,
    session: SpectatorSession,
    settings: Settings,
    on_leave: Callable[[], object],
    on_settings: Callable[[], object] | None = None,
    heard: Sequence[SpectatorNews] = (),
    big: bool = False,
) -> ReplayScreen:
    """Return the screen that shows a running match to a spectator, or to an audience before a big screen.

    `heard` has the news that arrived together with the beginning of the match.
    """
    timeline, title = spec.replay.timeline(begun.frames), " - ".join(begun.frames.names)
    feed, audience = LiveFeed(session, heard), Audience() if big else None
    return replay_screen(spec, timeline, settings, title, on_leave, on_settings, feed, audience)


def _make_table(spec: TableSpec, screen: TableScreen[Controller], names: Names, own: int, look: Look) -> TableView:
    return spec.view(screen, spec.model(own, names, look.palette), look)
