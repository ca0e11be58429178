"""`tether rooms`: the rooms that are heard of on the network."""

from __future__ import annotations

import contextlib
import time

import click
from rich.console import Console
from rich.table import Table

from core.games import GAMES
from lobby.air import ALL, PORT, Air
from lobby.discovery import Heard
from net.addresses import shown
from net.genesis import rules_hash

POLL = 0.05


def why_not(heard: Heard) -> str:
    """Why one cannot join a room, in few words; the empty text if one can."""
    notice = heard.cry.notice
    if notice.game not in GAMES:
        return "a game that this program does not know"
    if notice.rules != rules_hash(GAMES[notice.game]):
        return "other rules than this program's"
    if notice.begun:
        return "has begun"
    return "full" if notice.taken >= notice.seats else ""


def entry(heard: Heard) -> str:
    """Whether one can join, and what one needs."""
    return why_not(heard) or ("invite code" if heard.cry.notice.closed else "open")


@click.command(
    epilog="\b\nExamples:\n"
    "  tether rooms                  what is heard within two seconds\n"
    "  tether rooms --seconds 10     listens for longer\n"
)
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=2.0, show_default=True, help="How long to listen.")
@click.option(
    "--listen", default=ALL, metavar="ADDRESS", help="The own address whose network to listen on; usually all."
)
def rooms(seconds: float, listen: str) -> int:
    """Lists the rooms that are open on this network; exits with 1 if there is none."""
    found = heard_within(seconds, listen)
    console = Console(highlight=False)
    if not found:
        console.print("No room is heard here. One may still be joined by its address: tether join ADDRESS")
        return 1
    table = Table(box=None, pad_edge=False)
    for column in ("Address", "Room of", "Game", "Seats", "Players", "To join"):
        table.add_column(column, overflow="fold")
    for heard in found:
        notice = heard.cry.notice
        game = GAMES[notice.game].title if notice.game in GAMES else notice.game
        address = shown((heard.host, heard.cry.port))
        seats = f"{notice.taken} of {notice.seats}"
        table.add_row(address, notice.name, game, seats, ", ".join(heard.cry.names), entry(heard))
    console.print(table)
    return 0


def heard_within(seconds: float, listen: str = ALL) -> list[Heard]:
    """The rooms that are heard in so many seconds; raises `UsageError` where nothing can be heard."""
    with contextlib.closing(Air(listen)) as air:
        if air.deaf:
            raise click.ClickException(f"UDP port {PORT} belongs to another program: no rooms can be heard")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            air.poll(time.monotonic())
            time.sleep(POLL)
        return air.discovery.rooms(time.monotonic())
