#!/usr/bin/env python3
"""Write constraints.txt: the newest versions of all libraries that go together, with the hashes of their files.

    python3 scripts/build/lock.py             take the newest versions
    python3 scripts/build/lock.py --keep      keep the versions that are listed, and renew hashes and extras

The versions are for every system and every Python that Tether supports. Before each library stand the extras of
pyproject.toml that need it. Run the tests before you commit the file: `scripts/play.py` and `scripts/build/package.py`
install these versions and no others.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment
import pythons

HEAD = "# The tested versions, with the hashes of their files; written by scripts/build/lock.py."
LIBRARY = re.compile(r"^[A-Za-z0-9]", re.MULTILINE)


def compiled(uv: Path, given: Path, extras: list[str], *more: str) -> str:
    """Return the libraries of some extras, as uv resolves them for every system."""
    words = [word for extra in extras for word in ("--extra", extra)]
    least = ".".join(map(str, pythons.LEAST))
    command = [
        *(str(uv), "pip", "compile", "pyproject.toml", str(given), *words),
        *("--no-config", "--universal", "--python-version", least, "--only-binary", ":all:"),
        *("--no-header", "--no-annotate", "--quiet", *more),
    ]
    done = subprocess.run(command, cwd=environment.ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"The libraries do not go together:\n{done.stderr.strip()}")
    return done.stdout


def names(listed: str) -> set[str]:
    """Return the names in a list of requirements."""
    return {line.partition("==")[0] for line in listed.splitlines() if LIBRARY.match(line)}


def main() -> int:
    """Resolve everything once, then each extra with these versions, and write the file."""
    project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = sorted(project["project"]["optional-dependencies"])
    with tempfile.TemporaryDirectory() as work:
        python = environment.made(Path(work) / "uv")
        environment.pip(python, "uv", check=True)
        uv = python.with_name("uv.exe" if python.suffix else "uv")
        build, whole = Path(work) / "build.in", Path(work) / "whole.txt"
        build.write_text("\n".join(project["build-system"]["requires"]) + "\n", encoding="utf-8")
        kept = ["--constraint", str(environment.LOCK)] if sys.argv[1:] == ["--keep"] else []
        listed = compiled(uv, build, extras, "--generate-hashes", *kept)
        whole.write_text(listed, encoding="utf-8")
        needs = {"base": names(compiled(uv, build, [], "--constraint", str(whole)))}
        for extra in extras:
            needs[extra] = names(compiled(uv, build, [extra], "--constraint", str(whole)))
    blocks = [HEAD]
    for block in re.split(r"\n(?=[A-Za-z0-9])", listed.strip()):
        name = block.partition("==")[0]
        blocks.append(f"{environment.FOR} {' '.join(extra for extra, some in needs.items() if name in some)}\n{block}")
    environment.LOCK.write_text("\n".join(blocks) + "\n", encoding="utf-8", newline="\n")
    print(f"{environment.LOCK.name}: {len(blocks) - 1} libraries")
    return 0


if __name__ == "__main__":
    sys.exit(main())
