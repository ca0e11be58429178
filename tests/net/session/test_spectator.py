"""Spectators see everything public at any moment, nothing else, and cost a bounded amount of work (PROTOCOL 12)."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from core.games.registry import GAMES
from net.channels.channels import Channels
from net.crypto.match_keys import room_id_from_text, seat_seeds_from_text
from net.crypto.primitives import Signer
from net.match.events import ChatMessage, EndOfMatch, MatchStarted, StepResolved
from net.match.genesis import Terms, make_card
from net.records.verification import verify
from net.replication import messages
from net.replication.entry_log import MemoryEntryLog
from net.replication.outbox import pack_parts
from net.replication.peer_state import STRANGER_BYTES, STRANGER_DATAGRAMS
from net.seat.driver import Driver
from net.session.live_feed import SpectatorRunner, WatchConfig
from net.session.runner import match_record, run_peer
from net.session.spectator import Spectator
from net.transport.adapter import ChannelTransport, Transport
from net.transport.simulated import BAD, SimulatedNetwork
from tests.net.records.test_fork import fork_from_record, stands
from tests.net.seat.test_player_thread import Pondering
from tests.net.session.test_matches import expect_all_equal
from tests.net.transport.test_sockets import HOST, configs
from tests.support.net.adversaries import WithholdsItsResult
from tests.support.net.cables import linked_table, signer
from tests.support.net.tables import player_of, sent_by
from tests.support.net.toys import POT, TRICKS, Pot, Tricks

pytestmark = pytest.mark.waits

TOYS = {"pot": POT, "tricks": TRICKS}


class Watched(SimulatedNetwork):
    """A network with a table, and a spectator at the address "w"."""

    watching: ChannelTransport | None = None

    def watch(self, room: bytes, hosts: tuple[Any, ...], games: Any = TOYS) -> Spectator:
        """Start a spectator that knows these addresses."""
        who = signer("watcher")
        spectator = Spectator(room, who, games, hosts)
        links = Channels(who, room, bytes(32), hosts, random=random.Random("w").randbytes)
        self.watching = ChannelTransport(spectator, links)
        self.drivers["w"], self.reports["w"] = spectator, []  # type: ignore[assignment]
        return spectator

    def _transport_of(self, address: Any) -> Transport:
        return self.watching if address == "w" and self.watching is not None else super()._transport_of(address)


@pytest.mark.parametrize(("start", "faults"), [(0.0, None), (0.3, None), (0.3, BAD)], ids=["first", "late", "bad"])
def test_a_spectator_sees_the_whole_match(start: float, faults: Any) -> None:
    table, links = linked_table(POT, 3, goal=12)
    net = Watched(table, links=links, **({"faults": faults} if faults else {}))
    net.run(start)
    spectator = net.watch(room_id_from_text("test"), (2,))
    assert net.run(120.0)
    assert spectator.finished is not None and spectator.verdict is None
    assert expect_all_equal(table) == spectator.finished.digest == spectator.state.digest()
    said = net.reports["w"]
    assert isinstance(said[0], MatchStarted) and isinstance(said[-1], EndOfMatch)
    assert [one.t for one in said if isinstance(one, StepResolved)] == list(range(1, spectator.finished.t + 1))
    assert verify(match_record(spectator), POT).complete


def test_a_spectator_sees_a_finished_match() -> None:
    table, links = linked_table(TRICKS, 2)
    net = Watched(table, links=links)
    assert net.run(60.0)
    table[1].protocol.own.publish_chat("well played")  # type: ignore[union-attr]
    spectator = net.watch(room_id_from_text("test"), (1,))
    assert net.run(net.now + 20.0, is_done=lambda: bool(spectator.table and spectator.table.chat))
    assert spectator.finished is not None
    assert ChatMessage(1, "well played") in net.reports["w"]


def test_a_spectator_sees_the_end_although_one_seat_does_not_sign_the_result() -> None:
    table, links = linked_table(POT, 3)
    table[3] = WithholdsItsResult(table[3].at, MemoryEntryLog(), (), player_of(POT, 3), linked=True)
    net = Watched(table, links=links)
    spectator = net.watch(room_id_from_text("test"), (2,))
    assert net.run(60.0, is_done=lambda: spectator.finished is not None)
    assert spectator.table is not None and sorted(spectator.table.results) == [1, 2]


def test_a_spectator_is_shown_no_match_of_a_stranger() -> None:
    """A spectator trusts only the seat cards of the peers it has dialled, and so sees no stranger's match."""
    table, links = linked_table(POT, 2, goal=12)
    net = Watched(table, links=links)
    spectator = net.watch(room_id_from_text("test"), (1,))
    liar = signer("liar")
    own = [Signer(bytes([n] * 32)) for n in (1, 2)]
    at = table[1].at
    terms = Terms(at.room, "pot", at.signed_rules(), at.options, tuple(one.identity for one in own))
    spectator.add_peer(liar.identity, "elsewhere")
    for seat, one in enumerate(own, 1):
        card = make_card(terms, seat, "Eve", seat_seeds_from_text("liar", seat), one)
        (datagram,) = messages.pack_datagrams([messages.pack_message(messages.Card(*card))])
        spectator.receive(liar.identity, datagram[1:], "elsewhere")
    assert spectator.table is None
    assert net.run(60.0)
    assert spectator.feeds.match == table[1].feeds.match


@pytest.mark.parametrize("games", [{}, {"pot": TRICKS}], ids=["unknown", "other rules"])
def test_a_spectator_refuses_a_game_with_other_rules(games: Any) -> None:
    table, links = linked_table(POT, 2)
    net = Watched(table, links=links)
    if games:

        class Other(Pot):
            """The same game from another file."""

        Other.__module__ = Tricks.__module__ if Tricks.__module__ != Pot.__module__ else "core.games.bridgefront.game"
        games = {"pot": Other()}
    spectator = net.watch(room_id_from_text("test"), (1,), games)
    net.run(20.0)
    assert spectator.verdict is not None
    assert ("other rules" if games else "The game 'pot' is not on this computer.") in spectator.verdict.words
    assert all(table[seat].finished for seat in (1, 2))


def test_watching_a_continued_match_needs_the_earlier_record() -> None:
    table, links = linked_table(fork_from_record(stands("bridgefront", 2, 9)), 2)
    net = Watched(table, links=links)
    spectator = net.watch(room_id_from_text("test"), (1,), GAMES)
    net.run(2.0)
    assert spectator.verdict is not None and "only who has its record" in spectator.verdict.words


def test_a_spectator_costs_a_bounded_amount_of_work() -> None:
    """A spectator that requests everything repeatedly is served at a bounded rate."""
    table, links = linked_table(POT, 3, goal=150)
    net = SimulatedNetwork(table, links=links)
    net.run(1.0)
    driver: Driver = table[1]
    stranger = signer("greedy").identity
    driver.add_peer(stranger)
    sent_by(driver)
    nothing = messages.Heads(driver.feeds.match, ((0, b""),) * 3)
    (datagram,) = messages.pack_datagrams([messages.pack_message(nothing)])
    fed = read = 0
    began = net.now
    for number in range(1200):
        driver.sync.outbox.now = began + number / 600
        before = driver.counters["of a chatterbox"]
        driver.receive(datagram, stranger)
        read += driver.counters["of a chatterbox"] == before
        fed += sum(len(data) for to, data in sent_by(driver) if to == stranger)
    assert read <= 3 * STRANGER_DATAGRAMS + 2 * STRANGER_DATAGRAMS + 1
    assert fed <= STRANGER_BYTES * 3 + 40_000
    entry = driver.feeds.feed_of(1)[0]
    assert fed > 20 * len(pack_parts(entry)[0])


def test_a_spectator_watches_a_match_on_real_sockets() -> None:
    """A spectator watches a match on real sockets, and the seats play on."""
    peers = configs(POT, 2, seed_text="watched")
    player = peers[0].player = Pondering()

    async def both() -> tuple[Spectator, bytes]:
        config = WatchConfig(TOYS, room_id_from_text("watched"), [(HOST, peers[1].port)], host=HOST)
        config.on_report = lambda said, state: player.let.set() if isinstance(said, MatchStarted) else None
        watching = SpectatorRunner(config)
        seen = asyncio.create_task(watching.watch())
        outcome, _ = await asyncio.gather(*(run_peer(config) for config in peers))
        return await asyncio.wait_for(seen, 30), outcome.digest

    spectator, digest = asyncio.run(both())
    assert spectator.finished is not None and spectator.finished.digest == digest


def test_each_game_is_registered_under_its_own_name() -> None:
    assert all(game.name == name for name, game in GAMES.items())
