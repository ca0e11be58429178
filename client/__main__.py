"""Entry point of `python -m client`, the same as `tether`."""

from client.app.entry import entry

entry()
