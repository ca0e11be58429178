"""Rooms over real sockets on this computer: found by address, joined and played, and the errors in doing so."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.engine.codec import enc
from core.games.registry import GAMES
from lobby.discovery import probe
from lobby.discovery.discovery import DiscoveredRoom
from lobby.discovery.listing import join_obstacle
from lobby.discovery.probe import (
    RoomTrouble,
    check_compatible,
    check_joinable,
    query_first_room,
    query_room,
    resolve_addresses,
)
from lobby.discovery.responder import AGAIN, LENGTH, PROTOCOL, Notice, make_answer, make_question, read_answer
from lobby.discovery.room_announcement import RoomAnnouncement
from lobby.players.identity import fingerprint, load_own_identity, new_identity
from lobby.room import advertised_addresses, join
from lobby.room.join import RoomClient, RoomView, StartedMatch
from lobby.room.join_plan import GuestPlan, HostPlan
from net.channels.addresses import OwnAddress, has_route
from net.cli.games.new_game import TEMPLATE
from net.match.events import StepResolved
from net.match.genesis import rules_hash
from net.records.verification import verify
from net.session.live_feed import SpectatorRunner, WatchConfig
from net.session.runner import match_record
from net.transport.udp import PortBusy, bind, run
from net.version import VERSION
from tests.support.kit import loaded
from tests.support.lobby.contacts import room_at
from tests.support.lobby.hostiles import DEEDS, Hostile

GAME = GAMES["bridgefront"]
HERE = "127.0.0.1"
CODE = "K7Q2M9XTR4"


class Seen:
    """Recorder of a member's views that can wait for one."""

    def __init__(self) -> None:
        self.views: list[RoomView] = []
        self._news = asyncio.Event()

    def __call__(self, view: RoomView) -> None:
        self.views.append(view)
        self._news.set()

    async def until(self, wanted: Any) -> RoomView:
        """Return the first view that satisfies the condition."""
        async with asyncio.timeout(20):
            while True:
                found = next((view for view in self.views if wanted(view)), None)
                if found is not None:
                    return found
                self._news.clear()
                await self._news.wait()


def hosting(seats: int, code: str = "", host: str = HERE, **rest: Any) -> tuple[RoomClient, Seen]:
    """Return a room on any free port, and its recorder."""
    seen = Seen()
    bot = rest.pop("bot", "random")
    plan = HostPlan(GAME, seats, rest.pop("options", {}), "Ada", 0, code, bot=bot, host=host)
    return RoomClient(plan, new_identity(), seen, RandomBot("room", 1), **rest), seen


def joining(port: int, name: str = "Ilse", code: str = "", at: str = HERE, **rest: Any) -> tuple[RoomClient, Seen]:
    """Return a guest that joins the room at this port, and the guest's recorder."""
    seen = Seen()
    plan = GuestPlan((at, port), name, code, bot=rest.pop("bot", "random"), host="::" if ":" in at else HERE)
    return RoomClient(plan, new_identity(), seen, RandomBot("room", len(name)), **rest), seen


def names(view: RoomView) -> set[str]:
    """Return the names of the seated members."""
    return {place.name for place in view.table.seated_members} if view.table is not None else set()


def sits(name: str, view: RoomView) -> bool:
    """Return True if this member has a seat in the view."""
    return name in names(view)


def lan(host: str) -> OwnAddress:
    """Return an address of this computer on a local network of 256 addresses."""
    return OwnAddress(host, frozenset((host.rpartition(".")[0],)), True)


async def port_of(seen: Seen) -> int:
    """Return the port of a room."""
    view = await seen.until(lambda view: view.table is not None)
    return int(view.addresses[0].rpartition(":")[2])


async def play(begun: StartedMatch | None, finish: asyncio.Barrier, steps: int = 12) -> tuple[Any, list[bytes]]:
    """Play this number of steps and continue until all players wait at `finish`.

    Return the driver and the digests.
    """
    assert begun is not None
    digests: list[bytes] = []
    done = asyncio.Event()
    with contextlib.ExitStack() as cleanup:

        def report(said: Any, at: float) -> None:
            if isinstance(said, StepResolved) and len(digests) < steps:
                digests.append(said.digest)
                if len(digests) == steps:
                    done.set()

        peer = begun.peer(report, cleanup)
        going = asyncio.create_task(peer.run())
        async with asyncio.timeout(40):
            await done.wait()
            await finish.wait()
            peer.leave()
            await going
        return peer.driver, digests


def ready_when_full(joined: RoomClient) -> Any:
    """Return a callback for views that makes a member ready as soon as every seat is taken."""

    def look(view: RoomView) -> None:
        if (
            joined.room is not None
            and view.table is not None
            and view.table.is_full
            and not view.ready
            and not view.is_bound
        ):
            joined.room.set_ready(True)

    return look


def test_a_rematch_gathers_players_in_one_room_with_rotated_seats() -> None:
    """Two persons play, return one after the other, the guest first, and play again with seats swapped."""

    async def main() -> None:
        members = [hosting(2, CODE, bot="")[0]]
        members[0]._on_view = ready_when_full(members[0])
        seats: list[list[bytes]] = []
        colours: list[dict[bytes, int]] = []
        rooms: list[bytes] = []
        going = [asyncio.create_task(members[0].run())]
        while members[0].room is None or members[0].room.table is None:
            await asyncio.sleep(0.01)
        guest = joining(members[0].contact[1], "Ilse", CODE, bot="")[0]
        guest._on_view = ready_when_full(guest)
        members.append(guest)
        going.append(asyncio.create_task(guest.run()))
        for _ in range(2):
            async with asyncio.timeout(30):
                begun = await asyncio.gather(*going)
            assert members[0].room is not None and members[1].room is not None
            assert members[0].room.id == members[1].room.id
            rooms.append(members[0].room.id)
            table = members[1].room.table
            assert table is not None and all(one is not None for one in begun)
            seats.append([place.identity for place in table.seated_members])
            colours.append({place.identity: place.colour for place in table.seated_members})
            assert all(list(one.config.colours) == [colours[-1][who] for who in seats[-1]] for one in begun if one)
            assert [one.config.seat for one in begun if one] == [table.seat_of(m.identity.key) for m in members]
            finish = asyncio.Barrier(2)
            await asyncio.gather(*(play(one, finish, 2) for one in begun))
            plans = [member.rematch_plan() for member in members]
            assert plans[0] is not None and plans[1] is not None and plans[0].fork.room == plans[1].fork.room
            fresh = [
                RoomClient(plan, m.identity, print, RandomBot("room", 1)) for plan, m in zip(plans, members) if plan
            ]
            for one in fresh:
                one._on_view = ready_when_full(one)
            members, going = fresh, []
            for member in reversed(members):  # the guest is back first, and finds nobody yet
                going.insert(0, asyncio.create_task(member.run()))
                await asyncio.sleep(0.1)
        for member in members:
            member.leave()
        await asyncio.gather(*going)
        assert colours[1] == colours[0], "everyone keeps the colour, though nobody has asked for one"
        assert seats[1] == seats[0][::-1] and rooms[0] != rooms[1]

    run(main())


async def watch(contact: tuple[str, int]) -> list[bytes]:
    """Connect as `tether watch` does; return the digests of a few steps."""
    with contextlib.closing(bind(0, HERE)) as sock:
        notice = check_compatible(await query_room(sock, contact), contact)
    seen: list[bytes] = []

    def report(said: Any, state: Any) -> None:
        if isinstance(said, StepResolved):
            seen.append(said.digest)
            if len(seen) == 3:
                watching.leave()

    watching = SpectatorRunner(WatchConfig(GAMES, notice.match, [contact], CODE, on_report=report, meeting=notice.room))
    async with asyncio.timeout(20):
        await watching.watch()
    return seen


def test_three_players_meet_by_one_address_and_play() -> None:
    async def main() -> list[Any]:
        room, seen = hosting(3, CODE, options={"vp_to_win": 5})
        opened = asyncio.create_task(room.run())
        port = await port_of(seen)
        guests = [joining(port, name, "k7q2m-9xtr4")[0] for name in ("Ilse", "Ilse")]
        joined = [asyncio.create_task(guest.run()) for guest in guests]
        begun = await asyncio.gather(opened, *joined)
        finish = asyncio.Barrier(1 + len(begun))

        async def watched() -> list[bytes]:
            seen = await watch((HERE, port))
            await finish.wait()
            return seen

        return await asyncio.gather(watched(), *(play(one, finish) for one in begun))

    watched, *played = run(main())
    seen = list(zip(watched, played[0][1]))
    assert len(seen) >= 3 and all(one == other for one, other in seen), "who watches sees the match from its start"
    assert len({tuple(digests) for _, digests in played}) == 1
    drivers = [driver for driver, _ in played]
    assert {driver.seat for driver in drivers} == {1, 2, 3}
    assert set(drivers[1].protocol.table.genesis.names) == {"Ada", "Ilse", "Ilse (2)"}, "no two seats have one name"
    linked = [sum(peer.seat > 0 for peer in driver.sync.peers.values()) for driver in drivers]
    assert linked == [2, 2, 2], "everybody is linked with everybody"
    assert verify(match_record(drivers[2]), GAME).steps >= 12


def test_a_room_over_ipv6_survives_its_opener() -> None:
    where = "::1" if has_route(("::1", 1)) else HERE

    async def main() -> tuple[RoomView, RoomView]:
        room, seen = hosting(3, host="::", bot="")
        opened = asyncio.create_task(room.run())
        guest, there = joining(await port_of(seen), at=where)
        joined = asyncio.create_task(guest.run())
        first = await there.until(lambda view: view.seat == 2)
        room.leave()
        assert await opened is None
        last = await there.until(lambda view: view.table and "Ada" not in names(view) and view.seat)
        late, _ = joining(int(there.views[-1].addresses[0].rpartition(":")[2]), "Tomas", at=where)
        came = asyncio.create_task(late.run())
        await there.until(lambda view: view.table and {"Ilse", "Tomas"} <= names(view))
        for one, task in ((guest, joined), (late, came)):
            one.leave()
            assert await task is None
        return first, last

    first, last = run(main())
    assert [place and place.name for place in first.table.places] == ["Ada", "Ilse", None]
    assert last.table.taken_count == 1 and last.table.settings.name == "Ada"


async def trouble(port: int, **rest: Any) -> RoomTrouble:
    """Return the error of a guest that cannot join."""
    guest, _ = joining(port, **rest)
    with pytest.raises(RoomTrouble) as wrong:
        await guest.run()
    return wrong.value


def test_a_refused_join_gives_its_reason() -> None:
    async def main() -> list[RoomTrouble]:
        room, seen = hosting(2, CODE, bot="")
        opened = asyncio.create_task(room.run())
        port = await port_of(seen)
        said = [await trouble(port), await trouble(port, code="K7Q2M9XTR5")]
        guest, there = joining(port, "Tomas", CODE)
        joined = asyncio.create_task(guest.run())
        await there.until(lambda view: view.seat == 2)
        said.append(await trouble(port, code=CODE))
        room.room.vote_out(there.views[-1].identity)
        with pytest.raises(RoomTrouble) as wrong:
            await joined
        room.leave()
        await opened
        return [*said, wrong.value]

    no_code, wrong_code, full, out = run(main())
    assert "Ask someone in the room for it" in str(no_code) and no_code.code
    assert "not this room's invite code" in str(wrong_code) and wrong_code.code
    assert "full" in str(full) and not full.code
    assert "have removed you" in str(out)


class Intruder(Hostile):
    """A guest with a real link and the code that, at each tick, tries attacks that once worked."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.deeds = DEEDS


def test_a_hostile_guest_cannot_stop_the_match_from_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest with a real link cannot take over the room, and the match begins.

    The guest tries invented identities that vote against all others, an occupied seat, and settings in the host's name.
    """

    async def main() -> tuple[list[RoomView], int, str]:
        room, seen = hosting(3, CODE, bot="")
        opened = asyncio.create_task(room.run())
        port = await port_of(seen)
        there, tasks = [], [opened]
        for name in ("Ilse", "Tomas"):
            guest, view = joining(port, name, CODE, bot="")
            tasks.append(asyncio.create_task(guest.run()))
            there.append((guest, view))
            await seen.until(partial(sits, name))
        with monkeypatch.context() as patch:
            patch.setattr(join, "Room", Intruder)
            patch.setattr(join, "check_joinable", lambda notice, code, where: None)
            eve, _ = joining(port, "Eve", CODE, bot="")
            tasks.append(asyncio.create_task(eve.run()))
            await there[0][1].until(lambda view: view.table and "Eve" in [p.name for p in view.table.standing])
        async with asyncio.timeout(20):
            while eve.room.sent < 300:
                await asyncio.sleep(0.02)
        members = [room, *(guest for guest, _ in there)]
        held = [one.room.seat for one in members]
        for one in members:
            one.room.set_ready(True)
        begun = await asyncio.gather(*tasks[:3])
        eve.leave()
        await tasks[3]
        for one in begun:
            one.close()
            one.sock.close()
        return [one.config for one in begun], held, [one.room.refusal for one in members]

    configs, held, refusals = run(main())
    assert held == [1, 2, 3] and refusals == ["", "", ""]
    assert [config.seat for config in configs] == [1, 2, 3] and len({config.room for config in configs}) == 1
    assert all(config.seats == 3 for config in configs)


def test_continuing_without_the_founder_opens_a_new_room_with_the_same_code() -> None:
    async def main() -> list[Any]:
        room, seen = hosting(3, CODE, bot="", options={"vp_to_win": 6})
        opened = asyncio.create_task(room.run())
        port = await port_of(seen)
        there, tasks = [], []
        for name in ("Ilse", "Tomas"):
            guest, view = joining(port, name, CODE, bot="")
            tasks.append(asyncio.create_task(guest.run()))
            there.append((guest, view))
            await seen.until(partial(sits, name))
        old = room.room.id
        await there[1][1].until(lambda view: {"Ada", "Ilse", "Tomas"} <= names(view))
        for guest, view in there:
            assert view.views[-1].first == room.identity.key
            guest.room.continue_without(room.identity.key)
        last = [
            await view.until(lambda view: "without Ada" in view.notes and {"Ilse", "Tomas"} == names(view))
            for _, view in there
        ]
        assert {guest.room.id for guest, _ in there} != {old} and room.room.id == old
        assert len({guest.room.id for guest, _ in there}) == 1
        late, late_seen = joining(there[0][0].contact[1], "Anna", CODE, bot="")
        tasks.append(asyncio.create_task(late.run()))
        await late_seen.until(lambda view: {"Ilse", "Tomas", "Anna"} == names(view))
        for one in (room, late, *(guest for guest, _ in there)):
            one.leave()
        assert await asyncio.gather(opened, *tasks) == [None] * 4
        return last

    for view in run(main()):
        assert GAME.options.values_by_name(view.table.options)["vp_to_win"] == 6 and view.code == CODE


def test_an_unanswered_join_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "QUERY_TIMEOUT", 0.3)
    with bind(0, HERE) as silent:
        port = silent.getsockname()[1]
        assert "Nobody answers at 127.0.0.1" in str(run(trouble(port)))


def inviting(*ports: int, at: str = HERE, other: str = "127.0.0.2", listen: str = "0.0.0.0") -> tuple[RoomClient, Seen]:
    """Return a guest with an invitation to two hosts on this computer, and the guest's recorder."""
    seen = Seen()
    plan = GuestPlan((other, ports[0]), "Ilse", "", bot="random", host=listen, others=((at, ports[1]),))
    return RoomClient(plan, new_identity(), seen, RandomBot("room", 4)), seen


class Listening(asyncio.DatagramProtocol):
    """Program that does not answer and keeps the datagrams it receives."""

    def __init__(self) -> None:
        self.received: list[bytes] = []

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.received.append(data)


def test_a_guest_joins_by_the_second_address_if_the_first_does_not_answer() -> None:
    async def main() -> tuple[RoomView, float]:
        room, seen = hosting(2, bot="")
        opened = asyncio.create_task(room.run())
        with bind(0, "127.0.0.2") as silent:
            guest, there = inviting(silent.getsockname()[1], await port_of(seen))
            began = time.monotonic()
            joined = asyncio.create_task(guest.run())
            last = await there.until(lambda view: view.seat == 2)
            took = time.monotonic() - began
        guest.leave()
        room.leave()
        assert await asyncio.gather(opened, joined) == [None, None]
        assert there.views[0].status.startswith("Looking for a room at 127.0.0.2:")
        assert f" or {HERE}:" in there.views[0].status
        return last, took

    last, took = run(main())
    assert names(last) == {"Ada", "Ilse"} and took < probe.QUERY_TIMEOUT


def test_each_of_two_invited_addresses_is_queried_no_more_than_a_single_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """An invitation cannot make a guest send more to an address than the guest sends to a single typed one."""
    monkeypatch.setattr(probe, "QUERY_TIMEOUT", 1.2)

    async def main() -> list[Listening]:
        loop = asyncio.get_running_loop()
        there = [
            await loop.create_datagram_endpoint(Listening, local_addr=(host, 0)) for host in ("127.0.0.2", "127.0.0.3")
        ]
        guest, _ = inviting(*(transport.get_extra_info("sockname")[1] for transport, _ in there), at="127.0.0.3")
        with pytest.raises(RoomTrouble, match=r"Nobody answers at 127\.0\.0\.2:\d+ or 127\.0\.0\.3:\d+\."):
            await guest.run()
        for transport, _ in there:
            transport.close()
        return [listening for _, listening in there]

    for listening in run(main()):
        assert 1 <= len(listening.received) <= probe.QUERY_TIMEOUT / AGAIN + 1
        assert {len(datagram) for datagram in listening.received} == {LENGTH}


@pytest.mark.parametrize("full_first", [True, False])
def test_of_two_invited_rooms_the_one_that_can_be_joined_is_chosen(full_first: bool) -> None:
    """A stranger's room may have the first address on the guest's own network."""
    notice = Notice(bytes(32), GAME.name, rules_hash(GAME), "Eve", 2, 2, False, b"")

    async def main() -> str:
        with room_at(notice, "127.0.0.2") as full, room_at(notice._replace(taken=1, name="Ada"), HERE) as free:
            where = (("127.0.0.2", full), (HERE, free)) if full_first else ((HERE, free), ("127.0.0.2", full))
            with bind(0, "0.0.0.0") as sock:
                found = await query_first_room(
                    sock, where, lambda notice, contact: check_joinable(notice, False, contact)
                )
        assert found is not None
        return found.notice.name

    assert run(main()) == "Ada"


def test_a_refusal_by_one_invited_address_is_reported_without_waiting_long_for_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe, "QUERY_TIMEOUT", 60.0)
    monkeypatch.setattr(probe, "GRACE", 0.2)
    notice = Notice(bytes(32), GAME.name, rules_hash(GAME), "Ada", 2, 2, False, b"")
    with room_at(notice) as full, bind(0, "127.0.0.2") as silent:
        guest, _ = inviting(silent.getsockname()[1], full)
        began = time.monotonic()
        with pytest.raises(RoomTrouble, match="The room is full"):
            run(guest.run())
    assert time.monotonic() - began < 20


def test_the_broadcast_address_of_a_network_is_not_queried() -> None:
    """Only the system knows this address; it has no route to it without permission to broadcast."""
    with pytest.raises(RoomTrouble, match=r"no network connection to 127\.255\.255\.255"):
        run(resolve_addresses([("127.255.255.255", 5000)]))


def test_host_names_in_an_invitation_are_checked_after_they_are_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"a.local": "10.0.0.1", "b.local": "127.0.0.1", "c.local": "224.0.0.1", "d.local": "10.0.0.1"}
    monkeypatch.setattr(probe, "resolve", lambda host, port: (found[host], port))
    monkeypatch.setattr(probe, "has_route", lambda address: True)
    for hosts, words in (("ab", "own computer"), ("ac", "not the address of one computer"), ("ad", "twice")):
        with pytest.raises(RoomTrouble, match=words):
            run(resolve_addresses([(f"{host}.local", 5000) for host in hosts]))


def test_an_invited_address_without_a_route_does_not_prevent_joining_by_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe, "has_route", lambda address: ":" not in address[0])
    assert run(resolve_addresses([("fd00::2", 5000), ("10.0.0.1", 5000)])) == (("10.0.0.1", 5000),)
    with pytest.raises(RoomTrouble, match=r"no network connection to \[fd00::2\]:5000"):
        run(resolve_addresses([("fd00::2", 5000), ("fd00::3", 5000)]))


def test_other_rules_and_games_are_refused_on_joining() -> None:
    notice = Notice(bytes(32), GAME.name, rules_hash(GAME), "Ada", 2, 1, False, b"")
    assert check_compatible(notice, (HERE, 1)) == notice
    check_joinable(notice, False, (HERE, 1))
    for false, words in (
        (
            notice._replace(rules=bytes(32)),
            f"different rules, those of another build of Tether {VERSION}:",
        ),
        (notice._replace(rules=bytes(32), version="0.0.9"), "those of Tether 0.0.9, which is older"),
        (notice._replace(game="whist"), "'whist' is not on this computer"),
        (notice._replace(match=bytes(32)), "has begun"),
        (notice._replace(taken=2), "full"),
        (notice._replace(closed=True), "needs an invite code"),
    ):
        with pytest.raises(RoomTrouble, match=words):
            check_joinable(check_compatible(false, (HERE, 1)), False, (HERE, 1))


def test_a_room_with_another_version_of_a_game_file_is_refused_in_words(tmp_path: Path) -> None:
    text = TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf")
    with loaded(text, tmp_path, "wolf.py") as game:
        theirs = rules_hash(game)
    with loaded(text.replace("range(1, 10)", "range(1, 11)", 1), tmp_path, "wolf.py") as game:
        assert rules_hash(game) != theirs
        notice = Notice(bytes(32), "wolf", theirs, "Ada", 2, 1, False, b"")
        with pytest.raises(RoomTrouble, match=r"another version of wolf\.py: everyone needs the same game file"):
            check_compatible(notice, (HERE, 1))
        heard = DiscoveredRoom(HERE, RoomAnnouncement(1, notice, ("Ada",)), 0.0)
        assert join_obstacle(heard) == "another version of the game file"
    with loaded(text.replace("Five minutes.", "Ten minutes."), tmp_path, "wolf.py") as game:
        assert rules_hash(game) == theirs, "a corrected sentence parts nobody"


def test_a_missing_network_or_computer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no computer called" in str(run(trouble(1, at="no.such.host.invalid")))
    monkeypatch.setattr(probe, "has_route", lambda address: False)
    assert "no network connection to" in str(run(trouble(1)))
    monkeypatch.setattr(advertised_addresses, "own_addresses", list)
    monkeypatch.setattr(advertised_addresses, "link_local_hosts", lambda: ["fe80::7%2", "fe80::7%3"])
    view = run(alone(hosting(2, host="::", bot="")))
    assert "on no network" not in view.status
    assert len(view.addresses) == 1 and view.addresses[0].startswith("[fe80::7]:"), "each calls the link otherwise"
    assert view.invited == view.addresses
    monkeypatch.setattr(advertised_addresses, "link_local_hosts", list)
    assert "on no network" in run(alone(hosting(2, host="::", bot=""))).status


def test_an_address_that_this_computer_lost_is_no_longer_advertised(monkeypatch: pytest.MonkeyPatch) -> None:
    there = ["192.168.1.7", "192.168.1.8"]
    monkeypatch.setattr(advertised_addresses, "own_addresses", lambda: [lan(host) for host in there])
    monkeypatch.setattr(advertised_addresses, "link_local_hosts", lambda: ["fe80::7%2"])
    monkeypatch.setattr(advertised_addresses, "SCAN_INTERVAL", 0.0)

    async def moved() -> None:
        room, seen = hosting(2, host="::", bot="")
        opened = asyncio.create_task(room.run())
        view = await seen.until(lambda view: len(view.addresses) == 2)
        port = int(view.addresses[0].rpartition(":")[2])
        there.remove("192.168.1.7")
        await seen.until(lambda view: view.addresses == (f"192.168.1.8:{port}",))
        assert room.room is not None and room.room.me.addresses == (("192.168.1.8", port),)
        there.clear()
        await seen.until(lambda view: view.addresses == (f"[fe80::7]:{port}",))
        assert room.room.me.addresses == ()
        room.leave()
        await opened

    run(moved())


async def alone(room: tuple[RoomClient, Seen]) -> RoomView:
    """Return the first view of a member that has just opened a room."""
    joining, seen = room
    opened = asyncio.create_task(joining.run())
    view = await seen.until(lambda view: view.table is not None)
    joining.leave()
    await opened
    return view


def test_an_address_is_charged_to_the_member_that_named_it() -> None:
    """An address is charged to the member that named it.

    Otherwise a member that names many addresses would keep all others from being dialled.
    """
    tried: list[tuple[Any, ...]] = []
    there = ("127.0.0.1", 5000)
    room = SimpleNamespace(
        possible_addresses=lambda: [(there, b"a teller")], set_addresses=lambda found: None, linked={}
    )
    member = SimpleNamespace(
        room=room, _links=SimpleNamespace(dial=lambda *said: tried.append(said)),
        _offered=SimpleNamespace(update=lambda now: False, addresses=(), prefer_reached=lambda guests: None),
    )  # fmt: skip
    RoomClient._dial_members(member, 0.0)  # type: ignore[arg-type]
    assert tried == [(there, b"a teller")]


def test_hosting_on_an_occupied_port_is_refused() -> None:
    with bind(0, HERE) as taken:
        plan = HostPlan(GAME, 2, {}, "Ada", taken.getsockname()[1], host=HERE)
        with pytest.raises(PortBusy, match="already in use"):
            run(RoomClient(plan, new_identity(), print).run())


def test_the_answer_to_a_room_query_is_not_longer_than_the_query() -> None:
    notice = Notice(bytes(32), "x" * 32, bytes(32), "\U00010400" * 24, 6, 6, True, b"\xff" * 32)
    assert len(make_question(bytes(16))) == LENGTH >= len(make_answer(bytes(16), notice))
    assert read_answer(make_answer(bytes(16), notice), bytes(16)) == notice
    assert read_answer(make_answer(bytes(16), notice), b"\x01" * 16) is None
    assert read_answer(make_answer(bytes(16), notice)[:-1], bytes(16)) is None


@pytest.mark.parametrize(("protocol", "age"), [(PROTOCOL - 1, "older"), (PROTOCOL + 1, "newer")])
def test_an_older_program_is_named_even_if_its_answer_cannot_be_read(protocol: int, age: str) -> None:
    async def main() -> None:
        with bind(0, HERE) as there, bind(0, HERE) as here:
            loop, port = asyncio.get_running_loop(), there.getsockname()[1]
            knocking = asyncio.create_task(query_room(here, (HERE, port)))
            asked, back = await loop.sock_recvfrom(there, LENGTH)
            await loop.sock_sendto(there, b"\x17" + asked[1:17] + enc([protocol, "what we do not know"]), back)
            await knocking

    with pytest.raises(RoomTrouble, match=f"is {age} than yours: everyone needs the same version"):
        run(main())


def test_a_saved_identity_is_used_by_one_program_at_a_time(tmp_path: Path) -> None:
    first = load_own_identity(tmp_path)
    second = load_own_identity(tmp_path)
    assert first.key != second.key and second.file is None and first.file is not None
    first.file.close()
    assert load_own_identity(tmp_path).key == first.key
    assert len(fingerprint(first.key)) == 9
    (tmp_path / "identity").write_bytes(b"short")
    with pytest.raises(ValueError, match="damaged"):
        load_own_identity(tmp_path)
