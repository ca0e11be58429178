"""Navigation to tournaments: the open ones, the past ones, and ours with its matches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.app.navigation import Navigator
    from client.screens.tournament.tournaments import OpenSetup
    from client.session.room_session import RoomExclusion
    from client.session.tournament_session import OpenPlan, Plan, StoredTournament, TournamentSession
    from net.channels.addresses import Address

TOURNAMENTS = "tournaments"
"""Folder of the stored tournaments."""


class TournamentFlow:
    """Navigation from the menu into a tournament, from there to our tables, and back."""

    def __init__(self, app: Navigator) -> None:
        self.app = app
        self.opening: OpenSetup | None = None
        """Settings with which our player last opened a tournament, or None."""
        self.session: TournamentSession | None = None
        """Session of the tournament in which our player takes part, or None."""

    @property
    def folder(self) -> Path | None:
        """Folder of the stored tournaments; None without a home folder."""
        return None if self.app.home is None else self.app.home / TOURNAMENTS

    def show(self, trouble: str = "", code: bool = False, contacts: Sequence[Address] = ()) -> None:
        """Show the open tournaments and the past ones."""
        from client.screens.tournament.tournaments import TournamentsScreen
        from client.session.discovery_thread import DiscoveryThread
        from client.session.tournament_session import stored_tournaments

        listening = DiscoveryThread()
        listening.start()
        kept_ones = stored_tournaments(self.folder) if self.folder is not None else []
        self.app.window.push(TournamentsScreen(
            self.app.settings, kept_ones, listening, self.enter, self.open, self.show_finished,
            self.app.window.pop, trouble, code, contacts,
        ))  # fmt: skip

    def from_rooms(self) -> None:
        """Show the tournaments instead of the form for rooms."""
        self.app.window.pop()
        self.show()

    def open(self) -> None:
        """Show the form for opening a tournament."""
        from client.screens.tournament.tournaments import OpenScreen, OpenSetup

        def opened(plan: OpenPlan, setup: OpenSetup) -> None:
            self.opening = setup
            self.enter(plan)

        self.opening = self.opening or OpenSetup()
        self.app.window.push(OpenScreen(self.app.settings, self.opening, opened, self.app.window.pop))

    def enter(self, plan: Plan) -> None:
        """Take part in a tournament."""
        from client.session.tournament_session import TournamentSession
        from lobby.players.identity import new_identity

        self.app.take_name(plan.name, plan.throw_away)
        self.leave()
        identity = new_identity() if plan.throw_away else self.app.person.identity
        self.session = TournamentSession(plan, identity, self.folder)
        self.session.start()
        self._show_own()

    def show_finished(self, which: StoredTournament) -> None:
        """Show a tournament that is over."""
        from client.screens.tournament.tournament import TournamentScreen
        from client.session.tournament_session import check_tournament
        from client.table.replay.loader import BackgroundLoad
        from lobby.players.identity import saved_key

        back = self.app.window.pop
        key = saved_key(which.folder) if which.throw_away else self.app.person.identity.key
        loading = BackgroundLoad(lambda watch: check_tournament(which, key, watch))
        loading.start()
        self.app.window.push(
            TournamentScreen(self.app.settings, None, None, back, lambda told: None, back, which.folder, loading)
        )

    def _show_own(self) -> None:
        """Show the tournament in which our player takes part."""
        from client.screens.tournament.tournament import TournamentScreen
        from client.session.tournament_session import JoinPlan

        session = self.session
        assert session is not None

        def back(told: RoomExclusion | None = None) -> None:
            self.app.show_menu()
            contacts = session.plan.contacts if isinstance(session.plan, JoinPlan) else ()
            self.show(*told, contacts) if told is not None else self.show()

        folder = Path.home() / "Tether"
        screen = TournamentScreen(self.app.settings, session.view, session, self._open_own_table, back, back, folder)
        self.app.window.clear_screens()
        self.app.set_colours(())
        if self.app.mixer is not None:
            self.app.mixer.bed()
        self.app.window.push(screen)

    def _open_own_table(self) -> None:
        """Show our table of the tournament; leaving it leads back to the tournament."""
        table = self.session.join_own_table() if self.session is not None else None
        if table is not None:
            table.start()
            self.app.start_match(table, table.config.seat, self._show_own, table.config, self._show_own)

    def leave(self) -> None:
        """Leave the session of the tournament; our player stays enrolled."""
        if self.session is not None:
            self.session.close()
            self.session = None
