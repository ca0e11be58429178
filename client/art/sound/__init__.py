"""Sounds and music: their synthesis, and their playback on the volume buses."""

__all__ = ["mixer", "music"]
