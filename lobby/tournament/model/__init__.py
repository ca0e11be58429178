"""Model of a tournament: entries, pairings, results and standings.

All of it is computed by pure functions of the entries, with the same result on all computers.
"""

__all__ = ["contents", "entries", "entry_store", "guests", "judge", "opening", "pairing", "results", "state", "synod"]
