"""The model of a tournament: entries, pairings, results, standings. A pure fold, equal on all computers."""

__all__ = ["contents", "entries", "entry_store", "guests", "judge", "opening", "pairing", "results", "state", "synod"]
