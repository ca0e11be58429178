"""A seat's links, which stay alive while its player decides slowly."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from core.engine.hidden.secrets import Secrets
from net.match.events import ChatMessage
from net.session.peer_config import PeerOutcome
from net.session.runner import make_seat_peer, open_seat, play_local, run_peer
from net.transport.udp import PlayerFault, bind
from tests.net.transport.test_sockets import configs
from tests.support.net.toys import POT, TRICKS, First, Take


class Pondering(First):
    """A player that decides only when the test allows it."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.let = threading.Event()

    def decide(self, game: Any, state: Any, seat: int, secrets: Secrets) -> Any:
        self.asked.set()
        assert self.let.wait(60.0)
        return super().decide(game, state, seat, secrets)


def test_chat_is_sent_and_received_while_a_player_decides() -> None:
    """Chat lines reach and leave a seat whose player has not yet decided."""
    peers = configs(TRICKS, 2, seed_text="pondering")
    player = peers[0].player = Pondering()
    heard: list[str] = []

    async def play() -> list[PeerOutcome]:

        config = peers[0]
        sock = bind(config.port, config.host)
        peer = make_seat_peer(config, *open_seat(config), sock, lambda said, at: told(said))

        def told(said: Any) -> None:
            if isinstance(said, ChatMessage):
                heard.append(said.text)
                player.let.set()

        running = asyncio.create_task(peer.run())
        other = asyncio.create_task(run_peer(peers[1]))
        await asyncio.to_thread(player.asked.wait, 60.0)
        assert not heard and not player.let.is_set()
        peer.driver.chat("still here")
        peer.wake()
        await running
        sock.close()
        return [await other]

    (outcome,) = asyncio.run(play())
    assert heard == ["still here"]
    assert outcome.finished
    assert outcome.digest == play_local(TRICKS, 2, {}, "pondering", [First()] * 2).digest


@pytest.mark.parametrize("raises", [False, True])
def test_a_failing_player_stops_its_seat_with_a_message(raises: bool) -> None:
    class Greedy(First):
        def decide(self, game: Any, state: Any, seat: int, secrets: Secrets) -> Any:
            if raises:
                raise ZeroDivisionError
            return Take(50)

    peers = configs(POT, 2, seed_text="greedy")
    peers[0].player = Greedy()

    async def play() -> None:
        other = asyncio.create_task(run_peer(peers[1]))
        try:
            await run_peer(peers[0])
        finally:
            other.cancel()

    with pytest.raises(ZeroDivisionError if raises else PlayerFault, match=None if raises else "illegal choice"):
        asyncio.run(play())
