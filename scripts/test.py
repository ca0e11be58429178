#!/usr/bin/env python3
"""Check everything: `python3 scripts/test.py`. See scripts/test_main.py."""

import pythons

if __name__ == "__main__":
    pythons.start("test_main")
