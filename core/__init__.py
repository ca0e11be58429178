"""The engine: pure, deterministic, the same bytes on every peer."""
