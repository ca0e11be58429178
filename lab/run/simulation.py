"""Simulation of matches and blocks; the results are plain data and do not depend on the engine."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, NamedTuple

from core.engine.game import Decision, Event, Player, State
from core.engine.local_match import LocalMatch
from core.engine.result import outcome
from lab.games.registry import entry_of
from lab.run import bot_parameters, card_bans, faction_draws, players
from lab.run.design import LOT, Arm, Design

MAX_DETAIL_BYTES = 1024 * 1024
"""Maximum size in bytes of the uncompressed details of a match; the longest matches need less than 100 kB."""
MOST_NUMBER, MOST_ROUNDS = 2**53, 10_000
"""Exclusive upper bound of numbers in a stored match, and maximum number of rounds."""
DETAIL_KEYS = frozenset({"seats", "leaders", "places"})
"""Keys of the details of a match."""


class Match(NamedTuple):
    """A match as it is stored.

    `winners` are the numbers of the winning seats, separated by commas. `detail` is compressed JSON (see
    `read_detail`).
    """

    block: int
    arm: int
    rotation: int
    rounds: int
    steps: int
    winners: str
    digest: str
    detail: bytes


Watch = Callable[[State, Mapping[int, Decision], list[Event]], None]


KEYED_LUCK_OPTIONS = {"keyed": True} if "keyed" in signature(LocalMatch).parameters else {}
"""Keyword arguments that make the luck of a match depend on the place in it, if the table supports that.

Then arms with different decisions still have the same luck.
"""


def seat_of(chair: int, rotation: int, seats: int) -> int:
    """Return the seat of a chair in a rotation, counted from 1.

    >>> [seat_of(chair, 1, 3) for chair in range(3)]
    [2, 3, 1]
    """
    return (chair + rotation) % seats + 1


def seed_of(seed: str, block: int) -> str:
    """Return the seed text of a block, which all arms and rotations share."""
    return f"{seed}/{block}"


def weights_lot(seed: str, block: int, rotation: int, chair: int) -> tuple[object, ...]:
    """Return the words that determine how a chair's weights are changed in a match."""
    return seed, block, rotation, chair


def new_match(arm: Arm, seed: str, block: int, rotation: int) -> LocalMatch[State]:
    """Return a match before its first step."""
    text = seed_of(seed, block)
    kinds = faction_draws.deal_factions(arm.game, seed, block, arm.seats) if arm.factions == LOT else ()
    seated = {}
    for chair, name in enumerate(arm.chairs):
        seat = seat_of(chair, rotation, arm.seats)
        if arm.turned:
            name = bot_parameters.perturb_weights(name, arm.turned, weights_lot(seed, block, rotation, chair))
        names = card_bans.banned_cards(arm, seed, block, rotation, chair) if arm.bans else frozenset()
        without = card_bans.card_numbers(arm.game, names)
        player = players.player(name, f"{text} {chair}", seat, without)
        if without:
            player = card_bans.CardBanPlayer(player, arm.game, seat, without)
        seated[seat] = faction_draws.DealtFactionPlayer(player, kinds[chair]) if kinds else player
    return LocalMatch(arm.rules, dict(sorted(seated.items())), text, dict(arm.options), **KEYED_LUCK_OPTIONS)


def play_match(
    design: Design,
    block: int,
    arm: int,
    rotation: int,
    watch: Watch | None = None,
    wrap: Callable[[Player], Player] | None = None,
) -> Match:
    """Play one match to its end, and return it.

    `watch` receives each step, and `wrap` replaces each player by one that plays alike.
    """
    way = design.arms[arm]
    game = way.rules
    table = new_match(way, design.seed, block, rotation)
    if wrap is not None:
        table.players = {seat: wrap(player) for seat, player in table.players.items()}
    count = entry_of(way.game).count(way.seats, table.secrets)

    def watch_step(state: State, decisions: Mapping[int, Decision], events: list[Event]) -> None:
        count.count_step(game, state, events)
        if watch is not None:
            watch(state, decisions, events)

    state = table.play(watch_step)
    count.finish(state)
    seats = []
    points = {place.seat: place.score[0][1] for place in game.standing(state)}
    for seat in range(1, way.seats + 1):
        badge = game.badge(state, seat)[1] if hasattr(game, "badge") else ""
        seats.append(
            {
                "faction": badge,
                "points": points[seat],
                "counts": dict(count.counts[seat]),
                "sources": dict(count.sources[seat]),
                "cards": count.cards[seat],
            }
        )
    detail = {"seats": seats, "leaders": count.leaders, "places": {str(k): v for k, v in count.places.items()}}
    won = outcome(game, game.standing(state)).winners
    return Match(
        block,
        arm,
        rotation,
        game.rounds(state),
        state.t,
        ",".join(map(str, won)),
        state.digest().hex(),
        compress_detail(detail),
    )


def play_block(design: Design, block: int) -> list[Match]:
    """Play all matches of a block, and return them."""
    return [
        play_match(design, block, arm, rotation)
        for arm, way in enumerate(design.arms)
        for rotation in range(way.rotations)
    ]


def is_sound(match: Match, arms: Sequence[Arm]) -> bool:
    """Return True if all values of a stored match are possible and it belongs to one of these arms."""
    numbers = (match.block, match.arm, match.rotation, match.rounds, match.steps)
    if not all(type(number) is int and 0 <= number < MOST_NUMBER for number in numbers) or match.arm >= len(arms):
        return False
    seats = arms[match.arm].seats
    if match.rotation >= seats or match.rounds > MOST_ROUNDS:
        return False
    if type(match.winners) is not str or type(match.digest) is not str or type(match.detail) is not bytes:
        return False
    winners = match.winners.split(",") if match.winners else []
    if len(set(winners)) < len(winners) or not set(winners) <= {str(seat) for seat in range(1, seats + 1)}:
        return False
    try:
        detail = read_detail(match.detail)
    except ValueError:
        return False
    rows, places = detail["leaders"], detail["places"]
    return (
        len(detail["seats"]) == seats
        and all(map(_is_seat, detail["seats"]))
        and type(rows) is list
        and all(type(row) is list and all(leader in range(1, seats + 1) for leader in row) for row in rows)
        and _are_numbers(places)
        and all(place.isascii() and place.isdigit() and len(place) < 6 for place in places)
    )


def _is_seat(seat: object) -> bool:
    """Return True if the data is a valid description of one seat in a match."""
    return (
        type(seat) is dict
        and type(seat.get("faction")) is str
        and _are_numbers(seat.get("counts"))
        and _are_numbers(seat.get("sources"))
        and type(seat.get("cards")) is dict
        and all(type(row) is list and len(row) == 2 and set(map(type, row)) == {int} for row in seat["cards"].values())
    )


def _are_numbers(found: object) -> bool:
    """Return True if the data maps names to numbers."""
    return type(found) is dict and all(
        type(value) in (int, float) and -MOST_NUMBER < value < MOST_NUMBER for value in found.values()
    )


def compress_detail(detail: object) -> bytes:
    """Return plain data as compressed JSON."""
    return zlib.compress(json.dumps(detail, sort_keys=True, separators=(",", ":")).encode(), 9)


def read_detail(data: bytes) -> dict[str, Any]:
    """Return data that `compress_detail` has compressed.

    Raise `ValueError` for any other data, or if it is larger than `MAX_DETAIL_BYTES` bytes.
    """
    packer = zlib.decompressobj()
    try:
        text = packer.decompress(data, MAX_DETAIL_BYTES)
        result = json.loads(text) if packer.eof else None
    except (zlib.error, TypeError, RecursionError) as bad:
        raise ValueError(f"no details of a match: {bad}") from None
    if type(result) is not dict or not (result.keys() >= DETAIL_KEYS) or type(result["seats"]) is not list:
        raise ValueError("no details of a match")
    return result
