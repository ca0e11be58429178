"""Checks of `tether doctor` for the window: the libraries, the display, OpenGL and the sound.

Each check runs in a separate process, because a broken driver may crash that process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from client.app import display_check
from lobby.cli.doctor import HINT, Finding
from net.system.installation import install_command
from net.text.errors import error_reason
from net.text.sanitizer import print_lines

CHECK_TIMEOUT_SECONDS = 60.0
TERMINAL_ADVICE = "In the terminal Tether plays without it."


def findings() -> Iterator[Finding]:
    """Yield the findings about the window and its sound."""
    try:
        yield Finding("Window libraries", ", ".join(f"{name} {version(name)}" for name in ("arcade", "pyglet")))
    except PackageNotFoundError as missing:
        words = f"{missing.name} is not installed"
        yield Finding("Window libraries", words, HINT, f"{install_command('client')}\n{TERMINAL_ADVICE}")
        return
    why = _run_check("client.app.display_check", display_check.why_not)
    yield Finding("Window", why, HINT, TERMINAL_ADVICE) if why else Finding("Window", "display and OpenGL work")
    why = _run_check("client.app.diagnostics", why_silent)
    yield Finding("Sound", why, HINT) if why else Finding("Sound", "a device was found")


def why_silent() -> str:
    """Return the reason why there is no sound, or "" if there is a sound device."""
    from client.art.sound.mixer import Mixer

    return Mixer().why_silent()


def _run_check(module: str, here: Callable[[], str]) -> str:
    """Run a check module in a separate process and return its output.

    A packaged program has no interpreter to start, so it runs the check in its own process.
    """
    if getattr(sys, "frozen", False):
        return here()
    root = str(Path(__file__).resolve().parents[2])
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))}
    command = [sys.executable, "-P", "-m", module]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=CHECK_TIMEOUT_SECONDS, env=around
        )
    except (OSError, subprocess.TimeoutExpired) as wrong:
        return f"The test cannot run: {error_reason(wrong)}"
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return f"The test failed: {said[-1]}"
    return " ".join(done.stdout.split())


if __name__ == "__main__":
    print_lines(why_silent())
