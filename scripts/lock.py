#!/usr/bin/env python3
"""Writes constraints.txt: the newest versions of all libraries that go together, as they are at hand today.

Run the tests before you keep it: what stands there is what `scripts/play.py` and the package install.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import environment

EXTRAS = "client,dask,fuzz,lab,package,test"


def main() -> int:
    """Installs everything into an environment that is thrown away, and writes down what it was."""
    environment.check_python()
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([sys.executable, "-m", "venv", work], check=True)
        python = Path(work) / "bin" / "python"
        done = environment.pip(python, f"{environment.ROOT}[{EXTRAS}]")
        if done.returncode:
            sys.exit(done.stderr)
        listed = subprocess.run(
            [str(python), "-m", "pip", "freeze", "--all"], capture_output=True, text=True, check=True
        )
    lines = [line for line in listed.stdout.splitlines() if "==" in line and not line.startswith("pip==")]
    environment.LOCK.write_text("# The tested versions; written by scripts/lock.py.\n" + "\n".join(lines) + "\n")
    print(f"{environment.LOCK.name}: {len(lines)} libraries")
    return 0


if __name__ == "__main__":
    sys.exit(main())
