"""Addresses as they are typed, told and used, of both kinds."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.addresses import PORT, BadAddress, for_socket, own_hosts, packed, parsed, plain, shown, unpacked
from net.peer import bind


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("192.168.1.12", ("192.168.1.12", PORT)),
        (" 192.168.1.12:5000 ", ("192.168.1.12", 5000)),
        ("table.local:5000", ("table.local", 5000)),
        ("fd00::2", ("fd00::2", PORT)),
        ("[fd00::2]:5000", ("fd00::2", 5000)),
        ("[fe80::1%eth0]", ("fe80::1%eth0", PORT)),
    ],
)
def test_an_address_is_read_as_it_was_meant(typed: str, meant: tuple[str, int]) -> None:
    assert parsed(typed) == meant


@pytest.mark.parametrize("typed", ["", ":5000", "host:", "host:0", "host:65536", "a b", "[fd00::2", "[x]:1", "1:2:3"])
def test_what_is_no_address_is_refused_in_words(typed: str) -> None:
    with pytest.raises(BadAddress, match="is no address"):
        parsed(typed)


@given(st.text(max_size=300))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        host, port = parsed(text)
    except BadAddress as bad:
        assert len(str(bad)) < 400
    else:
        assert host and 1 <= port <= 65535


@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)), st.integers(1, 65535))
def test_what_is_told_comes_out_as_it_went_in(ip, port: int) -> None:
    address = (str(ip), port)
    assert unpacked(packed(address)) in (address, None)
    assert parsed(shown(address)) == address


@given(st.binary(max_size=20))
def test_any_bytes_are_an_address_or_none(data: bytes) -> None:
    address = unpacked(data)
    assert address is None or packed(address) == data


def test_what_leads_nowhere_is_not_taken() -> None:
    for host in ("224.0.0.1", "0.0.0.0", "255.255.255.255", "fe80::1", "ff02::1"):
        assert unpacked(packed((host, 5000))) is None
    assert unpacked(packed(("192.168.1.12", 1))[:-2] + b"\x00\x00") is None


def test_own_hosts_are_reachable_or_loopback() -> None:
    assert "127.0.0.1" in own_hosts(loopback=True)
    assert not {"127.0.0.1", "::1"} & set(own_hosts())


def test_one_socket_speaks_with_both_kinds() -> None:
    both, old = bind(0, "::"), bind(0, "127.0.0.1")
    with both, old:
        both.setblocking(True)
        old.setblocking(True)
        port = both.getsockname()[1]
        old.sendto(b"v4", ("127.0.0.1", port))
        data, name = both.recvfrom(10)
        assert (data, plain(name)) == (b"v4", ("127.0.0.1", old.getsockname()[1]))
        both.sendto(b"back", for_socket(plain(name), both.family))
        assert old.recvfrom(10)[0] == b"back"
        if both.family != socket.AF_INET6:
            return
        with bind(0, "::1") as new:
            new.setblocking(True)
            new.sendto(b"v6", ("::1", port))
            data, name = both.recvfrom(10)
            assert (data, plain(name)) == (b"v6", ("::1", new.getsockname()[1]))
