"""The way into rooms, and to running matches of others: forms, rooms, and the match that follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.app.app import App
    from client.screens.host_form import HostSetup
    from client.screens.rooms import JoinSetup
    from client.session.room_session import Begins, RoomSession, Shut
    from lobby.room.join_plan import GuestPlan, HostPlan, Plan
    from net.channels.addresses import Address


class Rooms:
    """Leads from the menu into a room, and back to its form, as it was filled in, if there is no way in."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._hosting: HostSetup | None = None
        self._joining: JoinSetup | None = None

    def host(self, trouble: str = "") -> None:
        """What a room is opened with."""
        from client.screens.host_form import HostScreen, HostSetup

        self._hosting = self._hosting or HostSetup()
        self.app.window.push(HostScreen(self.app.settings, self._hosting, self._open_as, self.app.window.pop, trouble))

    def open(self, name: str, setup: HostSetup) -> None:
        """Opens a room; if that is not possible the form says why."""
        self._hosting = setup
        self._enter(setup.plan(name), self._back_to_host, setup.bots)

    def _back_to_host(self, told: Shut | None = None) -> None:
        self.app.menu()
        self.host(told.words if told is not None else "")

    def join(self, trouble: str = "", code: bool = False) -> None:
        """Where to go."""
        from client.screens.rooms import JoinScreen, JoinSetup
        from client.session.discovery_thread import Listening

        self._joining = self._joining or JoinSetup()
        listening = Listening()
        listening.start()
        form = JoinScreen(self.app.settings, self._joining, self._go_as, self.app.window.pop, trouble, code, listening,
                          self.app.person.known, self.spectate, self.app.tournaments.from_rooms)  # fmt: skip
        self.app.window.push(form)

    def spectate(self, address: Address, code: str = "", big: bool = False) -> None:
        """The match of the room at an address, without a seat; `big` for a whole room to look at."""
        from client.app.settings import LARGEST_TEXTS
        from client.screens.live_loader import SpectateScreen
        from client.screens.rooms import JoinSetup
        from client.session.spectator_session import WatchSession
        from net.channels.addresses import shown
        from net.crypto.invite import shown as shown_code

        self._joining = JoinSetup(shown(address), shown_code(code) if code else "")
        session = WatchSession(address, code)
        session.start()
        self.app.window.clear_screens()
        if big:
            self.app.colour((), LARGEST_TEXTS)
        self.app.window.push(
            SpectateScreen(session, self.app.settings, self._back_to_join, self._back_to_join, self.app.options, big)
        )

    def go_to(self, setup: JoinSetup, plan: GuestPlan) -> None:
        """Goes to a room; if there is no seat the form says why."""
        self._joining = setup
        self._enter(plan, self._back_to_join)

    def _back_to_join(self, told: Shut | None = None) -> None:
        self.app.menu()
        self.join(*told or ())

    def _open_as(self, name: str, setup: HostSetup) -> None:
        self.app.take_name(name, setup.throw_away)
        self.open(name, setup)

    def _go_as(self, name: str, setup: JoinSetup, plan: GuestPlan) -> None:
        self.app.take_name(name, setup.throw_away)
        self.go_to(setup, plan)

    def _enter(
        self, plan: Plan, back: Callable[..., object], bots: tuple[str, ...] = (), mates: frozenset[bytes] = frozenset()
    ) -> None:
        """Into a room; `back` to the form, with what has shut one out. With `mates` it is a rematch: ready once they
        are all back.
        """
        from client.screens.room import RoomScreen
        from client.session.room_session import RoomSession
        from lobby.players.identity import fresh_identity

        person = self.app.person
        identity = fresh_identity() if plan.throw_away else person.identity
        if not plan.colour and not plan.throw_away:
            plan = replace(plan, colour=self.app.settings.colour)
        session = RoomSession(plan, identity, self.app.matches, person.learner())
        session.start()

        def begin(begun: RoomSession, begins: Begins) -> None:
            self.app.begin(begun, begins.seat, lambda: self.again(begun, back), begins.config)

        screen = RoomScreen(self.app.settings, session, begin, back, self.app.menu, bots, person.known,
                            mates)  # fmt: skip
        self.app.window.clear_screens()
        self.app.window.push(screen)

    def again(self, played: RoomSession, back: Callable[..., object]) -> None:
        """Back into the room of a match, for a rematch; bots that one had brought come again."""
        way = played.again()
        if way is None:
            back()
        else:
            plan, bots, mates = way
            self._enter(plan, back, bots, mates)

    def asked(self, plan: HostPlan | GuestPlan, bots: Sequence[str] = ()) -> None:
        """What the command line has asked for: opens a room, or goes to one; asks for a name first if there is none."""
        from client.screens.host_form import HostSetup
        from client.screens.rooms import JoinSetup
        from lobby.room.join_plan import HostPlan
        from lobby.room.timer import together
        from net.channels.addresses import shown
        from net.crypto.invite import shown as shown_code

        name = plan.name or self.app.settings.name
        if isinstance(plan, HostPlan):
            self._hosting = HostSetup(
                plan.seats,
                plan.port,
                bool(plan.code),
                together(plan.options, plan.timer),
                plan.code,
                tuple(bots),
                plan.throw_away,
                plan.colour,
                plan.game.name,
            )
            self.open(name, self._hosting) if name else self.host()
        else:
            self._joining = JoinSetup(shown(plan.address), shown_code(plan.code) if plan.code else "", plan.throw_away)
            self.go_to(self._joining, replace(plan, name=name)) if name else self.join()
