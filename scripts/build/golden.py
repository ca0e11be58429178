#!/usr/bin/env python3
"""Write the golden playthroughs again, after an intended change of the rules.

Review the difference before committing it. `python3 scripts/build/golden.py` writes all playthroughs; with the argument
`bridgefront_4`, it writes only that one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from tests.support.games.entry import GOLDEN
from tests.support.playthroughs import PLAYTHROUGHS, played


def main() -> int:
    """Write the requested playthroughs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [playthrough.name for playthrough in PLAYTHROUGHS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(names)}")
    chosen = parser.parse_args().names
    for unknown in set(chosen) - set(names):
        parser.error(f"no playthrough {unknown!r}; there are: {', '.join(names)}")
    GOLDEN.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        if chosen and playthrough.name not in chosen:
            continue
        text = played(playthrough)
        old = playthrough.path.read_text(encoding="utf-8") if playthrough.path.exists() else ""
        playthrough.path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{playthrough.path.name}: {len(text.encode()) // 1024} kB, {'unchanged' if text == old else 'written'}")
    for stray in GOLDEN.glob("*.txt"):
        if stray.stem not in names:
            stray.unlink()
            print(f"{stray.name}: gone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
