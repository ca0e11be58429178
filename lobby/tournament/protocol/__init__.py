"""Agreement between the members of a tournament: feeds, votes, gossip and files."""

__all__ = ["blobs", "file", "node", "pace", "presence"]
