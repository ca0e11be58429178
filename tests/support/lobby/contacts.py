"""A socket that answers, next to the test, whether a room is there."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from lobby.discovery import reachability
from net.crypto.primitives import Signer

HERE = "127.0.0.1"


@contextlib.contextmanager
def contact(signer: Signer, id: bytes, host: str = HERE) -> Iterator[int]:
    """Yield the port at which the room or tournament with this id answers with this key."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    answer = reachability.answering(signer, lambda: id)
    with socket.socket(family, socket.SOCK_DGRAM) as sock:
        sock.bind((host, 0))

        def stand() -> None:
            while True:
                datagram, where = sock.recvfrom(2048)
                if datagram == b"end":
                    return
                said = answer(datagram[1 : 1 + reachability.RANDOM])
                if datagram[:1] == bytes([reachability.ASK]) and said is not None:
                    sock.sendto(said, where)

        thread = threading.Thread(target=stand, daemon=True)
        thread.start()
        try:
            yield sock.getsockname()[1]
        finally:
            with socket.socket(family, socket.SOCK_DGRAM) as other:
                other.sendto(b"end", sock.getsockname())
            thread.join()
