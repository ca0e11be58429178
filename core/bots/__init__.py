"""Bots: players limited to what their seat may see. This package holds what no game owns."""
