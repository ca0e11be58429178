"""The command `tether rooms`, which lists the rooms and tournaments on the network."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Container

import click

from core.games.registry import GAMES
from lobby.discovery.broadcast import ALL, PORT, Broadcaster
from lobby.discovery.discovery import DiscoveredRoom, DiscoveredTournament
from lobby.players import known_players
from lobby.players.game_titles import game_title, is_changed_game
from lobby.players.identity import identity_folder
from lobby.players.known_players import KnownPlayers
from net.channels.addresses import format_address
from net.match.genesis import rules_hash
from net.system.game_files import LOADED
from net.text.sanitizer import Json, print_json, print_lines, print_table
from net.version import VERSION, relative_age

POLL = 0.05
LISTEN_SECONDS = 2.0
"""Seconds for which the command listens for announcements."""
OTHER_FILE = "another version of the game file"
ROOMS = ("Address", "Room of", "Game", "Seats", "Players", "Entry")
TOURNAMENTS = ("Address", "Tournament", "Game", "Kind", "Players", "State", "Entry")


def join_obstacle(room: DiscoveredRoom) -> str:
    """Return a short reason why a room cannot be joined, or "" if it can."""
    notice = room.announcement.notice
    if notice.game not in GAMES and not is_changed_game(notice.game):
        return "a game that is not on this computer"
    if notice.game in GAMES and notice.rules != rules_hash(GAMES[notice.game]):
        return OTHER_FILE if notice.game in LOADED else other_rules_note(notice.version)
    if notice.has_begun:
        return "has begun"
    return "full" if notice.taken >= notice.seats else ""


def entry_requirements(room: DiscoveredRoom) -> str:
    """Return the requirements for entering a room, or the reason why it cannot be joined."""
    return join_obstacle(room) or ("invite code" if room.announcement.notice.closed else "open")


def tournament_obstacle(tournament: DiscoveredTournament) -> str:
    """Return a short reason why this player cannot take part in a tournament, or "" if that is possible."""
    announcement = tournament.announcement
    if is_changed_game(announcement.game):
        return ""
    if announcement.game not in GAMES:
        return "a game that is not on this computer"
    if announcement.rules == rules_hash(GAMES[announcement.game]):
        return ""
    return OTHER_FILE if announcement.game in LOADED else other_rules_note(announcement.version)


def other_rules_note(by: str) -> str:
    """Return a short note that a room or tournament is played by the rules of another version.

    >>> other_rules_note("0.0.9")
    'rules of older Tether 0.0.9'
    """
    return f"rules of {relative_age(by) or 'another'} Tether {by}"


def tournament_entry_requirements(tournament: DiscoveredTournament) -> str:
    """Return the requirements for taking part in a tournament, or the reason why that is impossible."""
    return tournament_obstacle(tournament) or ("invite code" if tournament.announcement.closed else "open")


def suspicious_names(room: DiscoveredRoom, met: KnownPlayers) -> list[str]:
    """Return the names in a room that belong to known players with other keys."""
    return [
        name for name, key in zip(room.announcement.names, room.announcement.prints) if met.has_other_key(name, key)
    ]


def players_text(room: DiscoveredRoom, met: KnownPlayers) -> str:
    """Return the names of the players in a room, with a note on those that have another key than the one known."""
    unmet = suspicious_names(room, met)
    return ", ".join(f"{name} (not the key you know)" if name in unmet else name for name in room.announcement.names)


def rooms(seconds: float, listen: str, as_json: bool) -> int:
    """Print the rooms and tournaments on the network; return 1 if there are none."""
    found, tournaments = listen_for(seconds, listen)
    if as_json:
        met = KnownPlayers(identity_folder() / known_players.FILE)
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
    met = KnownPlayers(identity_folder() / known_players.FILE)
    print_table(ROOMS, (_room_row(heard, met) for heard in found))
    return 0


def room_address(room: DiscoveredRoom) -> str:
    """Return the address of a room in the form in which players type it."""
    return format_address((room.host, room.announcement.port))


def _room_row(room: DiscoveredRoom, met: KnownPlayers) -> tuple[str, ...]:
    notice, address = room.announcement.notice, room_address(room)
    seats, names = f"{notice.taken} of {notice.seats}", players_text(room, met)
    return address, notice.name, game_title(notice.game), seats, names, entry_requirements(room)


def _room_data(room: DiscoveredRoom, met: KnownPlayers) -> Json:
    notice = room.announcement.notice
    return {
        "address": room_address(room),
        "name": notice.name,
        "game": notice.game,
        "seats": notice.seats,
        "taken": notice.taken,
        "players": list(room.announcement.names),
        "strangers": suspicious_names(room, met),
        "closed": notice.closed,
        "begun": notice.has_begun,
        "version": notice.version,
        "why_not": join_obstacle(room),
    }


def _tournament_row(tournament: DiscoveredTournament) -> tuple[str, ...]:
    announcement, address = tournament.announcement, format_address((tournament.host, tournament.announcement.port))
    game = game_title(announcement.game)
    return (
        address,
        announcement.title,
        game,
        announcement.kind,
        str(announcement.players),
        announcement.progress,
        tournament_entry_requirements(tournament),
    )


def _tournament_data(tournament: DiscoveredTournament) -> Json:
    announcement = tournament.announcement
    return {
        "address": format_address((tournament.host, announcement.port)),
        "title": announcement.title,
        "game": announcement.game,
        "kind": announcement.kind,
        "players": announcement.players,
        "round": announcement.round,
        "closed": announcement.closed,
        "version": announcement.version,
        "why_not": tournament_obstacle(tournament),
    }


def find_only_room(
    listen: str = ALL, seconds: float = LISTEN_SECONDS, own: Container[bytes] = frozenset()
) -> DiscoveredRoom:
    """Return the announced room of one of our `own` matches, or else the only room with a free seat.

    If there is not exactly one, list the rooms and raise `ClickException`.
    """
    found, _ = listen_for(seconds, listen)
    for heard in found:
        if heard.announcement.notice.has_begun and heard.announcement.notice.match in own:
            return heard
    joinable = [heard for heard in found if not join_obstacle(heard)]
    if len(joinable) == 1:
        return joinable[0]
    if found:
        met = KnownPlayers(identity_folder() / known_players.FILE)
        print_table(ROOMS, (_room_row(heard, met) for heard in found))
    if joinable:
        raise click.ClickException(f"There are {len(joinable)} rooms to join. Which one? tether join ADDRESS")
    why = "All rooms here are full" if found else "No rooms found here"
    raise click.ClickException(f"{why}. You can join by address: tether join ADDRESS")


def listen_for(seconds: float, listen: str = ALL) -> tuple[list[DiscoveredRoom], list[DiscoveredTournament]]:
    """Listen for this number of seconds, and return the rooms and tournaments that are announced.

    Raises `ClickException` if another program uses the discovery port.
    """
    with contextlib.closing(Broadcaster(listen)) as air:
        if air.is_port_taken:
            raise click.ClickException(f"UDP port {PORT} is already in use by another program: no rooms can be found")
        if air.is_port_partly_taken:
            print_lines(
                f"UDP port {PORT} is already in use by another program too: some rooms may be missing.", err=True
            )
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            air.poll(time.monotonic())
            time.sleep(POLL)
        now = time.monotonic()
        if others := air.discovery.hosts_of_other_versions(now):
            print_lines(
                f"Tether has another version at {', '.join(others)}: all computers need the same version.", err=True
            )
        if silent := air.discovery.unanswered_hosts(now):
            where = ", ".join(silent)
            print_lines(f"{where} sends data but does not answer; a firewall may block it.", err=True)
        return air.discovery.rooms(now), air.discovery.tournaments(now)
