"""Run `tether` with the sample games: `python -m tests.support.games.rock_paper_scissors`.

Without a command the window opens.
"""

import sys

from core.games.registry import GAMES
from net.cli.matches import processes
from tests.support.all_games import SAMPLES

if __name__ == "__main__":
    GAMES.update(SAMPLES)
    processes.program = "tests.support.games.rock_paper_scissors"
    if sys.argv[1:]:
        from lobby.cli.room import run

        sys.exit(run())
    from client.app.startup import main

    sys.exit(main())
