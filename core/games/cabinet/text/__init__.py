"""The match in words: events as sentences, the state as tables."""
