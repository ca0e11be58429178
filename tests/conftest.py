"""Tests see the games as a match sees them: all modules of a game imported by its registry, in its order. What programs
keep for a user goes to a folder of this run.
"""

import atexit
import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

import core.games  # noqa: F401
import tests.net.reckoning  # noqa: F401

if "TETHER_TESTS_HOME" not in os.environ:  # workers share the folder of who has started them
    os.environ["TETHER_TESTS_HOME"] = os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="tether-tests-")
    atexit.register(shutil.rmtree, os.environ["TETHER_TESTS_HOME"], ignore_errors=True)

# a busy machine is no fault of a test
settings.register_profile("tether", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tether")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred programs compiles all modules anew: 0.6 s


def pytest_collection_finish(session: pytest.Session) -> None:
    """What all tests share is here to stay, and is not looked through for garbage again and again: a fifth of the time
    of tests without a window. What a test leaves behind is still collected, only less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
