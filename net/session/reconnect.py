"""Transport that reconnects a seat with other seats whose addresses have changed.

It dials a missing seat at its last address and at addresses that others name (`net.transport.adapter`). It also dials
the seat where it announces itself on a network of this computer (`net.session.peer_search`). After a while it reports
the missing seats and where they are being sought.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from net.channels.addresses import Address, format_address
from net.channels.channel import Address as AnyAddress
from net.channels.channels import SILENT, Channels
from net.seat.driver import Driver
from net.session import saved_match
from net.session.peer_search import Listener, ListenerFactory, Seeker
from net.system.numbering import first_number
from net.transport.adapter import Transport

LOOK_EVERY = 0.5
"""Seconds between two searches for missing seats."""
REPORT_AFTER = 5.0
"""Seconds after which the missing seats are reported."""


class ReconnectingTransport:
    """Transport that searches for missing seats.

    It saves the addresses of seats in `directory`. `peers` are the addresses that were given at the start.
    """

    def __init__(
        self,
        transport: Transport,
        driver: Driver,
        channels: Channels,
        own_address: Address,
        directory: Path | None,
        peers: Sequence[Address],
        open_listener: ListenerFactory | None = None,
    ) -> None:
        self._transport = transport
        self._driver = driver
        self._links = channels
        self._host, self._port = own_address
        self._home = directory
        self._peers = peers
        self._open_listener = open_listener
        self._where = {} if directory is None else saved_match.read_seat_addresses(directory)
        self._again = driver.protocol is not None
        """True if the match is resumed, False if it has just begun."""
        self._seeker: Seeker | None = None
        self._listener: Listener | None = None
        self._look_at = 0.0
        self._since: float | None = None
        self._reported: frozenset[int] = frozenset()

    def receive(self, datagram: bytes, address: AnyAddress, now: float) -> None:
        """Pass a datagram to the wrapped transport."""
        self._transport.receive(datagram, address, now)

    def process(self, now: float) -> None:
        """Let the wrapped transport process what it has received."""
        self._transport.process(now)

    def take_datagrams(self) -> list[tuple[AnyAddress, bytes]]:
        """Return and clear the datagrams of the wrapped transport, each with its address."""
        return self._transport.take_datagrams()

    def tick(self, now: float) -> None:
        """Advance the time to `now`, and search for missing seats now and then."""
        self._transport.tick(now)
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._search(now)
        if self._listener is not None and self._seeker is not None:
            self._listener.poll(now)
            for seat, address in self._seeker.take_calls():
                self._links.dial(address, ("seat", seat))

    def close(self) -> None:
        """Close the sockets of the search."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def _missing_seats(self) -> frozenset[int]:
        """Return the seats of the match that are not connected or have been silent for long."""
        driver = self._driver
        if driver.protocol is None or driver.finished is not None:
            return frozenset()
        silences = {seat: self._links.silence(identity) for identity, seat in self._seats()}
        return frozenset(seat for seat, silence in silences.items() if silence is None or silence >= SILENT)

    def _seats(self) -> list[tuple[bytes, int]]:
        identities = enumerate(self._driver.feeds.identities, 1)
        return [(identity, seat) for seat, identity in identities if seat != self._driver.seat]

    def _search(self, now: float) -> None:
        lacking = self._missing_seats()
        self._store_addresses()
        if not lacking:
            self.close()
        elif self._listener is None:
            self._listen(now)
        if self._seeker is not None:
            self._seeker.lacking = lacking
        self._report_missing(lacking, now)

    def _listen(self, now: float) -> None:
        play = self._driver.protocol
        if self._open_listener is None or play is None:
            return
        if self._seeker is None:
            number = first_number(None if self._home is None else self._home / saved_match.CALLS)
            pairs = play.own.secrets.pairs
            self._seeker = Seeker(self._driver.feeds.match, self._driver.seat, pairs, self._port, now, number)
        self._listener = self._open_listener(self._seeker, self._host)

    def _store_addresses(self) -> None:
        """Save the addresses of the seats that have answered."""
        if self._home is None:
            return
        where = dict(self._where)
        for identity, seat in self._seats():
            address = self._links.address_of(identity)
            if isinstance(address, tuple):
                where[seat] = address
        if where != self._where:
            self._where = where
            saved_match.write_addresses(self._home, where)

    def _report_missing(self, lacking: frozenset[int], now: float) -> None:
        self._reported &= lacking
        if not (lacking and self._again):
            self._since = None
            return
        self._since = now if self._since is None else self._since
        if lacking - self._reported and now - self._since >= REPORT_AFTER:
            self._reported = lacking
            names = _join_words([self._seat_name(seat) for seat in sorted(lacking)])
            self._driver.report_notice(f"Looking for {names}: {self._describe_places(lacking)}")

    def _seat_name(self, seat: int) -> str:
        play = self._driver.protocol
        return play.table.genesis.names[seat - 1] if play is not None else f"Seat {seat}"

    def _describe_places(self, lacking: frozenset[int]) -> str:
        """Return a text on where the seats are being sought."""
        last = [self._where[seat] for seat in sorted(lacking) if seat in self._where]
        given = [address for address in self._peers if address not in self._where.values()]
        places = (
            [f"at {_join_words([format_address(one) for one in dict.fromkeys([*last, *given])])}"]
            if last or given
            else []
        )
        if self._listener is not None:
            places.append("on the networks that this computer is on")
        return ", and ".join(places) or "no address of them is known here, name one with --peer"


def _join_words(words: Sequence[str]) -> str:
    """Return the words as a list with commas and a final "and".

    >>> _join_words(["Ada", "Ben", "Cleo"])
    'Ada, Ben and Cleo'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
