"""`python -m client`: the same as `tether`."""

from client.entry import entry

entry()
