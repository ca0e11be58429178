#!/usr/bin/env python3
"""Play Tether: `python3 scripts/play.py` opens the window (see scripts/play_main.py)."""

import pythons

if __name__ == "__main__":
    pythons.start("play_main")
