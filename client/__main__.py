"""`python -m client`: the same as `tether`."""

from client.start import entry

entry()
