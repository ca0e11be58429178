"""The engine: pure and deterministic code that computes the same bytes on every peer."""
