"""Whole matches from end to end: they are run, watched, saved, resumed, and found again.

`runner` plays a match in one process or over sockets; the other modules start and resume it.
"""

__all__ = ["kept_matches", "live_feed", "peer_config", "peer_search", "rewind", "runner", "saved_match", "spectator"]
