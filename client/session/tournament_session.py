"""Tournament behind a window: the member in a separate thread, our matches in ordinary sessions.

session = TournamentSession(OpenPlan(...), identity, home)
session.start()
session.news()               # in each frame: the news; `session.view` is the current status
session.sit()                # a seat at our table, for the match screen
"""

from __future__ import annotations

import asyncio
import contextlib
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
from client.session.match_session import drain_queue
from client.session.room_session import RoomExclusion
from client.table.replay.frames import ProgressCallback, Unplayable
from core.engine.game import Game
from core.engine.options import Value
from core.engine.text.words import format_count
from core.games.registry import GAMES
from lobby.players.identity import Identity
from lobby.players.ratings import RatedMatch, Rating, rate_players
from lobby.room.bots import RoomBots
from lobby.tournament.app.runner import PART_FILE, Participation, Runner, read_participation
from lobby.tournament.model.entry_store import Refusal
from lobby.tournament.model.opening import Opening, make_opening, read_opening
from lobby.tournament.model.state import TournamentState
from lobby.tournament.protocol import file
from lobby.tournament.protocol.node import ClockReport, Node, Report
from net.channels.addresses import Address
from net.match.early_end import AGREED
from net.match.events import PlayerNotice
from net.records import record
from net.seat.driver import Driver
from net.session.peer_config import PeerConfig
from net.session.runner import match_record
from net.system.safe_files import MOST_SMALL, read_limited

VIEW_SECONDS = 0.2
"""Seconds between two updates of the view."""
END_TIMEOUT_SECONDS = 5.0
OPENING = "opening"
FILE = "whole.tournament"
"""Name of the file of a finished tournament, in the tournament's folder."""


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """Plan of a tournament that this client opens; `code` is its invite code, or "" if it is open to all."""

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
    """True if the player uses a separate name and key for this tournament only."""

    def opening(self, opener: bytes) -> Opening:
        """Return the terms of the tournament.

        Raise `BadOpening` if the terms are invalid.
        """
        return make_opening(
            opener, self.title, self.kind, self.game, self.options, os.urandom(32),
            rounds=self.rounds, sizes=self.sizes, minutes=self.minutes,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """Plan to join a tournament that another client has opened.

    With an `opening`, the client resumes that tournament, and searches for its players.
    """

    name: str
    contacts: tuple[Address, ...] = ()
    code: str = ""
    opening: Opening | None = None
    throw_away: bool = False
    """True if the player uses a separate name and key for this tournament only."""


Plan = OpenPlan | JoinPlan


class TournamentView(NamedTuple):
    """Status of a tournament, as our member sees it."""

    opening: Opening
    course: TournamentState
    identity: bytes
    waiting: tuple[str, ...] = ()
    """Enrolled players who will play from the next round on."""
    left: int = 0
    """Seconds left in the round."""
    silent: frozenset[bytes] = frozenset()
    ranks: tuple[tuple[int, ...], ...] = ()
    """Ranks in the running round, by table; empty for a table without a result."""
    ready: bool = False
    """True if the match at our table can be played now."""
    gone: bool = False
    """True if the player has left the tournament for good."""
    addresses: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    """The one or two addresses for an invitation, on different networks."""
    code: str = ""

    @property
    def is_mine(self) -> bool:
        """True if the player opened the tournament, and is therefore the one who begins it."""
        return self.opening.opener == self.identity

    @property
    def own_table(self) -> int | None:
        """Index of our table in the running round, or None."""
        return self.course.table_of(self.identity)

    @property
    def ratings(self) -> list[Rating]:
        """Ratings of the players, from the verified matches of this tournament.

        A match does not count for a player if the table continued without that player.
        """
        course = self.course
        rated = []
        for played in course.rounds:
            for table, (kept, match) in enumerate(zip(played.records, played.matches)):
                if match is not None and match.ended != AGREED:
                    seats = [seat for seat in range(1, len(match.ranks) + 1) if seat not in match.uncounted]
                    names = [course.player_numbered(number).name for number in played.tables[table]]
                    rated.append(
                        RatedMatch(
                            kept,
                            tuple(match.identities[seat - 1] for seat in seats),
                            tuple(names[seat - 1] for seat in seats),
                            tuple(match.ranks[seat - 1] for seat in seats),
                            tuple(names[seat - 1] for seat in sorted(match.uncounted)),
                        )
                    )
        return rate_players(rated)


def format_clock_warning(told: ClockReport) -> str:
    """Return the text of a clock warning."""
    minutes = f"{format_count(told.minutes, 'minute')} left"
    return f"Round {told.round + 1}: {minutes if told.minutes else 'time is up'}."


TournamentNews = TournamentView | ClockReport | Refusal | RoomExclusion


class TournamentSession:
    """Session of a member of a tournament, behind a window."""

    def __init__(self, plan: Plan, identity: Identity, home: Path | None = None) -> None:
        """Create the session.

        `home` is the folder of all tournaments, or None to store nothing. If the player uses a separate key for a
        tournament, its folder contains the key.
        """
        self.plan, self.identity = plan, identity
        self.view: TournamentView | None = None
        """Last status that the session has received, or None."""
        self._inbox: queue.SimpleQueue[TournamentNews] = queue.SimpleQueue()
        self._part = Participation(plan.name, plan.code, bot=False, among=home, throw_away=plan.throw_away)
        self._runner = Runner(self._part, identity, None, self._tell)
        self._runner.on_tick = self._update_view
        self._bots = RoomBots(lambda words: None, None, identity.key)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: TournamentTableSession | None = None
        """Session of our last table, or None if there was none."""
        self._looked = 0.0
        self._shown: TournamentView | None = None
        self._thread = threading.Thread(target=self._main, name="tether-tournament", daemon=True)

    def start(self) -> None:
        """Join the tournament."""
        match_session.end_finished()
        self._thread.start()

    def news(self) -> list[TournamentNews]:
        """Return all news since the last call."""
        news = drain_queue(self._inbox)
        for told in news:
            if isinstance(told, TournamentView):
                self.view = told
        return news

    def begin(self) -> None:
        """Begin the first round with all enrolled players."""
        self._in_member(lambda member: member.start())

    def drop_out(self) -> None:
        """Leave the tournament for good; finished matches still count."""
        self._in_member(lambda member: member.leave())

    def add_bot(self, bot: str) -> None:
        """Add a bot to the tournament, as a separate program on this computer."""
        view = self.view
        if view is not None and view.addresses:
            names = {player.name for player in view.course.players} | set(view.waiting)
            self._bots.enter_tournament(view.addresses[0], self._part.code, bot, names)

    def join_own_table(self) -> TournamentTableSession | None:
        """Return the session of our seat at our table, or None if no match can be played there now."""
        config = self._runner.own_match_config()
        if config is None:
            return None
        self._table = TournamentTableSession(self, config)
        return self._table

    def play_socket(self) -> socket.socket:
        """Return a copy of the socket on which our matches are played."""
        return self._runner.play_socket.dup()

    def report(self, room: bytes, data: bytes) -> None:
        """Submit the record of our finished match."""
        self._in_member(lambda member: member.report(room, data))

    def close(self) -> None:
        """Leave the tournament's window; the player stays enrolled, and may come back."""
        self._runner.leave()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_SECONDS)
        self._bots.end()

    # Worker thread ----------------------------------------------------------------------------------------------------

    def _in_member(self, action: Callable[[Node], object]) -> None:
        member = self._runner.member
        if self._loop is not None and member is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended in between
                self._loop.call_soon_threadsafe(action, member)

    def _main(self) -> None:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._take_part())
        except Exception as failure:  # any error is shown to the player, and the window survives
            shut = RoomExclusion.from_failure(failure)
            sentence = f"{shut.words[:1].upper()}{shut.words[1:].removesuffix('.')}."
            self._inbox.put(shut._replace(words=sentence))

    async def _take_part(self) -> None:
        self._loop = asyncio.get_running_loop()
        plan = self.plan
        opening = plan.opening(self.identity.key) if isinstance(plan, OpenPlan) else plan.opening
        member = await self._runner.run(opening, plan.contacts if isinstance(plan, JoinPlan) else ())
        self._publish_view(member)
        if self._part.keep is not None and member.course.is_over:
            file.write(self._part.keep / FILE, file.saved_tournament_of(member))

    def _tell(self, report: Report) -> None:
        if isinstance(report, (ClockReport, Refusal)):
            self._inbox.put(report)
        if isinstance(report, ClockReport) and self._table is not None:
            self._table.remark(format_clock_warning(report))

    def _update_view(self, member: Node) -> None:
        now = time.monotonic()
        if now - self._looked >= VIEW_SECONDS:
            self._looked = now
            self._publish_view(member)

    def _publish_view(self, member: Node) -> None:
        view = self._make_view(member)
        if view != self._shown:
            self._shown = view
            self._inbox.put(view)

    def _make_view(self, member: Node) -> TournamentView:
        course, running = member.course, member.course.running_round
        tables = range(len(running.tables)) if running is not None else ()
        results = [member.view.result_of(table) for table in tables]
        return TournamentView(
            member.opening,
            course,
            member.identity,
            tuple(enrol.name for enrol in member.waiting_players),
            int(member.view.seconds_left) if running is not None else 0,
            frozenset(member.silent_members) - {member.identity},
            tuple(result[1] if result is not None else () for result in results),
            self._runner.own_match_config() is not None,
            member.has_left,
            tuple(self._runner.addresses),
            self._runner.invited,
            self._part.code,
        )


class TournamentTableSession(match_session.TableSession):
    """Session of our seat at a tournament table: an ordinary match, whose record goes to the tournament."""

    stay = 0.0

    def __init__(self, tournament: TournamentSession, config: PeerConfig) -> None:
        super().__init__(config)
        self._tournament = tournament

    def _socket(self) -> socket.socket:
        return self._tournament.play_socket()

    def remark(self, words: str) -> None:
        """Show a note about the tournament to the player at this table."""
        self._call(lambda: self._queue_report(PlayerNotice(words), 0.0))

    def _save_record(self, driver: Driver) -> None:
        super()._save_record(driver)
        if driver.protocol is not None and self.config.room is not None:
            self._tournament.report(self.config.room, record.pack(match_record(driver)))


class StoredTournament(NamedTuple):
    """Stored tournament of the player, with the folder that contains it."""

    folder: Path
    opening: Opening
    name: str
    """Our name in the tournament."""
    closed: bool
    when: float
    throw_away: bool = False
    """True if the player uses the separate key in that folder."""

    @property
    def over(self) -> bool:
        """True if the tournament is over."""
        return (self.folder / FILE).exists()


def check_tournament(kept: StoredTournament, identity: bytes, watch: ProgressCallback) -> TournamentView:
    """Return the final status of a stored tournament that is over.

    The file is checked in the same way as `tether verify` does. Raise `Unplayable` if it fails.
    """
    done = 0

    def on_record() -> None:
        nonlocal done
        done += 1
        watch(done / (done + 4), f"{format_count(done, 'match', 'matches')} checked")

    try:
        course = file.verify(file.read(kept.folder / FILE), GAMES, on_record=on_record).course
    except (file.BadTournament, file.BadFile) as bad:
        raise Unplayable(f"Its file is not valid: {bad}.") from None
    return TournamentView(course.opening, course, identity)


def stored_tournaments(home: Path) -> list[StoredTournament]:
    """Return the stored tournaments, the newest first; skip invalid folders."""
    found = []
    for folder in home.iterdir() if home.is_dir() else ():
        with contextlib.suppress(OSError, ValueError):
            opening = read_opening(read_limited(folder / OPENING, MOST_SMALL), GAMES)
            part, closed = read_participation(folder)
            when = (folder / PART_FILE).stat().st_mtime
            found.append(StoredTournament(folder, opening, part.name, closed, when, part.throw_away))
    return sorted(found, key=lambda one: (-one.when, one.folder.name))
