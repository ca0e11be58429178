"""A tournament on real sockets: its runner, how it is found, its export."""
