"""Reconnecting transport of a seat, which finds the other seats at their current addresses.

It dials a missing seat at its last address and at addresses that others name (`net.transport.adapter`). It also dials
it where it announces itself on a network of this computer (`net.session.peer_search`). After a while it reports the
missing seats and the places where it searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from net.channels.addresses import Address, format_address
from net.channels.channel import Address as AnyAddress
from net.channels.channels import SILENT, Channels
from net.seat.driver import Driver
from net.session import saved_match
from net.session.peer_search import Listener, OpenEars, Seeker
from net.system.numbering import first_number
from net.transport.adapter import Transport

LOOK_EVERY = 0.5
"""Seconds between two checks for missing seats."""
REPORT_AFTER = 5.0
"""Seconds after which the missing seats are reported."""


class ReconnectingTransport:
    """Transport that searches for missing seats.

    `home` stores their addresses, and `peers` are the given addresses.
    """

    def __init__(
        self,
        line: Transport,
        driver: Driver,
        links: Channels,
        own: Address,
        home: Path | None,
        peers: Sequence[Address],
        open_ears: OpenEars | None = None,
    ) -> None:
        self._line = line
        self._driver = driver
        self._links = links
        self._host, self._port = own
        self._home = home
        self._peers = peers
        self._open_ears = open_ears
        self._where = {} if home is None else saved_match.read_seat_addresses(home)
        self._again = driver.play is not None
        """True if the match is resumed, False if it has just begun."""
        self._seeker: Seeker | None = None
        self._ears: Listener | None = None
        self._look_at = 0.0
        self._since: float | None = None
        self._told: frozenset[int] = frozenset()

    def receive(self, datagram: bytes, address: AnyAddress, now: float) -> None:
        """Process a datagram."""
        self._line.receive(datagram, address, now)

    def process(self, now: float) -> None:
        """Do everything that has become possible."""
        self._line.process(now)

    def take_datagrams(self) -> list[tuple[AnyAddress, bytes]]:
        """Return the datagrams to send."""
        return self._line.take_datagrams()

    def tick(self, now: float) -> None:
        """Search for the missing seats."""
        self._line.tick(now)
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._look(now)
        if self._ears is not None and self._seeker is not None:
            self._ears.poll(now)
            for seat, address in self._seeker.take_called():
                self._links.dial(address, ("seat", seat))

    def close(self) -> None:
        """Close the sockets."""
        if self._ears is not None:
            self._ears.close()
            self._ears = None

    def _lacking(self) -> frozenset[int]:
        """Return the seats of the match that are not connected or have been silent for long."""
        driver = self._driver
        if driver.play is None or driver.finished is not None:
            return frozenset()
        silences = {seat: self._links.silence(identity) for identity, seat in self._seats()}
        return frozenset(seat for seat, silence in silences.items() if silence is None or silence >= SILENT)

    def _seats(self) -> list[tuple[bytes, int]]:
        identities = enumerate(self._driver.feeds.identities, 1)
        return [(identity, seat) for seat, identity in identities if seat != self._driver.seat]

    def _look(self, now: float) -> None:
        lacking = self._lacking()
        self._keep()
        if not lacking:
            self.close()
        elif self._ears is None:
            self._listen(now)
        if self._seeker is not None:
            self._seeker.lacking = lacking
        self._tell(lacking, now)

    def _listen(self, now: float) -> None:
        play = self._driver.play
        if self._open_ears is None or play is None:
            return
        if self._seeker is None:
            number = first_number(None if self._home is None else self._home / saved_match.CALLS)
            pairs = play.own.secrets.pairs
            self._seeker = Seeker(self._driver.feeds.match, self._driver.seat, pairs, self._port, now, number)
        self._ears = self._open_ears(self._seeker, self._host)

    def _keep(self) -> None:
        """Store the addresses of the seats that have answered."""
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

    def _tell(self, lacking: frozenset[int], now: float) -> None:
        self._told &= lacking
        if not (lacking and self._again):
            self._since = None
            return
        self._since = now if self._since is None else self._since
        if lacking - self._told and now - self._since >= REPORT_AFTER:
            self._told = lacking
            self._driver.tell(
                f"Looking for {_listed([self._name(seat) for seat in sorted(lacking)])}: {self._places(lacking)}"
            )

    def _name(self, seat: int) -> str:
        play = self._driver.play
        return play.table.genesis.names[seat - 1] if play is not None else f"Seat {seat}"

    def _places(self, lacking: frozenset[int]) -> str:
        """Return a text that describes where the transport searches for the seats."""
        last = [self._where[seat] for seat in sorted(lacking) if seat in self._where]
        given = [address for address in self._peers if address not in self._where.values()]
        places = (
            [f"at {_listed([format_address(one) for one in dict.fromkeys([*last, *given])])}"] if last or given else []
        )
        if self._ears is not None:
            places.append("on the networks that this computer is on")
        return ", and ".join(places) or "no address of them is known here, name one with --peer"


def _listed(words: Sequence[str]) -> str:
    """Return the words joined with commas and a final "and".

    >>> _listed(["Ada", "Ben", "Cleo"])
    'Ada, Ben and Cleo'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
