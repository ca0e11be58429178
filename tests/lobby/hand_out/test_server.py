"""The server of handouts: a fixed table of pages, and bounds for all that a visitor may cost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from lobby.hand_out import server as module
from lobby.hand_out.server import (
    AT_ONCE_OF_HOST,
    IN_ALL_OF_HOST,
    MOST_OF_HOST,
    Page,
    Server,
    listening_socket,
    read_request,
)
from net.transport.udp import run

FILE = bytes(range(256)) * 4096
NAME = "/tether-1.pyz"
Visit = Callable[[Server, int], Awaitable[object]]
PATIENCE = 60.0


def serve(visit: Visit) -> Server:
    """Run a server on loopback during a visit; return the server."""
    server = Server({NAME: Page("application/octet-stream", FILE, True)}, lambda here: f"page at {here}".encode())

    async def main() -> None:
        sock = listening_socket("127.0.0.1", 0)
        await server.start(sock)
        try:
            async with asyncio.timeout(PATIENCE):
                await visit(server, sock.getsockname()[1])
        finally:
            server.stop()

    run(main())
    return server


async def ask(port: int, request: bytes) -> bytes:
    """Send bytes, and return the whole answer, or b"" if the connection is cut."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
    except OSError:
        return b""
    return answer


def get(path: str, method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: 192.168.1.11\r\n\r\n".encode()


def answers(*requests: bytes) -> list[bytes]:
    """Return the answers to several requests, sent one after the other."""
    found: list[bytes] = []

    async def visit(server: Server, port: int) -> None:
        for request in requests:
            found.append(await ask(port, request))

    serve(visit)
    return found


def test_a_fetched_file_arrives_whole() -> None:
    (answer,) = answers(get(NAME))
    head, _, content = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n") and f"Content-Length: {len(FILE)}".encode() in head
    assert b"Content-Disposition: attachment" in head and content == FILE


def test_the_page_shows_the_address_at_which_it_was_requested() -> None:
    (answer,) = answers(get("/"))
    assert answer.endswith(b"\r\n\r\npage at 127.0.0.1") and b"default-src 'none'" in answer


def test_the_answer_to_a_head_request_has_no_content() -> None:
    for answer in answers(get(NAME, "HEAD"), get("/", "HEAD"), get("/x", "HEAD")):
        assert answer.endswith(b"\r\n\r\n") and b"Content-Length: " in answer


@pytest.mark.parametrize(
    "path",
    [
        *("/../../etc/passwd", "//etc/passwd", "/%2e%2e/", "/etc/passwd", f"{NAME}/", f"{NAME}?a=1", "*", "x", ""),
        *(f"http://127.0.0.1{NAME}", f"/.{NAME}", NAME.upper(), __file__, "/index.html", "/favicon.ico"),
    ],
)
def test_paths_outside_the_table_are_not_served(path: str) -> None:
    (answer,) = answers(get(path))
    assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 "))
    assert Path(__file__).read_bytes()[:80] not in answer


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "get", "TRACE"])
def test_requests_with_other_methods_are_refused(method: str) -> None:
    (answer,) = answers(get(NAME, method))
    assert answer.startswith(b"HTTP/1.1 405 ") and FILE[:256] not in answer


def test_random_requests_are_refused_as_malformed() -> None:
    chance = random.Random(7)
    lines = [chance.randbytes(chance.randrange(1, 200)) + b"\r\n\r\n" for _ in range(150)]
    lines += [
        b"GET\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/2\r\n\r\n",
        b"\r\n\r\n",
        b"GET  / HTTP/1.1\r\n\r\n",
        b"\0" * 99,
    ]
    for answer in answers(*(line for line in lines if b"\r\n\r\n" in line)):
        assert answer.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("head", [b"", b"GET", b"GET / HTTP/1.1 ", b"\xff / HTTP/1.1", b"GET / http/1.1"])
def test_a_malformed_request_is_read_without_a_path(head: bytes) -> None:
    assert read_request(head + b"\r\n\r\n") == ("", "")


def test_an_endless_request_line_is_cut_off() -> None:
    """After a thousand such lines, one after the other, the server still works."""
    line = b"GET /" + b"a" * 70_000

    async def visit(server: Server, port: int) -> None:
        for _ in range(1000):
            answer = await ask(port, line)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 431 ")
        assert (await ask(port, get("/"))).endswith(b"page at 127.0.0.1")
        assert not server.traffic.connections

    serve(visit)


def test_the_number_of_requests_at_once_is_bounded() -> None:
    async def visit(server: Server, port: int) -> None:
        most = 0

        async def look() -> None:
            nonlocal most
            while True:
                most = max(most, server.traffic.connections.total())
                await asyncio.sleep(0)

        watch = asyncio.create_task(look())
        found = await asyncio.gather(*(ask(port, get("/")) for _ in range(500)))
        watch.cancel()
        assert 0 < most <= MOST_OF_HOST
        assert all(answer == b"" or answer.endswith(b"page at 127.0.0.1") for answer in found)
        assert (await ask(port, get("/"))).endswith(b"page at 127.0.0.1")

    serve(visit)


def test_requests_that_never_end_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host with as many unfinished requests as allowed is served again after the time limit for a request."""
    monkeypatch.setattr(module, "REQUEST_TIME", 0.2)

    async def visit(server: Server, port: int) -> None:
        slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_OF_HOST)]
        for _, writer in slow:
            writer.write(b"GET / HTTP/1.1\r\nX: ")
        while server.traffic.connections.total() < MOST_OF_HOST:
            await asyncio.sleep(0)
        assert await ask(port, get("/")) == b""
        for reader, writer in slow:
            assert await reader.read() == b""
            writer.close()
        assert (await ask(port, get("/"))).endswith(b"page at 127.0.0.1")

    serve(visit)


def test_a_visitor_that_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REQUEST_TIME", 0.2)
    monkeypatch.setattr(module, "SLOWEST", 100_000_000)

    async def visit(server: Server, port: int) -> None:
        server._table = {NAME: Page("application/octet-stream", FILE * 16, True)}  # more than sockets hold
        slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(AT_ONCE_OF_HOST)]
        for _, writer in slow:
            writer.write(get(NAME))
        while server.traffic.running.total() < AT_ONCE_OF_HOST:
            await asyncio.sleep(0)
        assert (await ask(port, get(NAME))).startswith(b"HTTP/1.1 503 ")
        while server.traffic.running:
            await asyncio.sleep(0.01)
        assert server.traffic.completed == 0
        for _, writer in slow:
            writer.close()

    serve(visit)


def test_a_visitor_that_stops_reading_is_cut_off_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes that the visitor has read before gain it no more time."""
    monkeypatch.setattr(module, "REQUEST_TIME", 0.2)
    monkeypatch.setattr(module, "SLOWEST", 1)

    async def visit(server: Server, port: int) -> None:
        server._table = {NAME: Page("application/octet-stream", FILE * 32, True)}
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(get(NAME))
        await reader.readexactly(len(FILE) * 4)
        while server.traffic.running:
            await asyncio.sleep(0.01)
        assert server.traffic.completed == 0
        writer.close()

    serve(visit)


def test_completed_transfers_are_counted_and_limited_for_each_host() -> None:
    async def visit(server: Server, port: int) -> None:
        for _ in range(IN_ALL_OF_HOST):
            assert (await ask(port, get(NAME))).endswith(FILE)
        refused = await ask(port, get(NAME))
        assert refused.startswith(b"HTTP/1.1 503 ") and b"fetched too often" in refused
        assert (await ask(port, get(NAME, "HEAD"))).startswith(b"HTTP/1.1 200 ")

    assert serve(visit).traffic.completed == IN_ALL_OF_HOST


def test_stopping_the_server_cuts_off_running_transfers() -> None:
    async def visit(server: Server, port: int) -> None:
        server._table = {NAME: Page("application/octet-stream", FILE * 64, True)}
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(get(NAME))
        await reader.readuntil(b"\r\n\r\n")
        server.stop()
        with pytest.raises(OSError):
            while await reader.read(1 << 20):
                pass
            raise ConnectionError
        writer.close()
        assert await ask(port, get("/")) == b""

    serve(visit)


def test_a_busy_port_is_replaced_by_a_free_one() -> None:
    with listening_socket("127.0.0.1", 0) as first, listening_socket("127.0.0.1", first.getsockname()[1]) as second:
        assert first.getsockname()[1] != second.getsockname()[1]
