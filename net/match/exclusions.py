"""Seats left out of a match: first step, votes, and return (PROTOCOL part 14).

All of this follows from the signed log alone. The reason does not: a seat that is gone and one whose packets the others
drop look the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.engine.text.words import capitalised, count, listed
from net.match.quorum import CountedSet, StepVotes

UNTOLD = "Whether a seat that was left out had gone, or the others dropped what it sent, cannot be told."


class Exclusion(NamedTuple):
    """Seat without which the match continued; `since` is the first step resolved without its choice.

    `votes` are the seats that signed a vote in that step to continue without it. `until` is the step in which it took
    part again, or 0 if it has not.
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


def update_exclusions(
    before: Iterable[Exclusion], t: int, book: StepVotes, counting: CountedSet, present: Iterable[int]
) -> list[Exclusion]:
    """Return the seats left out so far, once step t is resolved by `counting`.

    `present` take part in the next step.
    """
    here = set(present)
    found = [left._replace(until=t + 1) if not left.until and left.seat in here else left for left in before]
    for seat in sorted(book.present - set(counting.commits)):
        votes = {vote.seat for vote in book.votes.values() if seat not in vote.W}
        found.append(Exclusion(seat, t, tuple(sorted(votes))))
    return found


def news(found: Iterable[Exclusion], t: int) -> list[str]:
    """Return the changes of step t, in sentences."""
    said = []
    for left in found:
        if left.until == t + 1:
            said.append(f"Seat {left.seat} takes part again from here")
        if left.since == t:
            voted = listed([f"seat {seat}" for seat in left.votes])
            said.append(f"Seat {left.seat} is left out from here: {voted} voted for that")
    return said


def describe_exclusions(
    found: Iterable[Exclusion], most: int | None = None, names: Mapping[int, str] | None = None
) -> list[str]:
    """Return all exclusions in sentences, or the first `most` and the number of others.

    A last sentence names the limit of this knowledge. Returns nothing if no seat was left out.
    """
    lines = [left.words(names or {}) for left in found]
    more = [f"And {count(len(lines[most:]), 'more time')} later on."] if most is not None and lines[most:] else []
    return [*lines[:most], *more, UNTOLD] if lines else []
