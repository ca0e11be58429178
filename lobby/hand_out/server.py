"""Small HTTP server for a fixed table of pages and files in memory.

It supports GET and HEAD, and never reads files. The costs that a visitor can cause are bounded: connections, the size
and duration of a request, and the number, duration and speed of transfers.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from lobby.hand_out.page import make_sentence_page
from net.channels.addresses import from_socket_address

MOST_BYTES = 8192
"""Maximum number of bytes of a request."""
REQUEST_TIME = 10.0
"""Seconds within which a request must arrive, and each piece of an answer must be accepted."""
MOST_CONNECTIONS, MOST_OF_HOST = 64, 8
"""Maximum number of simultaneous connections: in total, and from one host."""
AT_ONCE, AT_ONCE_OF_HOST = 4, 2
"""Maximum number of simultaneous transfers: in total, and to one host."""
IN_ALL, IN_ALL_OF_HOST = 20, 6
"""Maximum number of transfers that are started: in total, and to one host."""
SLOWEST = 50_000
"""Minimum speed of a transfer in bytes per second; slower transfers are cut."""
PIECE = 65536
BACKLOG = 64


class Page(NamedTuple):
    """Entry of the table."""

    kind: str
    """Media type of the content."""
    content: bytes
    is_file: bool = False
    """True if the entry is a file to save, whose transfers are counted."""


class Answer(NamedTuple):
    """Status and page of an answer."""

    status: str
    page: Page


@dataclass
class Traffic:
    """Number of connections and transfers, by host."""

    connections: Counter[str] = field(default_factory=Counter)
    running: Counter[str] = field(default_factory=Counter)
    begun: Counter[str] = field(default_factory=Counter)
    completed: int = 0

    @property
    def is_used_up(self) -> bool:
        """True if no more transfers may be started."""
        return self.begun.total() >= IN_ALL


class Server:
    """HTTP server on a listening socket."""

    def __init__(self, table: Mapping[str, Page], home: Callable[[str], bytes]) -> None:
        """Set up a server for these files and for the page that `home` returns for a host."""
        self.traffic = Traffic()
        self._table, self._home = table, home
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self, sock: socket.socket) -> None:
        """Answer the requests that arrive on a socket, until `stop`."""
        self._server = await asyncio.start_server(self._serve, sock=sock, limit=MOST_BYTES, backlog=BACKLOG)

    def stop(self) -> None:
        """Cut all connections and close the socket."""
        if self._server is not None:
            self._server.close()
        for writer in self._open:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the only request of a connection."""
        host, open_now = _host_of(writer), self.traffic.connections
        if open_now.total() >= MOST_CONNECTIONS or open_now[host] >= MOST_OF_HOST:
            writer.transport.abort()
            return
        _change_count(open_now, host, 1)
        self._open.add(writer)
        try:
            with contextlib.suppress(TimeoutError, OSError):
                await self._answer(reader, writer, host)
        finally:
            self._open.discard(writer)
            _change_count(open_now, host, -1)
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        try:
            async with asyncio.timeout(REQUEST_TIME):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            await self._send(writer, _refusal("431 Request Header Fields Too Large", "The request is too long."), True)
            return
        except asyncio.IncompleteReadError:
            return
        method, path = read_request(head)
        answer = self._find_page(method, path, writer)
        if not (answer.page.is_file and method == "GET"):
            await self._send(writer, answer, method != "HEAD")
            return
        why = self._why_busy(host)
        if why:
            await self._send(writer, _refusal("503 Service Unavailable", why), True)
            return
        _change_count(self.traffic.begun, host, 1)
        _change_count(self.traffic.running, host, 1)
        try:
            await self._send(writer, answer, True)
            self.traffic.completed += 1
        finally:
            _change_count(self.traffic.running, host, -1)

    def _find_page(self, method: str, path: str, writer: asyncio.StreamWriter) -> Answer:
        if not method:
            return _refusal("400 Bad Request", "This is no request for a page.")
        if method not in ("GET", "HEAD"):
            return _refusal("405 Method Not Allowed", "Only pages and files can be fetched here.")
        if path == "/":
            here = from_socket_address(writer.get_extra_info("sockname"))[0]
            return Answer("200 OK", Page("text/html; charset=utf-8", self._home(here)))
        page = self._table.get(path)
        return Answer("200 OK", page) if page else _refusal("404 Not Found", "There is no such page.")

    def _why_busy(self, host: str) -> str:
        """Return the reason why a host may not start a transfer now, or ""."""
        running, begun = self.traffic.running, self.traffic.begun
        if running.total() >= AT_ONCE or running[host] >= AT_ONCE_OF_HOST:
            return "Others are fetching a file now. Try again in a minute."
        if self.traffic.is_used_up or begun[host] >= IN_ALL_OF_HOST:
            return "This was fetched too often. The host can stop handing out, and start it again."
        return ""

    async def _send(self, writer: asyncio.StreamWriter, answer: Answer, with_content: bool) -> None:
        """Send an answer; raise `TimeoutError` if the other side accepts it too slowly."""
        status, page = answer
        loop, content = asyncio.get_running_loop(), memoryview(page.content if with_content else b"")
        writer.write(make_head(status, page))
        end = loop.time() + REQUEST_TIME
        for at in range(0, len(content), PIECE):
            writer.write(content[at : at + PIECE])
            async with asyncio.timeout_at(min(end + at / SLOWEST, loop.time() + REQUEST_TIME)):
                await writer.drain()
        writer.close()
        async with asyncio.timeout(REQUEST_TIME):
            await writer.wait_closed()


def make_head(status: str, page: Page) -> bytes:
    """Return the head of an answer."""
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {page.kind}",
        f"Content-Length: {len(page.content)}",
        *(["Content-Disposition: attachment"] if page.is_file else []),
        *(["Allow: GET, HEAD"] if status.startswith("405") else []),
        "Cache-Control: no-store",
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")


def read_request(head: bytes) -> tuple[str, str]:
    """Return the method and the path of a request, or two empty texts if it is malformed.

    >>> read_request(b"GET /a HTTP/1.1" + bytes((13, 10))), read_request(b"GET")
    (('GET', '/a'), ('', ''))
    """
    words = head.partition(b"\r\n")[0].split(b" ")
    if len(words) != 3 or words[2] not in (b"HTTP/1.0", b"HTTP/1.1") or not head.isascii():
        return "", ""
    return words[0].decode("ascii"), words[1].decode("ascii")


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a host ("::" for all addresses), on this port if it is free.

    Otherwise any free port is used. Raises `OSError` if the host has none.
    """
    for wanted in (port, 0):
        try:
            return _bound(host, wanted)
        except OSError:
            if not wanted:
                raise
    raise AssertionError


def _bound(host: str, port: int) -> socket.socket:
    everywhere = host == "::" and socket.has_dualstack_ipv6()
    if everywhere:
        return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG)
    family = socket.AF_INET6 if ":" in host and host != "::" else socket.AF_INET
    return socket.create_server(("0.0.0.0" if host == "::" else host, port), family=family, backlog=BACKLOG)


def _refusal(status: str, words: str) -> Answer:
    return Answer(status, Page("text/html; charset=utf-8", make_sentence_page(status[4:], words)))


def _host_of(writer: asyncio.StreamWriter) -> str:
    name = writer.get_extra_info("peername")
    return from_socket_address(name)[0] if name else ""


def _change_count(counter: Counter[str], host: str, change: int) -> None:
    counter[host] += change
    if not counter[host]:
        del counter[host]
