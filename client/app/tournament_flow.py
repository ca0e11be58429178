"""The way into tournaments: those that are there and those that were, the own one, and its matches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.app.app import App
    from client.screens.tournaments import OpenSetup
    from client.session.room_session import Shut
    from client.session.tournament_session import KeptTournament, OpenPlan, Plan, TournamentSession
    from net.channels.addresses import Address

TOURNAMENTS = "tournaments"
"""The folder in which tournaments are kept."""


class Tournaments:
    """Leads from the menu into a tournament, to the own tables, and back."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.opening: OpenSetup | None = None
        """What one was opened with last."""
        self.session: TournamentSession | None = None
        """The tournament in which one takes part."""

    @property
    def folder(self) -> Path | None:
        """Where tournaments are kept."""
        return None if self.app.home is None else self.app.home / TOURNAMENTS

    def show(self, trouble: str = "", code: bool = False, contact: Address | None = None) -> None:
        """Those that are there, and those that were."""
        from client.screens.tournaments import TournamentsScreen
        from client.session.discovery_thread import Listening
        from client.session.tournament_session import kept_tournaments

        listening = Listening()
        listening.start()
        kept_ones = kept_tournaments(self.folder) if self.folder is not None else []
        self.app.window.push(TournamentsScreen(
            self.app.settings, kept_ones, listening, self.enter, self.open, self.look_at,
            self.app.window.pop, trouble, code, contact,
        ))  # fmt: skip

    def from_rooms(self) -> None:
        """The same, in place of the form for rooms."""
        self.app.window.pop()
        self.show()

    def open(self) -> None:
        """What a tournament is opened with."""
        from client.screens.tournaments import OpenScreen, OpenSetup

        def opened(plan: OpenPlan, setup: OpenSetup) -> None:
            self.opening = setup
            self.enter(plan)

        self.opening = self.opening or OpenSetup()
        self.app.window.push(OpenScreen(self.app.settings, self.opening, opened, self.app.window.pop))

    def enter(self, plan: Plan) -> None:
        """Takes part in a tournament."""
        from client.session.tournament_session import TournamentSession
        from lobby.players.identity import fresh_identity

        self.app.take_name(plan.name, plan.throw_away)
        self.leave()
        identity = fresh_identity() if plan.throw_away else self.app.person.identity
        self.session = TournamentSession(plan, identity, self.folder)
        self.session.start()
        self._show_own()

    def look_at(self, which: KeptTournament) -> None:
        """A tournament that is over."""
        from client.screens.tournament import TournamentScreen
        from client.session.tournament_session import checked_view
        from client.table.replay.loader import Loading
        from lobby.players.identity import key_kept

        back = self.app.window.pop
        key = key_kept(which.folder) if which.throw_away else self.app.person.identity.key
        loading = Loading(lambda watch: checked_view(which, key, watch))
        loading.start()
        self.app.window.push(
            TournamentScreen(self.app.settings, None, None, back, lambda told: None, back, which.folder, loading)
        )

    def _show_own(self) -> None:
        """The tournament in which one takes part."""
        from client.screens.tournament import TournamentScreen
        from client.session.tournament_session import JoinPlan

        session = self.session
        assert session is not None

        def back(told: Shut | None = None) -> None:
            self.app.menu()
            contact = next(iter(session.plan.contacts), None) if isinstance(session.plan, JoinPlan) else None
            self.show(*told, contact) if told is not None else self.show()

        folder = Path.home() / "Tether"
        screen = TournamentScreen(self.app.settings, session.view, session, self._sit, back, back, folder)
        self.app.window.clear_screens()
        self.app.colour(())
        if self.app.mixer is not None:
            self.app.mixer.bed()
        self.app.window.push(screen)

    def _sit(self) -> None:
        """The own table; from there one comes back to the tournament."""
        table = self.session.sit() if self.session is not None else None
        if table is not None:
            table.start()
            self.app.begin(table, table.config.seat, self._show_own, table.config, self._show_own)

    def leave(self) -> None:
        """Takes part no more; one is still enrolled."""
        if self.session is not None:
            self.session.close()
            self.session = None
