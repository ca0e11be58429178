"""IPv4 and IPv6 addresses as typed, sent and used."""

from __future__ import annotations

import socket

import ifaddr
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.channels import addresses
from net.channels.addresses import (
    PORT,
    BadAddress,
    format_address,
    from_socket_address,
    own_addresses,
    own_hosts,
    pack_address,
    parse_address,
    parse_invited_addresses,
    to_socket_address,
    unpack_address,
)
from net.transport.udp import bind


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
def test_a_typed_address_is_read_as_the_expected_host_and_port(typed: str, meant: tuple[str, int]) -> None:
    assert parse_address(typed) == meant


@pytest.mark.parametrize("typed", ["", ":5000", "host:", "host:0", "host:65536", "a b", "[fd00::2", "[x]:1", "1:2:3"])
def test_an_invalid_address_is_refused_with_a_reason(typed: str) -> None:
    with pytest.raises(BadAddress, match="is no address"):
        parse_address(typed)


@given(st.text(max_size=300))
def test_any_text_is_either_an_address_or_refused_without_a_crash(text: str) -> None:
    try:
        host, port = parse_address(text)
    except BadAddress as bad:
        assert len(str(bad)) < 400
    else:
        assert host and 1 <= port <= 65535


@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)), st.integers(1, 65535))
def test_an_address_is_unchanged_by_encoding_and_decoding(ip, port: int) -> None:
    address = (str(ip), port)
    assert unpack_address(pack_address(address)) in (address, None)
    assert parse_address(format_address(address)) == address


@given(st.binary(max_size=20))
def test_any_bytes_decode_to_an_address_or_none(data: bytes) -> None:
    address = unpack_address(data)
    assert address is None or pack_address(address) == data


def test_unusable_addresses_are_refused() -> None:
    for host in ("224.0.0.1", "0.0.0.0", "255.255.255.255", "fe80::1", "ff02::1"):
        assert unpack_address(pack_address((host, 5000))) is None
    assert unpack_address(pack_address(("192.168.1.12", 1))[:-2] + b"\x00\x00") is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("192.168.1.12", (("192.168.1.12", PORT),)),
        ("127.0.0.1:5000", (("127.0.0.1", 5000),)),
        ("192.168.1.12:5000,[fd00::2]", (("192.168.1.12", 5000), ("fd00::2", PORT))),
        ("table.local, 10.0.0.5", (("table.local", PORT), ("10.0.0.5", PORT))),
        ("127.0.0.1,localhost", (("127.0.0.1", PORT), ("localhost", PORT))),
    ],
)
def test_an_invitation_has_one_or_two_addresses(typed: str, meant: tuple[tuple[str, int], ...]) -> None:
    assert parse_invited_addresses(typed) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("10.0.0.1,10.0.0.2,10.0.0.3", "has 3 addresses: an invitation has one or two"),
        (",".join(["10.0.0.1"] * 1000), "has 1000 addresses"),
        ("10.0.0.1,", "is no address"),
        ("10.0.0.1,10.0.0.1:5000", "has 10.0.0.1 twice"),
        ("[::ffff:10.0.0.1],10.0.0.1", "has 10.0.0.1 twice"),
        ("[fd00::2],[fd00:0::0:2]", "has fd00::2 twice"),
        ("Table.local,table.local:5", "has table.local twice"),
        ("255.255.255.255", "255.255.255.255 is not the address of one computer"),
        ("10.0.0.1,224.0.0.251", "224.0.0.251 is not the address of one computer"),
        ("[ff02::7e:7e12]:47800", "ff02::7e:7e12 is not the address of one computer"),
        ("[::ffff:224.0.0.251]", "224.0.0.251 is not the address of one computer"),
        ("0.0.0.0", "0.0.0.0 is not the address of one computer"),
        ("10.0.0.1,[::]", ":: is not the address of one computer"),
        ("10.0.0.1,127.0.0.1:53", "127.0.0.1 is the address of your own computer"),
        ("[::1],fd00::2", "::1 is the address of your own computer"),
        ("10.0.0.1,LOCALHOST", "localhost is the address of your own computer"),
    ],
)
def test_a_hostile_invitation_is_refused_with_an_explanation(typed: str, says: str) -> None:
    with pytest.raises(BadAddress) as bad:
        parse_invited_addresses(typed)
    assert says in str(bad.value) and len(str(bad.value)) < 200


def test_own_hosts_include_loopback_addresses_only_on_request() -> None:
    assert "127.0.0.1" in own_hosts(loopback=True)
    assert not {"127.0.0.1", "::1"} & set(own_hosts())


def test_one_socket_exchanges_ipv4_and_ipv6_datagrams() -> None:
    both, old = bind(0, "::"), bind(0, "127.0.0.1")
    with both, old:
        both.setblocking(True)
        old.setblocking(True)
        port = both.getsockname()[1]
        old.sendto(b"v4", ("127.0.0.1", port))
        data, name = both.recvfrom(10)
        assert (data, from_socket_address(name)) == (b"v4", ("127.0.0.1", old.getsockname()[1]))
        both.sendto(b"back", to_socket_address(from_socket_address(name), both.family))
        assert old.recvfrom(10)[0] == b"back"
        if both.family != socket.AF_INET6:
            return
        with bind(0, "::1") as new:
            new.setblocking(True)
            new.sendto(b"v6", ("::1", port))
            data, name = both.recvfrom(10)
            assert (data, from_socket_address(name)) == (b"v6", ("::1", new.getsockname()[1]))


def adapter(name: str, *hosts: tuple[str, int]) -> ifaddr.Adapter:
    """Return an adapter with these addresses, each with the length of its network's prefix."""
    ips = [
        ifaddr.IP((host, 0, 2) if ":" in host else host, prefix, name)  # type: ignore[arg-type]
        for host, prefix in hosts
    ]
    return ifaddr.Adapter(name, name, ips, 2)


@pytest.mark.parametrize("usual", ["192.168.77.14", "10.8.0.4", ""])
def test_the_address_of_the_local_network_comes_before_those_of_vpns_and_containers(
    usual: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Addresses are sorted by the kind of network, not as text (LAN review, F1)."""
    there = [
        adapter("tun0", ("10.8.0.4", 24), ("fd00::4", 64)),
        adapter("docker0", ("172.17.0.1", 16)),
        adapter("wlan0", ("169.254.7.7", 16)),
        adapter("eth1", ("10.0.0.9", 32)),
        adapter("eth0", ("192.168.77.14", 24), ("fd00::14", 64), ("fe80::14", 64)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: there)
    monkeypatch.setattr(addresses, "source_address_towards", lambda host: usual)
    found = own_hosts()
    assert found[0] == "192.168.77.14" and found[3:5] == ["10.0.0.9", "169.254.7.7"]
    assert set(found[1:3]) == {"10.8.0.4", "172.17.0.1"} and found[5:] == ["fd00::14", "fd00::4"]
    assert [one.host for one in own_addresses() if one.plausible] == ["192.168.77.14", "fd00::14"]


def test_addresses_of_one_network_have_a_common_name(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [
        adapter("eth0", ("192.168.1.7", 24), ("fd00::7", 64), ("2001:db8::7", 64)),
        adapter("wlan0", ("192.168.1.8", 24), ("fd00::8", 64)),
        adapter("eth1", ("10.1.1.1", 8)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: there)
    networks = {one.host: one.networks for one in own_addresses()}
    same = {(a, b) for a in networks for b in networks if a < b and networks[a] & networks[b]}
    assert same == {("192.168.1.7", "192.168.1.8"), ("fd00::7", "fd00::8"), ("2001:db8::7", "fd00::7")}


def test_the_address_of_the_default_route_comes_first_among_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [adapter("eth0", ("10.1.1.1", 24)), adapter("wlan0", ("192.168.1.7", 24))]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: there)
    for usual, other in (("10.1.1.1", "192.168.1.7"), ("192.168.1.7", "10.1.1.1")):
        monkeypatch.setattr(addresses, "source_address_towards", lambda host, usual=usual: usual)
        assert own_hosts() == [usual, other]


def test_the_source_address_for_datagrams_to_this_computer_is_its_own() -> None:
    assert addresses.source_address_towards("127.0.0.1") == "127.0.0.1"
