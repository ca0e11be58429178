"""Tests of wheel, packaged program and desktop files."""
