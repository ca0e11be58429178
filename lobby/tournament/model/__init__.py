"""The model of a tournament: entries, pairings, results and standings.

It is a pure fold over the entries, with the same result on all computers.
"""

__all__ = ["contents", "entries", "entry_store", "guests", "judge", "opening", "pairing", "results", "state", "synod"]
