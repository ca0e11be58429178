#!/usr/bin/env python3
"""Plays Tether: `python3 scripts/play.py`, with the options of `tether match` (see --help)."""

from __future__ import annotations

import sys

import environment

if __name__ == "__main__":
    python = environment.python_for()
    sys.exit(environment.run([str(python), "-P", "-m", "net.cli", "match", *sys.argv[1:]]))
