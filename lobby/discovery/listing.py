"""The command `tether rooms`, which lists the rooms and tournaments that are announced on the network."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Container

import click

from core.engine.fork import base_name
from core.games.registry import GAMES
from lobby.discovery.broadcast import ALL, PORT, Broadcaster
from lobby.discovery.discovery import DiscoveredRoom, DiscoveredTournament
from lobby.discovery.ruleset_transfer import is_changed
from lobby.players import known_players
from lobby.players.identity import folder
from lobby.players.known_players import KnownPlayers
from net.channels.addresses import format_address
from net.match.genesis import rules_hash
from net.system.game_files import LOADED
from net.text.sanitizer import Json, plain, print_json, print_lines, print_table
from net.version import VERSION, relative_age

POLL = 0.05
LISTEN_SECONDS = 2.0
"""Seconds for which the command listens for announcements."""
OTHER_FILE = "another version of the game file"
ROOMS = ("Address", "Room of", "Game", "Seats", "Players", "Entry")
TOURNAMENTS = ("Address", "Tournament", "Game", "Kind", "Players", "State", "Entry")


def join_obstacle(heard: DiscoveredRoom) -> str:
    """Return a short reason why a room cannot be joined, or "" if it can."""
    notice = heard.announcement.notice
    if notice.game not in GAMES and not is_changed(notice.game):
        return "a game that is not on this computer"
    if notice.game in GAMES and notice.rules != rules_hash(GAMES[notice.game]):
        return OTHER_FILE if notice.game in LOADED else other_rules(notice.by)
    if notice.begun:
        return "has begun"
    return "full" if notice.taken >= notice.seats else ""


def entry(heard: DiscoveredRoom) -> str:
    """Return the reason why a room cannot be joined, or else the requirements for entering it."""
    return join_obstacle(heard) or ("invite code" if heard.announcement.notice.closed else "open")


def tournament_obstacle(heard: DiscoveredTournament) -> str:
    """Return a short reason why a player cannot take part in a tournament, or "" if a player can."""
    announcement = heard.announcement
    if is_changed(announcement.game):
        return ""
    if announcement.game not in GAMES:
        return "a game that is not on this computer"
    if announcement.rules == rules_hash(GAMES[announcement.game]):
        return ""
    return OTHER_FILE if announcement.game in LOADED else other_rules(announcement.by)


def other_rules(by: str) -> str:
    """Return a short note that the room or tournament plays by the rules of another version.

    >>> other_rules("0.0.9")
    'rules of older Tether 0.0.9'
    """
    return f"rules of {relative_age(by) or 'another'} Tether {by}"


def tournament_entry(heard: DiscoveredTournament) -> str:
    """Return the reason why a player cannot take part, or else the requirements for entering."""
    return tournament_obstacle(heard) or ("invite code" if heard.announcement.closed else "open")


def game_title(name: str) -> str:
    """Return the title of a game, or its name if this program does not know the game."""
    if is_changed(name):
        return f"{GAMES[base_name(name)].title}, house rules"
    return GAMES[name].title if name in GAMES else plain(name)


def strangers(heard: DiscoveredRoom, met: KnownPlayers) -> list[str]:
    """Return the names of the players in a room that use the name of a known player with another key."""
    return [name for name, key in zip(heard.announcement.names, heard.announcement.prints) if met.stranger(name, key)]


def players(heard: DiscoveredRoom, met: KnownPlayers) -> str:
    """Return the players in a room as text, with a note on those that use a known name with another key."""
    unmet = strangers(heard, met)
    return ", ".join(f"{name} (not the key you know)" if name in unmet else name for name in heard.announcement.names)


def rooms(seconds: float, listen: str, as_json: bool) -> int:
    """Print the rooms and tournaments found; return 1 if there are none."""
    found, tournaments = heard_within(seconds, listen)
    if as_json:
        met = KnownPlayers(folder() / known_players.FILE)
        rows = [_room_data(heard, met) for heard in found]
        print_json({"rooms": rows, "tournaments": list(map(_tournament_data, tournaments))})
        return 0 if found or tournaments else 1
    if tournaments:
        print_table(TOURNAMENTS, map(_tournament_row, tournaments))
        if not found:
            return 0
        print_lines("")
    if not found:
        print_lines("No rooms found here. You can also join by address: tether join ADDRESS")
        return 1
    if any("rules of " in row for row in (*map(join_obstacle, found), *map(tournament_obstacle, tournaments))):
        print_lines(f'Rooms marked "rules of …" need the same Tether on all computers; here is {VERSION}.', err=True)
    met = KnownPlayers(folder() / known_players.FILE)
    print_table(ROOMS, (_room_row(heard, met) for heard in found))
    return 0


def address_of(heard: DiscoveredRoom) -> str:
    """Return the address of a room as a player types it."""
    return format_address((heard.host, heard.announcement.port))


def _room_row(heard: DiscoveredRoom, met: KnownPlayers) -> tuple[str, ...]:
    notice, address = heard.announcement.notice, address_of(heard)
    seats, names = f"{notice.taken} of {notice.seats}", players(heard, met)
    return address, notice.name, game_title(notice.game), seats, names, entry(heard)


def _room_data(heard: DiscoveredRoom, met: KnownPlayers) -> Json:
    notice = heard.announcement.notice
    return {
        "address": address_of(heard),
        "name": notice.name,
        "game": notice.game,
        "seats": notice.seats,
        "taken": notice.taken,
        "players": list(heard.announcement.names),
        "strangers": strangers(heard, met),
        "closed": notice.closed,
        "begun": notice.begun,
        "version": notice.by,
        "why_not": join_obstacle(heard),
    }


def _tournament_row(heard: DiscoveredTournament) -> tuple[str, ...]:
    announcement, address = heard.announcement, format_address((heard.host, heard.announcement.port))
    game = game_title(announcement.game)
    return (
        address,
        announcement.title,
        game,
        announcement.kind,
        str(announcement.players),
        announcement.state,
        tournament_entry(heard),
    )


def _tournament_data(heard: DiscoveredTournament) -> Json:
    announcement = heard.announcement
    return {
        "address": format_address((heard.host, announcement.port)),
        "title": announcement.title,
        "game": announcement.game,
        "kind": announcement.kind,
        "players": announcement.players,
        "round": announcement.round,
        "closed": announcement.closed,
        "version": announcement.by,
        "why_not": tournament_obstacle(heard),
    }


def only_room(
    listen: str = ALL, seconds: float = LISTEN_SECONDS, own: Container[bytes] = frozenset()
) -> DiscoveredRoom:
    """Return the announced room of one of our `own` matches, or else the only room with a free seat.

    If there is not exactly one, list the rooms found and raise `ClickException`.
    """
    found, _ = heard_within(seconds, listen)
    for heard in found:
        if heard.announcement.notice.begun and heard.announcement.notice.match in own:
            return heard
    joinable = [heard for heard in found if not join_obstacle(heard)]
    if len(joinable) == 1:
        return joinable[0]
    if found:
        met = KnownPlayers(folder() / known_players.FILE)
        print_table(ROOMS, (_room_row(heard, met) for heard in found))
    if joinable:
        raise click.ClickException(f"There are {len(joinable)} rooms to join. Which one? tether join ADDRESS")
    why = "All rooms here are full" if found else "No rooms found here"
    raise click.ClickException(f"{why}. You can join by address: tether join ADDRESS")


def heard_within(seconds: float, listen: str = ALL) -> tuple[list[DiscoveredRoom], list[DiscoveredTournament]]:
    """Return the rooms and tournaments that are announced within `seconds`.

    Raises `ClickException` if nothing can be received.
    """
    with contextlib.closing(Broadcaster(listen)) as air:
        if air.deaf:
            raise click.ClickException(f"UDP port {PORT} is already in use by another program: no rooms can be found")
        if air.partly_deaf:
            print_lines(
                f"UDP port {PORT} is already in use by another program too: some rooms may be missing.", err=True
            )
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            air.poll(time.monotonic())
            time.sleep(POLL)
        now = time.monotonic()
        if others := air.discovery.others(now):
            print_lines(
                f"Tether has another version at {', '.join(others)}: all computers need the same version.", err=True
            )
        if silent := air.discovery.unanswered(now):
            where = ", ".join(silent)
            print_lines(f"{where} sends data but does not answer; a firewall may block it.", err=True)
        return air.discovery.rooms(now), air.discovery.tournaments(now)
