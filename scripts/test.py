#!/usr/bin/env python3
"""Run all checks: `python3 scripts/test.py` (see scripts/test_main.py)."""

import pythons

if __name__ == "__main__":
    pythons.start("test_main")
