"""The commands of the lobby: rooms, identity, tournaments, `tether doctor`."""
