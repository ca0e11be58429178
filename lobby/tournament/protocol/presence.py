"""Presence of a tournament's members: each announces its addresses in pulses, which all members relay.

A member sends a pulse every few seconds. Only pulses of enrolled members are accepted, so that nobody can fill the
table with invented ones. Each pulse is relayed once, and a member without a new pulse for a minute is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.engine.codec import BadEncodingError, dec, enc, fields
from lobby.tournament.protocol.messages import MOST_PULSE, UnreadPulse
from net.channels.addresses import Address, pack_address, unpack_address
from net.crypto import primitives
from net.crypto.primitives import Signer

MOST_ADDRESSES = 4
PULSE_LIFETIME = 60.0
"""Seconds after which a pulse is forgotten."""
MIN_PULSE_INTERVAL = 1.0
"""Minimum seconds between two pulses of a member that are accepted."""


class Pulse(NamedTuple):
    """Signed announcement of a member's addresses; the one with the highest `beat` counts.

    `port` is the port at which the member plays its matches.
    """

    identity: bytes
    beat: int
    addresses: tuple[Address, ...]
    port: int
    at: float
    signed: UnreadPulse


def make_pulse(signer: Signer, tournament: bytes, count: int, addresses: list[Address], port: int) -> Pulse:
    """Return this member's new signed pulse."""
    told = [pack_address(address) for address in addresses if "%" not in address[0]][:MOST_ADDRESSES]
    data = enc([tournament, signer.identity, count, told, port])
    return Pulse(
        signer.identity, count, tuple(addresses), port, 0.0, UnreadPulse(data, signer.sign(primitives.SOFT, data))
    )


def read_pulse(tournament: bytes, data: bytes, signature: bytes, now: float) -> Pulse:
    """Return the pulse in these bytes; raise `BadEncodingError` if they are malformed or wrongly signed."""
    pulse = read_unchecked_pulse(tournament, UnreadPulse(data, signature), now)
    _check(pulse)
    return pulse


def read_unchecked_pulse(tournament: bytes, beat: UnreadPulse, now: float) -> Pulse:
    """Return the pulse in these bytes; raise `BadEncodingError` if they are malformed. Its signature is not checked."""
    named, identity, count, told, port = fields(dec(beat.data, MOST_PULSE), bytes, bytes, int, list, int)
    if named != tournament or not 0 <= count < 1 << 53 or len(told) > MOST_ADDRESSES or not 0 <= port < 1 << 16:
        raise BadEncodingError("not a pulse")
    if len(identity) != 32 or not all(type(one) is bytes for one in told):
        raise BadEncodingError("not a pulse")
    found = (unpack_address(one) for one in told)
    return Pulse(identity, count, tuple(a for a in found if a is not None), port, now, beat)


def _check(pulse: Pulse) -> None:
    if not primitives.valid_point(pulse.identity) or not primitives.signature_holds(
        pulse.identity, primitives.SOFT, *pulse.signed
    ):
        raise BadEncodingError("a pulse that is not signed")


class Pulses:
    """Latest pulses of a tournament's members.

    `enrolled` returns True for a member whose pulses are accepted. `own` is the identity of this member.
    """

    def __init__(self, tournament: bytes, enrolled: Callable[[bytes], bool], own: bytes = b"") -> None:
        self.own_beat = 0
        """Highest beat that this member has signed, as far as other members have sent it back."""
        self._own = own
        self.known: dict[bytes, Pulse] = {}
        self._tournament, self._enrolled = tournament, enrolled
        self._looked = -1e9
        self._beats: dict[bytes, Pulse] = {}
        """Last pulse of each member, kept so that an old pulse does not count as new after it was forgotten."""

    def accept(self, beat: UnreadPulse, now: float) -> Pulse | None:
        """Store a pulse and return it, or return None if it is old, too soon, or not of another enrolled member.

        Raises `BadEncodingError` if the pulse is malformed or wrongly signed.
        """
        pulse = read_unchecked_pulse(self._tournament, beat, now)
        known = self.known.get(pulse.identity)
        if pulse.identity == self._own and pulse.beat > self.own_beat:
            _check(pulse)
            self.own_beat = pulse.beat
        if not self._enrolled(pulse.identity) or pulse.identity == self._own or self.newer_known(pulse) is not None:
            return None
        if known is not None and now - known.at < MIN_PULSE_INTERVAL:
            return None
        _check(pulse)
        self.store(pulse)
        return pulse

    def newer_known(self, pulse: Pulse) -> Pulse | None:
        """Return the known pulse of the same member if it is at least as recent as this one, otherwise None."""
        last = self._beats.get(pulse.identity)
        return last if last is not None and pulse.beat <= last.beat else None

    def store(self, pulse: Pulse) -> None:
        """Store a pulse as its member's latest one."""
        self.known[pulse.identity] = pulse
        self._beats[pulse.identity] = pulse

    def drop_old(self, now: float) -> None:
        """Drop pulses that are too old or whose member is no longer enrolled, at most once a second."""
        if 0 <= now - self._looked < MIN_PULSE_INTERVAL:
            return
        self._looked = now
        for identity in [
            i for i, pulse in self.known.items() if now - pulse.at >= PULSE_LIFETIME or not self._enrolled(i)
        ]:
            del self.known[identity]
        for identity in [i for i in self._beats if not self._enrolled(i)]:
            del self._beats[identity]
