"""Tests see the games as a match sees them: all modules of a game imported by its registry, in its order."""

import core.games  # noqa: F401
