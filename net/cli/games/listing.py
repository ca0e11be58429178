"""`tether games`: the games, their numbers of players, and the notes for players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from core.engine.game import Game
from core.engine.text.outcome import match_notice
from core.games.registry import GAMES
from net.text.sanitizer import format_table, print_json, print_text, terminal_width


def games(as_json: bool) -> None:
    """List the games."""
    if as_json:
        print_json([_game_data(game) for game in GAMES.values()])
        return
    rows = [(name, game.title, _describe_numbers(game.seat_counts)) for name, game in GAMES.items()]
    listed = format_table(("--game", "Title", "Players"), rows, terminal_width())
    print_text("\n\n".join([listed, *(line for game in GAMES.values() for line in _describe_game(game))]))


def _describe_game(game: Game) -> Iterator[str]:
    for words, some in groupby(_notes_before_play(game), itemgetter(1)):
        yield f"{game.title}, {_describe_seats([seats for seats, _ in some])}: {words}"


def _game_data(game: Game) -> dict[str, object]:
    known = {str(seats): words for seats, words in _notes_before_play(game)}
    return {"game": game.name, "title": game.title, "seats": list(game.seat_counts), "before": known}


def _notes_before_play(game: Game) -> list[tuple[int, str]]:
    """Return the notes to read before a match, each with the number of seats that it is for."""
    said = [(seats, match_notice(game, seats)) for seats in game.seat_counts]
    return [(seats, words) for seats, words in said if words]


def _describe_numbers(seats: Sequence[int]) -> str:
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])


def _describe_seats(seats: Sequence[int]) -> str:
    return "alone" if list(seats) == [1] else f"{_describe_numbers(seats)} players"
