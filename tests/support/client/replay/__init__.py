"""Records and viewers for tests of replays."""
