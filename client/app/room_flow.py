"""Navigation to rooms, and to running matches of other players: the forms, rooms and matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.app.navigation import Navigator
    from client.screens.host_form import HostSetup
    from client.screens.rooms import JoinSetup
    from client.session.room_session import MatchBegins, RoomExclusion, RoomSession, StoredSeat
    from lobby.room.bots import RequestedBot
    from lobby.room.join_plan import GuestPlan, HostPlan, Plan
    from net.channels.addresses import Address


class RoomFlow:
    """Navigation from the menu into a room.

    If the player cannot enter the room, the form appears again with its previous content.
    """

    def __init__(self, app: Navigator, from_rooms: Callable[[], object]) -> None:
        self.app = app
        self._tournaments = from_rooms
        self._hosting: HostSetup | None = None
        self._joining: JoinSetup | None = None

    def show_host_form(self, trouble: str = "") -> None:
        """Show the form for opening a room."""
        from client.screens.host_form import HostScreen, HostSetup

        self._hosting = self._hosting or HostSetup()
        self.app.window.push(HostScreen(self.app.settings, self._hosting, self._open_as, self.app.window.pop, trouble))

    def open_room(self, name: str, setup: HostSetup) -> None:
        """Open a room; if that fails, the form shows the reason."""
        from lobby.room.bots import RequestedBot

        self._hosting = setup
        self._enter(setup.plan(name), self._back_to_host, tuple(map(RequestedBot, setup.bots)))

    def _back_to_host(self, told: RoomExclusion | None = None) -> None:
        self.app.show_menu()
        self.show_host_form(told.words if told is not None else "")

    def show_join_form(self, trouble: str = "", code: bool = False) -> None:
        """Show the form for joining a room."""
        from client.screens.rooms import JoinScreen, JoinSetup
        from client.session.discovery_thread import DiscoveryThread
        from net.session.kept_matches import resumable_matches

        self._joining = self._joining or JoinSetup()
        own = resumable_matches((self.app.matches,))
        listening = DiscoveryThread()
        listening.start()
        form = JoinScreen(self.app.settings, self._joining, self._go_as, self.app.window.pop, trouble, code, listening,
                          self.app.person.known, self.spectate, self._tournaments, own)  # fmt: skip
        self.app.window.push(form)

    def spectate(self, addresses: Sequence[Address], code: str = "", big: bool = False) -> None:
        """Watch the match of the room at one of these addresses, without a seat.

        `big` is the large display for an audience.
        """
        from client.app.settings import LARGEST_TEXTS
        from client.screens.live_loader import SpectateScreen
        from client.screens.rooms import JoinSetup
        from client.session.spectator_session import SpectatorSession
        from net.channels.addresses import format_address
        from net.crypto.invite import format_code as shown_code

        self._joining = JoinSetup(",".join(map(format_address, addresses)), shown_code(code) if code else "")
        session = SpectatorSession(addresses, code)
        session.start()
        self.app.window.clear_screens()
        if big:
            self.app.set_colours((), LARGEST_TEXTS)
        self.app.window.push(
            SpectateScreen(
                session, self.app.settings, self._back_to_join, self._back_to_join, self.app.show_settings, big
            )
        )

    def join_room(self, setup: JoinSetup, plan: GuestPlan) -> None:
        """Join a room; if it has no free seat, the form shows the reason."""
        self._joining = setup
        self._enter(plan, self._back_to_join)

    def _back_to_join(self, told: RoomExclusion | None = None) -> None:
        self.app.show_menu()
        self.show_join_form(*told or ())

    def _open_as(self, name: str, setup: HostSetup) -> None:
        self.app.take_name(name, setup.throw_away)
        self.open_room(name, setup)

    def _go_as(self, name: str, setup: JoinSetup, plan: GuestPlan) -> None:
        self.app.take_name(name, setup.throw_away)
        self.join_room(setup, plan)

    def _enter(
        self,
        plan: Plan,
        back: Callable[..., object],
        bots: tuple[RequestedBot, ...] = (),
        mates: frozenset[bytes] = frozenset(),
    ) -> None:
        """Enter a room; `back` returns to the form and shows the reason for a refusal.

        If `mates` are given, the room is for a rematch. Our player is then ready as soon as all of them are back.
        """
        from client.screens.room import RoomScreen
        from client.session.room_session import RoomExclusion, RoomSession
        from lobby.players.identity import new_identity
        from net.replication.entry_log import EntryLogInUse
        from net.session.saved_match import BadSavedMatch

        person = self.app.person
        identity = new_identity() if plan.throw_away else person.identity
        if not plan.colour and not plan.throw_away:
            plan = replace(plan, colour=self.app.settings.colour)
        session = RoomSession(plan, identity, self.app.matches, person.known_players_view())
        session.start()

        def begin(begun: RoomSession, begins: MatchBegins) -> None:
            self.app.start_match(begun, begins.seat, lambda: self.rematch(begun, back), begins.config)

        def resume(kept: StoredSeat) -> None:
            try:
                self.app.resume(kept, [kept.where])
            except (BadSavedMatch, EntryLogInUse, OSError) as wrong:
                back(RoomExclusion.from_failure(wrong))

        screen = RoomScreen(self.app.settings, session, begin, back, self.app.show_menu, bots, person.known,
                            mates, resume)  # fmt: skip
        self.app.window.clear_screens()
        self.app.window.push(screen)

    def rematch(self, played: RoomSession, back: Callable[..., object]) -> None:
        """Return to the room of a match for a rematch, with the bots that we brought."""
        way = played.rematch_plan()
        if way is None:
            back()
        else:
            plan, bots, mates = way
            self._enter(plan, back, bots, mates)

    def enter_requested(self, plan: HostPlan | GuestPlan, bots: Sequence[str] = ()) -> None:
        """Open or join the room that the command line names; if the player has no name, first ask for one."""
        from client.screens.host_form import HostSetup
        from client.screens.rooms import JoinSetup
        from lobby.room.join_plan import HostPlan
        from lobby.room.timer import merge_timer
        from net.channels.addresses import format_address
        from net.crypto.invite import format_code as shown_code

        name = plan.name or self.app.settings.name
        if isinstance(plan, HostPlan):
            self._hosting = HostSetup(
                plan.seats,
                plan.port,
                bool(plan.code),
                merge_timer(plan.options, plan.timer),
                plan.code,
                tuple(bots),
                plan.throw_away,
                plan.colour,
                plan.game.name,
                plan.hand_out,
            )
            self.open_room(name, self._hosting) if name else self.show_host_form()
        else:
            self._joining = JoinSetup(
                ",".join(map(format_address, plan.addresses)),
                shown_code(plan.code) if plan.code else "",
                plan.throw_away,
            )
            self.join_room(self._joining, replace(plan, name=name)) if name else self.show_join_form()
