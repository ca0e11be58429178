"""`python -m tests.core.rock_paper_scissors match --game rock_paper_scissors`: `tether` with one game more."""

from core.games import GAMES
from net.cli.app import main
from tests.core.rock_paper_scissors.game import GAME

if __name__ == "__main__":
    GAMES[GAME.name] = GAME
    main()
