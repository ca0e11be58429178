#!/usr/bin/env python3
"""Run the sample commands of the documents, and write their output below them: `python3 scripts/build/samples.py`.

A sample is a fenced block whose first line is `$ tether ...`. The lines `Took` and `Record` differ between runs, so
they are left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

BLOCK = re.compile(r"^```\n\$ (tether .+)\n((?:(?!```).*\n)*)```$", re.M)
VARYING = ("Took ", "Record ")
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def documents() -> Iterator[Path]:
    """Return the documents that may contain samples."""
    yield from sorted([*environment.ROOT.glob("*.md"), *(environment.ROOT / "docs").rglob("*.md")])


def samples(text: str) -> list[tuple[str, str]]:
    """Return each sample command of a text, and the output below it."""
    return [(match[1], match[2]) for match in BLOCK.finditer(text)]


def command_output(command: str, python: str) -> str:
    """Run a sample command in an empty folder without a display, and return its output without varying lines."""
    with tempfile.TemporaryDirectory() as home:
        around = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
        around |= {"HOME": home, "COLUMNS": "100", "PYTHONPATH": str(environment.ROOT)}
        words = [python, "-P", "-m", "client", *shlex.split(command)[1:]]
        done = subprocess.run(words, cwd=home, env=around, capture_output=True, encoding="utf-8", check=True)
    return "".join(line for line in done.stdout.splitlines(keepends=True) if not line.startswith(VARYING))


def main() -> int:
    """Rewrite all samples."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    python = str(environment.python_for(""))
    for path in documents():
        text = path.read_text(encoding="utf-8")
        new = BLOCK.sub(lambda match: f"```\n$ {match[1]}\n{command_output(match[1], python)}```", text)
        if samples(text):
            path.write_text(new, encoding="utf-8", newline="\n")
            print(f"{path.relative_to(environment.ROOT)}: {'unchanged' if new == text else 'written'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
