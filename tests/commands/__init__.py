"""Tests of the commands of all packages: help, errors, exit codes, and hostile texts."""
