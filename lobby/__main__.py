"""`python -m lobby`: the same as `tether`, without its window."""

import sys

from lobby.cli import run

sys.exit(run())
