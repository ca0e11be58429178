"""Command `tether hand-out`: hand out Tether without a room, or prepare files for other systems."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import click

from lobby.cli.commands import ALL_ADDRESSES
from lobby.hand_out.hand_out import HandOut, HandOutStatus
from lobby.hand_out.preparation import ROOT, prepare, prepared_systems, read_lock
from lobby.hand_out.systems import System, UnknownSystem, parse_system
from lobby.hand_out.text import status_lines
from lobby.hand_out.wheels import NothingToHandOut
from net.channels.addresses import Address, own_hosts
from net.cli.matches.peer import draw_qr_picture
from net.system.exit_signals import ExitRequest
from net.text.errors import error_reason_with_file
from net.text.qr import make_modules
from net.text.sanitizer import print_json, print_lines
from net.transport.udp import run as run_loop

LOOK_EVERY = 0.2
"""Seconds between two checks for changes of the status."""


def hand_out(systems: str, port: int, listen: str, picture: bool, as_json: bool) -> int:
    """Hand out Tether until Ctrl-C, or prepare files for other systems; return the exit code."""
    if systems:
        return _prepare(_parse_systems(systems), as_json)
    leaving = ExitRequest()
    with leaving:
        last = run_loop(_serve(HandOut(), port, listen, _Screen(picture, as_json), leaving))
    if leaving.received:
        return leaving.exit_code
    if last.is_trouble:
        raise click.ClickException(last.words)
    return 0


def _parse_systems(words: str) -> list[System]:
    try:
        return [parse_system(word) for word in dict.fromkeys(words.split(","))]
    except UnknownSystem as bad:
        raise click.UsageError(f"--for: {bad}") from None


def _prepare(systems: Sequence[System], as_json: bool) -> int:
    """Download the libraries for other systems; return the exit code."""
    done = []
    try:
        lock = read_lock(ROOT)
        for system in systems:
            if not as_json:
                print_lines(f"Fetching the libraries for {system.title}...")
            done.append({"system": system.word, "bytes": prepare(system, lock)})
    except (NothingToHandOut, OSError) as wrong:
        raise click.ClickException(error_reason_with_file(wrong)) from None
    if as_json:
        print_json({"prepared": done, "all": [system.word for system in prepared_systems()]})
    else:
        titles = "; ".join(system.title for system in prepared_systems())
        print_lines(f"Prepared: {titles}. They are handed out too from now on.")
    return 0


class _Screen:
    """Printer of the status of handing out, as lines or as JSON."""

    def __init__(self, picture: bool, as_json: bool) -> None:
        self._picture, self._as_json = picture, as_json
        self._last: HandOutStatus | None = None

    def show(self, offer: HandOutStatus) -> None:
        """Print the status, unless it is the same as last time."""
        if offer == self._last:
            return
        is_new = self._last is None or self._last.urls != offer.urls
        self._last = offer
        if self._as_json:
            files = [{"title": one.title, "number": one.number, "sha256": one.hex_digits} for one in offer.files]
            print_json({"words": offer.words, "addresses": list(offer.urls), "files": files})
        elif is_new and offer.urls:
            print_lines(*status_lines(offer))
            if self._picture:
                print_lines(*draw_qr_picture(make_modules(offer.urls[0])))
        else:
            print_lines(offer.words)


async def _serve(hands: HandOut, port: int, listen: str, screen: _Screen, leaving: ExitRequest) -> HandOutStatus:
    hands.start(listen, port, has_room=False)
    hosts = own_hosts() or own_hosts(loopback=True) if listen in (ALL_ADDRESSES, "0.0.0.0") else [listen]
    addresses: list[Address] = [(host, port) for host in hosts]
    try:
        while True:
            offer = hands.status(addresses)
            assert offer is not None
            screen.show(offer)
            if offer.is_over or leaving.received:
                return offer
            await asyncio.sleep(LOOK_EVERY)
    finally:
        hands.stop()
        await hands.wait()
