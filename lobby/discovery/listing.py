"""`tether rooms`: the rooms and tournaments that are heard of on the network."""

from __future__ import annotations

import contextlib
import time

import click

from core.games.registry import GAMES
from lobby.discovery.broadcast import ALL, PORT, Broadcaster
from lobby.discovery.discovery import Heard, HeardTournament
from lobby.players import known_players
from lobby.players.identity import folder
from lobby.players.known_players import KnownPlayers
from net.channels.addresses import shown
from net.match.genesis import rules_hash
from net.text.sanitizer import Json, plain, say, say_data, say_table
from net.version import VERSION, age_of

POLL = 0.05
LISTENS = 2.0
"""Seconds in which who is there is heard of."""
ROOMS = ("Address", "Room of", "Game", "Seats", "Players", "To join")
TOURNAMENTS = ("Address", "Tournament", "Game", "Kind", "Players", "State", "To take part")


def why_not(heard: Heard) -> str:
    """Why one cannot join a room, in few words; the empty text if one can."""
    notice = heard.announcement.notice
    if notice.game not in GAMES:
        return "a game that is not installed here"
    if notice.rules != rules_hash(GAMES[notice.game]):
        return other_rules(notice.by)
    if notice.begun:
        return "has begun"
    return "full" if notice.taken >= notice.seats else ""


def entry(heard: Heard) -> str:
    """Whether one can join, and what one needs."""
    return why_not(heard) or ("invite code" if heard.announcement.notice.closed else "open")


def why_no_part(heard: HeardTournament) -> str:
    """Why one cannot take part in a tournament, in few words; the empty text if one can."""
    announcement = heard.announcement
    if announcement.game not in GAMES:
        return "a game that is not installed here"
    return other_rules(announcement.by) if announcement.rules != rules_hash(GAMES[announcement.game]) else ""


def other_rules(by: str) -> str:
    """That another version's rules are played, in few words.

    >>> other_rules("0.0.9")
    'rules of older Tether 0.0.9'
    """
    return f"rules of {age_of(by) or 'another'} Tether {by}"


def tournament_entry(heard: HeardTournament) -> str:
    """Whether one can take part, and what one needs."""
    return why_no_part(heard) or ("invite code" if heard.announcement.closed else "open")


def game_title(name: str) -> str:
    """What a game is called, as far as it is known here."""
    return GAMES[name].title if name in GAMES else plain(name)


def strangers(heard: Heard, met: KnownPlayers) -> list[str]:
    """Who sits in a room with a known name and another key than that name had."""
    return [name for name, key in zip(heard.announcement.names, heard.announcement.prints) if met.stranger(name, key)]


def players(heard: Heard, met: KnownPlayers) -> str:
    """Who sits in a room; with a word about those who have a known name and another key."""
    unmet = strangers(heard, met)
    return ", ".join(f"{name} (not the key you know)" if name in unmet else name for name in heard.announcement.names)


def rooms(seconds: float, listen: str, as_json: bool) -> int:
    """List rooms and tournaments; return 1 if there are none."""
    found, tournaments = heard_within(seconds, listen)
    if as_json:
        met = KnownPlayers(folder() / known_players.FILE)
        rows = [_room_data(heard, met) for heard in found]
        say_data({"rooms": rows, "tournaments": list(map(_tournament_data, tournaments))})
        return 0 if found or tournaments else 1
    if tournaments:
        say_table(TOURNAMENTS, map(_tournament_row, tournaments))
        if not found:
            return 0
        say("")
    if not found:
        say("No rooms found here. You can also join by address: tether join ADDRESS")
        return 1
    if any("rules of " in row for row in (*map(why_not, found), *map(why_no_part, tournaments))):
        say(f'Rooms marked "rules of …" need the same Tether on all computers; here is {VERSION}.', err=True)
    met = KnownPlayers(folder() / known_players.FILE)
    say_table(ROOMS, (_room_row(heard, met) for heard in found))
    return 0


def address_of(heard: Heard) -> str:
    """Where a room is, as one types it."""
    return shown((heard.host, heard.announcement.port))


def _room_row(heard: Heard, met: KnownPlayers) -> tuple[str, ...]:
    notice, address = heard.announcement.notice, address_of(heard)
    seats, names = f"{notice.taken} of {notice.seats}", players(heard, met)
    return address, notice.name, game_title(notice.game), seats, names, entry(heard)


def _room_data(heard: Heard, met: KnownPlayers) -> Json:
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
        "why_not": why_not(heard),
    }


def _tournament_row(heard: HeardTournament) -> tuple[str, ...]:
    announcement, address = heard.announcement, shown((heard.host, heard.announcement.port))
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


def _tournament_data(heard: HeardTournament) -> Json:
    announcement = heard.announcement
    return {
        "address": shown((heard.host, announcement.port)),
        "title": announcement.title,
        "game": announcement.game,
        "kind": announcement.kind,
        "players": announcement.players,
        "round": announcement.round,
        "closed": announcement.closed,
        "version": announcement.by,
        "why_not": why_no_part(heard),
    }


def only_room(listen: str = ALL, seconds: float = LISTENS) -> Heard:
    """The one room that is heard of and has a seat to give; raises `ClickException` if there is none, or not one alone,
    which then lists what there is.
    """
    found, _ = heard_within(seconds, listen)
    joinable = [heard for heard in found if not why_not(heard)]
    if len(joinable) == 1:
        return joinable[0]
    if found:
        met = KnownPlayers(folder() / known_players.FILE)
        say_table(ROOMS, (_room_row(heard, met) for heard in found))
    if joinable:
        raise click.ClickException(f"There are {len(joinable)} rooms to join. Which one? tether join ADDRESS")
    why = "All rooms here are full" if found else "No rooms found here"
    raise click.ClickException(f"{why}. You can join by address: tether join ADDRESS")


def heard_within(seconds: float, listen: str = ALL) -> tuple[list[Heard], list[HeardTournament]]:
    """The rooms and tournaments that are heard in so many seconds; raises `UsageError` where nothing can be heard."""
    with contextlib.closing(Broadcaster(listen)) as air:
        if air.deaf:
            raise click.ClickException(f"UDP port {PORT} is used by another program: no rooms can be found")
        if air.hindered:
            say(f"UDP port {PORT} is used by another program too: some rooms may be missing.", err=True)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            air.poll(time.monotonic())
            time.sleep(POLL)
        now = time.monotonic()
        if others := air.discovery.others(now):
            say(f"Tether has another version at {', '.join(others)}: all must run the same.", err=True)
        if silent := air.discovery.unanswered(now):
            where = ", ".join(silent)
            say(f"{where} sends something but does not answer: a firewall?", err=True)
        return air.discovery.rooms(now), air.discovery.tournaments(now)
