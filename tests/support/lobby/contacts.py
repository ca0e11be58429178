"""Sockets that answer queries as rooms do."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

from lobby.discovery import reachability, responder
from lobby.discovery.responder import RANDOM, Notice
from net.crypto.primitives import Signer

HERE = "127.0.0.1"


@contextlib.contextmanager
def contact(signer: Signer, id: bytes, host: str = HERE) -> Iterator[int]:
    """Yield the port at which a room or tournament with this id answers with this key."""
    prove = reachability.make_answerer(signer, lambda: id)

    def answer(datagram: bytes) -> bytes | None:
        return prove(datagram[1 : 1 + reachability.RANDOM]) if datagram[:1] == bytes([reachability.ASK]) else None

    with _answering(answer, host) as port:
        yield port


@contextlib.contextmanager
def room_at(notice: Notice, host: str = HERE) -> Iterator[int]:
    """Yield the port at which a room with this notice answers."""

    def answer(datagram: bytes) -> bytes | None:
        return (
            responder.make_answer(datagram[1 : 1 + RANDOM], notice) if datagram[:1] == bytes([responder.ASK]) else None
        )

    with _answering(answer, host) as port:
        yield port


@contextlib.contextmanager
def _answering(answer: Callable[[bytes], bytes | None], host: str) -> Iterator[int]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as sock:
        sock.bind((host, 0))

        def stand() -> None:
            while True:
                datagram, where = sock.recvfrom(2048)
                if datagram == b"end":
                    return
                said = answer(datagram)
                if said is not None:
                    sock.sendto(said, where)

        thread = threading.Thread(target=stand, daemon=True)
        thread.start()
        try:
            yield sock.getsockname()[1]
        finally:
            with socket.socket(family, socket.SOCK_DGRAM) as other:
                other.sendto(b"end", sock.getsockname())
            thread.join()
