"""Addresses of peers: as people type and read them, as bytes in a message, and in socket form.

An address is the numeric host as text and the port. A link-local IPv6 address names its interface after a "%".

>>> parse_address("192.168.1.12"), parse_address("[fd00::2]:47802"), parse_address("fd00::2")
(('192.168.1.12', 47801), ('fd00::2', 47802), ('fd00::2', 47801))
>>> format_address(("fd00::2", 47802)), pack_address(("192.168.1.12", 47801)).hex()
('[fd00::2]:47802', 'c0a8010cbab9')
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from typing import NamedTuple

import ifaddr

Address = tuple[str, int]
PORT = 47801
"""Default UDP port."""
LONGEST = 253
"""Maximum number of characters in a host name."""
MOST_INVITED = 2
"""Maximum number of addresses in an invitation."""
BROADCAST_ADDRESS = ipaddress.ip_address(2**32 - 1)
FAR_AWAY = ("198.51.100.1", "2001:db8::1")
"""Unused documentation addresses (RFC 5737, RFC 3849), whose packets would take the default route."""
VIRTUAL_PREFIXES = (
    *("tun", "tap", "utun", "wg", "ppp", "ipsec", "tailscale", "zt"),
    *("docker", "podman", "br-", "bridge10", "veth", "virbr", "vboxnet", "vmnet", "lxc", "lxdbr", "cni"),
)
"""Name prefixes of network adapters that lead to no computer nearby."""
VIRTUAL_WORDS = ("virtual", "vethernet", "hyper-v", "vmware", "wireguard", "openvpn", "tap-windows", "tunnel", "vpn")
"""Words in the names of such adapters on Windows."""


class BadAddress(ValueError):
    """Error for an invalid address; the message shows a valid one."""


def parse_address(text: str, default_port: int = PORT) -> Address:
    """Parse HOST, HOST:PORT or [IPV6]:PORT into host and port; the host is not yet looked up.

    `default_port` is used if the text has no port. Raises `BadAddress` if the text is no address.
    """
    text = text.strip()
    host, colon, port = text, "", ""
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        before, colon, port = rest.partition(":")
        if not closed or before:
            raise _bad_address(text)
    elif text.count(":") == 1:
        host, colon, port = text.partition(":")
    if (
        not host
        or len(host) > LONGEST
        or not host.isascii()
        or not all(letter.isalnum() or letter in ".-_:%" for letter in host)
    ):
        raise _bad_address(text)
    if ":" in host or text.startswith("["):
        _check_ip(host, text)
    if not colon:
        return host, default_port
    if not (port.isascii() and port.isdecimal()):
        raise _bad_address(text)
    if len(port) > 5 or not 1 <= int(port) <= 65535:
        raise BadAddress(f"{_shorten(text)!r} is no address: the port is not between 1 and 65535")
    return host, int(port)


def parse_addresses(text: str) -> tuple[Address, ...]:
    """Parse addresses separated by commas or spaces, without duplicates; raise `BadAddress` if one is invalid.

    >>> parse_addresses("192.168.1.12, fd00::2 192.168.1.12:47801")
    (('192.168.1.12', 47801), ('fd00::2', 47801))
    """
    return tuple(dict.fromkeys(parse_address(one) for one in text.replace(",", " ").split()))


def parse_invited_addresses(text: str, default_port: int = PORT) -> tuple[Address, ...]:
    """Parse the one or two addresses of an invitation, separated by a comma.

    `default_port` is used for an address without a port. Raises `BadAddress` if an address is invalid, or if the two
    cannot belong to one computer.

    >>> parse_invited_addresses("192.168.1.12,[fd00::2]:47802")
    (('192.168.1.12', 47801), ('fd00::2', 47802))
    """
    parts = text.split(",")
    if len(parts) > MOST_INVITED:
        raise BadAddress(f"{_shorten(text)!r} has {len(parts)} addresses: an invitation has one or two.")
    found = tuple(parse_address(part, default_port) for part in parts)
    check_invited_addresses(found)
    return found


def check_invited_addresses(addresses: Sequence[Address]) -> None:
    """Raise `BadAddress` unless the addresses can all belong to one other computer.

    This prevents an invitation that makes a guest contact a whole network. Two addresses must not have the same host,
    and a loopback address must not be combined with another computer's address. Host names are checked again once they
    are looked up.
    """
    hosts = [_to_numeric_host(host) for host, _ in addresses]
    for host in hosts:
        if not isinstance(host, str) and (host.is_multicast or host.is_unspecified or host == BROADCAST_ADDRESS):
            raise BadAddress(f"{host} is not the address of one computer.")
    if len(set(hosts)) < len(hosts):
        raise BadAddress(f"The invitation has {_shorten(str(hosts[0]))} twice: its two addresses must differ.")
    loopback = [host == "localhost" if isinstance(host, str) else host.is_loopback for host in hosts]
    if any(loopback) and not all(loopback):
        raise BadAddress(
            f"{_shorten(str(hosts[loopback.index(True)]))} is the address of your own computer, "
            "and the other one is not."
        )


def _to_numeric_host(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | str:
    """Return a numeric host as an address object (a mapped IPv4 address as IPv4), and a name unchanged."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return host.lower()
    return (ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None) or ip


def _check_ip(host: str, text: str) -> None:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise _bad_address(text) from None


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}..."


def unknown_host_text(host: str) -> str:
    """Return a sentence with the reason why a host was not found.

    >>> unknown_host_text("999.1.1.1")
    '999.1.1.1 is not an address: each of the four numbers is 0 to 255.'
    """
    if host.replace(".", "").isdecimal():
        return f"{_shorten(host)} is not an address: each of the four numbers is 0 to 255."
    return f"There is no computer called {_shorten(host)} here. Use its address in numbers, such as 192.168.1.12."


def _bad_address(text: str) -> BadAddress:
    return BadAddress(f"{_shorten(text)!r} is no address: HOST or HOST:PORT, for instance 192.168.1.12:{PORT}")


def resolve(host: str, port: int) -> Address:
    """Return the numeric address of a host, IPv4 if it has one; raise `OSError` if it is unknown.

    A link-local address without an interface is assigned to the only link of this computer, if there is just one.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)
    except UnicodeError:
        raise OSError(f"{host[:60]} is no name of a computer") from None
    found.sort(key=lambda one: one[0] != socket.AF_INET)
    host, port = from_socket_address(found[0][4])
    scopes = (
        {own.partition("%")[2] for own in link_local_hosts()}
        if "%" not in host and _is_link_local_host(host)
        else set()
    )
    return (f"{host}%{scopes.pop()}" if len(scopes) == 1 else host), port


def from_socket_address(name: tuple[object, ...]) -> Address:
    """Convert a socket's address tuple to host and port; a link-local host includes its interface."""
    host, port = str(name[0]), int(str(name[1]))
    if host.startswith("::ffff:") and "." in host:
        return host[7:], port
    scope = int(str(name[3])) if len(name) > 3 else 0
    return (f"{host}%{scope}" if scope and "%" not in host else host), port


def to_socket_address(address: Address, family: int) -> tuple[object, ...]:
    """Return the address tuple that a socket of this family expects."""
    host, port = address
    if family != socket.AF_INET6:
        return address
    if ":" not in host:
        return f"::ffff:{host}", port, 0, 0
    host, _, scope = host.partition("%")
    number = int(scope) if scope.isdecimal() else socket.if_nametoindex(scope) if scope else 0
    return host, port, 0, number


def format_address(address: Address) -> str:
    """Return an address in the form in which people type it."""
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def pack_address(address: Address) -> bytes:
    """Pack an address into 6 or 18 bytes; raise `ValueError` for a link-local address.

    A link-local address has no meaning on other computers.
    """
    host, port = address
    if "%" in host:
        raise ValueError("an address of one link")
    return ipaddress.ip_address(host).packed + port.to_bytes(2, "big")


def unpack_address(data: bytes) -> Address | None:
    """Return the address in these bytes, or None if it is invalid or cannot receive datagrams."""
    if len(data) not in (6, 18):
        return None
    ip = ipaddress.ip_address(data[:-2])
    port = int.from_bytes(data[-2:], "big")
    if not port or ip.is_multicast or ip.is_unspecified or _is_link_local(ip) or ip == BROADCAST_ADDRESS:
        return None
    return str(ip), port


class OwnAddress(NamedTuple):
    """One address of this computer, with the networks to which it belongs."""

    host: str
    networks: frozenset[str]
    """Names of the networks; two addresses that share a name are on the same network."""
    plausible: bool
    """True if other computers are likely to be on its network: no VPN, no container, no link-local address."""


def own_hosts(loopback: bool = False) -> list[str]:
    """Return only the hosts of `own_addresses`, in the same order."""
    return [one.host for one in own_addresses(loopback)]


def own_addresses(loopback: bool = False) -> list[OwnAddress]:
    """Return the addresses at which others can reach this computer, the likeliest first.

    With `loopback`, return the addresses that only this computer can reach. IPv4 comes before IPv6. Then hardware
    adapters come before those of virtual machines and VPNs, then addresses with neighbours (no /32, no 169.254.x)
    before those without, then the source address of the default route before others.
    """
    orders: dict[str, tuple[object, ...]] = {}
    found: dict[str, OwnAddress] = {}
    usual = {source_address_towards(host) for host in FAR_AWAY} if not loopback else set()
    for adapter in ifaddr.get_adapters():
        virtual = is_virtual(adapter.name) or is_virtual(adapter.nice_name)
        for ip in adapter.ips:
            host = str(ip.ip if ip.is_IPv4 else ip.ip[0])
            if _is_reachable(host, loopback):
                lonely = ip.network_prefix >= (32 if ip.is_IPv4 else 128)
                unset = host.startswith("169.254.")
                order = (":" in host, unset, lonely, virtual, host not in usual, _interface_number(host))
                if order <= orders.get(host, order):
                    orders[host] = order
                    networks = _networks(host, ip.network_prefix, adapter.name)
                    found[host] = OwnAddress(host, networks, not (unset or lonely or virtual))
    return sorted(found.values(), key=lambda one: orders[one.host])


def _networks(host: str, prefix: int, adapter: str) -> frozenset[str]:
    """Return the names of an address's networks: its prefix and, for IPv6, its adapter.

    An adapter may have several IPv6 prefixes.
    """
    network = str(ipaddress.ip_network(f"{host.partition('%')[0]}/{prefix}", strict=False))
    return frozenset((network, f"IPv6 of {adapter}") if ":" in host else (network,))


def is_virtual(name: str) -> bool:
    """Return True if the name of an adapter is typical of VPNs, containers and virtual machines.

    >>> [is_virtual(name) for name in ("docker0", "wg0", "tailscale0", "vEthernet (WSL)", "eth0", "wlp3s0", "Wi-Fi")]
    [True, True, True, True, False, False, False]
    """
    name = name.lower()
    return name.startswith(VIRTUAL_PREFIXES) or any(word in name for word in VIRTUAL_WORDS)


def source_address_towards(host: str) -> str:
    """Return this computer's source address for datagrams to a numeric host, or "" if there is no route.

    No datagram is sent.
    """
    address = (host, PORT)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(to_socket_address(address, family))
            return from_socket_address(probe.getsockname())[0]
        except OSError:
            return ""


def _interface_number(host: str) -> int:
    return int(ipaddress.ip_address(host.partition("%")[0]))


def link_local_hosts() -> list[str]:
    """Return the link-local hosts of this computer, each with the number of its interface."""
    found = set[str]()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.is_IPv6 and _is_link_local_host(ip.ip[0]):
                found.add(f"{ip.ip[0].partition('%')[0]}%{int(ip.ip[2]) or adapter.index or 0}")
    return sorted(found)


def _is_link_local_host(host: str) -> bool:
    return _is_link_local(ipaddress.ip_address(host.partition("%")[0]))


def _is_reachable(host: str, loopback: bool) -> bool:
    ip = ipaddress.ip_address(host.partition("%")[0])
    return ip.is_loopback == loopback and not _is_link_local(ip) and not ip.is_multicast


def _is_link_local(ip: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return True if an address is valid on one link only, and so needs the name of an interface."""
    return ip.version == 6 and ip.is_link_local


def has_route(address: Address) -> bool:
    """Return True if this computer has a route to the address."""
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(to_socket_address(address, family))
        except OSError:
            return False
        return True
