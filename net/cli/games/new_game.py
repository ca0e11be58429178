"""`tether new game NAME`: a small game in one file, as a start for a game of your own."""

from __future__ import annotations

from pathlib import Path

import click

from core.games.registry import GAMES
from core.kit.kit import is_game_name
from net.cli.arguments.value_types import quote_value
from net.text.sanitizer import print_lines

TEMPLATE = '''"""TITLE, for 2 to 6 players. Five minutes.

Each player has the cards 1 to 9. Every round a prize is turned up, and all play a card in secret. The highest card that
nobody else has played takes the prize. If there is none, the prize stays for the next round.
"""

from __future__ import annotations

from typing import NamedTuple

from core.kit import Cards, Kit, Step, Table, hand, table


class Card(NamedTuple):
    rank: int


class Prize(NamedTuple):
    worth: int


kit = Kit("NAME", "TITLE", seats=(2, 3, 4, 5, 6))
ROUNDS = kit.option("rounds", (5, 7, 9), 7, "how many prizes are turned up")
CARDS = kit.hands("card {rank}", [Card(rank) for rank in range(1, 10)])
PRIZES = kit.deck("prize {worth}", [Prize(worth) for worth in range(1, 13)])


@table
class State(Table):
    prizes: Cards
    points: list[int]


@kit.phase
def next_round(step: Step, s: State) -> None:
    if s.round == s[ROUNDS]:
        step.end()
        return
    s.round += 1
    s.prizes += step.turn_up(PRIZES)
    step.tell("prizes", round=s.round, cards=s.prizes)
    step.fill_hands(9 if s.round == 1 else 0)
    step.ask_all(play)


@kit.together("play", hand)
def play(step: Step, s: State, played: dict[int, int]) -> None:
    ranks = {seat: CARDS[copy].rank for seat, copy in played.items()}
    step.tell("played", cards=tuple(played.values()))
    alone = {rank: seat for seat, rank in ranks.items() if list(ranks.values()).count(rank) == 1}
    if alone:
        winner = alone[max(alone)]
        s.points[winner] += sum(PRIZES[copy].worth for copy in s.prizes)
        step.tell("won", seat=winner, cards=s.prizes)
        s.prizes = ()
    step.then(next_round)


kit.says(prizes="Round {round}: {cards}.", played="Played: {cards:cards by seat}.", won="{seat} takes {cards}.")


@kit.bot(play, spread=4)
def worth(s: State, seat: int, copy: int) -> int:
    """Return how well a card fits the prizes: high cards for high prizes."""
    return -abs(4 * CARDS[copy].rank - 3 * sum(PRIZES[prize].worth for prize in s.prizes))


GAME = kit.game(State, next_round)
'''


def new_game(name: str) -> None:
    """Write the file of a new game to the current directory; never overwrite a file."""
    if not is_game_name(name):
        raise click.UsageError(
            f"the name {quote_value(name)} must be 1 to 24 small letters, digits, - and _, without folder and .py"
        )
    if name in GAMES:
        raise click.UsageError(f"there is a game {quote_value(name)}; choose another name")
    path = Path(f"{name}.py")
    title = " ".join(word.capitalize() for word in name.replace("_", "-").split("-") if word)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(TEMPLATE.replace("NAME", name).replace("TITLE", title))
    except FileExistsError:
        raise click.ClickException(f"there is a file {path} already") from None
    print_lines(
        f"{path}: a game that runs. Change it, and try:",
        f"  tether check ./{path}            all checks, in half a minute or more",
        f"  tether match --game ./{path}     a match between bots",
    )
