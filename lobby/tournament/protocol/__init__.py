"""How the members of a tournament agree: feeds, votes, gossip, files."""
