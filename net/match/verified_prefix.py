"""Detection of steps that our seat has already checked, so that a restart need not check them again (PROTOCOL 15)."""

from __future__ import annotations

from core.engine.codec import Plain
from net.match.feed_reader import step_of
from net.replication.entries import ID_SHORT, Entry, Kind
from net.replication.feeds import Feeds


def was_checked_before(feeds: Feeds, own: int, t: int) -> bool:
    """Return True if our seat has already checked all reveals of step t and resolved it by round 0.

    Our own seal of the next step proves this. That seal contains a commit of every seat, and each commit is linked to
    everything that its seat signed before. Therefore the entries here are the ones that were checked then. Where nobody
    voted, every reveal counted. The search starts at `feeds.read`, so no entry of step t + 1 may have been read.
    """
    own_feed = feeds.feed_of(own)
    if feeds.forks or not own_feed or step_of(own_feed[-1]) <= t:
        return False
    names = _commits_named_by_seal(feeds, own, t + 1)
    return len(names) == len(feeds.seats) and all(
        _is_next_commit(feeds, seat, t + 1, name) for seat, name in zip(feeds.seats, names)
    )


def _commits_named_by_seal(feeds: Feeds, own: int, t: int) -> list[Plain]:
    """Return the ids of the commits in our seal of step t, or no ids if there is no such seal."""
    for entry in _unread_entries(feeds, own, t):
        body = entry.body
        if entry.kind != Kind.SEAL or step_of(entry) != t or type(body) is not list:
            continue
        if len(body) > 1 and type(body[1]) is list:
            return body[1]
    return []


def _is_next_commit(feeds: Feeds, seat: int, t: int, name: Plain) -> bool:
    """Return True if a seat's next commit is that of step t with this id, and no vote comes before it."""
    for entry in _unread_entries(feeds, seat, t):
        if entry.kind == Kind.VOTE:
            return False
        if entry.kind == Kind.COMMIT and step_of(entry) == t:
            return bool(entry.id[:ID_SHORT] == name)
    return False


def _unread_entries(feeds: Feeds, seat: int, t: int) -> list[Entry]:
    """Return the unread entries of a seat, up to those of step t."""
    feed, first = feeds.feed_of(seat), feeds.read[seat - 1]
    last = next((seq for seq in range(first, len(feed)) if step_of(feed[seq]) > t), len(feed))
    return feed[first:last]
