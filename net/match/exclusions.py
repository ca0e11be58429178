"""Who was left out of a match: from which step, by whose votes, until when (PROTOCOL part 14).

It follows from the signed log alone. What does not follow from it is why: a seat that is gone and one whose packets the
others drop look the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.engine.text.words import capitalised, count, listed
from net.match.quorum import Book, Counted

UNTOLD = "Whether a seat that was left out had gone, or the others dropped what it sent, cannot be told."


class LeftOut(NamedTuple):
    """A seat that the match went on without: `since` is the first step that was resolved without its choice.

    `votes` are the seats that signed a vote in that step to go on without it. `until` is the step in which it took part
    again; 0 as long as it has not.
    """

    seat: int
    since: int
    votes: tuple[int, ...]
    until: int = 0

    def __str__(self) -> str:
        return self.words({})

    def words(self, names: Mapping[int, str]) -> str:
        """Return a sentence with the names of the seats; seats without one keep their number."""
        name = names.get(self.seat, f"seat {self.seat}")
        voted = f"{listed([names.get(seat, f'seat {seat}') for seat in self.votes])} voted for that"
        if self.until:
            last = self.until - 1
            span = f"from step {self.since} to step {last}" if last > self.since else f"in step {last}"
            return f"{capitalised(name)} was left out {span}: {voted}; then {name} came back."
        return f"{capitalised(name)} was left out from step {self.since} on: {voted}; {name} did not come back."


def left_out(before: Iterable[LeftOut], t: int, book: Book, counting: Counted, present: Iterable[int]) -> list[LeftOut]:
    """Who has been left out so far, once step t is resolved by `counting`; `present` take part in the step after."""
    here = set(present)
    found = [left._replace(until=t + 1) if not left.until and left.seat in here else left for left in before]
    for seat in sorted(book.present - set(counting.commits)):
        votes = {vote.seat for vote in book.votes.values() if seat not in vote.W}
        found.append(LeftOut(seat, t, tuple(sorted(votes))))
    return found


def news(found: Iterable[LeftOut], t: int) -> list[str]:
    """What step t has changed, as sentences."""
    said = []
    for left in found:
        if left.until == t + 1:
            said.append(f"Seat {left.seat} takes part again from here")
        if left.since == t:
            voted = listed([f"seat {seat}" for seat in left.votes])
            said.append(f"Seat {left.seat} is left out from here: {voted} voted for that")
    return said


def told(found: Iterable[LeftOut], most: int | None = None, names: Mapping[int, str] | None = None) -> list[str]:
    """All of it as sentences, or the first few and how many more, with what cannot be told; nothing for nobody."""
    lines = [left.words(names or {}) for left in found]
    more = [f"And {count(len(lines[most:]), 'more time')} later on."] if most is not None and lines[most:] else []
    return [*lines[:most], *more, UNTOLD] if lines else []
