"""What a seat need not check twice: a log that is read again after a restart, or fetched anew (PROTOCOL 15)."""

from __future__ import annotations

from core.engine.codec import Plain
from net.match.feed_reader import step_of
from net.replication.entries import ID_SHORT, Entry, Kind
from net.replication.feeds import Feeds


def checked_before(feeds: Feeds, own: int, t: int) -> bool:
    """Whether the own seat has checked the reveals of all seats of step t before, and resolved it by its first round.

    Its own seal of the step after says so: it names a commit of every seat, and each of these is linked to all that
    its seat signed before it. So what is held here is what was checked then; and where nobody voted, every reveal
    counted. Reads on from `feeds.read`, so that nothing of step t + 1 may have been read.
    """
    own_feed = feeds.of(own)
    if feeds.forks or not own_feed or step_of(own_feed[-1]) <= t:
        return False
    names = _named(feeds, own, t + 1)
    return len(names) == len(feeds.seats) and all(
        _follows(feeds, seat, t + 1, name) for seat, name in zip(feeds.seats, names)
    )


def _named(feeds: Feeds, own: int, t: int) -> list[Plain]:
    """What the own seal of step t names, or nothing."""
    for entry in _unread(feeds, own, t):
        body = entry.body
        if entry.kind == Kind.SEAL and step_of(entry) == t and len(body) > 1 and type(body[1]) is list:
            return body[1]
    return []


def _follows(feeds: Feeds, seat: int, t: int, name: Plain) -> bool:
    """Whether the commit of step t that has this name is the next one of a seat, with no vote before it."""
    for entry in _unread(feeds, seat, t):
        if entry.kind == Kind.VOTE:
            return False
        if entry.kind == Kind.COMMIT and step_of(entry) == t:
            return bool(entry.id[:ID_SHORT] == name)
    return False


def _unread(feeds: Feeds, seat: int, t: int) -> list[Entry]:
    """The entries of a seat that wait to be read, up to those of step t."""
    feed, first = feeds.of(seat), feeds.read[seat - 1]
    last = next((seq for seq in range(first, len(feed)) if step_of(feed[seq]) > t), len(feed))
    return feed[first:last]
