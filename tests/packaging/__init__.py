"""Tests of the wheel, the packaged program and the desktop files."""
