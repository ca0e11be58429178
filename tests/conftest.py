"""Tests see the games as a match sees them: all modules of a game imported by its registry, in its order."""

import core.games  # noqa: F401
import tests.net.reckoning  # noqa: F401
