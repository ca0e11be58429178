"""Safeguards of the links: with one switched off, an attack succeeds that otherwise fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from net.channels.address_book import DialTable
from net.channels.channel import HANDSHAKE_LENGTHS, HELLO, SECOND, THIRD, Channel, ReplayWindow, make_introduction
from net.channels.channels import Channels
from net.channels.handshake_limits import Cookies, HalfOpenTable
from net.crypto.noise import HandshakeState, public_key
from net.crypto.primitives import Signer
from tests.support.net.cables import (
    ROOM,
    Cable,
    begin,
    cookie_for,
    counted,
    first,
    first_message,
    hello,
    links_of,
    pair,
    signer,
)

Attack = Callable[[type[Channels]], bool]
"""Test of an attack: True if it succeeds against this kind of links."""


# -- the links without one safeguard each --


class AnyCookies(Cookies):
    def is_valid(self, address: Any, hello: bytes, cookie: bytes) -> bool:
        return True


class AnyCookie(Channels):
    cookies_class = AnyCookies


class LooseCookies(Cookies):
    """Cookies not bound to the address."""

    def _compute_cookie(self, secret: bytes, address: Any, hello: bytes) -> bytes:
        return super()._compute_cookie(secret, 0, hello)


class OneCookie(Channels):
    cookies_class = LooseCookies


class LastingCookies(Cookies):
    """Cookies whose secret is never renewed."""

    lives = 1e9


class OldCookies(Channels):
    cookies_class = LastingCookies


class ShortHello(Channels):
    lengths = MappingProxyType({**HANDSHAKE_LENGTHS, HELLO: 13})


class NoCode(Channels):
    def __init__(self, signer: Signer, room: bytes, key: bytes, *rest: Any, **more: Any) -> None:
        super().__init__(signer, room, bytes(32), *rest, **more)


class NoRoom(Channels):
    def __init__(self, signer: Signer, room: bytes, *rest: Any, **more: Any) -> None:
        super().__init__(signer, bytes(32), *rest, **more)


class Believing(Channels):
    """Links that accept an identity without its signature."""

    def _read_identity(self, payload: bytes, static: bytes) -> bytes:
        return payload[3:35]


class ManyHalfOpens(HalfOpenTable):
    most = 10**9


class Unbounded(Channels):
    half_open_class = ManyHalfOpens


class Unhurried(Channels):
    max_handshakes_per_second = 10**9


class AllAlike(Channels):
    """Links that reserve no handshakes for addresses that we dial."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        may = self._limiter.allows
        self._limiter.allows = lambda address, known, now: may(address, False, now)  # type: ignore[method-assign]


class Crowded(Channels):
    max_peers = 10**9


class AllCookies(Channels):
    max_cookies = 10**9


class AllAnswers(Channels):
    max_answers = 10**9


class Forgetful(ReplayWindow):
    def is_fresh(self, counter: int) -> bool:
        return True


class ReplayedLink(Channel):
    window = Forgetful


class Replayed(Channels):
    channel_class = ReplayedLink


class Restless(Channels):
    """Links that move to the source of the last datagram without a challenge."""

    def _probe_address(self, link: Channel, address: Any) -> None:
        link.address = address


class Late(Channels):
    """Links that count late datagrams as new ones."""

    def _on_data(self, datagram: bytes, address: Any) -> Any:
        heard = super()._on_data(datagram, address)
        link = self._channels.by_number.get(datagram[1:5])
        if heard is not None and link is not None and address != link.address:
            self._probe_address(link, address)
        return heard


class CuriousLink(Channel):
    questions = 10**9
    ask_again = 0.0


class Curious(Channels):
    channel_class = CuriousLink


class TrustingLink(Channel):
    def accept_answer(self, address: Any, question: bytes, now: float) -> bool:
        return super().accept_answer(self.probe.address if self.probe is not None else address, question, now)


class Trusting(Channels):
    """Links that accept an answer from any address."""

    channel_class = TrustingLink


class AllThirds(Channels):
    max_last_messages = 10**9


class AnyEcho(Channels):
    """Links that accept cookies of peers that have not received the hello."""

    def _on_cookie(self, echo: bytes, cookie: bytes, address: Any) -> None:
        dial = self.dials.get(address)
        super()._on_cookie(dial.hello[:16] if dial is not None else echo, cookie, address)


class TellingAll(Channels):
    """Links that retry every named address forever."""

    def dial(self, address: Any, source: Any = None) -> bool:
        self.dials.update({one: dial for one, dial in DialTable([address]).items() if one not in self.dials})
        return True


class Hostless(Channels):
    """Links that evict the peer silent for longest, on any host."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._channels._most = 10**9

    def _confirm(self, link: Channel) -> bool:
        if len(self.identities) >= self.max_peers:
            here = self._channels.by_identity
            self._channels._drop(min(here, key=lambda one: max(link.received_at for link in here[one])))
        return super()._confirm(link)


class WornLink(Channel):
    last_number, renew_after = 40, 20


class NeverRenewedLink(WornLink):
    renew_after = 10**9


class Worn(Channels):
    channel_class = WornLink


class NeverRenewed(Channels):
    channel_class = NeverRenewedLink


class Unproved(Channels):
    """Links that count before the other side has proved that it knows the code."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        made = self._channels.register

        def up(link: Channel) -> Channel:
            if made(link).dialler == self.identity:
                self._confirm(link)
            return link

        self._channels.register = up  # type: ignore[method-assign]


# -- attacks --


def handshake_without_a_cookie(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    said = first(hello(), cookie_for(hello()), first_message(links_of("m")))
    with counted() as done:
        cable.throw("stranger", "b", said)
    return bool(done)


def handshake_under_a_strange_address(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    (cookie,) = cable.throw("mine", "b", hello())
    return bool(cable.throw("a victim", "b", first(hello(), cookie, first_message(links_of("m")))))


def cookie_of_yesterday(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    (cookie,) = cable.throw("mine", "b", hello())
    cable.run(121.0)
    return bool(cable.throw("mine", "b", first(hello(), cookie, first_message(links_of("m")))))


def amplified(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    said = (
        bytes([HELLO]) + bytes(200),
        bytes([HELLO]) + bytes(HANDSHAKE_LENGTHS[HELLO] - 1),
        bytes([HELLO]) + bytes(12),
    )
    return any(len(answer) > len(one) for one in said for answer in cable.throw("a victim", "b", one))


def in_without_the_code(kind: type[Channels]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind), b=links_of("b", (), kind, key=bytes([9] * 32)))
    cable.run(2.0)
    return any(links.identities for links in cable.ends.values())


def in_from_another_room(kind: type[Channels]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind), b=links_of("b", (), kind, room=bytes([9] * 32)))
    cable.run(2.0)
    return any(links.identities for links in cable.ends.values())


def under_a_stolen_name(kind: type[Channels]) -> bool:
    """Return True if m uses a's introduction, received as its peer, with keys of its own."""
    victim = links_of("a")
    m = links_of("m", ("b",))
    m._introduction = victim._introduction
    cable = Cable(m=m, b=links_of("b", kind=kind))
    cable.run(1.0)
    return victim.identity in cable.ends["b"].identities


def fills_memory(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    message = first_message(links_of("m"))
    for number in range(180):
        begin(cable, f"stranger {number}", "b", message, number)
        cable.now += 0.02
    return len(cable.ends["b"]._half_open) > 64


def keeps_busy(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", ("a",), kind))
    message = first_message(links_of("m"))
    with counted() as done:
        for number in range(300):
            begin(cable, f"stranger {number}", "b", message, number)
    return done.count("dh") > 2 * 200


def keeps_a_peer_out(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", ("a",), kind), a=links_of("a", ("b",)))
    message = first_message(links_of("m"))
    for round_ in range(8):
        for number in range(round_ * 110, round_ * 110 + 110):
            begin(cable, f"stranger {number}", "b", message, number)
        cable.ends["a"].tick(cable.now)
        cable.settle()
        cable.now += 0.25
    return not cable.ends["b"].identities


def crowds_the_table(kind: type[Channels]) -> bool:
    cable = Cable(b=links_of("b", kind=kind))
    for number in range(24):
        cable.ends[f"m{number}"], cable.heard[f"m{number}"] = links_of(f"m{number}", ("b",)), []
        cable.run(0.04)
        del cable.ends[f"m{number}"]
    return len(cable.ends["b"].identities) > 16


def makes_a_dialler_shout(kind: type[Channels]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind))
    cable.ends["a"].tick(0.0)
    ((_, asked),) = cable.ends["a"].take_datagrams()
    return sum(len(cable.throw("b", "a", cookie_for(asked, bytes([n] * 16)))) for n in range(100)) > 4


def makes_a_dialler_reckon(kind: type[Channels]) -> bool:
    cable = Cable(a=links_of("a", ("b",), kind))
    cable.ends["a"].tick(0.0)
    ((_, asked),) = cable.ends["a"].take_datagrams()
    cable.throw("b", "a", cookie_for(asked))
    with counted() as done:
        for number in range(200):
            cable.throw("b", "a", bytes([SECOND]) + random.Random(number).randbytes(HANDSHAKE_LENGTHS[SECOND] - 1))
    return len(done) > 32


def replays(kind: type[Channels]) -> bool:
    cable = pair(kind)
    cable.says("a", "b", b"once")
    for source, target, datagram in list(cable.log):
        cable.throw(source, target, datagram)
    return [heard.data for heard in cable.heard["b"]].count(b"once") > 1


def sends_data_to_a_third_party(kind: type[Channels]) -> bool:
    """Return True if a guest writing another's address on datagrams causes much traffic there."""
    cable = pair(kind)
    there = 0
    for _ in range(100):
        cable.ends["a"].send(signer("b").identity, b"x", cable.now)
        for _, datagram in cable.ends["a"].take_datagrams():
            cable.ends["b"].receive(datagram, "a victim", cable.now)
        for _ in range(10):
            cable.ends["b"].send(signer("a").identity, bytes(1000), cable.now)
        there += sum(len(data) for to, data in cable.ends["b"].take_datagrams() if to == "a victim")
        cable.now += 0.001
    return there > 4 * HANDSHAKE_LENGTHS[31]


def answers_for_another_address(kind: type[Channels]) -> bool:
    """Return True if a guest reads the challenge to a third party and answers it from its own address."""
    cable = pair(kind)
    cable.ends["a"].send(signer("b").identity, b"x", cable.now)
    ((_, said),) = cable.ends["a"].take_datagrams()
    cable.ends["b"].receive(said, "a victim", cable.now)
    ((_, question),) = cable.ends["b"].take_datagrams()
    cable.ends["a"].receive(question, "b", cable.now)
    ((_, answer),) = cable.ends["a"].take_datagrams()
    cable.ends["b"].receive(answer, "a", cable.now)
    return cable.ends["b"].address_of(signer("a").identity) == "a victim"


def asks_after_a_late_datagram(kind: type[Channels]) -> bool:
    """Return True if a late datagram from elsewhere, after newer ones, causes a challenge."""
    cable = pair(kind)
    cable.ends["a"].send(signer("b").identity, b"late", cable.now)
    ((_, late),) = cable.ends["a"].take_datagrams()
    cable.says("a", "b", b"newer")
    return bool(cable.throw("somewhere", "b", late))


def keeps_a_half_open_handshake_busy(kind: type[Channels]) -> bool:
    """Return True if m, without the code, keeps a handshake busy with last messages that look valid."""
    cable = Cable(b=links_of("b", kind=kind))
    m, static = links_of("m", key=bytes([1] * 32)), bytes([3] * 32)
    hand = HandshakeState("XXpsk3", True, b"tether/1" + ROOM, static, [bytes([1] * 32)])
    (answer,) = begin(cable, "m", "b", hand.write_message(bytes(101)))
    hand.read_message(answer[1:])
    third = bytes([THIRD]) + hand.write_message(m._introduction)
    with counted() as done:
        for _ in range(200):
            cable.throw("m", "b", third)
    return len(done) > 16


def is_sent_more_than_a_hello(kind: type[Channels]) -> bool:
    """Return True if cookies forged for a dialled address cause more than a hello to be sent there."""
    cable = Cable(a=links_of("a", (), kind))
    cable.ends["a"].dial("a victim")
    cable.ends["a"].tick(0.0)
    cable.ends["a"].take_datagrams()
    return bool(cable.throw("a victim", "a", cookie_for(hello())))


def makes_a_flooder(kind: type[Channels]) -> bool:
    """Return True if naming thousands of addresses causes too many hellos a second, even long after."""
    a = links_of("a", (), kind)
    for step in range(2000):
        a.tick(step / 50)
        for number in range(4):
            a.dial((f"10.{step % 200}.{number}.1", 47801))
        a.take_datagrams()
    a.tick(41.0)
    return len(a.take_datagrams()) > 16 or len(a.dials) > 16


def crowds_an_honest_guest_out(kind: type[Channels]) -> bool:
    """Return True if sixteen keys on one host evict a quiet honest guest."""
    b = ("10.0.0.1", 1)
    cable = Cable()
    for number in (0, *range(10, 40)):
        host = (f"10.0.0.{min(number, 10)}", number)
        cable.ends[host], cable.heard[host] = links_of(number, (b,) if number else ()), []
    cable.ends[b], cable.heard[b] = links_of("b", kind=kind), []
    honest = ("10.0.0.0", 0)
    cable.ends[honest].dial(b)
    cable.run(2.0)
    return signer(0).identity not in cable.ends[b].identities


def wears_a_link_out(kind: type[Channels]) -> bool:
    cable = pair(kind)
    for _ in range(40):
        for _ in range(3):
            cable.says("a", "b", b"much")
        cable.run(0.2)
    return not cable.says("a", "b", b"more")


def listens_without_the_code(kind: type[Channels]) -> bool:
    """Return True if a sends data to m, which answers at b's address without the code."""
    static = bytes([3] * 32)
    m = HandshakeState("XXpsk3", False, b"tether/1" + ROOM, static, [bytes([1] * 32)])
    a = links_of("a", ("b",), kind)
    a.tick(0.0)
    ((_, asked),) = a.take_datagrams()
    a.receive(cookie_for(asked), "b", 0.0)
    first = a.take_datagrams()[-1][1]
    m.read_message(first[49:])
    a.receive(bytes([SECOND]) + m.write_message(make_introduction(signer("m"), public_key(static))), "b", 0.0)
    a.take_datagrams()
    return a.send(signer("m").identity, b"a secret", 0.0)


class Safeguard(NamedTuple):
    without: type[Channels]
    attack: Attack
    real: type[Channels] = Channels


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
    Safeguard(Restless, sends_data_to_a_third_party),
    Safeguard(Curious, sends_data_to_a_third_party),
    Safeguard(Trusting, answers_for_another_address),
    Safeguard(Late, asks_after_a_late_datagram),
    Safeguard(AllThirds, keeps_a_half_open_handshake_busy),
    Safeguard(AnyEcho, is_sent_more_than_a_hello),
    Safeguard(TellingAll, makes_a_flooder),
    Safeguard(Hostless, crowds_an_honest_guest_out),
    Safeguard(NeverRenewed, wears_a_link_out, Worn),
]


@pytest.mark.parametrize("safeguard", TABLE, ids=lambda safeguard: safeguard.without.__name__)
def test_each_attack_succeeds_only_if_its_safeguard_is_switched_off(safeguard: Safeguard) -> None:
    assert not safeguard.attack(safeguard.real)
    assert safeguard.attack(safeguard.without)
