"""Configuration of all tests.

The registry imports all modules of a game in its order, as in a match. User files go to a folder that belongs to this
run.
"""

import atexit
import gc
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import core.games.registry  # noqa: F401
import tests.support.net.reckoning  # noqa: F401
from tests.support import programs
from tests.support.tiers import LONG

TESTS = Path(__file__).parent

if "TETHER_TESTS_HOME" not in os.environ:  # workers share the folder of who has started them
    os.environ["TETHER_TESTS_HOME"] = os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="tether-tests-")
    atexit.register(shutil.rmtree, os.environ["TETHER_TESTS_HOME"], ignore_errors=True)
os.environ.setdefault(programs.FILE, str(Path(os.environ["TETHER_TESTS_HOME"]) / "left-out.json"))

# a busy machine is no fault of a test
settings.register_profile("tether", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tether")

os.environ.pop("TETHER_HOME", None)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred programs compiles all modules again: 0.6 s
sys.dont_write_bytecode = False


def pytest_collection(session: pytest.Session) -> None:
    """Import another share of the tests first in each worker.

    Without compiled files, rewriting the assertions takes far longer than importing. Each worker then finds the rest
    compiled by the others.
    """
    worker, workers = os.environ.get("PYTEST_XDIST_WORKER", ""), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    given = session.config
    if workers == 1 or "tests" not in given.args or given.getoption("ignore"):  # without the window, for one
        return
    if not programs.no_graphics():
        importlib.import_module("tests.client.conftest")  # before any window
    for path in sorted(TESTS.rglob("test_*.py"))[int(worker.removeprefix("gw")) :: workers]:
        if programs.ignores(path, TESTS.parent):
            continue
        with suppress(Exception, pytest.skip.Exception):  # it will be told when it is collected
            importlib.import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the files of the window where its modules cannot be imported."""
    return True if programs.ignores(collection_path, TESTS.parent) else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Any, Any]:
    """Treat such a file as one without tests if it is named on the command line."""
    found = yield
    return (
        [programs.Nothing.from_parent(parent, path=file_path)] if programs.ignores(file_path, TESTS.parent) else found
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks of Tether's tests."""
    config.addinivalue_line("markers", "needs(*names): left out where one of tests.support.programs.NEEDS is missing")
    config.addinivalue_line("markers", "long: a test of the long tier, see tests.support.tiers")
    config.addinivalue_line("markers", "waits: mostly waits for other processes or for a clock")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long tier unless it is wanted, and tests whose needs are not met.

    The tests that mostly wait are put first, and so into one worker. There they wait while the other workers use the
    cores.
    """
    left = programs.leave_out(items, skips_long=not LONG and not any("::" in argument for argument in config.args))
    if left:
        config.hook.pytest_deselected(items=left)
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print which tests were left out, and why."""
    for phrase in programs.summary():
        terminalreporter.write_line(f"left out: {phrase}")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt the objects shared by all tests from garbage collection.

    That saves a fifth of the time of tests without a window. The garbage of a test is still collected, only less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
