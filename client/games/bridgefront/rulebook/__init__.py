"""The rulebook of Bridgefront: its chapters, the sentences that options change, and the lore."""
