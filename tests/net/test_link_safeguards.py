"""Each safeguard of the links switched off: then an attack succeeds that fails against the real ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from net.crypto import Signer
from net.link import Link, Window, introduction
from net.links import FIRST, LENGTHS, SECOND, Links
from net.noise import HandshakeState, public_key
from tests.net.cables import ROOM, Cable, begin, counted, first_message, hello, links_of, pair, signer

Attack = Callable[[type[Links]], bool]
"""Whether it succeeds against this kind of links."""


# -- the links without one safeguard each --


class AnyCookie(Links):
    def _cookie_holds(self, address: Any, hello: bytes, cookie: bytes) -> bool:
        return True


class OneCookie(Links):
    """The cookie is not bound to the address."""

    def _cookie(self, secret: bytes, address: Any, hello: bytes) -> bytes:
        return super()._cookie(secret, 0, hello)


class OldCookies(Links):
    """The secret of the cookies is never renewed."""

    def tick(self, now: float) -> None:
        self._renewed = now
        super().tick(now)


class ShortHello(Links):
    lengths = MappingProxyType({**LENGTHS, 16: 13})


class NoCode(Links):
    def __init__(self, signer: Signer, room: bytes, key: bytes, *rest: Any, **more: Any) -> None:
        super().__init__(signer, room, bytes(32), *rest, **more)


class NoRoom(Links):
    def __init__(self, signer: Signer, room: bytes, *rest: Any, **more: Any) -> None:
        super().__init__(signer, bytes(32), *rest, **more)


class Believing(Links):
    """Takes the identity without its signature."""

    def _introduced(self, payload: bytes, static: bytes) -> bytes:
        return payload[3:35]


class Unbounded(Links):
    half_open = 10**9


class Unhurried(Links):
    starts_a_second = 10**9


class AllAlike(Links):
    """No handshakes are set apart for addresses that we dial."""

    def _may_start(self, address: Any) -> bool:
        return super()._may_start("a stranger")


class Crowded(Links):
    most = 10**9


class AllCookies(Links):
    cookies_taken = 10**9


class AllAnswers(Links):
    answers_tried = 10**9


class Forgetful(Window):
    def fresh(self, counter: int) -> bool:
        return True


class ReplayedLink(Link):
    window = Forgetful


class Replayed(Links):
    link = ReplayedLink


class RestlessLink(Link):
    """Moves to wherever the last datagram came from, a late one too."""

    def open(self, datagram: bytes, address: Any, now: float) -> bytes | None:
        data = super().open(datagram, address, now)
        if data is not None:
            self.address = address
        return data


class Restless(Links):
    link = RestlessLink


class WornLink(Link):
    last_number, renew_at = 40, 20


class NeverRenewedLink(WornLink):
    renew_at = 10**9


class Worn(Links):
    link = WornLink


class NeverRenewed(Links):
    link = NeverRenewedLink


class Unproved(Links):
    """Counts a link before its other side has shown that it knows the code."""

    def _made(self, link: Link) -> Link:
        made = super()._made(link)
        if link.dialler == self.identity:
            self._up(link)
        return made


# -- attacks --


def handshake_without_a_cookie(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    said = bytes([FIRST]) + hello()[1:33] + bytes(16) + first_message(links_of("m"))
    with counted() as done:
        cable.throw("stranger", "b", said)
    return bool(done)


def handshake_under_a_strange_address(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    (cookie,) = cable.throw("mine", "b", hello())
    first = bytes([FIRST]) + hello()[1:33] + cookie[1:] + first_message(links_of("m"))
    return bool(cable.throw("a victim", "b", first))


def cookie_of_yesterday(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    (cookie,) = cable.throw("mine", "b", hello())
    cable.run(121.0)
    return bool(cable.throw("mine", "b", bytes([FIRST]) + hello()[1:33] + cookie[1:] + first_message(links_of("m"))))


def amplified(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    said = (bytes([16]) + bytes(200), bytes([16]) + bytes(127), bytes([16]) + bytes(12))
    return any(len(answer) > len(one) for one in said for answer in cable.throw("a victim", "b", one))


def in_without_the_code(kind: type[Links]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind), b=links_of("b", (), kind, key=bytes([9] * 32)))
    cable.run(2.0)
    return any(links.identities for links in cable.ends.values())


def in_from_another_room(kind: type[Links]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind), b=links_of("b", (), kind, room=bytes([9] * 32)))
    cable.run(2.0)
    return any(links.identities for links in cable.ends.values())


def under_a_stolen_name(kind: type[Links]) -> bool:
    """m has another's introduction, which it heard as his peer, and keys of its own."""
    victim = links_of("a")
    m = links_of("m", ("b",))
    m._introduction = victim._introduction
    cable = Cable(m=m, b=links_of("b", kind=kind))
    cable.run(1.0)
    return victim.identity in cable.ends["b"].identities


def fills_memory(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    message = first_message(links_of("m"))
    for number in range(180):
        begin(cable, f"stranger {number}", "b", message, number)
        cable.now += 0.02
    return len(cable.ends["b"]._half) > 64


def keeps_busy(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", ("a",), kind))
    message = first_message(links_of("m"))
    with counted() as done:
        for number in range(300):
            begin(cable, f"stranger {number}", "b", message, number)
    return done.count("dh") > 2 * 200


def keeps_a_peer_out(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", ("a",), kind), a=links_of("a", ("b",)))
    message = first_message(links_of("m"))
    for round_ in range(8):
        for number in range(round_ * 110, round_ * 110 + 110):
            begin(cable, f"stranger {number}", "b", message, number)
        cable.ends["a"].tick(cable.now)
        cable.settle()
        cable.now += 0.25
    return not cable.ends["b"].identities


def crowds_the_table(kind: type[Links]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    for number in range(24):
        cable.ends[f"m{number}"], cable.heard[f"m{number}"] = links_of(f"m{number}", ("b",)), []
        cable.run(0.04)
        del cable.ends[f"m{number}"]
    return len(cable.ends["b"].identities) > 16


def makes_a_dialler_shout(kind: type[Links]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind))
    cable.ends["a"].tick(0.0)
    cable.ends["a"].take_datagrams()
    return sum(len(cable.throw("b", "a", bytes([17]) + bytes([n] * 16))) for n in range(100)) > 4


def makes_a_dialler_reckon(kind: type[Links]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind))
    cable.ends["a"].tick(0.0)
    cable.throw("b", "a", bytes([17]) + bytes(16))
    with counted() as done:
        for number in range(200):
            cable.throw("b", "a", bytes([SECOND]) + random.Random(number).randbytes(LENGTHS[SECOND] - 1))
    return len(done) > 32


def replays(kind: type[Links]) -> bool:
    cable = pair(kind)
    cable.says("a", "b", b"once")
    for source, target, datagram in list(cable.log):
        cable.throw(source, target, datagram)
    return [heard.data for heard in cable.heard["b"]].count(b"once") > 1


def turns_a_link_away(kind: type[Links]) -> bool:
    """A datagram that was held up comes from an old address after newer ones."""
    cable = pair(kind)
    cable.ends["a"].send(signer("b").identity, b"late", cable.now)
    ((_, late),) = cable.ends["a"].take_datagrams()
    cable.says("a", "b", b"newer")
    cable.throw("somewhere", "b", late)
    return cable.ends["b"].address_of(signer("a").identity) == "somewhere"


def wears_a_link_out(kind: type[Links]) -> bool:
    cable = pair(kind)
    for _ in range(40):
        for _ in range(3):
            cable.says("a", "b", b"much")
        cable.run(0.2)
    return not cable.says("a", "b", b"more")


def listens_without_the_code(kind: type[Links]) -> bool:
    """m answers at the address of b without knowing the code; does a talk to it?"""
    static = bytes([3] * 32)
    m = HandshakeState("XXpsk3", False, b"tether/1" + ROOM, static, [bytes([1] * 32)])
    a = links_of("a", ("b",), kind)
    a.tick(0.0)
    a.receive(bytes([17]) + bytes(16), "b", 0.0)
    first = a.take_datagrams()[-1][1]
    m.read_message(first[49:])
    a.receive(bytes([SECOND]) + m.write_message(introduction(signer("m"), public_key(static))), "b", 0.0)
    a.take_datagrams()
    return a.send(signer("m").identity, b"a secret", 0.0)


class Safeguard(NamedTuple):
    without: type[Links]
    attack: Attack
    real: type[Links] = Links


TABLE = [
    Safeguard(AnyCookie, handshake_without_a_cookie),
    Safeguard(OneCookie, handshake_under_a_strange_address),
    Safeguard(OldCookies, cookie_of_yesterday),
    Safeguard(ShortHello, amplified),
    Safeguard(NoCode, in_without_the_code),
    Safeguard(NoRoom, in_from_another_room),
    Safeguard(Unproved, listens_without_the_code),
    Safeguard(Believing, under_a_stolen_name),
    Safeguard(Unbounded, fills_memory),
    Safeguard(Unhurried, keeps_busy),
    Safeguard(AllAlike, keeps_a_peer_out),
    Safeguard(Crowded, crowds_the_table),
    Safeguard(AllCookies, makes_a_dialler_shout),
    Safeguard(AllAnswers, makes_a_dialler_reckon),
    Safeguard(Replayed, replays),
    Safeguard(Restless, turns_a_link_away),
    Safeguard(NeverRenewed, wears_a_link_out, Worn),
]


@pytest.mark.parametrize("safeguard", TABLE, ids=lambda safeguard: safeguard.without.__name__)
def test_an_attack_succeeds_only_without_its_safeguard(safeguard: Safeguard) -> None:
    assert not safeguard.attack(safeguard.real)
    assert safeguard.attack(safeguard.without)
