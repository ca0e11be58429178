"""A tournament behind a window: the member in a thread of its own, the own matches in sessions as any other.

session = TournamentSession(OpenPlan(...), identity, home)
session.start()
session.news()               # in each frame: what is new; `session.view` is how it stands
session.sit()                # a seat at the own table, for the match screen
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from client.session import match_session
from client.session.match_session import emptied
from client.session.room_session import Shut
from client.table.replay.frames import Unplayable, Watch
from core.engine.game import Game
from core.engine.options import Value
from core.engine.text.words import count
from core.games.registry import GAMES
from lobby.players.identity import Identity
from lobby.players.ratings import Rated, Rating, rate
from lobby.room.bots import RoomBots
from lobby.tournament.app.runner import Part, Runner
from lobby.tournament.model.entry_store import Refusal
from lobby.tournament.model.opening import Opening, make_opening, read_opening
from lobby.tournament.model.state import TournamentState
from lobby.tournament.protocol import file
from lobby.tournament.protocol.node import Node, Report, Warned
from net.channels.addresses import Address
from net.match.early_end import AGREED
from net.match.events import Noted
from net.records import record
from net.seat.driver import Driver
from net.session.runner import PeerConfig, match_record
from net.system.safe_files import MOST_SMALL, read_limited

LOOK = 0.2
"""Seconds between two looks at how it stands."""
END_WITHIN = 5.0
OPENING = "opening"
FILE = "whole.tournament"
"""The file of a tournament that is over, in its folder."""


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """A tournament that is opened here; `code` is its invite code, "" for one that is open to all."""

    name: str
    game: Game
    title: str
    kind: str
    rounds: int
    sizes: tuple[int, int, int]
    minutes: int
    options: Mapping[str, Value]
    code: str = ""
    throw_away: bool = False
    """Whether one takes part under a name and a key for this tournament alone."""

    def opening(self, opener: bytes) -> Opening:
        """Its terms; raises `BadOpening`."""
        return make_opening(
            opener, self.title, self.kind, self.game, self.options, os.urandom(32),
            rounds=self.rounds, sizes=self.sizes, minutes=self.minutes,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """A tournament elsewhere. With an `opening` it is one that is gone on with: whoever takes part is looked for."""

    name: str
    contacts: tuple[Address, ...] = ()
    code: str = ""
    opening: Opening | None = None
    throw_away: bool = False
    """As in `OpenPlan`."""


Plan = OpenPlan | JoinPlan


class View(NamedTuple):
    """How a tournament stands, as the own member sees it."""

    opening: Opening
    course: TournamentState
    identity: bytes
    waiting: tuple[str, ...] = ()
    """Who is enrolled and plays from the next round on."""
    left: int = 0
    """Seconds that are left of the round."""
    silent: frozenset[bytes] = frozenset()
    ranks: tuple[tuple[int, ...], ...] = ()
    """Of the running round, by table; nothing where there is no result yet."""
    ready: bool = False
    """Whether the match at the own table can be played now."""
    gone: bool = False
    """Whether one has dropped out."""
    addresses: tuple[str, ...] = ()
    code: str = ""

    @property
    def mine(self) -> bool:
        """Whether it was opened here, so that it begins when one says so."""
        return self.opening.opener == self.identity

    @property
    def own_table(self) -> int | None:
        """Where one sits in the running round."""
        return self.course.table_of(self.identity)

    @property
    def ratings(self) -> list[Rating]:
        """How strong the players are, by the verified matches of this tournament; none counts for whom it went on
        without.
        """
        course = self.course
        rated = []
        for played in course.rounds:
            for table, (kept, match) in enumerate(zip(played.records, played.matches)):
                if match is not None and match.ended != AGREED:
                    seats = [seat for seat in range(1, len(match.ranks) + 1) if seat not in match.uncounted]
                    names = [course.player(number).name for number in played.tables[table]]
                    rated.append(
                        Rated(
                            kept,
                            tuple(match.identities[seat - 1] for seat in seats),
                            tuple(names[seat - 1] for seat in seats),
                            tuple(match.ranks[seat - 1] for seat in seats),
                            tuple(names[seat - 1] for seat in sorted(match.uncounted)),
                        )
                    )
        return rate(rated)


def warning(told: Warned) -> str:
    """What the clock says."""
    minutes = f"{count(told.minutes, 'minute')} left"
    return f"Round {told.round + 1}: {minutes if told.minutes else 'the time is over'}."


News = View | Warned | Refusal | Shut


class TournamentSession:
    """One member of a tournament, behind a window."""

    def __init__(self, plan: Plan, identity: Identity, home: Path | None = None) -> None:
        """`home` is the folder of all tournaments, or None for nothing kept. One that goes on under a key of its own
        has that in its folder.
        """
        self.plan, self.identity = plan, identity
        self.view: View | None = None
        """The last one that was heard."""
        self._inbox: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._part = Part(plan.name, plan.code, bot=False, among=home, throw_away=plan.throw_away)
        self._runner = Runner(self._part, identity, None, self._tell)
        self._runner.on_look = self._look
        self._bots = RoomBots(lambda words: None, None, identity.key)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: TableSession | None = None
        """The own table, where one was last."""
        self._looked = 0.0
        self._shown: View | None = None
        self._thread = threading.Thread(target=self._main, name="tether-tournament", daemon=True)

    def start(self) -> None:
        """Takes part."""
        self._thread.start()

    def news(self) -> list[News]:
        """Everything heard since the last call."""
        news = emptied(self._inbox)
        for told in news:
            if isinstance(told, View):
                self.view = told
        return news

    def begin(self) -> None:
        """Begins the first round with all who are enrolled."""
        self._in_member(lambda member: member.start())

    def drop_out(self) -> None:
        """Drops out for good; what was played stays."""
        self._in_member(lambda member: member.leave())

    def add_bot(self, bot: str) -> None:
        """One more bot takes part, as a program of its own on this computer."""
        view = self.view
        if view is not None and view.addresses:
            names = {player.name for player in view.course.players} | set(view.waiting)
            self._bots.enter_tournament(view.addresses[0], self._part.code, bot, names)

    def sit(self) -> TableSession | None:
        """A seat at the own table; None if nothing can be played there now."""
        config = self._runner.own_match()
        if config is None:
            return None
        self._table = TableSession(self, config)
        return self._table

    def play_socket(self) -> socket.socket:
        """A copy of the socket on which the own matches are played."""
        return self._runner.play_socket.dup()

    def report(self, room: bytes, data: bytes) -> None:
        """The own match is over; its record."""
        self._in_member(lambda member: member.report(room, data))

    def close(self) -> None:
        """Leaves; one is still enrolled, and may come back."""
        self._runner.leave()
        if self._thread.is_alive():
            self._thread.join(END_WITHIN)
        self._bots.end()

    # in the thread ---------------------------------------------------------------------------------------------------

    def _in_member(self, action: Callable[[Node], object]) -> None:
        member = self._runner.member
        if self._loop is not None and member is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(action, member)

    def _main(self) -> None:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._take_part())
        except Exception as failure:  # whatever it was, the player is told and the window lives on
            shut = Shut.by(failure)
            sentence = f"{shut.words[:1].upper()}{shut.words[1:].removesuffix('.')}."
            self._inbox.put(shut._replace(words=sentence))

    async def _take_part(self) -> None:
        self._loop = asyncio.get_running_loop()
        plan = self.plan
        opening = plan.opening(self.identity.key) if isinstance(plan, OpenPlan) else plan.opening
        member = await self._runner.run(opening, plan.contacts if isinstance(plan, JoinPlan) else ())
        self._show(member)
        if self._part.keep is not None and member.course.over:
            file.write(self._part.keep / FILE, file.kept_of(member))

    def _tell(self, report: Report) -> None:
        if isinstance(report, (Warned, Refusal)):
            self._inbox.put(report)
        if isinstance(report, Warned) and self._table is not None:
            self._table.remark(warning(report))

    def _look(self, member: Node) -> None:
        now = time.monotonic()
        if now - self._looked >= LOOK:
            self._looked = now
            self._show(member)

    def _show(self, member: Node) -> None:
        view = self._view_of(member)
        if view != self._shown:
            self._shown = view
            self._inbox.put(view)

    def _view_of(self, member: Node) -> View:
        course, running = member.course, member.course.running
        tables = range(len(running.tables)) if running is not None else ()
        results = [member.view.result_of(table) for table in tables]
        return View(
            member.opening,
            course,
            member.identity,
            tuple(enrol.name for enrol in member.waiting),
            int(member.view.left_of_clock) if running is not None else 0,
            frozenset(member.silent) - {member.identity},
            tuple(result[1] if result is not None else () for result in results),
            self._runner.own_match() is not None,
            member.gone,
            tuple(self._runner.addresses),
            self._part.code,
        )


class TableSession(match_session.TableSession):
    """The own seat at a table of a tournament: a match as any other, whose record the tournament gets."""

    def __init__(self, tournament: TournamentSession, config: PeerConfig) -> None:
        super().__init__(config)
        self._tournament = tournament

    def _socket(self) -> socket.socket:
        return self._tournament.play_socket()

    def remark(self, words: str) -> None:
        """Tells who sits there something of the tournament."""
        self._call(lambda: self._tell(Noted(words), 0.0))

    def _keep(self, driver: Driver) -> None:
        super()._keep(driver)
        if driver.play is not None and self.config.room is not None:
            self._tournament.report(self.config.room, record.pack(match_record(driver)))


class KeptTournament(NamedTuple):
    """A tournament in which one took part, in the folder where it is kept."""

    folder: Path
    opening: Opening
    name: str
    """The own name in it."""
    closed: bool
    when: float
    throw_away: bool = False
    """Whether one takes part under the key in that folder."""

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return (self.folder / FILE).exists()


def checked_view(kept: KeptTournament, identity: bytes, watch: Watch) -> View:
    """How a kept tournament that is over has ended: its file, checked as `tether verify` does; raises `Unplayable`."""
    done = 0

    def on_record() -> None:
        nonlocal done
        done += 1
        watch(done / (done + 4), f"{count(done, 'match', 'matches')} checked")

    try:
        course = file.verify(file.read(kept.folder / FILE), GAMES, on_record=on_record).course
    except (file.BadTournament, file.BadFile) as bad:
        raise Unplayable(f"Its file is not valid: {bad}.") from None
    return View(course.opening, course, identity)


def kept_tournaments(home: Path) -> list[KeptTournament]:
    """The tournaments that are kept, the last one first; what is none is left out."""
    found = []
    for folder in home.iterdir() if home.is_dir() else ():
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            opening = read_opening(read_limited(folder / OPENING, MOST_SMALL), GAMES)
            terms = json.loads(read_limited(folder / "part.json", MOST_SMALL))
            when = (folder / "part.json").stat().st_mtime
            closed, secret = bool(terms.get("closed")), bool(terms.get("throw_away"))
            found.append(KeptTournament(folder, opening, str(terms["name"]), closed, when, secret))
    return sorted(found, key=lambda one: (-one.when, one.folder.name))
