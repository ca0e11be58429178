"""One window for all client tests, on a display of our own if there is none."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess


def _display() -> None:
    """Start Xvfb on a free display unless there is a display already; must come before `import arcade`."""
    if os.environ.get("DISPLAY"):
        return
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        raise RuntimeError("client tests need a display or Xvfb: apt-get install xvfb libfontconfig1")
    reading, writing = os.pipe()
    command = [xvfb, "-displayfd", str(writing), "-screen", "0", "2560x1600x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    atexit.register(server.terminate)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise RuntimeError("Xvfb did not start")
    os.environ["DISPLAY"] = f":{number}"


_display()
