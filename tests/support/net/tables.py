"""Drivers of seeded matches, and their simulated network."""

from __future__ import annotations

from typing import Any

from core.bots.random_bot import RandomBot
from core.engine.game import Game, Player, any_game
from net.crypto.match_keys import room_id_from_text, seat_seeds_from_text
from net.match.events import Report
from net.replication.entry_log import MemoryEntryLog
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.seat.handshake import SeatConfig
from net.transport.simulated import SimulatedNetwork
from tests.support.all_games import GAMES as ALL
from tests.support.net.toys import POT, TRICKS, First
from tests.support.tiers import LONG

__all__ = ["BRIDGEFRONT", "CABINET", "MIDNIGHT", "OUTPOSTS", "drivers", "play", "player_of", "seat_at"]

TOYS: tuple[Game, ...] = (any_game(TRICKS), any_game(POT))
BRIDGEFRONT, MIDNIGHT = ALL["bridgefront"], ALL["midnight"]
CABINET, OUTPOSTS, AMBITION = ALL["cabinet"], ALL["outposts"], ALL["ambition"]
GAMES: tuple[Any, ...] = (*TOYS, *(game for game in ALL.values() if min(game.seat_counts) > 1))
TABLES = [(game, seats) for game in GAMES for seats in game.seat_counts]
SMALL_TABLES = [(game, seats) for game, seats in TABLES if seats <= (3 if game in (MIDNIGHT, AMBITION) else 4)]
"""Games and seats for tests that depend little on the number of seats.

A seat more costs most with Midnight's hidden cards and in Ambition, whose matches have some five hundred steps.
"""
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
BRIEF = {} if LONG else {AMBITION: "brief"}
"""Seed texts of shorter matches, for games whose usual match is long."""


def seat_at(game: Any, seats: int, seat: int, text: str = "test", **options: Any) -> SeatConfig:
    """Return the configuration of a seat in a seeded match."""
    values = game.options.complete_values(options)
    return SeatConfig(
        game, values, room_id_from_text(text), seats, seat, NAMES[seat - 1], seat_seeds_from_text(text, seat)
    )


def player_of(game: Any, seat: int, text: str = "test") -> Player:
    """Return the player of a seat in a test, who always plays the same way."""
    return First() if game in TOYS else RandomBot(text, seat)


def drivers(
    game: Any,
    seats: int,
    text: str = "test",
    cheats: dict[int, type[Driver]] | None = None,
    player: Player | None = None,
    patience: float | None = None,
    **options: Any,
) -> dict[Any, Driver]:
    """Return one driver for each seat; `cheats` are classes that replace the honest one.

    With `patience` the seats continue without a seat that has been silent for this number of seconds.
    """
    table = {}
    for seat in range(1, seats + 1):
        kind = (cheats or {}).get(seat, Driver)
        others = [other for other in range(1, seats + 1) if other != seat]
        at = seat_at(game, seats, seat, text, **options)
        policy = None if patience is None else PatientPolicy(patience)
        table[seat] = kind(at, MemoryEntryLog(), others, player or player_of(game, seat), policy=policy)
    return table


def play(table: dict[Any, Driver], until: float = 300.0, **network: Any) -> SimulatedNetwork:
    """Play a match to its end."""
    net = SimulatedNetwork(table, **network)
    net.run(until)
    return net


def sent_by(driver: Driver) -> list[tuple[Any, bytes]]:
    """Return the datagrams that a driver sends now."""
    driver.process(driver.sync.now)
    return driver.take_datagrams()


def reported_by(driver: Driver) -> list[Report]:
    """Return the reports that a driver has now."""
    driver.process(driver.sync.now)
    return driver.take_reports()


def match_of(net: SimulatedNetwork) -> Driver:
    """Return any one of the drivers, once all have stopped."""
    assert net.all_stopped()
    return next(iter(net.drivers.values()))
