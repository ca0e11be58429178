"""`python -m tests.core.rock_paper_scissors`: `tether` with the samples as well; without a command its window."""

import sys

from core.games import GAMES
from net.cli import processes
from tests.games import SAMPLES

if __name__ == "__main__":
    GAMES.update(SAMPLES)
    processes.program = "tests.core.rock_paper_scissors"
    if sys.argv[1:]:
        from lobby.cli import run as main
    else:
        from client.start import main
    sys.exit(main())
