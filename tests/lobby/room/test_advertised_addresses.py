"""Addresses in an invitation: the first, and the best one on another network."""

from __future__ import annotations

import pytest

from lobby.room.advertised_addresses import AdvertisedAddresses, invited_hosts
from net.channels.addresses import OwnAddress

LAN, WIFI = OwnAddress("192.168.1.7", frozenset("a"), True), OwnAddress("192.168.1.8", frozenset("a"), True)
HALL, SIX = OwnAddress("10.1.1.1", frozenset("b"), True), OwnAddress("fd00::7", frozenset("c"), True)
SIX_TOO = OwnAddress("2001:db8::7", frozenset("cd"), True)
DOCKER, VPN = OwnAddress("172.17.0.1", frozenset("e"), False), OwnAddress("10.8.0.4", frozenset("f"), False)
LINK, LINK_TOO = OwnAddress("fe80::7%2", frozenset("2"), False), OwnAddress("fe80::8%3", frozenset("3"), False)


@pytest.mark.parametrize(
    ("there", "invited"),
    [
        ([], []),
        ([LAN], [LAN]),
        ([LAN, HALL, SIX], [LAN, HALL]),
        ([LAN, WIFI, SIX, DOCKER], [LAN, SIX]),
        ([LAN, WIFI, DOCKER, VPN, LINK], [LAN]),
        ([SIX, SIX_TOO, LAN], [SIX, LAN]),
        ([SIX, SIX_TOO, LINK], [SIX]),
        ([VPN, LAN, HALL], [VPN, LAN]),
        ([VPN, DOCKER, LINK], [VPN, DOCKER]),
        ([LINK, LINK_TOO], [LINK, LINK_TOO]),
    ],
)
def test_second_address_is_the_best_one_on_another_network(there: list[OwnAddress], invited: list[OwnAddress]) -> None:
    assert invited_hosts(there) == [one.host for one in invited]


def test_a_room_at_one_address_invites_to_it_alone() -> None:
    offered = AdvertisedAddresses(47801, "192.168.1.12")
    offered.update(0.0)
    assert offered.invited == offered.shown_addresses == ("192.168.1.12:47801",)


def test_the_address_by_which_a_guest_came_is_first_in_the_invitation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.room.advertised_addresses.own_addresses", lambda: [LAN, WIFI, HALL])
    monkeypatch.setattr("lobby.room.advertised_addresses.link_local_hosts", lambda: [LINK.host])
    monkeypatch.setattr("lobby.room.advertised_addresses.source_address_towards", lambda guest: WIFI.host)
    offered = AdvertisedAddresses(5000)
    assert offered.update(0.0) and offered.invited == ("192.168.1.7:5000", "10.1.1.1:5000")
    offered.prefer_reached(["192.168.1.30"])
    assert offered.update(1.0) and offered.invited == ("192.168.1.8:5000", "10.1.1.1:5000")
