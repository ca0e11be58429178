"""`python -m tests.core.rock_paper_scissors`: `tether` with one game more; without a command its window."""

import sys

from core.games import GAMES
from net.cli import processes
from tests.core.rock_paper_scissors.game import GAME

if __name__ == "__main__":
    GAMES[GAME.name] = GAME
    processes.program = "tests.core.rock_paper_scissors"
    if sys.argv[1:]:
        from lobby.cli import run as main
    else:
        from client.start import main
    sys.exit(main())
